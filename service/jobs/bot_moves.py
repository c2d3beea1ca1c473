"""The job of a bot's move: what stands in the queue for it, and what a worker does with that."""

from typing import Any, Final

from referee.bots.bot import decide
from referee.bots.registry import bot_named
from referee.game import State
from referee.games.registry import GAMES
from service.jobs.kinds import MOVES, Kind, Report
from service.jobs.ledger import Order, Work


def order(game: str, view: State, bot: str, seed: str, pace: int, limit: int, life: int) -> Order:
    """The job: of a state only the view of the seat that is to move is in it. Times are in milliseconds."""
    given = {"game": game, "view": view, "bot": bot, "seed": seed}
    return Order(BOT_MOVE.name, BOT_MOVE.queue, given, pace=pace, limit=limit, life=life)


def choose(given: dict[str, Any]) -> dict[str, Any]:
    """What the bot of such a job does: ``move``, ``candidates``, ``seed``.

    Raises UnknownBot when this process has no such bot, and BadChoice for one that breaks the rules.
    """
    return decide(bot_named(given["bot"]), GAMES[given["game"]], given["view"], given["seed"]).as_data()


def _run(work: Work, report: Report) -> dict[str, Any]:
    return choose(work.input)


BOT_MOVE: Final = Kind("bot-move", MOVES, _run)
