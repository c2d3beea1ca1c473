"""What kinds of jobs there are, and who does them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from service.config import QUEUES
from service.jobs.ledger import Work

MOVES, SIMULATIONS = QUEUES


class Stopped(Exception):
    """The job is over, or another is at this chunk: nobody wants the result any more."""


Report = Callable[[int], None]
"""Tells how many units of the chunk are done. It may be called as often as one likes, and should be called every 50 ms:
only then does a cancelled job stop. Raises Stopped."""


@dataclass(frozen=True)
class Kind:
    """A kind of job: the queue it stands in, what does a chunk of it, and what joins the results of several chunks.

    ``run`` gets the work (its ``input``, and its ``units``) and a ``report``, and returns plain data. It must depend on
    these alone: a chunk that was interrupted is done again. No compiled call in it lasts more than 50 ms. ``join``
    gets the work of the last step, with the ``results`` in order.
    """

    name: str
    queue: str
    run: Callable[[Work, Report], Any]
    join: Callable[[Work], Any] | None = None


KINDS: Final[dict[str, Kind]] = {}
"""The kinds that this process knows, by name."""


def register(kind: Kind) -> Kind:
    """Makes a kind known to this process. Raises ValueError for a second one of the same name, or an unknown queue."""
    if kind.name in KINDS or kind.queue not in QUEUES:
        raise ValueError(f"{kind.name} is known already, or {kind.queue} is no queue")
    KINDS[kind.name] = kind
    return kind
