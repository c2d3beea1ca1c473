"""The rules that all games share, a case or more for each, at a table."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from referee.bots.bot import decide, seen_by
from referee.bots.registry import bot_named, names
from referee.cards import read_code
from referee.game import Table
from referee.games.charlemagne.table import CHARLEMAGNE
from referee.games.zheng_fen.table import ZHENG_FEN
from referee.rulings import NotFromAView
from referee.shuffle import Stream, deal_label, first_seat, ordered_pack, shuffled, sound_seed
from tests.arranged import arranged, make, refused
from tests.oracles import shuffle as oracle
from tests.play import with_hidden_cards_exchanged


def three_players(**wanted: list[str]) -> Table:
    """Zheng Fen for three; seat 0 holds the three of hearts and so leads. Keywords: ``s0``, ``s1``, ``s2``."""
    hands = {int(seat[1:]): cards for seat, cards in wanted.items()}
    if not any("3H" in cards for cards in hands.values()):
        hands[0] = ["3H", *hands.get(0, [])]
    return arranged(ZHENG_FEN, hands, players=3)


def zheng_fen() -> Table:
    return ZHENG_FEN.deal(ZHENG_FEN.resolve_options({}), None, "common")


def charlemagne() -> Table:
    return CHARLEMAGNE.deal(CHARLEMAGNE.resolve_options({}), None, "common")


def codes_are_rank_then_suit() -> None:
    table = three_players(s0=["TS", "9H"], s1=["JS"])
    make(table, 0, "play", cards=["10s"])
    assert table.played[-1]["cards"] == ["TS"]
    assert read_code("ST") is None


def the_red_joker_is_higher_in_zheng_fen_the_black_one_in_charlemagne() -> None:
    table = three_players(s0=["BJ"], s1=["RJ"])
    make(table, 0, "play", cards=["BJ"])
    make(table, 1, "play", cards=["RJ"])
    assert ZHENG_FEN.written(["BJ", "RJ"]) == ["RJ", "BJ"]
    assert CHARLEMAGNE.written(["RJ", "BJ"]) == ["BJ", "RJ"]


def hidden_cards_are_question_marks() -> None:
    view = zheng_fen().view(1)
    assert set(view["deal"]["hands"][0]) == {"??"}
    assert "??" not in view["deal"]["hands"][1]


def hands_are_written_highest_first_and_known_cards_before_hidden_ones() -> None:
    hand = zheng_fen().write(None)["deal"]["hands"][0]
    order = ["RJ", "BJ", *[rank + suit for rank in "2AKQJT9876543" for suit in "SHDC"]]
    assert hand == sorted(hand, key=order.index)
    with pytest.raises(ValueError, match="/deal/hands/0"):
        state = zheng_fen().write(None)
        state["deal"]["hands"][0].reverse()
        ZHENG_FEN.load(state)


def the_next_seat_acts_next() -> None:
    table = three_players(s0=["4S"], s1=["5S"], s2=["6S"])
    acted = []
    for card in ("4S", "5S", "6S"):
        acted += table.may_act()
        make(table, table.may_act()[0], "play", cards=[card])
    assert [*acted, *table.may_act()] == [0, 1, 2, 0]


def seeds_are_short_texts() -> None:
    assert [sound_seed(seed) for seed in ("x", "", "a\0", "a" * 129)] == [True, False, False, False]
    state = zheng_fen().write(None)
    assert state["seed"] == "common"
    assert all(zheng_fen().view(seat)["seed"] is None for seat in (0, 1, 2, 3, "table"))


def the_stream_is_hashes_with_a_counter() -> None:
    words = [Stream("s", "l").below(2**32)]
    assert words == [int.from_bytes(oracle.byte_stream("s", "l", 4), "big")]


def numbers_are_drawn_without_bias() -> None:
    stream = Stream("s", "l")
    bounds = [2**31 + 1] * 30 + [54, 7, 1]
    assert [stream.below(n) for n in bounds] == oracle.numbers_below("s", "l", bounds)


def the_pack_is_shuffled_from_the_end() -> None:
    pack = ZHENG_FEN.full_pack(ZHENG_FEN.resolve_options({}))
    assert shuffled(pack, "s", "deal:1") == oracle.shuffle(pack, "s", "deal:1")


def the_pack_before_the_shuffle() -> None:
    once = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
    assert ZHENG_FEN.full_pack(ZHENG_FEN.resolve_options({})) == [*once, "BJ", "RJ"]
    assert CHARLEMAGNE.full_pack(CHARLEMAGNE.resolve_options({})) == ordered_pack("789TJQKA", 1, ["BJ"], ["RJ"])


def the_cards_of_a_deal_can_be_dealt_again_by_anyone() -> None:
    state = zheng_fen().write(None)
    dealer = oracle.numbers_below("common", "first", [4])[0]
    assert (first_seat("common", 4), state["deal"]["dealer"]) == (dealer, dealer)
    cards = oracle.shuffle(ZHENG_FEN.full_pack(state["options"]), "common", "deal:1")
    for turn in range(4):
        assert sorted(state["deal"]["hands"][(dealer + 1 + turn) % 4]) == sorted(cards[turn::4])
    assert deal_label(3, 2) == "deal:3:redeal:2"


def views_show_no_card_of_others() -> None:
    table = charlemagne()
    view = table.view(2)
    assert [set(hand) for seat, hand in enumerate(view["deal"]["hands"]) if seat != 2] == [{"??"}] * 3
    assert view["deal"]["kitty"] == ["??", "??"]
    assert table.view("table")["deal"]["hands"] == [["??"] * 8] * 4


def a_bot_decides_from_its_seats_view_alone() -> None:
    for table in (zheng_fen(), charlemagne()):
        game, seat = table.game, table.may_act()[0]
        world = with_hidden_cards_exchanged(game, table, seat, random.Random(2))
        assert world is not None
        assert world[0].write(None)["deal"]["hands"] != table.write(None)["deal"]["hands"]
        for name in names():
            bot = bot_named(name)
            choices = [
                decide(bot, game, seen_by(game, given), "seed").as_data()
                for given in (table.write(None), table.view(seat), world[0].write(None))
            ]
            assert choices[0] == choices[1] == choices[2]
        with pytest.raises(NotFromAView):
            seen_by(game, table.view((seat + 1) % 4), seat)


def a_hand_laid_open_stays_open() -> None:
    table = arranged(CHARLEMAGNE, {1: ["7S", "7H", "7D", "7C", "8S", "8H", "8D", "8C"]}, start=0)
    make(table, 1, "bid", contract="gros_mulot")
    for seat in (2, 3, 0):
        make(table, seat, "pass")
    while not table.write(None)["deal"]["tricks_won"] or sum(table.write(None)["deal"]["tricks_won"]) == 0:
        seat = table.may_act()[0]
        make(table, seat, "play", cards=table.legal_moves(seat, 1, None).moves[0]["cards"])
    open_hand = table.write(None)["deal"]["hands"][1]
    assert all(table.view(seat)["deal"]["hands"][1] == open_hand for seat in (0, 2, 3, "table"))


def what_merely_follows_stays_hidden() -> None:
    table = zheng_fen()
    leader = table.may_act()[0]
    assert "3H" in table.write(None)["deal"]["hands"][leader]
    other = (leader + 1) % 4
    assert set(table.view(other)["deal"]["hands"][leader]) == {"??"}


def a_leader_cannot_pass() -> None:
    table = three_players()
    assert refused(table, 0, "pass")[0] == "must-lead"


def a_pass_does_not_bar_a_later_play() -> None:
    table = three_players(s0=["4S", "9S"], s1=["JS"], s2=["6S"])
    make(table, 0, "play", cards=["4S"])
    make(table, 1, "pass")
    make(table, 2, "play", cards=["6S"])
    make(table, 0, "pass")
    make(table, 1, "play", cards=["JS"])
    assert table.write(None)["deal"]["trick"]["passed"] == []


def a_trick_ends_when_all_others_have_passed() -> None:
    table = three_players(s0=["4S"], s1=["JS"])
    make(table, 0, "play", cards=["4S"])
    make(table, 1, "play", cards=["JS"])
    make(table, 2, "pass")
    assert table.write(None)["deal"]["trick"]["passed"] == [2]
    events = make(table, 0, "pass")
    assert [event["type"] for event in events] == ["passed", "trick_won"]
    assert table.write(None)["deal"]["trick"] == {"leader": 1, "plays": [], "passed": []}
    assert table.may_act() == [1]


def seats_without_cards_are_skipped() -> None:
    table = ZHENG_FEN.deal(ZHENG_FEN.resolve_options({"players": 3}), None, "out")
    while not table.write(None)["deal"]["out"]:
        seat = table.may_act()[0]
        moves = table.legal_moves(seat, 200, None).moves
        make_move(table, moves[-1])
    gone = table.write(None)["deal"]["out"][0]
    acted = []
    while table.phase() == "play":
        acted += table.may_act()
        make_move(table, table.legal_moves(None, 200, None).moves[0])
    assert acted and gone not in acted


def make_move(table: Table, move: dict[str, Any]) -> None:
    table.apply(table.rule_on(move))


def faults_are_found_in_a_fixed_order() -> None:
    table = three_players(s0=["4S"], s1=["JS"])
    strange: dict[str, Any] = {"cards": ["1X"]}
    assert refused(table, 7, "dance", **strange) == ("malformed-move", "V-1")
    assert refused(table, 1, "dance") == ("unknown-move-type", "V-1")
    assert refused(table, 1, "play", cards=["4S"])[0] == "not-your-turn"
    assert refused(table, 0, "play", cards=["JS", "QS"])[0] == "cards-not-held"
    auction = charlemagne()
    seat = auction.may_act()[0]
    assert refused(auction, (seat + 1) % 4, "trump", suit="S")[0] == "wrong-phase"


def what_does_not_exist_is_malformed() -> None:
    table = charlemagne()
    seat = table.may_act()[0]
    assert refused(table, seat, "bid", contract="9")[0] == "malformed-move"
    assert refused(table, seat, "trump", suit="X")[0] == "malformed-move"
    assert refused(table, seat, "play", cards=["2S"])[0] == "malformed-move"
    assert refused(table, 4, "pass")[0] == "malformed-move"


@pytest.mark.parametrize(
    ("rule", "check"),
    [
        ("C-1", codes_are_rank_then_suit),
        ("C-2", the_red_joker_is_higher_in_zheng_fen_the_black_one_in_charlemagne),
        ("C-3", hidden_cards_are_question_marks),
        ("C-4", hands_are_written_highest_first_and_known_cards_before_hidden_ones),
        ("S-1", the_next_seat_acts_next),
        ("SH-1", seeds_are_short_texts),
        ("SH-2", the_stream_is_hashes_with_a_counter),
        ("SH-3", numbers_are_drawn_without_bias),
        ("SH-4", the_pack_is_shuffled_from_the_end),
        ("SH-5", the_pack_before_the_shuffle),
        ("SH-6", the_cards_of_a_deal_can_be_dealt_again_by_anyone),
        ("X-1", views_show_no_card_of_others),
        ("X-2", a_bot_decides_from_its_seats_view_alone),
        ("X-3", a_hand_laid_open_stays_open),
        ("X-4", what_merely_follows_stays_hidden),
        ("T-1", a_leader_cannot_pass),
        ("T-2", a_pass_does_not_bar_a_later_play),
        ("T-3", a_trick_ends_when_all_others_have_passed),
        ("T-4", seats_without_cards_are_skipped),
        ("V-1", faults_are_found_in_a_fixed_order),
        ("V-2", what_does_not_exist_is_malformed),
    ],
)
def test_common_rule(rule: str, check: Callable[[], None]) -> None:
    check()
