"""Shapes: what one JSON value may be, however deep, with every fault named by its pointer.

A shape answers twice. `Shape.sound` says in one quick pass (see `schemas.quick`) whether a value can be taken as it is;
nearly all values that come are, and then nothing is copied. Only when it says no does `Shape.read` walk the value, put
right what may be spelt in several ways (C-1: ``10h`` is ``TH``) and note every fault by its JSON pointer.

Types are strict: ``"1"``, ``1.0`` and ``true`` are no whole numbers.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Self, final

from referee.cards import HIDDEN, SPELLINGS
from referee.state import pointer
from schemas.quick import Code, Test, quick

Faults = dict[str, str]
Json = dict[str, Any]

GREATEST: Final = (1 << 53) - 1
"""The greatest whole number that every JSON reader keeps exactly (RFC 7493)."""

MOST_FAULTS: Final = 1000
"""How many faults are of use to anybody. A list is read no further when it has shown more."""

MISSING: Final = "is missing"
UNKNOWN: Final = "there is no such field"


class Book:
    """The named shapes of a document, as JSON Schema; what a name stands for is written down once."""

    def __init__(self) -> None:
        self.schemas: dict[str, Json] = {}
        self._references: dict[tuple[str, bool], str] = {}

    def refer(self, name: str, shape: "Shape", given: bool) -> Json:
        """A reference to a named shape, as it is ``given`` in a request or else stands in an answer.

        When a request may say more than an answer does, what it may say is named apart: ``…Given``. Raises ValueError
        when one name is to stand for two things.
        """
        key = (name, given)
        if key not in self._references:
            written = shape.described(self, False)
            if given:
                read = shape.described(self, True)
                if read != written:
                    name += "Given"
                    written = read
            if self.schemas.setdefault(name, written) != written:
                raise ValueError(f"{name} stands for two shapes")
            self._references[key] = f"#/components/schemas/{name}"
        return {"$ref": self._references[key]}


class Shape(ABC):
    """What one JSON value may be.

    ``says`` completes the sentence "must be …"; ``types`` are the Python types of the JSON values that it is about;
    a shape with a ``name`` is written down once in the document, and referred to.
    """

    says: str = "a value"
    types: tuple[type, ...] = (object,)
    name: str = ""
    description: str = ""
    _sound: Test | None = None

    def named(self, name: str, description: str = "") -> Self:
        """The same shape, with a name of its own in the document."""
        self.name = name
        self.description = description
        return self

    def told(self, description: str) -> "Told":
        """The same shape where it stands for something in particular, which ``description`` tells."""
        return Told(self, description)

    @final
    def sound(self, value: Any) -> bool:
        """Whether the value is right as it stands."""
        if self._sound is None:
            self._sound = quick(self)
        return self._sound(value)

    @abstractmethod
    def test(self, value: str, code: Code) -> str:
        """The test of `sound` on what is named ``value``, as a Python expression."""

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """The value put right; what is wrong with it is noted in ``faults`` by pointers that begin with ``at``."""
        if not self.sound(value):
            faults[at] = "must be " + self.says
        return value

    @abstractmethod
    def written(self, book: Book, given: bool) -> Json:
        """The shape as JSON Schema, as it may be ``given`` in a request or else stands in an answer."""

    def described(self, book: Book, given: bool) -> Json:
        """The shape as JSON Schema with its description."""
        written = self.written(book, given)
        return {**written, "description": self.description} if self.description else written

    def schema(self, book: Book, given: bool) -> Json:
        """The shape as JSON Schema: a reference to it when it has a name."""
        return book.refer(self.name, self, given) if self.name else self.described(book, given)


class Told(Shape):
    """A shape with a description of what it stands for in one place."""

    def __init__(self, shape: Shape, description: str) -> None:
        self.shape = shape
        self.description = description
        self.says = shape.says
        self.types = shape.types

    def test(self, value: str, code: Code) -> str:
        """The shape's own test."""
        return self.shape.test(value, code)

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """What the shape reads."""
        return self.shape.read(value, at, faults)

    def written(self, book: Book, given: bool) -> Json:
        """The shape, or a reference to it."""
        return self.shape.schema(book, given)


