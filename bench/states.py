"""States read and written: the schema of a body, the table of a state, both beside Python's own ``json``."""

import json
from collections.abc import Iterator
from typing import Any, Final

from bench import deals
from bench.child import Child
from bench.rows import Row
from bench.sizes import Sizes
from bench.timing import Sample, Taking, rates, rounds, sample
from referee.games.registry import GAMES
from schemas.body import load
from schemas.games import SHAPES
from service.limits import parse

SCHEMA: Final = "schema load of a body"
PARSE: Final = "strict parse of a body"
LOAD: Final = "table load of a state"
WRITE: Final = "table write of a state"
LOADS: Final = "json.loads of the same body"
STATE_LOADS: Final = "json.loads of the same state"
STATE_DUMPS: Final = "json.dumps of the same state"


def schema_load(seconds: float, game: str, number: int) -> Sample:
    """Bodies of ``moves`` read by their schema."""
    bodies = deals.bodies(game, number)
    schema = SHAPES[game].bodies["moves"]

    def work(given: list[dict[str, Any]]) -> int:
        for body in given:
            load(schema, body)
        return len(given)

    return sample(seconds, lambda: bodies, work)


def strict_parse(seconds: float, game: str, number: int) -> Sample:
    """The same bodies parsed as the service does, which refuses names that come twice."""
    raw = [json.dumps(body).encode() for body in deals.bodies(game, number)]

    def work(given: list[bytes]) -> int:
        for body in given:
            parse(body)
        return len(given)

    return sample(seconds, lambda: raw, work)


def json_loads(seconds: float, game: str, number: int, part: str | None = None) -> Sample:
    """The same bodies, or a part of each, read by ``json.loads``."""
    bodies = deals.bodies(game, number)
    raw = [json.dumps(body if part is None else body[part]) for body in bodies]

    def work(given: list[str]) -> int:
        for body in given:
            json.loads(body)
        return len(given)

    return sample(seconds, lambda: raw, work)


def table_load(seconds: float, game: str, number: int) -> Sample:
    """Tables made from states, with every check that they are sound."""
    states = [body["state"] for body in deals.bodies(game, number)]
    found = GAMES[game]

    def work(given: list[dict[str, Any]]) -> int:
        for state in given:
            found.load(state)
        return len(given)

    return sample(seconds, lambda: states, work)


def table_write(seconds: float, game: str, number: int) -> Sample:
    """States written from tables."""
    tables = [GAMES[game].load(body["state"]) for body in deals.bodies(game, number)]

    def work(_: None) -> int:
        for table in tables:
            table.write(None)
        return len(tables)

    return sample(seconds, lambda: None, work)


def json_dumps(seconds: float, game: str, number: int) -> Sample:
    """The same states written by ``json.dumps``."""
    states = [body["state"] for body in deals.bodies(game, number)]

    def work(given: list[dict[str, Any]]) -> int:
        for state in given:
            json.dumps(state)
        return len(given)

    return sample(seconds, lambda: states, work)


def rows(compiled: Child, sizes: Sizes) -> Iterator[Row]:
    """Each game; everything in the same process, since no engine of others is in it."""
    few = max(4, sizes.deals // 5)
    taken: dict[str, Taking] = {}
    for game in GAMES:
        for name, what, more in (
            (SCHEMA, "schema_load", {}),
            (PARSE, "strict_parse", {}),
            (LOADS, "json_loads", {}),
            (LOAD, "table_load", {}),
            (WRITE, "table_write", {}),
            (STATE_LOADS, "json_loads", {"part": "state"}),
            (STATE_DUMPS, "json_dumps", {}),
        ):
            taken[f"{name}: {game}"] = compiled.taking(f"bench.states:{what}", game=game, number=few, **more)
    found = {name: rates(samples) for name, samples in rounds(sizes.rounds, sizes.seconds, taken).items()}
    for name, peer, unit in (
        (SCHEMA, LOADS, "bodies/s"),
        (PARSE, LOADS, "bodies/s"),
        (LOAD, STATE_LOADS, "states/s"),
        (WRITE, STATE_DUMPS, "states/s"),
    ):
        for game in GAMES:
            yield Row(f"{name}: {game}", found[f"{name}: {game}"], found[f"{peer}: {game}"], peer, unit)
