"""A deal of Zheng Fen that fits what a viewer has seen."""

from collections.abc import Sequence

from referee.games.zheng_fen.readings import LED_WITH, PACK
from referee.shuffle import shuffled

LABEL = "fill"


def fill(known: Sequence[int], hidden: Sequence[int], unseen: int, leader: int, seed: str | None = None) -> list[int]:
    """Deals the unseen cards out to the hidden places.

    ``known`` are masks by seat, ``hidden`` how many more cards each seat holds, ``unseen`` the mask of as many cards;
    ``leader`` is the seat that must have the 3H (ZF-2.2), -1 when that is not asked for. With a ``seed`` every deal
    that fits is as likely as any other; without one it is always the same. Gives whole hands by seat.
    """
    hands = list(known)
    room = list(hidden)
    cards = PACK.write(unseen)
    if leader >= 0:
        cards.remove(LED_WITH)
        hands[leader] |= PACK.bit_of(LED_WITH)
        room[leader] -= 1
    if seed is not None:
        cards = shuffled(cards, seed, LABEL)
    at = 0
    for seat, number in enumerate(room):
        hands[seat] |= PACK.mask(cards[at : at + number])
        at += number
    return hands
