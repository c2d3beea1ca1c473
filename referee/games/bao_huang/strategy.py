"""Card sense for Bao Huang."""

from referee.ints import i64
from referee.position import Position
from referee.strategy import Strategy


class BaoHuangStrategy(Strategy):
    """x."""

    def rate(self, position: Position) -> list[tuple[i64, i64, i64]]:
        """X."""
        c, w = position.nth(0)
        return [(0, c, w)]
