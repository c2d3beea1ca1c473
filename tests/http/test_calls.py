"""Every call, with real games, answers what the contract says."""

import random
from typing import Any

import pytest

from tests.http.conftest import Asking


def a_move(ask: Asking, state: Any, luck: random.Random) -> Any:
    """A legal move of the seat to act, of any kind alike, as `legal-moves` lists it."""
    path = f"/v1/games/{state['game']}/legal-moves"
    kinds = list(ask.post(path, {"state": state, "limit": 0})["by_kind"])
    return luck.choice(ask.post(path, {"state": state, "kinds": [luck.choice(kinds)]})["moves"])


def play_deal(ask: Asking, state: Any, luck: random.Random) -> tuple[Any, list[Any], list[Any]]:
    """Plays a deal to its end, every step over HTTP. Returns the state, the moves and the events."""
    moves, events = [], []
    while state["phase"] != "deal_over":
        move = a_move(ask, state, luck)
        answer = ask.post(f"/v1/games/{state['game']}/moves", {"state": state, "move": move})
        moves.append(move)
        events += answer["events"]
        state = answer["state"]
    return state, moves, events


def test_a_match_from_the_first_deal_to_the_last(ask: Asking, game: str) -> None:
    luck = random.Random(7)
    base = f"/v1/games/{game}"
    options = {"match": {"deals": 2}}
    answer = ask.post(
        f"{base}/deals", {"options": options, "seed": "two deals", "match_id": "m", "view_for": "all"}, 201
    )
    state = answer["state"]
    assert set(answer["views"]) == {*map(str, range(state["seats"])), "table"}
    assert state["sequence"] == 0 and state["match"]["id"] == "m"
    first, moves, _ = play_deal(ask, state, luck)
    assert first["match"]["history"] == [first["deal"]["result"]]
    assert (first["match"]["over"], first["sequence"]) == (False, len(moves))

    refused = ask.refused(f"{base}/moves", {"state": first, "move": moves[-1]}, "illegal-move")
    assert refused["violation"]["code"] == "wrong-phase"
    assert ask.post(f"{base}/legal-moves", {"state": first})["total"] == 0

    answer = ask.post(f"{base}/deals", {"continue": first, "view_for": [0, 0]}, 201)
    second = answer["state"]
    assert set(answer["views"]) == {"0"}
    assert second["deal"]["number"] == 2 and second["sequence"] == len(moves) + 1
    problem = ask.refused(f"{base}/deals", {"continue": second}, "illegal-move")
    assert (problem["violation"]["code"], problem["index"]) == ("wrong-phase", None)
    last, more, events = play_deal(ask, second, luck)
    assert last["match"]["over"] and last["match"]["winners"] and events[-1]["type"] == "match_over"
    problem = ask.refused(f"{base}/deals", {"continue": last}, "illegal-move")
    assert problem["violation"]["code"] == "match-over"
    problem = ask.refused(f"{base}/moves", {"state": last, "move": more[-1]}, "illegal-move")
    assert problem["violation"]["code"] == "match-over"

    record = {
        "game": game,
        "format": 1,
        "options": last["options"],
        "seed": last["seed"],
        "match_id": "m",
        "id": "r-1",
        "labels": [f"player {seat}" for seat in range(last["seats"])],
        "deals": [{"moves": moves}, {"moves": more}],
    }
    replayed = ask.post(f"{base}/replays", record)
    assert (replayed["verdict"], replayed["state"]) == ("legal", last)
    assert (replayed["totals"], replayed["winners"]) == (last["match"]["scores"], last["match"]["winners"])
    stopped = ask.post(f"{base}/replays", {**record, "deals": [{"moves": [*moves, moves[0]]}]})
    assert (stopped["verdict"], stopped["deal"], stopped["index"]) == ("illegal", 1, len(moves))
    assert stopped["state"] == first
    assert ask("POST", f"{base}/replays", {**record, "labels": ["a", "b", "c"]}).kind == "invalid-request"
    short = ask.post(f"{base}/replays", {**record, "cut_short": True, "deals": [{"moves": moves}, {"moves": more[:1]}]})
    assert short["over"] and short["winners"] and not short["state"]["match"]["over"]

    outcomes = [entry["outcome"] for entry in last["match"]["history"]]
    scored = ask.post(f"{base}/scores", {"options": options, "deals": outcomes})
    assert scored["totals"] == last["match"]["scores"] and scored["winners"] == last["match"]["winners"]
    assert [deal["scores"] for deal in scored["deals"]] == [entry["scores"] for entry in last["match"]["history"]]
    one = ask.post(f"{base}/scores", {"options": options, "deals": outcomes[:1]})
    assert (one["over"], one["winners"]) == (False, [])
    one = ask.post(f"{base}/scores", {"options": options, "deals": outcomes[:1], "cut_short": True})
    assert one["over"] and one["winners"] == one["leaders"]
    problem = ask.refused(f"{base}/scores", {"options": options, "deals": [*outcomes, outcomes[0]]}, "invalid-request")
    assert [error["pointer"] for error in problem["errors"]] == ["/deals/2"]


