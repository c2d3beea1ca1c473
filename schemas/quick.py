"""Quick tests: whether a value has a shape, as one piece of Python that is written for the shape.

A state has some thousand values, and to call a method for each takes longer than to test it. So a shape says its test
as an expression, or as the lines of a function, in which the tests of its parts stand; they are put together the first
time that the shape is asked. Nothing that a client sends is ever in that code: it is made from shapes alone.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

Test = Callable[[Any], bool]


class Tested(Protocol):
    """What can say its test."""

    def test(self, value: str, code: "Code") -> str:
        """The test of what is named ``value``, as a Python expression that is True or False."""
        ...


class Code:
    """Functions, and the objects that they speak of by name."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._objects: dict[str, Any] = {}
        self._functions: dict[int, tuple[Tested, str]] = {}
        self._made = 0

    def name(self) -> str:
        """A name that nothing else has."""
        self._made += 1
        return f"n{self._made}"

    def keep(self, thing: Any) -> str:
        """The name of an object that the code needs as it is."""
        name = self.name()
        self._objects[name] = thing
        return name

    def function(self, shape: Tested, lines: Callable[[str], Sequence[str]]) -> str:
        """The name of the function that tests ``shape``, written once: ``lines`` gives its body for the name of the
        value, less the first indent.
        """
        if id(shape) not in self._functions:
            value = self.name()
            body = [f"    {line}" for line in lines(value)]  # what these lines call is written before them
            name = self.name()
            self._functions[id(shape)] = (shape, name)  # as long as it is kept, nothing else has its id
            self._lines += [f"def {name}({value}):", *body]
        return self._functions[id(shape)][1]

    def table(self, cases: dict[str, str]) -> str:
        """The name of a dictionary from words to the functions of these names."""
        name = self.name()
        listed = ", ".join(f"{word!r}: {function}" for word, function in cases.items())
        self._lines.append(f"{name} = {{{listed}}}")
        return name

    def made(self, test: str, value: str) -> Test:
        """The function of ``value`` that gives what ``test`` says, a Python expression."""
        name = self.name()
        text = "\n".join([*self._lines, f"{name} = lambda {value}: {test}"])
        exec(compile(text, "<quick test>", "exec"), self._objects)
        found: Test = self._objects[name]
        return found


def quick(shape: Tested) -> Test:
    """The quick test of a shape."""
    code = Code()
    value = code.name()
    return code.made(shape.test(value, code), value)
