"""States, views and outcomes of Bao Huang: spoilt ones are found out, unknown cards filled in with deals that fit, and
nothing tells who the guard is before the table knows."""

import copy
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import Table
from referee.games.bao_huang.account import Account
from referee.games.bao_huang.fill import fill
from referee.games.bao_huang.readings import CODES, counted
from referee.games.bao_huang.scoring import TributePlan, tribute_after
from referee.games.bao_huang.table import BAO_HUANG
from referee.rulings import Inconsistent
from tests.amount import amount, examples
from tests.oracles import bao_huang as oracle
from tests.play import option_choices, places, random_move
from tests.properties.test_secrets import seen_by, without_digest
from tests.spoilt import spoilt

WORDS = [
    "??",
    "XX",
    "",
    "play",
    "pass",
    "declare",
    "stay_silent",
    "loyalty",
    "opposition",
    "alone",
    *oracle.KINDS,
    *CODES,
]
OPTIONS = list(option_choices(BAO_HUANG, {"deals": 3}))
HASTE = 0.7


def hurried_move(table: Table, luck: random.Random) -> dict[str, Any]:
    """A legal move; often the last that is listed, which plays many cards, so that deals are short."""
    if table.phase() != "play" or luck.random() > HASTE:
        return random_move(table, luck)
    legal = table.legal_moves(None, 5000, None).moves
    return legal[-1]


def some_way_on(options: dict[str, Any], seed: str, steps: int, luck: random.Random) -> Table:
    """A table some steps into a match of three deals."""
    table = BAO_HUANG.deal(options, None, seed)
    for _ in range(steps):
        if table.phase() == "deal_over":
            table.continue_with()
        else:
            table.apply(table.rule_on(hurried_move(table, luck)))
        if table.match.over:
            break
    return table


NULLABLE = {"emperor": [0, 1, 4, 10**30], "guard": [0, 3], "alone": [True, False], "called": ["9C", "RJ*", "XX", "??"]}
NULLABLE["holder"] = [0, 2, 4, -1, 10**30]


@examples(300)
@given(st.data())
def test_a_spoilt_state_is_found_out_or_is_sound(data: st.DataObject) -> None:
    luck = random.Random(data.draw(st.integers(0, 10**6)))
    options = data.draw(st.sampled_from(OPTIONS))
    steps = data.draw(st.one_of(st.integers(0, 16), st.integers(0, 400)))
    table = some_way_on(options, data.draw(st.sampled_from("abcd")), steps, luck)
    viewer = data.draw(st.sampled_from([None, "table", *range(5)]))
    state = copy.deepcopy(table.write(viewer))
    own = [name for name in state["deal"] if name not in ("hands", "played", "result", "number", "arranged")]
    for _ in range(data.draw(st.integers(1, 3))):
        part = data.draw(st.sampled_from(["deal", "own", "own", "match", "hands"]))
        if part == "hands":
            inside = places(state["deal"]["hands"], ("deal", "hands"))
        elif part == "own":
            name = data.draw(st.sampled_from(own))
            inside = [("deal", name), *places(state["deal"][name], ("deal", name))]
        else:
            inside = places(state[part], (part,))
        at = data.draw(st.sampled_from([*inside, ("perspective",)]))
        holder = state
        try:
            for name in at[:-1]:
                holder = holder[name]
            holder[at[-1]]
        except (KeyError, IndexError, TypeError):
            continue
        if at[-1] == "perspective":
            holder["perspective"] = data.draw(st.sampled_from([None, "table", -1, 0, 1, 2, 3, 10**30]))
        elif at[-1] == "rank":
            holder["rank"] = data.draw(st.sampled_from([None, *WORDS]))
        elif at[-1] in NULLABLE and "outcome" not in at:
            holder[at[-1]] = data.draw(st.sampled_from([None, *NULLABLE[at[-1]]]))
        elif at == ("deal", "trick"):
            holder["trick"] = data.draw(st.sampled_from([None, {"leader": 10**30, "plays": [], "passed": []}]))
        elif at == ("deal", "tribute"):
            holder["tribute"] = data.draw(st.sampled_from([None, {"put": [], "taken": []}]))
        else:
            holder[at[-1]] = spoilt(data, holder[at[-1]], WORDS)
    try:
        loaded = BAO_HUANG.load(state)
    except Inconsistent as error:
        assert error.pointer == "" or error.pointer.startswith("/")
        assert error.message
    else:
        assert loaded.write(state["perspective"]) == state


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_views_load_again_and_give_the_same_answers(number: int) -> None:
    luck = random.Random(number)
    table = BAO_HUANG.deal(OPTIONS[number], None, f"views {number}")
    while not table.match.over:
        if table.phase() == "deal_over":
            table.continue_with()
        move = hurried_move(table, luck)
        if table.phase() != "play" or luck.random() < 0.08:
            for viewer in ["table", *range(5)]:
                view = table.view(viewer)
                loaded = BAO_HUANG.load(view)
                assert loaded.write(viewer) == view
                if viewer in table.may_act():
                    here, there = table.legal_moves(viewer, 300, None), loaded.legal_moves(viewer, 300, None)
                    assert (here.moves, here.total, here.by_kind) == (there.moves, there.total, there.by_kind)
                    assert loaded.rule_on(move).as_data() == table.rule_on(move).as_data()
        table.apply(table.rule_on(move))


