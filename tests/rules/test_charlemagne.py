"""The rules of Charlemagne, a case or more for each, at a table."""

from collections.abc import Callable
from typing import Any

import pytest

from referee.cards import SUITS
from referee.game import Table
from referee.games.charlemagne.table import CHARLEMAGNE
from referee.record import replay
from referee.rulings import Invalid
from referee.shuffle import deal_label, shuffled
from tests.arranged import make, refused

CONTRACTS = ["5", "6", "7", "8", "mulot", "charlemagne", "gros_mulot", "gros_charlemagne"]
PACK = [rank + suit for suit in SUITS for rank in "789TJQKA"] + ["BJ", "RJ"]
HIDDEN = "??"


def lay(hands: dict[int, str], kitty: str = "", dealer: int = 0, seed: str | None = None, **options: Any) -> Table:
    """A deal with these cards in hands and kitty; the rest fills the hands up, in the order of the pack."""
    held = [hands.get(seat, "").split() for seat in range(4)]
    rest = [card for card in PACK if card not in kitty.split() and all(card not in hand for hand in held)]
    laid = [hand + [rest.pop(0) for _ in range(8 - len(hand))] for hand in held]
    kitty_cards = kitty.split() + rest
    resolved = CHARLEMAGNE.resolve_options(options)
    return CHARLEMAGNE.deal(resolved, None, seed, dealer, laid, kitty_cards)


def call(table: Table, words: str) -> list[dict[str, Any]]:
    """The auction, from the dealer's left: contracts, and ``-`` for a pass. Returns the last events."""
    events: list[dict[str, Any]] = []
    for word in words.split():
        seat = table.may_act()[0]
        events = make(table, seat, "pass") if word == "-" else make(table, seat, "bid", contract=word)
    return events


def bid(contract: str, hands: dict[int, str], kitty: str = "", **options: Any) -> Table:
    """A deal by seat 3 in which seat 0 has won the auction with ``contract``."""
    table = lay(hands, kitty, dealer=3, **options)
    call(table, f"{contract} - - -")
    return table


def prepare(table: Table, aside: str, trump: str) -> None:
    """The bidder, seat 0, puts cards aside and names trumps."""
    make(table, 0, "discard", cards=aside.split())
    make(table, 0, "trump", suit=trump)


def play(table: Table, cards: str) -> list[dict[str, Any]]:
    """Plays cards in turn. Returns the last events."""
    events: list[dict[str, Any]] = []
    for card in cards.split():
        events = make(table, table.may_act()[0], "play", cards=[card])
    return events


def deal_part(table: Table, viewer: int | str | None = None) -> dict[str, Any]:
    deal: dict[str, Any] = table.write(viewer)["deal"]
    return deal


def seen(events: list[dict[str, Any]], kind: str, viewer: int | str) -> dict[str, Any]:
    """The version of the one event of a type that reaches a viewer."""
    found = [
        event
        for event in events
        if event["type"] == kind
        and (viewer not in event.get("except", []) if event["visible_to"] == "all" else viewer in event["visible_to"])
    ]
    assert len(found) == 1
    return found[0]


def judged(contract: str, trump: str | None, cards: str, **asked: Any) -> dict[str, Any]:
    """One trick away from the table, led by seat 0; a lone bidder's partner is seat 3."""
    plays = [{"seat": seat, "card": card} for seat, card in enumerate(cards.split())]
    return CHARLEMAGNE.resources["tricks"]({"contract": contract, "trump": trump, "plays": plays, **asked})


# --- tables ------------------------------------------------------------------------------------

TRUMPS_HIGH_TO_LOW = {
    "S": "BJ RJ JS JC AS KS QS TS 9S 8S 7S",
    "H": "BJ RJ JH JD AH KH QH TH 9H 8H 7H",
    "D": "BJ RJ JD JH AD KD QD TD 9D 8D 7D",
    "C": "BJ RJ JC JS AC KC QC TC 9C 8C 7C",
}
PLAIN_HIGH_TO_LOW = [  # trumps, a plain suit
    ("S", "AH KH QH JH TH 9H 8H 7H"),
    ("S", "AC KC QC TC 9C 8C 7C"),
    ("H", "AD KD QD TD 9D 8D 7D"),
    ("D", "AC KC QC JC TC 9C 8C 7C"),
    ("C", "AS KS QS TS 9S 8S 7S"),
]


@pytest.mark.parametrize("rule", ["CH-1.3"])
@pytest.mark.parametrize("trump", SUITS)
def test_trumps_from_high_to_low(rule: str, trump: str) -> None:
    order = TRUMPS_HIGH_TO_LOW[trump].split()
    for place, card in enumerate(order):
        for lower in order[place + 1 :]:
            assert judged("6", trump, f"{lower} {card}") == {"winner": 1, "led": trump}
            assert judged("6", trump, f"{card} {lower}") == {"winner": 0, "led": trump}
    for plain in [card for card in PACK if card not in order]:
        assert judged("6", trump, f"{plain} {order[-1]}")["winner"] == 1
        assert judged("6", trump, f"{order[-1]} {plain}")["winner"] == 0


@pytest.mark.parametrize("rule", ["CH-1.4"])
@pytest.mark.parametrize(("trump", "suit"), PLAIN_HIGH_TO_LOW)
def test_plain_suits_from_high_to_low(rule: str, trump: str, suit: str) -> None:
    order = suit.split()
    for place, card in enumerate(order):
        for lower in order[place + 1 :]:
            assert judged("charlemagne", trump, f"{lower} {card}") == {"winner": 1, "led": card[1]}
            assert judged("charlemagne", trump, f"{card} {lower}") == {"winner": 0, "led": card[1]}


