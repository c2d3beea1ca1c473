"""Bots of one's own: added at run time, and held to the rules like any other."""

import re
from pathlib import Path
from typing import Any

import pytest

from referee.bots.bot import BadChoice, Bot, Choice, PositionBot, decide, seen_by
from referee.bots.registry import UnknownBot, add, bot_named, names
from referee.game import Game, State
from referee.games.zheng_fen.table import ZHENG_FEN
from referee.position import Position
from referee.shuffle import Stream

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "bots.md"


class FirstBot(Bot):
    """Makes the first legal move there is."""

    def choose(self, game: Game, view: State, seed: str) -> Choice:
        moves = game.load(view).legal_moves(view["perspective"], 3, None).moves
        return Choice(moves[0], [{"move": move, "score": -place} for place, move in enumerate(moves)], seed)


class LastBot(PositionBot):
    """Makes the last legal play of the position."""

    def rate(self, game: Game, position: Position, stream: Stream) -> list[tuple[int, int, int]]:
        return [(7, *position.nth(position.count() - 1))]


class SayingBot(Bot):
    """Says what it was told to say."""

    def __init__(self, choice: Choice) -> None:
        super().__init__("saying")
        self.choice = choice

    def choose(self, game: Game, view: State, seed: str) -> Choice:
        return self.choice


def dealt() -> State:
    return ZHENG_FEN.deal(ZHENG_FEN.resolve_options({}), None, "registry").write(None)


def test_a_bot_of_ones_own_is_added_by_its_name() -> None:
    bot = FirstBot("first-1")
    add(bot)
    add(bot)
    assert names().count("first-1") == 1
    assert bot_named("first-1") is bot
    state = dealt()
    choice = decide(bot_named("first-1"), ZHENG_FEN, seen_by(ZHENG_FEN, state), "s")
    table = ZHENG_FEN.load(state)
    moves = table.legal_moves(None, 3, None).moves
    assert choice.move == moves[0]
    assert [candidate["move"] for candidate in choice.candidates] == moves


def test_a_bot_may_rate_positions() -> None:
    choice = decide(LastBot("last"), ZHENG_FEN, seen_by(ZHENG_FEN, dealt()), "s")
    assert choice.candidates == [{"move": choice.move, "score": 7}]


@pytest.mark.parametrize("name", ["random", "greedy", "", "Upper", "a b", "é", "x" * 65])
def test_a_name_must_be_free_and_sound(name: str) -> None:
    with pytest.raises(ValueError):
        add(FirstBot(name))
    assert name not in names() or not isinstance(bot_named(name), FirstBot)


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(UnknownBot, match="there is no bot nobody") as caught:
        bot_named("nobody")
    assert caught.value.name == "nobody"


def test_a_bot_is_held_to_the_rules() -> None:
    state = dealt()
    view = seen_by(ZHENG_FEN, state)
    seat = view["perspective"]
    legal, other = ZHENG_FEN.load(view).legal_moves(seat, 2, None).moves
    of_another: dict[str, Any] = {**legal, "seat": (seat + 1) % 4}
    candidate = {"move": legal, "score": 0}
    for choice in [
        Choice(None, [], "s"),
        Choice({"seat": seat, "type": "pass"}, [], "s"),
        Choice(of_another, [], "s"),
        Choice(legal, [candidate, {"move": of_another, "score": 0}], "s"),
        Choice(legal, [candidate] * 11, "s"),
        Choice(legal, [{"move": other, "score": 1}, candidate], "s"),
        Choice(legal, [{"move": legal, "score": 1.0}], "s"),
        Choice(legal, [{"move": legal, "score": True}], "s"),
        Choice(legal, [{"move": legal, "score": 2**60}], "s"),
        Choice(legal, [{**candidate, "why": "so"}], "s"),
        Choice(legal, [candidate], "another"),
    ]:
        with pytest.raises(BadChoice, match="saying"):
            decide(SayingBot(choice), ZHENG_FEN, view, "s")
    kept = Choice(legal, [candidate], "s")
    assert decide(SayingBot(kept), ZHENG_FEN, view, "s").as_data() == kept.as_data()


def test_the_bot_of_the_guide_plays(capsys: pytest.CaptureFixture[str]) -> None:
    example = re.search(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert example is not None
    exec(compile(example[1], str(GUIDE), "exec"), {"__name__": "guide"})
    assert "lowest" in names()
    assert "'type': 'play'" in capsys.readouterr().out
