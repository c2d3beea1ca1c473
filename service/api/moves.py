"""``POST /v1/games/{game}/moves``: moves that are made."""

from typing import Any, Final

from flask import Blueprint

from referee.game import Event, Game
from referee.rulings import Illegal, Invalid
from service.asking import check_after, state_table, viewers, views
from service.calls import FROM_STATE, game_call
from service.problems import problem_of

moves: Final = Blueprint("moves", __name__)


@game_call(
    moves,
    "moves",
    "Make a move",
    "Rules on a move, or on several one after the other, and applies them: all of them or none. The first illegal "
    "one is answered "
    "with `illegal-move`.",
    problems=(*FROM_STATE, "illegal-move", "not-from-a-view", "stale-move"),
)
def move(game: Game, body: dict[str, Any]) -> dict[str, Any]:
    """The state after the moves, what happened, the rulings and the views asked for."""
    table = state_table(game, body["state"], "/state")
    check_after(table, body)
    wanted = viewers(body.get("view_for"), table.seats)
    listed = body["moves"] if "moves" in body else [body["move"]]
    rulings: list[dict[str, Any]] = []
    events: list[Event] = []
    for index, made in enumerate(listed):
        ruling = table.rule_on(made)
        if ruling.violation is not None:
            raise Illegal(ruling.violation, index)
        try:
            events.extend(table.apply(ruling))
        except Invalid as error:
            raise problem_of(error, f"/moves/{index}" if "moves" in body else "/move") from None
        rulings.append(ruling.as_data())
    return {"state": table.written_state(None), "events": events, "rulings": rulings, "views": views(table, wanted)}
