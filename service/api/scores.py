"""``POST /v1/games/{game}/scores``: what deals that were played elsewhere are worth."""

from typing import Any, Final

from flask import Blueprint

from referee.game import Game
from service.calls import game_call

scores: Final = Blueprint("scores", __name__)


@game_call(
    scores,
    "scores",
    "Score deals",
    "Scores a list of outcomes as deals of one match, without any cards: each deal's scores and how they came "
    "about, the totals, and who "
    "has won. With `cut_short` the match ends after the last deal given.",
)
def score(game: Game, body: dict[str, Any]) -> dict[str, Any]:
    """The scores of each deal, the totals, winners and leaders."""
    options = body["options"] if "options" in body else game.resolve_options({})
    return game.score(options, body["deals"], body.get("cut_short", False))