def test_the_same_body_has_the_same_answer(ask: Asking, game: str, fresh: Any) -> None:
    base = f"/v1/games/{game}"
    move = ask.post(f"{base}/legal-moves", {"state": fresh})["moves"][0]
    for path, body in [
        ("deals", {"seed": "s", "view_for": "all"}),
        ("moves", {"state": fresh, "move": move, "view_for": "all"}),
        ("views", {"state": fresh}),
        ("legal-moves", {"state": fresh}),
    ]:
        assert ask("POST", f"{base}/{path}", body).data == ask("POST", f"{base}/{path}", body).data


def test_seeds_that_the_service_makes(ask: Asking, game: str) -> None:
    seeds = {ask.post(f"/v1/games/{game}/deals", {}, 201)["state"]["seed"] for _ in range(3)}
    assert len(seeds) == 3 and all(len(bytes.fromhex(seed)) == 16 for seed in seeds)
    assert ask.post(f"/v1/games/{game}/deals", {"seed": None, "match_id": None}, 201)["state"]["seed"]


def test_several_moves_all_or_none(ask: Asking, game: str, fresh: Any) -> None:
    base = f"/v1/games/{game}"
    luck = random.Random(3)
    state, moves = fresh, []
    for _ in range(3):
        moves.append(a_move(ask, state, luck))
        state = ask.post(f"{base}/moves", {"state": state, "move": moves[-1]})["state"]
    answer = ask.post(f"{base}/moves", {"state": fresh, "moves": moves, "view_for": 1})
    assert answer["state"] == state and len(answer["rulings"]) == 3
    assert [event["sequence"] for event in answer["events"]] == sorted(event["sequence"] for event in answer["events"])
    assert answer["views"] == {"1": ask.post(f"{base}/views", {"state": state, "seat": 1})["view"]}
    wrong = [*moves[:2], moves[0]]
    problem = ask.refused(f"{base}/moves", {"state": fresh, "moves": wrong}, "illegal-move")
    assert problem["index"] == 2
    ruled = ask.post(f"{base}/rulings", {"state": fresh, "moves": [*wrong, moves[2]], "view_for": "table"})
    assert [ruling["legal"] for ruling in ruled["rulings"]] == [True, True, False]
    assert ruled["rulings"][-1]["violation"] == problem["violation"]
    before = ask.post(f"{base}/moves", {"state": fresh, "moves": moves[:2], "view_for": "table"})["views"]
    assert ruled["views"] == before


def test_after(ask: Asking, game: str, fresh: Any) -> None:
    base = f"/v1/games/{game}"
    move = ask.post(f"{base}/legal-moves", {"state": fresh})["moves"][0]
    good = {"digest": fresh["digest"], "sequence": 0}
    for after in (fresh["digest"], good, {"digest": fresh["digest"]}):
        answer = ask.post(f"{base}/moves", {"state": fresh, "move": move, "after": after})
        assert answer["state"]["digest"] != fresh["digest"]
    now = answer["state"]
    assert now == ask.post(f"{base}/moves", {"state": fresh, "move": move})["state"]
    for after, told in (
        (now["digest"], {"digest": now["digest"], "sequence": None}),
        ({"digest": now["digest"], "sequence": 1}, {"digest": now["digest"], "sequence": 1}),
        ({"digest": fresh["digest"], "sequence": 1}, {"digest": fresh["digest"], "sequence": 1}),
        (None, {"digest": None, "sequence": None}),
    ):
        for call in ("moves", "rulings"):
            answer = ask("POST", f"{base}/{call}", {"state": fresh, "move": move, "after": after})
            assert (answer.status, answer.kind) == (409, "stale-move")
            assert (answer.json["after"], answer.json["state"]) == (told, good)
    assert ask("POST", f"{base}/moves", {"state": fresh, "move": move, "after": "x"}).kind == "invalid-request"


