"""Card codes, ranks, packs and written hands; a hand of one pack as a mask of bits.

A card code is rank then suit (C-1), ``BJ`` and ``RJ`` are the jokers (C-2), ``??`` is a hidden
card (C-3). A game that is played with one pack keeps a hand as a mask: one bit a card, the card that
is written first has the highest bit, so that of two sets of equal size the one written first
is the larger number (C-4).
"""

from collections.abc import Iterable, Sequence
from typing import Final

from referee.ints import i64

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"
JOKERS: Final = ("BJ", "RJ")
MARKED_JOKERS: Final = ("BJ*", "RJ*")
HIDDEN: Final = "??"

TOP: Final = 1 << 62


def bit(n: i64) -> i64:
    """The mask with bit ``n`` alone, 0 <= n <= 61.

    Every mask is made here: mypyc compiles a left shift of a constant in 32 bits.
    """
    return TOP >> (62 - n)


def _population_table() -> bytes:
    table = b"\x00"
    while len(table) < 1 << 16:
        table += bytes([count + 1 for count in table])
    return table


POPULATION: Final = _population_table()


def popcount(mask: i64) -> i64:
    """The number of bits set in ``mask``, 0 <= mask < 2**62."""
    return (
        i64(POPULATION[mask & 0xFFFF])
        + i64(POPULATION[(mask >> 16) & 0xFFFF])
        + i64(POPULATION[(mask >> 32) & 0xFFFF])
        + i64(POPULATION[(mask >> 48) & 0xFFFF])
    )


def _spellings() -> dict[str, str]:
    """Every way in which a card may be spelt on input, with its code (C-1: ``10h`` is read)."""
    spelt: dict[str, str] = {}
    for rank in RANKS:
        for suit in SUITS:
            code = rank + suit
            ways = [rank] if rank != "T" else ["T", "10"]
            for way in ways:
                for cased in (way, way.lower()):
                    spelt[cased + suit] = code
                    spelt[cased + suit.lower()] = code
    for joker in JOKERS + MARKED_JOKERS:
        for first in (joker[0], joker[0].lower()):
            for second in (joker[1], joker[1].lower()):
                spelt[first + second + joker[2:]] = joker
    return spelt


SPELLINGS: Final[dict[str, str]] = _spellings()


def read_code(text: str) -> str | None:
    """The card code that ``text`` spells, or None when it spells no card (``??`` is none)."""
    return SPELLINGS.get(text)


def suit_of(code: str) -> str:
    """The suit of a card code, empty for a joker."""
    return code[1] if code[1] in SUITS and code[0] in RANKS else ""


def in_order(codes: Sequence[str], places: dict[str, int]) -> list[str]:
    """The same codes, when they stand in the order of ``places`` already, as most do; else (or of none) an empty list.

    To look is several times as fast as to sort.
    """
    last = 0
    for code in codes:
        place = places.get(code, -1)
        if place < last:
            return []
        last = place
    return list(codes)


class Pack:
    """One pack without equal cards, in the order in which a game writes its hands.

    ``codes`` are the card codes, highest first (C-4). Card number ``i`` of ``codes`` has bit
    ``len(codes) - 1 - i``.
    """

    def __init__(self, codes: Sequence[str]) -> None:
        self.codes: tuple[str, ...] = tuple(codes)
        self.size: int = len(self.codes)
        self.all: int = (1 << self.size) - 1
        self._bits: dict[str, int] = {}
        self._places: dict[str, int] = {}
        for place, code in enumerate(self.codes):
            self._bits[code] = 1 << (self.size - 1 - place)
            self._places[code] = place

    def has(self, code: str) -> bool:
        """Whether the pack has a card of this code."""
        return code in self._bits

    def bit_of(self, code: str) -> int:
        """The bit of one card. Raises KeyError for a card that the pack does not have."""
        return self._bits[code]

    def mask(self, codes: Iterable[str]) -> int:
        """The mask of a set of cards; -1 when a card is not of the pack or comes twice."""
        mask = 0
        for code in codes:
            card = self._bits.get(code, 0)
            if card == 0 or mask & card:
                return -1
            mask |= card
        return mask

    def write(self, mask: i64) -> list[str]:
        """The codes of a mask, in written order (C-4)."""
        written: list[str] = []
        place = 0
        top: i64 = self.size - 1
        while mask != 0:
            if (mask >> top) & 1 == 1:
                written.append(self.codes[place])
                mask = mask ^ bit(top)
            place += 1
            top = top - 1
        return written

    def lacking(self, mask: int, codes: Iterable[str]) -> list[str]:
        """Which of these codes are not in ``mask``, each as often as it is wanting."""
        lacking: list[str] = []
        for code in codes:
            card = self._bits[code]
            if mask & card:
                mask ^= card
            else:
                lacking.append(code)
        return lacking

    def sort(self, codes: Sequence[str]) -> list[str]:
        """The same codes in written order; cards may come more than once, ``??`` come last."""
        return in_order(codes, self._places) or sorted(codes, key=self._place)

    def _place(self, code: str) -> int:
        return self._places.get(code, self.size)
