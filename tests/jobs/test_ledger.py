"""The ledger, on a real server: one job for one request, one result for one chunk, and nothing that stays behind."""

import re
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from service.jobs.ledger import (
    MOST_BEGUN,
    MOST_DEATHS,
    WINDOW,
    Conflict,
    Ledger,
    Order,
    Work,
    connect,
    new_lease,
    share,
)
from tests.faults.kit import Valkey, until

ORDER = Order("square", "moves", {"secret": "RJ"})
JOINED = Order("add", "simulations", {}, chunks=3, total=10, joined=True)
WORKER = "a1"
PID = 4242


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    server = Valkey()
    try:
        yield server
    finally:
        server.close()


@pytest.fixture
def ledger(valkey: Valkey) -> Iterator[Ledger]:
    client = connect(valkey.url, 5.0)
    client.flushall()
    yield Ledger(client)
    client.close()


def begun(ledger: Ledger, job: str, chunk: int = 0, pid: int = PID) -> Work:
    work = ledger.begin(job, chunk, WORKER, pid)
    assert isinstance(work, Work)
    return work


def run_out(ledger: Ledger, job: str, chunk: int = 0) -> None:
    """As if the lease had run out."""
    ledger.client.hset(f"referee:job:{job}:chunks", f"{chunk}:until", "1")
    ledger.client.zadd("referee:due", {f"{job}:{chunk}": 1})


def status(ledger: Ledger, job: str) -> str:
    found = ledger.read(job)
    assert found is not None
    return found.status


def test_the_way_of_a_job(ledger: Ledger) -> None:
    job, new = ledger.make(ORDER)
    assert new and re.fullmatch("[0-9a-f]{32}", job) and status(ledger, job) == "queued"
    work = begun(ledger, job)
    assert work.input == ORDER.input and status(ledger, job) == "running"
    assert ledger.commit(work, WORKER, PID, {"move": 1}) is None
    found = ledger.read(job)
    assert found is not None
    assert (found.status, found.result, found.done, found.total) == ("succeeded", {"move": 1}, 1, 1)
    assert ledger.begin(job, 0, WORKER, PID) == "over"


@pytest.mark.parametrize("job", ["", "0" * 32, "x" * 32, "*", "0" * 31, "0" * 33, "0" * 32 + ":input"])
def test_there_is_no_such_job(ledger: Ledger, job: str) -> None:
    assert ledger.read(job) is None
    assert not ledger.cancel(job)
    assert ledger.begin(job, 0, WORKER, PID) == "over"


