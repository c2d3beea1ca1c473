"""``POST /v1/games/{game}/bot-moves``: what a bot would do."""

from typing import Any, Final

from flask import Blueprint, Response

from referee.bots.bot import seen_by
from referee.game import Game
from referee.rulings import Inconsistent, Invalid
from schemas.jobs import BOT
from service.asking import fresh_seed
from service.calls import FROM_STATE, config, game_call
from service.jobs.bot_moves import order
from service.jobs.bots import PLANNED
from service.making import JOB_PROBLEMS, check_offered, made, unknown_bots
from service.problems import problem_of

bot_moves: Final = Blueprint("bot_moves", __name__)


@game_call(
    bot_moves,
    "bot-moves",
    "Let a bot choose a move",
    "Makes a job: a bot chooses a move for a seat, from what that seat can see. The move is not made. Of a state only "
    "the view of the seat goes into the queue. Header `Prefer: wait=3` waits up to so many seconds (at most 10) for "
    "the job; header `Idempotency-Key` (1 to 255 printable ASCII characters) makes the same request give the same job, "
    "as long as that lives.",
    202,
    problems=(*FROM_STATE, "illegal-move", "not-from-a-view", *JOB_PROBLEMS),
    makes_job=True,
)
def bot_move(game: Game, body: dict[str, Any]) -> Response:
    """The job, finished when it was waited for."""
    bot = body.get("bot", BOT)
    budget = body.get("budget", {})
    faults = unknown_bots({"/bot": bot})
    if "iterations" in budget and not faults and bot not in PLANNED:
        faults["/budget/iterations"] = "is for bots that search, and this one does not"
    if "budget" in body and len(budget) != 1:
        faults["/budget"] = "must have either ms or iterations"
    if faults:
        raise Invalid(faults)
    check_offered([bot])
    try:
        view = seen_by(game, body["state"], body.get("seat"))
    except Inconsistent as error:
        raise problem_of(error, "/state") from None
    settings = config()
    return made(
        order(
            game.name,
            view,
            bot,
            body.get("seed") or fresh_seed(),
            pace=body.get("pace_ms", budget.get("ms", 0)),
            limit=settings.job_limit * 1000,
            life=settings.job_life * 1000,
        )
    )
