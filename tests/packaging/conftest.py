"""A package small enough to be compiled in a few seconds, built by this project's own build files."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

ONE = '''
"""One module of two."""

from typing import Final

from referee.ints import i64

TOP: Final = 1 << 62


def bit(n: i64) -> i64:
    """The n-th bit."""
    return TOP >> (62 - n)


def fold(n: i64) -> i64:
    """A sum of sorts over the numbers below n."""
    total: i64 = 0
    k: i64 = 0
    while k < n:
        total = (total * 31 + (k ^ total)) & 0xFFFFFFFF
        k += 1
    return total
'''

TWO = '''
"""The other module."""

from referee.ints import i64
from referee.one import fold


def twice(n: i64) -> i64:
    """What fold gives, two times over."""
    return fold(n) + fold(n)
'''


def run(command: Sequence[str | Path], folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command in ``folder`` with no other REFEREE_ setting than these."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("REFEREE_")}
    return subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**environ, **settings},
        capture_output=True,
        text=True,
        timeout=300,
    )


def setup_py(folder: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the tree's setup.py."""
    return run([sys.executable, "setup.py", *words], folder, **settings)


def make_tree(folder: Path) -> Path:
    """Lay out a project with the build files of this one and two small modules in ``referee``."""
    package = folder / "referee"
    (package / "games").mkdir(parents=True)
    for name in ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    for name in ("__init__.py", "_build.py", "ints.py", "py.typed"):
        shutil.copy(ROOT / "referee" / name, package)
    (package / "one.py").write_text(ONE)
    (package / "games" / "__init__.py").write_text('"""Games."""\n')
    (package / "games" / "two.py").write_text(TWO)
    for name in ("schemas", "service"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(f'"""The {name}."""\n')
    return folder


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project not yet built."""
    return make_tree(tmp_path / "a project")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project compiled in place. Shared by all tests: take a copy."""
    folder = make_tree(tmp_path_factory.mktemp("built") / "a project")
    outcome = setup_py(folder, "-q", "build_ext", "--inplace", REFEREE_BUILD="compiled")
    assert outcome.returncode == 0, outcome.stderr
    return folder


@pytest.fixture
def compiled(built: Path, tmp_path: Path) -> Path:
    """A project compiled in place, to be spoilt."""
    return shutil.copytree(built, tmp_path / "a copy")
