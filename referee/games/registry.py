"""The one list of games."""

from typing import Final

from referee.game import Game
from referee.games.bao_huang.table import BAO_HUANG
from referee.games.big_a.table import BIG_A
from referee.games.charlemagne.table import CHARLEMAGNE
from referee.games.zheng_fen.table import ZHENG_FEN

GAMES: Final[dict[str, Game]] = {game.name: game for game in (BAO_HUANG, BIG_A, CHARLEMAGNE, ZHENG_FEN)}
