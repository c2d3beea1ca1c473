"""Bao Huang over HTTP: the seat draw, tribute from the second deal on, and the size of a list of legal moves."""

import random
from typing import Any

import pytest

from tests.http.conftest import Asking

BASE = "/v1/games/bao-huang"
PLAYERS = ["Ava", "Bo", "Chen", "Dina", "Eka"]


def test_the_seat_draw(ask: Asking) -> None:
    drawn = ask.post(f"{BASE}/seats", {"players": PLAYERS, "seed": "a draw"})
    assert drawn == ask.post(f"{BASE}/seats", {"players": PLAYERS, "seed": "a draw"})
    assert sorted(drawn["seats"]) == PLAYERS and (drawn["dealer"], drawn["seed"]) == (0, "a draw")
    assert [one["player"] for one in drawn["draws"][0]] == PLAYERS
    fresh = [ask.post(f"{BASE}/seats", {"players": PLAYERS})["seed"] for _ in range(2)]
    assert fresh[0] != fresh[1] and all(len(bytes.fromhex(seed)) == 16 for seed in fresh)


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, ["/players"]),
        ({"players": PLAYERS[:4]}, ["/players"]),
        ({"players": [*PLAYERS[:4], ""]}, ["/players/4"]),
        ({"players": [*PLAYERS[:4], "Ava"]}, ["/players/4"]),
        ({"players": PLAYERS, "seed": 1}, ["/seed"]),
        ({"players": PLAYERS, "match": "m"}, ["/match"]),
    ],
)
def test_refused_draws(ask: Asking, body: dict[str, Any], pointers: list[str]) -> None:
    problem = ask.refused(f"{BASE}/seats", body, "invalid-request")
    assert [error["pointer"] for error in problem["errors"]] == pointers


def test_other_games_draw_no_seats(ask: Asking) -> None:
    assert ask("POST", "/v1/games/zheng-fen/seats", {}).kind == "not-offered"


@pytest.mark.parametrize("pack", ["short", "full"])
def test_a_list_of_legal_moves_is_small(ask: Asking, pack: str) -> None:
    """The default answer for the hand with most moves: all the jokers, and whole ranks."""
    options = {"pack": pack}
    fresh = ask.post(f"{BASE}/deals", {"options": options, "seed": "x", "dealer": 0}, 201)["state"]
    cards = sorted([card for hand in fresh["deal"]["hands"] for card in hand])
    jokers = [card for card in cards if card[:2] in ("BJ", "RJ")]
    rest = [card for card in cards if card not in jokers]
    sizes = [len(hand) for hand in fresh["deal"]["hands"]]
    hands: list[list[str]] = []
    for seat in range(5):
        own = jokers if seat == 2 else []
        hands.append([*own, *rest[: sizes[seat] - len(own)]])
        rest = rest[sizes[seat] - len(own) :]
    state = ask.post(f"{BASE}/deals", {"options": options, "dealer": 0, "hands": hands}, 201)["state"]
    moves = [{"seat": 2, "type": "accept_crown"}]
    moves += [{"seat": (2 + turn) % 5, "type": "stay_silent"} for turn in range(5)]
    state = ask.post(f"{BASE}/moves", {"state": state, "moves": moves})["state"]
    answer = ask("POST", f"{BASE}/legal-moves", {"state": state})
    listed = answer.json
    assert len(listed["moves"]) == 200 and listed["truncated"] and listed["total"] > 1000
    assert len(answer.data) < 64 * 1024


def test_tribute_over_http(ask: Asking) -> None:
    luck = random.Random(3)
    options = {"match": {"deals": 3}}
    state = ask.post(f"{BASE}/deals", {"options": options, "seed": "tribute 1"}, 201)["state"]
    met = 0
    while not state["match"]["over"]:
        if state["phase"] == "deal_over":
            state = ask.post(f"{BASE}/deals", {"continue": state}, 201)["state"]
            scores = state["match"]["history"][-1]["scores"]
            assert (state["phase"] == "tribute") == any(scores)
            met += state["phase"] == "tribute"
            continue
        moves = ask.post(f"{BASE}/legal-moves", {"state": state})["moves"]
        move = moves[-1] if state["phase"] == "play" else luck.choice(moves)
        seen = ask.post(f"{BASE}/moves", {"state": state, "move": move, "view_for": "all"})
        if move["type"] == "take_tribute":
            shown = [entry["card"] for entry in seen["views"]["table"]["deal"]["tribute"]["put"]]
            assert set(shown) == {"??"}
        state = seen["state"]
    assert met > 0


def test_cards_to_call_stand_from_low_to_high(ask: Asking) -> None:
    """`pass` first, then by rank from low to high, as all legal moves."""
    ranks = "3456789TJQKA2"
    found = 0
    for number in range(40):
        body = {"options": {"guard": "called_card"}, "seed": f"calls {number}"}
        state = ask.post(f"{BASE}/deals", body, 201)["state"]
        moves = ask.post(f"{BASE}/legal-moves", {"state": state})["moves"]
        called = [move["call"] for move in moves[1:]]
        order = [(ranks.index(card[0]), "SHDC".index(card[1])) for card in called]
        assert moves[0]["type"] == "pass_crown" and order == sorted(order)
        found += len({rank for rank, _ in order}) > 1
    assert found > 3


def test_a_reading_may_be_named_where_there_is_but_one(ask: Asking) -> None:
    body = {"cards": ["9S"], "against": {"cards": ["8S"], "as": {"kind": "single", "rank": "8"}}}
    assert ask.post(f"{BASE}/combinations", body)["beats"] is True
    for other in ({"kind": "set"}, {"kind": "single", "rank": "9"}):
        wrong = {**body, "against": {"cards": ["8S"], "as": other}}
        assert ask("POST", f"{BASE}/combinations", wrong).pointers == ["/against/as"]
