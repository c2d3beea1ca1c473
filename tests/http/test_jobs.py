"""Jobs over HTTP: a real API, a real worker, a real Valkey."""

import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import pytest
import requests

from service.jobs.ledger import Bounds, Order
from service.jobs.queue import Jobs, QueueUnavailable
from tests.faults.kit import Valkey, until
from tests.http.bots import CARELESS, FAULTS, FAULTY, SLOW, WRONG
from tests.http.conftest import BOTS, Asking, Contract, Server, Starting

pytestmark = pytest.mark.xdist_group("jobs")

SEED = "the seed of the cards"
WAIT = {"Prefer": "wait=10"}
SOON = 20.0
AT_ONCE = 12


class Client:
    """Asks a server, and holds every answer against the document."""

    def __init__(self, server: Server, contract: Contract) -> None:
        self.server = server
        self._contract = contract

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> requests.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        answer = requests.request(method, self.server.address + path, json=body, headers=named, timeout=60)
        if method != "HEAD" and answer.status_code != 204:
            media = answer.headers["Content-Type"].partition(";")[0]
            self._contract.check(method, path, answer.status_code, media, answer.content)
        return answer

    def ask(self, game: str, name: str, body: Any, status: int = 200) -> Any:
        answer = self("POST", f"/v1/games/{game}/{name}", body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def deal(self, game: str, **body: Any) -> Any:
        return self.ask(game, "deals", {"seed": SEED, **body}, 201)["state"]

    def move(self, state: Any, headers: dict[str, str] | None = None, **body: Any) -> requests.Response:
        return self("POST", f"/v1/games/{state['game']}/bot-moves", {"state": state, **body}, **(headers or WAIT))

    def finished(self, job: str) -> Any:
        return until(lambda: self._if_finished(job), SOON, "the job is finished")

    def _if_finished(self, job: str) -> Any:
        told = self("GET", f"/v1/jobs/{job}").json()
        return told if told["status"] in ("succeeded", "failed", "cancelled") else None


@pytest.fixture(scope="module")
def client(whole: Server, contract: Contract) -> Client:
    return Client(whole, contract)


@pytest.fixture
def state(client: Client, game: str) -> Any:
    return client.deal(game)


def kind(answer: requests.Response) -> str:
    return str(answer.json()["type"]).removeprefix("/problems/")


def key() -> str:
    return f"key {time.monotonic_ns()}"


# What a bot's move is


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_moves(client: Client, state: Any, bot: str) -> None:
    answer = client.move(state, bot=bot)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert answer.headers["Location"] == f"/v1/jobs/{told['id']}"
    assert answer.headers["Preference-Applied"] == "wait=10"
    assert (told["kind"], told["status"], told["progress"]) == ("bot-move", "succeeded", {"done": 1, "total": 1})
    result = told["result"]
    assert result["move"] == result["candidates"][0]["move"] and result["move"]["seat"] == state["to_act"][0]
    client.ask(state["game"], "moves", {"state": state, "move": result["move"]})
    assert client("GET", f"/v1/jobs/{told['id']}").json() == told


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_state_and_view_give_the_same(client: Client, state: Any, bot: str) -> None:
    seat = state["to_act"][0]
    view = client.ask(state["game"], "views", {"state": state, "seat": seat})["view"]
    results = [
        client.move(given, bot=bot, seed="a seed", **more).json()["result"]
        for given in (state, view)
        for more in ({}, {"seat": seat})
    ]
    assert results == results[:1] * 4 and results[0]["seed"] == "a seed"


def test_a_seed_is_made_when_there_is_none(client: Client, state: Any) -> None:
    seeds = {client.move(state, bot="random").json()["result"]["seed"] for _ in range(2)}
    assert len(seeds) == 2


def test_one_legal_move(client: Client) -> None:
    state = forced(client)
    told = client.move(state).json()["result"]
    assert len(told["candidates"]) == 1 and told["move"] == told["candidates"][0]["move"]


def forced(client: Client) -> Any:
    """A state whose seat has one legal move: after the strongest lead of a deal the next can only pass."""
    state = client.deal("zheng-fen", options={"players": 3})
    for _ in range(200):
        listed = client.ask("zheng-fen", "legal-moves", {"state": state, "limit": 5000})
        if listed["total"] == 1:
            return state
        state = client.ask("zheng-fen", "moves", {"state": state, "move": listed["moves"][-1]})["state"]
    raise AssertionError("no such state was found")


# What is refused


@pytest.mark.parametrize(
    ("body", "refusal", "pointers"),
    [
        ({"bot": "deep-blue"}, "invalid-request", "/bot"),
        ({"bot": ""}, "invalid-request", "/bot"),
        ({"bot": "search"}, "not-offered", None),
        ({"bot": "search", "budget": {"iterations": 5}}, "not-offered", None),
        ({"bot": "search", "budget": {}}, "invalid-request", "/budget"),
        ({"bot": "deep-blue", "budget": {"iterations": 5}}, "invalid-request", "/bot"),
        ({"budget": {"iterations": 5}}, "invalid-request", "/budget/iterations"),
        ({"budget": {"ms": 5, "iterations": 5}}, "invalid-request", "/budget/iterations /budget"),
        ({"budget": {"ms": 0}}, "invalid-request", "/budget/ms"),
        ({"budget": {"ms": 60_001}}, "invalid-request", "/budget/ms"),
        ({"budget": 5}, "invalid-request", "/budget"),
        ({"budget": {}}, "invalid-request", "/budget"),
        ({"budget": {"seconds": 5}}, "invalid-request", "/budget/seconds"),
        ({"pace_ms": -1}, "invalid-request", "/pace_ms"),
        ({"pace_ms": 60_001}, "invalid-request", "/pace_ms"),
        ({"pace_ms": True}, "invalid-request", "/pace_ms"),
        ({"seed": ""}, "invalid-request", "/seed"),
        ({"seat": 9}, "invalid-request", "/seat"),
        ({"moves": 1}, "invalid-request", "/moves"),
        ({"seat": 1}, "illegal-move", None),
    ],
)
def test_what_cannot_be_asked(client: Client, body: Any, refusal: str, pointers: str | None) -> None:
    state = client.deal("charlemagne", dealer=3)
    answer = client.move(state, **body)
    assert kind(answer) == refusal, answer.text
    if pointers is not None:
        assert [error["pointer"] for error in answer.json()["errors"]] == pointers.split()


def test_whose_turn_it_is_not(client: Client) -> None:
    state = client.deal("charlemagne", dealer=3)
    assert client.move(state, seat=1).json()["violation"]["code"] == "not-your-turn"
    view = client.ask("charlemagne", "views", {"state": state, "seat": 1})["view"]
    assert client.move(view).json()["violation"]["code"] == "not-your-turn"
    assert kind(client.move(view, seat=0)) == "not-from-a-view"
    table = client.ask("charlemagne", "views", {"state": state, "seat": "table"})["view"]
    assert kind(client.move(table)) == "not-from-a-view"


def test_a_state_that_contradicts_itself(client: Client, state: Any) -> None:
    answer = client.move({**state, "sequence": 7})
    assert kind(answer) == "inconsistent-state" and answer.json()["pointer"].startswith("/state/")


def test_a_bot_that_breaks_the_rules(client: Client, state: Any) -> None:
    told = client.move(state, bot=WRONG.name).json()
    assert (told["status"], told["result"], told["failure"]["reason"]) == ("failed", None, "error")


@pytest.mark.parametrize("fault", FAULTS)
def test_answers_that_are_none(client: Client, fault: str) -> None:
    """Each fails at once, and leaves the worker as it was."""
    state = client.deal("zheng-fen", options={"players": 3}, seed="demo")
    assert state["to_act"] == [1]
    told = client.move(state, bot=FAULTY.name, seed=fault).json()
    assert (told["status"], told["result"], told["failure"]["reason"]) == ("failed", None, "error")
    assert client.move(state).json()["status"] == "succeeded"


def test_a_careless_bot_is_put_right(client: Client) -> None:
    state = client.deal("zheng-fen")
    careless, exact = (client.move(state, bot=bot, seed="a").json()["result"] for bot in (CARELESS.name, "random"))
    assert {len(move["cards"]) for move in (exact["move"], *(one["move"] for one in exact["candidates"]))} > {1}
    # Each draws from a stream of its own name, but writes what it draws as the contract says.
    for one in [careless["move"], *(candidate["move"] for candidate in careless["candidates"])]:
        assert one in client.ask("zheng-fen", "legal-moves", {"state": state, "limit": 5000})["moves"]


def test_a_bot_that_never_returns_fails_in_its_time(client: Client, state: Any) -> None:
    told = client.finished(client.move(state, {"X": "y"}, bot=SLOW.name, seed="600000").json()["id"])
    assert (told["status"], told["failure"]["reason"]) == ("failed", "time-limit")


# Jobs


@pytest.mark.parametrize(
    "name",
    ["0" * 32, "f" * 32, "1", "x" * 32, "A" * 32, "0" * 33, "..", "%00", "0" * 31 + "%0A", "referee", "*", "é" * 300],
)
def test_ids_that_there_are_not(client: Client, name: str) -> None:
    for method, path in [("GET", ""), ("DELETE", ""), ("GET", "/events")]:
        answer = requests.request(method, f"{client.server.address}/v1/jobs/{name}{path}", timeout=30)
        assert answer.status_code == 404 and kind(answer) in ("unknown-job", "not-found")


def test_a_job_expires(client: Client, state: Any) -> None:
    headers = {**WAIT, "Idempotency-Key": key()}
    told = client.move(state, headers).json()
    path = f"/v1/jobs/{told['id']}"
    until(lambda: client("GET", path).status_code == 404, SOON, "the job has expired")
    assert kind(client("GET", path)) == "unknown-job"
    assert client.move(state, headers).json()["id"] != told["id"]


def test_a_job_is_cancelled(client: Client, state: Any) -> None:
    made = client.move(state, {"X": "y"}, bot=SLOW.name, seed="1500")
    assert made.status_code == 202 and int(made.headers["Retry-After"]) >= 1
    path = made.headers["Location"]
    told = client("DELETE", path).json()
    assert (told["status"], told["result"], told["failure"]) == ("cancelled", None, None)
    assert told["expires_at"] is not None
    assert client("DELETE", path).json() == told
    # When everything that was in the queue has been done, it is still cancelled.
    later = [client.move(state, {"X": "y"}, bot=SLOW.name, seed="800").json()["id"] for _ in range(2)]
    states = {client("GET", path).json()["status"]}
    for one in later:
        client.finished(one)
        again = client("GET", path)
        states.add(again.json()["status"] if again.status_code == 200 else "cancelled")
    assert states == {"cancelled"}


def test_a_finished_job_stays_finished(client: Client, state: Any) -> None:
    told = client.move(state).json()
    assert client("DELETE", f"/v1/jobs/{told['id']}").json() == told


def test_the_same_key_gives_the_same_job(client: Client, state: Any) -> None:
    one = key()
    first = client.move(state, {**WAIT, "Idempotency-Key": one}, bot="random")
    reordered = dict(reversed(list(state.items())))
    for given in (state, reordered):
        again = client.move(given, {**WAIT, "Idempotency-Key": one}, bot="random")
        assert again.status_code == 200 and again.json() == first.json()
    other = client.move(state, {**WAIT, "Idempotency-Key": one}, bot="greedy")
    assert other.status_code == 409 and kind(other) == "idempotency-conflict"
    assert client("GET", f"/v1/jobs/{first.json()['id']}").json() == first.json()
    assert client.move(state, {**WAIT, "Idempotency-Key": key()}, bot="random").json()["id"] != first.json()["id"]


def test_equal_posts_at_the_same_moment_make_one_job(client: Client, state: Any) -> None:
    one = key()
    start = threading.Barrier(AT_ONCE)

    def post(number: int) -> requests.Response:
        start.wait()
        return client.move(state, {"Idempotency-Key": one}, bot="random")

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(post, range(AT_ONCE)))
    assert {answer.status_code for answer in answers} == {202}
    assert len({answer.json()["id"] for answer in answers}) == 1


