"""The combinations of Zheng Fen on masks (ZF-3, ZF-5): counted, listed and read by one walk.

A set of cards is a mask of 54 bits in written order: ``RJ`` 53, ``BJ`` 52, then rank 2 (index 12) down to
rank 3 (index 0), where the suits S H D C of rank ``r`` have the bits ``4 * r + 3`` … ``4 * r``. A *reading* is one
integer ``what`` of kind, size and rank, so that readings in ascending order are in the order of ``legal-moves``. A
*family* is all sets of a hand that can be read in one way; the readings of some cards are the families of a hand of
just these cards that use them all.
"""

from itertools import combinations
from typing import Final

from referee.cards import POPULATION, bit, popcount
from referee.ints import i64

PASS: Final = 0
SINGLE: Final = 1
PAIR: Final = 2
TRIPLE: Final = 3
QUADRUPLE: Final = 4
PAIR_SEQUENCE: Final = 5
TRIPLE_SEQUENCE: Final = 6
QUADRUPLE_SEQUENCE: Final = 7
FULL_HOUSE: Final = 8
SUIT_SEQUENCE: Final = 9
MIXED_FIVE_TEN_KING: Final = 10
SUITED_FIVE_TEN_KING: Final = 11
FOUR_TWOS: Final = 12

KINDS: Final[tuple[str, ...]] = (
    "pass",
    "single",
    "pair",
    "triple",
    "quadruple",
    "pair_sequence",
    "triple_sequence",
    "quadruple_sequence",
    "full_house",
    "suit_sequence",
    "mixed_five_ten_king",
    "suited_five_ten_king",
    "four_twos",
)
"""The kinds by number; 0 is no combination, but the pass."""

RANK_ORDER: Final[tuple[str, ...]] = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "BJ", "RJ")
"""The ranks by index, low to high (ZF-1.2); the last two are for singles alone (ZF-5.1)."""

RANKS: Final = 13
THREE: Final = 0
FIVE: Final = 2
TEN: Final = 7
KING: Final = 10
TWO: Final = 12
BLACK_JOKER: Final = 13
RED_JOKER: Final = 14

REALS: Final = 0xFFFFFFFFFFFFF
"""The 52 cards that are no jokers."""
EVERY_RANK: Final = 0x1FFF
_LOW_BITS: Final = 0x1111111111111
_FIVES: Final = 0xF00
_TENS_AND_KINGS: Final = 0xF00F0000000
_TENS: Final = 0xF0000000
_COUNTING: Final = 0xF00F0000F00
_TWOS: Final = 0xF000000000000


def _subset_table() -> bytes:
    table = bytearray(16 * 5 * 6)
    for nibble in range(16):
        members = [1 << place for place in range(3, -1, -1) if nibble >> place & 1]
        for size in range(5):
            for number, chosen in enumerate(combinations(members, size)):
                table[(nibble * 5 + size) * 6 + number] = sum(chosen)
    return bytes(table)


def _choose_table() -> bytes:
    ways = [[1, 0, 0, 0, 0]]
    for _ in range(4):
        last = ways[-1]
        ways.append([1] + [last[k - 1] + last[k] for k in range(1, 5)])
    return bytes([number for row in ways for number in row])


def _lowest_table() -> bytes:
    return bytes([0] + [(mask & -mask).bit_length() - 1 for mask in range(1, 1 << RANKS)])


_SUBSETS: Final = _subset_table()
"""The ``n``-th subset of size ``k`` of a nibble, at ``(nibble * 5 + k) * 6 + n``."""
_CHOOSE: Final = _choose_table()
"""``n`` over ``k``, at ``n * 5 + k``, both up to 4."""
_LOWEST: Final = _lowest_table()
"""The place of the lowest bit of a set of ranks."""


# --- readings as integers ------------------------------------------------------------------


def reading(kind: i64, size: i64, rank: i64) -> i64:
    """The reading of a kind, a number of cards and a rank index (0 where the kind has none)."""
    return (kind << 12) | (size << 6) | rank


def kind_of(what: i64) -> i64:
    """The kind of a reading, ``PASS`` … ``FOUR_TWOS``."""
    return what >> 12


