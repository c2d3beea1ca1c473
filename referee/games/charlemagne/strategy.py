"""Card sense for Charlemagne: bid what the hand is worth, win tricks cheaply, duck in a mulot.

Chances are in thousandths, hands are worth thousandths of a trick. Of other seats it looks at the number of their cards
alone; the cards that the seat to act has not seen, wherever they lie, are taken together. A hand laid open (CH-4.5) is
seen by all.
"""

from typing import Final

from referee.cards import SUITS, popcount
from referee.games.charlemagne.position import (
    AUCTION,
    BID,
    CHOOSE,
    CHOOSING,
    DISCARD,
    DISCARDING,
    GIVE,
    GIVING,
    KITTY,
    NAMING,
    PARTNER_CARD,
    PASS,
    PLAY,
    TRUMP,
    CharlemagnePosition,
)
from referee.games.charlemagne.scoring import (
    CHARLEMAGNE_BID,
    EIGHT,
    GROS_MULOT,
    MULOT,
    VALUES,
    is_lone,
    is_mulot,
)
from referee.games.charlemagne.tricks import (
    CODES,
    JOKER_MASK,
    NO_TRUMP,
    PACK,
    POWER,
    SIZE,
    SUIT_MASKS,
    cards_of,
    playable,
    suit_of_card,
    wins_over,
)
from referee.ints import i64
from referee.position import Position
from referee.strategy import Strategy

SURE: Final = 1000

# Found by trial: `docs/guides/bots.md` tells how the bot fares with them.
PARTNER: Final = 1700
"""What a partner is expected to take, of whom nothing is known."""
BIDDING_PARTNER: Final = 2500
"""The same, of one who has made the highest bid."""
TAKEN: Final = 500
"""What a hand gains by the kitty."""
STEADY: Final = 280
"""How much surer a contract is for each trick more that is expected, in thousandths."""
TRUST: Final = 300
"""What the partner's contract is expected to bring, in thousandths of its value."""
LEADING: Final = 150
"""What it is worth to lead the next trick."""
DRAWING: Final = 400
"""What it is worth to the bidder's side to draw trumps."""

TOP_CARDS: Final = PACK.mask(["BJ", "RJ", *["A" + suit for suit in SUITS]])
_GIFTS: Final[dict[str, int]] = {"A": 700, "J": 550, "K": 500, "Q": 300, "T": 150, "9": 100, "8": 50, "7": 0}


def _gift_values() -> list[int]:
    values: list[int] = []
    for code in reversed(CODES):
        values.append(1000 if code == "BJ" else 950 if code == "RJ" else _GIFTS[code[0]])
    return values


GIFTS: Final = _gift_values()
"""What a partner's card is worth to a lone bidder whose trumps are not known yet, by its bit."""


class CharlemagneStrategy(Strategy):
    """Rates plays by the tricks, or in the auction the points, that they are expected to bring."""

    def rate(self, position: Position) -> list[tuple[i64, i64, i64]]:
        """Every legal play of the seat to act."""
        assert isinstance(position, CharlemagnePosition)
        phase = position.phase
        hand: i64 = position.hands[position.to_act]
        unseen = unseen_by(position, position.to_act)
        rated: list[tuple[i64, i64, i64]] = []
        what: i64
        if phase == AUCTION:
            for what, _ in position.families():
                rated.append((_call(position, hand, unseen, what), 0, what))
        elif phase == CHOOSING:
            lacking: i64 = popcount(TOP_CARDS & ~hand)
            rated.append((250, 0, CHOOSE + KITTY))
            rated.append((100 * lacking, 0, CHOOSE + PARTNER_CARD))
        elif phase == GIVING:
            for card in cards_of(hand):
                rated.append((_gift(card, hand), card, GIVE))
        elif phase == DISCARDING:
            for cards in position.members(DISCARD):
                rated.append((best_strength(hand & ~cards, unseen), cards, DISCARD))
        elif phase == NAMING:
            suit: i64
            for suit in range(4):
                rated.append((strength(hand, unseen, suit), 0, TRUMP + suit))
        else:
            play = _Play(position, hand, unseen)
            for card in cards_of(position.may_play()):
                rated.append((play.duck(card) if is_mulot(position.contract) else play.take(card), card, PLAY))
        return rated


