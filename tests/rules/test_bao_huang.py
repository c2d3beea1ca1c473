"""The rules of Bao Huang, a row or more for each, to be checked against the law book by eye."""

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from referee.game import Table
from referee.games.bao_huang.seats import draw_seats, seated
from referee.games.bao_huang.table import BAO_HUANG
from referee.match import Match
from referee.record import replay
from referee.rulings import Invalid
from referee.shuffle import shuffled
from tests.arranged import arranged, arranged_hands, make, refused

SHORT_RANKS = "26789TJQKA"


def options(**given: Any) -> dict[str, Any]:
    return BAO_HUANG.resolve_options(given)


def outcome(emperor: int, guard: int | None, out: Sequence[int], declared: Sequence[int] = ()) -> dict[str, Any]:
    return {"emperor": emperor, "guard": guard, "out": list(out), "declared": list(declared)}


def second_deal(last: dict[str, Any], wanted: dict[int, Sequence[str]], seed: str | None = None, **given: Any) -> Table:
    """Deal 2, dealt by seat 1, after a first deal with this outcome; the seats hold these cards at least."""
    resolved = options(**given)
    match = Match(None, 5, resolved["match"])
    match.add(BAO_HUANG.entry(resolved, 1, 0, 0, last))
    match.deal = 2
    table = BAO_HUANG.table(resolved, match, seed)
    table.sequence = 100
    table.open_deal(1, arranged_hands(BAO_HUANG, resolved, 1, wanted), None)
    return table


def silent(table: Table, *declaring: int) -> None:
    """All seats answer in turn; those of ``declaring`` declare."""
    while table.phase() == "declaration":
        seat = table.may_act()[0]
        make(table, seat, "declare" if seat in declaring else "stay_silent")


def crowned(table: Table, *declaring: int, **call: Any) -> Table:
    """The first holder accepts, and all answer."""
    make(table, table.may_act()[0], "accept_crown", **call)
    silent(table, *declaring)
    return table


def race(table: Table, order: Sequence[int]) -> list[str]:
    """Plays the deal so that these seats go out in this order: all others pass. Gives the types of all events."""
    types: list[str] = []
    while table.phase() == "play":
        seat = table.may_act()[0]
        target = next(one for one in order if one not in table.write(None)["deal"]["out"])
        moves = table.legal_moves(seat, 5000, None).moves
        if seat == target:
            move = moves[-1] if moves[0]["type"] == "play" else moves[min(1, len(moves) - 1)]
        else:
            move = moves[0]
        types += [event["type"] for event in table.apply(table.rule_on(move))]
    return types


def deal_of(table: Table, viewer: int | str | None = None) -> dict[str, Any]:
    deal: dict[str, Any] = table.write(viewer)["deal"]
    return deal


# --- BH-1: pack, deal, seat draw ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "pack", "size", "ranks"),
    [("BH-1.1", "short", 168, SHORT_RANKS), ("BH-1.1", "full", 216, SHORT_RANKS + "345")],
)
def test_the_pack(rule: str, pack: str, size: int, ranks: str) -> None:
    cards = Counter(BAO_HUANG.full_pack(options(pack=pack)))
    assert cards.total() == size
    assert [cards[joker] for joker in ("BJ*", "BJ", "RJ*", "RJ")] == [1, 3, 1, 3]
    assert {card[0] for card in cards if card[1] in "SHDC"} == set(ranks)
    assert all(cards[rank + suit] == 4 for rank in ranks for suit in "SHDC")


@pytest.mark.parametrize(
    ("rule", "cards", "in_order"),
    [
        ("BH-1.2", "6S AC BJ RJ 2D BJ* RJ* KH", "RJ* RJ BJ* BJ 2D AC KH 6S"),
        ("BH-1.2", "3C 9D 9S 9C 9H 3S", "9S 9H 9D 9C 3S 3C"),
        ("BH-1.2", "TH 7S 8C JD QS 4H 5D", "QS JD TH 8C 7S 5D 4H"),
    ],
)
def test_the_written_order(rule: str, cards: str, in_order: str) -> None:
    assert BAO_HUANG.written(cards.split()) == in_order.split()


@pytest.mark.parametrize(
    ("rule", "pack", "dealer", "sizes"),
    [
        ("BH-1.3", "short", 0, [33, 33, 34, 34, 34]),
        ("BH-1.3", "short", 2, [34, 34, 33, 33, 34]),
        ("BH-1.3", "short", 4, [33, 34, 34, 34, 33]),
        ("BH-1.3", "full", 0, [43, 43, 44, 43, 43]),
        ("BH-1.3", "full", 3, [44, 43, 43, 43, 43]),
    ],
)
def test_dealing(rule: str, pack: str, dealer: int, sizes: list[int]) -> None:
    table = BAO_HUANG.deal(options(pack=pack), None, "dealing", dealer)
    hands = deal_of(table)["hands"]
    assert [len(hand) for hand in hands] == sizes
    cards = shuffled(BAO_HUANG.full_pack(table.options), "dealing", "deal:1")
    for place, card in enumerate(cards):  # one by one, from the cutter's right on
        assert card in hands[(dealer + 2 + place) % 5]
    assert sorted(sum(hands, [])) == sorted(cards)


@pytest.mark.parametrize("rule", ["BH-1.3"])
def test_the_next_dealer_sits_on_the_right(rule: str) -> None:
    table = crowned(BAO_HUANG.deal(options(), None, "next", 3))
    race(table, [0, 1, 2, 3, 4])
    table.continue_with()
    assert deal_of(table)["dealer"] == 4
    moves: list[dict[str, Any]] = []
    again = BAO_HUANG.deal(options(), None, "next", 3)
    while again.phase() != "deal_over":
        moves.append(again.legal_moves(None, 5000, None).moves[-1])
        again.apply(again.rule_on(moves[-1]))
    record = {"options": {}, "seed": "next", "deals": [{"dealer": 3, "moves": moves}, {"dealer": 2, "moves": []}]}
    wrong = replay(BAO_HUANG, record)
    assert wrong.violation is not None
    assert (wrong.violation.code, wrong.violation.rule, wrong.deal, wrong.index) == (
        "choice-not-offered",
        rule,
        2,
        None,
    )


