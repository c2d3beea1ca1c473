"""Which build runs, and what a build leaves behind: all of the compiled modules or none."""

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from tests.packaging.conftest import run, setup_py

pytestmark = pytest.mark.xdist_group("compile")

SUFFIX = EXTENSION_SUFFIXES[0]

LOOK = """
import json, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import referee
    from referee import one
    from referee.games import two
print(json.dumps({
    **referee.build_info(),
    "files": sorted({module.__file__.rpartition(".")[2] for module in (one, two)}),
    "native": type(two.twice).__name__ != "function",
    "results": [one.bit(61), one.fold(1000), two.twice(12345)],
    "warnings": [f"{w.category.__name__}: {w.message}" for w in caught],
}))
"""


def look(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return run([sys.executable, "-c", LOOK], folder, **settings)


def seen(folder: Path, **settings: str) -> dict[str, object]:
    outcome = look(folder, **settings)
    assert outcome.returncode == 0, outcome.stderr
    return dict(json.loads(outcome.stdout))


def extensions(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.suffix in (".so", ".pyd"))


def expected() -> list[int]:
    def fold(n: int) -> int:
        total = 0
        for k in range(n):
            total = (total * 31 + (k ^ total)) & 0xFFFFFFFF
        return total

    return [1 << 61, fold(1000), 2 * fold(12345)]


# --- which build runs


def test_a_sound_compiled_build_is_used(compiled: Path) -> None:
    for settings in ({}, {"REFEREE_BUILD": "auto"}, {"REFEREE_BUILD": "compiled"}, {"REFEREE_PURE": "0"}):
        here = seen(compiled, **settings)
        assert (here["build"], here["native"], here["warnings"]) == ("compiled", True, [])
        assert here["files"] == [SUFFIX.rpartition(".")[2]]
        assert here["results"] == expected()


@pytest.mark.parametrize(
    "settings",
    [
        {"REFEREE_PURE": "1"},
        {"REFEREE_BUILD": "pure"},
        {"REFEREE_PURE": "1", "REFEREE_BUILD": "compiled"},
    ],
)
def test_plain_python_can_be_asked_for(compiled: Path, settings: dict[str, str]) -> None:
    here = seen(compiled, **settings)
    assert (here["build"], here["native"], here["files"], here["warnings"]) == ("pure", False, ["py"], [])
    assert here["results"] == expected()
    assert str(here["reason"]).startswith("REFEREE_")


def edit(package: Path) -> None:
    with (package / "games" / "two.py").open("a") as file:
        file.write("# An afterthought.\n")


def add(package: Path) -> None:
    (package / "three.py").write_text('"""A third module."""\n')


def lose_a_module(package: Path) -> None:
    (package / f"one{SUFFIX}").unlink()


def cut_the_library(package: Path) -> None:
    (package / f"_native__mypyc{SUFFIX}").write_bytes(b"")


def change_a_byte(package: Path) -> None:
    library = package / f"_native__mypyc{SUFFIX}"
    content = bytearray(library.read_bytes())
    content[len(content) // 2] ^= 1
    library.unlink()
    library.write_bytes(content)


def build_what_cannot_be_loaded(package: Path) -> None:
    library = package / f"_native__mypyc{SUFFIX}"
    library.unlink()
    library.write_bytes(b"no library")
    record = json.loads((package / "_compiled.json").read_text())
    record["files"][library.name] = hashlib.sha256(b"no library").hexdigest()
    (package / "_compiled.json").write_text(json.dumps(record))


def garble_the_record(package: Path) -> None:
    (package / "_compiled.json").write_text("{")


def change_python(package: Path) -> None:
    record = package / "_compiled.json"
    record.write_text(record.read_text().replace(SUFFIX, ".cpython-10-other.so"))


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (edit, "the compiled build is stale"),
        (add, "the compiled build is stale"),
        (lose_a_module, f"the compiled build has lost one{SUFFIX}"),
        (cut_the_library, f"the compiled build has a damaged _native__mypyc{SUFFIX}"),
        (change_a_byte, f"the compiled build has a damaged _native__mypyc{SUFFIX}"),
        (build_what_cannot_be_loaded, "the compiled build cannot be loaded"),
        (garble_the_record, "the compiled build has an unreadable record"),
        (change_python, "the compiled build was made for another Python"),
    ],
)
def test_an_unsound_build_is_passed_over_whole(compiled: Path, spoil: Callable[[Path], None], reason: str) -> None:
    spoil(compiled / "referee")

    here = seen(compiled)
    assert (here["build"], here["native"], here["files"]) == ("pure", False, ["py"])
    assert here["results"] == expected()
    assert str(here["reason"]).startswith(reason)
    (warning,) = list(here["warnings"])  # type: ignore[call-overload]
    assert warning.startswith(f"RuntimeWarning: {reason}")
    assert "make clean setup" in warning

    assert seen(compiled, REFEREE_PURE="1")["warnings"] == []

    refused = look(compiled, REFEREE_BUILD="compiled")
    assert refused.returncode != 0
    assert f"ImportError: REFEREE_BUILD=compiled, but {reason}" in refused.stderr


