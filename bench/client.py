"""A client that costs little: requests made beforehand, on connections that are kept, each busy all the time."""

import json
import selectors
import socket
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from typing import Final

from bench.child import Broken
from bench.timing import Sample

END_OF_HEAD: Final = b"\r\n\r\n"
LENGTH: Final = b"content-length:"
PATIENCE: Final = 30.0


def request(path: str, body: bytes) -> bytes:
    """A request that posts JSON."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Accept: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode("ascii") + body


class _Connection:
    """A connection with one request under way at a time."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.asked = 0.0
        self._answer = bytearray()
        self._size = -1

    def ask(self, whole: bytes) -> None:
        self._answer.clear()
        self._size = -1
        self.asked = time.perf_counter()
        self.socket.sendall(whole)

    def process(self) -> int:
        """Which process of the server has this connection."""
        self.ask(b"GET /process HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        while not self.take():
            continue
        return int(json.loads(self._answer.rpartition(END_OF_HEAD)[2])["process"])

    def close(self) -> None:
        self.socket.close()

    def take(self) -> bool:
        """Takes what has come. Returns whether the answer is whole. Raises Broken for one that is not 200."""
        came = self.socket.recv(1 << 18)
        if not came:
            raise Broken("the server has ended a connection")
        self._answer += came
        if self._size < 0:
            end = self._answer.find(END_OF_HEAD)
            if end < 0:
                return False
            head = bytes(self._answer[:end]).lower()
            if not head.startswith(b"http/1.1 200 "):
                raise Broken(f"the server has answered {bytes(self._answer)!r}")
            length = head.partition(LENGTH)[2].partition(b"\r\n")[0]
            self._size = end + len(END_OF_HEAD) + int(length)
        return len(self._answer) >= self._size


class Client:
    """So many connections to the server of `bench.servers`, kept from one measurement to the next.

    Each of its ``processes`` gets as many of them: whichever is awake takes all that come at once, and the others would
    have nothing to do. Raises Broken when that does not come about.
    """

    def __init__(self, port: int, connections: int, processes: int) -> None:
        self._connections: list[_Connection] = []
        most = -(-connections // processes)
        taken: Counter[int] = Counter()
        until = time.perf_counter() + PATIENCE
        while len(self._connections) < connections:
            if time.perf_counter() > until:
                raise Broken("one process of the server takes all connections")
            one = _Connection(port)
            process = one.process()
            if taken[process] < most:
                taken[process] += 1
                self._connections.append(one)
            else:
                one.close()

    def load(self, requests: Sequence[bytes], seconds: float) -> tuple[Sample, list[float]]:
        """Keeps every connection busy for so long. Returns how many answers came, and how many seconds each took."""
        coming = cycle(requests)
        took: list[float] = []
        with selectors.DefaultSelector() as selector:
            began, began_cpu = time.perf_counter(), time.process_time()
            until = began + seconds
            for one in self._connections:
                selector.register(one.socket, selectors.EVENT_READ, one)
                one.ask(next(coming))
            busy = len(self._connections)
            while busy:
                ready = selector.select(PATIENCE)
                if not ready:
                    raise Broken("the server does not answer")
                for key, _ in ready:
                    connection: _Connection = key.data
                    if not connection.take():
                        continue
                    now = time.perf_counter()
                    took.append(now - connection.asked)
                    if now < until:
                        connection.ask(next(coming))
                    else:
                        busy -= 1
            wall, cpu = time.perf_counter() - began, time.process_time() - began_cpu
        return Sample(len(took), cpu, wall), took

    def close(self) -> None:
        """Closes the connections."""
        for one in self._connections:
            one.close()