@pytest.mark.parametrize(
    ("rule", "contract", "trump", "cards", "winner", "led"),
    [
        ("CH-4.3", "6", "S", "AD 8D 9D 7S", 3, "D"),  # the article's first trick
        ("CH-4.3", "6", "S", "BJ AS 8S QS", 0, "S"),  # and its second
        ("CH-4.3", "6", "S", "8D 9D AH KD", 3, "D"),  # the highest of the suit led
        ("CH-4.3", "6", "S", "7D AH AC", 0, "D"),  # a card of another suit wins nothing
        ("CH-4.3", "6", "S", "AD 7S 8S JC", 3, "D"),  # the highest trump
        ("CH-4.3", "6", "S", "", None, None),
        ("CH-1.3", "8", "H", "AD JD", 1, "D"),  # the little jack is a trump
        ("CH-4.4", "mulot", None, "JH TH QH", 2, "H"),  # jacks rank as in 1.4
        ("CH-4.4", "mulot", None, "JS AC", 0, "S"),  # and there are no trumps
        ("CH-4.4", "mulot", None, "AS RJ", 1, "S"),  # a joker outranks every card
        ("CH-4.4", "gros_mulot", None, "AS RJ BJ", 2, "S"),
        ("CH-4.4", "gros_mulot", None, "RJ AS BJ", 2, "joker"),
        ("CH-4.4", "mulot", None, "RJ AS AH", 0, "joker"),
        ("CH-4.4", "mulot", None, "BJ RJ", 0, "joker"),
    ],
)
def test_who_wins(rule: str, contract: str, trump: str | None, cards: str, winner: int | None, led: str | None) -> None:
    assert judged(contract, trump, cards) == {"winner": winner, "led": led}


@pytest.mark.parametrize(
    ("rule", "contract", "trump", "cards", "hand", "may_play"),
    [
        ("CH-4.3", "6", "S", "AD", "8D 8S KD", "KD 8D"),
        ("CH-4.3", "6", "S", "AD", "BJ 8S KH", "BJ KH 8S"),  # else any card; trumps need not be played
        ("CH-4.3", "6", "S", "", "8D 8S", "8S 8D"),
        ("CH-1.3", "6", "S", "8S", "BJ JC JH", "BJ JC"),  # jokers and little jack follow trumps
        ("CH-1.3", "6", "S", "BJ", "7S JH", "7S"),  # and a joker led asks for trumps
        ("CH-1.3", "6", "S", "JC", "AC 7S", "7S"),
        ("CH-1.4", "6", "S", "AC", "JC 7C", "7C"),  # the little jack is no club
        ("CH-1.4", "6", "S", "AC", "JC 7D", "JC 7D"),
        ("CH-4.4", "mulot", None, "BJ", "RJ AS AH", "RJ"),  # the other joker must be played
        ("CH-4.4", "mulot", None, "RJ", "BJ AS", "BJ"),
        ("CH-4.4", "mulot", None, "RJ", "AH AS", "AS AH"),  # others play anything
        ("CH-4.4", "mulot", None, "9D", "BJ RJ AS", "BJ RJ"),  # cannot follow: a joker, whichever
        ("CH-4.4", "mulot", None, "9D", "RJ AS", "RJ"),
        ("CH-4.3", "mulot", None, "9D", "BJ 7D AS", "7D"),  # to a suit led, following comes first
        ("CH-4.3", "mulot", None, "9D BJ", "RJ 7D AS", "7D"),  # also when a joker lies in the trick
        ("CH-4.4", "gros_mulot", None, "9C", "AS JC JS", "JC"),
        ("CH-4.4", "gros_mulot", None, "9C", "AS JD", "AS JD"),
    ],
)
def test_what_may_be_played(rule: str, contract: str, trump: str | None, cards: str, hand: str, may_play: str) -> None:
    assert judged(contract, trump, cards, hand=hand.split())["may_play"] == may_play.split()
    for card in hand.split():
        ruling = judged(contract, trump, cards, hand=hand.split(), card=card)["ruling"]
        assert ruling["legal"] is (card in may_play.split())


@pytest.mark.parametrize(
    ("rule", "code", "contract", "trump", "cards", "hand", "card"),
    [
        ("CH-4.3", "must-follow-suit", "6", "S", "AD", "8D 8S", "8S"),
        ("CH-4.3", "must-follow-suit", "charlemagne", "S", "BJ", "JC 8D", "8D"),
        ("CH-4.3", "must-follow-suit", "mulot", None, "AD", "8D BJ", "BJ"),
        ("CH-4.4", "must-play-joker", "mulot", None, "BJ", "RJ 8D", "8D"),
        ("CH-4.4", "must-play-joker", "gros_mulot", None, "AD", "RJ 8S", "8S"),
        ("V-1", "cards-not-held", "6", "S", "AD", "8D", "9D"),
    ],
)
def test_the_ruling_on_one_card(
    rule: str, code: str, contract: str, trump: str | None, cards: str, hand: str, card: str
) -> None:
    violation = judged(contract, trump, cards, hand=hand.split(), card=card)["ruling"]["violation"]
    assert (violation["code"], violation["rule"]) == (code, rule)
    assert card in violation["message"]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"contract": "9"}, ["/contract"]),
        ({"trump": None}, ["/trump"]),
        ({"trump": "X"}, ["/trump"]),
        ({"contract": "mulot"}, ["/trump"]),
        ({"plays": [(0, "AD"), (2, "8D")]}, ["/plays/1/seat"]),
        ({"plays": [(0, "AD"), (1, "8D"), (0, "9D")]}, ["/plays/2/seat"]),
        ({"plays": [(4, "AD")]}, ["/plays/0/seat"]),
        ({"plays": [(0, "AD"), (1, "AD")]}, ["/plays/1/card"]),
        ({"plays": [(0, "2D"), (1, "??")]}, ["/plays/0/card", "/plays/1/card"]),
        ({"plays": [(0, "7D"), (1, "8D"), (2, "9D"), (3, "TD"), (0, "JD")]}, ["/plays/4"]),
        ({"plays": [(0, "7D"), (1, "8D"), (2, "9D"), (3, "TD")], "hand": ["AS"]}, ["/hand"]),
        ({"contract": "charlemagne", "plays": [(0, "7D"), (2, "8D"), (3, "9D"), (0, "TD")]}, ["/plays/3"]),
        ({"contract": "charlemagne", "plays": [(0, "7D"), (3, "8D"), (2, "9D")]}, ["/plays/2/seat"]),
        ({"contract": "charlemagne", "plays": [(0, "7D"), (2, "8D"), (3, "9D")], "hand": ["AS"]}, ["/hand"]),
        ({"hand": ["AS", "AS"]}, ["/hand/1"]),
        ({"plays": [(0, "AD")], "hand": ["AD"]}, ["/hand/0"]),
        ({"hand": []}, ["/hand"]),
        ({"hand": PACK[:9]}, ["/hand"]),
        ({"card": "AS"}, ["/card"]),
        ({"hand": ["AS"], "card": "6S"}, ["/card"]),
    ],
)
def test_a_trick_that_cannot_be(body: dict[str, Any], pointers: list[str]) -> None:
    whole = {"contract": "6", "trump": "S", "plays": [], **body}
    whole["plays"] = [{"seat": seat, "card": card} for seat, card in whole["plays"]]
    with pytest.raises(Invalid) as caught:
        CHARLEMAGNE.resources["tricks"](whole)
    assert list(caught.value.faults) == pointers