def test_the_first_result_counts(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    slow = begun(ledger, job)
    assert ledger.begin(job, 0, WORKER, PID + 1) == "taken"
    run_out(ledger, job)
    quick = begun(ledger, job, pid=PID + 1)
    assert not ledger.report(slow, 0) and ledger.report(quick, 0)
    ledger.commit(quick, WORKER, PID + 1, "first")
    ledger.commit(slow, WORKER, PID, "second")
    found = ledger.read(job)
    assert found is not None and found.result == "first"
    assert ledger.children(WORKER) == []


def test_a_lease_that_ran_out_may_still_bring_the_first_result(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    work = begun(ledger, job)
    run_out(ledger, job)
    ledger.commit(work, WORKER, PID, "late")
    found = ledger.read(job)
    assert found is not None and found.result == "late"


def test_cancelled_stays_cancelled(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    work = begun(ledger, job)
    assert ledger.cancel(job) and ledger.cancel(job)
    assert not ledger.report(work, 0)
    ledger.commit(work, WORKER, PID, "late")
    found = ledger.read(job)
    assert found is not None and (found.status, found.result) == ("cancelled", None)


def test_what_is_finished_is_not_cancelled(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    ledger.commit(begun(ledger, job), WORKER, PID, "done")
    assert ledger.cancel(job) and status(ledger, job) == "succeeded"


def test_who_has_no_answer_asks_again(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    lease = new_lease()
    first, second = (ledger.begin(job, 0, WORKER, PID, lease) for _ in range(2))
    assert isinstance(first, Work) and first == second
    assert ledger.client.hget(f"referee:job:{job}:chunks", "0:begun") == b"1"
    assert ledger.begin(job, 0, WORKER, PID) == "taken"


def test_a_cancelled_job_does_not_tell_how_far_it_was(ledger: Ledger) -> None:
    shown = []
    for work_is_done in (False, True):
        job, _ = ledger.make(replace(ORDER, pace=60_000))
        work = begun(ledger, job)
        if work_is_done:
            ledger.commit(work, WORKER, PID, "quick")
        assert ledger.cancel(job)
        found = ledger.read(job)
        assert found is not None
        shown.append((found.status, found.done, found.result, found.reason, found.visible_in))
    assert shown == [("cancelled", 0, None, "", 0)] * 2


def test_a_paced_job_is_not_told_by_its_speed(ledger: Ledger) -> None:
    shown = []
    for work_is_done in (False, True):
        job, _ = ledger.make(replace(ORDER, pace=60_000))
        work = begun(ledger, job)
        if work_is_done:
            ledger.commit(work, WORKER, PID, "quick")
        found = ledger.read(job)
        assert found is not None and 0 < found.visible_in <= 60_000
        shown.append((found.status, found.done, found.result, found.reason, found.expires))
    assert shown[0] == shown[1] and shown[0][:3] == ("running", 0, None)
    ledger.client.hset(f"referee:job:{job}", "visible", "1")
    assert status(ledger, job) == "succeeded"


def test_a_paced_job_can_be_cancelled_as_long_as_it_is_not_shown(ledger: Ledger) -> None:
    job, _ = ledger.make(replace(ORDER, pace=60_000))
    ledger.commit(begun(ledger, job), WORKER, PID, "quick")
    assert ledger.cancel(job)
    found = ledger.read(job)
    assert found is not None and (found.status, found.result) == ("cancelled", None)


def test_an_idempotency_key(ledger: Ledger) -> None:
    job, new = ledger.make(ORDER, "key", b"body")
    assert new
    assert ledger.make(ORDER, "key", b"body") == (job, False)
    with pytest.raises(Conflict):
        ledger.make(ORDER, "key", b"other")
    assert ledger.make(ORDER, "other key", b"body")[1]
    ledger.client.delete(f"referee:job:{job}")  # as when it has expired
    assert ledger.make(ORDER, "key", b"other")[1]


def test_two_at_the_same_moment_make_one_job(ledger: Ledger) -> None:
    made: list[tuple[str, bool]] = []
    callers = [threading.Thread(target=lambda: made.append(ledger.make(ORDER, "key", b"body"))) for _ in range(16)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len({job for job, _ in made}) == 1
    assert [new for _, new in made].count(True) == 1 and len(made) == 16


def test_chunks_and_progress(ledger: Ledger) -> None:
    job, _ = ledger.make(JOINED)
    done = []
    for chunk in (2, 0, 1):
        work = begun(ledger, job, chunk)
        assert ledger.report(work, 2) and not work.joins
        following = ledger.commit(work, WORKER, PID, chunk * 10)
        found = ledger.read(job)
        assert found is not None
        done.append(found.done)
    assert done == [4, 7, 10]
    assert following is not None and following.chunk == 3
    assert status(ledger, job) == "running"
    last = begun(ledger, job, 3)
    assert last.joins and last.results == [0, 10, 20]
    ledger.commit(last, WORKER, PID, sum(last.results))
    found = ledger.read(job)
    assert found is not None and (found.status, found.result, found.done) == ("succeeded", 30, 10)


def test_progress_counts_no_unit_twice(ledger: Ledger) -> None:
    job, _ = ledger.make(replace(JOINED, chunks=1))
    work = begun(ledger, job)
    ledger.report(work, 6)
    run_out(ledger, job)
    work = begun(ledger, job)
    ledger.report(work, 3)
    assert ledger.report(work, 99)
    found = ledger.read(job)
    assert found is not None and (found.done, found.total) == (10, 10)


def test_only_so_many_chunks_stand_in_the_queue(ledger: Ledger) -> None:
    job, _ = ledger.make(replace(JOINED, chunks=WINDOW + 2, total=None))
    assert ledger.client.zcard("referee:due") == WINDOW
    assert [
        sent.chunk if (sent := ledger.commit(begun(ledger, job, chunk), WORKER, PID, 0)) else None for chunk in range(3)
    ] == [WINDOW, WINDOW + 1, None]


@pytest.mark.parametrize(("total", "chunks"), [(10, 3), (3, 3), (2, 5), (1000, 7), (0, 1)])
def test_units_are_shared_without_rest(total: int, chunks: int) -> None:
    assert [unit for chunk in range(chunks) for unit in share(total, chunks, chunk)] == list(range(total))
    assert not share(total, chunks, chunks)


def test_a_child_that_died_is_noticed_and_its_chunk_sent_again(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    for death in range(1, MOST_DEATHS + 1):
        begun(ledger, job)
        assert ledger.children(WORKER) == [PID]
        kill, again = ledger.keep(WORKER, [PID])
        assert kill == [] and [one.job for one in again] == ([job] if death < MOST_DEATHS else [])
    found = ledger.read(job)
    assert found is not None and (found.status, found.reason) == ("failed", "worker-lost")


def test_leases_are_renewed(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    begun(ledger, job)
    run_out(ledger, job)
    assert ledger.keep(WORKER, []) == ([], [])
    assert ledger.begin(job, 0, WORKER, PID + 1) == "taken"
    assert ledger.sweep(WORKER).looked_at == 0


def test_a_deadline_ends_the_job_and_its_child(ledger: Ledger) -> None:
    job, _ = ledger.make(replace(ORDER, limit=-1))
    other, _ = ledger.make(ORDER)
    begun(ledger, job)
    assert ledger.keep(WORKER, []) == ([PID], [])
    found = ledger.read(job)
    assert found is not None and (found.status, found.reason) == ("failed", "time-limit")
    assert ledger.begin(other, 0, WORKER, PID) == "doomed"  # so that no other chunk dies with it
    assert ledger.keep(WORKER, [PID]) == ([], []) and ledger.children(WORKER) == []
    begun(ledger, other)


def test_what_the_server_was_away_does_not_count(ledger: Ledger) -> None:
    job, _ = ledger.make(replace(ORDER, limit=1))
    begun(ledger, job)
    (late,) = ledger.client.hvals(f"referee:worker:{WORKER}")
    until(lambda: _now(ledger) > int(late.split(b":")[3]), 5, "the deadline has passed")
    assert ledger.keep(WORKER, [], away=60_000) == ([], []) and status(ledger, job) == "running"
    # That was no more than the time for which it has been at the chunk.
    until(lambda: ledger.keep(WORKER, []) == ([PID], []), 5, "the deadline has passed again")
    assert status(ledger, job) == "failed"


def _now(ledger: Ledger) -> int:
    seconds, micros = ledger.client.time()
    return int(seconds) * 1000 + int(micros) // 1000


def test_a_child_that_goes_on_with_a_cancelled_job_is_ended_at_its_deadline(ledger: Ledger) -> None:
    job, _ = ledger.make(replace(ORDER, limit=-1))
    begun(ledger, job)
    ledger.cancel(job)
    assert ledger.keep(WORKER, []) == ([PID], [])
    assert status(ledger, job) == "cancelled"


def test_the_sweeper_sends_again_what_a_lost_worker_was_at(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    for _ in range(MOST_BEGUN):
        begun(ledger, job)
        run_out(ledger, job)
        swept = ledger.sweep(WORKER)
        again = [(one.job, one.chunk, one.queue) for one in swept.again]
    assert again == []
    found = ledger.read(job)
    assert found is not None and (found.status, found.reason) == ("failed", "worker-lost")


def test_what_waits_in_a_long_queue_is_not_sent_again(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    ledger.client.zadd("referee:due", {f"{job}:0": 1})
    swept = ledger.sweep(WORKER)
    assert (swept.again, swept.probes) == ([], ["moves"])
    ledger.client.zadd("referee:due", {f"{job}:0": 1})
    assert ledger.sweep(WORKER).probes == []  # one probe at a time


def test_what_was_sent_before_a_probe_and_has_not_begun_is_lost(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    sent = int(ledger.client.hget(f"referee:job:{job}:chunks", "0:sent") or 0)
    ledger.probed("moves", sent + 60_000)
    ledger.client.zadd("referee:due", {f"{job}:0": 1})
    assert [(one.job, one.chunk, one.queue) for one in ledger.sweep(WORKER).again] == [(job, 0, "moves")]


def test_one_sweeps_at_a_time(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    begun(ledger, job)
    ledger.sweep("b2")
    run_out(ledger, job)
    assert ledger.sweep(WORKER).looked_at == 0
    ledger.release("b2")
    assert len(ledger.sweep(WORKER).again) == 1


def test_what_a_worker_gives_back_can_be_begun_at_once(ledger: Ledger) -> None:
    job, _ = ledger.make(ORDER)
    begun(ledger, job)
    ledger.release(WORKER)
    assert len(ledger.sweep("b2").again) == 1
    begun(ledger, job, pid=PID + 1)


@pytest.mark.parametrize("end", ["commit", "cancel", "fail"])
def test_nothing_stays_behind(ledger: Ledger, end: str) -> None:
    job, _ = ledger.make(replace(ORDER, life=60_000), "key", b"the body")
    work = begun(ledger, job)
    if end == "commit":
        ledger.commit(work, WORKER, PID, "done")
    elif end == "cancel":
        ledger.cancel(job)
        ledger.leave(work, WORKER, PID)
    else:
        ledger.leave(work, WORKER, PID, "error")
    keys = ledger.client.keys("*")
    assert keys
    for key in keys:
        assert 0 < ledger.client.pttl(key) <= 60_000, key
    kept = b"".join(ledger.client.dump(key) or b"" for key in keys)
    assert b"RJ" not in kept and b"the body" not in kept  # neither the input nor the request


def test_a_job_of_several_chunks_has_to_be_joined(ledger: Ledger) -> None:
    with pytest.raises(ValueError, match="joined"):
        ledger.make(replace(ORDER, chunks=2))
