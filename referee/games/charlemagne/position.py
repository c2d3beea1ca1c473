"""The rules of Charlemagne as a machine: auction, kitty, trumps and tricks, in integers.

A hand is a mask of 34 bits in written order (CH-1.5). The plays by ``what``: `PASS`, `BID` + contract, `CHOOSE` +
choice, `GIVE` and `DISCARD` with the cards, `TRUMP` + suit, `PLAY` with one card.
"""

from typing import Final

from referee.cards import bit, popcount
from referee.chance import Chance
from referee.games.charlemagne.scoring import (
    CHARLEMAGNE_BID,
    GROS_CHARLEMAGNE,
    TRICKS,
    broken,
    deal_scores,
    is_lone,
    is_mulot,
)
from referee.games.charlemagne.tricks import NO_TRUMP, breach_of, cards_of, nth_card, playable, wins_over
from referee.ints import i64
from referee.position import Position

AUCTION: Final = 0
CHOOSING: Final = 1
GIVING: Final = 2
DISCARDING: Final = 3
NAMING: Final = 4
PLAYING: Final = 5
OVER: Final = 6
THROWN_IN: Final = 7

PASS: Final = 0
BID: Final = 0  # + contract, 1 to 8
CHOOSE: Final = 8  # + choice, 1 or 2
GIVE: Final = 11
DISCARD: Final = 12
TRUMP: Final = 13  # + suit, 0 to 3
PLAY: Final = 17

KITTY: Final = 1
PARTNER_CARD: Final = 2

# What `judge` says. The first four are those of `tricks.breach_of`.
BID_TOO_LOW: Final = 4
DEALER_MUST_BID: Final = 5
DISCARD_CONTRACT: Final = 6
DISCARD_CHARLEMAGNE: Final = 7
DISCARD_GROS: Final = 8
ONE_CARD: Final = 9
NOT_HELD: Final = 10
NOT_NOW: Final = 11

MOST_DISCARDED: Final = 3


def _binomials() -> bytes:
    """C(n, k) for n up to 11 and k up to 3, at ``n * 4 + k``."""
    table = [[1, 0, 0, 0]]
    while len(table) < 12:
        last = table[-1]
        table.append([1] + [last[k] + last[k - 1] for k in range(1, MOST_DISCARDED + 1)])
    return bytes([number for row in table for number in row])


BINOMIALS: Final = _binomials()


def choices(mask: i64, k: i64) -> i64:
    """How many sets of ``k`` cards a hand of at most 11 has, 0 <= k <= 3."""
    return i64(BINOMIALS[popcount(mask) * 4 + k])


def nth_choice(mask: i64, k: i64, n: i64) -> i64:
    """Set number ``n`` of the sets of ``k`` cards of a hand, in written order (the larger mask first).

    As many sets come after it as there are smaller masks: the sum of C(place, 1), C(place, 2) … over the places of its
    cards, from the lowest card of the hand up.
    """
    below = choices(mask, k) - 1 - n
    wanted = k
    place = popcount(mask)
    places: i64 = 0
    while wanted > 0:
        place = place - 1
        without = i64(BINOMIALS[place * 4 + wanted])
        if below >= without:
            below = below - without
            places = places | bit(place)
            wanted = wanted - 1
    chosen: i64 = 0
    rest = mask
    while places > 0:
        if places & 1 == 1:
            chosen = chosen | (rest & -rest)
        rest = rest & (rest - 1)
        places = places >> 1
    return chosen


