"""openapi.yaml is what the code says, it is sound, and what it shows as examples is what it tells of."""

import copy
import json
import subprocess
import sys
from typing import Any

import pytest
import yaml
from flask import Flask
from openapi_spec_validator import validate

from referee.games.registry import GAMES
from schemas.games import SHAPES
from service.openapi import document, written
from service.problems import KINDS
from tests.http.conftest import ROOT, Asking, Contract

METHODS = ("get", "post", "delete")


def test_the_committed_document_is_the_generated_one() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "service", "openapi"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    assert made.stdout == (ROOT / "openapi.yaml").read_text(encoding="utf-8"), "run: make openapi"


def test_the_document_is_sound_openapi(app: Flask) -> None:
    told = yaml.safe_load(written(app))
    assert told == document(app)
    assert told["openapi"] == "3.1.0"
    validate(told)


def test_the_service_serves_the_document(ask: Asking, app: Flask) -> None:
    answer = ask("GET", "/openapi.yaml")
    assert answer.data.decode() == written(app)
    assert answer.headers["Content-Type"] == "application/yaml"


def operations(told: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for path, item in told["paths"].items()
        for method, operation in item.items()
        if method in METHODS
    ]


def test_every_answer_has_an_example_that_fits(contract: Contract) -> None:
    found = 0
    for method, path, operation in operations(contract.told):
        for status, answer in operation["responses"].items():
            for media, content in answer.get("content", {}).items():
                if media in ("text/html", "application/yaml") or media.startswith("image/"):
                    continue
                shown = (
                    [content["example"]]
                    if "example" in content
                    else [
                        contract.told["components"]["examples"][name]["value"]
                        if "$ref" in example
                        else example["value"]
                        for name, example in content["examples"].items()
                    ]
                )
                assert shown, f"{method} {path} {status} has no example"
                for example in shown:
                    if isinstance(example, dict) and "progress" in example:  # a job
                        assert json.dumps(example["result"]) == json.dumps(example["result"], sort_keys=True)
                    found += 1
                    if media == "text/event-stream":
                        for line in example.splitlines():
                            if line.startswith("data: "):
                                contract.validate(content["x-data"], json.loads(line.removeprefix("data: ")))
                    elif media == "application/x-ndjson":
                        contract.check(method, path, int(status), media, example.encode())
                    else:
                        contract.validate(content["schema"], example)
    assert found > 100


def test_every_body_has_an_example_that_fits(contract: Contract) -> None:
    for method, path, operation in operations(contract.told):
        if method != "post":
            continue
        for content in operation["requestBody"]["content"].values():
            if "example" in content:
                continue
            assert content["examples"], f"{path} has no example"
            for example in content["examples"].values():
                contract.validate(content["schema"], example["value"])


def test_every_call_of_every_game_is_told_of(contract: Contract) -> None:
    paths = contract.told["paths"]
    for name, shapes in SHAPES.items():
        for call in shapes.bodies:
            assert f"/v1/games/{{game}}/{call}" in paths or f"/v1/games/{name}/{call}" in paths
    parameters = paths["/v1/games/{game}"]["get"]["parameters"]
    assert parameters[0]["schema"]["enum"] == list(GAMES)


def test_every_route_is_told_of(app: Flask, contract: Contract) -> None:
    own = {"/docs/start.js", "/docs/{name}"}
    for rule in app.url_map.iter_rules():
        path = rule.rule.replace("<path:", "{").replace("<", "{").replace(">", "}")
        assert path in contract.told["paths"] or path in own, path


def test_no_card_of_an_answer_is_spelt_in_two_ways(contract: Contract) -> None:
    schemas = contract.told["components"]["schemas"]
    for name, schema in schemas.items():
        if name.endswith(("Card", "CardOrHidden")):
            assert set(schema) == {"enum"}
        if name.endswith(("CardGiven", "CardOrHiddenGiven")):
            assert "10" in schema["pattern"]


@pytest.mark.parametrize("name", sorted(KINDS))
def test_every_problem_has_a_page_and_an_example(ask: Asking, contract: Contract, name: str) -> None:
    page = ask("GET", f"/problems/{name}")
    assert page.status == 200
    text = page.data.decode()
    assert "What it means" in text and "What to do" in text and f"/problems/{name}" in text
    example = contract.told["components"]["examples"][name]["value"]
    assert example["type"] == f"/problems/{name}"
    assert example["status"] == KINDS[name].status
    kind = "".join(part.capitalize() for part in name.split("-"))
    contract.validate({"$ref": f"#/components/schemas/Problem{kind}"}, example)


def test_the_pages_need_nothing_from_elsewhere(ask: Asking) -> None:
    page = ask("GET", "/docs")
    text = page.data.decode()
    assert "http:" not in text and "https:" not in text and "<script>" not in text
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy
    for part in ("swagger-ui-bundle.js", "swagger-ui.css", "start.js", "favicon-32x32.png"):
        assert f"/docs/{part}" in text
        assert ask("GET", f"/docs/{part}").status == 200
    assert b"/openapi.yaml" in page.data
    assert ask("GET", "/docs/../service/app.py").kind == "not-found"
    for path in ("/problems", "/problems/too-large", "/rules/charlemagne"):
        assert "default-src 'none'" in ask("GET", path).headers["Content-Security-Policy"]


def test_the_page_of_the_rules_has_every_rule_that_is_cited(ask: Asking, game: str) -> None:
    text = ask("GET", f"/rules/{game}").data.decode()
    for breach in GAMES[game].breaches.values():
        assert f'id="{breach.rule}"' in text
    assert ask("GET", f"/v1/games/{game}").json["rules"] == f"/rules/{game}"
    assert ask("GET", "/rules/snap").kind == "unknown-game"


def test_the_examples_are_not_changed_by_what_is_asked(ask: Asking, app: Flask) -> None:
    before = copy.deepcopy(document(app))
    for name in GAMES:
        ask("GET", f"/v1/games/{name}")
    ask("GET", "/problems/illegal-move")
    assert document(app) == before


def test_an_options_schema_takes_the_defaults(ask: Asking, contract: Contract, game: str) -> None:
    told = ask("GET", f"/v1/games/{game}").json
    defaults = {name: option["default"] for name, option in told["options"]["properties"].items()}
    contract.validate(told["options"], defaults)
    assert GAMES[game].resolve_options({}) == defaults
    assert ask("POST", f"/v1/games/{game}/deals", {"options": defaults}).status == 201


def test_the_list_of_games(ask: Asking) -> None:
    told = ask("GET", "/v1/games").json["games"]
    assert [one["game"] for one in told] == list(GAMES)
    for one in told:
        assert {"en", "zh", "fa", "id"} <= one["names"].keys()
        assert one == ask("GET", f"/v1/games/{one['game']}").json
        assert one["limits"]["legal_moves"] == {"default": 200, "most": 5000}
