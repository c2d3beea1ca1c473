"""Big A as a position: drawing, exposure, reveal and play on packed counts (BA-2, BA-3, BA-6, BA-7).

A card of its own is a number: ``4 * rank + suit`` for the ranks of `combinations` and the suits S H D C, 52 for a
black joker, 53 for a red one. Hands are packed counts (see `combinations`); of the aces it is kept besides how many of
each suit a seat holds, four bits a suit from bit ``4 * suit``. Until the last cards are taken up (BA-2.7) the Big
Aces count as aces, afterwards apart.
"""

from typing import Final

from referee.cards import bit
from referee.chance import Chance
from referee.climbing import ClimbingPosition
from referee.games.big_a.combinations import (
    ACE,
    BIG,
    BLACK_JOKER,
    PASS,
    Walk,
    captures,
    cards_of,
    count_of,
    family_members,
    follows,
    holds,
    most_bigs,
    reading_of,
    tiers_of,
    unit,
)
from referee.games.big_a.scoring import deal_scores
from referee.ints import i64

SEATS: Final = 5
PACK_SIZE: Final = 108
FACE_UP: Final = 103
"""How many cards are drawn before the five that stay face down (BA-2.1)."""

DRAWING: Final = 0
CLOSING: Final = 1
REVEALING: Final = 2
PLAYING: Final = 3
OVER: Final = 4
THROWN_IN: Final = 5

DRAW: Final = 32
DECLINE: Final = 33
EXPOSE: Final = 34
REVEAL: Final = 35
"""What is done without playing cards, by the number that a kind would have."""

HEARTS: Final = 1
_TWO_OF_A_SUIT: Final = 0x2222
"""Set in a seat's aces where it holds both of a suit."""
NOBODY: Final = -1

LEGAL: Final = 0
NO_PLACE: Final = 1
NOT_HELD: Final = 2
MUST_LEAD: Final = 3
NO_COMBINATION: Final = 4
TOO_LOW: Final = 5
TOO_MANY_DRAWN: Final = 6
NOT_THE_DRAWER: Final = 7
PAIR_IS_FINAL: Final = 8
ONE_IS_EXPOSED: Final = 9
OTHER_ACE: Final = 10
ALREADY_OPEN: Final = 11
NOT_THE_BIG_ACE: Final = 12


def drawing(count: i64) -> i64:
    """``what`` of drawing so many cards."""
    return (DRAW << 12) | count


def exposing(seat: i64, suit: i64, number: i64) -> i64:
    """``what`` of a seat's exposing one or two aces of a suit."""
    return (EXPOSE << 12) | (number << 6) | (seat << 2) | suit


def declining() -> i64:
    """``what`` of declining."""
    return DECLINE << 12


def revealing() -> i64:
    """``what`` of revealing the other Big Ace."""
    return REVEAL << 12


def card_unit(card: i64) -> i64:
    """A card by its number as a count."""
    return unit(card >> 2) if card < 52 else unit(BLACK_JOKER + card - 52)


def ace_unit(card: i64) -> i64:
    """A card by its number as a count of aces by suit; 0 when it is no ace."""
    return bit(4 * (card & 3)) if card < 52 and card >> 2 == ACE else 0


def aces_of(aces: i64, suit: i64) -> i64:
    """How many aces of a suit there are among some aces."""
    return (aces >> (4 * suit)) & 15


