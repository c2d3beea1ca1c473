"""What has been agreed: the table of floors, and which of them hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bench.rows import Row


@dataclass(frozen=True)
class Floor:
    """Of every row whose name begins with ``name``, beside ``peer``, the ratio must be ``ratio`` at least, and what is
    ours ``ours`` at least. A floor that has no row does not hold.
    """

    name: str
    peer: str
    ratio: float = 0.0
    ours: float = 0.0

    def rows(self, rows: Sequence[Row]) -> list[Row]:
        """The rows that it is about."""
        return [row for row in rows if row.name.startswith(self.name + ":") and row.peer_name == self.peer]

    def holds(self, row: Row) -> bool:
        """Whether it holds for this row."""
        return row.ratio >= self.ratio and row.ours.value >= self.ours

    def told(self) -> str:
        """The floor in words."""
        parts = [f"{self.ratio:g} x {self.peer}"] if self.ratio else []
        return f"{self.name}: at least " + " and ".join([*parts, *([f"{self.ours:,.0f}"] if self.ours else [])])


FLOORS: Final = (
    Floor("playouts in our loop", "OpenSpiel dou_dizhu from Python", ratio=5.0),
    Floor("playouts in our loop", "ours in plain Python", ratio=20.0),
    Floor("playouts, one call a move", "OpenSpiel dou_dizhu from Python", ratio=1.0),
    Floor("rulings from plays", "python-chess push_uci", ratio=10.0),
    Floor("rulings from card codes", "python-chess push_uci", ratio=1.0),
    Floor("HTTP /moves", "echo of the same body", ratio=0.45, ours=2450.0),
    Floor("schema load of a body", "json.loads of the same body", ratio=0.2),
    Floor("NDJSON replays over HTTP", "replay() of parsed records in process", ratio=0.4),
    Floor("simulation by one process", "the same deals, no queue", ratio=0.95),
    Floor("simulation by two processes", "one process", ratio=1.8),
)


def report(rows: Sequence[Row]) -> tuple[str, bool]:
    """Which floors hold, one a line with the row that comes nearest, and whether all do."""
    lines = []
    sound = True
    for floor in FLOORS:
        found = floor.rows(rows)
        holds = bool(found) and all(floor.holds(row) for row in found)
        sound = sound and holds
        least = min(found, key=lambda row: row.ratio, default=None)
        near = "there is no such row" if least is None else f"least {least.ratio:.3g} ({least.name})"
        if least is not None and floor.ours:
            slow = min(found, key=lambda row: row.ours.value)
            near += f", {slow.ours.value:,.0f} ({slow.name})"
        lines.append(f"{'holds' if holds else 'FAILS'}  {floor.told()}; {near}")
    return "\n".join(lines), sound