def test_two_moves_from_one_state_are_a_fork(ask: Asking, game: str, fresh: Any) -> None:
    base = f"/v1/games/{game}"
    moves = ask.post(f"{base}/legal-moves", {"state": fresh})["moves"][:2]
    one, other = (ask.post(f"{base}/moves", {"state": fresh, "move": move})["state"] for move in moves)
    assert one["sequence"] == other["sequence"] and one["digest"] != other["digest"]


def test_legal_moves(ask: Asking, game: str, fresh: Any) -> None:
    path = f"/v1/games/{game}/legal-moves"
    seat = fresh["to_act"][0]
    every = ask.post(path, {"state": fresh, "limit": 5000})
    assert every["total"] == sum(every["by_kind"].values())
    assert (len(every["moves"]) == every["total"]) is not every["truncated"]
    few = ask.post(path, {"state": fresh, "limit": 1})
    assert few["moves"] == every["moves"][:1] and few["truncated"] and few["total"] == every["total"]
    assert ask.post(path, {"state": fresh})["moves"] == every["moves"][:200]
    none = ask.post(path, {"state": fresh, "limit": 0})
    assert (none["moves"], none["total"], none["truncated"]) == ([], every["total"], True)
    kind = list(every["by_kind"])[-1]
    some = ask.post(path, {"state": fresh, "kinds": [kind], "limit": 5000})
    assert len(some["moves"]) == every["by_kind"][kind] and some["by_kind"] == every["by_kind"]
    assert ask.post(path, {"state": fresh, "kinds": []})["moves"] == []
    assert ask.post(path, {"state": fresh, "seat": seat})["total"] == every["total"]
    idle = ask.post(path, {"state": fresh, "seat": (seat + 1) % 3})
    assert idle == {"moves": [], "total": 0, "by_kind": {}, "truncated": False}
    view = ask.post(f"/v1/games/{game}/views", {"state": fresh, "seat": seat})["view"]
    assert ask.post(path, {"state": view, "limit": 5000}) == every
    for wrong in ({"limit": 5001}, {"limit": -1}, {"kinds": ["dance"]}, {"kinds": "pass"}, {"seat": 6}, {"seat": "0"}):
        answer = ask("POST", path, {"state": fresh, **wrong})
        assert answer.kind == "invalid-request" and answer.pointers[0].startswith(f"/{next(iter(wrong))}")


def test_views(ask: Asking, game: str, fresh: Any) -> None:
    path = f"/v1/games/{game}/views"
    views = ask.post(path, {"state": fresh})["views"]
    assert list(views) == [*map(str, range(fresh["seats"])), "table"]
    for name, view in views.items():
        seat = name if name == "table" else int(name)
        assert ask.post(path, {"state": fresh, "seat": seat}) == {"view": view}
        assert (view["perspective"], view["seed"], view["salt"], view["digest"]) == (seat, None, None, fresh["digest"])
        for other, hand in enumerate(view["deal"]["hands"]):
            shown = fresh["deal"]["hands"][other]
            assert hand == (shown if other == seat else ["??"] * len(shown))
    assert ask("POST", path, {"state": fresh, "seat": fresh["seats"]}).pointers == ["/seat"]


def test_views_for_seats_that_a_table_does_not_have(ask: Asking) -> None:
    base = "/v1/games/zheng-fen"
    body = {"options": {"players": 3}, "seed": "three"}
    answer = ask("POST", f"{base}/deals", {**body, "view_for": [0, 3, 5]})
    assert (answer.kind, answer.pointers) == ("invalid-request", ["/view_for/1", "/view_for/2"])
    assert ask("POST", f"{base}/deals", {**body, "view_for": 3}).pointers == ["/view_for"]
    state = ask.post(f"{base}/deals", {**body, "view_for": "all"}, 201)["state"]
    move = ask.post(f"{base}/legal-moves", {"state": state, "limit": 1})["moves"][0]
    answer = ask("POST", f"{base}/moves", {"state": state, "move": move, "view_for": 4})
    assert answer.pointers == ["/view_for"]
    assert ask("POST", f"{base}/legal-moves", {"state": state, "seat": 3}).pointers == ["/seat"]
    assert ask("POST", f"{base}/views", {"state": state, "seat": 3}).pointers == ["/seat"]


