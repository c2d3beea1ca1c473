"""The shapes of jobs: what asks for one, and the document that tells of one."""

from typing import Final

from schemas.body import Body, body
from schemas.parts import SEED, Parts
from schemas.shapes import GREATEST, Either, ListOf, Maybe, Object, OneOf, Shape, Text, Whole, bytes_of

STATUSES: Final = ("queued", "running", "succeeded", "failed", "cancelled")
LONGEST: Final = 60_000
"""The most milliseconds that a budget or a pace may have."""
MOST_ITERATIONS: Final = 1_000_000
BOT: Final = "greedy"
"""The bot that moves unless another is named."""
BOT_NAME: Final = Text("the name of a bot", bytes_of(1, 64), minLength=1, maxLength=64)
_ID: Final = Text("a string", bytes_of(1, 64), pattern="^[0-9a-f]{32}$")
_TEXT: Final = Text("a string", bytes_of(0, GREATEST))
_TIME: Final = Text("a time (RFC 3339)", bytes_of(1, 64), format="date-time")


def bot_moves(parts: Parts, state: Object) -> Body:
    """The body of ``bot-moves``."""
    budget = Either(Object({}, {"ms": Whole(1, LONGEST), "iterations": Whole(1, MOST_ITERATIONS)}))
    optional: dict[str, Shape] = {
        "seat": parts.seat.told("The seat that must act unless said, in a view its own."),
        "bot": BOT_NAME.told(f"A bot by name; {BOT} unless said."),
        "budget": budget.told(
            "How much the bot may think: either of the two. These bots make up their mind at once: `ms` is then the "
            "pace, and `iterations` are for bots that search."
        ),
        "seed": Maybe(SEED).told("From which all chance of the bot comes; made by the service unless said."),
        "pace_ms": Whole(0, LONGEST).told(
            "The job is not shown as finished sooner than so many milliseconds after it was made; `budget.ms` unless "
            "said, else 0. So a bot's speed does not tell how much choice it had."
        ),
    }
    return body(f"{parts.title}BotMoves", Object({"state": state}, optional))


def bot_moved(parts: Parts) -> Object:
    """What the job of a bot's move comes to."""
    candidate = Object({"move": parts.move, "score": Whole()})
    return Object({"move": Maybe(parts.move), "candidates": ListOf(candidate), "seed": SEED}).named(
        f"{parts.title}BotMoved",
        "`move` is null when the seat may act, need not and would not. `candidates` are for the seat alone.",
    )


def job(name: str, *results: Shape, partial: Shape | None = None) -> Object:
    """A job that comes to one of these, and may show some ``partial`` of it before."""
    result = results[0] if len(results) == 1 else Either(*results)
    return Object(
        {
            "id": _ID,
            "kind": _TEXT,
            "status": OneOf(*STATUSES),
            "progress": Object({"done": Whole(0), "total": Whole(1)}),
            "partial": Maybe(partial or result).told(
                "What there is of a simulation so far, about once a second anew; null before and after, and for others."
            ),
            "result": Maybe(result).told("Null until the job has succeeded."),
            "failure": Maybe(Object({"reason": _TEXT, "message": _TEXT})).told("Null unless the job has failed."),
            "created_at": _TIME,
            "expires_at": Maybe(_TIME).told("Until when a finished job is kept; null before it is finished."),
        }
    ).named(name, "Work that is done by workers, and how far it is.")