@pytest.mark.parametrize(
    ("rule", "pack", "draws", "seats"),
    [
        ("BH-1.4", "9S KD 2H 6C RJ", ["a9S bKD c2H d6C eRJ"], "e d a b c"),
        # Two nines: a and b draw anew, in the order in which they are named.
        ("BH-1.4", "9S 9H KS RJ 2D TS 9C", ["a9S b9H cKS dRJ e2D", "aTS b9C"], "d b a c e"),
        # What is drawn anew may equal a card that lay there: then that one goes too.
        ("BH-1.4", "9S 9H KS RJ 2D KD 9C 7H TH", ["a9S b9H cKS dRJ e2D", "aKD b9C", "a7H cTH"], "d a b c e"),
        # A marked joker ranks with its colour.
        ("BH-1.4", "RJ RJ* BJ BJ* 2D 6S 7S 8S 9S", ["aRJ bRJ* cBJ dBJ* e2D", "a6S b7S c8S d9S"], "e a b c d"),
    ],
)
def test_the_seat_draw(rule: str, pack: str, draws: list[str], seats: str) -> None:
    """The highest is in seat 0; the others follow by rank from seat 4 down."""
    found = seated("abcde", pack.split())
    assert found["dealer"] == 0
    assert [" ".join(one["player"] + one["card"] for one in turn) for turn in found["draws"]] == draws
    assert " ".join(found["seats"]) == seats


@pytest.mark.parametrize("rule", ["BH-1.4"])
def test_the_seat_draw_by_a_seed(rule: str) -> None:
    names = ["Ava", "Bo", "Chen", "Dina", "Eka"]
    top = shuffled(BAO_HUANG.full_pack(options()), "a draw", "seats")
    found = draw_seats({"players": names, "seed": "a draw"})
    assert found == {**seated(names, top), "seed": "a draw"}
    assert [one["card"] for one in found["draws"][0]] == top[:5]
    with pytest.raises(Invalid) as caught:
        draw_seats({"players": ["Ava", "Bo", "Ava", "Dina", "Eka"], "seed": "a draw"})
    assert list(caught.value.faults) == ["/players/2"]


# --- BH-2: tribute -----------------------------------------------------------------------------

GUARDED = outcome(0, 2, [0, 2])
"""Emperor 0 and guard 2 have won."""


@pytest.mark.parametrize(
    ("rule", "last", "put", "takes"),
    [
        # Emperor 0 and guard 2 won: each of the people puts one, the emperor takes two.
        ("BH-2.1", outcome(0, 2, [0, 2]), {1: 1, 3: 1, 4: 1}, "0x2 2x1"),
        ("BH-2.2", outcome(0, 2, [2, 1, 0]), {1: 1, 3: 1, 4: 1}, "2x1 0x2"),
        # They lost: the emperor puts two; the people take one each as they went out.
        ("BH-2.1", outcome(0, 2, [3, 1, 4]), {0: 2, 2: 1}, "3x1 1x1 4x1"),
        ("BH-2.1", outcome(3, 2, [4, 0, 1]), {2: 1, 3: 2}, "4x1 0x1 1x1"),
        # 3rd and 4th: the race is won, the deal is lost; the last of the people takes after the others.
        ("BH-7.5", outcome(0, 2, [4, 3, 0, 2]), {0: 2, 2: 1}, "4x1 3x1 1x1"),
        ("BH-7.5", outcome(0, 2, [1, 4, 2, 0]), {0: 2, 2: 1}, "1x1 4x1 3x1"),
        # Alone and first: he takes all four. Third or later: he puts four.
        ("BH-2.1", outcome(1, None, [1]), {0: 1, 2: 1, 3: 1, 4: 1}, "1x4"),
        ("BH-2.1", outcome(1, None, [0, 2, 3, 4]), {1: 4}, "0x1 2x1 3x1 4x1"),
        # Those still in take after them, in order of play from the last that went out.
        ("BH-2.2", outcome(1, None, [4, 2, 1]), {1: 4}, "4x1 2x1 3x1 0x1"),
        ("BH-2.2", outcome(1, None, [0, 3, 1]), {1: 4}, "0x1 3x1 2x1 4x1"),
        # A zero: nothing is put.
        ("BH-2.1", outcome(0, 2, [0, 1, 3, 4]), {}, ""),
        ("BH-2.1", outcome(0, 2, [1, 0, 4, 2]), {}, ""),
        ("BH-2.1", outcome(1, None, [0, 1]), {}, ""),
    ],
)
def test_who_puts_how_many_and_who_takes(rule: str, last: dict[str, Any], put: dict[int, int], takes: str) -> None:
    for seed in ("tribute", "another"):
        table = second_deal(last, {})
        table.seed = seed
        table.open_deal(1, None, None)
        dealt = {event["seat"]: event["hand"] for event in table.events if "hand" in event}
        expected = []
        for seat, number in put.items():
            highest = [card for card in dealt[seat] if card[1] in "SHDC"][:number]
            expected += [(seat, card) for card in highest]
        tribute = deal_of(table)["tribute"]
        assert [(one["seat"], one["card"]) for one in (tribute or {"put": []})["put"]] == expected
        assert [one["slot"] for one in (tribute or {"put": []})["put"]] == list(range(len(expected)))
        taken = []
        while table.phase() == "tribute":
            seat = table.may_act()[0]
            move = table.legal_moves(seat, 1, None).moves[0]
            taken.append(f"{seat}x{len(move['slots'])}")
            table.apply(table.rule_on(move))
        assert taken == takes.split()
        assert table.phase() == "crown"


