"""Canonical JSON, digests, pointers and the first difference of two pieces of plain data."""

import hashlib
import hmac
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from referee.state import Chain, canonical, chain, first_difference, move_text, pointer

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
NAMES = st.text("abcdefghijklmnopqrstuvwxyz_", max_size=8)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)


@given(PLAIN)
def test_canonical_json_is_that_of_rfc_8785(data: Any) -> None:
    assert canonical(data) == rfc8785.dumps(data)


@given(st.binary(min_size=16, max_size=16), st.binary(max_size=32), PLAIN)
def test_a_digest_chains_to_the_one_before(salt: bytes, previous: bytes, data: Any) -> None:
    expected = hmac.new(salt, previous + rfc8785.dumps(data), hashlib.sha256).hexdigest()
    assert chain(salt.hex(), previous.hex(), data) == expected


@given(st.dictionaries(NAMES, PLAIN, max_size=4))
def test_a_move_is_written_as_canonical_json(move: dict[str, Any]) -> None:
    assert move_text(move).encode("utf-8") == rfc8785.dumps(move)


@given(st.binary(min_size=16, max_size=16), st.lists(st.dictionaries(NAMES, PLAIN, max_size=3), max_size=4))
def test_the_chain_of_a_match_gives_the_same_digests(salt: bytes, moves: list[dict[str, Any]]) -> None:
    steps = Chain(salt.hex())
    digest = ""
    for move in moves:
        expected = chain(salt.hex(), digest, move)
        digest = steps.after(digest, move_text(move))
        assert digest == expected


@given(PLAIN)
def test_equal_data_has_no_difference(data: Any) -> None:
    assert first_difference(data, data) is None


@given(PLAIN, PLAIN)
def test_a_difference_is_found_where_canonical_forms_differ(given_data: Any, derived: Any) -> None:
    same = canonical(given_data) == canonical(derived)
    assert (first_difference(given_data, derived) is None) is same


@pytest.mark.parametrize(
    ("given_data", "derived", "at"),
    [
        ({"a": [1, 2]}, {"a": [1, 3]}, "/a/1"),
        ({"a": [1]}, {"a": [1, 3]}, "/a/1"),
        ({"a": [1, 2]}, {"a": [1]}, "/a/1"),
        ({"a": 1, "b": 2}, {"a": 1}, "/b"),
        ({}, {"x/y~z": 1}, "/x~1y~0z"),
        ({"a": True}, {"a": 1}, "/a"),
        (1, 2, ""),
    ],
)
def test_the_pointer_of_the_first_difference(given_data: Any, derived: Any, at: str) -> None:
    assert first_difference(given_data, derived) == at


def test_a_pointer_escapes_names() -> None:
    assert pointer("a/b", 3, "~") == "/a~1b/3/~0"