def unseen_by(position: CharlemagnePosition, seat: i64) -> i64:
    """The cards that ``seat`` has not seen and that have not been played: hands, kitty and cards put aside together."""
    unseen = position.kitty
    other: i64
    for other in range(4):
        if other != seat and not (other == position.bidder and lies_open(position)):
            unseen = unseen | position.hands[other]
    return unseen if seat == position.bidder else unseen | position.aside


def lies_open(position: CharlemagnePosition) -> bool:
    """Whether the bidder's hand lies open (CH-4.5)."""
    return position.contract == GROS_MULOT and position.trick > 0


# --- what a hand is worth ----------------------------------------------------------------------


def above(card: i64, cards: i64, trump: i64) -> i64:
    """How many of some cards of one suit rank above a card of that suit."""
    power = POWER[trump * SIZE + popcount(card - 1)]
    number: i64 = 0
    rest = cards
    while rest != 0:
        low = rest & -rest
        if POWER[trump * SIZE + popcount(low - 1)] > power:
            number = number + 1
        rest = rest ^ low
    return number


def strength(hand: i64, unseen: i64, trump: i64) -> i64:
    """About how many tricks a hand takes with these trumps, in thousandths."""
    own: i64 = hand & SUIT_MASKS[trump * 5 + trump]
    others: i64 = unseen & SUIT_MASKS[trump * 5 + trump]
    length = popcount(own)
    total: i64 = 0
    for card in cards_of(own):
        higher = above(card, others, trump)
        worth: i64 = 250
        if higher == 0:
            worth = 1000
        elif higher == 1:
            worth = 700 if length > 1 else 450
        elif higher == 2:
            worth = 500 if length > 2 else 300
        if above(card, own, trump) > 2 and worth < 750:
            worth = 750  # a fourth trump: the others have run out of theirs, or nearly
        total = total + worth
    ruffs = length
    suit: i64
    for suit in range(4):
        if suit == trump:
            continue
        side: i64 = hand & SUIT_MASKS[trump * 5 + suit]
        theirs: i64 = unseen & SUIT_MASKS[trump * 5 + suit]
        length = popcount(side)
        for card in cards_of(side):
            higher = above(card, theirs, trump)
            over = above(card, side, trump)
            value: i64 = 0
            if higher == 0:
                value = 850
            elif higher == 1:
                value = 420 if length > 1 else 150
            elif higher == 2 and length > 2:
                value = 150
            while over > 0:
                value = value * 4 // 5
                over = over - 1
            total = total + value
        if length < 2 and ruffs > 1:
            total = total + (450 if length == 0 else 220)
            ruffs = ruffs - 1
    return total


def best_strength(hand: i64, unseen: i64) -> i64:
    """The same with the best trumps."""
    best: i64 = 0
    suit: i64
    for suit in range(4):
        best = max(best, strength(hand, unseen, suit))
    return best


def exposure(hand: i64) -> i64:
    """How exposed a hand is in a mulot: 0 when others can hardly play under its cards; a joker is no use at all."""
    if hand & JOKER_MASK != 0:
        return 100
    total: i64 = 0
    suit: i64
    for suit in range(4):
        all_of: i64 = SUIT_MASKS[NO_TRUMP * 5 + suit]
        side = hand & all_of
        for card in cards_of(side):
            below = popcount(all_of) - 1 - above(card, all_of, NO_TRUMP)
            own_below = popcount(side) - 1 - above(card, side, NO_TRUMP)
            total = total + max(below - 2 * own_below, 0)
    return total


# --- before the play ---------------------------------------------------------------------------


