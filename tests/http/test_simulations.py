"""Simulations over HTTP: a real API, a real worker, a real Valkey."""

import json
from typing import Any

import pytest
import requests

from referee.bots.bot import decide, seen_by
from referee.bots.registry import bot_named
from referee.games.registry import GAMES
from referee.simulation import LONGEST_SEED, Simulation, first_of
from tests.faults.kit import until
from tests.http.bots import CARELESS, WRONG
from tests.http.conftest import Asking, Contract, Server
from tests.http.test_jobs import WAIT, Client, key, kind

pytestmark = pytest.mark.xdist_group("jobs")

SOON = 20.0
STOPPED_WITHIN = 2.0
HUGE = 1_000_000


@pytest.fixture(scope="module")
def client(whole: Server, contract: Contract) -> Client:
    return Client(whole, contract)


def simulate(client: Client, game: str, headers: dict[str, str] | None = None, **body: Any) -> requests.Response:
    return client("POST", f"/v1/games/{game}/simulations", body, **(WAIT if headers is None else headers))


def result_of(client: Client, game: str, **body: Any) -> dict[str, Any]:
    """What a small simulation comes to, without what is measured."""
    answer = simulate(client, game, **body)
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["kind"], told["status"], told["partial"]) == ("simulation", "succeeded", None), told
    assert told["progress"] == {"done": body["deals"], "total": body["deals"]}
    result: dict[str, Any] = told["result"]
    assert json.dumps(result) == json.dumps(result, sort_keys=True)
    timing = result.pop("timing")
    assert timing["seconds"] > 0 and timing["plays_per_second"] > 0
    return result


# What it comes to


def test_a_simulation(client: Client, game: str) -> None:
    result = result_of(client, game, deals=20, bots="random", seed="x")
    seats = GAMES[game].seats(result["options"])
    assert result["bots"] == ["random"] * seats and (result["seed"], result["duplicate"]) == ("x", False)
    assert (result["deals"], result["plays"]) == (20, 20)
    assert [group["seat"] for group in result["by_seat"]] == list(range(seats))
    assert [group["bot"] for group in result["by_bot"]] == ["random"]
    for group in (*result["by_seat"], *result["by_role"], *result["by_bot"]):
        for measure in ("score", "wins", "place"):
            mean, error, interval = (group[measure][name] for name in ("mean", "standard_error", "interval"))
            assert interval is None or interval[0] <= mean <= interval[1]
            assert (interval is None) == (group["deals"] == 1 if measure == "wins" else error is None)
            if group["count"] == group["deals"] > 1 and measure != "wins":  # else scores of a deal may cancel out
                assert (error is None) == (len(group[measure]["distribution"]) == 1)
        assert 1 <= group["deals"] <= min(20, group["count"])
        for measure in ("score", "place"):
            assert sum(one["count"] for one in group[measure]["distribution"]) == group["count"]
    assert sum(group["count"] for group in result["by_seat"]) == 20 * seats
    assert sum(group["count"] for group in result["by_role"]) == (20 * seats if GAMES[game].roles else 0)


def test_it_comes_to_the_same_again(client: Client) -> None:
    first, second = (result_of(client, "big-a", deals=150, bots="random", seed="x") for _ in range(2))
    assert json.dumps(first) == json.dumps(second)
    assert result_of(client, "big-a", deals=150, bots="random", seed="y") != first


def test_a_seed_is_made_when_there_is_none(client: Client) -> None:
    one, other = (result_of(client, "zheng-fen", deals=2, bots="random") for _ in range(2))
    assert one["seed"] != other["seed"]
    again = result_of(client, "zheng-fen", deals=2, bots="random", seed=one["seed"])
    assert again == one


def test_bots_by_seat_and_duplicate(client: Client) -> None:
    bots = ["greedy", "random", "random"]
    options = {"players": 3}
    result = result_of(client, "zheng-fen", options=options, deals=6, bots=bots, seed="x", duplicate=True)
    assert (result["deals"], result["plays"], result["bots"], result["duplicate"]) == (6, 18, bots, True)
    greedy, dull = result["by_bot"]
    assert (greedy["bot"], greedy["count"], dull["bot"], dull["count"]) == ("greedy", 18, "random", 36)
    assert greedy["score"]["mean"] > dull["score"]["mean"]
    assert greedy["score"]["mean"] + 2 * dull["score"]["mean"] == pytest.approx(100)


def test_greedy_plays_unless_another_is_named(client: Client) -> None:
    assert result_of(client, "charlemagne", deals=1)["bots"] == ["greedy"] * 4


