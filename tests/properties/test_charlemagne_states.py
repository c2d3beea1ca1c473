"""States and views of Charlemagne: spoilt ones are found out, unknown cards are filled in with deals that fit."""

import copy
import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cards import popcount
from referee.games.charlemagne.account import Account
from referee.games.charlemagne.fill import Filling, draw_below
from referee.games.charlemagne.table import CHARLEMAGNE
from referee.games.charlemagne.tricks import CODES, PACK
from referee.rulings import Inconsistent
from referee.shuffle import Stream
from tests.oracles import charlemagne as oracle
from tests.play import places, random_move
from tests.spoilt import spoilt

VIEWERS = [None, 0, 1, 2, 3, "table"]
WORDS = [
    None,
    "??",
    "2S",
    "XX",
    "",
    "S",
    "D",
    "pass",
    "play",
    "bid",
    "kitty",
    "partner_card",
    *oracle.CONTRACTS,
    *CODES,
]


def heading_for(contract: str, steps: int, luck: random.Random, seed: str, **options: str):
    """A table some steps into a deal of this contract."""
    table = CHARLEMAGNE.deal(CHARLEMAGNE.resolve_options(options), None, seed)
    for _ in range(steps):
        if table.phase() == "deal_over":
            break
        move = random_move(table, luck)
        if table.phase() == "auction":
            legal = table.legal_moves(None, 20, None).moves
            wanted = [one for one in legal if one.get("contract") == contract]
            move = wanted[0] if wanted and luck.random() < 0.6 else legal[0]
        elif table.phase() == "play" and contract in oracle.LONE and luck.random() < 0.9:
            # So that lone contracts go on for more than a trick or two.
            high = (table.may_act()[0] == table.position().bidder) is (contract in oracle.CHARLEMAGNES)
            move = table.legal_moves(None, 20, None).moves[0 if high else -1]
        table.apply(table.rule_on(move))
    return table


NULLABLE_TEXTS = {"contract", "choice", "given", "trump"}


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_spoilt_state_is_found_out_or_is_sound(data: st.DataObject) -> None:
    luck = random.Random(data.draw(st.integers(0, 10**6)))
    table = heading_for(
        data.draw(st.sampled_from(oracle.CONTRACTS)),
        data.draw(st.integers(0, 45)),
        luck,
        data.draw(st.sampled_from("abcdef")),
        all_pass=data.draw(st.sampled_from(["redeal", "dealer_bids"])),
    )
    state = copy.deepcopy(table.write(data.draw(st.sampled_from(VIEWERS))))
    for _ in range(data.draw(st.integers(1, 3))):
        inside = places(state["deal"], ("deal",)) + [("perspective",), ("sequence",)]
        at = data.draw(st.sampled_from(inside))
        holder = state
        for name in at[:-1]:
            holder = holder[name]
        old = holder[at[-1]]
        new = spoilt(data, old, WORDS)
        if at[-1] == "perspective":
            new = data.draw(st.sampled_from([*VIEWERS, 7, -1]))
        elif (new is None or old is None) and at[-1] not in NULLABLE_TEXTS:
            continue
        holder[at[-1]] = new
    try:
        loaded = CHARLEMAGNE.load(state)
    except Inconsistent as error:
        assert error.pointer == "" or error.pointer.startswith("/")
        assert error.message
    else:
        assert loaded.write(state["perspective"]) == state


@pytest.mark.parametrize("contract", oracle.CONTRACTS)
@pytest.mark.parametrize("seed", ["k", "l"])
def test_every_view_is_filled_in_with_deals_that_fit(contract: str, seed: str) -> None:
    """Whatever deal is filled in, the viewer sees the same, and could have the same legal moves."""
    luck = random.Random(seed + contract)
    for steps in range(0, 44, 3):
        table = heading_for(contract, steps, luck, seed)
        state = table.write(None)
        for viewer in VIEWERS[1:]:
            view = table.view(viewer)
            loaded = CHARLEMAGNE.load(view)
            account = Account(table.options, table.start, view["deal"], False)
            for drawn in (None, "one", "two"):
                position = account.position(drawn)
                loaded._position = position
                assert loaded.write(viewer) == view
                assert position.families() == table.position().families() or viewer not in table.may_act()
                whole = loaded.write(None)["deal"]
                cards = sum(whole["hands"], []) + whole["kitty"] + whole["aside"]
                cards += [entry["cards"][0] for entry in whole["played"]]
                assert sorted(cards) == sorted(CODES)
                # As a state of its own it stands every test that the true one stands.
                as_state = {**state, "deal": {**whole, "result": state["deal"]["result"]}}
                assert CHARLEMAGNE.load(as_state).write(None) == as_state


def test_a_seed_draws_one_deal_and_others_draw_others() -> None:
    table = heading_for("6", 12, random.Random(1), "q")
    account = Account(table.options, table.start, table.view(1)["deal"], False)
    drawn = [tuple(account.position(f"seed {number}").hands) for number in range(20)]
    assert drawn == [tuple(account.position(f"seed {number}").hands) for number in range(20)]
    assert len(set(drawn)) == 20
    assert {hands[1] for hands in drawn} == {table.position().hands[1]}


