"""The ledger, on a real server: one job for one request, one result for one chunk, and nothing that stays behind."""

import re
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from service.jobs.ledger import (
    MERGED_BY,
    MOST_BEGUN,
    MOST_DEATHS,
    Bounds,
    Committed,
    Conflict,
    Enough,
    Full,
    Gathered,
    Ledger,
    Made,
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
    with closing(Valkey()) as server:
        yield server


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
    job, new, chunks = ledger.make(ORDER)
    assert new and chunks == 1 and re.fullmatch("[0-9a-f]{32}", job) and status(ledger, job) == "queued"
    work = begun(ledger, job)
    assert work.input == ORDER.input and status(ledger, job) == "running"
    assert ledger.commit(work, WORKER, PID, {"move": 1}) == Committed([], False)
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
    job, *_ = ledger.make(ORDER)
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
    job, *_ = ledger.make(ORDER)
    work = begun(ledger, job)
    run_out(ledger, job)
    ledger.commit(work, WORKER, PID, "late")
    found = ledger.read(job)
    assert found is not None and found.result == "late"


def test_cancelled_stays_cancelled(ledger: Ledger) -> None:
    job, *_ = ledger.make(ORDER)
    work = begun(ledger, job)
    assert ledger.cancel(job) and ledger.cancel(job)
    assert not ledger.report(work, 0)
    ledger.commit(work, WORKER, PID, "late")
    found = ledger.read(job)
    assert found is not None and (found.status, found.result) == ("cancelled", None)


def test_what_is_finished_is_not_cancelled(ledger: Ledger) -> None:
    job, *_ = ledger.make(ORDER)
    ledger.commit(begun(ledger, job), WORKER, PID, "done")
    assert ledger.cancel(job) and status(ledger, job) == "succeeded"


def test_who_has_no_answer_asks_again(ledger: Ledger) -> None:
    job, *_ = ledger.make(ORDER)
    lease = new_lease()
    first, second = (ledger.begin(job, 0, WORKER, PID, lease) for _ in range(2))
    assert isinstance(first, Work) and first == second
    assert ledger.client.hget(f"referee:job:{job}:chunks", "0:begun") == b"1"
    assert ledger.begin(job, 0, WORKER, PID) == "taken"


def test_a_cancelled_job_does_not_tell_how_far_it_was(ledger: Ledger) -> None:
    shown = []
    for work_is_done in (False, True):
        job, *_ = ledger.make(replace(ORDER, pace=60_000))
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
        job, *_ = ledger.make(replace(ORDER, pace=60_000))
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
    job, *_ = ledger.make(replace(ORDER, pace=60_000))
    ledger.commit(begun(ledger, job), WORKER, PID, "quick")
    assert ledger.cancel(job)
    found = ledger.read(job)
    assert found is not None and (found.status, found.result) == ("cancelled", None)


def test_an_idempotency_key(ledger: Ledger) -> None:
    job, new, _ = ledger.make(ORDER, "key", b"body")
    assert new
    assert ledger.make(ORDER, "key", b"body") == (job, False, 0)
    with pytest.raises(Conflict):
        ledger.make(ORDER, "key", b"other")
    assert ledger.make(ORDER, "other key", b"body").new
    ledger.client.delete(f"referee:job:{job}")  # as when it has expired
    assert ledger.make(ORDER, "key", b"other").new


def test_two_at_the_same_moment_make_one_job(ledger: Ledger) -> None:
    made: list[Made] = []
    callers = [threading.Thread(target=lambda: made.append(ledger.make(ORDER, "key", b"body"))) for _ in range(16)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len({job for job, _, _ in made}) == 1
    assert [new for _, new, _ in made].count(True) == 1 and len(made) == 16


def test_chunks_and_progress(ledger: Ledger) -> None:
    working(ledger, 3)
    job, *_ = ledger.make(JOINED)
    done = []
    for chunk in (2, 0, 1):
        work = begun(ledger, job, chunk)
        assert ledger.report(work, 2) and not work.joins
        following = ledger.commit(work, WORKER, PID, chunk * 10).following
        found = ledger.read(job)
        assert found is not None
        done.append(found.done)
    assert done == [4, 7, 10]
    assert [one.chunk for one in following] == [3]
    assert status(ledger, job) == "running"
    last = begun(ledger, job, 3)
    gathered = ledger.gather(job)
    assert last.joins and gathered == Gathered(0, None, {0: 0, 1: 10, 2: 20})
    ledger.commit(last, WORKER, PID, sum(gathered.waiting.values()))
    found = ledger.read(job)
    assert found is not None and (found.status, found.result, found.done) == ("succeeded", 30, 10)


def test_progress_counts_no_unit_twice(ledger: Ledger) -> None:
    job, *_ = ledger.make(replace(JOINED, chunks=1))
    work = begun(ledger, job)
    ledger.report(work, 6)
    run_out(ledger, job)
    work = begun(ledger, job)
    ledger.report(work, 3)
    assert ledger.report(work, 99)
    found = ledger.read(job)
    assert found is not None and (found.done, found.total) == (10, 10)


def working(ledger: Ledger, children: int, worker: str = WORKER) -> None:
    """A worker with so many children is there, and the sweeper knows it."""
    ledger.announce(worker, ["moves", "simulations"], [], children)
    ledger.sweep(WORKER)


def test_a_job_has_no_more_in_the_queue_than_can_be_worked_on(ledger: Ledger) -> None:
    working(ledger, 3)
    working(ledger, 2, "b2")
    job, _, chunks = ledger.make(replace(JOINED, chunks=100, total=None))
    assert chunks == ledger.client.zcard("referee:due") == 3 + 2
    sent = [
        [one.chunk for one in ledger.commit(begun(ledger, job, chunk), WORKER, PID, 0).following] for chunk in (4, 0)
    ]
    assert sent == [[5], [6]]
    ledger.release("b2")
    ledger.sweep(WORKER)
    assert [len(ledger.commit(begun(ledger, job, chunk), WORKER, PID, 0).following) for chunk in (1, 2, 3)] == [0, 0, 1]
    working(ledger, 10)
    assert len(ledger.commit(begun(ledger, job, 5), WORKER, PID, 0).following) == 8
    assert ledger.client.zcard("referee:due") == 10


def test_who_has_done_a_chunk_is_told_whether_others_wait(ledger: Ledger) -> None:
    job, *_ = ledger.make(replace(JOINED, chunks=100, total=None))
    assert ledger.commit(begun(ledger, job), WORKER, PID, 0).idle
    ledger.client.lpush("simulations", "a message")
    assert not ledger.commit(begun(ledger, job, 1), WORKER, PID, 0).idle


def test_what_is_kept_does_not_grow_with_the_chunks(ledger: Ledger) -> None:
    sizes = []
    job, *_ = ledger.make(replace(JOINED, chunks=2_000, total=None))
    for chunk in range(1_000):
        committed = ledger.commit(begun(ledger, job, chunk), WORKER, PID, 1)
        if committed.merge:
            merge(ledger, job)
        if chunk % 100 == 50:
            keys = ledger.client.keys(f"referee:job:{job}*")
            sizes.append(sum(ledger.client.memory_usage(key) or 0 for key in keys))
    assert max(sizes) < 2 * sizes[0]
    assert ledger.client.zcard("referee:due") < 10


def merge(ledger: Ledger, job: str) -> Gathered:
    """Adds up what waits, as a child does."""
    gathered = ledger.gather(job)
    assert gathered is not None
    ledger.merged(job, gathered, (gathered.tally or 0) + sum(gathered.waiting.values()), {"sum": 0})
    return gathered


def test_each_tally_is_merged_once(ledger: Ledger) -> None:
    working(ledger, 50)
    job, *_ = ledger.make(replace(JOINED, chunks=40, total=None))
    asked = [ledger.commit(begun(ledger, job, chunk), WORKER, PID, 1).merge for chunk in range(20)]
    assert asked == [chunk == MERGED_BY - 1 for chunk in range(20)]  # while one merges, nobody else is asked to
    slow = ledger.gather(job)
    assert slow is not None and len(slow.waiting) == 20
    ledger.commit(begun(ledger, job, 20), WORKER, PID, 1)
    merge(ledger, job)
    assert not ledger.merged(job, slow, 20, {"sum": -1})  # too late: this changes nothing
    assert ledger.gather(job) == Gathered(1, 21, {})
    found = ledger.read(job)
    assert found is not None and (found.status, found.partial, found.result) == ("running", {"sum": 0}, None)
    for chunk in range(21, 40):
        ledger.commit(begun(ledger, job, chunk), WORKER, PID, 1)
    merge(ledger, job)
    assert ledger.gather(job) == Gathered(2, 40, {})
    ledger.commit(begun(ledger, job, 40), WORKER, PID, 40)
    found = ledger.read(job)
    assert found is not None and (found.status, found.partial, found.result) == ("succeeded", None, 40)
    assert ledger.gather(job) is None


def test_who_dies_while_merging_is_replaced(ledger: Ledger) -> None:
    working(ledger, 50)
    job, *_ = ledger.make(replace(JOINED, chunks=40, total=None))
    for chunk in range(MERGED_BY):
        asked = ledger.commit(begun(ledger, job, chunk), WORKER, PID, 1).merge
    assert asked
    assert not ledger.commit(begun(ledger, job, 20), WORKER, PID, 1).merge
    ledger.client.hset(f"referee:job:{job}", "merging", "1")  # as if its time had passed
    assert ledger.commit(begun(ledger, job, 21), WORKER, PID, 1).merge


def test_the_last_step_does_not_begin_before_its_turn(ledger: Ledger) -> None:
    job, *_ = ledger.make(JOINED)
    assert ledger.begin(job, 3, WORKER, PID) == "early"
    ledger.commit(begun(ledger, job, 0), WORKER, PID, 1)
    assert ledger.begin(job, 0, WORKER, PID) == "done"


def test_what_cannot_be_merged_fails(ledger: Ledger) -> None:
    job, *_ = ledger.make(JOINED)
    work = begun(ledger, job)
    ledger.fail(job, "error")
    assert not ledger.report(work, 1)
    found = ledger.read(job)
    assert found is not None and (found.status, found.reason) == ("failed", "error")
    ledger.cancel(job)
    ledger.fail(job, "time-limit")
    assert ledger.read(job) == found
    ledger.fail("0" * 32, "error")
    assert ledger.read("0" * 32) is None and not ledger.client.keys(f"*{'0' * 32}*")


def test_there_are_only_so_many_unfinished_jobs(ledger: Ledger) -> None:
    bounds = Bounds(jobs=2)
    first, *_ = ledger.make(ORDER, "key", b"body", bounds=bounds)
    second, *_ = ledger.make(ORDER, bounds=bounds)
    with pytest.raises(Full):
        ledger.make(ORDER, bounds=bounds)
    with pytest.raises(Full):
        ledger.make(ORDER, "new key", b"body", bounds=bounds)
    assert ledger.make(ORDER, "key", b"body", bounds=bounds) == (first, False, 0)
    assert ledger.make(JOINED, bounds=bounds).new  # another queue
    ledger.cancel(second)
    assert ledger.make(ORDER, bounds=bounds).new
    ledger.client.zadd("referee:open:moves", {first: 1})  # as when it has expired
    assert ledger.make(ORDER, "new key", b"other", bounds=bounds).new  # nothing was kept of it when it was refused


def test_one_owner_has_only_so_many_unfinished_jobs(ledger: Ledger) -> None:
    bounds = Bounds(jobs=10, owned=2)
    job, *_ = ledger.make(ORDER, owner="198.51.100.7", bounds=bounds)
    ledger.make(ORDER, owner="198.51.100.7", bounds=bounds)
    with pytest.raises(Enough):
        ledger.make(ORDER, owner="198.51.100.7", bounds=bounds)
    assert ledger.make(ORDER, owner="198.51.100.8", bounds=bounds).new
    assert ledger.make(JOINED, owner="198.51.100.7", bounds=bounds).new  # another queue
    assert all(ledger.client.ttl(key) > 0 for key in ledger.client.keys("referee:owned:*"))
    ledger.commit(begun(ledger, job), WORKER, PID, 0)
    assert ledger.make(ORDER, owner="198.51.100.7", bounds=bounds).new
    keys = set(ledger.client.keys("referee:owned:*"))
    assert ledger.make(ORDER, owner="198.51.100.9").new and set(ledger.client.keys("referee:owned:*")) == keys
    assert b"198.51.100" not in b"".join(ledger.client.dump(key) or b"" for key in ledger.client.keys("*"))


@pytest.mark.parametrize(("total", "chunks"), [(10, 3), (3, 3), (2, 5), (1000, 7), (0, 1)])
def test_units_are_shared_without_rest(total: int, chunks: int) -> None:
    assert [unit for chunk in range(chunks) for unit in share(total, chunks, chunk)] == list(range(total))
    assert not share(total, chunks, chunks)


def test_a_child_that_died_is_noticed_and_its_chunk_sent_again(ledger: Ledger) -> None:
    job, *_ = ledger.make(ORDER)
    for death in range(1, MOST_DEATHS + 1):
        begun(ledger, job)
        assert ledger.children(WORKER) == [PID]
        kill, again = ledger.keep(WORKER, [PID])
        assert kill == [] and [one.job for one in again] == ([job] if death < MOST_DEATHS else [])
    found = ledger.read(job)
    assert found is not None and (found.status, found.reason) == ("failed", "worker-lost")


def test_leases_are_renewed(ledger: Ledger) -> None:
    job, *_ = ledger.make(ORDER)
    begun(ledger, job)
    run_out(ledger, job)
    assert ledger.keep(WORKER, []) == ([], [])
    assert ledger.begin(job, 0, WORKER, PID + 1) == "taken"
    assert ledger.sweep(WORKER).looked_at == 0


def test_a_deadline_ends_the_job_and_its_child(ledger: Ledger) -> None:
    job, *_ = ledger.make(replace(ORDER, limit=-1))
    other, *_ = ledger.make(ORDER)
    begun(ledger, job)
    assert ledger.keep(WORKER, []) == ([PID], [])
    found = ledger.read(job)
    assert found is not None and (found.status, found.reason) == ("failed", "time-limit")
    assert ledger.begin(other, 0, WORKER, PID) == "doomed"  # so that no other chunk dies with it
    assert ledger.keep(WORKER, [PID]) == ([], []) and ledger.children(WORKER) == []
    begun(ledger, other)


def test_what_the_server_was_away_does_not_count(ledger: Ledger) -> None:
    job, *_ = ledger.make(replace(ORDER, limit=1))
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
    job, *_ = ledger.make(replace(ORDER, limit=-1))
    begun(ledger, job)
    ledger.cancel(job)
    assert ledger.keep(WORKER, []) == ([PID], [])
    assert status(ledger, job) == "cancelled"


def test_the_sweeper_sends_again_what_a_lost_worker_was_at(ledger: Ledger) -> None:
    job, *_ = ledger.make(ORDER)
    for _ in range(MOST_BEGUN):
        begun(ledger, job)
        run_out(ledger, job)
        swept = ledger.sweep(WORKER)
        again = [(one.job, one.chunk, one.queue) for one in swept.again]
    assert again == []
    found = ledger.read(job)
    assert found is not None and (found.status, found.reason) == ("failed", "worker-lost")


def test_what_waits_in_a_long_queue_is_not_sent_again(ledger: Ledger) -> None:
    job, *_ = ledger.make(ORDER)
    ledger.client.zadd("referee:due", {f"{job}:0": 1})
    swept = ledger.sweep(WORKER)
    assert (swept.again, swept.probes) == ([], ["moves"])
    ledger.client.zadd("referee:due", {f"{job}:0": 1})
    assert ledger.sweep(WORKER).probes == []  # one probe at a time


def test_what_was_sent_before_a_probe_and_has_not_begun_is_lost(ledger: Ledger) -> None:
    job, *_ = ledger.make(ORDER)
    sent = int(ledger.client.hget(f"referee:job:{job}:chunks", "0:sent") or 0)
    ledger.probed("moves", sent + 60_000)
    ledger.client.zadd("referee:due", {f"{job}:0": 1})
    assert [(one.job, one.chunk, one.queue) for one in ledger.sweep(WORKER).again] == [(job, 0, "moves")]


def test_one_sweeps_at_a_time(ledger: Ledger) -> None:
    job, *_ = ledger.make(ORDER)
    begun(ledger, job)
    ledger.sweep("b2")
    run_out(ledger, job)
    assert ledger.sweep(WORKER).looked_at == 0
    ledger.release("b2")
    assert len(ledger.sweep(WORKER).again) == 1


def test_what_a_worker_gives_back_can_be_begun_at_once(ledger: Ledger) -> None:
    job, *_ = ledger.make(ORDER)
    begun(ledger, job)
    ledger.release(WORKER)
    assert len(ledger.sweep("b2").again) == 1
    begun(ledger, job, pid=PID + 1)


@pytest.mark.parametrize("end", ["commit", "cancel", "fail"])
def test_nothing_stays_behind(ledger: Ledger, end: str) -> None:
    job, *_ = ledger.make(replace(ORDER, life=60_000), "key", b"the body")
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