@pytest.mark.parametrize(
    ("rule", "hand", "put"),
    [
        ("BH-2.1", "RJ RJ* BJ 2H 2C AS", ["2H", "2C"]),  # no joker; of equal ranks the first in the order S H D C
        ("BH-2.1", "2D 2D 2C", ["2D", "2D"]),
        ("BH-2.1", "AC KS KH", ["AC", "KS"]),
    ],
)
def test_the_card_is_forced(rule: str, hand: str, put: list[str]) -> None:
    twos = ["2S"] * 4 + ["2H"] * 4 + ["2D"] * 4 + ["2C"] * 4
    aces = ["AS"] * 4 + ["AH"] * 4 + ["AD"] * 4 + ["AC"] * 4
    kings = ["KS"] * 4 + ["KH"] * 4 + ["KD"] * 4 + ["KC"] * 4
    rest = list((Counter(twos + aces + kings) - Counter(hand.split())).elements())
    low = ["QS", "QH", "QD", "QC", "JS", "JH", "JD", "JC"] * 4
    hands = {0: [*hand.split(), *low[: 34 - len(hand.split())]], 3: rest[:34], 4: rest[34:]}
    table = second_deal(outcome(0, 2, [1, 3, 4]), hands)
    assert [one["card"] for one in deal_of(table)["tribute"]["put"]][:2] == put


@pytest.mark.parametrize(
    ("rule", "slots", "code"),
    [
        ("BH-2.2", [], "wrong-size"),
        ("BH-2.2", [0], "wrong-size"),
        ("BH-2.2", [0, 1, 2], "wrong-size"),
        ("BH-2.2", [0, 3], "choice-not-offered"),
        ("BH-2.2", [1, 40], "choice-not-offered"),
    ],
)
def test_refused_takes(rule: str, slots: list[int], code: str) -> None:
    table = second_deal(GUARDED, {})
    assert refused(table, 0, "take_tribute", slots=slots) == (code, rule)
    assert refused(table, 2, "take_tribute", slots=[0]) == ("not-your-turn", rule)
    make(table, 0, "take_tribute", slots=[2, 0])
    assert deal_of(table)["tribute"]["taken"] == [{"seat": 0, "slots": [0, 2]}]
    assert refused(table, 2, "take_tribute", slots=[0]) == ("choice-not-offered", rule)
    assert table.legal_moves(2, 9, None).moves == [{"seat": 2, "type": "take_tribute", "slots": [1]}]


@pytest.mark.parametrize("rule", ["BH-2.2"])
def test_tribute_is_known_to_giver_and_taker_alone(rule: str) -> None:
    table = second_deal(GUARDED, {})
    cards = [one["card"] for one in deal_of(table)["tribute"]["put"]]
    events = make(table, 0, "take_tribute", slots=[0, 2])
    told = {str(event["visible_to"]): event.get("cards") for event in events}
    assert told == {"[0]": [cards[0], cards[2]], "[1]": [cards[0], "??"], "[4]": ["??", cards[2]], "all": None}
    shown = {
        viewer: [one["card"] for one in deal_of(table, viewer)["tribute"]["put"]] for viewer in [0, 1, 2, 3, 4, "table"]
    }
    assert shown == {
        0: [cards[0], "??", cards[2]],
        1: [cards[0], "??", "??"],
        2: ["??"] * 3,
        3: ["??", cards[1], "??"],
        4: ["??", "??", cards[2]],
        "table": ["??"] * 3,
    }
    # the giver sees his card in the taker's hand, before the hidden ones.
    assert deal_of(table, 1)["hands"][0] == [cards[0]] + ["??"] * 35
    assert deal_of(table, 3)["hands"][0] == ["??"] * 36


@pytest.mark.parametrize("rule", ["BH-2.3"])
def test_tribute_comes_before_the_crown_and_again_after_a_redeal(rule: str) -> None:
    table = second_deal(GUARDED, {}, guard="called_card", seed="again")
    table.redeals = 0
    first = deal_of(table)["tribute"]["put"]
    assert refused(table, table.may_act()[0], "pass_crown") == ("wrong-phase", "V-1")
    without = [[card for card in hand] for hand in uncallable(options(guard="called_card"))]
    table.open_deal(1, without, None)
    while table.phase() == "tribute":
        table.apply(table.rule_on(table.legal_moves(None, 1, None).moves[0]))
    thrown = []
    for _ in range(5):
        thrown = [event["type"] for event in make(table, table.may_act()[0], "pass_crown")]
    assert "thrown_in" in thrown and "tribute_put" in thrown
    assert table.phase() == "tribute"
    deal = deal_of(table)
    assert (deal["redeals"], deal["dealer"], deal["tribute"]["taken"], deal["crown"]) == (1, 1, [], [])
    assert len(deal["tribute"]["put"]) == len(first)


def uncallable(resolved: dict[str, Any], start: int = 1) -> list[list[str]]:
    """Hands in which seat 0 has the RJ* and never exactly three copies of a card, whatever tribute it may take."""
    sizes = BAO_HUANG.hand_sizes(resolved, start, None)
    left = Counter(BAO_HUANG.full_pack(resolved))
    mine = ["RJ*", "RJ", "BJ"] + [card for card in left if card[1] in "SHDC" and card[0] in "6789TJQK"]
    mine = mine[: sizes[0]]
    left.subtract(mine)
    hands = [mine, [], [], [], []]
    for card in left.elements():
        next(hand for hand, size in zip(hands, sizes, strict=True) if len(hand) < size).append(card)
    return hands


