"""The code on the pages does what the pages say, without anything of this project's."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.http.conftest import Asking

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(python|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
SUITS = {"charlemagne": "789TJQKA", "zheng-fen": "23456789TJQKA"}


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind == language]


def code(page: str) -> dict[str, Any]:
    """What the Python code of a page defines."""
    names: dict[str, Any] = {}
    exec("\n".join(blocks(ROOT / "docs" / page, "python")), names)
    return names


@pytest.mark.parametrize("seed", ["a seed", "种子", "3"])
@pytest.mark.parametrize("game", sorted(SUITS))
def test_a_deal_and_its_digests_are_made_again(ask: Asking, game: str, seed: str) -> None:
    page = code("rules/common.md")
    state = ask("POST", f"/v1/games/{game}/deals", {"seed": seed, "match_id": "桌 7"}).json["state"]
    deal, seats = state["deal"], state["seats"]
    assert next(page["stream"](seed, "first")) % seats == deal["dealer"]

    pack = [rank + suit for suit in "SHDC" for rank in SUITS[game]] + ["BJ", "RJ"]
    cards = page["shuffle"](pack, seed, "deal:1")
    at_once = 2 if game == "charlemagne" else 1
    dealt = len(cards) - len(deal.get("kitty", []))
    hands: list[set[str]] = [set() for _ in range(seats)]
    for taken in range(dealt // at_once):
        hands[(deal["dealer"] + 1 + taken) % seats].update(cards[taken * at_once : (taken + 1) * at_once])
    assert hands == [set(hand) for hand in deal["hands"]]
    assert set(cards[dealt:]) == set(deal.get("kitty", []))

    assert page["salt"](seed).hex() == state["salt"]
    step = {name: state[name] for name in ("game", "format", "options")}
    step["match_id"] = state["match"]["id"]
    step["deal"] = {name: deal[name] for name in ("dealer", "hands", "kitty") if name in deal}
    assert page["digest"](seed, step) == state["digest"]

    for _ in range(seats if game == "charlemagne" else 1):  # in Charlemagne all pass, and the deal is thrown in
        seat = state["to_act"][0]
        move: dict[str, Any] = {"seat": seat, "type": "pass"}
        if game == "zheng-fen":
            move = {"seat": seat, "type": "play", "cards": deal["hands"][seat][-1:]}
        before = state["digest"]
        answer = ask("POST", f"/v1/games/{game}/moves", {"state": state, "move": move}).json
        state, reading = answer["state"], answer["rulings"][0]["combination"]
        if reading is not None:
            move["as"] = {"kind": reading["kind"], "rank": reading["rank"]}
        assert page["digest"](seed, move, before) == state["digest"]
    assert state["deal"]["redeals"] == (1 if game == "charlemagne" else 0)


def test_a_deal_of_big_a_and_its_digests_are_made_again(ask: Asking) -> None:
    page = code("rules/common.md")
    pack = [rank + suit for _ in range(2) for suit in "SHDC" for rank in "23456789TJQKA"] + ["BJ", "BJ", "RJ", "RJ"]
    cards = page["shuffle"](pack, "two packs", "deal:1")
    first = next(page["stream"]("two packs", "first")) % 5
    drawn = [cards[(seat - first) % 5 :: 5] for seat in range(5)]
    for draw, hands, stock in [("at_once", drawn, []), ("stepwise", [[], [], [], [], []], cards)]:
        body = {"seed": "two packs", "options": {"draw": draw}}
        state = ask("POST", "/v1/games/big-a/deals", body).json["state"]
        assert state["deal"]["first_drawer"] == first and state["deal"]["stock"] == stock
        step = {name: state[name] for name in ("game", "format", "options")}
        step["match_id"] = None
        step["deal"] = {"first_drawer": first, "hands": hands, "stock": stock}
        assert page["digest"]("two packs", step) == state["digest"]
        move = {"seat": first, "type": "draw", "count": 2} if stock else {"seat": first, "type": "decline"}
        answer = ask("POST", "/v1/games/big-a/moves", {"state": state, "move": move}).json
        assert page["digest"]("two packs", move, state["digest"]) == answer["state"]["digest"]


def test_each_seat_is_forwarded_each_happening_once(ask: Asking, game: str) -> None:
    for_seat = code("guides/mobile-back-end.md")["for_seat"]
    events = ask("POST", f"/v1/games/{game}/deals", {"seed": "s"}).json["events"]
    happened = {(event["sequence"], event["n"]) for event in events}
    assert len(events) > len(happened)
    for seat in range(4):
        told = [(event["sequence"], event["n"]) for event in for_seat(events, seat)]
        assert sorted(told) == sorted(happened)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_all_json_on_the_pages_is_json(page: Path) -> None:
    for text in blocks(page, "json"):
        try:
            json.loads(text)
        except ValueError:
            for line in text.splitlines():  # several values, one a line
                json.loads(line)
