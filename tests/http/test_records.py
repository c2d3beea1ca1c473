"""Many records as NDJSON: every line is answered, in order, whatever is in it."""

import json
from typing import Any

import pytest

from tests.http.conftest import Asking

NDJSON = "application/x-ndjson"


def record(ask: Asking, game: str, **more: Any) -> dict[str, Any]:
    """A record with one legal move."""
    state = ask.post(f"/v1/games/{game}/deals", {"seed": "a record"}, 201)["state"]
    move = ask.post(f"/v1/games/{game}/legal-moves", {"state": state, "limit": 1})["moves"][0]
    return {"game": game, "format": 1, "options": {}, "seed": "a record", "deals": [{"moves": [move]}], **more}


def judged(ask: Asking, raw: bytes, **rest: Any) -> list[Any]:
    answer = ask("POST", "/v1/replays", raw, media=rest.pop("media", NDJSON), **rest)
    assert answer.status == 200
    assert answer.data == b"" or answer.data.endswith(b"\n")
    return [json.loads(line) for line in answer.data.splitlines()]


def test_every_line_is_answered_in_order(ask: Asking, game: str) -> None:
    good = record(ask, game)
    illegal = {**good, "id": "b", "deals": [{"moves": good["deals"][0]["moves"] * 2}]}
    lines = [
        json.dumps({**good, "id": "a"}).encode(),
        json.dumps(illegal).encode(),
        b'{"game": ',
        b"",
        b"   ",
        b"[]",
        b"7",
        json.dumps({**good, "id": "c", "game": "snap"}).encode(),
        json.dumps({**good, "id": "d", "game": "big-b"}).encode(),
        json.dumps({**good, "id": "e", "seed": "", "options": {"jokers": 1}, "more": 1}).encode(),
        b'{"id": "f", "id": "f"}',
        b'{"id": "g"}',
        b'{"id": "h", "game": 5}',
        b'{"id": "' + b"i" * 200 + b'", "game": "snap"}',
        b"[" * 5000,
        b'{"id": "\xff"}',
        json.dumps({**good, "id": "z"}).encode(),
    ]
    found = judged(ask, b"\n".join(lines))
    assert [one["line"] for one in found] == list(range(1, len(lines) + 1))
    assert [one["id"] for one in found if one["id"]] == ["a", "b", "c", "d", "e", "g", "h", "z"]
    assert (found[0]["verdict"], found[0]["sequence"], len(found[0]["digest"])) == ("legal", 1, 64)
    assert found[0] == {**found[-1], "id": "a", "line": 1}
    assert (found[1]["verdict"], found[1]["deal"], found[1]["index"], found[1]["sequence"]) == ("illegal", 1, 1, 1)
    assert found[1]["digest"] == found[0]["digest"]
    assert all("state" not in one for one in found)
    kinds = [(one["problem"].removeprefix("/problems/"), one["errors"][0]["pointer"]) for one in found[2:-1]]
    assert kinds == [
        ("malformed-json", ""),
        ("malformed-json", ""),
        ("malformed-json", ""),
        ("invalid-request", ""),
        ("invalid-request", ""),
        ("unknown-game", "/game"),
        ("unknown-game", "/game"),
        ("invalid-request", "/options/jokers"),
        ("malformed-json", ""),
        ("invalid-request", "/game"),
        ("invalid-request", "/game"),
        ("unknown-game", "/game"),
        ("malformed-json", ""),
        ("malformed-json", ""),
    ]
    assert sorted(error["pointer"] for error in found[9]["errors"]) == ["/more", "/options/jokers", "/seed"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("last", [True, False])
def test_ends_of_lines(ask: Asking, game: str, end: bytes, last: bool) -> None:
    line = json.dumps(record(ask, game)).encode()
    found = judged(ask, line + end + line + (end if last else b""))
    assert [one["verdict"] for one in found] == ["legal", "legal"]


def test_nothing_in_nothing_out(ask: Asking) -> None:
    assert judged(ask, b"") == []
    assert [one["verdict"] for one in judged(ask, b"\n")] == ["invalid"]


def test_lines_that_are_too_long(ask: Asking, game: str) -> None:
    most = 1 << 20
    line = json.dumps(record(ask, game)).encode()
    exact = line + b" " * (most - len(line))
    for end in (b"\n", b"\r\n"):
        parts = [line, exact, exact + b" ", b"x" * 3 * most, exact, line, b"y" * (most + 1)]
        found = judged(ask, end.join(parts))
        assert [one["verdict"] for one in found] == [
            "legal",
            "legal",
            "invalid",
            "invalid",
            "legal",
            "legal",
            "invalid",
        ]
        assert {one["problem"] for one in found if one["verdict"] == "invalid"} == {"/problems/too-large"}


def test_types_of_the_body_and_the_answer(ask: Asking, game: str) -> None:
    line = json.dumps(record(ask, game)).encode()
    assert judged(ask, line, media="application/jsonl")[0]["verdict"] == "legal"
    assert judged(ask, line, Accept="application/x-ndjson;q=0.5, */*;q=0.1")[0]["verdict"] == "legal"
    client = ask.client.post("/v1/replays", data=line, content_type=NDJSON, headers={"Accept": "application/jsonl"})
    assert (client.status_code, client.mimetype) == (200, "application/jsonl")
    client.close()
    assert ask("POST", "/v1/replays", line).kind == "unsupported-media-type"
    assert ask("POST", "/v1/replays", line, media=NDJSON, Accept="application/json").kind == "not-acceptable"
    assert ask("GET", "/v1/replays").headers["Allow"] == "OPTIONS, POST"
