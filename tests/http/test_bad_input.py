"""What is wrong with a request is said plainly, whatever it is, and never by a 500."""

import copy
from typing import Any

import orjson
import pytest

from schemas.quick import Code
from schemas.shapes import MOST_FAULTS, ListOf, Whole
from tests.http.conftest import Asking


def at(state: Any, pointer: str, value: Any) -> Any:
    """The state with another value at a pointer; a list of dots removes what stands there."""
    changed = copy.deepcopy(state)
    *path, last = pointer.split("/")[1:]
    inner = changed
    for part in path:
        inner = inner[int(part)] if isinstance(inner, list) else inner[part]
    if value is ...:
        del inner[last]
    elif isinstance(inner, list):
        inner[int(last)] = value
    else:
        inner[last] = value
    return changed


@pytest.mark.parametrize(
    ("raw", "detail"),
    [
        (b"", "nothing"),
        (b"  \n", "nothing"),
        (b'{"state": ', "cannot be read"),
        (b"{'state': 1}", "cannot be read"),
        (b'{"state": 1} {}', "cannot be read"),
        (b'{"seat": NaN}', "cannot be read"),
        (b'{"seat": -Infinity}', "cannot be read"),
        (b'{"seat": 1e999}', "cannot be read"),
        (b'\xef\xbb\xbf{"state": 1}', "byte order mark"),
        (b'{"seed": "\xff"}', "cannot be read"),
        (b'{"seed": "\xed\xa0\x80"}', "cannot be read"),
        (rb'{"seed": "\ud800"}', "cannot be read"),
        (b'{"state": 1, "seat": 1, "state": 1}', '"state" twice'),
        (b'{"state": {"game": "a:b", "game": ":"}}', '"game" twice'),
        (rb'{"a": "\"", "b": {"c": 1, "d": [{"e": 1, "\u0065": 2}]}}', '"e" twice'),
        (b"{" + b",".join(b'"n%d":1' % (number // 2) for number in range(80_000)) + b"}", '"n0" twice'),
        (b"[" * 10_000 + b"]" * 10_000, "levels deep"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "levels deep"),
        (b"[" * 10_000, "levels deep"),
        (b"[" * 33 + b"]" * 33, "levels deep"),
        # Of equal names the parser keeps the last value: what is wrong with the others is found later, or not at all.
        (b'{"a": ' + b"[" * 500 + b"]" * 500 + b', "a": 1}', '"a" twice'),
        (b'{"a": ' + b"[" * 1_000 + b"]" * 1_000 + b', "a": 1}', "levels deep"),
        (b'{"a": ' + b"1" * 5_000 + b', "a": 1}', "cannot be read"),
    ],
)
def test_broken_json(ask: Asking, game: str, raw: bytes, detail: str) -> None:
    answer = ask("POST", f"/v1/games/{game}/views", raw)
    assert (answer.status, answer.kind) == (400, "malformed-json")
    assert detail in answer.json["detail"]


@pytest.mark.parametrize("value", ["a:b", '"', "\\", 'a\\":"', "é:", "\u2028:", "::"])
def test_colons_in_strings_are_no_names(ask: Asking, game: str, value: str) -> None:
    answer = ask("POST", f"/v1/games/{game}/deals", {"seed": value, "match_id": value})
    assert answer.status == 201


def test_deep_enough_json_is_read(ask: Asking, game: str) -> None:
    problem = ask.refused(f"/v1/games/{game}/deals", b'{"hands":' + b"[" * 31 + b"]" * 31 + b"}", "invalid-request")
    assert problem["errors"]


@pytest.mark.parametrize("body", [None, 1, "state", [], True, [{}]])
def test_a_body_is_an_object(ask: Asking, game: str, body: Any) -> None:
    raw = orjson.dumps(body)
    problem = ask.refused(f"/v1/games/{game}/moves", raw, "invalid-request")
    assert problem["errors"] == [{"pointer": "", "message": "must be an object"}]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seed", 1),
        ("seed", ""),
        ("seed", "a\x00b"),
        ("seed", "é" * 65),
        ("match_id", ""),
        ("match_id", "x" * 65),
        ("match_id", 7),
        ("dealer", "1"),
        ("dealer", 1.0),
        ("dealer", True),
        ("dealer", None),
        ("dealer", -1),
        ("dealer", 9),
        ("dealer", 2**70),
        ("options", None),
        ("options", []),
        ("view_for", 9),
        ("view_for", -1),
        ("view_for", "everybody"),
        ("view_for", True),
        ("hands", {}),
        ("hands", "AS"),
        ("state_format", "closed"),
    ],
)
def test_wrong_values(ask: Asking, game: str, name: str, value: Any) -> None:
    problem = ask.refused(f"/v1/games/{game}/deals", {name: value}, "invalid-request")
    assert f"/{name}" in [error["pointer"] for error in problem["errors"]]


def test_every_fault_is_named_at_once(ask: Asking, game: str) -> None:
    body = {
        "options": {"match": {"target": "500"}, "jokers": 3},
        "seed": "",
        "hands": [["AS", "XX", 5, None], "KS"],
        "dealer": "0",
        "view_for": [0, "1", 99],
        "a/b~c": 1,
        "_schema": 1,
    }
    answer = ask("POST", f"/v1/games/{game}/deals", body)
    assert answer.kind == "invalid-request"
    assert answer.pointers == sorted(
        [
            "/_schema",
            "/a~1b~0c",
            "/dealer",
            "/hands/0/1",
            "/hands/0/2",
            "/hands/0/3",
            "/hands/1",
            "/options/jokers",
            "/options/match",
            "/seed",
            "/view_for/1",
            "/view_for/2",
        ]
    )


@pytest.mark.parametrize(
    ("call", "body"),
    [
        ("deals", {f"field{number}": 1 for number in range(3000)}),
        ("deals", {"dealer": 0, "hands": [["XX"] * 3000]}),
        ("deals", {"dealer": 0, "hands": [{}] * 3000}),
        ("moves", {"state": {"match": {"history": [{}] * 3000}}}),
        ("replays", {"deals": [{"moves": [{}] * 3000}]}),
        ("scores", {"deals": [{name: 1 for name in "abcde"}] * 900}),
    ],
)
def test_faults_without_number_are_not_all_told(ask: Asking, game: str, call: str, body: Any) -> None:
    problem = ask.refused(f"/v1/games/{game}/{call}", body, "invalid-request")
    assert len(problem["errors"]) == 1000
    assert "more than 1000 faults" in problem["detail"]


def test_a_list_is_not_read_beyond_the_faults_that_are_told() -> None:
    looked_at: list[Any] = []

    class Never(Whole):
        def test(self, value: str, code: Code) -> str:
            return f"{code.keep(never)}({value})"

    def never(value: Any) -> bool:
        looked_at.append(value)
        return False

    faults: dict[str, str] = {}
    ListOf(Never()).read([1] * 100_000, "", faults)
    assert len(looked_at) == len(faults) == MOST_FAULTS + 1


def test_missing_fields(ask: Asking, game: str) -> None:
    answer = ask("POST", f"/v1/games/{game}/moves", {})
    assert answer.pointers == ["/move", "/state"]
    answer = ask("POST", f"/v1/games/{game}/replays", {"game": game})
    assert answer.pointers == ["/deals", "/format", "/options"]


@pytest.mark.parametrize("call", ["deals", "moves", "rulings", "legal-moves", "views", "scores", "replays"])
def test_unknown_games(ask: Asking, call: str) -> None:
    assert ask("POST", f"/v1/games/snap/{call}", {}).kind == "unknown-game"


@pytest.mark.parametrize("path", ["/v1/tournaments/swiss", "/v1/tournaments", "/metrics"])
def test_what_comes_later(ask: Asking, path: str) -> None:
    assert ask("GET", path).kind == "not-offered"


def test_calls_that_come_later(ask: Asking, game: str) -> None:
    assert ask("POST", f"/v1/games/{game}/analyses", {}).kind == "not-offered"
    assert ask("POST", "/v1/games/snap/analyses", {}).kind == "unknown-game"


def test_what_one_game_alone_has(ask: Asking) -> None:
    assert ask("POST", "/v1/games/charlemagne/combinations", {"cards": ["AS"]}).kind == "not-offered"
    assert ask("POST", "/v1/games/zheng-fen/tricks", {}).kind == "not-offered"


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/", "/v1/games/", "//v1/games", "/v2/games", "/docs/no.js", "/problems/x"]
)
def test_nothing_there(ask: Asking, path: str) -> None:
    assert ask("GET", path).kind == "not-found"


