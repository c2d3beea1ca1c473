"""``POST /v1/games/{game}/rulings``: what the referee would say of a move."""

from typing import Any, Final

from flask import Blueprint

from referee.game import Game
from referee.rulings import Invalid, NotFromAView
from service.asking import check_after, table_of, viewers, views
from service.calls import FROM_STATE, game_call
from service.problems import problem_of

rulings: Final = Blueprint("rulings", __name__)


@game_call(
    rulings,
    "rulings",
    "Ask about a move",
    "Rules on a move, or on several one after the other, up to and including the first illegal one, and keeps "
    "nothing. A view takes one "
    "move, of its own seat. With `view_for`, the views after the legal moves as well.",
    problems=(*FROM_STATE, "not-from-a-view", "stale-move"),
)
def rule(game: Game, body: dict[str, Any]) -> dict[str, Any]:
    """The rulings, and the views asked for."""
    state = body["state"]
    listed = body["moves"] if "moves" in body else [body["move"]]
    if state["perspective"] is not None and (len(listed) > 1 or "view_for" in body):
        raise NotFromAView("From a view one move can be ruled on, and no other view be made.")
    table = table_of(game, state, "/state")
    check_after(table, body)
    wanted = viewers(body.get("view_for"), table.seats)
    found: list[dict[str, Any]] = []
    for index, asked in enumerate(listed):
        ruling = table.rule_on(asked)
        found.append(ruling.as_data())
        if not ruling.legal:
            break
        if wanted or index + 1 < len(listed):
            try:
                table.apply(ruling)
            except Invalid as error:
                raise problem_of(error, f"/moves/{index}" if "moves" in body else "/move") from None
    answer: dict[str, Any] = {"rulings": found}
    if "view_for" in body:
        answer["views"] = views(table, wanted)
    return answer
