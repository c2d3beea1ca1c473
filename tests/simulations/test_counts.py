"""Counts of simulations: exact however they are put together, and the figures made of them."""

import math
import random
import statistics
from fractions import Fraction
from functools import reduce
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.bots.registry import bot_named
from referee.games.registry import GAMES
from referee.simulation import Played, Simulation, counted, merged, quantile, summary
from service.jobs.kinds import Stopped
from service.jobs.ledger import Work
from service.jobs.simulations import LONGEST, MOST_TIMES, SIMULATION, WORKED, chunks_of, finish, order, tried

SEATS = 3
ROLES = ("one", "other")
BOTS = ["a", "b", "b"]

PLAYS = st.builds(
    Played,
    st.lists(st.integers(-64, 100), min_size=SEATS, max_size=SEATS),
    st.lists(st.sampled_from(ROLES), min_size=SEATS, max_size=SEATS),
    st.lists(st.integers(1, SEATS), min_size=SEATS, max_size=SEATS),
    st.integers(1, 400),
    st.integers(0, 2),
)
DEALS = st.lists(st.lists(PLAYS, min_size=1, max_size=3), min_size=1, max_size=12)


def turned(plays: int) -> list[list[str]]:
    return [[BOTS[(seat + turn) % SEATS] for seat in range(SEATS)] for turn in range(plays)]


def counts_of(deals: list[list[Played]]) -> dict[str, Any]:
    """The counts of all of them, one after the other."""
    return reduce(merged, [counted(plays, turned(len(plays))) for plays in deals], {})


@settings(max_examples=40, deadline=None)
@given(DEALS, st.randoms(use_true_random=False))
def test_no_grouping_can_be_seen(deals: list[list[Played]], luck: random.Random) -> None:
    """Any shuffling, any shares, merged in any order and grouping, by way of JSON: the same to the last bit."""
    whole = counts_of(deals)
    shuffled = list(deals)
    luck.shuffle(shuffled)
    parts: list[dict[str, Any]] = []
    while shuffled:
        size = luck.randint(1, len(shuffled))
        parts.append(counts_of(shuffled[:size]))
        shuffled = shuffled[size:]
    while len(parts) > 1:
        one, other = parts.pop(luck.randrange(len(parts))), parts.pop(luck.randrange(len(parts)))
        parts.append(orjson.loads(orjson.dumps(merged(one, other), option=orjson.OPT_SORT_KEYS)))
    assert parts[0] == whole
    figures = [orjson.dumps(summary(counts, SEATS, ROLES, BOTS, None)) for counts in (parts[0], whole)]
    assert figures[0] == figures[1]


@settings(max_examples=40, deadline=None)
@given(DEALS)
def test_merging_leaves_the_second_as_it_was(deals: list[list[Played]]) -> None:
    one, other = counts_of(deals), counts_of(deals[:1])
    kept = orjson.dumps(other)
    merged(merged({}, other), one)
    merged(one, other)
    assert orjson.dumps(other) == kept


@settings(max_examples=40, deadline=None)
@given(DEALS)
def test_what_is_counted(deals: list[list[Played]]) -> None:
    """Against the plain way: all scores in a list."""
    told = summary(counts_of(deals), SEATS, ROLES, BOTS, None)
    plays = [play for deal in deals for play in deal]
    assert (told["deals"], told["plays"]) == (len(deals), len(plays))
    for role in told["by_role"]:
        assert role["deals"] == sum(any(role["role"] in play.roles for play in deal) for deal in deals)
    assert told["redeals"] == sum(play.redeals for play in plays)
    assert told["length"]["mean"] == pytest.approx(statistics.fmean(play.moves for play in plays))
    for seat, group in enumerate(told["by_seat"]):
        scores = [play.scores[seat] for play in plays]
        assert group["seat"] == seat and group["count"] == len(scores)
        assert group["score"]["mean"] == pytest.approx(statistics.fmean(scores))
        assert group["score"]["distribution"] == [
            {"value": value, "count": scores.count(value)} for value in sorted(set(scores))
        ]
        assert group["place"]["mean"] == pytest.approx(statistics.fmean(play.places[seat] for play in plays))
        won = [play.scores[seat] > Fraction(sum(play.scores), SEATS) for play in plays]
        assert group["wins"]["mean"] == pytest.approx(statistics.fmean(won))
    scores_by_role = {
        role: [score for play in plays for had, score in zip(play.roles, play.scores, strict=True) if had == role]
        for role in ROLES
    }
    assert [group["role"] for group in told["by_role"]] == [role for role in ROLES if scores_by_role[role]]
    for group in told["by_role"]:
        assert group["score"]["mean"] == pytest.approx(statistics.fmean(scores_by_role[group["role"]]))
    assert [group["bot"] for group in told["by_bot"]] == ["a", "b"]
    assert sum(group["count"] for group in told["by_bot"]) == SEATS * len(plays)


