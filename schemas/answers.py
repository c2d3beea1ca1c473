"""The answers of the calls that every game has. The referee makes them as plain data; here stands their shape."""

from typing import Final

from schemas.parts import FAULTS, SCORE_LINE, VIOLATION, Parts
from schemas.shapes import (
    GREATEST,
    Either,
    Flag,
    ListOf,
    Maybe,
    Object,
    OneOf,
    Shape,
    Tagged,
    Text,
    Whole,
    bytes_of,
)

SOME_TEXT: Final = Text("a string", bytes_of(0, GREATEST))


def answers(parts: Parts, state: Object, event: Shape) -> dict[str, Shape]:
    """The answers of a game's calls, by the last part of the call's path."""
    title = parts.title
    rulings = ListOf(_ruling(parts))
    views = _views(parts, state)
    events = ListOf(event)
    made: dict[str, Shape] = {
        "deals": Object({"state": state, "events": events, "views": views}).named(f"{title}Dealt"),
        "moves": Object({"state": state, "events": events, "rulings": rulings, "views": views}).named(f"{title}Moved"),
        "rulings": Object({"rulings": rulings}, {"views": views}).named(f"{title}Ruled"),
        "legal-moves": _legal_moves(parts),
        "views": Object({}, {"view": state, "views": views}).named(f"{title}Shown"),
        "scores": _scored(parts),
        "replays": _replayed(parts, state),
    }
    if parts.game.combinations:
        read = {"readings": ListOf(parts.reading), "beats": Maybe(Flag()), "capture": Maybe(Flag())}
        told = "All readings of the cards; `beats` is null without `against`, `capture` in a game without captures."
        made["combinations"] = Object(read).named(f"{title}Read", told)
    return made


def _views(parts: Parts, state: Object) -> Object:
    seats: dict[str, Shape] = {str(seat): state for seat in range(parts.most_seats)}
    return Object({}, {**seats, "table": state}).named(f"{parts.title}Seen", "Views, keyed by seat or `table`.")


def _ruling(parts: Parts) -> Shape:
    legal = Object({"legal": OneOf(True), "combination": parts.reading_or_null, "captures": Flag()})
    refused = Object({"legal": OneOf(False), "violation": VIOLATION})
    return Either(legal, refused).named(f"{parts.title}Ruling")


def _legal_moves(parts: Parts) -> Shape:
    kinds = dict.fromkeys([*parts.game.moves, *parts.game.combinations])
    return Object(
        {
            "moves": ListOf(parts.legal_move()),
            "total": Whole(0),
            "by_kind": Object({}, {kind: Whole(1) for kind in kinds}),
            "truncated": Flag(),
        }
    ).named(f"{parts.title}LegalMovesListed", "`total` and `by_kind` count all legal moves, listed or not.")


def _scored(parts: Parts) -> Shape:
    sides = {"sides": ListOf(Whole())}
    deal = Object({"scores": parts.scores, "lines": ListOf(SCORE_LINE, 1)}, sides)
    return Object(
        {
            "deals": ListOf(deal),
            "totals": parts.scores,
            "over": Flag(),
            "winners": parts.seats,
            "leaders": parts.seats,
        },
        sides,
    ).named(f"{parts.title}Scored")


def _replayed(parts: Parts, state: Object) -> Shape:
    common: dict[str, Shape] = {
        "state": state,
        "scores": ListOf(parts.scores),
        "totals": parts.scores,
        "over": Flag(),
        "winners": parts.seats,
    }
    legal = Object({"verdict": OneOf("legal"), **common})
    illegal = Object(
        {"verdict": OneOf("illegal"), "deal": Whole(1), "index": Maybe(Whole(0)), "violation": VIOLATION, **common}
    )
    return Tagged("verdict", {"legal": legal, "illegal": illegal}).named(f"{parts.title}Replayed")


def verdict_line() -> Shape:
    """One line of what `POST /v1/replays` answers."""
    head: dict[str, Shape] = {"line": Whole(1), "id": Maybe(SOME_TEXT)}
    found: dict[str, Shape] = {
        "scores": ListOf(ListOf(Whole())),
        "totals": ListOf(Whole()),
        "over": Flag(),
        "winners": ListOf(Whole(0)),
        "sequence": Whole(0),
        "digest": Maybe(SOME_TEXT),
    }
    cases = {
        "legal": Object({**head, "verdict": OneOf("legal"), **found}),
        "illegal": Object(
            {
                **head,
                "verdict": OneOf("illegal"),
                "deal": Whole(1),
                "index": Maybe(Whole(0)),
                "violation": VIOLATION,
                **found,
            }
        ),
        "invalid": Object({**head, "verdict": OneOf("invalid"), "problem": SOME_TEXT, "errors": FAULTS}),
    }
    return Tagged("verdict", cases).named("Verdict", "What a replay of one record found.")
