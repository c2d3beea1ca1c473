"""Card codes, masks and written hands."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import RANKS, SUITS, Pack, bit, popcount, read_code, suit_of

CODES = [rank + suit for rank in reversed(RANKS) for suit in SUITS]


@pytest.mark.parametrize("place", range(62))
def test_each_bit_is_a_power_of_two(place: int) -> None:
    assert bit(place) == 2**place


@given(st.integers(0, 2**62 - 1))
def test_the_population_of_a_mask(mask: int) -> None:
    assert popcount(mask) == bin(mask).count("1")


@pytest.mark.parametrize("code", [*CODES, "BJ", "RJ", "BJ*", "RJ*"])
def test_a_code_is_read_in_any_case(code: str) -> None:
    for text in (code, code.lower(), code[0].lower() + code[1:], code[0] + code[1:].lower()):
        assert read_code(text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("10H", "TH"), ("10h", "TH"), ("th", "TH"), ("tH", "TH"), ("1H", None), ("??", None), ("", None), ("HT", None)]
    + [("10", None), ("100H", None), (" TH", None), ("TH ", None), ("BJ**", None), ("RJ*", "RJ*"), ("ﬁH", None)],
)
def test_what_is_read_and_what_is_not(text: str, code: str | None) -> None:
    assert read_code(text) == code


@given(st.lists(st.sampled_from(CODES), unique=True))
def test_a_hand_is_written_highest_first(hand: list[str]) -> None:
    pack = Pack(CODES)
    mask = pack.mask(hand)
    assert pack.write(mask) == sorted(hand, key=CODES.index) == pack.sort(hand)
    assert popcount(mask) == len(hand)


@given(st.lists(st.sampled_from(CODES), unique=True, min_size=3, max_size=3), st.randoms())
def test_of_two_equal_sizes_the_one_written_first_is_the_larger_number(hand: list[str], luck: random.Random) -> None:
    pack = Pack(CODES)
    other = luck.sample(CODES, 3)
    first, second = sorted([pack.sort(hand), pack.sort(other)], key=lambda cards: [CODES.index(card) for card in cards])
    assert pack.mask(first) >= pack.mask(second)


def test_equal_cards_and_strangers_have_no_mask() -> None:
    pack = Pack(CODES)
    assert pack.mask(["AS", "AS"]) == -1
    assert pack.mask(["BJ"]) == -1
    assert pack.mask([]) == 0


@pytest.mark.parametrize(("code", "suit"), [("TH", "H"), ("BJ", ""), ("RJ*", ""), ("??", "")])
def test_the_suit_of_a_code(code: str, suit: str) -> None:
    assert suit_of(code) == suit


def test_what_a_hand_lacks() -> None:
    pack = Pack(CODES)
    hand = pack.mask(["AS", "2C"])
    assert pack.lacking(hand, ["2C", "AS"]) == []
    assert pack.lacking(hand, ["AS", "AS", "KH"]) == ["AS", "KH"]


@given(st.lists(st.sampled_from([*CODES, "??"]), max_size=12))
def test_cards_are_sorted_whether_they_stand_in_order_or_not(cards: list[str]) -> None:
    pack = Pack(CODES)
    expected = sorted(cards, key=[*CODES, "??"].index)
    assert pack.sort(cards) == expected
    assert pack.sort(expected) == expected


@given(st.sets(st.sampled_from(CODES)))
def test_a_mask_is_written_in_order(cards: set[str]) -> None:
    pack = Pack(CODES)
    assert pack.write(pack.mask(cards)) == sorted(cards, key=CODES.index)
