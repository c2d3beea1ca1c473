"""The bot ``random``: every legal move is as likely as any other."""

from typing import Final

from referee.bots.bot import MOST_CANDIDATES, PositionBot
from referee.game import Game
from referee.ints import i64
from referee.position import Position
from referee.shuffle import Stream


class RandomBot(PositionBot):
    """Draws one of the moves that ``legal-moves`` lists, each with the same chance, exactly.

    Of ``n`` legal moves it draws a number below ``n`` (SH-3) and makes that one, as `Position.nth` numbers them. It
    goes on drawing for the other candidates, numbers met before thrown away. All have the score 0: it thinks none
    better.
    """

    def rate(self, game: Game, position: Position, stream: Stream) -> list[tuple[i64, i64, i64]]:
        """Different plays in the order drawn."""
        total = int(position.count())
        drawn: list[int] = []
        rated: list[tuple[i64, i64, i64]] = []
        while len(drawn) < min(total, MOST_CANDIDATES):
            n = stream.below(total)
            if n not in drawn:
                drawn.append(n)
                cards, what = position.nth(n)
                rated.append((0, cards, what))
        return rated

    def pick(self, game: Game, position: Position, stream: Stream) -> tuple[i64, i64]:
        """The play drawn first."""
        return position.nth(stream.below(int(position.count())))


RANDOM: Final = RandomBot("random")
