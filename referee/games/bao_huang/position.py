"""Bao Huang as a position: tribute, crown, declarations and tricks, in integers (BH-2 … BH-7).

A card that is no joker has the number ``rank * 4 + suit``, suits in the order S H D C. Up to the first lead each seat
has four words, one a suit, of three bits a rank; from then on suits no longer matter, and it has two words: ``low``
with five bits for each of the ranks 0 to 11, and ``high`` with its jokers (six bits, see `combinations`), five bits
for the 2s, and, where a card is called, how many of it (three bits) and how many before it in its rank (five bits).
"""

from typing import Final

from referee.cards import bit, popcount
from referee.chance import Chance
from referee.climbing import ClimbingPosition
from referee.games.bao_huang.combinations import (
    ACCEPT_CROWN,
    ALL_JOKERS,
    BLACK,
    DECLARE,
    JOKERS,
    NO_RANK,
    PASS,
    PASS_CROWN,
    RANKS,
    RED,
    SET,
    SET_WITH_JOKERS,
    SINGLE,
    STAY_SILENT,
    TAKE_TRIBUTE,
    Walk,
    after_of,
    beats,
    before_of,
    blacks_in,
    called_of,
    joker_choices,
    jokers_of,
    kind_of,
    natural_choices,
    naturals_of,
    pack_play,
    rank_of,
    reading,
    reds_in,
    size_of,
    with_jokers,
    within,
)
from referee.games.bao_huang.scoring import TributePlan, deal_scores
from referee.ints import i64

TRIBUTE: Final = 0
CROWN: Final = 1
DECLARATION: Final = 2
PLAYING: Final = 3
OVER: Final = 4
THROWN_IN: Final = 5

# What `judge` says.
LEGAL: Final = 0
NOT_NOW: Final = 1
NOT_HELD: Final = 2
NO_COMBINATION: Final = 3
LOWEST_WITH_JOKERS: Final = 4
LOWEST_TOO_SOON: Final = 5
MUST_LEAD: Final = 6
OTHER_SIZE: Final = 7
RED_STANDS: Final = 8
OTHER_KIND: Final = 9
TOO_LOW: Final = 10
WRONG_NUMBER: Final = 11
NOT_IN_POOL: Final = 12
NOTHING_TO_DECLARE: Final = 13
MUST_ACCEPT: Final = 14
NOT_TO_BE_CALLED: Final = 15

SEATS: Final = 5
COPIES: Final = 4
CALLED_COPIES: Final = 3
MOST_SLOTS: Final = 4
GUARD_CARD: Final = 4  # BJ* among the six bits of jokers
EMPEROR_CARD: Final = 32  # RJ*
LOW_RANKS: Final = 12


class Terms:
    """The options as a position needs them: ``lowest`` is the rank that is played last (BH-6), -1 for none."""

    def __init__(self, same_kind: bool, lowest: i64, calls: bool, first_only: bool) -> None:
        self.same_kind: bool = same_kind
        self.lowest: i64 = lowest
        self.calls: bool = calls
        self.first_only: bool = first_only


def slot_bit(slot: i64) -> i64:
    """The bit of a slot of the pool: the lowest slot has the highest bit, so that larger masks come first."""
    return bit(MOST_SLOTS - 1 - slot)