def test_an_unknown_call_of_a_game(ask: Asking, game: str) -> None:
    assert ask("POST", f"/v1/games/{game}/shuffle", {}).kind == "not-found"
    assert ask("POST", f"/v1/games/{game}/moves/1", {}).kind == "not-found"


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE"])
def test_wrong_methods(ask: Asking, game: str, method: str) -> None:
    answer = ask(method, f"/v1/games/{game}/moves")
    assert (answer.status, answer.kind) == (405, "method-not-allowed")
    assert answer.headers["Allow"] == "OPTIONS, POST"


def test_wrong_methods_where_there_is_a_page(ask: Asking) -> None:
    answer = ask("POST", "/v1/games", {})
    assert (answer.kind, answer.headers["Allow"]) == ("method-not-allowed", "GET, HEAD, OPTIONS")


def test_options_and_head(ask: Asking, game: str) -> None:
    answer = ask("OPTIONS", f"/v1/games/{game}/moves")
    assert (answer.status, answer.headers["Allow"], answer.data) == (204, "OPTIONS, POST", b"")
    answer = ask("HEAD", f"/v1/games/{game}")
    assert (answer.status, answer.data) == (200, b"")
    assert ask("HEAD", f"/v1/games/{game}/moves").status == 405


@pytest.mark.parametrize(
    "media",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/x-ndjson",
        "application/json; charset=utf-16",
        "application/json; charset=latin-1",
        "json",
        "",
    ],
)
def test_wrong_content_types(ask: Asking, game: str, media: str) -> None:
    answer = ask("POST", f"/v1/games/{game}/deals", b"{}", media=media)
    assert (answer.status, answer.kind) == (415, "unsupported-media-type")


