"""``POST /v1/games/{game}/simulations``: many deals, played by bots."""

from typing import Any, Final

from flask import Blueprint, Response

from referee.game import Game
from referee.rulings import Invalid
from schemas.jobs import BOT
from service.asking import fresh_seed
from service.calls import config, game_call
from service.jobs.simulations import order
from service.making import QUOTA_PROBLEMS, check_offered, jobs, made, unknown_bots

simulations: Final = Blueprint("simulations", __name__)


@game_call(
    simulations,
    "simulations",
    "Simulate many deals",
    "Makes a job: bots play many deals, each by itself, without a match around it. It tells of scores, wins and places "
    "by seat, role and bot, with 95 % intervals. The same options, bots, deals, seed and duplicate give the same "
    "result, to the last digit, however many workers play (`timing` is measured, and stands apart). Deal 17 of the "
    "seed `x` is the first deal of the match with the seed `x/17`. While the job runs, its `partial` is what there is "
    "so far. Headers `Prefer` and `Idempotency-Key` as for bot moves.",
    202,
    problems=QUOTA_PROBLEMS,
    makes_job=True,
)
def simulation(game: Game, body: dict[str, Any]) -> Response:
    """The job, finished when it was waited for."""
    options = body.get("options") or game.resolve_options({})
    seats = game.seats(options)
    given = body.get("bots", BOT)
    bots = [given] * seats if isinstance(given, str) else list(given)
    settings = config()
    named = {"/bots": given} if isinstance(given, str) else {f"/bots/{place}": bot for place, bot in enumerate(bots)}
    faults = unknown_bots(named)
    if len(bots) != seats:
        faults["/bots"] = f"there must be {seats} bots, one a seat, or a single one for all"
    if body["deals"] > settings.most_deals:
        faults["/deals"] = f"must be at most {settings.most_deals} here"
    if faults:
        raise Invalid(faults)
    check_offered(bots)
    jobs()  # without a queue, nothing is tried out first
    return made(
        order(
            game,
            options,
            bots,
            body["deals"],
            body.get("seed") or fresh_seed(),
            body.get("duplicate", False),
            limit=settings.job_limit * 1000,
            life=settings.job_life * 1000,
        )
    )
