"""One decorator for every call: find the game, read the body, ask, answer, and put the call into the document."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from flask import Blueprint, Response, current_app, g

from referee.game import Game
from referee.games.registry import GAMES
from schemas.body import load
from schemas.games import SHAPES
from schemas.requests import OPEN, STATE_FORMATS
from schemas.shapes import Shape
from service.config import Config
from service.limits import JSON, check_accept, read_json
from service.problems import Problem

SETTINGS: Final = "referee"
"""The name of the service's settings among the application's extensions."""

GIVEN: Final = "given"
"""The name under which the body of a request is kept, just as it came, while it is answered."""

EVERY_BODY: Final = (
    "malformed-json",
    "not-acceptable",
    "too-large",
    "unsupported-media-type",
    "invalid-request",
)
FROM_STATE: Final = ("inconsistent-state",)


@dataclass(frozen=True)
class Call:
    """A call as the document tells it. ``name`` is the key of its body and answer among a game's shapes, when it has
    a game; ``answer`` is the shape of the answer of a call that has none."""

    method: str
    path: str
    summary: str
    description: str
    tag: str
    status: int = 200
    name: str = ""
    answer: Shape | None = None
    media: str = JSON
    problems: tuple[str, ...] = ()
    of_game: str = ""
    makes_job: bool = False


CALLS: Final[list[Call]] = []
"""Every call of the service, in the order of the document."""

Answering = Callable[[Game, dict[str, Any]], Any]


def config() -> Config:
    """The settings of the application that is answering."""
    settings: Config = current_app.extensions[SETTINGS]
    return settings


def find(name: str) -> Game:
    """The game of this name. Raises Problem."""
    game = GAMES.get(name)
    if game is None:
        raise Problem("unknown-game", "There is no game of this name; GET /v1/games lists the games.")
    return game


def answered(data: Any, status: int = 200, media: str = JSON) -> Response:
    """An answer of plain data."""
    return Response(orjson.dumps(data), status, content_type=media)


def game_call(
    blueprint: Blueprint,
    name: str,
    summary: str,
    description: str,
    status: int = 200,
    problems: Sequence[str] = (),
    makes_job: bool = False,
) -> Callable[[Answering], Answering]:
    """Registers ``POST /v1/games/{game}/{name}``: what it decorates gets the game and the body, read, and gives
    the answer as plain data, or as it is to be sent.
    """

    def register(ask: Answering) -> Answering:
        def handle(game: str) -> Response:
            found = find(game)
            if name not in SHAPES[game].bodies:
                raise Problem("not-offered", f"This game has no {name}.")
            answer = ask(found, read_body(found, name))
            return answer if isinstance(answer, Response) else answered(answer, status)

        blueprint.add_url_rule(f"/v1/games/<game>/{name}", name, handle, methods=["POST"])
        CALLS.append(
            Call(
                "post",
                f"/v1/games/{{game}}/{name}",
                summary,
                description,
                "Games",
                status,
                name,
                problems=("unknown-game", "not-offered", *EVERY_BODY, *problems),
                makes_job=makes_job,
            )
        )
        return ask

    return register


def get_call(
    blueprint: Blueprint,
    path: str,
    answer: Shape,
    summary: str,
    description: str = "",
    tag: str = "Games",
    problems: Sequence[str] = (),
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a ``GET`` that answers with JSON; ``path`` may have a ``{game}``, which is handed over as a game."""

    def register(ask: Callable[..., Any]) -> Callable[..., Any]:
        def handle(**named: str) -> Response:
            check_accept([JSON])
            return answered(ask(*[find(game) for game in named.values()]))

        rule = path.replace("{", "<").replace("}", ">")
        blueprint.add_url_rule(rule, path, handle, methods=["GET"])
        found = ("not-acceptable", *problems)
        CALLS.append(Call("get", path, summary, description, tag, answer=answer, problems=found))
        return ask

    return register


def read_body(game: Game, name: str) -> dict[str, Any]:
    """The body of a call of a game. Raises Problem and Invalid."""
    check_accept([JSON])
    given = read_json(config().max_body)
    setattr(g, GIVEN, given)
    if isinstance(given, dict):
        for field in ("state", "continue"):
            if isinstance(given.get(field), str):
                raise Problem("not-offered", "Signed and sealed states are not offered: a state is an object.")
        if given.get("state_format") in STATE_FORMATS and given["state_format"] != OPEN:
            raise Problem("not-offered", "Only the open format of states is offered.")
    return load(SHAPES[game.name].bodies[name], given)
