"""The options of Charlemagne."""

from typing import Final

from referee.options import MatchLength, Option

SPECIAL_LEAD: Final = Option(
    "special_lead",
    ("bidder", "left"),
    "CH-4.2",
    "who leads first in a lone contract: the bidder, or the seat on the bidder's left",
)
ALL_PASS: Final = Option(
    "all_pass",
    ("redeal", "dealer_bids"),
    "CH-2.5",
    "when nobody bids: the deal is thrown in, or the dealer, speaking last, may not pass",
)

OPTIONS: Final[tuple[Option, ...]] = (
    MatchLength({"target": 32}, (8, 500, 1), (1, 1000, 1), "CH-6.3"),  # CH-6.3
    SPECIAL_LEAD,
    ALL_PASS,
)
