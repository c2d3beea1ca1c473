"""The shapes of Bao Huang."""

from typing import Final

from referee.game import Game
from schemas.body import body
from schemas.games.shapes import GameShapes, Resource
from schemas.parts import LABEL_BYTES, SEED, Parts, label
from schemas.shapes import Flag, ListOf, Maybe, Object, OneOf, Shape, Tagged, Whole

SEATS: Final = 5
MOST_SLOTS: Final = 4
DECLARED_AS: Final = ("loyalty", "opposition", "alone")


def shapes(game: Game) -> GameShapes:
    """The shapes of Bao Huang's states, outcomes and events, and of its seat draw."""
    parts = Parts(game)
    seat = parts.seat
    outcome = Object({"emperor": seat, "guard": Maybe(seat), "out": parts.seats, "declared": parts.seats}).named(
        "BaoHuangOutcome",
        "Emperor and guard (null: the emperor played alone), who went out in which order, and which seats declared.",
    )
    return GameShapes(
        parts,
        _deal(parts),
        outcome,
        _events(parts),
        {
            "combinations": {"cards": ["TS", "RJ", "RJ*"], "against": {"cards": ["9S", "9H", "BJ"]}},
            "scores": {
                "options": {"match": {"deals": 2}},
                "deals": [
                    {"emperor": 2, "guard": 0, "out": [2, 3, 0], "declared": [0]},
                    {"emperor": 1, "guard": None, "out": [1], "declared": []},
                ],
            },
            "seats": {"players": ["Ava", "Bo", "Chen", "Dina", "Eka"], "seed": "a draw"},
        },
        {"seats": _seats(parts)},
    )


def _deal(parts: Parts) -> Object:
    seat = parts.seat
    play = Object({"seat": seat, "cards": parts.cards, "combination": parts.reading})
    step: dict[str, Shape] = {"trick": Whole(0), "seat": seat}
    played = Tagged(
        "type",
        {
            "play": Object({**step, "type": OneOf("play"), "cards": parts.cards, "combination": parts.reading}),
            "pass": Object({**step, "type": OneOf("pass")}),
        },
    )
    slot = Whole(0, MOST_SLOTS - 1)
    tribute = Object(
        {
            "put": ListOf(Object({"slot": slot, "seat": seat, "card": parts.hidden_card}), 0, MOST_SLOTS),
            "taken": ListOf(Object({"seat": seat, "slots": ListOf(slot, 1, MOST_SLOTS)}), 0, MOST_SLOTS),
        }
    ).named("BaoHuangTribute", "What losers put and winners took, in order; null where no tribute is due (BH-2).")
    declared = Tagged(
        "type",
        {
            "declare": Object({"seat": seat, "type": OneOf("declare"), "as": OneOf(*DECLARED_AS)}),
            "stay_silent": Object({"seat": seat, "type": OneOf("stay_silent")}),
        },
    )
    return Object(
        {
            "hands": parts.by_seat(parts.seen_cards),
            "out": parts.seats,
            "trick": parts.trick(play),
            "played": ListOf(played),
            "tribute": Maybe(tribute),
            "holder": Maybe(seat).told("Who held the RJ* first; null before the crown is offered (BH-3.1)."),
            "crown": parts.seats.told("Who passed the crown on, in order."),
            "emperor": Maybe(seat),
            "called": Maybe(parts.card),
            "declared": ListOf(declared, 0, SEATS),
            "guard": Maybe(seat).told("Null where there is none, or the viewer does not know (X-4)."),
            "alone": Maybe(Flag()).told("Whether the emperor plays alone; null where the viewer does not know (X-4)."),
        }
    )


def _events(parts: Parts) -> dict[str, Object]:
    seat, trick, count = parts.seat, Whole(0), Whole(0)
    slots = ListOf(Whole(0, MOST_SLOTS - 1), 1, MOST_SLOTS)
    return {
        "dealt": Object({"deal": Whole(1), "dealer": seat, "seat": seat, "count": count}, {"hand": parts.cards}),
        "tribute_put": Object({"seat": seat, "slots": slots}, {"cards": parts.cards}),
        "tribute_taken": Object({"seat": seat, "slots": slots}, {"cards": parts.seen_cards}),
        "crown_passed": Object({"seat": seat, "to": seat}),
        "crowned": Object({"seat": seat, "called": Maybe(parts.card)}),
        "declared": Object({"seat": seat, "as": OneOf(*DECLARED_AS)}),
        "stayed_silent": Object({"seat": seat}),
        "played": Object({"seat": seat, "trick": trick, "cards": parts.cards, "combination": parts.reading}),
        "passed": Object({"seat": seat, "trick": trick}),
        "guard_shown": Object({"seat": seat, "alone": Flag()}),
        "out": Object({"seat": seat, "place": Whole(1, SEATS)}),
        "trick_won": Object({"seat": seat, "trick": trick}),
    }


def _seats(parts: Parts) -> Resource:
    name = label(LABEL_BYTES)
    given = Object(
        {"players": ListOf(name, SEATS, SEATS).told("Five different labels, in the order in which they draw.")},
        {"seed": SEED.told("Fixes the cards drawn; made by the service when it is left out. Never the match's.")},
    )
    drawn = Object({"player": name, "card": parts.card})
    answer = Object(
        {
            "draws": ListOf(ListOf(drawn)).told("Who drew what: first all five, then those who drew anew."),
            "seats": ListOf(name, SEATS, SEATS).told("The label by seat."),
            "dealer": parts.seat,
            "seed": SEED,
        }
    ).named("BaoHuangSeatsDrawn", "The draw, and who sits where.")
    return Resource(
        body("BaoHuangSeatDraw", given),
        answer,
        "Draw for the seats",
        "Five players draw cards until all ranks differ; the highest deals first, the others follow by rank (BH-1.4).",
    )