def test_a_lone_trick_skips_one_seat_and_cards_may_be_spelt_freely() -> None:
    plays = [{"seat": 3, "card": "10h"}, {"seat": 0, "card": "ah"}, {"seat": 2, "card": "7S"}]
    body = {"contract": "gros_charlemagne", "trump": "D", "plays": plays}
    assert CHARLEMAGNE.resources["tricks"](body) == {"winner": 0, "led": "H"}


VALUES = {"5": 5, "6": 6, "7": 7, "8": 8, "mulot": 7, "charlemagne": 8, "gros_mulot": 15, "gros_charlemagne": 16}


@pytest.mark.parametrize(
    ("rule", "bidder", "contract", "tricks", "scores"),
    [
        ("CH-6.1", 2, "6", 7, [6, 0, 6, 0]),  # the article: six for seven tricks
        ("CH-6.1", 1, "5", 5, [0, 5, 0, 5]),
        ("CH-6.2", 1, "5", 4, [5, 0, 5, 0]),
        ("CH-6.2", 0, "8", 7, [0, 8, 0, 8]),
        ("CH-6.1", 0, "8", 8, [8, 0, 8, 0]),
        ("CH-5.1", 3, "7", 6, [7, 0, 7, 0]),
        ("CH-5.1", 3, "7", 7, [0, 7, 0, 7]),
        ("CH-5.1", 3, "mulot", 0, [0, 7, 0, 7]),
        ("CH-5.1", 3, "mulot", 1, [7, 0, 7, 0]),
        ("CH-5.1", 2, "gros_mulot", 0, [15, 0, 15, 0]),
        ("CH-5.1", 2, "gros_mulot", 8, [0, 15, 0, 15]),
        ("CH-5.1", 0, "charlemagne", 8, [8, 0, 8, 0]),
        ("CH-5.1", 0, "charlemagne", 7, [0, 8, 0, 8]),
        ("CH-5.1", 1, "gros_charlemagne", 8, [0, 16, 0, 16]),
        ("CH-5.1", 1, "gros_charlemagne", 0, [16, 0, 16, 0]),
        *[("CH-2.4", 0, name, 0 if "mulot" in name else 8, [value, 0, value, 0]) for name, value in VALUES.items()],
        # People may have played on after the contract was broken.
        *[("CH-5.2", 0, "mulot", tricks, [0, 7, 0, 7]) for tricks in range(1, 9)],
        *[("CH-5.2", 0, "charlemagne", tricks, [0, 8, 0, 8]) for tricks in range(8)],
    ],
)
def test_scores(rule: str, bidder: int, contract: str, tricks: int, scores: list[int]) -> None:
    outcome = {"bidder": bidder, "contract": contract, "tricks_won": tricks}
    options = CHARLEMAGNE.resolve_options({})
    scored = CHARLEMAGNE.score(options, [outcome])
    deal = scored["deals"][0]
    assert deal["scores"] == scored["totals"] == scores
    assert deal["sides"] == scored["sides"] == scores[:2]
    made = scores[bidder] > 0
    assert [(line["code"], line["rule"]) for line in deal["lines"]] == [
        ("made", "CH-6.1") if made else ("lost", "CH-6.2")
    ]
    message = deal["lines"][0]["message"]
    assert contract in message and str(tricks) in message and str(max(scores)) in message


@pytest.mark.parametrize(
    ("outcome", "pointers"),
    [
        ({"bidder": 4}, ["/bidder"]),
        ({"bidder": -1}, ["/bidder"]),
        ({"contract": "9"}, ["/contract"]),
        ({"tricks_won": 9}, ["/tricks_won"]),
        ({"tricks_won": -1}, ["/tricks_won"]),
        ({"tricks_won": 10**30, "bidder": 10**30, "contract": ""}, ["/bidder", "/contract", "/tricks_won"]),
    ],
)
def test_an_outcome_that_cannot_have_happened(outcome: dict[str, Any], pointers: list[str]) -> None:
    whole = {"bidder": 0, "contract": "5", "tricks_won": 5, **outcome}
    assert list(CHARLEMAGNE.check_outcome(CHARLEMAGNE.resolve_options({}), whole)) == pointers