def size_of(what: i64) -> i64:
    """The number of cards of a reading."""
    return (what >> 6) & 63


def rank_of(what: i64) -> i64:
    """The rank index of a reading: of a sequence the highest, of a full house the triple's."""
    return what & 63


def beats(what: i64, other: i64) -> bool:
    """Whether one reading beats another; everything "beats" ``PASS``, which stands for a free lead."""
    kind = what >> 12
    beaten = other >> 12
    if beaten == PASS:
        return True
    if kind >= MIXED_FIVE_TEN_KING:
        return kind > beaten  # ZF-3.10, and ZF-4.3: the same tier does not
    if kind != beaten:
        return False
    if (what & 63) != (other & 63):
        return (what & 63) > (other & 63)  # ZF-4.1, ZF-4.2
    return ((what >> 6) & 63) > ((other >> 6) & 63)  # ZF-4.2; where sizes are all alike never true


# --- what a hand has -----------------------------------------------------------------------


def points_of(cards: i64) -> i64:
    """The points of some cards (ZF-1.3): 5 a five, 10 a ten or king, a joker nothing."""
    return 5 * popcount(cards & _FIVES) + 10 * popcount(cards & _TENS_AND_KINGS)


def counts_of(cards: i64) -> i64:
    """How many real cards there are of each rank, four bits a rank."""
    pairs = cards & REALS
    pairs = pairs - ((pairs >> 1) & 0x5555555555555)
    return (pairs & 0x3333333333333) + ((pairs >> 2) & 0x3333333333333)


def _gathered(spread: i64) -> i64:
    """Every fourth bit from bit 0, moved together: 13 bits."""
    x = spread & _LOW_BITS
    x = (x | (x >> 3)) & 0x03030303030303
    x = (x | (x >> 6)) & 0x000F000F000F000F
    x = (x | (x >> 12)) & 0x000000FF000000FF
    return (x | (x >> 24)) & 0xFFFF


def _with_at_least(counts: i64, number: i64) -> i64:
    """The ranks of which there are at least ``number`` cards."""
    if number <= 0:
        return EVERY_RANK
    fours = counts >> 2
    if number == 4:
        return _gathered(fours)
    if number == 3:
        return _gathered(fours | ((counts >> 1) & counts))
    if number == 2:
        return _gathered(fours | (counts >> 1))
    return _gathered(fours | (counts >> 1) | counts)


def _all_of(rank: i64) -> i64:
    """The four cards of a rank."""
    return 15 * bit(4 * rank)


def _choose(n: i64, k: i64) -> i64:
    return i64(_CHOOSE[n * 5 + k])


def nth_bit(mask: i64, n: i64) -> i64:
    """The ``n``-th lowest bit of a mask that has more than ``n`` bits."""
    rest = mask
    left = n
    shift: i64 = 0
    while True:
        here = i64(POPULATION[(rest >> shift) & 0xFFFF])
        if left < here:
            break
        left -= here
        shift += 16
    rest = (rest >> shift) & 0xFFFF
    while left > 0:
        rest = rest & (rest - 1)
        left -= 1
    return (rest & -rest) << shift


# --- sets of one rank: pair, triple, quadruple ---------------------------------------------


def _set_count(count: i64, jokers: i64, size: i64, rank: i64) -> i64:
    """The sets of ``size`` cards that pass for one rank, of which there are ``count`` real ones."""
    total: i64 = 0
    used: i64 = 0
    while used <= jokers:
        total += _choose(jokers, used) * _choose(count, size - used)
        used += 1
    if size == 4 and rank == TWO:
        total -= _choose(count, 4)  # ZF-3.10: four real 2s are never a quadruple
    return total


