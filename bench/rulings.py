"""Rulings a second: from plays, by the position, and from card codes, by the table; and lists of legal moves."""

from collections.abc import Iterator
from typing import Any, Final

from bench import deals
from bench.child import Child
from bench.rows import Row
from bench.sizes import Sizes
from bench.timing import Sample, rates, rounds, sample
from referee.game import Table
from referee.games.registry import GAMES
from referee.position import Position

FROM_PLAYS: Final = "rulings from plays"
FROM_CODES: Final = "rulings from card codes"
LISTED: Final = "legal moves of a first lead"
PUSHED: Final = "python-chess push_uci"
LEADS: Final = "OpenSpiel dou_dizhu legal_actions()"
LIMIT: Final = 200
"""As many moves are listed unless the request says otherwise."""


def from_plays(seconds: float, game: str, number: int) -> Sample:
    """Plays judged and made on the position, by a loop in Python; the deals are copied beforehand."""
    recorded = deals.plays(game, number)

    def work(copies: list[Position]) -> int:
        done = 0
        for position, (_, made) in zip(copies, recorded, strict=True):
            judge, apply = position.judge, position.apply
            for cards, what in made:
                if judge(cards, what):
                    raise AssertionError("a recorded play is refused")
                apply(cards, what)
            done += len(made)
        return done

    return sample(seconds, lambda: [position.copy() for position, _ in recorded], work)


def from_codes(seconds: float, game: str, number: int) -> Sample:
    """Moves in card codes ruled on and made at the table, events and digests included; dealt beforehand."""
    recorded = deals.moves(game, number)
    found = GAMES[game]

    def work(tables: list[Table]) -> int:
        done = 0
        for table, made in zip(tables, recorded, strict=True):
            rule_on, apply = table.rule_on, table.apply
            for move in made:
                ruling = rule_on(move)
                if ruling.violation is not None:
                    raise AssertionError("a recorded move is refused")
                apply(ruling)
            done += len(made)
        return done

    return sample(seconds, lambda: [deals.fresh(found, {}, one) for one in range(number)], work)


def listed(seconds: float, game: str, number: int) -> Sample:
    """Moves listed at first leads, in card codes, with the exact counts of all by kind."""
    leads = deals.leads(game, number)

    def work(tables: list[Table]) -> int:
        return sum(len(table.legal_moves(None, LIMIT, None).moves) for table in tables)

    return sample(seconds, lambda: leads, work)


def rows(compiled: Child, peers: Child, sizes: Sizes) -> Iterator[Row]:
    """Each game beside python-chess, and first leads beside OpenSpiel's."""
    few = max(2, sizes.deals // 10)
    taken: dict[str, Any] = {
        PUSHED: peers.taking("bench.peers.chess_games:pushed"),
        LEADS: peers.taking("bench.peers.openspiel:first_lead", deals=few),
    }
    for game in GAMES:
        taken[f"{FROM_PLAYS}: {game}"] = compiled.taking("bench.rulings:from_plays", game=game, number=few)
        taken[f"{FROM_CODES}: {game}"] = compiled.taking("bench.rulings:from_codes", game=game, number=few)
        taken[f"{LISTED}: {game}"] = compiled.taking("bench.rulings:listed", game=game, number=few)
    found = {name: rates(samples) for name, samples in rounds(sizes.rounds, sizes.seconds, taken).items()}
    for kind, peer, unit in (
        (FROM_PLAYS, PUSHED, "moves/s"),
        (FROM_CODES, PUSHED, "moves/s"),
        (LISTED, LEADS, "moves listed/s"),
    ):
        for game in GAMES:
            yield Row(f"{kind}: {game}", found[f"{kind}: {game}"], found[peer], peer, unit)