@pytest.mark.parametrize("rule", ["CH-2.2"])
@pytest.mark.parametrize(("place", "contract"), list(enumerate(CONTRACTS)))
def test_a_bid_must_be_higher_than_the_last(rule: str, place: int, contract: str) -> None:
    """Also with a pass between them."""
    for words in (contract, contract + " -"):
        table = lay({})
        call(table, words)
        seat = table.may_act()[0]
        for other in CONTRACTS[: place + 1]:
            assert refused(table, seat, "bid", contract=other) == ("bid-too-low", rule)
        legal = table.legal_moves(seat, 20, None)
        assert legal.moves[0] == {"seat": seat, "type": "pass"}
        assert [move["contract"] for move in legal.moves[1:]] == CONTRACTS[place + 1 :]
        assert legal.by_kind == {"pass": 1, **({"bid": 7 - place} if place < 7 else {})}


@pytest.mark.parametrize(
    ("rule", "code", "contract", "before", "move"),
    [
        ("CH-2.1", "not-your-turn", "", "", {"seat": 1, "type": "pass"}),
        ("CH-3.1", "wrong-size", "6", "", {"seat": 0, "type": "discard", "cards": ["AS"]}),
        ("CH-3.1", "wrong-size", "6", "", {"seat": 0, "type": "discard", "cards": ["AS", "KS", "QS"]}),
        ("CH-3.1", "not-your-turn", "6", "", {"seat": 2, "type": "discard", "cards": ["AS", "KS"]}),
        ("CH-3.1", "not-your-turn", "6", "aside", {"seat": 1, "type": "trump", "suit": "S"}),
        ("CH-3.2", "wrong-phase", "mulot", "", {"seat": 0, "type": "trump", "suit": "S"}),
        ("CH-3.2", "wrong-phase", "gros_mulot", "", {"seat": 0, "type": "discard", "cards": ["AS", "KS"]}),
        ("CH-3.3", "not-your-turn", "charlemagne", "", {"seat": 0, "type": "give", "card": "AS"}),
        ("CH-3.3", "wrong-size", "charlemagne", "give", {"seat": 0, "type": "discard", "cards": ["AS", "KS"]}),
        ("CH-3.3", "not-your-turn", "charlemagne", "give", {"seat": 1, "type": "discard", "cards": ["7D", "8D"]}),
        ("CH-3.4", "not-your-turn", "gros_charlemagne", "", {"seat": 2, "type": "choose", "take": "kitty"}),
        ("CH-3.4", "wrong-size", "gros_charlemagne", "kitty", {"seat": 0, "type": "discard", "cards": ["AS"]}),
        ("CH-3.4", "wrong-size", "gros_charlemagne", "card", {"seat": 0, "type": "discard", "cards": ["AS", "KS"]}),
        ("CH-4.1", "not-your-turn", "mulot", "", {"seat": 2, "type": "play", "cards": ["AC"]}),
        ("CH-4.1", "wrong-size", "mulot", "", {"seat": 0, "type": "play", "cards": ["AS", "KS"]}),
        ("CH-4.2", "not-your-turn", "mulot", "", {"seat": 1, "type": "play", "cards": ["7D"]}),
        ("V-1", "cards-not-held", "mulot", "", {"seat": 0, "type": "play", "cards": ["7D", "AS"]}),
        ("V-1", "cards-not-held", "6", "", {"seat": 0, "type": "discard", "cards": ["AS", "AS"]}),
        ("V-1", "wrong-phase", "6", "", {"seat": 0, "type": "pass"}),
        ("V-1", "wrong-phase", "6", "", {"seat": 0, "type": "give", "card": "AS"}),
        ("V-1", "malformed-move", "", "", {"seat": 0, "type": "bid", "contract": "9"}),
        ("V-1", "malformed-move", "", "", {"seat": 0, "type": "bid"}),
        ("V-1", "malformed-move", "6", "aside", {"seat": 0, "type": "trump", "suit": "X"}),
        ("V-1", "malformed-move", "6", "", {"seat": 0, "type": "discard", "cards": ["6S", "AS"]}),
        ("V-1", "unknown-move-type", "6", "", {"seat": 0, "type": "draw"}),
    ],
)
def test_refusals(rule: str, code: str, contract: str, before: str, move: dict[str, Any]) -> None:
    """Seat 0 holds the spades, seat 2 the clubs; seat 0 has bid ``contract``, and ``before`` has been done."""
    table = lay({0: "AS KS QS JS TS 9S 8S 7S", 2: "AC KC QC JC TC 9C 8C 7C"}, "AH KH", dealer=3)
    if contract:
        call(table, f"{contract} - - -")
    if before in ("kitty", "card"):
        make(table, 0, "choose", take="kitty" if before == "kitty" else "partner_card")
    if before in ("give", "card"):
        make(table, 2, "give", card="AC")
    if before == "aside":
        make(table, 0, "discard", cards=["AH", "KH"])
    violation = table.rule_on(move).violation
    assert violation is not None
    assert (violation.code, violation.rule) == (code, rule)


@pytest.mark.parametrize("rule", ["CH-4.2"])
@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("special_lead", ["bidder", "left"])
def test_who_leads_first(rule: str, contract: str, special_lead: str) -> None:
    table = bid(contract, {}, special_lead=special_lead)
    while table.phase() != "play":
        seat = table.may_act()[0]
        make(
            table, **{("type_" if k == "type" else k): v for k, v in table.legal_moves(seat, 1, None).moves[0].items()}
        )
    lone = contract in CONTRACTS[4:]
    assert table.may_act() == [0 if lone and special_lead == "bidder" else 1]
    assert deal_part(table)["trick"] == {"leader": table.may_act()[0], "plays": [], "passed": []}


# --- single cases ------------------------------------------------------------------------------


def the_pack_has_34_cards() -> None:
    assert sorted(CHARLEMAGNE.full_pack({})) == sorted(PACK)
    assert len(PACK) == 34
    assert not CHARLEMAGNE.in_pack({}, "6S") and not CHARLEMAGNE.in_pack({}, "BJ*")