def deal(*scores: int) -> list[Played]:
    return [Played(list(scores), [], [1, 2, 3], 10, 0)]


def test_the_error_of_one_score_a_deal_is_the_usual_one() -> None:
    luck = random.Random(1)
    deals = [deal(luck.randint(-9, 9), luck.randint(0, 50), 3) for _ in range(200)]
    told = summary(counts_of(deals), SEATS, (), BOTS, None)
    for seat in (0, 1):
        scores = [plays[0].scores[seat] for plays in deals]
        error = statistics.stdev(scores) / math.sqrt(len(scores))
        found = told["by_seat"][seat]["score"]
        assert found["standard_error"] == pytest.approx(error)
        reach = 1.971957 * error  # Student's t, 199 degrees of freedom
        assert found["interval"] == pytest.approx([found["mean"] - reach, found["mean"] + reach], rel=1e-5)
    assert told["by_seat"][2]["score"] == {
        "mean": 3.0,
        "standard_error": None,
        "interval": None,
        "distribution": [{"value": 3, "count": 200}],
    }


def test_plays_of_one_deal_are_one_observation() -> None:
    """Scores that are the same in each play of a deal tell no more when the deal is played more often."""
    luck = random.Random(2)
    once = [deal(luck.randint(0, 9), 0, 0) for _ in range(50)]
    thrice = [plays * 3 for plays in once]
    one, three = (summary(counts_of(deals), SEATS, (), BOTS, None)["by_seat"][0]["score"] for deals in (once, thrice))
    assert three["standard_error"] == pytest.approx(one["standard_error"]) and three["mean"] == one["mean"]


@pytest.mark.parametrize(
    ("total", "bots", "error"),
    [(12, "aaa", 0.0), (None, "aaa", None), (12, "abb", None), (None, "abb", None)],
)
def test_only_what_the_rules_share_out_is_certain(total: int | None, bots: str, error: float | None) -> None:
    """Scores cancel out within each deal; that they must is known of all seats together, in a game where they do."""
    luck = random.Random(3)
    deals = [deal(2, by, 10 - by) for by in (luck.randint(0, 10) for _ in range(40))]
    counts = reduce(merged, [counted(plays, [list(bots)]) for plays in deals], {})
    told = summary(counts, SEATS, (), list(bots), total)
    by = told["by_bot"][-1]
    mean = 4.0 if bots == "aaa" else 5.0
    assert (by["score"]["mean"], by["score"]["standard_error"]) == (mean, error)
    assert by["score"]["interval"] == (None if error is None else [mean, mean])
    assert by["place"]["standard_error"] is None and by["place"]["interval"] is None
    assert told["length"]["standard_error"] is None and told["length"]["interval"] is None


def test_deals_without_a_group_tell_nothing_of_it() -> None:
    """The figures of a role are those of the deals in which it came up, however many others there were."""
    luck = random.Random(6)
    with_it = [[Played([luck.randint(-9, 9), 0, 0], ["one", "other", "other"], [1, 2, 3], 10, 0)] for _ in range(12)]
    without = [[Played([1, 2, 3], ["other"] * 3, [1, 2, 3], 10, 0)] for _ in range(88)]
    for few in (0, 1, 2, 3, 12):
        alone, among = (
            summary(counts_of(with_it[:few] + others), SEATS, ROLES, BOTS, None)["by_role"]
            for others in (without[:1], without)
        )
        assert alone[:-1] == among[:-1] and [group["role"] for group in among] == [*ROLES[:1] * bool(few), "other"]
        if few:
            scores = [plays[0].scores[0] for plays in with_it[:few]]
            error = statistics.stdev(scores) / math.sqrt(few) if few > 1 else None
            assert (among[0]["deals"], among[0]["count"]) == (few, few)
            assert among[0]["score"]["standard_error"] == (error if error is None else pytest.approx(error))


