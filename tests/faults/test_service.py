"""The whole service under faults, over HTTP: its queue fails, its parts are killed, it is stopped under load."""

import os
import pty
import signal
import statistics
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.faults.kit import ANSWERED_WITHIN, DONE_WITHIN, Valkey, free_port, until
from tests.http.conftest import ROOT, START_SECONDS, Server, environment

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("faults")]

MARK = "CARD_REFEREE_TEST"
RULINGS = 60
SLOWER = 5
"""Rulings may take so many times as long as before at most: a test beside others cannot say more."""


def deal(address: str) -> Any:
    answer = requests.post(f"{address}/v1/games/zheng-fen/deals", json={"seed": "x"}, timeout=30)
    assert answer.status_code == 201
    return answer.json()["state"]


def ruling(address: str, state: Any) -> float:
    """Asks for a ruling. Returns how many seconds that took."""
    move = {"seat": state["to_act"][0], "type": "pass"}
    asked = time.monotonic()
    answer = requests.post(f"{address}/v1/games/zheng-fen/rulings", json={"state": state, "move": move}, timeout=30)
    assert answer.status_code == 200
    return time.monotonic() - asked


def bot_move(address: str, state: Any, **headers: str) -> requests.Response:
    return requests.post(
        f"{address}/v1/games/zheng-fen/bot-moves", json={"state": state}, headers=headers, timeout=START_SECONDS
    )


def readiness(address: str) -> Any:
    answer = requests.get(f"{address}/readyz", timeout=30)
    assert answer.status_code == 200
    return answer.json()


# The queue's server gone, hung, full


def gone(valkey: Valkey) -> Callable[[], None]:
    valkey.kill()
    return valkey.again


def hung(valkey: Valkey) -> Callable[[], None]:
    valkey.freeze()
    return valkey.thaw


def full(valkey: Valkey) -> Callable[[], None]:
    valkey.settle("maxmemory", "1")
    return lambda: valkey.settle("maxmemory", "0")


@pytest.mark.parametrize("fault", [gone, hung, full])
def test_rulings_go_on_without_the_queue(valkey: Valkey, fault: Callable[[Valkey], Callable[[], None]]) -> None:
    api = Server("api", REFEREE_WORKERS="1", REFEREE_REDIS_URL=valkey.url)
    try:
        state = deal(api.address)
        job = bot_move(api.address, state).headers["Location"]
        before = statistics.median(ruling(api.address, state) for _ in range(RULINGS))
        assert readiness(api.address)["queue"] == "ready"
        listening = requests.get(f"{api.address}{job}/events", stream=True, timeout=30)
        lines = listening.iter_lines()
        assert next(lines) == b"event: progress"
        mend = fault(valkey)
        asking = Asking(api.address, state, job, fault is full)
        during = statistics.median(ruling(api.address, state) for _ in range(RULINGS))
        asking.end()
        if fault is not full:
            # A stream that was there ends with the problem.
            rest = b"\n".join(lines)
            assert b"event: problem\ndata: {" in rest and b"/problems/queue-unavailable" in rest
        listening.close()
        assert during < SLOWER * before
        mend()
        until(lambda: readiness(api.address)["queue"] == "ready", DONE_WITHIN, "the queue is ready")
        assert bot_move(api.address, state).status_code == 202
        assert requests.get(api.address + job, timeout=30).json()["status"] == "queued"
    finally:
        assert api.stop()[0] == 0


