"""What the lock files promise: every release pinned and hashed, from no registry in particular."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("requirements.lock", "requirements-build.lock", "requirements-dev.lock", "requirements-bench.lock")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def plain(name: str) -> str:
    """A distribution's name in its one normal form."""
    return re.sub(r"[-_.]+", "-", name).lower()


def entries(lock: str) -> dict[str, list[str]]:
    """Each requirement of a lock file, as its words: the pin, a marker if any, the hashes."""
    text = re.sub(r"#.*", "", (ROOT / lock).read_text()).replace("\\\n", " ")
    lines = [line.split() for line in text.splitlines() if line.strip()]
    return {plain(words[0].partition("==")[0]): words for words in lines}


def pins(lock: str) -> dict[str, str]:
    return {name: words[0].partition("==")[2] for name, words in entries(lock).items()}


def wanted(name: str) -> set[str]:
    """The distributions that a hand-written list of requirements names."""
    lines = [line.partition("#")[0].strip() for line in (ROOT / name).read_text().splitlines()]
    return {plain(re.match(r"[\w.-]+", line)[0]) for line in lines if line}  # type: ignore[index]


def runtime() -> set[str]:
    return {plain(re.match(r"[\w.-]+", line)[0]) for line in PROJECT["project"]["dependencies"]}  # type: ignore[index]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_release_is_pinned_and_hashed(lock: str) -> None:
    found = entries(lock)
    assert found
    for words in found.values():
        assert re.fullmatch(r"[\w.-]+==[\w.!+-]+", words[0]), words[0]
        hashes = [word for word in words if word.startswith("--hash=")]
        assert hashes, f"{words[0]} has no hash"
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", word) for word in hashes)


@pytest.mark.parametrize(
    "name",
    [
        *LOCKS,
        "requirements-build.in",
        "requirements-dev.in",
        "requirements-bench.in",
        "pyproject.toml",
        "Makefile",
        "Dockerfile",
        ".ci/run",
    ],
)
def test_no_registry_is_named(name: str) -> None:
    text = (ROOT / name).read_text()
    assert not re.search(r"--(extra-)?index-url|--find-links|--trusted-host|pypi", text, re.IGNORECASE)
    hosts = re.findall(r"\w+://([\w.-]+)", text)
    assert set(hosts) <= {"127.0.0.1"}


def test_the_locks_agree_with_each_other() -> None:
    everything = pins("requirements-dev.lock")
    for lock in ("requirements.lock", "requirements-build.lock"):
        assert pins(lock).items() <= everything.items()
    measured = pins("requirements-bench.lock")
    for name in measured.keys() & everything.keys():
        assert measured[name] == everything[name], name


def test_the_locks_hold_what_is_asked_for() -> None:
    assert runtime() <= pins("requirements.lock").keys()
    assert wanted("requirements-build.in") <= pins("requirements-build.lock").keys()
    assert (
        runtime() | wanted("requirements-build.in") | wanted("requirements-dev.in")
        <= pins("requirements-dev.lock").keys()
    )
    assert wanted("requirements-bench.in") <= pins("requirements-bench.lock").keys()


def test_the_build_is_made_with_the_locked_releases() -> None:
    locked = pins("requirements-build.lock")
    asked = dict(line.split("==") for line in PROJECT["build-system"]["requires"])
    assert asked.keys() == wanted("requirements-build.in")
    assert asked == {name: locked[name] for name in asked}


def test_what_runs_needs_nothing_that_only_builds_or_tests() -> None:
    runs = pins("requirements.lock").keys()
    assert not runs & {"mypy", "mypy-extensions", "pytest", "ruff", "setuptools", "librt"}
