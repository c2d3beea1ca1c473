"""Measures what docs/decisions/jobs.md tells. From the root of the repository:

``python -m tests.faults.measure kills everysec 30`` kills Valkey so often under load, each time a fresh one with this
``appendfsync``, and counts the acknowledged jobs that are gone. ``python -m tests.faults.measure recovery 3`` times
how long after a fault all jobs are done. ``python -m tests.faults.measure jobs 2000`` times small jobs.

``python -m tests.faults.measure chunks 200`` measures, for chunks of 100 to 500 ms, what the ledger and the queue cost
beside the work, ``… steps 5000`` what a chunk costs the server, ``… scaling 4`` how much quicker two processes are than
one, for so many million units of work, ``… flat 20000`` the memory of all while a job of so many chunks runs, and ``…
deals 1000000`` the time of so many deals played at random, and the memory of the whole service meanwhile.
"""

import http.client
import os
import signal
import sys
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import orjson
from redis import RedisError

from bench.servers import Running, command_of
from service.jobs.ledger import Ledger, Order, Work, connect
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


def chunks(count: int) -> None:
    """What the ledger and the queue cost beside chunks of a known length."""
    valkey = Valkey()
    worker = Worker(valkey.url, processes=1)
    jobs = Jobs(valkey.url)
    try:
        finished(jobs, jobs.make(Order("burn", "simulations", {"ms": 1}, joined=True))[0])
        for milliseconds in (100, 200, 500):
            order = Order("burn", "simulations", {"ms": milliseconds}, chunks=count, joined=True)
            beside = [valkey.process.pid, worker.process.pid]
            before, begun = [_processor(pid) for pid in beside], time.perf_counter()
            jobs.wait(jobs.make(order)[0], 3_600)
            seconds = time.perf_counter() - begun
            work = count * milliseconds / 1000
            server, watch = (_processor(pid) - past for pid, past in zip(beside, before, strict=True))
            print(
                f"{count} chunks of {milliseconds} ms: {seconds / work - 1:.1%} longer than the work; of that time"
                f" the server took {server / work:.1%} of a core, the worker's parent {watch / work:.1%}"
            )
    finally:
        worker.close()
        valkey.close()


def steps(count: int) -> None:
    """What a chunk costs the server and who asks it, with tallies of some kilobytes, and how much is sent."""
    valkey = Valkey()
    tally = {str(score): score for score in range(800)}
    with connect(valkey.url, 5.0) as client:
        ledger = Ledger(client)
        job, *_ = ledger.make(Order("tally", "simulations", {"seed": "x"}, chunks=count + 1, joined=True))
        before, begun = _processor(valkey.process.pid), time.perf_counter()
        waited = 0.0
        for chunk in range(count):
            work = ledger.begin(job, chunk, "a1", 1)
            assert isinstance(work, Work)
            ledger.report(work, 0)
            if ledger.commit(work, "a1", 1, tally).merge:
                asked = time.perf_counter()
                gathered = ledger.gather(job)
                assert gathered is not None
                ledger.merged(job, gathered, tally, tally)
                waited += time.perf_counter() - asked
        seconds = time.perf_counter() - begun
        server = _processor(valkey.process.pid) - before
        stats = client.info("stats")
    sent = stats["total_net_input_bytes"] + stats["total_net_output_bytes"]
    each = [seconds * 1000 / count for seconds in (server, seconds, waited)]
    print(
        f"a chunk with a tally of {len(orjson.dumps(tally)) / 1000:.1f} KB takes {each[0]:.2f} ms of the server's"
        f" processor and {each[1]:.2f} ms altogether (merging, in that: {each[2]:.2f}); {sent / count / 1000:.1f} KB to"
        " and fro"
    )
    valkey.close()


def scaling(millions: int) -> None:
    """How much quicker two processes are than one, in one worker and in two."""
    took: dict[tuple[int, ...], list[float]] = {(1,): [], (2,): [], (1, 1): []}
    for _ in range(3):
        for processes, times in took.items():
            valkey = Valkey()
            workers = [Worker(valkey.url, processes=one) for one in processes]
            jobs = Jobs(valkey.url)
            until(lambda jobs=jobs, workers=workers: jobs.ready().workers == len(workers), 30, "all are there")  # type: ignore[misc]
            time.sleep(1)  # until the sweeper has counted them
            total = millions * 1_000_000
            order = Order(
                "tally", "simulations", {"seed": "x", "us": 0}, chunks=total // 100_000, total=total, joined=True
            )
            begun = time.perf_counter()
            jobs.wait(jobs.make(order)[0], 3_600)
            times.append(time.perf_counter() - begun)
            for worker in workers:
                worker.close()
            valkey.close()
    alone = min(took[1,])
    for processes, times in took.items():
        print(f"workers with {processes} processes: {min(times):.2f} s, {alone / min(times):.2f} x one process")