def test_a_single_deal_has_no_error() -> None:
    told = summary(counts_of([deal(1, 2, 3)]), SEATS, (), BOTS, None)["by_seat"][1]["score"]
    assert told == {"mean": 2.0, "standard_error": None, "interval": None, "distribution": [{"value": 2, "count": 1}]}


def test_intervals_hold_what_they_promise() -> None:
    """Of 400 small simulations of roles that come and go, about 95 % tell of the true mean (here 0)."""
    luck = random.Random(4)
    held = 0
    for _ in range(400):
        deals = []
        for _ in range(25):
            shift = luck.choice([-3, 0, 3])  # what all who have the role in a deal have in common
            roles = [luck.choice(ROLES) for _ in range(SEATS)]
            deals.append([Played([shift + luck.choice([-2, 2]) for _ in roles], roles, [1, 2, 3], 10, 0)])
        low, high = summary(counts_of(deals), SEATS, ROLES, BOTS, None)["by_role"][0]["score"]["interval"]
        held += low <= 0 <= high
    assert 365 <= held <= 392


@pytest.mark.parametrize("size", [5, 10, 30, 100])
@pytest.mark.parametrize("seats", [1, 2])
def test_intervals_of_a_rare_role_hold_what_they_promise(size: int, seats: int) -> None:
    """A role that comes up in one deal of eight, with three scores, at one seat or more: no interval is told, or one
    that holds the true mean (-6.4) nineteen times of twenty.
    """
    luck = random.Random(f"{size} {seats}")
    told = held = 0
    for _ in range(400):
        deals = []
        for _ in range(size):
            roles = ["one"] * luck.randint(1, seats) if luck.random() < 0.125 else []
            (score,) = luck.choices((-64, 0, 64), (15, 14, 11))
            scores = [score] * len(roles) + [0] * (SEATS - len(roles))
            deals.append([Played(scores, (roles + ["other"] * SEATS)[:SEATS], [1, 2, 3], 10, 0)])
        for group in summary(counts_of(deals), SEATS, ROLES, BOTS, None)["by_role"]:
            interval = group["score"]["interval"]
            if group["role"] == "one" and interval is not None:
                told += 1
                held += interval[0] <= -6.4 <= interval[1]
    assert told >= 20 and held >= 0.925 * told


@settings(max_examples=60, deadline=None)
@given(DEALS)
def test_shares_and_places_stay_in_their_range(deals: list[list[Played]]) -> None:
    told = summary(counts_of(deals), SEATS, ROLES, BOTS, None)
    for group in (*told["by_seat"], *told["by_role"], *told["by_bot"]):
        for measure, least, most in (("wins", 0, 1), ("place", 1, SEATS)):
            mean, error, interval = (group[measure][name] for name in ("mean", "standard_error", "interval"))
            if interval is None:
                assert error is None and (measure == "place" or group["deals"] == 1)
            else:
                low, high = interval
                assert least <= low <= mean <= high <= most and low < high


@pytest.mark.parametrize(
    ("won", "deals"), [(0, 2), (1, 2), (0, 10), (1, 10), (5, 10), (10, 10), (0, 1000), (500, 1000), (999, 1000)]
)
def test_shares_of_one_score_a_deal(won: int, deals: int) -> None:
    """Wilson's interval, with so many observations less one where they differ: the error of a mean has that in it."""
    plays = [deal(3, 0, 0) if place < won else deal(0, 3, 0) for place in range(deals)]
    wins = summary(counts_of(plays), SEATS, (), BOTS, None)["by_seat"][0]["wins"]
    point = quantile(deals - 1)
    share, number = won / deals, deals if won in (0, deals) else deals - 1
    low, high = wins["interval"]
    assert (low == 0, high == 1) == (won == 0, won == deals)
    # An end is where a true share would lie just so many of its standard errors from the one that was seen.
    for end in {low, high} - {0.0, 1.0}:
        assert abs(end - share) == pytest.approx(point * math.sqrt(end * (1 - end) / number))


