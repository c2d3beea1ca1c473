"""How well ``greedy`` plays against ``random``: the same deals with rotated seats, by 95 % intervals.

Deals are played on bare positions; that a bot plays them as it plays views is tested beside this. Run as a program,
``python -m tests.bots.test_strength 2000`` prints the figures of as many deals.
"""

import math
import sys
from typing import Any

import pytest

import referee
from referee.bots.greedy import GREEDY
from referee.bots.random import RANDOM
from referee.game import Game
from referee.games.bao_huang.table import BAO_HUANG
from referee.games.big_a.position import OVER as BIG_A_OVER
from referee.games.big_a.table import BIG_A
from referee.games.charlemagne.position import OVER
from referee.games.charlemagne.table import CHARLEMAGNE
from referee.games.zheng_fen.table import ZHENG_FEN
from referee.shuffle import Stream
from tests.amount import amount

COMPILED = referee.build_info()["build"] == "compiled"
DEALS = amount(600) if COMPILED else 60
"""In plain Python so few that only a gross fault would show."""
DEVIATIONS = 1.96
"""Of a normal distribution, to both sides: 95 %."""


def played(game: Game, position: Any, greedy: set[int], seed: str) -> Any:
    """The position at the end of a deal; ``greedy`` are the seats that the bot of that name plays."""
    stream = Stream(seed, "strength")
    while position.to_act >= 0:
        bot = GREEDY if position.to_act in greedy else RANDOM
        cards, what = bot.pick(game, position, stream)
        position.apply(cards, what)
    return position


