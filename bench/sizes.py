"""How much is measured: enough for figures that can be told, or, with ``BENCH_QUICK=1``, less than two minutes."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Sizes:
    """``rounds`` of ``seconds`` each in process; ``http_rounds`` of ``http_seconds`` each over HTTP, on so many
    ``connections``; ``deals`` are recorded or dealt beforehand for each game; ``jobs`` are made one after the other;
    ``starts`` are cold; records have so many ``moves`` together, or a little more, and ``lengths``, in deals;
    ``simulations`` of each sort take one process ``simulated`` seconds each.
    """

    rounds: int
    seconds: float
    deals: int
    http_rounds: int
    http_seconds: float
    connections: int
    jobs: int
    starts: int
    moves: int
    lengths: tuple[int, ...]
    simulations: int
    simulated: float


FULL: Final = Sizes(
    rounds=9,
    seconds=0.2,
    deals=100,
    http_rounds=9,
    http_seconds=0.8,
    connections=8,
    jobs=200,
    starts=5,
    moves=10_000,
    lengths=(1, 4, 16, 64),
    simulations=3,
    simulated=10.0,
)
QUICK: Final = Sizes(
    rounds=4,
    seconds=0.04,
    deals=40,
    http_rounds=4,
    http_seconds=0.25,
    connections=8,
    jobs=30,
    starts=2,
    moves=2_000,
    lengths=(1, 4),
    simulations=2,
    simulated=1.0,
)