@pytest.mark.parametrize(
    "media", ["application/json", "application/json; charset=UTF-8", "Application/JSON", "application/vnd.cards+json"]
)
def test_right_content_types(ask: Asking, game: str, media: str) -> None:
    assert ask("POST", f"/v1/games/{game}/deals", b"{}", media=media).status == 201


@pytest.mark.parametrize(("coding", "taken"), [("gzip", False), ("br, gzip", False), ("identity", True), ("", True)])
def test_bodies_are_not_compressed(ask: Asking, game: str, coding: str, taken: bool) -> None:
    answer = ask("POST", f"/v1/games/{game}/deals", b"{}", Content_Encoding=coding)
    assert answer.status == (201 if taken else 415)
    assert taken or (answer.kind, answer.headers["Accept-Encoding"]) == ("unsupported-media-type", "identity")


@pytest.mark.parametrize("accept", ["text/csv", "application/xml;q=0.5, text/html", "application/json;q=0"])
def test_not_acceptable(ask: Asking, game: str, accept: str) -> None:
    assert ask("POST", f"/v1/games/{game}/deals", {}, Accept=accept).kind == "not-acceptable"
    assert ask("GET", "/v1/games", Accept=accept).kind == "not-acceptable"


@pytest.mark.parametrize(
    "accept",
    [
        "*/*",
        "application/*",
        "text/html, */*;q=0.1",
        "application/json",
        "Application/JSON; charset=utf-8",
        "application/json;version=1;q=0.2, text/html",
    ],
)
def test_acceptable(ask: Asking, game: str, accept: str) -> None:
    assert ask("POST", f"/v1/games/{game}/deals", {}, Accept=accept).status == 201


def test_too_large(ask: Asking, game: str) -> None:
    most = 1 << 20
    answer = ask("POST", f"/v1/games/{game}/deals", b"{}" + b" " * (most - 2))
    assert answer.status == 201
    answer = ask("POST", f"/v1/games/{game}/deals", b"{}" + b" " * (most - 1))
    assert (answer.status, answer.kind, answer.json["limit"]) == (413, "too-large", most)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("abc-123", True), ("!" * 128, True), ("x" * 129, False), ("a b", False), ("é", False), ("", False)],
)
def test_request_ids(ask: Asking, given: str, kept: bool) -> None:
    answer = ask("GET", "/v1/nothing", X_Request_ID=given)
    found = answer.headers["X-Request-ID"]
    assert answer.json["request_id"] == found
    assert (found == given) is kept
    assert 1 <= len(found) <= 128


