"""python-chess: games replayed with ``push_uci``, which judges each move and makes it.

Half of the games are random ones; the others are famous ones, recorded here in algebraic notation and read by
python-chess itself, which refuses an illegal move.
"""

import random
from functools import cache
from typing import Final

import chess

from bench.timing import Sample, sample

OPERA_GAME: Final = """
e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6
Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#
"""
"""Morphy against the Duke of Brunswick and Count Isouard, Paris 1858."""

IMMORTAL_GAME: Final = """
e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6
Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#
"""
"""Anderssen against Kieseritzky, London 1851."""

EVERGREEN_GAME: Final = """
e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5
Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#
"""
"""Anderssen against Dufresne, Berlin 1852."""

GAME_OF_THE_CENTURY: Final = """
Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4 Bg5 Na4 Qa3 Nxc3 bxc3 Nxe4 Bxe7 Qb6 Bc4
Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 Nxd4+ Kg1 Ne2+ Kf1 Nc3+ Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 Nxf2 Re1
Rxe1 Qd8+ Bf8 Nxe1 Bd5 Nf3 Ne4 Qb8 b5 h4 h5 Ne5 Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 Bb3+ Kc1 Ne2+ Kb1 Nc3+ Kc1 Rc2#
"""
"""D. Byrne against Fischer, New York 1956."""

FAMOUS: Final = (OPERA_GAME, IMMORTAL_GAME, EVERGREEN_GAME, GAME_OF_THE_CENTURY)
LONGEST: Final = 100


def pushed(seconds: float) -> Sample:
    """Moves judged and made."""
    return sample(seconds, recorded, _push)


def _push(games: list[list[str]]) -> int:
    done = 0
    for game in games:
        board = chess.Board()
        push = board.push_uci
        for move in game:
            push(move)
        done += len(game)
    return done


@cache
def recorded() -> list[list[str]]:
    """The games, each a list of moves in UCI form."""
    games = []
    for famous in FAMOUS:
        board = chess.Board()
        games.append([board.push_san(move).uci() for move in famous.split()])
    luck = random.Random(1)
    for _ in FAMOUS:
        board = chess.Board()
        moves: list[str] = []
        while len(moves) < LONGEST and not board.is_game_over():
            move = luck.choice(list(board.legal_moves))
            board.push(move)
            moves.append(move.uci())
        games.append(moves)
    return games
