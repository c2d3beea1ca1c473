"""``POST /v1/games/{game}/combinations``: what some cards can be read as."""

from typing import Any, Final

from flask import Blueprint

from referee.game import Game
from service.calls import game_call
from service.problems import Problem

combinations: Final = Blueprint("combinations", __name__)


@game_call(
    combinations,
    "combinations",
    "Read some cards",
    "All that some cards can be read as, away from any table, and whether one of the readings beats other cards. "
    "Both sets together must "
    "fit the pack.",
)
def read(game: Game, body: dict[str, Any]) -> dict[str, Any]:
    """The readings; whether one beats ``against``, and whether it captures."""
    against = body.get("against")
    if isinstance(against, list):
        against = {"cards": against}
    options = body["options"] if "options" in body else game.resolve_options({})
    found = game.read_combination(options, body["cards"], body.get("context"), against)
    if found is None:
        raise Problem("not-offered", "This game has no combinations.")
    return found
