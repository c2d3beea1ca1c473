"""Prints what the referee says over random deals, one line a deal, for comparing the two builds.

Run as a program: ``python tests/agreement/trace.py BUILD DEALS [GAME …]``. It fails when the build is another.
"""

import hashlib
import random
import sys
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import referee
from referee.games.registry import GAMES
from tests.play import looked_at, option_choices, random_move, to_act


def main(build: str, deals: int, games: Sequence[str]) -> None:
    if referee.build_info()["build"] != build:
        sys.exit(f"this is not the {build} build: {referee.build_info()['reason']}")
    for game in [GAMES[name] for name in games or GAMES]:
        for number, options in zip(range(deals), cycle(option_choices(game, {"deals": 1})), strict=False):
            luck = random.Random(number)
            table = game.deal(options, None, f"agreement {number}")
            said = hashlib.sha256()
            pool: list[tuple[int, int]] = []
            while table.phase() != "deal_over":
                position = table.position()
                total = position.count()
                tried = [position.nth(luck.randrange(total)) for _ in range(3)]
                pool += tried
                judged = [position.judge(*luck.choice(pool)) for _ in range(4)]
                families = position.families()
                members = position.members(luck.choice(families)[0])
                seat = to_act(table)
                rulings = [table.rule_on(table.move_of(seat, *luck.choice(pool))).as_data() for _ in range(4)]
                said.update(repr((total, tried, judged, families, members, rulings)).encode())
                if luck.random() < 0.2:
                    said.update(repr(game.strategy().rate(position)).encode())
                move = random_move(table, luck)
                said.update(repr((move, table.apply(table.rule_on(move)), table.digest)).encode())
                if luck.random() < 0.2 and looked_at(table, luck):
                    views = [game.load(table.view(seat)).write(seat) for seat in range(table.seats)]
                    said.update(repr((views, game.load(table.write(None)).write(None))).encode())
            said.update(repr(table.position().scores()).encode())
            print(game.name, number, table.sequence, table.match.totals, said.hexdigest())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
