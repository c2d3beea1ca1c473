"""``/healthz`` and ``/readyz``: whether the service runs, and whether it answers."""

from typing import Any, Final

from flask import Blueprint

from referee import build_info
from referee.games.registry import GAMES
from schemas.shapes import ListOf, Object, OneOf, Text, bytes_of
from service.calls import get_call

health: Final = Blueprint("health", __name__)

_TEXT: Final = Text("a string", bytes_of(0, 1 << 20))
HEALTH: Final = Object(
    {"status": OneOf("ok"), "version": _TEXT, "build": OneOf("compiled", "pure"), "reason": _TEXT}
).named("Health", "What is running: the version, and whether the rules run compiled or in plain Python.")
READY: Final = Object({"status": OneOf("ready"), "games": ListOf(_TEXT)}).named("Ready")


@get_call(health, "/healthz", HEALTH, "What is running", tag="Service")
def healthy() -> dict[str, Any]:
    """The version and build."""
    return {"status": "ok", **build_info()}


@get_call(health, "/readyz", READY, "Whether requests are answered", tag="Service")
def ready() -> dict[str, Any]:
    """The games that are loaded."""
    return {"status": "ready", "games": list(GAMES)}
