"""The ledger of jobs: what there is to do, who is at it, what is done. It stands on a Redis or Valkey server.

The work of a job is written down before any message is sent; a message only says "look at this chunk", and may come
late, twice or never. A chunk is worked on under a lease; its first result counts, and a job that was cancelled stays
so.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import orjson
from redis import Redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.jobs import scripts

LEASE: Final = 5_000
"""How long a lease holds without being renewed, in milliseconds; a worker renews it about every second."""
GRACE: Final = 2_000
"""How long after a chunk was sent it is first asked whether it has begun, in milliseconds."""
MARGIN: Final = 1_000
"""How much sooner than a probe a chunk must have been sent to count as lost, in milliseconds."""
PROBE_EVERY: Final = 5_000
"""The time between two probes of a queue when the first does not arrive, in milliseconds."""
PRESENCE: Final = 10_000
"""How long a worker that falls silent counts as there, in milliseconds."""
SWEEPER_LOCK: Final = 4_000
"""How long a sweeper that falls silent stays the sweeper, in milliseconds."""
SWEPT_AT_ONCE: Final = 200
MOST_DEATHS: Final = 4
"""So many pool children may die over a chunk; then it has failed."""
MOST_BEGUN: Final = 12
"""So often a chunk may be begun, whatever ended it: whole workers die for other reasons than the chunk they are at."""
MERGED_BY: Final = 16
"""So many tallies of a job wait until they are merged into one,"""
MERGED_WITHIN: Final = 1_000
"""or so long, in milliseconds: then the next chunk that is done has them merged."""
MERGING: Final = 3_000
"""How long whoever merges is left to it, in milliseconds; then another does it, and the first may come too late."""
MERGED_AT_ONCE: Final = 64

FINISHED: Final = frozenset({"succeeded", "failed", "cancelled"})
REASONS: Final = {
    "error": "The work ended with an error: a bot raised one, or gave an answer that cannot be used. "
    "The worker's log says where.",
    "time-limit": "The work took longer than it may.",
    "worker-lost": "The processes that did the work ended again and again.",
}
"""Why a job can fail, and what to tell people."""

_ID: Final = re.compile(r"[0-9a-f]{32}")


class Conflict(Exception):
    """An idempotency key that already stands for another request."""


class Full(Exception):
    """A queue that has as many unfinished jobs as it may."""


class Enough(Exception):
    """Who asks has as many unfinished jobs as one client may."""


@dataclass(frozen=True)
class Order:
    """A job to be made.

    ``input`` is what the workers need, plain data, and goes when the job ends. ``total`` is how many units of work
    there are (1 a chunk unless given), shared evenly among the ``chunks``; with ``joined``, the tallies of the chunks
    are merged, and a last step makes the result of them. ``pace``: the job is not shown as finished sooner, in
    milliseconds. ``limit``: a chunk that takes longer has failed, in milliseconds. ``life``: how long a finished job is
    kept, in milliseconds; one that is not finished is kept for a day at least.
    """

    kind: str
    queue: str
    input: Any
    chunks: int = 1
    total: int | None = None
    joined: bool = False
    pace: int = 0
    limit: int = 30_000
    life: int = 3_600_000


@dataclass(frozen=True)
class Bounds:
    """How many unfinished jobs there may be in a queue, and how many of them of one owner; 0 is no bound."""

    jobs: int = 0
    owned: int = 0


class Made(NamedTuple):
    """A job that was written down: whether it is new, and how many of its chunks are to be sent now."""

    job: str
    new: bool
    chunks: int


@dataclass(frozen=True)
class Job:
    """A job as it may be shown now. Times are milliseconds since 1970."""

    id: str
    kind: str
    status: str
    done: int
    total: int
    result: Any
    partial: Any
    """What there is so far, while a joined job runs; it never goes back."""
    reason: str
    created: int
    expires: int | None
    """None before it is finished: how long a job is kept changes then, which is not to be shown before its time."""
    visible_in: int
    """So long, in milliseconds, it is not yet shown as finished."""

    @property
    def finished(self) -> bool:
        """Whether nothing about it will change."""
        return self.status in FINISHED


@dataclass(frozen=True)
class Work:
    """A chunk that was begun: under which lease, and what there is to do."""

    job: str
    chunk: int
    lease: str
    kind: str
    chunks: int
    total: int
    input: Any

    @property
    def joins(self) -> bool:
        """Whether this is the last step of a joined job, which makes the result of what the others came to."""
        return self.chunk == self.chunks

    @property
    def units(self) -> range:
        """The units of work that are this chunk's."""
        return share(self.total, self.chunks, self.chunk)


