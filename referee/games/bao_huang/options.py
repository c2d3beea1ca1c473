"""The options of Bao Huang."""

from typing import Final

from referee.options import MatchLength, Option

PACK: Final = Option("pack", ("short", "full"), "BH-1.1", "four packs without 3, 4 and 5 (168 cards), or with (216)")
BEAT: Final = Option(
    "beat",
    ("cardwise", "same_kind"),
    "BH-5.3",
    "whether a play must be of the same kind to beat another",
)
LOWEST_LAST: Final = Option(
    "lowest_last", (False, True), "BH-6.1", "whether cards of the lowest rank are played when nothing else is left"
)
GUARD: Final = Option("guard", ("marked_joker", "called_card"), "BH-3.5", "what makes a seat the emperor's guard")
DECLARATIONS: Final = Option(
    "declarations", ("per_side", "first_only"), "BH-4.3", "whether each side's declaration doubles, or one in all"
)
TRIBUTE: Final = Option("tribute", (True, False), "BH-2.1", "whether losers give cards to winners in the next deal")

OPTIONS: Final[tuple[Option, ...]] = (
    PACK,
    BEAT,
    LOWEST_LAST,
    GUARD,
    DECLARATIONS,
    TRIBUTE,
    MatchLength({"deals": 5}, (1, 10_000, 1), (1, 1000, 1), "BH-8.1"),  # BH-8.1, BH-8.2
)
