"""A match of many deals: totals, the end, winners and leaders."""

from collections.abc import Mapping, Sequence
from typing import Any


class Match:
    """What is kept between deals: ``history`` has one entry a finished deal, totals follow from it.

    ``length`` is the option ``match``: ``{"target": n}`` or ``{"deals": n}``.
    """

    def __init__(self, label: str | None, seats: int, length: Mapping[str, int]) -> None:
        self.label = label
        self.seats = seats
        self.target: int | None = length.get("target")
        self.deals: int | None = length.get("deals")
        self.deal: int = 1
        self.totals: list[int] = [0] * seats
        self.history: list[dict[str, Any]] = []
        self.cut_short: bool = False
        self._played_out: bool = False

    def add(self, entry: dict[str, Any]) -> None:
        """Adds a finished deal; ``entry["scores"]`` are its scores by seat."""
        self.history.append(entry)
        self.totals = [total + score for total, score in zip(self.totals, entry["scores"], strict=True)]
        reached = self.target is not None and max(self.totals) >= self.target
        self._played_out = reached or (self.deals is not None and len(self.history) >= self.deals)

    @property
    def over(self) -> bool:
        """Whether the match has ended: target reached, deals played, or cut short after a deal."""
        return self._played_out or (self.cut_short and bool(self.history))

    @property
    def leaders(self) -> list[int]:
        """The seats with the highest total so far; none before a deal is finished."""
        return leaders(self.totals) if self.history else []

    @property
    def winners(self) -> list[int]:
        """The seats that have won, several when they share; empty until the match is over."""
        return leaders(self.totals) if self.over else []

    def as_data(self) -> dict[str, Any]:
        """The match as a state has it."""
        return {
            "id": self.label,
            "deal": self.deal,
            "scores": list(self.totals),
            "over": self.over,
            "winners": self.winners,
            "history": list(self.history),
        }


def leaders(totals: Sequence[int]) -> list[int]:
    """The seats with the highest total."""
    best = max(totals)
    return [seat for seat, total in enumerate(totals) if total == best]
