"""Card sense for Zheng Fen: get rid of the hand in few leads, win the tricks that hold points.

What a play is worth is an estimate in thousandths of a point, of four parts: the leads that the rest of the hand will
need, the points of the trick times the chance to win it, the points kept in hand, and going out. Of other seats it
looks at the number of their cards alone; the cards that the seat to act has not seen are taken together.
"""

from typing import Final

from referee.cards import bit, popcount
from referee.games.zheng_fen.combinations import (
    BLACK_JOKER,
    FIVE,
    FOUR_TWOS,
    FULL_HOUSE,
    KING,
    MIXED_FIVE_TEN_KING,
    PAIR,
    PAIR_SEQUENCE,
    PASS,
    RANKS,
    RED_JOKER,
    SINGLE,
    SUIT_SEQUENCE,
    SUITED_FIVE_TEN_KING,
    TEN,
    THREE,
    TRIPLE,
    TWO,
    points_of,
)
from referee.games.zheng_fen.position import ZhengFenPosition
from referee.ints import i64
from referee.position import Position
from referee.strategy import Strategy

SURE: Final = 1000
"""A chance, and a share of a point or of a lead, is in thousandths."""

# The numbers below were found by trial, against random players: `docs/guides/bots.md` tells how the bot fares.

TURN: Final = 3
"""The points that a lead costs, or saves."""
RACE: Final = 700
"""What is added to that, once somebody is out, for each point won, as the last seat loses them; less, the more others
are left."""
KEPT: Final = 950
"""What a point in hand is worth."""
EARLY: Final = 25
"""What is added to that, while nobody is out, for each unseen card above `HALF_WAY` (taken off below): points and
specials are for later, when others have little left to beat them with."""
HALF_WAY: Final = 20
WON: Final = 700
"""What a point in a trick that is won is worth; less than a point, as others' points may come by going out first."""
LEADING: Final = 800
"""What winning a trick saves, in leads: less than one, so that low cards go first."""
PRIZE: Final = 1200
"""What going out first is worth for each point that the others have won on average: the last seat gives up its own."""
LATER_OUT: Final = 8
"""The points that going out later is worth,"""
STAKE: Final = 1300
"""and what is added for each point won, as the last seat loses them; less, the more others are left."""
JOKER: Final = 2600
"""What a joker in hand saves, in leads."""
CONTROL: Final = 640
"""What a card saves that no other beats, in leads; others the less, the likelier they are beaten."""
TRIPLE_PRICE: Final = 2000
"""What triples cost, compared with single cards that win as seldom."""

# How likely others are to beat a play, compared with having what beats it.

SHY: Final = 1260
"""The more, the more often a single card stands."""
PAIR_BEATEN: Final = 125
HOUSE_BEATEN: Final = 1500
SPECIAL_PLAYED: Final = 1560

WIDEST: Final = 4
"""How many plays of one kind, size and rank are looked at closely."""


class ZhengFenStrategy(Strategy):
    """Rates plays by the four parts; see above."""

    def rate(self, position: Position) -> list[tuple[i64, i64, i64]]:
        """The plays of the seat to act; of each kind, size and rank those that take the least from the hand."""
        assert isinstance(position, ZhengFenPosition)
        if position.last_chance():
            return _last_chance(position)
        return _Judge(position).rate()


def _last_chance(position: ZhengFenPosition) -> list[tuple[i64, i64, i64]]:
    """The last seat scores 0 whatever it does (ZF-6.2): it only says which of two others takes the trick (ZF-6.1)."""
    seat = position.to_act
    first: i64 = position.out[0]
    # What it wins goes to the first out, who has all this seat's cards already.
    to_first = points_of(position.won[first] | position.won[seat] | position.hands[seat])
    to_last = points_of(position.won[position.last])
    spite = 1000 * (to_last - to_first) if position.last != first else 0
    rated: list[tuple[i64, i64, i64]] = []
    for what, _ in position.families():
        for cards in position.members(what)[:WIDEST]:
            rated.append((0 if what == PASS else spite, cards, what))
    return rated


