"""OpenSpiel's card games, driven from Python, as its users do: ``legal_actions``, a choice, ``apply_action``."""

import random
from functools import cache
from typing import Any

import pyspiel

from bench.timing import Sample, sample

LUCK = random.Random(1)


def playouts(seconds: float, game: str, deals: int, dealing: bool = False) -> Sample:
    """Decisions of random playouts; dealing, which is chance nodes here, is timed only when asked for."""
    rng = LUCK.random
    if dealing:
        return sample(seconds, lambda: None, lambda _: _played(_dealt(game)))

    def work(dealt: list[Any]) -> int:
        done = 0
        for one in dealt:
            state = one.clone()
            while not state.is_terminal():
                # None of these games has a chance node between two decisions but at the deal.
                actions = state.legal_actions()
                state.apply_action(actions[int(rng() * len(actions))])
                done += 1
        return done

    chosen = _deals(game, deals)
    batch = max(1, len(chosen) // 10)
    return sample(seconds, lambda: LUCK.sample(chosen, batch), work)


def first_lead(seconds: float, deals: int) -> Sample:
    """Actions listed at the first lead of dou_dizhu, which comes after the auction."""
    leads = _leads(deals)
    return sample(seconds, lambda: leads, lambda states: sum(len(state.legal_actions()) for state in states))


def _played(state: Any) -> int:
    rng = LUCK.random
    done = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng() * len(actions))])
        done += 1
    return done


def _dealt(game: str) -> Any:
    state = _game(game).new_initial_state()
    while state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(LUCK.choices(actions, chances)[0])
    return state


@cache
def _game(name: str) -> Any:
    return pyspiel.load_game(name)


@cache
def _deals(game: str, number: int) -> list[Any]:
    return [_dealt(game) for _ in range(number)]


@cache
def _leads(number: int) -> list[Any]:
    """The first lead of so many deals of dou_dizhu: somebody bids the most at once, and leads."""
    found = []
    for dealt in _deals("dou_dizhu", number):
        state = dealt.clone()
        state.apply_action(max(state.legal_actions()))
        found.append(state)
    return found