@pytest.mark.parametrize("rule", ["BH-2.1"])
def test_no_tribute_where_it_is_not_played(rule: str) -> None:
    table = second_deal(GUARDED, {}, tribute=False)
    assert (table.phase(), deal_of(table)["tribute"]) == ("crown", None)


# --- BH-3: the crown ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "passes", "emperor"),
    [("BH-3.1", 0, 2), ("BH-3.1", 1, 1), ("BH-3.1", 2, 0), ("BH-3.1", 3, 4), ("BH-3.1", 4, 3), ("BH-3.2", 5, 2)],
)
def test_the_crown_goes_to_the_left(rule: str, passes: int, emperor: int) -> None:
    table = arranged(BAO_HUANG, {2: ["RJ*"], 4: ["BJ*"]})
    sizes = [len(hand) for hand in deal_of(table)["hands"]]
    assert deal_of(table, "table")["hands"][2] == ["??"] * sizes[2]
    for number in range(passes):
        seat = (2 - number) % 5
        assert table.may_act() == [seat]
        assert refused(table, (seat + 1) % 5, "accept_crown") == ("not-your-turn", "BH-3.1")
        assert [move["type"] for move in table.legal_moves(seat, 5, None).moves] == ["pass_crown", "accept_crown"]
        make(table, seat, "pass_crown")
        shown = deal_of(table, "table")["hands"][(seat - 1) % 5]
        assert shown[0] == "RJ*" and set(shown[1:]) == {"??"}
    if passes < 5:
        make(table, emperor, "accept_crown")
    deal = deal_of(table)
    assert (table.phase(), deal["emperor"]) == ("declaration", emperor)
    assert deal["crown"] == [(2 - number) % 5 for number in range(passes)]
    sizes[2] -= 1
    sizes[emperor] += 1
    assert [len(hand) for hand in deal["hands"]] == sizes


@pytest.mark.parametrize(
    ("rule", "holders", "viewer", "guard", "alone"),
    [
        # Seat 0 is emperor. Who knows that seat 3 holds the BJ*?
        ("BH-3.3", (0, 3), 3, 3, False),
        ("BH-3.3", (0, 3), 0, None, False),
        ("BH-3.3", (0, 3), 1, None, None),
        ("BH-3.3", (0, 3), "table", None, None),
        ("BH-3.3", (0, 3), None, 3, False),
        # Alone, which nobody else knows.
        ("BH-3.4", (0, 0), 0, None, True),
        ("BH-3.4", (0, 0), 1, None, None),
        ("BH-3.4", (0, 0), "table", None, None),
        ("BH-3.4", (0, 0), None, None, True),
    ],
)
def test_who_knows_the_guard(
    rule: str, holders: tuple[int, int], viewer: int | str | None, guard: int | None, alone: bool | None
) -> None:
    crown, joker = holders
    wanted: dict[int, list[str]] = {crown: ["RJ*"]}
    wanted.setdefault(joker, []).append("BJ*")
    table = arranged(BAO_HUANG, wanted)
    make(table, crown, "accept_crown")
    deal = deal_of(table, viewer)
    assert (deal["emperor"], deal["guard"], deal["alone"]) == (0, guard, alone)


CALLING = {1: ["RJ*", "9C", "9C", "9C", "9S"], 3: ["9C", "9S", "9H", "9D"]}
"""Seat 1 can call the 9C, and then seat 3 is the guard."""


@pytest.mark.parametrize(
    ("rule", "fields", "code"),
    [
        ("BH-3.5", {}, "malformed-move"),
        ("BH-3.5", {"call": "RJ*"}, "choice-not-offered"),
        ("V-1", {"call": "BJ*"}, "cards-not-held"),
        ("BH-3.5", {"call": "9S"}, "choice-not-offered"),  # it holds but one
        ("V-1", {"call": "9H"}, "cards-not-held"),
        ("V-1", {"call": "3H"}, "malformed-move"),
    ],
)
def test_refused_calls(rule: str, fields: dict[str, Any], code: str) -> None:
    table = calling()
    assert refused(table, 1, "accept_crown", **fields) == (code, rule)


def calling(**given: Any) -> Table:
    """Deal 1 with a card to call: seat 1 holds no 9H, and three copies of the 9C alone."""
    resolved = options(guard="called_card", **given)
    left = Counter(BAO_HUANG.full_pack(resolved))
    sizes = BAO_HUANG.hand_sizes(resolved, 0, None)
    hands: list[list[str]] = [[], list(CALLING[1]), [], list(CALLING[3]), []]
    for hand in hands:
        left.subtract(hand)
    singles = [card for card in left if card[1] in "SHDC" and card[0] != "9"][: sizes[1] - len(hands[1])]
    hands[1] += singles
    left.subtract(singles)
    for card in left.elements():
        next(hand for hand, size in zip(hands, sizes, strict=True) if len(hand) < size).append(card)
    return BAO_HUANG.deal(resolved, None, None, 0, hands)


@pytest.mark.parametrize("rule", ["BH-3.5"])
def test_a_card_is_called(rule: str) -> None:
    table = calling()
    listed = table.legal_moves(1, 9, None).moves
    assert listed == [{"seat": 1, "type": "pass_crown"}, {"seat": 1, "type": "accept_crown", "call": "9C"}]
    events = make(table, 1, "accept_crown", call="9c")
    assert [(event["type"], event["called"]) for event in events] == [("crowned", "9C")]
    deal = deal_of(table)
    assert (deal["emperor"], deal["called"], deal["guard"], deal["alone"]) == (1, "9C", 3, False)
    assert deal_of(table, 0)["hands"][1] == ["RJ*", "9C", "9C", "9C"] + ["??"] * 29
    assert (deal_of(table, 0)["guard"], deal_of(table, 0)["alone"]) == (None, False)
    assert (deal_of(table, 3)["guard"], deal_of(table, 1)["guard"]) == (3, None)
    assert refused(table, 1, "declare") == ("choice-not-offered", "BH-4.1")
    silent(table)
    # The guard's called card and his other cards of that rank make different moves.
    make(table, 1, "play", cards=["6S"])
    make(table, 2, "pass")
    nines = [move["cards"] for move in table.legal_moves(3, 500, ["single"]).moves if move["cards"][0][0] == "9"]
    assert nines == [["9S"], ["9C"]]
    make(table, 3, "play", cards=["9H"])
    assert deal_of(table, 0)["guard"] is None
    for seat in (4, 0, 1, 2):
        make(table, seat, "pass")
    events = make(table, 3, "play", cards=["9C"])
    assert ("guard_shown", 3, False) in [(event["type"], event.get("seat"), event.get("alone")) for event in events]
    assert deal_of(table, 0)["guard"] == 3