def test_options_tell(client: Client) -> None:
    result = result_of(client, "big-a", deals=3, bots="random", options={"draw": "stepwise"})
    assert result["options"] == GAMES["big-a"].resolve_options({"draw": "stepwise"})
    assert result["length"]["mean"] > 108  # every card was drawn


def test_a_deal_can_be_played_again_over_http(client: Client) -> None:
    """Dealt from the seed that belongs to it, by bots that are asked for each move: the scores are those of the
    simulation.
    """
    game, number = "charlemagne", 2
    both, first = (result_of(client, game, deals=deals, bots="greedy", seed="x") for deals in (number, number - 1))
    state = client.deal(game, seed=f"x/{number}", dealer=first_of("x", number, 4))
    while state["to_act"]:
        told = client.move(state, bot="greedy", seed=f"x/{number}/0").json()
        state = client.ask(game, "moves", {"state": state, "move": told["result"]["move"]})["state"]
    for seat, score in enumerate(state["deal"]["result"]["scores"]):
        exact = [
            sum(one["value"] * one["count"] for one in result["by_seat"][seat]["score"]["distribution"])
            for result in (both, first)
        ]
        assert exact[0] - exact[1] == score
    lengths = [round(result["length"]["mean"] * result["plays"]) for result in (both, first)]
    assert lengths[0] - lengths[1] == state["sequence"]


def test_deals_are_those_of_the_seed(ask: Asking, game: str) -> None:
    """In this process, for every game: bots whose moves are made over HTTP come to the same scores."""
    found = GAMES[game]
    options = found.resolve_options({})
    seats = found.seats(options)
    asked = Simulation(found, options, [bot_named(("random", "greedy")[seat % 2]) for seat in range(seats)], "x")
    start = {found.start_name: first_of("x", 3, seats)}
    state = ask.post(f"/v1/games/{game}/deals", {"seed": "x/3", **start}, 201)["state"]
    while state["to_act"]:
        seat = state["to_act"][0]
        choice = decide(asked.bots[seat], found, seen_by(found, state), "x/3/0")
        state = ask.post(f"/v1/games/{game}/moves", {"state": state, "move": choice.move})["state"]
    play = asked.play(3, 0, lambda: None)
    assert (play.scores, play.moves) == (state["deal"]["result"]["scores"], state["sequence"])
    assert play.redeals == state["deal"]["redeals"]


def test_a_bot_of_ones_own(client: Client) -> None:
    """It is given views; what it writes in its own way counts as it was meant."""
    bots = [CARELESS.name, "random", "random"]
    result = result_of(client, "zheng-fen", options={"players": 3}, deals=2, bots=bots, seed="x")
    assert [group["bot"] for group in result["by_bot"]] == [CARELESS.name, "random"]


def test_a_bot_that_breaks_the_rules(client: Client) -> None:
    told = simulate(client, "zheng-fen", deals=2, bots=WRONG.name).json()
    assert (told["status"], told["result"], told["failure"]["reason"]) == ("failed", None, "error")


# While it runs


def huge(client: Client, game: str = "zheng-fen") -> str:
    made = simulate(client, game, {"X": "y"}, deals=HUGE, bots="random", seed="x")
    assert made.status_code == 202 and made.headers["Location"] == f"/v1/jobs/{made.json()['id']}"
    return str(made.json()["id"])


def test_what_there_is_so_far_and_an_end_at_once(client: Client) -> None:
    job = huge(client)
    path = f"/v1/jobs/{job}"
    try:
        seen: list[dict[str, Any]] = []

        def grows() -> bool:
            told = client("GET", path).json()
            assert told["status"] in ("queued", "running") and told["result"] is None
            if told["partial"]:
                assert 0 < told["partial"]["deals"] <= told["progress"]["done"] < HUGE
                seen.append(told["partial"])
            return len({one["deals"] for one in seen}) >= 2

        until(grows, SOON, "there is more and more of it")
        assert [one["deals"] for one in seen] == sorted(one["deals"] for one in seen)
        last = seen[-1]
        assert sum(group["score"]["mean"] for group in last["by_seat"]) == pytest.approx(100)
        assert client("GET", f"{path}/plot.svg").status_code == 404
    finally:
        told = client("DELETE", path).json()
    assert (told["status"], told["result"], told["partial"]) == ("cancelled", None, None)
    # Nobody works on it any more: what comes next is done at once.
    until(lambda: result_of(client, "zheng-fen", deals=1, bots="random"), STOPPED_WITHIN * 5, "others are done")


