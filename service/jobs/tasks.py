"""What a pool child does with a message: look, take the lease, do the work, write down what it came to."""

import logging
import os
import time
import traceback
from collections.abc import Callable
from functools import reduce
from typing import Any, Final, TypeVar

import orjson
from celery import Celery
from redis import RedisError

from referee.bots.bot import BadChoice
from service.jobs.celery_app import CHUNK, PROBE
from service.jobs.kinds import KINDS, Kind, Stopped
from service.jobs.ledger import Gathered, Ledger, Work, connect, new_lease
from service.jobs.queue import send

Value = TypeVar("Value")

REPORT_EVERY: Final = 0.2
"""The ledger hears of progress at most this often, in seconds."""
PROBE_TRIES: Final = 5.0
"""So long a probe is tried to be noted, in seconds; then another one is sent."""
LARGEST_RESULT: Final = 1 << 20
"""How many bytes what a chunk comes to may have, as JSON."""
LONGEST_STAY: Final = 2.0
"""After so many seconds a process has the next chunk sent and is done with its message. After an outage the messenger
gives out messages beside those that are worked on already: so long they may hold more processes than their queue has.
"""
TRY_EVERY: Final = 0.2
PATIENCE: Final = 5.0

log = logging.getLogger("referee.jobs")


class Child:
    """A process of the pool: which worker it belongs to, and its own way to the ledger."""

    def __init__(self, app: Celery, url: str, worker: str) -> None:
        self._app = app
        self._ledger = Ledger(connect(url, PATIENCE))
        self._worker = worker

    def chunk(self, job: str, chunk: int) -> None:
        """Does a chunk, if that is still to be done and nobody is at it; and as long as nobody else waits in the queue,
        the chunks that follow, which is quicker than by way of the queue.
        """
        end = time.monotonic() + LONGEST_STAY
        following: int | None = chunk
        while following is not None:
            following = self._one(job, following, time.monotonic() < end)

    def _one(self, job: str, chunk: int, stay: bool) -> int | None:
        """Does a chunk. Returns the next one that is left to this process, none unless it is to ``stay``."""
        pid = os.getpid()
        lease = new_lease()
        begun = self._insist(lambda: self._ledger.begin(job, chunk, self._worker, pid, lease))
        if not isinstance(begun, Work):
            return None
        try:
            result = self._done(begun)
        except Stopped:
            self._insist(lambda: self._ledger.leave(begun, self._worker, pid))
            return None
        except BaseException as error:  # a bot may raise anything, SystemExit too; who stops a child kills it
            _tell(begun, error)
            self._insist(lambda: self._ledger.leave(begun, self._worker, pid, "error"))
            return None
        committed = self._insist(lambda: self._ledger.commit(begun, self._worker, pid, result))
        mine, others = None, committed.following
        if stay and committed.idle and others:
            mine, others = others[0].chunk, others[1:]
        for other in others:
            if not send(self._app, other.job, other.chunk, other.queue):
                break
        if committed.merge:
            self._merge(begun)
        return mine

    def _done(self, work: Work) -> Any:
        """What a step comes to, if that can be written down. Raises Stopped, and what the kind raises."""
        kind = KINDS[work.kind]
        if not work.joins:
            return _sound(kind.run(work, _Reporter(self._ledger, work)))
        merge, finish = _joining(kind)
        while True:
            gathered = self._insist(lambda: self._ledger.gather(work.job))
            if gathered is None:
                raise Stopped
            if not gathered.waiting:
                return _sound(finish(gathered.tally, work))
            tally = _sound(_together(merge, gathered))
            self._insist(lambda gathered=gathered, tally=tally: self._ledger.merged(work.job, gathered, tally))  # type: ignore[misc]

    def _merge(self, work: Work) -> None:
        """Merges what waits into one tally, and tells what there is so far. If this process dies over it, nothing has
        changed: another does it, at the latest the last step. An error would be met there again, so the job fails now.
        """
        try:
            merge, finish = _joining(KINDS[work.kind])
            while (gathered := self._ledger.gather(work.job)) is not None and gathered.waiting:
                tally = _sound(_together(merge, gathered))
                if not self._ledger.merged(work.job, gathered, tally, _sound(finish(tally, work))):
                    return
        except RedisError:
            return
        except Exception as error:
            _tell(work, error)
            self._insist(lambda: self._ledger.fail(work.job, "error"))

    def probe(self, queue: str, at: int) -> None:
        """Notes that a probe has come through."""
        end = time.monotonic() + PROBE_TRIES
        while time.monotonic() < end:
            try:
                return self._ledger.probed(queue, at)
            except RedisError:
                time.sleep(TRY_EVERY)

    def _insist(self, ask: Callable[[], Value]) -> Value:
        """Asks the ledger until it answers. A question to which no answer came may have been heard all the same: if it
        were given up, a lease could be held, and renewed, by a child that does nothing.
        """
        while True:
            try:
                return ask()
            except RedisError:
                time.sleep(TRY_EVERY)


class _Reporter:
    """Tells the ledger of progress, and the runner when to stop; not at every call."""

    def __init__(self, ledger: Ledger, work: Work) -> None:
        self._ledger = ledger
        self._work = work
        self._next = time.monotonic() + REPORT_EVERY

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + REPORT_EVERY
        try:
            wanted = self._ledger.report(self._work, done)
        except RedisError:
            return
        if not wanted:
            raise Stopped


def _joining(kind: Kind) -> tuple[Callable[[Any, Any], Any], Callable[[Any, Work], Any]]:
    if kind.merge is None or kind.finish is None:
        raise TypeError(f"{kind.name} cannot be joined")
    return kind.merge, kind.finish


def _together(merge: Callable[[Any, Any], Any], gathered: Gathered) -> Any:
    """One tally of all that was gathered."""
    tallies = list(gathered.waiting.values())
    return reduce(merge, tallies) if gathered.tally is None else reduce(merge, tallies, gathered.tally)


class TooLarge(ValueError):
    """What a chunk came to is larger than may be kept."""


def _sound(result: Any) -> Any:
    """What a chunk came to, if it can be written down. Raises TypeError when it is no plain data, and TooLarge."""
    if len(orjson.dumps(result)) > LARGEST_RESULT:
        raise TooLarge
    return result


def _tell(work: Work, error: BaseException) -> None:
    """Logs where an error came from, and not what it says: that may hold cards."""
    places = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    what = error.told if isinstance(error, BadChoice) else type(error).__name__
    log.error("job %s (%s) failed: %s at %s", work.job, work.kind, what, " < ".join(reversed(places)))


def register(app: Celery, child: Callable[[], Child]) -> None:
    """Gives Celery its two tasks, which name a chunk and carry nothing of it; ``child`` is asked for in the pool
    child.
    """

    def chunk(job: str, chunk: int) -> None:
        child().chunk(job, chunk)

    def probe(queue: str, at: int) -> None:
        child().probe(queue, at)

    app.task(name=CHUNK, default_retry_delay=1, max_retries=3)(chunk)
    app.task(name=PROBE)(probe)
