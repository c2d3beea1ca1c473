"""The rules of the games: no input or output, no clock, no chance but a seed.

The modules of this package run compiled, or in plain Python with the same results; which of the two is settled
here, before the first of them is imported. This file is never compiled.
"""

from typing import Final

from referee._build import choose_build as _choose_build

__version__: Final = "0.1.0"

_BUILD, _REASON = _choose_build()


def build_info() -> dict[str, str]:
    """What is running: ``version``, ``build`` (``"compiled"`` or ``"pure"``) and ``reason`` (why that build)."""
    return {"version": __version__, "build": _BUILD, "reason": _REASON}
