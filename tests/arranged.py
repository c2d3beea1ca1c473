"""Arranged deals for tests: name the cards that matter, and the rest of the pack is dealt out in order."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.game import Game, Table


def arranged_hands(
    game: Game, options: Mapping[str, Any], start: int, wanted: Mapping[int, Sequence[str]], avoid: Sequence[str] = ()
) -> list[list[str]]:
    """Whole hands by seat in which each seat of ``wanted`` holds those cards; ``avoid`` go to others."""
    left = game.full_pack(options)
    for cards in wanted.values():
        for card in cards:
            left.remove(card)
    sizes = game.hand_sizes(options, start, None)
    hands = [list(wanted.get(seat, ())) for seat in range(len(sizes))]
    left.sort(key=lambda card: card not in avoid)
    for card in left:
        seats = [seat for seat, hand in enumerate(hands) if len(hand) < sizes[seat]]
        free = [seat for seat in seats if seat not in wanted] or seats
        if free:
            hands[free[0]].append(card)
    return hands


def arranged(
    game: Game,
    wanted: Mapping[int, Sequence[str]],
    start: int = 0,
    avoid: Sequence[str] = (),
    seed: str | None = None,
    **options: Any,
) -> Table:
    """A table with such a deal."""
    resolved = game.resolve_options(options)
    return game.deal(resolved, None, seed, start, arranged_hands(game, resolved, start, wanted, avoid))


def make(table: Table, seat: int, type_: str, **fields: Any) -> list[dict[str, Any]]:
    """Makes a move that must be legal. Returns its events."""
    ruling = table.rule_on({"seat": seat, "type": type_, **fields})
    assert ruling.violation is None, ruling.violation.as_data()
    return table.apply(ruling)


def refused(table: Table, seat: int, type_: str, **fields: Any) -> tuple[str, str]:
    """The code and the rule by which a move is refused."""
    violation = table.rule_on({"seat": seat, "type": type_, **fields}).violation
    assert violation is not None
    return violation.code, violation.rule
