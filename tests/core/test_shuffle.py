"""The documented shuffle against a second writing of it, and against figures worked out by hand."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.shuffle import Stream, deal_label, first_seat, ordered_pack, salt_of, shuffled, sound_seed
from tests.oracles import shuffle as oracle

SEEDS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), min_size=1, max_size=32)
LABELS = st.sampled_from(["first", "deal:1", "deal:7:redeal:2", "seats"])


@given(SEEDS, LABELS, st.integers(1, 216))
def test_a_shuffle_is_the_one_of_the_law_book(seed: str, label: str, size: int) -> None:
    pack = [str(number) for number in range(size)]
    cards = shuffled(pack, seed, label)
    assert cards == oracle.shuffle(pack, seed, label)
    assert sorted(cards) == sorted(pack)


@given(SEEDS, LABELS, st.lists(st.integers(1, 2**32), max_size=20))
def test_numbers_are_those_of_the_law_book(seed: str, label: str, bounds: list[int]) -> None:
    stream = Stream(seed, label)
    assert [stream.below(bound) for bound in bounds] == oracle.numbers_below(seed, label, bounds)


def test_a_word_past_the_last_whole_multiple_is_thrown_away() -> None:
    # Half of all words are thrown away for this bound, so within 64 draws some certainly are.
    bound = 2**31 + 1
    stream = Stream("a", "first")
    drawn = [stream.below(bound) for _ in range(64)]
    words = oracle.byte_stream("a", "first", 4 * 400)
    kept = [word for at in range(0, 1600, 4) if (word := int.from_bytes(words[at : at + 4], "big")) < bound]
    assert drawn == kept[:64]
    assert kept[:64] != [int.from_bytes(words[at : at + 4], "big") for at in range(0, 256, 4)]


def test_the_ordered_pack() -> None:
    pack = ordered_pack("78", 2, ["BJ*", "BJ"], ["RJ*", "RJ"])
    once = ["7S", "8S", "7H", "8H", "7D", "8D", "7C", "8C"]
    assert pack == once + once + ["BJ*", "BJ", "RJ*", "RJ"]


def test_labels_and_first_seat() -> None:
    assert [deal_label(1, 0), deal_label(12, 3)] == ["deal:1", "deal:12:redeal:3"]
    for seed in ("x", "深", "0" * 128):
        assert first_seat(seed, 5) == oracle.numbers_below(seed, "first", [5])[0]


def test_the_salt_is_half_a_hash() -> None:
    assert salt_of("abc") == hashlib.sha256(b"salt\0abc").hexdigest()[:32]


@pytest.mark.parametrize(
    ("seed", "sound"),
    [("", False), ("a", True), ("a" * 128, True), ("a" * 129, False), ("é" * 64, True), ("é" * 65, False)]
    + [("a\0b", False), ("\ud800", False)],
)
def test_which_seeds_are_sound(seed: str, sound: bool) -> None:
    assert sound_seed(seed) is sound
