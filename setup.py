"""Builds card-referee: the rules in ``referee/`` are compiled to extension modules, all of them or none.

``REFEREE_BUILD`` says how:

``auto``      (or unset) compile; if anything at all fails, warn and leave plain Python
``compiled``  compile; if anything at all fails, so does the build
``pure``      plain Python

All else about the package stands in ``pyproject.toml``. Steps that only ask for metadata compile nothing.
"""

import importlib.util
import os
import subprocess
import sys
import textwrap
import warnings
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError

SOURCE = Path("referee")

# By its path: importing it as referee._build would run the package, which chooses among builds already made.
_spec = importlib.util.spec_from_file_location("_referee_build", SOURCE / "_build.py")
assert _spec is not None and _spec.loader is not None
build = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build)

MODE = os.environ.get("REFEREE_BUILD") or "auto"
if MODE not in build.MODES:
    sys.exit(f"card-referee: REFEREE_BUILD is {MODE!r}, and must be one of {', '.join(build.MODES)}")

COMMANDS = {"bdist_wheel", "build", "build_ext", "develop", "editable_wheel", "install"}
COMPILING = MODE != "pure" and not COMMANDS.isdisjoint(sys.argv[1:])

# Never compiled: _build.py runs before a build is chosen; ints.py and inherit.py give what the compiler knows under
# its own name, another face at run time; an __init__.py only gathers names.
UNCOMPILED = {"_build.py", "ints.py", "inherit.py", "__init__.py"}


def compiled_sources() -> list[Path]:
    """The modules to compile."""
    return sorted(
        path
        for path in SOURCE.rglob("*.py")
        if path.name != "__init__.py" and not (path.parent == SOURCE and path.name in UNCOMPILED)
    )


def give_up(reason: object) -> None:
    """Say that compiling failed: fatal under ``compiled``, a warning under ``auto``."""
    if isinstance(reason, CompileError):
        reason = f"the C compiler failed: {textwrap.shorten(str(reason), 160)}"
    if MODE == "compiled":
        sys.exit(
            f"\ncard-referee: THE COMPILED BUILD FAILED: {reason}\n"
            "card-referee: REFEREE_BUILD=compiled allows no other. It needs a C compiler (gcc or clang) and\n"
            "card-referee: Python's header files. Without them: REFEREE_BUILD=pure (or auto, which tries first)\n"
            "card-referee: runs the same rules in plain Python, slower; for instance REFEREE_BUILD=pure make run\n"
        )
    warnings.warn(f"card-referee: not compiled, left in plain Python: {reason}", stacklevel=2)


def extensions() -> list[Extension]:
    """Translate the modules to C, as one group: calls between modules of a group cost no Python call."""
    if not COMPILING:
        return []
    try:
        from mypyc.build import mypycify

        found = mypycify(
            [str(path) for path in compiled_sources()],
            opt_level="3",
            debug_level="0",
            # One C file for all of them, so that the C compiler can inline from module to module.
            multi_file=False,
            # The group's library lies inside the package, so that it comes and goes with it.
            group_name=f"{build.PACKAGE}.{build.LIBRARY.removesuffix('__mypyc')}",
        )
        if os.name == "posix":
            # Functions that a library exports are not inlined and are called by way of a table: export none.
            for extension in found:
                extension.extra_compile_args.append("-fvisibility=hidden")
        return found
    except (Exception, SystemExit) as error:
        give_up(error if str(error) not in ("", "1", "2") else "the sources do not pass the type checker (see above)")
        return []


class BuildPython(build_py):
    """Copies the sources; what an earlier build has left is cleared away first."""

    def run(self) -> None:
        """Clear away, then copy."""
        build.remove_build(SOURCE if self.editable_mode else Path(self.build_lib, build.PACKAGE))
        super().run()


class BuildExtensions(build_ext):
    """Compiles all the extension modules, tries them, and writes the record; or leaves none behind."""

    def run(self) -> None:
        """Compile everything or nothing."""
        folders = [Path(self.build_lib, build.PACKAGE)] + [SOURCE] * bool(self.inplace)
        for folder in folders:
            build.remove_build(folder)
        try:
            super().run()
            if build.source_digest(SOURCE) != DIGEST:
                raise RuntimeError("the sources changed while they were being compiled")
            build.write_record(folders[-1], DIGEST)
            self.try_out(folders[-1])
        except (Exception, SystemExit) as error:
            for folder in folders:
                build.remove_build(folder)
            give_up(error)
            self.extensions = self.distribution.ext_modules = []
            self.get_finalized_command("bdist_wheel").root_is_pure = True

    def try_out(self, folder: Path) -> None:
        """Import every compiled module, in a process of its own."""
        names = [".".join(path.with_suffix("").parts) for path in compiled_sources()]
        trial = "import importlib, sys; sys.path.insert(0, sys.argv[1]); [*map(importlib.import_module, sys.argv[2:])]"
        environ = {**os.environ, "REFEREE_BUILD": "compiled", "REFEREE_PURE": "0"}
        command = [sys.executable, "-c", trial, str(folder.resolve().parent), *names]
        outcome = subprocess.run(command, env=environ, capture_output=True, text=True)
        if outcome.returncode:
            raise RuntimeError(f"the compiled modules cannot be imported:\n{outcome.stderr}")


# Taken before the translation, so that a source edited meanwhile is found out.
DIGEST = build.source_digest(SOURCE)

setup(
    ext_modules=extensions(),
    cmdclass={"build_py": BuildPython, "build_ext": BuildExtensions},
)