@pytest.mark.parametrize("size", [5, 20, 100])
@pytest.mark.parametrize("chance", [0.05, 0.3, 0.5])
def test_intervals_of_shares_hold_what_they_promise(size: int, chance: float) -> None:
    """Two seats of a bot that win together more often than not, as partners do: the true share is in its interval."""
    luck = random.Random(f"{size} {chance}")
    held = 0
    for _ in range(300):
        deals = []
        for _ in range(size):
            together = luck.random() < 0.7
            one = luck.random() < chance
            other = one if together else luck.random() < chance
            deals.append(deal(-1 - one - other, 1 if one else -1, 1 if other else -1))
        low, high = summary(counts_of(deals), SEATS, (), BOTS, None)["by_bot"][1]["wins"]["interval"]
        held += low <= chance <= high
    assert held >= 0.925 * 300


@pytest.mark.parametrize("freedom", [*range(1, 23), 30, 100, 10_000])
def test_the_quantile_leaves_one_in_forty(freedom: int) -> None:
    """The density of Student's t, summed up to the quantile by Simpson's rule."""
    end = quantile(freedom)
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    steps = 20_000
    heights = [scale * (1 + (end * at / steps) ** 2 / freedom) ** (-(freedom + 1) / 2) for at in range(steps + 1)]
    area = sum(height * (1 if at in (0, steps) else 4 if at % 2 else 2) for at, height in enumerate(heights))
    assert area * end / steps / 3 == pytest.approx(0.475, abs=1e-6)


# The job


def work(asked: dict[str, Any], chunks: int, total: int, chunk: int) -> Work:
    return Work("", chunk, "", SIMULATION.name, chunks, total, asked)


def asked_of(game: str, *bots: str, **options: Any) -> dict[str, Any]:
    resolved = GAMES[game].resolve_options(options)
    return {"game": game, "options": resolved, "bots": list(bots), "seed": "x", "duplicate": True}


def come_to(asked: dict[str, Any], chunks: int, total: int, luck: random.Random) -> dict[str, Any]:
    """What a simulation comes to that is done in so many chunks, in some order."""
    assert SIMULATION.merge is not None and SIMULATION.finish is not None
    order = list(range(chunks))
    luck.shuffle(order)
    tallies = [
        orjson.loads(orjson.dumps(SIMULATION.run(work(asked, chunks, total, chunk), lambda done: None)))
        for chunk in order
    ]
    told: dict[str, Any] = SIMULATION.finish(reduce(SIMULATION.merge, tallies), work(asked, chunks, total, chunks))
    timing = told.pop("timing")
    assert timing["seconds"] > 0 and timing["plays_per_second"] > 0
    return told


def test_chunks_cannot_be_seen() -> None:
    asked = asked_of("charlemagne", "greedy", "random", "greedy", "random")
    luck = random.Random(5)
    whole = come_to(asked, 1, 12, luck)
    assert (whole["deals"], whole["plays"]) == (12, 48)
    for chunks in (2, 5, 12):
        assert orjson.dumps(come_to(asked, chunks, 12, luck)) == orjson.dumps(whole)
    better, worse = whole["by_bot"]
    assert (better["bot"], worse["bot"]) == ("greedy", "random")
    assert better["score"]["mean"] > worse["score"]["mean"]


def test_progress_is_told_and_a_stop_is_heard() -> None:
    asked = asked_of("zheng-fen", "random", "random", "random", players=3)
    heard: list[int] = []
    SIMULATION.run(work(asked, 2, 6, 1), heard.append)
    assert heard == sorted(heard) and heard[-1] == 3 and set(heard) == {0, 1, 2, 3}

    def stop(done: int) -> None:
        if done == 1:
            raise Stopped

    with pytest.raises(Stopped):
        SIMULATION.run(work(asked, 1, 1000, 0), stop)


