"""The bots by name: those that come with the referee, and those added at run time."""

from typing import Final

from referee.bots.bot import Bot
from referee.bots.greedy import GREEDY
from referee.bots.random import RANDOM

LONGEST_NAME: Final = 64

_BOTS: Final[dict[str, Bot]] = {bot.name: bot for bot in (RANDOM, GREEDY)}


class UnknownBot(ValueError):
    """There is no bot of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no bot {name}")
        self.name = name


def names() -> list[str]:
    """The names of all bots, in the order in which they were added."""
    return list(_BOTS)


def bot_named(name: str) -> Bot:
    """The bot of this name. Raises UnknownBot."""
    bot = _BOTS.get(name)
    if bot is None:
        raise UnknownBot(name)
    return bot


def add(bot: Bot) -> None:
    """Adds a bot, under its name, to those that this process has.

    Raises ValueError for a name that another bot has, or that is not 1 to 64 characters of ``a-z``, ``0-9``, ``-`` and
    ``_``. Adding the same bot again changes nothing.
    """
    name = bot.name
    if not 1 <= len(name) <= LONGEST_NAME or not all("a" <= c <= "z" or "0" <= c <= "9" or c in "-_" for c in name):
        raise ValueError(f"{name!r} cannot be the name of a bot: 1 to {LONGEST_NAME} of a-z, 0-9, - and _")
    if _BOTS.get(name, bot) is not bot:
        raise ValueError(f"there is a bot {name} already")
    _BOTS[name] = bot
