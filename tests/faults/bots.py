"""Bots that cannot be added."""

from typing import Final

from referee.bots.bot import Bot, Choice
from referee.bots.random import RandomBot
from referee.game import Game, State


class Nameless(Bot):
    def __init__(self) -> None:
        self.moves = 0

    def choose(self, game: Game, view: State, seed: str) -> Choice:
        raise AssertionError


class Numbered(Nameless):
    name = 5  # type: ignore[assignment]


TAKEN: Final = RandomBot("random")
PLANNED: Final = RandomBot("search")
NAMELESS: Final = Nameless()
NUMBERED: Final = Numbered()
