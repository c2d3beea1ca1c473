"""The command ``referee``: nothing is loaded before it can be said plainly what stands in the way."""

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; ``arguments`` are the command line's unless given. Returns the exit code."""
    try:
        from service.commands import run
    except ImportError as error:  # also a build of the rules that was asked for and is not there
        print(error, file=sys.stderr)
        return 1
    return run(arguments)
