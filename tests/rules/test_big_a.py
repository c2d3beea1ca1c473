"""The rules of Big A, a row or more for each, to be checked against the law book by eye."""

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any

import pytest

from referee.game import Table
from referee.games.big_a.table import BIG_A
from referee.record import replay
from referee.rulings import Invalid
from referee.shuffle import first_seat, shuffled
from tests.arranged import arranged_hands, make, refused

PACK = BIG_A.full_pack(BIG_A.resolve_options({}))
RUN = "456789TJQKA"
SPADES_AND_HEARTS = [rank + suit for rank in RUN for suit in "SH"]
"""Eleven consecutive pairs, a whole hand of 22 that is played at once."""
DIAMONDS_AND_CLUBS = [rank + suit for rank in RUN for suit in "DC"]
TEN_PAIRS = [rank + suit for rank in RUN[:-1] for suit in "DC"]


def options(**given: Any) -> dict[str, Any]:
    return BIG_A.resolve_options(given)


def combined(cards: str, against: str | None = None, suit: str | None = "S", **given: Any) -> dict[str, Any]:
    """What `combinations` answers; spades are the Big Aces unless said."""
    other = None if against is None else {"cards": against.split()}
    return BIG_A.read_combination(options(**given), cards.split(), {"big_suit": suit}, other)


def reading(cards: str, **given: Any) -> str:
    """What cards are read as: ``kind-rank``, a ``*`` for a Big Ace; they have one reading at most (BA-1.3)."""
    found = combined(cards, **given)["readings"]
    assert len(found) <= 1
    if not found:
        return ""
    assert found[0]["size"] == len(cards.split())
    named = found[0]["kind"] if found[0]["rank"] is None else f"{found[0]['kind']}-{found[0]['rank']}"
    return named + ("*" if found[0].get("big") else "")


def outcome_of(cards: str, against: str, **given: Any) -> str:
    answer = combined(cards, against, **given)
    assert not (answer["beats"] and answer["capture"])
    return "beats" if answer["beats"] else "captures" if answer["capture"] else "no"


def dealt(wanted: Mapping[int, Sequence[str]], start: int = 0, seed: str | None = None, **given: Any) -> Table:
    """A table on which some seats are dealt these cards; those not named make up the rest, the last face down."""
    resolved = options(**given)
    hands = arranged_hands(BIG_A, resolved, start, wanted)
    return BIG_A.deal(resolved, None, seed, start, hands)


def face_down_last(wanted: Mapping[int, Sequence[str]], last: Mapping[int, str], **given: Any) -> Table:
    """The same, with some of the five cards that lie face down."""
    resolved = options(**given)
    both = {seat: [*wanted.get(seat, ()), *([last[seat]] if seat in last else [])] for seat in {*wanted, *last}}
    hands = arranged_hands(BIG_A, resolved, 0, both)
    for seat, card in last.items():
        hands[seat].remove(card)
        hands[seat].append(card)
    return BIG_A.deal(resolved, None, None, 0, hands)


def decline(table: Table, times: int) -> None:
    for _ in range(times):
        make(table, table.may_act()[0], "decline")


def expose(table: Table, seat: int, *cards: str) -> None:
    """All decline until it is this seat's turn, and it exposes."""
    while table.may_act() != [seat]:
        decline(table, 1)
    make(table, seat, "expose", cards=list(cards))


def to_play(table: Table, declarer: int, *cards: str, reveal: int | None = None) -> Table:
    """The declarer exposes, and ``reveal`` reveals; nobody does anything else."""
    expose(table, declarer, *(cards or ("AS",)))
    while table.phase() == "closing":
        decline(table, 1)
    while table.phase() == "reveal":
        seat = table.may_act()[0]
        make(table, seat, "reveal" if seat == reveal else "decline")
    return table


def play(table: Table, seat: int, cards: str) -> list[dict[str, Any]]:
    return make(table, seat, "play", cards=cards.split())


def all_pass(table: Table) -> int:
    """All pass, until somebody leads. Returns the leader."""
    while table.phase() == "play" and table.write(None)["deal"]["trick"]["plays"]:
        make(table, table.may_act()[0], "pass")
    return table.write(None)["deal"]["trick"]["leader"]


def deal_of(table: Table, viewer: int | str | None = None) -> dict[str, Any]:
    return table.write(viewer)["deal"]


# --- BA-1, BA-4, BA-5: what cards are read as ---------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "cards", "expected"),
    [
        ("BA-1.2", "AS", "single-A*"),
        ("BA-1.2", "AH", "single-A"),
        ("BA-1.2", "RJ", "single-RJ"),
        ("BA-1.3", "AH 2H 3H", "sequence-3"),
        ("BA-1.3", "QH KH AH", "sequence-A"),
        ("BA-1.3", "KH AH 2H", ""),
        ("BA-1.3", "KH AH 2H 3H", ""),
        ("BA-1.3", "3H 4H 5H", "sequence-5"),
        ("BA-1.3", "2S 3H 4H", "sequence-4"),
        ("BA-1.3", "QH KH RJ", ""),
        ("BA-1.3", "QH KH AS", "sequence-A"),
        ("BA-1.3", "2S 3H 4S 5H 6S 7H 8S 9H TS JH QS KH AS", "sequence-A"),
        ("BA-1.3", "AH 2S 3H 4S 5H 6S 7H 8S 9H TS JH QS", "sequence-Q"),
        ("BA-1.3", "2S 3H 4S 5H 6S 7H 8S 9H TS JH QS KH AS AH", ""),
        ("BA-4.1", "4S", "single-4"),
        ("BA-4.2", "6S 6D", "pair-6"),
        ("BA-4.2", "6S 6S", "pair-6"),
        ("BA-4.2", "6S 7S", ""),
        ("BA-4.2", "AS AH", "pair-A"),
        ("BA-4.2", "3S 3H", "pair-3"),
        ("BA-4.3", "JS QH KD AC", "sequence-A"),
        ("BA-4.3", "JS QH", ""),
        ("BA-4.3", "JS QH AD", ""),
        ("BA-4.4", "6S 6H 7S 7H 8S 8H", "double_sequence-8"),
        ("BA-4.4", "6S 6H 7S 7H", ""),
        ("BA-4.4", "AS AS 2H 2H 3H 3H", "double_sequence-3"),
        ("BA-4.4", "JS JH QS QH QD KS KH", ""),
        ("BA-5", "9S 9H 9D", "triple-9"),
        ("BA-5", "9S 9H 9D 9C", "four-9"),
        ("BA-5", "9S 9H 9D 9C 9S", "five-9"),
        ("BA-5", "9S 9H 9D 9C 9S 9H", "six-9"),
        ("BA-5", "9S 9H 9D 9C 9S 9H 9D", "seven-9"),
        ("BA-5", "9S 9H 9D 9C 9S 9H 9D 9C", "true_eight-9"),
        ("BA-5", "RJ BJ", "two_jokers"),
        ("BA-5", "RJ BJ BJ", "three_jokers"),
        ("BA-5", "RJ RJ BJ BJ", "four_jokers"),
        ("BA-5", "4S 4H 4D 5S 5H 5D 6S 6H 6D", "triple_sequence-6"),
        ("BA-5", "AH AD AC 2S 2H 2D 3S 3H 3D", "triple_sequence-3"),
        ("BA-5", "AH AD AC AH 2S 2H 2D 2C", "fake_eight-2"),
        ("BA-5", "KS KH KD KC AH AD AC AH", "fake_eight-A"),
        ("BA-5", "4S 4H 4D 5S 5H 5D", ""),
        ("BA-5.1", "4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D", ""),
        ("BA-5.1", "5S 5H 5D 5C 5S 6S 6H 6D 6C 6S", ""),
        ("BA-5.2", "AS AS", "big_ace_pair"),
        ("BA-5.2", "AS AS AH", "triple-A"),
        ("BA-5.2", "AS AS AH AD", "four-A"),
        ("BA-5.2", "AS AH AH AD AC AD AC AS", "true_eight-A"),
    ],
)
def test_what_cards_are_read_as(rule: str, cards: str, expected: str) -> None:
    assert reading(cards) == expected