@pytest.mark.parametrize("bad", ["", "x" * 256, "caf\xe9"])
def test_keys_that_are_none(client: Client, bad: str) -> None:
    state = client.deal("charlemagne")
    answer = requests.post(
        f"{client.server.address}/v1/games/charlemagne/bot-moves",
        json={"state": state},
        headers={"Idempotency-Key": bad.encode("latin-1")},
        timeout=30,
    )
    assert kind(answer) == "invalid-request" and "Idempotency-Key" in answer.text


# Waiting


@pytest.mark.parametrize(
    ("prefer", "waits"),
    [
        ("wait=10", True),
        ("WAIT=10", True),
        ('respond-async, wait="10"', True),
        ("wait = 10; x=y", True),
        ("wait=999999", True),
        ("wait=99999999999999999999999", True),
        ("wait=0010", True),
        ("wait", False),
        ("wait=", False),
        ("wait=-5", False),
        ("wait=soon", False),
        ("wait=0", False),
        ("return=minimal", False),
    ],
)
def test_what_is_preferred(client: Client, prefer: str, waits: bool) -> None:
    answer = client.move(client.deal("charlemagne"), {"Prefer": prefer}, bot=SLOW.name, seed="300")
    assert answer.status_code == (200 if waits else 202), answer.text
    assert ("Preference-Applied" in answer.headers) == waits
    if not waits:
        assert (answer.json()["result"], answer.json()["expires_at"]) == (None, None)
        waited = client("GET", answer.headers["Location"], Prefer="wait=10")
        assert waited.json()["status"] == "succeeded" and waited.headers["Preference-Applied"] == "wait=10"