def test_events_reach_everybody_once(ask: Asking, game: str) -> None:
    luck = random.Random(11)
    answer = ask.post(f"/v1/games/{game}/deals", {"seed": "events"}, 201)
    state, _, events = play_deal(ask, answer["state"], luck)
    events = answer["events"] + events
    happenings = {(event["sequence"], event["n"]) for event in events}
    assert [key for key in sorted(happenings)] == sorted(happenings)
    for seat in range(state["seats"]):
        told = [
            (event["sequence"], event["n"])
            for event in events
            if (event["visible_to"] == "all" and seat not in event.get("except", []))
            or (event["visible_to"] != "all" and seat in event["visible_to"])
        ]
        assert sorted(told) == sorted(happenings)


def test_combinations(ask: Asking) -> None:
    path = "/v1/games/zheng-fen/combinations"
    read = ask.post(path, {"cards": ["9s", "9H", "kd", "BJ", "RJ"]})
    kinds = [(reading["kind"], reading["rank"]) for reading in read["readings"]]
    assert ("full_house", "9") in kinds and ("full_house", "K") in kinds
    assert (read["beats"], read["capture"]) == (None, None)
    assert ask.post(path, {"cards": ["9S", "9H"], "against": ["8S", "8H"]})["beats"] is True
    assert ask.post(path, {"cards": ["8S", "8H"], "against": {"cards": ["9S", "9H"]}})["beats"] is False
    joker = {"cards": ["8S", "BJ"], "as": {"kind": "pair", "rank": "8"}}
    assert ask.post(path, {"cards": ["9S", "9H"], "against": joker})["beats"] is True
    assert ask.post(path, {"cards": ["4S", "9H"]})["readings"] == []
    assert ask.post(path, {"cards": ["4S", "4H", "4D", "4C"]})["readings"]
    options = {"quadruple": False}
    assert ask.post(path, {"cards": ["4S", "4H", "4D", "4C"], "options": options})["readings"] == []


def test_combinations_of_big_a(ask: Asking) -> None:
    path = "/v1/games/big-a/combinations"
    spades = {"context": {"big_suit": "S"}}
    big = {"kind": "single", "rank": "A", "size": 1, "big": True}
    assert ask.post(path, {"cards": ["as"], **spades}) == {"readings": [big], "beats": None, "capture": None}
    assert ask.post(path, {"cards": ["AS"]})["readings"] == [{"kind": "single", "rank": "A", "size": 1}]
    assert ask.post(path, {"cards": ["AS", "AS"], **spades})["readings"][0]["kind"] == "big_ace_pair"
    fours = ask.post(path, {"cards": ["4S", "4H"], "against": ["5S", "5H", "5D"]})
    assert (fours["beats"], fours["capture"]) == (False, True)
    beaten = ask.post(path, {"cards": ["6S", "6H", "6D"], "against": ["5S", "5H", "5D"]})
    assert (beaten["beats"], beaten["capture"]) == (True, False)
    for context, pointer in [({"big_suit": "X"}, "/context/big_suit"), ({"suit": "S"}, "/context/suit")]:
        assert ask("POST", path, {"cards": ["AS"], "context": context}).pointers == [pointer]
    body = {"cards": ["AS"], "against": {"cards": ["KS"], "as": {"kind": "pair"}}}
    assert ask("POST", path, body).pointers == ["/against/as"]
    assert ask("POST", path, {"cards": [], "against": []}).pointers == ["/against", "/cards"]
    assert ask("POST", path, {"cards": ["4S", "4S"], "against": ["4S"]}).pointers == ["/against/0"]


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({"cards": []}, ["/cards"]),
        ({"cards": ["AS", "AS"]}, ["/cards/1"]),
        ({"cards": ["AS"], "against": ["AS"]}, ["/against/0"]),
        ({"cards": ["AS"], "against": ["KS", "QS"]}, ["/against"]),
        ({"cards": ["AS"], "against": {"cards": ["AS"]}}, ["/against/cards/0"]),
        ({"cards": ["BJ", "BJ"]}, ["/cards/1"]),
        ({"cards": ["BJ*"]}, ["/cards/0"]),
        ({"cards": ["??"]}, ["/cards/0"]),
        ({"cards": ["AS", "11S", 4]}, ["/cards/1", "/cards/2"]),
        ({"cards": "AS"}, ["/cards"]),
        ({"cards": ["AS"], "against": "KS"}, ["/against"]),
        ({"cards": ["AS"], "against": {"cards": ["KS"], "as": {"kind": "flush"}}}, ["/against/as/kind"]),
        ({"cards": ["AS"], "against": {"cards": ["KS"], "as": {"kind": "pair"}}}, ["/against/as"]),
        ({"cards": ["AS"], "context": {"big_suit": "S"}}, ["/context"]),
        ({"cards": ["AS"], "options": {"players": 7}}, ["/options/players"]),
    ],
)
def test_combinations_that_make_no_sense(ask: Asking, body: Any, pointers: list[str]) -> None:
    answer = ask("POST", "/v1/games/zheng-fen/combinations", body)
    assert (answer.kind, answer.pointers) == ("invalid-request", pointers)


