"""``POST /v1/games/{game}/legal-moves``: what a seat may do now."""

from typing import Any, Final

from flask import Blueprint

from referee.game import Game
from referee.rulings import Invalid
from schemas.requests import LEGAL_MOVES
from service.asking import table_of
from service.calls import FROM_STATE, game_call

legal_moves: Final = Blueprint("legal_moves", __name__)


@game_call(
    legal_moves,
    "legal-moves",
    "List the legal moves",
    "The legal moves of a seat, from the state or from the view of that seat. `total` and `by_kind` are exact and "
    "count all, "
    "also those that are not listed. A seat that may not act now has none.",
    problems=(*FROM_STATE, "not-from-a-view"),
)
def legal(game: Game, body: dict[str, Any]) -> dict[str, Any]:
    """The moves listed, their number, all and by kind, and whether some are not listed."""
    table = table_of(game, body["state"], "/state")
    seat = body.get("seat")
    if seat is not None and seat >= table.seats:
        raise Invalid({"/seat": f"must be a seat from 0 to {table.seats - 1}"})
    found = table.legal_moves(seat, body.get("limit", LEGAL_MOVES), body.get("kinds"))
    return {
        "moves": found.moves,
        "total": found.total,
        "by_kind": found.by_kind,
        "truncated": found.truncated,
    }
