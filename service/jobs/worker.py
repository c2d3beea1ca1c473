"""A worker: Celery's pool, and the watch over it. ``python -m service.jobs.worker`` runs one."""

import logging
import os
import secrets
import signal
import sys
import warnings
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, Final

from billiard import active_children  # type: ignore[import-untyped]
from celery import Celery, bootsteps, signals
from celery.exceptions import SecurityWarning
from celery.worker import state
from kombu import Consumer
from kombu.common import ignore_errors

from referee.bots.registry import names
from service.config import QUEUES
from service.jobs.celery_app import make_app
from service.jobs.ledger import Ledger, connect
from service.jobs.sweeper import Watch, end
from service.jobs.tasks import Child, register
from service.supervisor import die_with_parent

PATIENCE: Final = 5.0
WATCH_PATIENCE: Final = 1.0
LONGEST_STOP: Final = 5
"""So many seconds after it was told to stop a worker has ended."""
NOHUP: Final = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
"""Whether hangups were ignored when this process began, as when nohup runs it."""


class Worker:
    """A worker of one server, with so many pool children for each of these queues."""

    def __init__(self, url: str, processes: int, queues: Sequence[str] = QUEUES, level: str = "warning") -> None:
        self._url = url
        self._processes = processes
        self._queues = queues
        self._level = level
        self._name = secrets.token_hex(8)
        self._pid = 0
        self._child: Child | None = None
        self._watch: Watch | None = None
        self._app: Celery = make_app(url, PATIENCE)
        register(self._app, self._own_child)

    def run(self) -> int:
        """Works until it is told to stop. Returns the exit code."""
        logging.basicConfig(level=self._level.upper(), format="%(asctime)s %(levelname)s %(name)s %(message)s")
        self._pid = os.getpid()
        _hush()
        self._app.steps["worker"].add(_stopping(self._stop))
        self._app.steps["consumer"].add(_lanes(self._queues, self._processes))
        signals.worker_ready.connect(self._begin)
        signals.worker_process_init.connect(self._begin_child)
        try:
            self._app.worker_main(
                [
                    "--quiet",
                    "worker",
                    "--pool=prefork",
                    f"--concurrency={self._processes * len(self._queues)}",
                    f"--queues={self._queues[0]}",
                    f"--loglevel={self._level}",
                    f"--hostname=referee-{self._name}",
                    "--without-gossip",
                    "--without-mingle",
                    "--without-heartbeat",
                ]
            )
        except SystemExit as end:
            return end.code if isinstance(end.code, int) else 1
        finally:
            # The children have ended by now.
            if self._watch is not None:
                self._watch.stop()
        return 0

    def _begin(self, **_: Any) -> None:
        ledger = Ledger(connect(self._url, WATCH_PATIENCE))
        self._watch = Watch(self._app, ledger, self._name, self._queues, names(), self._processes)
        self._watch.start()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Ends the worker, and its children with what they are at: others begin that anew at once. Who presses Ctrl-C a
        second time does not want to wait.
        """
        if state.should_terminate is not None:
            if number == signal.SIGINT:
                os._exit(os.EX_OK)
            return
        if self._watch is not None:
            self._watch.halted = True
        state.should_terminate = os.EX_OK
        # A server that hangs would hold up each of its connections; without it there is nothing to give back.
        signal.signal(signal.SIGALRM, lambda *_: os._exit(os.EX_OK))
        signal.alarm(LONGEST_STOP)

    def _begin_child(self, **_: Any) -> None:
        die_with_parent(signal.SIGKILL)
        if os.getppid() != self._pid:  # it ended before that was said
            os._exit(1)
        self._child = Child(self._app, self._url, self._name)

    def _own_child(self) -> Child:
        if self._child is None:
            raise RuntimeError("a task was called outside the pool")
        return self._child


def _lanes(queues: Sequence[str], places: int) -> type:
    """A step of Celery that gives each queue a connection and so many places of its own, so that a chunk of one never
    waits for one of another: there are as many children as places.

    Celery itself takes from all queues together, as many messages as it has children; then a bot's move waits until
    one of them is done with its chunk of a simulation. It is left the first queue.
    """

    class Lanes(bootsteps.StartStopStep):  # type: ignore[misc]
        requires = ("celery.worker.consumer.tasks:Tasks",)

        def __init__(self, parent: Any, **named: Any) -> None:
            super().__init__(parent, **named)
            parent.initial_prefetch_count = places
            self._consumers: list[Consumer] = []

        def start(self, parent: Any) -> None:
            self._consumers = []  # those of a connection that was lost have gone with it
            # That count grows to one for each child when a connection is lost and another made.
            parent.task_consumer.qos(prefetch_count=places)
            for queue in queues[1:]:
                consumer = Consumer(
                    parent.connection.channel(),
                    [parent.app.amqp.queues[queue]],
                    on_message=parent.create_task_handler(),
                    on_decode_error=parent.on_decode_error,
                    accept=parent.app.conf.accept_content,
                    prefetch_count=places,
                )
                consumer.consume()
                self._consumers.append(consumer)

        def stop(self, parent: Any) -> None:
            for consumer in self._consumers:
                ignore_errors(parent, consumer.cancel)

        def shutdown(self, parent: Any) -> None:
            self.stop(parent)
            while self._consumers:
                consumer = self._consumers.pop()
                ignore_errors(parent, consumer.channel.close)

    return Lanes


def _stopping(stop: Callable[[int, FrameType | None], None]) -> type:
    """A step of Celery that hands the signals over to ``stop``, after Celery has set its own handlers, and ends the
    children before the pool does.

    Celery's own ways are to wait for the children without bound, or to stop the pool from within the handler, which
    breaks what it was reading just then, and to start itself anew at a hangup. A child that the pool ends waits half a
    minute for somebody to read its last answer.
    """

    class Stopping(bootsteps.StartStopStep):  # type: ignore[misc]
        requires = ("celery.worker.components:Pool",)

        def start(self, parent: Any) -> None:
            for one in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT):
                signal.signal(one, stop)
            signal.signal(signal.SIGHUP, signal.SIG_IGN if NOHUP else stop)

        def terminate(self, parent: Any) -> None:
            for child in active_children():
                end(child.pid)

    return Stopping


def _hush() -> None:
    """Keeps back what Celery says at every start and stop, whatever the level."""
    # Of how to press Ctrl-C it tells the terminal, past the logs.
    sys.__stdout__ = None  # type: ignore[misc]
    # Root is who runs most containers; what makes that dangerous are messages that are no JSON, which are refused.
    warnings.simplefilter("ignore", SecurityWarning)
    # That a child has ended, or a message has gone back, is worth a line, but not when it was to be so.
    for name in ("multiprocessing", "kombu.transport.virtual.base"):
        logging.getLogger(name).addFilter(lambda record: state.should_terminate is None)