def test_a_wait_that_is_too_short(client: Client, state: Any) -> None:
    answer = client.move(state, {"Prefer": "wait=1"}, bot=SLOW.name, seed="2500")
    assert answer.status_code == 202 and answer.headers["Preference-Applied"] == "wait=1"
    assert client.finished(answer.json()["id"])["status"] == "succeeded"


@pytest.mark.parametrize("body", [{"pace_ms": 700}, {"budget": {"ms": 700}}, {"budget": {"ms": 1}, "pace_ms": 700}])
@pytest.mark.parametrize("one_move", [True, False])
def test_the_pace_is_kept(client: Client, body: Any, one_move: bool) -> None:
    """X-1: however fast the bot was, the job is not shown as finished sooner, and looks unfinished until then."""
    state = forced(client) if one_move else client.deal("zheng-fen")
    asked = time.monotonic()
    path = client.move(state, {"X": "y"}, **body).headers["Location"]
    while True:
        told = client("GET", path).json()
        if told["status"] == "succeeded":
            break
        assert told["status"] in ("queued", "running") and told["progress"]["done"] == 0
        assert (told["result"], told["failure"], told["expires_at"]) == (None, None, None)
    assert time.monotonic() - asked >= 0.7


# The stream of events


def stream(text: str) -> list[tuple[str, Any]]:
    """The events of a stream, and their data."""
    found = []
    for block in text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def test_the_events_of_a_job(client: Client, state: Any) -> None:
    path = client.move(state, {"X": "y"}, bot=SLOW.name, seed="700").headers["Location"]
    answer = client("GET", f"{path}/events")
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    told = stream(answer.text)
    assert [name for name, _ in told] == ["progress"] * (len(told) - 1) + ["result"] and len(told) >= 2
    assert told[-1][1] == client("GET", path).json()
    again = client("GET", f"{path}/events")
    assert stream(again.text) == told[-1:]
    ended = client("GET", f"{path}/events", Last_Event_ID="end")
    assert (ended.status_code, ended.content, ended.headers.get("Content-Type")) == (204, b"", None)
    assert client("HEAD", f"{path}/events").status_code == 200


