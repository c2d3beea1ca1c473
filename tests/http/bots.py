"""Bots of the tests' own, which the whole service gets by its settings."""

import time
from typing import Any, Final

from referee.bots.bot import Bot, Choice
from referee.bots.random import RANDOM
from referee.game import Game, State


class Slow(Bot):
    """Thinks for as long as the seed says, in milliseconds."""

    def choose(self, game: Game, view: State, seed: str) -> Choice:
        end = time.monotonic() + int(seed) / 1000
        while time.monotonic() < end:
            time.sleep(0.01)
        return RANDOM.choose(game, view, seed)


class Wrong(Bot):
    """Chooses a move of another seat."""

    def choose(self, game: Game, view: State, seed: str) -> Choice:
        move: dict[str, Any] = {"seat": (view["perspective"] + 1) % view["seats"], "type": "pass"}
        return Choice(move, [], seed)


SLOW: Final = Slow("slow")
WRONG: Final = Wrong("wrong")
