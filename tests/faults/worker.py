"""A worker with kinds of jobs that go wrong: ``python -m tests.faults.worker URL PROCESSES``."""

import os
import secrets
import signal
import sys
import time
from pathlib import Path
from typing import Any

from service.jobs.kinds import MOVES, SIMULATIONS, Kind, Report, register
from service.jobs.ledger import Work
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
register(Kind("burn", SIMULATIONS, burn, plus, summed))
register(Kind("add", SIMULATIONS, add, plus, summed))

if __name__ == "__main__":
    sys.exit(Worker(sys.argv[1], int(sys.argv[2])).run())
