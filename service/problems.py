"""Problems (RFC 9457): what each means, how it is answered, and the page that explains it."""

import logging
import os
import random
import traceback
from html import escape
from typing import Any, Final

import orjson
from flask import Flask, Response, g, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from referee.rulings import Illegal, Inconsistent, Invalid, NotFromAView
from schemas.parts import FAULTS, VIOLATION
from schemas.shapes import MOST_FAULTS, Maybe, Object, OneOf, Shape, Text, Whole, bytes_of

PROBLEM_JSON: Final = "application/problem+json"
INTERNAL: Final = "internal-error"

log = logging.getLogger("referee.service")

_ids: Final = random.Random()
"""Where our request ids are from. They are no secrets, and what makes secrets asks the system each time, during which
another thread gets the interpreter."""
os.register_at_fork(after_in_child=_ids.seed)  # else all processes would give the same ids

_TEXT: Final = Text("a string", bytes_of(0, 1 << 20))


class Kind:
    """A kind of problem: its status and title, what its page says, and the members that it has besides RFC 9457's."""

    def __init__(
        self, name: str, status: int, title: str, meaning: str, remedy: str, members: dict[str, Shape] | None = None
    ) -> None:
        self.name = name
        self.status = status
        self.title = title
        self.meaning = meaning
        self.remedy = remedy
        self.members = dict(members or {})

    def shape(self) -> Object:
        """The shape of such a problem."""
        head: dict[str, Shape] = {
            "type": OneOf(f"/problems/{self.name}"),
            "title": OneOf(self.title),
            "status": OneOf(self.status),
            "detail": _TEXT,
            "request_id": _TEXT,
        }
        title = "".join(part.capitalize() for part in self.name.split("-"))
        return Object({**head, **self.members}).named(f"Problem{title}", self.meaning)


_PLACE: Final = Object({"digest": Maybe(_TEXT), "sequence": Maybe(Whole(0))})

KINDS: Final[dict[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind(
            "malformed-json",
            400,
            "The body is not sound JSON",
            "The body could not be read as JSON: it is broken, empty, not UTF-8, nested too deep, or an object in "
            "it has "
            "the same name twice.",
            "Send one JSON value in UTF-8, without a byte order mark and without NaN or Infinity.",
        ),
        Kind(
            "unknown-game",
            404,
            "There is no such game",
            "The path names a game that does not exist here.",
            "GET /v1/games lists the games.",
        ),
        Kind(
            "not-offered",
            404,
            "This is not offered",
            "What was asked for exists in the contract, and not here: this release does not have it, or this game "
            "does not.",
            "GET /v1/games/{game} lists the calls that a game offers.",
        ),
        Kind(
            "unknown-job",
            404,
            "There is no such job",
            "No job has this id: there never was one, or it has expired.",
            "Make the job again. `expires_at` tells how long a finished job is kept.",
        ),
        Kind(
            "not-found",
            404,
            "There is nothing at this path",
            "The path leads nowhere.",
            "See /docs for all paths. They have no slash at the end.",
        ),
        Kind(
            "method-not-allowed",
            405,
            "The method is not allowed here",
            "There is something at this path, and it does not answer to this method.",
            "Use one of the methods in the header Allow.",
        ),
        Kind(
            "not-acceptable",
            406,
            "No acceptable form of the answer exists",
            "The header Accept excludes every form in which this call can answer.",
            "Accept application/json (for POST /v1/replays application/x-ndjson), or leave the header out.",
        ),
        Kind(
            "stale-move",
            409,
            "The table has moved on",
            "The mover saw another state than the one in the request: the digest given as `after` is not the state's. "
            "Nothing was applied.",
            "Show the mover the present view and ask again.",
            {"after": _PLACE, "state": _PLACE},
        ),
        Kind(
            "idempotency-conflict",
            409,
            "The idempotency key stands for another request",
            "A job that still lives was made with this Idempotency-Key and another path or body. Nothing was made.",
            "Use a new key for a new request, and the same key to repeat one.",
        ),
        Kind(
            "too-large",
            413,
            "The body is too large",
            "The body, or one line of it, has more bytes than are taken.",
            "Send less at once. GET /v1/games/{game} shows the limits.",
            {"limit": Whole(1)},
        ),
        Kind(
            "unsupported-media-type",
            415,
            "The type of the body is not supported",
            "The header Content-Type names no type that this call takes.",
            "Send application/json in UTF-8 (to POST /v1/replays application/x-ndjson or application/jsonl).",
        ),
        Kind(
            "invalid-request",
            422,
            "The request is not valid",
            "The body is JSON, and not what this call takes: a field is unknown, missing or of a wrong type, or a "
            "value "
            "cannot be. Every fault is listed.",
            "Mend what stands at each pointer of `errors`.",
            {"errors": FAULTS},
        ),
        Kind(
            "illegal-move",
            422,
            "The move is illegal",
            "The move breaks a rule of the game. Nothing was applied. `violation` says which rule, and why; it is "
            "for the "
            "mover's eyes alone.",
            "Ask `legal-moves` what may be done, or `rulings` about a move before it is made.",
            {"violation": VIOLATION, "index": Maybe(Whole(0))},
        ),
        Kind(
            "inconsistent-state",
            422,
            "The state contradicts itself",
            "No course of the game leads to this state or view. `pointer` is the first place where it shows.",
            "Send a state just as an answer gave it.",
            {"pointer": _TEXT},
        ),
        Kind(
            "not-from-a-view",
            422,
            "This needs the state, not a view",
            "A view was given, and the question cannot be answered from what this viewer knows.",
            "Send the state (`perspective` null), or ask about the view's own seat.",
        ),
        Kind(
            "too-many-requests",
            429,
            "There is too much of one client",
            "So many jobs that this client has asked for are not finished, that no more are taken of it now. Clients "
            "are told apart by their addresses.",
            "Wait for one of them, or cancel one; ask again after as many seconds as the header Retry-After says.",
        ),
        Kind(
            "queue-unavailable",
            503,
            "The queue of jobs cannot be used now",
            "The server behind the queue is gone, does not answer or is full, this service runs without one, there are "
            "too many unfinished jobs, or all places for those who wait for jobs, event streams and plots are taken. "
            "What needs no job goes on working.",
            "Ask again after as many seconds as the header Retry-After says; with an Idempotency-Key no job is made "
            "twice.",
        ),
        Kind(
            INTERNAL,
            500,
            "Something is wrong with this service",
            "A bug. Nothing is known to be wrong with the request.",
            "Report it with the `request_id`, and a request that shows it.",
        ),
    )
}


