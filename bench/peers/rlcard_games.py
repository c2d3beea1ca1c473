"""RLCard's Dou Dizhu, with its own random agents."""

from functools import cache
from typing import Any

import rlcard
from rlcard.agents import RandomAgent

from bench.timing import Sample, sample


def playouts(seconds: float) -> Sample:
    """Decisions of random games. RLCard deals in ``reset``, which cannot be left out."""
    env = _env()

    def work(_: None) -> int:
        games, _ = env.run(is_training=False)
        # A seat's list has a state before each of its decisions, one after the last, and the actions in between.
        return sum(len(steps) // 2 for steps in games)

    return sample(seconds, lambda: None, work)


@cache
def _env() -> Any:
    env = rlcard.make("doudizhu", config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])
    return env