class BigAPosition(ClimbingPosition):
    """One deal.

    ``first`` took, or takes, the first card. ``hands`` and ``aces`` are what each seat has seen, ``faces`` the numbers
    of the cards that lie face down (-1 where there is none), ``stock`` those yet undrawn in their order. It begins in
    the phase of drawing; `close_draw` ends that when the stock is empty.
    """

    def __init__(
        self,
        first: i64,
        hands: list[i64],
        aces: list[i64],
        faces: list[i64],
        stock: list[i64],
        extended: bool,
        doubled: bool,
    ) -> None:
        super().__init__(SEATS)
        self.first: i64 = first
        self.hands: list[i64] = hands.copy()
        self.aces: list[i64] = aces.copy()
        self.faces: list[i64] = faces.copy()
        self.stock: list[i64] = stock
        self.left: i64 = len(stock)
        """How many cards are undrawn, the last ones of ``stock``."""
        self.extended: bool = extended
        self.doubled: bool = doubled
        self.tiers: bytes = tiers_of(extended)
        self.phase: i64 = DRAWING
        self.asked: i64 = NOBODY
        """In the draw, a seat out of turn whose plays are looked at; then it is not to draw."""
        self.declarer: i64 = NOBODY
        self.suit: i64 = NOBODY
        self.pair: bool = False
        """Whether a pair lies exposed (BA-2.3)."""
        self.forced: bool = False
        """Whether the declarer had to expose the ace of hearts (BA-2.6)."""
        self.declines: i64 = 0
        self.partner: i64 = NOBODY
        self.side: i64 = 0
        """The mask of the Big Ace side, from BA-2.7 on."""
        self.second: i64 = NOBODY
        """Who has shown the second Big Ace (BA-3.3)."""
        self.early: bool = False
        """Whether it was shown before play (BA-8)."""
        self.bigs: list[i64] = [0, 0, 0, 0, 0]
        """How many Big Aces the table knows in each hand (X-3)."""
        self.beat: i64 = PASS
        self.on_top: i64 = 0
        """The cards of the play to beat."""
        self.to_act = (first + PACK_SIZE - self.left) % SEATS

    # --- drawing and exposure -----------------------------------------------------------------

    def close_draw(self) -> None:
        """Ends the draw: on to the closing round, unless a pair lies exposed (BA-2.5)."""
        if self.pair:
            self._take_up()
            return
        self.phase = CLOSING
        self.declines = 0
        self.to_act = self.first

    def _draw(self, count: i64) -> None:
        while count > 0:
            card = self.stock[len(self.stock) - self.left]
            seat = (self.first + PACK_SIZE - self.left) % SEATS
            if PACK_SIZE - self.left >= FACE_UP:
                self.faces[seat] = card  # BA-2.1
            else:
                self.hands[seat] = self.hands[seat] + card_unit(card)
                self.aces[seat] = self.aces[seat] + ace_unit(card)
            self.left -= 1
            count -= 1
        self.to_act = (self.first + PACK_SIZE - self.left) % SEATS
        if self.left == 0:
            self.close_draw()

    def _expose(self, seat: i64, suit: i64, number: i64) -> None:
        self.pair = number == 2 or seat == self.declarer  # BA-2.3
        self.declarer = seat
        self.suit = suit
        if self.phase != CLOSING:
            return
        self.declines = 0
        if self.pair:
            self._take_up()
        else:
            self.to_act = (seat + 1) % SEATS  # BA-2.5

    def _decline(self) -> None:
        self.declines += 1
        if self.declines < SEATS:
            self.to_act = (self.to_act + 1) % SEATS
        elif self.phase == REVEALING:
            self._open_play(self.declarer)  # BA-2.8, BA-3.1
        elif self.declarer == NOBODY:
            self._force()
        else:
            self._take_up()

    def _force(self) -> None:
        """Exposes the first ace of hearts that was seen, or has the deal dealt again (BA-2.6)."""
        turn: i64 = 0
        while turn < SEATS:
            seat = (self.first + turn) % SEATS
            if aces_of(self.aces[seat], HEARTS) > 0:
                self.declarer = seat
                self.suit = HEARTS
                self.forced = True
                self._take_up()
                return
            turn += 1
        self.phase = THROWN_IN
        self.to_act = NOBODY

    def _take_up(self) -> None:
        """Each seat takes up its last card, and the sides are settled (BA-2.7, BA-3.3)."""
        seat: i64 = 0
        while seat < SEATS:
            face = self.faces[seat]
            if face >= 0:
                self.hands[seat] = self.hands[seat] + card_unit(face)
                self.aces[seat] = self.aces[seat] + ace_unit(face)
                self.faces[seat] = -1
            held = aces_of(self.aces[seat], self.suit)
            if held > 0:
                self.hands[seat] = self.hands[seat] - held * unit(ACE) + held * unit(BIG)
                self.side = self.side | bit(seat)
                if seat != self.declarer:
                    self.partner = seat
            seat += 1
        self.bigs[self.declarer] = 2 if self.pair else 1
        if self.pair:
            self.second = self.declarer
            self.early = True
        if self.pair or self.forced:
            self._open_play(self.declarer)
            return
        self.phase = REVEALING
        self.declines = 0
        self.to_act = self.declarer

    def _reveal(self) -> None:
        self.second = self.to_act
        self.early = True
        self.bigs[self.to_act] = self.bigs[self.to_act] + 1
        self._open_play(self.to_act)  # BA-3.1: the declarer who plays alone leads himself

    def _open_play(self, seat: i64) -> None:
        self.phase = PLAYING
        self.lead(seat)

    def may_expose(self, seat: i64, suit: i64, number: i64) -> i64:
        """``LEGAL`` when a seat may expose so many aces of a suit, else what is wrong (BA-2.2, BA-2.3)."""
        if self.pair:
            return PAIR_IS_FINAL
        held = aces_of(self.aces[seat], suit)
        if held < number:
            return NOT_HELD
        if self.declarer == NOBODY or (number == 2 and seat != self.declarer):
            return LEGAL
        if seat != self.declarer:
            return ONE_IS_EXPOSED
        if suit != self.suit:
            return OTHER_ACE
        return LEGAL if number == 1 and held == 2 else ALREADY_OPEN

    def _may_expose_any(self, seat: i64) -> bool:
        """False only when a seat may surely not expose any ace (BA-2.2, BA-2.3)."""
        held = self.aces[seat]
        if self.pair or held == 0:
            return False
        return self.declarer == NOBODY or held & _TWO_OF_A_SUIT != 0  # there are two of each

    def holds_other(self, seat: i64) -> bool:
        """Whether a seat holds the Big Ace that is not exposed, from BA-2.7 on until one is played."""
        return count_of(self.hands[seat], BIG) > self.bigs[seat]

    # --- what may be played -------------------------------------------------------------------

    def families(self) -> list[tuple[i64, i64]]:
        """The families of legal plays, as (``what``, number of members)."""
        walk = self._walk(-1, True)
        return walk.families

    def members(self, what: i64) -> list[i64]:
        """The cards of every legal play of one family, in written order."""
        if what == PASS or what >> 12 >= DRAW:
            return [0]
        return family_members(self.hands[self.to_act], what)

    def count(self) -> i64:
        """The exact number of legal plays; 0 when nobody is to act."""
        return self._walk(-1, False).total

    def nth(self, n: i64) -> tuple[i64, i64]:
        """Legal play number ``n``, as (``cards``, ``what``)."""
        walk = self._walk(n, False)
        what = walk.what
        if what == PASS or what >> 12 >= DRAW:
            return 0, what
        return cards_of(what, most_bigs(self.hands[self.to_act], what) - walk.left), what

    def _walk(self, target: i64, listing: bool) -> Walk:
        walk = Walk(target, listing)
        if self.to_act < 0:
            return walk
        if self.phase == PLAYING:
            if not (self.beat != PASS and walk.take(PASS, 1)):  # T-1, T-2
                walk.run(self.hands[self.to_act], self.beat, self.tiers)
        elif self.phase == REVEALING:
            if not walk.take(declining(), 1) and self.holds_other(self.to_act):
                walk.take(revealing(), 1)
        elif self.phase == CLOSING:
            if not walk.take(declining(), 1):
                self._walk_exposures(walk, self.to_act)
        elif self.asked != NOBODY:
            self._walk_exposures(walk, self.asked)
        elif not walk.take(drawing(1), 1):
            self._walk_exposures(walk, self.to_act)
        return walk

    def move_at_random(self, chance: Chance) -> None:
        """Draws one legal play of the seat to act, each exactly as likely, and makes it.

        Raises ValueError when nobody is to act.
        """
        if self.phase != PLAYING:
            if self.phase == DRAWING and self.asked == NOBODY and not self._may_expose_any(self.to_act):
                self._draw(1)  # most of a draw, and no choice
            else:
                super().move_at_random(chance)
            return
        hand: i64 = self.hands[self.to_act]
        passes: i64 = 0 if self.beat == PASS else 1
        walk = Walk(-1, False)
        walk.run(hand, self.beat, self.tiers)
        n = chance.below(walk.total + passes) - passes
        if n < 0:
            self._play(0, PASS)
            return
        walk.seek(n)
        walk.run(hand, self.beat, self.tiers)
        what = walk.what
        self._play(cards_of(what, most_bigs(hand, what) - walk.left), what)

    def _walk_exposures(self, walk: Walk, seat: i64) -> None:
        number: i64 = 1
        while number <= 2:
            suit: i64 = 0
            while suit < 4:
                if self.may_expose(seat, suit, number) == LEGAL and walk.take(exposing(seat, suit, number), 1):
                    return
                suit += 1
            number += 1

    def judge(self, cards: i64, what: i64) -> i64:
        """``LEGAL``, or the number of what is wrong with the play."""
        if self.to_act < 0:
            return NO_PLACE
        kind = what >> 12
        if kind >= DRAW:
            return self._judge_act(kind, what) if cards == 0 else NO_PLACE
        if self.phase != PLAYING:
            return NO_PLACE
        if what == PASS:
            if cards != 0:
                return NO_COMBINATION
            return MUST_LEAD if self.beat == PASS else LEGAL  # T-1
        if not holds(self.hands[self.to_act], cards):
            return NOT_HELD
        if what < PASS or reading_of(cards, self.tiers) != what:
            return NO_COMBINATION
        return LEGAL if follows(what, self.beat, self.tiers) else TOO_LOW

    def _judge_act(self, kind: i64, what: i64) -> i64:
        if kind == DRAW:
            if self.phase != DRAWING:
                return NO_PLACE
            if self.asked != NOBODY:
                return NOT_THE_DRAWER
            count = what & 4095
            return LEGAL if 1 <= count <= self.left else TOO_MANY_DRAWN
        if kind == DECLINE:
            return LEGAL if self.phase == CLOSING or self.phase == REVEALING else NO_PLACE
        if kind == REVEAL:
            if self.phase != REVEALING:
                return NO_PLACE
            return LEGAL if self.holds_other(self.to_act) else NOT_THE_BIG_ACE
        if kind != EXPOSE or self.phase > CLOSING:
            return NO_PLACE
        seat = (what >> 2) & 15
        number = (what >> 6) & 63
        if seat >= SEATS or number < 1 or number > 2 or (self.phase == CLOSING and seat != self.to_act):
            return NO_PLACE
        return self.may_expose(seat, what & 3, number)

    # --- making a play ------------------------------------------------------------------------

    def apply(self, cards: i64, what: i64) -> None:
        """Makes a legal play."""
        kind = what >> 12
        if kind < DRAW:
            self._play(cards, what)
        elif kind == DRAW:
            self._draw(what & 4095)
        elif kind == EXPOSE:
            self._expose((what >> 2) & 15, what & 3, (what >> 6) & 63)
        elif kind == REVEAL:
            self._reveal()
        else:
            self._decline()

    def captures(self, what: i64) -> bool:
        """Whether a play would capture what lies on top (BA-6)."""
        return self.beat != PASS and captures(what, self.beat)

    def _play(self, cards: i64, what: i64) -> None:
        if what == PASS:
            if self.turn_passed():
                self._end_trick()
            return
        seat = self.to_act
        hand = self.hands[seat] - cards
        if self.captures(what):
            hand = hand + self.on_top  # BA-6.1
        self._show(seat, count_of(cards, BIG))
        if self.captures(what):
            self.bigs[seat] = self.bigs[seat] + count_of(self.on_top, BIG)
        self.hands[seat] = hand
        self.beat = what
        self.on_top = cards
        over = self.turn_played(hand == 0)  # BA-7.1, BA-6.3
        if hand == 0 and (self.active & self.side == 0 or self.active & ~self.side == 0):  # BA-7.1
            self.phase = OVER
            self.to_act = NOBODY
        elif over:
            self._end_trick()

    def _show(self, seat: i64, number: i64) -> None:
        """Notes Big Aces played: those that nobody knew in this hand show their holder (BA-3.3)."""
        known = self.bigs[seat]
        if number > known:
            self.second = seat
            self.bigs[seat] = 0
        else:
            self.bigs[seat] = known - number

    def _end_trick(self) -> None:
        self.beat = PASS
        self.on_top = 0
        self.trick += 1
        self.lead(self.last if self.is_active(self.last) else self._leader_after(self.last))

    def _leader_after(self, seat: i64) -> i64:
        """Who leads when nobody has beaten the last play of a seat that is out (BA-3.4)."""
        if seat == self.declarer:
            other = self.second
            if other != NOBODY and other != seat and self.is_active(other):
                return other
            return self.next_active(seat)
        if seat == self.second:
            return self.declarer if self.is_active(self.declarer) else self.next_active(seat)
        at = self.next_active(seat)
        first = at
        while self.has_shown(at):
            at = self.next_active(at)
            if at == first:
                break
        return at

    def has_shown(self, seat: i64) -> bool:
        """Whether a seat has shown a Big Ace of its own, by exposing, revealing or playing it (BA-3.3)."""
        return seat == self.declarer or seat == self.second

    def copy(self) -> "BigAPosition":
        """An independent copy."""
        other = BigAPosition(self.first, self.hands, self.aces, self.faces, self.stock, self.extended, self.doubled)
        other.copy_turns(self)
        other.left = self.left
        other.phase = self.phase
        other.asked = self.asked
        other.declarer = self.declarer
        other.suit = self.suit
        other.pair = self.pair
        other.forced = self.forced
        other.declines = self.declines
        other.partner = self.partner
        other.side = self.side
        other.second = self.second
        other.early = self.early
        other.bigs = self.bigs.copy()
        other.beat = self.beat
        other.on_top = self.on_top
        return other

    def asked_of(self, seat: i64) -> "BigAPosition":
        """A copy that looks at what a seat may do besides the one to draw: it may expose (BA-2.4)."""
        other = self.copy()
        other.asked = seat
        return other

    def scores(self) -> list[int]:
        """The deal's score by seat (BA-8), once it is over."""
        out = [int(seat) for seat in self.out]
        partner = None if self.partner == NOBODY else int(self.partner)
        return deal_scores(int(self.declarer), partner, out, self.early, self.doubled)
