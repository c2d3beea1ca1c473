"""``/v1/jobs/{id}``: how far a job is, what it came to, and its end."""

from collections.abc import Iterator
from typing import Any, Final

import orjson
from flask import Blueprint, Response, request, stream_with_context

from schemas.games import SHAPES
from schemas.jobs import job as job_of
from schemas.shapes import Either
from service.calls import CALLS, Call, answered
from service.jobs.ledger import Job
from service.jobs.queue import Jobs, QueueUnavailable
from service.limits import EVENT_STREAM, JSON, check_accept
from service.making import APPLIED, document, jobs, unavailable, waited_for, wanted_wait
from service.problems import Problem
from service.waits import waits

jobs_calls: Final = Blueprint("jobs", __name__)

PATH: Final = "/v1/jobs/{id}"
HEARTBEAT: Final = 2.0
"""A stream on which nothing happens says so after so many seconds: only then is it noticed that nobody listens."""
END: Final = "end"
"""The id of the last event of a stream. A browser that comes again with it is told to stop."""
_SIMULATED: Final = [shapes.simulated for shapes in SHAPES.values()]
JOB: Final = job_of("Job", *[shapes.bot_moved for shapes in SHAPES.values()], *_SIMULATED, partial=Either(*_SIMULATED))

PROBLEMS: Final = ("not-acceptable", "unknown-job", "queue-unavailable")
CALLS.extend(
    [
        Call(
            "get",
            PATH,
            "A job",
            "How far it is, and what it came to. Header `Prefer: wait=3` waits up to so many seconds (at most 10) for "
            "its end.",
            "Jobs",
            answer=JOB,
            problems=PROBLEMS,
        ),
        Call(
            "delete",
            PATH,
            "Cancel a job",
            "A job that is not finished is cancelled, and stays so; one that is finished remains as it is. Either way "
            "the answer is the job.",
            "Jobs",
            answer=JOB,
            problems=PROBLEMS,
        ),
        Call(
            "get",
            f"{PATH}/events",
            "The events of a job",
            "A stream of server-sent events: `progress` with the job each time that something has changed, first at "
            "once, then `result` with the finished job; after that the stream ends. One that breaks off is begun again "
            "by asking again. When the queue fails meanwhile, the last event is `problem`, with a problem as data. "
            "Lines that begin with a colon are comments, which say that nothing is new.",
            "Jobs",
            answer=JOB,
            media=EVENT_STREAM,
            problems=PROBLEMS,
        ),
    ]
)


@jobs_calls.get("/v1/jobs/<id>")
def read(id: str) -> Response:
    """The job."""
    check_accept([JSON])
    found, waited = waited_for(jobs(), id)
    answer = answered(document(there(found)))
    if waited:
        answer.headers[APPLIED] = f"wait={wanted_wait()}"
    return answer


@jobs_calls.delete("/v1/jobs/<id>")
def cancel(id: str) -> Response:
    """The job, which is cancelled now unless it is finished."""
    check_accept([JSON])
    queue = jobs()
    queue.cancel(id)
    return answered(document(there(queue.read(id))))


@jobs_calls.get("/v1/jobs/<id>/events")
def events(id: str) -> Response:
    """What happens to the job, until it is finished."""
    check_accept([EVENT_STREAM])
    queue = jobs()
    found = there(queue.read(id))
    if request.headers.get("Last-Event-ID") == END and found.finished:
        nothing = Response(status=204)
        del nothing.headers["Content-Type"]
        return nothing
    places = waits()
    if not places.enter():
        raise unavailable("All places for event streams are taken.")
    answer = Response(stream_with_context(_stream(queue, id)), content_type=EVENT_STREAM)
    answer.call_on_close(places.leave)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # a proxy that gathers the events before it passes them on is no use
    return answer


def there(job: Job | None) -> Job:
    """The job. Raises Problem when there is none."""
    if job is None:
        raise Problem("unknown-job", "There is no job of this id; it may have expired.")
    return job


def _stream(queue: Jobs, job: str) -> Iterator[str]:
    """The events of a job that was there a moment ago."""
    shown = None
    while not queue.stopping:
        found = None
        try:
            for found in queue.follow(job, HEARTBEAT):
                if (found.status, found.done) != shown:
                    shown = found.status, found.done
                    yield event(document(found), found.finished)
                if found.finished:
                    return
        except QueueUnavailable as error:
            yield f"event: problem\ndata: {orjson.dumps(unavailable(str(error)).body()).decode()}\n\n"
            return
        if found is None:
            return
        yield ": nothing new\n\n"


def event(told: dict[str, Any], finished: bool) -> str:
    """One event of the stream: the job, and whether that is the last."""
    head = f"event: result\nid: {END}" if finished else "event: progress"
    return f"{head}\ndata: {orjson.dumps(told).decode()}\n\n"
