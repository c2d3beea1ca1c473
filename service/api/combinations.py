"""``POST /v1/games/{game}/combinations``: what some cards can be read as."""

from typing import Any, Final

from flask import Blueprint

from referee.game import Game
from referee.rulings import Invalid
from service.calls import game_call
from service.problems import Problem

AGAINST: Final = "/against"
CARDS: Final = f"{AGAINST}/cards"

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
    cards_alone = isinstance(against, list)
    if cards_alone:
        against = {"cards": against}
    options = body["options"] if "options" in body else game.resolve_options({})
    try:
        found = game.read_combination(options, body["cards"], body.get("context"), against)
    except Invalid as error:
        if not cards_alone:
            raise
        # Pointers are those of the body as it came.
        raise Invalid({where.replace(CARDS, AGAINST, 1): fault for where, fault in error.faults.items()}) from None
    if found is None:
        raise Problem("not-offered", "This game has no combinations.")
    return found