def two_cards_at_a_time_from_the_dealers_left() -> None:
    table = CHARLEMAGNE.deal(CHARLEMAGNE.resolve_options({}), None, "two by two", 2)
    cards = shuffled(CHARLEMAGNE.full_pack({}), "two by two", deal_label(1, 0))
    deal = deal_part(table)
    for turn, seat in enumerate([3, 0, 1, 2] * 4):
        assert set(cards[2 * turn : 2 * turn + 2]) <= set(deal["hands"][seat])
    assert sorted(deal["kitty"]) == sorted(cards[32:])
    for seat in range(4):
        own = [event for event in table.events if event["seat"] == seat and event["visible_to"] == [seat]]
        assert own[0]["hand"] == deal["hands"][seat]


def the_next_seat_deals_the_next_deal() -> None:
    calls = [
        {"seat": seat, "type": "bid", "contract": contract} for seat, contract in ((1, "mulot"), (2, "gros_mulot"))
    ]
    calls += [{"seat": 3, "type": "pass"}, {"seat": 0, "type": "pass"}]
    table = lay({2: "BJ RJ AS AH AD AC KS KH"}, dealer=0, seed="next")
    for move in calls:
        table.apply(table.rule_on(move))
    play(table, "BJ")
    lead_through(table)
    assert table.phase() == "deal_over"
    table.continue_with()
    assert deal_part(table)["dealer"] == 1 and table.may_act() == [2]
    record = {"seed": "next", "options": {}, "deals": [first_deal_of(table, calls), {"dealer": 3, "moves": []}]}
    verdict = replay(CHARLEMAGNE, record)
    assert verdict.violation is not None and (verdict.deal, verdict.index) == (2, None)
    assert (verdict.violation.code, verdict.violation.rule) == ("choice-not-offered", "CH-1.2")


def lead_through(table: Table) -> None:
    """The rest of the trick, or of the deal when the first trick does not end it: whatever comes first."""
    while table.phase() == "play":
        seat = table.may_act()[0]
        make(table, seat, "play", cards=table.legal_moves(seat, 1, None).moves[0]["cards"])


def first_deal_of(table: Table, calls: list[dict[str, Any]]) -> dict[str, Any]:
    fresh = lay({2: "BJ RJ AS AH AD AC KS KH"}, dealer=0)
    hands, kitty = deal_part(fresh)["hands"], deal_part(fresh)["kitty"]
    for move in calls:
        fresh.apply(fresh.rule_on(move))
    play(fresh, "BJ")
    lead_through(fresh)
    moves = calls + [{"seat": entry["seat"], "type": "play", "cards": entry["cards"]} for entry in fresh.played]
    return {"dealer": 0, "hands": hands, "kitty": kitty, "moves": moves}


def hands_are_written_jokers_first_then_by_rank() -> None:
    table = bid("6", {0: "7C 7S AC AS RJ JD BJ KH"}, "TS QD")
    written = "BJ RJ AS AC KH QD JD TS 7S 7C"
    assert deal_part(table)["hands"][0] == written.split()
    make(table, 0, "discard", cards=["7C", "7S"])
    make(table, 0, "trump", suit="D")
    assert deal_part(table)["hands"][0] == ["BJ", "RJ", "AS", "AC", "KH", "QD", "JD", "TS"]


def all_four_speak_once() -> None:
    table = lay({}, dealer=1)
    spoken = []
    for word in ["gros_charlemagne", "-", "-"]:
        spoken.append(table.may_act()[0])
        call(table, word)
    assert table.phase() == "auction"
    assert table.legal_moves(None, 9, None).moves == [{"seat": 1, "type": "pass"}]
    spoken.append(table.may_act()[0])
    call(table, "-")
    assert spoken == [2, 3, 0, 1]
    assert table.phase() == "choose"


def the_highest_bidder_plays_the_contract() -> None:
    table = lay({})
    assert deal_part(table)["bidder"] is None
    call(table, "5 - mulot")
    assert (deal_part(table)["bidder"], deal_part(table)["contract"]) == (None, None)
    events = call(table, "-")
    assert (deal_part(table)["bidder"], deal_part(table)["contract"]) == (3, "mulot")
    assert seen(events, "auction_won", "table")["seat"] == 3
    assert deal_part(table)["bids"] == [
        {"seat": 1, "type": "bid", "contract": "5"},
        {"seat": 2, "type": "pass"},
        {"seat": 3, "type": "bid", "contract": "mulot"},
        {"seat": 0, "type": "pass"},
    ]


def all_pass_and_the_next_dealer_deals() -> None:
    table = CHARLEMAGNE.deal(CHARLEMAGNE.resolve_options({}), None, "again", 3)
    first = deal_part(table)["hands"]
    events = call(table, "- - - -")
    deal = deal_part(table)
    assert (deal["number"], deal["redeals"], deal["dealer"], deal["bids"]) == (1, 1, 0, [])
    assert table.may_act() == [1]
    assert table.match.history == [] and table.match.totals == [0, 0, 0, 0]
    cards = shuffled(CHARLEMAGNE.full_pack({}), "again", "deal:1:redeal:1")
    assert set(cards[:2]) <= set(deal["hands"][1])
    thrown_in = seen(events, "thrown_in", "table")
    assert (thrown_in["dealer"], thrown_in["redeals"]) == (0, 1)
    # Nobody is shown the hands that were thrown in.
    own = seen([event for event in events if event.get("seat") == 2 and event["type"] == "dealt"], "dealt", 2)
    assert own["hand"] == deal["hands"][2] != first[2]
    call(table, "- - - - mulot - - -")
    assert (deal_part(table)["redeals"], deal_part(table)["dealer"]) == (2, 1)
    lead_through(table)
    assert table.match.history[0]["redeals"] == 2
    table.continue_with()
    assert (deal_part(table)["number"], deal_part(table)["dealer"]) == (2, 2)
    call(table, "- - - -")
    assert deal_part(table)["dealer"] == 3
    assert CHARLEMAGNE.load(table.write(None)).write(None) == table.write(None)


