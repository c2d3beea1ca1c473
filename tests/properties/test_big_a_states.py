"""States, views and secrets of Big A: spoilt ones are found out, unknown cards and roles filled in with what fits."""

import copy
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game import Table
from referee.games.big_a.fill import fill
from referee.games.big_a.readings import CODES
from referee.games.big_a.table import BIG_A
from referee.record import replay
from referee.rulings import Inconsistent
from tests.amount import examples
from tests.arranged import arranged_hands, make, refused
from tests.play import option_choices, places, random_move, to_act
from tests.spoilt import spoilt

WORDS = ["??", "XX", "", "play", "pass", "decline", "expose", "reveal", "3", "2", "RJ", "S", "pair", "single", *CODES]
CHOICES = list(option_choices(BIG_A, {"deals": 3}))


def move_on(table: Table, luck: random.Random) -> None:
    """One more step; in the draw other seats expose now and then, and several cards are drawn at once."""
    if table.phase() == "deal_over":
        table.continue_with()
        return
    if table.phase() == "draw":
        for seat in luck.sample(range(5), 2):
            legal = table.legal_moves(seat, 50, ["expose"]).moves
            if legal and luck.random() < 0.1:
                table.apply(table.rule_on(luck.choice(legal)))
                return
        left = len(table.write(None)["deal"]["stock"])
        make(table, to_act(table), "draw", count=luck.randint(1, min(left, 20)))
        return
    move = random_move(table, luck)
    if move["type"] == "expose" and luck.random() < 0.6:
        move = {"seat": move["seat"], "type": "decline"}
    table.apply(table.rule_on(move))


def some_way_on(seed: str, steps: int, luck: random.Random, options: dict[str, Any]) -> Table:
    table = BIG_A.deal(options, None, seed)
    for _ in range(steps):
        move_on(table, luck)
        if table.match.over:
            break
    return table


NULLS = {"big_suit": "S", "declarer": 1, "partner": 2, "alone": True, "face_down": [None] * 5}


@examples(400)
@given(st.data())
def test_a_spoilt_state_is_found_out_or_is_sound(data: st.DataObject) -> None:
    luck = random.Random(data.draw(st.integers(0, 10**6)))
    options = data.draw(st.sampled_from(CHOICES))
    table = some_way_on(data.draw(st.sampled_from("abcd")), data.draw(st.integers(0, 150)), luck, options)
    viewer = data.draw(st.sampled_from([None, "table", *range(5)]))
    state = copy.deepcopy(table.write(viewer))
    for _ in range(data.draw(st.integers(1, 3))):
        part = data.draw(st.sampled_from(["deal", "match", "hands", "closing", "exposed", "played"]))
        if part in ("deal", "match"):
            inside = places(state[part], (part,))
        else:
            inside = places(state["deal"][part], ("deal", part))
        at = data.draw(st.sampled_from([*inside, ("perspective",)]))
        holder = state
        for name in at[:-1]:
            holder = holder[name]
        if at[-1] == "perspective":
            holder["perspective"] = data.draw(st.sampled_from([None, "table", -1, 0, 1, 2, 3, 4, 10**30]))
        elif at[-1] in NULLS:
            holder[at[-1]] = data.draw(st.sampled_from([None, NULLS[at[-1]]]))
        elif at == ("deal", "trick"):
            holder["trick"] = data.draw(st.sampled_from([None, {"leader": 10**30, "plays": [], "passed": []}]))
        elif at[-1] == "rank":
            holder["rank"] = data.draw(st.sampled_from([None, *WORDS]))
        elif holder[at[-1]] is None:
            holder[at[-1]] = data.draw(st.sampled_from([None, "AS"])) if at[1] in ("id", "face_down") else None
        else:
            holder[at[-1]] = spoilt(data, holder[at[-1]], WORDS)
    try:
        loaded = BIG_A.load(state)
    except Inconsistent as error:
        assert error.pointer == "" or error.pointer.startswith("/")
        assert error.message
    else:
        assert loaded.write(state["perspective"]) == state


