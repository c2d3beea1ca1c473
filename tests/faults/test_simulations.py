"""Jobs of many chunks under faults: the figures are those of an undisturbed run, whatever happens to whom."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from referee import build_info
from referee.games.registry import GAMES
from service.jobs.celery_app import make_app
from service.jobs.ledger import Job, Order, Work
from service.jobs.queue import Jobs, QueueUnavailable, send
from service.jobs.simulations import SIMULATION, finish
from service.jobs.simulations import order as simulated
from tests.faults.kit import DONE_WITHIN, Valkey, Wire, Worker, finished, until
from tests.faults.worker import statistics, tally
from tests.http.conftest import Server

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("faults")]

DEALS = 20_000
CHUNKS = 60
PLAYED = DEALS if build_info()["build"] == "compiled" else DEALS // 10
CANCELLED_WITHIN = 2.0
FEW = 40
"""Small jobs, and moves of bots, that a large job must not hold up."""


def order(deals: int = DEALS, chunks: int = CHUNKS, us: int = 300) -> Order:
    """A simulation in which a deal takes so many microseconds."""
    return Order("tally", "simulations", {"seed": "x", "us": us}, chunks=chunks, total=deals, joined=True)


def undisturbed(deals: int = DEALS) -> Any:
    """What it comes to in one piece, in this process."""
    work = Work("", 0, "", "tally", 1, deals, {"seed": "x", "us": 0})
    return statistics(tally(work, lambda done: None), work)


@pytest.fixture
def workers(valkey: Valkey) -> Iterator[list[Worker]]:
    running = [Worker(valkey.url, processes=1) for _ in range(2)]
    try:
        yield running
    finally:
        for worker in running:
            worker.close()


class Watched:
    """A job as it was seen over HTTP, again and again: how far it is never goes back."""

    def __init__(self, job: str) -> None:
        self._job = job
        self._done = self._partial = 0
        self.partials = 0

    def look(self, api: Server) -> Any:
        """The job, or None when there is no queue now."""
        answer = requests.get(f"{api.address}/v1/jobs/{self._job}", timeout=30)
        if answer.status_code == 503:
            return None
        told = answer.json()
        assert answer.status_code == 200 and told["status"] in ("queued", "running", "succeeded"), told
        assert told["progress"]["done"] >= self._done
        self._done = told["progress"]["done"]
        if told["partial"] is not None:
            deals = told["partial"]["deals"]
            assert self._partial <= deals <= self._done and told["result"] is None
            self.partials += deals > self._partial
            self._partial = deals
        return told

    def until(self, api: Server, share: float) -> Any:
        """The job as soon as so much of it is done."""

        def enough() -> Any:
            told = self.look(api)
            return told is not None and told["progress"]["done"] >= share * told["progress"]["total"] and told

        return until(enough, 60, f"{share:.0%} is done")


def test_whatever_dies_the_figures_are_the_same(valkey: Valkey, workers: list[Worker]) -> None:
    """A worker, the server and the API, one after the other, while bots play."""
    api = Server("api", REFEREE_WORKERS="1", REFEREE_REDIS_URL=valkey.url)
    try:
        asked = {"bots": "random", "deals": PLAYED, "seed": "x"}
        made = requests.post(f"{api.address}/v1/games/zheng-fen/simulations", json=asked, timeout=30)
        assert made.status_code == 202, made.text
        job = made.json()["id"]
        watched = Watched(job)
        watched.until(api, 0.15)
        workers[0].kill()
        watched.until(api, 0.3)
        valkey.kill()
        valkey.again()
        watched.until(api, 0.5)
        api.stop()
        api = Server("api", REFEREE_WORKERS="1", REFEREE_REDIS_URL=valkey.url)
        workers[0].again()
        watched.until(api, 1)
        told = until(lambda: (seen := watched.look(api)) and seen["result"] and seen, DONE_WITHIN, "there is a result")
        assert told["progress"] == {"done": PLAYED, "total": PLAYED} and told["partial"] is None
        assert watched.partials >= 2
        del told["result"]["timing"]
        assert told["result"] == played()
        plot = requests.get(f"{api.address}/v1/jobs/{job}/plot.svg", timeout=60)
        assert plot.status_code == 200 and f"{PLAYED:,} deals; bot: random" in plot.text
    finally:
        api.stop()


def played() -> Any:
    """What the bots come to in one piece, in this process."""
    game = GAMES["zheng-fen"]
    options = game.resolve_options({})
    bots = ["random"] * game.seats(options)
    order = simulated(game, options, bots, PLAYED, "x", duplicate=False, limit=1, life=1)
    found = finish(SIMULATION.run(Work("", 0, "", order.kind, 1, PLAYED, order.input), lambda done: None), order.input)
    del found["timing"]
    return json.loads(json.dumps(found))


@pytest.mark.parametrize("count", [1, 2, 4])
def test_however_many_work_and_however_often_chunks_are_delivered(valkey: Valkey, jobs: Jobs, count: int) -> None:
    workers = [Worker(valkey.url, processes=1) for _ in range(count)]
    sender = make_app(valkey.url, 5.0)
    try:
        job = jobs.make(order(deals=2_000, us=500))[0]

        def again() -> bool:
            """Sends all that is sent, and not done, a second time. Whether the job is finished."""
            fields = jobs.client.hkeys(f"referee:job:{job}:chunks")
            for chunk in {int(field.partition(b":")[0]) for field in fields}:
                send(sender, job, chunk, "simulations")
            found = jobs.read(job)
            assert found is not None
            return found.finished

        until(again, 30, "the job is finished")
        found = jobs.read(job)
        assert found is not None and found.result == undisturbed(2_000)
    finally:
        sender.close()
        for worker in workers:
            worker.close()


def test_one_of_three_is_cut_off(valkey: Valkey, jobs: Jobs) -> None:
    wires = [Wire(valkey.url) for _ in range(3)]
    workers = [Worker(wire.url, processes=1) for wire in wires]
    try:
        until(lambda: jobs.ready().workers == 3, DONE_WITHIN, "all are there")
        job = jobs.make(order())[0]
        until(lambda: seen(jobs, job).done > DEALS // 5, 30, "they work")
        wires[0].cut()
        until(lambda: seen(jobs, job).done > DEALS * 4 // 5, 30, "the others work")
        wires[0].mend()
        assert finished(jobs, job).result == undisturbed()
        # It is there again, and does its part.
        for wire in wires[1:]:
            wire.cut()
        assert finished(jobs, jobs.make(order(deals=200, chunks=2))[0]).result == undisturbed(200)
    finally:
        for worker in workers:
            worker.close()
        for wire in wires:
            wire.close()


def test_a_replica_takes_over(valkey: Valkey) -> None:
    """What the primary did not hand on any more is done again, and comes to the same."""
    replica = Valkey()
    wire = Wire(valkey.url)
    jobs = Jobs(wire.url)
    worker = Worker(wire.url)
    try:
        replica.follow(valkey)
        job = jobs.make(order(deals=6_000))[0]
        until(lambda: seen(jobs, job).done > 2_000, 30, "it runs")
        valkey.kill()
        replica.lead()
        wire.lead_to(replica.url)

        def there() -> bool:
            try:
                return jobs.ready().workers > 0
            except QueueUnavailable:
                return False

        until(there, DONE_WITHIN, "the replica answers")
        assert finished(jobs, job, 30).result == undisturbed(6_000)
        assert finished(jobs, jobs.make(order(deals=200, chunks=2))[0]).result == undisturbed(200)
    finally:
        jobs.close()
        worker.close()
        wire.close()
        replica.close()


def test_who_merges_dies(jobs: Jobs, worker: Worker, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    given = {"mark": str(mark)}
    job = jobs.make(Order("deadly", "simulations", given, chunks=100, total=1_000, joined=True))[0]
    assert finished(jobs, job, 30).result == sum(range(1_000)) and mark.exists()


def test_what_cannot_be_merged_fails_at_once(jobs: Jobs, worker: Worker) -> None:
    order = Order("unmergeable", "simulations", {"ms": 50}, chunks=10_000, joined=True)
    job = finished(jobs, jobs.make(order)[0])
    assert (job.status, job.reason) == ("failed", "error") and job.done < 1_000


def test_a_stream_tells_of_it_to_its_end(valkey: Valkey, jobs: Jobs, worker: Worker) -> None:
    api = Server("api", REFEREE_WORKERS="1", REFEREE_REDIS_URL=valkey.url)
    try:
        job = jobs.make(order(deals=6_000))[0]
        with requests.get(f"{api.address}/v1/jobs/{job}/events", stream=True, timeout=60) as answer:
            lines = [line.decode() for line in answer.iter_lines() if not line.startswith(b":")]
        names = [line.removeprefix("event: ") for line in lines if line.startswith("event: ")]
        told = [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
        assert names == ["progress"] * (len(told) - 1) + ["result"]
        done = [one["progress"]["done"] for one in told]
        partials = [one["partial"]["deals"] for one in told if one["partial"]]
        assert done == sorted(done) and partials == sorted(partials) and len(set(partials)) >= 2
        assert told[-1]["result"] == undisturbed(6_000) and told[-1]["partial"] is None
    finally:
        api.stop()


def seen(jobs: Jobs, job: str) -> Job:
    found = jobs.read(job)
    assert found is not None
    return found


def long(jobs: Jobs) -> str:
    """A job whose chunks each take longer than any test."""
    return jobs.make(Order("burn", "simulations", {"ms": 600_000}, chunks=9, limit=900_000, joined=True))[0]


def busy(jobs: Jobs, children: int) -> None:
    """Waits until so many children are at a chunk."""
    until(lambda: at_work(jobs) == children, DONE_WITHIN, "all children are at work")


def at_work(jobs: Jobs) -> int:
    return sum(jobs.client.hlen(key) for key in jobs.client.keys("referee:worker:*"))


def test_moves_do_not_wait_for_simulations(jobs: Jobs, worker: Worker) -> None:
    job = long(jobs)
    busy(jobs, 2)
    for number in range(FEW):
        one = jobs.make(Order("square", "moves", {"n": number}))[0]
        assert finished(jobs, one).result["square"] == number**2
    assert at_work(jobs) == 2 and seen(jobs, job).done == 0  # no chunk has ended meanwhile


def test_small_jobs_do_not_wait_for_a_large_one(jobs: Jobs, worker: Worker) -> None:
    huge = jobs.make(order(deals=1_000_000, chunks=10_000, us=1_000))[0]
    until(lambda: seen(jobs, huge).done > 0, DONE_WITHIN, "it runs")
    small = [jobs.make(order(deals=60, chunks=2, us=1_000))[0] for _ in range(FEW // 2)]
    for one in small:
        assert finished(jobs, one).result == undisturbed(60)
    job = seen(jobs, huge)
    assert job.status == "running" and job.done < 100_000
    assert jobs.client.llen("simulations") <= 8  # of ten thousand chunks
    assert jobs.cancel(huge)


def test_a_cancelled_job_lets_go_at_once(jobs: Jobs, worker: Worker) -> None:
    job = long(jobs)
    busy(jobs, 2)
    assert jobs.cancel(job)
    until(lambda: at_work(jobs) == 0, CANCELLED_WITHIN, "the children are free")
    assert seen(jobs, job).status == "cancelled"
    assert finished(jobs, jobs.make(order(deals=60, chunks=2))[0]).result == undisturbed(60)
