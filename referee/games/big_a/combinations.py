"""The combinations of Big A on packed counts (BA-4, BA-5): counted, listed and read by one walk.

Suits do not matter, so a set of cards is a number of counts: of rank ``r`` (index 0 for 4 up to 12 for 3) four bits
from bit ``4 * r``; then two bits each of black jokers (52), red jokers (54) and Big Aces (56), which are not counted
among the aces. A *reading* is one integer ``what`` of kind, size and rank. The rank of a run is the place of its
highest card, 1 for a low ace, 2 for a 2 … 13 for a king, 14 for a high ace; that of jokers is how many are red.
"""

from typing import Final

from referee.cards import bit
from referee.ints import i64

PASS: Final = 0
SINGLE: Final = 1
PAIR: Final = 2
SEQUENCE: Final = 3
DOUBLE_SEQUENCE: Final = 4
TRIPLE: Final = 5
FOUR: Final = 6
TWO_JOKERS: Final = 9
THREE_JOKERS: Final = 13
TRUE_EIGHT: Final = 16
FOUR_JOKERS: Final = 19
BIG_ACE_PAIR: Final = 21

KINDS: Final[tuple[str, ...]] = (
    "pass",
    "single",
    "pair",
    "sequence",
    "double_sequence",
    "triple",
    "four",
    "five",
    "six",
    "two_jokers",
    "triple_sequence",
    "fake_eight",
    "seven",
    "three_jokers",
    "four_triple_sequence",
    "false_ten",
    "true_eight",
    "five_triple_sequence",
    "false_twelve",
    "four_jokers",
    "false_fourteen",
    "big_ace_pair",
)
"""The kinds by number, in the order of the extended ladder (BA-5.1); 0 is no combination, but the pass."""