@pytest.mark.parametrize(
    ("rule", "cards", "expected"),
    [
        ("BA-5.1", "4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D", "four_triple_sequence-7"),
        ("BA-5.1", "AH AD AC 2S 2H 2D 3S 3H 3D 4S 4H 4D 5S 5H 5D", "five_triple_sequence-5"),
        ("BA-5.1", "5S 5H 5D 5C 5S 6S 6H 6D 6C 6S", "false_ten-6"),
        ("BA-5.1", "5S 5H 5D 5C 5S 5H 6S 6H 6D 6C 6S 6H", "false_twelve-6"),
        ("BA-5.1", "5S 5H 5D 5C 5S 5H 5D 6S 6H 6D 6C 6S 6H 6D", "false_fourteen-6"),
        ("BA-5.1", "4S 4H 4D 5S 5H 5D", ""),
        ("BA-5.1", "4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C", ""),
        ("BA-5.1", "4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D 8S 8H 8D 9S 9H 9D", ""),
    ],
)
def test_what_cards_are_read_as_on_the_extended_ladder(rule: str, cards: str, expected: str) -> None:
    assert reading(cards, bombs="extended") == expected


def test_without_a_suit_no_ace_is_big() -> None:
    assert combined("AS", suit=None)["readings"] == [{"kind": "single", "rank": "A", "size": 1}]
    assert combined("AS AS", suit=None)["readings"] == [{"kind": "pair", "rank": "A", "size": 2}]


SINGLES = ["4S", "5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS", "AH", "2S", "3S", "BJ", "RJ", "AS"]


# --- BA-4 … BA-6: what beats what ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "cards", "against", "expected"),
    [
        # Singles in order, from the lowest.
        *[("BA-1.2", high, low, "beats") for low, high in zip(SINGLES, SINGLES[1:], strict=False)],
        ("BA-4.1", "5S", "5H", "no"),
        ("BA-4.1", "AS", "AS", "no"),
        ("BA-4.2", "3S 3H", "2S 2H", "beats"),
        ("BA-4.2", "AS AH", "2S 2H", "no"),
        ("BA-4.2", "AS AH", "KS KH", "beats"),
        ("BA-4.2", "5S 5H", "4S", "no"),
        ("BA-4.3", "2S 3H 4S", "AH 2H 3S", "beats"),
        ("BA-4.3", "QS KH AH", "JS QH KS", "beats"),
        ("BA-4.3", "AH 2H 3S", "JS QH KS", "no"),
        ("BA-4.3", "5S 6S 7S 8S", "4S 5H 6H", "no"),
        ("BA-4.4", "7S 7H 8S 8H 9S 9H", "6S 6H 7D 7C 8D 8C", "beats"),
        ("BA-4.4", "8S 8H 9S 9H TS TH JS JH", "6S 6H 7D 7C 8D 8C", "no"),
        # A bomb beats every ordinary combination, save where said.
        ("BA-5", "4S 4H 4D", "3S", "beats"),
        ("BA-5", "3S 3H 3D", "BJ", "no"),
        ("BA-5", "3S 3H 3D", "RJ", "no"),
        ("BA-5", "3S 3H 3D", "AS", "no"),
        ("BA-5", "4S 4H 4D", "3S 3H", "beats"),
        ("BA-5", "4S 4H 4D", "QS KH AH", "beats"),
        ("BA-5", "3S 3H 3D", "4S 4H 5S 5H 6S 6H", "no"),
        ("BA-5", "4S 4H 4D 4C", "RJ", "beats"),
        ("BA-5", "3S 3H 3D 3C", "AS", "no"),
        ("BA-5", "4S 4H 4D 4C", "5S 5H 6S 6H 7S 7H", "beats"),
        ("BA-5", "4S 4H 4D 4C 4S", "AS", "beats"),
        ("BA-5", "BJ BJ", "AS", "beats"),
        ("BA-5", "RJ BJ", "BJ", "beats"),
        ("BA-5", "RJ RJ", "BJ BJ", "beats"),
        ("BA-5", "BJ BJ", "RJ RJ", "no"),
        ("BA-5", "3S 3H 3D 3C 3S 3H", "BJ BJ", "no"),
        ("BA-5", "QS QH QD KS KH KD AS AH AC", "JS JH JD QC QS QH KC KS KH", "beats"),
        ("BA-5", "AH AC AD 2S 2H 2D 3S 3H 3D", "4S 4H 4D 5S 5H 5D 6S 6H 6D", "no"),
        ("BA-5", "2S 2H 2D 2C 3S 3H 3D 3C", "AH AC AD AH 2S 2H 2D 2C", "beats"),
        ("BA-5.2", "AS AS AH", "KS KH KD", "beats"),
        ("BA-5.2", "AS AS", "RJ RJ BJ BJ", "beats"),
        ("BA-5.3", "QS KH AH", "5S 5H 5D", "no"),
        ("BA-5.3", "3S 3H", "4S 5S 6S", "no"),
        # Fours that capture.
        ("BA-6.1", "4S 4H", "5S 5H 5D", "captures"),
        ("BA-6.1", "4S 4H", "AS AH AD", "captures"),
        ("BA-6.1", "4S 4H 4D", "3S 3H 3D 3C", "captures"),
        ("BA-6.1", "4S 4H 4D 4C 4S 4H 4D", "3S 3H 3D 3C 3S 3H 3D 3C", "captures"),
        ("BA-6.1", "4S 4H", "5S 5H 5D 5C", "no"),
        ("BA-6.1", "4S 4H 4D 4C", "5S 5H 5D", "beats"),
        ("BA-6.1", "4S", "5S 5H", "no"),
        ("BA-6.1", "4S 4H", "BJ BJ RJ", "no"),
        ("BA-6.1", "5S 5H", "6S 6H 6D", "no"),
        ("BA-6.2", "4S 4H", "4D 4C 4S", "captures"),
        ("BA-6.2", "4S 4H 4D 4C 4S", "AS", "beats"),
    ],
)
def test_what_beats_or_captures(rule: str, cards: str, against: str, expected: str) -> None:
    assert outcome_of(cards, against) == expected


