"""Bots of the tests' own, which the whole service gets by its settings."""

import sys
import time
from asyncio import CancelledError
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


class Faulty(Bot):
    """Does what the seed says, which no bot may: each is a fault of its own."""

    def choose(self, game: Game, view: State, seed: str) -> Choice:
        choice = RANDOM.choose(game, view, seed)
        first = choice.candidates[0]
        if seed == "exit":
            sys.exit("the hand " + view["deal"]["hands"][view["perspective"]][0])
        elif seed == "cancelled":
            raise CancelledError("the hand " + view["deal"]["hands"][view["perspective"]][0])
        elif seed == "large":
            first["move"]["note"] = "x" * 2_000_000
        elif seed == "object":
            first["score"] = object()
        elif seed == "float":
            first["score"] = 1.5
        elif seed == "bool":
            first["score"] = True
        elif seed == "huge":
            first["score"] = 2**70
        elif seed == "more":
            first["reason"] = "it looked good"
        elif seed == "seat":
            choice.move["seat"] = bool(choice.move["seat"])  # type: ignore[index]
        elif seed == "seed":
            return Choice(choice.move, choice.candidates, "another")
        elif seed == "many":
            return Choice(choice.move, choice.candidates[:1] * 11, seed)
        elif seed == "none":
            return Choice(None, choice.candidates, seed)
        return choice


class Careless(Bot):
    """Writes its cards in its own way and order."""

    def choose(self, game: Game, view: State, seed: str) -> Choice:
        choice = RANDOM.choose(game, view, seed)
        for move in (choice.move, *(candidate["move"] for candidate in choice.candidates)):
            if move is not None and "cards" in move:
                move["cards"] = [card.lower() for card in reversed(move["cards"])]
        return choice


FAULTS: Final = [
    "exit",
    "cancelled",
    "large",
    "object",
    "float",
    "bool",
    "huge",
    "more",
    "seat",
    "seed",
    "many",
    "none",
]
FAULTY: Final = Faulty("faulty")
CARELESS: Final = Careless("careless")
SLOW: Final = Slow("slow")
WRONG: Final = Wrong("wrong")