def test_without_a_record_nothing_is_taken_from_an_extension(compiled: Path) -> None:
    (compiled / "referee" / "_compiled.json").unlink()
    here = seen(compiled)
    assert (here["build"], here["files"], here["warnings"]) == ("pure", ["py"], [])
    assert here["reason"] == "no compiled build was made"

    refused = look(compiled, REFEREE_BUILD="compiled")
    assert "REFEREE_BUILD=compiled, but no compiled build was made" in refused.stderr


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("REFEREE_BUILD", "fast", "must be one of auto, compiled, pure"),
        ("REFEREE_PURE", "yes", "must be 0 or 1"),
    ],
)
def test_a_setting_with_an_unknown_value_is_refused(tree: Path, setting: str, value: str, words: str) -> None:
    refused = look(tree, **{setting: value})
    assert refused.returncode != 0
    assert f"ImportError: {setting} is {value!r}, and {words}" in refused.stderr


# --- building


def test_an_unknown_kind_of_build_is_refused(tree: Path) -> None:
    refused = setup_py(tree, "-q", "egg_info", REFEREE_BUILD="fast")
    assert refused.returncode != 0
    assert "REFEREE_BUILD is 'fast', and must be one of auto, compiled, pure" in refused.stderr


def test_asking_for_metadata_compiles_nothing(tree: Path) -> None:
    done = setup_py(tree, "-q", "dist_info", REFEREE_BUILD="compiled", CC="/bin/false")
    assert done.returncode == 0, done.stderr
    assert not (tree / "build").exists()
    assert extensions(tree) == []


def wheel(folder: Path, **settings: str) -> tuple[subprocess.CompletedProcess[str], list[Path]]:
    dist = folder.parent / "dist"
    outcome = setup_py(folder, "-q", "bdist_wheel", "--dist-dir", str(dist), **settings)
    return outcome, sorted(dist.glob("*.whl"))


def test_a_wheel_carries_the_source_beside_each_module(tree: Path, tmp_path: Path) -> None:
    left_over = tree / "build" / "lib" / "referee"
    left_over.mkdir(parents=True)
    (left_over / f"gone{SUFFIX}").write_bytes(b"")
    outcome, (path,) = wheel(tree, REFEREE_BUILD="compiled")
    assert outcome.returncode == 0, outcome.stderr
    assert "py3-none-any" not in path.name

    site = tmp_path / "site"
    with zipfile.ZipFile(path) as archive:
        archive.extractall(site)
    assert extensions(site) == [
        f"referee/_native__mypyc{SUFFIX}",
        f"referee/games/two{SUFFIX}",
        f"referee/one{SUFFIX}",
    ]
    assert (site / "referee" / "games" / "two.py").read_text() == (tree / "referee/games/two.py").read_text()
    assert extensions(tree / "referee") == [], "a wheel leaves nothing in the tree"

    here = seen(site, REFEREE_BUILD="compiled")
    assert (here["build"], here["results"]) == ("compiled", expected())
    assert seen(site, REFEREE_PURE="1")["files"] == ["py"]


def test_without_a_compiler_auto_builds_plain_python(tree: Path, tmp_path: Path) -> None:
    outcome, (path,) = wheel(tree, REFEREE_BUILD="auto", CC="/bin/false")
    assert outcome.returncode == 0, outcome.stderr
    assert "not compiled, left in plain Python" in outcome.stderr
    assert path.name.endswith("py3-none-any.whl")

    site = tmp_path / "site"
    with zipfile.ZipFile(path) as archive:
        archive.extractall(site)
    assert extensions(site) == []
    here = seen(site)
    assert (here["build"], here["results"], here["warnings"]) == ("pure", expected(), [])


