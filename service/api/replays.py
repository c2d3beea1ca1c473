"""Records replayed: one, ``POST /v1/games/{game}/replays``, or many, ``POST /v1/replays`` as NDJSON."""

from collections.abc import Iterator
from typing import IO, Any, Final

import orjson
from flask import Blueprint, Response, stream_with_context

from referee.game import Game
from schemas.answers import verdict_line
from service.calls import CALLS, Call, config, game_call
from service.limits import BLOCK, JSON_LINES, NDJSON, check_accept, check_type, spool
from service.problems import bug
from service.records import judged, verdict_lines

replays: Final = Blueprint("replays", __name__)


@game_call(
    replays,
    "replays",
    "Replay a record",
    "Plays a match that was written down again, deal by deal and move by move, up to the end or the first illegal "
    "move, and gives the state "
    "there. `labels` name the seats for whoever reads the record; they are no part of what is judged.",
)
def replayed(game: Game, body: dict[str, Any]) -> dict[str, Any]:
    """The verdict, and the state at the end or before the illegal move."""
    verdict = judged(game.name, body)
    told = verdict.as_data()
    told["state"] = verdict.table.write(None)
    return told


CALLS.append(
    Call(
        "post",
        "/v1/replays",
        "Replay many records",
        "One record a line (NDJSON), of any games; one verdict a line, in the same order, one for every line that "
        "came: also an empty one, "
        "which is no record. A line that is no record, or too long, is `invalid`, with the kind of problem, and "
        "the next is judged. The body is "
        "read to its end before the first verdict is sent.",
        "Records",
        answer=verdict_line(),
        media=NDJSON,
        problems=("not-acceptable", "unsupported-media-type", "too-large"),
    )
)


@replays.post("/v1/replays")
def many() -> Response:
    """One verdict for each line of the body."""
    media = check_accept([NDJSON, JSON_LINES])
    check_type([NDJSON, JSON_LINES])
    spooled = spool(config().max_records)
    answer = Response(stream_with_context(_told(spooled, config().max_line)), content_type=media)
    answer.call_on_close(spooled.close)
    return answer


def _told(spooled: IO[bytes], most: int) -> Iterator[bytes]:
    """The verdicts as NDJSON, in blocks."""
    block = bytearray()
    try:
        for verdict in verdict_lines(spooled, most, bug):
            block += orjson.dumps(verdict, option=orjson.OPT_APPEND_NEWLINE)
            if len(block) >= BLOCK:
                yield bytes(block)
                block.clear()
        yield bytes(block)
    finally:
        spooled.close()
