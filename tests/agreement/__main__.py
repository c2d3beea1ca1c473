"""Compares the two builds over as many random deals a game as one likes, move for move and digest for digest.

Run as ``python -m tests.agreement DEALS [GAME …]``. It prints a line a game, and ends with 1 when the builds differ in
any deal, or when one of them failed.
"""

import argparse
import sys

from referee.games.registry import GAMES
from tests.agreement.builds import BUILDS, Deal, start


def compare(game: str, deals: int) -> bool:
    """Compares one game. Returns whether the builds agree in every deal."""
    runs = [start(build, deals, game) for build in BUILDS]
    told = [[Deal(line) for line in run.stdout or ()] for run in runs]
    failed = [build for build, run in zip(BUILDS, runs, strict=True) if run.wait() != 0]
    if failed or [len(lines) for lines in told] != [deals] * len(BUILDS):
        print(f"{game}: the run in the build {' and '.join(failed) or 'of either kind'} failed", flush=True)
        return False
    other = [one.number for one, two in zip(*told, strict=True) if one.line != two.line]
    moves = sum(deal.steps for deal in told[0])
    agreed = "all agree" if not other else f"{len(other)} differ, the first is number {other[0]}"
    print(f"{game}: {deals} deals, {moves} moves, {agreed}", flush=True)
    return not other


def main() -> int:
    """Compares the games that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.agreement", description=__doc__)
    parser.add_argument("deals", type=int)
    parser.add_argument("games", nargs="*", metavar="game")
    asked = parser.parse_args()
    for game in asked.games:
        if game not in GAMES:
            parser.error(f"there is no game {game}")
    agree = [compare(game, asked.deals) for game in asked.games or GAMES]
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main())