def test_a_stream_is_not_json(client: Client, state: Any) -> None:
    path = client.move(state).headers["Location"]
    assert kind(client("GET", f"{path}/events", Accept="application/json")) == "not-acceptable"
    assert kind(client("GET", path, Accept="text/event-stream")) == "not-acceptable"


# The parts apart: an API, a worker and a server of their own


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with closing(Valkey()) as server:
        yield server


Workers = Callable[..., Any]


def test_only_so_many_wait(start: Starting, valkey: Valkey, contract: Contract) -> None:
    """Two threads: one may wait, the other goes on ruling."""
    client = Client(start(REFEREE_WORKERS="1", REFEREE_THREADS="2", REFEREE_REDIS_URL=valkey.url), contract)
    state = client.deal("zheng-fen")
    path = client.move(state, {"X": "y"}).headers["Location"]
    url = f"{client.server.address}{path}/events"
    with requests.get(url, stream=True, timeout=30) as listening:
        assert next(listening.iter_lines()) == b"event: progress"
        refused = client("GET", f"{path}/events")
        assert (refused.status_code, kind(refused)) == (503, "queue-unavailable")
        assert int(refused.headers["Retry-After"]) >= 1
        waiting = client.move(state, WAIT)
        assert waiting.status_code == 202 and "Preference-Applied" not in waiting.headers
        assert client("GET", path, Prefer="wait=10").json()["status"] == "queued"
        client.ask("zheng-fen", "legal-moves", {"state": state})
    # Whoever hangs up is noticed, and gives the place back.
    until(lambda: requests.head(url, timeout=30).status_code == 200, SOON, "the place is free")
    client("DELETE", path)
    assert stream(client("GET", f"{path}/events").text)[0][1]["status"] == "cancelled"