@dataclass(frozen=True)
class Present:
    """How many workers there are, which queues they serve, and the names of the bots that they have."""

    workers: int
    queues: list[str]
    bots: list[str]


@dataclass(frozen=True)
class Sending:
    """A message to send: the chunk of a job, into its queue."""

    job: str
    chunk: int
    queue: str


@dataclass(frozen=True)
class Committed:
    """What follows when a chunk is written down: chunks to send, whether to merge what waits, and whether nobody else
    waits in the queue.
    """

    following: list[Sending]
    merge: bool
    idle: bool = False


@dataclass(frozen=True)
class Gathered:
    """What has been merged so far (none of it when ``tally`` is None), how often that was done, and tallies of chunks
    that wait.
    """

    version: int
    tally: Any
    waiting: dict[int, Any]


@dataclass(frozen=True)
class Swept:
    """What a sweep found: how many chunks were looked at, what to send again, and queues to send a probe into."""

    looked_at: int
    again: list[Sending]
    probes: list[str]
    at: int


def new_lease() -> str:
    """The name of a lease that is to be taken."""
    return secrets.token_hex(8)


def share(total: int, chunks: int, chunk: int) -> range:
    """Which of ``total`` units are those of a chunk; none for the step that joins."""
    if chunk >= chunks:
        return range(total, total)
    return range(total * chunk // chunks, total * (chunk + 1) // chunks)


def connect(url: str, seconds: float) -> "Redis":
    """A client that waits at most so long for the server, each time, and never tries a second time."""
    return Redis.from_url(
        url,
        socket_timeout=seconds,
        socket_connect_timeout=seconds,
        retry=Retry(NoBackoff(), 0),
        driver_info=None,
        protocol=2,
    )


class Ledger:
    """The ledger, through one client. Every call may raise `redis.RedisError`."""

    def __init__(self, client: "Redis") -> None:
        self.client = client
        self._make = client.register_script(scripts.MAKE)
        self._cancel = client.register_script(scripts.CANCEL)
        self._begin = client.register_script(scripts.BEGIN)
        self._report = client.register_script(scripts.REPORT)
        self._commit = client.register_script(scripts.COMMIT)
        self._gather = client.register_script(scripts.GATHER)
        self._merged = client.register_script(scripts.MERGED)
        self._fail = client.register_script(scripts.FAIL)
        self._leave = client.register_script(scripts.LEAVE)
        self._keep = client.register_script(scripts.KEEP)
        self._release = client.register_script(scripts.RELEASE)
        self._probed = client.register_script(scripts.PROBED)
        self._sweep = client.register_script(scripts.SWEEP)
        self._announce = client.register_script(scripts.ANNOUNCE)
        self._present = client.register_script(scripts.PRESENT)

    # For who asks

    def make(
        self, order: Order, key: str = "", request: bytes = b"", owner: str = "", bounds: Bounds | None = None
    ) -> Made:
        """Writes a job down.

        With an idempotency ``key``, the job that the same key and ``request`` made is found again as long as it lives.
        Neither of them is kept: what is kept of the request cannot be checked without the key. Where
        owners are bound, a digest of ``owner`` is kept while a job of theirs is not finished. Raises Conflict when the
        key stands for another request, Full, and Enough.
        """
        name, body = "", ""
        if key:
            name = hashlib.sha256(b"idempotency-key\0" + key.encode()).hexdigest()
            body = hmac.digest(key.encode(), request, "sha256").hex()
        steps = order.chunks + 1 if order.joined else 1
        if order.chunks < 1 or (order.chunks > 1 and not order.joined):
            raise ValueError("a job of several chunks has to be joined")
        bounds = bounds or Bounds()
        answer = self._make(
            args=[
                secrets.token_hex(16),
                name,
                body,
                order.kind,
                order.queue,
                order.chunks,
                steps,
                order.chunks if order.total is None else order.total,
                order.pace,
                order.limit,
                order.life,
                GRACE,
                orjson.dumps(order.input),
                bounds.jobs,
                _digest(order.queue, owner) if owner and bounds.owned else "",
                bounds.owned,
            ]
        )
        outcome, job, chunks = answer[0].decode(), answer[1].decode(), int(answer[2])
        if outcome == "other":
            raise Conflict(job)
        if outcome == "full":
            raise Full
        if outcome == "enough":
            raise Enough
        return Made(job, outcome == "made", chunks)

    def read(self, job: str, whole: bool = True) -> Job | None:
        """The job as it may be shown now; None when there is none of this id. Unless ``whole``, what it came to is left
        out: that may be long.
        """
        if not _ID.fullmatch(job):
            return None
        key = f"referee:job:{job}"
        pipe = self.client.pipeline(transaction=True)
        pipe.hmget(key, "kind", "status", "done", "total", "reason", "created", "visible", "expires")
        pipe.time()
        if whole:
            pipe.mget(f"{key}:result", f"{key}:partial")
        fields, time, (result, partial) = [*pipe.execute(), (None, None)][:3]
        if fields[1] is None:
            return None
        kind, status, done, total, reason, created, visible, expires = (field.decode() for field in fields)
        hidden = max(0, int(visible) - (time[0] * 1000 + time[1] // 1000))
        if hidden:
            # Neither that it is over nor how far it is: a bot with one legal move must not be told by its speed.
            status, done, reason = "queued" if status == "queued" else "running", "0", ""
            result = partial = None
        return Job(
            id=job,
            kind=kind,
            status=status,
            done=int(done),
            total=int(total),
            result=_data(result),
            partial=_data(partial),
            reason=reason,
            created=int(created),
            expires=int(expires) if status in FINISHED else None,
            visible_in=hidden,
        )

    def cancel(self, job: str) -> bool:
        """Cancels a job that is not shown as finished; changes nothing of one that is. Returns whether there is such a
        job.
        """
        return bool(_ID.fullmatch(job)) and self._cancel(args=[job]) == 1

    def check(self) -> None:
        """Raises RedisError when no job could be written down now."""
        self.client.set("referee:check", "", px=1000)

    def present(self) -> Present:
        """Which workers there are, and what they do."""
        workers, queues, bots = self._present(args=[PRESENCE])
        return Present(len(workers), [queue.decode() for queue in queues], [bot.decode() for bot in bots])

    # For who works

    def begin(self, job: str, chunk: int, worker: str, pid: int, lease: str = "") -> Work | str:
        """Takes the lease of a chunk. Returns the work, or why there is none: ``over`` (the job), ``done`` (the chunk),
        ``taken`` (someone is at it), ``early`` (it is not its turn), ``doomed`` (this process is about to be killed).

        Who has no answer asks again with the same ``lease``, from `new_lease`: the first question may have been heard.
        """
        if not _ID.fullmatch(job):
            return "over"
        lease = lease or new_lease()
        answer = self._begin(args=[job, chunk, worker, pid, lease, LEASE, MOST_BEGUN])
        if answer[0] != b"go":
            return str(answer[0].decode())
        _, kind, chunks, total, given = answer
        return Work(
            job=job,
            chunk=chunk,
            lease=lease,
            kind=kind.decode(),
            chunks=int(chunks),
            total=int(total),
            input=orjson.loads(given),
        )

    def report(self, work: Work, done: int) -> bool:
        """Notes how many units of the chunk are done. Returns whether to go on: not when the job is over, or when the
        lease has gone to another.
        """
        units = min(max(done, 0), len(work.units))
        return bool(self._report(args=[work.job, work.chunk, work.lease, units]) == 1)

    def commit(self, work: Work, worker: str, pid: int, result: Any) -> Committed:
        """Writes down what a chunk came to, unless that is known or the job is over."""
        answer = self._commit(
            args=[
                work.job,
                work.chunk,
                worker,
                pid,
                work.lease,
                len(work.units),
                GRACE,
                as_kept(result),
                MERGED_BY,
                MERGED_WITHIN,
                MERGING,
            ]
        )
        if len(answer) < 2:
            return Committed([], False)
        _, queue, merge, idle, *following = answer
        sendings = [Sending(work.job, int(chunk), queue.decode()) for chunk in following]
        return Committed(sendings, merge == 1, idle == 1)

    def gather(self, job: str) -> Gathered | None:
        """What is to be merged, not too much of it at once; None when the job is over."""
        answer = self._gather(args=[job, MERGED_AT_ONCE])
        if not answer:
            return None
        version, tally, *waiting = answer
        return Gathered(
            int(version),
            orjson.loads(tally) if tally else None,
            {int(chunk): orjson.loads(one) for chunk, one in zip(waiting[::2], waiting[1::2], strict=True)},
        )

    def merged(self, job: str, gathered: Gathered, tally: Any, partial: Any = None) -> bool:
        """Writes down the ``tally`` of all that was gathered, and what it comes to, unless somebody else has merged
        meanwhile or the job is over. Returns whether many more wait.
        """
        return bool(
            self._merged(
                args=[
                    job,
                    gathered.version,
                    as_kept(tally),
                    b"" if partial is None else as_kept(partial),
                    MERGED_BY,
                    *gathered.waiting,
                ]
            )
        )

    def leave(self, work: Work, worker: str, pid: int, reason: str = "") -> None:
        """Leaves a chunk without a result; with a ``reason`` (one of REASONS) its job has failed, if the lease still
        holds.
        """
        self._leave(args=[work.job, work.chunk, worker, pid, work.lease, reason])

    def fail(self, job: str, reason: str) -> None:
        """Ends a job that cannot come to anything, with one of REASONS."""
        self._fail(args=[job, reason])

    # For who watches over the work

    def children(self, worker: str) -> list[int]:
        """The process ids of a worker's children that have begun something."""
        return [int(pid) for pid in self.client.hkeys(f"referee:worker:{worker}")]

    def keep(self, worker: str, dead: Sequence[int], away: int = 0) -> tuple[list[int], list[Sending]]:
        """Renews the leases of a worker's children, and takes them from the ``dead``. For so many milliseconds the
        server was ``away``: they do not count towards a deadline, since a child that is done has to wait as well.
        Returns the process ids of children that are past their deadline, whose job has failed, and the chunks to send
        again.
        """
        kill, again = self._keep(args=[worker, LEASE, GRACE, MOST_DEATHS, away, *dead])
        return [int(pid) for pid in kill], _sendings(again)

    def release(self, worker: str) -> None:
        """Gives back all that a worker's children were at, and the sweeper's place if it has that."""
        self._release(args=[worker])

    def sweep(self, worker: str) -> Swept:
        """Looks at the chunks that are due: unless another worker is the sweeper, in which case nothing is found."""
        looked_at, again, probes, at = self._sweep(
            args=[worker, SWEEPER_LOCK, SWEPT_AT_ONCE, GRACE, MARGIN, PROBE_EVERY, MOST_BEGUN, PRESENCE]
        )
        return Swept(int(looked_at), _sendings(again), [queue.decode() for queue in probes], int(at))

    def announce(self, worker: str, queues: Sequence[str], bots: Sequence[str], processes: int = 1) -> None:
        """Notes that a worker is there, which queues it serves, which bots it has, and how many chunks of each queue it
        works on at once.
        """
        self._announce(args=[worker, processes, len(queues), *queues, *bots])

    def probed(self, queue: str, at: int) -> None:
        """Notes that a probe which was sent at this time has come through its queue."""
        self._probed(args=[queue, at])


def _digest(queue: str, owner: str) -> str:
    """By what an owner's unfinished jobs in a queue are found, without saying whose they are."""
    return hashlib.sha256(b"\0".join([b"owner", queue.encode(), owner.encode()])).hexdigest()


def as_kept(data: Any) -> bytes:
    """Data as it is kept: the same bytes for the same data, whatever the order in which it came about."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)


def _data(kept: bytes | None) -> Any:
    return None if kept is None else orjson.loads(kept)


def _sendings(found: list[list[Any]]) -> list[Sending]:
    return [Sending(job.decode(), int(chunk), queue.decode()) for job, chunk, queue in found]
