"""A deal of Big A that fits what a viewer has seen."""

from collections.abc import Sequence
from typing import Final

from referee.shuffle import Stream, shuffled

LABEL: Final = "fill"


def fill(
    rooms: Sequence[int], unseen: Sequence[str], second: str, chances: Sequence[int], seed: str | None = None
) -> list[list[str]]:
    """Deals the unseen cards out to the hidden places.

    ``rooms`` are the numbers of hidden places, together as many as the ``unseen`` cards. Where ``second`` is not empty
    it is the code of the second Big Ace, one of them, and goes to a room by its ``chances``, of which one at least is
    above 0: so the hidden partner, or the lone declarer, is drawn as well. With a ``seed`` every deal that fits is as
    likely as any other; without one it is always the same. Gives the cards by room.
    """
    dealt: list[list[str]] = [[] for _ in rooms]
    cards = list(unseen)
    if second != "":
        room = _drawn(chances, seed)
        cards.remove(second)
        dealt[room].append(second)
    if seed is not None:
        cards = shuffled(cards, seed, LABEL)
    at = 0
    for room, number in enumerate(rooms):
        free = number - len(dealt[room])
        dealt[room].extend(cards[at : at + free])
        at += free
    return dealt


def _drawn(chances: Sequence[int], seed: str | None) -> int:
    left = 0 if seed is None else Stream(seed, f"{LABEL}:second").below(sum(chances))
    for room, chance in enumerate(chances):
        if left < chance:
            return room
        left -= chance
    return len(chances) - 1
