"""Celery as it is used here: it carries messages and runs a pool, and keeps no account of anything.

What each setting is for was found out with real kills: see docs/decisions/jobs.md.
"""

from typing import Any, Final
from urllib.parse import unquote, urlsplit

from celery import Celery
from celery.app.amqp import AMQP
from kombu import Connection, Queue
from kombu.transport import redis

from service.config import QUEUES

CHUNK: Final = "referee.chunk"
PROBE: Final = "referee.probe"
LONGEST_TASK: Final = 3_600
"""After so many seconds Celery itself kills a child: only for the case that the ledger has forgotten what it does."""
RECONNECT_EVERY: Final = 1


class _Places(redis.QoS):  # type: ignore[misc]
    """What is worked on, each thing in one of so many places. A place becomes free when the work is done, even if that
    cannot be told to the server.

    Else it would stay taken. With all of them taken nothing is fetched, so that it would never be noticed that the
    connection is gone, and the worker would wait for ever beside a server that is back.
    """

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        finally:
            self._quick_ack(delivery_tag)


class _Channel(redis.Channel):  # type: ignore[misc]
    QoS = _Places


class _Transport(redis.Transport):  # type: ignore[misc]
    Channel = _Channel


class _Steady(Connection):  # type: ignore[misc]
    """A connection that is tried again every second: Celery's own pause between two tries grows to half a minute."""

    def get_transport_cls(self) -> type:
        return _Transport

    def ensure_connection(self, *args: Any, **named: Any) -> Any:
        named.update(interval_start=RECONNECT_EVERY, interval_step=0, interval_max=RECONNECT_EVERY)
        return super().ensure_connection(*args, **named)


class _Messages(AMQP):  # type: ignore[misc]
    Connection = _Steady


def broker_url(url: str) -> str:
    """The same server as Celery writes it: a Unix socket has another scheme there."""
    parts = urlsplit(url)
    return f"redis+socket://{unquote(parts.path)}" if parts.scheme == "unix" else url


def make_app(url: str, seconds: float, tasks: str = "") -> Celery:
    """Celery over this server, which is waited for at most so long each time. ``tasks`` is the module of the tasks,
    which who only sends need not name.
    """
    app = Celery(
        "referee", amqp=_Messages, broker=broker_url(url), set_as_current=False, include=[tasks] if tasks else []
    )
    app.conf.update(
        task_serializer="json",
        accept_content=["json"],
        # No result backend: its mere presence makes a call block when the server is gone.
        task_ignore_result=True,
        task_acks_late=True,
        task_retry_on_worker_lost=True,
        task_time_limit=LONGEST_TASK,
        task_soft_time_limit=LONGEST_TASK - 10,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        broker_connection_timeout=seconds,
        broker_connection_retry=True,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        broker_transport_options={
            "socket_timeout": seconds,
            "socket_connect_timeout": seconds,
            # What was taken off a queue and not acknowledged is sent again by the sweeper. The broker would do so only
            # after this long, so that no long chunk is run twice.
            "visibility_timeout": LONGEST_TASK,
        },
        task_queues=[Queue(name, routing_key=name) for name in QUEUES],
        task_default_queue=QUEUES[-1],
    )
    return app