@pytest.mark.parametrize("number", range(len(CHOICES)))
def test_views_load_again_and_give_the_same_answers(number: int) -> None:
    luck = random.Random(number)
    table = some_way_on(f"views {number}", 0, luck, CHOICES[number])
    for _ in range(350):
        if table.match.over:
            break
        if table.phase() != "deal_over":
            for viewer in luck.sample(["table", *range(5)], 3):
                view = table.view(viewer)
                loaded = BIG_A.load(view)
                assert loaded.write(viewer) == view
                if viewer in table.may_act():
                    here, there = table.legal_moves(viewer, 300, None), loaded.legal_moves(viewer, 300, None)
                    assert (here.moves, here.total, here.by_kind) == (there.moves, there.total, there.by_kind)
                    for move in here.moves[:20]:
                        assert loaded.rule_on(move).as_data() == table.rule_on(move).as_data()
        move_on(table, luck)


def dealt(wanted: dict[int, list[str]], **given: Any) -> Table:
    options = BIG_A.resolve_options(given)
    return BIG_A.deal(options, None, None, 0, arranged_hands(BIG_A, options, 0, wanted))


@pytest.mark.parametrize(
    ("fault", "pointer"),
    [
        ("hidden in a state", "/deal/hands/1/0"),
        ("a card too few", "/deal/hands/3"),
        ("a strange card", "/deal/hands/0/2"),
        ("a hand too many", "/deal/hands"),
        ("exposed by another", "/deal/closing/0/seat"),
        ("exposed by nobody", "/deal/closing/0/seat"),
        ("exposed a king", "/deal/closing/0/cards"),
        ("exposed another's ace", "/deal/hands/0"),
        ("one decline less", "/deal/reveal/0"),
        ("a reveal of none", "/deal/hands/1"),
        ("played before its turn", "/deal/played/1/seat"),
        ("captures what it does not", "/deal/hands/1"),
        ("misread", "/deal/played/0/combination/kind"),
        ("not overcalled", "/deal/exposed/0/overcalled"),
        ("the partner", "/deal/partner"),
        ("stock", "/deal/face_down"),
    ],
)
def test_faults_are_pointed_at(fault: str, pointer: str) -> None:
    table = dealt({0: ["AS", "KS", "KH", "5S"], 2: ["AS", "KD", "KC"]})
    make(table, 0, "expose", cards=["AS"])
    for seat in (1, 2, 3, 4, 0):
        make(table, seat, "decline")
    for seat in range(5):
        make(table, seat, "decline")
    make(table, 0, "play", cards=["KS", "KH"])
    make(table, 1, "pass")
    state = table.write(None)
    assert BIG_A.load(copy.deepcopy(state)).write(None) == state
    deal = state["deal"]
    other = "AH" if "AH" not in deal["hands"][0] else "AD"
    changes: dict[str, Any] = {
        "hidden in a state": lambda: deal["hands"][1].__setitem__(0, "??"),
        "a card too few": lambda: deal["hands"][3].pop(),
        "a strange card": lambda: deal["hands"][0].__setitem__(2, "BJ*"),
        "a hand too many": lambda: deal["hands"].append([]),
        "exposed by another": lambda: deal["closing"][0].update(seat=2),
        "exposed by nobody": lambda: deal["closing"][0].update(seat=10**30),
        "exposed a king": lambda: deal["closing"][0].update(cards=["KS"]),
        "exposed another's ace": lambda: deal["exposed"][0].update(cards=[other]),
        "one decline less": lambda: deal["closing"].pop(),
        "a reveal of none": lambda: deal["reveal"][1].update(type="reveal"),
        "played before its turn": lambda: deal["played"][1].update(seat=2),
        "captures what it does not": lambda: deal["played"].__setitem__(
            1, {"trick": 0, "seat": 1, "type": "play", "cards": ["KD"], "captures": True, "combination": {}}
        ),
        "misread": lambda: deal["played"][0]["combination"].update(kind="single"),
        "not overcalled": lambda: deal["exposed"][0].update(overcalled=True),
        "the partner": lambda: deal.update(partner=1),
        "stock": lambda: deal.update(stock=["5S"]),
    }
    changes[fault]()
    with pytest.raises(Inconsistent) as caught:
        BIG_A.load(state)
    assert caught.value.pointer == pointer


def test_the_sequence_fits_the_cards_drawn() -> None:
    table = BIG_A.deal(BIG_A.resolve_options({"draw": "stepwise"}), None, "sequence")
    for sequence, count in ((1, 5), (2, 40)):
        make(table, to_act(table), "draw", count=count)
        state = table.write(None)
        drawn = 108 - len(state["deal"]["stock"])
        for fits in (1, sequence, drawn):
            assert BIG_A.load({**state, "sequence": fits}).write(None)["sequence"] == fits
        for wrong in (0, drawn + 1):
            with pytest.raises(Inconsistent) as caught:
                BIG_A.load({**state, "sequence": wrong})
            assert caught.value.pointer == "/sequence"