def test_the_stream_tells_of_it(client: Client) -> None:
    job = huge(client)
    names: list[str] = []
    partials: list[int] = []
    with requests.get(f"{client.server.address}/v1/jobs/{job}/events", stream=True, timeout=60) as answer:
        for line in answer.iter_lines():
            if line.startswith(b"event: "):
                names.append(line.decode().removeprefix("event: "))
            if line.startswith(b"data: "):
                told = json.loads(line.removeprefix(b"data: "))
                if told["partial"] and len(partials) < 2:
                    partials.append(told["partial"]["deals"])
                    if len(partials) == 2:
                        client("DELETE", f"/v1/jobs/{job}")
    assert names[-1] == "result" and set(names[:-1]) == {"progress"} and partials == sorted(partials)


def test_a_plot_of_a_finished_one(client: Client) -> None:
    told = simulate(client, "bao-huang", deals=20, bots="random", seed="x").json()
    answer = client("GET", f"/v1/jobs/{told['id']}/plot.svg")
    assert answer.status_code == 200 and "20 deals; bot: random" in answer.text
    for group in told["result"]["by_role"]:
        assert f"{group['role']}: mean" in answer.text


def test_the_same_key_gives_the_same_job(client: Client) -> None:
    headers = {**WAIT, "Idempotency-Key": key()}
    one, other = (simulate(client, "zheng-fen", headers, deals=3, bots="random").json() for _ in range(2))
    assert one == other
    assert simulate(client, "zheng-fen", headers, deals=4, bots="random").status_code == 409


# What is refused


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, "/deals"),
        ({"deals": 0}, "/deals"),
        ({"deals": HUGE + 1}, "/deals"),
        ({"deals": 1.0}, "/deals"),
        ({"deals": "9"}, "/deals"),
        ({"deals": True}, "/deals"),
        ({"deals": None}, "/deals"),
        ({"deals": 9, "bots": "deep-blue"}, "/bots"),
        ({"deals": 9, "bots": ""}, "/bots"),
        ({"deals": 9, "bots": 5}, "/bots"),
        ({"deals": 9, "bots": []}, "/bots"),
        ({"deals": 9, "bots": ["random", "greedy"]}, "/bots"),
        ({"deals": 9, "bots": ["random"] * 5}, "/bots"),
        ({"deals": 9, "bots": ["random", "deep-blue", "random", "x"]}, "/bots/1 /bots/3"),
        ({"deals": 9, "bots": ["random", "deep-blue", "random"]}, "/bots /bots/1"),
        ({"deals": 9, "bots": ["search", "deep-blue", "random", "random"]}, "/bots/1"),
        ({"deals": 9, "bots": ["search", "random"]}, "/bots"),
        ({"deals": 9, "bots": ["random", None, "random", "random"]}, "/bots/1"),
        ({"deals": 9, "options": {"players": 9}}, "/options/players"),
        ({"deals": 9, "options": {"colour": 1}}, "/options/colour"),
        ({"deals": 9, "options": []}, "/options"),
        ({"deals": 9, "seed": ""}, "/seed"),
        ({"deals": 9, "seed": "x" * (LONGEST_SEED + 1)}, "/seed"),
        ({"deals": 9, "seed": "a\0b"}, "/seed"),
        ({"deals": 9, "seed": 5}, "/seed"),
        ({"deals": 9, "duplicate": 1}, "/duplicate"),
        ({"deals": 9, "duplicate": None}, "/duplicate"),
        ({"deals": 9, "budget": {"ms": 5}}, "/budget"),
        ({"deals": -1, "bots": 1, "seed": 1}, "/bots /deals /seed"),
    ],
)
def test_what_cannot_be_asked(client: Client, body: Any, pointers: str) -> None:
    answer = client("POST", "/v1/games/zheng-fen/simulations", body)
    assert kind(answer) == "invalid-request", answer.text
    assert sorted(error["pointer"] for error in answer.json()["errors"]) == pointers.split()


def test_bots_that_come_later(client: Client) -> None:
    for bots in ("search", ["random", "random", "search", "random"]):
        assert kind(simulate(client, "zheng-fen", deals=1, bots=bots)) == "not-offered"


def test_without_a_queue(ask: Asking, game: str) -> None:
    answer = ask("POST", f"/v1/games/{game}/simulations", {"deals": 1})
    assert answer.kind == "queue-unavailable" and answer.headers["Retry-After"]
    assert ask("POST", f"/v1/games/{game}/simulations", {"deals": 0}).kind == "invalid-request"


def test_it_is_offered(ask: Asking, game: str) -> None:
    told = ask("GET", f"/v1/games/{game}").json
    assert "simulations" in told["calls"] and told["limits"]["simulation_deals"] == HUGE
    assert told["roles"] == list(GAMES[game].roles)
