"""Plots of simulations: what is in them, on how narrow a screen, and which jobs have none."""

import re
import struct
import subprocess
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service import create_app
from service.api.plots import drawn
from service.config import Config
from service.jobs.ledger import Ledger, Order, Work, connect
from service.plot import bars, lattice, shortened
from tests.faults.kit import Valkey
from tests.http.conftest import Asking, Contract

pytestmark = pytest.mark.xdist_group("plots")

SVG = "{http://www.w3.org/2000/svg}"
NAMELESS = "no bot $\\frac{<b>"


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with closing(Valkey()) as server:
        yield server


@pytest.fixture(scope="module")
def ledger(valkey: Valkey) -> Iterator[Ledger]:
    client = connect(valkey.url, 5.0)
    yield Ledger(client)
    client.close()


@pytest.fixture(scope="module")
def asking(valkey: Valkey, contract: Contract) -> Asking:
    return Asking(create_app(Config.read({"REFEREE_REDIS_URL": valkey.url})), contract)


def group(*counts: tuple[int, int], **named: Any) -> dict[str, Any]:
    spread = [{"value": value, "count": count} for value, count in counts]
    return {**named, "score": {"distribution": spread, "interval": [-1.25, 1.25] if len(counts) == 2 else None}}


def result(roles: bool, bots: tuple[str, ...] = ("greedy",), wide: int = 1, odd: int = 0) -> dict[str, Any]:
    return {
        "game": "bao-huang" if roles else "zheng-fen",
        "deals": 20_000,
        "bots": list(bots),
        "by_role": [group((-2, 5), (1, 10), role=role) for role in ("emperor", "guard")] if roles else [],
        "by_seat": [group((0, 5), (5 * wide, 10), (25 * wide + odd, 5), seat=seat) for seat in range(4)],
    }


def done(ledger: Ledger, what: Any, kind: str = "simulation") -> str:
    job, *_ = ledger.make(Order(kind, "simulations", {}))
    work = ledger.begin(job, 0, "a1", 1)
    assert isinstance(work, Work)
    ledger.commit(work, "a1", 1, what)
    return job


def svg_of(data: bytes) -> tuple[ElementTree.Element, str]:
    root = ElementTree.fromstring(data)
    return root, "\n".join(text for text in root.itertext() if text.strip())


def test_scores_by_role(asking: Asking, ledger: Ledger) -> None:
    job = done(ledger, result(roles=True))
    answer = asking("GET", f"/v1/jobs/{job}/plot.svg")
    root, text = svg_of(answer.data)
    assert answer.status == 200 and answer.headers["Content-Type"] == "image/svg+xml"
    assert root.get("width") == "292.5pt"  # 390 CSS pixels
    for told in (
        "Bao Huang: scores by role",
        "20,000 deals; bot: greedy",
        "emperor: mean +0.00 (95 %: \N{MINUS SIGN}1.25 to +1.25)",
    ):
        assert told in text
    # Points, of which 0.75 are a CSS pixel: what can be read at arm's length.
    sizes = re.findall(r"font-size: ([0-9.]+)px", answer.data.decode())
    assert sizes and min(float(size) / 0.75 for size in sizes) >= 11


def test_scores_by_seat_where_there_are_no_roles(asking: Asking, ledger: Ledger) -> None:
    job = done(ledger, result(roles=False, wide=10, odd=1))
    _, text = svg_of(asking("GET", f"/v1/jobs/{job}/plot.svg").data)
    assert "Zheng Fen: scores by seat" in text and "seat 3: mean 87.75" in text
    assert "(7 to a bar)" in text


def test_a_png_is_twice_as_sharp(asking: Asking, ledger: Ledger) -> None:
    job = done(ledger, result(roles=True))
    answer = asking("GET", f"/v1/jobs/{job}/plot.png")
    assert answer.status == 200 and answer.headers["Content-Type"] == "image/png"
    assert answer.data[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">I", answer.data[16:20]) == (780,)


