"""The deal that the article on Charlemagne describes (`charlemagne`), played over HTTP from the first bid to the score.

Side 1 are A and C (seats 0 and 2), side 2 are B and D (seats 1 and 3). B bids 5, C bids 6, D and A pass; C names spades
and takes the first trick with 7S, D having led AD, A 8D and B 9D; then leads BJ, to which D plays AS, A 8S and B QS. In
the end side 1 has seven tricks and scores the 6 that were bid. The article names no other cards; the rest is ours.
"""

from typing import Any

from tests.http.conftest import Asking

BASE = "/v1/games/charlemagne"
A, B, C, D = range(4)

HANDS = {
    A: ["8D", "8S", "9H", "8H", "7H", "9C", "8C", "7C"],
    B: ["9D", "QS", "TH", "QH", "TC", "KC", "7D", "TD"],
    C: ["BJ", "RJ", "JS", "JC", "KS", "7S", "AH", "JH"],
    D: ["AD", "AS", "KH", "QD", "KD", "JD", "QC", "AC"],
}
KITTY = ["TS", "9S"]
TRICKS = [
    [(D, "AD"), (A, "8D"), (B, "9D"), (C, "7S")],
    [(C, "BJ"), (D, "AS"), (A, "8S"), (B, "QS")],
    [(C, "RJ"), (D, "JD"), (A, "7C"), (B, "7D")],
    [(C, "JS"), (D, "QD"), (A, "8C"), (B, "TD")],
    [(C, "JC"), (D, "QC"), (A, "9C"), (B, "TC")],
    [(C, "KS"), (D, "AC"), (A, "7H"), (B, "KC")],
    [(C, "TS"), (D, "KD"), (A, "8H"), (B, "TH")],
    [(C, "JH"), (D, "KH"), (A, "9H"), (B, "QH")],
]


def test_the_deal_of_the_article(ask: Asking) -> None:
    hands = [HANDS[seat] for seat in range(4)]
    dealt = ask.post(f"{BASE}/deals", {"hands": hands, "kitty": KITTY, "dealer": A}, 201)
    state = dealt["state"]
    assert (state["phase"], state["to_act"]) == ("auction", [B])

    def make(move: dict[str, Any]) -> list[Any]:
        nonlocal state
        answer = ask.post(f"{BASE}/moves", {"state": state, "move": move})
        state = answer["state"]
        events: list[Any] = answer["events"]
        return events

    make({"seat": B, "type": "bid", "contract": "5"})
    low = ask.post(f"{BASE}/rulings", {"state": state, "move": {"seat": C, "type": "bid", "contract": "5"}})
    assert low["rulings"][0]["violation"]["rule"] == "CH-2.2"
    make({"seat": C, "type": "bid", "contract": "6"})
    make({"seat": D, "type": "pass"})
    make({"seat": A, "type": "pass"})
    assert (state["phase"], state["to_act"], state["deal"]["contract"]) == ("discard", [C], "6")
    make({"seat": C, "type": "discard", "cards": ["AH", "9S"]})
    make({"seat": C, "type": "trump", "suit": "S"})
    assert (state["phase"], state["to_act"], state["deal"]["trump"]) == ("play", [D], "S")

    for number, trick in enumerate(TRICKS):
        told = ask.post(
            f"{BASE}/tricks",
            {"contract": "6", "trump": "S", "plays": [{"seat": seat, "card": card} for seat, card in trick]},
        )
        assert told["winner"] == (D if number == 7 else C)
        for seat, card in trick:
            assert state["to_act"] == [seat]
            events = make({"seat": seat, "type": "play", "cards": [card]})
        if number == 0:
            assert [event["type"] for event in events] == ["played", "trick_won"]
    assert state["phase"] == "deal_over"
    assert state["deal"]["result"]["outcome"] == {"bidder": C, "contract": "6", "tricks_won": 7}
    assert state["match"]["scores"] == [6, 0, 6, 0]


def test_what_the_article_says_of_following(ask: Asking) -> None:
    """A, having diamonds, must follow AD; C, having none, may play a trump and wins with it."""
    plays = [{"seat": D, "card": "AD"}]
    body = {"contract": "6", "trump": "S", "plays": plays, "hand": HANDS[A], "card": "8S"}
    told = ask.post(f"{BASE}/tricks", body)
    assert (told["winner"], told["led"], told["may_play"]) == (D, "D", ["8D"])
    assert told["ruling"]["violation"]["code"] == "must-follow-suit"
    plays = [*plays, {"seat": A, "card": "8D"}, {"seat": B, "card": "9D"}]
    told = ask.post(f"{BASE}/tricks", {**body, "plays": plays, "hand": ["BJ", "7S", "AH"], "card": "7S"})
    assert told["ruling"]["legal"] and told["winner"] == D
    plays = [*plays, {"seat": C, "card": "7S"}]
    assert ask.post(f"{BASE}/tricks", {"contract": "6", "trump": "S", "plays": plays})["winner"] == C


def test_seven_tricks_taken_score_the_six_that_were_bid(ask: Asking) -> None:
    told = ask.post(f"{BASE}/scores", {"deals": [{"bidder": C, "contract": "6", "tricks_won": 7}]})
    assert told["deals"][0]["scores"] == [6, 0, 6, 0]
    assert told["deals"][0]["sides"] == [6, 0]
    assert (told["totals"], told["over"], told["leaders"]) == ([6, 0, 6, 0], False, [0, 2])


def test_tricks_that_make_no_sense(ask: Asking) -> None:
    good: dict[str, Any] = {"contract": "6", "trump": "S", "plays": [{"seat": 0, "card": "AS"}]}
    for wrong, pointers in [
        ({"contract": "9"}, ["/contract"]),
        ({"contract": 6}, ["/contract"]),
        ({"trump": None}, ["/trump"]),
        ({"trump": "X"}, ["/trump"]),
        ({"contract": "mulot"}, ["/trump"]),
        ({"plays": [{"seat": 4, "card": "AS"}]}, ["/plays/0/seat"]),
        ({"plays": [{"seat": 0, "card": "2S"}]}, ["/plays/0/card"]),
        ({"plays": [{"seat": 0, "card": "AS"}, {"seat": 1, "card": "AS"}]}, ["/plays/1/card"]),
        ({"plays": [{"seat": 0, "card": "AS"}, {"seat": 2, "card": "KS"}]}, ["/plays/1/seat"]),
        ({"hand": []}, ["/hand"]),
        ({"card": "KS"}, ["/card"]),
        ({"hand": ["AS"], "card": "KS"}, ["/hand/0"]),
    ]:
        answer = ask("POST", f"{BASE}/tricks", {**good, **wrong})
        assert (answer.kind, answer.pointers) == ("invalid-request", pointers), wrong
