"""What every bot must do in every game, under all options: choose well-formed legal moves, by the view alone (X-2)."""

import random
from typing import Any

import pytest

from referee.bots.bot import MOST_CANDIDATES, Bot, PositionBot, decide, seen_by, stream_label
from referee.bots.registry import bot_named, names
from referee.game import Game, Table
from referee.games.registry import GAMES
from referee.rulings import Illegal, Inconsistent, NotFromAView
from referee.shuffle import Stream
from tests.play import looked_at, option_choices, play_deal, random_move, to_act, with_hidden_cards_exchanged

PLENTY = 60
"""So many worlds compared in one phase are enough, while another phase has not come up often."""
BOTS = [bot_named(name) for name in ("random", "greedy")]
CASES = [
    pytest.param(game, options, id=f"{game.name}-{number}")
    for game in GAMES.values()
    for number, options in enumerate(option_choices(game, {"deals": 1}))
]


def rated(game: Game, table: Table) -> list[tuple[int, int, int]]:
    return sorted(game.strategy().rate(table.position()))


@pytest.mark.parametrize("seed", ["a", "b", "c"])
@pytest.mark.parametrize(("game", "options"), CASES)
def test_every_choice_and_candidate_is_legal(game: Game, options: dict[str, Any], seed: str) -> None:
    luck = random.Random(seed)
    table = game.deal(options, None, seed)
    while table.phase() != "deal_over":
        if not looked_at(table, luck):
            table.apply(table.rule_on(random_move(table, luck)))
            continue
        seat = to_act(table)
        state = table.write(None)
        view = seen_by(game, state, seat)
        total = int(table.position().count())
        listed = [table.rule_on(move).move for move in table.legal_moves(seat, 5000, None).moves]
        for bot in BOTS:
            choice = decide(bot, game, view, f"seed {luck.random()}")
            moves = [candidate["move"] for candidate in choice.candidates]
            assert choice.move == moves[0]
            assert 1 <= len(moves) <= min(MOST_CANDIDATES, total)
            assert len({str(move) for move in moves}) == len(moves)
            if total <= 5000:
                assert all(table.rule_on(move).move in listed for move in moves)
            scores = [candidate["score"] for candidate in choice.candidates]
            assert scores == sorted(scores, reverse=True) and all(type(score) is int for score in scores)
            assert choice.as_data() == {"move": choice.move, "candidates": choice.candidates, "seed": choice.seed}
        assert table.write(None) == state
        assert view == table.view(seat)
        table.apply(table.rule_on(random_move(table, luck)))


