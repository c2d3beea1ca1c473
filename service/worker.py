"""Gunicorn's worker with threads, made fit for clients that mean no good.

A thread is for requests alone: a connection on which nothing comes, or which is only being ended, waits without
one. In a request a client may keep a thread waiting for so long and no longer. Requests that never reach the
application are answered with a problem too; Gunicorn would put what it could not read into its log, and that may be
the rest of a body: a seed, or cards.
"""

import errno
import gc
import secrets
import select
import selectors
import socket
import struct
import time
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import orjson
from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, ThreadWorker

from service.calls import SETTINGS
from service.config import Config
from service.limits import BLOCK, TooSlow
from service.making import queue_of
from service.problems import PROBLEM_JSON
from service.waits import Waits

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

_MOMENT: Final = struct.pack("ll", 0, 5_000)
"""For how long a thread stays with a client that it has answered, in seconds and microseconds, as the system has it."""

RUBBISH: Final = 20_000
"""How many objects more than before there must be until the collector looks at them."""

SLOWEST: Final = 1 << 14
"""How many bytes a second use up no patience."""


class Line(socket.socket):
    """A connection whose client has to keep up: in one request it may let a thread wait for ``patience`` seconds,
    and gets back what the bytes that it takes or sends are worth.

    Who would wait waits here, and only when there is need. What is there is read, and an answer that finds room is
    sent, by one call of the system each. Every such call lets another thread have the interpreter, and getting it back
    costs more than the call.
    """

    def __init__(self, fileno: int) -> None:
        super().__init__(fileno=fileno)
        super().setblocking(True)
        self.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, _MOMENT)
        self.patience = 0.0
        self._left = 0.0
        self._over = False
        self._limit: float | None = None
        self._headless = False
        self._head = b""
        self.ended = False
        """Whether the client has said that nothing more comes from it."""
        self.request: Any = None
        """What is being answered, as gunicorn has read it."""

    def begin(self, patience: float) -> None:
        """Another request begins, with all of its patience."""
        self.patience = self._left = patience
        self._headless = True

    def setblocking(self, flag: bool, /) -> None:
        """Whether to wait, for as long as patience lasts, or not at all."""
        self._limit = None if flag else 0.0

    def settimeout(self, value: float | None, /) -> None:
        """For how many seconds to wait at most; None for as long as patience lasts."""
        self._limit = value

    def gettimeout(self) -> float | None:
        """What was set."""
        return self._limit

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        """Some bytes, none at the end. Raises TooSlow when the client takes too long; after that nothing comes."""
        if self._over and self._limit != 0.0:
            return b""
        while True:
            try:
                data = super().recv(size, flags | socket.MSG_DONTWAIT)
            except BlockingIOError:
                self._wait(select.POLLIN)
            else:
                self.ended = not data
                self._earn(len(data))
                return data

    def send(self, data: Any, flags: int = 0, /) -> int:
        """Sends some bytes, as soon as there is room for one, and returns how many. Raises BrokenPipeError when the
        client takes too long to read what was sent before.
        """
        while True:
            try:
                count = super().send(data, flags | socket.MSG_DONTWAIT)
            except BlockingIOError:
                try:
                    self._wait(select.POLLOUT)
                except TooSlow:
                    raise BrokenPipeError(errno.EPIPE, "the client does not read") from None
            else:
                self._earn(count)
                return count

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        """Sends all bytes. The head of an answer of known length is kept until its body comes, which it does at once:
        they are sent in one, and read in one. Raises BrokenPipeError when the client takes too long to read them.
        """
        if self._headless:
            self._headless = False
            if b"\r\nContent-Length: " in data and data.endswith(b"\r\n\r\n"):
                self._head = data
                return
        if self._head:
            data = self._head + data
            self._head = b""
        with memoryview(data) as whole:
            sent = 0
            while sent < len(whole):
                sent += self.send(whole[sent:], flags)

    def finish(self) -> None:
        """Sends the head of an answer that has no body."""
        if self._head:
            self.sendall(b"")

    def give_up(self) -> None:
        """Lets the answer that comes be the last, and say so: what is left of its request will not be read."""
        if self.request is not None:
            self.request.force_close()

    def soon(self) -> bytes | None:
        """What comes within a moment: some bytes, none at the end, or None when nothing comes."""
        try:
            return super().recv(BLOCK)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def _wait(self, event: int) -> None:
        """Waits until the socket can be read or written. Raises BlockingIOError where it must not be waited,
        TimeoutError at the limit that was set, TooSlow at the end of patience.
        """
        limit = self._limit
        if limit == 0.0:
            raise BlockingIOError(errno.EAGAIN, "nothing can be read or written now")
        patience = max(self._left, 0.001)
        poll = select.poll()
        poll.register(self, event)
        started = time.monotonic()
        ready = poll.poll(1000 * (patience if limit is None else min(limit, patience)))
        self._left -= time.monotonic() - started
        if ready:
            return
        if limit is not None and limit < patience:
            raise TimeoutError
        self._over = True
        raise TooSlow

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

    def load_wsgi(self) -> None:
        """Loads the application. Half of the threads may wait for their client's next request."""
        super().load_wsgi()
        self._staying = Waits(self.cfg.threads // 2)
        # The objects of one state are enough to make the collector look for rings among them, and there are none.
        gc.freeze()
        gc.set_threshold(RUBBISH)

    def handle(self, conn: Any) -> Any:
        """Answers a request, in a thread, and those that follow at once: to hand a connection back and get it again
        takes longer than many a ruling.
        """
        config: Config = self.wsgi.extensions[SETTINGS]
        while True:
            conn.sock.begin(config.patience)
            kept = super().handle(conn)
            if kept is not True or not self.alive or not self._follows(conn):
                return kept

    def _follows(self, conn: Any) -> bool:
        """Whether a client that has been answered asks again within a moment. Idle clients keep no thread."""
        ahead = conn.parser.unreader
        if ahead.buf.getvalue() or not self._staying.enter():
            return False
        try:
            came = conn.sock.soon()
        finally:
            self._staying.leave()
        if came is None:
            return False
        ahead.unread(came)
        return True

    def handle_request(self, req: Any, conn: Any) -> Any:
        """Answers a request that has been read."""
        conn.sock.request = req
        try:
            return super().handle_request(req, conn)
        finally:
            if conn.sock.fileno() >= 0:
                conn.sock.finish()

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
        conn.timeout = time.monotonic() + (IDLE_SECONDS if self.alive else STOP_KEEPALIVE_LINGER)
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(readable, conn))

    def _cap_keepalive(self, deadline: float) -> None:
        """When the worker is to end, those that were put aside have no longer than those that are kept."""
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, deadline)

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
