"""States, views and outcomes of Zheng Fen: spoilt ones are found out, unknown cards filled in with deals that fit."""

import copy
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import Table
from referee.games.zheng_fen.fill import fill
from referee.games.zheng_fen.readings import PACK
from referee.games.zheng_fen.table import ZHENG_FEN
from referee.rulings import Inconsistent
from tests.amount import examples
from tests.oracles import zheng_fen as oracle
from tests.play import places, random_move
from tests.spoilt import spoilt

WORDS = ["??", "XX", "", "BJ*", "play", "pass", "3", "2", "RJ", *oracle.KINDS, *PACK.codes]


def some_way_on(seed: str, steps: int, luck: random.Random, **options: Any) -> Table:
    """A table some steps into a match of three deals."""
    table = ZHENG_FEN.deal(ZHENG_FEN.resolve_options({"match": {"deals": 3}, **options}), None, seed)
    for _ in range(steps):
        if table.phase() == "deal_over":
            table.continue_with()
        else:
            table.apply(table.rule_on(random_move(table, luck)))
        if table.match.over:
            break
    return table


@examples(400)
@given(st.data())
def test_a_spoilt_state_is_found_out_or_is_sound(data: st.DataObject) -> None:
    players = data.draw(st.sampled_from([3, 4, 5, 6]))
    luck = random.Random(data.draw(st.integers(0, 10**6)))
    table = some_way_on(data.draw(st.sampled_from("abcd")), data.draw(st.integers(0, 200)), luck, players=players)
    viewer = data.draw(st.sampled_from([None, "table", *range(players)]))
    state = copy.deepcopy(table.write(viewer))
    for _ in range(data.draw(st.integers(1, 3))):
        part = data.draw(st.sampled_from(["deal", "deal", "match", "hands"]))
        inside = places(state["deal"]["hands"], ("deal", "hands")) if part == "hands" else places(state[part], (part,))
        at = data.draw(st.sampled_from([*inside, ("perspective",)]))
        holder = state
        for name in at[:-1]:
            holder = holder[name]
        if at[-1] == "perspective":
            holder["perspective"] = data.draw(st.sampled_from([None, "table", -1, 0, 1, 2, 3, 10**30]))
        elif at[-1] == "rank":
            holder["rank"] = data.draw(st.sampled_from([None, *WORDS]))
        elif at == ("deal", "trick"):
            holder["trick"] = data.draw(st.sampled_from([None, {"leader": 10**30, "plays": [], "passed": []}]))
        else:
            holder[at[-1]] = spoilt(data, holder[at[-1]], WORDS)
    try:
        loaded = ZHENG_FEN.load(state)
    except Inconsistent as error:
        assert error.pointer == "" or error.pointer.startswith("/")
        assert error.message
    else:
        assert loaded.write(state["perspective"]) == state


@pytest.mark.parametrize(
    ("fault", "pointer"),
    [
        ("hidden in a state", "/deal/hands/1/0"),
        ("a card twice", "/deal/hands/2/1"),
        ("a card too few", "/deal/hands/3"),
        ("a strange card", "/deal/hands/0/2"),
        ("a hand too many", "/deal/hands"),
        ("played before its turn", "/deal/played/1/seat"),
        ("played by nobody", "/deal/played/0/seat"),
        ("misread", "/deal/played/0/combination"),
        ("no such reading", "/deal/played/0/combination"),
        ("an act of another game", "/deal/played/0/type"),
        ("nothing played", "/deal/played/0/cards"),
        ("a card played twice", "/deal/played/0/cards/1"),
        ("pass on a lead", "/deal/played/0"),
        ("a redeal", "/deal/redeals"),
    ],
)
def test_faults_are_pointed_at(fault: str, pointer: str) -> None:
    table = ZHENG_FEN.deal(ZHENG_FEN.resolve_options({}), None, "faults")
    leader = table.may_act()[0]
    lead = {"seat": leader, "type": "play", "cards": table.write(None)["deal"]["hands"][leader][-1:]}
    table.apply(table.rule_on(lead))
    table.apply(table.rule_on({"seat": (leader + 1) % 4, "type": "pass"}))
    state = table.write(None)
    assert ZHENG_FEN.load(copy.deepcopy(state)).write(None) == state
    deal = state["deal"]
    first: dict[str, Any] = deal["played"][0]
    changes = {
        "hidden in a state": lambda: deal["hands"][1].__setitem__(0, "??"),
        "a card twice": lambda: deal["hands"][2].__setitem__(1, deal["hands"][2][0]),
        "a card too few": lambda: deal["hands"][3].pop(),
        "a strange card": lambda: deal["hands"][0].__setitem__(2, "BJ*"),
        "a hand too many": lambda: deal["hands"].append([]),
        "played before its turn": lambda: deal["played"][1].update(seat=(leader + 2) % 4),
        "played by nobody": lambda: first.update(seat=10**30),
        "misread": lambda: first.update(combination={"kind": "pair", "rank": "3", "size": 2}),
        "no such reading": lambda: first.update(combination={"kind": "flush", "rank": "3", "size": 1}),
        "an act of another game": lambda: first.update(type="bid"),
        "nothing played": lambda: (first.update(cards=[]), deal["hands"][leader].append("3H")),
        "a card played twice": lambda: first["cards"].append(first["cards"][0]),
        "pass on a lead": lambda: (
            deal["played"].__setitem__(0, {"trick": 0, "seat": leader, "type": "pass"}),
            deal["hands"][leader].append(lead["cards"][0]),
        ),
        "a redeal": lambda: deal.update(redeals=1),
    }
    changes[fault]()
    with pytest.raises(Inconsistent) as caught:
        ZHENG_FEN.load(state)
    assert caught.value.pointer == pointer


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_views_load_again_and_give_the_same_answers(players: int) -> None:
    luck = random.Random(players)
    table = some_way_on("views", 0, luck, players=players, quadruple=players % 2 == 0)
    steps = 0
    while not table.match.over and steps < 260:
        if table.phase() == "deal_over":
            table.continue_with()
        move = random_move(table, luck)
        for viewer in ["table", *range(players)]:
            view = table.view(viewer)
            loaded = ZHENG_FEN.load(view)
            assert loaded.write(viewer) == view
            if viewer in table.may_act():
                here, there = table.legal_moves(viewer, 300, None), loaded.legal_moves(viewer, 300, None)
                assert (here.moves, here.total, here.by_kind) == (there.moves, there.total, there.by_kind)
                assert loaded.rule_on(move).as_data() == table.rule_on(move).as_data()
        table.apply(table.rule_on(move))
        steps += 1


