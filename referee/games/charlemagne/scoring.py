"""The contracts of Charlemagne: what each is worth, what makes it, and the score of a deal.

Inside the referee a contract is a number from 1, in the order of bidding (CH-2.2); 0 is none.
"""

from typing import Final

from referee.games.charlemagne.rules import SCORES
from referee.ints import i64
from referee.rulings import ScoreLine

CONTRACTS: Final = ("5", "6", "7", "8", "mulot", "charlemagne", "gros_mulot", "gros_charlemagne")
"""The contracts, low to high (CH-2.2)."""

EIGHT: Final = 4
MULOT: Final = 5
CHARLEMAGNE_BID: Final = 6
GROS_MULOT: Final = 7
GROS_CHARLEMAGNE: Final = 8

VALUES: Final = bytes([0, 5, 6, 7, 8, 7, 8, 15, 16])
"""What each contract counts, by its number (CH-2.4)."""

TRICKS: Final = 8


def number_of(contract: str) -> int:
    """The number of a contract, 0 when there is none of that name."""
    return CONTRACTS.index(contract) + 1 if contract in CONTRACTS else 0


def is_lone(contract: i64) -> bool:
    """Whether the bidder plays this contract without the partner."""
    return contract > EIGHT


def is_mulot(contract: i64) -> bool:
    """Whether this contract is to take no trick: without kitty and trumps."""
    return contract in (MULOT, GROS_MULOT)


def made(contract: i64, taken: i64) -> bool:
    """Whether ``taken`` tricks, of the bidder's side or of a lone bidder, make the contract (CH-5.1)."""
    if is_mulot(contract):
        return taken == 0
    if is_lone(contract):
        return taken == TRICKS
    return taken >= i64(VALUES[contract])


def broken(contract: i64, taken: i64, lost: i64) -> bool:
    """Whether a mulot or a charlemagne can no longer be made, so that the deal ends (CH-5.2).

    ``taken`` and ``lost`` are the tricks of the bidder and of the opponents so far.
    """
    if is_mulot(contract):
        return taken > 0
    return is_lone(contract) and lost > 0


def moves_made(contract: int, taken: int, redeals: int) -> tuple[int, int]:
    """The fewest and the most moves of a finished deal with ``taken`` tricks as for `made`, thrown in ``redeals`` times
    before."""
    calls = 4 * (redeals + 1)  # CH-2.1
    if not is_lone(contract):
        exact = calls + 2 + 4 * TRICKS  # discard, trump (CH-3.1) and every card
        return exact, exact
    if is_mulot(contract):
        return calls + 3 * (1 if taken > 0 else TRICKS), calls + 3 * TRICKS
    least = calls + 3 + 3 * min(taken + 1, TRICKS)  # give or choose, discard, trump (CH-3.3, CH-3.4); CH-5.2
    return least, least + (1 if contract == GROS_CHARLEMAGNE else 0)


def deal_scores(bidder: int, contract: int, taken: int) -> list[int]:
    """The score by seat: the contract's value, whatever was taken, to both seats of one side (CH-6.1, CH-6.2)."""
    side = bidder % 2 if made(contract, taken) else 1 - bidder % 2
    value = int(VALUES[contract])
    return [value if seat % 2 == side else 0 for seat in range(4)]


def score_line(bidder: int, contract: int, taken: int) -> ScoreLine:
    """How a deal is scored, in words; the arguments as for `deal_scores`."""
    code = "made" if made(contract, taken) else "lost"
    rule, message = SCORES[code]
    scores = deal_scores(bidder, contract, taken)
    values = {
        "bidder": bidder,
        "contract": CONTRACTS[contract - 1],
        "tricks_won": taken,
        "value": int(VALUES[contract]),
        "seats": [seat for seat in range(4) if scores[seat] > 0],
    }
    return ScoreLine(code, rule, message, values, scores)
