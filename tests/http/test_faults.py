"""What is not the client's doing: a bug is told as one, and gives nothing away."""

import io
import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from service import create_app
from service.config import Config
from service.records import verdict_lines
from tests.http.conftest import ROOT, Asking, Contract


def test_a_bug_is_a_problem_with_the_request_id(contract: Contract, caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(Config.read({}))

    @app.post("/bug")
    def _bug() -> None:
        raise KeyError("AS KS of the seed s3cret")

    with caplog.at_level(logging.DEBUG):
        answer = app.test_client().post("/bug", json={}, headers={"X-Request-ID": "r-77"})
    contract.validate({"$ref": "#/components/schemas/ProblemInternalError"}, answer.json)
    assert (answer.status_code, answer.mimetype) == (500, "application/problem+json")
    assert answer.json is not None and answer.json["request_id"] == "r-77" == answer.headers["X-Request-ID"]
    assert "s3cret" not in caplog.text and "s3cret" not in answer.get_data(as_text=True)
    assert "r-77" in caplog.text and "KeyError" in caplog.text and "test_faults.py" in caplog.text


class Fatal(bytes):
    """A line that no reader of records was made for."""

    def rstrip(self, *_: Any) -> bytes:
        return self

    def strip(self, *_: Any) -> bytes:
        raise RuntimeError("AS KS")


class Source(io.BytesIO):
    """A file with such a line in it."""

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        return Fatal(line) if line.startswith(b"fatal") else line


def test_a_bug_in_one_record_leaves_the_others() -> None:
    told: list[Exception] = []
    line = b'{"game": "charlemagne", "format": 1, "options": {}, "seed": "s", "deals": [{"moves": []}]}\n'
    found = list(verdict_lines(Source(line + b"fatal\n" + line), 1000, told.append))
    assert [one["verdict"] for one in found] == ["legal", "invalid", "legal"]
    assert [type(error) for error in told] == [RuntimeError]
    assert found[1]["problem"] == "/problems/internal-error" and "AS" not in str(found[1])
    with pytest.raises(RuntimeError):
        list(verdict_lines(Source(b"fatal\n"), 1000))


@pytest.fixture(scope="module")
def small(contract: Contract) -> Asking:
    settings = {"REFEREE_MAX_BODY": "2048", "REFEREE_MAX_LINE": "1024", "REFEREE_MAX_RECORDS": "4096"}
    return Asking(create_app(Config.read(settings)), contract)


def test_limits_are_settings(small: Asking) -> None:
    limits = small("GET", "/v1/games/charlemagne").json["limits"]
    assert (limits["body_bytes"], limits["line_bytes"], limits["records_bytes"]) == (2048, 1024, 4096)
    assert small("POST", "/v1/games/charlemagne/deals", b"{}" + b" " * 2046).status == 201
    answer = small("POST", "/v1/games/charlemagne/deals", b"{}" + b" " * 2047)
    assert (answer.kind, answer.json["limit"]) == ("too-large", 2048)
    line = json.dumps(
        {"game": "charlemagne", "format": 1, "options": {}, "seed": "s", "deals": [{"moves": []}]}
    ).encode()
    raw = line + b"\n" + line + b" " * 1024 + b"\n" + line
    answer = small("POST", "/v1/replays", raw, media="application/x-ndjson")
    assert [json.loads(one)["verdict"] for one in answer.data.splitlines()] == ["legal", "invalid", "legal"]
    answer = small("POST", "/v1/replays", raw + b" " * 4096, media="application/x-ndjson")
    assert (answer.kind, answer.json["limit"]) == ("too-large", 4096)


def referee(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "service", *arguments]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, timeout=120, check=False)


def test_the_version_says_which_build_runs() -> None:
    said = referee("--version").stdout.decode()
    assert said.startswith("card-referee 0.") and ("compiled" in said or "pure" in said)


def test_records_judged_from_a_file(tmp_path: Path) -> None:
    record: dict[str, Any] = {"game": "zheng-fen", "format": 1, "options": {}, "seed": "s", "deals": [{"moves": []}]}
    file = tmp_path / "records.ndjson"
    file.write_text(json.dumps({**record, "id": "a"}) + "\n" + json.dumps({**record, "id": "b"}))
    done = referee("judge", str(file))
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [(one["id"], one["verdict"]) for one in verdicts] == [("a", "legal"), ("b", "legal")]
    done = referee("judge", "-", given=b"no record\n")
    assert done.returncode == 2 and json.loads(done.stdout)["problem"] == "/problems/malformed-json"
    done = referee("judge", str(tmp_path / "none"))
    assert done.returncode == 1 and b"cannot be read" in done.stderr and b"Traceback" not in done.stderr


def test_a_command_that_does_not_exist() -> None:
    assert referee("dance").returncode == 2
    assert referee().returncode == 2
