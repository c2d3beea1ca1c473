"""What a process costs: the time until it answers, and its memory, beside the libraries that it is made of."""

import http.client
import subprocess
import sys
from collections.abc import Iterator, Sequence
from time import perf_counter, sleep
from typing import Final

from bench.child import ROOT, Broken, environment
from bench.rows import Row
from bench.servers import Running, command_of, resident
from bench.sizes import Sizes
from bench.timing import figure

LIBRARIES: Final = "import flask, marshmallow, orjson, celery, redis, gunicorn.app.base, gunicorn.workers.gthread"
MEMORY: Final = LIBRARIES + "\nfrom pathlib import Path\nprint(Path('/proc/self/status').read_text())"
ALONE: Final = "its libraries imported, no more"
NOTHING: Final = "Python, which does nothing"
READY_WITHIN: Final = 60.0


def rows(sizes: Sizes) -> Iterator[Row]:
    """Starts take turns; memory is that after the first answers."""
    ready: dict[str, list[float]] = {name: [] for name in ("api", "serve", "rules", "libraries", "nothing")}
    memory: dict[str, list[float]] = {name: [] for name in ("api", "worker", "libraries")}
    for _ in range(sizes.starts):
        ready["nothing"].append(_ran("pass")[0])
        ready["rules"].append(_ran("import referee.games.registry")[0])
        seconds, told = _ran(MEMORY)
        ready["libraries"].append(seconds)
        memory["libraries"].append(_resident(told))
        began = perf_counter()
        with Running("service", "api") as server:
            _answered(server.port, "/healthz", b'"ok"')
            ready["api"].append((perf_counter() - began) * 1000)
            memory["api"] += [resident(pid) for pid in server.processes]
        began = perf_counter()
        with Running("service", "serve") as server:
            _answered(server.port, "/readyz", b'"ready","games"')
            ready["serve"].append((perf_counter() - began) * 1000)
            memory["worker"] += [resident(pid) for pid in server.processes if " worker " in command_of(pid) + " "]
    yield Row("cold start: import of the rules", figure(ready["rules"]), figure(ready["nothing"]), NOTHING, "ms")
    yield Row("cold start: API, first answer", figure(ready["api"]), figure(ready["libraries"]), ALONE, "ms")
    yield Row(
        "cold start: whole service, ready for jobs", figure(ready["serve"]), figure(ready["libraries"]), ALONE, "ms"
    )
    yield Row("memory of an API process", figure(memory["api"]), figure(memory["libraries"]), ALONE, "MiB")
    yield Row("memory of a job process", figure(memory["worker"]), figure(memory["libraries"]), ALONE, "MiB")


def _ran(program: str) -> tuple[float, str]:
    """How many milliseconds a program in Python takes, and what it says."""
    command: Sequence[str] = [sys.executable, "-c", program]
    began = perf_counter()
    run = subprocess.run(command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, text=True, check=True)
    return (perf_counter() - began) * 1000, run.stdout


def _resident(status: str) -> float:
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def _answered(port: int, path: str, words: bytes) -> None:
    """Asks until these words are in the answer. Raises Broken when they are not in time."""
    until = perf_counter() + READY_WITHIN
    while perf_counter() < until:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request("GET", path)
        answer = connection.getresponse().read()
        connection.close()
        if words in answer:
            return
        sleep(0.01)
    raise Broken(f"{path} does not say {words!r}")
