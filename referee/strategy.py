"""A game's own card sense: how good each play looks to the seat that is to act."""

from abc import ABC, abstractmethod

from referee.ints import i64
from referee.position import Position


class Strategy(ABC):
    """The card sense of one game; one object a game, without state.

    Of a position it looks at no more than the seat to act knows (X-2): its own cards, what was said and played, how
    many cards others hold, and which cards are unseen, taken together. Two positions that look the same to the
    seat are rated the same.
    """

    @abstractmethod
    def rate(self, position: Position) -> list[tuple[i64, i64, i64]]:
        """Legal plays of the seat to act, as (score, cards, what), in no order; at least one where somebody is to act.

        Plays that others of the same kind clearly surpass may be left out. Scores are comparable within one
        answer: the higher, the better.
        """
