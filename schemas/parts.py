"""The parts that bodies, states and answers of one game are put together from."""

import re
from collections.abc import Mapping
from typing import Any, Final

from referee.game import DEAL_OVER, TABLE_VIEW, Field, Game
from referee.rulings import Invalid
from referee.shuffle import SEED_BYTES, sound_seed
from referee.state import FORMAT
from schemas.quick import Code
from schemas.shapes import (
    GREATEST,
    AnObject,
    Book,
    Card,
    Cards,
    Either,
    Faults,
    Flag,
    Json,
    ListOf,
    Maybe,
    Object,
    OneOf,
    Shape,
    Short,
    Tagged,
    Text,
    Whole,
    bytes_of,
)

LABEL_BYTES: Final = 64
ID_BYTES: Final = 128
MOVE_TEXT: Final = 256
MOST_CARDS: Final = 256
EVERYBODY: Final = "all"

HEX: Final = re.compile("[0-9a-f]*")


def hexadecimal(digits: int) -> Text:
    """A string of so many lower-case hexadecimal digits."""

    def fits(text: str) -> bool:
        return len(text) == digits and HEX.fullmatch(text) is not None

    return Text(f"{digits} lower-case hexadecimal digits", fits, pattern=f"^[0-9a-f]{{{digits}}}$")


def label(most: int) -> Text:
    """A string of the client's own, 1 to ``most`` bytes in UTF-8."""
    return Text(f"a string of 1 to {most} bytes", bytes_of(1, most), minLength=1, maxLength=most)


SEED: Final = Text(
    f"a string of 1 to {SEED_BYTES} bytes in UTF-8 without NUL (SH-1)", sound_seed, minLength=1, maxLength=SEED_BYTES
)
DIGEST: Final = hexadecimal(64)
SALT: Final = hexadecimal(32)


TEXT: Final = Short(MOVE_TEXT)


class Null(Shape):
    """Null, and nothing else."""

    types = (type(None),)
    says = "null"

    def test(self, value: str, code: Code) -> str:
        """Whether the value is null."""
        return f"({value} is None)"

    def written(self, book: Book, given: bool) -> Json:
        """The type null."""
        return {"type": "null"}


NOTHING: Final = Null()


class Options(Shape):
    """The options of a game, any of them; read as all of them, the others at their default."""

    types = (dict,)
    says = "an object"

    def __init__(self, game: Game, resolved: bool = False) -> None:
        self.game = game
        self.resolved = resolved

    def test(self, value: str, code: Code) -> str:
        """Whether the value is an object of all options in their order, each with a value that it may have."""
        return f"(type({value}) is dict and {code.keep(self._written_out)}({value}))"

    def _written_out(self, value: Json) -> bool:
        try:
            return self.game.resolve_options(value) == value
        except Invalid:
            return False

    def read(self, value: Any, at: str, faults: Faults) -> Any:
        """All options with their values."""
        if type(value) is not dict:
            faults[at] = "must be " + self.says
            return value
        try:
            return self.game.resolve_options(value)
        except Invalid as error:
            for where, message in error.faults.items():
                faults[at + where] = message
            return value

    def written(self, book: Book, given: bool) -> Json:
        """The options as JSON Schema with their defaults; in an answer all of them are there."""
        return options_schema(self.game, required=self.resolved or not given)


def options_schema(game: Game, *, required: bool = False) -> Json:
    """The options of a game as JSON Schema with their defaults."""
    schema: Json = {
        "type": "object",
        "properties": {option.name: option.json_schema() for option in game.options},
        "additionalProperties": False,
    }
    if required:
        schema["required"] = [option.name for option in game.options]
    return schema


