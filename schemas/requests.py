"""The bodies of the calls that every game has."""

from collections.abc import Mapping
from typing import Final

from schemas.body import Body, body
from schemas.parts import DIGEST, LABEL_BYTES, SEED, Parts, label
from schemas.shapes import (
    Either,
    Faults,
    Flag,
    Json,
    ListOf,
    Maybe,
    Object,
    OneOf,
    Shape,
    Whole,
)

MOST_MOVES: Final = 1000
MOST_OUTCOMES: Final = 1000
LEGAL_MOVES: Final = 200
MOST_LEGAL_MOVES: Final = 5000
STATE_FORMATS: Final = ("open", "signed", "sealed")
OPEN: Final = STATE_FORMATS[0]


def requests(parts: Parts, state: Object, outcome: Object, context: Shape | None) -> dict[str, Body]:
    """The bodies of a game's calls, by the last part of the call's path."""
    made = {
        "deals": _deals(parts, state),
        "moves": _moves(parts, state, "Moves"),
        "rulings": _moves(parts, state, "Rulings"),
        "legal-moves": _legal_moves(parts, state),
        "views": _views(parts, state),
        "scores": _scores(parts, outcome),
        "replays": body(f"{parts.title}Record", parts.record(), "A match written down."),
    }
    if parts.game.combinations:
        made["combinations"] = _combinations(parts, context)
    return made


def _deals(parts: Parts, state: Object) -> Body:
    game = parts.game
    dealt: dict[str, Shape] = {"hands": parts.hands.told("An arranged deal: the cards of each seat.")}
    if game.rest_name:
        dealt[game.rest_name] = parts.cards
    first_only: dict[str, Shape] = {
        "options": parts.options,
        "match_id": Maybe(label(LABEL_BYTES)).told("A label of the client's own."),
        "seed": Maybe(SEED).told(
            "Fixes the cards of the whole match; made by the service when neither it nor hands are given."
        ),
        game.start_name: Whole().told("A seat; else by the seed. Required with hands."),
        "state_format": OneOf(*STATE_FORMATS),
    }

    def together(given: Json, faults: Faults) -> None:
        if "continue" in given:
            for name in first_only:
                if name in given:
                    faults["/" + name] = "stands only at the first deal of a match, not beside continue"
        if game.rest_name in given and "hands" not in given:
            faults["/" + game.rest_name] = "stands only beside hands"

    shape = Object(
        {},
        {
            **first_only,
            **dealt,
            "continue": state.told("A state whose deal is over: the next deal of its match is dealt."),
            "view_for": parts.viewers(),
        },
    )
    return body(f"{parts.title}Deals", shape, "The first deal of a match, or with `continue` the next.", together)


def _moves(parts: Parts, state: Object, name: str) -> Body:
    def together(given: Json, faults: Faults) -> None:
        if "move" in given and "moves" in given:
            faults["/moves"] = "stands only without move"
        elif "move" not in given and "moves" not in given:
            faults["/move"] = "is missing (or moves, a list)"

    after = Maybe(Either(DIGEST, Object({"digest": DIGEST}, {"sequence": Whole(0)})))
    shape = Object(
        {"state": state},
        {
            "move": parts.move,
            "moves": ListOf(parts.move, 1, MOST_MOVES).told("Several moves, one after the other: all of them or none."),
            "after": after.told("The digest of the state or view that the mover saw, alone or with its sequence."),
            "view_for": parts.viewers().told(
                "Whose views are wanted as well: a seat, a list of seats, the table, or all."
            ),
        },
    )
    return body(f"{parts.title}{name}", shape, together=together)


def _legal_moves(parts: Parts, state: Object) -> Body:
    kinds = dict.fromkeys([*parts.game.moves, *parts.game.combinations])
    shape = Object(
        {"state": state},
        {
            "seat": parts.seat.told("The seat that must act unless said."),
            "limit": Whole(0, MOST_LEGAL_MOVES).told(f"How many moves are listed at most; {LEGAL_MOVES} unless said."),
            "kinds": ListOf(OneOf(*kinds), 0, len(kinds)).told("Only moves of these kinds or types are listed."),
        },
    )
    return body(f"{parts.title}LegalMoves", shape)


def _views(parts: Parts, state: Object) -> Body:
    seat = Either(OneOf("table"), parts.seat)
    return body(f"{parts.title}Views", Object({"state": state}, {"seat": seat.told("All views when none is named.")}))


def _combinations(parts: Parts, context: Shape | None) -> Body:
    reading = Object({"kind": OneOf(*parts.game.combinations)}, {"rank": Maybe(_rank(parts))})
    against = Either(parts.cards, Object({"cards": parts.cards}, {"as": reading}))
    optional: Mapping[str, Shape] = {
        "options": parts.options,
        "against": against.told("Cards to beat; without `as` they are read as on a lead."),
        **({} if context is None else {"context": context}),
    }
    return body(f"{parts.title}Combinations", Object({"cards": parts.cards}, optional))


def _rank(parts: Parts) -> Shape:
    return OneOf(*dict.fromkeys(code if code in ("BJ", "RJ") else code[0] for code in parts.card.codes))


def _scores(parts: Parts, outcome: Object) -> Body:
    shape = Object(
        {"deals": ListOf(outcome, 0, MOST_OUTCOMES)},
        {"options": parts.options, "cut_short": Flag().told("The match ends after the last deal given.")},
    )
    return body(f"{parts.title}Scores", shape)
