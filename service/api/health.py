"""``/healthz`` and ``/readyz``: whether the service runs, and whether it answers."""

from typing import Any, Final

from flask import Blueprint, current_app

from referee import build_info
from referee.games.registry import GAMES
from schemas.shapes import ListOf, Maybe, Object, OneOf, Text, Whole, bytes_of
from service.calls import get_call
from service.jobs.kinds import MOVES
from service.jobs.queue import QueueUnavailable
from service.making import queue_of

health: Final = Blueprint("health", __name__)

_TEXT: Final = Text("a string", bytes_of(0, 1 << 20))
HEALTH: Final = Object(
    {"status": OneOf("ok"), "version": _TEXT, "build": OneOf("compiled", "pure"), "reason": _TEXT}
).named("Health", "What is running: the version, and whether the rules run compiled or in plain Python.")
READY: Final = Object(
    {
        "status": OneOf("ready", "degraded"),
        "games": ListOf(_TEXT),
        "queue": OneOf("ready", "unavailable", "none"),
        "workers": Maybe(Whole(0)),
        "serving": Maybe(ListOf(_TEXT)),
    }
).named(
    "Ready",
    "`degraded`: everything that needs no job is answered, and bot moves are not: `queue` is `unavailable`, or among "
    "the queues that the `workers` are `serving` `moves` is not (both null when that is not known). Without a queue "
    "(`none`) no job can be made, and nothing is missing.",
)


@get_call(health, "/healthz", HEALTH, "What is running", tag="Service")
def healthy() -> dict[str, Any]:
    """The version and build."""
    return {"status": "ok", **build_info()}


@get_call(health, "/readyz", READY, "Whether requests are answered, and jobs done", tag="Service")
def ready() -> dict[str, Any]:
    """The games that are loaded, and how the queue is."""
    jobs = queue_of(current_app)
    present = None
    queue = "none"
    if jobs is not None:
        try:
            present = jobs.ready()
            queue = "ready"
        except QueueUnavailable:
            queue = "unavailable"
    sound = queue == "none" or (present is not None and MOVES in present.queues)
    return {
        "status": "ready" if sound else "degraded",
        "games": list(GAMES),
        "queue": queue,
        "workers": None if present is None else present.workers,
        "serving": None if present is None else present.queues,
    }
