"""``/v1/jobs/{id}/plot.svg`` and ``.png``: the distribution of scores of a finished simulation."""

import logging
import os
import subprocess
import sys
import tempfile
import threading
from typing import Any, Final

import orjson
from flask import Blueprint, Response, request

from referee.games.registry import GAMES
from service.api.jobs import PATH, PROBLEMS, there
from service.calls import CALLS, Call
from service.jobs.ledger import Job
from service.limits import check_accept
from service.making import jobs, unavailable
from service.problems import Problem
from service.waits import waits

plots: Final = Blueprint("plots", __name__)

KIND: Final = "simulation"
"""The kind of job that has a plot."""
TYPES: Final = {"svg": "image/svg+xml", "png": "image/png"}
LONGEST: Final = 20
"""A plot that is not drawn after so many seconds is given up."""
LONGEST_TURN: Final = 5
"""So many seconds somebody waits for the one who is drawing in this process; then they are told to ask again."""
MOST_AGE: Final = 3_600
"""For so many seconds a plot may be kept by whoever asked for it. It never changes."""

LONGEST_TOLD: Final = 2_000
"""So many letters of what a program said that failed are logged."""

log = logging.getLogger("referee.service")

_TURN: Final = threading.Lock()


class _Folder:
    """Where the library keeps what it has found out about fonts, so that it looks for them once; it goes with the
    process.
    """

    def __init__(self) -> None:
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def name(self) -> str:
        if self._folder is None or not os.path.isdir(self._folder.name):
            self._folder = tempfile.TemporaryDirectory(prefix="card-referee-plots-")
        return self._folder.name


_FOLDER: Final = _Folder()


def _picture(form: str) -> Call:
    return Call(
        "get",
        f"{PATH}/plot.{form}",
        f"A plot of a simulation, as {form.upper()}",
        "How often each score came in the deals of a finished simulation, for each role (for each seat in a game "
        "without roles), made for a screen as narrow as a phone's. A job that is no simulation, or has no result yet, "
        "is answered 404 `not-offered`.",
        "Jobs",
        media=TYPES[form],
        problems=(*PROBLEMS, "not-offered"),
    )


CALLS.extend(_picture(form) for form in TYPES)


@plots.get("/v1/jobs/<id>/plot.svg", endpoint="plot_svg", defaults={"form": "svg"})
@plots.get("/v1/jobs/<id>/plot.png", endpoint="plot_png", defaults={"form": "png"})
def plot(id: str, form: str) -> Response:
    """The picture."""
    check_accept([TYPES[form]])
    found = there(jobs().read(id))
    if found.kind != KIND:
        raise Problem("not-offered", "Only simulations have a plot.")
    if found.status != "succeeded":
        raise Problem("not-offered", "The plot comes with the result, and this job has none.")
    tag = f"{found.id}-{form}"
    if request.if_none_match.contains_weak(tag):  # RFC 9110, 13.1.2: whatever compresses on the way weakens tags
        return _kept(Response(status=304), tag)
    places = waits()
    if not places.enter():
        raise unavailable("All places for those who wait are taken.")
    try:
        if not _TURN.acquire(timeout=LONGEST_TURN):
            raise unavailable("Other plots are being drawn.")
        try:
            picture = drawn(told(found), form)
        finally:
            _TURN.release()
    finally:
        places.leave()
    return _kept(Response(picture, content_type=TYPES[form]), tag)


def _kept(answer: Response, tag: str) -> Response:
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = f"private, max-age={MOST_AGE}, immutable"
    return answer


def drawn(what: dict[str, Any], form: str) -> bytes:
    """The picture of this, drawn by a program of its own (see `service.plot`). Raises Problem when that takes too long,
    and CalledProcessError when it fails, after what it said was logged.
    """
    environment = {**os.environ, "MPLCONFIGDIR": _FOLDER.name(), "OPENBLAS_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "service.plot", form],
            input=orjson.dumps(what),
            capture_output=True,
            env=environment,
            timeout=LONGEST,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise unavailable("The plot could not be drawn in time.") from None
    except subprocess.CalledProcessError as error:
        log.error("a plot could not be drawn: %s", error.stderr.decode("utf-8", "replace")[-LONGEST_TOLD:])
        raise
    return done.stdout


def told(job: Job) -> dict[str, Any]:
    """What is to be drawn of a simulation's result."""
    result = job.result
    bots = list(dict.fromkeys(result["bots"]))
    names = GAMES[result["game"]].names
    groups = [(group["role"], group) for group in result["by_role"]]
    if not groups:
        groups = [(f"seat {group['seat']}", group) for group in result["by_seat"]]
    return {
        "title": f"{names.get('en', result['game'])}: scores by {'role' if result['by_role'] else 'seat'}",
        "note": f"{result['deals']:,} deals; {'bot' if len(bots) == 1 else 'bots'}: {', '.join(bots)}",
        "panels": [
            {
                "name": name,
                "counts": [[one["value"], one["count"]] for one in group["score"]["distribution"]],
                "interval": group["score"]["interval"],
            }
            for name, group in groups
        ],
    }
