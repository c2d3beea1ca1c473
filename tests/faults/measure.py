"""Measures what docs/decisions/jobs.md tells. From the root of the repository:

``python -m tests.faults.measure kills everysec 30`` kills Valkey so often under load, each time a fresh one with this
``appendfsync``, and counts the acknowledged jobs that are gone. ``python -m tests.faults.measure recovery 3`` times
how long after a fault all jobs are done. ``python -m tests.faults.measure jobs 2000`` times small jobs.
"""

import os
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path

from redis import RedisError

from service.jobs.ledger import Ledger, Order, connect
from service.jobs.queue import Jobs
from tests.faults.kit import Answers, Valkey, Worker, finished, until

CALLERS = 4
LOAD_SECONDS = (1.0, 2.5)
ORDER = Order("square", "moves", {"n": 3, "state": "x" * 3_000})


def kills(policy: str, times: int) -> None:
    """How many acknowledged jobs are lost when Valkey is killed."""
    took: list[float] = []
    all_made = all_gone = bad = 0
    for kill in range(times):
        valkey = Valkey()
        with connect(valkey.url, 5.0) as client:
            client.config_set("appendfsync", policy)
        made: list[str] = []

        def load(made: list[str] = made, url: str = valkey.url) -> None:
            ledger = Ledger(connect(url, 5.0))
            try:
                while True:
                    asked = time.perf_counter()
                    made.append(ledger.make(ORDER)[0])
                    took.append(time.perf_counter() - asked)
            except RedisError:
                return

        callers = [threading.Thread(target=load) for _ in range(CALLERS)]
        for caller in callers:
            caller.start()
        least, most = LOAD_SECONDS
        # Evenly over the time, so that every phase of the second in which the server writes has its share.
        time.sleep(least + (most - least) * (kill * 0.618 % 1))
        valkey.kill()
        for caller in callers:
            caller.join()
        valkey.again()
        ledger = Ledger(connect(valkey.url, 5.0))
        gone = sum(ledger.read(job) is None for job in made)
        all_made, all_gone, bad = all_made + len(made), all_gone + gone, bad + (gone > 0)
        valkey.close()
    took.sort()
    print(f"{policy}: {times} kills, {bad} lost jobs, {all_gone} of {all_made} acknowledged jobs were gone; making one")
    print(f"took {took[len(took) // 2] * 1000:.2f} ms (median), {took[len(took) * 99 // 100] * 1000:.2f} ms (p99)")


def recovery(times: int) -> None:
    """How long after a fault everything is done."""
    for fault in (
        "pool child killed",
        "worker killed",
        "Valkey killed for 5 s",
        "Valkey hung for 5 s",
        "messages lost",
    ):
        seconds = [_recovered(fault) for _ in range(times)]
        print(f"{fault}: all done {min(seconds):.1f} to {max(seconds):.1f} s after it had ended")


def _recovered(fault: str) -> float:
    valkey = Valkey()
    worker = Worker(valkey.url)
    jobs = Jobs(valkey.url)
    try:
        with tempfile.TemporaryDirectory() as folder:
            mark = Path(folder) / "begun"
            made = [jobs.make(Order("spin-once", "moves", {"n": 1, "begun": str(mark)}))[0]]
            until(lambda: mark.exists() and " " in mark.read_text(), 20, "it is begun")
            made += [jobs.make(Order("spin", "moves", {"n": 2, "ms": 20}))[0] for _ in range(100)]
            if fault == "pool child killed":
                os.kill(int(mark.read_text().split()[0]), signal.SIGKILL)
            elif fault == "worker killed":
                worker.kill()
                worker.again()
            else:
                worker.kill()  # the first chunk would be worked on for ever
                if fault == "messages lost":
                    jobs.client.delete("moves")
                worker.again()
                until(lambda: jobs.ready().workers and not jobs.client.llen("moves"), 60, "the worker works")
                if fault.startswith("Valkey killed"):
                    valkey.kill()
                    time.sleep(5)
                    valkey.again()
                elif fault.startswith("Valkey hung"):
                    valkey.freeze()
                    time.sleep(5)
                    valkey.thaw()
            ended = time.monotonic()
            until(lambda: not Answers(jobs).look(made), 60, "all are done")
            return time.monotonic() - ended
    finally:
        worker.close()
        valkey.close()


def small(count: int) -> None:
    """What a small job costs, and how long one takes that is alone."""
    valkey = Valkey()
    worker = Worker(valkey.url)
    jobs = Jobs(valkey.url)
    order = Order("square", "moves", {"n": 3})
    finished(jobs, jobs.make(order)[0])
    took = []
    for _ in range(200):
        asked = time.perf_counter()
        jobs.wait(jobs.make(order)[0], 10)
        took.append(time.perf_counter() - asked)
    took.sort()
    begun = time.perf_counter()
    made = [jobs.make(order)[0] for _ in range(count)]
    until(lambda: not Answers(jobs).look(made[-1:]), 120, "the last is done")
    until(lambda: not Answers(jobs).look(made), 120, "all are done")
    seconds = time.perf_counter() - begun
    print(f"alone: {took[100] * 1000:.1f} ms (median), {took[197] * 1000:.1f} ms (p99); {count / seconds:.0f} jobs/s")
    worker.close()
    valkey.close()


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "kills":
        kills(rest[0], int(rest[1]))
    elif what == "recovery":
        recovery(int(rest[0]))
    else:
        small(int(rest[0]))
