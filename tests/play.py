"""Random play for tests: every choice of options, whole deals and matches, and what a seat cannot see."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from referee.cards import read_code
from referee.game import Game, Table
from referee.options import MatchLength

SELDOM = 0.06
FEW = 12
"""As many combinations of options are all tried; of more, enough that every two values meet."""


def option_choices(game: Game, match: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Combinations of a game's options, with one length of match: all, or, where they are many, every two values."""
    tables = [[match] if isinstance(option, MatchLength) else list(option.values) for option in game.options]
    chosen = list(product(*tables))
    if len(chosen) > FEW:
        chosen = _pairwise(chosen)
    for values in chosen:
        yield game.resolve_options(dict(zip([option.name for option in game.options], values, strict=True)))


def _pairwise(choices: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Some of these combinations, such that every two values that meet in one of all meet in one of these."""

    def pairs(values: tuple[Any, ...]) -> set[tuple[int, str, int, str]]:
        named = [(place, str(value)) for place, value in enumerate(values)]
        return {(*one, *other) for one in named for other in named if one < other}

    missing = set().union(*[pairs(values) for values in choices])
    chosen: list[tuple[Any, ...]] = []
    while missing:
        best = max(choices, key=lambda values: len(pairs(values) & missing))
        chosen.append(best)
        missing -= pairs(best)
    return chosen


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


def looked_at(table: Table, luck: random.Random) -> bool:
    """Whether to look closely at this step: always, but that deals with many packs are long, and few steps of their
    tricks will do."""
    many = len(table.game.full_pack(table.options)) > 100
    return not many or table.phase() != "play" or luck.random() < SELDOM


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
    if "emperor" in state["deal"]:  # so many packs that every card is seen somewhere
        return _with_two_copies_exchanged(game, table, seat, luck)
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


def _with_two_copies_exchanged(
    game: Game, table: Table, seat: int | str, luck: random.Random
) -> tuple[Table, set[str]] | None:
    """The same with several packs: one card of a hand for one of another, both hidden from ``seat``."""
    state = table.write(None)
    hidden: list[tuple[int, str]] = []
    for other, shown in enumerate(table.write(seat)["deal"]["hands"]):
        unseen = list(state["deal"]["hands"][other])
        for code in shown:
            if code in unseen:
                unseen.remove(code)
        if "??" in shown:
            hidden += [(other, code) for code in unseen]
    if not hidden:
        return None
    one, other = luck.sample(hidden, 2) if len(hidden) > 1 else (hidden[0], hidden[0])
    for marked in [place for place in hidden if place[1].endswith("*")]:
        if luck.random() < 0.5:
            one = marked  # who holds these matters most
    if one[0] == other[0] or one[1] == other[1]:
        return None
    hands = [list(hand) for hand in state["deal"]["hands"]]
    for (mine, lost), (_, gained) in ((one, other), (other, one)):
        hands[mine].remove(lost)
        hands[mine] = game.written([*hands[mine], gained])
    deal = {**state["deal"], "hands": hands}
    world = _as_the_cards_have_it(game, {**state, "deal": deal})
    return None if world is None else (world, {one[1], other[1]})


def _as_the_cards_have_it(game: Game, state: dict[str, Any]) -> Table | None:
    """The table of a state in which hands have been changed, with what follows from the hands put right."""
    deal = state["deal"]
    others = [None] if deal["emperor"] is None else range(5)
    for guard in others:
        alone = None if deal["emperor"] is None else guard == deal["emperor"]
        told = {**deal, "guard": None if alone else guard, "alone": alone}
        try:
            return game.load({**state, "deal": told})
        except ValueError:
            continue
    return None