# --- who is the guard? --------------------------------------------------------------------------


def with_marks_exchanged(hands: list[list[str]], other: int) -> list[list[str]]:
    """The same deal, but that the ``BJ*`` and a plain black joker of another seat have changed places."""
    changed = [list(hand) for hand in hands]
    guard = next(seat for seat, hand in enumerate(hands) if "BJ*" in hand)
    changed[guard].remove("BJ*")
    changed[guard].append("BJ")
    changed[other].remove("BJ")
    changed[other].append("BJ*")
    return [BAO_HUANG.written(hand) for hand in changed]


@pytest.mark.parametrize("seed", range(amount(12)))
def test_two_deals_that_differ_in_the_guard_look_the_same(seed: int) -> None:
    """At every step, to every seat but the two that hold the exchanged jokers, until one of these is played or said."""
    luck = random.Random(seed)
    options = {**OPTIONS[0], "lowest_last": seed % 2 == 1, "match": {"deals": 1}}
    found = None
    number = 0
    while found is None:  # a deal with plain black jokers at another seat than the guard's
        table = BAO_HUANG.deal(options, None, f"guard {seed} {number}")
        hands = table.write(None)["deal"]["hands"]
        others = [seat for seat, hand in enumerate(hands) if "BJ" in hand and "BJ*" not in hand]
        found = luck.choice(others) if others else None
        number += 1
    guard = next(seat for seat, hand in enumerate(hands) if "BJ*" in hand)
    one = BAO_HUANG.deal(options, None, None, table.start, hands)
    two = BAO_HUANG.deal(options, None, None, table.start, with_marks_exchanged(hands, found))
    onlookers = ["table", *[seat for seat in range(5) if seat not in (guard, found)]]
    steps = 0
    while one.phase() != "deal_over":
        for seat in onlookers:
            assert one.view(seat) == two.view(seat)
        seat = one.may_act()[0]
        assert two.may_act() == [seat]
        if seat in onlookers:
            assert one.legal_moves(seat, 5000, None).moves == two.legal_moves(seat, 5000, None).moves
            for move in ({"seat": seat, "type": "declare"}, {"seat": seat, "type": "pass"}):
                said, told = one.rule_on(move), two.rule_on(move)
                if seat != one.write(None)["deal"]["emperor"]:
                    assert said.as_data() == told.as_data()
        if one.phase() == "declaration":
            move = {"seat": seat, "type": "stay_silent"}
        else:
            move = (
                random_move(one, luck) if steps < 8 or luck.random() < 0.5 else one.legal_moves(seat, 2, None).moves[0]
            )
        if seat in (guard, found) and any(card.startswith("BJ") for card in move.get("cards", [])):
            return
        ours, theirs = one.apply(one.rule_on(move)), two.apply(two.rule_on(move))
        for viewer in onlookers:
            assert [*seen_by(ours, viewer)] == [*seen_by(theirs, viewer)]
        steps += 1


