"""Combinations of Bao Huang as integers (BH-5.2, BH-5.3), and how many of each a hand holds.

A rank is a number from 0 (a 3) to 12 (a 2), `BLACK` or `RED`. A *choice* of jokers is six bits: plain black ones,
``BJ*``, plain red ones, ``RJ*``, each in its own place, so that of two choices of as many jokers the one written
first is the larger number. A play's ``cards`` is such a choice and, below it, how many cards of one rank go with it:
those of suits before the called card's, called cards, those of suits after; where nothing of the rank is called, all
count as before. So plays of one size in descending order are in written order (C-4).
"""

from typing import Final

from referee.ints import i64

PASS: Final = 0
SINGLE: Final = 1
SET: Final = 2
SET_WITH_JOKERS: Final = 3
JOKERS: Final = 4
PASS_CROWN: Final = 5
ACCEPT_CROWN: Final = 6
STAY_SILENT: Final = 7
DECLARE: Final = 8
TAKE_TRIBUTE: Final = 9

KINDS: Final = (
    "pass",
    "single",
    "set",
    "set_with_jokers",
    "jokers",
    "pass_crown",
    "accept_crown",
    "stay_silent",
    "declare",
    "take_tribute",
)
"""The kinds of plays, and the types of the moves that play no cards, by number."""

RANKS: Final = 13
BLACK: Final = 13
RED: Final = 14
NO_RANK: Final = 15
MOST_JOKERS: Final = 8
ALL_JOKERS: Final = 63
MOST_REDS: Final = 4


def reading(kind: i64, size: i64, rank: i64) -> i64:
    """The ``what`` of a play."""
    return (kind << 16) | (size << 8) | rank


def kind_of(what: i64) -> i64:
    """The kind of a play."""
    return what >> 16


def size_of(what: i64) -> i64:
    """The number of cards of a play."""
    return (what >> 8) & 255


def rank_of(what: i64) -> i64:
    """The rank of a play."""
    return what & 255


def pack_play(jokers: i64, before: i64, called: i64, after: i64) -> i64:
    """The ``cards`` of a play."""
    return (jokers << 12) | (before << 7) | (called << 5) | after


def jokers_of(cards: i64) -> i64:
    """The choice of jokers of a play."""
    return cards >> 12


def before_of(cards: i64) -> i64:
    """How many cards of its rank come before the called one in written order, or how many where none is called."""
    return (cards >> 7) & 31


def called_of(cards: i64) -> i64:
    """How many called cards a play has."""
    return (cards >> 5) & 3


def after_of(cards: i64) -> i64:
    """How many cards of its rank come after the called one in written order."""
    return cards & 31


def naturals_of(cards: i64) -> i64:
    """How many cards of a play are no jokers."""
    return before_of(cards) + called_of(cards) + after_of(cards)


def blacks_in(choice: i64) -> i64:
    """How many black jokers a choice has."""
    return (choice & 3) + ((choice >> 2) & 1)


def reds_in(choice: i64) -> i64:
    """How many red jokers a choice has."""
    return ((choice >> 3) & 3) + (choice >> 5)


def within(choice: i64, held: i64) -> bool:
    """Whether some jokers can be taken out of others."""
    return (choice & 3) <= (held & 3) and ((choice >> 3) & 3) <= ((held >> 3) & 3) and (choice & 36) & ~(held & 36) == 0


def _choices_below() -> bytes:
    """At ``(held * 5 + reds) * 10 + n``: how many choices of fewer than ``n`` jokers, ``reds`` or more of them red."""
    table: list[int] = []
    for held in range(ALL_JOKERS + 1):
        choices = [choice for choice in range(ALL_JOKERS + 1) if within(choice, held)]
        for reds in range(MOST_REDS + 1):
            for number in range(MOST_JOKERS + 2):
                table.append(
                    len(
                        [
                            choice
                            for choice in choices
                            if reds_in(choice) >= reds and reds_in(choice) + blacks_in(choice) < number
                        ]
                    )
                )
    return bytes(table)


_BELOW: Final = _choices_below()


def joker_choices(held: i64, reds: i64, least: i64, most: i64) -> i64:
    """How many choices of ``least`` to ``most`` of the jokers ``held`` there are, at least ``reds`` of them red."""
    top = most if most < MOST_JOKERS else MOST_JOKERS
    if least > top or reds > MOST_REDS:
        return 0
    at = (held * 5 + reds) * 10
    return i64(_BELOW[at + top + 1]) - i64(_BELOW[at + least])


def natural_choices(number: i64, others: i64, called: i64) -> i64:
    """In how many ways ``number`` cards of a rank can be taken: suits do not matter, but called cards are their own."""
    least = number - others if number > others else 0
    most = called if called < number else number
    return most - least + 1 if most >= least else 0


def with_jokers(held: i64, reds: i64, size: i64, others: i64, called: i64) -> i64:
    """How many sets with jokers of ``size`` cards there are of one rank."""
    if called == 0:
        return joker_choices(held, reds, size - others if size > others else 1, size - 1)
    total: i64 = 0
    number: i64
    for number in range(1, size):
        ways = natural_choices(size - number, others, called)
        if ways > 0:
            total = total + ways * joker_choices(held, reds, number, number)
    return total


def beats(cards: i64, what: i64, beaten: i64, to_beat: i64) -> bool:
    """Whether a play beats another of the same size, card by card (BH-5.3); both as (cards, what)."""
    theirs = jokers_of(beaten)
    if reds_in(theirs) > 0 or reds_in(jokers_of(cards)) < blacks_in(theirs):
        return False
    return naturals_of(cards) == 0 or (naturals_of(beaten) > 0 and rank_of(what) > rank_of(to_beat))


_NOTHING: Final[list[tuple[i64, i64]]] = []
"""The families of all walks that list none: a list for each would be made in vain for every move."""


class Walk:
    """One pass over families of plays: it lists them, adds them up, and stops at play number ``target``."""

    def __init__(self, target: i64, listing: bool) -> None:
        self.target: i64 = target
        self.listing: bool = listing
        self.families: list[tuple[i64, i64]] = [] if listing else _NOTHING
        self.total: i64 = 0
        self.what: i64 = -1
        self.left: i64 = 0

    def seek(self, target: i64) -> None:
        """Begins anew, to stop at play number ``target``."""
        self.target = target
        self.total = 0

    def take(self, what: i64, number: i64) -> bool:
        """Takes in a family with its number of members. Returns whether play number ``target`` is in it."""
        if number == 0:
            return False
        if self.listing:
            self.families.append((what, number))
        if self.target >= 0 and self.target < self.total + number:
            self.what = what
            self.left = self.target - self.total
            return True
        self.total = self.total + number
        return False
