"""The table: one row for each thing that is compared."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from bench.timing import Figure

TIMES: Final = ("s", "ms", "us", "MiB")
"""Units of which less is better; of all others more is."""

COLUMNS: Final = ("what", "ours", "peer", "ratio", "unit", "beside", "spread")


@dataclass(frozen=True)
class Row:
    """One comparison. ``ours`` and ``peer`` are in ``unit``; ``ratio`` says how many times as good as the peer."""

    name: str
    ours: Figure
    peer: Figure
    peer_name: str
    unit: str

    @property
    def ratio(self) -> float:
        """Above 1 this referee does better than the peer, whatever the unit."""
        ours, peer = self.ours.value, self.peer.value
        return peer / ours if self.unit in TIMES else ours / peer

    def as_data(self) -> dict[str, Any]:
        """The row as ``results.json`` has it."""
        return {
            "name": self.name,
            "ours": rounded(self.ours.value),
            "peer": rounded(self.peer.value),
            "peer_name": self.peer_name,
            "ratio": rounded(self.ratio),
            "unit": self.unit,
        }


def rounded(value: float) -> float:
    """Four digits: more are noise."""
    return float(f"{value:.4g}")


def table(rows: Sequence[Row]) -> str:
    """The rows as a table of text."""
    lines = [COLUMNS, *(_cells(row) for row in rows)]
    widths = [max(_width(line[column]) for line in lines) for column in range(len(COLUMNS))]
    told = [
        "  ".join(_set(cell, width, place) for place, (cell, width) in enumerate(zip(line, widths, strict=True)))
        for line in lines
    ]
    told.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in told)


def _cells(row: Row) -> tuple[str, ...]:
    spread = f"±{row.ours.spread:.0%} ±{row.peer.spread:.0%}"
    return (
        row.name,
        _shown(row.ours.value),
        _shown(row.peer.value),
        f"{row.ratio:.3g}",
        row.unit,
        row.peer_name,
        spread,
    )


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _set(cell: str, width: int, place: int) -> str:
    room = " " * (width - _width(cell))
    return room + cell if place in (1, 2, 3) else cell + room


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
