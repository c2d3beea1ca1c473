"""The job of a simulation: how it is shared out in chunks, what a worker does with one, and what they come to."""

import time
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import orjson

from referee.bots.registry import bot_named
from referee.game import Game
from referee.games.registry import GAMES
from referee.simulation import OWN, Simulation, merged, summary
from referee.state import canonical
from service.jobs.kinds import SIMULATIONS, Kind, Report
from service.jobs.ledger import Order, Work

CHUNK_SECONDS: Final = 0.25
"""How long a chunk is to take, about."""
MOST_CHUNKS: Final = 50_000
GUESS: Final = 0.2
"""How long a deal is thought to take with a bot that is not the referee's own, in seconds."""
TRIED: Final = 0.03
"""For so long deals are played to see how long one takes, in seconds; at least one is."""
LONGEST: Final = 3_600_000
"""No chunk may take longer, in milliseconds, however many plays there are in it."""
MOST_TIMES: Final = 256
"""So many of the times that were found out are remembered, by game, options and bot."""
WORKED: Final = "worked_us"


def order(
    game: Game,
    options: Mapping[str, Any],
    bots: Sequence[str],
    deals: int,
    seed: str,
    duplicate: bool,
    limit: int,
    life: int,
) -> Order:
    """The job. ``options`` are resolved, ``bots`` as many as there are seats. Times are in milliseconds; a chunk may
    take ``limit`` for each play of its deals, and `LONGEST` at most.
    """
    given = {"game": game.name, "options": dict(options), "bots": list(bots), "seed": seed, "duplicate": duplicate}
    plays = len(bots) if duplicate else 1
    chunks = chunks_of(deals, plays * sum(_time_of(game, options, bot) for bot in bots) / len(bots))
    most = -(-deals // chunks) * plays
    return Order(
        SIMULATION.name,
        SIMULATION.queue,
        given,
        chunks=chunks,
        total=deals,
        joined=True,
        limit=min(limit * most, LONGEST),
        life=life,
    )


def chunks_of(deals: int, seconds: float) -> int:
    """In how many chunks deals are done that take so many seconds each."""
    return max(1, min(deals, MOST_CHUNKS, round(deals * seconds / CHUNK_SECONDS)))


def _time_of(game: Game, options: Mapping[str, Any], bot: str) -> float:
    """How long one play of a deal takes, in seconds, when this bot sits at all seats.

    Whatever it is, the result is the same: it decides in how many pieces the work is done, and no more.
    """
    if all(own.name != bot for own in OWN):
        return GUESS
    # How long a match lasts plays no part in a simulation.
    return tried(game.name, canonical({**options, "match": {"deals": 1}}), bot)


@lru_cache(MOST_TIMES)
def tried(name: str, options: bytes, bot: str) -> float:
    """The same of one of `OWN`, found out by playing; ``options`` are canonical JSON."""
    game, resolved = GAMES[name], orjson.loads(options)
    trial = Simulation(game, resolved, [bot_named(bot)] * game.seats(resolved), "a trial")
    begun = time.perf_counter()
    played, taken = 0, 0.0
    while taken < TRIED:
        played += 1
        trial.play(played, 0, _nothing)
        taken = time.perf_counter() - begun
    return taken / played


def _nothing() -> None:
    """Nobody is told of trials."""


def _run(work: Work, report: Report) -> dict[str, Any]:
    """The counts of the chunk's deals, and how long they took. Raises UnknownBot when this process has no such bot, and
    BadChoice for one that breaks the rules.
    """
    given = work.input
    bots = [bot_named(name) for name in given["bots"]]
    simulation = Simulation(GAMES[given["game"]], given["options"], bots, given["seed"], given["duplicate"])
    done = 0

    def pause() -> None:  # there is one in each play at least
        report(done)

    begun = time.perf_counter()
    counts: dict[str, Any] = {}
    for done, unit in enumerate(work.units):  # noqa: B007
        counts = merged(counts, simulation.tally(unit + 1, pause))
    report(len(work.units))
    counts[WORKED] = round((time.perf_counter() - begun) * 1_000_000)
    return counts


def finish(counts: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """What the counts of a simulation come to; all of it but ``timing`` depends on what was asked alone."""
    game = GAMES[given["game"]]
    bots: list[str] = given["bots"]
    found = summary(counts, len(bots), game.roles, bots, game.total)
    seconds = counts[WORKED] / 1_000_000
    return {
        **{name: given[name] for name in ("game", "options", "seed", "bots", "duplicate")},
        **found,
        "timing": {
            "seconds": seconds,
            "plays_per_second": round(found["plays"] / seconds, 1) if seconds else None,
        },
    }


def _finish(counts: Mapping[str, Any], work: Work) -> dict[str, Any]:
    return finish(counts, work.input)


SIMULATION: Final = Kind("simulation", SIMULATIONS, _run, merged, _finish)
"""Deals played by bots; its units are deals."""