class Whole(Shape):
    """A whole number from ``least`` to ``most``."""

    types = (int,)

    def __init__(self, least: int = -GREATEST, most: int = GREATEST) -> None:
        self.least = least
        self.most = most
        self.says = str(least) if least == most else f"a whole number from {least} to {most}"

    def test(self, value: str, code: Code) -> str:
        """Whether the value is such a number."""
        return f"(type({value}) is int and {self.least} <= {value} <= {self.most})"

    def written(self, book: Book, given: bool) -> Json:
        """An integer with its bounds."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Number(Shape):
    """A number, in answers alone: what comes in is exact."""

    types = (int, float)
    says = "a number"

    def test(self, value: str, code: Code) -> str:
        """Whether the value is a number."""
        return f"(type({value}) is int or type({value}) is float)"

    def written(self, book: Book, given: bool) -> Json:
        """A number."""
        return {"type": "number"}


class Flag(Shape):
    """``true`` or ``false``."""

    types = (bool,)
    says = "true or false"

    def test(self, value: str, code: Code) -> str:
        """Whether the value is one of the two."""
        return f"({value} is True or {value} is False)"

    def written(self, book: Book, given: bool) -> Json:
        """A boolean."""
        return {"type": "boolean"}


class Text(Shape):
    """A string for which ``fits`` holds; ``says`` and the JSON Schema words in ``facets`` tell what that is."""

    types = (str,)

    def __init__(self, says: str, fits: Callable[[str], bool], **facets: Any) -> None:
        self.says = says
        self.fits = fits
        self.facets = facets

    def test(self, value: str, code: Code) -> str:
        """Whether the value is such a string."""
        return f"(type({value}) is str and {code.keep(self.fits)}({value}))"

    def written(self, book: Book, given: bool) -> Json:
        """A string and what is said of it."""
        return {"type": "string", **self.facets}


class Short(Shape):
    """A string of at most ``most`` characters."""

    types = (str,)

    def __init__(self, most: int) -> None:
        self.most = most
        self.says = f"a string of at most {most} characters"

    def test(self, value: str, code: Code) -> str:
        """Whether the value is a string, and not too long."""
        return f"(type({value}) is str and len({value}) <= {self.most})"

    def written(self, book: Book, given: bool) -> Json:
        """A string with its length."""
        return {"type": "string", "maxLength": self.most}


class OneOf(Shape):
    """One of a few strings (or whole numbers)."""

    def __init__(self, *values: str | int) -> None:
        self.values = values
        self._values: frozenset[str | int] = frozenset(values)
        self._type: type = type(values[0])
        self.types = (self._type,)
        shown = [f'"{value}"' if isinstance(value, str) else str(value) for value in values]
        self.says = shown[0] if len(shown) == 1 else "one of " + ", ".join(shown)

    def test(self, value: str, code: Code) -> str:
        """Whether the value is one of them."""
        return f"(type({value}) is {self._type.__name__} and {value} in {code.keep(self._values)})"

    def written(self, book: Book, given: bool) -> Json:
        """A constant, or the list of values."""
        return {"const": self.values[0]} if len(self.values) == 1 else {"enum": list(self.values)}


class Maybe(Shape):
    """What ``shape`` takes, or null."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.types = (*shape.types, type(None))
        self.says = f"{shape.says}, or null"

    def test(self, value: str, code: Code) -> str:
        """Whether the value is null or right as it stands."""
        return f"({value} is None or {self.shape.test(value, code)})"

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """Null, or what the shape reads."""
        if value is None:
            return None
        read = self.shape.read(value, at, faults)
        if faults.get(at) == "must be " + self.shape.says:
            faults[at] = "must be " + self.says
        return read

    def written(self, book: Book, given: bool) -> Json:
        """The shape, or null."""
        written = self.shape.schema(book, given)
        if isinstance(written.get("type"), str):
            return {**written, "type": [written["type"], "null"]}
        return {"anyOf": [written, {"type": "null"}]}


class Either(Shape):
    """One of several shapes, told apart by the JSON type of the value."""

    def __init__(self, *shapes: Shape) -> None:
        self.shapes = shapes
        self.types = tuple(kind for shape in shapes for kind in shape.types)
        self.says = ", or ".join([shape.says for shape in shapes])

    def test(self, value: str, code: Code) -> str:
        """Whether one of them takes the value as it stands."""
        return f"({' or '.join(shape.test(value, code) for shape in self.shapes)})"

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """What the shape for the value's JSON type reads."""
        for shape in self.shapes:
            if type(value) in shape.types:
                return shape.read(value, at, faults)
        faults[at] = "must be " + self.says
        return value

    def written(self, book: Book, given: bool) -> Json:
        """Any of the shapes."""
        return {"anyOf": [shape.schema(book, given) for shape in self.shapes]}