@pytest.mark.parametrize("rule", ["BH-3.5"])
def test_the_emperor_who_passed_must_accept_in_the_end(rule: str) -> None:
    table = calling()
    for seat in (1, 0, 4, 3, 2):
        make(table, seat, "pass_crown")
    assert (table.phase(), table.may_act()) == ("crown", [1])
    assert refused(table, 1, "pass_crown") == ("choice-not-offered", rule)
    assert table.legal_moves(1, 9, None).moves == [{"seat": 1, "type": "accept_crown", "call": "9C"}]
    make(table, 1, "accept_crown", call="9C")
    assert deal_of(table)["emperor"] == 1


@pytest.mark.parametrize("rule", ["BH-3.5"])
def test_a_deal_without_an_emperor_is_dealt_again(rule: str) -> None:
    resolved = options(guard="called_card")
    table = BAO_HUANG.deal(resolved, None, "redeal", 1, uncallable(resolved))
    assert table.legal_moves(0, 9, None).moves == [{"seat": 0, "type": "pass_crown"}]
    assert refused(table, 0, "accept_crown", call="6S") == ("choice-not-offered", rule)
    for seat in (0, 4, 3, 2, 1):
        events = make(table, seat, "pass_crown")
    assert [event["type"] for event in events][:2] == ["crown_passed", "thrown_in"]
    deal = deal_of(table)
    assert (deal["redeals"], deal["dealer"], deal["crown"], deal["arranged"]) == (1, 1, [], False)
    cards = shuffled(BAO_HUANG.full_pack(resolved), "redeal", "deal:1:redeal:1")
    assert deal["hands"] == BAO_HUANG.distribute(resolved, cards, 1, None).hands


@pytest.mark.parametrize("rule", ["BH-3.5"])
def test_nothing_is_called_where_a_joker_makes_the_guard(rule: str) -> None:
    table = arranged(BAO_HUANG, {0: ["RJ*", "9C", "9C", "9C"]})
    assert refused(table, 0, "accept_crown", call="9C") == ("malformed-move", rule)


# --- BH-4: declarations ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "guard", "seat", "declared"),
    [
        ("BH-4.1", 3, 0, None),
        ("BH-4.2", 3, 1, "opposition"),
        ("BH-4.2", 3, 3, "loyalty"),
        ("BH-4.2", 0, 0, "alone"),
        ("BH-4.2", 0, 4, "opposition"),
    ],
)
def test_what_is_declared_is_so(rule: str, guard: int, seat: int, declared: str | None) -> None:
    wanted: dict[int, list[str]] = {0: ["RJ*"]}
    wanted.setdefault(guard, []).append("BJ*")
    table = arranged(BAO_HUANG, wanted)
    make(table, 0, "accept_crown")
    for other in range(seat):
        assert refused(table, seat, "declare") == ("not-your-turn", "BH-4.1")
        make(table, other, "stay_silent")
    if declared is None:
        assert refused(table, seat, "declare") == ("choice-not-offered", rule)
        assert [move["type"] for move in table.legal_moves(seat, 9, None).moves] == ["stay_silent"]
        return
    assert [move["type"] for move in table.legal_moves(seat, 9, None).moves] == ["stay_silent", "declare"]
    events = make(table, seat, "declare")
    assert [(event["type"], event["seat"], event["as"]) for event in events] == [("declared", seat, declared)]
    onlooker = deal_of(table, "table")
    assert onlooker["declared"][-1] == {"seat": seat, "type": "declare", "as": declared}
    assert onlooker["guard"] == (seat if declared == "loyalty" else None)
    assert onlooker["alone"] == {"loyalty": False, "alone": True, "opposition": None}[declared]
    assert "BJ*" not in onlooker["hands"][guard]


@pytest.mark.parametrize(
    ("rule", "guard", "declared", "per_side", "first_only"),
    [
        ("BH-4.3", 2, [], 1, 1),
        ("BH-4.3", 2, [2], 2, 2),
        ("BH-4.3", 2, [1], 2, 2),
        ("BH-4.3", 2, [1, 3, 4], 2, 2),
        ("BH-4.3", 2, [2, 3], 4, 2),
        ("BH-4.3", 2, [1, 2, 3, 4], 4, 2),
        ("BH-4.3", None, [], 1, 1),
        ("BH-4.3", None, [0], 2, 2),
        ("BH-4.3", None, [3], 2, 2),
        ("BH-4.3", None, [0, 3, 4], 4, 2),
        ("BH-7.4", 2, [2, 3], 4, 2),
    ],
)
def test_what_declarations_multiply_by(
    rule: str, guard: int | None, declared: list[int], per_side: int, first_only: int
) -> None:
    deal = outcome(0, guard, [0, 2], declared) if guard else outcome(0, None, [0], declared)
    plain = BAO_HUANG.scores_of(options(), {**deal, "declared": []})
    for name, factor in (("per_side", per_side), ("first_only", first_only)):
        assert BAO_HUANG.scores_of(options(declarations=name), deal) == [factor * score for score in plain]


