"""Rows that need no peer are sound, the table has its form, and floors tell right from wrong."""

import json
from collections.abc import Iterator, Sequence

import pytest

from bench import http, page, playouts, replays, simulations, states
from bench.child import Broken, Child
from bench.floors import FLOORS, Floor, report
from bench.rows import Row, table
from bench.sizes import Sizes
from bench.timing import Figure, Sample, figure, percentile, rounds, sample
from referee.games.registry import GAMES

TINY = Sizes(
    rounds=1,
    seconds=0.0,
    deals=4,
    http_rounds=1,
    http_seconds=0.01,
    connections=2,
    jobs=1,
    starts=1,
    moves=20,
    lengths=(1, 2),
    simulations=1,
    simulated=0.01,
)


@pytest.fixture(scope="module")
def child() -> Iterator[Child]:
    running = Child()
    try:
        yield running
    finally:
        running.close()


def sound(rows: Sequence[Row], number: int) -> None:
    assert len({(row.name, row.peer_name) for row in rows}) == len(rows) == number
    for row in rows:
        assert row.ours.value > 0 and row.peer.value > 0 and row.ratio > 0, row
    told = json.loads(json.dumps([row.as_data() for row in rows]))
    for one in told:
        assert list(one) == ["name", "ours", "peer", "peer_name", "ratio", "unit"]
        assert {type(one[name]) for name in ("ours", "peer", "ratio")} == {float}
        assert {type(one[name]) for name in ("name", "peer_name", "unit")} == {str}


def test_states(child: Child) -> None:
    sound(list(states.rows(child, TINY)), 4 * len(GAMES))


def test_simulations(child: Child) -> None:
    sound(list(simulations.rows(child, TINY)), 4)


def test_growth_of_playouts(child: Child) -> None:
    sound(list(playouts.growth(child, TINY)), 4)


def test_our_playouts(child: Child) -> None:
    samples = rounds(1, 0.0, playouts.of_ours(child, child, TINY))
    assert len(samples) == 4 * len(GAMES)
    assert all(one.count >= 4 for [one] in samples.values())  # four passes end a deal of Charlemagne


def test_growth_of_replays(child: Child) -> None:
    sound(list(replays.growth(child, TINY)), len(GAMES))


def test_replays_over_http(child: Child) -> None:
    sound(list(replays.rows(child, TINY)), 2 * len(GAMES))


def test_http() -> None:
    sound(list(http.rows(TINY)), 6 * len(GAMES))


def test_what_fails_in_a_child_is_told(child: Child) -> None:
    with pytest.raises(Broken, match="KeyError: 'whist'"):
        child.ask("bench.states:table_load", seconds=0.0, game="whist", number=1)


def test_only_the_work_is_timed() -> None:
    made: list[int] = []

    def prepare() -> int:
        made.append(sum(range(200_000)))
        return len(made)

    taken = sample(0.0, prepare, lambda batch: batch)
    assert taken.count == sum(range(1, len(made) + 1))
    assert 0.0 < taken.cpu < 0.5


def test_those_compared_take_turns() -> None:
    turns: list[str] = []

    def taking(name: str, seconds: float) -> Sample:
        turns.append(f"{name}{seconds:g}")
        return Sample(1, 1.0, 1.0)

    samples = rounds(3, 2.0, {name: lambda seconds, name=name: taking(name, seconds) for name in "ab"})  # type: ignore[misc]
    assert turns == ["a0", "b0", "a2", "b2", "b2", "a2", "a2", "b2"]
    assert {name: len(found) for name, found in samples.items()} == {"a": 3, "b": 3}


def test_figures() -> None:
    assert figure([3.0, 1.0, 2.0]) == Figure(2.0, 0.5)
    assert percentile([float(one) for one in range(1000)], 0.99) == 990.0
    assert percentile([7.0], 0.99) == 7.0


def row(name: str, ours: float, peer: float, peer_name: str = "other", unit: str = "moves/s") -> Row:
    return Row(name, Figure(ours), Figure(peer), peer_name, unit)


def test_the_ratio_is_how_many_times_as_good() -> None:
    assert row("fast", 200.0, 100.0).ratio == 2.0
    assert row("short", 2.0, 8.0, unit="ms").ratio == 4.0
    assert row("small", 80.0, 40.0, unit="MiB").ratio == 0.5


def test_the_table_has_a_line_for_each_row() -> None:
    head, rule, *lines = table([row("one", 1234567.0, 2.5), row("another", 1.0, 1.0)]).splitlines()
    assert head.split() == ["what", "ours", "peer", "ratio", "unit", "beside", "spread"]
    assert set(rule) == {"-", " "}
    assert [line.split() for line in lines] == [
        ["one", "1,234,567", "2.5", "4.94e+05", "moves/s", "other", "±0%", "±0%"],
        ["another", "1", "1", "1", "moves/s", "other", "±0%", "±0%"],
    ]


def test_the_page_has_the_table_of_the_results() -> None:
    told = page.lines(json.loads(page.RESULTS.read_text("utf-8"))["rows"])
    assert "\n".join(told) in (page.RESULTS.parent.parent / "docs/performance.md").read_text("utf-8")


def test_the_page_has_the_games_side_by_side() -> None:
    rows = [row("a: big-a", 3.0, 2.0), row("a: zheng-fen", 12345.0, 2.0), row("b: else", 3.0, 2.0), row("c", 1.0, 2.0)]
    assert page.lines([one.as_data() for one in rows]) == [
        "| what | unit | beside | Bao Huang | Big A | Charlemagne | Zheng Fen |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        "| a | moves/s | other |  | 1.5 (3) |  | 6,170 (12,300) |",
        "",
        "| what | unit | beside | ratio (ours) |",
        "| --- | --- | --- | --- |",
        "| b: else | moves/s | other | 1.5 (3) |",
        "| c | moves/s | other | 0.5 (1) |",
    ]


def test_floors() -> None:
    floor = Floor("a", "other", ratio=2.0, ours=50.0)
    rows = [row("a: x", 60.0, 30.0), row("a: y", 60.0, 31.0), row("a: z", 40.0, 1.0), row("ab: x", 1.0, 1.0)]
    rows.append(row("a: x", 1.0, 1.0, "somebody else"))
    assert [floor.holds(one) for one in floor.rows(rows)] == [True, False, False]


def test_the_report_of_the_floors() -> None:
    rows = [row(f"{floor.name}: x", max(floor.ours, 1.0) * 100, 1.0, floor.peer) for floor in FLOORS]
    told, holds = report(rows)
    assert holds and told.count("holds") == len(FLOORS)
    told, holds = report(rows[1:])
    assert not holds and told.count("FAILS") == 1 and "there is no such row" in told
    told, holds = report([row(rows[0].name, 1.0, 1.0, rows[0].peer_name), *rows[1:]])
    assert not holds and told.splitlines()[0].startswith("FAILS")