def test_a_stop_does_not_wait_for_those_who_wait(start: Starting, valkey: Valkey, contract: Contract) -> None:
    client = Client(start(REFEREE_WORKERS="1", REFEREE_REDIS_URL=valkey.url), contract)
    path = client.move(client.deal("zheng-fen"), {"X": "y"}).headers["Location"]
    with requests.get(f"{client.server.address}{path}/events", stream=True, timeout=30) as listening:
        lines = listening.iter_lines()
        assert next(lines) == b"event: progress"
        assert client.server.stop()[0] == 0
        assert b"event: result" not in list(lines)


def test_nothing_but_the_view_is_kept(start: Starting, valkey: Valkey, contract: Contract) -> None:
    """Of a state only the seat's view is found in the queue, before, while and after it is worked on, or in a log."""
    api = start(REFEREE_WORKERS="1", REFEREE_REDIS_URL=valkey.url, REFEREE_LOG_LEVEL="debug", REFEREE_BOTS=BOTS)
    client = Client(api, contract)
    state = client.deal("charlemagne", match_id="m-secret")
    view = client.ask("charlemagne", "views", {"state": state, "seat": state["to_act"][0]})["view"]
    secrets = [SEED, state["salt"], "a-secret-key", *(json.dumps(hand)[1:-1] for hand in hidden(state))]
    faulty = [client.move(state, {"X": "y"}, bot=FAULTY.name, seed=fault).headers["Location"] for fault in FAULTS]
    for path in faulty[2:]:
        client("DELETE", path)
    made = client.move(state, {"Idempotency-Key": "a-secret-key"}, bot=SLOW.name, seed="500")
    kept = valkey.everything()
    inputs = [json.loads(value) for name, value in kept.items() if name.endswith(":input")]
    assert [given["view"] for given in inputs] == [view] * 3
    worker = start.worker(REFEREE_REDIS_URL=valkey.url, REFEREE_LOG_LEVEL="debug", REFEREE_BOTS=BOTS)
    path = made.headers["Location"]
    until(lambda: client("GET", path).json()["status"] == "running", SOON, "it is worked on")
    kept_then = valkey.everything()
    assert client.finished(made.json()["id"])["status"] == "succeeded"
    kept_last = valkey.everything()
    assert not [name for name in kept_last if name.endswith(":input")]
    said = [*api.stop()[1:], api.said, worker.stop()]
    assert "the hand" not in "".join(said)  # what a bot said when it failed
    for text in (*said, *map(json.dumps, (kept, kept_then, kept_last))):
        for secret, spaces in itertools.product(secrets, (", ", ",")):
            assert secret.replace(", ", spaces) not in text
    assert "m-secret" not in json.dumps(kept_last) + "".join(said)


def hidden(state: Any) -> list[list[str]]:
    return [hand for seat, hand in enumerate(state["deal"]["hands"]) if seat != state["to_act"][0]]


def test_bots_that_only_the_workers_have(start: Starting, valkey: Valkey, contract: Contract) -> None:
    client = Client(start(REFEREE_WORKERS="1", REFEREE_REDIS_URL=valkey.url), contract)
    state = client.deal("charlemagne")
    ready = client("GET", "/readyz").json()
    assert (ready["status"], ready["queue"], ready["workers"], ready["serving"]) == ("degraded", "ready", 0, [])
    start.worker(REFEREE_REDIS_URL=valkey.url, REFEREE_JOB_QUEUES="simulations")
    until(lambda: client("GET", "/readyz").json()["serving"] == ["simulations"], SOON, "a worker is there")
    assert client("GET", "/readyz").json()["status"] == "degraded"
    assert kind(client.move(state, bot=SLOW.name, seed="1")) == "invalid-request"
    start.worker(REFEREE_REDIS_URL=valkey.url, REFEREE_BOTS=BOTS)
    until(lambda: client("GET", "/readyz").json()["status"] == "ready", SOON, "the worker is there")
    assert client.move(state, bot=SLOW.name, seed="1").json()["status"] == "succeeded"