@pytest.mark.parametrize("seed", range(amount(6)))
def test_two_deals_that_differ_in_the_called_guard_look_the_same(seed: int) -> None:
    luck = random.Random(seed)
    options = BAO_HUANG.resolve_options({"guard": "called_card", "match": {"deals": 1}})
    one = BAO_HUANG.deal(options, None, f"called {seed}")
    while one.phase() == "crown":
        seat = one.may_act()[0]
        one.apply(one.rule_on(one.legal_moves(seat, 99, None).moves[-1]))
    deal = one.write(None)["deal"]
    called, guard, emperor = deal["called"], deal["guard"], deal["emperor"]
    found, other = next(
        (seat, card)
        for seat in range(5)
        for card in deal["hands"][seat]
        if seat not in (guard, emperor) and card[1] in "SHDC" and card[0] == called[0] and card != called
    )
    hands = [list(hand) for hand in deal["hands"]]
    hands[guard][hands[guard].index(called)] = other
    hands[found][hands[found].index(other)] = called
    state = one.write(None)
    state["deal"] = {**deal, "hands": [BAO_HUANG.written(hand) for hand in hands], "guard": found}
    two = BAO_HUANG.load(state)
    onlookers = ["table", *[seat for seat in range(5) if seat not in (guard, found)]]
    while one.phase() != "deal_over":
        for seat in onlookers:
            assert without_digest(one.view(seat)) == without_digest(two.view(seat))
        seat = one.may_act()[0]
        if seat in onlookers:
            assert one.legal_moves(seat, 5000, None).moves == two.legal_moves(seat, 5000, None).moves
        move = {"seat": seat, "type": "stay_silent"} if one.phase() == "declaration" else random_move(one, luck)
        if seat in (guard, found) and {called, other} & set(move.get("cards", [])):
            return
        ours, theirs = one.apply(one.rule_on(move)), two.apply(two.rule_on(move))
        for viewer in onlookers:
            assert seen_by(ours, viewer) == seen_by(theirs, viewer)


# --- filling in ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_a_drawn_fill_fits_what_was_seen(number: int) -> None:
    """Any seed gives a deal from which the table writes the same view; guards and hands differ from seed to seed."""
    luck = random.Random(number)
    table = BAO_HUANG.deal(OPTIONS[number], None, f"fill {number}")
    drawn = 0
    while not table.match.over:
        if table.phase() == "deal_over":
            table.continue_with()
        if luck.random() < (0.05 if table.phase() == "play" else 0.6):
            viewer = luck.randrange(5)
            view = table.view(viewer)
            for seed in ("one", "two"):
                assert BAO_HUANG.load(whole_of(table, view, viewer, seed)).write(viewer) == {
                    **view,
                    "digest": table.digest,
                }
                drawn += 1
        table.apply(table.rule_on(hurried_move(table, luck)))
    assert drawn > 10


def account_of(table: Table, view: dict[str, Any], viewer: int) -> Account:
    previous = table.previous_deal()
    plan = TributePlan()
    if previous is not None and table.options["tribute"]:
        plan = tribute_after(previous["outcome"])
    sizes = BAO_HUANG.hand_sizes(table.options, table.start, previous)
    return Account(table.options, view["deal"], viewer, sizes, plan)


def whole_of(table: Table, view: dict[str, Any], viewer: int, seed: str) -> dict[str, Any]:
    """A state in which the unknown cards of a view lie as a drawn fill has them."""
    found = fill(account_of(table, view, viewer).puzzle(view["deal"]["result"]), seed)
    assert found is not None
    deal = copy.deepcopy(view["deal"])
    for seat in range(5):
        known = [card for card in deal["hands"][seat] if card != "??"]
        deal["hands"][seat] = BAO_HUANG.written([*known, *found.hands[seat]])
    if deal["tribute"] is not None:
        for entry, code in zip(deal["tribute"]["put"], found.slots, strict=True):
            entry["card"] = code
    emperor = deal["emperor"]
    if emperor is not None:
        code = deal["called"] or "BJ*"
        played = [(act["seat"], act.get("cards", [])) for act in deal["played"]]
        held = [*enumerate(deal["hands"]), *played]
        seats = [seat for seat, cards in held if code in cards and not (deal["called"] and seat == emperor)]
        deal["alone"] = seats[0] == emperor
        deal["guard"] = None if deal["alone"] else seats[0]
    state = {**view, "perspective": None, "deal": deal, "seed": table.seed, "salt": table.salt}
    return state


def test_guards_are_drawn_evenly() -> None:
    """Before anything is played each seat holds the BJ* as likely as it has unknown cards."""
    table = BAO_HUANG.deal(OPTIONS[0], None, "even")
    table.apply(table.rule_on({"seat": table.may_act()[0], "type": "accept_crown"}))
    deal = table.write(None)["deal"]
    viewer = next(seat for seat in range(5) if seat not in (deal["emperor"], deal["guard"]))
    view = table.view(viewer)
    account = account_of(table, view, viewer)
    guards: Counter[int] = Counter()
    sevens: Counter[int] = Counter()
    for number in range(400):
        found = fill(account.puzzle(None), f"seed {number}")
        assert found is not None
        guards.update(seat for seat, hand in enumerate(found.hands) if "BJ*" in hand)
        sevens.update({seat: counted(hand).get("7S", 0) for seat, hand in enumerate(found.hands)})
    assert set(guards) == set(range(5)) - {viewer}
    assert min(guards.values()) > 60
    assert max(sevens.values()) < 2 * min(number for seat, number in sevens.items() if seat != viewer)


