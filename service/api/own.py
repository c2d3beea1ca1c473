"""Resources that one game alone offers, ``POST /v1/games/<that game>/…``: the game says which, and answers."""

from typing import Final

from flask import Blueprint, Response

from referee.game import Game
from referee.games.registry import GAMES
from schemas.games import SHAPES
from service.asking import fresh_seed
from service.calls import CALLS, EVERY_BODY, Call, answered, read_body

own: Final = Blueprint("own", __name__)


def _offer(game: Game, name: str) -> None:
    ask = game.resources[name]
    path = f"/v1/games/{game.name}/{name}"
    told = SHAPES[game.name].resources[name]

    def handle() -> Response:
        body = read_body(game, name)
        if "seed" in told.body.shape.optional and body.get("seed") is None:
            body = {**body, "seed": fresh_seed()}  # SH-1
        return answered(ask(body))

    own.add_url_rule(path, path, handle, methods=["POST"])
    CALLS.append(
        Call(
            "post",
            path,
            told.summary,
            told.description,
            "Games",
            name=name,
            problems=EVERY_BODY,
            of_game=game.name,
        )
    )


for _game in GAMES.values():
    for _name in _game.resources:
        _offer(_game, _name)
