"""A worker that is told to stop: it says nothing, gives back what it was at, and leaves nothing."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.jobs.ledger import Order, Present
from service.jobs.queue import Jobs
from tests.faults.kit import DONE_WITHIN, Answers, Valkey, Worker, finished, until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("faults")]

STOPPED_WITHIN = 9.0
"""The supervisor would wait ten seconds."""
SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


@pytest.fixture
def said(tmp_path: Path) -> Path:
    return tmp_path / "said"


@pytest.fixture
def worker(valkey: Valkey, said: Path) -> Iterator[Worker]:
    running = Worker(valkey.url, said=said)
    try:
        yield running
    finally:
        running.close()


def stop(worker: Worker, number: signal.Signals = signal.SIGTERM) -> None:
    worker.process.send_signal(number)
    until(lambda: worker.process.poll() is not None, STOPPED_WITHIN, "the worker has stopped")
    assert worker.process.returncode == 0
    # Nor are its children there. One that has just been killed is until whoever has inherited it has asked for its end.
    until(lambda: not there(worker.process.pid), DONE_WITHIN, "its children are gone")


def there(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_worker_that_stops_says_nothing_and_gives_back_its_chunk(
    jobs: Jobs, worker: Worker, said: Path, tmp_path: Path, number: signal.Signals
) -> None:
    mark = tmp_path / "begun"
    one, _ = jobs.make(Order("spin-once", "moves", {"n": 7, "begun": str(mark)}))
    until(lambda: mark.exists() and jobs.client.zcard("referee:due"), DONE_WITHIN, "the job is begun")
    stop(worker, number)
    assert jobs.client.hget(f"referee:job:{one}:chunks", "0:begun") == b"0"  # it is not held against the chunk
    assert jobs.client.hget(f"referee:job:{one}:chunks", "0:until") == b"0"
    assert jobs.ready() == Present(0, [], [])
    worker.again()
    assert finished(jobs, one).result["square"] == 49
    stop(worker)
    assert said.read_text() == ""


def test_a_worker_stops_in_the_midst_of_much_work(jobs: Jobs, worker: Worker, said: Path) -> None:
    answers = Answers(jobs)
    made: list[str] = []
    for _ in range(3):
        batch = [jobs.make(Order("square", "moves", {"n": number}))[0] for number in range(200)]
        made += batch
        until(lambda batch=batch: answers.look(batch) < len(batch), DONE_WITHIN, "the worker works")
        stop(worker)
        worker.again()
    until(lambda: not answers.look(made), DONE_WITHIN, "all jobs are done")
    stop(worker)
    assert said.read_text() == ""


def test_a_worker_stops_without_a_server(jobs: Jobs, valkey: Valkey, worker: Worker) -> None:
    finished(jobs, jobs.make(Order("square", "moves", {"n": 1}))[0])
    valkey.kill()
    stop(worker)


def test_a_worker_stops_though_the_server_hangs(jobs: Jobs, valkey: Valkey, worker: Worker) -> None:
    finished(jobs, jobs.make(Order("square", "moves", {"n": 1}))[0])
    valkey.freeze()
    stop(worker)
