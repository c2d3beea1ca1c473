"""Random play for tests: every choice of options, whole deals and matches, and what a seat cannot see."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from referee.cards import read_code
from referee.game import Game, Table
from referee.options import MatchLength

MOST_CHOICES = 12
SPREAD = 5
"""Of more combinations of options than that every so many-th; prime to the numbers of values, so each comes up."""


def option_choices(game: Game, match: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Every combination of a game's options, with one length of match; some that have all values if they are many."""
    tables = [[match] if isinstance(option, MatchLength) else list(option.values) for option in game.options]
    every = list(product(*tables))
    chosen = every if len(every) <= MOST_CHOICES else every[::SPREAD]
    for place, option in enumerate(game.options):
        assert {str(values[place]) for values in chosen} == {str(values[place]) for values in every}, option.name
    for values in chosen:
        yield game.resolve_options(dict(zip([option.name for option in game.options], values, strict=True)))


def to_act(table: Table) -> int:
    """The seat that must act; others may besides in some games."""
    seat: int = int(table.position().to_act)
    assert seat in table.may_act()
    return seat


def random_move(table: Table, luck: random.Random) -> dict[str, Any]:
    """A legal move of the seat to act: first a kind, then a move of it, so that rare kinds come up too."""
    seat = to_act(table)
    kinds = list(table.legal_moves(seat, 0, None).by_kind)
    moves = table.legal_moves(seat, 5000, [luck.choice(kinds)]).moves
    return luck.choice(moves)


def play_deal(table: Table, luck: random.Random) -> list[dict[str, Any]]:
    """Plays the deal on the table to its end. Returns the moves made."""
    moves = []
    while table.phase() != "deal_over":
        move = random_move(table, luck)
        table.apply(table.rule_on(move))
        moves.append(move)
    return moves


def codes_in(data: Any) -> list[str]:
    """Every card code anywhere in some plain data, as often as it stands there."""
    if isinstance(data, str):
        return [data] if read_code(data) == data else []
    if isinstance(data, dict):
        data = list(data.values())
    return [code for item in data for code in codes_in(item)] if isinstance(data, list) else []


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every part of some plain data, the whole left out."""
    found = [at] if at else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in items:
        found += places(item, (*at, name))
    return found


def swapped(data: Any, one: str, other: str) -> Any:
    """Plain data with two card codes exchanged wherever they stand."""
    if isinstance(data, dict):
        return {name: swapped(value, one, other) for name, value in data.items()}
    if isinstance(data, list):
        return [swapped(item, one, other) for item in data]
    if data == one:
        return other
    return one if data == other else data


def with_hidden_cards_exchanged(
    game: Game, table: Table, seat: int | str, luck: random.Random
) -> tuple[Table, set[str]] | None:
    """Another deal that looks the same to ``seat``: two cards that its view does not show change places.

    With it come the two cards. None when the two cannot change places (the deal would then have gone otherwise).
    """
    state = table.write(None)
    shown = set(codes_in(table.write(seat)["deal"]))
    unseen = sorted({code for code in codes_in(state["deal"]) if code not in shown})
    if len(unseen) < 2:
        return None
    one, other = luck.sample(unseen, 2)
    deal = swapped(state["deal"], one, other)
    for place in ("hands", "kitty", "aside"):
        if isinstance(deal.get(place), list):
            deal[place] = [table.written(part) if isinstance(part, list) else part for part in deal[place]]
            if all(isinstance(part, str) for part in deal[place]):
                deal[place] = table.written(deal[place])
    try:
        return game.load({**state, "deal": deal}), {one, other}
    except ValueError:
        return None