@pytest.mark.parametrize(("game", "options"), CASES)
def test_the_view_alone_decides(game: Game, options: dict[str, Any]) -> None:
    """Hidden cards change places: every choice, every candidate and every score stay as they are (X-2)."""
    absent = {"draw"} if options.get("draw") == "at_once" else set()
    absent |= {"tribute"} if not options.get("tribute") else set()
    phases = [phase for phase in game.phases[:-1] if phase not in absent]
    compared = dict.fromkeys(phases, 0)
    options = {**options, "match": {"deals": 2}} if "tribute" in phases else options
    number = 0
    while min(compared.values()) < 5 or sum(compared.values()) < 60:
        seed = f"exchanged {number}"
        number += 1
        luck = random.Random(seed)
        table = game.deal(options, None, seed)
        while not table.match.over:
            if table.phase() == "deal_over":
                table.continue_with()
            seat = to_act(table)
            if compared[table.phase()] >= PLENTY or not looked_at(table, luck):
                table.apply(table.rule_on(random_move(table, luck)))
                continue
            state, view = table.write(None), table.view(seat)
            ratings = rated(game, table)
            assert rated(game, game.load(view)) == ratings
            others = [with_hidden_cards_exchanged(game, table, seat, luck) for _ in range(2)]
            worlds = [other[0] for other in others if other is not None]
            compared[table.phase()] += len(worlds)
            for world in worlds:
                assert rated(game, world) == ratings
            for bot in BOTS:
                choice = decide(bot, game, seen_by(game, state, seat), seed).as_data()
                assert decide(bot, game, seen_by(game, view, seat), seed).as_data() == choice
                for world in worlds:
                    assert decide(bot, game, seen_by(game, world.write(None), seat), seed).as_data() == choice
            table.apply(table.rule_on(random_move(table, luck)))


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_bot_plays_whole_matches_and_reaches_every_phase(game: Game, bot: Bot) -> None:
    met = set()
    for number, options in enumerate(option_choices(game, {"deals": 3})):
        luck = random.Random(number)
        table = game.deal(options, None, f"match {number}")
        while not table.match.over:
            met.add(table.phase())
            if table.phase() == "deal_over":
                table.continue_with()
                continue
            # Now and then chance has its way, so that rare contracts and hands come up for every bot.
            if luck.random() < 0.3 or not looked_at(table, luck):
                table.apply(table.rule_on(random_move(table, luck)))
                continue
            move = decide(bot, game, seen_by(game, table.write(None)), f"{number}").move
            assert move is not None
            table.apply(table.rule_on(move))
    assert met == set(game.phases)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_same_view_and_seed_give_the_same_choice(game: Game, bot: Bot) -> None:
    differing = 0
    for number in range(6):
        luck = random.Random(number)
        table = game.deal(game.resolve_options({}), None, f"seeds {number}")
        for _ in range(12):
            view = seen_by(game, table.write(None))
            choices = [decide(bot, game, view, seed).as_data() for seed in ("one", "one", "two")]
            assert choices[0] == choices[1]
            differing += choices[0]["candidates"] != choices[2]["candidates"]
            table.apply(table.rule_on(random_move(table, luck)))
            if table.phase() == "deal_over":
                break
    assert differing > 0


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_bare_position_is_played_as_the_view_is(game: Game, bot: PositionBot) -> None:
    luck = random.Random(9)
    table = game.deal(game.resolve_options({}), None, "bare")
    while table.phase() != "deal_over":
        seat = to_act(table)
        view = table.view(seat)
        cards, what = bot.pick(game, table.position(), Stream("s", stream_label(bot.name, view)))
        assert table.move_of(seat, cards, what) == decide(bot, game, view, "s").move
        table.apply(table.rule_on(random_move(table, luck)))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_random_draws_every_legal_move_alike(game: Game) -> None:
    table = game.deal(game.resolve_options({}), None, "alike")
    luck = random.Random(4)
    while not 4 <= table.position().count() <= 9:
        table.apply(table.rule_on(random_move(table, luck)))
    view = seen_by(game, table.write(None))
    total = int(table.position().count())
    drawn: dict[str, int] = {}
    for number in range(200 * total):
        move = str(decide(BOTS[0], game, view, str(number)).move)
        drawn[move] = drawn.get(move, 0) + 1
    assert len(drawn) == total
    # Chi-squared: its mean is total - 1; five deviations above it come up once in a million.
    chi = sum((seen - 200) ** 2 / 200 for seen in drawn.values())
    assert chi < total - 1 + 5 * (2 * (total - 1)) ** 0.5


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_only_a_seat_that_may_act_is_given_a_view(game: Game) -> None:
    table = game.deal(game.resolve_options({"match": {"deals": 2}}), None, "turn")
    seat = to_act(table)
    state = table.write(None)
    assert seen_by(game, state) == seen_by(game, state, seat) == table.view(seat)
    assert seen_by(game, table.view(seat)) == table.view(seat)
    idle = (seat + 1) % table.seats

    def refused(given: dict[str, Any], asked: int | None) -> str:
        with pytest.raises(Illegal) as caught:
            seen_by(game, given, asked)
        return caught.value.violation.code

    assert refused(state, idle) == "not-your-turn"
    assert refused(table.view(idle), None) == "not-your-turn"
    assert refused(state, table.seats) == refused(state, -1) == "malformed-move"
    with pytest.raises(NotFromAView):
        seen_by(game, table.view(idle), seat)
    with pytest.raises(NotFromAView):
        seen_by(game, table.view("table"))
    with pytest.raises(Inconsistent):
        seen_by(game, {**state, "seats": 9})
    play_deal(table, random.Random(1))
    assert refused(table.write(None), None) == "wrong-phase"
    table.continue_with()
    play_deal(table, random.Random(2))
    assert refused(table.write(None), None) == "match-over"


def test_the_names_of_the_bots() -> None:
    assert names()[:2] == ["random", "greedy"]
