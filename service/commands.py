"""What the command ``referee`` can do: serve, write the document, judge records."""

import argparse
import errno
import os
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import orjson
from gunicorn.app.base import BaseApplication
from gunicorn.config import KNOWN_SETTINGS

from referee import build_info
from service.app import create_app
from service.config import SETTINGS, BadSetting, Config, strangers
from service.openapi import written
from service.records import verdict_lines
from service.worker import Worker

SHARED_MEMORY: Final = "/dev/shm"
GRACE_SECONDS: Final = 10
BACKLOG: Final = 512


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; ``arguments`` are the command line's unless given. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="referee", description="A stateless referee for card games, over HTTP.")
    build = build_info()
    version = f"card-referee {build['version']} ({build['build']}: {build['reason']})"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(dest="command", required=True)
    settings = "\n".join(f"  {one.variable:22}{one.meaning} {one.says}; default {one.default}." for one in SETTINGS)
    commands.add_parser(
        "serve",
        help="run the service in the foreground",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="settings, from the environment:\n" + settings,
    )
    commands.add_parser("openapi", help="write openapi.yaml to standard output")
    judge = commands.add_parser("judge", help="judge records of matches, one a line (NDJSON); - is standard input")
    judge.add_argument("file")
    given = parser.parse_args(arguments)
    try:
        config = Config.read(os.environ)
    except BadSetting as error:
        return _refuse(str(error))
    if given.command == "openapi":
        sys.stdout.write(written(create_app(Config.read({}))))
        return 0
    if given.command == "judge":
        return _judge(given.file, config)
    return _serve(config)


def _refuse(message: str) -> int:
    print(message, file=sys.stderr)
    return 1


def _judge(name: str, config: Config) -> int:
    """Writes one verdict a line; 0 when every record is legal, else 2."""
    try:
        source = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115
    except OSError as error:
        return _refuse(f"{name} cannot be read: {error.strerror}.")
    sound = True
    with source:
        for verdict in verdict_lines(source, config.max_line):
            sound = sound and verdict["verdict"] == "legal"
            sys.stdout.write(orjson.dumps(verdict).decode() + "\n")
    return 0 if sound else 2


def _serve(config: Config) -> int:
    for name in strangers(os.environ):
        print(f"{name} is no setting of this release, and nothing is done with it.", file=sys.stderr)
    try:
        listener = _listen(config)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = "something else is listening there"
        else:
            reason = (error.strerror or str(error)).lower()
        return _refuse(f"card-referee cannot listen on {config.host} port {config.port}: {reason}.")
    _Server(config, listener).run()
    return 0


def _listen(config: Config) -> socket.socket:
    """The socket to listen on, taken before anything is started. Raises OSError."""
    found = socket.getaddrinfo(config.host, config.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


class _Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn with the settings of this service, on a socket that is open already."""

    def __init__(self, config: Config, listener: socket.socket) -> None:
        self._config = config
        port = listener.getsockname()[1]
        host = f"[{config.host}]" if ":" in config.host else config.host
        self._address = f"http://{host}:{port}"
        self._descriptor = listener.detach()
        super().__init__()

    def load_config(self) -> None:
        chosen: dict[str, Any] = {
            "bind": f"fd://{self._descriptor}",
            "backlog": BACKLOG,
            "worker_class": Worker,
            "workers": self._config.workers,
            "threads": self._config.threads,
            "preload_app": True,
            "graceful_timeout": GRACE_SECONDS,
            "sendfile": False,  # the worker counts how long a client lets it wait
            "loglevel": self._config.log_level,
            "when_ready": self._ready,
            "proc_name": "card-referee",
        }
        if Path(SHARED_MEMORY).is_dir():
            chosen["worker_tmp_dir"] = SHARED_MEMORY
        if any(setting.name == "control_socket_disable" for setting in KNOWN_SETTINGS):
            chosen["control_socket_disable"] = True
        for name, value in chosen.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return create_app(self._config)

    def _ready(self, arbiter: Any) -> None:
        build = build_info()
        print(
            f"card-referee {build['version']}, rules {build['build']} ({build['reason']}), "
            f"{self._config.workers} workers\n"
            f"  the API    {self._address}/v1/games\n"
            f"  to read    {self._address}/docs\n"
            f"  document   {self._address}/openapi.yaml\n"
            "Stop it with Ctrl-C.",
            flush=True,
        )
