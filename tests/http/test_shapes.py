"""Shapes: the quick look, the reading and the JSON Schema in the document say the same of every value."""

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from referee.cards import SPELLINGS
from schemas.games import SHAPES
from schemas.shapes import Book, Card, Shape
from tests.http.conftest import Asking, Contract
from tests.http.test_fuzz import VALUES, edited, places

EDITS = 400


def validator(shape: Shape, given_: bool) -> Draft202012Validator:
    book = Book()
    schema = shape.schema(book, given_)
    return Draft202012Validator({**schema, "components": {"schemas": book.schemas}})


def bodies(contract: Contract) -> list[tuple[str, str, Any]]:
    """Every body that the document shows as an example: game, call, body."""
    found = []
    for path, item in contract.told["paths"].items():
        for operation in item.values():
            content = operation.get("requestBody", {}).get("content", {})
            for name, example in content.get("application/json", {}).get("examples", {}).items():
                found.append((name, path.rpartition("/")[2], example["value"]))
    return found


@settings(max_examples=EDITS, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_schema_in_the_document_and_the_reading_agree(contract: Contract, data: st.DataObject) -> None:
    game, call, body = data.draw(st.sampled_from(bodies(contract)))
    schema = SHAPES[game].bodies[call]
    shape = schema.shape
    value: Any = body
    for _ in range(data.draw(st.integers(0, 2))):
        # The options of a state are held against the rest of it: what is wrong with them is inconsistent-state.
        wheres = [where for where in places(value) if where[1:2] != ("options",)]
        value = edited(value, data.draw(st.sampled_from(wheres)), data.draw(VALUES)) if wheres else value
    before = copy.deepcopy(value)
    faults: dict[str, str] = {}
    read = shape.read(value, "", faults)
    assert value == before, "reading changed what was read"
    if shape.sound(value):
        assert not faults and read == value
        assert schema.load(value) == value, "what is taken as it is would be read otherwise"
    fits = validator(shape, True).is_valid(value)
    assert fits == (not faults), faults
    if not faults:
        assert shape.read(read, "", faults) == read and not faults


@pytest.mark.parametrize("hidden", [False, True])
def test_the_pattern_of_a_card_takes_every_spelling_and_no_other(game: str, hidden: bool) -> None:
    card: Card = SHAPES[game].parts.hidden_card if hidden else SHAPES[game].parts.card
    book = Book()
    card.schema(book, True)
    (pattern,) = [schema["pattern"] for schema in book.schemas.values() if "pattern" in schema]
    check = Draft202012Validator({"pattern": pattern})
    texts = {
        *SPELLINGS,
        "??",
        "?",
        "",
        "1S",
        "10",
        "010S",
        "TS ",
        "10SS",
        "ts\n",
        "BJ**",
        "bj*",
        "bJ",
        "RJ",
        "J",
        "11H",
    }
    for text in texts:
        faults: dict[str, str] = {}
        card.read(text, "", faults)
        assert check.is_valid(text) == (not faults), text


def test_answers_have_no_card_but_as_it_is_written(ask: Asking, game: str) -> None:
    answer = ask.post(f"/v1/games/{game}/deals", {"seed": "s", "view_for": "all"}, 201)
    assert SHAPES[game].state.sound(answer["state"])
    assert all(SHAPES[game].state.sound(view) for view in answer["views"].values())
