"""Records replayed: moves judged a second over HTTP (NDJSON) beside the same in process; and longer records."""

import http.client
import io
import json
from collections.abc import Iterator
from typing import Any, Final

from bench import deals
from bench.child import Broken, Child
from bench.rows import Row
from bench.servers import Running
from bench.sizes import Sizes
from bench.timing import Sample, Taking, rates, rounds, sample, wall_rates
from referee.games.registry import GAMES
from referee.record import Verdict, replay
from service.limits import NDJSON
from service.records import verdict_lines

OVER_HTTP: Final = "NDJSON replays over HTTP"
REPLAY: Final = "replay() of parsed records in process"
LINES: Final = "the same lines judged in process"
MATCH: Final = 4
"""Deals in a record."""
LONGEST_LINE: Final = 1 << 20


def in_process(seconds: float, game: str, length: int, moves: int) -> Sample:
    """Moves judged by the referee, in records of so many deals, parsed already."""
    recorded = deals.records(game, length, moves)
    judged = sum(map(deals.moves_in, recorded))

    def work(_: None) -> int:
        for record in recorded:
            _legal(replay(GAMES[game], record))
        return judged

    return sample(seconds, lambda: None, work)


def in_lines(seconds: float, game: str, length: int, moves: int) -> Sample:
    """Moves judged line by line, parsing and schema included, as ``referee judge`` does."""
    recorded = deals.records(game, length, moves)
    lines = written(recorded)
    judged = sum(map(deals.moves_in, recorded))

    def work(_: None) -> int:
        for verdict in verdict_lines(io.BytesIO(lines), LONGEST_LINE):
            if verdict["verdict"] != "legal":
                raise AssertionError("a recorded match is refused")
        return judged

    return sample(seconds, lambda: None, work)


def written(records: list[dict[str, Any]]) -> bytes:
    """Records as NDJSON."""
    return b"".join(json.dumps(record, separators=(",", ":")).encode() + b"\n" for record in records)


def _legal(verdict: Verdict) -> None:
    if not verdict.legal:
        raise AssertionError("a recorded match is refused")


def _posted(port: int, game: str, length: int, moves: int) -> Taking:
    recorded = deals.records(game, length, moves)
    lines = written(recorded)
    judged = sum(map(deals.moves_in, recorded))

    def connected() -> http.client.HTTPConnection:
        # One for each time: the server ends those on which nothing comes while others are measured.
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.connect()
        return connection

    def work(connection: http.client.HTTPConnection) -> int:
        connection.request("POST", "/v1/replays", lines, {"Content-Type": NDJSON, "Accept": NDJSON})
        answer = connection.getresponse().read()
        connection.close()
        if answer.count(b'"verdict":"legal"') != len(recorded):
            raise Broken(f"a recorded match is refused: {answer[:300]!r}")
        return judged

    def take(seconds: float) -> Sample:
        # This process waits most of the time, so that its own processor time says nothing.
        done, wall, cpu = 0, 0.0, 0.0
        while wall <= 0.0 or wall < seconds:
            one = sample(0.0, connected, work)
            done, wall, cpu = done + one.count, wall + one.wall, cpu + one.cpu
        return Sample(done, cpu, wall)

    return take


def rows(compiled: Child, sizes: Sizes) -> Iterator[Row]:
    """Each game; the three ways take turns, and all are timed by the clock."""
    with Running("service", "api") as server:
        taken: dict[str, Taking] = {}
        for game in GAMES:
            values = {"game": game, "length": MATCH, "moves": sizes.moves}
            taken[f"{OVER_HTTP}: {game}"] = _posted(server.port, game, MATCH, sizes.moves)
            taken[f"{REPLAY}: {game}"] = compiled.taking("bench.replays:in_process", **values)
            taken[f"{LINES}: {game}"] = compiled.taking("bench.replays:in_lines", **values)
        samples = rounds(sizes.rounds, sizes.seconds, taken)
    found = {name: wall_rates(taken) for name, taken in samples.items()}
    for peer in (REPLAY, LINES):
        for game in GAMES:
            name = f"{OVER_HTTP}: {game}"
            yield Row(name, found[name], found[f"{peer}: {game}"], peer, "moves/s")


def growth(compiled: Child, sizes: Sizes) -> Iterator[Row]:
    """Longer records beside the shortest: where work grows with the length alone, the ratio stays 1."""
    shortest, *longer = sizes.lengths
    taken: dict[str, Taking] = {}
    for game in GAMES:
        for length in sizes.lengths:
            values = {"game": game, "length": length, "moves": sizes.moves}
            taken[f"{game}, {length} deals"] = compiled.taking("bench.replays:in_process", **values)
    found = {name: rates(samples) for name, samples in rounds(sizes.rounds, sizes.seconds, taken).items()}
    for game in GAMES:
        least = f"{game}, {shortest} deals"
        for length in longer:
            name = f"{game}, {length} deals"
            yield Row(f"growth of replays: {name}", found[name], found[least], least, "moves/s")
