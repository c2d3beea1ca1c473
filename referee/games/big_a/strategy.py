"""Card sense for Big A: how near to empty a hand is, what a play costs it, and who is on whose side."""

from typing import Final

from referee.cards import bit
from referee.games.big_a.combinations import (
    ACE,
    BIG,
    BLACK_JOKER,
    DOUBLE_SEQUENCE,
    FOUR,
    PASS,
    RANKS,
    RED_JOKER,
    SINGLE,
    TRIPLE,
    count_of,
    size_of_set,
)
from referee.games.big_a.position import (
    CLOSING,
    DECLINE,
    DRAW,
    DRAWING,
    EXPOSE,
    NOBODY,
    PACK_SIZE,
    PLAYING,
    REVEAL,
    BigAPosition,
)
from referee.ints import i64
from referee.position import Position
from referee.strategy import Strategy

# All in thousandths of a lead: what it costs to get rid of some cards, when a lead has to be won for it.
SINGLE_COSTS: Final = (1000, 980, 960, 940, 920, 900, 870, 840, 800, 740, 640, 520, 400, 260, 160, 0)
"""Of single cards, by rank: the higher, the likelier that it wins its own trick."""
PAIR_COSTS: Final = (950, 920, 890, 860, 830, 800, 760, 720, 670, 600, 500, 380, 250)
SET_COSTS: Final = (0, 0, 0, 250, -150, -450, -600, -700, -800)
"""Of sets of one rank, by size: bombs win leads."""
RUN_COST: Final = 650
"""Of a sequence, or a double sequence."""

OUT: Final = 6000
"""What it is worth to go out."""
WINS: Final = 500
"""What it is worth to lie on top, for a play that is seldom beaten."""
MATE_LEADS: Final = 900
"""What it costs to play over one's own side."""
NEAR_OUT: Final = 6
"""So few cards of somebody on the other side are a danger."""
DANGER: Final = 700
WORTH_EXPOSING: Final = 8600
"""The cost of a hand above which its ace had better stay hidden."""
WORTH_PLAYING_ALONE: Final = 5000
"""The cost of a hand above which one had better not play alone."""
WORTH_REVEALING: Final = 6500
SURE: Final = 1000


class BigAStrategy(Strategy):
    """Plays away what is hard to be rid of, keeps bombs, leaves tricks to its own side, and goes out when it can."""

    def rate(self, position: Position) -> list[tuple[i64, i64, i64]]:
        """Plays of the seat asked, by what is left to do after them."""
        assert isinstance(position, BigAPosition)
        if position.phase != PLAYING:
            return _rate_answers(position)
        rated: list[tuple[i64, i64, i64]] = []
        seat = position.to_act
        hand = position.hands[seat]
        pressing = _pressing(position, seat)
        for what, _ in position.families():
            for cards in position.members(what):
                rated.append((_worth(position, hand, cards, what, pressing), cards, what))
        return rated


def _rate_answers(position: BigAPosition) -> list[tuple[i64, i64, i64]]:
    """Drawing, declining, exposing and revealing."""
    rated: list[tuple[i64, i64, i64]] = []
    asked = position.asked if position.asked != NOBODY else position.to_act
    cost = cost_of(position.hands[asked])
    for what, _ in position.families():
        kind = what >> 12
        worth: i64 = 0
        if kind == EXPOSE:
            worth = _worth_exposing(position, asked, what, cost)
        elif kind == REVEAL:
            worth = WORTH_REVEALING - cost
        if kind in (DRAW, DECLINE) or position.asked == NOBODY or worth > 0:
            rated.append((worth, 0, what))
    return rated


def _worth_exposing(position: BigAPosition, seat: i64, what: i64, cost: i64) -> i64:
    """How much better it is to expose than not to; in the draw, only once most cards are there."""
    if position.phase == DRAWING and 4 * position.left > PACK_SIZE:
        return -SURE
    alone = (what >> 6) & 63 == 2 or position.declarer == seat
    if position.phase != CLOSING and position.phase != DRAWING:
        return -SURE
    return (WORTH_PLAYING_ALONE if alone else WORTH_EXPOSING) - cost


