"""Every rule on the rule pages is carried by the referee, and proved by a case that ran and passed."""

import importlib
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from referee.games.registry import GAMES
from referee.rules import CHOICES as COMMON
from referee.rulings import GENERAL

ROOT = Path(__file__).parent.parent
ANCHOR = re.compile(r'<a id="([A-Z]+-[0-9.]+)"></a>')
PAGES = ["common", *GAMES]

# One process runs the rules' cases once for all of these.
pytestmark = pytest.mark.xdist_group("traceability")


def ids_on(page: str) -> list[str]:
    return ANCHOR.findall((ROOT / "docs" / "rules" / f"{page}.md").read_text("utf-8"))


def carried_by(page: str) -> set[str]:
    """The rule ids that some data of the referee cites: violations, score lines, choices."""
    if page == "common":
        return set(COMMON) | {rule for rule, _ in GENERAL.values()}
    game = GAMES[page]
    rules = {breach.rule for breach in game.breaches.values()} | {rule for rule, _ in game.scores.values()}
    return rules | set(game.choices)


@pytest.fixture(scope="module")
def proved(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The rules of all cases in tests/rules that passed, by a run of their own."""
    report = tmp_path_factory.mktemp("rules") / "report.xml"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    run = subprocess.run(
        [*command, f"--junitxml={report}", "-o", "junit_family=xunit1", "tests/rules"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stdout[-4000:]

    def rules() -> Iterator[str]:
        for case in ElementTree.parse(report).iter("testcase"):
            if case.find("skipped") is None:
                for noted in case.iter("property"):
                    if noted.get("name") == "rule":
                        yield str(noted.get("value"))

    return set(rules())


@pytest.mark.parametrize("page", PAGES)
def test_ids_stand_once_on_their_page(page: str) -> None:
    ids = ids_on(page)
    assert ids
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("page", PAGES)
def test_every_rule_is_carried(page: str) -> None:
    missing = [rule for rule in ids_on(page) if rule not in carried_by(page)]
    assert not missing, f"no violation, score line or choice carries {missing}"


@pytest.mark.parametrize("page", PAGES)
def test_every_rule_cited_has_its_anchor(page: str) -> None:
    known = set(ids_on(page)) | set(ids_on("common"))
    assert carried_by(page) <= known


@pytest.mark.parametrize("page", PAGES)
def test_every_choice_names_something(page: str) -> None:
    for rule, name in (COMMON if page == "common" else GAMES[page].choices).items():
        parts = name.split(".")
        for cut in range(len(parts) - 1, 0, -1):
            try:
                found = importlib.import_module(".".join(parts[:cut]))
            except ModuleNotFoundError:
                continue
            for part in parts[cut:]:
                found = getattr(found, part)
            break
        else:
            pytest.fail(f"{rule}: there is no {name}")


@pytest.mark.parametrize("page", PAGES)
def test_every_rule_is_proved_by_a_case_that_ran(page: str, proved: set[str]) -> None:
    missing = [rule for rule in ids_on(page) if rule not in proved]
    assert not missing, f"no case in tests/rules proves {missing}"
