"""Card sense for Bao Huang: few leads to get rid of the hand, no help for the other side.

What a play is worth is an estimate, in leads saved: the leads that the hand needs before and after it, and the chance
that nobody beats it. A rank is one lead, cheaper the likelier it wins its trick; jokers save leads. Of other seats it
looks at the number of their cards alone; the cards that the seat to act has not seen are taken together. Which side
others are on it knows from its own cards, or when it was shown.
"""

from typing import Final

from referee.games.bao_huang.combinations import (
    ACCEPT_CROWN,
    ALL_JOKERS,
    DECLARE,
    PASS,
    PASS_CROWN,
    RANKS,
    STAY_SILENT,
    TAKE_TRIBUTE,
    blacks_in,
    jokers_of,
    kind_of,
    naturals_of,
    rank_of,
    reds_in,
    size_of,
)
from referee.games.bao_huang.position import PLAYING, SEATS, BaoHuangPosition
from referee.ints import i64
from referee.position import Position
from referee.strategy import Strategy

SCALE: Final = 1000.0
"""Scores are in thousandths of a lead."""

# The numbers below were found by trial, against random players: `docs/guides/bots.md` tells how the bot fares.

LEADING: Final = 0.8
"""What winning a trick saves, in leads: less than one, so that low cards go first."""
BLACK_KEPT: Final = 0.45
RED_KEPT: Final = 0.75
"""What a joker in hand saves."""
OUT: Final = 6.0
"""What going out is worth."""
URGENT: Final = 5
"""When an opponent has so few cards left, winning the trick counts"""
URGENCY: Final = 0.8
"""so much more."""
BESIDE: Final = 0.9
"""What it costs to beat a play of one's own side."""
BLACK_STANDS: Final = 0.75
"""The chance that a play with black jokers stands: only red ones beat it."""
WIDEST: Final = 3
"""How many plays of one kind, size and rank are looked at closely."""

RED_STRENGTH: Final = 5
BLACK_STRENGTH: Final = 3
TWO_STRENGTH: Final = 2
ACE_STRENGTH: Final = 1
CROWN_FROM: Final = 12
"""How strong a hand (by the four numbers above) takes the crown,"""
ALONE_FROM: Final = 30
"""takes it alone,"""
DECLARE_FROM: Final = 26
"""and declares."""


class BaoHuangStrategy(Strategy):
    """Rates plays by leads saved; see above."""

    def rate(self, position: Position) -> list[tuple[i64, i64, i64]]:
        """The plays of the seat to act; of each kind, size and rank the first few."""
        assert isinstance(position, BaoHuangPosition)
        if position.phase == PLAYING:
            return _Judge(position).rate()
        rated: list[tuple[i64, i64, i64]] = []
        for what, _ in position.families():
            for cards in position.members(what):
                rated.append((_before_play(position, cards, what), cards, what))
        return rated


def _before_play(position: BaoHuangPosition, cards: i64, what: i64) -> i64:
    """What a move before the first lead is worth."""
    kind = kind_of(what)
    if kind in (PASS_CROWN, STAY_SILENT):
        return 0
    strength = _strength(position, position.to_act)
    if kind == ACCEPT_CROWN:
        high: i64 = position.high[position.to_act]
        alone = not position.terms.calls and (high >> 2) & 1 == 1
        return strength - (ALONE_FROM if alone else CROWN_FROM)
    if kind == DECLARE:
        return strength - DECLARE_FROM
    assert kind == TAKE_TRIBUTE
    return 0


def _strength(position: BaoHuangPosition, seat: i64) -> i64:
    """How many high cards a seat holds, before the first lead."""
    high: i64 = position.high[seat]
    jokers = high & ALL_JOKERS
    total = RED_STRENGTH * reds_in(jokers) + BLACK_STRENGTH * blacks_in(jokers)
    suit: i64
    for suit in range(4):
        total = total + TWO_STRENGTH * position.held_of(seat, 4 * (RANKS - 1) + suit)
        total = total + ACE_STRENGTH * position.held_of(seat, 4 * (RANKS - 2) + suit)
    return total


