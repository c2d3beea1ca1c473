"""Records judged: one from a body, or line by line from a file."""

from collections.abc import Callable, Iterator
from typing import IO, Any

from referee.games.registry import GAMES
from referee.record import Verdict, replay
from referee.rulings import Invalid
from schemas.body import load
from schemas.games import SHAPES
from schemas.parts import ID_BYTES
from service.limits import Malformed, lines, parse
from service.problems import INTERNAL, KINDS, errors_of


def judged(name: str, record: dict[str, Any]) -> Verdict:
    """The verdict on a record of a game, of the right shape. Raises Invalid for one that cannot be replayed."""
    game = GAMES[name]
    labels = record.get("labels")
    if labels is not None and len(labels) != game.seats(record["options"]):
        raise Invalid({"/labels": f"there must be {game.seats(record['options'])} labels, one a seat"})
    return replay(game, record)


def verdict_lines(
    source: IO[bytes], most: int, failed: Callable[[Exception], object] | None = None
) -> Iterator[dict[str, Any]]:
    """One verdict a line of NDJSON, in order; ``most`` is how many bytes a line may have.

    A bug that one record brings to light is told to ``failed``, and the next line is judged; without it, it is raised.
    """
    for number, raw in enumerate(lines(source, most), 1):
        if raw is None:
            yield _invalid(number, None, "too-large", {"": f"the line has more than {most} bytes"})
            continue
        try:
            yield _verdict(number, raw)
        except Exception as error:
            if failed is None:
                raise
            failed(error)
            yield _invalid(number, None, INTERNAL, {"": "the service has failed to judge this line"})


def _verdict(number: int, raw: bytes) -> dict[str, Any]:
    try:
        given = parse(raw)
    except Malformed as error:
        return _invalid(number, None, "malformed-json", {"": str(error)})
    label = given.get("id") if isinstance(given, dict) else None
    if not isinstance(label, str) or len(label) > ID_BYTES:
        label = None
    name = given.get("game") if isinstance(given, dict) else None
    if isinstance(name, str) and name not in GAMES:
        return _invalid(number, label, "unknown-game", {"/game": f"must be one of {', '.join(GAMES)}"})
    try:
        if not isinstance(name, str):
            raise Invalid(_no_game(given))
        found = judged(name, load(SHAPES[name].bodies["replays"], given))
    except Invalid as error:
        return _invalid(number, label, "invalid-request", error.faults)
    return {
        "line": number,
        "id": label,
        **found.as_data(),
        "sequence": found.table.sequence,
        "digest": found.table.digest,
    }


def _no_game(given: Any) -> dict[str, str]:
    if not isinstance(given, dict):
        return {"": "must be an object"}
    return {"/game": f"must be one of {', '.join(GAMES)}" if "game" in given else "is missing"}


def _invalid(number: int, label: str | None, kind: str, faults: dict[str, str]) -> dict[str, Any]:
    return {
        "line": number,
        "id": label,
        "verdict": "invalid",
        "problem": f"/problems/{KINDS[kind].name}",
        "errors": errors_of(faults),
    }