def flat(order: Order) -> None:
    """The memory of the server, of a worker's parent and of its children while a job runs."""
    valkey = Valkey()
    worker = Worker(valkey.url)
    jobs = Jobs(valkey.url)
    try:
        begun = time.perf_counter()
        job = jobs.make(order)[0]
        for tenth in range(1, 11):
            until(
                lambda tenth=tenth: (seen := jobs.read(job)) and seen.done * 10 >= tenth * seen.total, 7_200, "it runs"
            )  # type: ignore[misc]
            kept = jobs.client.info("memory")["used_memory"] / 1e6
            memory = [_memory(pid) for pid in (worker.process.pid, *worker.children())]
            print(
                f"{time.perf_counter() - begun:.0f} s, {tenth * 10} %: the server keeps {kept:.1f} MB in"
                f" {_memory(valkey.process.pid):.0f}; parent {memory[0]:.0f}, children {max(memory[1:]):.0f} at most",
                flush=True,
            )
        finished(jobs, job, 60)
    finally:
        worker.close()
        valkey.close()


def many(count: int) -> Order:
    """A job of so many chunks, of which none takes long."""
    return Order("tally", "simulations", {"seed": "x", "us": 0}, chunks=count, total=count * 1_000, joined=True)


def deals(count: int) -> None:
    """The time that so many deals of Charlemagne take, played at random, and the memory of the whole service meanwhile,
    with a client that looks on and makes a bot move at each tenth.
    """
    with Running("service", "serve") as service:
        asked = {"bots": "random", "deals": count, "seed": "x"}
        begun = time.perf_counter()
        job = _answer(service.port, "POST", "/v1/games/charlemagne/simulations", asked)
        moved = {"state": _answer(service.port, "POST", "/v1/games/charlemagne/deals", {})["state"], "bot": "random"}
        for tenth in range(1, 11):
            until(partial(_has_done, service.port, job["id"], count * tenth // 10), 7_200, "it runs")
            called = time.perf_counter()
            _answer(service.port, "POST", "/v1/games/charlemagne/bot-moves", moved)
            took = time.perf_counter() - called
            memory: dict[str, list[float]] = {"valkey-server": [], "service worker": [], "service api": []}
            for pid in service.processes:
                for name, kept in memory.items():
                    if name in command_of(pid):
                        kept.append(_memory(pid))
            told = ", ".join(f"{name} {max(kept):.1f} ({len(kept)})" for name, kept in memory.items())
            print(
                f"{time.perf_counter() - begun:.0f} s, {tenth * 10} %: MB at most (of so many) {told};"
                f" a bot move {took * 1000:.0f} ms",
                flush=True,
            )
        done = _answer(service.port, "GET", f"/v1/jobs/{job['id']}")
        print(done["status"], done["result"]["timing"])


def _has_done(port: int, job: str, deals: int) -> bool:
    return bool(_answer(port, "GET", f"/v1/jobs/{job}")["progress"]["done"] >= deals)


def _answer(port: int, method: str, path: str, asked: Any = None) -> Any:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    headers = {"Content-Type": "application/json", "Prefer": "wait=10" if asked and "bot" in asked else ""}
    connection.request(method, path, None if asked is None else orjson.dumps(asked), headers)
    answer = orjson.loads(connection.getresponse().read())
    connection.close()
    return answer


def _processor(pid: int) -> float:
    """The seconds of processor time that a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    """The memory of a process, in megabytes: what is its own, and its share of what it shares."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return next(int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")) / 1000


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "kills":
        kills(rest[0], int(rest[1]))
    elif what == "recovery":
        recovery(int(rest[0]))
    else:
        measures = {
            "jobs": small,
            "chunks": chunks,
            "steps": steps,
            "scaling": scaling,
            "flat": lambda count: flat(many(count)),
            "deals": deals,
        }
        measures[what](int(rest[0]))
