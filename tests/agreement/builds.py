"""Runs of `trace` in one build or the other, each in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

TRACE: Final = Path(__file__).parent / "trace.py"
BUILDS: Final = ("compiled", "pure")
SETTINGS: Final = {
    "compiled": {"REFEREE_BUILD": "compiled", "REFEREE_PURE": "0"},
    "pure": {"REFEREE_BUILD": "auto", "REFEREE_PURE": "1"},
}


class Deal:
    """What was said of one deal: ``line`` as a whole, of it the ``number`` of the deal and its ``steps``."""

    def __init__(self, line: str) -> None:
        self.line = line
        _, number, steps, _ = line.split(" ", 3)
        self.number = int(number)
        self.steps = int(steps)


def start(build: str, deals: int, *games: str) -> "subprocess.Popen[str]":
    """Starts a run; its output is a line a deal, of the games named, or of all."""
    command = [sys.executable, str(TRACE), build, str(deals), *games]
    return subprocess.Popen(command, env={**os.environ, **SETTINGS[build]}, stdout=subprocess.PIPE, text=True)
