"""A worker: Celery's pool, and the watch over it. ``python -m service.jobs.worker`` runs one."""

import ctypes
import logging
import os
import secrets
import signal
import sys
from collections.abc import Sequence
from typing import Any, Final

# Read by billiard when it is imported: SIGTERM then ends a worker within seconds instead of waiting for its tasks.
os.environ.setdefault("REMAP_SIGTERM", "SIGQUIT")

from celery import Celery, signals

from referee.bots.registry import names
from service.config import QUEUES
from service.jobs.celery_app import make_app
from service.jobs.ledger import Ledger, connect
from service.jobs.sweeper import Watch
from service.jobs.tasks import Child, register

PATIENCE: Final = 5.0
WATCH_PATIENCE: Final = 1.0
PR_SET_PDEATHSIG: Final = 1


class Worker:
    """A worker of one server, with so many pool children, for these queues."""

    def __init__(self, url: str, processes: int, queues: Sequence[str] = QUEUES, level: str = "warning") -> None:
        self._url = url
        self._processes = processes
        self._queues = queues
        self._level = level
        self._name = secrets.token_hex(8)
        self._child: Child | None = None
        self._watch: Watch | None = None
        self._app: Celery = make_app(url, PATIENCE)
        register(self._app, self._own_child)

    def run(self) -> int:
        """Works until it is told to stop. Returns the exit code."""
        logging.basicConfig(level=self._level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s")
        signals.worker_ready.connect(self._begin)
        signals.worker_shutdown.connect(self._end)
        signals.worker_process_init.connect(self._begin_child)
        try:
            self._app.worker_main(
                [
                    "--quiet",
                    "worker",
                    "--pool=prefork",
                    f"--concurrency={self._processes}",
                    f"--queues={','.join(self._queues)}",
                    f"--loglevel={self._level}",
                    f"--hostname=referee-{self._name}",
                    "--without-gossip",
                    "--without-mingle",
                    "--without-heartbeat",
                ]
            )
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 1
        return 0

    def _begin(self, **_: Any) -> None:
        self._watch = Watch(self._app, Ledger(connect(self._url, WATCH_PATIENCE)), self._name, names())
        self._watch.start()

    def _end(self, **_: Any) -> None:
        if self._watch is not None:
            self._watch.stop()

    def _begin_child(self, **_: Any) -> None:
        die_with_parent(signal.SIGKILL)
        self._child = Child(self._app, self._url, self._name)

    def _own_child(self) -> Child:
        if self._child is None:
            raise RuntimeError("a task was called outside the pool")
        return self._child


def die_with_parent(with_signal: int) -> None:
    """Lets the kernel send this process a signal when its parent ends, where the kernel can (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, with_signal)
