"""The deals of a simulation: the same at a table as on bare positions, each by itself, with scores that add up."""

from typing import Any

import pytest

from referee.bots.bot import Bot, Choice
from referee.bots.registry import bot_named
from referee.game import Game, State
from referee.games.registry import GAMES
from referee.shuffle import sound_seed
from referee.simulation import (
    LONGEST_SEED,
    MOST_DEALS,
    Played,
    Simulation,
    deal_seed,
    first_of,
    places_of,
    play_seed,
)
from tests.play import option_choices


def nothing() -> None:
    """Nobody is told."""


def simulation(game: str, *bots: str, seed: str = "x", duplicate: bool = False, **given: Any) -> Simulation:
    """A simulation with these bots, the last of them at all seats that are left."""
    options = GAMES[game].resolve_options(given)
    seats = GAMES[game].seats(options)
    seated = [bot_named(bot) for bot in (*bots, *[bots[-1]] * seats)[:seats]]
    return Simulation(GAMES[game], options, seated, seed, duplicate)


def told(play: Played) -> tuple[Any, ...]:
    return play.scores, play.roles, play.places, play.moves, play.redeals


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_table_comes_to_the_same(game: str) -> None:
    """Under every choice of options: bots that see views, at a table that dealt by the seed, as on bare positions."""
    for number, options in enumerate(option_choices(GAMES[game], {"deals": 1}), 1):
        asked = simulation(game, "random", **options)
        play = asked.play_bare(number, 0, nothing)
        assert told(play) == told(asked.play_at_table(number, 0, nothing))
        assert GAMES[game].total in (None, sum(play.scores))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_so_do_bots_of_several_kinds(game: str) -> None:
    asked = simulation(game, "greedy", "random", duplicate=True)
    for number, turn in ((1, 0), (2, asked.turns - 1)):
        assert told(asked.play_bare(number, turn, nothing)) == told(asked.play_at_table(number, turn, nothing))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_scores_add_up_in_every_deal(game: str) -> None:
    asked = simulation(game, "random")
    for number in range(1, 31):
        play = asked.play(number, 0, nothing)
        if game != "charlemagne":
            assert sum(play.scores) == GAMES[game].total
        else:
            assert GAMES[game].total is None
            assert play.scores[0] == play.scores[2] and play.scores[1] == play.scores[3] and 0 in play.scores
        assert len(play.roles) == (asked.seats if GAMES[game].roles else 0)
        assert set(play.roles) <= set(GAMES[game].roles)
        assert min(play.places) == 1 and max(play.places) <= asked.seats


@pytest.mark.parametrize(
    ("game", "outcome", "roles"),
    [
        ("bao-huang", {"emperor": 3, "guard": 0}, ["guard", "people", "people", "emperor", "people"]),
        ("bao-huang", {"emperor": 3, "guard": None}, ["people", "people", "people", "alone", "people"]),
        ("big-a", {"declarer": 0, "partner": 4}, ["declarer", "opponent", "opponent", "opponent", "partner"]),
        ("big-a", {"declarer": 4, "partner": None}, ["opponent", "opponent", "opponent", "opponent", "alone"]),
        ("charlemagne", {"bidder": 3}, ["opponent", "partner", "opponent", "bidder"]),
        ("zheng-fen", {}, []),
    ],
)
def test_roles(game: str, outcome: dict[str, Any], roles: list[str]) -> None:
    assert GAMES[game].roles_in(outcome) == roles


@pytest.mark.parametrize("game", sorted(GAMES))
def test_roles_have_names(game: str) -> None:
    for role in GAMES[game].roles:
        assert set(GAMES[game].terms[role]) == {"en", "zh", "fa", "id"}


def test_thrown_in_deals_are_dealt_again() -> None:
    """Careful bidders pass now and then, all of them: the next dealer deals again, at a table and without."""
    asked = simulation("charlemagne", "greedy")
    thrown = next(number for number in range(1, 100) if asked.play(number, 0, nothing).redeals > 0)
    play = asked.play_bare(thrown, 0, nothing)
    assert told(play) == told(asked.play_at_table(thrown, 0, nothing)) and play.moves > 4 * play.redeals


def test_each_deal_stands_alone() -> None:
    asked, again = simulation("zheng-fen", "random"), simulation("zheng-fen", "random")
    plays = [told(asked.play(number, 0, nothing)) for number in range(1, 9)]
    assert [told(again.play(number, 0, nothing)) for number in range(8, 0, -1)] == plays[::-1]
    assert len({str(play) for play in plays}) == 8
    other = simulation("zheng-fen", "random", seed="y")
    assert told(other.play(1, 0, nothing)) != plays[0]


def test_the_first_seat_moves_on() -> None:
    starts = [first_of("x", number, 5) for number in range(1, 11)]
    assert sorted(starts[:5]) == list(range(5)) and starts[5:] == starts[:5]


def test_bots_move_on_by_a_seat() -> None:
    asked = simulation("zheng-fen", "greedy", "random", duplicate=True)
    names = [[bot.name for bot in asked.seated(turn)] for turn in range(asked.turns)]
    assert names[0] == ["greedy", "random", "random", "random"]
    assert [row.index("greedy") for row in names] == [0, 3, 2, 1]


def test_seeds_of_deals_are_sound() -> None:
    longest = "é" * (LONGEST_SEED // 2)
    assert sound_seed(play_seed(longest, MOST_DEALS, 5)) and sound_seed(deal_seed(longest, MOST_DEALS))
    assert not sound_seed(play_seed(longest + "xxx", MOST_DEALS, 5))
    assert (deal_seed("x", 17), play_seed("x", 17, 0)) == ("x/17", "x/17/0")


@pytest.mark.parametrize(
    ("outcome", "scores", "places"),
    [
        ({"out": [2, 0, 1]}, [0, 0, 0, 0], [2, 3, 1, 4]),
        ({"out": [4]}, [0, 0, 0, 0, 0], [2, 2, 2, 2, 1]),
        ({"out": [3, 1]}, [0, 0, 0, 0, 0], [3, 2, 3, 1, 3]),
        ({}, [8, 0, 8, 0], [1, 3, 1, 3]),
        ({}, [1, 3, 2], [3, 1, 2]),
    ],
)
def test_places(outcome: dict[str, Any], scores: list[int], places: list[int]) -> None:
    assert places_of(outcome, scores) == places


class Watching(Bot):
    """Plays as the random bot does, and keeps what it was shown and from which seed it was to draw."""

    def __init__(self) -> None:
        super().__init__("random")
        self.seen: list[tuple[State, str]] = []

    def choose(self, game: Game, view: State, seed: str) -> Choice:
        self.seen.append((view, seed))
        return bot_named("random").choose(game, view, seed)


def test_a_bot_of_ones_own_sees_views_alone() -> None:
    bare = simulation("big-a", "random")
    watching = Watching()
    asked = Simulation(bare.game, bare.options, [watching, *bare.bots[1:]], "x")
    paused: list[int] = []
    play = asked.play(1, 0, lambda: paused.append(1))
    assert told(play) == told(bare.play(1, 0, nothing))
    assert len(paused) == play.moves and watching.seen
    for view, seed in watching.seen:
        assert view["perspective"] == 0 and view["seed"] is None and seed == "x/1/0"
        assert view["deal"]["hands"][0].count("??") == 0 and "??" in view["deal"]["hands"][1]


def test_there_is_a_bot_for_each_seat() -> None:
    asked = simulation("zheng-fen", "random")
    with pytest.raises(ValueError, match="4 seats, and 3 bots"):
        Simulation(asked.game, asked.options, asked.bots[:3], "x")