# --- states -------------------------------------------------------------------------------------


def as_dealt(fresh: Any) -> tuple[str, list[list[str]]]:
    """The name of who dealt or drew first, and the hands as a deal takes them: with the last cards that lie apart."""
    deal = fresh["deal"]
    last = deal.get("face_down") or [None] * len(deal["hands"])
    hands = [hand if card is None else [*hand, card] for hand, card in zip(deal["hands"], last, strict=True)]
    return "dealer" if "dealer" in deal else "first_drawer", hands


@pytest.mark.parametrize(
    ("pointer", "value", "kind"),
    [
        ("/game", "snap", "invalid-request"),
        ("/format", 2, "invalid-request"),
        ("/seats", 9, "invalid-request"),
        ("/seats", "4", "invalid-request"),
        ("/perspective", "nobody", "invalid-request"),
        ("/match/scores/0", 5, "inconsistent-state"),
        ("/match/scores/0", "5", "invalid-request"),
        ("/match/over", True, "inconsistent-state"),
        ("/match/over", 1, "invalid-request"),
        ("/match/deal", 2, "inconsistent-state"),
        ("/match/winners", [0], "inconsistent-state"),
        ("/phase", "deal_over", "inconsistent-state"),
        ("/phase", "dance", "invalid-request"),
        ("/to_act", [], "inconsistent-state"),
        ("/to_act", [17], "invalid-request"),
        ("/may_act", [0, 1, 2, 3], "inconsistent-state"),
        ("/deal/number", 2, "inconsistent-state"),
        ("/deal/number", 0, "invalid-request"),
        ("/deal/arranged", None, "invalid-request"),
        ("/deal/dealer", 4, "any"),
        ("/deal/hands/0", [], "inconsistent-state"),
        ("/deal/hands/0/0", "??", "inconsistent-state"),
        ("/deal/hands/0/0", "1S", "invalid-request"),
        ("/deal/hands/0/0", 1, "invalid-request"),
        ("/deal/hands", [], "any"),
        ("/deal/out", [0], "inconsistent-state"),
        ("/deal/result", {}, "invalid-request"),
        ("/deal/extra", 1, "invalid-request"),
        ("/deal/played", ..., "invalid-request"),
        ("/sequence", -1, "invalid-request"),
        ("/digest", "ABC", "invalid-request"),
        ("/digest", None, "inconsistent-state"),
        ("/salt", "0" * 32, "inconsistent-state"),
        ("/salt", None, "inconsistent-state"),
        ("/seed", None, "inconsistent-state"),
        ("/options/match", {"target": 0}, "inconsistent-state"),
        ("/options/match", ..., "inconsistent-state"),
        ("/options/jokers", 2, "inconsistent-state"),
    ],
)
def test_edited_states(ask: Asking, game: str, fresh: Any, pointer: str, value: Any, kind: str) -> None:
    answer = ask("POST", f"/v1/games/{game}/views", {"state": at(fresh, pointer, value)})
    assert answer.status == 422
    assert answer.kind == kind or (kind == "any" and answer.kind in ("invalid-request", "inconsistent-state"))
    found = [answer.json["pointer"]] if "pointer" in answer.json else answer.pointers
    assert all(where.startswith("/state") for where in found)


def test_a_card_too_many_or_twice_in_a_state(ask: Asking, game: str, fresh: Any) -> None:
    hands = fresh["deal"]["hands"]
    more = at(fresh, "/deal/hands/0", [*hands[0], hands[1][0]])
    assert ask("POST", f"/v1/games/{game}/views", {"state": more}).kind == "inconsistent-state"
    twice = at(fresh, "/deal/hands/0/0", next(card for card in hands[1] if card != hands[0][0]))
    problem = ask.refused(f"/v1/games/{game}/views", {"state": twice}, "inconsistent-state")
    assert problem["pointer"].startswith(("/state/deal/hands", "/state/deal/face_down"))


