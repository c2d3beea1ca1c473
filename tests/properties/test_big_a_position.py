"""The position of Big A against the oracle: what may be played, in what number, and how whole deals go."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.big_a.combinations import (
    KINDS,
    PASS,
    Walk,
    beats,
    captures,
    cards_of,
    count_of,
    family_members,
    most_bigs,
    reading_of,
    tiers_of,
)
from referee.games.big_a.position import CLOSING, EXPOSE, LEGAL, OVER, PLAYING, REVEALING, BigAPosition
from referee.games.big_a.readings import CODES, FULL_PACK, counts_of
from referee.games.big_a.table import BIG_A
from tests.amount import amount, examples
from tests.oracles import big_a as oracle
from tests.play import option_choices

NAMES = [*oracle.SINGLES]


def hands(ranks: str, most: int, jokers: bool = True, fewest: int = 1):
    cards = [card for card in FULL_PACK if card[0] in ranks or (jokers and card in ("BJ", "RJ"))]
    return st.lists(st.sampled_from(range(len(cards))), min_size=fewest, max_size=most, unique=True).map(
        lambda chosen: sorted(cards[number] for number in chosen)
    )


def read_as(what: int) -> oracle.Reading:
    """A reading of the position in the oracle's terms: its values order the readings of one kind in the same way."""
    return (KINDS[what >> 12], what & 63, what >> 6 & 63)


def named(cards: int) -> tuple[str, ...]:
    return tuple(sorted(name for rank, name in enumerate(NAMES) for _ in range(count_of(cards, rank))))


def what_of(read: oracle.Reading) -> int:
    return KINDS.index(read[0]) << 12 | read[2] << 6 | read[1]


def some_reading(draw, extended: bool) -> oracle.Reading | None:
    """A reading that some cards have, or None for a lead."""
    ranks = draw(st.sampled_from(["456789TJQKA23", "456", "A23", "QKA", "4", "A", ""]))
    cards = draw(hands(ranks, 9))
    for size in range(len(cards), 0, -1):
        read = oracle.read(cards[:size], extended)
        if read is not None and draw(st.booleans()):
            return read
    return None


@pytest.mark.parametrize(
    ("ranks", "most", "jokers"),
    [
        ("456789TJQKA23", 9, True),
        ("A", 10, False),
        ("4", 8, True),
        ("A2", 10, False),
        ("KA", 10, False),
        ("QKA", 10, False),
        ("A23", 10, False),
        ("4567", 10, False),
        ("KA23", 10, False),
        ("4A", 9, True),
    ],
)
@examples(12)
@given(data=st.data())
def test_listing_counting_and_drawing_agree_with_the_oracle(ranks, most, jokers, data):
    hand = data.draw(hands(ranks, most, jokers))
    extended = data.draw(st.booleans())
    beat = some_reading(data.draw, extended)
    expected = oracle.legal_plays(hand, beat, extended)
    counts = counts_of(hand, "S")
    to_beat = PASS if beat is None else what_of(beat)
    walk = Walk(-1, True)
    walk.run(counts, to_beat, tiers_of(extended))
    found = {(named(cards), read_as(what)) for what, _ in walk.families for cards in family_members(counts, what)}
    assert found == expected
    assert walk.total == len(expected) == sum(number for _, number in walk.families)
    tiers = ["", *oracle.ORDINARY, *oracle.ladder(extended)]
    order = [(tiers.index(KINDS[what >> 12]), what >> 6 & 63, what & 63) for what, _ in walk.families]
    assert order == sorted(order)
    number = 0
    for what, size in walk.families:
        members = family_members(counts, what)
        assert len(members) == size
        assert [count_of(cards, 15) for cards in members] == sorted([count_of(c, 15) for c in members], reverse=True)
        for inside in range(size):
            drawn = Walk(number, False)
            drawn.run(counts, to_beat, tiers_of(extended))
            assert (drawn.what, drawn.left) == (what, inside)
            assert cards_of(what, most_bigs(counts, what) - inside) == members[inside]
            number += 1


@examples(300)
@given(st.data())
def test_readings_agree_with_the_oracle(data):
    ranks = data.draw(st.sampled_from(["456789TJQKA23", "A23", "QKA2", "4", "A", "56", "789TJ"]))
    cards = data.draw(hands(ranks, 15))
    extended = data.draw(st.booleans())
    what = reading_of(counts_of(cards, "S"), tiers_of(extended))
    expected = oracle.read(cards, extended)
    assert (None if what == PASS else read_as(what)) == expected


@pytest.mark.parametrize("extended", [False, True])
def test_every_run_and_set_is_read(extended: bool) -> None:
    """Sets and runs of every width and length, with low and high aces and Big Aces among them."""
    for width in range(1, 9):
        for length in range(1, 15):
            for first in range(14 - length + 1):
                ranks = oracle.RUNS[first : first + length]
                if len(set(ranks)) < len(ranks):
                    continue
                cards = sorted(
                    card for rank in ranks for card in [c for c in sorted(FULL_PACK) if c[0] == rank][:width]
                )
                what = reading_of(counts_of(cards, "S"), tiers_of(extended))
                assert (None if what == PASS else read_as(what)) == oracle.read(cards, extended), cards


