"""Examples for the document: small questions, put to the service itself, with the answers that it gave.

The service that is asked runs without a queue. What a job comes to is worked out on the spot, as a worker would.
"""

from typing import Any, Final

import orjson
from flask import Flask
from flask.testing import FlaskClient

from referee.bots.registry import bot_named
from referee.game import Game
from referee.games.registry import GAMES
from referee.simulation import Simulation, merged
from schemas.games import SHAPES
from service.api.jobs import PATH, event
from service.jobs.bot_moves import BOT_MOVE, choose
from service.jobs.ledger import Job, as_kept
from service.jobs.simulations import SIMULATION, WORKED, finish
from service.limits import JSON, NDJSON
from service.making import document
from service.problems import Problem

Json = dict[str, Any]

REQUEST_ID: Final = "an-example"
SEED: Final = "an example of a seed: let yours be 128 random bits"
FEW: Final = 3
MADE: Final = 1_790_000_000_000
HOUR: Final = 3_600_000
TOOK: Final = 12


class Asked:
    """A question put to the service: the body that was sent (None for none), the status and the answer."""

    def __init__(self, given: Any, status: int, answer: Any) -> None:
        self.given = given
        self.status = status
        self.answer = answer


class Examples:
    """Every example. ``calls`` has those of a call by (path, game; the game empty for a call that has none),
    ``finished`` the jobs of calls that make one as they are in the end, ``problems`` one of each kind that a client can
    bring about."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._client: FlaskClient = app.test_client()
        self.calls: dict[tuple[str, str], Asked] = {}
        self.finished: dict[tuple[str, str], Asked] = {}
        self.problems: dict[str, Json] = {}
        for game in GAMES.values():
            self._of_game(game)
        first = next(iter(GAMES.values()))
        self._keep("/v1/games", "", self._get("/v1/games"))
        self._records(first)
        for path in ("/healthz", "/readyz"):
            self._keep(path, "", self._get(path))
        health = self.calls["/healthz", ""].answer
        health.update(build="compiled", reason="the compiled modules fit their sources")
        self._problems(first)

    def _post(self, path: str, given: Any, media: str = JSON, status: int = 200) -> Asked:
        raw = given if isinstance(given, bytes) else orjson.dumps(given)
        answer = self._client.post(path, data=raw, content_type=media, headers={"X-Request-ID": REQUEST_ID})
        if answer.status_code != status:
            raise ValueError(f"{path} answered {answer.status_code} and not {status}: {answer.get_data(as_text=True)}")
        kind = answer.mimetype
        return Asked(
            given, answer.status_code, answer.get_data(as_text=True) if kind == NDJSON else orjson.loads(answer.data)
        )

    def _get(self, path: str, status: int = 200) -> Asked:
        answer = self._client.get(path, headers={"X-Request-ID": REQUEST_ID})
        if answer.status_code != status:
            raise ValueError(f"{path} answered {answer.status_code} and not {status}")
        return Asked(None, answer.status_code, orjson.loads(answer.data))

    def _keep(self, path: str, game: str, asked: Asked) -> Any:
        self.calls[path, game] = asked
        return asked.answer

    def _of_game(self, game: Game) -> None:
        at = f"/v1/games/{game.name}"
        common = "/v1/games/{game}"

        def ask(name: str, given: Json, status: int = 200) -> Any:
            return self._keep(f"{common}/{name}", game.name, self._post(f"{at}/{name}", given, status=status))

        self._keep(common, game.name, self._get(at))
        state = ask("deals", {"match_id": "table 7", "seed": SEED, "view_for": "table"}, 201)["state"]
        seat = state["to_act"][0]
        listed = ask("legal-moves", {"state": state, "limit": FEW})["moves"]
        move = listed[-1]
        ask("rulings", {"state": state, "moves": [move, {**move, "seat": (seat + 2) % state["seats"]}]})
        ask("moves", {"state": state, "move": move, "after": state["digest"], "view_for": (seat + 1) % state["seats"]})
        view = ask("views", {"state": state, "seat": seat})["view"]
        self._job(game, {"state": view, "bot": "greedy", "seed": "a seed of the bot's", "pace_ms": 500})
        self._simulation(game, state["options"])
        ask("replays", {**_record(game, state["options"]), "deals": [{"moves": [move]}]})
        for name, given in SHAPES[game.name].examples.items():
            if name in game.resources:
                self._keep(f"{at}/{name}", game.name, self._post(f"{at}/{name}", given))
            else:
                ask(name, given)

    def _job(self, game: Game, given: Json) -> None:
        result = choose({"game": game.name, "view": given["state"], "bot": given["bot"], "seed": given["seed"]})
        at = ("/v1/games/{game}/bot-moves", game.name)
        queued, done = _a_job(BOT_MOVE.name, "queued", None), _a_job(BOT_MOVE.name, "succeeded", result)
        self.calls[at] = Asked(given, 202, document(queued))
        self.finished[at] = Asked(given, 200, document(done))
        self.calls[PATH, ""] = self.finished[at]
        told = event(document(queued), finished=False) + event(document(done), finished=True)
        self.calls[f"{PATH}/events", ""] = Asked(None, 200, told)

    def _simulation(self, game: Game, options: Json) -> None:
        given = {"bots": "random", "deals": FEW - 1, "seed": SEED}
        seats = game.seats(options)
        asked: Json = {"game": game.name, "options": options, "seed": SEED, "duplicate": False}
        asked["bots"] = ["random"] * seats
        simulation = Simulation(game, options, [bot_named("random")] * seats, SEED)
        counts: Json = {}
        for number in range(1, FEW):
            counts = merged(counts, simulation.tally(number, lambda: None))
        counts[WORKED] = TOOK * 1000
        at = ("/v1/games/{game}/simulations", game.name)
        self.calls[at] = Asked(given, 202, document(_a_job(SIMULATION.name, "queued", None, FEW - 1)))
        done = _a_job(SIMULATION.name, "succeeded", finish(counts, asked), FEW - 1)
        self.finished[at] = Asked(given, 200, document(done))

    def _records(self, game: Game) -> None:
        moves: Json = self.calls["/v1/games/{game}/moves", game.name].given
        record = _record(game, moves["state"]["options"])
        given = b"\n".join(
            [
                orjson.dumps({**record, "id": "1", "deals": [{"moves": [moves["move"]]}]}),
                orjson.dumps({**record, "id": "2", "deals": [{"moves": [moves["move"], moves["move"]]}]}),
                b"no record",
            ]
        )
        asked = self._post("/v1/replays", given + b"\n", NDJSON)
        self._keep("/v1/replays", "", Asked((given + b"\n").decode(), asked.status, asked.answer))

    def _problems(self, game: Game) -> None:
        at = f"/v1/games/{game.name}"
        moves: Json = self.calls["/v1/games/{game}/moves", game.name].given
        state = moves["state"]
        view = self.calls["/v1/games/{game}/views", game.name].answer["view"]
        wrong = {**moves["move"], "seat": (moves["move"]["seat"] + 1) % state["seats"]}
        asked: dict[str, Asked] = {
            "malformed-json": self._post(f"{at}/moves", b'{"state": ', status=400),
            "unknown-game": self._get("/v1/games/snap", 404),
            "not-offered": self._get("/v1/tournaments/1", 404),
            "queue-unavailable": self._get("/v1/jobs/1", 503),
            "not-found": self._get("/v1/game", 404),
            "method-not-allowed": self._get(f"{at}/moves", 405),
            "not-acceptable": self._not_acceptable(),
            "stale-move": self._post(f"{at}/moves", {**moves, "after": 32 * "0f"}, status=409),
            "too-large": self._post(f"{at}/moves", b" " * ((1 << 20) + 1), status=413),
            "unsupported-media-type": self._post(f"{at}/moves", b"state=1", "application/x-www-form-urlencoded", 415),
            "invalid-request": self._post(f"{at}/moves", {"state": {**state, "seats": "4"}, "moved": 1}, status=422),
            "illegal-move": self._post(f"{at}/moves", {"state": state, "move": wrong}, status=422),
            "inconsistent-state": self._post(f"{at}/views", {"state": {**state, "may_act": []}}, status=422),
            "not-from-a-view": self._post(f"{at}/moves", {"state": view, "move": moves["move"]}, status=422),
        }
        self.problems = {name: found.answer for name, found in asked.items()}
        with self._app.test_request_context(headers={"X-Request-ID": REQUEST_ID}):
            for name, detail in (
                ("unknown-job", "There is no job of this id; it may have expired."),
                ("too-many-requests", "As many jobs of this client are unfinished as may be."),
                ("idempotency-conflict", "This Idempotency-Key was used with another request; its job still lives."),
            ):
                self.problems[name] = Problem(name, detail).body()

    def _not_acceptable(self) -> Asked:
        answer = self._client.get("/v1/games", headers={"X-Request-ID": REQUEST_ID, "Accept": "text/csv"})
        return Asked(None, answer.status_code, orjson.loads(answer.data))


def _record(game: Game, options: Json) -> Json:
    return {"game": game.name, "format": 1, "options": options, "seed": SEED}


def _a_job(kind: str, status: str, result: Any, total: int = 1) -> Job:
    finished = status == "succeeded"
    return Job(
        id=8 * "2f1c",
        kind=kind,
        status=status,
        done=total if finished else 0,
        total=total,
        result=orjson.loads(as_kept(result)),  # with its names in the order in which it is answered
        partial=None,
        reason="",
        created=MADE,
        expires=MADE + TOOK + HOUR if finished else None,
        visible_in=0,
    )
