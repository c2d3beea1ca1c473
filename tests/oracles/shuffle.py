"""The documented shuffle, written a second time straight from the law book, slow and obvious."""

import hashlib
import struct


def byte_stream(seed: str, label: str, length: int) -> bytes:
    """The first ``length`` bytes of SH-2."""
    out = b""
    counter = 0
    while len(out) < length:
        message = seed.encode() + b"\0" + label.encode("ascii") + b"\0" + struct.pack(">Q", counter)
        out += hashlib.sha256(message).digest()
        counter += 1
    return out[:length]


def numbers_below(seed: str, label: str, bounds: list[int]) -> list[int]:
    """One number below each bound, in turn (SH-3)."""
    stream = byte_stream(seed, label, 4 * (len(bounds) * 3 + 16))
    words = [struct.unpack(">I", stream[at : at + 4])[0] for at in range(0, len(stream), 4)]
    drawn = []
    for bound in bounds:
        while words[0] >= (2**32 // bound) * bound:
            words.pop(0)
        drawn.append(words.pop(0) % bound)
    return drawn


def shuffle(pack: list[str], seed: str, label: str) -> list[str]:
    """Fisher-Yates from the last position down (SH-4)."""
    cards = list(pack)
    positions = list(range(len(cards) - 1, 0, -1))
    for i, j in zip(positions, numbers_below(seed, label, [i + 1 for i in positions]), strict=True):
        cards[i], cards[j] = cards[j], cards[i]
    return cards
