"""Cards and readings of Bao Huang in words: codes and ``{"kind", "rank", "size"}`` for the position's integers."""

from collections.abc import Sequence
from typing import Any, Final

from referee.cards import JOKERS, MARKED_JOKERS, SUITS, bit, in_order
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
    return list(_SHORT_PACK if short else _FULL_PACK)


def pack_size(short: bool) -> int:
    """How many cards the pack has: 168 or 216 (BH-1.1)."""
    return len(_SHORT_PACK) if short else len(_FULL_PACK)


def counted_pack(short: bool) -> dict[str, int]:
    """How often each code comes in the pack."""
    return (_SHORT_COUNTS if short else _FULL_COUNTS).copy()


def _pack(ranks: str) -> tuple[str, ...]:
    black = [GUARD_CODE] + [BJ] * (COPIES - 1)
    red = [EMPEROR_CODE] + [RJ] * (COPIES - 1)
    return tuple(ordered_pack(ranks, COPIES, black, red))


def has_code(short: bool, code: str) -> bool:
    """Whether the pack has a card of this code."""
    return code in (_SHORT_CODES if short else PLACES)


def written(cards: Sequence[str]) -> list[str]:
    """The same cards in written order (BH-1.2, C-4), ``??`` last."""
    return in_order(cards, PLACES) or sorted(cards, key=_place)


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
        words: list[i64] = [0, 0, 0, 0]
        choice = 0
        for code in hand:
            number: i64 = NUMBERS.get(code, -1)
            if number < 0:
                choice += JOKER_BITS[code]
            else:
                words[number & 3] = words[number & 3] + bit(3 * (number >> 2))
        suits.extend(words)
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


def unpacked(cards: int, what: int, hand: dict[str, int], called: int) -> list[str]:
    """A play as cards of a hand (see `held`), in written order: the first suits in the order S H D C."""
    choice = int(jokers_of(cards))
    found = [EMPEROR_CODE] * min(choice >> 5, hand[EMPEROR_CODE])
    found += [RJ] * min(choice >> 3 & 3, hand[RJ])
    found += [GUARD_CODE] * min(choice >> 2 & 1, hand[GUARD_CODE])
    found += [BJ] * min(choice & 3, hand[BJ])
    parts = [int(before_of(cards)), int(called_of(cards)), int(after_of(cards))]
    rank = int(rank_of(what))
    if rank >= RANKS:
        return found
    for suit in range(len(SUITS)):
        number = 4 * rank + suit
        part = 0 if called < 0 or called >> 2 != rank or number < called else 1 if number == called else 2
        code = card_name(number)
        taken = min(parts[part], hand[code])
        parts[part] -= taken
        found += [code] * taken
    return found


def as_data(what: int) -> dict[str, Any]:
    """A reading as the contract has it."""
    rank = int(rank_of(what))
    return {
        "kind": KINDS[int(kind_of(what))],
        "rank": None if rank == NO_RANK else RANK_NAMES[rank],
        "size": int(size_of(what)),
    }


def lacking(hand: dict[str, int], cards: Sequence[str]) -> list[str]:
    """Which of some cards are not in a hand (see `held`), each as often as it is wanting."""
    found: list[str] = []
    taken: list[str] = []
    for code in cards:
        number = hand.get(code, 0)
        if number == 0:
            found.append(code)
        else:
            hand[code] = number - 1
            taken.append(code)
    for code in taken:  # and put back: a hand has some fifty codes, a play but a few
        hand[code] += 1
    return found


def held(cards: Sequence[str]) -> dict[str, int]:
    """A hand as the number of cards of every code, codes in written order: cards come and go without a search."""
    counts = _NOTHING.copy()
    for code in cards:
        counts[code] += 1
    return counts


def listed(hand: dict[str, int]) -> list[str]:
    """The cards of a hand (see `held`) in written order."""
    cards: list[str] = []
    for code, number in hand.items():
        while number > 0:
            cards.append(code)
            number -= 1
    return cards


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


_NOTHING: Final[dict[str, int]] = dict.fromkeys(CODES, 0)
_SHORT_PACK: Final = _pack(SHORT_RANKS)
_FULL_PACK: Final = _pack(FULL_RANKS)
_SHORT_COUNTS: Final = counted(_SHORT_PACK)
_FULL_COUNTS: Final = counted(_FULL_PACK)
