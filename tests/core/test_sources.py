"""What the compiler asks of the referee's sources and the type checker does not."""

import ast
from pathlib import Path

import pytest

import referee

SOURCES = Path(referee.__file__).parent


def errors_caught(function: ast.AST) -> dict[str, set[str]]:
    """The classes of the errors that a function catches, by the name that it gives them."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.ExceptHandler) and node.name is not None and node.type is not None:
            found.setdefault(node.name, set()).add(ast.unparse(node.type))
    return found


@pytest.mark.parametrize("source", sorted(SOURCES.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCES)))
def test_one_name_stands_for_one_class_of_error(source: Path) -> None:
    """Compiled, such a name keeps the class of its first use in the function: another one is a TypeError."""
    if source.name == "_build.py":
        return  # stays plain Python
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.FunctionDef):
            shared = {name: kinds for name, kinds in errors_caught(node).items() if len(kinds) > 1}
            assert not shared, node.name
