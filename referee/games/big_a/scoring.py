"""Outcomes of Big A: whether they can have happened, and what they score (BA-7, BA-8)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.games.big_a.options import DOUBLED
from referee.games.big_a.rules import SCORES
from referee.rulings import ScoreLine

SEATS: Final = 5
LAST: Final = 5

ALONE: Final = 32
ALONE_SHOWN: Final = 64
"""What a lone declarer wins or loses, with one Big Ace shown before play and with both (BA-8.2)."""

Shares = tuple[int, int, int]
Row = tuple[int, int, int, int, int]

NOTHING: Final[Row] = (0, 0, 0, 0, 0)
TABLE: Final[dict[tuple[int, int], Row]] = {
    (1, 2): (6, 3, -3, 9, -6),
    (1, 3): (4, 2, -2, 6, -4),
    (1, 4): (2, 1, -1, 3, -2),
    (2, 5): (-2, -1, 1, -3, 2),
    (3, 5): (-2, -1, 1, -3, 2),
    (5, 2): (-4, -2, 2, -6, 4),
    (5, 3): (-4, -2, 2, -6, 4),
    (4, 5): (-6, -3, 3, -9, 6),
}
"""By the places of declarer and partner: what declarer, partner and each opponent get, and what each of the two and
each opponent get when the partner was revealed before play (BA-8). Other places score nothing. Where one of the two
is first, or they are 4th and 5th, it is one who has which: the lower place stands first."""


def places_of(out: Sequence[int]) -> list[int]:
    """The place of each seat, 1 to 5; those who are left share what is left, from the last place up (BA-7.1)."""
    places = [0] * SEATS
    for place, seat in enumerate(out):
        places[seat] = place + 1
    return places


def pair_of_places(declarer: int, partner: int, out: Sequence[int]) -> tuple[int, int]:
    """The places of declarer and partner; both still in are 4th and 5th (BA-8.1)."""
    places = places_of(out)
    one, other = places[declarer], places[partner]
    if one == 0 and other == 0:
        return LAST - 1, LAST
    return one or LAST, other or LAST


def lone_place(declarer: int, out: Sequence[int]) -> int:
    """The place of a declarer who plays alone."""
    return places_of(out)[declarer] or LAST


def shares(declarer: int, partner: int, out: Sequence[int], shown: bool, doubled: bool) -> Shares:
    """What declarer, partner and each opponent get (BA-8)."""
    one, other = pair_of_places(declarer, partner, out)
    key = (one, other)
    if one == 1 or other == 1 or min(one, other) == LAST - 1:
        key = (min(one, other), max(one, other))
    first, second, each, both, against = TABLE.get(key, NOTHING)
    if not shown:
        return first, second, each
    return (2 * first, 2 * second, 2 * each) if doubled else (both, both, against)  # BA-8.3


def lone_stake(declarer: int, out: Sequence[int], shown: bool) -> int:
    """What a declarer who plays alone wins, or loses (BA-8.2)."""
    stake = ALONE_SHOWN if shown else ALONE
    place = lone_place(declarer, out)
    return stake if place == 1 else -stake if place == LAST else 0


def deal_scores(declarer: int, partner: int | None, out: Sequence[int], shown: bool, doubled: bool) -> list[int]:
    """The scores of a deal by seat; they add up to 0 (BA-8)."""
    if partner is None:
        stake = lone_stake(declarer, out, shown)
        scores = [-stake // (SEATS - 1)] * SEATS
        scores[declarer] = stake
        return scores
    first, second, each = shares(declarer, partner, out, shown, doubled)
    scores = [each] * SEATS
    scores[declarer] = first
    scores[partner] = second
    return scores


def end_of(declarer: int, partner: int | None, out: Sequence[int]) -> int:
    """How many seats are out when the deal ends, with this order of going out; -1 when it has not ended (BA-7.1)."""
    side = {declarer} if partner is None else {declarer, partner}
    active = set(range(SEATS))
    for number, seat in enumerate(out):
        active.discard(seat)
        if active <= side or not active & side:
            return number + 1
    return -1


def normal(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """A sound outcome without what followed the end of the deal."""
    end = end_of(outcome["declarer"], outcome["partner"], outcome["out"])
    return {
        "declarer": outcome["declarer"],
        "partner": outcome["partner"],
        "out": list(outcome["out"][:end]),
        "shown_before_play": outcome["shown_before_play"],
    }


def score_lines(options: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[ScoreLine]:
    """How a sound outcome is scored: one line."""
    told = normal(outcome)
    declarer: int = told["declarer"]
    partner: int | None = told["partner"]
    out: list[int] = told["out"]
    shown: bool = told["shown_before_play"]
    doubled = options["revealed_score"] == DOUBLED
    values: dict[str, Any] = {"declarer": declarer}
    if partner is None:
        code = "alone_shown" if shown else "alone"
        values["place"] = lone_place(declarer, out)
    else:
        one, other = pair_of_places(declarer, partner, out)
        code = "both_last" if declarer not in out and partner not in out else "places"
        if shown:
            code = "revealed_doubled" if doubled else "revealed_shared"
        values.update({"partner": partner, "declarer_place": one, "partner_place": other})
    rule, message = SCORES[code]
    return [ScoreLine(code, rule, message, values, deal_scores(declarer, partner, out, shown, doubled))]


def faults_of(outcome: Mapping[str, Any]) -> dict[str, str]:
    """What of an outcome cannot have happened, by pointer within it; empty when it can have."""
    faults: dict[str, str] = {}
    for name in ("declarer", "out", "shown_before_play"):
        if outcome.get(name) is None:
            faults["/" + name] = "is missing"
    if "partner" not in outcome:
        faults["/partner"] = "is missing; null for a declarer who plays alone"
    declarer = outcome.get("declarer")
    partner = outcome.get("partner")
    for name, seat in (("declarer", declarer), ("partner", partner)):
        if seat is not None and not 0 <= seat < SEATS:
            faults["/" + name] = f"there is no seat {seat}"
    if partner is not None and partner == declarer:
        faults["/partner"] = "the declarer is not his own partner: null when he plays alone"
    out = outcome.get("out")
    for place, seat in enumerate(out or ()):
        if not 0 <= seat < SEATS:
            faults[f"/out/{place}"] = f"there is no seat {seat}"
        elif out is not None and seat in out[:place]:
            faults[f"/out/{place}"] = f"seat {seat} cannot go out twice"
    if faults or declarer is None or out is None:
        return faults
    if end_of(declarer, partner, out) < 0:
        faults["/out"] = "the deal is not over: seats of both sides still hold cards"
    return faults
