"""The compiled build and plain Python say the same, move for move and digest for digest."""

import os

import pytest

import referee
from referee.games.registry import GAMES
from tests.agreement.builds import start
from tests.amount import amount

DEALS = amount(24)
"""Of each game, so that every combination of options comes up three times at least; ``python -m tests.agreement 2000``
compares as many as one likes."""


def trace(build: str) -> list[str]:
    run = start(build, DEALS)
    said, _ = run.communicate()
    assert run.returncode == 0
    return said.splitlines()


def test_both_builds_say_the_same() -> None:
    if os.environ.get("REFEREE_BUILD") in ("pure", "auto") and referee.build_info()["build"] == "pure":
        pytest.skip("plain Python was asked for, so that there is no compiled build to compare with")
    compiled = trace("compiled")
    assert len(compiled) == DEALS * len(GAMES)
    assert compiled == trace("pure")