def test_hands_that_are_no_deal(ask: Asking, game: str, fresh: Any) -> None:
    at_deals = f"/v1/games/{game}/deals"
    start, hands = as_dealt(fresh)
    good = {"hands": hands, start: fresh["deal"][start]}
    state = ask.post(at_deals, good, 201)["state"]
    assert (state["seed"], state["salt"], state["digest"], state["deal"]["arranged"]) == (None, None, None, True)
    assert state["deal"]["hands"] == fresh["deal"]["hands"]

    def pointers(body: Any) -> list[str]:
        return [error["pointer"] for error in ask.refused(at_deals, body, "invalid-request")["errors"]]

    assert "/hands/0" in pointers({**good, "hands": [[*hands[0], hands[1][0]], *hands[1:]]})
    assert "/hands/1" in pointers({**good, "hands": [hands[0], hands[1][1:], *hands[2:]]})
    # Every card is dealt as often as there is one: a card in the place of another is one too many.
    too_often = [list(hand) for hand in hands]
    too_often[1][-1] = next(card for card in hands[0] if card != hands[1][-1])
    found = pointers({**good, "hands": too_often})
    assert any(where.startswith("/hands/") and where.count("/") == 3 for where in found)
    assert pointers({**good, "hands": hands[1:]}) == ["/hands"]
    assert f"/{start}" in pointers({"hands": hands})


def test_hands_may_be_spelt_in_several_ways(ask: Asking, game: str, fresh: Any) -> None:
    start, dealt = as_dealt(fresh)
    turned = [[*hand[-2::-1], hand[-1]] for hand in dealt]  # the last card of a hand may have a place of its own
    hands = [[card.lower().replace("t", "10") for card in hand] for hand in turned]
    body = {"hands": hands, start: fresh["deal"][start]}
    state = ask.post(f"/v1/games/{game}/deals", body, 201)["state"]
    assert state["deal"]["hands"] == fresh["deal"]["hands"]
    spelt = at(fresh, "/deal/hands/0", [card.lower().replace("t", "10") for card in fresh["deal"]["hands"][0]])
    views = ask.post(f"/v1/games/{game}/views", {"state": spelt})["views"]
    assert views["0"]["deal"]["hands"][0] == fresh["deal"]["hands"][0]


def test_views_where_a_state_is_needed(ask: Asking, game: str, fresh: Any) -> None:
    base = f"/v1/games/{game}"
    seat = fresh["to_act"][0]
    view = ask.post(f"{base}/views", {"state": fresh, "seat": seat})["view"]
    table = ask.post(f"{base}/views", {"state": fresh, "seat": "table"})["view"]
    move = ask.post(f"{base}/legal-moves", {"state": view})["moves"][0]
    ask.post(f"{base}/rulings", {"state": view, "move": move})
    for path, body in [
        ("moves", {"state": view, "move": move}),
        ("views", {"state": view}),
        ("views", {"state": view, "seat": seat}),
        ("deals", {"continue": view}),
        ("legal-moves", {"state": table}),
        ("legal-moves", {"state": view, "seat": (seat + 1) % 3}),
        ("rulings", {"state": view, "moves": [move, move]}),
        ("rulings", {"state": view, "move": {**move, "seat": (seat + 1) % 3}}),
        ("rulings", {"state": table, "move": move}),
        ("rulings", {"state": view, "move": move, "view_for": "table"}),
    ]:
        assert ask("POST", f"{base}/{path}", body).kind == "not-from-a-view", (path, body)


def test_signed_and_sealed_states_come_later(ask: Asking, game: str) -> None:
    base = f"/v1/games/{game}"
    assert ask("POST", f"{base}/moves", {"state": "eyJhbGciOi", "move": {}}).kind == "not-offered"
    assert ask("POST", f"{base}/deals", {"continue": "eyJhbGciOi"}).kind == "not-offered"
    assert ask("POST", f"{base}/deals", {"state_format": "sealed"}).kind == "not-offered"
    assert ask("POST", f"{base}/deals", {"state_format": "open"}).status == 201


# --- moves --------------------------------------------------------------------------------------