def test_a_view_that_no_deal_fits_is_inconsistent() -> None:
    table = ZHENG_FEN.deal(ZHENG_FEN.resolve_options({}), None, "no deal")
    leader = table.may_act()[0]
    viewer = (leader + 1) % 4
    view = table.view(viewer)
    view["deal"]["trick"]["leader"] = viewer
    view["to_act"] = view["may_act"] = [viewer]
    with pytest.raises(Inconsistent) as caught:
        ZHENG_FEN.load(view)
    assert caught.value.pointer == f"/deal/hands/{viewer}"


def test_a_fill_respects_what_is_known_and_is_even() -> None:
    known = [PACK.mask(["AS"]), 0, PACK.mask(["2S", "2H"])]
    unseen = PACK.mask(["3H", "4S", "5S", "6S"])
    drawn: Counter[tuple[int, ...]] = Counter()
    for number in range(3000):
        hands = fill(known, [1, 2, 1], unseen, 1, f"seed {number}")
        assert [hand.bit_count() for hand in hands] == [2, 2, 3]
        assert all(hand & before == before for hand, before in zip(hands, known, strict=True))
        assert hands[0] | hands[1] | hands[2] == unseen | known[0] | known[2]
        assert hands[1] & PACK.bit_of("3H")
        drawn[tuple(hands)] += 1
    assert len(drawn) == 6  # 4S, 5S, 6S one each
    assert min(drawn.values()) > 400
    assert fill(known, [1, 2, 1], unseen, 1) == fill(known, [1, 2, 1], unseen, 1)


numbers = st.sampled_from([-5, 0, 5, 10, 15, 25, 40, 85, 95, 100, 7, 10**30])
cards = st.lists(st.sampled_from([*PACK.codes, "??", "10h", "BJ*"]), max_size=20)
pieces = {
    "out": st.lists(st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 6, 10**30]), max_size=6),
    "points": st.lists(numbers, max_size=6),
    "last_hand_points": numbers,
    "tricks": st.lists(cards, max_size=6),
    "last_hand": cards,
    "stray": st.none(),
}


@examples(300)
@given(st.fixed_dictionaries({}, optional=pieces), st.integers(3, 6))
def test_checking_an_outcome_never_fails(outcome: dict[str, Any], players: int) -> None:
    options = ZHENG_FEN.resolve_options({"players": players})
    faults = ZHENG_FEN.check_outcome(options, outcome)
    assert all(pointer == "" or pointer.startswith("/") for pointer in faults)
    if not faults:
        assert sum(ZHENG_FEN.scores_of(options, outcome)) == 100


@examples(40)
@given(st.integers(3, 6), st.integers(0, 10**6))
def test_what_was_played_can_have_happened_in_both_forms(players: int, seed: int) -> None:
    luck = random.Random(seed)
    table = ZHENG_FEN.deal(ZHENG_FEN.resolve_options({"players": players}), None, str(seed))
    while table.phase() != "deal_over":
        table.apply(table.rule_on(random_move(table, luck)))
    state = table.write(None)
    outcome = state["deal"]["result"]["outcome"]
    (last,) = set(range(players)) - set(outcome["out"])
    by_cards = {"out": outcome["out"], "tricks": state["deal"]["won"], "last_hand": state["deal"]["hands"][last]}
    for form in (outcome, by_cards):
        assert ZHENG_FEN.check_outcome(table.options, form) == {}
        assert ZHENG_FEN.normal_outcome(form) == outcome
        assert ZHENG_FEN.scores_of(table.options, form) == state["deal"]["result"]["scores"]


@examples(50)
@given(st.data())
def test_every_listed_move_is_legal_as_it_stands_and_every_reading_is_listed(data: st.DataObject) -> None:
    luck = random.Random(data.draw(st.integers(0, 10**6)))
    table = some_way_on("moves", data.draw(st.integers(0, 120)), luck, players=3)
    if table.phase() != "play":
        return
    beat = table.write(None)["deal"]["trick"]["plays"][-1:]
    to_beat = (
        (beat[0]["combination"]["kind"], beat[0]["combination"]["rank"], beat[0]["combination"]["size"])
        if beat
        else None
    )
    legal = table.legal_moves(None, 5000, None)
    if legal.truncated:
        return
    moves = luck.sample(legal.moves, min(25, len(legal.moves)))
    for move in moves:
        ruling = table.rule_on(move)
        assert ruling.legal and ruling.move is not None
        if move["type"] == "pass":
            continue
        readings = [
            one for one in oracle.readings(frozenset(move["cards"])) if not to_beat or oracle.beats(one, to_beat)
        ]
        same = [other for other in legal.moves if other.get("cards") == move["cards"]]
        assert len(same) == len(readings)
        assert ("as" in move) == (len(readings) > 1)
        # Made again from its normal form, it is the same move.
        again = table.rule_on(ruling.move)
        assert (again.move, again.reading) == (ruling.move, ruling.reading)
