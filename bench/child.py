"""Measured code runs in processes of its own: ours compiled, ours in plain Python, and each peer in its environment.

So nobody's memory or modules are in somebody else's way, and the same source can be measured as both builds. Asked is
one line of JSON, ``{"ask": "bench.playouts:looped", "with": {…}}``; the answer is another, ``{"answer": …}`` or
``{"error": …}``.
"""

import importlib
import json
import os
import select
import subprocess
import sys
import traceback
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench.timing import Sample, Taking

ROOT: Final = Path(__file__).resolve().parents[1]
LONGEST: Final = 300.0
"""Seconds after which a child that has not answered is given up."""


class Broken(Exception):
    """What is measured has failed; the message says how."""


def environment(**settings: str) -> dict[str, str]:
    """The environment of a process that is measured: no setting of the service but the build's, and those given."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("REFEREE_") or name in ("REFEREE_BUILD", "REFEREE_PURE")
    }
    return {**kept, **settings}


class Child:
    """A process that measures what it is asked to. It ends with ``close``, or with this process."""

    def __init__(self, python: str = sys.executable, **settings: str) -> None:
        self._process = subprocess.Popen(
            [python, "-m", "bench.child"],
            cwd=ROOT,
            env=environment(**settings),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def ask(self, what: str, **values: Any) -> Any:
        """What a function (``module:name``) gives for these values, all of them plain data. Raises Broken."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None and answers is not None
        asked.write(json.dumps({"ask": what, "with": values}).encode() + b"\n")
        asked.flush()
        ready, _, _ = select.select([answers], [], [], LONGEST)
        line = answers.readline() if ready else b""
        if not line:
            raise Broken(f"{what} gave no answer")
        answer = json.loads(line)
        if "error" in answer:
            raise Broken(answer["error"])
        return answer["answer"]

    def sample(self, what: str, seconds: float, **values: Any) -> Sample:
        """A sample that a function takes, which gets ``seconds`` and these values."""
        return Sample(**self.ask(what, seconds=seconds, **values))

    def taking(self, what: str, **values: Any) -> Taking:
        """What takes such samples."""
        return partial(self._take, what, values)

    def _take(self, what: str, values: Mapping[str, Any], seconds: float) -> Sample:
        return self.sample(what, seconds, **values)

    def close(self) -> None:
        """Ends the process."""
        if self._process.stdin is not None:
            self._process.stdin.close()  # it ends by itself when nothing more can come
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


def build() -> str:
    """Which build of the rules this process runs."""
    from referee import build_info

    return build_info()["build"]


def main() -> None:
    """Answers until nothing more is asked."""
    # What a library prints must not come between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        asked = json.loads(line)
        module, _, name = asked["ask"].partition(":")
        try:
            found = getattr(importlib.import_module(module), name)(**asked["with"])
            told = {"answer": found.as_data() if isinstance(found, Sample) else found}
        except Exception:
            told = {"error": traceback.format_exc()}
        answers.write(json.dumps(told) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
