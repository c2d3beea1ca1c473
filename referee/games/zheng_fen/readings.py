"""Readings and cards in words: between ``{"kind", "rank", "size"}`` and codes, and the integers of the position."""

from collections.abc import Mapping
from typing import Any, Final

from referee.cards import JOKERS, RANKS, SUITS, Pack
from referee.games.zheng_fen.combinations import (
    FIVE,
    FULL_HOUSE,
    KINDS,
    KING,
    MIXED_FIVE_TEN_KING,
    PAIR_SEQUENCE,
    PASS,
    RANK_ORDER,
    REALS,
    SUIT_SEQUENCE,
    TEN,
    counts_of,
    reading,
    readings_of,
)
from referee.games.zheng_fen.combinations import RANKS as REAL_RANKS
from referee.shuffle import ordered_pack

FULL_PACK: Final = ordered_pack(RANKS, 1, [JOKERS[0]], [JOKERS[1]])  # ZF-1.1
PACK: Final = Pack([*reversed(JOKERS), *[rank + suit for rank in reversed(RANK_ORDER[:REAL_RANKS]) for suit in SUITS]])
"""The pack in written order: highest first (ZF-1.2)."""
LED_WITH: Final = "3H"  # ZF-2.2
COMBINATIONS: Final = KINDS[1:]

_KIND_NUMBERS: Final[dict[str, int]] = {kind: number for number, kind in enumerate(KINDS) if number != PASS}
_RANK_NUMBERS: Final[dict[str, int]] = {rank: number for number, rank in enumerate(RANK_ORDER)}
_SPOKEN: Final = (
    "pass",
    "single {rank}",
    "pair of {rank}",
    "triple of {rank}",
    "quadruple of {rank}",
    "sequence of {size} cards in pairs up to {rank}",
    "sequence of {size} cards in triples up to {rank}",
    "sequence of {size} cards in quadruples up to {rank}",
    "full house of {rank}",
    "sequence of {size} cards of one suit up to {rank}",
    "mixed five-ten-king",
    "suited five-ten-king",
    "set of four twos",
)


def rank_name(what: int) -> str | None:
    """The rank of a reading as it is written; None for a special."""
    return None if what >> 12 >= MIXED_FIVE_TEN_KING else RANK_ORDER[what & 63]


def as_data(what: int) -> dict[str, Any]:
    """A reading as the contract has it."""
    return {"kind": KINDS[what >> 12], "rank": rank_name(what), "size": what >> 6 & 63}


def from_data(data: Any) -> int:
    """The reading that ``{"kind", "rank", "size"}`` stands for; -1 when there is none."""
    if not isinstance(data, dict):
        return -1
    kind = _KIND_NUMBERS.get(data.get("kind", ""), -1)
    size = data.get("size")
    rank = data.get("rank")
    if kind < 0 or not isinstance(size, int) or not 1 <= size <= PACK.size:
        return -1
    if kind >= MIXED_FIVE_TEN_KING:
        return int(reading(kind, size, 0)) if rank is None else -1
    number = _RANK_NUMBERS.get(rank, -1) if isinstance(rank, str) else -1
    return int(reading(kind, size, number)) if number >= 0 else -1


def spoken(what: int) -> str:
    """A reading in plain words."""
    return _SPOKEN[what >> 12].format(rank=rank_name(what), size=what >> 6 & 63)


def asked_in_words(asked: Mapping[str, Any]) -> str:
    """What an ``as`` asks for, in plain words."""
    words = str(asked["kind"])
    if asked.get("rank") is not None:
        words += f" of {asked['rank']}"
    if asked.get("size") is not None:
        words += f" with {asked['size']} cards"
    return words


def fault_of_asked(asked: Any) -> str:
    """What is malformed in an ``as``: kinds and ranks that this game does not have at all; empty when nothing is."""
    if not isinstance(asked, dict):
        return "as must be an object with a kind"
    for name in asked:
        if name not in ("kind", "rank", "size"):
            return f"there is no {name} in as"
    kind = asked.get("kind")
    rank = asked.get("rank")
    size = asked.get("size")
    if not isinstance(kind, str):
        return "as needs a kind"
    if kind not in _KIND_NUMBERS:
        return f"there is no combination {kind}"
    if rank is not None and (not isinstance(rank, str) or rank not in _RANK_NUMBERS):
        return f"there is no rank {rank}"
    if size is not None and type(size) is not int:
        return "size must be a whole number"
    return ""


def asked_for(what: int, asked: Mapping[str, Any]) -> bool:
    """Whether a reading is what a well-formed ``as`` asks for; a rank or size that is left out may be any (ZF-5.3)."""
    if KINDS[what >> 12] != asked["kind"]:
        return False
    rank = asked.get("rank")
    if rank is not None and rank != rank_name(what):
        return False
    size = asked.get("size")
    return size is None or bool(size == what >> 6 & 63)


def written_out(what: int) -> dict[str, Any]:
    """The ``as`` of a reading, as a move in normal form has it."""
    return {"kind": KINDS[what >> 12], "rank": rank_name(what)}


def why_no_combination(cards: int, quadruple: bool) -> str:
    """The key of the rule that keeps some cards, which have no reading, from being a combination."""
    size = cards.bit_count()
    counts = [int(counts_of(cards)) >> 4 * rank & 15 for rank in range(REAL_RANKS)]
    jokers = size - sum(counts)
    one_suit = any(cards & REALS & ~(0x1111111111111 << suit) == 0 for suit in range(4))
    if _wraps(cards):
        return "wraps"
    if size == 2:
        return "no-pair"
    if size == 3:
        counting = counts[FIVE] + counts[TEN] + counts[KING] == 2
        return "joker-in-special" if jokers == 1 and counting else "no-triple"
    if size == 4:
        return "no-quadruple" if quadruple or max(counts) + jokers < 4 else "quadruple-off"
    if size == 5:
        return "no-suit-sequence" if one_suit and max(counts) + jokers < 3 else "no-full-house"
    if one_suit:
        return "no-suit-sequence"
    return ("no-pair-sequence", "no-triple-sequence", "no-quadruple-sequence")[max(max(counts), 2) - 2]


def _wraps(cards: int) -> bool:
    """Whether the cards would be a sequence if a 3 followed a 2 (ZF-1.2)."""
    reals = cards & REALS
    jokers = cards & ~REALS
    for turned in range(1, REAL_RANKS):
        cycle = (reals << 4 * turned | reals >> 52 - 4 * turned) & REALS
        for what in readings_of(cycle | jokers, PASS, False):
            kind = what >> 12
            if PAIR_SEQUENCE <= kind <= SUIT_SEQUENCE and kind != FULL_HOUSE:
                return True
    return False