def _call(position: CharlemagnePosition, hand: i64, unseen: i64, what: i64) -> i64:
    """What a call is expected to bring, in thousandths of a point."""
    ours = position.bidder >= 0 and position.bidder == (position.to_act + 2) & 3
    if what == PASS:
        return TRUST * i64(VALUES[position.contract]) if ours else 0
    contract = what - BID
    value = i64(VALUES[contract])
    chance: i64
    if contract <= EIGHT:
        tricks = best_strength(hand, unseen) + TAKEN + (BIDDING_PARTNER if ours else PARTNER)
        chance = 500 + STEADY * (tricks - SURE * value) // SURE
    elif contract == MULOT:
        chance = 900 - 180 * exposure(hand)
    elif contract == GROS_MULOT:
        chance = 750 - 350 * exposure(hand)
    else:
        tricks = best_strength(hand, unseen) + (900 if contract == CHARLEMAGNE_BID else TAKEN)
        chance = 500 + 400 * (tricks - 7 * SURE) // SURE
    return value * (2 * min(max(chance, 0), 950) - SURE)


def _gift(card: i64, hand: i64) -> i64:
    """What a card is worth to the bidder; from a short suit rather, in which the bidder may be long."""
    suit = suit_of_card(card, NO_TRUMP)
    own: i64 = hand & SUIT_MASKS[NO_TRUMP * 5 + suit]
    return GIFTS[popcount(card - 1)] - 10 * popcount(own)


# --- the play ----------------------------------------------------------------------------------