# --- outcomes -----------------------------------------------------------------------------------

seats = st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 10**30])
pieces = {
    "emperor": seats,
    "guard": st.one_of(st.none(), seats),
    "out": st.lists(seats, max_size=6),
    "declared": st.lists(seats, max_size=6),
    "stray": st.none(),
}


@examples(400)
@given(st.fixed_dictionaries({}, optional=pieces), st.sampled_from(OPTIONS))
def test_checking_an_outcome_never_fails(outcome: dict[str, Any], options: dict[str, Any]) -> None:
    faults = BAO_HUANG.check_outcome(options, outcome)
    assert all(pointer == "" or pointer.startswith("/") for pointer in faults)
    if not faults:
        assert sum(BAO_HUANG.scores_of(options, outcome)) == 0
        assert sum(sum(line.scores) for line in BAO_HUANG.score_lines(options, outcome)) == 0


@pytest.mark.parametrize(
    ("fault", "pointer"),
    [
        ("hidden in a state", "/deal/hands/1/0"),
        ("a card too many of the pack", "/deal/hands/4/1"),
        ("a card too few", "/deal/hands/3"),
        ("a strange card", "/deal/hands/0/2"),
        ("a hand too many", "/deal/hands"),
        ("passed by nobody's left", "/deal/crown/0"),
        ("emperor elsewhere", "/deal/emperor"),
        ("called where none is", "/deal/called"),
        ("declared before its turn", "/deal/declared/1/seat"),
        ("declared what is not so", "/deal/declared/1/as"),
        ("tribute in a first deal", "/deal/tribute"),
        ("played before its turn", "/deal/played/1/seat"),
        ("misread", "/deal/played/0/combination"),
        ("pass on a lead", "/deal/played/0"),
        ("no holder", "/deal/holder"),
        ("a redeal", "/deal/redeals"),
    ],
)
def test_faults_are_pointed_at(fault: str, pointer: str) -> None:
    table = BAO_HUANG.deal(BAO_HUANG.resolve_options({}), None, "faults", 0)
    first = table.may_act()[0]
    table.apply(table.rule_on({"seat": first, "type": "pass_crown"}))
    emperor = table.may_act()[0]
    table.apply(table.rule_on({"seat": emperor, "type": "accept_crown"}))
    for _ in range(5):
        seat = table.may_act()[0]
        table.apply(table.rule_on(table.legal_moves(seat, 9, None).moves[-1]))
    card = table.write(None)["deal"]["hands"][emperor][-1]
    table.apply(table.rule_on({"seat": emperor, "type": "play", "cards": [card]}))
    table.apply(table.rule_on({"seat": (emperor + 1) % 5, "type": "pass"}))
    state = table.write(None)
    assert BAO_HUANG.load(copy.deepcopy(state)).write(None) == state
    deal = state["deal"]
    role = deal["declared"][1]["as"]
    changes = {
        "hidden in a state": lambda: deal["hands"][1].__setitem__(0, "??"),
        "a card too many of the pack": lambda: deal["hands"][4].__setitem__(1, "RJ*"),
        "a card too few": lambda: deal["hands"][3].pop(),
        "a strange card": lambda: deal["hands"][0].__setitem__(2, "3S"),
        "a hand too many": lambda: deal["hands"].append([]),
        "passed by nobody's left": lambda: deal["crown"].__setitem__(0, emperor),
        "emperor elsewhere": lambda: deal.update(emperor=first),
        "called where none is": lambda: deal.update(called="9C"),
        "declared before its turn": lambda: deal["declared"][1].update(seat=emperor),
        "declared what is not so": lambda: deal["declared"][1].update(
            {"as": "opposition" if role == "loyalty" else "loyalty"}
        ),
        "tribute in a first deal": lambda: deal.update(tribute={"put": [], "taken": []}),
        "played before its turn": lambda: deal["played"][1].update(seat=(emperor + 2) % 5),
        "misread": lambda: deal["played"][0].update(combination={"kind": "set", "rank": "6", "size": 1}),
        "pass on a lead": lambda: (
            deal["played"].__setitem__(0, {"trick": 0, "seat": emperor, "type": "pass"}),
            deal["hands"][emperor].append(card),
        ),
        "no holder": lambda: deal.update(holder=None),
        "a redeal": lambda: deal.update(redeals=1),
    }
    changes[fault]()
    with pytest.raises(Inconsistent) as caught:
        BAO_HUANG.load(state)
    assert caught.value.pointer == pointer
