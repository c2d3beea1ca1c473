"""One process that starts the parts of the service, restarts what dies, and stops all of it, leaving nothing behind."""

import ctypes
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import BinaryIO, Final

STOPPING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PR_SET_PDEATHSIG: Final = 1
PR_SET_CHILD_SUBREAPER: Final = 36
LOOK_EVERY: Final = 1.0
SHORT_LIFE: Final = 5.0
"""A part that ends by itself before so many seconds has failed to start."""
MOST_FAILED_STARTS: Final = 5
STOPPED_BY_OTHERS: Final = (signal.SIGKILL, *STOPPING)
"""A part that one of these ended did not fail by itself, however often it happens."""
LEFT_FOR: Final = 5.0
"""So many seconds are spent at the end on ending what parts have left behind."""
PAUSES: Final = (0.0, 0.2, 0.5, 1.0, 2.0)
"""Seconds before a part is started again that ended so often in a row within SHORT_LIFE; the last is repeated."""


@dataclass
class Part:
    """A program that is kept running: its command, its folder, what it adds to the environment, a file as its standard
    input, open files that it gets, how many seconds it has to stop, and what to tell when it ended by itself.
    """

    name: str
    command: Sequence[str]
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    settings: Path | None = None
    descriptors: Sequence[int] = ()
    grace: float = 10.0
    quiet: bool = False
    last_words: Callable[[], str] = str