# --- BH-5: play --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "cards", "expected"),
    [
        ("BH-5.2", "6S", "single-6"),
        ("BH-5.2", "BJ", "single-BJ"),
        ("BH-5.2", "RJ*", "single-RJ"),
        ("BH-5.2", "9S 9S", "set-9"),
        ("BH-5.2", "2S 2H 2D 2C 2S 2H 2D 2C 2S", "set-2"),
        ("BH-5.2", "9S BJ", "set_with_jokers-9"),
        ("BH-5.2", "9S 9H RJ BJ RJ*", "set_with_jokers-9"),
        ("BH-5.2", "BJ BJ*", "jokers"),
        ("BH-5.2", "BJ RJ RJ RJ*", "jokers"),
        ("BH-5.2", "9S TS", ""),
        ("BH-5.2", "9S TS RJ", ""),  # a joker is no wild card
        ("BH-5.2", "9S 9H TS TH", ""),
    ],
)
def test_readings(rule: str, cards: str, expected: str) -> None:
    found = BAO_HUANG.read_combination(options(), cards.split(), None, None)["readings"]
    told = [one["kind"] if one["rank"] is None else f"{one['kind']}-{one['rank']}" for one in found]
    assert " ".join(told) == expected
    assert all(one["size"] == len(cards.split()) for one in found)


@pytest.mark.parametrize(
    ("rule", "cards", "against", "cardwise", "same_kind"),
    [
        # The law book's examples.
        ("BH-5.3", "9S BJ", "8S 8H", True, False),
        ("BH-5.3", "KS KH RJ", "9S 9H BJ", True, True),
        ("BH-5.3", "TS RJ RJ", "9S 9H BJ", True, True),
        ("BH-5.3", "7S RJ RJ", "9S 9H BJ", False, False),
        ("BH-5.3", "KS KH BJ*", "9S 9H BJ", False, False),
        # Nothing that contains a red joker can be beaten.
        ("BH-5.3", "2S 2H RJ", "6S 6H RJ", False, False),
        ("BH-5.3", "RJ RJ", "6S RJ*", False, False),
        ("BH-5.3", "RJ", "RJ*", False, False),
        # Singles.
        ("BH-5.3", "7S", "6S", True, True),
        ("BH-5.3", "7S", "7H", False, False),
        ("BH-5.3", "BJ", "2S", True, True),
        ("BH-5.3", "RJ", "BJ*", True, True),
        ("BH-5.3", "BJ*", "BJ", False, False),
        ("BH-1.2", "2S", "AS", True, True),
        ("BH-1.2", "6S", "2S", False, False),
        # Sets, jokers, and the number of cards.
        ("BH-5.3", "9S 9H", "8S 8H", True, True),
        ("BH-5.3", "9S 9H 9D", "8S 8H", False, False),
        ("BH-5.3", "BJ BJ", "2S 2H", True, False),
        ("BH-5.3", "RJ BJ", "2S BJ", True, False),
        ("BH-5.3", "RJ RJ", "BJ BJ*", True, True),
        ("BH-5.3", "RJ BJ", "BJ BJ*", False, False),
        ("BH-5.3", "2S RJ", "BJ BJ*", False, False),
        ("BH-5.3", "TS TH", "9S BJ", False, False),
    ],
)
def test_what_beats_what(rule: str, cards: str, against: str, cardwise: bool, same_kind: bool) -> None:
    for beat, expected in (("cardwise", cardwise), ("same_kind", same_kind)):
        found = BAO_HUANG.read_combination(options(beat=beat), cards.split(), None, {"cards": against.split()})
        assert found["beats"] is expected


@pytest.mark.parametrize(
    ("rule", "beat", "led", "cards", "code"),
    [
        ("BH-5.3", "cardwise", "8S 8H", "9S 9H 9D", "does-not-beat"),
        ("BH-5.3", "cardwise", "8S 8H", "7S 7H", "does-not-beat"),
        ("BH-5.3", "cardwise", "8S 8H", "8D 8C", "does-not-beat"),
        ("BH-5.3", "cardwise", "8S RJ", "9S RJ", "does-not-beat"),
        ("BH-5.3", "same_kind", "8S 8H", "9S BJ", "does-not-beat"),
        ("BH-5.2", "cardwise", "8S 8H", "9S TS", "not-a-combination"),
        ("V-1", "cardwise", "8S 8H", "KS", "cards-not-held"),
        ("BH-5.1", "cardwise", "", "", "must-lead"),
    ],
)
def test_refused_plays(rule: str, beat: str, led: str, cards: str, code: str) -> None:
    mine = ["7S", "7H", "8D", "8C", "9S", "9H", "9D", "TS", "BJ", "RJ"]
    kings = ["KS"] * 4
    table = crowned(arranged(BAO_HUANG, {0: ["RJ*", "8S", "8H", "RJ", *kings], 1: mine}, beat=beat))
    assert refused(table, 1, "pass") == ("not-your-turn", "BH-5.1")
    if not led:
        assert refused(table, 0, "pass") == (code, rule)
        return
    make(table, 0, "play", cards=led.split())
    assert refused(table, 2, "pass") == ("not-your-turn", "BH-5.1")
    assert refused(table, 1, "play", cards=cards.split()) == (code, rule)


@pytest.mark.parametrize("rule", ["BH-5.1"])
def test_the_emperor_leads_and_who_leads_after_one_who_is_out(rule: str) -> None:
    table = arranged(BAO_HUANG, {3: ["RJ*"], 1: ["BJ*"]})
    make(table, 3, "pass_crown")
    crowned(table)
    assert table.may_act() == [2]
    types: list[str] = []
    while "out" not in types:
        seat = table.may_act()[0]
        moves = table.legal_moves(seat, 5000, None).moves
        move = moves[-1] if moves[0]["type"] == "play" and seat == 2 else moves[0]
        types = [event["type"] for event in table.apply(table.rule_on(move))]
    out = deal_of(table)["out"]
    assert out == [2]
    while table.may_act()[0] != 3 or deal_of(table)["trick"]["plays"]:
        seat = table.may_act()[0]
        events = make(table, seat, "pass")
    assert events[-1] == {**events[-1], "type": "trick_won", "seat": 2}
    assert deal_of(table)["trick"] == {"leader": 3, "plays": [], "passed": []}


