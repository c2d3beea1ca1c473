"""What all calls that make a job have in common: the key, the wait, the answer."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from flask import Flask, Response, current_app, g, request

from referee.bots.registry import names
from referee.state import canonical
from service.calls import GIVEN, answered
from service.config import QUEUES, Config
from service.jobs.bots import PLANNED
from service.jobs.ledger import REASONS, Bounds, Conflict, Enough, Job, Order
from service.jobs.queue import Jobs, QueueUnavailable
from service.problems import Problem, errors_of
from service.waits import waits

JOB_PROBLEMS: Final = ("idempotency-conflict", "unknown-job", "queue-unavailable")
"""What can come in the way of every call that makes a job."""
QUOTA_PROBLEMS: Final = (*JOB_PROBLEMS, "too-many-requests")
"""The same where a client may have only so many unfinished jobs: for simulations."""
APPLIED: Final = "Preference-Applied"
LONGEST_WAIT: Final = 10
"""The most seconds that a request may wait for its job."""
LONGEST_KEY: Final = 255
RETRY_AFTER: Final = 1
RETRY_ENOUGH: Final = 5
_KEPT: Final = "jobs"
_WAIT: Final = re.compile(r'wait\s*=\s*"?0*([0-9]+)"?', re.IGNORECASE)


def register(app: Flask, settings: Config) -> None:
    """Lets the application ask the server that is set for its jobs; without one there is no queue."""
    moves, simulations = QUEUES
    bounds = {
        moves: Bounds(settings.most_moves),
        simulations: Bounds(settings.most_simulations, settings.client_simulations),
    }
    app.extensions[_KEPT] = Jobs(settings.redis_url, bounds=bounds) if settings.redis_url else None
    app.register_error_handler(QueueUnavailable, lambda error: unavailable(str(error), error.after).response())


def queue_of(app: Flask) -> Jobs | None:
    """The jobs of an application, or None when it runs without a queue."""
    found: Jobs | None = app.extensions[_KEPT]
    return found


def jobs() -> Jobs:
    """The jobs of the application that is answering. Raises QueueUnavailable when it runs without a queue."""
    found = queue_of(current_app)
    if found is None:
        raise QueueUnavailable("This service runs without a queue.")
    return found


def unknown_bots(bots: Mapping[str, str]) -> dict[str, str]:
    """The faults among names of bots, by pointer: those that no bot has, here or with the workers, and none will.

    Raises QueueUnavailable when the workers would have to be asked and cannot be.
    """
    known = [*names()]
    if any(bot not in known and bot not in PLANNED for bot in bots.values()):
        known = list(dict.fromkeys([*known, *jobs().bots()]))
    says = "must be a bot that there is: " + ", ".join(known)
    return {at: says for at, bot in bots.items() if bot not in known and bot not in PLANNED}


def check_offered(bots: Iterable[str]) -> None:
    """Raises Problem when one of these bots is yet to come. All else in the request is sound by then."""
    for bot in bots:
        if bot in PLANNED:
            raise Problem("not-offered", f"The bot {bot} is not offered yet.")


def unavailable(detail: str, after: int = RETRY_AFTER) -> Problem:
    """The problem of a queue that cannot be used now, but perhaps after so many seconds."""
    problem = Problem("queue-unavailable", detail)
    problem.headers["Retry-After"] = str(after)
    return problem


def idempotency_key() -> str:
    """The client's key, empty when there is none. Raises Problem for one that is none."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return ""
    if not (1 <= len(key) <= LONGEST_KEY and all(" " <= letter <= "~" for letter in key)):
        fault = f"the header Idempotency-Key must have 1 to {LONGEST_KEY} printable ASCII characters"
        raise Problem("invalid-request", "A header cannot be used.", errors=errors_of({"": fault}))
    return key


def wanted_wait() -> int:
    """For how many seconds the client would wait (RFC 7240); 0 when it does not say, or not so that it can be read."""
    for preference in ",".join(request.headers.getlist("Prefer")).split(","):
        found = _WAIT.fullmatch(preference.partition(";")[0].strip())
        if found is not None:
            return LONGEST_WAIT if len(found[1]) > 2 else min(int(found[1]), LONGEST_WAIT)
    return 0


def made(order: Order) -> Response:
    """Makes a job and answers with it: 200 when it is waited for and finished in time, else 202.

    Raises Problem and QueueUnavailable.
    """
    key = idempotency_key()
    asked = canonical({"path": request.path, "body": g.get(GIVEN)}) if key else b""
    queue = jobs()
    try:
        one, _ = queue.make(order, key, asked, request.remote_addr or "")
    except Conflict:
        raise Problem(
            "idempotency-conflict", "This Idempotency-Key was used with another request; its job still lives."
        ) from None
    except Enough:
        problem = Problem("too-many-requests", "As many jobs of this client are unfinished as may be.")
        problem.headers["Retry-After"] = str(RETRY_ENOUGH)
        raise problem from None
    found, waited = waited_for(queue, one)
    if found is None:  # expired in this very moment
        raise Problem("unknown-job", "The job has expired.")
    done = waited and found.finished
    answer = answered(document(found), 200 if done else 202)
    answer.headers["Location"] = f"/v1/jobs/{one}"
    if waited:
        answer.headers[APPLIED] = f"wait={wanted_wait()}"
    if not done:
        answer.headers["Retry-After"] = str(max(RETRY_AFTER, -(-found.visible_in // 1000)))
    return answer


def waited_for(queue: Jobs, one: str) -> tuple[Job | None, bool]:
    """The job as it is after the wait that the client prefers, and whether there was one: only so many may wait."""
    seconds = wanted_wait()
    places = waits()
    if not seconds or not places.enter():
        return queue.read(one), False
    try:
        return queue.wait(one, seconds), True
    finally:
        places.leave()


def document(job: Job) -> dict[str, Any]:
    """A job as it is told: nothing of what was asked is in it."""
    failed = job.status == "failed"
    return {
        "id": job.id,
        "kind": job.kind,
        "status": job.status,
        "progress": {"done": job.done, "total": job.total},
        "partial": job.partial,
        "result": job.result,
        "failure": {"reason": job.reason, "message": REASONS.get(job.reason, "")} if failed else None,
        "created_at": _told(job.created),
        "expires_at": None if job.expires is None else _told(job.expires),
    }


def _told(milliseconds: int) -> str:
    told = datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds")
    return told.replace("+00:00", "Z")
