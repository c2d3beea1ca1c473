"""The example plays whole matches through the real server, and its figures add up."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.http.conftest import Server

TWO = '{"match": {"deals": 2}}'
EXAMPLE = Path(__file__).parents[2] / "examples" / "play_match.py"


def run(server: Server, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLE), "--url", server.address, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def deal_rows(printed: str) -> list[list[int]]:
    """The rows of the last score table: deal number, scores, sum."""
    table = printed.rsplit("  deal ", 1)[1].splitlines()[1:]
    return [[int(figure) for figure in line.split()] for line in table if line.strip()[:1].isdigit()]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_zheng_fen_adds_up_to_100_a_deal(server: Server, players: int) -> None:
    played = run(server, "--game", "zheng-fen", "--players", str(players), "--options", '{"match": {"target": 150}}')
    assert played.returncode == 0, played.stderr
    rows = deal_rows(played.stdout)
    assert rows and all(len(row) == players + 2 and row[-1] == sum(row[1:-1]) == 100 for row in rows)
    totals = [sum(column) for column in list(zip(*rows, strict=True))[1:-1]]
    assert max(totals) >= 150 > max(total - row for total, row in zip(totals, rows[-1][1:-1], strict=True))
    best = " and ".join(f"seat {seat}" for seat, total in enumerate(totals) if total == max(totals))
    assert played.stdout.endswith(f"The match is over after {len(rows)} deals. Won by {best}.\n")


@pytest.mark.parametrize(
    "options",
    [
        '{"match": {"deals": 2}}',
        '{"match": {"deals": 2}, "draw": "stepwise", "first_drawer": "rotate", "bombs": "extended"}',
        '{"match": {"deals": 2}, "first_drawer": "declarer", "revealed_score": "doubled"}',
    ],
)
def test_big_a_adds_up_to_nothing(server: Server, options: str) -> None:
    played = run(server, "--game", "big-a", "--options", options)
    assert played.returncode == 0, played.stderr
    rows = deal_rows(played.stdout)
    assert [row[0] for row in rows] == [1, 2]
    assert all(len(row) == 7 and row[-1] == sum(row[1:-1]) == 0 for row in rows)


def test_charlemagne_to_32(server: Server) -> None:
    played = run(server, "--game", "charlemagne")
    assert played.returncode == 0, played.stderr
    rows = deal_rows(played.stdout)
    sides = [sum(row[1] for row in rows), sum(row[2] for row in rows)]
    assert max(sides) >= 32 and all(row[1] == row[3] and row[2] == row[4] and min(row[1:3]) == 0 for row in rows)


def test_the_same_seed_plays_the_same_match(server: Server) -> None:
    first, second = (run(server, "--game", "charlemagne", "--seed", "again").stdout for _ in range(2))
    assert first == second != run(server, "--game", "charlemagne", "--seed", "other").stdout


@pytest.mark.xdist_group("jobs")
@pytest.mark.parametrize(
    ("arguments", "seats"),
    [
        (["--game", "charlemagne", "--bots", "greedy,random", "--options", TWO], 4),
        (["--game", "zheng-fen", "--bots", "random,greedy", "--players", "3", "--options", TWO], 3),
        (["--game", "zheng-fen", "--bots", "greedy", "--players", "6", "--options", '{"match": {"target": 100}}'], 6),
    ],
)
def test_bots_play_whole_matches(whole: Server, arguments: list[str], seats: int) -> None:
    played = [run(whole, *arguments) for _ in range(2)]
    assert played[0].returncode == 0, played[0].stderr
    rows = deal_rows(played[0].stdout)
    assert rows and all(len(row) == seats + 2 and row[-1] == sum(row[1:-1]) for row in rows)
    assert f"The match is over after {len(rows)} deals." in played[0].stdout
    assert played[0].stdout == played[1].stdout  # the seed fixes the bots too


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "whist"], "unknown-game"),
        (["--options", "{"], "--options is not JSON"),
        (["--options", "[]"], "must be a JSON object"),
        (["--players", "7"], "invalid-request"),
        (["--bots", "deep-blue"], "queue-unavailable"),
        (["--game", "charlemagne", "--players", "4"], "/options/players"),
    ],
)
def test_what_cannot_be_played_is_said(server: Server, arguments: list[str], said: str) -> None:
    played = run(server, *arguments)
    assert played.returncode != 0
    assert said in played.stderr
    assert "Traceback" not in played.stderr


def test_a_service_that_is_not_there_is_said() -> None:
    command = [sys.executable, str(EXAMPLE), "--url", "http://127.0.0.1:9"]
    played = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert played.returncode != 0 and "make run" in played.stderr
