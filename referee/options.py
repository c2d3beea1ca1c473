"""Options of a game as data: one table from which validation, defaults and documents are made."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.rulings import Invalid


class Option:
    """One option: its name, the values it may have (the default first), the rule that it decides."""

    def __init__(self, name: str, values: Sequence[Any], rule: str, meaning: str) -> None:
        self.name = name
        self.values: tuple[Any, ...] = tuple(values)
        self.rule = rule
        self.meaning = meaning

    @property
    def default(self) -> Any:
        """The value when none is given."""
        return self.values[0]

    def fault(self, value: Any) -> str | None:
        """What is wrong with a value, None when it may be had. ``1`` is not ``true``."""
        for allowed in self.values:
            if type(allowed) is type(value) and allowed == value:
                return None
        return "must be one of " + ", ".join([_shown(allowed) for allowed in self.values])

    def json_schema(self) -> dict[str, Any]:
        """The option as JSON Schema."""
        return {"enum": list(self.values), "default": self.default, "description": f"{self.meaning} ({self.rule})"}


class MatchLength(Option):
    """The option ``match``: ``{"target": n}`` or ``{"deals": n}``, never both.

    ``targets`` and ``deals`` are (least, most, step); ``default`` is a whole value.
    """

    def __init__(
        self, default: Mapping[str, int], targets: tuple[int, int, int], deals: tuple[int, int, int], rule: str
    ) -> None:
        super().__init__("match", [dict(default)], rule, "when the match ends")
        self.targets = targets
        self.deals = deals

    def fault(self, value: Any) -> str | None:
        """What is wrong with a value, None when it may be had."""
        if isinstance(value, dict) and len(value) == 1:
            for name, bounds in (("target", self.targets), ("deals", self.deals)):
                if name in value:
                    number = value[name]
                    least, most, step = bounds
                    if type(number) is int and least <= number <= most and (number - least) % step == 0:
                        return None
        return f'must be {{"target": n}}, {_range(self.targets)}, or {{"deals": n}}, {_range(self.deals)}'

    def json_schema(self) -> dict[str, Any]:
        """The option as JSON Schema."""
        return {
            "oneOf": [_length_schema("target", self.targets), _length_schema("deals", self.deals)],
            "default": self.default,
            "description": f"{self.meaning} ({self.rule})",
        }


def _shown(value: Any) -> str:
    if value is True:
        return "true"
    if value is False:
        return "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


def _range(bounds: tuple[int, int, int]) -> str:
    least, most, step = bounds
    return f"n from {least} to {most}" + (f" in steps of {step}" if step > 1 else "")


def _length_schema(name: str, bounds: tuple[int, int, int]) -> dict[str, Any]:
    least, most, step = bounds
    number: dict[str, Any] = {"type": "integer", "minimum": least, "maximum": most}
    if step > 1:
        number["multipleOf"] = step
    return {"type": "object", "properties": {name: number}, "required": [name], "additionalProperties": False}


def resolve(table: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game, given ones checked and the others at their default, in the table's order.

    Raises Invalid, naming every fault by its pointer within the options.
    """
    faults: dict[str, str] = {}
    known = {option.name for option in table}
    for name in given:
        if name not in known:
            faults["/" + name.replace("~", "~0").replace("/", "~1")] = "there is no such option"
    resolved: dict[str, Any] = {}
    for option in table:
        if option.name in given:
            value = given[option.name]
            fault = option.fault(value)
            if fault is not None:
                faults["/" + option.name] = fault
            resolved[option.name] = dict(value) if isinstance(value, dict) else value
        else:
            default = option.default
            resolved[option.name] = dict(default) if isinstance(default, dict) else default
    if faults:
        raise Invalid(faults)
    return resolved
