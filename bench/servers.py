"""Servers as they are run, started for a measurement: the API, the whole service, and the API with an echo beside it.

``python -m bench.servers`` is that last one: the application of this service with one more call, which reads a body as
all calls do and answers with it. What it takes is the price of HTTP and JSON; what the others take on top is ours.
"""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from flask import Blueprint, Response

from bench.child import ROOT, Broken, environment
from service.app import create_app
from service.calls import answered, config
from service.commands import BACKLOG
from service.config import Config
from service.limits import JSON, check_accept, read_json
from service.server import Server
from service.supervisor import die_with_parent

ECHO: Final = Blueprint("echo", __name__)
STOPPED_WITHIN: Final = 30.0
TICKS: Final = os.sysconf("SC_CLK_TCK")


@ECHO.post("/v1/games/<game>/echo")
def echo(game: str) -> Response:
    """The body, parsed and written again."""
    check_accept([JSON])
    return answered(read_json(config().max_body))


@ECHO.get("/process")
def process() -> Response:
    """Which process answers."""
    return answered({"process": os.getpid()})


class EchoServer(Server):
    """The service's own server, with an echo."""

    def load(self) -> Any:
        """The service's application, with one call more."""
        app = create_app(Config.read(os.environ))
        app.register_blueprint(ECHO)
        return app


class Running:
    """A server as a process of its own, on a free port of 127.0.0.1; a context that stops it. Raises Broken when it
    does not start.
    """

    def __init__(self, *command: str, **settings: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            env=environment(REFEREE_PORT="0", **settings),
            stdin=subprocess.DEVNULL,
            preexec_fn=lambda: die_with_parent(signal.SIGTERM),
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = 0
        assert self._process.stdout is not None
        for line in self._process.stdout:
            found = re.search(r"the API +http://[^:]+:(\d+)", line)
            if found:
                self.port = int(found[1])
            if "Ctrl-C" in line:
                break
        if not self.port:
            raise Broken(f"{' '.join(command)} does not start")

    def __enter__(self) -> "Running":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.communicate(timeout=STOPPED_WITHIN)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.communicate()

    @property
    def processes(self) -> list[int]:
        """The processes below this one that do the work: those that have no children of their own."""
        return _leaves(self._process.pid)

    def cpu(self) -> float:
        """Seconds of the processor that the working processes have taken so far."""
        return sum(_cpu(pid) for pid in self.processes)


def _leaves(pid: int) -> list[int]:
    told = [
        int(word) for task in Path(f"/proc/{pid}/task").iterdir() for word in (task / "children").read_text().split()
    ]
    return [leaf for child in told for leaf in _leaves(child)] if told else [pid]


def _cpu(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICKS


def command_of(pid: int) -> str:
    """The command line of a process."""
    return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")


def resident(pid: int | str = "self") -> float:
    """The memory that a process has in use, in MiB."""
    found = re.search(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    if found is None:
        raise Broken("a process that was to be measured is gone")
    return int(found[1]) / 1024


def main() -> None:
    """Serves until it is told to stop."""
    settings = Config.read(os.environ)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind((settings.host, settings.port))
    listener.listen(BACKLOG)
    EchoServer(settings, listener).run()


if __name__ == "__main__":
    main()
