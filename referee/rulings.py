"""Rulings and violations, and the one table of data from which a game's are made."""

from collections.abc import Mapping
from typing import Any, Final

GENERAL: Final[dict[str, tuple[str, str]]] = {
    "malformed-move": ("V-1", "The move is not well formed: {fault}."),
    "unknown-move-type": ("V-1", "There is no move of the type {type}."),
    "match-over": ("V-1", "The match is over."),
    "wrong-phase": ("V-1", "A move of the type {type} has no place in the phase {phase}."),
    "not-your-turn": ("V-1", "Seat {seat} may not act now."),
    "cards-not-held": ("V-1", "Seat {seat} does not hold {cards}."),
}


class Violation:
    """Why a move is illegal: a code (V), the rule it breaks, a sentence and the values it speaks of."""

    def __init__(self, code: str, rule: str, message: str, values: dict[str, Any]) -> None:
        self.code = code
        self.rule = rule
        self.message = message
        self.values = values

    def as_data(self) -> dict[str, Any]:
        """The violation as plain data: ``code``, ``rule``, ``message``, ``values``."""
        return {"code": self.code, "rule": self.rule, "message": self.message, "values": self.values}


class Breach:
    """One row of a game's table of violations: code, rule id and the sentence to fill in."""

    def __init__(self, code: str, rule: str, message: str) -> None:
        self.code = code
        self.rule = rule
        self.message = message

    def violation(self, values: Mapping[str, Any]) -> Violation:
        """The violation with these values; lists of cards are written with spaces between."""
        return Violation(self.code, self.rule, self.message.format_map(_spoken(values)), dict(values))


class ScoreLine:
    """How a score came about: a code, the rule, a sentence, and what each seat got by it."""

    def __init__(self, code: str, rule: str, message: str, values: Mapping[str, Any], scores: list[int]) -> None:
        self.code = code
        self.rule = rule
        self._message = message
        self.values: dict[str, Any] = dict(values)
        self.scores = scores

    @property
    def message(self) -> str:
        """The sentence, filled in when it is asked for: a history of many deals is scored for its numbers alone."""
        return self._message.format_map(_spoken(self.values))

    def as_data(self) -> dict[str, Any]:
        """The line as plain data."""
        return {
            "code": self.code,
            "rule": self.rule,
            "message": self.message,
            "values": self.values,
            "scores": self.scores,
        }


def _spoken(values: Mapping[str, Any]) -> dict[str, str]:
    spoken: dict[str, str] = {}
    for name, value in values.items():
        if isinstance(value, (list, tuple)):
            spoken[name] = " ".join([str(item) for item in value])
        else:
            spoken[name] = str(value)
    return spoken


class Ruling:
    """What the referee says of one move.

    ``move`` is the move in normal form (None when it is too malformed to have one), ``reading``
    the combination it plays, ``cards`` and ``what`` the play as the position applies it.
    """

    def __init__(
        self,
        move: dict[str, Any] | None,
        violation: Violation | None = None,
        reading: dict[str, Any] | None = None,
        captures: bool = False,
        cards: int = 0,
        what: int = 0,
    ) -> None:
        self.move = move
        self.violation = violation
        self.reading = reading
        self.captures = captures
        self.cards = cards
        self.what = what

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""
        return self.violation is None

    def as_data(self) -> dict[str, Any]:
        """The ruling as plain data, as the contract has it."""
        if self.violation is not None:
            return {"legal": False, "violation": self.violation.as_data()}
        return {"legal": True, "combination": self.reading, "captures": self.captures}


class Invalid(ValueError):
    """A question that makes no sense. ``faults`` maps JSON pointers (within what was given) to messages."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("; ".join([f"{pointer or '(whole)'}: {message}" for pointer, message in faults.items()]))
        self.faults: dict[str, str] = dict(faults)


class Inconsistent(ValueError):
    """A state or view that no course of the game leads to; ``pointer`` (within it) is where it shows."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer or '(whole)'}: {message}")
        self.pointer = pointer
        self.message = message


class NotFromAView(ValueError):
    """The question cannot be answered from a view; it needs the state, or another seat's view."""


class Illegal(ValueError):
    """A move that was to be applied is illegal; ``index`` is its place in the list, None for none."""

    def __init__(self, violation: Violation, index: int | None = None) -> None:
        super().__init__(f"{violation.code} ({violation.rule}): {violation.message}")
        self.violation = violation
        self.index = index
