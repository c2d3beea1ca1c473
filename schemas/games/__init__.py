"""The shapes of each game: one module a game, found by the game's name."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from referee.games.registry import GAMES
from schemas.games.shapes import GameShapes


def _shapes() -> dict[str, GameShapes]:
    found: dict[str, GameShapes] = {}
    for name, game in GAMES.items():
        module = import_module(f"{__name__}.{name.replace('-', '_')}")
        found[name] = module.shapes(game)
    return found


SHAPES: Final[Mapping[str, GameShapes]] = _shapes()
"""The shapes of every game that is offered, by the game's name."""
