"""The documented shuffle (SH): a seed and a label fix a deal, and anyone can make it again."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from referee.cards import SUITS

SEED_BYTES: Final = 128


def sound_seed(seed: str) -> bool:
    """Whether ``seed`` is 1 to 128 bytes of UTF-8 without NUL (SH-1)."""
    try:
        raw = seed.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return 1 <= len(raw) <= SEED_BYTES and b"\x00" not in raw


def salt_of(seed: str) -> str:
    """The salt of a match's digests, 16 bytes in hex: the first half of SHA256("salt" ‖ 0 ‖ seed)."""
    return sha256(b"salt\x00" + seed.encode("utf-8")).hexdigest()[:32]


class Stream:
    """The byte stream of a seed and a label (SH-2), read as numbers below a bound (SH-3)."""

    def __init__(self, seed: str, label: str) -> None:
        self._head: bytes = seed.encode("utf-8") + b"\x00" + label.encode("ascii") + b"\x00"
        self._counter: int = 0
        self._block: bytes = b""
        self._at: int = 0

    def _word(self) -> int:
        if self._at == len(self._block):
            self._block = sha256(self._head + self._counter.to_bytes(8, "big")).digest()
            self._counter += 1
            self._at = 0
        word = int.from_bytes(self._block[self._at : self._at + 4], "big")
        self._at += 4
        return word

    def below(self, n: int) -> int:
        """A number from 0 to ``n - 1``, 1 <= n <= 2**32 (SH-3)."""
        bound = (1 << 32) // n * n
        while True:
            word = self._word()
            if word < bound:
                return word % n


def ordered_pack(ranks: str, copies: int = 1, black: Sequence[str] = (), red: Sequence[str] = ()) -> list[str]:
    """The pack before the shuffle (SH-5).

    ``ranks`` are the ranks in use in the order 2 … A; ``black`` and ``red`` the jokers of all
    copies together, marked ones first.
    """
    pack = [rank + suit for _ in range(copies) for suit in SUITS for rank in ranks]
    pack.extend(black)
    pack.extend(red)
    return pack


def shuffled(pack: Sequence[str], seed: str, label: str) -> list[str]:
    """The pack shuffled by Fisher-Yates (SH-4); position 0 is the top card, drawn first."""
    stream = Stream(seed, label)
    cards = list(pack)
    for i in range(len(cards) - 1, 0, -1):
        j = stream.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def deal_label(number: int, redeals: int) -> str:
    """The label of deal ``number`` (from 1), or of its ``redeals``-th redeal (SH-6)."""
    return f"deal:{number}" if redeals == 0 else f"deal:{number}:redeal:{redeals}"


def first_seat(seed: str, seats: int) -> int:
    """The first dealer or first drawer, drawn under the label ``first`` (SH-6)."""
    return Stream(seed, "first").below(seats)