class ListOf(Shape):
    """A list of ``least`` to ``most`` values of one shape."""

    types = (list,)

    def __init__(self, shape: Shape, least: int = 0, most: int | None = None) -> None:
        self.shape = shape
        self.least = least
        self.most = most
        if most is None:
            bounds = f" of at least {least}" if least else ""
        elif least == most:
            bounds = f" of {least}"
        else:
            bounds = f" of {least} to {most}"
        self.says = "a list" + bounds

    def _fits(self, value: Any) -> bool:
        return type(value) is list and self.least <= len(value) and (self.most is None or len(value) <= self.most)

    def test(self, value: str, code: Code) -> str:
        """Whether every value is right as it stands."""

        def lines(given: str) -> list[str]:
            item = code.name()
            return [
                f"if type({given}) is not list or {_misses(given, self.least, self.most)}: return False",
                f"for {item} in {given}:",
                f"    if not {self.shape.test(item, code)}: return False",
                "return True",
            ]

        return f"{code.function(self, lines)}({value})"

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """The list with every value put right."""
        if not self._fits(value):
            faults[at] = "must be " + self.says
            return value
        return _each(self.shape, value, at, faults)

    def written(self, book: Book, given: bool) -> Json:
        """An array."""
        written: Json = {"type": "array", "items": self.shape.schema(book, given)}
        if self.least:
            written["minItems"] = self.least
        if self.most is not None:
            written["maxItems"] = self.most
        return written


class Object(Shape):
    """An object with these fields; ``optional`` ones may be left out, others there must not be."""

    types = (dict,)
    says = "an object"

    def __init__(self, required: Mapping[str, Shape], optional: Mapping[str, Shape] | None = None) -> None:
        self.required = dict(required)
        self.optional = dict(optional or {})
        self._known: dict[str, Shape] = {**self.required, **self.optional}

    def test(self, value: str, code: Code) -> str:
        """Whether every field is right as it stands, none is missing and none is unknown."""
        return f"{self.function(code)}({value})"

    def function(self, code: Code) -> str:
        """The name of the function that is the test."""
        return code.function(self, lambda given: self._lines(given, code))

    def _lines(self, given: str, code: Code) -> list[str]:
        items = {name: code.name() for name in self._known}
        needed = [f"{item} = {given}[{name!r}]" for name, item in items.items() if name in self.required]
        tests = [shape.test(items[name], code) for name, shape in self.required.items()]
        further: list[str] = []
        fields = str(len(self.required))
        if self.optional:
            count = code.name()
            further.append(f"{count} = {fields}")
            for name, shape in self.optional.items():
                further += [
                    f"if {name!r} in {given}:",
                    f"    {items[name]} = {given}[{name!r}]",
                    f"    if not {shape.test(items[name], code)}: return False",
                    f"    {count} += 1",
                ]
            fields = count
        return [
            f"if type({given}) is not dict: return False",
            f"try: {'; '.join(needed) or 'pass'}",
            "except KeyError: return False",
            *further,
            f"return {' and '.join([f'len({given}) == {fields}', *tests])}",
        ]

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """The object with every field put right, in the order in which the fields came."""
        if type(value) is not dict:
            faults[at] = "must be " + self.says
            return value
        for name in self.required:
            if name not in value:
                faults[at + pointer(name)] = MISSING
        read: Json = {}
        for name, item in value.items():
            shape = self._known.get(name)
            if shape is None:
                faults[at + pointer(name)] = UNKNOWN
            else:
                read[name] = shape.read(item, at + pointer(name), faults)
        return read

    def written(self, book: Book, given: bool) -> Json:
        """An object without further properties."""
        written: Json = {
            "type": "object",
            "properties": {name: shape.schema(book, given) for name, shape in self._known.items()},
            "additionalProperties": False,
        }
        if self.required:
            written["required"] = list(self.required)
        return written


class Tagged(Shape):
    """An object whose fields depend on what its field ``tag`` says."""

    types = (dict,)
    says = "an object"

    def __init__(self, tag: str, cases: Mapping[str, Object]) -> None:
        self.tag = tag
        self.cases = dict(cases)
        self._says = OneOf(*cases).says

    def test(self, value: str, code: Code) -> str:
        """Whether the object is right as it stands."""

        def lines(given: str) -> list[str]:
            cases = code.table({tag: case.function(code) for tag, case in self.cases.items()})
            tag = code.name()
            return [
                f"if type({given}) is not dict: return False",
                f"{tag} = {given}.get({self.tag!r})",
                f"return type({tag}) is str and {tag} in {cases} and {cases}[{tag}]({given})",
            ]

        return f"{code.function(self, lines)}({value})"

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """The object as its case reads it."""
        if type(value) is not dict:
            faults[at] = "must be " + self.says
            return value
        tag = value.get(self.tag)
        case = self.cases.get(tag) if isinstance(tag, str) else None
        if case is None:
            faults[at + pointer(self.tag)] = ("must be " + self._says) if self.tag in value else MISSING
            return value
        return case.read(value, at, faults)

    def written(self, book: Book, given: bool) -> Json:
        """One of the cases."""
        cases = [case.schema(book, given) for case in self.cases.values()]
        return cases[0] if len(cases) == 1 else {"anyOf": cases}