HIGH_EIGHT = "8S 8H 8D 8C 8S 8H 8D 8C"
STANDARD = [
    "3S", "3S 3H", "QS KH AH", "9S 9H TS TH JS JH", "KS KH KD", "KS KH KD KC", "KS KH KD KC KS", "KS KH KD KC KS KH",
    "BJ RJ", "5S 5H 5D 6S 6H 6D 7S 7H 7D", "5S 5H 5D 5C 6S 6H 6D 6C", "KS KH KD KC KS KH KD", HIGH_EIGHT,
    "BJ RJ RJ", "BJ BJ RJ RJ", "AS AS",
]  # fmt: skip
"""All sixteen classes (BA-4, BA-5), from the fifth on each higher than the one before."""
EXTENDED = [
    "BJ RJ", "5S 5H 5D 6S 6H 6D 7S 7H 7D", "5S 5H 5D 5C 6S 6H 6D 6C", "KS KH KD KC KS KH KD", "BJ RJ RJ",
    "5S 5H 5D 6S 6H 6D 7S 7H 7D 8S 8H 8D", "5S 5H 5D 5C 5S 6S 6H 6D 6C 6S", HIGH_EIGHT,
    "TS TH TD JS JH JD QS QH QD KS KH KD AS AH AD", "5S 5H 5D 5C 5S 5H 6S 6H 6D 6C 6S 6H", "BJ BJ RJ RJ",
    "5S 5H 5D 5C 5S 5H 5D 6S 6H 6D 6C 6S 6H 6D", "AS AS",
]  # fmt: skip
"""The thirteen rungs of the extended ladder (BA-5.1)."""


def fits_the_pack(*sets: str) -> bool:
    cards = " ".join(sets).split()
    return all(cards.count(card) <= 2 for card in cards)


@pytest.mark.parametrize(
    ("rule", "bombs", "ladder"), [("BA-5", "standard", STANDARD), ("BA-5.1", "extended", EXTENDED)]
)
def test_the_ladders_in_order(rule: str, bombs: str, ladder: list[str]) -> None:
    compared = 0
    for place, low in enumerate(ladder):
        for high in ladder[max(place + 1, 4 if bombs == "standard" else 0) :]:
            if not fits_the_pack(low, high):
                continue
            compared += 1
            excepted = (high, low) == ("KS KH KD", "9S 9H TS TH JS JH")
            assert outcome_of(high, low, bombs=bombs) == ("no" if excepted else "beats"), (high, low)
            assert outcome_of(low, high, bombs=bombs) == "no", (low, high)
    assert compared > len(ladder) * 3


@pytest.mark.parametrize(("rule", "bombs", "expected"), [("BA-5", "standard", "beats"), ("BA-5.1", "extended", "no")])
def test_three_jokers_and_a_true_eight(rule: str, bombs: str, expected: str) -> None:
    assert outcome_of("BJ RJ RJ", HIGH_EIGHT, bombs=bombs) == expected


@pytest.mark.parametrize(
    ("cards", "against", "where"),
    [
        ("AS AS AS", "5S", "/cards/2"),
        ("AS AS", "AS", "/against/cards/0"),
        ("XS", "5S", "/cards/0"),
        ("5S", "5S 6S", "/against/cards"),
    ],
)
def test_sets_that_do_not_fit_the_pack(cards: str, against: str, where: str) -> None:
    with pytest.raises(Invalid) as caught:
        combined(cards, against)
    assert list(caught.value.faults) == [where]


# --- BA-1, BA-2: pack, draw and exposure --------------------------------------------------------


def the_pack_has_two_of_each() -> None:
    assert len(PACK) == 108 and {PACK.count(code) for code in PACK} == {2}
    assert len(set(PACK)) == 54 and {"BJ", "RJ", "2S", "AC"} < set(PACK)


def hands_are_written_high_to_low() -> None:
    assert BIG_A.written(["4S", "AS", "RJ", "2D", "3C", "BJ", "KH"]) == ["RJ", "BJ", "3C", "2D", "AS", "KH", "4S"]
    table = to_play(dealt({0: ["AS", "AH", "RJ", "4S", "3D"], 1: ["AS"]}), 0)
    hand = deal_of(table, 0)["hands"][0]
    assert hand[:3] == ["AS", "RJ", "3D"] and hand.index("AH") > hand.index("3D")


def the_cards_go_round_the_table() -> None:
    table = BIG_A.deal(options(), None, "draw")
    deal = deal_of(table)
    first = first_seat("draw", 5)
    assert deal["first_drawer"] == first
    cards = shuffled(PACK, "draw", "deal:1")
    for seat in range(5):
        own = cards[(seat - first) % 5 :: 5]
        assert len(own) == (22 if (seat - first) % 5 < 3 else 21)
        assert deal["hands"][seat] == BIG_A.written(own[:-1])
        assert deal["face_down"][seat] == own[-1]
        view = deal_of(table, seat)
        assert view["face_down"] == ["??"] * 5 and view["hands"][seat] == deal["hands"][seat]


def later_first_drawers() -> None:
    entry = {"first_drawer": 2, "outcome": {"declarer": 3, "partner": 1, "out": [4, 1, 3]}}
    expected = {"first_out": 4, "declarer": 3, "rotate": 3}
    assert {
        rule: BIG_A.start_of(options(first_drawer=rule), {**entry, "first_drawer": 2}, 0) for rule in expected
    } == expected
    assert BIG_A.start_of(options(first_drawer="rotate"), {**entry, "first_drawer": 4}, 1) == 0


