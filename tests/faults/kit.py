"""A real server, real workers, and one way to wait: for a condition, until a deadline that fails the test."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from redis import RedisError

from service.jobs.ledger import Job, connect
from service.jobs.queue import Jobs, QueueUnavailable
from service.valkey import Embedded

ROOT = Path(__file__).resolve().parents[2]
DONE_WITHIN = 15.0
"""So many seconds after a fault has ended, every job is done."""
ANSWERED_WITHIN = 2.0


def until(condition: Callable[[], Any], seconds: float, what: str) -> Any:
    """What the condition gives as soon as that is true; fails when it is not within so many seconds."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            pytest.fail(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.02)
    return found


def free_port() -> int:
    """A port that was free just now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


class Valkey:
    """An embedded server that can be killed, stopped, filled and started again."""

    def __init__(self) -> None:
        self.embedded = Embedded()
        self.url = self.embedded.url
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        with self.embedded.settings.open("rb") as settings:
            process = subprocess.Popen(
                self.embedded.command, cwd=self.embedded.folder, stdin=settings, stdout=subprocess.DEVNULL
            )
        until(self.answers, 20, "Valkey answers")
        return process

    def answers(self) -> bool:
        try:
            with connect(self.url, 1.0) as client:
                return bool(client.ping())
        except RedisError:
            return False

    def everything(self) -> dict[str, str]:
        """All that the server holds, as text, by key."""
        with connect(self.url, 5.0) as client:
            return {name.decode(): _text(client, name) for name in client.scan_iter(count=1000)}

    def settle(self, name: str, value: str) -> None:
        """Changes a setting of the running server."""
        with connect(self.url, 5.0) as client:
            client.config_set(name, value)

    def follow(self, primary: "Valkey") -> None:
        """Becomes a replica of another server, and has all that it has."""
        with connect(primary.url, 5.0) as client:
            client.config_set("port", free_port())
            port = client.config_get("port")["port"]
        with connect(self.url, 5.0) as client:
            client.replicaof("127.0.0.1", port)
            until(lambda: client.info("replication").get("master_link_status") == "up", 20, "the replica follows")

    def lead(self) -> None:
        """Becomes a primary."""
        with connect(self.url, 5.0) as client:
            client.replicaof("no", "one")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def again(self) -> None:
        self.process = self._start()

    def freeze(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self.thaw()
        self.kill()
        self.embedded.close()


def _text(client: Any, name: bytes) -> str:
    readers = {
        b"string": client.get,
        b"hash": client.hgetall,
        b"list": lambda key: client.lrange(key, 0, -1),
        b"set": client.smembers,
        b"zset": lambda key: client.zrange(key, 0, -1, withscores=True),
    }
    kind = client.type(name)
    found = readers[kind](name) if kind != b"none" else b""
    return found.decode() if isinstance(found, bytes) else repr(found)


class Worker:
    """A worker in a session of its own, started again after it was killed; ``said`` is where what it says is kept."""

    def __init__(self, url: str, processes: int = 2, said: Path = Path(os.devnull)) -> None:
        self._url = url
        self._processes = processes
        self._said = said
        self.process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        with self._said.open("ab") as said:
            return subprocess.Popen(
                [sys.executable, "-m", "tests.faults.worker", self._url, str(self._processes)],
                cwd=ROOT,
                start_new_session=True,
                stdout=said,
                stderr=said,
            )

    def kill(self) -> None:
        """Kills the parent of the pool alone, as a machine short of memory would."""
        self.process.kill()
        self.process.wait()

    def again(self) -> None:
        self.process = self._start()

    def children(self) -> list[int]:
        """The processes of the pool."""
        told = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in told.split()]

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Wire:
    """A port of its own that leads to a server, and can be cut: then nothing more comes through, and nobody is told."""

    def __init__(self, url: str) -> None:
        self._path = unquote(urlsplit(url).path)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open = threading.Event()
        self._open.set()
        self._ends: list[socket.socket] = []
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}/0"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                here, _ = self._listener.accept()
            except OSError:
                return
            there = socket.socket(socket.AF_UNIX)
            try:
                there.connect(self._path)
            except OSError:  # nobody is there
                here.close()
                continue
            self._ends += [here, there]
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(1 << 16):
                self._open.wait()
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def lead_to(self, url: str) -> None:
        """Whoever connects from now on comes to another server."""
        self._path = unquote(urlsplit(url).path)

    def cut(self) -> None:
        self._open.clear()

    def mend(self) -> None:
        self._open.set()

    def close(self) -> None:
        self.mend()
        self._listener.close()
        for end in self._ends:
            end.close()


class Answers:
    """What was ever answered, by job: an answer that is not the first one fails."""

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._first: dict[str, Any] = {}

    def look(self, ids: Iterable[str]) -> int:
        """Reads these jobs. Returns how many of them are not finished."""
        left = 0
        for one in ids:
            try:
                job = self._jobs.read(one)
            except QueueUnavailable:
                return len(self._first) + 1
            assert job is not None, "a job was lost"
            if not job.finished:
                left += 1
                continue
            assert job.status == "succeeded", job
            assert self._first.setdefault(one, job.result) == job.result, "a job was answered twice"
        return left


def finished(jobs: Jobs, one: str, seconds: float = DONE_WITHIN) -> Job:
    """The job when it is finished, which it has to be within so many seconds."""

    def look() -> Job | None:
        found = jobs.read(one)
        assert found is not None, "a job was lost"
        return found if found.finished else None

    found: Job = until(look, seconds, "the job is finished")
    return found