@pytest.mark.parametrize(
    ("game", "outcome", "pointers"),
    [
        ("charlemagne", {"bidder": 4, "contract": "5", "tricks_won": 5}, ["/bidder"]),
        ("charlemagne", {"bidder": 0, "contract": 5, "tricks_won": 5}, ["/contract"]),
        ("charlemagne", {"bidder": 0, "contract": "9", "tricks_won": 9}, ["/contract", "/tricks_won"]),
        ("charlemagne", {"bidder": 0}, ["/contract", "/tricks_won"]),
        ("big-a", {"declarer": 0, "partner": 0, "out": [0], "shown_before_play": False}, ["/partner"]),
        ("big-a", {"declarer": 0, "partner": 1, "out": [2, 2], "shown_before_play": False}, ["/out/1"]),
        ("big-a", {"declarer": 0, "partner": 1, "out": [2, 0], "shown_before_play": False}, ["/out"]),
        ("zheng-fen", {"out": [0, 1], "points": [100, 0, 0, 0], "last_hand_points": 0}, ["/out"]),
        ("zheng-fen", {"out": [0, 1, 1], "points": [100, 0, 0, 0], "last_hand_points": 0}, ["/out/2"]),
        ("zheng-fen", {"out": [0, 1, 2], "points": [90, 0, 0, 0], "last_hand_points": 0}, ["/points"]),
        ("zheng-fen", {"out": [0, 1, 2], "points": [98, 2, 0, 0], "last_hand_points": 0}, ["/points/0", "/points/1"]),
        ("zheng-fen", {"out": [0, 1, 2], "tricks": [[], [], [], []], "last_hand": ["1S"]}, ["/last_hand/0"]),
        ("zheng-fen", {"out": [0, 1, 2]}, ["/points"]),
    ],
)
def test_outcomes_that_cannot_have_happened(ask: Asking, game: str, outcome: Any, pointers: list[str]) -> None:
    answer = ask("POST", f"/v1/games/{game}/scores", {"deals": [outcome]})
    assert answer.kind == "invalid-request"
    assert answer.pointers == [f"/deals/0{where}" for where in pointers]


def test_records_that_cannot_be_replayed(ask: Asking, game: str) -> None:
    path = f"/v1/games/{game}/replays"
    record = {"game": game, "format": 1, "options": {}, "deals": [{"moves": []}]}
    deal = ask.post(f"/v1/games/{game}/deals", {}, 201)["state"]["deal"]
    start = "dealer" if "dealer" in deal else "first_drawer"
    for wrong, pointer in [
        ({}, "/seed"),
        ({"seed": "s", "deals": []}, "/deals"),
        ({"seed": "s", "game": "snap"}, "/game"),
        ({"seed": "s", "format": 2}, "/format"),
        ({"seed": "s", "deals": [{"moves": []}, {"moves": []}]}, "/deals/0"),
        ({"seed": "s", "deals": [{}]}, "/deals/0/moves"),
        ({"seed": "s", "deals": [{"moves": [{"seat": 0}]}]}, "/deals/0/moves/0/type"),
        ({"seed": "s", "deals": [{"moves": [], start: 7}]}, f"/deals/0/{start}"),
        ({"seed": "s", "options": {"jokers": 1}}, "/options/jokers"),
        ({"deals": [{"moves": [], "hands": [["AS"]]}]}, f"/deals/0/{start}"),
        ({"seed": "s", "id": 5}, "/id"),
        ({"seed": "s", "cut_short": "yes"}, "/cut_short"),
    ]:
        answer = ask("POST", path, {**record, **wrong})
        assert (answer.kind, answer.pointers) == ("invalid-request", [pointer]), wrong
    assert ask.post(path, {**record, "seed": "s"})["verdict"] == "legal"


