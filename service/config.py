"""Settings: each an environment variable, read and checked at start."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar
from urllib.parse import urlsplit

Value = TypeVar("Value")

MIB: Final = 1 << 20
QUEUES: Final = ("moves", "simulations")
"""The queues of jobs, the more urgent first."""
SERVERS: Final = ("redis", "rediss", "unix")
HOST_SAYS: Final = "a host name or address to listen on, such as 127.0.0.1 or 0.0.0.0"


class BadSetting(ValueError):
    """A setting that cannot be used; the message names the variable and says what it may be."""


@dataclass(frozen=True)
class Setting:
    """One setting: its variable, its value when the variable is not set, what it may be, what it does."""

    variable: str
    default: str
    says: str
    meaning: str
    least: int = 0
    most: int = 0

    def text(self, environment: Mapping[str, str]) -> str:
        """The value as text; an empty variable counts as not set."""
        return environment.get(self.variable, "").strip() or self.default

    def number(self, environment: Mapping[str, str]) -> int:
        """The value as a whole number within its bounds. Raises BadSetting."""
        text = self.text(environment)
        if not (text.isascii() and text.isdigit() and len(text) < 16 and self.least <= int(text) <= self.most):
            raise self.bad(text)
        return int(text)

    def choice(self, environment: Mapping[str, str], allowed: tuple[str, ...]) -> str:
        """The value as one of a few words. Raises BadSetting."""
        text = self.text(environment).lower()
        if text not in allowed:
            raise self.bad(text)
        return text

    def bad(self, text: str) -> BadSetting:
        """The error of a value that cannot be used."""
        return BadSetting(f'{self.variable} must be {self.says}; it is "{text}".')


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _whole(variable: str, default: int, least: int, most: int, meaning: str) -> Setting:
    return Setting(variable, str(default), f"a whole number from {least} to {most}", meaning, least, most)


LEVELS: Final = ("debug", "info", "warning", "error")

HOST: Final = Setting("REFEREE_HOST", "127.0.0.1", HOST_SAYS, "The address on which the service listens.")
PORT: Final = _whole("REFEREE_PORT", 8000, 0, 65535, "The port; 0 takes one that is free, and says which.")
WORKERS: Final = _whole("REFEREE_WORKERS", cores(), 1, 256, "Processes; one for each core unless set.")
THREADS: Final = _whole("REFEREE_THREADS", 8, 1, 256, "Threads in each process; half of them may wait for jobs.")
PATIENCE: Final = _whole(
    "REFEREE_PATIENCE", 10, 1, 3600, "Seconds for which a slow client may keep a thread waiting in one request."
)
MAX_BODY: Final = _whole("REFEREE_MAX_BODY", MIB, 1024, 1 << 30, "The largest JSON body, in bytes.")
MAX_LINE: Final = _whole("REFEREE_MAX_LINE", MIB, 1024, 1 << 30, "The longest line of NDJSON, in bytes.")
MAX_RECORDS: Final = _whole(
    "REFEREE_MAX_RECORDS", 1 << 30, 1024, 1 << 40, "The largest NDJSON body, in bytes; it is kept on disk meanwhile."
)
REDIS_URL: Final = Setting(
    "REFEREE_REDIS_URL",
    "",
    "the address of a Redis or Valkey server: redis://:password@host:6379/0, rediss://… or unix:///path; in a password "
    "other characters than letters and digits are written like %2F",
    "The server of the queue; an embedded one unless set.",
)
DATA_DIR: Final = Setting(
    "REFEREE_DATA_DIR",
    "",
    "a folder that can be written to",
    "Where the embedded server keeps jobs over a restart; nowhere unless set.",
)
JOB_PROCESSES: Final = _whole("REFEREE_JOB_PROCESSES", cores(), 1, 256, "Processes that work on jobs.")
JOB_QUEUES: Final = Setting(
    "REFEREE_JOB_QUEUES",
    ",".join(QUEUES),
    "one or more of " + ", ".join(QUEUES) + ", with commas between them",
    "Which queues a worker serves.",
)
JOB_LIMIT: Final = _whole(
    "REFEREE_JOB_LIMIT", 30, 1, 3_000, "Seconds that a bot's move may take, and a simulation for each play of a chunk."
)
JOB_LIFE: Final = _whole("REFEREE_JOB_LIFE", 3_600, 1, 2_592_000, "Seconds for which a finished job is kept.")
MOST_MOVES: Final = _whole(
    "REFEREE_MOST_MOVES", 10_000, 1, 1_000_000, "Bot moves that may be unfinished; more of them are refused."
)
MOST_SIMULATIONS: Final = _whole(
    "REFEREE_MOST_SIMULATIONS", 256, 1, 100_000, "Simulations that may be unfinished; more of them are refused."
)
CLIENT_SIMULATIONS: Final = _whole(
    "REFEREE_CLIENT_SIMULATIONS", 64, 1, 100_000, "Simulations of one client address that may be unfinished."
)
MOST_DEALS: Final = _whole("REFEREE_MOST_DEALS", 1_000_000, 1, 1_000_000, "Deals that one simulation may have.")
BOTS: Final = Setting(
    "REFEREE_BOTS",
    "",
    "bots as module:name, with commas between them",
    "Bots of your own, for the API and the workers alike.",
)
LOG_LEVEL: Final = Setting(
    "REFEREE_LOG_LEVEL", "warning", "one of " + ", ".join(LEVELS), "How much is logged, to standard error."
)

SETTINGS: Final = (
    HOST,
    PORT,
    WORKERS,
    THREADS,
    PATIENCE,
    MAX_BODY,
    MAX_LINE,
    MAX_RECORDS,
    REDIS_URL,
    DATA_DIR,
    JOB_PROCESSES,
    JOB_QUEUES,
    JOB_LIMIT,
    JOB_LIFE,
    MOST_MOVES,
    MOST_SIMULATIONS,
    CLIENT_SIMULATIONS,
    MOST_DEALS,
    BOTS,
    LOG_LEVEL,
)
BUILD_VARIABLES: Final = ("REFEREE_BUILD", "REFEREE_PURE")
"""Variables that choose the build of the rules; the referee reads them itself."""


@dataclass(frozen=True)
class Config:
    """The settings, checked. Sizes are in bytes, times in seconds."""

    host: str
    port: int
    workers: int
    threads: int
    patience: int
    max_body: int
    max_line: int
    max_records: int
    redis_url: str
    data_dir: str
    job_processes: int
    job_queues: tuple[str, ...]
    job_limit: int
    job_life: int
    most_moves: int
    most_simulations: int
    client_simulations: int
    most_deals: int
    bots: tuple[str, ...]
    log_level: str

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Config":
        """The settings as the environment has them. Raises BadSetting, every fault on a line of its own."""
        faults: list[str] = []

        def number(setting: Setting) -> int:
            return _or_fault(faults, lambda: setting.number(environment), 0)

        host = HOST.text(environment)
        if any(letter.isspace() or letter == "/" for letter in host):
            faults.append(str(HOST.bad(host)))
        config = cls(
            host=host,
            port=number(PORT),
            workers=number(WORKERS),
            threads=number(THREADS),
            patience=number(PATIENCE),
            max_body=number(MAX_BODY),
            max_line=number(MAX_LINE),
            max_records=number(MAX_RECORDS),
            redis_url=_or_fault(faults, lambda: _redis_url(environment), ""),
            data_dir=DATA_DIR.text(environment),
            job_processes=number(JOB_PROCESSES),
            job_queues=_or_fault(faults, lambda: _queues(environment), ()),
            job_limit=number(JOB_LIMIT),
            job_life=number(JOB_LIFE),
            most_moves=number(MOST_MOVES),
            most_simulations=number(MOST_SIMULATIONS),
            client_simulations=number(CLIENT_SIMULATIONS),
            most_deals=number(MOST_DEALS),
            bots=_or_fault(faults, lambda: _bots(environment), ()),
            log_level=_or_fault(faults, lambda: LOG_LEVEL.choice(environment, LEVELS), ""),
        )
        if faults:
            raise BadSetting("\n".join(faults))
        return config


def _redis_url(environment: Mapping[str, str]) -> str:
    """The address of the server, if one is named. Raises BadSetting, which does not repeat it: it may hold a
    password.
    """
    text = REDIS_URL.text(environment)
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise BadSetting(f"{REDIS_URL.variable} must be {REDIS_URL.says}.") from None
    if parts.scheme == "unix":
        fits = parts.path.startswith("/")
    else:
        number = parts.path.strip("/")
        fits = bool(parts.hostname) and port != 0 and (not number or (number.isascii() and number.isdigit()))
    if text and not (fits and parts.scheme in SERVERS and not parts.query and not parts.fragment):
        raise BadSetting(f"{REDIS_URL.variable} must be {REDIS_URL.says}.")
    return text


def _listed(setting: Setting, environment: Mapping[str, str]) -> tuple[str, ...]:
    names = (name.strip() for name in setting.text(environment).split(","))
    return tuple(dict.fromkeys(name for name in names if name))


def _queues(environment: Mapping[str, str]) -> tuple[str, ...]:
    named = _listed(JOB_QUEUES, environment)
    if not named or not set(named) <= set(QUEUES):
        raise JOB_QUEUES.bad(JOB_QUEUES.text(environment))
    return tuple(queue for queue in QUEUES if queue in named)


def _bots(environment: Mapping[str, str]) -> tuple[str, ...]:
    named = _listed(BOTS, environment)
    for name in named:
        module, _, attribute = name.partition(":")
        if not attribute.isidentifier() or not all(part.isidentifier() for part in module.split(".")):
            raise BOTS.bad(name)
    return named


def _or_fault(faults: list[str], read: Callable[[], Value], instead: Value) -> Value:
    try:
        return read()
    except BadSetting as error:
        faults.append(str(error))
        return instead


def strangers(environment: Mapping[str, str]) -> list[str]:
    """Variables that look like settings of this service and are none."""
    known = {setting.variable for setting in SETTINGS} | set(BUILD_VARIABLES)
    return sorted(name for name in environment if name.startswith("REFEREE_") and name not in known)