class _Play:
    """One card to be played: what the seat knows of the trick and of those who play after it."""

    def __init__(self, position: CharlemagnePosition, hand: i64, unseen: i64) -> None:
        self.position: CharlemagnePosition = position
        self.seat: i64 = position.to_act
        self.hand: i64 = hand
        self.unseen: i64 = unseen
        self.trump: i64 = position.trump
        self.lone: bool = is_lone(position.contract)
        self.after: list[i64] = []
        """The seats that play after this one, in order."""
        number = (2 if self.lone else 3) - position.in_trick
        other = self.seat
        while number > 0:
            other = (other + 1) & 3
            if not (self.lone and other == position.partner()):
                self.after.append(other)
                number = number - 1

    def is_friend(self, seat: i64) -> bool:
        """Whether a seat is of the same side."""
        return (seat ^ self.seat) & 1 == 0

    def without(self, seat: i64, number: i64) -> i64:
        """The chance that a seat holds none of ``number`` unseen cards."""
        total = popcount(self.unseen)
        elsewhere = total - popcount(self.position.hands[seat])
        chance: i64 = SURE
        n: i64
        for n in range(number):
            if elsewhere <= n:
                return 0
            chance = chance * (elsewhere - n) // (total - n)
        return chance

    def _of_suit(self, suit: i64) -> i64:
        """The unseen cards of a suit."""
        return self.unseen & SUIT_MASKS[self.trump * 5 + suit]

    def beaten_by(self, seat: i64, card: i64, led: i64) -> i64:
        """The chance that a seat still to play can beat ``card``, the best so far."""
        suit = suit_of_card(led, self.trump)
        own = suit_of_card(card, self.trump)
        trumps = self._of_suit(self.trump)
        if own == suit:
            follows = self._of_suit(suit)
            chance = SURE - self.without(seat, above(card, follows, self.trump))
            if suit != self.trump:
                void = self.without(seat, popcount(follows))
                chance = chance + void * (SURE - self.without(seat, popcount(trumps))) // SURE
            return min(chance, SURE)
        void = self.without(seat, popcount(self._of_suit(suit)))
        return void * (SURE - self.without(seat, above(card, trumps, self.trump))) // SURE

    def take(self, card: i64) -> i64:
        """How good a card is where tricks are to be won: the chance to win this one, less what the card may yet win."""
        position = self.position
        led = position.led if position.led != 0 else card
        best = card
        friendly = True
        if position.led != 0 and not wins_over(card, position.best, led, self.trump):
            best = position.best
            friendly = self.is_friend(position.winning)
        chance: i64 = SURE if friendly else 0
        for seat in self.after:
            beaten = self.beaten_by(seat, best, led)
            if self.is_friend(seat):
                chance = chance + (SURE - chance) * beaten * 6 // (10 * SURE)
            else:
                chance = chance * (SURE - beaten) // SURE
        worth = chance * (SURE + LEADING) // SURE
        future = self.future(card)
        if self.lone:
            future = future // 3  # one trick decides: win it
        elif position.led == 0 and self._draws(card):
            worth = worth + DRAWING
        return worth - future

    def _draws(self, card: i64) -> bool:
        """Whether leading this card draws trumps with profit: a sure winner of a side that has more of them."""
        if suit_of_card(card, self.trump) != self.trump or not self.is_friend(self.position.bidder):
            return False
        trumps = self._of_suit(self.trump)
        own: i64 = self.hand & SUIT_MASKS[self.trump * 5 + self.trump]
        return trumps != 0 and above(card, trumps, self.trump) == 0 and 2 * popcount(own) > popcount(trumps)

    def future(self, card: i64) -> i64:
        """What a card may win later, in thousandths of a trick; small differences keep the higher card."""
        suit = suit_of_card(card, self.trump)
        theirs = self._of_suit(suit)
        higher = above(card, theirs, self.trump)
        small = i64(POWER[self.trump * SIZE + popcount(card - 1)])
        if suit == self.trump:
            return small + (900 if higher == 0 else 650 if higher == 1 else 500 if higher == 2 else 350)
        own: i64 = self.hand & SUIT_MASKS[self.trump * 5 + suit]
        if higher == 0:
            return small + 650
        if higher == 1:
            return small + (350 if popcount(own) > 1 else 150)
        return small + (120 if higher == 2 and popcount(own) > 2 else 0)

    # --- mulots -----------------------------------------------------------------------------

    def duck(self, card: i64) -> i64:
        """How good a card is in a mulot, where the bidder must win no trick and the others would have it win one."""
        position = self.position
        bidder = position.bidder
        led = position.led if position.led != 0 else card
        best = card
        mine = True
        if position.led != 0 and not wins_over(card, position.best, led, self.trump):
            best = position.best
            mine = False
        if self.seat == bidder:
            if not mine:
                return self.danger(card)
            chance: i64 = SURE
            for seat in self.after:
                chance = chance * (SURE - self.must_beat(seat, best, led)) // SURE
            return self.danger(card) - 20 * chance
        if bidder in self.after:
            # The lower the trick stands, the harder for the bidder to stay below.
            return 20 * self.must_beat(bidder, best, led) - self.height(card)
        if not mine and position.winning == bidder:
            return 20 * SURE + self.height(card)
        return self.height(card)

    def must_beat(self, seat: i64, card: i64, led: i64) -> i64:
        """The chance that a seat still to play cannot but beat ``card``, the best so far."""
        suit = suit_of_card(led, self.trump)
        if seat == self.position.bidder and seat != self.seat and lies_open(self.position):
            for own in cards_of(playable(self.position.hands[seat], led, self.trump)):
                if not wins_over(own, card, led, self.trump):
                    return 0
            return SURE
        follows = self._of_suit(suit)
        higher = above(card, follows, self.trump) if suit_of_card(card, self.trump) == suit else 0
        lower = popcount(follows) - higher
        chance = self.without(seat, lower) * (SURE - self.without(seat, higher)) // SURE
        jokers = popcount(self.unseen & JOKER_MASK)
        if suit != NO_TRUMP and card & JOKER_MASK == 0:
            void = self.without(seat, popcount(follows))
            chance = chance + void * (SURE - self.without(seat, jokers)) // SURE
        return min(chance, SURE)

    def danger(self, card: i64) -> i64:
        """How much a bidder would be rid of a card: the more cards others have below it."""
        if card & JOKER_MASK != 0:
            return SURE
        suit = suit_of_card(card, self.trump)
        theirs = self._of_suit(suit)
        own: i64 = self.hand & SUIT_MASKS[self.trump * 5 + suit]
        below = popcount(theirs) - above(card, theirs, self.trump)
        own_below = popcount(own) - 1 - above(card, own, self.trump)
        return 20 * max(below - own_below, 0) + self.height(card)

    def height(self, card: i64) -> i64:
        """How high a card ranks."""
        return i64(POWER[self.trump * SIZE + popcount(card - 1)])