class _Judge:
    """One decision in a trick: what the seat to act knows, and what follows from it."""

    def __init__(self, position: BaoHuangPosition) -> None:
        self.position: BaoHuangPosition = position
        seat = position.to_act
        self.seat: i64 = seat
        self.counts: list[i64] = []
        self.unseen: list[i64] = []
        self.unseen_total: i64 = 0
        self.rival_cards: i64 = 0
        self.fewest: i64 = 99
        self.friend: i64 = self._friend()
        self.stands: list[float] = []
        rank: i64
        other: i64
        for rank in range(RANKS):
            self.counts.append(position.rank_count(seat, rank))
            unseen: i64 = 0
            for other in range(SEATS):
                if other != seat:
                    unseen = unseen + position.rank_count(other, rank)
            self.unseen.append(unseen)
            self.unseen_total = self.unseen_total + unseen
        self.unseen_jokers: i64 = 0
        for other in range(SEATS):
            if other != seat and position.is_active(other):
                high: i64 = position.high[other]
                self.unseen_jokers = self.unseen_jokers + blacks_in(high & ALL_JOKERS) + reds_in(high & ALL_JOKERS)
                if not self.beside(other):
                    left = position.cards_left(other)
                    self.rival_cards = self.rival_cards + left
                    if left < self.fewest:
                        self.fewest = left
        self.unseen_total = self.unseen_total + self.unseen_jokers
        self._find_stands()

    def _friend(self) -> i64:
        """The one seat known to be on this seat's side: emperor for guard, guard for emperor; -1 when none is known."""
        position = self.position
        if self.seat == position.guard and self.seat != position.emperor:
            return position.emperor
        if self.seat == position.emperor and position.guard_shown and position.guard != position.emperor:
            return position.guard
        return -1

    def beside(self, other: i64) -> bool:
        """Whether another seat is known to be on this seat's side."""
        position = self.position
        if self.seat in (position.emperor, position.guard):
            return other == self.friend
        return position.guard_shown and other != position.emperor and other != position.guard

    def _find_stands(self) -> None:
        """The chance that nobody on another side beats so many cards of a rank, at ``size * 13 + rank``."""
        share = 0.0
        if self.unseen_total > 0:
            share = float(int(self.rival_cards)) / float(int(self.unseen_total))
        size: i64
        rank: i64
        for size in range(17):
            stands = [1.0] * RANKS
            chance = 1.0
            if size == 1:
                chance = 1.0 - _at_least(int(self.unseen_jokers), 1, share)
            rank = RANKS - 1
            while rank >= 0:
                stands[rank] = chance
                if size > 0:
                    # So many cards of one rank seldom lie in one hand: each rival has but a part.
                    chance = chance * (
                        1.0 - _at_least(int(self.unseen[rank]), int(size), share if size == 1 else share / 2.0)
                    )
                rank = rank - 1
            self.stands.extend(stands)

    def stand(self, cards: i64, what: i64) -> float:
        """The chance that a play stands."""
        jokers = jokers_of(cards)
        if self.rival_cards == 0 or reds_in(jokers) > 0:
            return 1.0
        if blacks_in(jokers) > 0:
            return BLACK_STANDS
        return self.stands[size_of(what) * RANKS + rank_of(what)]

    def cost(self, rank: i64, number: i64) -> float:
        """The leads that so many cards of a rank need."""
        if number == 0:
            return 0.0
        return 1.0 - LEADING * self.stands[number * RANKS + rank]

    def rate(self) -> list[tuple[i64, i64, i64]]:
        """Every family's first plays, with what they are worth."""
        rated: list[tuple[i64, i64, i64]] = []
        for what, number in self.position.families():
            if what == PASS:
                rated.append((0, 0, PASS))
                continue
            i: i64 = 0
            if number <= WIDEST:
                for cards in self.position.members(what):
                    rated.append((self.worth(cards, what), cards, what))
            else:
                for cards in self.position.members(what):
                    i = i + 1
                    if i > number - WIDEST:
                        # Those that are written last take the fewest high jokers.
                        rated.append((self.worth(cards, what), cards, what))
        return rated

    def worth(self, cards: i64, what: i64) -> i64:
        """What a play is worth, in thousandths of a lead."""
        position = self.position
        jokers = jokers_of(cards)
        value = -BLACK_KEPT * int(blacks_in(jokers)) - RED_KEPT * int(reds_in(jokers))
        number = naturals_of(cards)
        if number > 0:
            rank = rank_of(what)
            before: i64 = self.counts[rank]
            value = value + self.cost(rank, before) - self.cost(rank, before - number)
        stand = self.stand(cards, what)
        winning = LEADING
        if self.fewest <= URGENT:
            winning = winning + URGENCY
        value = value + stand * winning
        if size_of(what) == position.cards_left(self.seat):
            return i64((value + OUT) * SCALE)
        if position.to_beat != PASS and self.beside(position.last):
            value = value - BESIDE
        return i64(value * SCALE)


def _at_least(cards: int, wanted: int, share: float) -> float:
    """The chance that of ``cards``, each there with the chance ``share``, at least ``wanted`` are there."""
    if wanted > cards:
        return 0.0
    if share >= 1.0:
        return 1.0
    term = 1.0
    for _ in range(cards):
        term = term * (1.0 - share)
    fewer = term
    for i in range(1, wanted):
        term = term * (cards - i + 1) / i * share / (1.0 - share)
        fewer = fewer + term
    return 1.0 - fewer
