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
    """A kind of job: the queue it stands in, what does a chunk of it, and how several chunks become one result.

    ``run`` gets the work (its ``input``, and its ``units``) and a ``report``, and returns plain data: in a job of one
    step the result, in a joined one (`Order.joined`) a tally. It must depend on these alone: a chunk that was
    interrupted is done again. No compiled call in it lasts more than 50 ms.

    ``merge`` makes one tally of two, and ``finish`` makes the result of a tally. Tallies are merged as they come, in
    whatever order and grouping, each exactly once: so ``merge`` must be associative and commutative to the last bit,
    which sums of whole numbers are and sums of floats are not. It may change its first argument and return it. Names
    in objects come sorted to both, so that the order in which chunks were done cannot be seen in the result.
    ``finish`` also tells what there is so far, while the job runs; it gets the work for its ``input`` and ``total``.
    """

    name: str
    queue: str
    run: Callable[[Work, Report], Any]
    merge: Callable[[Any, Any], Any] | None = None
    finish: Callable[[Any, Work], Any] | None = None


KINDS: Final[dict[str, Kind]] = {}
"""The kinds that this process knows, by name."""


def register(kind: Kind) -> Kind:
    """Makes a kind known to this process. Raises ValueError for a second one of the same name, or an unknown queue."""
    if kind.name in KINDS or kind.queue not in QUEUES:
        raise ValueError(f"{kind.name} is known already, or {kind.queue} is no queue")
    KINDS[kind.name] = kind
    return kind