def _pressing(position: BigAPosition, seat: i64) -> i64:
    """How much it matters to stop others: whether one of the other side is nearly out."""
    other: i64
    for other in range(position.seats):
        against = position.is_active(other) and _sided(position, seat, other) < 0
        if against and size_of_set(position.hands[other]) <= NEAR_OUT:
            return DANGER
    return 0


def _sided(position: BigAPosition, seat: i64, other: i64) -> i64:
    """1 for a seat known to be of one's own side, -1 for one known to be of the other, 0 where that is not known."""
    if other == seat:
        return 1
    declarer = position.declarer
    known = position.second != NOBODY
    if seat == declarer:
        if known or position.partner == NOBODY:  # a lone declarer knows it by its own cards
            return 1 if other == position.partner else -1
        return 0
    if seat == position.partner:  # and the partner knows it by its own
        return 1 if other == declarer else -1
    if other == declarer:
        return -1
    if known:
        return -1 if other == position.partner else 1
    return 0


def _worth(position: BigAPosition, hand: i64, cards: i64, what: i64, pressing: i64) -> i64:
    """What it is worth to make a play: less to do afterwards, a lead likely won, an opponent stopped."""
    seat = position.to_act
    if what == PASS:
        return -cost_of(hand)
    left = hand - cards
    if position.captures(what):
        left = left + position.on_top
    if left == 0:
        return OUT
    worth = WINS * _stands(what) // SURE - cost_of(left)
    if position.beat != PASS:
        side = _sided(position, seat, position.last)
        if side > 0:
            worth = worth - MATE_LEADS
        elif side < 0:
            worth = worth + pressing
    return worth


def _stands(what: i64) -> i64:
    """About how likely a play is to win its trick, in thousandths."""
    kind = what >> 12
    rank = what & 63
    if kind == SINGLE:
        return SURE - SINGLE_COSTS[rank]
    if kind < TRIPLE:
        return SURE - PAIR_COSTS[min(rank, RANKS - 1)] if kind != DOUBLE_SEQUENCE else 800
    if kind == TRIPLE:
        return 550 + 20 * rank
    return 750 if kind == FOUR else 900


def cost_of(hand: i64) -> i64:
    """About how many leads it takes to be rid of a hand, in thousandths."""
    spent: i64 = 0
    left = hand
    width: i64
    for width in range(1, 3):
        while True:
            rest = _without_run(left, width)
            if rest == left or RUN_COST + _by_sets(rest) >= _by_sets(left):
                break
            spent += RUN_COST
            left = rest
    return spent + _by_sets(left)


def _by_sets(hand: i64) -> i64:
    """The cost of a hand that is played set by set."""
    total: i64 = 0
    rank: i64 = 0
    bigs = count_of(hand, BIG)
    while rank < RANKS:
        number = count_of(hand, rank)
        if rank == ACE and number > 1:
            number += bigs
            bigs = 0
        if number == 1:
            total += SINGLE_COSTS[rank]
        elif number == 2:
            total += PAIR_COSTS[rank]
        elif number > 2:
            total += SET_COSTS[number] - 10 * rank
        rank += 1
    jokers = count_of(hand, BLACK_JOKER) + count_of(hand, RED_JOKER)
    if jokers >= 2:
        total -= 300 * jokers
    else:
        total += count_of(hand, BLACK_JOKER) * SINGLE_COSTS[BLACK_JOKER]
        total += count_of(hand, RED_JOKER) * SINGLE_COSTS[RED_JOKER]
    if bigs == 2:
        total -= SURE
    return total


def _without_run(hand: i64, width: i64) -> i64:
    """The hand without its longest sequence of ranks that have exactly so many cards; the same where there is none."""
    best: i64 = 0
    taken: i64 = 0
    length: i64 = 0
    cards: i64 = 0
    rank: i64 = 0
    while rank <= ACE:  # 4 up to a high ace; low aces, 2s and 3s are better kept
        if count_of(hand, rank) == width:
            length += 1
            cards = cards + width * bit(4 * rank)
        else:
            length = 0
            cards = 0
        if length >= 3 and length > best:
            best = length
            taken = cards
        rank += 1
    return hand - taken
