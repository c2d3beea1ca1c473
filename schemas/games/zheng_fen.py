"""The shapes of Zheng Fen."""

from typing import Final

from referee.game import Game
from schemas.games.shapes import GameShapes
from schemas.parts import Parts
from schemas.shapes import ListOf, Object, OneOf, Tagged, Whole

POINTS: Final = 100


def shapes(game: Game) -> GameShapes:
    """The shapes of Zheng Fen's states, outcomes and events."""
    parts = Parts(game)
    play = Object({"seat": parts.seat, "cards": parts.cards, "combination": parts.reading})
    step = {"trick": Whole(0), "seat": parts.seat}
    played = Tagged(
        "type",
        {
            "play": Object({**step, "type": OneOf("play"), "cards": parts.cards, "combination": parts.reading}),
            "pass": Object({**step, "type": OneOf("pass")}),
        },
    )
    deal = Object(
        {
            "hands": parts.by_seat(parts.seen_cards),
            "out": parts.seats,
            "trick": parts.trick(play),
            "played": ListOf(played),
            "won": parts.by_seat(parts.cards),
        }
    )
    points = Whole(0, POINTS)
    outcome = Object(
        {"out": parts.seats},
        {
            "tricks": parts.by_seat(parts.cards),
            "last_hand": parts.cards,
            "points": parts.by_seat(points),
            "last_hand_points": points,
        },
    ).named("ZhengFenOutcome", "Who went out, and what each seat won: cards, or the points in them (ZF-6.2).")
    seat, trick = parts.seat, Whole(0)
    events = {
        "dealt": Object({"deal": Whole(1), "dealer": seat, "seat": seat, "count": Whole(0)}, {"hand": parts.cards}),
        "played": Object({"seat": seat, "trick": trick, "cards": parts.cards, "combination": parts.reading}),
        "passed": Object({"seat": seat, "trick": trick}),
        "out": Object({"seat": seat, "place": Whole(1, parts.most_seats)}),
        "trick_won": Object({"seat": seat, "trick": trick, "points": Whole(0, POINTS)}),
        "hand_opened": Object({"seat": seat, "cards": parts.cards}),
    }
    return GameShapes(
        parts,
        deal,
        outcome,
        events,
        {
            "combinations": {"cards": ["9S", "9H", "KD", "BJ", "RJ"], "against": ["5S", "5H", "5D", "3C", "8H"]},
            "scores": {
                "options": {"players": 4, "match": {"deals": 2}},
                "deals": [{"out": [2, 0, 3], "points": [40, 5, 30, 15], "last_hand_points": 10}],
                "cut_short": True,
            },
        },
    )
