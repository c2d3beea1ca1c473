"""Readings and cards in words: between ``{"kind", "rank", "size"}`` and codes, and the integers of the position."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from referee.cards import HIDDEN, JOKERS, RANKS, SUITS, in_order
from referee.games.big_a.combinations import (
    ACE,
    BIG,
    BIG_ACE_PAIR,
    BLACK_JOKER,
    DOUBLE_SEQUENCE,
    FOUR_JOKERS,
    FOURS,
    HIGH_ACE,
    KINDS,
    LOW_ACE,
    PASS,
    RANK_ORDER,
    SINGLE,
    THREE_JOKERS,
    TRIPLE,
    TWO_JOKERS,
    count_of,
    is_set,
    reading_of,
    size_of_set,
    tiers_of,
    unit,
)
from referee.games.big_a.combinations import RANKS as REAL_RANKS
from referee.shuffle import ordered_pack

FULL_PACK: Final = ordered_pack(RANKS, 2, [JOKERS[0]] * 2, [JOKERS[1]] * 2)  # BA-1.1
COPIES: Final = 2
COMBINATIONS: Final = KINDS[1:]
CODES: Final[tuple[str, ...]] = (
    *[rank + suit for rank in RANK_ORDER[:REAL_RANKS] for suit in SUITS],
    *JOKERS,
)
"""The card codes by number (see `position`)."""
NUMBERS: Final[dict[str, int]] = {code: number for number, code in enumerate(CODES)}

_JOKER_KINDS: Final = (TWO_JOKERS, THREE_JOKERS, FOUR_JOKERS)
_PLACES: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A")
_HIGHEST_FIRST: Final = (
    *reversed(JOKERS),
    *[rank + suit for rank in reversed(RANK_ORDER[:REAL_RANKS]) for suit in SUITS],
)
_SPOKEN: Final[dict[str, str]] = {
    "single": "single {rank}",
    "pair": "pair of {rank}",
    "sequence": "sequence of {size} cards up to {rank}",
    "double_sequence": "double sequence of {size} cards up to {rank}",
    "triple": "triple of {rank}",
    "four": "set of four {rank}",
    "five": "set of five {rank}",
    "six": "set of six {rank}",
    "two_jokers": "pair of jokers ({reds} red)",
    "triple_sequence": "triple sequence up to {rank}",
    "fake_eight": "fake eight up to {rank}",
    "seven": "set of seven {rank}",
    "three_jokers": "set of three jokers ({reds} red)",
    "four_triple_sequence": "sequence of four triples up to {rank}",
    "false_ten": "false ten up to {rank}",
    "true_eight": "set of eight {rank}",
    "five_triple_sequence": "sequence of five triples up to {rank}",
    "false_twelve": "false twelve up to {rank}",
    "four_jokers": "set of four jokers",
    "false_fourteen": "false fourteen up to {rank}",
    "big_ace_pair": "pair of Big Aces",
}


def _orders() -> dict[str, dict[str, int]]:
    orders: dict[str, dict[str, int]] = {}
    for suit in ("", *SUITS):
        order = {code: place + 1 for place, code in enumerate(_HIGHEST_FIRST)}
        if suit != "":
            order["A" + suit] = 0
        order[HIDDEN] = len(order) + 1
        orders[suit] = order
    return orders


_ORDERS: Final = _orders()
"""The place of each card in a written hand, by the suit of the Big Aces, if that is known (BA-1.2)."""


def write_order(cards: Sequence[str], big_suit: str) -> list[str]:
    """The cards in written order: highest single first, Big Aces first once their suit is known (BA-1.2, C-4)."""
    order = _ORDERS[big_suit]
    return in_order(cards, order) or sorted(cards, key=order.__getitem__)


def held(cards: Sequence[str]) -> dict[str, int]:
    """A hand as the number of cards of every code, the highest first: cards come and go without a search."""
    counts = _NOTHING.copy()
    for code in cards:
        counts[code] += 1
    return counts


def listed(hand: dict[str, int], big_suit: str) -> list[str]:
    """The cards of a hand (see `held`) in written order."""
    big = "A" + big_suit if big_suit != "" else ""
    cards = [big] * hand[big] if big != "" else []
    for code, number in hand.items():
        if number > 0 and code != big:
            cards.append(code)
            if number == COPIES:
                cards.append(code)
    return cards


def _units() -> dict[str, int]:
    units: dict[str, int] = {}
    for code, number in NUMBERS.items():
        units[code] = int(unit(BLACK_JOKER + number - 52 if number >= 52 else number >> 2))
    return units


_UNITS: Final = _units()
"""What one card of each code adds to packed counts, while it is no Big Ace."""
_BIG_UNIT: Final = int(unit(BIG))
_NOTHING: Final[dict[str, int]] = dict.fromkeys(_HIGHEST_FIRST, 0)


def counts_of(codes: Iterable[str], big_suit: str) -> int:
    """Cards by their codes as packed counts; ``big_suit`` is empty while no Big Aces count apart."""
    big = "A" + big_suit if big_suit != "" else ""
    total = 0
    for code in codes:
        total += _BIG_UNIT if code == big else _UNITS[code]
    return total


def first_codes(hand: dict[str, int], cards: int, big_suit: str) -> list[str]:
    """Codes of the hand that make up some packed counts: of each rank the first suits in the order S H D C."""
    left = [int(count_of(cards, rank)) for rank in range(BIG + 1)]
    chosen: list[str] = []
    for code in listed(hand, big_suit):
        number = NUMBERS[code]
        rank = BLACK_JOKER + number - 52 if number >= 52 else number >> 2
        if rank == ACE and code[1] == big_suit:
            rank = BIG
        if left[rank] > 0:
            left[rank] -= 1
            chosen.append(code)
    return chosen


# --- readings ------------------------------------------------------------------------------


def rank_name(what: int) -> str | None:
    """The rank of a reading as it is written; None where it has none."""
    kind = what >> 12
    rank = what & 63
    if kind == BIG_ACE_PAIR or kind in _JOKER_KINDS:
        return None
    if is_set(kind):
        return "A" if rank == BIG else RANK_ORDER[rank]
    return _PLACES[rank]


def as_data(what: int) -> dict[str, Any]:
    """A reading as the contract has it; a single Big Ace has ``"big": true``."""
    told: dict[str, Any] = {"kind": KINDS[what >> 12], "rank": rank_name(what), "size": what >> 6 & 63}
    if what >> 12 == SINGLE and what & 63 == BIG:
        told["big"] = True
    return told


def spoken(what: int) -> str:
    """A reading in plain words."""
    rank = "Big Ace" if what >> 12 == SINGLE and what & 63 == BIG else rank_name(what)
    return _SPOKEN[KINDS[what >> 12]].format(rank=rank, size=what >> 6 & 63, reds=what & 63)


def is_asked(what: int, asked: Mapping[str, Any]) -> bool:
    """Whether a reading is what ``{"kind", "rank"?, "size"?}`` asks for."""
    given = as_data(what)
    return bool(
        given["kind"] == asked.get("kind")
        and asked.get("rank") in (None, given["rank"])
        and asked.get("size") in (None, given["size"])
    )


# --- why not -------------------------------------------------------------------------------


def why_no_combination(cards: int, extended: bool) -> str:
    """The key of the rule that keeps some cards, which have no reading, from being a combination."""
    size = int(size_of_set(cards))
    counts = [int(count_of(cards, rank)) for rank in range(REAL_RANKS)]
    counts[ACE] += int(count_of(cards, BIG))
    if sum(counts) != size:
        return "joker-in-run"  # BA-1.3
    if not extended and reading_of(cards, tiers_of(True)) != PASS:
        return "not-on-the-ladder"  # BA-5.1
    if size == 2:
        return "no-pair"
    present = [number for number in counts if number > 0]
    width = present[0] if len(set(present)) == 1 else 0
    if width and counts[ACE] and _goes_round(counts):
        return "ace-both-ways"  # BA-1.3
    if width >= 3:
        return "not-on-the-ladder" if _consecutive(counts) else "no-bomb"
    if width == 2 or (width == 0 and size >= 6 and max(present) == 2):
        return "no-double-sequence"
    return "no-sequence" if max(present) < 3 else "no-bomb"


def _on_places(counts: Sequence[int]) -> set[int]:
    return {place for place in range(LOW_ACE, HIGH_ACE) if counts[(place - 4) % REAL_RANKS] > 0}


def _consecutive(counts: Sequence[int]) -> bool:
    """Whether the ranks follow one another, the ace high or low."""
    places = _on_places(counts)
    high = {HIGH_ACE if place == LOW_ACE else place for place in places}
    return any(max(found) - min(found) + 1 == len(found) for found in (places, high))


def _goes_round(counts: Sequence[int]) -> bool:
    """Whether the ranks would follow one another if a sequence could go on through an ace."""
    places = _on_places(counts)
    if len(places) < 3 or _consecutive(counts):
        return False
    gaps = [place for place in places if place % REAL_RANKS + 1 not in places]
    return len(gaps) == 1


def why_too_low(what: int, beat: int, extended: bool) -> str:
    """The key of the rule by which a reading neither beats nor captures another."""
    kind, beaten = what >> 12, beat >> 12
    if kind == beaten:
        keys = ("", "single-too-low", "pair-too-low", "sequence-too-low", "double-sequence-too-low")
        return keys[kind] if kind <= DOUBLE_SEQUENCE else "bomb-too-low"
    if what & 63 == FOURS and is_set(kind) and kind != SINGLE and beaten >= TRIPLE and is_set(beaten):
        return "captures-not"  # BA-6.1
    if kind <= DOUBLE_SEQUENCE:
        return "other-kind"  # BA-5.3
    if beaten <= DOUBLE_SEQUENCE:
        return "bomb-excepted"
    return "bomb-too-low-extended" if extended and max(kind, beaten) > THREE_JOKERS else "bomb-too-low"
