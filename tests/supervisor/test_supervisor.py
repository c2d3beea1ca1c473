"""The supervisor over real processes: what dies is started again, and nothing outlives it."""

import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from service.supervisor import MOST_FAILED_STARTS, STOPPING
from tests.faults.kit import until
from tests.supervisor.kit import Family

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("faults")]

AT_ONCE = 2.0
GRACE = 60.0
STAYS = "exec sleep 1000"
STUBBORN = "trap '' TERM; while :; do sleep 1000; done"

Begin = Callable[..., Family]


def part(name: str, script: str, grace: float = GRACE) -> dict[str, Any]:
    return {"name": name, "command": ["sh", "-c", script], "grace": grace}


def command(*parts: dict[str, Any]) -> list[str]:
    return [sys.executable, "-m", "tests.supervisor.program", json.dumps(parts)]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    begun: list[Family] = []

    def begin(*parts: dict[str, Any]) -> Family:
        begun.append(Family(command(*parts), tmp_path / "said"))
        return begun[-1]

    yield begin
    for one in begun:
        one.close()


class Log:
    """A file in which every start of a part leaves its process id."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.line = f"echo $$ >> {shlex.quote(str(path))}"

    def pids(self) -> list[int]:
        return [int(line) for line in self.path.read_text().split()] if self.path.exists() else []

    def started(self, times: int, seconds: float = 10.0) -> int:
        """Waits until the part has been started so often. Returns its process id."""
        until(lambda: len(self.pids()) >= times, seconds, "it was started")
        return self.pids()[times - 1]


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path / "log")


def test_what_is_killed_is_started_again_however_often(begin: Begin, log: Log) -> None:
    family = begin(part("One", f"{log.line}; {STAYS}"), part("Other", STAYS))
    for start in range(1, MOST_FAILED_STARTS + 2):
        os.kill(log.started(start, 10.0 if start == 1 else 2 * AT_ONCE), signal.SIGKILL)
    log.started(MOST_FAILED_STARTS + 2)
    family.process.send_signal(signal.SIGTERM)
    assert family.ends() == 0 and not family.alive()
    assert family.said.splitlines() == ["One ended by signal 9."] * (MOST_FAILED_STARTS + 1)


def test_what_is_killed_the_first_time_is_started_at_once(begin: Begin, log: Log) -> None:
    family = begin(part("One", f"{log.line}; {STAYS}"))
    os.kill(log.started(1), signal.SIGKILL)
    log.started(2, AT_ONCE)
    assert len(until(lambda: len(found := family.alive()) == 2 and found, AT_ONCE, "both run")) == 2


@pytest.mark.parametrize(("script", "how"), [("exit 3", "with code 3"), ("kill -SEGV $$", "by signal 11")])
def test_what_cannot_be_started_ends_all(begin: Begin, log: Log, script: str, how: str) -> None:
    family = begin(part("Good", STAYS), part("Bad", f"{log.line}; echo so bad >&2; {script}"))
    assert family.ends(20) == 1 and not family.alive()
    assert len(log.pids()) == MOST_FAILED_STARTS
    said = family.said.splitlines()
    assert said[-1] == "Bad cannot be started." and f"Bad ended {how}." in said and "so bad" in said


def test_a_program_that_is_not_there_ends_all(begin: Begin, log: Log) -> None:
    absent = {"name": "Absent", "command": ["/no/such/program"], "grace": GRACE}
    family = begin(part("Good", f"{log.line}; {STAYS}"), absent)
    assert family.ends() == 1 and not family.alive()
    assert "Absent cannot be started: " in family.said and "/no/such/program" in family.said


@pytest.mark.parametrize("number", STOPPING, ids=lambda number: number.name)
def test_signals_stop_all(begin: Begin, log: Log, number: signal.Signals) -> None:
    family = begin(part("One", STAYS), part("Other", f"{log.line}; {STAYS}"))
    log.started(1)
    family.process.send_signal(number)
    assert family.ends() == 0 and not family.alive() and family.said == ""


def test_the_last_part_is_stopped_first(begin: Begin, tmp_path: Path, log: Log) -> None:
    order = tmp_path / "order"
    parts = [
        part(
            name, f"trap 'echo {name} >> {shlex.quote(str(order))}; exit' TERM; {log.line}; while :; do sleep 0.1; done"
        )
        for name in ("first", "second", "third")
    ]
    family = begin(*parts)
    log.started(3)
    family.process.send_signal(signal.SIGTERM)
    assert family.ends() == 0
    assert order.read_text().split() == ["third", "second", "first"]


def test_a_part_that_does_not_stop_is_killed_after_its_grace(begin: Begin, log: Log) -> None:
    family = begin(part("Stubborn", f"{log.line}; {STUBBORN}", grace=0.5))
    log.started(1)
    family.process.send_signal(signal.SIGTERM)
    assert family.ends() == 0 and not family.alive()


def test_a_second_interrupt_does_not_wait(begin: Begin, tmp_path: Path, log: Log) -> None:
    polite = Log(tmp_path / "polite")
    family = begin(part("Stubborn", f"{log.line}; {STUBBORN}"), part("Polite", f"{polite.line}; {STAYS}"))
    log.started(1)
    pid = polite.started(1)
    family.process.send_signal(signal.SIGINT)
    until(lambda: pid not in family.alive(), 10, "the first interrupt has stopped the polite part")
    assert family.process.poll() is None
    family.process.send_signal(signal.SIGTERM)  # this one says nothing new
    family.process.send_signal(signal.SIGINT)
    assert family.ends() == 0 and not family.alive()


def test_a_script_that_starts_it_in_the_background(tmp_path: Path, log: Log) -> None:
    started = shlex.join(command(part("One", f"{log.line}; {STAYS}")))
    own = Log(tmp_path / "own")
    # Without job control a shell lets such a process ignore interrupts.
    family = Family(["sh", "-c", f"{started} & echo $! >> {shlex.quote(str(own.path))}; wait $!"], tmp_path / "said")
    try:
        log.started(1)
        os.kill(own.started(1), signal.SIGINT)
        assert family.ends() == 0 and not family.alive()
    finally:
        family.close()


def test_nohup_keeps_it_from_hanging_up(tmp_path: Path, log: Log) -> None:
    family = Family(["nohup", *command(part("One", f"{log.line}; {STAYS}"))], tmp_path / "said")
    try:
        log.started(1)
        family.process.send_signal(signal.SIGHUP)
        os.kill(log.started(1), signal.SIGKILL)
        log.started(2)  # it is still at its work
        family.process.send_signal(signal.SIGTERM)
        assert family.ends() == 0 and not family.alive()
    finally:
        family.close()


def test_its_parts_end_when_it_is_killed(begin: Begin, log: Log) -> None:
    family = begin(part("One", f"{log.line}; {STAYS}"), part("Other", f"{log.line}; {STAYS}"))
    log.started(2)
    family.process.kill()
    until(lambda: not family.alive(), 10, "all have ended")


def test_what_parts_leave_behind_is_ended(begin: Begin, log: Log) -> None:
    leaves = f"setsid sh -c 'setsid sleep 1000 & sleep 1000' & setsid sleep 1000 & {log.line}; {STAYS}"
    family = begin(part("One", leaves))
    os.kill(log.started(1), signal.SIGKILL)
    pid = log.started(2)
    family.process.send_signal(signal.SIGTERM)
    assert family.ends() == 0
    assert pid not in family.alive() and not family.alive()
