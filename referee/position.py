"""The machine's face of a game: a small, mutable position of integers that knows the rules.

A *play* is two integers: ``cards`` (a mask or packed counts, as the game keeps hands) and
``what`` (the game's own code of kind, rank and size, or of a move that plays no cards). A *family*
is all legal plays that share one ``what``.

One walk a game: families, their members, their exact number, the n-th play and the judgement of
a play all come from the same enumeration. A position never sees a card code, and it needs no notion of
an unknown card: a view becomes a position by filling the unknown cards with a deal that fits.
"""

from abc import ABC, abstractmethod

from referee.chance import Chance
from referee.ints import i64


class Position(ABC):
    """One deal in progress. ``to_act`` is the seat that must act, -1 when nobody must."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.to_act: i64 = -1

    @abstractmethod
    def families(self) -> list[tuple[i64, i64]]:
        """The families of legal plays of the seat to act, as (``what``, number of members).

        In the order of ``legal-moves``: pass first, then by kind, size and rank. None is empty.
        """

    @abstractmethod
    def members(self, what: i64) -> list[i64]:
        """The ``cards`` of every legal play of one family, in written order."""

    @abstractmethod
    def count(self) -> i64:
        """The exact number of legal plays of the seat to act; 0 when nobody is to act."""

    @abstractmethod
    def nth(self, n: i64) -> tuple[i64, i64]:
        """Legal play number ``n``, 0 <= n < count(), as (``cards``, ``what``).

        Every legal play comes once; families come in their order, the order within one is the game's own.
        """

    @abstractmethod
    def judge(self, cards: i64, what: i64) -> i64:
        """0 when the seat to act may make this play, else the game's number of the rule it breaks."""

    @abstractmethod
    def apply(self, cards: i64, what: i64) -> None:
        """Makes a legal play. An illegal one leaves the position in no defined state."""

    def move_at_random(self, chance: Chance) -> None:
        """Draws one legal play of the seat to act, each exactly as likely, and makes it.

        One number below ``count()`` is drawn. A game whose one walk can both count and draw has its own.
        Raises ValueError when nobody is to act.
        """
        cards, what = self.nth(chance.below(self.count()))
        self.apply(cards, what)

    @abstractmethod
    def copy(self) -> "Position":
        """An independent copy."""

    @abstractmethod
    def scores(self) -> list[int]:
        """The deal's score by seat, once nobody is to act and no new deal is due."""
