"""Real kills: no job is lost, none is answered twice, and all are done soon after the fault has ended."""

import os
import signal
import time
from pathlib import Path

import pytest

from service.jobs.ledger import MOST_DEATHS, Order
from service.jobs.queue import Jobs, QueueUnavailable
from service.jobs.tasks import PATIENCE
from tests.faults.kit import ANSWERED_WITHIN, DONE_WITHIN, Answers, Valkey, Worker, finished, until

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("faults")]

KILLS = 12
SMALL_JOBS = 3_000


def square(jobs: Jobs, number: int) -> str:
    return jobs.make(Order("square", "moves", {"n": number}))[0]


def begun(path: Path) -> tuple[int, int]:
    """The pool child that has begun the job, and its parent."""
    until(lambda: path.exists() and path.read_text().count(" "), DONE_WITHIN, "the job is begun")
    child, parent = path.read_text().split()
    return int(child), int(parent)


def test_a_pool_child_is_killed(jobs: Jobs, worker: Worker, tmp_path: Path) -> None:
    mark = tmp_path / "begun"
    one, _ = jobs.make(Order("spin-once", "moves", {"n": 7, "begun": str(mark)}))
    os.kill(begun(mark)[0], signal.SIGKILL)
    assert finished(jobs, one).result["square"] == 49


def test_a_whole_worker_is_killed(jobs: Jobs, worker: Worker, tmp_path: Path) -> None:
    mark = tmp_path / "begun"
    one, _ = jobs.make(Order("spin-once", "moves", {"n": 7, "begun": str(mark)}))
    child, parent = begun(mark)
    assert parent == worker.process.pid
    worker.kill()
    until(lambda: not Path(f"/proc/{child}").exists(), DONE_WITHIN, "the child goes with its parent")
    worker.again()
    assert finished(jobs, one).result["square"] == 49


def test_the_worker_is_killed_again_and_again(jobs: Jobs, worker: Worker) -> None:
    answers = Answers(jobs)
    made: list[str] = []
    for _ in range(KILLS):
        batch = [square(jobs, number) for number in range(SMALL_JOBS // KILLS)]
        made += batch
        until(lambda batch=batch: answers.look(batch) < len(batch), 60, "the worker works")
        worker.kill()
        worker.again()
    until(lambda: not answers.look(made), DONE_WITHIN, "all jobs are done")
    assert answers.look(made) == 0  # and everyone has the answer that it had before


@pytest.mark.parametrize("seconds", [5, 30])
def test_valkey_is_killed(jobs: Jobs, valkey: Valkey, worker: Worker, seconds: int) -> None:
    answers = Answers(jobs)
    finished(jobs, square(jobs, 1))
    made = [square(jobs, number) for number in range(200)]
    # The outage is longer than these may take, and does not count.
    made += [jobs.make(Order("spin", "moves", {"n": number, "ms": 1000}, limit=3_000))[0] for number in range(4)]
    valkey.kill()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        asked = time.monotonic()
        with pytest.raises(QueueUnavailable):
            jobs.make(Order("square", "moves", {"n": 1}))
        assert time.monotonic() - asked < ANSWERED_WITHIN
        until(lambda asked=asked: time.monotonic() > asked + 1, 5, "a second has passed")
    valkey.again()
    until(lambda: not answers.look(made), DONE_WITHIN, "all jobs are done")
    assert answers.look(made) == 0


def hold(jobs: Jobs, worker: Worker) -> tuple[list[str], list[int]]:
    """Two jobs, each held by a child that is stopped before it can begin; and the children."""
    for one in [jobs.make(Order("spin", "moves", {"n": 1, "ms": 300}))[0] for _ in range(2)]:
        finished(jobs, one)
    children = worker.children()
    until(lambda: not jobs.client.hlen("unacked"), DONE_WITHIN, "the worker knows that they are done")
    for child in children:
        os.kill(child, signal.SIGSTOP)
    made = [square(jobs, number) for number in range(2)]
    until(lambda: not jobs.client.llen("moves"), DONE_WITHIN, "the children have both messages")
    return made, children


@pytest.mark.parametrize("hung", [False, True])
def test_children_begin_during_an_outage(jobs: Jobs, valkey: Valkey, worker: Worker, hung: bool) -> None:
    """A hung server does later what it was asked meanwhile, when whoever asked has given up waiting for the answer."""
    made, children = hold(jobs, worker)
    (valkey.freeze if hung else valkey.kill)()
    for child in children:
        os.kill(child, signal.SIGCONT)
    end = time.monotonic() + PATIENCE + 1.5
    until(lambda: time.monotonic() > end, PATIENCE + 5, "one question each was in vain")
    (valkey.thaw if hung else valkey.again)()
    for one in [*made, square(jobs, 3)]:
        assert finished(jobs, one).status == "succeeded"
    assert worker.children() == children


def test_a_job_that_always_kills_its_process_fails(jobs: Jobs, worker: Worker, tmp_path: Path) -> None:
    log = tmp_path / "log"
    one, _ = jobs.make(Order("kill", "moves", {"log": str(log)}))
    job = finished(jobs, one, 30)
    assert (job.status, job.reason) == ("failed", "worker-lost")
    assert log.read_text().splitlines() == ["begun"] * MOST_DEATHS
    assert finished(jobs, square(jobs, 3)).result["square"] == 9


def test_a_job_that_never_returns_fails_in_its_time(jobs: Jobs, worker: Worker) -> None:
    hanging = [jobs.make(Order("hang", "moves", {}, limit=1_000))[0] for _ in range(2)]
    waiting = square(jobs, 3)
    for one in hanging:
        job = finished(jobs, one)
        assert (job.status, job.reason) == ("failed", "time-limit")
    assert finished(jobs, waiting).result["square"] == 9


def test_a_job_that_is_cancelled_frees_its_child(jobs: Jobs, worker: Worker) -> None:
    running = [jobs.make(Order(kind, "moves", {"ms": 60_000}, limit=2_000))[0] for kind in ("spin", "hang")]
    for one in running:
        until(lambda one=one: jobs.read(one).status == "running", DONE_WITHIN, "it runs")  # type: ignore[union-attr]
        assert jobs.cancel(one)
    assert finished(jobs, square(jobs, 3)).result["square"] == 9
    assert [jobs.read(one).status for one in running] == ["cancelled"] * 2  # type: ignore[union-attr]


def test_a_job_that_raises_an_error_fails_and_tells_nothing(jobs: Jobs, worker: Worker) -> None:
    job = finished(jobs, jobs.make(Order("fail", "moves", {"cards": "RJ"}))[0])
    assert (job.status, job.reason, job.result) == ("failed", "error", None)


def test_chunks_are_joined(jobs: Jobs, worker: Worker) -> None:
    job = finished(jobs, jobs.make(Order("add", "simulations", {}, chunks=70, total=1_000, joined=True))[0], 30)
    assert job.result == {"sum": 499_500, "chunks": 70}
    assert (job.done, job.total) == (1_000, 1_000)


def test_a_message_that_is_lost_is_sent_again(jobs: Jobs, valkey: Valkey, worker: Worker) -> None:
    finished(jobs, square(jobs, 1))
    worker.kill()
    made = [square(jobs, number) for number in range(20)]
    jobs.client.delete("moves")  # Celery's queue, with all that is in it
    worker.again()
    until(lambda: not Answers(jobs).look(made), DONE_WITHIN, "all jobs are done")
