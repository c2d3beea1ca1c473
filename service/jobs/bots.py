"""Bots of one's own: objects that ``REFEREE_BOTS`` names, found and added to those of the referee."""

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Final

from referee.bots.bot import Bot
from referee.bots.registry import add
from service.config import BOTS, BadSetting

PLANNED: Final = frozenset({"search"})
"""Bots of the contract that this release does not have: their names are kept for them."""


def load(named: Iterable[str]) -> None:
    """Adds these bots, each ``module:name``, to this process. Modules are also looked for in the working directory.

    Raises BadSetting for one that cannot be had.
    """
    place = os.getcwd()
    if place not in sys.path:
        sys.path.append(place)
    for one in named:
        module, _, name = one.partition(":")
        try:
            bot = getattr(import_module(module), name)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a module may raise anything, SystemExit too
            raise BadSetting(f"{BOTS.variable}: {one} cannot be had: {type(error).__name__}: {error}.") from None
        if not isinstance(bot, Bot):
            raise BadSetting(f"{BOTS.variable}: {one} is no object of a class that inherits from referee.bots.bot.Bot.")
        if not isinstance(getattr(bot, "name", None), str):
            raise BadSetting(f"{BOTS.variable}: {one} has no name: its class must call Bot's __init__ with one.")
        if bot.name in PLANNED:
            raise BadSetting(f"{BOTS.variable}: {one}: the name {bot.name} is kept for a bot of the referee's own.")
        try:
            add(bot)
        except ValueError as error:
            raise BadSetting(f"{BOTS.variable}: {one}: {error}.") from None
