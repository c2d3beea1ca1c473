"""What the parent of a worker's pool does beside it: it renews the leases of its children, and sweeps.

A child cannot do that itself: a compiled loop stops every thread of its process.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Iterable, Sequence
from typing import Final

from celery import Celery
from redis import RedisError

from service.jobs.celery_app import PROBE
from service.jobs.ledger import SWEPT_AT_ONCE, Ledger, Sending
from service.jobs.queue import send

EVERY: Final = 0.5
"""The pause between two looks, in seconds."""
SETTLE: Final = 4
"""For so many looks after an outage nothing is swept: first everybody renews the leases of what is being worked on."""
SWEEPS_AT_ONCE: Final = 50

log = logging.getLogger("referee.jobs")


class Watch(threading.Thread):
    """A thread in the parent of the pool. One worker at a time sweeps for all."""

    def __init__(
        self, app: Celery, ledger: Ledger, worker: str, queues: Sequence[str], bots: Sequence[str], processes: int
    ) -> None:
        super().__init__(name="referee-watch", daemon=True)
        self._queues = queues
        self._bots = bots
        self._processes = processes
        self._app = app
        self._ledger = ledger
        self._worker = worker
        self._over = threading.Event()
        self._settle = 0
        self.halted = False
        """Set before the children are ended on purpose: none of them is then missed."""
        self._heard = time.monotonic()

    def run(self) -> None:
        """Looks again and again, until stopped."""
        while not self._over.wait(EVERY):
            try:
                self.look()
            except RedisError as error:
                if not self._settle:
                    log.warning("the queue's server does not answer (%s)", type(error).__name__)
                self._settle = SETTLE
            except Exception:
                log.exception("the watch over the pool failed")

    def look(self) -> None:
        """Renews leases, kills what is past its deadline, sends again what was lost. Raises RedisError."""
        self._ledger.announce(self._worker, self._queues, self._bots, self._processes)
        dead = [pid for pid in self._ledger.children(self._worker) if not alive(pid)]
        if self.halted:
            return
        away = time.monotonic() - self._heard if self._settle == SETTLE else 0.0
        kill, again = self._ledger.keep(self._worker, dead, int(away * 1000))
        self._heard = time.monotonic()
        for pid in kill:
            end(pid)
        self._send(again)
        if self._settle:
            self._settle -= 1
            return
        for _ in range(SWEEPS_AT_ONCE):
            swept = self._ledger.sweep(self._worker)
            self._send(swept.again)
            for queue in swept.probes:
                self._probe(queue, swept.at)
            if swept.looked_at < SWEPT_AT_ONCE:
                return

    def stop(self) -> None:
        """Ends the thread, and gives back what the children were at."""
        self._over.set()
        self.join(timeout=2.0)
        try:
            self._ledger.release(self._worker)
        except RedisError:
            log.info("what was being worked on is begun again when its leases have run out")

    def _send(self, sendings: Iterable[Sending]) -> None:
        for one in sendings:
            if not send(self._app, one.job, one.chunk, one.queue):
                return

    def _probe(self, queue: str, at: int) -> None:
        try:
            self._app.send_task(PROBE, args=[queue, at], queue=queue, retry=False, ignore_result=True)
        except Exception:  # whatever the client raises: another one is sent later
            log.info("a probe could not be sent")


def alive(pid: int) -> bool:
    """Whether this child of ours still runs; one that has ended and was not waited for yet does not."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except ChildProcessError:
        return False


def end(pid: int) -> None:
    """Kills a child of ours; the pool starts another."""
    if alive(pid):
        os.kill(pid, signal.SIGKILL)
