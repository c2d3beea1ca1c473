"""``python -m bench PYTHON``: measures everything, prints the table, and writes ``bench/results.json``.

``PYTHON`` is the Python of the environment in which the peers are installed. With ``BENCH_QUICK=1`` it takes less than
two minutes; with ``BENCH_ENFORCE=1`` the exit code is 1 when a floor does not hold.
"""

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

from bench import floors, http, jobs, playouts, processes, replays, rulings, simulations, states
from bench.child import Child
from bench.rows import Row, table
from bench.sizes import FULL, QUICK

RESULTS: Final = Path(__file__).with_name("results.json")


def main(python: str) -> int:
    """Measures. Returns the exit code."""
    sizes = QUICK if _asked("BENCH_QUICK") else FULL
    compiled = Child()
    plain = Child(REFEREE_BUILD="auto", REFEREE_PURE="1")
    peers = Child(python)
    if (compiled.ask("bench.child:build"), plain.ask("bench.child:build")) != ("compiled", "pure"):
        print("There is no compiled build to be measured: make setup", file=sys.stderr)
        return 1
    versions = peers.ask("bench.peers:versions")
    groups: dict[str, Callable[[], Iterator[Row]]] = {
        "playouts": lambda: playouts.rows(compiled, plain, peers, sizes),
        "rulings": lambda: rulings.rows(compiled, peers, sizes),
        "states": lambda: states.rows(compiled, sizes),
        "HTTP": lambda: http.rows(sizes),
        "replays": lambda: replays.rows(compiled, sizes),
        "jobs": lambda: jobs.rows(compiled, sizes),
        "simulations": lambda: simulations.rows(compiled, sizes),
        "processes": lambda: processes.rows(sizes),
        "growth of playouts": lambda: playouts.growth(compiled, sizes),
        "growth of replays": lambda: replays.growth(compiled, sizes),
    }
    rows: list[Row] = []
    try:
        for name, measured in groups.items():
            began = perf_counter()
            rows += measured()
            print(f"{name}: {perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    finally:
        for child in (compiled, plain, peers):
            child.close()
    print(table(rows))
    others = ", ".join(f"{name} {version}" for name, version in versions.items())
    print("\nratio: how many times as good as the peer; spread: half of what lies between least and greatest")
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {others}\n")
    told, sound = floors.report(rows)
    print(told)
    RESULTS.write_text(json.dumps({"rows": [row.as_data() for row in rows]}, indent=1) + "\n", "utf-8")
    return 1 if _asked("BENCH_ENFORCE") and not sound else 0


def _asked(variable: str) -> bool:
    return os.environ.get(variable, "0") not in ("", "0")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
