"""What a pool child does with a message: look, take the lease, do the work, write down what it came to."""

import logging
import os
import time
import traceback
from collections.abc import Callable
from typing import Any, Final, TypeVar

from celery import Celery
from redis import RedisError

from service.jobs.celery_app import CHUNK, PROBE
from service.jobs.kinds import KINDS, Stopped
from service.jobs.ledger import Ledger, Work, connect
from service.jobs.queue import send

Value = TypeVar("Value")

REPORT_EVERY: Final = 0.2
"""The ledger hears of progress at most this often, in seconds."""
KEEP_TRYING: Final = 90.0
"""So long a child tries to write down what it has worked out, in seconds, when the server does not answer."""
FIRST_TRY: Final = 5.0
"""So long a child tries to begin; then the sweeper will send the chunk again."""
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
        """Does a chunk, if that is still to be done and nobody is at it."""
        pid = os.getpid()
        begun = self._insist(lambda: self._ledger.begin(job, chunk, self._worker, pid), FIRST_TRY)
        if not isinstance(begun, Work):
            return
        try:
            result = _done(begun, _Reporter(self._ledger, begun))
        except Stopped:
            self._insist(lambda: self._ledger.leave(begun, self._worker, pid), KEEP_TRYING)
            return
        except Exception as error:
            _tell(begun, error)
            self._insist(lambda: self._ledger.leave(begun, self._worker, pid, "error"), KEEP_TRYING)
            return
        following = self._insist(lambda: self._ledger.commit(begun, self._worker, pid, result), KEEP_TRYING)
        if following is not None:
            send(self._app, following.job, following.chunk, following.queue)

    def probe(self, queue: str, at: int) -> None:
        """Notes that a probe has come through."""
        self._insist(lambda: self._ledger.probed(queue, at), FIRST_TRY)

    def _insist(self, ask: Callable[[], Value], seconds: float) -> Value | None:
        """Asks the ledger until it answers, or None when it has not for so many seconds: nothing is lost by it, since
        the chunk is sent again.
        """
        end = time.monotonic() + seconds
        while True:
            try:
                return ask()
            except RedisError:
                if time.monotonic() > end:
                    return None
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


def _done(work: Work, report: Callable[[int], None]) -> Any:
    kind = KINDS[work.kind]
    if not work.joins:
        return kind.run(work, report)
    if kind.join is None:
        raise TypeError(f"{kind.name} has nothing that joins its chunks")
    return kind.join(work)


def _tell(work: Work, error: Exception) -> None:
    """Logs where an error came from, and not what it says: that may hold cards."""
    places = [f"{frame.filename}:{frame.lineno} in {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    log.error("%s failed with %s at %s", work.kind, type(error).__name__, " < ".join(reversed(places)))


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