def interval(values: list[float]) -> tuple[float, float, float]:
    """Mean, and the ends of its 95 % interval."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    reach = DEVIATIONS * math.sqrt(variance / len(values))
    return mean, mean - reach, mean + reach


def charlemagne_share(deals: int, **options: Any) -> tuple[float, float, float]:
    """The share of decided deals that the side of two greedy seats scores, each deal played from both sides."""
    resolved = CHARLEMAGNE.resolve_options({**options, "match": {"deals": 1}})
    wins: list[float] = []
    decided: list[float] = []
    for number in range(deals):
        dealt = CHARLEMAGNE.deal(resolved, None, f"strength {number}").position()
        won = 0
        ended = 0
        for side in (0, 1):
            position = played(CHARLEMAGNE, dealt.copy(), {side, side + 2}, f"{number} {side}")
            if position.phase == OVER:  # thrown in otherwise: decided for nobody
                ended += 1
                won += position.scores()[side] > 0
        wins.append(won)
        decided.append(ended)
    # A ratio of two sums over deals; its deviation by that of the differences (both games of a deal are one draw).
    share = sum(wins) / sum(decided)
    each = sum(decided) / deals
    _, low, high = interval([(won - share * ended) / each for won, ended in zip(wins, decided, strict=True)])
    return share, share + low, share + high


def zheng_fen_points(players: int, deals: int) -> tuple[float, float, float]:
    """Points a deal of one greedy seat among random ones; each deal is played from every seat, and counts once."""
    resolved = ZHENG_FEN.resolve_options({"players": players, "match": {"deals": 1}})
    points: list[float] = []
    for number in range(deals):
        dealt = ZHENG_FEN.deal(resolved, None, f"strength {number}").position()
        total = 0
        for seat in range(players):
            total += played(ZHENG_FEN, dealt.copy(), {seat}, f"{number} {seat}").scores()[seat]
        points.append(total / players)
    return interval(points)


def bao_huang_points(deals: int, **options: Any) -> tuple[tuple[float, float, float], dict[str, float]]:
    """Points a deal of one greedy seat among random ones, each deal played from every seat; and the mean by role."""
    resolved = BAO_HUANG.resolve_options({**options, "match": {"deals": 1}})
    points: list[float] = []
    by_role: dict[str, list[int]] = {"emperor": [], "alone": [], "guard": [], "people": []}
    for number in range(deals):
        dealt = BAO_HUANG.deal(resolved, None, f"strength {number}").position()
        total = 0
        for seat in range(5):
            position = played(BAO_HUANG, dealt.copy(), {seat}, f"{number} {seat}")
            if position.emperor < 0:  # thrown in: decided for nobody
                continue
            score = position.scores()[seat]
            total += score
            alone = position.emperor == position.guard
            role = "guard" if seat == position.guard else "people"
            if seat == position.emperor:
                role = "alone" if alone else "emperor"
            by_role[role].append(score)
        points.append(total / 5)
    return interval(points), {role: sum(scores) / max(len(scores), 1) for role, scores in by_role.items()}


@pytest.mark.parametrize(
    "options",
    [{}, {"pack": "full", "beat": "same_kind", "lowest_last": True}, {"guard": "called_card"}],
    ids=["default", "full", "called"],
)
def test_one_greedy_emperor_guard_or_of_the_people(options: dict[str, Any]) -> None:
    (mean, low, _), roles = bao_huang_points(DEALS // 5, **options)
    assert (low if COMPILED else mean) > 0.5, f"{mean:.2f} points a deal, 95 % from {low:.2f}"
    assert not COMPILED or min(roles["emperor"], roles["people"]) > 0.5, roles


def big_a_points(deals: int, **options: Any) -> tuple[float, float, float]:
    """Points a deal of one greedy seat among random ones; each deal is played from every seat, and counts once."""
    resolved = BIG_A.resolve_options({**options, "match": {"deals": 1}})
    points: list[float] = []
    for number in range(deals):
        dealt = BIG_A.deal(resolved, None, f"strength {number}").position()
        total = 0
        for seat in range(dealt.seats):
            position = played(BIG_A, dealt.copy(), {seat}, f"{number} {seat}")
            total += position.scores()[seat] if position.phase == BIG_A_OVER else 0  # dealt again otherwise
        points.append(total / dealt.seats)
    return interval(points)


@pytest.mark.parametrize("options", [{}, {"bombs": "extended", "draw": "stepwise"}], ids=["default", "other"])
def test_one_greedy_among_randoms_in_big_a(options: dict[str, Any]) -> None:
    mean, low, _ = big_a_points(DEALS // 5 if COMPILED else DEALS, **options)
    assert low > 0 and mean >= 3, f"{mean:.1f} points a deal, 95 % from {low:.1f}"


@pytest.mark.parametrize(("players", "least"), [(3, 65), (4, 50), (5, 35), (6, 28)])
def test_one_greedy_among_randoms(players: int, least: int) -> None:
    mean, low, _ = zheng_fen_points(players, DEALS // players)
    assert (low if COMPILED else mean) >= least, f"{mean:.1f} points a deal, 95 % from {low:.1f}"


@pytest.mark.parametrize("options", [{}, {"all_pass": "dealer_bids", "special_lead": "left"}], ids=["default", "other"])
def test_a_greedy_side_against_a_random_side(options: dict[str, Any]) -> None:
    share, low, _ = charlemagne_share(DEALS, **options)
    assert low >= 0.75, f"{share:.3f} of decided deals, 95 % from {low:.3f}"


def main() -> None:
    deals = int(sys.argv[1])
    share, low, high = charlemagne_share(deals)
    print(f"charlemagne: {100 * share:.1f} % of decided deals ({100 * low:.1f} to {100 * high:.1f})")
    (mean, low, high), roles = bao_huang_points(deals)
    print(f"bao-huang: {mean:.2f} points a deal ({low:.2f} to {high:.2f})")
    print("  by role: " + ", ".join([f"{role} {points:.2f}" for role, points in roles.items()]))
    for players in (3, 4, 5, 6):
        mean, low, high = zheng_fen_points(players, deals)
        print(f"zheng-fen, {players} players: {mean:.1f} points a deal ({low:.1f} to {high:.1f})")
    mean, low, high = big_a_points(deals)
    print(f"big-a: {mean:.1f} points a deal ({low:.1f} to {high:.1f})")


if __name__ == "__main__":
    main()