class Problem(Exception):
    """An answer that is a problem: its kind, one sentence about this occurrence, and the kind's members."""

    def __init__(self, name: str, detail: str, **members: Any) -> None:
        super().__init__(name)
        self.kind = KINDS[name]
        self.detail = detail
        self.members = members
        self.headers: dict[str, str] = {}

    def body(self) -> dict[str, Any]:
        """The body of the answer."""
        kind = self.kind
        return {
            "type": f"/problems/{kind.name}",
            "title": kind.title,
            "status": kind.status,
            "detail": self.detail,
            "request_id": request_id(),
            **self.members,
        }

    def response(self) -> Response:
        """The answer."""
        answer = Response(orjson.dumps(self.body()), self.kind.status, content_type=PROBLEM_JSON)
        answer.headers.update(self.headers)
        return answer


def invalid(faults: dict[str, str]) -> Problem:
    """The problem of a body with these faults by pointer."""
    errors = errors_of(faults)
    if len(faults) == 1:
        detail = "There is one fault in the body."
    elif len(faults) > MOST_FAULTS:
        detail = f"There are more than {MOST_FAULTS} faults in the body; the first {MOST_FAULTS} are listed."
    else:
        detail = f"There are {len(faults)} faults in the body."
    return Problem("invalid-request", detail, errors=errors)


def errors_of(faults: dict[str, str]) -> list[dict[str, str]]:
    """Faults by pointer as a list of ``pointer`` and ``message``, not more than can be of use."""
    return [{"pointer": where, "message": message} for where, message in list(faults.items())[:MOST_FAULTS]]


def problem_of(error: Exception, at: str = "") -> Problem:
    """The problem that an exception of the referee stands for; ``at`` is where in the body its pointers begin."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, Invalid):
        return invalid({at + where: message for where, message in error.faults.items()})
    if isinstance(error, Inconsistent):
        detail = f"{error.message[:1].upper()}{error.message[1:]}."
        return Problem("inconsistent-state", detail, pointer=at + error.pointer)
    if isinstance(error, NotFromAView):
        return Problem("not-from-a-view", str(error))
    if isinstance(error, Illegal):
        detail = error.violation.message
        return Problem("illegal-move", detail, violation=error.violation.as_data(), index=error.index)
    raise error


def request_id() -> str:
    """The id of the request that is being answered: the client's, when it is sane, else one of our own."""
    known: str | None = g.get("request_id")
    if known is None:
        given = request.headers.get("X-Request-ID", "")
        sane = 1 <= len(given) <= 128 and all("!" <= letter <= "~" for letter in given)
        known = given if sane else f"{_ids.getrandbits(128):032x}"
        g.request_id = known
    return known


def register(app: Flask) -> None:
    """Answers every error of the application with a problem, and every request with its id."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _any_error)
    app.after_request(_with_id)


def _with_id(answer: Response) -> Response:
    answer.headers["X-Request-ID"] = request_id()
    answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer


def _any_error(error: Exception) -> Response:
    try:
        return problem_of(error).response()
    except Exception as unknown:
        return bug(unknown).response()


def bug(error: Exception) -> Problem:
    """The problem of an exception that nobody foresaw. Where it happened is logged, and no value: it may be a
    secret.
    """
    places = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{place.filename}:{place.lineno} {place.name}" for place in reversed(places))
    log.error("request %s: %s at %s", request_id(), type(error).__name__, where)
    return Problem(INTERNAL, "The service has failed to answer; the failure is logged under the request id.")


def _http_error(error: HTTPException) -> Response:
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        problem = Problem("method-not-allowed", f"This path answers to {allowed}.")
        problem.headers["Allow"] = allowed
        return problem.response()
    status = error.code or 500
    body = {"type": "about:blank", "title": error.name, "status": status, "request_id": request_id()}
    return Response(orjson.dumps(body), status, content_type=PROBLEM_JSON)


PAGE: Final = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>{title}</title></head>
<body>
<h1>{title}</h1>
{body}
</body>
</html>
"""


def page(kind: Kind, example: str) -> str:
    """The page about a kind of problem, in HTML; ``example`` is such a problem as JSON."""
    body = (
        f"<p><code>{kind.name}</code>, status {kind.status}.</p>\n"
        f"<h2>What it means</h2>\n<p>{escape(kind.meaning)}</p>\n"
        f"<h2>What to do</h2>\n<p>{escape(kind.remedy)}</p>\n"
        f"<h2>An example</h2>\n<pre>{escape(example)}</pre>\n"
        '<p><a href="/problems/">All problems</a></p>'
    )
    return PAGE.format(title=escape(kind.title), body=body)