@pytest.mark.parametrize(
    ("rule", "guard", "seat"), [("BH-5.4", 3, 3), ("BH-5.4", 0, 0)], ids=["a guard", "a lone emperor"]
)
def test_playing_the_marked_joker_shows_the_guard(rule: str, guard: int, seat: int) -> None:
    wanted: dict[int, list[str]] = {0: ["RJ*", "6S"]}
    wanted.setdefault(guard, []).append("BJ*")
    table = crowned(arranged(BAO_HUANG, wanted))
    if seat != 0:
        make(table, 0, "play", cards=["6S"])
        make(table, 1, "pass")
        make(table, 2, "pass")
    assert deal_of(table, "table")["alone"] is None
    events = make(table, seat, "play", cards=["BJ*"])
    assert (events[1]["type"], events[1]["alone"]) == ("guard_shown", guard == 0)
    assert deal_of(table, "table")["alone"] is (guard == 0)
    assert deal_of(table, "table")["guard"] == (None if guard == 0 else guard)


# --- BH-6: the lowest last ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "cards", "code"),
    [
        ("BH-6.1", "{low}S", "choice-not-offered"),
        ("BH-6.1", "{low}S {low}H", "choice-not-offered"),
        ("BH-6.2", "{low}S BJ", "not-a-combination"),
        ("BH-6.2", "{low}S {low}H RJ*", "not-a-combination"),
        ("BH-5.2", "{low}S 9S", "not-a-combination"),
    ],
)
@pytest.mark.parametrize(("pack", "low"), [("short", "6"), ("full", "3")])
def test_the_lowest_rank_waits(rule: str, cards: str, code: str, pack: str, low: str) -> None:
    mine = ["RJ*", "BJ", f"{low}S", f"{low}H", "9S", "7S"]
    table = crowned(arranged(BAO_HUANG, {0: mine}, pack=pack, lowest_last=True))
    assert refused(table, 0, "play", cards=cards.format(low=low).split()) == (code, rule)
    moves = table.legal_moves(0, 5000, None).moves
    assert all(not card.startswith(low) for move in moves for card in move["cards"])
    make(table, 0, "play", cards=["7S"])
    free = crowned(arranged(BAO_HUANG, {0: mine}, pack=pack))
    if code != "not-a-combination" or "9S" not in cards:
        make(free, 0, "play", cards=cards.format(low=low).split())


@pytest.mark.parametrize("rule", ["BH-6.1"])
def test_a_hand_of_lowest_cards_and_jokers(rule: str) -> None:
    """Jokers first, then the lowest cards, which may then be led and end the hand."""
    sixes = ["6S", "6H", "6D", "6C"] * 4
    jokers = ["RJ*", "RJ", "RJ", "RJ", "BJ", "BJ", "BJ", "BJ*"]
    rest = ["7S", "7H", "7D", "7C"] * 2 + ["8S", "8H"]
    table = crowned(arranged(BAO_HUANG, {2: [*jokers, *sixes, *rest]}, lowest_last=True))
    for kind in (["7S", "7H", "7D", "7C"] * 2, ["8S", "8H"]):
        make(table, 2, "play", cards=[*kind, "RJ"])
        for seat in (3, 4, 0, 1):
            make(table, seat, "pass")
    assert refused(table, 2, "play", cards=["6S"]) == ("choice-not-offered", rule)
    assert table.legal_moves(2, 9, ["set", "set_with_jokers"]).moves == []
    make(table, 2, "play", cards=["RJ*", "RJ", "BJ*", "BJ", "BJ", "BJ"])
    for seat in (3, 4, 0, 1):
        make(table, seat, "pass")
    assert table.legal_moves(2, 99, None).by_kind == {"single": 1, "set": 15}
    events = make(table, 2, "play", cards=sixes)
    assert [event["type"] for event in events][:2] == ["played", "out"]
    assert deal_of(table)["result"]["scores"] == [-3, -3, 12, -3, -3]


# --- BH-7: the end of the deal and its score ---------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "guard", "order", "out"),
    [
        ("BH-7.1", 2, [0, 2, 1, 3, 4], [0, 2]),
        ("BH-7.1", 2, [1, 3, 4, 0, 2], [1, 3, 4]),
        ("BH-7.1", 2, [1, 0, 3, 4, 2], [1, 0, 3, 4]),
        ("BH-7.1", 2, [1, 3, 2, 0, 4], [1, 3, 2, 0]),
        ("BH-7.1", 0, [0, 1, 2, 3, 4], [0]),
        ("BH-7.1", 0, [3, 0, 1, 2, 4], [3, 0]),
        ("BH-7.1", 0, [3, 2, 1, 4, 0], [3, 2, 1, 4]),
    ],
)
def test_the_deal_ends_when_a_side_is_out(rule: str, guard: int, order: list[int], out: list[int]) -> None:
    strong = {order[0]: ["RJ", "RJ", "2S", "2S"], order[1]: ["RJ", "BJ", "2H", "2H"]}
    strong.setdefault(0, []).append("RJ*")
    strong.setdefault(guard, []).append("BJ*")
    table = crowned(arranged(BAO_HUANG, strong))
    race(table, order)
    result = deal_of(table)["result"]
    assert result["outcome"]["out"] == out
    assert result["outcome"]["guard"] == (None if guard == 0 else guard)
    assert deal_of(table, 4)["result"] == result
    # what is left in hands stays hidden.
    assert all(set(hand) <= {"??", "RJ*"} for hand in deal_of(table, "table")["hands"])


