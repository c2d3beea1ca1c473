"""A bot under a name that another has."""

from typing import Final

from referee.bots.random import RandomBot

TAKEN: Final = RandomBot("random")