def test_moves_that_do_not_exist_are_malformed(ask: Asking, game: str, fresh: Any) -> None:
    base = f"/v1/games/{game}"
    seat = fresh["to_act"][0]
    for move, code in [
        ({"seat": 99, "type": "pass"}, "malformed-move"),
        ({"seat": -1, "type": "pass"}, "malformed-move"),
        ({"seat": 2**53 - 1, "type": "pass"}, "malformed-move"),
        ({"seat": seat, "type": "dance"}, "unknown-move-type"),
        ({"seat": seat, "type": "play"}, "malformed-move"),
        ({"seat": seat, "type": "play", "cards": []}, "malformed-move"),
        ({"seat": seat, "type": "play", "cards": ["??"]}, "malformed-move"),
        ({"seat": seat, "type": "play", "cards": ["1S"]}, "malformed-move"),
        ({"seat": seat, "type": "play", "cards": ["X" * 256]}, "malformed-move"),
    ]:
        problem = ask.refused(f"{base}/moves", {"state": fresh, "move": move}, "illegal-move")
        assert (problem["violation"]["code"], problem["index"]) == (code, 0), move
        ruling = ask.post(f"{base}/rulings", {"state": fresh, "move": move})["rulings"]
        assert ruling == [{"legal": False, "violation": problem["violation"]}]


@pytest.mark.parametrize(
    ("move", "pointer"),
    [
        ({"seat": "1", "type": "pass"}, "/move/seat"),
        ({"seat": 1.0, "type": "pass"}, "/move/seat"),
        ({"seat": True, "type": "pass"}, "/move/seat"),
        ({"seat": 2**64, "type": "pass"}, "/move/seat"),
        ({"seat": 1, "type": 2}, "/move/type"),
        ({"seat": 1}, "/move/type"),
        ({"type": "pass"}, "/move/seat"),
        ({"seat": 1, "type": "play", "cards": "AS"}, "/move/cards"),
        ({"seat": 1, "type": "play", "cards": [1]}, "/move/cards/0"),
        ({"seat": 1, "type": "play", "cards": ["AS", None]}, "/move/cards/1"),
        ({"seat": 1, "type": "play", "cards": ["AS"] * 257}, "/move/cards"),
        ({"seat": 1, "type": "x" * 257}, "/move/type"),
        ({"seat": 1, "type": "pass", "loudly": True}, "/move/loudly"),
        ("pass", "/move"),
        ([], "/move"),
    ],
)
def test_moves_of_the_wrong_shape(ask: Asking, game: str, fresh: Any, move: Any, pointer: str) -> None:
    for call in ("moves", "rulings"):
        answer = ask("POST", f"/v1/games/{game}/{call}", {"state": fresh, "move": move})
        assert (answer.kind, answer.pointers) == ("invalid-request", [pointer])


def test_move_and_moves(ask: Asking, game: str, fresh: Any) -> None:
    move = {"seat": 0, "type": "pass"}
    answer = ask("POST", f"/v1/games/{game}/moves", {"state": fresh, "move": move, "moves": [move]})
    assert answer.pointers == ["/moves"]
    answer = ask("POST", f"/v1/games/{game}/moves", {"state": fresh, "moves": []})
    assert answer.pointers == ["/moves"]


def test_an_error_names_no_hidden_card(ask: Asking, game: str, fresh: Any) -> None:
    """Whatever is wrong with what is asked from a view, the answer has no card that the view does not show."""
    base = f"/v1/games/{game}"
    seat = fresh["to_act"][0]
    view = ask.post(f"{base}/views", {"state": fresh, "seat": seat})["view"]
    hidden = {card for other, hand in enumerate(fresh["deal"]["hands"]) if other != seat for card in hand}
    hidden -= set(view["deal"]["hands"][seat])
    for changed in [
        at(view, "/deal/hands/0/0", "??"),
        at(view, f"/deal/hands/{seat}", ["??"] * len(view["deal"]["hands"][seat])),
        at(view, "/deal/out", [seat]),
        at(view, "/to_act", [(seat + 1) % 3]),
        at(view, "/phase", "deal_over"),
        at(view, "/seed", "x"),
        at(view, "/digest", None),
    ]:
        answer = ask("POST", f"{base}/legal-moves", {"state": changed})
        assert not any(f'"{card}"' in answer.data.decode() for card in hidden)
        assert fresh["seed"] not in answer.data.decode() and fresh["salt"] not in answer.data.decode()
