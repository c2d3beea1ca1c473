"""Which build of the rules runs: compiled, or plain Python. Decided once, before any other module is imported.

A compiled build is a set of extension modules beside their sources, and a record that names them all together
with a digest of each and one of the sources. It is used whole or not at all: where a file is missing, is not as
it was built, was made for another Python, or the sources have changed since, every module is taken from its
``.py``. Two settings have a say:

``REFEREE_PURE=1``
    Plain Python, whatever has been built.
``REFEREE_BUILD``
    ``auto`` (or unset): the compiled build if there is a sound one. ``compiled``: nothing else will do, and
    importing ``referee`` fails without one. ``pure``: plain Python. The same setting steers the build itself.

This module is not compiled, since it has to run before the choice is made; the build reads it by its path.
"""

import hashlib
import importlib
import json
import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Final

PACKAGE: Final = "referee"
RECORD: Final = "_compiled.json"
LIBRARY: Final = "_native__mypyc"
MODES: Final = ("auto", "compiled", "pure")

_MEND: Final = "`make clean setup` builds it anew; REFEREE_PURE=1 asks for plain Python without this message"


class BrokenBuild(Exception):
    """A compiled build that cannot be used, and why."""


def source_digest(folder: Path) -> str:
    """The SHA-256, in hex, of every ``.py`` file under ``folder``: its path inside it, its length, its bytes."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py"), key=lambda path: path.relative_to(folder).parts):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def extension_files(folder: Path) -> list[Path]:
    """Every extension module under ``folder``, whichever Python it was made for."""
    return sorted(path for pattern in ("*.so", "*.pyd") for path in folder.rglob(pattern))


def file_digest(path: Path) -> str:
    """The SHA-256, in hex, of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write_record(folder: Path, digest: str) -> None:
    """Record the extension modules now under ``folder`` as one build of the sources with this ``digest``."""
    record = {
        "sources": digest,
        "suffix": EXTENSION_SUFFIXES[0],
        "files": {path.relative_to(folder).as_posix(): file_digest(path) for path in extension_files(folder)},
    }
    (folder / RECORD).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def remove_build(folder: Path) -> None:
    """Remove the record and every extension module under ``folder``, the record first."""
    (folder / RECORD).unlink(missing_ok=True)
    for path in extension_files(folder):
        path.unlink()


def check_build(folder: Path) -> bool:
    """Whether ``folder`` holds a compiled build: true, or false where none was ever made.

    Raises:
        BrokenBuild: there is one, but it is stale, incomplete or made for another Python.
    """
    try:
        record = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        sources, suffix, files = record["sources"], record["suffix"], dict(record["files"])
    except FileNotFoundError:
        return False
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BrokenBuild(f"the compiled build has an unreadable record ({error!r})") from error
    if suffix not in EXTENSION_SUFFIXES:
        raise BrokenBuild(f"the compiled build was made for another Python ({suffix})")
    for name, digest in files.items():  # a library with a byte amiss may load, and then crash without a word
        try:
            found = file_digest(folder / name)
        except OSError as error:
            raise BrokenBuild(f"the compiled build has lost {name}") from error
        if found != digest:
            raise BrokenBuild(f"the compiled build has a damaged {name}")
    if source_digest(folder) != sources:
        raise BrokenBuild("the compiled build is stale: the sources have changed since it was made")
    return True


class SourceOnlyFinder:
    """Finds the modules of this package in their ``.py`` files and never sees an extension module."""

    def __init__(self) -> None:
        self._finders: dict[str, FileFinder] = {}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of ``fullname`` from its source file under ``path``; none for what is not in this package."""
        if not fullname.startswith(PACKAGE + "."):
            return None
        for entry in path or ():
            if entry not in self._finders:
                self._finders[entry] = FileFinder(entry, (SourceFileLoader, SOURCE_SUFFIXES))
            spec = self._finders[entry].find_spec(fullname, target)
            if spec is not None and spec.loader is not None:
                return spec
        return None

    def invalidate_caches(self) -> None:
        """Forget which files each folder was seen to hold."""
        for finder in self._finders.values():
            finder.invalidate_caches()


def _find_compiled(folder: Path) -> str:
    """Load the compiled build's library, which all its modules share; an empty word, or why there is no build."""
    if not check_build(folder):
        return "no compiled build was made"
    try:
        importlib.import_module(f"{PACKAGE}.{LIBRARY}")
    except ImportError as error:
        raise BrokenBuild(f"the compiled build cannot be loaded ({error})") from error
    return ""


def choose_build() -> tuple[str, str]:
    """Choose the build, and see to it that every later import of this package's modules is from it.

    Returns:
        ``"compiled"`` or ``"pure"``, and the reason in words.

    Raises:
        ImportError: ``REFEREE_BUILD=compiled`` and there is no sound compiled build, or a setting has a value
            that it cannot have.

    Warns:
        RuntimeWarning: there is a compiled build, but it is passed over since it is not sound.
    """
    mode = os.environ.get("REFEREE_BUILD") or "auto"
    if mode not in MODES:
        raise ImportError(f"REFEREE_BUILD is {mode!r}, and must be one of {', '.join(MODES)}")
    pure = os.environ.get("REFEREE_PURE") or "0"
    if pure not in ("0", "1"):
        raise ImportError(f"REFEREE_PURE is {pure!r}, and must be 0 or 1")

    if pure == "1":
        reason = "REFEREE_PURE=1"
    elif mode == "pure":
        reason = "REFEREE_BUILD=pure"
    else:
        try:
            reason = _find_compiled(Path(__file__).parent)
        except BrokenBuild as error:
            reason = str(error)
            if mode == "auto":
                warnings.warn(f"{reason}; running in plain Python ({_MEND})", RuntimeWarning, stacklevel=3)
        if not reason:
            return "compiled", "a compiled build of these sources was found"
        if mode == "compiled":
            raise ImportError(f"REFEREE_BUILD=compiled, but {reason} ({_MEND})")
    sys.meta_path.insert(0, SourceOnlyFinder())
    return "pure", reason
