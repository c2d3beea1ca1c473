"""The one place that knows how to time: samples, and rounds in which those that are compared take turns.

It needs nothing but Python, since it runs in the environments of the peers too.
"""

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

Batch = TypeVar("Batch")


@dataclass(frozen=True)
class Sample:
    """So many things (``count``) done in so many seconds, of the processor (``cpu``) and of the clock (``wall``)."""

    count: int
    cpu: float
    wall: float

    @property
    def rate(self) -> float:
        """Things a second of the processor."""
        return self.count / self.cpu

    @property
    def wall_rate(self) -> float:
        """Things a second of the clock."""
        return self.count / self.wall

    def as_data(self) -> dict[str, Any]:
        """The sample as plain data, from which ``Sample(**data)`` makes it again."""
        return {"count": self.count, "cpu": self.cpu, "wall": self.wall}


def sample(seconds: float, prepare: Callable[[], Batch], work: Callable[[Batch], int]) -> Sample:
    """Does work until it has taken so many seconds of the processor, once at least.

    ``work`` gets what ``prepare`` has just made and returns how many things it has done; only ``work`` is timed. Before
    it is, rubbish is collected, so that nobody pays for what somebody else has left.
    """
    count, cpu, wall = 0, 0.0, 0.0
    gc.collect()
    while True:
        batch = prepare()
        began, began_wall = time.process_time(), time.perf_counter()
        count += work(batch)
        cpu += time.process_time() - began
        wall += time.perf_counter() - began_wall
        if cpu >= seconds and cpu > 0.0:
            return Sample(count, cpu, wall)


Taking = Callable[[float], Sample]
"""Takes a sample of so many seconds at least."""


def rounds(number: int, seconds: float, taken: Mapping[str, Taking]) -> dict[str, list[Sample]]:
    """So many rounds, in each of which everybody is measured for so many seconds, by name.

    All see the same machine at the same time; every other round goes backwards. One short turn each, not counted, comes
    before: it lets everybody prepare and warm up.
    """
    samples: dict[str, list[Sample]] = {name: [] for name in taken}
    for take in taken.values():
        take(0.0)
    for one in range(number):
        for name in list(taken) if one % 2 == 0 else reversed(list(taken)):
            samples[name].append(taken[name](seconds))
    return samples


@dataclass(frozen=True)
class Figure:
    """A median over repeats, and the spread: half of what lies between the least and the greatest, as a share."""

    value: float
    spread: float = 0.0


def figure(values: list[float]) -> Figure:
    """The figure of some values, one at least."""
    middle = statistics.median(values)
    return Figure(middle, (max(values) - min(values)) / 2 / middle if middle else 0.0)


def rates(samples: list[Sample]) -> Figure:
    """Things a second of the processor."""
    return figure([one.rate for one in samples])


def wall_rates(samples: list[Sample]) -> Figure:
    """Things a second of the clock."""
    return figure([one.wall_rate for one in samples])


def percentile(values: list[float], share: float) -> float:
    """The value below which such a share (0 to 1) of the values lies."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]
