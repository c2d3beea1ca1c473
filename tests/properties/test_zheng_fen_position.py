"""The position of Zheng Fen against the oracle: what may be played, in what number, and what is refused."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Pack
from referee.games.zheng_fen.combinations import (
    FULL_HOUSE,
    KINDS,
    PASS,
    RANK_ORDER,
    Walk,
    beats,
    family_count,
    family_members,
    family_nth,
    points_of,
    reading,
    readings_of,
)
from referee.games.zheng_fen.position import LEGAL, ZhengFenPosition
from tests.amount import examples
from tests.oracles import zheng_fen as oracle

PACK = Pack(["RJ", "BJ"] + [rank + suit for rank in reversed(oracle.ORDER) for suit in "SHDC"])


def what_of(read: oracle.Reading) -> int:
    kind, rank, size = read
    return reading(KINDS.index(kind), size, 0 if rank is None else RANK_ORDER.index(rank))


def codes(mask: int) -> frozenset[str]:
    return frozenset(PACK.write(mask))


def hands(ranks: str, most: int, suits: str = "SHDC", fewest: int = 1):
    cards = [rank + suit for rank in ranks for suit in suits] + ["BJ", "RJ"]
    return st.sets(st.sampled_from(cards), min_size=fewest, max_size=most)


def agree(hand, beat: oracle.Reading | None, quadruple: bool) -> None:
    mask = PACK.mask(hand)
    expected: dict[int, set[int]] = {}
    for cards, read in oracle.legal_plays(sorted(hand), beat, quadruple):
        expected.setdefault(what_of(read), set()).add(PACK.mask(cards))
    to_beat = PASS if beat is None else what_of(beat)
    walk = Walk(-1, True)
    walk.run(mask, to_beat, quadruple)
    assert dict(walk.families) == {what: len(sets) for what, sets in expected.items()}
    assert [what for what, _ in walk.families] == sorted(expected)
    assert walk.total == sum(map(len, expected.values()))
    number = 0
    for what, size in walk.families:
        members = family_members(mask, what)
        assert set(members) == expected[what]
        assert members == sorted(members, reverse=True)
        assert len(members) == size == family_count(mask, what)
        for inside in range(size):
            found = Walk(number, False)
            found.run(mask, to_beat, quadruple)
            assert (found.what, found.left) == (what, inside)
            number += 1


def some_reading(draw) -> oracle.Reading | None:
    """A reading that some cards have, or None for a lead."""
    kind = draw(st.sampled_from([None, *oracle.KINDS]))
    if kind is None:
        return None
    if kind in oracle.SPECIALS:
        return (kind, None, 4 if kind == "four_twos" else 3)
    size = {"single": 1, "pair": 2, "triple": 3, "quadruple": 4, "full_house": 5}.get(kind)
    if size is not None:
        return (kind, draw(st.sampled_from(oracle.ORDER)), size)
    width = {"pair_sequence": 2, "triple_sequence": 3, "quadruple_sequence": 4, "suit_sequence": 1}[kind]
    length = draw(st.integers(5 if width == 1 else 3, 7))
    return (kind, draw(st.sampled_from(oracle.ORDER[length - 1 :])), length * width)


@pytest.mark.parametrize(
    ("ranks", "suits", "most"),
    [
        (oracle.ORDER, "SHDC", 9),
        ("56789", "SHDC", 9),
        ("3459TK2", "SHDC", 8),
        ("QKA2", "SHDC", 9),
        ("3456789TJQKA2", "S", 9),
        ("6789TJ", "SH", 9),
        ("89T", "SHDC", 10),
        ("A2", "SHDC", 10),
        ("349", "SHDC", 9),
    ],
)
@examples(12)
@given(data=st.data())
def test_listing_counting_and_drawing_agree_with_the_oracle(ranks, suits, most, data):
    hand = data.draw(hands(ranks, most, suits))
    agree(hand, some_reading(data.draw), data.draw(st.booleans()))


@examples(8)
@given(st.data())
def test_larger_hands_without_two_jokers(data):
    hand = data.draw(hands(data.draw(st.sampled_from(["789T", "9TJQKA2", "345TK2"])), 12, fewest=10)) - {"RJ"}
    agree(hand, some_reading(data.draw), data.draw(st.booleans()))


@examples(40)
@given(st.data())
def test_judging_agrees_with_the_oracle(data):
    hand = data.draw(hands(data.draw(st.sampled_from([oracle.ORDER, "3459TK", "A2K", "5678"])), 7))
    beat = some_reading(data.draw)
    quadruple = data.draw(st.booleans())
    spare = [code for code in PACK.codes if code not in hand]
    position = ZhengFenPosition([PACK.mask(hand), PACK.mask(spare)], 0, quadruple)
    position.beat = PASS if beat is None else what_of(beat)
    legal = {(PACK.mask(cards), what_of(read)) for cards, read in oracle.legal_plays(sorted(hand), beat, quadruple)}
    tried = {what for _, what in legal} | {what_of(read) for read in [some_reading(data.draw)] if read is not None}
    tried |= {reading(FULL_HOUSE, 5, 13), reading(1, 1, 15), reading(2, 2, 13), reading(13, 3, 0), 63, -1}
    for size in range(len(hand) + 1):
        for cards in combinations(sorted(hand), size):
            mask = PACK.mask(cards)
            for what in tried:
                assert (position.judge(mask, what) == LEGAL) == ((mask, what) in legal)
    assert position.judge(PACK.mask(spare[:1]), what_of(("single", "3", 1))) != LEGAL
    assert (position.judge(0, PASS) == LEGAL) == (beat is not None)


@examples(100)
@given(st.data())
def test_what_beats_what_agrees_with_the_oracle(data):
    one, other = some_reading(data.draw), some_reading(data.draw)
    if one is not None and other is not None:
        assert beats(what_of(one), what_of(other)) == oracle.beats(one, other)


@examples(100)
@given(st.sets(st.sampled_from(PACK.codes), max_size=8), st.booleans())
def test_readings_agree_with_the_oracle(cards, quadruple):
    if cards:
        expected = sorted(what_of(read) for read in oracle.readings(frozenset(cards), quadruple))
        assert readings_of(PACK.mask(cards), PASS, quadruple) == expected


@examples(25)
@given(st.permutations(PACK.codes), st.integers(3, 6), st.booleans(), st.data())
def test_a_whole_deal_goes_as_the_oracle_says(pack, seats, quadruple, data):
    dealt = [pack[seat::seats] for seat in range(seats)]
    leader = data.draw(st.integers(0, seats - 1))
    position = ZhengFenPosition([PACK.mask(hand) for hand in dealt], leader, quadruple)
    deal = oracle.Deal(dealt, leader)
    while deal.turn is not None:
        assert position.to_act == deal.turn
        total = position.count()
        assert total == sum(number for _, number in position.families())
        before = position.copy()
        number = data.draw(st.integers(0, total - 1))
        if deal.beat() is not None and total > 1 and data.draw(st.integers(0, 3)) > 0:
            number = max(number, 1)
        cards, what = position.nth(number)
        assert position.judge(cards, what) == LEGAL
        if what == PASS:
            deal.act(None)
        else:
            kind, size, rank = KINDS[what >> 12], what >> 6 & 63, RANK_ORDER[what & 63]
            read = (kind, None if kind in oracle.SPECIALS else rank, size)
            if len(codes(cards)) <= 5:
                assert read in oracle.readings(codes(cards), quadruple)
            assert deal.beat() is None or oracle.beats(read, deal.beat())
            deal.act((codes(cards), read))
        position.apply(cards, what)
        before.apply(cards, what)
        assert (before.hands, before.won, before.to_act, before.out) == (
            position.hands,
            position.won,
            position.to_act,
            position.out,
        )
        assert [codes(hand) for hand in position.hands] == deal.hands
        assert [codes(won) for won in position.won] == deal.won
        assert position.out == deal.out
    assert position.to_act == -1
    assert position.count() == 0
    assert position.scores() == deal.scores()
    assert sum(position.scores()) == 100


@examples(100)
@given(st.sets(st.sampled_from(PACK.codes)))
def test_points_agree_with_the_oracle(cards):
    assert points_of(PACK.mask(cards)) == oracle.points(cards)


@examples(60)
@given(st.sets(st.sampled_from(PACK.codes), min_size=14, max_size=20))
def test_every_set_of_a_large_hand_comes_once_and_can_be_read(cards):
    hand = PACK.mask(cards)
    walk = Walk(-1, True)
    walk.run(hand, PASS, True)
    for what, number in walk.families:
        found = [family_nth(hand, what, n) for n in range(number)]
        assert len(set(found)) == number
        for mask in found:
            assert mask & ~hand == 0
            assert family_count(mask, what) == 1
            assert mask.bit_count() == what >> 6 & 63
