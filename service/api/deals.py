"""``POST /v1/games/{game}/deals``: the first deal of a match, or the next."""

from typing import Any, Final

from flask import Blueprint

from referee.game import Game, Table
from service.asking import fresh_seed, state_table, viewers, views
from service.calls import FROM_STATE, game_call

deals: Final = Blueprint("deals", __name__)


@game_call(
    deals,
    "deals",
    "Deal",
    "Deals the first deal of a match: by `seed`, by one that the service makes (128 random bits), or as `hands` "
    "arrange it. With "
    "`continue`, a state whose deal is over, the next deal of its match. Events are told as those in `visible_to` "
    "may see them.",
    status=201,
    problems=(*FROM_STATE, "illegal-move", "not-from-a-view"),
)
def deal(game: Game, body: dict[str, Any]) -> dict[str, Any]:
    """The state after a deal, what happened, and the views asked for."""
    table = _continued(game, body) if "continue" in body else _first(game, body)
    wanted = viewers(body.get("view_for"), table.seats)
    return {"state": table.write(None), "events": table.events, "views": views(table, wanted)}


def _first(game: Game, body: dict[str, Any]) -> Table:
    seed = body.get("seed")
    if seed is None and "hands" not in body:
        seed = fresh_seed()  # SH-1
    options = body["options"] if "options" in body else game.resolve_options({})
    viewers(body.get("view_for"), game.seats(options))
    return game.deal(
        options, body.get("match_id"), seed, body.get(game.start_name), body.get("hands"), body.get(game.rest_name)
    )


def _continued(game: Game, body: dict[str, Any]) -> Table:
    table = state_table(game, body["continue"], "/continue")
    table.continue_with(body.get("hands"), body.get(game.rest_name))
    return table
