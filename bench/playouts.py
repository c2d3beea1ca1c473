"""Random playouts: decisions a second, in our loop and driven one call a move from Python."""

from collections.abc import Iterator
from typing import Any, Final

from bench import deals
from bench.child import Child
from bench.rows import Row
from bench.sizes import Sizes
from bench.timing import Sample, Taking, rates, rounds, sample
from referee.chance import Chance
from referee.games.registry import GAMES
from referee.playout import playout
from referee.position import Position

IN_LOOP: Final = "playouts in our loop"
ONE_CALL: Final = "playouts, one call a move"
DEALING: Final = "playouts, dealing too"
PLAIN: Final = "ours in plain Python"
OPENSPIEL: Final = "OpenSpiel {} from Python"
OTHERS: Final = ("dou_dizhu", "tarok", "hearts", "euchre")
RLCARD: Final = "RLCard doudizhu, with its dealing"

CHANCE: Final = Chance(1)


# --- what is measured, in a process of its own ------------------------------------------------


def looped(seconds: float, game: str, number: int, options: dict[str, Any] | None = None) -> Sample:
    """Decisions of playouts in our loop, from deals dealt beforehand; copying a deal is timed."""

    def work(dealt: list[Position]) -> int:
        done = 0
        for one in dealt:
            done += playout(one.copy(), CHANCE)
        return done

    return sample(seconds, _some(deals.positions(game, options or {}, number)), work)


def one_call(seconds: float, game: str, number: int) -> Sample:
    """Decisions of playouts by a loop in Python, which calls ``move_at_random`` for each."""

    def work(dealt: list[Position]) -> int:
        done = 0
        for one in dealt:
            position = one.copy()
            while position.to_act >= 0:
                position.move_at_random(CHANCE)
                done += 1
        return done

    return sample(seconds, _some(deals.positions(game, {}, number)), work)


def with_dealing(seconds: float, game: str) -> Sample:
    """Decisions of playouts in our loop, with the documented shuffle and the table of each deal timed as well."""
    found = GAMES[game]
    options = found.resolve_options({})

    def work(seed: str) -> int:
        return int(playout(found.deal(options, seed=seed).position(), CHANCE))

    return sample(seconds, lambda: f"bench {CHANCE.below(1 << 40)}", work)


def _some(dealt: list[Position]) -> Any:
    """What gives some of the deals, others each time: so that in a short sample too the long deals have their share."""
    batch = max(1, len(dealt) // 10)
    at = 0

    def chosen() -> list[Position]:
        nonlocal at
        found = dealt[at : at + batch]
        at = (at + batch) % len(dealt)
        return found

    return chosen


# --- rows ---------------------------------------------------------------------------------------


def rows(compiled: Child, plain: Child, peers: Child, sizes: Sizes) -> Iterator[Row]:
    """Each game beside each peer, and beside the same source in plain Python."""
    taken: dict[str, Taking] = {}
    for name in OTHERS:
        what = "bench.peers.openspiel:playouts"
        taken[OPENSPIEL.format(name)] = peers.taking(what, game=name, deals=sizes.deals)
        taken[OPENSPIEL.format(name) + ", dealing too"] = peers.taking(what, game=name, deals=0, dealing=True)
    taken[RLCARD] = peers.taking("bench.peers.rlcard_games:playouts")
    taken |= of_ours(compiled, plain, sizes)
    found = {name: rates(samples) for name, samples in rounds(sizes.rounds, sizes.seconds, taken).items()}
    beside = [OPENSPIEL.format(name) for name in OTHERS] + [RLCARD]
    for kind in (IN_LOOP, ONE_CALL):
        for game in GAMES:
            for peer in beside:
                yield Row(f"{kind}: {game}", found[f"{kind}: {game}"], found[peer], peer, "decisions/s")
    for game in GAMES:
        name = f"{IN_LOOP}: {game}"
        yield Row(name, found[name], found[f"{PLAIN}: {game}"], PLAIN, "decisions/s")
    for game in GAMES:
        name = f"{DEALING}: {game}"
        peer = OPENSPIEL.format("dou_dizhu") + ", dealing too"
        yield Row(name, found[name], found[peer], peer, "decisions/s")


def of_ours(compiled: Child, plain: Child, sizes: Sizes) -> dict[str, Taking]:
    """What takes the samples of our own."""
    taken: dict[str, Taking] = {}
    for game in GAMES:
        taken[f"{IN_LOOP}: {game}"] = compiled.taking("bench.playouts:looped", game=game, number=sizes.deals)
        taken[f"{ONE_CALL}: {game}"] = compiled.taking("bench.playouts:one_call", game=game, number=sizes.deals)
        taken[f"{DEALING}: {game}"] = compiled.taking("bench.playouts:with_dealing", game=game)
        taken[f"{PLAIN}: {game}"] = plain.taking("bench.playouts:looped", game=game, number=sizes.deals)
    return taken


GROWTH: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "zheng-fen, 3 players": ("zheng-fen", {"players": 3}),
    "zheng-fen, 4 players": ("zheng-fen", {"players": 4}),
    "zheng-fen, 5 players": ("zheng-fen", {"players": 5}),
    "zheng-fen, 6 players": ("zheng-fen", {"players": 6}),
    "bao-huang, 168 cards": ("bao-huang", {"pack": "short"}),
    "bao-huang, 216 cards": ("bao-huang", {"pack": "full"}),
}
"""What grows: players around one pack, and the pack among the same players; the least of a game comes first."""


def growth(compiled: Child, sizes: Sizes) -> Iterator[Row]:
    """Each beside the least of its game."""
    taken = {
        name: compiled.taking("bench.playouts:looped", game=game, number=sizes.deals, options=options)
        for name, (game, options) in GROWTH.items()
    }
    found = {name: rates(samples) for name, samples in rounds(sizes.rounds, sizes.seconds, taken).items()}
    least: dict[str, str] = {}
    for name, (game, _) in GROWTH.items():
        if least.setdefault(game, name) != name:
            yield Row(f"growth of playouts: {name}", found[name], found[least[game]], least[game], "decisions/s")
