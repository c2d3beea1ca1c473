"""Records of every game at their edges: what a replay says of deals and moves that have no place in the match."""

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from referee.games.registry import GAMES
from referee.record import replay
from referee.rulings import Invalid
from tests.play import option_choices, play_deal

Record = dict[str, Any]


@cache
def played(name: str) -> Record:
    """A match of two deals, by a seed."""
    game = GAMES[name]
    luck = random.Random(12)
    table = game.deal(game.resolve_options({"match": {"deals": 2}}), None, "edges")
    deals = [{"moves": play_deal(table, luck)}]
    table.continue_with()
    deals.append({game.start_name: table.start, "moves": play_deal(table, luck)})
    return {"options": table.options, "seed": "edges", "deals": deals}


def deal_too_many(record: Record) -> None:
    record["deals"].append({"moves": []})


def deal_too_many_with_a_start(record: Record) -> None:
    record["deals"].append({"dealer": 0, "first_drawer": 0, "moves": []})


def move_too_many(record: Record) -> None:
    record["deals"][1]["moves"].append(record["deals"][1]["moves"][-1])


def move_between_deals(record: Record) -> None:
    record["deals"][0]["moves"].append(record["deals"][0]["moves"][-1])


def wrong_start(record: Record) -> None:
    for name in ("dealer", "first_drawer"):
        if name in record["deals"][1]:
            record["deals"][1][name] = (record["deals"][1][name] + 1) % 3


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize(
    ("spoil", "code", "deal", "index", "finished"),
    [
        (deal_too_many, "match-over", 3, False, 2),
        (deal_too_many_with_a_start, "match-over", 3, False, 2),
        (move_too_many, "match-over", 2, True, 2),
        (move_between_deals, "wrong-phase", 1, True, 1),
        (wrong_start, "choice-not-offered", 2, False, 1),
    ],
)
def test_what_has_no_place_in_the_match(
    name: str, spoil: Callable[[Record], None], code: str, deal: int, index: bool, finished: int
) -> None:
    record = copy.deepcopy(played(name))
    assert replay(GAMES[name], record).legal
    spoil(record)
    verdict = replay(GAMES[name], record)
    assert verdict.violation is not None
    assert (verdict.violation.code, verdict.deal, len(verdict.scores)) == (code, deal, finished)
    assert verdict.index == (len(record["deals"][deal - 1]["moves"]) - 1 if index else None)


def cut(record: Record) -> None:
    record["deals"][0]["moves"].pop()


def no_deals(record: Record) -> None:
    record["deals"] = []


def no_seed(record: Record) -> None:
    record["seed"] = None


def no_such_option(record: Record) -> None:
    record["options"] = {"jokers": 1}


def hands_missing(record: Record) -> None:
    record["deals"][1]["hands"] = []


def redeal_too_many(record: Record) -> None:
    record["deals"][1]["redeals"] = [[[]]] * 9


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize(
    ("spoil", "pointer"),
    [
        (cut, "/deals/0"),
        (no_deals, "/deals"),
        (no_seed, "/seed"),
        (no_such_option, "/options/jokers"),
        (hands_missing, "/deals/1/hands"),
        (redeal_too_many, "/deals/1/redeals/"),
    ],
)
def test_what_cannot_be_replayed(name: str, spoil: Callable[[Record], None], pointer: str) -> None:
    record = copy.deepcopy(played(name))
    spoil(record)
    with pytest.raises(Invalid) as caught:
        replay(GAMES[name], record)
    assert [where[: len(pointer)] for where in caught.value.faults] == [pointer]


@pytest.mark.parametrize("name", list(GAMES))
def test_a_match_cut_short_ends_with_its_last_finished_deal(name: str) -> None:
    record = copy.deepcopy(played(name))
    record["deals"][1]["moves"].pop()
    record["cut_short"] = True
    verdict = replay(GAMES[name], record)
    assert verdict.legal and verdict.over
    assert verdict.winners == [seat for seat, total in enumerate(verdict.scores[0]) if total == max(verdict.scores[0])]
    state = verdict.table.write(None)
    assert not state["match"]["over"]


@pytest.mark.parametrize("name", list(GAMES))
def test_the_scores_of_a_deal_are_what_its_lines_add_up_to(name: str) -> None:
    game = GAMES[name]
    for number, options in enumerate(option_choices(game, {"deals": 1})):
        table = game.deal(options, None, f"lines {number}")
        play_deal(table, random.Random(number))
        (entry,) = table.match.history
        lines = game.score_lines(options, entry["outcome"])
        assert entry["scores"] == [sum(scores) for scores in zip(*[line.scores for line in lines], strict=True)]