def _set_nth(hand: i64, size: i64, rank: i64, n: i64) -> i64:
    nibble = (hand >> (4 * rank)) & 15
    wild = (hand >> 52) & 3
    count = i64(POPULATION[nibble])
    jokers = i64(POPULATION[wild])
    left = n
    used: i64 = 0
    if size == 4 and rank == TWO:
        used = 1
    while True:
        reals = _choose(count, size - used)
        number = _choose(jokers, used) * reals
        if left < number:
            break
        left -= number
        used += 1
    return (_subset(nibble, size - used, left % reals) << (4 * rank)) | (_subset(wild, used, left // reals) << 52)


def _subset(nibble: i64, size: i64, n: i64) -> i64:
    return i64(_SUBSETS[(nibble * 5 + size) * 6 + n])


# --- sequences of sets: pair_sequence, triple_sequence, quadruple_sequence ------------------
# A rank of which k cards are jokers can be had in C(count, width - k) ways: a polynomial in the number of jokers.
# The product over the ranks of a sequence says in how many ways it takes 0, 1 or 2 of them (ZF-5.1).


def _run_polynomial(counts: i64, width: i64, first: i64, last: i64) -> tuple[i64, i64, i64]:
    """The ways to take the real cards of a sequence from ``first`` to ``last`` with 0, 1 and 2 jokers in it."""
    none: i64 = 1
    one: i64 = 0
    two: i64 = 0
    rank = first
    while rank <= last:
        row = ((counts >> (4 * rank)) & 15) * 5 + width
        a = i64(_CHOOSE[row])
        b = i64(_CHOOSE[row - 1])
        two = two * a + one * b + none * i64(_CHOOSE[row - 2])
        one = one * a + none * b
        none = none * a
        rank += 1
    return none, one, two


def _run_ways(counts: i64, width: i64, first: i64, last: i64, jokers: i64) -> i64:
    """The ways to take the real cards of a sequence from ``first`` to ``last`` with exactly ``jokers`` jokers in it."""
    none, one, two = _run_polynomial(counts, width, first, last)
    if jokers == 0:
        return none
    return one if jokers == 1 else two


def _run_count(counts: i64, jokers: i64, width: i64, first: i64, last: i64) -> i64:
    """The sets for a sequence from ``first`` to ``last``, of a hand with so many ``jokers``."""
    none, one, two = _run_polynomial(counts, width, first, last)
    if jokers == 0:
        return none
    return none + one if jokers == 1 else none + 2 * one + two


def _run_nth(hand: i64, width: i64, first: i64, last: i64, n: i64) -> i64:
    counts = counts_of(hand)
    wild = (hand >> 52) & 3
    jokers = i64(POPULATION[wild])
    left = n
    used: i64 = 0
    while True:
        ways = _run_ways(counts, width, first, last, used)
        number = ways * _choose(jokers, used)
        if left < number:
            break
        left -= number
        used += 1
    cards = _subset(wild, used, left // ways) << 52
    left = left % ways
    rank = first
    while rank <= last:
        count = (counts >> (4 * rank)) & 15
        here: i64 = 0
        while True:
            rest = _run_ways(counts, width, rank + 1, last, used - here)
            number = _choose(count, width - here) * rest
            if left < number:
                break
            left -= number
            here += 1
        cards = cards | (_subset((hand >> (4 * rank)) & 15, width - here, left // rest) << (4 * rank))
        left = left % rest
        used -= here
        rank += 1
    return cards


# --- sequences of one suit -----------------------------------------------------------------
# A joker may stand for a missing card and as well for one that is held: that is another set.


def _suit_count(held: i64, jokers: i64, first: i64, length: i64) -> i64:
    """The sets for one suit, of which ``held`` are the ranks in hand."""
    there = i64(POPULATION[(held >> first) & (bit(length) - 1)])
    missing = length - there
    if missing > jokers:
        return 0
    if missing == 2:
        return 1
    if missing == 1:
        return 1 if jokers == 1 else 2 + there
    if jokers == 0:
        return 1
    return 1 + there if jokers == 1 else 1 + 2 * there + there * (there - 1) // 2


def _suit_firsts(held: i64, jokers: i64, length: i64) -> i64:
    """The first ranks of the sequences of ``length`` that the jokers can complete."""
    if i64(POPULATION[held]) + jokers < length:
        return 0
    with_none: i64 = EVERY_RANK
    with_one: i64 = EVERY_RANK if jokers > 0 else 0
    with_two: i64 = EVERY_RANK if jokers > 1 else 0
    beyond: i64 = EVERY_RANK
    there = held
    reach: i64 = 0
    while reach < length:
        with_two = ((with_two & there) | with_one) & beyond
        with_one = ((with_one & there) | with_none) & beyond
        with_none = with_none & there
        there = there >> 1
        beyond = beyond >> 1
        reach += 1
    if jokers == 0:
        return with_none
    return with_one if jokers == 1 else with_two


def _suit_nth(hand: i64, place: i64, first: i64, length: i64, n: i64) -> i64:
    """The ``n``-th set for the suit whose cards have the bits ``place``, ``place + 4``, …"""
    cards = hand & (((bit(4 * length) - 1) & _LOW_BITS) << (4 * first + place))
    wild = (hand >> 52) & 3
    jokers = i64(POPULATION[wild])
    there = popcount(cards)
    missing = length - there
    left = n
    used = missing
    while True:
        replaced = used - missing
        ways: i64 = 1
        if replaced == 1:
            ways = there
        elif replaced == 2:
            ways = there * (there - 1) // 2
        number = ways * _choose(jokers, used)
        if left < number:
            break
        left -= number
        used += 1
    wild = _subset(wild, used, left // ways) << 52
    left = left % ways
    if replaced == 1:
        return (cards & ~nth_bit(cards, left)) | wild
    if replaced == 2:
        return (cards & ~_nth_two(cards, there, left)) | wild
    return cards | wild


def _nth_two(mask: i64, bits: i64, n: i64) -> i64:
    """The ``n``-th pair of bits of a mask of ``bits`` bits."""
    left = n
    lower: i64 = 0
    while left >= bits - 1 - lower:
        left -= bits - 1 - lower
        lower += 1
    return nth_bit(mask, lower) | nth_bit(mask, lower + 1 + left)


# --- full houses ---------------------------------------------------------------------------
# The triple has the rank; the two others are (a) a pair, (b) neighbours of one suit, (c) a 3 and any other, (d) two
# counting cards (ZF-3.8). A joker beside one real card is always a pair with it, and two jokers are one.


def _side_count(cards: i64) -> i64:
    """The pairs of real cards among ``cards`` that go beside a triple of a rank that ``cards`` has none of."""
    counts = counts_of(cards)
    pairs = (
        i64(POPULATION[_with_at_least(counts, 2)])
        + 2 * i64(POPULATION[_with_at_least(counts, 3)])
        + 3 * i64(POPULATION[_with_at_least(counts, 4)])
    )
    neighbours = popcount(cards & (cards >> 4) & REALS)
    threes = counts & 15
    beside_three = threes * (popcount(cards) - threes) - i64(POPULATION[cards & (cards >> 4) & 15])
    fives = (counts >> 8) & 15
    tens = (counts >> 28) & 15
    kings = (counts >> 40) & 15
    return pairs + neighbours + beside_three + fives * (tens + kings) + tens * kings


def _side_nth(cards: i64, n: i64) -> i64:
    left = n
    rank: i64 = 0
    while rank < RANKS:
        nibble = (cards >> (4 * rank)) & 15
        number = _choose(i64(POPULATION[nibble]), 2)
        if left < number:
            return _subset(nibble, 2, left) << (4 * rank)
        left -= number
        rank += 1
    neighbours = cards & (cards >> 4) & REALS
    number = popcount(neighbours)
    if left < number:
        lower = nth_bit(neighbours, left)
        return lower | (lower << 4)
    left -= number
    threes = cards & 15
    while threes > 0:
        three = threes & -threes
        others = cards & ~15 & ~(three << 4)
        number = popcount(others)
        if left < number:
            return three | nth_bit(others, left)
        left -= number
        threes = threes & (threes - 1)
    fives = cards & _FIVES
    others = cards & _TENS_AND_KINGS
    number = popcount(others)
    if left < popcount(fives) * number:
        return nth_bit(fives, left // number) | nth_bit(others, left % number)
    left -= popcount(fives) * number
    tens = others & _TENS
    number = popcount(tens)
    return nth_bit(tens, left % number) | nth_bit(others & ~tens, left // number)


def _fourth_beside(hand: i64, rank: i64) -> i64:
    """The real cards that go beside the fourth card of ``rank``; the hand has all four, so one fits in suit."""
    own = _all_of(rank)
    others = hand & REALS & ~own
    if rank == THREE:
        return others
    beside = (own << 4) | (own >> 4) | 15
    if own & _COUNTING != 0:
        beside = beside | _COUNTING
    return others & beside


def _house_count(hand: i64, counts: i64, jokers: i64, reals: i64, rank: i64) -> i64:
    """The full houses of ``rank`` in a hand with these ``counts``, ``jokers`` and number of real cards."""
    count = (counts >> (4 * rank)) & 15
    others = reals - count
    total: i64 = 0
    sides: i64 = -1
    if count >= 3 - jokers and others >= 2:
        sides = _side_count(hand & REALS & ~_all_of(rank))
        total = _choose(count, 3) * sides
        if jokers > 0:
            total += _choose(count, 2) * jokers * sides
        if jokers == 2:
            total += count * sides
    if jokers > 0:
        total += _choose(count, 3) * jokers * others
        if count == 4:
            total += jokers
        if jokers == 2:
            total += _choose(count, 2) * others + _choose(count, 3)
    if count == 4:
        total += popcount(_fourth_beside(hand, rank))
    return total


def _house_nth(hand: i64, rank: i64, n: i64) -> i64:
    shift = 4 * rank
    own = (hand >> shift) & 15
    count = i64(POPULATION[own])
    wild = (hand >> 52) & 3
    jokers = i64(POPULATION[wild])
    rest = hand & REALS & ~_all_of(rank)
    others = popcount(rest)
    sides = _side_count(rest)
    left = n
    used: i64 = 0
    while used <= jokers:  # the triple takes all jokers of the set, the sides are real
        ways = _choose(count, 3 - used) * _choose(jokers, used)
        number = ways * sides
        if left < number:
            way = left // sides
            triples = _choose(count, 3 - used)
            cards = (_subset(own, 3 - used, way % triples) << shift) | (_subset(wild, used, way // triples) << 52)
            return cards | _side_nth(rest, left % sides)
        left -= number
        used += 1
    used = 1
    while used <= jokers:  # one joker beside a real card, the others in the triple
        triples = _choose(count, 4 - used)
        ways = triples * _choose(jokers, used)
        number = ways * others
        if left < number:
            way = left // others
            cards = (_subset(own, 4 - used, way % triples) << shift) | (_subset(wild, used, way // triples) << 52)
            return cards | nth_bit(rest, left % others)
        left -= number
        used += 1
    if jokers == 2:  # both jokers beside three real ones
        number = _choose(count, 3)
        if left < number:
            return (_subset(own, 3, left) << shift) | (wild << 52)
        left -= number
    if left < _choose(count, 4) * jokers:  # a joker and the fourth of the rank beside
        return (own << shift) | (_subset(wild, 1, left) << 52)
    left -= _choose(count, 4) * jokers
    return (own << shift) | nth_bit(_fourth_beside(hand, rank), left)


# --- specials ------------------------------------------------------------------------------


def _suited_kings(hand: i64) -> i64:
    """The suits, as a nibble, of which the hand has 5, T and K (ZF-3.10; all real, ZF-5.1)."""
    return (hand >> 8) & (hand >> 28) & (hand >> 40) & 15


def _mixed_count(counts: i64, suited: i64) -> i64:
    return ((counts >> 8) & 15) * ((counts >> 28) & 15) * ((counts >> 40) & 15) - i64(POPULATION[suited])


def _suited_nth(hand: i64, n: i64) -> i64:
    suit = nth_bit(_suited_kings(hand), n)
    return (suit << 8) | (suit << 28) | (suit << 40)


def _mixed_nth(hand: i64, n: i64) -> i64:
    tens = (hand >> 28) & 15
    kings = (hand >> 40) & 15
    fives = (hand >> 8) & 15
    left = n
    while True:
        five = fives & -fives
        rest = tens
        while rest > 0:
            ten = rest & -rest
            fit = kings
            if ten == five:
                fit = kings & ~five
            number = i64(POPULATION[fit])
            if left < number:
                return (five << 8) | (ten << 28) | (nth_bit(fit, left) << 40)
            left -= number
            rest = rest & (rest - 1)
        fives = fives & (fives - 1)


# --- one family ----------------------------------------------------------------------------


def family_count(hand: i64, what: i64) -> i64:
    """How many sets of a hand can be read as ``what``; 0 for a ``what`` that is no reading."""
    kind = what >> 12
    size = (what >> 6) & 63
    rank = what & 63
    if kind < SINGLE or kind > FOUR_TWOS or rank > RED_JOKER:
        return 0
    if kind == SINGLE:
        if size != 1:
            return 0
        if rank >= BLACK_JOKER:
            return (hand >> (52 + rank - BLACK_JOKER)) & 1
        return i64(POPULATION[(hand >> (4 * rank)) & 15])
    if rank > TWO:  # ZF-5.1: a joker ranks by itself in singles alone
        return 0
    counts = counts_of(hand)
    jokers = i64(POPULATION[(hand >> 52) & 3])
    if kind <= QUADRUPLE:
        return _set_count((counts >> (4 * rank)) & 15, jokers, kind, rank) if size == kind else 0
    if kind <= QUADRUPLE_SEQUENCE:
        width = kind - 3
        length = size // width
        if size != length * width or length < 3 or length > rank + 1:
            return 0
        return _run_count(counts, jokers, width, rank + 1 - length, rank)
    if kind == FULL_HOUSE:
        return _house_count(hand, counts, jokers, popcount(hand & REALS), rank) if size == 5 else 0
    if kind == SUIT_SEQUENCE:
        if size < 5 or size > rank + 1:
            return 0
        total: i64 = 0
        place: i64 = 0
        while place < 4:
            total += _suit_count(_gathered(hand >> place), jokers, rank + 1 - size, size)
            place += 1
        return total
    if rank != 0:
        return 0
    if kind == FOUR_TWOS:
        return 1 if size == 4 and (hand >> 48) & 15 == 15 else 0
    if size != 3:
        return 0
    suited = _suited_kings(hand)
    if kind == SUITED_FIVE_TEN_KING:
        return i64(POPULATION[suited])
    return _mixed_count(counts, suited)


def family_nth(hand: i64, what: i64, n: i64) -> i64:
    """Set number ``n`` of those that can be read as ``what``, 0 <= n < family_count(hand, what)."""
    kind = what >> 12
    size = (what >> 6) & 63
    rank = what & 63
    if kind == SINGLE:
        if rank >= BLACK_JOKER:
            return bit(52 + rank - BLACK_JOKER)
        return nth_bit(hand & _all_of(rank), n)
    if kind <= QUADRUPLE:
        return _set_nth(hand, size, rank, n)
    if kind <= QUADRUPLE_SEQUENCE:
        return _run_nth(hand, kind - 3, rank + 1 - size // (kind - 3), rank, n)
    if kind == FULL_HOUSE:
        return _house_nth(hand, rank, n)
    if kind == SUIT_SEQUENCE:
        jokers = i64(POPULATION[(hand >> 52) & 3])
        left = n
        place: i64 = 0
        while True:
            number = _suit_count(_gathered(hand >> place), jokers, rank + 1 - size, size)
            if left < number:
                return _suit_nth(hand, place, rank + 1 - size, size, left)
            left -= number
            place += 1
    if kind == FOUR_TWOS:
        return _TWOS
    if kind == SUITED_FIVE_TEN_KING:
        return _suited_nth(hand, n)
    return _mixed_nth(hand, n)


def family_members(hand: i64, what: i64) -> list[i64]:
    """All sets of a hand that can be read as ``what``, in written order: of equal size, the greater mask is first."""
    found: list[i64] = []
    number = family_count(hand, what)
    n: i64 = 0
    while n < number:
        found.append(family_nth(hand, what, n))
        n += 1
    found.sort(reverse=True)
    return found


# --- all families --------------------------------------------------------------------------


_NOT_LISTED: Final[list[tuple[i64, i64]]] = []
"""The ``families`` of every walk that lists none: nothing is ever added to it."""


class Walk:
    """One pass over the families of plays of a hand, in the order of ``legal-moves``, empty ones left out.

    ``beat`` is the reading to beat, ``PASS`` for none; ``quadruple`` the option (ZF-3.4); ``size`` the one number of
    cards wanted, 0 for any. With a ``target`` of 0 or more the walk ends at the family that has set number
    ``target``: ``what``, and ``left`` its number within it. Else ``total`` is the number of all sets, and with
    ``listing`` ``families`` has every (``what``, number).
    """

    def __init__(self, target: i64, listing: bool) -> None:
        self.left: i64 = target
        self.seeking: bool = target >= 0
        self.listing: bool = listing
        self.total: i64 = 0
        self.what: i64 = PASS
        # Most walks only count or seek: making a list for each of them would take longer than many a walk.
        self.families: list[tuple[i64, i64]] = [] if listing else _NOT_LISTED

    def seek(self, target: i64) -> None:
        """Makes a walk that has counted ready to run once more, and seek set number ``target``, from 0.

        Only ``what`` and ``left`` say anything afterwards.
        """
        self.left = target
        self.seeking = True

    def take(self, what: i64, number: i64) -> bool:
        """Notes a family of ``number`` sets. Returns whether the walk may end here."""
        if number == 0:
            return False
        if self.listing:
            self.families.append((what, number))
        self.total += number
        if self.seeking:
            if self.left < number:
                self.what = what
                return True
            self.left -= number
        return False

    def run(self, hand: i64, beat: i64, quadruple: bool, size: i64 = 0) -> None:
        """Walks over the families that beat ``beat``: of its kind and, above all, the specials (ZF-3, ZF-3.10)."""
        kind = beat >> 12
        counts = counts_of(hand)
        jokers = i64(POPULATION[(hand >> 52) & 3])
        if kind == PASS:
            if self._single(hand, -1, size) or self._sets(counts, jokers, PAIR, -1, size):
                return
            if self._sets(counts, jokers, TRIPLE, -1, size):
                return
            if quadruple and self._sets(counts, jokers, QUADRUPLE, -1, size):  # ZF-3.4
                return
            if self._runs(counts, jokers, PAIR_SEQUENCE, beat, size):
                return
            if self._runs(counts, jokers, TRIPLE_SEQUENCE, beat, size):
                return
            if self._runs(counts, jokers, QUADRUPLE_SEQUENCE, beat, size):  # the option leaves these alone (ZF-3.4)
                return
            if self._houses(hand, counts, jokers, -1, size) or self._suits(hand, jokers, beat, size):
                return
        elif kind == SINGLE:
            if self._single(hand, beat & 63, size):
                return
        elif kind <= QUADRUPLE:
            if (kind < QUADRUPLE or quadruple) and self._sets(counts, jokers, kind, beat & 63, size):
                return
        elif kind <= QUADRUPLE_SEQUENCE:
            if self._runs(counts, jokers, kind, beat, size):
                return
        elif kind == FULL_HOUSE:
            if self._houses(hand, counts, jokers, beat & 63, size):
                return
        elif kind == SUIT_SEQUENCE and self._suits(hand, jokers, beat, size):
            return
        self._specials(hand, counts, kind, size)

    def skip(self, number: i64) -> bool:
        """Passes over families that have ``number`` sets together. False when they have to be taken one by one."""
        if self.listing or (self.seeking and self.left < number):
            return False
        self.total += number
        self.left -= number
        return True

    def _single(self, hand: i64, above: i64, size: i64) -> bool:
        if size > 1:
            return False
        if above < BLACK_JOKER and self.skip(popcount(hand >> (4 * above + 4))):
            return False
        rank = above + 1
        while rank < RANKS:
            if self.take((SINGLE << 12) | 64 | rank, i64(POPULATION[(hand >> (4 * rank)) & 15])):
                return True
            rank += 1
        while rank <= RED_JOKER:
            if self.take((SINGLE << 12) | 64 | rank, (hand >> (52 + rank - BLACK_JOKER)) & 1):
                return True
            rank += 1
        return False

    def _sets(self, counts: i64, jokers: i64, kind: i64, above: i64, size: i64) -> bool:
        if size > 0 and size != kind:
            return False
        ranks = _with_at_least(counts, kind - jokers) >> (above + 1) << (above + 1)
        while ranks > 0:
            rank = i64(_LOWEST[ranks])
            number = _set_count((counts >> (4 * rank)) & 15, jokers, kind, rank)
            if self.take((kind << 12) | (kind << 6) | rank, number):
                return True
            ranks = ranks & (ranks - 1)
        return False

    def _runs(self, counts: i64, jokers: i64, kind: i64, beat: i64, size: i64) -> bool:
        width = kind - 3
        if size > 0 and size % width != 0:
            return False
        lacking_none = _with_at_least(counts, width)
        lacking_one = _with_at_least(counts, width - 1) if jokers > 0 else 0
        lacking_two = _with_at_least(counts, width - 2) if jokers > 1 else 0
        # first ranks of the sequences of this length that take at most 0, 1, 2 jokers
        with_none: i64 = EVERY_RANK
        with_one: i64 = EVERY_RANK
        with_two: i64 = EVERY_RANK
        length: i64 = 0
        while True:
            none = lacking_none >> length
            one = lacking_one >> length
            with_two = (with_two & none) | (with_one & one) | (with_none & (lacking_two >> length))
            with_one = (with_one & none) | (with_none & one)
            with_none = with_none & none
            length += 1
            firsts = with_two if jokers > 1 else with_one
            if firsts == 0:
                return False
            if length < 3 or (size > 0 and size != length * width):
                continue
            while firsts > 0:
                first = i64(_LOWEST[firsts])
                what = (kind << 12) | (length * width << 6) | (first + length - 1)
                if beats(what, beat) and self.take(what, _run_count(counts, jokers, width, first, first + length - 1)):
                    return True
                firsts = firsts & (firsts - 1)

    def _houses(self, hand: i64, counts: i64, jokers: i64, above: i64, size: i64) -> bool:
        if size > 0 and size != 5:
            return False
        reals = popcount(hand & REALS)
        ranks = _with_at_least(counts, 3 - jokers) >> (above + 1) << (above + 1)
        while ranks > 0:
            rank = i64(_LOWEST[ranks])
            if self.take((FULL_HOUSE << 12) | (5 << 6) | rank, _house_count(hand, counts, jokers, reals, rank)):
                return True
            ranks = ranks & (ranks - 1)
        return False

    def _suits(self, hand: i64, jokers: i64, beat: i64, size: i64) -> bool:
        if 0 < size < 5:
            return False
        spades = _gathered(hand >> 3)
        hearts = _gathered(hand >> 2)
        diamonds = _gathered(hand >> 1)
        clubs = _gathered(hand)
        length: i64 = 5
        while length <= RANKS:
            firsts = (
                _suit_firsts(spades, jokers, length)
                | _suit_firsts(hearts, jokers, length)
                | _suit_firsts(diamonds, jokers, length)
                | _suit_firsts(clubs, jokers, length)
            )
            if firsts == 0:  # a longer one would hold one of this length
                return False
            while firsts > 0:
                first = i64(_LOWEST[firsts])
                what = (SUIT_SEQUENCE << 12) | (length << 6) | (first + length - 1)
                if (size == 0 or size == length) and beats(what, beat):
                    number = (
                        _suit_count(spades, jokers, first, length)
                        + _suit_count(hearts, jokers, first, length)
                        + _suit_count(diamonds, jokers, first, length)
                        + _suit_count(clubs, jokers, first, length)
                    )
                    if self.take(what, number):
                        return True
                firsts = firsts & (firsts - 1)
            length += 1
        return False

    def _specials(self, hand: i64, counts: i64, above: i64, size: i64) -> None:
        if size == 0 or size == 3:
            suited = _suited_kings(hand)
            if above < MIXED_FIVE_TEN_KING and self.take(
                (MIXED_FIVE_TEN_KING << 12) | (3 << 6), _mixed_count(counts, suited)
            ):
                return
            if above < SUITED_FIVE_TEN_KING and self.take(
                (SUITED_FIVE_TEN_KING << 12) | (3 << 6), i64(POPULATION[suited])
            ):
                return
        if (size == 0 or size == 4) and above < FOUR_TWOS and (hand >> 48) & 15 == 15:
            self.take((FOUR_TWOS << 12) | (4 << 6), 1)


def readings_of(cards: i64, beat: i64, quadruple: bool) -> list[i64]:
    """What these cards, all of them, can be read as that beats ``beat`` (``PASS``: anything does), ascending."""
    walk = Walk(-1, True)
    walk.run(cards, beat, quadruple, popcount(cards))
    return [what for what, _ in walk.families]