def the_dealer_must_bid_when_that_is_played() -> None:
    table = lay({}, all_pass="dealer_bids")
    call(table, "- - -")
    assert refused(table, 0, "pass") == ("choice-not-offered", "CH-2.5")
    assert table.legal_moves(0, 20, None).by_kind == {"bid": 8}
    call(table, "5")
    assert table.phase() == "discard"
    other = lay({}, all_pass="dealer_bids")
    call(other, "- 5 - -")
    assert deal_part(other)["bidder"] == 2


def the_bidder_takes_the_kitty_and_puts_two_aside() -> None:
    table = lay({0: "BJ RJ AS KS QS JS TS 9S"}, "7H 8H", dealer=3)
    events = call(table, "7 - - -")
    assert (table.phase(), table.may_act()) == ("discard", [0])
    assert seen(events, "kitty_taken", 0)["cards"] == ["8H", "7H"]
    assert "cards" not in seen(events, "kitty_taken", 2)
    assert deal_part(table)["hands"][0] == ["BJ", "RJ", "AS", "KS", "QS", "JS", "TS", "9S", "8H", "7H"]
    assert deal_part(table)["kitty"] == []
    assert table.legal_moves(0, 5000, None).total == 45
    # From the kitty or not, jokers too.
    events = make(table, 0, "discard", cards=["7H", "BJ"])
    assert seen(events, "discarded", 0)["cards"] == ["BJ", "7H"]
    assert "cards" not in seen(events, "discarded", "table")
    assert deal_part(table)["aside"] == ["BJ", "7H"]
    # A suit of which nothing is held may be named.
    assert [move["suit"] for move in table.legal_moves(0, 9, None).moves] == list("SHDC")
    make(table, 0, "trump", suit="C")
    assert (table.phase(), deal_part(table)["trump"]) == ("play", "C")


def a_mulot_has_neither_kitty_nor_trumps() -> None:
    for contract in ("mulot", "gros_mulot"):
        table = bid(contract, {0: "7S 8S 9S TS 7H 8H 9H TH"}, "AS AH")
        assert table.phase() == "play"
        deal = deal_part(table)
        assert (deal["trump"], deal["kitty"], deal["aside"], len(deal["hands"][2])) == (None, ["AS", "AH"], [], 8)
        play(table, "7S")
        assert table.may_act() == [1]
        play(table, table.legal_moves(1, 1, None).moves[0]["cards"][0])
        assert table.may_act() == [3]
        assert len(deal_part(table)["hands"][2]) == 8


def the_partner_gives_a_card_before_trumps_are_named() -> None:
    table = bid("charlemagne", {0: "BJ RJ AS KS QS JS TS 9S", 2: "8S 7C 8C 9C TC QC KC AC"}, "7H 8H")
    assert (table.phase(), table.may_act(), deal_part(table)["kitty"]) == ("give", [2], ["8H", "7H"])
    given = [move["card"] for move in table.legal_moves(2, 9, None).moves]
    assert given == ["AC", "KC", "QC", "TC", "9C", "8S", "8C", "7C"]
    events = make(table, 2, "give", card="8S")
    assert {viewer: seen(events, "given", viewer)["card"] for viewer in (0, 1, 2, 3, "table")} == {
        0: "8S",
        1: HIDDEN,
        2: "8S",
        3: HIDDEN,
        "table": HIDDEN,
    }
    assert (table.phase(), table.may_act()) == ("discard", [0])
    assert deal_part(table)["hands"][0] == ["BJ", "RJ", "AS", "KS", "QS", "JS", "TS", "9S", "8S", "8H", "7H"]
    assert table.legal_moves(0, 5000, None).total == 165
    # The partner sees that he gave it, and no card of the bidder's hand.
    assert deal_part(table, 2)["hands"][0] == [HIDDEN] * 11
    assert [deal_part(table, viewer)["given"] for viewer in (0, 2, 1, "table")] == ["8S", "8S", HIDDEN, HIDDEN]
    prepare(table, "8S 8H 7H", "S")  # the given card may be among them
    assert deal_part(table, 2)["aside"] == [HIDDEN] * 3
    assert deal_part(table, 0)["aside"] == ["8S", "8H", "7H"]
    assert (table.may_act(), len(deal_part(table)["hands"][2])) == ([0], 7)
    play(table, "BJ")
    assert table.may_act() == [1]


def gros_charlemagne_takes_the_kitty_or_a_card() -> None:
    hands = {0: "BJ RJ AS KS QS JS TS 9S", 2: "8S 7C 8C 9C TC QC KC AC"}
    table = bid("gros_charlemagne", hands, "7H 8H")
    assert (table.phase(), table.may_act()) == ("choose", [0])
    events = make(table, 0, "choose", take="kitty")
    assert seen(events, "chosen", 3)["take"] == "kitty"  # for all to hear
    assert (table.phase(), len(deal_part(table)["hands"][0])) == ("discard", 10)
    prepare(table, "7H 8H", "S")
    assert (deal_part(table, 3)["choice"], deal_part(table)["given"]) == ("kitty", None)

    table = bid("gros_charlemagne", hands, "7H 8H")
    make(table, 0, "choose", take="partner_card")
    assert (table.phase(), table.may_act()) == ("give", [2])
    make(table, 2, "give", card="8S")
    assert (table.phase(), len(deal_part(table)["hands"][0])) == ("discard", 9)
    prepare(table, "8S", "S")
    deal = deal_part(table)
    assert (deal["choice"], deal["given"], deal["aside"], deal["kitty"]) == ("partner_card", "8S", ["8S"], ["8H", "7H"])
    # The kitty that was not taken is known to nobody.
    assert {viewer: deal_part(table, viewer)["kitty"] for viewer in (0, 1, 2, 3, "table")} == {
        viewer: [HIDDEN, HIDDEN] for viewer in (0, 1, 2, 3, "table")
    }


