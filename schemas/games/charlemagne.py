"""The shapes of Charlemagne."""

from typing import Any, Final

from referee.cards import SUITS
from referee.game import Game
from schemas.body import body
from schemas.games.shapes import GameShapes, Resource
from schemas.parts import NOTHING, VIOLATION, Parts
from schemas.shapes import Either, Flag, ListOf, Maybe, Object, OneOf, Shape, Tagged, Whole

TRICKS: Final = 8
TAKES: Final = ("kitty", "partner_card")


def shapes(game: Game) -> GameShapes:
    """The shapes of Charlemagne's states, outcomes and events, and of its own resource."""
    parts = Parts(game)
    contract = OneOf(*game.all_fields["contract"].values)
    suit = OneOf(*SUITS)
    taken = Whole(0, TRICKS)
    play = Object({"seat": parts.seat, "cards": parts.cards, "combination": NOTHING})
    played = Object(
        {
            "trick": Whole(0, TRICKS - 1),
            "seat": parts.seat,
            "type": OneOf("play"),
            "cards": parts.cards,
            "combination": NOTHING,
        }
    )
    act = Tagged(
        "type",
        {
            "bid": Object({"seat": parts.seat, "type": OneOf("bid"), "contract": contract}),
            "pass": Object({"seat": parts.seat, "type": OneOf("pass")}),
        },
    )
    deal = Object(
        {
            "hands": parts.by_seat(parts.seen_cards),
            "out": parts.seats,
            "trick": parts.trick(play),
            "played": ListOf(played),
            "bids": ListOf(act, 0, parts.most_seats),
            "bidder": Maybe(parts.seat),
            "contract": Maybe(contract),
            "choice": Maybe(OneOf(*TAKES)),
            "given": Maybe(parts.hidden_card),
            "trump": Maybe(suit),
            "kitty": parts.seen_cards,
            "aside": parts.seen_cards,
            "tricks_won": parts.by_seat(taken),
        }
    )
    outcome = Object({"bidder": parts.seat, "contract": contract, "tricks_won": taken}).named(
        "CharlemagneOutcome", "`tricks_won` are those of the bidder's side, or of a lone bidder."
    )
    seat, trick, count = parts.seat, Whole(0, TRICKS - 1), Whole(0)
    events = {
        "dealt": Object({"deal": Whole(1), "dealer": seat, "seat": seat, "count": count}, {"hand": parts.cards}),
        "bid": Object({"seat": seat, "contract": contract}),
        "passed": Object({"seat": seat}),
        "auction_won": Object({"seat": seat, "contract": contract}),
        "chosen": Object({"seat": seat, "take": OneOf(*TAKES)}),
        "given": Object({"seat": seat, "to": seat, "card": parts.hidden_card}),
        "kitty_taken": Object({"seat": seat, "count": count}, {"cards": parts.cards}),
        "discarded": Object({"seat": seat, "count": count}, {"cards": parts.cards}),
        "trump_named": Object({"seat": seat, "suit": suit}),
        "played": Object({"seat": seat, "trick": trick, "cards": parts.cards, "combination": NOTHING}),
        "trick_won": Object({"seat": seat, "trick": trick}),
        "hand_opened": Object({"seat": seat, "cards": parts.cards}),
    }
    examples: dict[str, dict[str, Any]] = {
        "scores": {
            "options": {"match": {"target": 8}},
            "deals": [
                {"bidder": 2, "contract": "6", "tricks_won": 7},
                {"bidder": 1, "contract": "charlemagne", "tricks_won": 3},
            ],
        },
        "tricks": {
            "contract": "6",
            "trump": "S",
            "plays": [
                {"seat": 3, "card": "AD"},
                {"seat": 0, "card": "8D"},
                {"seat": 1, "card": "9D"},
            ],
            "hand": ["BJ", "AH", "7S"],
            "card": "7S",
        },
    }
    return GameShapes(parts, deal, outcome, events, examples, {"tricks": _tricks(parts, contract, suit)})


def _tricks(parts: Parts, contract: Shape, suit: Shape) -> Resource:
    play = Object({"seat": parts.seat, "card": parts.card})
    given = Object(
        {"contract": contract, "plays": ListOf(play, 0, parts.most_seats)},
        {
            "trump": Maybe(suit).told("Required where the contract has trumps, null or left out where it has none."),
            "hand": parts.cards.told("The hand of the seat that is next to play."),
            "card": parts.card.told("The card that it would play."),
        },
    )
    legal = Object({"legal": OneOf(True), "combination": NOTHING, "captures": Flag()})
    ruling = Either(legal, Object({"legal": OneOf(False), "violation": VIOLATION}))
    answer = Object(
        {"winner": Maybe(parts.seat), "led": Maybe(OneOf(*SUITS, "joker"))}, {"may_play": parts.cards, "ruling": ruling}
    ).named("CharlemagneTrickJudged", "`may_play` where a hand was given, `ruling` where a card was.")
    return Resource(
        body("CharlemagneTrickPlayed", given),
        answer,
        "Judge one trick, away from any table",
        "Who wins the trick so far, and what the next seat may play to it (CH-4.3, CH-4.4).",
    )
