"""Gunicorn's worker, but for requests that never reach the application: they too are answered with a problem.

Gunicorn would put what it could not read into its log, and that may be the rest of a body: a seed, or cards.
"""

import secrets
from http import HTTPStatus
from typing import Any, Final

import orjson
from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.gthread import ThreadWorker

from service.problems import PROBLEM_JSON

STATUSES: Final[dict[type[Exception], HTTPStatus]] = {
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
    errors.ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    errors.ParseException: HTTPStatus.BAD_REQUEST,
}
"""How requests that are no HTTP are answered; the first that fits."""


class Worker(ThreadWorker):  # type: ignore[misc]
    """A worker with threads."""

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
