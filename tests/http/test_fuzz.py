"""Whatever is sent, no answer is a 5xx, and none is outside its schema."""

import copy
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from referee.games.registry import GAMES
from service.openapi import document
from tests.amount import amount
from tests.http.conftest import Asking, Server

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = amount(6)
EDITS = amount(200)


@schemathesis.serializer("application/x-ndjson")
def as_ndjson(context: schemathesis.SerializationContext, value: Any) -> bytes:
    """Text as it is, anything else as a line of JSON."""
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()


@pytest.mark.xdist_group("jobs")
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_what_the_document_tells_of(app: Flask, whole: Server, mode: GenerationMode) -> None:
    told = schemathesis.openapi.from_dict(document(app))
    asked: Counter[int] = Counter()
    for found in told.get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask_it(case: schemathesis.Case) -> None:
            answer = case.call_and_validate(base_url=whole.address, checks=CHECKS, timeout=30)
            asked[answer.status_code] += 1

        with suppress(Unsatisfiable):  # a path without parameters or body cannot be asked for wrongly
            ask_it()
    assert asked.total() > (100 if mode is GenerationMode.POSITIVE else 50)
    assert {200, 422} <= set(asked) if mode is GenerationMode.POSITIVE else {404, 422} <= set(asked)


def places(data: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in some plain data."""
    if at:
        yield at
    if isinstance(data, dict):
        for name, value in data.items():
            yield from places(value, (*at, name))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from places(value, (*at, number))


def edited(data: Any, at: tuple[str | int, ...], edit: Any) -> Any:
    """The data with one place changed: another value, doubled, or taken away."""
    changed = copy.deepcopy(data)
    inner = changed
    for part in at[:-1]:
        inner = inner[part]
    last = at[-1]
    if edit is ...:
        del inner[last]
    elif edit == "twice" and isinstance(inner, list):
        inner.insert(int(last), copy.deepcopy(inner[last]))
    else:
        inner[last] = edit
    return changed


VALUES = st.one_of(
    st.sampled_from(
        [..., "twice", None, True, False, 0, 1, 2, 3, 5, -1, 100, 2**53 - 1, 2**60, 1.5, "", "??", "table"]
    ),
    st.sampled_from(["AS", "3H", "BJ", "2D", "TH", "play", "pass", "deal_over", "S", "5", "mulot", "gros_charlemagne"]),
    st.sampled_from([[], {}, [[]], ["??"], ["AS"], [0], [0, 1, 2, 3], [[], [], [], []], {"seat": 0, "type": "pass"}]),
)


@pytest.fixture(scope="module")
def stations(ask: Asking) -> list[Any]:
    """States and views from the whole course of some deals."""
    found = []
    for game, contracts in (
        ("charlemagne", ("6", "mulot", "charlemagne", "gros_mulot", "gros_charlemagne")),
        ("zheng-fen", ("", "")),
        ("big-a", ("", "")),
        ("bao-huang", ("", "")),
    ):
        for number, contract in enumerate(contracts):
            base = f"/v1/games/{game}"
            options: dict[str, Any] = {"match": {"deals": 2}}
            if game == "zheng-fen":
                options["players"] = 3 + number
            if game == "big-a":
                options["draw"] = ("at_once", "stepwise")[number]
            if game == "bao-huang":
                options["guard"] = ("marked_joker", "called_card")[number]
            state = ask.post(f"{base}/deals", {"options": options, "seed": f"fuzz {number}"}, 201)["state"]
            step = 0
            while True:
                if step % (29 if game == "bao-huang" else 9) == 0 or state["phase"] not in ("play", "auction"):
                    found.append(state)
                    found.extend(ask.post(f"{base}/views", {"state": state})["views"].values())
                if state["match"]["over"]:
                    break
                if state["phase"] == "deal_over":
                    state = ask.post(f"{base}/deals", {"continue": state}, 201)["state"]
                    continue
                moves = ask.post(f"{base}/legal-moves", {"state": state, "limit": 50})["moves"]
                bids = [move for move in moves if move.get("contract") == contract]
                move = bids[0] if bids else moves[step * 7 % len(moves)]
                if move["type"] == "bid" and not bids:
                    move = moves[0]
                state = ask.post(f"{base}/moves", {"state": state, "move": move})["state"]
                step += 1
    return found


@settings(max_examples=EDITS, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_edited_states_and_views(ask: Asking, stations: list[Any], data: st.DataObject) -> None:
    """A state or view with something changed is answered like any other, or refused; what is answered is sound."""
    state = data.draw(st.sampled_from(stations))
    for _ in range(data.draw(st.integers(1, 3))):
        wheres = list(places(state))
        state = edited(state, data.draw(st.sampled_from(wheres)), data.draw(VALUES))
    game = state.get("game") if isinstance(state.get("game"), str) else "charlemagne"
    base = f"/v1/games/{game if game in GAMES else 'charlemagne'}"
    answer = ask("POST", f"{base}/legal-moves", {"state": state, "limit": 3})
    assert answer.status in (200, 422) or (answer.status == 404 and isinstance(state, str)), answer.data
    if answer.status == 200 and answer.json["moves"] and state["perspective"] is None:
        for move in answer.json["moves"]:
            made = ask.post(f"{base}/moves", {"state": state, "move": move, "view_for": "all"})
            assert ask.post(f"{base}/views", {"state": made["state"]})["views"] == made["views"]


MOVES = st.fixed_dictionaries(
    {
        "seat": st.integers(-1, 6),
        "type": st.sampled_from(["play", "pass", "bid", "discard", "give", "trump", "choose", "x"]),
    },
    optional={
        "cards": st.lists(
            st.sampled_from(["AS", "3H", "BJ", "RJ", "2D", "th", "10C", "9s", "??", "", "KD", "7H"]), max_size=9
        ),
        "card": st.sampled_from(["AS", "BJ", "7h", "x"]),
        "contract": st.sampled_from(["5", "mulot", "9", ""]),
        "suit": st.sampled_from(["S", "s", "X"]),
        "take": st.sampled_from(["kitty", "partner_card", "all"]),
        "as": st.fixed_dictionaries(
            {"kind": st.sampled_from(["pair", "full_house", "four_twos", "x"])},
            optional={"rank": st.sampled_from(["9", "K", "BJ", "X", None])},
        ),
    },
)


@settings(max_examples=EDITS, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_move_at_any_time(ask: Asking, stations: list[Any], data: st.DataObject) -> None:
    """Any move of the right shape gets a ruling, from the state and from the mover's view the same one."""
    state = data.draw(st.sampled_from([state for state in stations if state["perspective"] is None]))
    move = data.draw(MOVES)
    base = f"/v1/games/{state['game']}"
    answer = ask("POST", f"{base}/rulings", {"state": state, "move": move})
    assert answer.status in (200, 422)
    if answer.status == 422:
        assert answer.kind == "invalid-request"
    elif 0 <= move["seat"] < state["seats"]:
        view = ask.post(f"{base}/views", {"state": state, "seat": move["seat"]})["view"]
        assert ask.post(f"{base}/rulings", {"state": view, "move": move}) == answer.json
