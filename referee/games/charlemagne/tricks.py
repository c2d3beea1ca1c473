"""Tricks of Charlemagne: the pack, which suit a card belongs to, what must be played, which card wins.

A card is one bit of a mask in written order (CH-1.5). ``trump`` is a suit, 0 to 3 in the order S H D C, or `NO_TRUMP`
in the mulots. There the jokers belong to no suit; they are kept as a "suit" of their own, number `NO_TRUMP`, which
outranks all others as a trump suit does.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards import JOKERS, SUITS, Pack, popcount, read_code, suit_of
from referee.games.charlemagne.rules import BREACHES
from referee.games.charlemagne.scoring import is_lone, is_mulot, number_of
from referee.ints import i64
from referee.rulings import Invalid, Ruling

PLAIN_RANKS: Final = "AKQJT987"  # CH-1.4
CODES: Final = ("BJ", "RJ", *[rank + suit for rank in PLAIN_RANKS for suit in SUITS])
"""The cards in written order (CH-1.5)."""
PACK: Final = Pack(CODES)  # CH-1.1
SIZE: Final = 34
NO_TRUMP: Final = 4

SAME_COLOUR: Final = {"S": "C", "C": "S", "H": "D", "D": "H"}
TRUMP_RANKS: Final = "AKQT987"  # below the four that stand highest

FOLLOW: Final = 1
OTHER_JOKER: Final = 2
JOKER_FOR_SUIT: Final = 3
DUTY_KEYS: Final = ("", "must-follow-suit", "other-joker", "joker-for-suit")
"""The row of the table of violations for each number that `breach_of` gives."""


def suit_in(code: str, trump: int) -> int:
    """The suit that a card belongs to (CH-1.3, CH-1.4); `NO_TRUMP` for a joker in a mulot (CH-4.4)."""
    if code in JOKERS:
        return trump
    if trump != NO_TRUMP and code == "J" + SAME_COLOUR[SUITS[trump]]:
        return trump
    return SUITS.index(suit_of(code))


def power_in(code: str, trump: int) -> int:
    """A number that orders the cards of one suit, and any trump above all others: 1 to 31 (CH-1.3, CH-1.4, CH-4.4)."""
    if code == "BJ":
        return 31
    if code == "RJ":
        return 30
    if suit_in(code, trump) != trump:
        return 8 - PLAIN_RANKS.index(code[0])
    if code[0] == "J":
        return 29 if suit_of(code) == SUITS[trump] else 28
    return 27 - TRUMP_RANKS.index(code[0])


def _suits() -> bytes:
    return bytes([suit_in(code, trump) for trump in range(5) for code in reversed(CODES)])


def _powers() -> bytes:
    return bytes([power_in(code, trump) for trump in range(5) for code in reversed(CODES)])


def _suit_masks() -> list[int]:
    masks: list[int] = []
    for trump in range(5):
        for suit in range(5):
            masks.append(PACK.mask([code for code in CODES if suit_in(code, trump) == suit]))
    return masks


SUIT: Final = _suits()
"""The suit of card number ``n`` (its bit) under trump ``t``, at ``t * SIZE + n``."""
POWER: Final = _powers()
"""The power of a card, placed as in `SUIT`."""
SUIT_MASKS: Final = _suit_masks()
"""All cards of suit ``s`` under trump ``t``, at ``t * 5 + s``."""
JOKER_MASK: Final = PACK.mask(JOKERS)


def suit_of_card(card: i64, trump: i64) -> i64:
    """The suit of one card (a mask of one bit) under ``trump``."""
    return i64(SUIT[trump * SIZE + popcount(card - 1)])


def first_duty(led: i64, trump: i64) -> i64:
    """What a seat must play if it can, when ``led`` was led: the suit led (CH-4.3), or the other joker (CH-4.4)."""
    return SUIT_MASKS[trump * 5 + suit_of_card(led, trump)]


def second_duty(led: i64, trump: i64) -> i64:
    """What a seat that cannot do its first duty must play if it can: in a mulot, to a suit led, a joker (CH-4.4)."""
    if trump == NO_TRUMP and led & JOKER_MASK == 0:
        return JOKER_MASK
    return 0


def playable(hand: i64, led: i64, trump: i64) -> i64:
    """The cards of ``hand`` that may be played; ``led`` is the card led, 0 on a lead (CH-4.3, CH-4.4)."""
    if led == 0:
        return hand
    due = hand & first_duty(led, trump)
    if due == 0:
        due = hand & second_duty(led, trump)
    return due if due != 0 else hand


def lacking(card: i64, led: i64, trump: i64) -> i64:
    """The cards that the rest of a hand cannot hold when ``card`` was rightly played from it to ``led`` (0: a lead)."""
    if led == 0:
        return 0
    first = first_duty(led, trump)
    if card & first != 0:
        return 0
    second = second_duty(led, trump)
    return first if card & second != 0 else first | second


def breach_of(card: i64, hand: i64, led: i64, trump: i64) -> i64:
    """Why ``card`` may not be played from ``hand``, which holds it: 0 when it may, else a place in `DUTY_KEYS`."""
    if card & playable(hand, led, trump) != 0:
        return 0
    if hand & first_duty(led, trump) == 0:
        return JOKER_FOR_SUIT  # CH-4.4
    if suit_of_card(led, trump) == NO_TRUMP:
        return OTHER_JOKER  # CH-4.4
    return FOLLOW  # CH-4.3


def wins_over(card: i64, best: i64, led: i64, trump: i64) -> bool:
    """Whether ``card`` takes the trick from ``best``, the best card so far, when ``led`` was led (CH-4.3, CH-4.4)."""
    suit = suit_of_card(card, trump)
    if suit != trump and suit != suit_of_card(led, trump):
        return False
    return POWER[trump * SIZE + popcount(card - 1)] > POWER[trump * SIZE + popcount(best - 1)]


def duty_values(card: int, hand: int, led: int, trump: int) -> dict[str, Any]:
    """What the sentence of a violation by `breach_of` speaks of."""
    suit = int(suit_of_card(led, trump))
    return {
        "card": PACK.write(card)[0],
        "led": "joker" if suit == NO_TRUMP else SUITS[suit],
        "may_play": PACK.write(int(playable(hand, led, trump))),
    }


def judge_trick(body: Mapping[str, Any]) -> dict[str, Any]:
    """Judges one trick away from any table.

    ``body`` has ``contract``, ``trump`` (a suit; null or left out in the mulots), ``plays`` (``{"seat", "card"}``, in
    the order played) and maybe ``hand`` and ``card`` of the next to play. Gives ``winner`` (the seat that wins so far,
    null before a card is led) and ``led`` (a suit, ``"joker"`` in the mulots, or null); with ``hand`` also
    ``may_play``, with ``card`` its ``ruling``. Raises Invalid, every fault at its pointer, for what cannot be.
    """
    faults: dict[str, str] = {}
    contract = number_of(body["contract"])
    if contract == 0:
        faults["/contract"] = f"there is no contract {body['contract']}"
    trump = _read_trump(contract, body.get("trump"), faults)
    plays: Sequence[Mapping[str, Any]] = body["plays"]
    seen = [0]
    cards = [_take_card(play["card"], seen, f"/plays/{place}/card", faults) for place, play in enumerate(plays)]
    _check_seats(contract, plays, faults)
    hand: Sequence[str] | None = body.get("hand")
    held = 0
    if hand is not None:
        for place, text in enumerate(hand):
            held |= _take_card(text, seen, f"/hand/{place}", faults)
        if not 1 <= len(hand) <= 8:
            faults["/hand"] = "must hold 1 to 8 cards"
        elif contract > 0 and len(plays) >= _trick_size(contract):
            faults["/hand"] = "the trick is complete: nobody is next to play"
    asked: str | None = body.get("card")
    card = 0
    if asked is not None:
        code = read_code(asked)
        if code is None or not PACK.has(code):
            faults["/card"] = f"{asked} is no card of this game"
        elif hand is None:
            faults["/card"] = "stands only beside hand"
        else:
            card = PACK.bit_of(code)
    if faults:
        raise Invalid(faults)
    return _judgement(trump, [int(play["seat"]) for play in plays], cards, hand is not None, held, card)


def _judgement(trump: int, seats: list[int], cards: list[int], asked: bool, held: int, card: int) -> dict[str, Any]:
    led = cards[0] if cards else 0
    winner: int | None = seats[0] if seats else None
    best = led
    for place in range(1, len(cards)):
        if wins_over(cards[place], best, led, trump):
            best = cards[place]
            winner = seats[place]
    led_suit: str | None = None
    if led != 0:
        suit = int(suit_of_card(led, trump))
        led_suit = "joker" if suit == NO_TRUMP else SUITS[suit]
    answer: dict[str, Any] = {"winner": winner, "led": led_suit}
    if asked:
        answer["may_play"] = PACK.write(int(playable(held, led, trump)))
    if card != 0:
        answer["ruling"] = _rule_on(card, held, led, trump).as_data()
    return answer


def _rule_on(card: int, held: int, led: int, trump: int) -> Ruling:
    if card & held == 0:
        return Ruling(None, BREACHES["not-in-hand"].violation({"cards": PACK.write(card)}))
    breach = int(breach_of(card, held, led, trump))
    if breach == 0:
        return Ruling(None)
    return Ruling(None, BREACHES[DUTY_KEYS[breach]].violation(duty_values(card, held, led, trump)))


def _read_trump(contract: int, given: str | None, faults: dict[str, str]) -> int:
    if contract == 0:
        return NO_TRUMP
    if is_mulot(contract):
        if given is not None:
            faults["/trump"] = "a mulot has no trumps"
        return NO_TRUMP
    if given is None:
        faults["/trump"] = "this contract needs trumps"
        return NO_TRUMP
    if len(given) != 1 or given not in SUITS:
        faults["/trump"] = "must be one of " + ", ".join(SUITS)
        return NO_TRUMP
    return SUITS.index(given)


def _trick_size(contract: int) -> int:
    return 3 if is_lone(contract) else 4  # CH-4.1


def _check_seats(contract: int, plays: Sequence[Mapping[str, Any]], faults: dict[str, str]) -> None:
    """Notes seats that cannot have played in this order: in a lone contract one of the four is skipped (CH-4.1)."""
    before = -1
    for place, play in enumerate(plays):
        at = f"/plays/{place}/seat"
        seat: int = play["seat"]
        if not 0 <= seat <= 3:
            faults[at] = "must be a seat from 0 to 3"
            return
        if contract > 0 and place >= _trick_size(contract):
            faults[f"/plays/{place}"] = f"a trick of this contract has {_trick_size(contract)} cards"
            return
        offset = (seat - int(plays[0]["seat"])) % 4
        if offset <= before:
            faults[at] = f"seat {seat} has played already or is out of order"
            return
        if contract > 0 and not is_lone(contract) and offset != place:
            faults[at] = f"seat {(seat - offset + place) % 4} plays next"
            return
        before = offset


def _take_card(text: str, seen: list[int], at: str, faults: dict[str, str]) -> int:
    """The bit of a card that is not in ``seen`` (one mask, to which it is added); 0, and a fault, when it cannot be."""
    code = read_code(text)
    if code is None or not PACK.has(code):
        faults[at] = f"{text} is no card of this game"
        return 0
    card = PACK.bit_of(code)
    if card & seen[0]:
        faults[at] = f"{code} stands twice"
        return 0
    seen[0] |= card
    return card


def cards_of(mask: i64) -> list[i64]:
    """The single cards of a mask, in written order."""
    found: list[i64] = []
    rest = mask
    while rest != 0:
        low = rest & -rest
        found.append(low)
        rest = rest ^ low
    found.reverse()
    return found


def nth_card(mask: i64, n: i64) -> i64:
    """Card number ``n`` of a mask in written order, 0 <= n < popcount(mask)."""
    rest = mask
    skip = popcount(mask) - 1 - n
    while skip > 0:
        rest = rest & (rest - 1)
        skip = skip - 1
    return rest & -rest