class _Judge:
    """One decision: what the seat to act knows, and what follows from it."""

    def __init__(self, position: ZhengFenPosition) -> None:
        self.position: ZhengFenPosition = position
        seat = position.to_act
        self.seat: i64 = seat
        self.hand: i64 = position.hands[seat]
        seen = self.hand | position.pile
        for won in position.won:
            seen = seen | won
        self.unseen: i64 = (bit(54) - 1) & ~seen
        self.rivals: list[i64] = [0] * 6
        """How many other seats hold so many cards or more, from 0 to 5."""
        other: i64
        number: i64
        for other in range(position.seats):
            held = popcount(position.hands[other])
            for number in range(6):
                if other != seat and position.is_active(other) and held >= number:
                    self.rivals[number] = self.rivals[number] + 1
        self.singles: list[i64] = self._single_chances()
        self.controls: list[i64] = [CONTROL * chance // SURE * chance // SURE for chance in self.singles]
        """What a single card of each rank saves by the lead that it wins, in thousandths of a lead."""
        self.pairs: list[i64] = self._set_chances(2)
        self.triples: list[i64] = self._set_chances(3)
        self.calm: i64 = self._calm()
        self.dearest: i64 = 0
        """Of the hand last looked at by `_by_sets`: the price of its dearest combination."""
        others = max(self.rivals[0], 1)
        self.turn: i64 = SURE * TURN
        """What a lead costs or saves, in thousandths of a point."""
        self.kept: i64 = KEPT
        if len(position.out) == 0:
            self.kept = KEPT + EARLY * (popcount(self.unseen) - HALF_WAY)
        else:
            self.turn = SURE * TURN + RACE * points_of(position.won[seat]) // (others * others)

    # --- what others may hold ---------------------------------------------------------------

    def _count(self, rank: i64) -> i64:
        """How many cards of a rank are unseen."""
        if rank >= BLACK_JOKER:
            return (self.unseen >> (52 + rank - BLACK_JOKER)) & 1
        return popcount((self.unseen >> (4 * rank)) & 15)

    def _single_chances(self) -> list[i64]:
        """The chance, by rank, that a single card is not beaten by a single card."""
        chances: list[i64] = [SURE] * (RED_JOKER + 1)
        rivals: i64 = self.rivals[1]
        rank: i64 = RED_JOKER
        higher: i64 = 0
        while rank >= 0:
            # each has as many of the higher cards as another, and passes the seldomer the more it has
            passing = SURE * rivals * SHY // max(rivals * SHY + SURE * higher, 1)
            chances[rank] = _power(passing, rivals)
            higher = higher + self._count(rank)
            rank = rank - 1
        return chances

    def _set_chances(self, size: i64) -> list[i64]:
        """The chance, by rank, that a pair (``size`` 2) or triple (3) is not beaten by another."""
        chances: list[i64] = [SURE] * RANKS
        jokers = popcount(self.unseen >> 52)
        chance: i64 = SURE
        rank: i64 = TWO
        while rank >= 0:
            chances[rank] = chance
            number = self._count(rank)
            if number > 0:
                number = number + (jokers + 1) // 2
            held = _in_one_hand(number, size, self.rivals[size])
            chance = chance * (SURE - held * (PAIR_BEATEN if size == 2 else SURE) // SURE) // SURE
            rank = rank - 1
        return chances

    def _calm(self) -> i64:
        """The chance that no special beats a play (ZF-3.10)."""
        fives = self._count(FIVE)
        tens = self._count(TEN)
        kings = self._count(KING)
        chance: i64 = SURE
        rivals: i64 = self.rivals[3]
        if rivals > 0 and fives * tens * kings > 0:
            none = SURE * (rivals - 1) // rivals  # the chance that one rival has not got a given card
            holds = (SURE - _power(none, fives)) * (SURE - _power(none, tens)) // SURE
            holds = holds * (SURE - _power(none, kings)) // SURE
            chance = _power(max(SURE - holds * SPECIAL_PLAYED // SURE, 0), rivals)
        if self.rivals[4] > 0 and self._count(TWO) == 4:
            chance = chance - 100 // (self.rivals[4] * self.rivals[4])
        return chance

    def stands(self, what: i64) -> i64:
        """The chance that a play wins the trick."""
        kind = what >> 12
        rank = what & 63
        if self.rivals[1] == 0:
            return SURE
        if kind >= MIXED_FIVE_TEN_KING:
            if kind == FOUR_TWOS or self.rivals[3] == 0:
                return SURE
            if kind == SUITED_FIVE_TEN_KING:
                return 990
            suits = popcount((self.unseen >> 8) & (self.unseen >> 28) & (self.unseen >> 40) & 15)
            return max(990 - 500 * suits // (self.rivals[3] * self.rivals[3]), 300)
        if kind == SINGLE:
            return self.singles[rank] * self.calm // SURE
        if kind == PAIR:
            return self.pairs[rank] * self.calm // SURE
        if kind == TRIPLE:
            return self.triples[rank] * self.calm // SURE
        if kind == FULL_HOUSE:
            beaten = (SURE - self.triples[rank]) * HOUSE_BEATEN // SURE if self.rivals[5] > 0 else 0
            return max(SURE - beaten, 0) * self.calm // SURE
        if kind in (PAIR_SEQUENCE, SUIT_SEQUENCE):
            return (880 + 10 * rank) * self.calm // SURE
        return 980 * self.calm // SURE

    # --- what is in a hand ------------------------------------------------------------------

    def leads(self, hand: i64) -> i64:
        """About how many leads it takes to get rid of a hand, in thousandths.

        A combination that wins its trick costs little, as it brings the next lead; nor does the last one cost
        anything: the dearest is left for that.
        """
        left = hand
        spent: i64 = 0
        top: i64 = 0
        best = self._by_sets(hand) - self.dearest
        while True:
            chosen: i64 = 0
            price: i64 = 0
            for cards, what in _groups(left):
                cost = _price(self.stands(what))
                total = spent + cost + self._by_sets(left & ~cards)
                total = total - max(self.dearest, max(top, cost))
                if total < best:
                    best = total
                    chosen = cards
                    price = cost
            if chosen == 0:
                return best
            spent = spent + price
            top = max(top, price)
            left = left & ~chosen

    def _by_sets(self, hand: i64) -> i64:
        """What singles, pairs, triples and full houses of a hand cost together; the dearest goes to ``dearest``."""
        total = -JOKER * popcount(hand >> 52)
        triples: i64 = 0
        top: i64 = 0
        loose: list[i64] = []
        """The ranks of single cards, low to high."""
        beside: list[i64] = []
        """The prices of pairs."""
        price: i64
        rank: i64
        for rank in range(RANKS):
            number = popcount((hand >> (4 * rank)) & 15)
            total = total - number * self.controls[rank]
            if number == 2:
                beside.append(_price(self.pairs[rank]))
            elif number > 2:
                triples = triples + 1
                price = _price(self.triples[rank]) * TRIPLE_PRICE // SURE
                total = total + price
                top = max(top, price)
            if number == 1 or number == 4:
                loose.append(rank)
        while triples > 0:
            triples = triples - 1
            pair: i64 = 0
            for price in beside:
                pair = max(pair, price)
            saved: i64 = 0
            one: i64 = -1
            two: i64 = -1
            first: i64
            second: i64
            for first in range(len(loose)):
                for second in range(first + 1, len(loose)):
                    low: i64 = loose[first]
                    high: i64 = loose[second]
                    if _go_together(hand, low, high):
                        price = _price(self.singles[low]) + _price(self.singles[high])
                        if price > saved:
                            saved = price
                            one = low
                            two = high
            if pair == 0 and saved == 0:
                break
            if pair >= saved:
                beside.remove(pair)
            else:
                loose.remove(one)
                loose.remove(two)
        for price in beside:
            total = total + price
            top = max(top, price)
        for rank in loose:
            price = _price(self.singles[rank])
            total = total + price
            top = max(top, price)
        self.dearest = top
        return total

    # --- the rating -------------------------------------------------------------------------

    def rate(self) -> list[tuple[i64, i64, i64]]:
        """Plays and their worth."""
        position = self.position
        rated: list[tuple[i64, i64, i64]] = []
        losses = self._losses()
        for what, _ in position.families():
            if what == PASS:
                rated.append((self._holding(self.hand), 0, PASS))
                continue
            members = position.members(what)
            if len(members) > WIDEST:
                members = _cheapest(members, losses)
            for cards in members:
                rated.append((self._worth(cards, what), cards, what))
        return rated

    def _losses(self) -> list[i64]:
        """What each card of the hand is worth to it, by its bit."""
        losses: list[i64] = [0] * 54
        whole = self._holding(self.hand)
        n: i64
        for n in range(54):
            if (self.hand >> n) & 1 == 1:
                losses[n] = whole - self._holding(self.hand & ~bit(n))
        return losses

    def _holding(self, hand: i64) -> i64:
        """What it is worth to hold some cards."""
        return self.kept * points_of(hand) - self.turn * self.leads(hand) // SURE

    def _worth(self, cards: i64, what: i64) -> i64:
        """What it is worth to play some cards."""
        position = self.position
        left = self.hand & ~cards
        gain = WON * points_of(position.pile | cards) + LEADING * self.turn // SURE
        worth = self.stands(what) * gain // SURE
        if left != 0:
            return worth + self._holding(left)
        others = max(self.rivals[0], 1)
        own = points_of(position.won[self.seat])
        if len(position.out) > 0:
            return worth + SURE * LATER_OUT + STAKE * own // others
        theirs = -own
        for won in position.won:
            theirs = theirs + points_of(won)
        return worth + PRIZE * theirs // others


def _in_one_hand(number: i64, size: i64, rivals: i64) -> i64:
    """The chance that one of some rivals holds ``size`` (2 or 3) or more of ``number`` cards, each anyone's."""
    if rivals == 0 or number < size:
        return 0
    if rivals == 1:
        return SURE
    apart: i64 = SURE
    if size == 2:
        n: i64
        for n in range(number):
            apart = apart * max(rivals - n, 0) // rivals
        return SURE - apart
    if number == 3:
        return SURE // (rivals * rivals)
    return min(SURE, (number - 3) * SURE * (4 * rivals - 3) // (rivals * rivals * rivals))


def _power(chance: i64, times: i64) -> i64:
    """The chance that something happens so many times in a row."""
    power: i64 = SURE
    while times > 0:
        power = power * chance // SURE
        times = times - 1
    return power


def _price(chance: i64) -> i64:
    """What a combination in hand costs, in thousandths of a lead: nearly nothing when it wins its trick."""
    return SURE - chance


def _go_together(hand: i64, low: i64, high: i64) -> bool:
    """Whether single cards of two ranks go beside a triple (ZF-3.8)."""
    if low == THREE:
        return True
    counting = low in (FIVE, TEN, KING) and high in (TEN, KING)
    if counting or high != low + 1:
        return counting
    return (hand >> (4 * low)) & (hand >> (4 * high)) & 15 != 0


def _groups(hand: i64) -> list[tuple[i64, i64]]:
    """The long combinations in a hand, without jokers, as (cards, what)."""
    found: list[tuple[i64, i64]] = []
    suit: i64
    for suit in range(4):
        _add_runs(found, hand, suit, 1)
    _add_runs(found, hand, 0, 2)
    _add_runs(found, hand, 0, 3)
    fives = (hand >> 8) & 15
    tens = (hand >> 28) & 15
    kings = (hand >> 40) & 15
    if fives != 0 and tens != 0 and kings != 0:
        suited = fives & tens & kings
        if suited != 0:
            card = suited & -suited
            found.append(((card << 8) | (card << 28) | (card << 40), (SUITED_FIVE_TEN_KING << 12) | (3 << 6)))
        else:
            cards = ((fives & -fives) << 8) | ((tens & -tens) << 28) | ((kings & -kings) << 40)
            found.append((cards, (MIXED_FIVE_TEN_KING << 12) | (3 << 6)))
    if (hand >> 48) & 15 == 15:
        found.append((15 * bit(48), (FOUR_TWOS << 12) | (4 << 6)))
    return found


def _add_runs(found: list[tuple[i64, i64]], hand: i64, suit: i64, width: i64) -> None:
    """Adds the longest sequences of one suit (``width`` 1), of pairs (2) or of triples (3)."""
    kind: i64 = SUIT_SEQUENCE if width == 1 else PAIR_SEQUENCE + width - 2
    least: i64 = 5 if width == 1 else 3
    length: i64 = 0
    cards: i64 = 0
    rank: i64 = 0
    while rank <= RANKS:
        here: i64 = 0
        if rank < RANKS:
            nibble = (hand >> (4 * rank)) & 15
            if width == 1:
                here = nibble & bit(suit)
            elif popcount(nibble) >= width:
                here = nibble
                while popcount(here) > width:
                    here = here & (here - 1)
        if here != 0:
            length = length + 1
            cards = cards | (here << (4 * rank))
        else:
            if length >= least:
                found.append((cards, (kind << 12) | (length * width << 6) | (rank - 1)))
            length = 0
            cards = 0
        rank = rank + 1


def _cheapest(members: list[i64], losses: list[i64]) -> list[i64]:
    """The few sets of cards that take the least from the hand, card by card."""
    best: list[tuple[i64, i64]] = []
    for cards in members:
        total: i64 = 0
        rest = cards
        while rest != 0:
            low = rest & -rest
            total = total + losses[popcount(low - 1)]
            rest = rest ^ low
        if len(best) < WIDEST or total < best[-1][0]:
            best.append((total, cards))
            best.sort()
            if len(best) > WIDEST:
                best.pop()
    return [cards for _, cards in best]
