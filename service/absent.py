"""Paths that lead nowhere here: whether they exist in the contract, and why they do not answer."""

import re
from typing import Final

from schemas.games import SHAPES
from service.calls import find
from service.problems import Problem

LATER: Final = frozenset({"analyses", "seats"})
"""Calls of a game that the contract has, and this release has not."""

_ABSENT: Final = re.compile(r"/metrics|/v1/tournaments(/.*)?")
_OF_A_GAME: Final = re.compile(r"/v1/games/([^/]+)(?:/([^/]+))?")


def absent(path: str) -> Problem:
    """The problem of a path at which there is nothing."""
    if _ABSENT.fullmatch(path):
        return Problem("not-offered", "This release does not offer it.")
    found = _OF_A_GAME.fullmatch(path)
    if found is not None:
        try:
            game = find(found[1])
        except Problem as problem:
            return problem
        known = {name for shapes in SHAPES.values() for name in shapes.bodies}
        if found[2] in LATER or found[2] in known:
            return Problem("not-offered", f"This is not offered for {game.names.get('en', game.name)}.")
    return Problem("not-found", "There is nothing at this path; /docs shows all paths.")
