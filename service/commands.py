"""What the command ``referee`` can do: serve, alone or in parts, write the document, judge records."""

import argparse
import errno
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NoReturn

import orjson

from referee import build_info
from service.config import REDIS_URL, SETTINGS, BadSetting, Config, strangers
from service.records import verdict_lines

BACKLOG: Final = 512
DESCRIPTOR: Final = "--descriptor"
QUIET: Final = "--quiet"
GRACE_SECONDS: Final = 10
"""So long a request that is being answered may go on when the service stops."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; ``arguments`` are the command line's unless given. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="referee", description="A stateless referee for card games, over HTTP.")
    build = build_info()
    version = f"card-referee {build['version']} ({build['build']}: {build['reason']})"
    parser.add_argument("--version", action="version", version=version)
    commands = parser.add_subparsers(dest="command", required=True)
    settings = "\n".join(f"  {one.variable:22}{one.meaning} {one.says}; default {one.default}." for one in SETTINGS)
    for name, told in (
        ("serve", "run the whole service in the foreground: the API, a worker, and a server for their queue"),
        ("api", "run the API alone; its jobs are for workers elsewhere"),
        ("worker", "run a worker alone, for the server that REFEREE_REDIS_URL names"),
    ):
        command = commands.add_parser(
            name,
            help=told,
            description=f"{told[:1].upper()}{told[1:]}.",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            epilog="settings, from the environment:\n" + settings,
        )
        if name == "api":
            command.add_argument(DESCRIPTOR, type=int, help="the number of a socket that is open and listens already")
        if name == "worker":
            command.add_argument(QUIET, action="store_true", help="say nothing but what goes wrong")
    commands.add_parser("check", help="check the settings, and the bots that they name, and start nothing")
    commands.add_parser("openapi", help="write openapi.yaml to standard output")
    judge = commands.add_parser("judge", help="judge records of matches, one a line (NDJSON); - is standard input")
    judge.add_argument("file")
    given = parser.parse_args(arguments)
    try:
        config = Config.read(os.environ)
    except BadSetting as error:
        return _refuse(str(error))
    if given.command == "judge":
        return _judge(given.file, config)
    if given.command == "openapi":
        return _openapi()
    part = getattr(given, "quiet", False) or getattr(given, "descriptor", None) is not None
    for name in [] if part else strangers(os.environ):
        print(f"{name} is no setting of this release, and nothing is done with it.", file=sys.stderr)
    try:
        if given.command == "check":
            _check(config)
        if given.command == "worker":
            return _worker(config, given.quiet)
        if given.command == "api" and given.descriptor is not None:
            return _api(config, socket.socket(fileno=given.descriptor))
        with _listen(config) as listener:
            return _api(config, listener) if given.command == "api" else _serve(config, listener)
    except (BadSetting, _CannotListen) as error:
        return _refuse(str(error))


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


def _openapi() -> int:
    from service.app import create_app
    from service.openapi import written

    sys.stdout.write(written(create_app(Config.read({}))))
    return 0


def _check(config: Config) -> NoReturn:
    """Says that the settings can be used. Raises BadSetting."""
    from service.jobs.bots import load

    load(config.bots)
    print("The settings can be used.", flush=True)
    os._exit(0)  # whatever a module has begun ends here


def _serve(config: Config, listener: socket.socket) -> int:
    """The whole service, its parts in processes of their own."""
    from service.supervisor import Part, Supervisor
    from service.valkey import Embedded, Unusable

    command = [sys.executable, "-m", "service"]
    if config.bots:
        # So that it is said once; and in a process of its own, since a module may do anything when it is imported.
        checked = subprocess.run([*command, "check"], stdout=subprocess.DEVNULL, check=False)
        if checked.returncode:
            return checked.returncode
    try:
        embedded = None if config.redis_url else Embedded(config.data_dir)
    except Unusable as error:
        return _refuse(str(error))
    url = {REDIS_URL.variable: embedded.url if embedded else config.redis_url}
    descriptor = listener.fileno()
    # A part that is killed leaves its temporary files behind: here they go with the service.
    scratch = tempfile.TemporaryDirectory(prefix="card-referee-")
    parts = [
        Part("The worker", [*command, "worker", QUIET], environment={**url, "TMPDIR": scratch.name}),
        Part(
            "The API",
            [*command, "api", DESCRIPTOR, str(descriptor)],
            environment={**url, "TMPDIR": scratch.name},
            descriptors=[descriptor],
            grace=GRACE_SECONDS + 2,
        ),
    ]
    if embedded:
        valkey = Part(
            "Valkey",
            embedded.command,
            folder=embedded.folder,
            settings=embedded.settings,
            descriptors=embedded.descriptors,
            quiet=True,
            last_words=lambda: embedded.last_words,
        )
        parts.insert(0, valkey)
    try:
        return Supervisor(parts).run()
    finally:
        scratch.cleanup()
        if embedded:
            embedded.close()


def _api(config: Config, listener: socket.socket) -> int:
    from service.jobs.bots import load
    from service.server import Server

    load(config.bots)
    Server(config, listener).run()
    return 0


def _worker(config: Config, quiet: bool) -> int:
    if not config.redis_url:
        raise BadSetting(f"A worker needs a server to work for: set {REDIS_URL.variable} to {REDIS_URL.says}.")
    from service.jobs.bot_moves import BOT_MOVE
    from service.jobs.bots import load
    from service.jobs.kinds import register
    from service.jobs.simulations import SIMULATION
    from service.jobs.worker import Worker

    load(config.bots)
    register(BOT_MOVE)
    register(SIMULATION)
    if not quiet:
        print(
            f"card-referee {build_info()['version']}: a worker with {config.job_processes} processes, for the queues "
            f"{', '.join(config.job_queues)}.\nStop it with Ctrl-C.",
            flush=True,
        )
    return Worker(config.redis_url, config.job_processes, config.job_queues, config.log_level).run()


class _CannotListen(Exception):
    """The address cannot be listened on; the message is a sentence."""


def _listen(config: Config) -> socket.socket:
    """The socket to listen on, taken before anything is started."""
    try:
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
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = "something else is listening there"
        else:
            reason = (error.strerror or str(error)).lower()
        raise _CannotListen(f"card-referee cannot listen on {config.host} port {config.port}: {reason}.") from None
    return listener