@pytest.mark.parametrize(
    ("rule", "places", "emperor", "guard", "people"),
    [
        ("BH-7.2", (1, 2), 6, 3, -3),
        ("BH-7.2", (1, 3), 4, 2, -2),
        ("BH-7.2", (1, 4), 2, 1, -1),
        ("BH-7.2", (2, 3), 2, 1, -1),
        ("BH-7.2", (1, 5), 0, 0, 0),
        ("BH-7.2", (2, 4), 0, 0, 0),
        ("BH-7.2", (2, 5), -2, -1, 1),
        ("BH-7.2", (3, 4), -2, -1, 1),
        ("BH-7.2", (3, 5), -4, -2, 2),
        ("BH-7.2", (4, 5), -6, -3, 3),
    ],
)
def test_the_score_table(rule: str, places: tuple[int, int], emperor: int, guard: int, people: int) -> None:
    for first, second in ((1, 4), (4, 1)):  # in either order: seat 1 is emperor, seat 4 guard
        order = [0, 2, 3]
        order.insert(places[0] - 1, first)
        order.insert(places[1] - 1, second)
        scores = BAO_HUANG.scores_of(options(), outcome(1, 4, order))
        assert scores == [people, emperor, people, people, guard]


@pytest.mark.parametrize(
    ("rule", "place", "emperor", "people"),
    [("BH-7.3", 1, 12, -3), ("BH-7.3", 2, 0, 0), ("BH-7.3", 3, -12, 3), ("BH-7.3", 4, -12, 3), ("BH-7.3", 5, -12, 3)],
)
def test_the_score_of_a_lone_emperor(rule: str, place: int, emperor: int, people: int) -> None:
    order = [0, 1, 3, 4]
    order.insert(place - 1, 2)
    assert BAO_HUANG.scores_of(options(), outcome(2, None, order)) == [people, people, emperor, people, people]


@pytest.mark.parametrize(
    ("rule", "given", "told", "pointers"),
    [
        ("BH-7.1", {}, outcome(0, 2, [0, 1]), ["/out"]),
        ("BH-7.1", {}, outcome(0, None, [1, 2, 3]), ["/out"]),
        ("BH-7.1", {}, outcome(0, 2, [0, 0, 7]), ["/out/1", "/out/2"]),
        ("BH-4.1", {}, outcome(0, 2, [0, 2], [0]), ["/declared/0"]),
        ("BH-4.1", {}, outcome(0, None, [0], [3, 3]), ["/declared/1"]),
        ("BH-3.4", {}, outcome(0, 0, [0]), ["/guard"]),
        ("BH-3.5", {"guard": "called_card"}, outcome(0, None, [0]), ["/guard"]),
        ("BH-3.3", {}, outcome(9, 5, [0]), ["/emperor", "/guard"]),
    ],
)
def test_an_outcome_that_cannot_have_happened(
    rule: str, given: dict[str, Any], told: dict[str, Any], pointers: list[str]
) -> None:
    assert sorted(BAO_HUANG.check_outcome(options(**given), told)) == pointers


# --- BH-8: the match ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "match", "deals", "over", "winners"),
    [
        ("BH-8.1", {"deals": 1}, [outcome(0, 2, [0, 2])], True, [0]),
        ("BH-8.1", {"deals": 2}, [outcome(0, 2, [0, 2])], False, []),
        ("BH-8.1", {"deals": 2}, [outcome(0, 2, [0, 2]), outcome(1, 3, [1, 3])], True, [0, 1]),
        ("BH-8.1", {"deals": 1}, [outcome(0, 2, [0, 1, 3, 4])], True, [0, 1, 2, 3, 4]),
        ("BH-8.2", {"target": 6}, [outcome(0, 2, [0, 2])], True, [0]),
        ("BH-8.2", {"target": 7}, [outcome(0, 2, [0, 2])], False, []),
        ("BH-8.2", {"target": 3}, [outcome(0, 2, [1, 3, 4])], True, [1, 3, 4]),
        ("BH-8.2", {"target": 1}, [outcome(0, 2, [0, 1, 3, 4]), outcome(4, None, [4])], True, [4]),
    ],
)
def test_the_end_of_a_match(
    rule: str, match: dict[str, int], deals: list[dict[str, Any]], over: bool, winners: list[int]
) -> None:
    found = BAO_HUANG.score(options(match=match), deals)
    assert (found["over"], found["winners"]) == (over, winners)
    if over:
        with pytest.raises(Invalid):
            BAO_HUANG.score(options(match=match), [*deals, deals[0]])


@pytest.mark.parametrize("rule", ["X-2"])
@pytest.mark.parametrize("emperor", range(5))
def test_a_taker_that_holds_the_other_copies(rule: str, emperor: int) -> None:
    """Emperor and guard have lost. The emperor gave two 2S, and whoever took the second holds the other two: but one is
    left for the first, and it must not be thought the guard's when the view is filled up.
    """
    looked = 0
    for guard, viewer in permutations([seat for seat in range(5) if seat != emperor], 2):
        out = [seat for seat in range(5) if seat not in (emperor, guard)]
        wanted = {emperor: ["2S", "2S"], viewer: ["2S", "2S"], guard: ["KH"]}
        for choice in range(3):
            table = second_deal(outcome(emperor, guard, out), wanted)
            while table.phase() == "tribute":
                moves = table.legal_moves(None, 50, None).moves
                table.apply(table.rule_on(moves[choice % len(moves)]))
                for seat in range(5):
                    view = table.view(seat)
                    assert BAO_HUANG.load(view).write(seat) == view
                    looked += 1
    assert looked > 100