def a_single_ace_makes_declarer_and_partner() -> None:
    table = dealt({2: ["AS"], 4: ["AS"]})
    expose(table, 2, "AS")
    deal = deal_of(table)
    assert (deal["big_suit"], deal["declarer"], deal["partner"], deal["alone"]) == ("S", 2, 4, False)
    assert deal["exposed"] == [{"seat": 2, "cards": ["AS"], "overcalled": False}]
    for viewer, partner, alone in [(4, 4, False), (2, None, None), (0, None, None), ("table", None, None)]:
        view = deal_of(table, viewer)
        assert (view["declarer"], view["partner"], view["alone"]) == (2, partner, alone)
        assert view["hands"][2][0] == "AS"


def a_pair_overcalls() -> None:
    table = dealt({0: ["AS"], 2: ["AH", "AH"]})
    expose(table, 0, "AS")
    expose(table, 2, "AH", "AH")
    deal = deal_of(table, "table")
    assert (deal["big_suit"], deal["declarer"], deal["partner"], deal["alone"]) == ("H", 2, None, True)
    assert [entry["overcalled"] for entry in deal["exposed"]] == [True, False]
    assert deal["hands"][0][0] == "AS" and deal["hands"][2][:2] == ["AH", "AH"]
    assert table.phase() == "play" and table.may_act() == [2] and deal["shown"] == [2, 2]


def a_pair_at_once_is_final() -> None:
    table = dealt({0: ["AS", "AS"], 1: ["AH", "AH"]}, draw="stepwise")
    make(table, 0, "draw", count=103)
    make(table, 0, "expose", cards=["AS", "AS"])
    assert refused(table, 1, "expose", cards=["AH", "AH"]) == ("choice-not-offered", "BA-2.3")
    assert deal_of(table, 3)["alone"] is True


def the_second_ace_of_the_declarer() -> None:
    table = dealt({1: ["AD", "AD"], 3: ["AH", "AH"]})
    expose(table, 1, "AD")
    assert deal_of(table, 1)["alone"] is True and deal_of(table, 3)["alone"] is None
    expose(table, 1, "AD")
    assert deal_of(table, "table")["alone"] is True
    assert table.phase() == "play" and table.may_act() == [1]


def the_draw_step_by_step() -> None:
    table = dealt({2: ["AS"]}, draw="stepwise")
    assert (table.phase(), table.may_act()) == ("draw", [0, 1, 2, 3, 4])
    assert table.write(None)["to_act"] == [0]
    listed = table.legal_moves(0, 5, None)
    assert listed.moves == [{"seat": 0, "type": "draw", "count": 1, "max": 108}] and listed.total == 1
    assert table.legal_moves(2, 5, None).total == 0
    assert refused(table, 1, "draw") == ("not-your-turn", "BA-2.4")
    assert refused(table, 0, "draw", count=109) == ("wrong-size", "BA-2.4")
    assert refused(table, 0, "draw", max=107) == ("wrong-size", "BA-2.4")
    assert table.rule_on({"seat": 0, "type": "draw", "max": 108}).move == {"seat": 0, "type": "draw", "count": 1}
    make(table, 0, "draw", count=3)
    assert table.legal_moves(2, 5, None).moves == [{"seat": 2, "type": "expose", "cards": ["AS"]}]
    assert table.write(None)["to_act"] == [3] and table.may_act() == [0, 1, 2, 3, 4]
    make(table, 2, "expose", cards=["AS"])
    make(table, 3, "draw", count=104)
    deal = deal_of(table)
    assert len(deal["stock"]) == 1 and [card is None for card in deal["face_down"]] == [
        False,
        False,
        True,
        False,
        False,
    ]
    assert deal_of(table, 2)["stock"] == ["??"]
    make(table, 2, "draw")
    assert table.phase() == "closing" and table.may_act() == [0]
    assert refused(dealt({}), 0, "draw") == ("wrong-phase", "BA-2.4")


def the_closing_begins_again_after_an_exposure() -> None:
    table = dealt({1: ["AS"], 3: ["AH"]}, start=4)
    assert table.phase() == "closing" and table.may_act() == [4]
    decline(table, 2)
    make(table, 1, "expose", cards=["AS"])
    asked = []
    while table.phase() == "closing":
        asked += table.may_act()
        decline(table, 1)
    assert asked == [2, 3, 4, 0, 1]
    assert table.phase() == "reveal"


def all_decline_in_the_closing() -> None:
    table = dealt({0: ["AS"], 3: ["AH"], 4: ["AH"]}, start=2)
    asked = []
    while table.phase() == "closing":
        asked += table.may_act()
        decline(table, 1)
    assert asked == [2, 3, 4, 0, 1]


def the_ace_of_hearts_is_forced() -> None:
    table = dealt({1: ["AH"], 3: ["AH"]}, start=2)
    decline(table, 5)
    deal = deal_of(table, "table")
    assert deal["exposed"] == [{"seat": 3, "cards": ["AH"], "overcalled": False, "forced": True}]
    assert (deal["big_suit"], deal["declarer"], deal["partner"]) == ("H", 3, None)
    assert (table.phase(), table.may_act()) == ("play", [3])
    assert refused(table, 1, "reveal") == ("wrong-phase", "BA-2.6")
    assert [deal_of(table, seat)["partner"] for seat in range(5)] == [None, 1, None, None, None]


def an_ace_face_down_is_not_seen() -> None:
    table = face_down_last({2: ["AH"]}, {0: "AH"})
    decline(table, 5)
    deal = deal_of(table)
    assert (deal["declarer"], deal["partner"]) == (2, 0)


def the_deal_with_both_hearts_face_down() -> None:
    resolved = options()
    hands = arranged_hands(BIG_A, resolved, 3, {1: ["AH"], 2: ["AH"]})
    for seat in (1, 2):
        hands[seat].remove("AH")
        hands[seat].append("AH")
    table = BIG_A.deal(resolved, None, "again", 3, hands)
    decline(table, 4)
    events = make(table, table.may_act()[0], "decline")
    kinds = [event["type"] for event in events if event["visible_to"] == "all"]
    assert kinds[:3] == ["declined", "face_down_shown", "thrown_in"]
    assert events[1]["cards"] == [hand[-1] for hand in hands]
    deal = deal_of(table)
    assert (deal["redeals"], deal["first_drawer"], deal["arranged"], table.phase()) == (1, 3, False, "closing")
    cards = shuffled(PACK, "again", "deal:1:redeal:1")
    assert deal["face_down"][3] == cards[0::5][-1]


def the_last_cards_are_taken_up() -> None:
    table = face_down_last({0: ["AS"]}, {1: "AS"})
    expose(table, 0, "AS")
    decline(table, 4)
    assert deal_of(table, 1)["partner"] is None and deal_of(table, 1)["face_down"] == ["??"] * 5
    events = make(table, table.may_act()[0], "decline")
    taken = [event for event in events if event["type"] == "taken_up"]
    assert [event.get("card") for event in taken if event["visible_to"] == [1]] == ["AS"]
    assert all("card" not in event for event in taken if event["visible_to"] == "all")
    deal = deal_of(table, 1)
    assert (deal["partner"], deal["face_down"]) == (1, None)
    assert [len(hand) for hand in deal["hands"]] == [22, 22, 22, 21, 21]
    assert deal_of(table, 0)["alone"] is False


