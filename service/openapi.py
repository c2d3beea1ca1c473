"""The OpenAPI document, made from the calls, the shapes and the answers that the service gives."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from threading import Lock
from typing import Any, Final

import yaml
from apispec import APISpec
from flask import Flask

from referee import __version__
from referee.games.registry import GAMES
from schemas.body import document as body_schema
from schemas.games import SHAPES
from schemas.shapes import Book
from service.api.jobs import END, JOB
from service.api.plots import TYPES
from service.calls import CALLS, SETTINGS, Call
from service.examples import Asked, Examples
from service.limits import EVENT_STREAM, JSON, NDJSON
from service.making import LONGEST_KEY
from service.problems import INTERNAL, KINDS, PROBLEM_JSON

Json = dict[str, Any]

DESCRIPTION: Final = """\
A stateless referee for card games. A request carries the state of a game, the answer carries the next one; the service
keeps nothing. Cards are written rank then suit (`TH` is the ten of hearts), a hidden card is `??`, seats count from 0
in order of play. A state is for servers, since it holds the seed and every hand; a view is what one seat, or the table,
knows.

Every answer has the header `X-Request-ID`: the client's, when it is 1 to 128 visible ASCII characters, else one of the
service's own. Every error is a problem (RFC 9457), and its `type` is the path of a page about it.
"""

RETRIED: Final = frozenset({"queue-unavailable", "too-many-requests"})
"""The kinds of problems that say when to ask again."""
_KEPT: Final = "openapi"
_LOCK: Final = Lock()


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True

    def represent_str(self, data: str) -> yaml.ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:str", data, style="|" if "\n" in data else None)


_Dumper.add_representer(str, _Dumper.represent_str)


class _Kept:
    """What was made of the document once."""

    def __init__(self, app: Flask) -> None:
        from service.app import create_app

        # Examples leave no job in anybody's queue.
        self.examples = Examples(create_app(replace(app.extensions[SETTINGS], redis_url="")))
        self.document = _document(self.examples)
        self.text = yaml.dump(
            self.document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None
        )


def _kept(app: Flask) -> _Kept:
    with _LOCK:
        kept: _Kept | None = app.extensions.get(_KEPT)
        if kept is None:
            kept = _Kept(app)
            app.extensions[_KEPT] = kept
        return kept


def document(app: Flask) -> Json:
    """The document as plain data."""
    return _kept(app).document


def written(app: Flask) -> str:
    """The document in YAML."""
    return _kept(app).text


def example_problem(app: Flask, name: str) -> Json:
    """A problem of this kind, as the service answers it."""
    return _problem_examples(_kept(app).examples)[name]


def _problem_examples(examples: Examples) -> dict[str, Json]:
    bug = KINDS[INTERNAL]
    told: Json = {
        "type": f"/problems/{INTERNAL}",
        "title": bug.title,
        "status": bug.status,
        "detail": "The service has failed to answer; the failure is logged under the request id.",
        "request_id": "an-example",
    }
    return {**examples.problems, INTERNAL: told}


def _document(examples: Examples) -> Json:
    book = Book()
    spec = APISpec(
        title="card-referee",
        version=__version__,
        openapi_version="3.1.0",
        info={"description": DESCRIPTION, "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"}},
        servers=[{"url": "/"}],
        tags=[{"name": "Games"}, {"name": "Records"}, {"name": "Jobs"}, {"name": "Service"}],
    )
    spec.components.header("X-Request-ID", {"schema": {"type": "string"}, "description": "The id of the request."})
    for name, told in _problem_examples(examples).items():
        spec.components.example(name, {"value": told})
    by_path: dict[str, Json] = {}
    for call in sorted(CALLS, key=lambda call: call.path):
        by_path.setdefault(call.path, {})[call.method] = _operation(call, book, examples)
    for path, operations in by_path.items():
        spec.path(path, operations=operations)
    for page in PAGES:
        spec.path(page.path, operations={"get": page.operation(book)})
    problems = [kind.shape().schema(book, False) for kind in KINDS.values()]
    for name, schema in book.schemas.items():
        spec.components.schema(name, schema)
    told = dict(spec.to_dict())
    return _used({"openapi": told.pop("openapi"), **told}, problems)


def _operation(call: Call, book: Book, examples: Examples) -> Json:
    operation: Json = {
        "operationId": _operation_id(call),
        "tags": [call.tag],
        "summary": call.summary,
    }
    if call.description:
        operation["description"] = call.description
    games = [call.of_game] if call.of_game else [name for name in GAMES if call.name in SHAPES[name].bodies]
    parameters = _parameters(call)
    if parameters:
        operation["parameters"] = parameters
    if call.method == "post":
        operation["requestBody"] = {"required": True, "content": {call.media: _given(call, games, book, examples)}}
    told: Json = {str(call.status): _told(call, games, book, examples.calls)}
    if call.makes_job:
        told = {"200": _told(call, games, book, examples.finished), **told}
    if call.media == EVENT_STREAM:
        told["204"] = {
            "description": "A stream that had ended was asked for again with the id of its last event.",
            "headers": _HEADERS,
        }
    if call.media in TYPES.values():
        told["200"]["headers"] = {**_HEADERS, **_KEPT_HEADERS}
        told["304"] = {
            "description": "It is the picture that the client has.",
            "headers": {**_HEADERS, **_KEPT_HEADERS},
        }
    operation["responses"] = {**told, **_problems(call.problems, book)}
    return operation


def _told(call: Call, games: list[str], book: Book, calls: Mapping[tuple[str, str], Asked]) -> Json:
    """What is told of the answer that is no problem; ``calls`` has the examples."""
    headers = _HEADERS
    description = "The answer."
    if call.makes_job:
        waited = calls[call.path, games[0]].status == 200
        description = "The job, finished while it was waited for." if waited else "The job, which was made."
        headers = {**_HEADERS, "Location": _LOCATION, "Preference-Applied": _APPLIED}
        if not waited:
            headers["Retry-After"] = _RETRY_AFTER
    return {
        "description": description,
        "headers": headers,
        "content": {call.media: _answer(call, games, book, calls)},
    }


def _parameters(call: Call) -> list[Json]:
    """The parts of the path that a client fills in, and headers that mean something to this call."""
    parameters: list[Json] = []
    if "{game}" in call.path:
        parameters.append(
            {"name": "game", "in": "path", "required": True, "schema": {"type": "string", "enum": list(GAMES)}}
        )
    if "{id}" in call.path:
        parameters.append({"name": "id", "in": "path", "required": True, "schema": {"type": "string"}})
    if call.makes_job or (call.answer is JOB and call.method == "get" and call.media == JSON):
        parameters.append({"name": "Prefer", "in": "header", "schema": {"type": "string"}, "example": "wait=3"})
    if call.media == EVENT_STREAM:
        parameters.append({"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"}, "example": END})
    if call.media in TYPES.values():
        parameters.append({"name": "If-None-Match", "in": "header", "schema": {"type": "string"}})
    if call.makes_job:
        key = {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY}
        parameters.append({"name": "Idempotency-Key", "in": "header", "schema": key})
    return parameters


def _operation_id(call: Call) -> str:
    parts = [part for part in call.path.replace("{", "").replace("}", "").split("/") if part not in ("", "v1")]
    return "-".join([call.method, *parts])


def _given(call: Call, games: list[str], book: Book, examples: Examples) -> Json:
    if call.media == NDJSON:
        schemas = [body_schema(SHAPES[name].bodies["replays"], book) for name in GAMES]
        item = _any(schemas)
        return {
            "schema": {"type": "string", "description": "One record a line."},
            "x-line": item,
            "example": examples.calls[call.path, ""].given,
        }
    schemas = [body_schema(SHAPES[name].bodies[call.name], book) for name in games]
    told = {name: {"value": examples.calls[call.path, name].given} for name in games}
    return {"schema": _any(schemas), "examples": told}


def _answer(call: Call, games: list[str], book: Book, calls: Mapping[tuple[str, str], Asked]) -> Json:
    if call.name:
        schemas = [SHAPES[name].answers[call.name].schema(book, False) for name in games]
        told = {name: {"value": calls[call.path, name].answer} for name in games}
        return {"schema": _any(schemas), "examples": told}
    if call.media in TYPES.values():
        return {}  # a picture
    shape = call.answer
    schema: Json = {} if shape is None else shape.schema(book, False)
    if call.media == NDJSON:
        schema_of_line = schema
        return {
            "schema": {"type": "string", "description": "One verdict a line."},
            "x-line": schema_of_line,
            "example": calls[call.path, ""].answer,
        }
    if call.media == EVENT_STREAM:
        return {
            "schema": {"type": "string", "description": "Server-sent events; the data of each is the job."},
            "x-data": schema,
            "example": calls[call.path, ""].answer,
        }
    if "{game}" in call.path:
        told = {name: {"value": calls[call.path, name].answer} for name in GAMES}
        return {"schema": schema, "examples": told}
    return {"schema": schema, "example": calls[call.path, ""].answer}


def _problems(kinds: Iterable[str], book: Book) -> Json:
    by_status: dict[int, list[str]] = {}
    for name in [*kinds, INTERNAL]:
        by_status.setdefault(KINDS[name].status, []).append(name)
    return {str(status): _problem_answer(by_status[status], book) for status in sorted(by_status)}


def _problem_answer(names: list[str], book: Book) -> Json:
    return {
        "description": "; ".join(KINDS[name].title for name in names) + ".",
        "headers": {**_HEADERS, "Retry-After": _RETRY_AFTER} if RETRIED & set(names) else _HEADERS,
        "content": {
            PROBLEM_JSON: {
                "schema": _any([KINDS[name].shape().schema(book, False) for name in names]),
                "examples": {name: {"$ref": f"#/components/examples/{name}"} for name in names},
            }
        },
    }


_LOCATION: Final[Json] = {"schema": {"type": "string"}, "description": "The path of the job."}
_APPLIED: Final[Json] = {"schema": {"type": "string"}, "description": "The wait, when there was one."}
_KEPT_HEADERS: Final[Json] = {
    "ETag": {"description": "Names the picture, which never changes.", "schema": {"type": "string"}},
    "Cache-Control": {"description": "For how long it may be kept.", "schema": {"type": "string"}},
}
_RETRY_AFTER: Final[Json] = {"schema": {"type": "integer"}, "description": "Seconds after which to ask again."}
_HEADERS: Final[Json] = {"X-Request-ID": {"$ref": "#/components/headers/X-Request-ID"}}


def _any(schemas: list[Json]) -> Json:
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


class _Page:
    """A page for people: not a call, and told of all the same. ``values`` are those of the parameter in its path."""

    def __init__(
        self, name: str, path: str, summary: str, media: str, values: Iterable[str] = (), problems: tuple[str, ...] = ()
    ) -> None:
        self.path = path
        self._name = name
        self._summary = summary
        self._media = media
        self._values = list(values)
        self._problems = problems

    def operation(self, book: Book) -> Json:
        told: Json = {"operationId": f"get-{self._name}", "tags": ["Service"], "summary": self._summary}
        if self._values:
            parameter = self.path.partition("{")[2].rstrip("}")
            schema = {"type": "string", "enum": self._values}
            told["parameters"] = [{"name": parameter, "in": "path", "required": True, "schema": schema}]
        kind = "string" if self._media == "text/html" else "object"
        content: Json = {self._media: {"schema": {"type": kind}}}
        told["responses"] = {
            "200": {"description": "The page.", "headers": _HEADERS, "content": content},
            **_problems(("not-acceptable", *self._problems), book),
        }
        return told


PAGES: Final = (
    _Page("document", "/openapi.yaml", "This document", "application/yaml"),
    _Page("docs", "/docs", "This document, to read and to try", "text/html"),
    _Page("problems", "/problems", "All kinds of problems", "text/html"),
    _Page("problem", "/problems/{name}", "One kind of problem", "text/html", KINDS, ("not-found",)),
    _Page(
        "rules",
        "/rules/{game}",
        "What the referee says by each rule of a game",
        "text/html",
        GAMES,
        ("unknown-game",),
    ),
)


def _used(document: Json, kept: list[Json]) -> Json:
    """The document without schemas to which neither it nor ``kept`` refers."""
    schemas: dict[str, Json] = document["components"]["schemas"]
    wanted: set[str] = set()
    waiting: list[Any] = [document["paths"], kept]
    while waiting:
        item = waiting.pop()
        if isinstance(item, dict):
            name = str(item.get("$ref", "")).removeprefix("#/components/schemas/")
            if name in schemas and name not in wanted:
                wanted.add(name)
                waiting.append(schemas[name])
            waiting.extend(item.values())
        elif isinstance(item, list):
            waiting.extend(item)
    document["components"]["schemas"] = {name: schemas[name] for name in sorted(wanted)}
    return document
