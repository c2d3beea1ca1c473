"""Pages for people: ``/docs``, ``/openapi.yaml``, ``/problems/…``, ``/rules/…``. Nothing in them comes from
elsewhere.
"""

from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Final

import orjson
from flask import Blueprint, Response, current_app, request, send_from_directory
from werkzeug.exceptions import PreconditionFailed

from referee.game import Game
from referee.rulings import GENERAL
from service.calls import find
from service.limits import check_accept
from service.openapi import example_problem, written
from service.problems import KINDS, PAGE, Problem, page

docs: Final = Blueprint("docs", __name__)

ASSETS: Final = Path(str(files("flask_swagger_ui"))) / "dist"
SCRIPT: Final = "start.js"
HTML: Final = "text/html; charset=utf-8"
PLAIN: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
SCRIPTED: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src "
    "'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)

DOCS: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><title>card-referee</title>
<link rel="icon" type="image/png" href="{root}/docs/favicon-32x32.png">
<link rel="stylesheet" href="{root}/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="{root}/docs/swagger-ui-bundle.js"></script>
<script src="{root}/docs/{script}" data-document="{root}/openapi.yaml"></script>
</body>
</html>
"""

START: Final = """const here = document.currentScript;
SwaggerUIBundle({
  url: here.dataset.document,
  dom_id: "#swagger-ui",
  deepLinking: true,
  validatorUrl: null,
  plugins: [{afterLoad}],
});

// Text of a type with "json" in its name would be offered as one JSON string, and lines of NDJSON are none.
function afterLoad(system) {
  const made = system.fn.getSampleSchema;
  system.fn.getSampleSchema = (schema, type, config, example) =>
    String(type).includes("ndjson") && typeof example === "string" ? example : made(schema, type, config, example);
}
"""


def _html(text: str, policy: str = PLAIN) -> Response:
    check_accept(["text/html"])
    answer = Response(text, content_type=HTML)
    answer.headers["Content-Security-Policy"] = policy
    return answer


@docs.get("/docs", strict_slashes=False)
def shown() -> Response:
    """The document, to read and to try."""
    return _html(DOCS.format(root=escape(request.script_root), script=SCRIPT), SCRIPTED)


@docs.get(f"/docs/{SCRIPT}")
def start() -> Response:
    """What makes the page of the document."""
    return Response(START, content_type="text/javascript; charset=utf-8")


@docs.get("/docs/<path:name>")
def asset(name: str) -> Response:
    """The assets of the page, which lie beside the service."""
    answer = send_from_directory(ASSETS, name, max_age=86400)
    if answer.status_code == PreconditionFailed.code:
        raise PreconditionFailed
    return answer


@docs.get("/openapi.yaml")
def document() -> Response:
    """The OpenAPI document."""
    check_accept(["application/yaml", "application/x-yaml", "text/yaml", "text/x-yaml", "text/plain"])
    return Response(written(current_app), content_type="application/yaml")


@docs.get("/problems", strict_slashes=False)
def problems() -> Response:
    """All kinds of problems."""
    root = escape(request.script_root)
    rows = [
        f'<li><a href="{root}/problems/{kind.name}"><code>{kind.name}</code></a>'
        f" ({kind.status}): {escape(kind.title)}</li>"
        for kind in KINDS.values()
    ]
    return _html(PAGE.format(title="Problems", body="<ul>\n" + "\n".join(rows) + "\n</ul>"))


@docs.get("/problems/<name>")
def problem(name: str) -> Response:
    """What one kind of problem means, and what to do."""
    kind = KINDS.get(name)
    if kind is None:
        raise Problem("not-found", "There is no such kind of problem.")
    example = example_problem(current_app, name)
    return _html(page(kind, orjson.dumps(example, option=orjson.OPT_INDENT_2).decode()))


@docs.get("/rules/<game>")
def rules(game: str) -> Response:
    """The rules of a game as far as the referee cites them, each with its id as an anchor."""
    found = find(game)
    rows = [
        f'<dt id="{rule}">{rule}</dt>\n' + "\n".join(f"<dd>{escape(text)}</dd>" for text in told)
        for rule, told in cited(found)
    ]
    title = escape(found.names.get("en", found.name))
    return _html(PAGE.format(title=title, body="<dl>\n" + "\n".join(rows) + "\n</dl>"))


def cited(game: Game) -> list[tuple[str, list[str]]]:
    """What the referee says by each rule of a game: options, refusals and score lines, by rule id in order."""
    told: dict[str, list[str]] = {}
    for option in game.options:
        values = ", ".join(str(value) for value in option.values)
        told.setdefault(option.rule, []).append(f"Option {option.name} ({values}): {option.meaning}.")
    for code, (rule, message) in GENERAL.items():
        told.setdefault(rule, []).append(f"{code}: {message}")
    for breach in game.breaches.values():
        told.setdefault(breach.rule, []).append(f"{breach.code}: {breach.message}")
    for code, (rule, message) in game.scores.items():
        told.setdefault(rule, []).append(f"{code}: {message}")
    return sorted(told.items(), key=lambda item: _place(item[0]))


def _place(rule: str) -> tuple[str, list[int]]:
    letters, _, numbers = rule.partition("-")
    return letters, [int(number) for number in numbers.split(".") if number.isdigit()]
