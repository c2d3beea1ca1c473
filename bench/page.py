"""``python -m bench.page``: the table of `docs/performance.md`, from ``bench/results.json``, in Markdown.

One line for each thing that is measured and each peer, the games side by side: how many times as good as the peer, and
in brackets our own figure.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from referee.games.registry import GAMES

RESULTS: Final = Path(__file__).with_name("results.json")
OTHER: Final = "other"


def lines(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The lines of the table. ``rows`` are those of ``results.json``; rows that are about no single game have their one
    figure in a line of their own, below.
    """
    found: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in rows:
        what, _, about = row["name"].partition(": ")
        game = about if about in GAMES else OTHER
        if about and game == OTHER:
            what = row["name"]
        cell = f"{told(row['ratio'])} ({told(row['ours'])})"
        found.setdefault((what, row["peer_name"], row["unit"]), {})[game] = cell
    titles = [game.names["en"] for game in GAMES.values()]
    table = [_line(["what", "unit", "beside", *titles]), _line(["---"] * (3 + len(titles)))]
    rest = [_line(["what", "unit", "beside", "ratio (ours)"]), _line(["---"] * 4)]
    for (what, peer, unit), cells in found.items():
        if OTHER in cells:
            rest.append(_line([what, unit, peer, cells[OTHER]]))
        else:
            table.append(_line([what, unit, peer, *(cells.get(game, "") for game in GAMES)]))
    return [*table, "", *rest]


def told(value: float) -> str:
    """Three digits, with commas where there are many."""
    rounded = float(f"{value:.3g}")
    return f"{rounded:,.0f}" if rounded >= 100 else f"{rounded:.3g}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    print("\n".join(lines(json.loads(RESULTS.read_text("utf-8"))["rows"])))
