"""What ours is measured with: deals dealt, and played at random, beforehand. The same in every process."""

import json
import random
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any

from referee.game import DEAL_OVER, Game, Table
from referee.games.registry import GAMES
from referee.position import Position
from referee.rulings import Ruling
from referee.state import FORMAT

PLAY = "play"
"""The phase in which cards are played, in every game."""

Options = dict[str, Any]


def fresh(game: Game, options: Options, number: int) -> Table:
    """Deal number ``number``."""
    return game.deal(game.resolve_options(options), seed=f"bench {number}")


@cache
def _kept(name: str, options: str, number: int) -> list[Position]:
    game = GAMES[name]
    return [fresh(game, json.loads(options), one).position().copy() for one in range(number)]


def positions(game: str, options: Options, number: int) -> list[Position]:
    """So many deals, dealt; to be copied before they are played."""
    return _kept(game, json.dumps(options), number)


def draw(table: Table, luck: random.Random) -> Ruling:
    """The ruling on a random legal move of the seat to act."""
    position = table.position()
    cards, what = position.nth(luck.randrange(int(position.count())))
    ruling = table.rule_on(table.move_of(int(position.to_act), int(cards), int(what)))
    if ruling.violation is not None:
        raise AssertionError(f"a move that was drawn is refused: {ruling.violation.message}")
    return ruling


@cache
def plays(game: str, number: int) -> list[tuple[Position, list[tuple[int, int]]]]:
    """Deals and the plays made in them, as the position takes them."""
    found = []
    luck = random.Random(1)
    for dealt in positions(game, {}, number):
        position = dealt.copy()
        made = []
        while position.to_act >= 0:
            cards, what = position.nth(luck.randrange(int(position.count())))
            position.apply(cards, what)
            made.append((int(cards), int(what)))
        found.append((dealt, made))
    return found


@cache
def moves(game: str, number: int) -> list[list[dict[str, Any]]]:
    """The moves made in so many deals, in card codes; deal for deal as `fresh` deals them."""
    luck = random.Random(1)
    found = []
    for one in range(number):
        table = fresh(GAMES[game], {}, one)
        made: list[dict[str, Any]] = []
        while table.phase() != DEAL_OVER:
            ruling = draw(table, luck)
            table.apply(ruling)
            made.append(dict(ruling.move or {}))
        found.append(made)
    return found


def first_lead(game: str, number: int) -> Table:
    """A table at the first lead of a deal: whatever comes before it has been done at random."""
    luck = random.Random(number)
    table = fresh(GAMES[game], {}, number)
    while table.phase() != PLAY:
        table.apply(draw(table, luck))
    return table


@cache
def leads(game: str, number: int) -> list[Table]:
    """So many tables at the first lead."""
    return [first_lead(game, one) for one in range(number)]


@cache
def bodies(game: str, number: int) -> list[dict[str, Any]]:
    """Bodies of ``moves``: a state somewhere in a deal, evenly over its length, and a legal move."""
    found = []
    for one, made in enumerate(moves(game, number)):
        table = fresh(GAMES[game], {}, one)
        stop = len(made) * one // number
        for move in made[:stop]:
            table.apply(table.rule_on(move))
        found.append({"state": table.write(None), "move": made[stop]})
    return found


@cache
def records(game: str, length: int, moves: int) -> list[dict[str, Any]]:
    """Records of matches of so many deals, as many as it takes for so many moves; one at least."""
    found: list[dict[str, Any]] = []
    for record in _records(GAMES[game], length):
        found.append(record)
        if sum(map(moves_in, found)) >= moves:
            break
    return found


def _records(game: Game, deals: int) -> Iterator[dict[str, Any]]:
    for one in count():
        luck = random.Random(one)
        options = game.resolve_options({"match": {"deals": deals}})
        table = game.deal(options, seed=f"bench {one}")
        told: list[dict[str, Any]] = []
        while True:
            made: list[dict[str, Any]] = []
            while table.phase() != DEAL_OVER:
                ruling = draw(table, luck)
                table.apply(ruling)
                made.append(dict(ruling.move or {}))
            told.append({"moves": made})
            if table.match.over:
                break
            table.continue_with()
        yield {"game": game.name, "format": FORMAT, "options": options, "seed": table.seed, "deals": told}


def moves_in(record: dict[str, Any]) -> int:
    """How many moves a record has."""
    return sum(len(deal["moves"]) for deal in record["deals"])
