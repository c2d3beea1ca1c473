"""Outcomes of Zheng Fen: whether they can have happened, and what they score (ZF-1.3, ZF-6)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.cards import read_code
from referee.games.zheng_fen.combinations import points_of
from referee.games.zheng_fen.readings import PACK
from referee.games.zheng_fen.rules import SCORES
from referee.rulings import ScoreLine

ALL_POINTS: Final = 100
FIVES: Final = 4
TENS: Final = 8
"""The cards worth 5, and those worth 10."""


def last_seat(seats: int, out: Sequence[int]) -> int:
    """The one seat that is not out (ZF-6.1)."""
    return next(seat for seat in range(seats) if seat not in out)


def normal(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """A sound outcome without its cards: ``out``, ``points`` won in tricks by seat, ``last_hand_points``."""
    if "tricks" in outcome:
        return {
            "out": list(outcome["out"]),
            "points": [_points(cards) for cards in outcome["tricks"]],
            "last_hand_points": _points(outcome["last_hand"]),
        }
    return {
        "out": list(outcome["out"]),
        "points": list(outcome["points"]),
        "last_hand_points": outcome["last_hand_points"],
    }


def score_lines(seats: int, outcome: Mapping[str, Any]) -> list[ScoreLine]:
    """How a sound outcome is scored: the tricks won, then what the last seat gives to the first (ZF-6.2)."""
    told = normal(outcome)
    points: list[int] = told["points"]
    first: int = told["out"][0]
    last = last_seat(seats, told["out"])
    lines = [_line("tricks", {"points": points}, points)]
    between = {"first": first, "last": last}
    left: int = told["last_hand_points"]
    if left:
        scores = [0] * seats
        scores[first] = left
        lines.append(_line("last_hand", {**between, "value": left}, scores))
    given = points[last]
    if given:
        scores = [0] * seats
        scores[first] = given
        scores[last] = -given
        lines.append(_line("last_tricks", {**between, "value": given}, scores))
    return lines


def _line(code: str, values: Mapping[str, Any], scores: Sequence[int]) -> ScoreLine:
    rule, message = SCORES[code]
    return ScoreLine(code, rule, message, values, list(scores))


def faults_of(seats: int, outcome: Mapping[str, Any]) -> dict[str, str]:
    """What of an outcome cannot have happened, by pointer within it; empty when it can have."""
    faults: dict[str, str] = {}
    last = _check_out(seats, outcome, faults)
    by_cards = "tricks" in outcome or "last_hand" in outcome
    by_points = "points" in outcome or "last_hand_points" in outcome
    if by_cards and by_points:
        faults[""] = "tricks and last_hand, or points and last_hand_points, but not both"
    elif by_cards:
        if _needs(outcome, ("tricks", "last_hand"), faults):
            _check_cards(seats, outcome["tricks"], outcome["last_hand"], last, faults)
    elif _needs(outcome, ("points", "last_hand_points"), faults):
        _check_points(seats, outcome["points"], outcome["last_hand_points"], last, faults)
    return faults


def _needs(outcome: Mapping[str, Any], names: Sequence[str], faults: dict[str, str]) -> bool:
    for name in names:
        if outcome.get(name) is None:
            faults["/" + name] = "is missing"
            return False
    return True


def _check_out(seats: int, outcome: Mapping[str, Any], faults: dict[str, str]) -> int:
    """Checks who went out, all but one (ZF-6.1). Gives the last seat, -1 when that cannot be told."""
    out = outcome.get("out")
    if out is None:
        faults["/out"] = "is missing"
        return -1
    before = len(faults)
    for place, seat in enumerate(out):
        if not 0 <= seat < seats:
            faults[f"/out/{place}"] = f"there is no seat {seat}"
        elif seat in out[:place]:
            faults[f"/out/{place}"] = f"seat {seat} cannot go out twice"
    if len(out) != seats - 1:
        faults["/out"] = f"must name {seats - 1} seats: all but the last"
    return last_seat(seats, out) if len(faults) == before else -1


def _check_cards(
    seats: int, tricks: Sequence[Sequence[str]], last_hand: Sequence[str], last: int, faults: dict[str, str]
) -> None:
    before = len(faults)
    if len(tricks) != seats:
        faults["/tricks"] = f"there must be {seats} lists of cards, one a seat"
    seen = 0
    for at, cards in [*[(f"/tricks/{seat}", cards) for seat, cards in enumerate(tricks)], ("/last_hand", last_hand)]:
        for place, text in enumerate(cards):
            code = read_code(text)
            if code is None or not PACK.has(code):
                faults[f"{at}/{place}"] = f"{text} is no card of this game"
            elif seen & PACK.bit_of(code):
                faults[f"{at}/{place}"] = f"there is only one {code}"
            else:
                seen |= PACK.bit_of(code)
    if len(faults) > before:
        return
    if seen != PACK.all:
        faults["/tricks"] = "cards of the pack are missing: " + " ".join(PACK.write(PACK.all & ~seen))
        return
    most = most_dealt(seats)
    if len(last_hand) > most:
        faults["/last_hand"] = f"no seat is dealt more than {most} cards"
    elif last >= 0 and len(last_hand) == most and len(tricks[last]) > 0:
        faults[f"/tricks/{last}"] = "the last seat still holds all its cards, and cannot have won a trick"
    elif last >= 0 and len(last_hand) == 0 and len(tricks[last]) < 2:
        # only its last chance can have emptied its hand, and then it won the play that it beat (ZF-6.1)
        faults[f"/tricks/{last}"] = "the last seat, without a card, has won at least the last trick"


def _check_points(seats: int, points: Sequence[int], last_hand: int, last: int, faults: dict[str, str]) -> None:
    before = len(faults)
    if len(points) != seats:
        faults["/points"] = f"there must be {seats} numbers, one a seat"
    for at, number in [
        *[(f"/points/{seat}", number) for seat, number in enumerate(points)],
        ("/last_hand_points", last_hand),
    ]:
        if not 0 <= number <= ALL_POINTS or number % 5 != 0:
            faults[at] = f"must be a multiple of 5 from 0 to {ALL_POINTS}"
    if len(faults) > before:
        return
    total = sum(points) + last_hand
    if total != ALL_POINTS:
        faults["/points"] = f"points and last_hand_points make {total}, not {ALL_POINTS}"
        return
    if sum(number % 10 for number in [*points, last_hand]) > 5 * FIVES:
        faults["/points"] = f"only {FIVES} cards are worth 5, so at most {FIVES} of these can end in 5"
        return
    most = most_dealt(seats)
    fewest = _fewest_cards(last_hand)
    if fewest > most:
        faults["/last_hand_points"] = f"no hand of {most} cards is worth so much"
    elif last >= 0 and fewest == most and points[last] > 0:
        faults[f"/points/{last}"] = "the last seat still holds all its cards, and cannot have won a trick"


def most_dealt(seats: int) -> int:
    """The most cards that a seat can be dealt (ZF-2.1)."""
    return -(-PACK.size // seats)


def _fewest_cards(points: int) -> int:
    """The fewest cards worth so many points (ZF-1.3)."""
    tens = min(TENS, points // 10)
    return tens + (points - 10 * tens) // 5


def _points(cards: Sequence[str]) -> int:
    return int(points_of(PACK.mask([read_code(text) or "" for text in cards])))