@examples(300)
@given(st.data())
def test_what_beats_and_captures_agrees_with_the_oracle(data):
    extended = data.draw(st.booleans())
    one, other = some_reading(data.draw, extended), some_reading(data.draw, extended)
    if one is not None and other is not None:
        assert beats(what_of(one), what_of(other), tiers_of(extended)) == oracle.beats(one, other, extended)
        assert captures(what_of(one), what_of(other)) == oracle.captures(one, other)


@examples(40)
@given(st.data())
def test_judging_agrees_with_the_oracle(data):
    hand = data.draw(hands(data.draw(st.sampled_from(["456789TJQKA23", "4A", "A23"])), 8))
    extended = data.draw(st.booleans())
    beat = some_reading(data.draw, extended)
    position = BigAPosition(0, [0] * 5, [0] * 5, [-1] * 5, [], extended, False)
    position.phase = PLAYING
    position.hands = [counts_of(hand, "S"), *[counts_of(["KS"], "S")] * 4]
    position.to_act = 0
    position.beat = PASS if beat is None else what_of(beat)
    legal = oracle.legal_plays(hand, beat, extended)
    tried = {what_of(read) for _, read in legal} | {63, -1, what_of(("single", 15, 1)), what_of(("pair", 10, 2))}
    for number in range(1 << len(hand)):
        cards = [card for place, card in enumerate(hand) if number >> place & 1]
        counts = counts_of(cards, "S")
        for what in tried:
            expected = what > 0 and (oracle.without_suits(cards), read_as(what)) in legal
            assert (position.judge(counts, what) == LEGAL) == expected
    assert position.judge(counts_of([*hand, "QS", "QS", "QS"], "S"), what_of(("single", 0, 1))) != LEGAL
    assert (position.judge(0, PASS) == LEGAL) == (beat is not None)


@pytest.mark.parametrize("seed", range(amount(40)))
def test_a_whole_deal_goes_as_the_oracle_says(seed: int) -> None:
    luck = random.Random(seed)
    pack = list(FULL_PACK)
    luck.shuffle(pack)
    first = luck.randrange(5)
    dealt = [pack[(seat - first) % 5 :: 5] for seat in range(5)]
    options = BIG_A.resolve_options(luck.choice(list(option_choices(BIG_A, {"deals": 1}))) | {"draw": "at_once"})
    position = BIG_A.deal(options, None, "again", first, dealt).position().copy()
    while position.phase in (CLOSING, REVEALING):
        number = luck.randrange(position.count())
        cards, what = position.nth(number)
        if what >> 12 == EXPOSE and (what >> 6 & 63 == 2 or position.declarer >= 0) and luck.random() < 0.7:
            cards, what = position.nth(0)
        position.apply(cards, what)
    if position.phase != PLAYING:
        return
    big = "A" + "SHDC"[position.suit]
    extended = options["bombs"] == "extended"
    deal = oracle.Deal(dealt, big, position.declarer, position.early, extended)
    while deal.turn is not None:
        assert position.to_act == deal.turn
        own = deal.hands[deal.turn]
        beat = deal.plays[-1][2] if deal.plays else None
        total = position.count()
        number = luck.randrange(total)
        if beat is not None and luck.random() < 0.5:
            number = 0
        cards, what = position.nth(number)
        assert position.judge(cards, what) == LEGAL
        left = {rank: count_of(cards, rank) for rank in range(16)}
        chosen = []
        for card in own:
            name = "BIG" if card == big else card if card in ("BJ", "RJ") else card[0]
            if left[NAMES.index(name)] > 0:
                left[NAMES.index(name)] -= 1
                chosen.append(card)
        assert sum(left.values()) == 0
        if what != PASS:
            read = oracle.read(sorted(chosen), extended, big)
            assert read == read_as(what)
            assert beat is None or oracle.beats(read, beat, extended) or oracle.captures(read, beat)
        position.apply(cards, what)
        deal.act(chosen)
        assert [counts_of(hand, big[1]) for hand in deal.hands] == position.hands
        assert list(position.out) == deal.out
        assert position.second == (-1 if deal.second is None else deal.second)
        assert list(position.bigs) == deal.known
    assert position.phase == OVER and position.to_act == -1 and position.count() == 0
    assert (None if position.partner < 0 else position.partner) == deal.partner
    assert position.scores() == deal.scores(options["revealed_score"] == "doubled")
    assert sum(position.scores()) == 0


def test_card_numbers_and_codes() -> None:
    assert len(CODES) == 54 and sorted(CODES * 2) == sorted(FULL_PACK)
