"""Card sense for Big A."""

from referee.games.big_a.combinations import PASS
from referee.games.big_a.position import BigAPosition
from referee.ints import i64
from referee.position import Position
from referee.strategy import Strategy


class BigAStrategy(Strategy):
    """Placeholder to be written."""

    def rate(self, position: Position) -> list[tuple[i64, i64, i64]]:
        """Legal plays."""
        assert isinstance(position, BigAPosition)
        rated: list[tuple[i64, i64, i64]] = []
        for what, _ in position.families():
            for cards in position.members(what):
                rated.append((0 if what == PASS else 1, cards, what))
        return rated