def test_names_are_no_markup(asking: Asking, ledger: Ledger) -> None:
    job = done(ledger, result(roles=True, bots=(NAMELESS, "greedy", "x" * 100)))
    _, text = svg_of(asking("GET", f"/v1/jobs/{job}/plot.svg").data)
    assert f"bots: {NAMELESS}, greedy, x" in text and "…" in text


def test_a_plot_may_be_kept(asking: Asking, ledger: Ledger) -> None:
    job = done(ledger, result(roles=True))
    first, second = (asking("GET", f"/v1/jobs/{job}/plot.svg") for _ in range(2))
    assert first.data == second.data
    assert first.headers["Cache-Control"].startswith("private, max-age=")
    tag = first.headers["ETag"]
    for known in (tag, f"W/{tag}", f'"zz", W/{tag}', "*"):
        again = asking.client.get(f"/v1/jobs/{job}/plot.svg", headers={"If-None-Match": known})
        assert again.status_code == 304 and again.data == b""
    other = asking.client.get(f"/v1/jobs/{job}/plot.png", headers={"If-None-Match": tag})
    assert other.status_code == 200


def test_a_plot_that_fails_is_told_to_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        drawn({"title": "no panels"}, "svg")
    assert "a plot could not be drawn" in caplog.text and "KeyError: 'panels'" in caplog.text


@pytest.mark.parametrize("form", ["svg", "png"])
def test_what_has_no_plot(asking: Asking, ledger: Ledger, form: str) -> None:
    running, *_ = ledger.make(Order("simulation", "simulations", {}))
    cancelled, *_ = ledger.make(Order("simulation", "simulations", {}))
    ledger.cancel(cancelled)
    for job in (running, cancelled, done(ledger, {"move": None}, "bot-move")):
        assert asking("GET", f"/v1/jobs/{job}/plot.{form}").kind == "not-offered"
    assert asking("GET", f"/v1/jobs/{'0' * 32}/plot.{form}").kind == "unknown-job"
    assert asking("GET", f"/v1/jobs/{running}/plot.{form}", Accept="application/json").kind == "not-acceptable"


@pytest.mark.parametrize(
    ("scores", "unit", "shared"),
    [
        ([], 1, 1),
        ([0], 1, 1),
        ([-7], 7, 1),
        ([0, 40], 40, 1),
        ([0, 1, 40], 1, 1),
        ([0, 1, 41], 1, 3),
        ([-1, 81], 1, 3),
        ([0, 1, 123], 1, 5),
        ([0, 5, 25, 100], 5, 1),
        ([-4, -2, 0, 2, 4], 2, 1),
        ([-400, 5, 400], 5, 5),
    ],
)
def test_there_are_not_too_many_bars(scores: list[int], unit: int, shared: int) -> None:
    assert lattice(scores) == (unit, shared)
    assert len(bars([(score, 1) for score in scores], unit, shared)) <= 42


def test_scores_share_the_bar_that_is_nearest() -> None:
    counts = [(-15, 1), (-10, 2), (-5, 3), (0, 4), (5, 5), (10, 6), (15, 7)]
    assert bars(counts, 5, 1) == dict(counts)
    assert bars(counts, 5, 3) == {-15: 3, 0: 12, 15: 13}


@given(scores=st.lists(st.integers(-3_000, 3_000), min_size=1))
def test_a_mirrored_distribution_has_a_mirrored_plot(scores: list[int]) -> None:
    unit, shared = lattice(scores)
    here, there = (bars([(sign * score, 1) for score in scores], unit, shared) for sign in (1, -1))
    assert there == {-middle: count for middle, count in here.items()}
    assert sum(here.values()) == len(scores)
    assert all(min(abs(score - middle) for middle in here) <= unit * shared // 2 for score in scores)


def test_long_lines_are_shortened() -> None:
    assert shortened("short") == "short" and len(shortened("x" * 100)) == 52
