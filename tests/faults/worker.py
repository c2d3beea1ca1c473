"""A worker with kinds of jobs that go wrong: ``python -m tests.faults.worker URL PROCESSES``."""

import hashlib
import os
import secrets
import signal
import sys
import time
from pathlib import Path
from typing import Any

from service.jobs.kinds import MOVES, SIMULATIONS, Kind, Report, register
from service.jobs.ledger import Work
from service.jobs.simulations import SIMULATION
from service.jobs.worker import Worker


def square(work: Work, report: Report) -> Any:
    """A small job; the nonce would tell if it were answered twice."""
    return {"square": work.input["n"] ** 2, "nonce": secrets.token_hex(8)}


def spin(work: Work, report: Report) -> Any:
    """Works for ``ms`` milliseconds, in slices."""
    end = time.monotonic() + work.input["ms"] / 1000
    while time.monotonic() < end:
        report(0)
        time.sleep(0.01)
    return square(work, report)


def spin_once(work: Work, report: Report) -> Any:
    """Never ends the first time; ``begun`` is a file that tells whether it is that, with the process id."""
    begun = Path(work.input["begun"])
    if not begun.exists():
        begun.write_text(f"{os.getpid()} {os.getppid()}")
        while True:
            report(0)
            time.sleep(0.01)
    return square(work, report)


def kill(work: Work, report: Report) -> Any:
    """Kills its process, always."""
    with Path(work.input["log"]).open("a") as log:
        log.write("begun\n")
    os.kill(os.getpid(), signal.SIGKILL)


def hang(work: Work, report: Report) -> Any:
    """Never returns, and lets nothing through, as far as plain Python can."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGQUIT})
    while True:
        pass


def fail(work: Work, report: Report) -> Any:
    """Raises an error that says something secret."""
    raise ValueError(f"cards {work.input['cards']}")


def add(work: Work, report: Report) -> Any:
    """The sum of the chunk's units, in slices."""
    total = 0
    for done, unit in enumerate(work.units):
        total += unit
        time.sleep(work.input.get("ms", 0) / 1000)
        report(done + 1)
    return total


def burn(work: Work, report: Report) -> Any:
    """The sum of the chunk's units, computing for ``ms`` milliseconds in slices of 50."""
    end = time.monotonic() + work.input["ms"] / 1000
    while (left := end - time.monotonic()) > 0:
        slice_end = time.monotonic() + min(left, 0.05)
        while time.monotonic() < slice_end:
            pass
        report(0)
    return sum(work.units)


def tally(work: Work, report: Report) -> Any:
    """What chance gives to each unit, as a simulation counts it: a function of the seed and the unit alone. A unit
    takes ``us`` microseconds.
    """
    scores: dict[str, int] = {}
    total = squares = 0
    for done, unit in enumerate(work.units):
        end = time.monotonic() + work.input["us"] / 1_000_000
        drawn = hashlib.sha256(f"{work.input['seed']}:{unit}".encode()).digest()
        score = drawn[0] % 21 - 10
        total, squares = total + score, squares + score * score
        scores[str(score)] = scores.get(str(score), 0) + 1
        while time.monotonic() < end:
            pass
        report(done + 1)
    return {"deals": len(work.units), "sum": total, "squares": squares, "scores": scores}


def together(one: Any, other: Any) -> Any:
    """Two tallies as one."""
    for score, count in other["scores"].items():
        one["scores"][score] = one["scores"].get(score, 0) + count
    return {**{name: one[name] + other[name] for name in ("deals", "sum", "squares")}, "scores": one["scores"]}


def marked(work: Work, report: Report) -> Any:
    """The sum of the chunk's units, and the name of a file."""
    return [sum(work.units), work.input["mark"]]


def deadly(one: Any, other: Any) -> Any:
    """The sum of two; the first who merges, as the file tells, dies of it."""
    mark = Path(one[1])
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return [one[0] + other[0], one[1]]


def unmergeable(one: Any, other: Any) -> Any:
    """Raises an error."""
    raise ValueError("no sum of these")


def statistics(merged: Any, work: Work) -> Any:
    """What a tally comes to."""
    return {**merged, "mean": merged["sum"] / merged["deals"], "of": work.total}


def plus(one: int, other: int) -> int:
    """Two tallies together."""
    return one + other


def summed(tally: int, work: Work) -> Any:
    """The sum of all chunks, or of those that are done so far."""
    return {"sum": tally, "chunks": work.chunks}


for name, run in (
    ("square", square),
    ("spin", spin),
    ("spin-once", spin_once),
    ("kill", kill),
    ("hang", hang),
    ("fail", fail),
):
    register(Kind(name, MOVES, run))
register(SIMULATION)
register(Kind("tally", SIMULATIONS, tally, together, statistics))
register(Kind("unmergeable", SIMULATIONS, add, unmergeable, lambda merged, work: merged))
register(Kind("deadly", SIMULATIONS, marked, deadly, lambda merged, work: merged[0]))
register(Kind("burn", SIMULATIONS, burn, plus, summed))
register(Kind("add", SIMULATIONS, add, plus, summed))

if __name__ == "__main__":
    sys.exit(Worker(sys.argv[1], int(sys.argv[2])).run())
