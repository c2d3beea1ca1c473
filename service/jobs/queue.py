"""Jobs as the web process sees them: made, read, cancelled and waited for, or QueueUnavailable within two seconds."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from celery import Celery
from redis import RedisError
from redis.exceptions import TimeoutError as RedisTimeout

from service.jobs.celery_app import CHUNK, make_app
from service.jobs.ledger import Bounds, Conflict, Enough, Full, Job, Ledger, Order, Present, connect

log = logging.getLogger("referee.jobs")

PATIENCE: Final = 0.9
"""So many seconds the server may take for one answer; a call has at most two."""
RETRY_FULL: Final = 5
"""Who is refused since there is too much to do asks again after so many seconds."""
PAUSE: Final = 2.0
"""After the server failed to answer in time, calls fail at once for so many seconds."""
FURTHER_EVERY: Final = 0.25
"""How far a job is, is told at most this often, in seconds: what there is of it so far may be long."""
POLLS: Final = (0.005, 0.01, 0.02, 0.04)
"""The pauses between two looks at a job that is waited for; the last is repeated."""


class QueueUnavailable(Exception):
    """The server of the queue is gone, hung or full, or has too many jobs to do. ``after`` so many seconds it is worth
    while to ask again.
    """

    def __init__(self, message: str, after: int = 1) -> None:
        super().__init__(message)
        self.after = after


class _Breaker:
    """Lets calls through while the server answers. When it does not, one call at a time may try, and the others fail at
    once: a server that is hung must not take every thread with it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._closed_until: float | None = None

    def enter(self) -> None:
        """Raises QueueUnavailable at once while the server is known not to answer."""
        with self._lock:
            if self._closed_until is None:
                return
            now = self._clock()
            if now < self._closed_until:
                raise QueueUnavailable("The queue did not answer in time.")
            self._closed_until = now + PAUSE

    def answered(self) -> None:
        """The server answers."""
        with self._lock:
            self._closed_until = None

    def silent(self) -> None:
        """The server did not answer in time."""
        with self._lock:
            self._closed_until = self._clock() + PAUSE


class Jobs:
    """The jobs of one server. It opens its connections when they are first needed, in whichever process that is."""

    def __init__(
        self, url: str, clock: Callable[[], float] = time.monotonic, bounds: Mapping[str, Bounds] | None = None
    ) -> None:
        self._bounds = bounds or {}
        self.client = connect(url, PATIENCE)
        self._ledger = Ledger(self.client)
        self._sender: Celery = make_app(url, PATIENCE)
        self._clock = clock
        self._breaker = _Breaker(clock)
        self._failing = ""
        self.stopping = False
        """Set when the process is to end: then nobody waits any longer."""

    def make(self, order: Order, key: str = "", request: bytes = b"", owner: str = "") -> tuple[str, bool]:
        """Makes a job, as `Ledger.make` does, and sends it. Returns its id, and whether it is new. Raises
        QueueUnavailable, also when there are too many unfinished jobs, Conflict and Enough.

        When the ledger has the job, it is made: what cannot be sent now is sent by the sweeper.
        """
        try:
            with self._asking():
                made = self._ledger.make(order, key, request, owner, self._bounds.get(order.queue))
        except Full:
            raise QueueUnavailable("There are too many unfinished jobs.", RETRY_FULL) from None
        for chunk in range(made.chunks):
            if not send(self._sender, made.job, chunk, order.queue):
                break
        return made.job, made.new

    def read(self, job: str) -> Job | None:
        """The job as it may be shown now, or None. Raises QueueUnavailable."""
        with self._asking():
            return self._ledger.read(job)

    def cancel(self, job: str) -> bool:
        """Cancels a job; returns whether there is one of this id. Raises QueueUnavailable."""
        with self._asking():
            return self._ledger.cancel(job)

    def ready(self) -> Present:
        """Which workers there are, and what they do. Raises QueueUnavailable when no job could be made now."""
        with self._asking():
            self._ledger.check()
            return self._ledger.present()

    def bots(self) -> list[str]:
        """The names of the bots that the workers have. Raises QueueUnavailable."""
        with self._asking():
            return self._ledger.present().bots

    def wait(self, job: str, seconds: float) -> Job | None:
        """The job when it is shown as finished, or as it is after so many seconds. Raises QueueUnavailable."""
        return self._look(job, self._clock() + seconds, lambda found: found.finished)

    def follow(self, job: str, seconds: float) -> Iterator[Job]:
        """The job now, and again each time that it has changed (that it is further not too often), until it is
        finished, gone, or so many seconds have passed. Raises QueueUnavailable.
        """
        end = self._clock() + seconds
        status, done, last = "", 0, 0.0

        def changed(found: Job) -> bool:
            further = found.done != done and self._clock() - last >= FURTHER_EVERY
            return found.status != status or further

        while True:
            found = self._look(job, end, changed)
            if found is None or (found.status, found.done) == (status, done):
                return
            yield found
            if found.finished:
                return
            status, done, last = found.status, found.done, self._clock()

    def _look(self, job: str, end: float, enough: Callable[[Job], bool]) -> Job | None:
        looks = 0
        while True:
            with self._asking():
                found = self._ledger.read(job, whole=False)
            left = end - self._clock()
            if found is None or enough(found) or left <= 0 or self.stopping:
                return found and self.read(job)
            time.sleep(min(left, POLLS[min(looks, len(POLLS) - 1)]))
            looks += 1

    def close(self) -> None:
        """Closes all connections."""
        self.client.close()
        self._sender.close()

    @contextmanager
    def _asking(self) -> Iterator[None]:
        self._breaker.enter()
        try:
            yield
        except RedisTimeout as error:
            self._breaker.silent()
            self._tell(error)
            raise QueueUnavailable("The queue did not answer in time.") from error
        except RedisError as error:
            self._breaker.answered()
            self._tell(error)
            raise QueueUnavailable("The queue cannot be used now.") from error
        except (Conflict, Full, Enough):
            self._heard()
            raise
        self._heard()

    def _heard(self) -> None:
        """The server answers, be it with a refusal."""
        self._breaker.answered()
        if self._failing:
            self._failing = ""
            log.warning("the queue's server answers again")

    def _tell(self, error: RedisError) -> None:
        """Logs that the server fails, once for each way of failing."""
        if self._failing != type(error).__name__:
            self._failing = type(error).__name__
            log.warning("the queue's server cannot be used: %s: %s", self._failing, error)


def send(app: Celery, job: str, chunk: int, queue: str) -> bool:
    """Sends a chunk to the workers, in one try. Returns whether that went well; if not, the sweeper does it later."""
    try:
        app.send_task(CHUNK, args=[job, chunk], queue=queue, retry=False, ignore_result=True)
    except Exception:  # whatever the client raises: the ledger has the job
        return False
    return True