RANK_ORDER: Final[tuple[str, ...]] = ("4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "3", "BJ", "RJ")
"""The ranks by index, low to high (BA-1.2); a single Big Ace has the index after them."""

RANKS: Final = 13
FOURS: Final = 0
ACE: Final = 10
BLACK_JOKER: Final = 13
RED_JOKER: Final = 14
BIG: Final = 15
LOW_ACE: Final = 1
HIGH_ACE: Final = 14

_WIDTHS: Final = bytes([0, 1, 2, 1, 2, 3, 4, 5, 6, 0, 3, 4, 7, 0, 3, 5, 8, 3, 6, 0, 7, 0])
"""How many cards of a rank each kind takes; 0 where that says nothing."""
_LENGTHS: Final = bytes([0, 1, 1, 3, 3, 1, 1, 1, 1, 0, 3, 2, 1, 0, 4, 2, 1, 5, 2, 0, 2, 0])
"""How many ranks each kind takes, the ordinary sequences at least; 0 where that says nothing."""
_OF_SIZE: Final = bytes([0, SINGLE, PAIR, TRIPLE, FOUR, 7, 8, 12, TRUE_EIGHT])
"""The kind of a set of one rank by its size."""

EXTENDED_TIERS: Final = bytes(range(22))  # BA-5.1
STANDARD_TIERS: Final = bytes([*range(13), 14, 0, 0, 13, 0, 0, 15, 0, 16])  # BA-5
"""The place of each kind on the ladder by its number, 0 for one that is not played."""


def _in_order(tiers: bytes) -> bytes:
    return bytes(sorted([kind for kind in range(1, 22) if tiers[kind] > 0], key=tiers.__getitem__))


_EXTENDED_ORDER: Final = _in_order(EXTENDED_TIERS)
_STANDARD_ORDER: Final = _in_order(STANDARD_TIERS)

_RANK_AT: Final = bytes([0, ACE, 11, 12, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ACE])
"""The rank index at each place of a run (BA-1.3)."""


def tiers_of(extended: bool) -> bytes:
    """The ladder that is played."""
    return EXTENDED_TIERS if extended else STANDARD_TIERS


# --- cards as counts -----------------------------------------------------------------------


def unit(rank: i64) -> i64:
    """One card of a rank index, of a joker (13, 14) or a Big Ace (15)."""
    return bit(4 * rank) if rank <= BLACK_JOKER else bit(54 if rank == RED_JOKER else 56)


def count_of(cards: i64, rank: i64) -> i64:
    """How many cards there are of a rank index, Big Aces not among the aces."""
    if rank < RANKS:
        return (cards >> (4 * rank)) & 15
    return (cards >> (52 + 2 * (rank - RANKS))) & 3


def size_of_set(cards: i64) -> i64:
    """How many cards there are."""
    total: i64 = 0
    rank: i64 = 0
    while rank <= BIG:
        total += count_of(cards, rank)
        rank += 1
    return total


def holds(hand: i64, cards: i64) -> bool:
    """Whether a hand has all these cards."""
    rank: i64 = 0
    while rank <= BIG:
        if count_of(cards, rank) > count_of(hand, rank):
            return False
        rank += 1
    return True


# --- readings as integers ------------------------------------------------------------------


def reading(kind: i64, size: i64, rank: i64) -> i64:
    """The reading of a kind, a number of cards and a rank."""
    return (kind << 12) | (size << 6) | rank


def is_set(kind: i64) -> bool:
    """Whether a kind is so many cards of one rank."""
    return i64(_LENGTHS[kind]) == 1


def beats(what: i64, other: i64, tiers: bytes) -> bool:
    """Whether one reading beats another (BA-4, BA-5); everything "beats" ``PASS``, which stands for a free lead."""
    beaten = other >> 12
    if beaten == PASS:
        return True
    kind = what >> 12
    if kind == beaten:
        # BA-4.3, BA-4.4: only sequences differ in size within their kind
        return ((what >> 6) & 63) == ((other >> 6) & 63) and (what & 63) > (other & 63)
    if kind <= DOUBLE_SEQUENCE:
        return False
    if beaten > DOUBLE_SEQUENCE:
        return i64(tiers[kind]) > i64(tiers[beaten])
    if kind == TRIPLE:  # BA-5, class 5
        return not (beaten == DOUBLE_SEQUENCE or (beaten == SINGLE and (other & 63) >= BLACK_JOKER))
    return not (kind == FOUR and beaten == SINGLE and (other & 63) == BIG)  # BA-5, class 6


def captures(what: i64, other: i64) -> bool:
    """Whether a reading is the set of fours that captures the other one, a bomb of one rank (BA-6.1, BA-6.2)."""
    kind = what >> 12
    beaten = other >> 12
    if kind < PAIR or beaten < TRIPLE or not is_set(kind) or not is_set(beaten) or (what & 63) != FOURS:
        return False
    return ((what >> 6) & 63) + 1 == ((other >> 6) & 63)


def follows(what: i64, other: i64, tiers: bytes) -> bool:
    """Whether a reading may be played on the other one: it beats or captures it (T-2)."""
    return beats(what, other, tiers) or captures(what, other)


def reading_of(cards: i64, tiers: bytes) -> i64:
    """What these cards, all of them, are read as (BA-1.3: one reading at most); ``PASS`` when they are nothing."""
    jokers = count_of(cards, BLACK_JOKER) + count_of(cards, RED_JOKER)
    bigs = count_of(cards, BIG)
    size = size_of_set(cards)
    if jokers > 0:
        return _jokers_read(cards, jokers) if jokers == size else PASS
    if size == 2 and bigs == 2:  # BA-5.2
        return reading(BIG_ACE_PAIR, 2, 0)
    if size == 1 and bigs == 1:
        return reading(SINGLE, 1, BIG)
    width: i64 = 0
    ranks: i64 = 0
    held: i64 = 0
    last: i64 = 0
    rank: i64 = 0
    while rank < RANKS:
        number = count_of(cards, rank)
        if rank == ACE:
            number += bigs
        if number > 0:
            if width != 0 and number != width:
                return PASS
            width = number
            ranks += 1
            last = rank
            held = held | bit(rank + 4 if rank < ACE else rank - 9)
        rank += 1
    if ranks == 0:
        return PASS
    if ranks == 1:
        return reading(i64(_OF_SIZE[width]), width, last)
    return _run_read(held, width, ranks, tiers)


def _jokers_read(cards: i64, jokers: i64) -> i64:
    reds = count_of(cards, RED_JOKER)
    if jokers == 1:
        return reading(SINGLE, 1, BLACK_JOKER + reds)
    if jokers == 2:
        return reading(TWO_JOKERS, 2, reds)
    return reading(THREE_JOKERS, 3, reds) if jokers == 3 else reading(FOUR_JOKERS, 4, reds)


def _run_read(held: i64, width: i64, length: i64, tiers: bytes) -> i64:
    """The run of these places (bit 1 for an ace), ``width`` cards each, if that is one."""
    top = _top_of(held, length)
    if top == 0:
        return PASS
    kind: i64 = SEQUENCE
    while kind <= BIG_ACE_PAIR:
        if i64(_WIDTHS[kind]) == width and i64(tiers[kind]) > 0:
            needed = i64(_LENGTHS[kind])
            if (kind <= DOUBLE_SEQUENCE and length >= needed) or (needed > 1 and length == needed):
                return reading(kind, width * length, top)
        kind += 1
    return PASS


def _top_of(held: i64, length: i64) -> i64:
    """The highest place when all these places are consecutive, the ace high if it can be (BA-1.3); else 0."""
    run = bit(length) - 1
    places = held
    if places & 2 != 0:
        high = (places & ~2) | bit(HIGH_ACE)
        if high == run << (HIGH_ACE - length + 1):
            return HIGH_ACE
    first: i64 = LOW_ACE
    while (places >> first) & 1 == 0:
        first += 1
    return first + length - 1 if places >> first == run else 0


# --- families ------------------------------------------------------------------------------


def cards_of(what: i64, bigs: i64) -> i64:
    """The cards of a reading, of which so many aces are Big Aces."""
    kind = what >> 12
    size = (what >> 6) & 63
    rank = what & 63
    if kind == BIG_ACE_PAIR:
        return 2 * unit(BIG)
    if kind in (TWO_JOKERS, THREE_JOKERS, FOUR_JOKERS):
        return rank * unit(RED_JOKER) + (size - rank) * unit(BLACK_JOKER)
    width = i64(_WIDTHS[kind])
    cards: i64 = 0
    if is_set(kind):
        cards = width * unit(rank)
    else:
        place = rank - size // width + 1
        while place <= rank:
            cards += width * unit(i64(_RANK_AT[place]))
            place += 1
    return cards - bigs * unit(ACE) + bigs * unit(BIG) if bigs > 0 else cards


def aces_in(what: i64) -> i64:
    """How many aces a reading takes, of which any may be Big Aces."""
    kind = what >> 12
    rank = what & 63
    width = i64(_WIDTHS[kind])
    if width == 0 or kind == SINGLE:
        return 0
    if is_set(kind):
        return width if rank == ACE else 0
    first = rank - ((what >> 6) & 63) // width + 1
    return width if rank == HIGH_ACE or first == LOW_ACE else 0


def most_bigs(hand: i64, what: i64) -> i64:
    """How many Big Aces of the hand a member of the family can have at most."""
    bigs = min(count_of(hand, BIG), aces_in(what))
    return 1 if bigs == 2 and what >> 12 == PAIR else bigs  # BA-4.2, BA-5.2


def least_bigs(hand: i64, what: i64) -> i64:
    """How many Big Aces of the hand a member of the family must have, for want of other aces."""
    return max(0, aces_in(what) - count_of(hand, ACE))


def family_members(hand: i64, what: i64) -> list[i64]:
    """The sets of cards of a hand that are read so, in written order."""
    found: list[i64] = []
    bigs = most_bigs(hand, what)
    least = least_bigs(hand, what)
    while bigs >= least:
        found.append(cards_of(what, bigs))
        bigs -= 1
    return found


_NOTHING: Final[list[tuple[i64, i64]]] = []
"""The families of all walks that list none: a list for each would be made in vain for every move."""

# Four bits a rank are enough for eight cards and the carry of one addition: with 8 - w added to each, the highest of
# the four is set where there are at least w cards, for all ranks at once. So are runs looked at, by their places.
_RANKS_ONLY: Final = 0xFFFFFFFFFFFFF
_ONES: Final = 0x1111111111111
_TOPS: Final = 0x8888888888888
_PLACE_ONES: Final = 0x11111111111111
_PLACE_TOPS: Final = 0x88888888888888
_UP_TO_ACE: Final = 0xFFFFFFFFFFF
_TOP_OF_ACE: Final = 0x80000000000
_LOW: Final = 8
"""The top bit of place 1, that of a low ace."""


class Walk:
    """One way through the families of a hand: counts them all, lists them, or stops at the n-th play.

    ``target`` is the number of the play that is looked for, -1 for none; ``families`` is filled when listing.
    """

    def __init__(self, target: i64, listing: bool) -> None:
        self.left: i64 = target
        self.seeking: bool = target >= 0
        self.listing: bool = listing
        self.families: list[tuple[i64, i64]] = [] if listing else _NOTHING
        self.total: i64 = 0
        self.what: i64 = PASS
        self._hand: i64 = 0
        self._sets: i64 = 0
        """The hand's counts by rank, Big Aces among the aces."""
        self._runs: i64 = 0
        """The same by place of a run (BA-1.3), place 1 lowest, the aces at both ends."""

    def seek(self, target: i64) -> None:
        """Begins anew, to stop at play number ``target``."""
        self.left = target
        self.seeking = True
        self.total = 0

    def take(self, what: i64, number: i64) -> bool:
        """Notes a family of so many members. Returns whether the play looked for is among them."""
        if number <= 0:
            return False
        if self.seeking:
            if self.left < number:
                self.what = what
                return True
            self.left -= number
        self.total += number
        if self.listing:
            self.families.append((what, number))
        return False

    def run(self, hand: i64, beat: i64, tiers: bytes) -> None:
        """Walks through all families of a hand that may be played on ``beat``, by kind, size and rank."""
        extended = tiers[BIG_ACE_PAIR] == BIG_ACE_PAIR
        order = _EXTENDED_ORDER if extended else _STANDARD_ORDER
        sets = (hand & _RANKS_ONLY) + (hand >> 56) * unit(ACE)
        self._hand = hand
        self._sets = sets
        self._runs = (sets >> 40) | ((sets & _UP_TO_ACE) << 12)
        beaten = beat >> 12
        rank = beat & 63
        step: i64 = 0  # from which place of the ladder on everything beats
        if beaten != PASS:
            if beaten <= DOUBLE_SEQUENCE:
                step = TRIPLE - 1
                if beaten == DOUBLE_SEQUENCE or (beaten == SINGLE and rank >= BLACK_JOKER):  # BA-5, class 5
                    step += 1
                    if beaten == SINGLE and rank == BIG:  # BA-5, class 6
                        step += 1
            else:
                step = i64(tiers[beaten])
                if is_set(beaten) and self._capturing(((beat >> 6) & 63) - 1):
                    return
            if self._kind(beaten, rank, (beat >> 6) & 63):  # BA-4.3, BA-4.4
                return
        # without three of a rank, a joker or a Big Ace there is no bomb
        if step >= TRIPLE - 1 and hand >> 52 == 0 and (sets + 5 * _ONES) & _TOPS == 0:
            return
        while step < len(order):
            if self._kind(i64(order[step]), -1, 0):
                return
            step += 1

    def _capturing(self, size: i64) -> bool:
        """The set of fours that captures a bomb of one card more (BA-6.1)."""
        return self._hand & 15 >= size and self.take(reading(i64(_OF_SIZE[size]), size, FOURS), 1)

    def _kind(self, kind: i64, above: i64, size: i64) -> bool:
        """Walks through one kind: all of it, or what ranks above a rank and is of a size (-1 and 0 for any)."""
        if kind == SINGLE:
            return self._singles(above)
        width = i64(_WIDTHS[kind])
        if width == 0:
            if self._hand >> 52 == 0:
                return False
            if kind == BIG_ACE_PAIR:
                return above < 0 and self._hand >> 56 == 2 and self.take(reading(kind, 2, 0), 1)
            return self._jokers(kind, above)
        length = i64(_LENGTHS[kind])
        if length > 1:
            return self._run_kind(kind, width, length, above, size)
        ranks = (self._sets + (8 - width) * _ONES) & _TOPS
        if above >= 0:
            ranks = (ranks >> (4 * above + 4)) << (4 * above + 4)
        return ranks != 0 and self._note(ranks, reading(kind, width, 0), width, _TOP_OF_ACE)

    def _singles(self, above: i64) -> bool:
        if above < RANKS - 1:
            ranks = ((self._hand & _RANKS_ONLY) + 7 * _ONES) & _TOPS  # here a Big Ace is no ace
            if above >= 0:
                ranks = (ranks >> (4 * above + 4)) << (4 * above + 4)
            if ranks != 0 and self._note(ranks, reading(SINGLE, 1, 0), 1, 0):
                return True
        if self._hand >> 52 == 0:
            return False
        rank: i64 = max(BLACK_JOKER, above + 1)
        while rank <= BIG:
            if count_of(self._hand, rank) > 0 and self.take(reading(SINGLE, 1, rank), 1):
                return True
            rank += 1
        return False

    def _jokers(self, kind: i64, above: i64) -> bool:
        size: i64 = 2 if kind == TWO_JOKERS else 3 if kind == THREE_JOKERS else 4
        blacks = count_of(self._hand, BLACK_JOKER)
        reds = max(above + 1, size - blacks)  # with nothing to beat this is 0 or more
        while reds <= min(size, count_of(self._hand, RED_JOKER)):
            if self.take(reading(kind, size, reds), 1):
                return True
            reds += 1
        return False

    def _run_kind(self, kind: i64, width: i64, length: i64, above: i64, size: i64) -> bool:
        places = (self._runs + (8 - width) * _PLACE_ONES) & _PLACE_TOPS
        firsts = places & (places >> 4)
        step: i64 = 2
        while step < length:
            firsts = firsts & (places >> (4 * step))
            step += 1
        longest = length if kind > DOUBLE_SEQUENCE else RANKS
        while length <= longest and firsts != 0:
            if size == 0 or size == width * length:
                found = firsts
                if length == RANKS:  # BA-1.3: of all thirteen the ace is high
                    found = found & ~_LOW
                over = 4 * (above - length + 1)
                if over > 0:
                    found = (found >> over) << over
                ends = _LOW | bit(4 * (HIGH_ACE - length) + 3)
                if found != 0 and self._note(found, reading(kind, width * length, length), width, ends):
                    return True
            firsts = firsts & (places >> (4 * length))
            length += 1
        return False

    def _note(self, places: i64, what: i64, width: i64, aces: i64) -> bool:
        """Notes the families with a bit in ``places``, the lowest of them read as ``what``.

        Those in ``aces`` take ``width`` aces. Returns whether the play looked for is among them.
        """
        number = (places >> 3) % 15  # each has one bit of four, and there are fewer than 15: so are they added up
        more: i64 = 0
        if self._hand >> 56 > 0 and places & aces != 0:
            more = self._ways(what >> 12, width) - 1
            number += more * (((places & aces) >> 3) % 15)
        if self.listing or (self.seeking and self.left < number):
            return self._each(places, what, more, aces)
        self.left -= number
        self.total += number
        return False

    def _ways(self, kind: i64, width: i64) -> i64:
        """In how many ways so many aces can be taken of the hand, as to how many of them are Big Aces."""
        bigs = min(self._hand >> 56, width)
        if bigs == 2 and kind == PAIR:  # BA-4.2, BA-5.2
            bigs = 1
        return bigs - max(0, width - count_of(self._hand, ACE)) + 1

    def _each(self, places: i64, what: i64, more: i64, aces: i64) -> bool:
        left = places >> 3
        with_ace = (places & aces) >> 3
        while left != 0:
            if left & 1 == 1 and self.take(what, 1 + more if with_ace & 1 == 1 else 1):
                return True
            left = left >> 4
            with_ace = with_ace >> 4
            what += 1
        return False
