"""The options of Zheng Fen."""

from typing import Final

from referee.options import MatchLength, Option

QUADRUPLE: Final = Option("quadruple", (True, False), "ZF-3.4", "whether four cards of one rank are a combination")

OPTIONS: Final[tuple[Option, ...]] = (
    Option("players", (4, 3, 5, 6), "ZF-2.1", "how many play, each alone"),
    MatchLength({"target": 500}, (100, 10_000, 5), (1, 1000, 1), "ZF-6.3"),  # ZF-6.3
    QUADRUPLE,
)
