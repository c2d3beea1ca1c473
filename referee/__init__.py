"""The rules of the games: no input or output, no clock, no chance but a seed."""

from typing import Final

__version__: Final = "0.1.0"
