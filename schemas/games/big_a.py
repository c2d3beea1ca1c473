"""The shapes of Big A."""

from typing import Any, Final

from referee.cards import SUITS
from referee.game import Game
from schemas.games.shapes import GameShapes
from schemas.parts import Parts
from schemas.shapes import Flag, ListOf, Maybe, Object, OneOf, Tagged, Whole

PACK: Final = 108
COPIES: Final = 2


def shapes(game: Game) -> GameShapes:
    """The shapes of Big A's states, outcomes and events."""
    parts = Parts(game)
    seat, trick, yes = parts.seat, Whole(0), OneOf(True)
    aces = ListOf(parts.card, 1, COPIES)
    capture = {"captures": yes, "captured_by": seat}
    play = Object({"seat": seat, "cards": parts.cards, "combination": parts.reading}, capture)
    step = {"trick": trick, "seat": seat}
    played = Tagged(
        "type",
        {
            "play": Object(
                {**step, "type": OneOf("play"), "cards": parts.cards, "combination": parts.reading}, capture
            ),
            "pass": Object({**step, "type": OneOf("pass")}),
        },
    )
    decline = Object({"seat": seat, "type": OneOf("decline")})
    deal = Object(
        {
            "hands": parts.by_seat(parts.seen_cards),
            "out": parts.seats,
            "trick": parts.trick(play),
            "played": ListOf(played),
            "big_suit": Maybe(OneOf(*SUITS)),
            "declarer": Maybe(seat),
            "partner": Maybe(seat),
            "alone": Maybe(Flag()),
            "shown": ListOf(seat, 0, COPIES),
            "exposed": ListOf(Object({"seat": seat, "cards": aces, "overcalled": Flag()}, {"forced": yes})),
            "closing": ListOf(
                Tagged(
                    "type",
                    {
                        "decline": decline,
                        "expose": Object({"seat": seat, "type": OneOf("expose"), "cards": aces}),
                    },
                )
            ),
            "reveal": ListOf(
                Tagged("type", {"decline": decline, "reveal": Object({"seat": seat, "type": OneOf("reveal")})})
            ),
            "stock": parts.seen_cards,
            "face_down": Maybe(parts.by_seat(Maybe(parts.hidden_card))),
        }
    )
    outcome = Object({"declarer": seat, "partner": Maybe(seat), "out": parts.seats, "shown_before_play": Flag()}).named(
        "BigAOutcome",
        "Who went out, in order; `partner` is null for a declarer who plays alone; `shown_before_play` says whether "
        "the second Big Ace was exposed or revealed before play (BA-8).",
    )
    events = {
        "dealt": Object(
            {"deal": Whole(1), "first_drawer": seat, "seat": seat, "count": Whole(0), "face_down": Flag()},
            {"hand": parts.cards},
        ),
        "drawn": Object({"seat": seat, "left": Whole(0, PACK), "face_down": Flag()}, {"card": parts.card}),
        "exposed": Object({"seat": seat, "cards": aces, "forced": Flag(), "overcalled": Maybe(seat)}),
        "declined": Object({"seat": seat}),
        "face_down_shown": Object({"cards": parts.cards}),
        "taken_up": Object({"seat": seat}, {"card": parts.card}),
        "revealed": Object({"seat": seat, "card": parts.card}),
        "played": Object(
            {"seat": seat, "trick": trick, "cards": parts.cards, "combination": parts.reading, "captures": Flag()}
        ),
        "captured": Object({"seat": seat, "trick": trick, "cards": parts.cards}),
        "passed": Object({"seat": seat, "trick": trick}),
        "out": Object({"seat": seat, "place": Whole(1, parts.most_seats)}),
        "trick_won": Object({"seat": seat, "trick": trick}),
    }
    examples: dict[str, dict[str, Any]] = {
        "combinations": {
            "cards": ["4S", "4H"],
            "context": {"big_suit": "S"},
            "against": ["AS", "AH", "AD"],
        },
        "scores": {
            "options": {"match": {"deals": 2}},
            "deals": [
                {"declarer": 2, "partner": 0, "out": [2, 1, 0], "shown_before_play": False},
                {"declarer": 4, "partner": None, "out": [4], "shown_before_play": True},
            ],
        },
    }
    context = Object({}, {"big_suit": Maybe(OneOf(*SUITS))})
    return GameShapes(parts, deal, outcome, events, examples, context=context)
