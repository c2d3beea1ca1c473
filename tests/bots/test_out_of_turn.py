"""Bots where a seat may act and need not: in Big A any seat may expose while others draw (BA-2.4)."""

import pytest

from referee.bots.bot import BadChoice, Bot, Choice, decide, seen_by
from referee.bots.registry import bot_named
from referee.game import Game, State, Table
from referee.games.big_a.table import BIG_A
from tests.arranged import arranged_hands, make

BOTS = [bot_named(name) for name in ("random", "greedy")]


def drawn(count: int) -> Table:
    """Cards drawn one by one; seat 2 has two aces of spades first, seat 4 no ace at all."""
    options = BIG_A.resolve_options({"draw": "stepwise"})
    hands = arranged_hands(BIG_A, options, 0, {2: ["AS", "AS"], 4: ["4S", "4H", "4D", "4C", "5S", "5H", "5D", "5C"]})
    table = BIG_A.deal(options, None, None, 0, hands)
    make(table, 0, "draw", count=count)
    return table


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_who_has_nothing_to_expose_makes_no_move(bot: Bot) -> None:
    table = drawn(21)
    assert table.may_act() == [0, 1, 2, 3, 4] and table.write(None)["to_act"] == [1]
    choice = decide(bot, BIG_A, seen_by(BIG_A, table.write(None), 4), "s")
    assert (choice.move, choice.candidates) == (None, [])
    to_draw = decide(bot, BIG_A, seen_by(BIG_A, table.write(None)), "s")
    assert to_draw.move is not None and to_draw.move["seat"] == 1


def test_random_exposes_what_it_can_and_greedy_only_when_most_cards_are_there() -> None:
    table = drawn(21)
    listed = table.legal_moves(2, 9, None).moves
    assert [move["cards"] for move in listed] == [["AS"], ["AS", "AS"]]
    view = seen_by(BIG_A, table.write(None), 2)
    chosen = [decide(BOTS[0], BIG_A, view, str(number)).move for number in range(20)]
    assert all(move in chosen for move in listed)
    assert decide(BOTS[1], BIG_A, view, "s").move is None


def test_who_must_act_cannot_stand_by() -> None:
    class Idle(Bot):
        def choose(self, game: Game, view: State, seed: str) -> Choice:
            return Choice(None, [], seed)

    table = drawn(21)
    assert decide(Idle("idle"), BIG_A, seen_by(BIG_A, table.write(None), 3), "s").move is None
    with pytest.raises(BadChoice):
        decide(Idle("idle"), BIG_A, seen_by(BIG_A, table.write(None), 1), "s")
