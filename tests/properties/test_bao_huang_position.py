"""The position of Bao Huang against the oracle: what may be played, in what number and order, and what is refused."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.bao_huang.combinations import ACCEPT_CROWN, PASS, STAY_SILENT
from referee.games.bao_huang.position import LEGAL, BaoHuangPosition, Terms
from referee.games.bao_huang.readings import NUMBERS, as_data, held, packed, unpacked, words_of, written
from referee.games.bao_huang.scoring import TributePlan
from referee.games.bao_huang.table import BAO_HUANG
from tests.amount import amount, examples
from tests.oracles import bao_huang as oracle

FULL = BAO_HUANG.full_pack(BAO_HUANG.resolve_options({"pack": "full"}))


def to_act(
    hand: Sequence[str],
    beaten: Sequence[str] | None,
    same_kind: bool = False,
    lowest: str | None = None,
    called: str | None = None,
) -> BaoHuangPosition:
    """A position in which seat 0 holds these cards and is to lead, or to beat some cards of seat 1."""
    place = -1 if lowest is None else oracle.ORDER.index(lowest)
    position = BaoHuangPosition(Terms(same_kind, place, called is not None, False))
    mine = called is not None and list(hand).count(called) == 3
    other = [card for card in ("RJ*", "BJ*") if card not in hand] + ["9S"]
    if called is not None and not mine:
        other += [called] * 3
    holder = 0 if "RJ*" in hand else 1
    suits, jokers = words_of([list(hand), other, ["9H", *([called] if mine else [])], ["9D"], ["9C"]])
    position.begin(suits, jokers, TributePlan())
    position.to_act = 0 if mine else 1 if called else holder
    position.apply(0 if called is None else NUMBERS[called] + 1, ACCEPT_CROWN << 16)
    for _ in range(5):
        position.apply(0, STAY_SILENT << 16)
    position.lead(0)
    if beaten is not None:
        position.beaten, position.to_beat = packed(list(beaten), -1)
        position.last = 1
    return position


def agree(
    hand: Sequence[str],
    beaten: Sequence[str] | None,
    same_kind: bool = False,
    lowest: str | None = None,
    called: str | None = None,
    whole: bool = False,
) -> int:
    expected = oracle.legal_plays(hand, beaten, same_kind, lowest, called, whole)
    position = to_act(hand, beaten, same_kind, lowest, called)
    number = -1 if called is None else NUMBERS[called]
    families = position.families()
    if beaten is not None:
        assert families[0] == (PASS, 1)
        families = families[1:]
    listed = []
    for what, size in families:
        members = position.members(what)
        assert len(members) == size
        for cards in members:
            reading = as_data(what)
            listed.append(
                (
                    tuple(unpacked(cards, what, held(hand), number)),
                    (reading["kind"], reading["rank"], reading["size"]),
                )
            )
            assert packed(listed[-1][0], number) == (cards, what)
            assert position.judge(cards, what) == LEGAL
    assert listed == expected
    assert position.count() == len(expected) + (beaten is not None)
    drawn = [position.nth(n) for n in range(position.count())] if len(expected) < 300 else []
    assert len(set(drawn)) == len(drawn)
    return len(expected)


def hands(pack: Sequence[str], most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.integers(0, len(pack) - 1), min_size=1, max_size=most, unique=True).map(
        lambda places: [pack[place] for place in places]
    )


FEW = [card for card in FULL if card[0] in "9T" or card in ("BJ", "RJ", "BJ*", "RJ*")]
SIXES = [card for card in FULL if card[0] in "678" or card in ("BJ", "RJ*")]
THREE = [card for card in FULL if card in ("3S", "3H", "4S", "2D", "BJ", "RJ", "BJ*")]


@examples(250)
@given(st.data())
def test_plays_of_small_hands(data: st.DataObject) -> None:
    pack, lowest = data.draw(st.sampled_from([(FULL, None), (FULL, "3"), (FEW, None), (THREE, "3"), (SIXES, "6")]))
    hand = data.draw(hands(pack, 9))
    left = Counter(pack) - Counter(hand)
    other = data.draw(hands(sorted(left.elements()), 6))
    others = [play for play, _ in oracle.legal_plays(other, None, lowest=lowest)]
    beaten = data.draw(st.sampled_from([None, *others]))
    agree(hand, beaten, data.draw(st.booleans()), lowest)


@examples(120)
@given(st.data())
def test_the_called_card_is_a_card_of_its_own(data: st.DataObject) -> None:
    suit = data.draw(st.sampled_from("SHDC"))
    hand = data.draw(hands([card for card in FEW if card != "9" + suit and card != "RJ*"], 7))
    hand += ["9" + suit] * data.draw(st.sampled_from([0, 1, 3]))
    beaten = data.draw(st.sampled_from([None, ("8S",), ("8S", "8H"), ("8S", "8H", "BJ"), ("7S", "7H", "7D", "7C")]))
    agree(hand, beaten, data.draw(st.booleans()), None, "9" + suit)


@pytest.mark.parametrize("seed", range(amount(6)))
@pytest.mark.parametrize("lowest", [None, "3"])
def test_plays_of_a_hand_of_44_cards(seed: int, lowest: str | None) -> None:
    luck = random.Random(seed)
    pack = list(FULL)
    luck.shuffle(pack)
    hand = pack[:44]
    if seed == 5:  # all the jokers and whole ranks: the most that there can be
        hand = [card for card in FULL if oracle.is_joker(card) or card[0] in "2A"] + ["KS"] * 4
    total = agree(hand, None, lowest=lowest, whole=True)
    assert total >= (1000 if seed == 5 else 40)
    for beaten in (("4S",), ("5S", "5H"), ("4S", "4H", "BJ"), ("BJ", "BJ*"), ("6S", "RJ")):
        agree([card for card in hand if card not in beaten or hand.count(card) < 4], beaten, False, lowest, whole=True)


@examples(300)
@given(hands(FULL, 8), hands(FULL, 8), st.booleans())
def test_only_what_beats_is_legal(cards: list[str], beaten: list[str], same_kind: bool) -> None:
    mine, theirs = packed(written(cards), -1), packed(written(beaten), -1)
    assert (mine[1] >= 0) == (oracle.read(cards) is not None)
    if mine[1] < 0 or theirs[1] < 0:
        return
    position = to_act(cards, beaten, same_kind)
    assert (position.judge(*mine) == LEGAL) == oracle.beats(cards, beaten, same_kind)


@examples(200)
@given(st.data())
def test_pairs_of_like_plays(data: st.DataObject) -> None:
    pack = data.draw(st.sampled_from([FEW, THREE]))
    plays = [play for play, _ in oracle.legal_plays(data.draw(hands(pack, 8)), None)]
    cards, beaten = data.draw(st.sampled_from(plays)), data.draw(st.sampled_from(plays))
    same_kind = data.draw(st.booleans())
    position = to_act(cards, beaten, same_kind)
    assert (position.judge(*packed(cards, -1)) == LEGAL) == oracle.beats(cards, beaten, same_kind)


@pytest.mark.parametrize("declarations", ["per_side", "first_only"])
def test_every_finishing_order_scores_as_the_law_book_says(declarations: str) -> None:
    """All 120 orders, every guard and none, all declarations; for two emperors, as seats are alike."""
    options = BAO_HUANG.resolve_options({"declarations": declarations})
    met = 0
    for emperor in (0, 3):
        others = [seat for seat in range(5) if seat != emperor]
        for guard in [*others, None]:
            may = [seat for seat in range(5) if guard is None or seat != emperor]
            declared = [[seat for seat in may if chosen & 1 << seat] for chosen in range(32)]
            declared = [list(seats) for seats in dict.fromkeys(map(tuple, declared))]
            for order in permutations(range(5)):
                end = oracle.end_of(emperor, guard, order)
                for seats in declared:
                    outcome = {"emperor": emperor, "guard": guard, "out": list(order), "declared": seats}
                    assert BAO_HUANG.check_outcome(options, outcome) == {}
                    found = BAO_HUANG.scores_of(options, outcome)
                    assert found == oracle.scores(emperor, guard, order, seats, declarations == "first_only")
                    assert sum(found) == 0
                    assert BAO_HUANG.scores_of(options, {**outcome, "out": end}) == found
                    assert BAO_HUANG.normal_outcome(outcome)["out"] == end
                    met += 1
    assert met == 2 * 120 * (4 * 16 + 32)
