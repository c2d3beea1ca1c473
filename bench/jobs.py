"""How long a bot's move takes as a job, from the request to the answer, beside the bot's own time."""

import http.client
import json
from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final

from bench import deals
from bench.child import Broken, Child
from bench.rows import Row
from bench.servers import Running
from bench.sizes import Sizes
from bench.timing import Sample, figure, sample
from referee.bots.bot import seen_by
from referee.games.registry import GAMES
from service.jobs.bot_moves import choose

ROUND_TRIP: Final = "job round trip"
OWN: Final = "the bot's own time"
BOTS: Final = ("random", "greedy")
HEADERS: Final = {"Content-Type": "application/json", "Prefer": "wait=10"}


def chosen(seconds: float, game: str, bot: str, number: int) -> Sample:
    """Choices that a bot makes from the views that stand in such jobs, checked as a worker checks them."""
    asked = [
        {"game": game, "view": seen_by(GAMES[game], body["state"]), "bot": bot, "seed": "bench"}
        for body in deals.bodies(game, number)
    ]

    def work(_: None) -> int:
        for given in asked:
            choose(given)
        return len(asked)

    return sample(seconds, lambda: None, work)


def rows(compiled: Child, sizes: Sizes) -> Iterator[Row]:
    """Each game and bot: one job after the other, each waited for with ``Prefer: wait``."""
    each = max(1, sizes.jobs // sizes.rounds)
    with Running("service", "serve") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        pairs = [(game, bot) for game in GAMES for bot in BOTS]
        for game, bot in pairs:
            _asked(connection, game, bot, 2)
        took: dict[tuple[str, str], list[float]] = {pair: [] for pair in pairs}
        own: dict[tuple[str, str], list[float]] = {pair: [] for pair in pairs}
        for _ in range(sizes.rounds):
            for game, bot in pairs:
                took[game, bot].append(figure(_asked(connection, game, bot, each)).value)
                samples = compiled.sample("bench.jobs:chosen", sizes.seconds / 4, game=game, bot=bot, number=each)
                own[game, bot].append(samples.wall / samples.count * 1000)
        connection.close()
    for game, bot in pairs:
        name = f"{ROUND_TRIP}, {bot}: {game}"
        yield Row(name, figure(took[game, bot]), figure(own[game, bot]), OWN, "ms")


def _asked(connection: http.client.HTTPConnection, game: str, bot: str, number: int) -> list[float]:
    """How many milliseconds each of so many jobs takes."""
    connection.close()  # one that had nothing to do meanwhile may have been ended at its other end; the next is new
    took = []
    for body in deals.bodies(game, number):
        asked: dict[str, Any] = {"state": body["state"], "bot": bot, "seed": "bench"}
        raw = json.dumps(asked).encode()
        began = perf_counter()
        connection.request("POST", f"/v1/games/{game}/bot-moves", raw, HEADERS)
        answer = connection.getresponse().read()
        took.append((perf_counter() - began) * 1000)
        if json.loads(answer).get("status") != "succeeded":
            raise Broken(f"a bot has not moved: {answer[:300]!r}")
    return took