def a_partner_reveals() -> None:
    table = dealt({3: ["AS"], 0: ["AS"]})
    expose(table, 3, "AS")
    decline(table, 5)
    assert (table.phase(), table.may_act()) == ("reveal", [3])
    assert refused(table, 3, "reveal") == ("choice-not-offered", "BA-2.8")
    assert refused(table, 0, "reveal") == ("not-your-turn", "BA-2.8")
    decline(table, 1)
    assert refused(table, 4, "reveal") == ("choice-not-offered", "BA-2.8")
    decline(table, 1)
    assert table.legal_moves(0, 5, None).by_kind == {"decline": 1, "reveal": 1}
    make(table, 0, "reveal")
    deal = deal_of(table, 2)
    assert (deal["partner"], deal["alone"], deal["shown"]) == (0, False, [3, 0])
    assert deal["hands"][0][0] == "AS" and table.may_act() == [0]


def a_lone_declarer_reveals() -> None:
    table = dealt({1: ["AC", "AC"]})
    expose(table, 1, "AC")
    decline(table, 5)
    make(table, 1, "reveal")
    deal = deal_of(table, 4)
    assert (deal["alone"], deal["shown"], deal["hands"][1][:2]) == (True, [1, 1], ["AC", "AC"])


def nobody_reveals() -> None:
    table = dealt({3: ["AS"], 0: ["AS"]})
    expose(table, 3, "AS")
    decline(table, 10)
    assert (table.phase(), table.may_act(), deal_of(table, 1)["partner"]) == ("play", [3], None)


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        ("BA-1.1", the_pack_has_two_of_each),
        ("BA-1.2", hands_are_written_high_to_low),
        ("BA-2.1", the_cards_go_round_the_table),
        ("BA-2.1", later_first_drawers),
        ("BA-2.2", a_single_ace_makes_declarer_and_partner),
        ("BA-2.3", a_pair_overcalls),
        ("BA-2.3", a_pair_at_once_is_final),
        ("BA-2.3", the_second_ace_of_the_declarer),
        ("BA-2.4", the_draw_step_by_step),
        ("BA-2.5", the_closing_begins_again_after_an_exposure),
        ("BA-2.5", all_decline_in_the_closing),
        ("BA-2.6", the_ace_of_hearts_is_forced),
        ("BA-2.6", an_ace_face_down_is_not_seen),
        ("BA-2.6", the_deal_with_both_hearts_face_down),
        ("BA-2.7", the_last_cards_are_taken_up),
        ("BA-2.8", a_partner_reveals),
        ("BA-2.8", a_lone_declarer_reveals),
        ("BA-2.8", nobody_reveals),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_draw_and_exposure(rule: str, case: Callable[[], None]) -> None:
    case()


def aces() -> Table:
    """A table in the closing: seat 0 has AS AS AH, seat 1 AD AD, seat 2 AC; seat 0 is asked."""
    return dealt({0: ["AS", "AS", "AH", "KS"], 1: ["AD", "AD", "AH"], 2: ["AC", "4S"]})


@pytest.mark.parametrize(
    ("rule", "before", "seat", "cards", "code"),
    [
        ("BA-2.2", [], 0, "KS", "choice-not-offered"),
        ("BA-2.2", [], 0, "AS AS AH", "wrong-size"),
        ("BA-2.3", [], 0, "AS AH", "choice-not-offered"),
        ("V-1", [], 0, "AC", "cards-not-held"),
        ("V-1", [(0, "AH")], 1, "AD AD AD", "cards-not-held"),
        ("BA-2.3", [(0, "AS")], 1, "AD", "choice-not-offered"),
        ("BA-2.3", [(0, "AS")], 2, "AC", "choice-not-offered"),
        ("BA-2.3", [(0, "AS")], 0, "AH", "choice-not-offered"),
        ("BA-2.3", [(0, "AH")], 0, "AS AS", "choice-not-offered"),
        ("BA-2.3", [(0, "AH")], 0, "AH", "choice-not-offered"),
        ("BA-2.3", [(0, "AS")], 0, "AS AS", "choice-not-offered"),
        ("BA-2.5", [], 3, "AS", "not-your-turn"),
        ("BA-2.5", [(0, "AS")], 0, "AS", "not-your-turn"),
    ],
)
def test_what_cannot_be_exposed(rule: str, before: list[tuple[int, str]], seat: int, cards: str, code: str) -> None:
    table = aces()
    for exposer, card in before:
        expose(table, exposer, card)
    while rule != "BA-2.5" and table.may_act() != [seat]:
        decline(table, 1)
    assert refused(table, seat, "expose", cards=cards.split()) == (code, rule)


@pytest.mark.parametrize(("rule", "given"), [("BA-2.1", 0), ("BA-2.1", 1)])
def test_a_record_with_a_wrong_first_drawer(rule: str, given: int) -> None:
    table = BIG_A.deal(options(match={"deals": 2}, first_drawer="rotate"), None, "record")
    start = table.start
    moves = []
    while table.phase() != "deal_over":
        seat = table.may_act()[0]
        listed = table.legal_moves(seat, 500, None).moves
        moves.append(listed[-1])
        table.apply(table.rule_on(listed[-1]))
    record = {"options": table.options, "seed": "record", "deals": [{"moves": moves}]}
    wrong = (start + 2 + given) % 5
    verdict = replay(BIG_A, {**record, "deals": [{"moves": moves}, {"first_drawer": wrong, "moves": []}]})
    assert verdict.violation is not None and verdict.index is None
    assert (verdict.violation.code, verdict.violation.rule) == ("choice-not-offered", rule)
    right = (start + 1) % 5
    assert replay(BIG_A, {**record, "deals": [{"moves": moves}, {"first_drawer": right, "moves": []}]}).legal


def test_both_ways_of_drawing_come_to_the_same() -> None:
    for number in range(30):
        tables = [BIG_A.deal(options(draw=way), None, f"ways {number}") for way in ("at_once", "stepwise")]
        tables[1].apply(tables[1].rule_on({"seat": tables[1].start, "type": "draw", "count": 108}))
        while True:
            states = [table.write(None) for table in tables]
            assert states[0]["deal"] == states[1]["deal"]
            assert states[0]["to_act"] == states[1]["to_act"]
            assert states[0]["match"] == states[1]["match"]
            if tables[0].phase() == "deal_over":
                break
            listed = tables[0].legal_moves(None, 5000, None).moves
            assert listed == tables[1].legal_moves(None, 5000, None).moves
            move = listed[(number * 7 + len(listed)) % len(listed)] if number % 2 else listed[-1]
            for table in tables:
                table.apply(table.rule_on(move))


