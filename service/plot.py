"""Draws distributions of scores. ``python -m service.plot svg`` (or ``png``) reads what to draw from standard input, as
JSON, and writes the picture to standard output.

It is a program of its own: the library that draws takes 70 MB and a second to be there, which the API is spared, and a
program can be ended when it takes too long.

What it reads: ``title``; ``note``, a line below that; ``panels``, from top to bottom, each with a ``name``, ``counts``,
pairs of a score and how often it came, and the ``interval`` of the mean, or null.
"""

import io
import json
import math
import sys
from collections.abc import Sequence
from typing import Any, Final

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

WIDTH: Final = 390
"""The width of a phone, in CSS pixels."""
HEAD: Final = 74
PANEL: Final = 118
FOOT: Final = 52
"""Heights of the title, of a panel and of what is below them, in CSS pixels."""
CSS_INCH: Final = 96
SHARP: Final = 2
"""So many pixels of a PNG are one CSS pixel wide: phones have that many and more."""
MOST_BARS: Final = 41
LONGEST_LINE: Final = 52
COLOURS: Final = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
"""Okabe and Ito's, which colour-blind people can tell apart; each panel has its name beside it as well."""
STYLE: Final[Any] = {
    # Text stays text in an SVG, so that it can be read out and searched; the first of these fonts is always there.
    "font.family": ["sans-serif"],
    "svg.fonttype": "none",
    "svg.hashsalt": "card-referee",
    "font.size": 9.0,
    # A bot may be called what it likes, with dollar signs too.
    "text.parse_math": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def lattice(scores: Sequence[int]) -> tuple[int, int]:
    """What all scores are multiples of, and how many such multiples share a bar, so that there are not too many bars
    for a phone: an odd number, so that a bar stands in the middle of its scores, and one of them over 0.
    """
    unit = math.gcd(*scores) or 1
    values = (max(scores, default=0) - min(scores, default=0)) // unit + 1
    return unit, -(-values // MOST_BARS) | 1


def bars(counts: Sequence[Sequence[int]], unit: int, shared: int) -> dict[int, int]:
    """How often the scores of each bar came, by the score in its middle."""
    found: dict[int, int] = {}
    for score, count in counts:
        middle = (score // unit + shared // 2) // shared * shared * unit
        found[middle] = found.get(middle, 0) + count
    return found


def shortened(line: str) -> str:
    """A line that fits."""
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1].rstrip() + "…"


def drawn(told: dict[str, Any], form: str) -> bytes:
    """The picture, as ``svg`` or ``png``; the same for the same data."""
    panels = told["panels"]
    scores = [score for panel in panels for score, _ in panel["counts"]]
    unit, shared = lattice(scores)
    step = unit * shared
    height = HEAD + PANEL * len(panels) + FOOT
    with rc_context(STYLE):
        figure = Figure(figsize=(WIDTH / CSS_INCH, height / CSS_INCH), dpi=CSS_INCH * SHARP)
        axes = figure.subplots(len(panels), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        figure.subplots_adjust(
            left=0.14, right=0.97, top=1 - HEAD / height, bottom=(FOOT - 4) / height, hspace=44 / (PANEL - 44)
        )
        at = 14 / WIDTH
        figure.text(at, 1 - 12 / height, shortened(told["title"]), size=11.5, weight="bold", va="top")
        figure.text(at, 1 - 33 / height, shortened(told["note"]), size=8.5, va="top", color="#444444")
        for place, (panel, axis) in enumerate(zip(panels, axes, strict=True)):
            _panel(axis, panel, unit, shared, COLOURS[place % len(COLOURS)])
        ends = bars([(score, 1) for score in scores], unit, shared) or {0: 0}
        axes[-1].set_xlim(min(ends) - step * 0.75, max(ends) + step * 0.75)
        axes[-1].xaxis.set_major_locator(MaxNLocator(nbins=7, integer=True))
        axes[-1].set_xlabel("score in a deal" + (f" ({step} to a bar)" if shared > 1 else ""))
        picture = io.BytesIO()
        if form == "svg":
            figure.savefig(picture, format="svg", metadata={"Title": told["title"], "Date": None, "Creator": None})
        else:
            figure.savefig(picture, format="png", metadata={"Title": told["title"], "Software": None})
    return picture.getvalue()


def _panel(axis: Axes, panel: dict[str, Any], unit: int, shared: int, colour: str) -> None:
    counts = panel["counts"]
    total = sum(count for _, count in counts)
    found = bars(counts, unit, shared)
    shares = [count / max(total, 1) for count in found.values()]
    axis.bar(list(found), shares, width=unit * shared * 0.9, color=colour)
    axis.yaxis.set_major_formatter(
        FuncFormatter(lambda share, _: f"{share:.3%}".rstrip("%").rstrip("0").rstrip(".") + " %")
    )
    axis.yaxis.set_major_locator(MaxNLocator(nbins=3))
    axis.grid(axis="y", color="#DDDDDD", linewidth=0.6)
    axis.set_axisbelow(True)
    axis.tick_params(labelsize=8.5)
    name = panel["name"]
    if total:
        mean = sum(score * count for score, count in counts) / total
        axis.axvline(mean, color="black", linewidth=1.2, linestyle="--")
        sign = "+" if any(score < 0 for score, _ in counts) else ""
        told = f"mean {mean:{sign}.2f}"
        if panel["interval"]:
            low, high = panel["interval"]
            told += f" (95 %: {low:{sign}.2f} to {high:{sign}.2f})"
        name = f"{name}: {told}".replace("-", "\N{MINUS SIGN}")
    axis.set_title(shortened(name), loc="left", size=9.5, pad=4)


if __name__ == "__main__":
    sys.stdout.buffer.write(drawn(json.load(sys.stdin), sys.argv[1]))