def test_without_a_compiler_compiled_fails_and_says_what_to_do(tree: Path) -> None:
    outcome, wheels = wheel(tree, REFEREE_BUILD="compiled", CC="/bin/false")
    assert outcome.returncode != 0
    assert wheels == []
    assert "THE COMPILED BUILD FAILED: the C compiler failed" in outcome.stderr
    assert "REFEREE_BUILD=pure make run" in outcome.stderr


def test_sources_that_fail_the_type_checker_are_not_compiled(tree: Path) -> None:
    with (tree / "referee" / "one.py").open("a") as file:
        file.write('\nWRONG: int = "a word"\n')
    refused, _ = wheel(tree, REFEREE_BUILD="compiled")
    assert refused.returncode != 0
    assert "do not pass the type checker" in refused.stderr
    assert "Incompatible types in assignment" in refused.stdout

    outcome, (path,) = wheel(tree, REFEREE_BUILD="auto")
    assert outcome.returncode == 0, outcome.stderr
    assert path.name.endswith("py3-none-any.whl")


def test_modules_that_compile_but_cannot_be_imported_fail_the_build(tree: Path) -> None:
    with (tree / "referee" / "games" / "two.py").open("a") as file:
        file.write('\nif fold(3) >= 0:\n    raise LookupError("not here")\n')
    refused = setup_py(tree, "-q", "build_ext", "--inplace", REFEREE_BUILD="compiled")
    assert refused.returncode != 0
    assert "the compiled modules cannot be imported" in refused.stderr
    assert "LookupError: not here" in refused.stderr
    assert extensions(tree / "referee") == []
    assert not (tree / "referee" / "_compiled.json").exists()


@pytest.mark.parametrize(
    "settings",
    [{"REFEREE_BUILD": "pure"}, {"REFEREE_BUILD": "auto", "CC": "/bin/false"}],
)
def test_an_editable_install_in_plain_python_clears_away_an_earlier_build(
    compiled: Path, tmp_path: Path, settings: dict[str, str]
) -> None:
    assert len(extensions(compiled / "referee")) == 3
    outcome = setup_py(compiled, "-q", "editable_wheel", "--dist-dir", str(tmp_path / "dist"), **settings)
    assert outcome.returncode == 0, outcome.stderr
    assert extensions(compiled / "referee") == []
    assert seen(compiled)["reason"] == "no compiled build was made"


# --- the rules themselves


def test_the_rules_import_nothing_from_outside_the_standard_library() -> None:
    root = Path(__file__).resolve().parents[2]
    names = sorted(
        ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        for path in (root / "referee").rglob("*.py")
    )
    assert "referee.games" in names
    trial = "import importlib, sys; sys.path.insert(0, sys.argv[1]); [*map(importlib.import_module, sys.argv[2:])]"
    for pure in ("0", "1"):
        # -S: no site-packages, so anything else cannot be found.
        outcome = run([sys.executable, "-S", "-c", trial, root, *names], root.parent, REFEREE_PURE=pure)
        assert outcome.returncode == 0, outcome.stderr


def test_the_package_says_what_it_is() -> None:
    root = Path(__file__).resolve().parents[2]
    code = "import referee; print(sorted(referee.build_info())); print(referee.build_info()['version'])"
    outcome = run([sys.executable, "-c", code], root)
    keys, version = outcome.stdout.splitlines()
    assert keys == "['build', 'reason', 'version']"

    shown = setup_py(root, "--version")
    assert shown.stdout.split()[-1] == version


def test_a_copy_is_what_it_was(built: Path, tmp_path: Path) -> None:
    """A compiled tree can be moved: nothing in it knows where it was built."""
    moved = shutil.copytree(built / "referee", tmp_path / "elsewhere" / "referee")
    assert seen(moved.parent)["build"] == "compiled"


@pytest.mark.parametrize("wanted", ["fast", "compiled,pure"])
def test_make_names_a_build_that_there_is_not_before_it_touches_anything(wanted: str) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("there is no make")
    root = Path(__file__).resolve().parents[2]
    outcome = run([make, "--dry-run", "setup"], root, REFEREE_BUILD=wanted)
    assert outcome.returncode != 0
    assert f'REFEREE_BUILD is "{wanted}", and must be one of compiled, auto, pure' in outcome.stderr
