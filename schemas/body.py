"""Bodies of requests as marshmallow schemas: one flat list of fields, each of which reads a compound value whole."""

from collections.abc import Callable, Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields

from referee.rulings import Invalid
from referee.state import pointer
from schemas.shapes import MISSING, UNKNOWN, Book, Faults, Json, Object, Shape

Together = Callable[[Json, Faults], None]
"""A check of fields against each other: gets the body as it came, and notes faults by pointer."""


class Shaped(fields.Field[Any]):
    """A field that reads its value by a shape."""

    def __init__(self, shape: Shape, *, required: bool) -> None:
        super().__init__(
            required=required,
            allow_none=shape.sound(None),
            error_messages={"required": MISSING, "null": "must be " + shape.says},
        )
        self.shape = shape

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if self.shape.sound(value):
            return value
        faults: Faults = {}
        read = self.shape.read(value, "", faults)
        if faults:
            raise ValidationError(dict(faults))
        return read


class Body(Schema):
    """The body of a call; made once for each call and game by `body`."""

    class Meta:
        """No field is taken that is not known."""

        unknown = RAISE

    error_messages = {"unknown": UNKNOWN}

    shape: Object
    together: Together | None = None


def body(name: str, shape: Object, description: str = "", together: Together | None = None) -> Body:
    """The schema of a body: ``shape`` says its fields, ``together`` checks them against each other."""
    own: dict[str, fields.Field[Any]] = {}
    for field, inner in shape.required.items():
        own[field] = Shaped(inner, required=True)
    for field, inner in shape.optional.items():
        own[field] = Shaped(inner, required=False)
    made: Body = type(name, (Body,), dict(own))()
    made.shape = shape.named(name, description)
    made.together = together
    return made


def load(schema: Body, given: Any) -> dict[str, Any]:
    """Reads a body, parsed JSON of any kind. Raises Invalid with every fault by its pointer."""
    if type(given) is not dict:
        raise Invalid({"": "must be an object"})
    faults: Faults = {}
    read: dict[str, Any] = given
    if not schema.shape.sound(given):  # what can be taken as it is, as nearly all can, need not be read field by field
        try:
            read = schema.load(given)
        except ValidationError as error:
            faults = _flat(error)
    if schema.together is not None:
        schema.together(given, faults)
    if faults:
        raise Invalid(faults)
    return read


def document(schema: Body, book: Book) -> Json:
    """A body as JSON Schema: a reference to it in ``book``."""
    return schema.shape.schema(book, True)


def _flat(error: ValidationError) -> Faults:
    """The faults that marshmallow found, by pointer: a field's are a list, or pointers within its value."""
    faults: Faults = {}
    for name, found in error.messages_dict.items():
        if isinstance(found, dict):
            for where, message in found.items():
                faults[pointer(name) + where] = message
        else:
            faults[pointer(name)] = "; ".join(found)
    return faults
