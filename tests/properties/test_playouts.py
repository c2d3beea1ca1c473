"""Random play by the position itself: every legal play as likely, and deals that end, in every game."""

from collections import Counter
from typing import Any

import pytest

from referee.chance import Chance
from referee.game import Game
from referee.games.registry import GAMES
from referee.playout import playout
from referee.position import Position
from tests.play import option_choices

FEW = 24
DRAWS = 40

CASES = [
    pytest.param(game, options, id=f"{name} {number}")
    for name, game in GAMES.items()
    for number, options in enumerate(option_choices(game, {"deals": 1}))
]


def content(thing: Any) -> Any:
    """All that an object keeps, to compare it by."""
    if isinstance(thing, (list, tuple)):
        return tuple(content(part) for part in thing)
    if thing is None or isinstance(thing, (int, str, bytes)):
        return thing
    if isinstance(thing, dict):
        return tuple((content(key), content(value)) for key, value in sorted(thing.items()))
    kept = [(name, getattr(thing, name)) for name in dir(thing) if not name.startswith("__")]
    return tuple((name, content(value)) for name, value in kept if not callable(value))


def start(game: Game, options: dict[str, Any], number: int) -> Position:
    return game.deal(options, None, f"playout {number}").position()


@pytest.mark.parametrize(("game", "options"), CASES)
def test_each_legal_play_is_as_likely(game: Game, options: dict[str, Any]) -> None:
    chance = Chance(7)
    position = start(game, options, 1)
    kinds: Counter[int] = Counter()
    while position.to_act >= 0:
        families = [what for what, _ in position.families()]
        # each sort of choice a few times is enough, and few plays are drawn from more surely than many
        if 1 < position.count() <= FEW and kinds[families[-1]] < 2 and sum(kinds.values()) < 12:
            kinds[families[-1]] += 1
            expected = set()
            for what in families:
                for cards in position.members(what):
                    after = position.copy()
                    after.apply(cards, what)
                    expected.add(content(after))
            assert len(expected) == position.count()
            seen: Counter[Any] = Counter()
            for _ in range(DRAWS * len(expected)):
                after = position.copy()
                after.move_at_random(chance)
                seen[content(after)] += 1
            assert seen.keys() == expected
            freedom = len(expected) - 1
            assert sum((times - DRAWS) ** 2 for times in seen.values()) / DRAWS < freedom + 6 * (2 * freedom) ** 0.5 + 6
        position.move_at_random(chance)
    assert kinds


@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_playout_ends_and_makes_every_decision(game: Game, options: dict[str, Any]) -> None:
    for number in range(3):
        position, other = start(game, options, number), start(game, options, number)
        chance, again = Chance(number), Chance(number)
        decisions = playout(position, chance)
        assert position.to_act == -1
        assert position.count() == 0
        made = 0
        while other.to_act >= 0:
            assert other.count() > 0
            other.move_at_random(again)
            made += 1
        assert decisions == made > 0
        assert content(other) == content(position)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_nobody_moves_in_a_deal_that_is_over(game: Game) -> None:
    position = start(game, next(option_choices(game, {"deals": 1})), 1)
    playout(position, Chance(1))
    with pytest.raises(ValueError, match="no number"):
        position.move_at_random(Chance(1))
    assert playout(position, Chance(1)) == 0