class Parts:
    """Shapes of what every game has, made for one game.

    ``title`` begins the names of its shapes in the document.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.title = "".join(part.capitalize() for part in game.name.split("-"))
        codes = game.written(list(_all_codes(game)))
        least, most = game.seat_range()
        self.most_seats = most
        self.card = Card(f"{self.title}Card", codes)
        self.hidden_card = Card(f"{self.title}Card", self.card.codes, hidden=True)
        self.cards = Cards(self.card)
        self.seen_cards = Cards(self.hidden_card)
        self.seat = Whole(0, most - 1)
        self.seats = ListOf(self.seat, 0, most)
        self.scores = ListOf(Whole(), least, most)
        self.seat_count = Whole(least, most)
        self.options = Options(game)
        self.reading: Shape = self._reading() if game.combinations else NOTHING
        self.reading_or_null: Shape = Maybe(self.reading) if game.combinations else NOTHING
        self.move = self._move()
        self.hands = ListOf(self.cards)

    def _reading(self) -> Object:
        kind = OneOf(*self.game.combinations)
        marks = {mark: OneOf(True) for mark in self.game.reading_marks}
        return Object({"kind": kind, "rank": Maybe(TEXT), "size": Whole(1, MOST_CARDS)}, marks).named(
            f"{self.title}Reading", "What a combination is read as."
        )

    def _move(self) -> Object:
        fields = {name: _move_field(field) for name, field in self.game.all_fields.items()}
        return Object({"seat": Whole(), "type": TEXT}, fields).named(
            f"{self.title}Move",
            "A move: its seat, its type and the fields of that type. That a code, a seat, a suit or a type does not "
            "exist is for the ruling (malformed-move, unknown-move-type).",
        )

    def legal_move(self) -> Shape:
        """A legal move as it is listed: ``draw`` says besides how many cards may be drawn at most."""
        if not any(field.form == "count" for field in self.game.all_fields.values()):
            return self.move
        return Object(self.move.required, {**self.move.optional, "max": Whole(1)}).named(f"{self.title}ListedMove")

    def event(self, entry: Shape, own: Mapping[str, Object]) -> Tagged:
        """A happening: those that every game has, and the game's ``own``."""
        start = self.game.start_name
        lines = ListOf(SCORE_LINE)
        known: dict[str, Object] = {
            **own,
            "thrown_in": Object({"deal": Whole(1), "redeals": Whole(1), start: self.seat}),
            "deal_over": Object({"result": entry, "lines": lines, "totals": self.scores}),
            "match_over": Object({"winners": self.seats, "totals": self.scores}),
        }
        cases: dict[str, Object] = {}
        for kind, fields in known.items():
            head: dict[str, Shape] = {
                "type": OneOf(kind),
                "sequence": Whole(0),
                "n": Whole(0),
                "visible_to": Either(OneOf(EVERYBODY), self.seats),
            }
            name = "".join(part.capitalize() for part in kind.split("_"))
            cases[kind] = Object({**head, **fields.required}, {**fields.optional, "except": self.seats}).named(
                f"{self.title}Event{name}"
            )
        return Tagged("type", cases).named(
            f"{self.title}Event", "A happening, as those in `visible_to` may be told it."
        )

    def by_seat(self, shape: Shape) -> ListOf:
        """A list with one value a seat."""
        return ListOf(shape, self.seat_count.least, self.most_seats)

    def trick(self, play: Shape) -> Maybe:
        """A trick in progress, null outside play."""
        return Maybe(
            Object({"leader": self.seat, "plays": ListOf(play), "passed": self.seats}).named(f"{self.title}Trick")
        )

    def history_entry(self, outcome: Shape) -> Object:
        """A finished deal as the history of a match keeps it."""
        return Object(
            {
                "deal": Whole(1),
                self.game.start_name: self.seat,
                "redeals": Whole(0),
                "outcome": outcome,
                "scores": self.scores,
            }
        ).named(f"{self.title}Result", "A finished deal.")

    def state(self, deal: Object, entry: Object) -> Object:
        """A state or a view of the game; ``deal`` has the fields that this game alone has."""
        game = self.game
        match = Object(
            {
                "id": Maybe(label(LABEL_BYTES)),
                "deal": Whole(1),
                "scores": self.scores,
                "over": Flag(),
                "winners": self.seats,
                "history": ListOf(entry),
            }
        ).named(f"{self.title}Match")
        whole_deal = Object(
            {
                "number": Whole(1),
                "redeals": Whole(0),
                game.start_name: self.seat,
                "arranged": Flag(),
                **deal.required,
                "result": Maybe(entry),
            }
        ).named(f"{self.title}Deal")
        return Object(
            {
                "game": OneOf(game.name),
                "format": OneOf(FORMAT),
                "options": AnObject(options_schema(game, required=True)),
                "seats": self.seat_count,
                "perspective": Maybe(Either(OneOf(TABLE_VIEW), self.seat)),
                "match": match,
                "phase": OneOf(*dict.fromkeys([*game.phases, DEAL_OVER])),
                "to_act": self.seats,
                "may_act": self.seats,
                "deal": whole_deal,
                "sequence": Whole(0),
                "digest": Maybe(DIGEST),
                "salt": Maybe(SALT),
                "seed": Maybe(SEED),
            }
        ).named(
            f"{self.title}State",
            "A state of the game (`perspective` null), or the view of a seat or of the table: the same shape, and what "
            "the viewer does not know is `??` or null.",
        )

    def record(self) -> Object:
        """A match that can be replayed."""
        game = self.game
        dealt: dict[str, Shape] = {"hands": self.hands}
        if game.rest_name:
            dealt[game.rest_name] = self.cards
        redeal = Either(self.hands, Object({"hands": self.hands}, {n: s for n, s in dealt.items() if n != "hands"}))
        deal = Object(
            {"moves": ListOf(self.move)}, {**dealt, "redeals": ListOf(redeal), game.start_name: Whole()}
        ).named(f"{self.title}RecordedDeal")
        return Object(
            {
                "game": OneOf(game.name),
                "format": OneOf(FORMAT),
                "options": self.options,
                "deals": ListOf(deal, 1),
            },
            {
                "seed": Maybe(SEED),
                "match_id": Maybe(label(LABEL_BYTES)),
                "id": Maybe(label(ID_BYTES)),
                "labels": ListOf(label(LABEL_BYTES), self.seat_count.least, self.most_seats),
                "cut_short": Flag(),
            },
        )

    def viewers(self) -> Either:
        """Whose views are wanted."""
        return Either(OneOf(TABLE_VIEW, EVERYBODY), self.seat, ListOf(self.seat, 0, self.most_seats))


