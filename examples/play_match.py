#!/usr/bin/env python3
"""Plays a whole match over HTTP, by bots or by picking among the legal moves, and prints tricks and scores.

It needs nothing but Python and a running service (``make run``):

    python examples/play_match.py --game zheng-fen --players 5 --seed 42
    python examples/play_match.py --game charlemagne --options '{"match": {"deals": 3}}' --bots greedy,random

The same seed plays the same match again: it fixes the cards, the picks and what the bots do.
"""

import argparse
import http.client
import json
import random
import sys
from typing import Any
from urllib.parse import urlsplit

Json = dict[str, Any]


WAIT = {"Prefer": "wait=10"}


class Referee:
    """A connection to the service that is kept open between calls."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise SystemExit(f"{url} is no http:// address")
        self.base = parts.path.rstrip("/")
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port or 80, timeout=30)

    def post(self, path: str, body: Json, headers: Json | None = None) -> Json:
        """Posts a body and returns the answer; ends the program with the problem's text when there is one."""
        return self.ask("POST", path, json.dumps(body), {"Content-Type": "application/json", **(headers or {})})

    def ask(self, method: str, path: str, body: str | None, headers: Json) -> Json:
        """Asks the service and returns the answer; ends the program with the problem's text when there is one."""
        try:
            self.connection.request(method, self.base + path, body, headers)
            response = self.connection.getresponse()
            answer: Json = json.loads(response.read())
        except (OSError, http.client.HTTPException) as error:
            raise SystemExit(f"The service does not answer ({error}). Is it running? `make run` starts it.") from None
        if response.status >= 400:
            raise SystemExit(f"{response.status} {answer.get('title')}: {json.dumps(answer, ensure_ascii=False)}")
        return answer

    def bot_move(self, game: str, state: Json, seat: int, bot: str, seed: str) -> Json | None:
        """The move of a bot, None when it may move, need not and would not.

        A worker does it: the job is waited for, and asked for again as long as it is not finished.
        """
        body = {"state": state, "seat": seat, "bot": bot, "seed": seed}
        job = self.post(f"/v1/games/{game}/bot-moves", body, WAIT)
        while job["status"] in ("queued", "running"):
            job = self.ask("GET", f"/v1/jobs/{job['id']}", None, WAIT)
        if job["status"] != "succeeded":
            raise SystemExit(f"The bot {bot} made no move: {json.dumps(job)}")
        move: Json | None = job["result"]["move"]
        return move


def play(referee: Referee, game: str, options: Json, seed: str, bots: list[str]) -> Json:
    """Plays one match, printing it as it goes: by these bots, which are given to the seats in turn, or without any by
    picking among the legal moves. Returns the last state.
    """
    luck = random.Random(seed)
    answer = referee.post(f"/v1/games/{game}/deals", {"options": options, "seed": seed})
    state = answer["state"]
    print(f"{game}, {state['seats']} seats, options {json.dumps(state['options'])}, seed {seed}")
    while True:
        show_deal(state)
        trick = Trick()
        while state["phase"] != "deal_over":
            if bots:
                move = bots_choice(referee, game, state, bots, f"bots of {seed}")
            else:
                move = luck.choice(referee.post(f"/v1/games/{game}/legal-moves", {"state": state})["moves"])
            answer = referee.post(f"/v1/games/{game}/moves", {"state": state, "move": move})
            for event in answer["events"]:
                if event["visible_to"] == "all":
                    trick.note(event)
            state = answer["state"]
        trick.close()
        show_scores(state)
        if state["match"]["over"]:
            return state
        state = referee.post(f"/v1/games/{game}/deals", {"continue": state})["state"]


def bots_choice(referee: Referee, game: str, state: Json, bots: list[str], seed: str) -> Json:
    """The next move: seats that may act before the one that must are asked whether they would."""
    must = state["to_act"][0]
    for seat in [*(seat for seat in state["may_act"] if seat != must), must]:
        move = referee.bot_move(game, state, seat, bots[seat % len(bots)], seed)
        if move is not None:
            return move
    raise SystemExit(f"No bot made a move where seat {must} must.")


