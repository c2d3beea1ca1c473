"""The bot ``greedy``: the play that looks best at once, by the game's own strategy."""

from typing import Final

from referee.bots.bot import PositionBot
from referee.game import Game
from referee.ints import i64
from referee.position import Position
from referee.shuffle import Stream

CHANCES: Final = 0x100000000


class GreedyBot(PositionBot):
    """Makes the play to which the game's strategy gives the highest score; the seed decides between equal ones."""

    def rate(self, game: Game, position: Position, stream: Stream) -> list[tuple[i64, i64, i64]]:
        """The rated plays, best first."""
        rated: list[tuple[int, int, int, int]] = []
        for score, cards, what in game.strategy().rate(position):
            rated.append((-int(score), stream.below(CHANCES), int(cards), int(what)))
        rated.sort()
        best: list[tuple[i64, i64, i64]] = []
        for lack, _, held, meant in rated:
            best.append((-lack, held, meant))
        return best


GREEDY: Final = GreedyBot("greedy")
