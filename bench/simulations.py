"""Simulations as jobs: what ledger and queue cost beside the deals themselves, and what a second process brings."""

import http.client
import json
from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final

from bench.child import Broken, Child
from bench.rows import Row
from bench.servers import Running
from bench.sizes import Sizes
from bench.timing import Sample, figure, sample
from referee.bots.registry import bot_named
from referee.games.registry import GAMES
from referee.simulation import Simulation, merged

BY_ONE: Final = "simulation by one process"
BY_TWO: Final = "simulation by two processes"
ALONE: Final = "the same deals, no queue"
ONE: Final = "one process"
BOT: Final = "random"
SEED: Final = "bench"
GAMES_PLAYED: Final = ("charlemagne", "zheng-fen")
"""The shortest deals, of which most come in a chunk, and the larger tallies."""
LONGEST_WAIT: Final = 10
HEADERS: Final = {"Content-Type": "application/json", "Prefer": f"wait={LONGEST_WAIT}"}


def played(seconds: float, game: str) -> Sample:
    """Deals as a chunk of such a simulation plays and counts them."""
    found = GAMES[game]
    options = found.resolve_options({})
    simulation = Simulation(found, options, [bot_named(BOT)] * found.seats(options), SEED)
    at = 0

    def work(_: None) -> int:
        nonlocal at
        counts: dict[str, Any] = {}
        for number in range(at + 1, at + 21):
            counts = merged(counts, simulation.tally(number, _nothing))
        at += 20
        return 20

    return sample(seconds, lambda: None, work)


def rows(compiled: Child, sizes: Sizes) -> Iterator[Row]:
    """Deals a second of the clock; a machine with less than two free cores cannot show what two processes bring."""
    # Those that are compared are there all the time, and take turns: who waits for work takes next to nothing.
    with (
        Running("service", "serve", REFEREE_JOB_PROCESSES="1") as one,
        Running("service", "serve", REFEREE_JOB_PROCESSES="2") as two,
    ):
        connections = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=60) for server in (one, two)]
        for game in GAMES_PLAYED:
            compiled.sample("bench.simulations:played", 0.0, game=game)
            rate = compiled.sample("bench.simulations:played", sizes.seconds, game=game).wall_rate
            alone: list[float] = []
            took: list[list[float]] = [[], []]
            for connection in connections:
                _deals_a_second(connection, game, 20)
            for _ in range(sizes.simulations):
                alone.append(compiled.sample("bench.simulations:played", sizes.simulated / 2, game=game).wall_rate)
                for place, connection in enumerate(connections):
                    deals = max(1, round(rate * sizes.simulated * (place + 1)))
                    took[place].append(_deals_a_second(connection, game, deals))
            yield Row(f"{BY_ONE}: {game}", figure(took[0]), figure(alone), ALONE, "deals/s")
            yield Row(f"{BY_TWO}: {game}", figure(took[1]), figure(took[0]), ONE, "deals/s")
        for connection in connections:
            connection.close()


def _nothing() -> None:
    """Nobody is told how far it is."""


def _deals_a_second(connection: http.client.HTTPConnection, game: str, deals: int) -> float:
    """How fast a simulation of so many deals is, from the request to the result."""
    connection.close()  # one that had nothing to do meanwhile may have been ended at its other end; the next is new
    began = perf_counter()
    asked = json.dumps({"bots": BOT, "deals": deals, "seed": SEED})
    job = _answer(connection, "POST", f"/v1/games/{game}/simulations", asked)
    while job["status"] in ("queued", "running"):
        job = _answer(connection, "GET", f"/v1/jobs/{job['id']}")
    seconds = perf_counter() - began
    if job["status"] != "succeeded":
        raise Broken(f"a simulation has not succeeded: {job}")
    return deals / seconds


def _answer(connection: http.client.HTTPConnection, method: str, path: str, body: str | None = None) -> dict[str, Any]:
    connection.request(method, path, body, HEADERS if body else {"Prefer": HEADERS["Prefer"]})
    found: dict[str, Any] = json.loads(connection.getresponse().read())
    if "status" not in found or not isinstance(found["status"], str):
        raise Broken(f"no job: {found}")
    return found