def what_lies_hidden_stays_hidden_after_the_deal() -> None:
    table = bid("charlemagne", {0: "7H 8H AS KS QS JS TS 9S", 2: "8S 7C 8C 9C TC QC KC AC"}, "7D 8D")
    make(table, 2, "give", card="AC")
    prepare(table, "7D 8D AC", "S")
    play(table, "7H")
    lead_through(table)
    assert table.phase() == "deal_over"
    assert len(deal_part(table)["hands"][0]) == 7
    for viewer in (0, 1, 2, 3, "table"):
        deal = deal_part(table, viewer)
        for seat in range(4):
            assert (HIDDEN not in deal["hands"][seat]) is (seat == viewer)
        assert (deal["aside"] == [HIDDEN] * 3) is (viewer != 0)
        assert deal["given"] == ("AC" if viewer in (0, 2) else HIDDEN)
    mulot = bid("mulot", {0: "BJ RJ AS AH AD AC KS KH"}, "7D 8D")
    play(mulot, "BJ")
    lead_through(mulot)
    assert deal_part(mulot, 2)["kitty"] == [HIDDEN, HIDDEN]
    assert deal_part(mulot, 1)["hands"][2] == [HIDDEN] * 8


def a_trick_is_three_cards_when_the_bidder_plays_alone() -> None:
    table = bid("mulot", {0: "7S 7H 7D 7C 8S 8H 8D 8C", 1: "AS AH AD AC KS KH KD KC", 3: "9S 9H 9D 9C TS TH TD TC"})
    assert [play(table, card)[-1]["type"] for card in ["7S", "AS", "9S"]] == ["played", "played", "trick_won"]
    assert deal_part(table)["tricks_won"] == [0, 1, 0, 0]
    assert table.may_act() == [1]
    play(table, "AH")
    assert table.may_act() == [3]  # the partner, seat 2, is skipped
    play(table, "9H 7H AD 9D 7D AC 9C 7C KS TS 8S KH TH 8H KD TD 8D KC TC 8C")
    assert table.phase() == "deal_over"
    assert deal_part(table)["tricks_won"] == [0, 8, 0, 0]
    assert table.match.totals == [7, 0, 7, 0]


def the_winner_leads_next() -> None:
    table = bid("5", {0: "AS", 1: "7H", 2: "8H", 3: "AH"}, "")
    make(table, 0, "discard", cards=table.legal_moves(0, 1, None).moves[0]["cards"])
    make(table, 0, "trump", suit="C")
    while deal_part(table)["trick"]["leader"] == 1 and not deal_part(table)["tricks_won"].count(1):
        seat = table.may_act()[0]
        make(table, seat, "play", cards=table.legal_moves(seat, 1, None).moves[0]["cards"])
    winner = deal_part(table)["tricks_won"].index(1)
    assert table.may_act() == [winner]
    other = (winner + 1) % 4
    card = deal_part(table)["hands"][other][0]
    assert refused(table, other, "play", cards=[card]) == ("not-your-turn", "CH-4.3")


def the_bidders_hand_lies_open_after_the_first_trick_of_gros_mulot() -> None:
    table = bid("gros_mulot", {0: "7S 7H 7D 7C 8S 8H 8D 8C", 1: "AS AH AD AC KS KH KD KC"})
    play(table, "7S AS")
    assert all(deal_part(table, viewer)["hands"][0] == [HIDDEN] * 7 for viewer in (1, 2, 3, "table"))
    seat_3 = table.legal_moves(3, 1, None).moves[0]["cards"][0]
    events = play(table, seat_3)
    opened = ["8S", "8H", "8D", "8C", "7H", "7D", "7C"]
    assert seen(events, "hand_opened", 2)["cards"] == opened
    assert all(deal_part(table, viewer)["hands"][0] == opened for viewer in (0, 1, 2, 3, "table"))
    play(table, "AH")
    lead_through(table)
    assert table.match.totals == [15, 0, 15, 0]
    # A plain mulot is played with hands hidden.
    plain = bid("mulot", {0: "7S 7H 7D 7C 8S 8H 8D 8C", 1: "AS AH AD AC KS KH KD KC"})
    play(plain, "7S AS")
    play(plain, plain.legal_moves(3, 1, None).moves[0]["cards"][0])
    assert deal_part(plain, 1)["hands"][0] == [HIDDEN] * 7
    # When the first trick breaks the contract, the deal is over and nothing is laid open.
    broken = bid("gros_mulot", {0: "BJ RJ AS AH AD AC KS KH"})
    play(broken, "BJ")
    lead_through(broken)
    assert deal_part(broken, 1)["hands"][0] == [HIDDEN] * 7


def broken_lone_contracts_end_with_the_trick() -> None:
    mulot = bid("mulot", {0: "7S 7H 7D 7C 8S 8H 8D AC", 1: "AS AH AD KC KS KH KD QC"})
    play(mulot, "7S AS")
    play(mulot, mulot.legal_moves(3, 1, None).moves[0]["cards"][0])
    play(mulot, "KC")
    assert mulot.may_act() == [3]
    play(mulot, mulot.legal_moves(3, 1, None).moves[-1]["cards"][0])
    play(mulot, "AC")
    assert (mulot.phase(), mulot.outcome()["tricks_won"]) == ("deal_over", 1)
    assert mulot.match.totals == [0, 7, 0, 7]

    won = "BJ RJ JS JC AS KS QS TS"
    charlemagne = bid("gros_charlemagne", {0: won}, "7H 8H")
    make(charlemagne, 0, "choose", take="kitty")
    prepare(charlemagne, "7H TS", "S")
    for card in ["BJ", "RJ", "JS", "JC", "AS", "KS", "QS"]:
        play(charlemagne, card)
        for _ in range(2):
            seat = charlemagne.may_act()[0]
            legal = charlemagne.legal_moves(seat, 99, None).moves
            keep = [move for move in legal if move["cards"][0][1] != "H" or move["cards"][0][0] in "79"] or legal
            make(charlemagne, seat, "play", cards=keep[-1]["cards"])
    assert charlemagne.phase() == "play"
    play(charlemagne, "8H")
    lead_through(charlemagne)
    assert charlemagne.phase() == "deal_over"
    assert charlemagne.outcome()["tricks_won"] == 7
    assert charlemagne.match.totals == [0, 16, 0, 16]


