"""Gunicorn's worker with threads, made fit for clients that mean no good.

A thread is for requests alone: a connection on which nothing comes, or which is only being ended, waits without
one. In a request a client may keep a thread waiting for so long and no longer. Requests that never reach the
application are answered with a problem too; Gunicorn would put what it could not read into its log, and that may be
the rest of a body: a seed, or cards.
"""

import errno
import secrets
import selectors
import socket
import time
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, Final, TypeVar

import orjson
from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.gthread import ThreadWorker

from service.calls import SETTINGS
from service.config import Config
from service.limits import BLOCK, TooSlow
from service.making import queue_of
from service.problems import PROBLEM_JSON

STATUSES: Final[dict[type[Exception], HTTPStatus]] = {
    TooSlow: HTTPStatus.REQUEST_TIMEOUT,
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
    errors.ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    errors.ParseException: HTTPStatus.BAD_REQUEST,
}
"""How requests that are no HTTP are answered; the first that fits."""

IDLE_SECONDS: Final = 5
"""How long a connection may wait without a thread: for its first request, or for its end."""

SLOWEST: Final = 1 << 14
"""How many bytes a second use up no patience."""

Done = TypeVar("Done")


class Line(socket.socket):
    """A connection whose client has to keep up: in one request it may let a thread wait for ``patience`` seconds,
    and gets back what the bytes that it takes or sends are worth.
    """

    patience: float = 0.0
    _left: float = 0.0
    _over: bool = False

    def begin(self, patience: float) -> None:
        """Another request begins, with all of its patience."""
        self.patience = self._left = patience

    def recv(self, size: int, flags: int = 0) -> bytes:
        """Some bytes, none at the end. Raises TooSlow when the client takes too long; after that nothing comes."""
        if self.gettimeout() == 0.0:
            return super().recv(size, flags)
        if self._over:
            return b""
        data = self._waiting(lambda: super(Line, self).recv(size, flags))
        self._earn(len(data))
        return data

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Sends all bytes. Raises BrokenPipeError when the client takes too long to read them."""
        if self.gettimeout() == 0.0:
            super().sendall(data, flags)
            return
        with memoryview(data) as whole:
            for start in range(0, len(whole), BLOCK):
                block = whole[start : start + BLOCK]
                try:
                    self._waiting(lambda block=block: super(Line, self).sendall(block, flags))  # type: ignore[misc]
                except TooSlow:
                    raise BrokenPipeError(errno.EPIPE, "the client does not read") from None
                self._earn(len(block))

    def _waiting(self, act: Callable[[], Done]) -> Done:
        limit = self.gettimeout()
        started = time.monotonic()
        self.settimeout(max(self._left, 0.001) if limit is None else min(limit, max(self._left, 0.001)))
        try:
            return act()
        except TimeoutError:
            if limit is not None and time.monotonic() - started < self._left:
                raise
            self._over = True
            raise TooSlow from None
        finally:
            self._left -= time.monotonic() - started
            self.settimeout(limit)

    def _earn(self, count: int) -> None:
        self._left = min(self.patience, self._left + count / SLOWEST)


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker with threads."""

    def enqueue_req(self, conn: Any) -> None:
        """Hands a connection to a thread as soon as something has come on it, no sooner."""
        if conn.initialized or conn.data_ready:
            super().enqueue_req(conn)
            return
        conn.sock = Line(fileno=conn.sock.detach())
        self._put_aside(conn, self.on_pending_socket_readable)

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Ends the worker; who waits for a job then waits no longer."""
        self._no_more_waits()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: Any) -> None:
        """Ends the worker at once."""
        self._no_more_waits()
        super().handle_quit(sig, frame)

    def _no_more_waits(self) -> None:
        jobs = queue_of(self.wsgi)
        if jobs is not None:
            jobs.stopping = True

    def handle(self, conn: Any) -> Any:
        """Answers a request, in a thread."""
        config: Config = self.wsgi.extensions[SETTINGS]
        conn.sock.begin(config.patience)
        return super().handle(conn)

    def finish_request(self, conn: Any, fs: Any) -> None:
        """Keeps a connection that goes on, and ends one that does not: the answer is not lost with what the client
        still sends, and nobody waits until it is done with that.
        """
        if fs.cancelled() or fs.exception() is not None or fs.result():
            super().finish_request(conn, fs)
            return
        try:
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            self.nr_conns -= 1
            conn.close()
            return
        self._put_aside(conn, self._throw_away)

    def _put_aside(self, conn: Any, readable: Callable[[Any, Any], None]) -> None:
        """Lets a connection wait without a thread until ``readable`` can be called, or for so long."""
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + IDLE_SECONDS
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(readable, conn))

    def _throw_away(self, conn: Any, client: Any) -> None:
        try:
            if client.recv(BLOCK):
                return
        except BlockingIOError:
            return
        except OSError:
            self.log.debug("a connection was broken off")
        self.poller.unregister(client)
        self.pending_conns.remove(conn)
        self.nr_conns -= 1
        conn.close()

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Answers a request that cannot be read with a problem, and logs no more than what kind of fault it was."""
        fits = (status for kind, status in STATUSES.items() if isinstance(exc, kind))
        status = next(fits, HTTPStatus.INTERNAL_SERVER_ERROR)
        asked = secrets.token_hex(16)
        self.log.warning("request %s could not be read: %s", asked, type(exc).__name__)
        body = orjson.dumps(
            {"type": "about:blank", "title": status.phrase, "status": status.value, "request_id": asked}
        )
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\n"
            f"Content-Type: {PROBLEM_JSON}\r\nContent-Length: {len(body)}\r\n"
            f"X-Request-ID: {asked}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
        )
        try:
            util.write_nonblock(client, head.encode("ascii") + body)
        except OSError:
            self.log.debug("request %s: nobody is there to be answered", asked)
