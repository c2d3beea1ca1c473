"""The seat draw before a match (BH-1.4)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.games.bao_huang.readings import NUMBERS, RANK_NAMES, full_pack
from referee.rulings import Invalid
from referee.shuffle import shuffled

LABEL: Final = "seats"


def draw_seats(body: Mapping[str, Any]) -> dict[str, Any]:
    """Seats five players by drawing cards.

    ``players`` are five different labels in the order in which they draw, ``seed`` a sound seed. Gives ``draws`` (lists
    of who drew what: first all five, then those who drew anew), ``seats`` (the label by seat), ``dealer`` and ``seed``.
    Raises Invalid with the pointer ``/players/…`` for a label that comes twice.
    """
    players: list[str] = body["players"]
    seed: str = body["seed"]
    faults = {f"/players/{place}": "is named twice" for place, label in enumerate(players) if label in players[:place]}
    if faults:
        raise Invalid(faults)
    return {**seated(players, shuffled(full_pack(short=True), seed, LABEL)), "seed": seed}


def seated(players: Sequence[str], pack: Sequence[str]) -> dict[str, Any]:
    """The draw from the top of a shuffled pack: ``draws``, ``seats`` and ``dealer``."""
    cards: dict[str, str] = {}
    draws: list[list[dict[str, str]]] = []
    drawing = list(players)
    top = 0
    while drawing:
        drawn: list[dict[str, str]] = []
        for label in drawing:
            cards[label] = pack[top]
            drawn.append({"player": label, "card": pack[top]})
            top += 1
        draws.append(drawn)
        ranks = {label: rank_of_code(card) for label, card in cards.items()}
        held = list(ranks.values())
        drawing = [label for label in players if held.count(ranks[label]) > 1]
    order = sorted(players, key=lambda label: rank_of_code(cards[label]), reverse=True)
    seats = [order[0], *reversed(order[1:])]  # the second sits on the dealer's left, in the last seat, and so on
    return {"draws": draws, "seats": seats, "dealer": 0}


def rank_of_code(code: str) -> int:
    """The rank of a card (BH-1.2); marked jokers rank with their colour."""
    number = NUMBERS.get(code, -1)
    return RANK_NAMES.index(code[:2]) if number < 0 else number >> 2
