"""Charlemagne's tricks and position against the oracle: single cards, sets of cards, and whole deals."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.charlemagne.position import choices, nth_choice
from referee.games.charlemagne.table import CHARLEMAGNE
from referee.games.charlemagne.tricks import (
    CODES,
    NO_TRUMP,
    PACK,
    breach_of,
    cards_of,
    judge_trick,
    lacking,
    nth_card,
    playable,
    wins_over,
)
from tests.amount import amount, examples
from tests.oracles import charlemagne as oracle

TRUMPS = st.sampled_from([None, *oracle.SUITS])
CARDS = st.sampled_from(oracle.WRITTEN)


def number(trump: str | None) -> int:
    return NO_TRUMP if trump is None else oracle.SUITS.index(trump)


@examples(400)
@given(st.sets(CARDS, min_size=2, max_size=9), st.booleans(), TRUMPS)
def test_what_may_be_played(cards: set[str], leads: bool, trump: str | None) -> None:
    hand = oracle.written(cards)
    led = None if leads else hand.pop(len(hand) // 2)
    expected = oracle.may_play(hand, led, trump)
    led_bit = 0 if led is None else PACK.bit_of(led)
    held = PACK.mask(hand)
    assert PACK.write(playable(held, led_bit, number(trump))) == expected
    for card in hand:
        one = PACK.bit_of(card)
        legal = card in expected
        assert (breach_of(one, held, led_bit, number(trump)) == 0) is legal
        assert (lacking(one, led_bit, number(trump)) & held == 0) is legal


@examples(400)
@given(st.lists(CARDS, min_size=1, max_size=4, unique=True), TRUMPS)
def test_who_wins(cards: list[str], trump: str | None) -> None:
    bits = [PACK.bit_of(card) for card in cards]
    best = 0
    for place in range(1, len(bits)):
        if wins_over(bits[place], bits[best], bits[0], number(trump)):
            best = place
    assert best == oracle.winner(cards, trump)


@examples(200)
@given(st.lists(CARDS, min_size=2, max_size=12, unique=True), st.integers(0, 3), TRUMPS, st.integers(0, 3))
def test_the_resource_judges_as_the_oracle(cards: list[str], most: int, trump: str | None, leader: int) -> None:
    played = cards[: min(most, len(cards) - 1)]
    hand = cards[len(played) :][:8]
    body = {
        "contract": "mulot" if trump is None else "7",
        "trump": trump,
        "plays": [{"seat": (leader + place) % 4, "card": card} for place, card in enumerate(played)],
    }
    if trump is None and len(played) == 3:
        del body["plays"][2]
        played = played[:2]
    answer = judge_trick({**body, "hand": hand, "card": hand[0]})
    expected = oracle.may_play(hand, played[0] if played else None, trump)
    assert answer["may_play"] == expected
    assert answer["ruling"]["legal"] is (hand[0] in expected)
    assert answer["led"] == (oracle.suit_led(played[0], trump) if played else None)
    assert answer["winner"] == ((leader + oracle.winner(played, trump)) % 4 if played else None)


@examples(100)
@given(st.sets(CARDS, min_size=0, max_size=11), st.integers(0, 3))
def test_sets_of_cards_in_written_order(cards: set[str], k: int) -> None:
    hand = oracle.written(cards)
    mask = PACK.mask(hand)
    assert PACK.write(mask) == hand
    assert [PACK.write(card) for card in cards_of(mask)] == [[card] for card in hand]
    assert [nth_card(mask, n) for n in range(len(hand))] == cards_of(mask)
    expected = [list(some) for some in combinations(hand, k)]
    assert choices(mask, k) == len(expected)
    assert [PACK.write(nth_choice(mask, k, n)) for n in range(len(expected))] == expected


def test_the_written_order_is_the_oracles() -> None:
    assert list(CODES) == oracle.WRITTEN


FIELDS = {"bid": "contract", "choose": "take", "give": "card", "discard": "cards", "trump": "suit", "play": "cards"}


def as_move(seat: int, kind: str, what: object) -> dict[str, object]:
    move: dict[str, object] = {"seat": seat, "type": kind}
    if kind != "pass":
        move[FIELDS[kind]] = what
    return move


@pytest.mark.parametrize("contract", [None, *oracle.CONTRACTS])
@pytest.mark.parametrize("special_lead", ["bidder", "left"])
@pytest.mark.parametrize("all_pass", ["redeal", "dealer_bids"])
def test_whole_deals_go_as_the_oracle_says(contract: str | None, special_lead: str, all_pass: str) -> None:
    """``contract`` is the one that the bidder heads for; None leaves the auction to chance."""
    options = CHARLEMAGNE.resolve_options({"special_lead": special_lead, "all_pass": all_pass})
    luck = random.Random(f"{contract}{special_lead}{all_pass}")
    for seed in range(amount(6)):
        table = CHARLEMAGNE.deal(options, None, f"{seed}{contract}")
        deal = start(table, special_lead, all_pass)
        # Either anything legal, or whatever keeps the bidder's tricks low or high, so that contracts are also made.
        style = luck.choice(["any", "low", "high"])
        while True:
            phase = deal.phase()
            if phase == "thrown in":
                assert all_pass == "redeal"
                deal = start(table, special_lead, all_pass)
                continue
            assert table.phase() == phase
            state = table.write(None)["deal"]
            assert state["tricks_won"] == deal.tricks_won()
            assert state["hands"] == [oracle.written(hand) for hand in deal.hands]
            assert (state["kitty"], state["aside"]) == (oracle.written(deal.kitty), deal.aside)
            if phase == "deal_over":
                break
            seat = deal.to_act()
            assert table.may_act() == [seat]
            legal = deal.legal()
            assert table.legal_moves(seat, 5000, None).moves == [as_move(seat, *move) for move in legal]
            refuse_the_rest(table, deal, luck)
            kind, what = pick(legal, deal, contract, style, luck)
            table.apply(table.rule_on(as_move(seat, kind, what)))
            deal.make(kind, what)
        outcome = deal.outcome()
        assert table.outcome() == outcome
        assert table.match.history[-1]["outcome"] == outcome
        assert table.match.totals == oracle.scores(
            **{"tricks" if k == "tricks_won" else k: v for k, v in outcome.items()}
        )


def start(table, special_lead: str, all_pass: str) -> oracle.Deal:
    state = table.write(None)["deal"]
    return oracle.Deal(state["dealer"], state["hands"], state["kitty"], special_lead, all_pass)


def pick(legal, deal: oracle.Deal, contract: str | None, style: str, luck: random.Random):
    if deal.phase() == "auction" and contract is not None:
        return ("bid", contract) if ("bid", contract) in legal and luck.random() < 0.5 else forced_pass(legal)
    if deal.phase() == "play" and style != "any":
        ours = deal.to_act() == deal.bidder
        strongest = legal if deal.trump is None else sorted(legal, key=lambda move: strength(move[1][0], deal.trump))
        return strongest[0] if ours is (style == "high") else strongest[-1]
    return luck.choice(legal)


def forced_pass(legal):
    return legal[0] if legal[0][0] == "pass" else legal[-1]


def strength(card: str, trump: str) -> int:
    order = oracle.trumps(trump)
    return order.index(card) if card in order else 20 + oracle.RANKS.index(card[0])


def refuse_the_rest(table, deal: oracle.Deal, luck: random.Random) -> None:
    """What the oracle does not allow the referee refuses."""
    seat = deal.to_act()
    legal = deal.legal()
    tried = [("play", [card]) for card in luck.sample(oracle.WRITTEN, 6)]
    tried += [("give", card) for card in luck.sample(oracle.WRITTEN, 2)]
    tried += [("bid", contract) for contract in oracle.CONTRACTS] + [("pass", None)]
    tried += [("discard", oracle.written(luck.sample(oracle.WRITTEN, size))) for size in (1, 2, 3)]
    for kind, what in tried:
        assert table.rule_on(as_move(seat, kind, what)).legal is ((kind, what) in legal)