class Trick:
    """Gathers what happens in a trick and prints it as one line when it has been won."""

    def __init__(self) -> None:
        self.plays: list[str] = []

    def note(self, event: Json) -> None:
        """Takes one public event."""
        kind, seat = event["type"], event.get("seat")
        if kind == "played":
            self.plays.append(f"{seat}: {' '.join(event['cards'])}{reading(event.get('combination'))}")
        elif kind == "passed" and "trick" in event:
            self.plays.append(f"{seat}: –")
        elif kind == "trick_won":
            points = f", {event['points']} points" if "points" in event else ""
            self.close(f"  → seat {seat}{points}")
        elif kind == "out":
            self.plays.append(f"[seat {seat} is out]")
        elif kind not in ("dealt", "deal_over", "match_over"):
            shown = {
                name: value
                for name, value in event.items()
                if name not in ("type", "sequence", "n", "visible_to", "except", "seat")
            }
            said = " ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in shown.items())
            print(f"  {'' if seat is None else f'seat {seat} '}{kind.replace('_', ' ')} {said}".rstrip())

    def close(self, ending: str = "") -> None:
        """Prints the line of a trick."""
        if self.plays:
            print("  " + " | ".join(self.plays) + ending)
        self.plays = []


def reading(combination: Json | None) -> str:
    """A combination in a word or two, where the cards alone do not say it."""
    if not combination or combination["kind"] == "single":
        return ""
    rank = f" {combination['rank']}" if combination["rank"] else ""
    return f" ({combination['kind'].replace('_', ' ')}{rank})"


def show_deal(state: Json) -> None:
    """Prints the hands of a fresh deal."""
    deal = state["deal"]
    print(f"\nDeal {deal['number']}")
    for seat, hand in enumerate(deal["hands"]):
        print(f"  seat {seat} ({len(hand):2}): {' '.join(hand)}")


def show_scores(state: Json) -> None:
    """Prints the scores of all finished deals as a table, and their sum in each deal."""
    seats = range(state["seats"])
    print("\n  deal " + "".join(f"{'seat ' + str(seat):>9}" for seat in seats) + f"{'sum':>9}")
    for entry in state["match"]["history"]:
        scores = entry["scores"]
        print(f"  {entry['deal']:4} " + "".join(f"{score:9}" for score in scores) + f"{sum(scores):9}")
    print("  total" + "".join(f"{score:9}" for score in state["match"]["scores"]))


def main() -> None:
    """Reads the arguments and plays."""
    parser = argparse.ArgumentParser(description="Plays a whole match over HTTP.")
    parser.add_argument("--game", default="zheng-fen", help="a game of GET /v1/games (default: zheng-fen)")
    parser.add_argument("--players", type=int, help="number of players, in a game that lets one choose")
    parser.add_argument("--options", default="{}", help="more options, as a JSON object")
    parser.add_argument(
        "--bots",
        default="",
        help="who plays: greedy, random or a list of them, given to the seats in turn (default: picks legal moves)",
    )
    parser.add_argument("--seed", default="1", help="fixes cards, picks and bots (default: 1)")
    parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the service is")
    arguments = parser.parse_args()
    try:
        options = json.loads(arguments.options)
    except ValueError as error:
        parser.error(f"--options is not JSON: {error}")
    if not isinstance(options, dict):
        parser.error("--options must be a JSON object")
    if arguments.players is not None:
        options["players"] = arguments.players
    bots = [name.strip() for name in arguments.bots.split(",") if name.strip()]
    state = play(Referee(arguments.url), arguments.game, options, arguments.seed, bots)
    winners = " and ".join(f"seat {seat}" for seat in state["match"]["winners"])
    deals = state["match"]["deal"]
    print(f"\nThe match is over after {deals} deal{'s' if deals > 1 else ''}. Won by {winners}.")


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
