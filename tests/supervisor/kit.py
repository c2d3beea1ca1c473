"""A process with all that comes of it, known by a mark in the environment that each inherits."""

import os
import secrets
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.faults.kit import ROOT, until

MARK = "MARK_OF_THE_TEST"
STOPPED_WITHIN = 10.0


class Family:
    """A command that was started, and its descendants; what it says is in the file ``said``."""

    def __init__(self, command: Sequence[str], said: Path, environment: Mapping[str, str] | None = None) -> None:
        self._mark = f"{MARK}={secrets.token_hex(8)}".encode()
        name, _, value = self._mark.decode().partition("=")
        self._said = said
        with said.open("wb") as output:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, **(environment or {}), name: value},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        return self._said.read_text()

    def alive(self) -> list[int]:
        """The process ids of all that still run."""
        return [int(entry.name) for entry in Path("/proc").glob("[0-9]*") if self._is_one(entry)]

    def _is_one(self, entry: Path) -> bool:
        try:
            # Of a process that has ended, and was not waited for yet, this is empty.
            return self._mark in (entry / "environ").read_bytes().split(b"\0")
        except OSError:
            return False

    def ends(self, seconds: float = STOPPED_WITHIN) -> int:
        """Waits for the command to end. Returns its exit code."""
        until(lambda: self.process.poll() is not None, seconds, "it has ended")
        return int(self.process.returncode)

    def close(self) -> None:
        for pid in self.alive():
            os.kill(pid, signal.SIGKILL)
        self.process.wait()