# --- BA-3, BA-6, BA-7: play ---------------------------------------------------------------------


def the_declarer_leads() -> None:
    assert to_play(dealt({3: ["AS"], 1: ["AS"]}), 3).may_act() == [3]


def the_partner_who_revealed_leads() -> None:
    table = to_play(dealt({3: ["AS"], 1: ["AS"]}), 3, reveal=1)
    assert table.may_act() == [1]
    assert refused(table, 3, "play", cards=["AS"]) == ("not-your-turn", "BA-3.1")


def a_trick() -> None:
    table = to_play(dealt({0: ["AS", "5S", "6S"], 1: ["AS", "7S"], 2: ["KS"]}), 0)
    assert refused(table, 0, "pass") == ("must-lead", "BA-3.2")
    play(table, 0, "5S")
    assert refused(table, 2, "play", cards=["KS"]) == ("not-your-turn", "BA-3.2")
    play(table, 1, "7S")
    play(table, 2, "KS")
    make(table, 3, "pass")
    make(table, 4, "pass")
    play(table, 0, "AS")  # a pass bars nobody, and a single Big Ace is the highest
    assert deal_of(table)["trick"]["passed"] == []
    assert all_pass(table) == 0
    assert deal_of(table)["trick"] == {"leader": 0, "plays": [], "passed": []}


def a_big_ace_that_is_played_is_shown() -> None:
    table = to_play(dealt({0: ["AS", "5S"], 1: ["AS", "AH", "AD"]}), 0)
    play(table, 0, "5S")
    assert deal_of(table, 2)["partner"] is None
    play(table, 1, "AS AH AD")
    for viewer in (0, 2, 3, 4, "table"):
        deal = deal_of(table, viewer)
        assert (deal["partner"], deal["alone"], deal["shown"]) == (1, False, [0, 1])


def a_lone_declarer_is_shown_by_the_second() -> None:
    table = to_play(dealt({0: ["AS", "AS", "5S"]}), 0)
    play(table, 0, "AS")
    deal = deal_of(table, 2)
    assert (deal["alone"], deal["shown"], deal["hands"][0].count("AS")) == (None, [0], 0)
    assert deal_of(table, 0)["alone"] is True
    all_pass(table)
    play(table, 0, "AS")
    assert (deal_of(table, 2)["alone"], deal_of(table, 2)["shown"]) == (True, [0, 0])


def a_captured_big_ace_changes_no_side() -> None:
    table = to_play(dealt({0: ["AS", "AH", "AD", "KS"], 1: ["AS"], 2: ["4S", "4H", "5D"]}), 0)
    play(table, 0, "AS AH AD")
    make(table, 1, "pass")
    play(table, 2, "4S 4H")
    deal = deal_of(table, 4)
    assert deal["hands"][2][:3] == ["AS", "AH", "AD"]
    assert (deal["partner"], deal["alone"]) == (None, None)
    assert deal_of(table)["partner"] == 1
    all_pass(table)
    play(table, 2, "AS")  # keeps its rank, and its new holder has shown nothing by it
    deal = deal_of(table, 4)
    assert deal["played"][-1]["combination"] == {"kind": "single", "rank": "A", "size": 1, "big": True}
    assert (deal["partner"], deal["shown"]) == (None, [0])


def a_capture() -> None:
    table = to_play(dealt({0: ["AS", "9S", "9H", "9D"], 1: ["AS", "4S", "4H", "4D"], 3: ["6S", "6H", "4C"]}), 0)
    play(table, 0, "9S 9H 9D")
    before = len(deal_of(table)["hands"][1])
    assert refused(table, 1, "play", cards=["4S"])[0] == "does-not-beat"
    assert "pair" in table.legal_moves(1, 5, None).by_kind
    ruling = table.rule_on({"seat": 1, "type": "play", "cards": ["4S", "4H"]})
    assert ruling.as_data() == {
        "legal": True,
        "combination": {"kind": "pair", "rank": "4", "size": 2},
        "captures": True,
    }
    events = play(table, 1, "4S 4H")
    assert [event["type"] for event in events] == ["played", "captured"]
    assert events[1]["cards"] == ["9S", "9H", "9D"]
    deal = deal_of(table, "table")
    assert len(deal["hands"][1]) == before - 2 + 3
    assert deal["hands"][1][:3] == ["9S", "9H", "9D"]
    assert deal["played"][0]["captured_by"] == 1 and deal["played"][1]["captures"] is True
    make(table, 2, "pass")
    play(table, 3, "6S 6H")  # the fours lie there as the pair that they are
    assert deal_of(table)["trick"]["plays"][-1]["combination"]["kind"] == "pair"


def fours_captured_by_fours() -> None:
    table = to_play(dealt({0: ["AS", "4S", "4H", "4D", "5D"], 1: ["AS"], 2: ["4C", "4C"]}), 0)
    play(table, 0, "4S 4H 4D")
    make(table, 1, "pass")
    play(table, 2, "4C 4C")
    assert deal_of(table, 3)["hands"][2][:3] == ["4S", "4H", "4D"]


def fours_played_in_the_ordinary_ways() -> None:
    table = to_play(dealt({0: ["AS", "4S", "4H", "4D", "4C"], 1: ["AS", "KS", "KH"]}), 0)
    play(table, 0, "4S 4H 4D 4C")
    assert refused(table, 1, "play", cards=["KS", "KH"]) == ("does-not-beat", "BA-5.3")


def captured_after_going_out() -> None:
    seven = ["5S", "5H", "5D"]
    hand = [rank + suit for rank in "6789TJQK" for suit in "SH"]
    table = to_play(dealt({3: ["AS", *seven, *hand, "RJ"], 4: ["AS", "4S", "4H", "7D"]}), 3)
    play(table, 3, "AS")
    all_pass(table)
    play(table, 3, "RJ")
    all_pass(table)
    play(table, 3, " ".join(hand))
    all_pass(table)
    events = play(table, 3, "5S 5H 5D")
    assert [event["type"] for event in events][-1] == "out"
    events = play(table, 4, "4S 4H")
    assert deal_of(table)["out"] == [3] and [event["type"] for event in events] == ["played", "captured"]
    assert not table.position().is_active(3)
    assert deal_of(table, 0)["hands"][4][:3] == ["5S", "5H", "5D"]
    assert all_pass(table) == 4