class _Running:
    """A part, its process if it has one, and how its last starts went."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.pid = 0
        self.started = 0.0
        self.short = 0
        self.failed = 0
        self.due = 0.0


class Supervisor:
    """Runs parts, in this order, and stops them in the opposite one. To be used once, in the main thread."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = [_Running(part) for part in parts]
        self._asked = 0
        self._hurry = False
        self._woken, self._wake = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(self._wake, False)

    def run(self) -> int:
        """Keeps the parts running until it is told to stop. Returns the exit code: 1 when a part cannot be started."""
        self._prepare()
        code = 0
        try:
            while not self._asked and not code:
                now = time.monotonic()
                for running in self._parts:
                    if not running.pid and running.due <= now and not self._start(running):
                        return 1
                self._sleep(min([LOOK_EVERY, *(one.due - now for one in self._parts if not one.pid)]))
                code = self._reap()
        finally:
            self._stop()
        return code

    def _prepare(self) -> None:
        if PRCTL is not None:
            # Whatever a part leaves behind becomes a child of this process, and is ended with it.
            PRCTL(PR_SET_CHILD_SUBREAPER, 1)
        # A process that a script starts with & inherits SIGINT ignored; here it stops the service all the same.
        for one in STOPPING:
            # But nohup has asked for hangups to be ignored.
            if one != signal.SIGHUP or signal.getsignal(one) is not signal.SIG_IGN:
                signal.signal(one, self._ask)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)

    def _ask(self, number: int, frame: FrameType | None) -> None:
        # Who presses Ctrl-C while it stops does not want to wait.
        self._hurry = self._hurry or (self._asked > 0 and number == signal.SIGINT)
        self._asked += 1

    def _sleep(self, seconds: float) -> None:
        """Sleeps until a signal comes, at most so long."""
        select.select([self._woken], [], [], max(0.0, seconds))
        try:
            os.read(self._woken, 512)
        except BlockingIOError:
            return

    def _start(self, running: _Running) -> bool:
        """Starts a part. Returns whether there is such a program."""
        part = running.part
        own = os.getpid()

        def become() -> None:
            for one in (*STOPPING, signal.SIGCHLD):
                signal.signal(one, signal.SIG_DFL)
            if PRCTL is not None:
                die_with_parent(signal.SIGTERM)
                if os.getppid() != own:
                    os._exit(1)

        source: BinaryIO | None = None
        try:
            source = part.settings.open("rb") if part.settings else None
            process = subprocess.Popen(
                part.command,
                cwd=part.folder,
                env={**os.environ, **part.environment},
                stdin=source or subprocess.DEVNULL,
                stdout=subprocess.DEVNULL if part.quiet else None,
                stderr=subprocess.DEVNULL if part.quiet else None,
                pass_fds=part.descriptors,
                start_new_session=True,
                preexec_fn=become,
            )
        except OSError as error:
            print(f"{part.name} cannot be started: {error}.", file=sys.stderr, flush=True)
            return False
        finally:
            if source is not None:
                source.close()
        # From here on the process is waited for by its id alone.
        process.returncode = 0
        running.pid = process.pid
        running.started = time.monotonic()
        return True

    def _reap(self) -> int:
        """Takes note of what has ended. Returns an exit code other than 0 when a part cannot be started."""
        while True:
            try:
                ended = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                return 0
            if ended is None:
                return 0
            running = next((one for one in self._parts if one.pid == ended.si_pid), None)
            if running is not None:
                # Until it is waited for its id is nobody else's, and what is left of its session can be ended.
                _signal_all(running.pid, signal.SIGKILL)
            os.waitpid(ended.si_pid, 0)
            if running is not None and not self._asked and not self._again(running, ended):
                return 1

    def _again(self, running: _Running, ended: os.waitid_result) -> bool:
        """Says when a part that has ended is started again. Returns whether it is."""
        running.pid = 0
        now = time.monotonic()
        short = now - running.started < SHORT_LIFE
        exited = ended.si_code == os.CLD_EXITED
        by_itself = exited or ended.si_status not in STOPPED_BY_OTHERS
        running.short = running.short + 1 if short else 0
        running.failed = running.failed + 1 if short and by_itself else 0
        how = f"with code {ended.si_status}" if exited else f"by signal {ended.si_status}"
        print(f"{running.part.name} ended {how}.", file=sys.stderr, flush=True)
        if by_itself and (words := running.part.last_words()):
            print(words, file=sys.stderr, flush=True)
        if running.failed >= MOST_FAILED_STARTS:
            print(f"{running.part.name} cannot be started.", file=sys.stderr, flush=True)
            return False
        running.due = now + PAUSES[min(running.short, len(PAUSES) - 1)]
        return True

    def _stop(self) -> None:
        """Ends all parts, the last first, and whatever they have left."""
        for running in reversed(self._parts):
            if running.pid:
                _signal(running.pid, signal.SIGTERM)
                end = time.monotonic() + running.part.grace
                while not self._gone(running) and time.monotonic() < end and not self._hurry:
                    self._sleep(min(LOOK_EVERY, end - time.monotonic()))
                _signal_all(running.pid, signal.SIGKILL)
                self._wait(running)
        end = time.monotonic() + LEFT_FOR
        while time.monotonic() < end:
            try:
                left = os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG)
            except ChildProcessError:
                return
            if left is None:
                # What these have left becomes a child of ours in its turn.
                for pid in _children():
                    _signal(pid, signal.SIGKILL)
                self._sleep(0.05)

    def _gone(self, running: _Running) -> bool:
        try:
            return os.waitid(os.P_PID, running.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True

    def _wait(self, running: _Running) -> None:
        try:
            os.waitpid(running.pid, 0)
        except ChildProcessError:
            return
        finally:
            running.pid = 0


PRCTL: Final = ctypes.CDLL(None).prctl if sys.platform == "linux" else None


def die_with_parent(with_signal: int) -> None:
    """Lets the kernel send this process a signal when its parent ends, where the kernel can (Linux)."""
    if PRCTL is not None:
        PRCTL(PR_SET_PDEATHSIG, with_signal)


def _signal(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except (ProcessLookupError, PermissionError):
        return


def _signal_all(session: int, number: int) -> None:
    """Signals every process of a part, which leads a session and a group of its own."""
    try:
        os.killpg(session, number)
    except (ProcessLookupError, PermissionError):
        return


def _children() -> list[int]:
    """The processes whose parent this one is, where there is a /proc that tells (Linux)."""
    own = os.getpid()
    return [int(entry.name) for entry in Path("/proc").glob("[0-9]*") if _parent(entry) == own]


def _parent(entry: Path) -> int:
    try:
        # The name of the program, in brackets, may hold anything.
        return int((entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[1])
    except (OSError, ValueError, IndexError):
        return 0
