"""Plain data that is spoilt a little, for states and views that have to be found out."""

import copy
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

NUMBERS = [-1, 0, 1, 2, 3, 4, 5, 6, 8, 33, 34, 54, 100, 108, 10**30]


def spoilt(data: st.DataObject, value: Any, words: Sequence[str | None]) -> Any:
    """Another value of the same JSON type, or a list a little changed.

    A string becomes one of ``words``; where null is among them, it and strings stand for each other.
    """
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return data.draw(st.sampled_from(NUMBERS))
    if isinstance(value, str) or (value is None and None in words):
        return data.draw(st.sampled_from(words))
    if isinstance(value, list):
        changed = copy.deepcopy(value)
        way = data.draw(st.sampled_from(["drop", "twice", "turn", "empty", "swap", "hide"]))
        if changed and way == "drop":
            changed.pop(data.draw(st.integers(0, len(changed) - 1)))
        elif changed and way == "twice":
            changed.append(copy.deepcopy(data.draw(st.sampled_from(changed))))
        elif way == "turn":
            changed.reverse()
        elif way == "empty":
            changed = []
        elif way == "hide":
            if changed and all(isinstance(item, str) for item in changed):
                changed[-1] = "??"
        elif len(changed) > 1:
            one, other = (data.draw(st.integers(0, len(changed) - 1)) for _ in range(2))
            changed[one], changed[other] = changed[other], changed[one]
        return changed
    return value
