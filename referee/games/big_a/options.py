"""The options of Big A."""

from typing import Final

from referee.options import MatchLength, Option

AT_ONCE: Final = "at_once"
STEPWISE: Final = "stepwise"
EXTENDED: Final = "extended"
DOUBLED: Final = "doubled"

FIRST_DRAWER: Final = Option(
    "first_drawer", ("first_out", "declarer", "rotate"), "BA-2.1", "who takes the first card of a later deal"
)

OPTIONS: Final[tuple[Option, ...]] = (
    Option("draw", (AT_ONCE, STEPWISE), "BA-2.4", "whether all cards are drawn at the deal, or one by one"),
    FIRST_DRAWER,
    Option("bombs", ("standard", EXTENDED), "BA-5", "which ladder of bombs is played"),
    Option("revealed_score", ("shared", DOUBLED), "BA-8.3", "how a deal with a partner revealed before play is scored"),
    MatchLength({"deals": 5}, (1, 10_000, 1), (1, 1000, 1), "BA-8"),
)