def test_health(ask: Asking) -> None:
    told = ask("GET", "/healthz").json
    assert told["status"] == "ok" and told["build"] in ("compiled", "pure")
    assert ask("GET", "/readyz").json["status"] == "ready"


def test_a_deal_thrown_in(ask: Asking) -> None:
    """All pass (CH-2.5): a seed deals again in the same step; an arranged deal needs arranged redeals."""
    base = "/v1/games/charlemagne"
    passes = [{"seat": seat, "type": "pass"} for seat in (1, 2, 3, 0)]
    state = ask.post(f"{base}/deals", {"seed": "thrown in", "dealer": 0}, 201)["state"]
    answer = ask.post(f"{base}/moves", {"state": state, "moves": passes, "view_for": "all"})
    again = answer["state"]
    assert (again["deal"]["number"], again["deal"]["redeals"], again["deal"]["dealer"]) == (1, 1, 1)
    assert [event["type"] for event in answer["events"] if event["sequence"] == 4][:2] == ["passed", "thrown_in"]
    assert ask.post(f"{base}/views", {"state": again})["views"] == answer["views"]

    hands, kitty = state["deal"]["hands"], state["deal"]["kitty"]
    bare = ask.post(f"{base}/deals", {"hands": hands, "kitty": kitty, "dealer": 0}, 201)["state"]
    refused = ask("POST", f"{base}/moves", {"state": bare, "moves": passes})
    assert (refused.kind, refused.pointers) == ("invalid-request", ["/moves/3"])
    three = ask.post(f"{base}/moves", {"state": bare, "moves": passes[:3]})["state"]
    refused = ask("POST", f"{base}/moves", {"state": three, "move": passes[3]})
    assert (refused.kind, refused.pointers) == ("invalid-request", ["/move"])
    assert ask.post(f"{base}/rulings", {"state": three, "move": passes[3]})["rulings"][0]["legal"]

    deal = {"hands": hands, "kitty": kitty, "dealer": 0, "moves": passes}
    record = {"game": "charlemagne", "format": 1, "options": {}, "deals": [deal]}
    assert ask("POST", f"{base}/replays", record).pointers == ["/deals/0"]
    for redeal in (hands, {"hands": hands, "kitty": kitty}, {"hands": hands}):
        told = ask.post(f"{base}/replays", {**record, "deals": [{**deal, "redeals": [redeal]}]})
        assert (told["verdict"], told["state"]["deal"]["redeals"]) == ("legal", 1)
        assert told["state"]["deal"]["hands"] == hands
    wrong = {**deal, "redeals": [{"hands": hands[:3], "kitty": kitty}]}
    assert ask("POST", f"{base}/replays", {**record, "deals": [wrong]}).pointers == ["/deals/0/redeals/0/hands"]
    wrong = {**deal, "redeals": [{"kitty": kitty}]}
    assert ask("POST", f"{base}/replays", {**record, "deals": [wrong]}).pointers == ["/deals/0/redeals/0/hands"]


def test_a_kitty_stands_only_beside_hands(ask: Asking, game: str) -> None:
    answer = ask("POST", f"/v1/games/{game}/deals", {"seed": "s", "kitty": ["AS", "KS"]})
    assert (answer.kind, answer.pointers) == ("invalid-request", ["/kitty"])
    answer = ask("POST", f"/v1/games/{game}/deals", {"continue": {}, "seed": "s", "options": {}, "match_id": "m"})
    assert {"/seed", "/options", "/match_id"} <= set(answer.pointers)
