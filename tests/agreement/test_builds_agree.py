"""The compiled build and plain Python say the same, move for move and digest for digest."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import referee

TRACE = Path(__file__).parent / "trace.py"
DEALS = 48


def trace(**settings: str) -> list[str]:
    environment = {**os.environ, **settings}
    run = subprocess.run(
        [sys.executable, str(TRACE), str(DEALS)], env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr[-3000:]
    return run.stdout.splitlines()


def test_both_builds_say_the_same() -> None:
    if os.environ.get("REFEREE_BUILD") in ("pure", "auto") and referee.build_info()["build"] == "pure":
        pytest.skip("plain Python was asked for, so that there is no compiled build to compare with")
    compiled = trace(REFEREE_BUILD="compiled", REFEREE_PURE="0")
    plain = trace(REFEREE_BUILD="auto", REFEREE_PURE="1")
    assert (compiled[0], plain[0]) == ("compiled", "pure")
    assert compiled[1:] == plain[1:]
