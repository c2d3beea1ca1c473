"""``POST /v1/games/{game}/views``: what each seat knows."""

from typing import Any, Final

from flask import Blueprint

from referee.game import TABLE_VIEW, Game
from referee.rulings import Invalid
from service.asking import state_table
from service.asking import views as views_of
from service.calls import FROM_STATE, game_call

views: Final = Blueprint("views", __name__)


@game_call(
    views,
    "views",
    "Show what a seat knows",
    "The view of a seat or of the table (what everybody knows), or all views when none is named.",
    problems=(*FROM_STATE, "not-from-a-view"),
)
def show(game: Game, body: dict[str, Any]) -> dict[str, Any]:
    """One view, or all of them."""
    table = state_table(game, body["state"], "/state")
    if "seat" not in body:
        return {"views": views_of(table, [*range(table.seats), TABLE_VIEW])}
    seat = body["seat"]
    if isinstance(seat, int) and seat >= table.seats:
        raise Invalid({"/seat": f"must be a seat from 0 to {table.seats - 1}"})
    return {"view": table.view(seat)}