def test_a_fill_is_even_and_draws_the_hidden_partner() -> None:
    holders: Counter[int] = Counter()
    drawn: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for number in range(3000):
        rooms = fill([1, 2, 0, 1], ["4S", "5S", "6S", "AS"], "AS", [1, 2, 0, 1], f"seed {number}")
        assert [len(room) for room in rooms] == [1, 2, 0, 1]
        assert sorted(card for room in rooms for card in room) == ["4S", "5S", "6S", "AS"]
        holders[next(room for room, cards in enumerate(rooms) if "AS" in cards)] += 1
        drawn[tuple(tuple(sorted(room)) for room in rooms)] += 1
    assert 1350 < holders[1] < 1650 and 650 < holders[0] < 850 and holders[2] == 0
    assert len(drawn) == 12 and min(drawn.values()) > 180
    assert fill([1, 1], ["4S", "5S"], "", []) == fill([1, 1], ["4S", "5S"], "", [])


def test_the_partner_is_secret_until_it_is_shown() -> None:
    """Whoever holds the second Big Ace, nobody else is shown anything that differs before it is played."""
    worlds = []
    for holder in (0, 1, 2, 3, 4):
        own = [["AS"], ["AS", "AS"]][holder == 0]
        wanted = {0: [*own, "5S"], **({holder: ["AS"]} if holder else {})}
        table = dealt(wanted)
        make(table, 0, "expose", cards=["AS"])
        for seat in (1, 2, 3, 4, 0):
            make(table, seat, "decline")
        shown: list[Any] = []
        for seat in range(5):
            make(table, seat, "decline")
            shown.append([table.phase(), table.write("table")["may_act"], table.view("table")["deal"]["partner"]])
        make(table, 0, "play", cards=["5S"])
        view = table.view("table")
        del view["sequence"]
        worlds.append((shown, view))
    assert all(world == worlds[0] for world in worlds)


def test_a_seat_that_must_be_the_partner_by_elimination_is_not_named() -> None:
    """X-4: what merely follows stays null."""
    table = dealt({0: ["AS", "AS"]})
    make(table, 0, "expose", cards=["AS"])
    for viewer in (1, 2, 3, 4, "table"):
        assert table.view(viewer)["deal"]["alone"] is None
        assert refused(table, 1, "expose", cards=["AS"])[0] == "cards-not-held"


def test_records_of_both_ways_of_drawing_replay() -> None:
    for number in range(6):
        luck = random.Random(number)
        options = {**CHOICES[number % len(CHOICES)], "match": {"deals": 2}}
        table = BIG_A.deal(options, None, f"record {number}")
        deals: list[dict[str, Any]] = [{"moves": []}]
        while not table.match.over:
            if table.phase() == "deal_over":
                table.continue_with()
                deals.append({"moves": []})
                continue
            if table.phase() == "draw":
                for seat in range(5):
                    moves = table.legal_moves(seat, 9, ["expose"]).moves
                    if moves and luck.random() < 0.02:
                        deals[-1]["moves"].append(moves[0])
                        table.apply(table.rule_on(moves[0]))
            move = random_move(table, luck)
            deals[-1]["moves"].append(move)
            table.apply(table.rule_on(move))
        verdict = replay(BIG_A, {"options": options, "seed": f"record {number}", "deals": deals})
        assert verdict.legal and verdict.table.write(None) == table.write(None)


numbers = st.sampled_from([-1, 0, 1, 2, 3, 4, 5, 10**30])
pieces = {
    "declarer": numbers,
    "partner": st.none() | numbers,
    "out": st.lists(numbers, max_size=6),
    "shown_before_play": st.booleans(),
    "stray": st.none(),
}


@examples(400)
@given(st.fixed_dictionaries({}, optional=pieces), st.sampled_from(["shared", "doubled"]))
def test_checking_an_outcome_never_fails(outcome: dict[str, Any], how: str) -> None:
    options = BIG_A.resolve_options({"revealed_score": how})
    faults = BIG_A.check_outcome(options, outcome)
    assert all(pointer == "" or pointer.startswith("/") for pointer in faults)
    if not faults:
        assert sum(BIG_A.scores_of(options, outcome)) == 0
        assert BIG_A.normal_outcome(BIG_A.normal_outcome(outcome)) == BIG_A.normal_outcome(outcome)