class Asking:
    """Asks about jobs all the while, in threads of its own, and notes what is not as it should be."""

    def __init__(self, address: str, state: Any, job: str, can_be_read: bool) -> None:
        self._wrong: list[str] = []
        self._asked = 0
        self._over = threading.Event()
        # What is in a full server can still be read.
        read = [200] if can_be_read else [503]
        calls: list[tuple[list[int], Callable[[], requests.Response]]] = [
            ([503], lambda: bot_move(address, state)),
            ([503], lambda: bot_move(address, state, Prefer="wait=10")),
            ([503], lambda: bot_move(address, state, **{"Idempotency-Key": "a"})),
            (read, lambda: requests.get(address + job, timeout=30)),
            ([404] if can_be_read else [503], lambda: requests.get(f"{address}/v1/jobs/{'0' * 32}", timeout=30)),
        ]
        if not can_be_read:
            calls.append(([503], lambda: requests.get(f"{address}{job}/events", timeout=30)))
        self._threads = [threading.Thread(target=self._ask, args=call) for call in calls]
        self._threads.append(threading.Thread(target=self._look, args=[address]))
        for thread in self._threads:
            thread.start()

    def _ask(self, wanted: list[int], call: Callable[[], requests.Response]) -> None:
        for _ in range(3):
            asked = time.monotonic()
            answer = call()
            took = time.monotonic() - asked
            if answer.status_code not in wanted or took > ANSWERED_WITHIN:
                self._wrong.append(f"{answer.request.url}: {answer.status_code} after {took:.1f} s")
            if answer.status_code == 503 and "Retry-After" not in answer.headers:
                self._wrong.append("Retry-After is missing")
            self._asked += 1

    def _look(self, address: str) -> None:
        told = readiness(address)
        if (told["status"], told["queue"]) != ("degraded", "unavailable"):
            self._wrong.append(f"/readyz: {told}")

    def end(self) -> None:
        for thread in self._threads:
            thread.join()
        assert self._asked >= 3 and not self._wrong, self._wrong


# The parts of `referee serve`


class Whole:
    """``referee serve`` in a place of its own, and every process that it has brought about."""

    def __init__(self, place: Path, **settings: str) -> None:
        self.mark = uuid.uuid4().hex
        self.place = place
        self.server = Server("serve", REFEREE_WORKERS="2", TMPDIR=str(place), **{MARK: self.mark, **settings})
        self.address = self.server.address

    def part(self, words: str) -> int:
        """The process of a part, by words of its command; the first of several."""
        supervisor = self.server.process.pid
        return int(until(lambda: child(supervisor, words), DONE_WITHIN, f"{words} runs"))

    def left(self) -> list[str]:
        """What is there that should not be."""
        return [*(f"process {pid}" for pid in marked(self.mark)), *map(str, self.place.rglob("*"))]