@st.composite
def fillings(draw: st.DrawFn) -> tuple[list[int], list[int], list[int]]:
    rooms = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(lambda rooms: 0 < sum(rooms) <= 6))
    bits = draw(st.lists(st.integers(0, 33), min_size=sum(rooms), max_size=sum(rooms), unique=True))
    cards = [1 << number for number in bits]
    barred = [sum(card for card in cards if draw(st.integers(0, 3)) == 0) for _ in rooms]
    return cards, rooms, barred


@settings(max_examples=150, deadline=None)
@given(fillings())
def test_fitting_deals_are_counted_and_numbered(case: tuple[list[int], list[int], list[int]]) -> None:
    cards, rooms, barred = case
    slots = [place for place, room in enumerate(rooms) for _ in range(room)]
    expected = set()
    for order in permutations(cards):
        laid = [0] * len(rooms)
        for card, place in zip(order, slots, strict=True):
            laid[place] |= card
        if not any(laid[place] & barred[place] for place in range(len(rooms))):
            expected.add(tuple(laid))
    filling = Filling(sum(cards), rooms, barred)
    assert filling.count == len(expected)
    assert {tuple(filling.nth(n)) for n in range(filling.count)} == expected


def test_many_voids_are_counted_in_a_few_steps() -> None:
    """The hardest sort of case by size: every place is barred to another suit, late and early in a deal."""
    suits = [PACK.mask([code for code in CODES if code[-1] == suit]) for suit in "SHDC"]
    for held in range(1, 9):
        rooms = [held, held, held, held, 2, 0]
        unknown = PACK.mask(CODES[: 4 * held + 2])
        filling = Filling(unknown, rooms, [*suits, 0, 0])
        for n in (0, filling.count - 1, filling.count // 2) if filling.count else ():
            laid = filling.nth(n)
            assert [popcount(mask) for mask in laid] == rooms
            assert sum(laid) == unknown
            assert not any(mask & barred for mask, barred in zip(laid, suits, strict=False))
        assert filling.count > 0 or held > 6


@pytest.mark.parametrize("n", [1, 2, 3, 7, 2**32 - 1, 2**32, 2**32 + 1, 10**12, 2**64, 10**25])
def test_large_numbers_are_drawn_in_range(n: int) -> None:
    stream = Stream("large", "fill")
    drawn = [draw_below(stream, n) for _ in range(60)]
    assert all(0 <= number < n for number in drawn)
    if n > 2**31:
        assert len(set(drawn)) == 60
        assert max(drawn) >= n // 2 > min(drawn)


def test_fitting_deals_are_drawn_alike() -> None:
    """Over 6,000 draws among 60 deals each comes up about 100 times: chi-squared, 59 degrees, far out in its tail."""
    filling = Filling(0b111111, [1, 2, 3], [0, 0, 0])
    stream = Stream("alike", "fill")
    seen = Counter(tuple(filling.nth(draw_below(stream, filling.count))) for _ in range(6000))
    assert filling.count == len(seen) == 60
    assert sum((number - 100) ** 2 / 100 for number in seen.values()) < 110


@pytest.mark.parametrize(
    ("spoil", "pointer"),
    [
        (lambda deal: deal["played"][2].update(seat=3), "/deal/played/2/seat"),
        (lambda deal: deal["played"][2].update(trick=5), "/deal/played/2/trick"),
        (lambda deal: deal["played"][2].update(cards=["??"]), "/deal/played/2/cards/0"),
        (lambda deal: deal["played"][2].update(cards=["2S"]), "/deal/played/2/cards/0"),
        (lambda deal: deal["played"][2].update(cards=[]), "/deal/played/2/cards"),
        (lambda deal: deal["played"][2].update(type="pass"), "/deal/played/2/type"),
        (lambda deal: deal["hands"][1].pop(), "/deal/hands/1"),
        (lambda deal: deal["hands"][1].__setitem__(3, "??"), "/deal/hands/1/3"),
        (lambda deal: deal["hands"][1].__setitem__(0, deal["hands"][0][0]), "/deal/hands/1/0"),
        (lambda deal: deal["hands"].pop(), "/deal/hands"),
        (lambda deal: deal["aside"].pop(), "/deal/aside"),
        (lambda deal: deal["aside"].clear(), "/deal/played/0"),
        (lambda deal: deal["bids"][1].update(seat=0), "/deal/bids/1/seat"),
        (lambda deal: deal["bids"][1].update(type="play"), "/deal/bids/1/type"),
        (lambda deal: deal["bids"][0].update(contract="9"), "/deal/bids/0/contract"),
        (lambda deal: deal["bids"][1].update(type="bid", contract="5"), "/deal/bids/1"),
        (lambda deal: deal["bids"].append(deal["bids"][0]), "/deal/bids/4"),
        (lambda deal: deal["bids"].pop(), "/deal/played/0"),
        (lambda deal: deal["bids"][0].update(type="pass"), "/deal/bids/3"),
        (lambda deal: deal.update(trump="XX"), "/deal/trump"),
        (lambda deal: deal.update(bidder=3), "/deal/bidder"),
        (lambda deal: deal.update(contract="7"), "/deal/contract"),
        (lambda deal: deal.update(choice="kitty"), "/deal/choice"),
        (lambda deal: deal.update(given="AS"), "/deal/given"),
        (lambda deal: deal["tricks_won"].__setitem__(0, 4), "/deal/tricks_won/0"),
        (lambda deal: deal["kitty"].append("7S"), "/deal/kitty"),
        (lambda deal: deal["hands"][2].reverse(), "/deal/hands/2/0"),
        (lambda deal: deal["out"].append(1), "/deal/out/0"),
    ],
)
def test_the_fault_is_pointed_at(spoil: Any, pointer: str) -> None:
    table = CHARLEMAGNE.deal(CHARLEMAGNE.resolve_options({}), None, "pointers", 0)
    calls = [{"seat": 1, "type": "bid", "contract": "6"}] + [{"seat": seat, "type": "pass"} for seat in (2, 3, 0)]
    for move in calls:
        table.apply(table.rule_on(move))
    while len(table.played) < 7:
        table.apply(table.rule_on(table.legal_moves(None, 1, None).moves[0]))
    state = copy.deepcopy(table.write(None))
    spoil(state["deal"])
    with pytest.raises(Inconsistent) as caught:
        CHARLEMAGNE.load(state)
    assert caught.value.pointer == pointer


def test_a_past_revoke_is_found_out() -> None:
    """A card played while another of the suit led was held, which shows in the hand or in a later trick."""
    table = CHARLEMAGNE.deal(CHARLEMAGNE.resolve_options({}), None, "revoke", 0)
    for move in [{"seat": 1, "type": "bid", "contract": "6"}] + [{"seat": seat, "type": "pass"} for seat in (2, 3, 0)]:
        table.apply(table.rule_on(move))
    while len(table.played) < 12:
        table.apply(table.rule_on(table.legal_moves(None, 1, None).moves[0]))
    found = 0
    state = table.write(None)
    for place, entry in enumerate(state["deal"]["played"]):
        for viewer in (None, entry["seat"]):
            spoilt = copy.deepcopy(table.write(viewer))
            hand = spoilt["deal"]["hands"][entry["seat"]]
            for card in list(hand):
                trial = copy.deepcopy(spoilt)
                trial["deal"]["played"][place]["cards"] = [card]
                held = trial["deal"]["hands"][entry["seat"]]
                held[held.index(card)] = entry["cards"][0]
                held.sort(key=oracle.WRITTEN.index)
                try:
                    CHARLEMAGNE.load(trial)
                except Inconsistent as error:
                    found += error.pointer.startswith("/deal/played/")
    assert found > 5


def test_no_deal_was_thrown_in_where_the_dealer_must_bid() -> None:
    options = CHARLEMAGNE.resolve_options({"all_pass": "dealer_bids", "match": {"deals": 2}})
    table = CHARLEMAGNE.deal(options, None, "never again", 0)
    luck = random.Random(2)
    for pointer in ("/deal/redeals", "/match/history/0/redeals"):
        state = copy.deepcopy(table.write(None))
        holder = state["deal"] if pointer == "/deal/redeals" else state["match"]["history"][0]
        holder["redeals"] = 1
        with pytest.raises(Inconsistent) as caught:
            CHARLEMAGNE.load(state)
        assert caught.value.pointer == pointer
        while table.phase() != "deal_over":
            table.apply(table.rule_on(random_move(table, luck)))
        if not table.match.over:
            table.continue_with()


@pytest.mark.parametrize(
    ("contract", "told", "sound"),
    [("mulot", 1, True), ("mulot", 2, False), ("gros_mulot", 8, False), ("8", 7, True), ("charlemagne", 7, True)],
)
def test_a_mulot_of_the_history_ended_with_the_first_trick_taken(contract: str, told: int, sound: bool) -> None:
    options = CHARLEMAGNE.resolve_options({"match": {"deals": 2}})
    table = CHARLEMAGNE.deal(options, None, "broken", 0)
    luck = random.Random(3)
    while table.phase() != "deal_over":
        table.apply(table.rule_on(random_move(table, luck)))
    table.continue_with()
    state = copy.deepcopy(table.write(None))
    entry = state["match"]["history"][0]
    entry["outcome"].update(contract=contract, tricks_won=told)
    entry["scores"] = state["match"]["scores"] = CHARLEMAGNE.scores_of(options, entry["outcome"])
    state["sequence"] = CHARLEMAGNE.steps_of(options, entry)[0] + 1
    if sound:
        assert CHARLEMAGNE.load(state).write(None) == state
    else:
        with pytest.raises(Inconsistent) as caught:
            CHARLEMAGNE.load(state)
        assert caught.value.pointer == "/match/history/0/outcome/tricks_won"