def test_a_flooded_queue_takes_no_more(start: Starting, valkey: Valkey, contract: Contract) -> None:
    """Nothing is left of what was refused; a request that was heard before gets its job all the same."""
    client = Client(start(REFEREE_WORKERS="1", REFEREE_REDIS_URL=valkey.url, REFEREE_MOST_MOVES="2"), contract)
    state = client.deal("zheng-fen")
    named = {"Idempotency-Key": "named"}
    first, second = client.move(state, named), client.move(state, {"X": "y"})
    assert first.status_code == second.status_code == 202
    before = valkey.everything()
    refused = client.move(state, {"Idempotency-Key": "another"})
    assert (refused.status_code, kind(refused)) == (503, "queue-unavailable"), refused.text
    assert int(refused.headers["Retry-After"]) >= 1
    assert set(valkey.everything()) <= set(before)
    assert client.move(state, named).json()["id"] == first.json()["id"]
    client("DELETE", second.headers["Location"])
    assert client.move(state, {"Idempotency-Key": "another"}).status_code == 202


def test_one_client_has_only_so_many_simulations(start: Starting, valkey: Valkey, contract: Contract) -> None:
    bounds = {"REFEREE_MOST_SIMULATIONS": "3", "REFEREE_CLIENT_SIMULATIONS": "2", "REFEREE_MOST_DEALS": "5"}
    client = Client(start(REFEREE_WORKERS="1", REFEREE_REDIS_URL=valkey.url, **bounds), contract)

    def simulate(deals: int = 5, bots: Any = "random", **headers: str) -> requests.Response:
        return client("POST", "/v1/games/zheng-fen/simulations", {"deals": deals, "bots": bots}, **headers)

    assert client.move(client.deal("charlemagne"), {"X": "y"}).status_code == 202  # moves are not counted
    first = simulate(Idempotency_Key="named")
    assert first.status_code == 202 and simulate().status_code == 202
    refused = simulate()
    assert (refused.status_code, kind(refused)) == (429, "too-many-requests")
    assert int(refused.headers["Retry-After"]) >= 1
    assert simulate(Idempotency_Key="named").json()["id"] == first.json()["id"]
    client("DELETE", first.headers["Location"])
    assert simulate().status_code == 202
    # Others have two more: all together may have three.
    queue = Jobs(valkey.url, bounds={"simulations": Bounds(3, 2)})
    order = Order("simulation", "simulations", {})
    queue.make(order, owner="somebody else")
    with pytest.raises(QueueUnavailable) as full:
        queue.make(order, owner="somebody else")
    queue.close()
    assert full.value.after >= 1
    refused = simulate()
    assert (refused.status_code, kind(refused)) == (503, "queue-unavailable")
    # All that is wrong is told together, and before anything of a bot that is yet to come.
    for bots, pointers in (
        ("random", ["/deals"]),
        ("search", ["/deals"]),
        ("deep-blue", ["/bots", "/deals"]),
        (["random", "search", "random"], ["/bots", "/deals"]),
        (["random", "deep-blue", "search"], ["/bots", "/bots/1", "/deals"]),
        (["random", "deep-blue", "search", "x"], ["/bots/1", "/bots/3", "/deals"]),
    ):
        refused = simulate(deals=6, bots=bots)
        assert (refused.status_code, kind(refused)) == (422, "invalid-request")
        assert sorted(error["pointer"] for error in refused.json()["errors"]) == pointers
    assert kind(simulate(bots="search")) == "not-offered"


# Without a queue


def test_without_a_queue(ask: Asking, fresh: Any, game: str) -> None:
    answer = ask("POST", f"/v1/games/{game}/bot-moves", {"state": fresh})
    assert (answer.status, answer.kind) == (503, "queue-unavailable") and int(answer.headers["Retry-After"]) >= 1
    for method, path in [("GET", ""), ("DELETE", ""), ("GET", "/events")]:
        assert ask(method, f"/v1/jobs/{'0' * 32}{path}").kind == "queue-unavailable"
    assert ask("GET", "/readyz").json["queue"] == "none"
