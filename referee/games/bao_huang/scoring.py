"""Outcomes of Bao Huang: whether they can have happened, what they score, who owes tribute (BH-2, BH-4.3, BH-7)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.games.bao_huang.rules import SCORES
from referee.rulings import ScoreLine

SEATS: Final = 5
PLACES: Final = (2, 1, 0, -1, -2)  # BH-7.2
ALONE_VALUE: Final = 3  # BH-7.3


def is_over(out: Sequence[int], emperor: int, guard: int) -> bool:
    """Whether every seat of one side is out (BH-7.1). ``guard`` is the emperor's own seat when he plays alone."""
    people = [seat for seat in range(SEATS) if seat != emperor and seat != guard]
    return (emperor in out and guard in out) or all(seat in out for seat in people)


def cut(out: Sequence[int], emperor: int, guard: int) -> list[int]:
    """The seats that went out up to the end of the deal (BH-7.1)."""
    for number in range(len(out) + 1):
        if is_over(out[:number], emperor, guard):
            return list(out[:number])
    return list(out)


def base_scores(out: Sequence[int], emperor: int, guard: int) -> list[int]:
    """The scores by seat before any doubling (BH-7.2, BH-7.3); ``out`` up to the end of the deal."""
    if emperor == guard:
        place = out.index(emperor) if emperor in out else SEATS - 1
        value = ALONE_VALUE if place == 0 else 0 if place == 1 else -ALONE_VALUE
        return [4 * value if seat == emperor else -value for seat in range(SEATS)]
    if emperor in out and guard in out:
        side = PLACES[out.index(emperor)] + PLACES[out.index(guard)]
    else:
        side = -sum([PLACES[place] for place, seat in enumerate(out) if seat != emperor and seat != guard])
    scores = [-side] * SEATS
    scores[guard] = side
    scores[emperor] = 2 * side
    return scores


def factor(declared: Sequence[int], emperor: int, guard: int, first_only: bool) -> int:
    """By how much declarations multiply the scores (BH-4.3)."""
    if first_only:
        return 2 if declared else 1
    crown = any(seat == guard for seat in declared)
    people = any(seat != guard for seat in declared)
    return (2 if crown else 1) * (2 if people else 1)


def deal_scores(out: Sequence[int], emperor: int, guard: int, declared: Sequence[int], first_only: bool) -> list[int]:
    """The scores of a deal by seat (BH-7.4)."""
    times = factor(declared, emperor, guard, first_only)
    return [score * times for score in base_scores(out, emperor, guard)]


def guard_of(outcome: Mapping[str, Any]) -> int:
    """The guard of a sound outcome, the emperor's own seat when he played alone."""
    guard: int | None = outcome["guard"]
    emperor: int = outcome["emperor"]
    return emperor if guard is None else guard


class TributePlan:
    """Who gives how many cards, and who takes how many in which order (BH-2.1, BH-2.2); empty where none is due."""

    def __init__(self) -> None:
        self.owed: list[int] = [0] * SEATS
        self.takers: list[int] = []
        self.numbers: list[int] = []


def tribute_after(outcome: Mapping[str, Any]) -> TributePlan:
    """The tribute that the last deal's outcome calls for."""
    plan = TributePlan()
    emperor: int = outcome["emperor"]
    guard = guard_of(outcome)
    out: list[int] = outcome["out"]
    scores = base_scores(out, emperor, guard)
    weights = [(4 if emperor == guard else 2) if seat == emperor else 1 for seat in range(SEATS)]
    after = out[-1]
    order = [*out, *[seat for seat in [(after + step) % SEATS for step in range(1, SEATS)] if seat not in out]]
    for seat in order:
        if scores[seat] > 0:  # BH-7.5
            plan.takers.append(seat)
            plan.numbers.append(weights[seat])
    for seat in range(SEATS):
        if scores[seat] < 0:
            plan.owed[seat] = weights[seat]
    return plan


def normal(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """A sound outcome with its own fields: ``out`` up to the end of the deal, ``declared`` in order of play."""
    emperor: int = outcome["emperor"]
    return {
        "emperor": emperor,
        "guard": outcome["guard"],
        "out": cut(outcome["out"], emperor, guard_of(outcome)),
        "declared": sorted(outcome["declared"], key=lambda seat: int((seat - emperor) % SEATS)),  # BH-4.1
    }


def score_lines(outcome: Mapping[str, Any], first_only: bool) -> list[ScoreLine]:
    """How a sound outcome is scored: by the places, then what declarations add."""
    told = normal(outcome)
    emperor: int = told["emperor"]
    guard = guard_of(told)
    out: list[int] = told["out"]
    scores = base_scores(out, emperor, guard)
    lines: list[ScoreLine] = []
    if emperor == guard:
        place = out.index(emperor) + 1 if emperor in out else SEATS
        lines.append(_line("alone", {"emperor": emperor, "place": place, "value": scores[emperor]}, scores))
    else:
        values = {"emperor": emperor, "guard": guard, "out": out, "value": scores[guard]}
        lines.append(_line("places", values, scores))
    times = factor(told["declared"], emperor, guard, first_only)
    if times > 1:
        values = {"declared": told["declared"], "factor": times}
        lines.append(_line("declared", values, [score * (times - 1) for score in scores]))
    return lines


def _line(code: str, values: Mapping[str, Any], scores: Sequence[int]) -> ScoreLine:
    rule, message = SCORES[code]
    return ScoreLine(code, rule, message, values, list(scores))


def faults_of(outcome: Mapping[str, Any], never_alone: bool) -> dict[str, str]:
    """What of an outcome cannot have happened, by pointer within it; empty when it can have."""
    faults: dict[str, str] = {}
    emperor = outcome.get("emperor")
    guard = outcome.get("guard")
    if emperor is None:
        faults["/emperor"] = "is missing"
    elif not 0 <= emperor < SEATS:
        faults["/emperor"] = f"there is no seat {emperor}"
    if guard is None:
        if never_alone:
            faults["/guard"] = "where a card is called there is always a guard"  # BH-3.5
        elif "guard" not in outcome:
            faults["/guard"] = "is missing; null when the emperor plays alone"
    elif not 0 <= guard < SEATS:
        faults["/guard"] = f"there is no seat {guard}"
    elif guard == emperor:
        faults["/guard"] = "the emperor is not his own guard; null when he plays alone"  # BH-3.4
    out = _seats_named(outcome, "out", faults)
    declared = _seats_named(outcome, "declared", faults)
    if "/emperor" in faults or "/guard" in faults:
        return faults
    if guard is not None and emperor is not None and declared is not None and emperor in declared:
        at = list(declared).index(emperor)
        faults[f"/declared/{at}"] = "an emperor with a guard has nothing to declare"  # BH-4.1
    if out is not None and emperor is not None and not is_over(out, emperor, emperor if guard is None else guard):
        faults["/out"] = "the deal is not over: no side is out as a whole"  # BH-7.1
    return faults


def _seats_named(outcome: Mapping[str, Any], name: str, faults: dict[str, str]) -> Sequence[int] | None:
    """A list of different seats; None, with the faults noted, when it is none."""
    seats: Sequence[int] | None = outcome.get(name)
    if seats is None:
        faults["/" + name] = "is missing"
        return None
    before = len(faults)
    for place, seat in enumerate(seats):
        if not 0 <= seat < SEATS:
            faults[f"/{name}/{place}"] = f"there is no seat {seat}"
        elif seat in seats[:place]:
            faults[f"/{name}/{place}"] = f"seat {seat} stands here twice"
    return seats if len(faults) == before else None