class Card(Shape):
    """A card of some codes, however it is spelt (C-1); with ``hidden`` it may be ``??`` (C-3)."""

    types = (str,)
    says = "a card code"

    def __init__(self, name: str, codes: Sequence[str], hidden: bool = False) -> None:
        self.name = name + ("OrHidden" if hidden else "")
        self.hidden = hidden
        self.codes: tuple[str, ...] = tuple(codes)
        self.known: frozenset[str] = frozenset((*codes, HIDDEN) if hidden else codes)

    def test(self, value: str, code: Code) -> str:
        """Whether the value is a code, as codes are written."""
        return f"(type({value}) is str and {value} in {code.keep(self.known)})"

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """The code that the value spells."""
        if type(value) is not str:
            faults[at] = "must be " + self.says
            return value
        code = value if value in self.known else SPELLINGS.get(value, "")
        if code not in self.known:
            faults[at] = f"{shown(value)} is no card of this game"
        return code

    def written(self, book: Book, given: bool) -> Json:
        """Every code in an answer, every spelling in a request."""
        if given:
            return {"type": "string", "pattern": self._pattern()}
        return {"enum": [*self.codes, *([HIDDEN] if self.hidden else [])]}

    def _pattern(self) -> str:
        suited = [code for code in self.codes if code[1] in "SHDC"]
        ranks = "".join(dict.fromkeys(code[0] for code in suited))
        written = "".join(sorted({*ranks, *ranks.lower()}))
        ways = [f"([{written}]|10)[SHDCshdc]" if "T" in ranks else f"[{written}][SHDCshdc]"]
        for code in self.codes:
            if code not in suited:
                ways.append(f"[{code[0]}{code[0].lower()}][Jj]" + code[2:].replace("*", r"\*"))
        if self.hidden:
            ways.append(r"\?\?")
        return f"^({'|'.join(ways)})$"


class Cards(Shape):
    """A list of cards. A list of codes as they are written is taken in one step."""

    types = (list,)
    says = "a list of card codes"

    def __init__(self, card: Card, least: int = 0, most: int | None = None) -> None:
        self.card = card
        self.least = least
        self.most = most

    def test(self, value: str, code: Code) -> str:
        """Whether every card is a code, as codes are written."""

        def lines(given: str) -> list[str]:
            return [
                f"if type({given}) is not list or {_misses(given, self.least, self.most)}: return False",
                f"try: return {code.keep(self.card.known.issuperset)}({given})",
                "except TypeError: return False",  # lists and objects among them
            ]

        return f"{code.function(self, lines)}({value})"

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """The codes that the values spell."""
        if type(value) is not list:
            faults[at] = "must be " + self.says
            return value
        if len(value) < self.least or (self.most is not None and len(value) > self.most):
            faults[at] = f"must hold {_between(self.least, self.most)} cards"
        return _each(self.card, value, at, faults)

    def written(self, book: Book, given: bool) -> Json:
        """An array of cards."""
        return ListOf(self.card, self.least, self.most).schema(book, given)


class AnObject(Shape):
    """An object whose fields somebody else checks; ``schema`` describes it."""

    types = (dict,)
    says = "an object"

    def __init__(self, schema: Json) -> None:
        self._schema = schema

    def test(self, value: str, code: Code) -> str:
        """Whether the value is an object."""
        return f"(type({value}) is dict)"

    def written(self, book: Book, given: bool) -> Json:
        """The schema that was given."""
        return dict(self._schema)


def shown(text: str) -> str:
    """A string of the client's as it may stand in a message: quoted, and not at any length."""
    return f'"{text}"' if len(text) <= 40 else f'"{text[:40]}…"'


def bytes_of(least: int, most: int) -> Callable[[str], bool]:
    """A test for strings of ``least`` to ``most`` bytes in UTF-8."""

    def fits(text: str) -> bool:
        return least <= len(text.encode("utf-8")) <= most

    return fits


def _each(shape: Shape, items: list[Any], at: str, faults: Faults) -> list[Any]:
    read: list[Any] = []
    for place, item in enumerate(items):
        if len(faults) > MOST_FAULTS:
            break
        read.append(shape.read(item, f"{at}/{place}", faults))
    return read


def _misses(value: str, least: int, most: int | None) -> str:
    """The test whether a list has too few items or too many, as a Python expression."""
    return f"len({value}) < {least}" if most is None else f"not {least} <= len({value}) <= {most}"


def _between(least: int, most: int | None) -> str:
    if most is None:
        return f"at least {least}"
    return str(least) if least == most else f"{least} to {most}"
