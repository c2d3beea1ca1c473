"""``GET /v1/games``: which games there are, and what each offers."""

from typing import Any, Final

from flask import Blueprint

from referee.bots.registry import names
from referee.game import Field, Game
from referee.games.registry import GAMES
from schemas.games import SHAPES
from schemas.parts import options_schema
from schemas.requests import LEGAL_MOVES, MOST_LEGAL_MOVES, MOST_MOVES, MOST_OUTCOMES
from schemas.shapes import AnObject, Flag, ListOf, Object, Text, Whole, bytes_of
from service.calls import config, get_call
from service.limits import DEPTH

games: Final = Blueprint("games", __name__)

_TEXT: Final = Text("a string", bytes_of(0, 1 << 20))
_TEXTS: Final = ListOf(_TEXT)
_BY_LANGUAGE: Final = AnObject({"type": "object", "additionalProperties": {"type": "string"}})
_FIELD: Final = Object({"name": _TEXT, "form": _TEXT, "required": Flag()}, {"values": _TEXTS})
_MOVE_TYPE: Final = Object({"type": _TEXT, "phases": _TEXTS, "fields": ListOf(_FIELD)})
_LIMITS: Final = Object(
    {
        "body_bytes": Whole(1),
        "line_bytes": Whole(1),
        "records_bytes": Whole(1),
        "depth": Whole(1),
        "moves": Whole(1),
        "outcomes": Whole(1),
        "legal_moves": Object({"default": Whole(1), "most": Whole(1)}),
        "simulation_deals": Whole(1),
    }
)
GAME: Final = Object(
    {
        "game": _TEXT,
        "names": _BY_LANGUAGE,
        "seats": Object({"least": Whole(1), "most": Whole(1)}),
        "options": AnObject({"type": "object", "description": "The options as JSON Schema, with their defaults."}),
        "start": _TEXT.told("The name of the field for the seat with which a deal begins."),
        "phases": _TEXTS,
        "roles": _TEXTS.told("The roles that seats have in a deal; none in a game without."),
        "moves": ListOf(_MOVE_TYPE),
        "combinations": _TEXTS.told("The kinds of combinations, low to high."),
        "terms": AnObject(
            {"type": "object", "additionalProperties": {"type": "object", "additionalProperties": {"type": "string"}}}
        ),
        "bots": _TEXTS.told("The bots that this service has itself; workers may have more."),
        "calls": _TEXTS.told("What this game offers, by the last part of the path."),
        "limits": _LIMITS,
        "rules": _TEXT.told("The path of a page about the rules."),
    }
).named("Game", "What there is to know of a game before it is played.")


@get_call(games, "/v1/games", Object({"games": ListOf(GAME)}).named("Games"), "All games")
def all_games() -> dict[str, Any]:
    """Every game."""
    return {"games": [described(game) for game in GAMES.values()]}


@get_call(games, "/v1/games/{game}", GAME, "One game", problems=("unknown-game",))
def described(game: Game) -> dict[str, Any]:
    """What there is to know of a game: names, seats, options, phases, moves, combinations, calls and limits."""
    least, most = game.seat_range()
    settings = config()
    return {
        "game": game.name,
        "names": game.names,
        "seats": {"least": least, "most": most},
        "options": options_schema(game),
        "start": game.start_name,
        "phases": list(game.phases),
        "roles": list(game.roles),
        "moves": [
            {"type": kind.name, "phases": list(kind.phases), "fields": [_field(field) for field in kind.fields]}
            for kind in game.moves.values()
        ],
        "combinations": list(game.combinations),
        "terms": game.terms,
        "bots": names(),
        "calls": list(SHAPES[game.name].bodies),
        "limits": {
            "body_bytes": settings.max_body,
            "line_bytes": settings.max_line,
            "records_bytes": settings.max_records,
            "depth": DEPTH,
            "moves": MOST_MOVES,
            "outcomes": MOST_OUTCOMES,
            "legal_moves": {"default": LEGAL_MOVES, "most": MOST_LEGAL_MOVES},
            "simulation_deals": settings.most_deals,
        },
        "rules": f"/rules/{game.name}",
    }


def _field(field: Field) -> dict[str, Any]:
    told: dict[str, Any] = {"name": field.name, "form": field.form, "required": field.required}
    return {**told, "values": list(field.values)} if field.values else told
