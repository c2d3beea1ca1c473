"""The service in this process and as a server of its own; every answer is held against the OpenAPI document."""

import json
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask import Flask
from jsonschema_rs import Draft202012Validator

from bench.child import environment
from referee.games.registry import GAMES
from service import create_app
from service.config import Config
from service.openapi import document

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
BOTS = ",".join(f"tests.http.bots:{name}" for name in ("SLOW", "WRONG", "FAULTY", "CARELESS"))


class Contract:
    """The document, asked whether an answer is one that it tells of."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        self._paths = [
            (re.compile(re.sub(r"\{[^}]*\}", "[^/]+", path)), path)
            for path in sorted(told["paths"], key=lambda path: path.count("{"))
        ]
        self._validators: dict[str, Draft202012Validator] = {}

    def operation(self, method: str, path: str) -> dict[str, Any] | None:
        for pattern, name in self._paths:
            if pattern.fullmatch(path):
                found: dict[str, Any] | None = self.told["paths"][name].get(method.lower())
                if found is not None:
                    return found
        return None

    def validator(self, schema: dict[str, Any]) -> Draft202012Validator:
        key = repr(schema)
        if key not in self._validators:
            whole = {**schema, "components": {"schemas": self.told["components"]["schemas"]}}
            self._validators[key] = Draft202012Validator(whole)
        return self._validators[key]

    def check(self, method: str, path: str, status: int, media: str, data: bytes) -> None:
        """Fails when the document does not tell of such an answer."""
        operation = self.operation(method, path)
        if operation is None:
            if status < 400:
                return  # what a page is put together from
            kind = orjson.loads(data)["type"].rpartition("/")[2].title().replace("-", "")
            self.validate({"$ref": f"#/components/schemas/Problem{kind}"}, orjson.loads(data))
            return
        if status == 405:
            self.validate({"$ref": "#/components/schemas/ProblemMethodNotAllowed"}, orjson.loads(data))
            return
        answers = operation["responses"]
        assert str(status) in answers, f"{method} {path} is not said to answer {status}"
        content = answers[str(status)]["content"]
        assert media in content, f"{method} {path} is not said to answer {status} as {media}"
        if media == "application/x-ndjson":
            for line in data.splitlines():
                self.validate(content[media]["x-line"], orjson.loads(line))
        elif media.endswith("json"):
            self.validate(content[media]["schema"], orjson.loads(data))

    def validate(self, schema: dict[str, Any], data: Any) -> None:
        """Fails when the data is not what the schema says."""
        validator = self.validator(schema)
        if not validator.is_valid(data):
            pytest.fail(
                "; ".join(f"{error.instance_path}: {error.message[:400]}" for error in validator.iter_errors(data))
            )


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    data: bytes

    @property
    def json(self) -> Any:
        return orjson.loads(self.data)

    @property
    def kind(self) -> str:
        """The kind of problem, or an empty string."""
        if not self.headers["Content-Type"].startswith("application/problem+json"):
            return ""
        return str(self.json["type"]).removeprefix("/problems/")

    @property
    def pointers(self) -> list[str]:
        return sorted(error["pointer"] for error in self.json["errors"])


class Asking:
    """Asks the service in this process, and holds every answer against the document."""

    def __init__(self, app: Flask, contract: Contract) -> None:
        self.client = app.test_client()
        self.contract = contract

    def __call__(
        self, method: str, path: str, body: Any = None, media: str = "application/json", **headers: str
    ) -> Answer:
        raw = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        got = self.client.open(
            path, method=method, data=raw, content_type=media if raw is not None else None, headers=named
        )
        answer = Answer(got.status_code, dict(got.headers), got.data)
        got.close()
        assert answer.headers["X-Request-ID"]
        if method in ("GET", "POST", "DELETE"):
            self.contract.check(method, path, answer.status, got.mimetype, answer.data)
        return answer

    def post(self, path: str, body: Any, status: int = 200, **rest: Any) -> Any:
        answer = self("POST", path, body, **rest)
        assert answer.status == status, answer.data
        return answer.json

    def refused(self, path: str, body: Any, kind: str, **rest: Any) -> Any:
        answer = self("POST", path, body, **rest)
        assert answer.kind == kind, answer.data
        return answer.json


@pytest.fixture(scope="session")
def app() -> Flask:
    return create_app(Config.read({}))


@pytest.fixture(scope="session")
def contract(app: Flask) -> Contract:
    return Contract(document(app))


@pytest.fixture(scope="session")
def ask(app: Flask, contract: Contract) -> Asking:
    return Asking(app, contract)


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def fresh(ask: Asking, game: str) -> Any:
    """A state in which the first deal has just been dealt."""
    return ask.post(f"/v1/games/{game}/deals", {"seed": "a seed for tests"}, 201)["state"]


class Server:
    """``referee api``, or another command, as a process of its own, on a free port."""

    def __init__(self, command: str = "api", **settings: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "service", command],
            cwd=ROOT,
            env=environment(REFEREE_PORT="0", **settings),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = ""
        self.address = ""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            found = re.search(r"the API +(http://[^/]+)", line)
            if found:
                self.address = found[1]
            if "Ctrl-C" in line:
                break
        assert self.address, f"{self.said}{self.process.stderr.read() if self.process.stderr else ''}"
        self.port = int(self.address.rpartition(":")[2])

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Stops the server. Returns its exit code and what it wrote to standard error."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        said, errors = self.process.communicate(timeout=START_SECONDS)
        self.said += said
        return self.process.returncode, errors


class Starting:
    """Starts servers, and workers, with settings of a test's own."""

    def __init__(self) -> None:
        self._servers: list[Server] = []
        self._workers: list[Working] = []

    def __call__(self, command: str = "api", **settings: str) -> Server:
        self._servers.append(Server(command, **settings))
        return self._servers[-1]

    def worker(self, **settings: str) -> "Working":
        """A worker as a process of its own."""
        self._workers.append(Working(**settings))
        return self._workers[-1]

    def close(self) -> None:
        """Stops what still runs."""
        for running in self._servers:
            if running.process.poll() is None:
                running.stop(signal.SIGTERM)
        for working in self._workers:
            working.stop()


class Working:
    """``referee worker`` as a process of its own."""

    def __init__(self, **settings: str) -> None:
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.process = subprocess.Popen(
            [sys.executable, "-m", "service", "worker"],
            cwd=ROOT,
            env=environment(REFEREE_JOB_PROCESSES="1", **settings),
            stdout=self._log,
            stderr=self._log,
        )

    def stop(self) -> str:
        """Stops the worker. Returns what it said."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=START_SECONDS)
        if self._log.closed:
            return ""
        with self._log:
            self._log.seek(0)
            return self._log.read()


@pytest.fixture
def start() -> Iterator[Starting]:
    """Starts servers and workers; none outlives the test."""
    starting = Starting()
    try:
        yield starting
    finally:
        starting.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The API alone."""
    running = Server(REFEREE_WORKERS="2")
    try:
        yield running
    finally:
        running.stop()


@pytest.fixture(scope="session")
def whole() -> Iterator[Server]:
    """The whole service: the API, a worker, Valkey; with some bots of the tests' own."""
    running = Server("serve", REFEREE_WORKERS="1", REFEREE_JOB_LIMIT="5", REFEREE_JOB_LIFE="2", REFEREE_BOTS=BOTS)
    try:
        yield running
    finally:
        running.stop()