@pytest.mark.parametrize(("game", "total"), [("zheng-fen", 100), ("bao-huang", 0), ("big-a", 0)])
def test_means_against_the_truth(game: str, total: int) -> None:
    """Equal bots, each deal from every seat: the mean is known, and seats differ from it within their intervals."""
    resolved = GAMES[game].resolve_options({})
    seats = GAMES[game].seats(resolved)
    simulation = Simulation(GAMES[game], resolved, [bot_named("random")] * seats, "truth", duplicate=True)
    counts: dict[str, Any] = {}
    for number in range(1, 41):
        counts = merged(counts, simulation.tally(number, lambda: None))
    told = summary(counts, seats, GAMES[game].roles, ["random"], GAMES[game].total)
    assert told["by_bot"][0]["score"]["mean"] == total / seats
    assert told["by_bot"][0]["score"]["standard_error"] == 0.0
    for group in told["by_seat"]:
        exact = sum(one["value"] * one["count"] for one in group["score"]["distribution"])
        assert group["score"]["mean"] == exact / group["count"] and group["count"] == 40 * seats
        low, high = group["score"]["interval"]
        assert low <= total / seats <= high


@pytest.mark.parametrize(
    ("deals", "seconds", "chunks"),
    [
        (1, 9.0, 1),
        (1000, 0.001, 4),
        (1000, 0.5, 1000),
        (1_000_000, 0.001, 4000),
        (1_000_000, 1.0, 50_000),
        (3, 1e-9, 1),
    ],
)
def test_chunks_take_a_quarter_of_a_second(deals: int, seconds: float, chunks: int) -> None:
    assert chunks_of(deals, seconds) == chunks


def test_an_order_of_bots_that_nobody_here_knows() -> None:
    game = GAMES["zheng-fen"]
    made = order(game, game.resolve_options({}), ["strange"] * 4, 100, "x", True, limit=1_000, life=5)
    assert (made.chunks, made.total, made.joined, made.limit, made.life) == (100, 100, True, 4_000, 5)


@pytest.mark.parametrize(
    ("bot", "deals", "duplicate", "limit", "chunks", "of_chunk"),
    [
        ("strange", 100, False, 1_000, 80, 2_000),
        ("strange", 100, True, 1_000, 100, 4_000),
        ("strange", 100_000, True, 1_000, 50_000, 8_000),
        ("strange", 100_000, True, 3_000_000, 50_000, LONGEST),
        ("random", 1, False, 1_000, 1, 1_000),
        ("random", 1, True, 1_000, 1, 4_000),
        ("random", 1, False, 3_000_000, 1, 3_000_000),
        ("random", 1, True, 3_000_000, 1, LONGEST),
    ],
)
def test_a_chunk_may_take_the_limit_for_each_play(
    bot: str, deals: int, duplicate: bool, limit: int, chunks: int, of_chunk: int
) -> None:
    game = GAMES["zheng-fen"]
    made = order(game, game.resolve_options({}), [bot] * 4, deals, "x", duplicate, limit=limit, life=5)
    assert (made.chunks, made.limit) == (chunks, of_chunk)


def test_how_long_a_deal_takes_is_found_out_once_for_all_options_that_matter() -> None:
    tried.cache_clear()
    for trials, options in (
        (1, {}),
        (1, {"match": {"deals": 7}}),
        (1, {"match": {"target": 100}}),
        (2, {"pack": "full"}),
        (3, {"pack": "full", "beat": "same_kind"}),
        (3, {"beat": "same_kind", "pack": "full", "match": {"deals": 9}}),
    ):
        game = GAMES["bao-huang"]
        order(game, game.resolve_options(options), ["random"] * 5, 9, "x", False, limit=1_000, life=5)
        assert tried.cache_info().misses == trials
    assert tried.cache_info().maxsize == MOST_TIMES


def test_what_was_asked_is_told_again() -> None:
    asked = asked_of("zheng-fen", "random", "greedy", "random", players=3)
    counts = {**counted(deal(10, 20, 70), [asked["bots"]]), WORKED: 0}
    told = finish(counts, asked)
    assert {name: told[name] for name in asked} == asked and told["timing"] == {
        "seconds": 0.0,
        "plays_per_second": None,
    }