def child(parent: int, words: str) -> int:
    """A child of this process whose command holds these words, or 0."""
    for pid in pids():
        try:
            if int((Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[1]) != parent:
                continue
            command = (Path("/proc") / str(pid) / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if words in command:
            return pid
    return 0


def pids() -> list[int]:
    return sorted(int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())


def marked(mark: str) -> list[int]:
    """All processes that were started with this mark in their environment, and have not ended."""
    found = []
    for pid in pids():
        try:
            if f"{MARK}={mark}".encode() in (Path("/proc") / str(pid) / "environ").read_bytes():
                found.append(pid)
        except OSError:
            continue
    return found


@pytest.fixture
def whole(tmp_path: Path) -> Iterator[Whole]:
    running = Whole(tmp_path)
    try:
        yield running
    finally:
        running.server.stop()
        assert running.left() == []


@pytest.mark.parametrize("part", ["valkey-server", "service worker", "service api"])
def test_a_part_is_killed(whole: Whole, part: str) -> None:
    state = deal(whole.address)
    assert bot_move(whole.address, state, Prefer="wait=10").status_code == 200
    jobs = [bot_move(whole.address, state).headers["Location"] for _ in range(30)]
    was = whole.part(part)
    os.kill(was, signal.SIGKILL)
    until(lambda: whole.part(part) != was, DONE_WITHIN, "it is started again")
    for job in jobs:
        until(lambda job=job: done(whole.address + job), DONE_WITHIN, "the job is done")
    until(lambda: done_now(whole.address, state), DONE_WITHIN, "a bot moves")


def done(url: str) -> bool:
    try:
        answer = requests.get(url, timeout=30)
    except requests.ConnectionError:
        return False
    assert answer.status_code in (200, 503), answer.text
    return answer.status_code == 200 and answer.json()["status"] == "succeeded"


def done_now(address: str, state: Any) -> bool:
    try:
        return bot_move(address, state, Prefer="wait=10").status_code == 200
    except requests.ConnectionError:
        return False


class Load:
    """Clients that ask for rulings and bots' moves until the service is gone."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._state = deal(address)
        self.answered = 0
        self._threads = [threading.Thread(target=self._ask, args=[number]) for number in range(4)]
        for thread in self._threads:
            thread.start()

    def _ask(self, number: int) -> None:
        try:
            while True:
                if number % 2:
                    bot_move(self._address, self._state, **({"Prefer": "wait=10"} if number == 1 else {}))
                else:
                    ruling(self._address, self._state)
                self.answered += 1
        except requests.RequestException:
            return

    def end(self) -> None:
        for thread in self._threads:
            thread.join()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_stops_under_load(tmp_path: Path, sign: signal.Signals) -> None:
    running = Whole(tmp_path)
    load = Load(running.address)
    until(lambda: load.answered > 100, 60, "the load is there")
    code, errors = running.server.stop(sign)
    load.end()
    assert code == 0, errors
    assert "Traceback" not in errors
    assert running.left() == []


def test_it_stops_by_ctrl_c_in_a_terminal(tmp_path: Path) -> None:
    """The whole group of the terminal gets SIGINT at once."""
    mark = uuid.uuid4().hex
    port = free_port()
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(ROOT)
        settings = environment(REFEREE_PORT=str(port), TMPDIR=str(tmp_path), **{MARK: mark})
        os.execve(sys.executable, [sys.executable, "-m", "service", "serve"], settings)
    said = b""
    while b"Ctrl-C" not in said:
        said += os.read(terminal, 4096)
    load = Load(f"http://127.0.0.1:{port}")
    until(lambda: load.answered > 50, 60, "the load is there")
    os.write(terminal, b"\x03")
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    load.end()
    os.close(terminal)
    assert code == 0
    assert marked(mark) == [] and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("sign", ["INT", "TERM"])
def test_a_script_starts_and_stops_it(tmp_path: Path, sign: str) -> None:
    """Started with ``&``, it inherits SIGINT ignored."""
    mark = uuid.uuid4().hex
    port = free_port()
    script = f"""
        "$PYTHON" -m service serve > /dev/null &
        until curl -sf http://127.0.0.1:{port}/readyz > /dev/null; do kill -0 $! || exit 9; sleep 0.1; done
        kill -{sign} $!
        wait $!
    """
    settings = environment(PYTHON=sys.executable, REFEREE_PORT=str(port), TMPDIR=str(tmp_path), **{MARK: mark})
    ran = subprocess.run(["sh", "-c", script], cwd=ROOT, env=settings, timeout=START_SECONDS, check=False)
    assert ran.returncode == 0
    assert marked(mark) == [] and list(tmp_path.iterdir()) == []


def test_nothing_lives_on_when_the_supervisor_is_killed(tmp_path: Path) -> None:
    running = Whole(tmp_path)
    assert bot_move(running.address, deal(running.address), Prefer="wait=10").status_code == 200
    running.server.stop(signal.SIGKILL)
    until(lambda: not marked(running.mark), DONE_WITHIN, "all processes are gone")


def test_a_bot_that_begins_something_keeps_nothing_running(tmp_path: Path) -> None:
    """A thread that never ends, begun where the bot is imported."""
    running = Whole(tmp_path, REFEREE_BOTS="tests.faults.threaded:BOT")
    answer = requests.post(
        f"{running.address}/v1/games/zheng-fen/bot-moves",
        json={"state": deal(running.address), "bot": "threaded"},
        headers={"Prefer": "wait=10"},
        timeout=30,
    )
    assert answer.status_code == 200 and answer.json()["status"] == "succeeded"
    assert running.server.stop(signal.SIGINT)[0] == 0
    assert running.left() == []


def test_the_folder_stays_taken_as_long_as_the_server_runs(tmp_path: Path) -> None:
    """Its lock does not end with the supervisor."""
    place, kept = tmp_path / "tmp", tmp_path / "kept"
    place.mkdir()
    running = Whole(place, REFEREE_DATA_DIR=str(kept))
    valkey = running.part("valkey-server")
    os.kill(valkey, signal.SIGSTOP)
    try:
        running.server.stop(signal.SIGKILL)
        assert "in use by another service" in Refused(place, REFEREE_DATA_DIR=str(kept)).said
    finally:
        os.kill(valkey, signal.SIGCONT)
    until(lambda: not marked(running.mark), DONE_WITHIN, "all processes are gone")
    again = Whole(tmp_path, REFEREE_DATA_DIR=str(kept))
    assert again.server.stop()[0] == 0


# What is kept


def test_jobs_are_kept_in_a_folder(tmp_path: Path) -> None:
    place, kept = tmp_path / "tmp", tmp_path / "kept [of] us"
    place.mkdir()
    first = Whole(place, REFEREE_DATA_DIR=str(kept))
    told = bot_move(first.address, deal(first.address), Prefer="wait=10").json()
    assert first.server.stop()[0] == 0 and first.left() == []
    second = Whole(place, REFEREE_DATA_DIR=str(kept))
    refused = Refused(place, REFEREE_DATA_DIR=str(kept))
    try:
        answer = until(lambda: there(f"{second.address}/v1/jobs/{told['id']}"), DONE_WITHIN, "the queue is there")
        assert answer == told
        assert refused.said == f"REFEREE_DATA_DIR is in use by another service: {kept}\n"
    finally:
        assert second.server.stop()[0] == 0 and second.left() == []


def there(url: str) -> Any:
    answer = requests.get(url, timeout=30)
    return answer.json() if answer.status_code != 503 else None


class Refused:
    """A service that does not start: what it said."""

    def __init__(self, place: Path, command: str = "serve", **settings: str) -> None:
        tried = subprocess.run(
            [sys.executable, "-m", "service", command],
            cwd=ROOT,
            env=environment(**{"REFEREE_PORT": "0", "TMPDIR": str(place), **settings}),
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
            check=False,
        )
        assert tried.returncode == 1 and tried.stdout == ""
        self.said = tried.stderr


@pytest.mark.parametrize(
    ("command", "settings", "said"),
    [
        ("serve", {"REFEREE_DATA_DIR": "/proc/none"}, "REFEREE_DATA_DIR cannot be used"),
        ("serve", {"REFEREE_DATA_DIR": "/dev/null"}, "REFEREE_DATA_DIR cannot be used"),
        ("serve", {"REFEREE_REDIS_URL": "mysql://host"}, "REFEREE_REDIS_URL must be"),
        ("worker", {}, "REFEREE_REDIS_URL"),
        ("serve", {"REFEREE_BOTS": "no.such.module:BOT"}, "REFEREE_BOTS: no.such.module:BOT cannot be had"),
        ("serve", {"REFEREE_BOTS": "tests.http.bots:Slow"}, "is no object of a class that inherits"),
        ("api", {"REFEREE_BOTS": "tests.http.bots:NONE"}, "cannot be had"),
        ("serve", {"REFEREE_BOTS": "tests.faults.bots:TAKEN"}, "there is a bot random already"),
        ("serve", {"REFEREE_BOTS": "tests.faults.bots:PLANNED"}, "the name search is kept"),
        ("worker", {"REFEREE_REDIS_URL": "unix:///nowhere", "REFEREE_BOTS": "tests.faults.bots:PLANNED"}, "is kept"),
        ("serve", {"REFEREE_BOTS": "tests.faults.bots:NAMELESS"}, "has no name"),
        ("check", {"REFEREE_BOTS": "tests.faults.bots:NUMBERED"}, "has no name"),
        ("worker", {"REFEREE_REDIS_URL": "unix:///nowhere", "REFEREE_BOTS": "tests.no:BOT"}, "cannot be had"),
        ("check", {"REFEREE_PORT": "x"}, "REFEREE_PORT must be"),
    ],
)
def test_what_it_cannot_start_with(tmp_path: Path, command: str, settings: dict[str, str], said: str) -> None:
    refused = Refused(tmp_path, command, **settings)
    assert said in refused.said and "Traceback" not in refused.said and refused.said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
