"""Shapes: the quick look, the reading and the JSON Schema in the document say the same of every value."""

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator

from referee.cards import SPELLINGS
from schemas.games import SHAPES
from schemas.shapes import (
    AnObject,
    Book,
    Card,
    Cards,
    Either,
    Flag,
    ListOf,
    Maybe,
    Number,
    Object,
    OneOf,
    Shape,
    Short,
    Tagged,
    Text,
    Whole,
)
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


ODD = ['"', "'", "\\", "a\nb", "{x}", "ü", "__import__('os')", "n1"]
"""Names that would be something else in Python if they were not quoted."""


@pytest.mark.parametrize("name", ODD)
def test_the_quick_look_takes_names_for_names(name: str) -> None:
    whole, tagged = (
        Object({name: Whole(0, 1)}, {name * 2: OneOf(name)}),
        Tagged(name, {name: Object({name: Short(99)})}),
    )
    assert whole.sound({name: 1}) and whole.sound({name: 1, name * 2: name}) and tagged.sound({name: name})
    for given_ in ({}, {name: True}, {name: 2}, {name: 1, "x": 1}, {name: 1, name * 2: "x"}, [name], name, None):
        assert not whole.sound(given_) and not tagged.sound(given_)


SHAPED: list[tuple[Shape, list[Any], list[Any]]] = [
    (Whole(-1, 2), [-1, 0, 2], [-2, 3, 1.0, True, "1", None, [], {}]),
    (Number(), [0, 1.5], [True, "1", None]),
    (Flag(), [True, False], [0, 1, "true", None]),
    (Short(2), ["", "ab"], ["abc", 1, None, ["a"]]),
    (Text("even", lambda text: len(text) % 2 == 0), ["", "ab"], ["a", 2, None, []]),
    (OneOf("a", "b"), ["a", "b"], ["c", 1, None, ["a"], {"a": 1}]),
    (OneOf(True), [True], [1, 1.0, "true", False]),
    (OneOf(1, 2), [1, 2], [True, 1.0, 3, "1"]),
    (Maybe(Whole(0)), [None, 0], [-1, "0", False]),
    (Either(OneOf("all"), Whole(0), ListOf(Whole(0), 1, 2)), ["all", 0, [1], [1, 2]], ["x", -1, [], [1, 2, 3], None]),
    (ListOf(ListOf(Flag()), 1), [[[]], [[True], []]], [[], [True], [[1]], {}, "ab"]),
    (
        Cards(Card("Three", ["3S", "4S", "5S"]), 1, 2),
        [["3S"], ["4S", "4S"]],
        [[], ["3s"], ["3S"] * 3, [["3S"]], [None]],
    ),
    (Card("Seen", ["3S"], hidden=True), ["3S", "??"], ["3s", "4S", 3, ["3S"]]),
    (Object({}), [{}], [{"a": 1}, [], None]),
    (AnObject({}), [{}, {"a": []}], [[], None, "{}"]),
    (Whole(0).told("how many"), [0], [-1, None]),
]
"""A shape of each kind, what it takes as it is, and what it does not."""


@pytest.mark.parametrize(("shape", "takes", "not_so"), SHAPED, ids=lambda value: type(value).__name__)
def test_the_quick_look(shape: Shape, takes: list[Any], not_so: list[Any]) -> None:
    inside = Object({"in": ListOf(shape)})  # where its test stands among others
    for value in takes:
        assert shape.sound(value) is True and inside.sound({"in": [value, value]}) is True, value
        faults: dict[str, str] = {}
        assert shape.read(value, "", faults) == value and not faults
    for value in not_so:
        assert shape.sound(value) is False and inside.sound({"in": [*takes, value]}) is False, value