@pytest.mark.parametrize(
    ("rule", "case"),
    [
        ("BA-3.1", the_declarer_leads),
        ("BA-3.1", the_partner_who_revealed_leads),
        ("BA-3.2", a_trick),
        ("BA-3.3", a_big_ace_that_is_played_is_shown),
        ("BA-3.3", a_lone_declarer_is_shown_by_the_second),
        ("BA-3.3", a_captured_big_ace_changes_no_side),
        ("BA-6.1", a_capture),
        ("BA-6.2", fours_captured_by_fours),
        ("BA-6.2", fours_played_in_the_ordinary_ways),
        ("BA-6.3", captured_after_going_out),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_play(rule: str, case: Callable[[], None]) -> None:
    case()


def after_an_opponent(shown: bool) -> Table:
    """Seat 3, an opponent, goes out and nobody beats it; 4 is the declarer, 0 the partner, who may have revealed."""
    table = dealt({3: ["RJ", *TEN_PAIRS], 4: ["AS", "5S"], 0: ["AS", "5H"]})
    to_play(table, 4, reveal=0 if shown else None)
    play(table, table.may_act()[0], "5H" if shown else "5S")
    while table.may_act() != [3]:
        make(table, table.may_act()[0], "pass")
    play(table, 3, "RJ")
    assert all_pass(table) == 3
    play(table, 3, " ".join(TEN_PAIRS))
    return table


@pytest.mark.parametrize(
    ("rule", "who", "leader"),
    [
        ("BA-3.4", "declarer, nobody revealed", 1),
        ("BA-3.4", "declarer, partner revealed", 2),
        ("BA-3.4", "opponent of one alone", 1),
        ("BA-3.4", "partner", 4),
        ("BA-3.4", "opponent, nobody revealed", 0),
        ("BA-3.4", "opponent, partner revealed", 1),
    ],
)
def test_the_lead_of_a_seat_that_is_out(rule: str, who: str, leader: int) -> None:
    if who == "declarer, nobody revealed":
        table = to_play(dealt({0: SPADES_AND_HEARTS, 2: ["AS"]}), 0)
        play(table, 0, " ".join(SPADES_AND_HEARTS))
    elif who == "declarer, partner revealed":
        table = to_play(dealt({0: SPADES_AND_HEARTS, 2: ["AS", "5D"]}), 0, reveal=2)
        play(table, 2, "5D")
        for _ in range(2):
            make(table, table.may_act()[0], "pass")
        play(table, 0, "AS")
        assert all_pass(table) == 0
        rest = [card for card in SPADES_AND_HEARTS if card[0] not in "AK"]
        play(table, 0, "AH")
        all_pass(table)
        play(table, 0, "KS KH")
        all_pass(table)
        play(table, 0, " ".join(rest))
    elif who == "opponent of one alone":
        table = to_play(dealt({4: ["AS", "AS", "5S"], 0: SPADES_AND_HEARTS[:-2] + ["AH", "AH"]}), 4)
        play(table, 4, "AS AS")
        assert all_pass(table) == 4
        assert deal_of(table, 1)["alone"] is True
        play(table, 4, "5S")
        play(table, 0, "AH")
        all_pass(table)
        play(table, 0, "AH")
        all_pass(table)
        play(table, 0, " ".join(SPADES_AND_HEARTS[:-2]))
    elif who == "partner":
        table = to_play(dealt({0: SPADES_AND_HEARTS, 4: ["AS"]}), 4, reveal=0)
        play(table, 0, " ".join(SPADES_AND_HEARTS))
    else:
        table = after_an_opponent(who.endswith("partner revealed"))
    assert all_pass(table) == leader
    if not deal_of(table)["trick"]["plays"]:
        turn = table.may_act()[0]
        other = next(seat for seat in range(5) if seat != turn and table.position().is_active(seat))
        assert refused(table, other, "pass") == ("not-your-turn", "BA-3.4")


def test_after_an_opponent_the_lead_skips_who_has_shown() -> None:
    table = after_an_opponent(shown=False)
    assert all_pass(table) == 0  # the declarer, 4, has shown one; the partner, 0, has not
    table = after_an_opponent(shown=True)
    assert all_pass(table) == 1


@pytest.mark.parametrize(("rule", "partner", "ends"), [("BA-7.1", 1, True), ("BA-7.1", 3, False)])
def test_the_deal_ends_when_one_side_is_left(rule: str, partner: int, ends: bool) -> None:
    """Declarer 0 and seat 1 are out: that is the whole side, or it is not."""
    wanted = {0: SPADES_AND_HEARTS[::-1], 1: DIAMONDS_AND_CLUBS}
    suit = "AS" if partner == 3 else "AH"
    if partner == 1:
        wanted[1] = [*[card for card in DIAMONDS_AND_CLUBS if card != "AD"], "AH"]
    table = to_play(dealt({**wanted, 3: ["AS", "6S"] if partner == 3 else ["6S"]}), 0, suit)
    play(table, 0, " ".join(SPADES_AND_HEARTS))
    assert all_pass(table) == 1
    events = play(table, 1, " ".join(wanted[1]))
    assert (table.phase() == "deal_over") is ends
    assert refused(table, 0, "pass")[1] == ("V-1" if ends else "BA-7.1")
    if ends:
        assert [event["type"] for event in events] == ["played", "out", "trick_won", "deal_over"]
        assert deal_of(table)["result"]["outcome"] == {
            "declarer": 0,
            "partner": 1,
            "out": [0, 1],
            "shown_before_play": False,
        }
        assert all(set(deal_of(table, "table")["hands"][seat]) == {"??"} for seat in (2, 3, 4))


@pytest.mark.parametrize(
    ("rule", "lead", "cards", "code"),
    [
        ("BA-1.3", "", "RJ KS", "not-a-combination"),
        ("BA-1.3", "", "KS AH 2S", "not-a-combination"),
        ("BA-4.2", "", "KS 2S", "not-a-combination"),
        ("BA-4.3", "", "5S 6S 8S", "not-a-combination"),
        ("BA-4.4", "", "5S 5H 6S 6H 8S 8H", "not-a-combination"),
        ("BA-5", "", "5S 5H 5D 6S", "not-a-combination"),
        ("BA-5.1", "", "5S 5H 5D 6S 6H 6D", "not-a-combination"),
        ("BA-4.1", "KD", "6S", "does-not-beat"),
        ("BA-4.2", "KD KC", "6S 6H", "does-not-beat"),
        ("BA-4.3", "9D TD JD", "5S 6S 7S", "does-not-beat"),
        ("BA-5", "BJ", "5S 5H 5D", "does-not-beat"),
        ("BA-5", "KD KC KD", "5S 5H 5D", "does-not-beat"),
        ("BA-5.3", "KD KC KD", "RJ", "does-not-beat"),
        ("BA-5.3", "9D", "6S 6H", "does-not-beat"),
        ("BA-6.1", "9D 9C 9D 9C", "4S 4H", "does-not-beat"),
    ],
)
def test_refusals_in_play(rule: str, lead: str, cards: str, code: str) -> None:
    hand = ["5S", "5H", "5D", "6S", "6H", "6D", "7S", "8S", "8H", "KS", "AH", "2S", "RJ", "4S", "4H"]
    theirs = ["AS", "KD", "KC", "KD", "KC", "9D", "TD", "JD", "9C", "9D", "9C", "BJ"]
    table = to_play(dealt({0: theirs, 1: hand, 2: ["AS"]}), 0)
    if lead:
        play(table, 0, lead)
    else:
        play(table, 0, "9D")
    assert refused(table, 1, "play", cards=cards.split()) == (code, rule)


# --- BA-8: scores -------------------------------------------------------------------------------

# The table of the law book: places of D and P, then D, P, O, then D and P, O when revealed before play.
SCORES = [
    ((1, 2), 6, 3, -3, 9, -6), ((2, 1), 6, 3, -3, 9, -6),
    ((1, 3), 4, 2, -2, 6, -4), ((3, 1), 4, 2, -2, 6, -4),
    ((1, 4), 2, 1, -1, 3, -2), ((4, 1), 2, 1, -1, 3, -2),
    ((1, 5), 0, 0, 0, 0, 0), ((5, 1), 0, 0, 0, 0, 0),
    ((2, 3), 0, 0, 0, 0, 0), ((3, 2), 0, 0, 0, 0, 0), ((2, 4), 0, 0, 0, 0, 0), ((4, 2), 0, 0, 0, 0, 0),
    ((3, 4), 0, 0, 0, 0, 0), ((4, 3), 0, 0, 0, 0, 0),
    ((2, 5), -2, -1, 1, -3, 2), ((3, 5), -2, -1, 1, -3, 2),
    ((5, 2), -4, -2, 2, -6, 4), ((5, 3), -4, -2, 2, -6, 4),
    ((4, 5), -6, -3, 3, -9, 6), ((5, 4), -6, -3, 3, -9, 6),
]  # fmt: skip


def order(places: tuple[int, ...]) -> list[int]:
    """Who goes out in which order when declarer 0 (and partner 1) come in at these places; the last is left out."""
    others = iter(range(len(places), 5))
    seats = {place: seat for seat, place in enumerate(places)}
    return [seats[place] if place in seats else next(others) for place in range(1, 6)][:4]


@pytest.mark.parametrize(
    ("rule", "places", "shown", "how", "expected"),
    [
        *[("BA-8", places, False, how, (d, p, o)) for places, d, p, o, _, _ in SCORES for how in ("shared", "doubled")],
        *[("BA-8", places, True, "shared", (both, both, each)) for places, _, _, _, both, each in SCORES],
        *[("BA-8.3", places, True, "doubled", (2 * d, 2 * p, 2 * o)) for places, d, p, o, _, _ in SCORES],
        ("BA-8.2", (1,), True, "shared", (64, -16)),
        ("BA-8.2", (1,), False, "shared", (32, -8)),
        ("BA-8.2", (5,), True, "shared", (-64, 16)),
        ("BA-8.2", (5,), False, "shared", (-32, 8)),
        *[("BA-8.2", (place,), shown, "shared", (0, 0)) for place in (2, 3, 4) for shown in (True, False)],
        ("BA-8.3", (1,), True, "doubled", (64, -16)),
        ("BA-8.3", (5,), False, "doubled", (-32, 8)),
    ],
)
def test_scores(rule: str, places: tuple[int, ...], shown: bool, how: str, expected: tuple[int, ...]) -> None:
    partner = 1 if len(places) == 2 else None
    outcome = {"declarer": 0, "partner": partner, "out": order(places), "shown_before_play": shown}
    given = options(revealed_score=how)
    assert BIG_A.check_outcome(given, outcome) == {}
    scores = BIG_A.scores_of(given, outcome)
    assert tuple(scores[: len(expected)]) == expected
    assert set(scores[len(expected) :]) == {expected[-1]}
    assert sum(scores) == 0


@pytest.mark.parametrize(
    ("rule", "outcome", "code", "scores"),
    [
        ("BA-8", {"declarer": 2, "partner": 0, "out": [2, 1, 0]}, "places", [2, -2, 4, -2, -2]),
        ("BA-8.1", {"declarer": 1, "partner": 4, "out": [0, 3, 2]}, "both_last", [3, -6, 3, 3, -3]),
        ("BA-8.2", {"declarer": 3, "partner": None, "out": [3]}, "alone", [-8, -8, -8, 32, -8]),
        ("BA-8.2", {"declarer": 3, "partner": None, "out": [0, 1, 2, 4]}, "alone", [8, 8, 8, -32, 8]),
    ],
)
def test_score_lines(rule: str, outcome: dict[str, Any], code: str, scores: list[int]) -> None:
    (line,) = BIG_A.score_lines(options(), {**outcome, "shown_before_play": False})
    assert (line.code, line.rule, line.scores) == (code, rule, scores)


def test_every_outcome_adds_up_to_nothing() -> None:
    for given in (options(), options(revealed_score="doubled")):
        for out in permutations(range(5)):
            for partner in (None, 1, 2, 3, 4):
                for shown in (True, False):
                    outcome = {"declarer": 0, "partner": partner, "out": list(out), "shown_before_play": shown}
                    assert BIG_A.check_outcome(given, outcome) == {}
                    assert sum(BIG_A.scores_of(given, outcome)) == 0
                    # What follows the end of the deal changes nothing.
                    normal = BIG_A.normal_outcome(outcome)
                    assert BIG_A.scores_of(given, normal) == BIG_A.scores_of(given, outcome)


@pytest.mark.parametrize(
    ("outcome", "where"),
    [
        ({"declarer": 0, "partner": 0, "out": [0]}, "/partner"),
        ({"declarer": 5, "partner": None, "out": [0]}, "/declarer"),
        ({"declarer": 0, "partner": 7, "out": [0]}, "/partner"),
        ({"declarer": 0, "partner": 1, "out": [0, 0, 1]}, "/out/1"),
        ({"declarer": 0, "partner": 1, "out": [0, 5, 1]}, "/out/1"),
        ({"declarer": 0, "partner": 1, "out": [0, 2]}, "/out"),
        ({"declarer": 0, "partner": None, "out": [1, 2]}, "/out"),
        ({"declarer": 0, "out": [0]}, "/partner"),
    ],
)
def test_outcomes_that_cannot_have_happened(outcome: dict[str, Any], where: str) -> None:
    assert list(BIG_A.check_outcome(options(), {**outcome, "shown_before_play": False})) == [where]
