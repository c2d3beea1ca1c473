"""Cards and readings of Bao Huang in words: codes and ``{"kind", "rank", "size"}`` for the position's integers."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards import JOKERS, MARKED_JOKERS, SUITS
from referee.games.bao_huang.combinations import (
    BLACK,
    KINDS,
    NO_RANK,
    RANKS,
    RED,
    SET,
    SET_WITH_JOKERS,
    SINGLE,
    after_of,
    before_of,
    called_of,
    jokers_of,
    kind_of,
    pack_play,
    rank_of,
    reading,
    size_of,
)
from referee.games.bao_huang.combinations import JOKERS as JOKERS_KIND
from referee.ints import i64
from referee.shuffle import ordered_pack

RANK_ORDER: Final = "3456789TJQKA2"  # BH-1.2, low to high
RANK_NAMES: Final = (*RANK_ORDER, *JOKERS)
SHORT_RANKS: Final = "26789TJQKA"
FULL_RANKS: Final = "23456789TJQKA"
COMBINATIONS: Final = KINDS[SINGLE : JOKERS_KIND + 1]
COPIES: Final = 4

BJ, RJ = JOKERS
GUARD_CODE, EMPEROR_CODE = MARKED_JOKERS
JOKER_BITS: Final[dict[str, int]] = {BJ: 1, GUARD_CODE: 4, RJ: 8, EMPEROR_CODE: 32}
"""What one joker of each code adds to a choice of jokers (see `combinations`)."""

NATURALS: Final[tuple[str, ...]] = tuple([rank + suit for rank in reversed(RANK_ORDER) for suit in SUITS])
CODES: Final[tuple[str, ...]] = (EMPEROR_CODE, RJ, GUARD_CODE, BJ, *NATURALS)
"""All codes in written order (BH-1.2): a marked joker stands before the others of its colour."""
PLACES: Final[dict[str, int]] = {code: place for place, code in enumerate(CODES)}
NUMBERS: Final[dict[str, int]] = {
    code: RANK_ORDER.index(code[0]) * len(SUITS) + SUITS.index(code[1]) for code in NATURALS
}
"""The position's number of every card that is no joker."""
_SHORT_CODES: Final = frozenset(code for code in CODES if code not in NUMBERS or code[0] in SHORT_RANKS)


def full_pack(short: bool) -> list[str]:
    """The pack in the order of SH-5 (BH-1.1)."""
    black = [GUARD_CODE] + [BJ] * (COPIES - 1)
    red = [EMPEROR_CODE] + [RJ] * (COPIES - 1)
    return ordered_pack(SHORT_RANKS if short else FULL_RANKS, COPIES, black, red)


def has_code(short: bool, code: str) -> bool:
    """Whether the pack has a card of this code."""
    return code in (_SHORT_CODES if short else PLACES)


def written(cards: Sequence[str]) -> list[str]:
    """The same cards in written order (BH-1.2, C-4), ``??`` last."""
    return sorted(cards, key=_place)


def _place(code: str) -> int:
    return PLACES.get(code, len(CODES))


def card_name(number: int) -> str:
    """The code of a card by its number."""
    return RANK_ORDER[number >> 2] + SUITS[number & 3]


def words_of(hands: Sequence[Sequence[str]]) -> tuple[list[i64], list[i64]]:
    """Hands of codes as the position keeps them before the first lead: words by suit, and jokers by seat."""
    suits: list[i64] = []
    jokers: list[i64] = []
    for hand in hands:
        words = [0, 0, 0, 0]
        choice = 0
        for code in hand:
            if code in NUMBERS:
                words[NUMBERS[code] & 3] += 1 << 3 * (NUMBERS[code] >> 2)
            else:
                choice += JOKER_BITS[code]
        for word in words:
            suits.append(word)
        jokers.append(choice)
    return suits, jokers


def packed(codes: Sequence[str], called: int) -> tuple[int, int]:
    """Some cards as a play (cards, what); ``what`` is -1 when they are no combination (BH-5.2).

    ``called`` is the number of the called card, -1 for none.
    """
    choice = 0
    jokers = 0
    rank = -1
    parts = [0, 0, 0]
    for code in codes:
        number = NUMBERS.get(code, -1)
        if number < 0:
            choice += JOKER_BITS[code]
            jokers += 1
            continue
        if rank >= 0 and rank != number >> 2:
            return 0, -1
        rank = number >> 2
        if called < 0 or called >> 2 != rank or number < called:
            parts[0] += 1
        else:
            parts[1 if number == called else 2] += 1
    size = len(codes)
    cards = int(pack_play(choice, parts[0], parts[1], parts[2]))
    if rank < 0 and size == 1:
        return cards, int(reading(SINGLE, 1, RED if choice >= JOKER_BITS[RJ] else BLACK))
    if rank < 0:
        return cards, int(reading(JOKERS_KIND, size, NO_RANK))
    kind = SINGLE if size == 1 else SET_WITH_JOKERS if jokers else SET
    return cards, int(reading(kind, size, rank))


def unpacked(cards: int, what: int, hand: Sequence[str], called: int) -> list[str]:
    """A play as cards of a hand (in written order): the first suits in the order S H D C."""
    wanted = {code: 0 for code in JOKER_BITS}
    choice = int(jokers_of(cards))
    wanted[BJ] = choice & 3
    wanted[GUARD_CODE] = choice >> 2 & 1
    wanted[RJ] = choice >> 3 & 3
    wanted[EMPEROR_CODE] = choice >> 5
    parts = [int(before_of(cards)), int(called_of(cards)), int(after_of(cards))]
    rank = int(rank_of(what))
    found: list[str] = []
    for code in hand:
        number = NUMBERS.get(code, -1)
        if number < 0:
            if wanted[code] > 0:
                wanted[code] -= 1
                found.append(code)
        elif number >> 2 == rank and rank < RANKS:
            part = 0 if called < 0 or called >> 2 != rank or number < called else 1 if number == called else 2
            if parts[part] > 0:
                parts[part] -= 1
                found.append(code)
    return found


def as_data(what: int) -> dict[str, Any]:
    """A reading as the contract has it."""
    rank = int(rank_of(what))
    return {
        "kind": KINDS[int(kind_of(what))],
        "rank": None if rank == NO_RANK else RANK_NAMES[rank],
        "size": int(size_of(what)),
    }


def lacking(hand: Sequence[str], cards: Sequence[str]) -> list[str]:
    """Which of some cards are not in a hand, each as often as it is wanting."""
    left = counted(hand)
    found: list[str] = []
    for code in cards:
        if left.get(code, 0) == 0:
            found.append(code)
        else:
            left[code] -= 1
    return found


def counted(cards: Sequence[str]) -> dict[str, int]:
    """How often each code comes."""
    counts: dict[str, int] = {}
    for code in cards:
        counts[code] = counts.get(code, 0) + 1
    return counts


def taken_out(hand: Sequence[str], cards: Sequence[str]) -> list[str]:
    """A hand without some of its cards."""
    left = list(hand)
    for code in cards:
        left.remove(code)
    return left


def same_reading(data: Mapping[str, Any] | None, what: int) -> bool:
    """Whether plain data is this reading."""
    return data == as_data(what)
