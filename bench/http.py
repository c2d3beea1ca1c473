"""Requests a second over HTTP, and how long the slowest take, beside an echo of the same body by the same app."""

import json
from collections.abc import Iterator
from typing import Final

from bench import deals
from bench.client import Client, request
from bench.rows import Row
from bench.servers import Running
from bench.sizes import Sizes
from bench.timing import figure, percentile
from referee.games.registry import GAMES

CALLS: Final = ("moves", "rulings")
ECHO: Final = "echo of the same body"
MOST_BODIES: Final = 40
SLOW: Final = 0.99


def rows(sizes: Sizes) -> Iterator[Row]:
    """Each game; the calls and the echo take turns on the same connections."""
    with Running("bench.servers") as server:
        for game in GAMES:
            yield from _of_game(server, game, sizes)


def _of_game(server: Running, game: str, sizes: Sizes) -> Iterator[Row]:
    bodies = [
        json.dumps(body, separators=(",", ":")).encode() for body in deals.bodies(game, min(sizes.deals, MOST_BODIES))
    ]
    names = (*CALLS, "echo")
    asked = {name: [request(f"/v1/games/{game}/{name}", body) for body in bodies] for name in names}
    rates: dict[str, list[float]] = {name: [] for name in names}
    slow: dict[str, list[float]] = {name: [] for name in names}
    work: dict[str, list[float]] = {name: [] for name in names}
    client = Client(server.port, sizes.connections, len(server.processes))
    try:
        for name in names:
            client.load(asked[name], sizes.http_seconds / 4)
        for one in range(sizes.http_rounds):
            for name in names if one % 2 == 0 else reversed(names):
                before = server.cpu()
                sample, took = client.load(asked[name], sizes.http_seconds)
                work[name].append(sample.count / max(server.cpu() - before, 1e-9))
                rates[name].append(sample.wall_rate)
                slow[name].append(percentile(took, SLOW) * 1000)
    finally:
        client.close()
    for name in CALLS:
        yield Row(f"HTTP /{name}: {game}", figure(rates[name]), figure(rates["echo"]), ECHO, "requests/s")
        yield Row(f"HTTP /{name}, p99: {game}", figure(slow[name]), figure(slow["echo"]), ECHO, "ms")
        yield Row(f"HTTP /{name}, processor: {game}", figure(work[name]), figure(work["echo"]), ECHO, "requests/CPU s")