def _all_codes(game: Game) -> dict[str, None]:
    """Every card code that a game has under some option."""
    codes: dict[str, None] = {}
    for option in game.options:
        for value in option.values:
            codes.update(dict.fromkeys(game.full_pack(game.resolve_options({option.name: value}))))
    return codes


def _move_field(field: Field) -> Shape:
    if field.form == "cards":
        return ListOf(TEXT, 0, MOST_CARDS)
    if field.form == "reading":
        return Object({"kind": TEXT}, {"rank": Maybe(TEXT)})
    if field.form == "count":
        return Whole()
    if field.form == "slots":
        return ListOf(Whole(), 0, MOST_CARDS)
    return TEXT


SENTENCE: Final = Text("a sentence", bytes_of(1, GREATEST), minLength=1)
VALUES: Final = AnObject({"type": "object", "description": "What the sentence speaks of, by name."})

VIOLATION: Final = Object({"code": TEXT, "rule": TEXT, "message": SENTENCE, "values": VALUES}).named(
    "Violation", "Why a move is illegal: a code, the rule that it breaks, a sentence and the values it speaks of."
)

SCORE_LINE: Final = Object(
    {"code": TEXT, "rule": TEXT, "message": SENTENCE, "values": VALUES, "scores": ListOf(Whole())}
).named("ScoreLine", "How a score came about: the rule, a sentence, and what each seat got by it.")

FAULTS: Final = ListOf(
    Object({"pointer": Text("a JSON pointer", bytes_of(0, GREATEST)), "message": SENTENCE}).named(
        "Fault", "What is wrong, and where: a JSON pointer (RFC 6901) into the request body."
    )
)