class CharlemagnePosition(Position):
    """One deal in progress.

    ``hands`` and ``kitty`` are masks as dealt; ``dealer_bids`` and ``left_leads`` say that the options ``all_pass`` and
    ``special_lead`` have their second value. ``contract`` and ``bidder`` are the highest bid so far, 0 and -1 before
    there is one (CH-2.3).
    """

    def __init__(self, dealer: i64, hands: list[i64], kitty: i64, dealer_bids: bool, left_leads: bool) -> None:
        super().__init__(4)
        self.dealer: i64 = dealer
        self.hands: list[i64] = hands.copy()
        self.kitty: i64 = kitty
        self.dealer_bids: bool = dealer_bids
        self.left_leads: bool = left_leads
        self.phase: i64 = AUCTION
        self.to_act = (dealer + 1) & 3  # CH-2.1
        self.spoken: i64 = 0
        self.contract: i64 = 0
        self.bidder: i64 = -1
        self.choice: i64 = 0
        self.given: i64 = 0
        self.aside: i64 = 0
        self.trump: i64 = NO_TRUMP
        self.leader: i64 = -1
        self.led: i64 = 0
        self.best: i64 = 0
        self.winning: i64 = -1
        self.in_trick: i64 = 0
        self.trick: i64 = 0
        self.tricks_won: list[i64] = [0, 0, 0, 0]

    def copy(self) -> "CharlemagnePosition":
        """An independent copy."""
        other = CharlemagnePosition(self.dealer, self.hands, self.kitty, self.dealer_bids, self.left_leads)
        other.to_act = self.to_act
        other.phase = self.phase
        other.spoken = self.spoken
        other.contract = self.contract
        other.bidder = self.bidder
        other.choice = self.choice
        other.given = self.given
        other.aside = self.aside
        other.trump = self.trump
        other.leader = self.leader
        other.led = self.led
        other.best = self.best
        other.winning = self.winning
        other.in_trick = self.in_trick
        other.trick = self.trick
        other.tricks_won = self.tricks_won.copy()
        return other

    # --- the walk ---------------------------------------------------------------------------

    def families(self) -> list[tuple[i64, i64]]:
        """The families of legal plays, as (``what``, number of members)."""
        found: list[tuple[i64, i64]] = []
        phase = self.phase
        what: i64
        if phase == AUCTION:
            if self.may_pass():
                found.append((PASS, 1))
            what = self.contract + 1  # CH-2.2
            while what <= GROS_CHARLEMAGNE:
                found.append((BID + what, 1))
                what = what + 1
        elif phase == CHOOSING:
            found.append((CHOOSE + KITTY, 1))
            found.append((CHOOSE + PARTNER_CARD, 1))
        elif phase == GIVING:
            found.append((GIVE, popcount(self.hands[self.to_act])))
        elif phase == DISCARDING:
            found.append((DISCARD, choices(self.hands[self.to_act], self.to_discard())))
        elif phase == NAMING:
            for what in range(TRUMP, TRUMP + 4):
                found.append((what, 1))
        elif phase == PLAYING:
            found.append((PLAY, popcount(self.may_play())))
        return found

    def members(self, what: i64) -> list[i64]:
        """The cards of every legal play of one family, in written order; none for a family that is not open now."""
        found: list[i64] = []
        if what in (GIVE, PLAY):
            if self.phase == (GIVING if what == GIVE else PLAYING):
                return cards_of(self.hands[self.to_act] if what == GIVE else self.may_play())
        elif what == DISCARD:
            if self.phase == DISCARDING:
                hand: i64 = self.hands[self.to_act]
                k = self.to_discard()
                n: i64
                for n in range(choices(hand, k)):
                    found.append(nth_choice(hand, k, n))
        elif self.judge(0, what) == 0:
            found.append(0)
        return found

    def count(self) -> i64:
        """The exact number of legal plays of the seat to act."""
        phase = self.phase
        if phase == PLAYING:
            return popcount(self.may_play())
        if phase == AUCTION:
            return (1 if self.may_pass() else 0) + GROS_CHARLEMAGNE - self.contract  # CH-2.2
        if phase == DISCARDING:
            return choices(self.hands[self.to_act], self.to_discard())
        if phase == GIVING:
            return popcount(self.hands[self.to_act])
        if phase == CHOOSING:
            return 2
        return 4 if phase == NAMING else 0

    def nth(self, n: i64) -> tuple[i64, i64]:
        """Legal play number ``n`` as (cards, what)."""
        phase = self.phase
        if phase == PLAYING:
            return nth_card(self.may_play(), n), PLAY
        if phase == AUCTION:
            if n == 0 and self.may_pass():
                return 0, PASS
            return 0, BID + self.contract + n + (0 if self.may_pass() else 1)  # CH-2.2
        if phase == DISCARDING:
            return nth_choice(self.hands[self.to_act], self.to_discard(), n), DISCARD
        if phase == GIVING:
            return nth_card(self.hands[self.to_act], n), GIVE
        return 0, (CHOOSE + KITTY if phase == CHOOSING else TRUMP) + n

    def move_at_random(self, chance: Chance) -> None:
        """Draws one legal play of the seat to act, each exactly as likely, and makes it."""
        if self.phase == PLAYING:  # what may be played is found once, not to count and then to draw
            may = self.may_play()
            self._play(nth_card(may, chance.below(popcount(may))))
            return
        cards, what = self.nth(chance.below(self.count()))
        self.apply(cards, what)

    def judge(self, cards: i64, what: i64) -> i64:
        """0 when the seat to act may make this play, else the number of what is wrong with it."""
        phase = self.phase
        if phase != phase_of(what):
            return NOT_NOW
        if phase < GIVING or phase == NAMING:
            if cards != 0:
                return NOT_HELD
            return self._judge_call(what) if phase == AUCTION else 0
        hand: i64 = self.hands[self.to_act]
        if cards & ~hand != 0:
            return NOT_HELD
        number = popcount(cards)
        if phase == DISCARDING:
            return 0 if number == self.to_discard() else self._discard_breach()
        if number != 1:
            return ONE_CARD
        return breach_of(cards, hand, self.led, self.trump) if phase == PLAYING else 0

    def _judge_call(self, what: i64) -> i64:
        if what == PASS:
            return 0 if self.may_pass() else DEALER_MUST_BID
        return 0 if what - BID > self.contract else BID_TOO_LOW  # CH-2.2

    def _discard_breach(self) -> i64:
        if self.contract == CHARLEMAGNE_BID:
            return DISCARD_CHARLEMAGNE  # CH-3.3
        return DISCARD_GROS if self.contract == GROS_CHARLEMAGNE else DISCARD_CONTRACT  # CH-3.4, CH-3.1

    def may_pass(self) -> bool:
        """Whether the seat to speak may pass: the dealer, last, must bid under ``dealer_bids`` (CH-2.5)."""
        return not (self.dealer_bids and self.spoken == 3 and self.contract == 0)

    def may_play(self) -> i64:
        """The cards that the seat to act may play to the trick."""
        return playable(self.hands[self.to_act], self.led, self.trump)

    def to_discard(self) -> i64:
        """How many cards the bidder puts aside: as many as were taken (CH-3.1, CH-3.3, CH-3.4)."""
        if self.contract == CHARLEMAGNE_BID:
            return 3
        return 1 if self.choice == PARTNER_CARD else 2

    def partner(self) -> i64:
        """The bidder's partner, once there is a bid."""
        return (self.bidder + 2) & 3

    # --- making a play ----------------------------------------------------------------------

    def apply(self, cards: i64, what: i64) -> None:
        """Makes a legal play."""
        phase = self.phase
        if phase == PLAYING:
            self._play(cards)
        elif phase == AUCTION:
            self._call(what)
        elif phase == CHOOSING:
            self.choice = what - CHOOSE
            if self.choice == KITTY:
                self._take_kitty()
            else:
                self._ask_partner()
        elif phase == GIVING:
            self.hands[self.to_act] = self.hands[self.to_act] ^ cards
            self.given = cards
            self.hands[self.bidder] = self.hands[self.bidder] | cards
            if self.contract == CHARLEMAGNE_BID:
                self._take_kitty()  # CH-3.3
            else:
                self._discard_next()
        elif phase == DISCARDING:
            self.hands[self.to_act] = self.hands[self.to_act] ^ cards
            self.aside = cards
            self.phase = NAMING
        elif phase == NAMING:
            self.trump = what - TRUMP
            self._open_play()

    def _call(self, what: i64) -> None:
        if what != PASS:
            self.contract = what - BID
            self.bidder = self.to_act  # CH-2.3
        self.spoken = self.spoken + 1
        self.to_act = (self.to_act + 1) & 3
        if self.spoken < 4:  # CH-2.1
            return
        self.to_act = self.bidder
        if self.contract == 0:
            self.phase = THROWN_IN  # CH-2.5
        elif is_mulot(self.contract):
            self._open_play()  # CH-3.2
        elif self.contract == GROS_CHARLEMAGNE:
            self.phase = CHOOSING  # CH-3.4
        elif self.contract == CHARLEMAGNE_BID:
            self._ask_partner()  # CH-3.3
        else:
            self._take_kitty()  # CH-3.1

    def _ask_partner(self) -> None:
        self.phase = GIVING
        self.to_act = self.partner()

    def _take_kitty(self) -> None:
        self.hands[self.bidder] = self.hands[self.bidder] | self.kitty
        self.kitty = 0
        self._discard_next()

    def _discard_next(self) -> None:
        self.phase = DISCARDING
        self.to_act = self.bidder

    def _open_play(self) -> None:
        self.phase = PLAYING
        if is_lone(self.contract) and not self.left_leads:
            self._lead(self.bidder)  # CH-4.2
        else:
            self._lead((self.bidder + 1) & 3)  # CH-4.2

    def _lead(self, seat: i64) -> None:
        self.leader = seat
        self.to_act = seat
        self.led = 0
        self.best = 0
        self.winning = -1
        self.in_trick = 0

    def _play(self, card: i64) -> None:
        seat = self.to_act
        self.hands[seat] = self.hands[seat] & ~card
        if self.led == 0:
            self.led = card
            self.best = card
            self.winning = seat
        elif wins_over(card, self.best, self.led, self.trump):
            self.best = card
            self.winning = seat
        self.in_trick = self.in_trick + 1
        if self.in_trick == (3 if is_lone(self.contract) else 4):  # CH-4.1
            self._close_trick()
            return
        self.to_act = (seat + 1) & 3
        if is_lone(self.contract) and self.to_act == self.partner():
            self.to_act = (self.to_act + 1) & 3  # CH-4.1

    def _close_trick(self) -> None:
        winner = self.winning
        self.tricks_won[winner] = self.tricks_won[winner] + 1
        self.trick = self.trick + 1
        self._lead(winner)  # CH-4.3
        if self.trick == TRICKS or broken(self.contract, self.taken(), self.trick - self.taken()):  # CH-5.2
            self.phase = OVER
            self.to_act = -1

    def taken(self) -> i64:
        """The tricks won so far by the bidder's side, or by a lone bidder (whose partner wins none)."""
        own: i64 = self.tricks_won[self.bidder]
        other: i64 = self.tricks_won[self.partner()]
        return own + other

    def scores(self) -> list[int]:
        """The deal's score by seat (CH-6.1, CH-6.2)."""
        return deal_scores(self.bidder, self.contract, self.taken())


def phase_of(what: i64) -> i64:
    """The phase in which a play has its place, -1 for a number that is no play."""
    if what < 0 or what > PLAY:
        return -1
    if what <= BID + GROS_CHARLEMAGNE:
        return AUCTION
    if what <= CHOOSE + PARTNER_CARD:
        return CHOOSING
    if what == GIVE:
        return GIVING
    if what == DISCARD:
        return DISCARDING
    return PLAYING if what == PLAY else NAMING