def plain_contracts_are_played_out() -> None:
    table = bid("8", {0: "7S 7H 7D 7C 8S 8H 8D 8C"}, "")
    make(table, 0, "discard", cards=table.legal_moves(0, 1, None).moves[0]["cards"])
    make(table, 0, "trump", suit="S")
    lead_through(table)
    assert len(table.played) == 32
    assert sum(deal_part(table)["tricks_won"]) == 8


def the_article_plays_its_example() -> None:
    """A to D are seats 0 to 3. D leads the ace of diamonds, C takes it with the seven of spades, and goes on."""
    table = lay(
        {
            3: "AD AS 7D KH QH AC KC QC",
            0: "8D 8S 9S KD 9H 8H TC 9C",
            1: "9D QS QD JD JH TH 8C 7C",
            2: "BJ RJ JS JC KS 7S 7H TS",
        },
        "AH TD",
        dealer=0,
    )
    call(table, "5 6 - -")
    assert (deal_part(table)["bidder"], table.may_act()) == (2, [2])
    make(table, 2, "discard", cards=["TS", "TD"])
    make(table, 2, "trump", suit="S")
    assert table.may_act() == [3]
    play(table, "AD")
    assert refused(table, 0, "play", cards=["8S"]) == ("must-follow-suit", "CH-4.3")
    events = play(table, "8D 9D 7S")
    assert seen(events, "trick_won", "table")["seat"] == 2
    play(table, "BJ")
    violation = table.rule_on({"seat": 3, "type": "play", "cards": ["AC"]}).violation
    assert violation is not None and (violation.code, violation.rule) == ("must-follow-suit", "CH-4.3")
    assert violation.message == "AC does not follow the suit led (S): the hand holds AS."
    assert violation.values == {"card": "AC", "led": "S", "may_play": ["AS"]}
    play(table, "AS 8S QS")
    assert deal_part(table)["tricks_won"] == [0, 0, 2, 0]
    play(table, "RJ 7D 9S QD JS AC TC 8C JC KC 9C 7C KS QC KD JD AH QH 8H TH 7H KH 9H JH")
    assert table.match.history[0]["outcome"] == {"bidder": 2, "contract": "6", "tricks_won": 7}
    assert table.match.totals == [6, 0, 6, 0]


def the_first_side_with_the_target_wins() -> None:
    made = {"bidder": 2, "contract": "gros_mulot", "tricks_won": 0}
    lost = {"bidder": 2, "contract": "charlemagne", "tricks_won": 7}
    score = CHARLEMAGNE.score
    options = CHARLEMAGNE.resolve_options({})
    assert options["match"] == {"target": 32}
    assert score(options, [made, lost, made])["over"] is False
    ended = score(options, [made, lost, made, {"bidder": 0, "contract": "5", "tricks_won": 5}])
    assert (ended["over"], ended["winners"], ended["sides"]) == (True, [0, 2], [35, 8])
    with pytest.raises(Invalid) as caught:
        score(options, [made, made, made, made])
    assert list(caught.value.faults) == ["/deals/3"]
    eight = CHARLEMAGNE.resolve_options({"match": {"target": 8}})
    assert score(eight, [lost])["winners"] == [1, 3]
    two = CHARLEMAGNE.resolve_options({"match": {"deals": 2}})
    assert score(two, [made])["over"] is False
    assert score(two, [made, lost])["winners"] == [0, 2]
    shared = score(two, [lost, {"bidder": 0, "contract": "8", "tricks_won": 8}])
    assert (shared["sides"], shared["winners"], shared["over"]) == ([8, 8], [0, 1, 2, 3], True)
    assert score(options, [made], cut_short=True)["winners"] == [0, 2]
    for length in ({"target": 7}, {"target": 501}, {"deals": 0}, {"target": 32, "deals": 4}):
        with pytest.raises(Invalid):
            CHARLEMAGNE.resolve_options({"match": length})


@pytest.mark.parametrize(
    ("rule", "check"),
    [
        ("CH-1.1", the_pack_has_34_cards),
        ("CH-1.2", two_cards_at_a_time_from_the_dealers_left),
        ("CH-1.2", the_next_seat_deals_the_next_deal),
        ("CH-1.5", hands_are_written_jokers_first_then_by_rank),
        ("CH-2.1", all_four_speak_once),
        ("CH-2.3", the_highest_bidder_plays_the_contract),
        ("CH-2.5", all_pass_and_the_next_dealer_deals),
        ("CH-2.5", the_dealer_must_bid_when_that_is_played),
        ("CH-3.1", the_bidder_takes_the_kitty_and_puts_two_aside),
        ("CH-3.2", a_mulot_has_neither_kitty_nor_trumps),
        ("CH-3.3", the_partner_gives_a_card_before_trumps_are_named),
        ("CH-3.4", gros_charlemagne_takes_the_kitty_or_a_card),
        ("CH-3.5", what_lies_hidden_stays_hidden_after_the_deal),
        ("CH-4.1", a_trick_is_three_cards_when_the_bidder_plays_alone),
        ("CH-4.3", the_winner_leads_next),
        ("CH-4.5", the_bidders_hand_lies_open_after_the_first_trick_of_gros_mulot),
        ("CH-5.2", broken_lone_contracts_end_with_the_trick),
        ("CH-5.2", plain_contracts_are_played_out),
        ("CH-6.1", the_article_plays_its_example),
        ("CH-6.3", the_first_side_with_the_target_wins),
    ],
)
def test_rule(rule: str, check: Callable[[], None]) -> None:
    check()