class BaoHuangPosition(ClimbingPosition):
    """One deal in progress; `begin` gives it cards.

    ``emperor`` and ``guard`` are -1 before there are any; an emperor who plays alone is his own guard. ``puts`` are
    the tribute cards by slot and ``givers`` who put them; ``pool`` is a mask of slots (see `slot_bit`).
    """

    def __init__(self, terms: Terms) -> None:
        super().__init__(SEATS)
        self.terms: Terms = terms
        self.phase: i64 = OVER
        self.suits: list[i64] = []
        self.low: list[i64] = [0, 0, 0, 0, 0]
        self.high: list[i64] = [0, 0, 0, 0, 0]
        self.givers: list[i64] = []
        self.puts: list[i64] = []
        self.takers: list[i64] = []
        self.numbers: list[i64] = []
        self.taken: i64 = 0
        self.pool: i64 = 0
        self.first_holder: i64 = -1
        self.crown_passes: i64 = 0
        self.emperor: i64 = -1
        self.guard: i64 = -1
        self.called: i64 = -1
        self.asked: i64 = 0
        self.declared: i64 = 0
        self.guard_shown: bool = False
        self.to_beat: i64 = PASS
        self.beaten: i64 = 0

    def begin(self, suits: list[i64], jokers: list[i64], plan: TributePlan) -> None:
        """Gives the cards as dealt, and takes the tribute that is due out of them (BH-2.1)."""
        self.suits = suits.copy()
        self.high = jokers.copy()
        seat: i64
        for seat in range(SEATS):
            owed: i64 = plan.owed[seat]
            while owed > 0:
                self.givers.append(seat)
                self.puts.append(self._put(seat))
                self.pool = self.pool | slot_bit(len(self.puts) - 1)
                owed = owed - 1
        for taker in plan.takers:
            self.takers.append(taker)
        for number in plan.numbers:
            self.numbers.append(number)
        for seat in range(SEATS):
            if self.high[seat] & EMPEROR_CARD != 0:
                self.first_holder = seat
        if self.takers:
            self.phase = TRIBUTE
            self.to_act = self.takers[0]
        else:
            self._offer_crown(self.first_holder)

    def copy(self) -> "BaoHuangPosition":
        """An independent copy."""
        other = BaoHuangPosition(self.terms)
        other.copy_turns(self)
        other.phase = self.phase
        # After the first lead nothing changes any more in what came before it, and copies may share it.
        other.suits = self.suits.copy() if self.phase < PLAYING else self.suits
        other.low = self.low.copy()
        other.high = self.high.copy()
        other.givers = self.givers
        other.puts = self.puts
        other.takers = self.takers
        other.numbers = self.numbers
        other.taken = self.taken
        other.pool = self.pool
        other.first_holder = self.first_holder
        other.crown_passes = self.crown_passes
        other.emperor = self.emperor
        other.guard = self.guard
        other.called = self.called
        other.asked = self.asked
        other.declared = self.declared
        other.guard_shown = self.guard_shown
        other.to_beat = self.to_beat
        other.beaten = self.beaten
        return other

    # --- cards held -------------------------------------------------------------------------

    def held_of(self, seat: i64, card: i64) -> i64:
        """How many copies of a card (by its number) a seat holds, before the first lead."""
        word: i64 = self.suits[seat * 4 + (card & 3)]
        return (word >> (3 * (card >> 2))) & 7

    def _move(self, seat: i64, card: i64, number: i64) -> None:
        at = seat * 4 + (card & 3)
        self.suits[at] = self.suits[at] + number * bit(3 * (card >> 2))

    def _put(self, seat: i64) -> i64:
        """Takes the highest card that is no joker out of a hand, of equal ranks the first suit (BH-2.1)."""
        rank: i64 = RANKS - 1
        while rank >= 0:
            suit: i64
            for suit in range(4):
                card = rank * 4 + suit
                if self.held_of(seat, card) > 0:
                    self._move(seat, card, -1)
                    return card
            rank = rank - 1
        return -1

    def rank_count(self, seat: i64, rank: i64) -> i64:
        """How many cards of a rank below the jokers a seat holds, called ones among them, from the first lead on."""
        if rank < LOW_RANKS:
            low: i64 = self.low[seat]
            return (low >> (5 * rank)) & 31
        high: i64 = self.high[seat]
        return (high >> 6) & 31

    def called_count(self, seat: i64, rank: i64) -> i64:
        """How many called cards are among a seat's cards of a rank, from the first lead on."""
        if self.called < 0 or self.called >> 2 != rank:
            return 0
        high: i64 = self.high[seat]
        return (high >> 11) & 7

    def before_count(self, seat: i64, rank: i64) -> i64:
        """How many of a seat's cards of a rank are written before its called ones; all where none is called."""
        if self.called < 0 or self.called >> 2 != rank:
            return self.rank_count(seat, rank)
        high: i64 = self.high[seat]
        return (high >> 14) & 31

    def cards_left(self, seat: i64) -> i64:
        """How many cards a seat holds, from the first lead on."""
        high: i64 = self.high[seat]
        jokers = high & ALL_JOKERS
        total = blacks_in(jokers) + reds_in(jokers) + ((high >> 6) & 31)
        low: i64 = self.low[seat]
        while low != 0:
            total = total + (low & 31)
            low = low >> 5
        return total

    def _only_lowest(self, seat: i64) -> bool:
        """Whether a seat holds cards of the lowest rank alone (BH-6.1)."""
        lowest = self.terms.lowest
        held: i64 = self.low[seat]
        high: i64 = self.high[seat]
        return high & 2047 == 0 and held == ((held >> (5 * lowest)) & 31) << (5 * lowest)

    # --- the walk ---------------------------------------------------------------------------

    def families(self) -> list[tuple[i64, i64]]:
        """The families of legal plays, as (``what``, number of members)."""
        walk = self._walk(-1, True)
        return walk.families

    def count(self) -> i64:
        """The exact number of legal plays; 0 when nobody is to act."""
        walk = self._walk(-1, False)
        return walk.total

    def nth(self, n: i64) -> tuple[i64, i64]:
        """Legal play number ``n``, as (``cards``, ``what``)."""
        walk = self._walk(n, False)
        what = walk.what
        kind = kind_of(what)
        if kind < SINGLE or kind > JOKERS:
            return self._simple_members(what)[walk.left], what
        return self._nth_play(what, walk.left), what

    def members(self, what: i64) -> list[i64]:
        """The cards of every legal play of one family, in written order."""
        kind = kind_of(what)
        if kind < SINGLE or kind > JOKERS:
            return self._simple_members(what)
        found: list[i64] = []
        if self.phase != PLAYING:
            return found
        for jokers, number in self._joker_parts(what):
            n: i64
            part: list[i64] = []
            for n in range(self._natural_ways(what, number)):
                part.append(self._with_naturals(jokers, what, number, n))
            part.sort(reverse=True)
            found.extend(part)
        return found

    def _walk(self, target: i64, listing: bool) -> Walk:
        walk = Walk(target, listing)
        if self.to_act < 0:
            return walk
        if self.phase == PLAYING:
            if self.to_beat == PASS:
                self._walk_lead(walk)
            elif not walk.take(PASS, 1):  # T-2
                self._walk_reply(walk)
            return walk
        for kind in self._simple_kinds():
            if walk.take(kind << 16, len(self._simple_members(kind << 16))):
                break
        return walk

    def _simple_kinds(self) -> list[i64]:
        if self.phase == TRIBUTE:
            return [TAKE_TRIBUTE]
        if self.phase == CROWN:
            return [PASS_CROWN, ACCEPT_CROWN]
        return [STAY_SILENT, DECLARE]

    def _simple_members(self, what: i64) -> list[i64]:
        """The members of a family that plays no cards: slots, the card to call (its number and 1), or 0."""
        found: list[i64] = []
        kind = kind_of(what)
        if kind == TAKE_TRIBUTE:
            if self.phase == TRIBUTE:
                slots: i64 = bit(MOST_SLOTS) - 1
                while slots > 0:
                    if self.judge(slots, what) == LEGAL:
                        found.append(slots)
                    slots = slots - 1
        elif kind == ACCEPT_CROWN and self.terms.calls:
            if self.phase == CROWN:
                found = self.callable(self.to_act)
        elif self.judge(0, what) == LEGAL:
            found.append(0)
        return found

    def callable(self, seat: i64) -> list[i64]:
        """The cards that a seat could call, by rank from low to high, each as its number and 1 (BH-3.5)."""
        found: list[i64] = []
        rank: i64
        suit: i64
        for rank in range(RANKS):
            for suit in range(4):
                if self.held_of(seat, rank * 4 + suit) == CALLED_COPIES:
                    found.append(rank * 4 + suit + 1)
        return found

    def _walk_lead(self, walk: Walk) -> None:
        """All combinations (T-1, BH-5.2), in their order."""
        seat = self.to_act
        high: i64 = self.high[seat]
        jokers = high & ALL_JOKERS
        lowest = self.terms.lowest
        bottom: i64 = 0
        top: i64 = RANKS - 1
        if lowest >= 0:
            if self._only_lowest(seat):
                top = lowest
            else:
                bottom = lowest + 1  # BH-6.1
        most: i64 = 0
        rank: i64
        for rank in range(bottom, top + 1):
            number = self.rank_count(seat, rank)
            if number > most:
                most = number
            if number > 0 and walk.take(reading(SINGLE, 1, rank), self._naturals(seat, rank, 1)):
                return
        if walk.take(reading(SINGLE, 1, BLACK), joker_choices(jokers & 7, 0, 1, 1)) or walk.take(
            reading(SINGLE, 1, RED), joker_choices(jokers & 56, 0, 1, 1)
        ):
            return
        held = blacks_in(jokers) + reds_in(jokers)
        size: i64
        for size in range(2, most + 1):
            if self._walk_size(walk, SET, size, bottom, top, 0):
                return
        if held > 0:
            for size in range(2, most + held + 1):
                if self._walk_size(walk, SET_WITH_JOKERS, size, bottom, top, 0):
                    return
        for size in range(2, held + 1):
            if walk.take(reading(JOKERS, size, NO_RANK), joker_choices(jokers, 0, size, size)):
                return

    def _walk_reply(self, walk: Walk) -> None:
        """The combinations that beat the last play (BH-5.3), in their order; cards of the lowest rank beat nothing."""
        theirs = jokers_of(self.beaten)
        if reds_in(theirs) > 0:
            return
        seat = self.to_act
        high: i64 = self.high[seat]
        jokers = high & ALL_JOKERS
        size = size_of(self.to_beat)
        kind = kind_of(self.to_beat)
        blacks = blacks_in(theirs)
        bottom: i64 = RANKS
        if naturals_of(self.beaten) > 0:
            bottom = rank_of(self.to_beat) + 1
        if size == 1:
            rank: i64
            for rank in range(bottom, RANKS):
                if self.rank_count(seat, rank) > 0 and walk.take(
                    reading(SINGLE, 1, rank), self._naturals(seat, rank, 1)
                ):
                    return
            if blacks == 0 and walk.take(reading(SINGLE, 1, BLACK), joker_choices(jokers & 7, 0, 1, 1)):
                return
            walk.take(reading(SINGLE, 1, RED), joker_choices(jokers & 56, 0, 1, 1))
            return
        free = not self.terms.same_kind
        if blacks == 0 and (free or kind == SET) and self._walk_size(walk, SET, size, bottom, RANKS - 1, 0):
            return
        if (
            jokers != 0
            and (free or kind == SET_WITH_JOKERS)
            and self._walk_size(walk, SET_WITH_JOKERS, size, bottom, RANKS - 1, blacks)
        ):
            return
        if free or kind == JOKERS:
            walk.take(reading(JOKERS, size, NO_RANK), joker_choices(jokers, blacks, size, size))

    def _walk_size(self, walk: Walk, kind: i64, size: i64, bottom: i64, top: i64, reds: i64) -> bool:
        """The families of sets of one size, of all ranks from ``bottom`` to ``top``."""
        seat = self.to_act
        high: i64 = self.high[seat]
        low: i64 = self.low[seat]
        jokers = high & ALL_JOKERS
        fewest = size - blacks_in(jokers) - reds_in(jokers) if kind == SET_WITH_JOKERS else size
        if fewest < 1:
            fewest = 1
        special = self.called >> 2 if self.called >= 0 else -1
        low = low >> (5 * bottom) if bottom < LOW_RANKS else 0
        rank = bottom
        while rank <= top:
            number = low & 31 if rank < LOW_RANKS else (high >> 6) & 31
            low = low >> 5
            if number >= fewest:
                called = (high >> 11) & 7 if rank == special else 0
                if kind == SET:
                    ways = natural_choices(size, number - called, called)
                else:
                    ways = with_jokers(jokers, reds, size, number - called, called)
                if ways > 0 and walk.take(reading(kind, size, rank), ways):
                    return True
            rank = rank + 1
        return False

    def _naturals(self, seat: i64, rank: i64, number: i64) -> i64:
        called = self.called_count(seat, rank)
        return natural_choices(number, self.rank_count(seat, rank) - called, called)

    def move_at_random(self, chance: Chance) -> None:
        """Draws one legal play of the seat to act, each exactly as likely, and makes it.

        Raises ValueError when nobody is to act.
        """
        if self.phase != PLAYING:
            super().move_at_random(chance)
        elif self.to_beat == PASS:
            self._lead_at_random(chance)
        else:
            walk = Walk(-1, False)
            walk.take(PASS, 1)
            self._walk_reply(walk)
            n = chance.below(walk.total)
            if n == 0:
                self.apply(0, PASS)
                return
            walk.seek(n - 1)  # without the pass
            self._walk_reply(walk)
            self._play(self._nth_play(walk.what, walk.left), walk.what)

    def _lead_at_random(self, chance: Chance) -> None:
        """Leads with any combination (T-1, BH-5.2), each as likely.

        A lead is any jokers with any cards of one rank, but for nothing at all; so the number of all is a product, and
        nothing needs to be walked through.
        """
        seat = self.to_act
        high: i64 = self.high[seat]
        blacks = (high & 3) + 1
        reds = ((high >> 3) & 3) + 1
        guard = ((high >> 2) & 1) + 1
        choices = blacks * reds * guard * (((high >> 5) & 1) + 1)
        bottom: i64 = 0
        if self.terms.lowest >= 0 and not self._only_lowest(seat):
            bottom = self.terms.lowest + 1  # BH-6.1
        special = self.called >> 2 if self.called >= 0 else -1
        called = (high >> 11) & 7
        low: i64 = self.low[seat]
        low = low >> (5 * bottom) if bottom < LOW_RANKS else 0
        naturals = (high >> 6) & 31 if bottom < RANKS else 0
        rank = bottom
        while low != 0:
            naturals = naturals + (low & 31)
            low = low >> 5
        if special >= bottom:
            naturals = naturals + (self.rank_count(seat, special) - called) * called  # of each, called cards or others
        n = chance.below(choices * (naturals + 1) - 1) + 1  # number 0 is nothing at all
        way = n // choices
        n = n - way * choices
        jokers = n % blacks
        n = n // blacks
        jokers = jokers | ((n % reds) << 3)
        n = n // reds
        jokers = jokers | ((n % guard) << 2) | ((n // guard) << 5)
        number = blacks_in(jokers) + reds_in(jokers)
        if way == 0:
            if number > 1:
                self._play(pack_play(jokers, 0, 0, 0), reading(JOKERS, number, NO_RANK))
            else:
                self._play(pack_play(jokers, 0, 0, 0), reading(SINGLE, 1, BLACK if jokers & 7 != 0 else RED))
            return
        while True:
            held = self.rank_count(seat, rank)
            ways = held if rank != special else held + (held - called) * called
            if way <= ways:
                break
            way = way - ways
            rank = rank + 1
        marked: i64 = 0
        first = way
        after: i64 = 0
        if rank == special:
            marked = way // (held - called + 1)
            first = way % (held - called + 1)
            before = self.before_count(seat, rank)
            if first > before:
                after = first - before
                first = before
        size = first + marked + after + number
        kind = SET_WITH_JOKERS if number > 0 else SET if size > 1 else SINGLE
        self._play(pack_play(jokers, first, marked, after), reading(kind, size, rank))

    # --- the members of a family ------------------------------------------------------------

    def _joker_parts(self, what: i64) -> list[tuple[i64, i64]]:
        """The jokers that a member of a family can have, in written order, with the number of cards beside them."""
        found: list[tuple[i64, i64]] = []
        kind = kind_of(what)
        size = size_of(what)
        rank = rank_of(what)
        if rank < RANKS and kind != SET_WITH_JOKERS:
            found.append((0, size))
            return found
        held: i64 = self.high[self.to_act]
        held = held & (7 if rank == BLACK else 56 if rank == RED else ALL_JOKERS)
        reds: i64 = 0 if self.to_beat == PASS else blacks_in(jokers_of(self.beaten))
        choice = held
        while choice > 0:
            number = blacks_in(choice) + reds_in(choice)
            if within(choice, held) and reds_in(choice) >= reds:
                if kind == SET_WITH_JOKERS:
                    if number < size:
                        found.append((choice, size - number))
                elif number == size:
                    found.append((choice, 0))
            choice = choice - 1
        return found

    def _natural_ways(self, what: i64, number: i64) -> i64:
        if number == 0:
            return 1
        return self._naturals(self.to_act, rank_of(what), number)

    def _with_naturals(self, jokers: i64, what: i64, number: i64, n: i64) -> i64:
        """A play of some jokers and way number ``n`` of taking ``number`` cards of the rank."""
        if number == 0:
            return pack_play(jokers, 0, 0, 0)
        seat = self.to_act
        rank = rank_of(what)
        others = self.rank_count(seat, rank) - self.called_count(seat, rank)
        called = n + (number - others if number > others else 0)
        first = self.before_count(seat, rank)
        if first > number - called:
            first = number - called
        return pack_play(jokers, first, called, number - called - first)

    def _nth_play(self, what: i64, n: i64) -> i64:
        if kind_of(what) == SET or rank_of(what) < RANKS and kind_of(what) == SINGLE:
            return self._with_naturals(0, what, size_of(what), n)
        left = n
        for jokers, number in self._joker_parts(what):
            ways = self._natural_ways(what, number)
            if left < ways:
                return self._with_naturals(jokers, what, number, left)
            left = left - ways
        return 0

    # --- judging ----------------------------------------------------------------------------

    def judge(self, cards: i64, what: i64) -> i64:
        """``LEGAL``, or the number of what is wrong with the play."""
        kind = kind_of(what)
        phase = self.phase
        if kind == TAKE_TRIBUTE:
            return self._judge_take(cards) if phase == TRIBUTE else NOT_NOW
        if kind in (PASS_CROWN, ACCEPT_CROWN):
            return self._judge_crown(cards, kind) if phase == CROWN else NOT_NOW
        if kind in (STAY_SILENT, DECLARE):
            if phase != DECLARATION:
                return NOT_NOW
            return NOTHING_TO_DECLARE if kind == DECLARE and not self.may_declare() else LEGAL
        if phase != PLAYING:
            return NOT_NOW
        if kind == PASS:
            if cards != 0:
                return NO_COMBINATION
            return MUST_LEAD if self.to_beat == PASS else LEGAL  # T-1
        return self._judge_play(cards, what)

    def _judge_take(self, slots: i64) -> i64:
        if popcount(slots) != self.numbers[self.taken]:
            return WRONG_NUMBER  # BH-2.2
        return NOT_IN_POOL if slots & ~self.pool != 0 else LEGAL

    def _judge_crown(self, call: i64, kind: i64) -> i64:
        if kind == PASS_CROWN:
            return MUST_ACCEPT if self.crown_passes == SEATS else LEGAL  # BH-3.5
        if not self.terms.calls:
            return LEGAL if call == 0 else NOT_TO_BE_CALLED
        if call < 1 or call > 4 * RANKS or self.held_of(self.to_act, call - 1) != CALLED_COPIES:
            return NOT_TO_BE_CALLED  # BH-3.5
        return LEGAL

    def may_declare(self) -> bool:
        """Whether the seat to act has something to declare: all but an emperor with a guard have (BH-4.1)."""
        return self.to_act != self.emperor or self.guard == self.emperor

    def _judge_play(self, cards: i64, what: i64) -> i64:
        if not self._holds(cards, what):
            return NOT_HELD
        if not fits(cards, what):
            return NO_COMBINATION
        seat = self.to_act
        naturals = naturals_of(cards)
        if self.terms.lowest >= 0 and naturals > 0 and rank_of(what) == self.terms.lowest:
            if jokers_of(cards) != 0:
                return LOWEST_WITH_JOKERS  # BH-6.2
            if not self._only_lowest(seat):
                return LOWEST_TOO_SOON  # BH-6.1
        if self.to_beat == PASS:
            return LEGAL
        if size_of(what) != size_of(self.to_beat):
            return OTHER_SIZE
        if reds_in(jokers_of(self.beaten)) > 0:
            return RED_STANDS
        if self.terms.same_kind and kind_of(what) != kind_of(self.to_beat):
            return OTHER_KIND
        return LEGAL if beats(cards, what, self.beaten, self.to_beat) else TOO_LOW  # BH-5.3

    def _holds(self, cards: i64, what: i64) -> bool:
        seat = self.to_act
        high: i64 = self.high[seat]
        if cards < 0 or not within(jokers_of(cards) & ALL_JOKERS, high & ALL_JOKERS) or cards >> 18 != 0:
            return False
        if naturals_of(cards) == 0:
            return True
        rank = rank_of(what)
        if rank >= RANKS:
            return False
        before = self.before_count(seat, rank)
        called = self.called_count(seat, rank)
        after = self.rank_count(seat, rank) - before - called
        return before_of(cards) <= before and called_of(cards) <= called and after_of(cards) <= after

    # --- making a play ----------------------------------------------------------------------

    def apply(self, cards: i64, what: i64) -> None:
        """Makes a legal play."""
        kind = kind_of(what)
        if kind == PASS:
            if self.turn_passed():
                self._end_trick()
        elif kind <= JOKERS:
            self._play(cards, what)
        elif kind == TAKE_TRIBUTE:
            self._take(cards)
        elif kind == PASS_CROWN:
            self._pass_crown()
        elif kind == ACCEPT_CROWN:
            self.called = cards - 1
            self._crown()
        else:
            if kind == DECLARE:
                self.declared = self.declared | bit(self.to_act)
                if self.to_act == self.guard:
                    self.guard_shown = True  # BH-4.2
            self.asked = self.asked + 1
            self.to_act = self._right_of(self.to_act)
            if self.asked == SEATS:
                self._open_play()

    def _right_of(self, seat: i64) -> i64:
        return 0 if seat == SEATS - 1 else seat + 1

    def _take(self, slots: i64) -> None:
        slot: i64
        for slot in range(len(self.puts)):
            if slots & slot_bit(slot) != 0:
                self._move(self.to_act, self.puts[slot], 1)
        self.pool = self.pool & ~slots
        self.taken = self.taken + 1
        if self.taken < len(self.takers):
            self.to_act = self.takers[self.taken]
        else:
            self._offer_crown(self.first_holder)  # BH-2.3

    def _offer_crown(self, seat: i64) -> None:
        self.phase = CROWN
        self.to_act = seat

    def _pass_crown(self) -> None:
        giver = self.to_act
        taker: i64 = SEATS - 1 if giver == 0 else giver - 1  # BH-3.1, to the left
        self.high[giver] = self.high[giver] & ~EMPEROR_CARD
        self.high[taker] = self.high[taker] | EMPEROR_CARD
        self.crown_passes = self.crown_passes + 1
        self.to_act = taker
        if self.crown_passes < SEATS:
            return
        if not self.terms.calls:
            self._crown()  # BH-3.2
        elif not self.callable(taker):
            self.phase = THROWN_IN  # BH-3.5
            self.to_act = -1

    def _crown(self) -> None:
        self.emperor = self.to_act
        seat: i64
        for seat in range(SEATS):
            if self.called < 0:
                if self.high[seat] & GUARD_CARD != 0:
                    self.guard = seat  # BH-3.3, BH-3.4
            elif seat != self.emperor and self.held_of(seat, self.called) > 0:
                self.guard = seat  # BH-3.5
        self.phase = DECLARATION  # BH-4.1; the emperor is the first to be asked

    def _open_play(self) -> None:
        """Counts the cards by rank, and the emperor leads (BH-5.1)."""
        seat: i64
        for seat in range(SEATS):
            spades: i64 = self.suits[seat * 4]
            hearts: i64 = self.suits[seat * 4 + 1]
            diamonds: i64 = self.suits[seat * 4 + 2]
            clubs: i64 = self.suits[seat * 4 + 3]
            low: i64 = 0
            number: i64 = 0
            rank: i64
            for rank in range(RANKS):
                at = 3 * rank
                number = ((spades >> at) & 7) + ((hearts >> at) & 7) + ((diamonds >> at) & 7) + ((clubs >> at) & 7)
                if rank < LOW_RANKS:
                    low = low | (number << (5 * rank))
            self.low[seat] = low
            high: i64 = self.high[seat]
            high = high | (number << 6)
            if self.called >= 0:
                before: i64 = 0
                suit: i64
                for suit in range(self.called & 3):
                    before = before + self.held_of(seat, (self.called & ~3) + suit)
                high = high | (self.held_of(seat, self.called) << 11) | (before << 14)
            self.high[seat] = high
        self.phase = PLAYING
        self.lead(self.emperor)

    def _play(self, cards: i64, what: i64) -> None:
        seat = self.to_act
        jokers = jokers_of(cards)
        rank = rank_of(what)
        number = naturals_of(cards)
        high: i64 = self.high[seat]
        high = high - jokers
        if number > 0:
            if rank < LOW_RANKS:
                self.low[seat] = self.low[seat] - (number << (5 * rank))
            else:
                high = high - (number << 6)
            if self.called >= 0 and self.called >> 2 == rank:
                high = high - (called_of(cards) << 11) - (before_of(cards) << 14)
                if called_of(cards) > 0 and seat == self.guard:
                    self.guard_shown = True  # BH-5.4
        self.high[seat] = high
        if self.called < 0 and jokers & GUARD_CARD != 0:
            self.guard_shown = True  # BH-5.4
        self.to_beat = what
        self.beaten = cards
        goes_out = high & 2047 == 0 and self.low[seat] == 0
        over = self.turn_played(goes_out)
        if goes_out and self._side_is_out():
            self.phase = OVER  # BH-7.1
            self.to_act = -1
        elif over:
            self._end_trick()

    def _side_is_out(self) -> bool:
        crown = bit(self.emperor) | bit(self.guard)
        return self.active & crown == 0 or self.active & ~crown == 0

    def _end_trick(self) -> None:
        self.trick = self.trick + 1
        self.to_beat = PASS
        self.beaten = 0
        self.lead(self.last if self.is_active(self.last) else self.next_active(self.last))  # BH-5.1

    def scores(self) -> list[int]:
        """The deal's score by seat (BH-7), once it is over."""
        out = [int(seat) for seat in self.out]
        declared = [seat for seat in range(SEATS) if self.declared & bit(seat) != 0]
        return deal_scores(out, int(self.emperor), int(self.guard), declared, self.terms.first_only)


def fits(cards: i64, what: i64) -> bool:
    """Whether some cards are the combination that ``what`` says (BH-5.2)."""
    kind = kind_of(what)
    rank = rank_of(what)
    jokers = jokers_of(cards)
    number = blacks_in(jokers) + reds_in(jokers)
    naturals = naturals_of(cards)
    if number + naturals != size_of(what):
        return False
    if kind == SINGLE:
        if naturals == 1 and number == 0:
            return rank < RANKS
        return naturals == 0 and number == 1 and rank == (RED if reds_in(jokers) == 1 else BLACK)
    if kind == SET:
        return number == 0 and naturals > 1 and rank < RANKS
    if kind == SET_WITH_JOKERS:
        return number > 0 and naturals > 0 and rank < RANKS
    return kind == JOKERS and naturals == 0 and number > 1 and rank == NO_RANK
