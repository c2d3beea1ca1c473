"""The table's face of a game: what every game answers, and what all games do alike.

A `Game` knows its options, pack, moves and scores. A `Table` is one deal of a match in progress: it knows the
cards as printed and who has seen what, turns moves into plays for the game's position, and writes
states, views and events. The table never decides what is legal; it asks the position and puts the answer
into words by the game's table of violations.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from referee.cards import SPELLINGS, read_code
from referee.match import Match
from referee.options import Option, resolve
from referee.position import Position
from referee.rulings import (
    GENERAL,
    Breach,
    Illegal,
    Inconsistent,
    Invalid,
    NotFromAView,
    Ruling,
    ScoreLine,
    Violation,
)
from referee.shuffle import deal_label, first_seat, salt_of, shuffled
from referee.state import FORMAT, Chain, chain, first_difference, move_text
from referee.strategy import Strategy

DEAL_OVER: Final = "deal_over"
TABLE_VIEW: Final = "table"

State = dict[str, Any]
Event = dict[str, Any]
Move = dict[str, Any]


class Field:
    """One field of a move besides ``seat`` and ``type``.

    ``form`` is ``cards`` (a list of card codes), ``card`` (one), ``choice`` (one of ``values``),
    ``reading`` (``{"kind", "rank"}``), ``count`` (a whole number from 1) or ``slots`` (a list of whole numbers
    from 0).
    """

    def __init__(self, name: str, form: str, required: bool = True, values: Sequence[str] = ()) -> None:
        self.name = name
        self.form = form
        self.required = required
        self.values: tuple[str, ...] = tuple(values)


class MoveType:
    """One type of move: its fields and the phases in which it has a place."""

    def __init__(self, name: str, phases: Sequence[str], fields: Sequence[Field] = ()) -> None:
        self.name = name
        self.phases: tuple[str, ...] = tuple(phases)
        self.fields: tuple[Field, ...] = tuple(fields)
        self.named: dict[str, Field] = {field.name: field for field in fields}


class Dealt:
    """The cards as dealt.

    ``hands`` by seat, ``rest`` (kitty or stock, often none), ``start`` the dealer or first drawer.
    """

    def __init__(self, start: int, hands: list[list[str]], rest: list[str]) -> None:
        self.start = start
        self.hands = hands
        self.rest = rest


class ArrangedHands:
    """Arranged cards of a later deal or a redeal: ``hands`` by seat and, where the game has one, the kitty."""

    def __init__(self, hands: Sequence[Sequence[str]], rest: Sequence[str] | None = None) -> None:
        self.hands = hands
        self.rest = rest


class LegalMoves:
    """Legal moves of a seat.

    ``moves`` as far as listed, ``total`` and ``by_kind`` of all, ``truncated`` when not all that were asked for
    are listed.
    """

    def __init__(self, moves: list[Move], total: int, by_kind: dict[str, int], truncated: bool) -> None:
        self.moves = moves
        self.total = total
        self.by_kind = by_kind
        self.truncated = truncated


class Game(ABC):
    """A game: one object a game, without state. Texts by language have the keys en, zh, fa, id."""

    def __init__(self) -> None:
        self.name: str = ""
        self.names: dict[str, str] = {}
        self.options: tuple[Option, ...] = ()
        self.phases: tuple[str, ...] = ()
        self.moves: dict[str, MoveType] = {}
        self.combinations: tuple[str, ...] = ()
        self.reading_marks: tuple[str, ...] = ()
        """What a reading may say besides kind, rank and size; ``true`` wherever it stands: ``{…, "big": true}``."""
        self.start_name: str = "dealer"
        self.rest_name: str = ""
        self.roles: tuple[str, ...] = ()
        """The roles that seats have in a deal, each a name among ``terms``; none in a game without roles."""
        self.total: int | None = None
        """What the scores of a deal add up to by the rules, by seat; None where that is not the same in all deals."""
        self.breaches: dict[str, Breach] = {}
        self.terms: dict[str, dict[str, str]] = {}
        """Names of phases, move types, combinations and roles by language: ``{"full_house": {"en": …}}``."""
        self.scores: dict[str, tuple[str, str]] = {}
        """The game's table of score lines: code to (rule id, sentence)."""
        self.choices: dict[str, str] = {}
        """Rules that are carried neither by a violation nor by a score line, and what decides by each: rule id to
        the dotted name of a function, class or constant of the referee."""
        self.resources: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {}
        """Resources that this game alone offers, by name: each takes a checked body and gives the answer."""
        self._spellings: dict[str, str] = {}

    # --- what each game says of itself -------------------------------------------------------

    @abstractmethod
    def seats(self, options: Mapping[str, Any]) -> int:
        """The number of seats under these options."""

    @abstractmethod
    def seat_range(self) -> tuple[int, int]:
        """The least and the greatest number of seats."""

    @abstractmethod
    def full_pack(self, options: Mapping[str, Any]) -> list[str]:
        """The ordered pack (SH-5)."""

    @abstractmethod
    def in_pack(self, options: Mapping[str, Any], code: str) -> bool:
        """Whether the pack has a card of this code."""

    @abstractmethod
    def written(self, cards: Sequence[str]) -> list[str]:
        """The same cards in written order (C-4), ``??`` last."""

    @abstractmethod
    def distribute(
        self, options: Mapping[str, Any], cards: Sequence[str], start: int, previous: Mapping[str, Any] | None
    ) -> Dealt:
        """Deals the shuffled pack out, position 0 first; hands in written order.

        ``previous`` is the finished deal before (an entry of the history), None for the first: it may say who takes
        the first card.
        """

    @abstractmethod
    def hand_sizes(self, options: Mapping[str, Any], start: int, previous: Mapping[str, Any] | None) -> list[int]:
        """How many cards each seat is dealt; ``previous`` is the finished deal before, None for the first."""

    @abstractmethod
    def start_of(self, options: Mapping[str, Any], previous: Mapping[str, Any], redeals: int) -> int:
        """The dealer or first drawer of the deal after the finished deal ``previous`` (an entry of the
        history), when it has been dealt again ``redeals`` times."""

    @abstractmethod
    def steps_of(self, options: Mapping[str, Any], entry: Mapping[str, Any]) -> tuple[int, int]:
        """The fewest and the most moves that a finished deal (an entry of the history) can have seen, those of its
        deals that were thrown in included."""

    @abstractmethod
    def table(self, options: dict[str, Any], match: Match, seed: str | None) -> "Table":
        """An empty table for a match."""

    @abstractmethod
    def check_outcome(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, str]:
        """The faults of an outcome (of the right JSON types) by pointer within it; empty when it can have happened."""

    @abstractmethod
    def score_lines(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[ScoreLine]:
        """How a sound outcome is scored; a seat's score is the sum of its lines. Never empty."""

    @abstractmethod
    def normal_outcome(self, outcome: Mapping[str, Any]) -> dict[str, Any]:
        """The outcome as a history keeps it: its own fields, in order, without cards."""

    @abstractmethod
    def read_combination(
        self,
        options: Mapping[str, Any],
        cards: Sequence[str],
        context: Mapping[str, Any] | None,
        against: Mapping[str, Any] | None,
    ) -> dict[str, Any] | None:
        """What some cards (codes) can be read as, away from any table.

        ``against`` is ``{"cards": […], "as"?: {…}}``. Gives ``readings``, ``beats`` (None without ``against``) and
        ``capture``; None when the game has no combinations. Raises Invalid with pointers ``/cards/…``,
        ``/against/…``, ``/context/…``.
        """

    @abstractmethod
    def strategy(self) -> Strategy:
        """The game's own card sense, by which bots rate plays."""

    # --- what follows for all games ----------------------------------------------------------

    def resolve_options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All options with their values. Raises Invalid, every fault by its pointer within the options."""
        return resolve(self.options, given)

    @property
    def all_fields(self) -> dict[str, Field]:
        """Every field that some move of this game has, by name."""
        fields: dict[str, Field] = {}
        for kind in self.moves.values():
            for field in kind.fields:
                fields.setdefault(field.name, field)
        return fields

    def spellings(self, options: Mapping[str, Any]) -> dict[str, str]:
        """Every text that spells a card of this game, with the card's code (C-1, C-2).

        They are made once; a game of several packs overrides it.
        """
        if not self._spellings:
            self._spellings = spellings_in(self, options)
        return self._spellings

    def breach(self, key: str) -> Breach:
        """The row of the game's table of violations under ``key``, or the general one of that code."""
        row = self.breaches.get(key)
        if row is None:
            rule, message = GENERAL[key]
            row = Breach(key, rule, message)
        return row

    def scores_of(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> list[int]:
        """The scores of a sound outcome by seat."""
        scores = [0] * self.seats(options)
        for line in self.score_lines(options, outcome):
            for seat, score in enumerate(line.scores):
                scores[seat] += score
        return scores

    def arrange(
        self,
        options: Mapping[str, Any],
        start: int,
        hands: Sequence[Sequence[str]],
        rest: Sequence[str] | None,
        previous: Mapping[str, Any] | None,
    ) -> Dealt:
        """An arranged deal, checked against the full pack.

        ``hands`` are card codes by seat; ``rest`` the kitty, where the game has one (it may be left out: it is what
        is left of the pack); ``previous`` the finished deal before, None for the first. Raises Invalid with pointers
        ``/hands/…`` and ``/kitty/…``.
        """
        faults: dict[str, str] = {}
        sizes = self.hand_sizes(options, start, previous)
        left: dict[str, int] = {}
        for code in self.full_pack(options):
            left[code] = left.get(code, 0) + 1
        if len(hands) != len(sizes):
            raise Invalid({"/hands": f"there must be {len(sizes)} hands, one a seat"})
        read: list[list[str]] = []
        for seat, hand in enumerate(hands):
            if len(hand) != sizes[seat]:
                faults[f"/hands/{seat}"] = f"must hold {sizes[seat]} cards, not {len(hand)}"
            read.append(take(left, hand, f"/hands/{seat}", faults))
        kitty: list[str] = []
        if rest is not None:
            if self.rest_name == "":
                faults["/kitty"] = "this game has no kitty"
            else:
                kitty = take(left, rest, f"/{self.rest_name}", faults)
        if faults:
            raise Invalid(faults)
        remaining = [code for code, number in left.items() for _ in range(number)]
        if self.rest_name != "" and rest is None:
            kitty = remaining
            remaining = []
        if remaining:
            raise Invalid({"/hands": "cards of the pack are missing: " + " ".join(self.written(remaining))})
        return self.as_dealt(Dealt(start, read, kitty))

    def as_dealt(self, dealt: Dealt) -> Dealt:
        """The deal with its hands in written order; a game whose deal keeps the order of drawing overrides it."""
        return Dealt(dealt.start, [self.written(hand) for hand in dealt.hands], self.written(dealt.rest))

    def hashed(self, options: Mapping[str, Any], dealt: Dealt) -> dict[str, Any]:
        """A deal as the digest of its step has it."""
        deal: dict[str, Any] = {self.start_name: dealt.start, "hands": dealt.hands}
        if self.rest_name != "":
            deal[self.rest_name] = dealt.rest
        return deal

    def deal(
        self,
        options: Mapping[str, Any],
        match_id: str | None = None,
        seed: str | None = None,
        start: int | None = None,
        hands: Sequence[Sequence[str]] | None = None,
        rest: Sequence[str] | None = None,
        redeals: Sequence[ArrangedHands] = (),
    ) -> "Table":
        """The first deal of a match, at a table of its own; what happened is in its ``events``.

        ``options`` are resolved; ``seed`` fixes the cards unless ``hands`` (with ``rest``) arranges them, and then
        ``start``, the dealer or first drawer, is required. ``redeals`` are arranged redeals, used before the seed.
        Raises Invalid with pointers ``/seed``, ``/dealer`` (or ``/first_drawer``), ``/hands/…``.
        """
        resolved = dict(options)
        seats = self.seats(resolved)
        match = Match(match_id, seats, resolved["match"])
        if start is not None and not 0 <= start < seats:
            raise Invalid({"/" + self.start_name: f"must be a seat from 0 to {seats - 1}"})
        if hands is None:
            if rest is not None:
                raise Invalid({"/" + self.rest_name: "stands only beside hands"})
            if seed is None:
                raise Invalid({"/seed": "is needed where no hands are given"})
            if start is None:
                start = first_seat(seed, seats)
        elif start is None:
            raise Invalid({"/" + self.start_name: "is required with hands"})
        table = self.table(resolved, match, seed)
        table.redeal_hands = list(redeals)
        table.open_deal(start, hands, rest)
        return table

    def load(self, state: State) -> "Table":
        """The table that a state or a view describes.

        ``state`` is plain data of the right shape (names and JSON types as the contract has them). Raises Inconsistent
        with the pointer of the first thing that cannot be so: the table made from a sound state writes the same state
        again.
        """
        options = state["options"]
        if not self._written_out(options):
            try:
                if self.resolve_options(options) != options:
                    raise Inconsistent("/options", "every option must be written out")
            except Invalid as error:
                at = next(iter(error.faults))
                raise Inconsistent("/options" + at, error.faults[at]) from None
        seats = self.seats(options)
        if state["seats"] != seats:
            raise Inconsistent("/seats", f"there are {seats} seats under these options")
        perspective = state["perspective"]
        if not (perspective is None or perspective == TABLE_VIEW or 0 <= perspective < seats):
            raise Inconsistent("/perspective", "there is no such seat")
        number = state["deal"]["number"]
        if number < 1 or len(state["match"]["history"]) < number - 1:
            raise Inconsistent("/deal/number", "does not fit the number of finished deals in the history")
        match = Match(state["match"]["id"], seats, options["match"])
        match.deal = number
        self._load_history(options, match, state["match"]["history"][: number - 1])
        seed = state["seed"]
        if perspective is None and seed is None and not state["deal"]["arranged"]:
            raise Inconsistent("/seed", "a deal that was not arranged has a seed")
        table = self.table(options, match, seed)
        table.perspective = perspective
        table.sequence = state["sequence"]
        table.digest = state["digest"]
        if perspective is None and (table.digest is None) != (seed is None):
            raise Inconsistent("/digest", "there is a digest where there is a seed, and only there")
        if table.digest is None and not state["deal"]["arranged"]:
            raise Inconsistent("/digest", "a deal that was not arranged has a digest")
        table.load_deal(state["deal"])
        least = table.steps() + number - 1  # each later deal was a step of its own
        most = least + table.untraced_steps()
        for entry in match.history[: number - 1]:
            fewest, greatest = self.steps_of(options, entry)
            least += fewest
            most += greatest
        if not least <= table.sequence <= most:
            raise Inconsistent("/sequence", "does not fit the moves made")
        derived = table.written_state(perspective)
        if derived != state:
            where = first_difference(state, derived)
            if where is not None:
                raise Inconsistent(where, "contradicts the rest")
        return table

    def _written_out(self, options: Mapping[str, Any]) -> bool:
        """Whether these are sound options, all of them: then to resolve them makes them over again."""
        if len(options) != len(self.options):
            return False
        for option in self.options:
            if option.name not in options or option.fault(options[option.name]) is not None:
                return False
        return True

    def _load_history(self, options: Mapping[str, Any], match: Match, history: Sequence[Mapping[str, Any]]) -> None:
        for place, given in enumerate(history):
            at = f"/match/history/{place}"
            if match.over:
                raise Inconsistent(at, "the match was over before this deal")
            if not 0 <= given[self.start_name] < match.seats:
                raise Inconsistent(f"{at}/{self.start_name}", "there is no such seat")
            if given["redeals"] < 0:
                raise Inconsistent(f"{at}/redeals", "cannot be below 0")
            faults = self.check_outcome(options, given["outcome"])
            for where, message in faults.items():
                raise Inconsistent(f"{at}/outcome{where}", message)
            start = given[self.start_name]
            if place > 0:
                start = self.start_of(options, match.history[-1], given["redeals"])
            match.add(self.entry(options, place + 1, start, given["redeals"], given["outcome"]))
        if match.over:
            raise Inconsistent("/deal/number", "the match was over before this deal")

    def entry(
        self, options: Mapping[str, Any], number: int, start: int, redeals: int, outcome: Mapping[str, Any]
    ) -> dict[str, Any]:
        """A finished deal as the history keeps it."""
        return {
            "deal": number,
            self.start_name: start,
            "redeals": redeals,
            "outcome": self.normal_outcome(outcome),
            "scores": self.scores_of(options, outcome),
        }

    def score(
        self, options: Mapping[str, Any], outcomes: Sequence[Mapping[str, Any]], cut_short: bool = False
    ) -> dict[str, Any]:
        """Scores a list of outcomes: ``deals``, ``totals``, ``over``, ``winners``, ``leaders``.

        Raises Invalid with pointers ``/deals/…`` for outcomes that cannot have happened and for deals after the end
        of the match.
        """
        faults: dict[str, str] = {}
        match = Match(None, self.seats(options), options["match"])
        deals: list[dict[str, Any]] = []
        for place, outcome in enumerate(outcomes):
            if match.over:
                faults[f"/deals/{place}"] = "the match was over before this deal"
                break
            found = self.check_outcome(options, outcome)
            for where, message in found.items():
                faults[f"/deals/{place}{where}"] = message
            if found:
                continue
            lines = [line.as_data() for line in self.score_lines(options, outcome)]
            scores = self.scores_of(options, outcome)
            match.add({"scores": scores})
            deals.append({"scores": scores, **self.by_side(scores), "lines": lines})
        if faults:
            raise Invalid(faults)
        match.cut_short = cut_short
        return {
            "deals": deals,
            "totals": list(match.totals),
            **self.by_side(match.totals),
            "over": match.over,
            "winners": match.winners,
            "leaders": match.leaders,
        }

    def roles_in(self, outcome: Mapping[str, Any]) -> list[str]:
        """The role of each seat in a deal with this outcome, each one of ``roles``; empty in a game without roles."""
        return []

    def by_side(self, scores: Sequence[int]) -> dict[str, list[int]]:
        """``{"sides": […]}``, the scores by side, in a game of fixed sides; else nothing."""
        return {}


class Table(ABC):
    """One deal of a match, with the cards as printed.

    ``perspective`` is None for the whole table, a seat or ``"table"`` when it was made from a view: then what the
    viewer does not know is filled in with some deal that fits.
    """

    def __init__(self, game: Game, options: dict[str, Any], match: Match, seed: str | None) -> None:
        self.game = game
        self.options = options
        self.match = match
        self.seats: int = match.seats
        self.seed = seed
        self.salt: str | None = None if seed is None else salt_of(seed)
        self._chain: Chain | None = None
        self._spelt: dict[str, str] = game.spellings(options)
        self.digest: str | None = None
        self.sequence: int = 0
        self.perspective: int | str | None = None
        self.start: int = 0
        self.redeals: int = 0
        self.arranged: bool = False
        self.result: dict[str, Any] | None = None
        self.played: list[dict[str, Any]] = []
        self.events: list[Event] = []
        self.redeal_hands: list[ArrangedHands] = []
        self._happenings: int = 0

    # --- what each game does its own way --------------------------------------------------

    @abstractmethod
    def position(self) -> Position:
        """The position beneath; None of its answers may be changed by the caller."""

    @abstractmethod
    def phase(self) -> str:
        """The phase, one of the game's, or ``deal_over``."""

    @abstractmethod
    def lay(self, dealt: Dealt) -> None:
        """Puts freshly dealt cards on the table: a new position, nothing played, and tells who got what."""

    @abstractmethod
    def read_deal(self, deal: Mapping[str, Any]) -> None:
        """Makes the deal from a state's or view's ``deal``, from primary facts only.

        Number, redeals, start and arranged are set already. Cards that the viewer does not know are filled in.
        Raises Inconsistent (pointer from the state's root).
        """

    @abstractmethod
    def deal_fields(self, perspective: int | str | None) -> dict[str, Any]:
        """The fields of ``deal`` that this game writes, as ``perspective`` knows them (None: all).

        ``played`` is the table's own list, which nobody may change; all else belongs to the caller.
        """

    @abstractmethod
    def missing(self, seat: int, cards: Sequence[str]) -> list[str]:
        """Which of these cards (codes) the seat does not hold, each as often as it lacks."""

    @abstractmethod
    def judge(self, move: Move) -> Ruling:
        """Rules on a move in normal form, by a seat that may act, in a phase of its type, with cards it holds."""

    @abstractmethod
    def play(self, ruling: Ruling) -> None:
        """Makes a legal move on the position and tells what happened."""

    @abstractmethod
    def redeal_due(self) -> bool:
        """Whether the deal must be thrown in and dealt again."""

    @abstractmethod
    def ended(self) -> bool:
        """Whether the deal has been played to its end."""

    @abstractmethod
    def outcome(self) -> dict[str, Any]:
        """The outcome of an ended deal, as ``scores`` takes it, without cards."""

    @abstractmethod
    def steps(self) -> int:
        """How many moves this deal has seen, at least, those of its deals that were thrown in included."""

    def untraced_steps(self) -> int:
        """How many moves more this deal may have seen at most: where several may have been made as one."""
        return 0

    @abstractmethod
    def kind_of(self, what: int) -> str:
        """The name under which a family counts in ``by_kind``: the kind of combination, or the type of move."""

    @abstractmethod
    def move_of(self, seat: int, cards: int, what: int) -> Move:
        """A play of the position as a move."""

    def redeal_start(self) -> int:
        """Who deals (or draws first) when the deal is dealt again."""
        return self.start

    def written(self, cards: Sequence[str]) -> list[str]:
        """The same cards in written order (C-4), as they stand at this table."""
        return self.game.written(cards)

    def position_for(self, seat: int) -> Position:
        """The position as it asks ``seat``, which may act: its plays are that seat's."""
        return self.position()

    def acts_of_trick(self, trick: int) -> list[dict[str, Any]]:
        """The acts of the trick that is being played, in order: they are the last ones, however many came before."""
        at = len(self.played)
        while at > 0 and self.played[at - 1]["trick"] == trick:
            at -= 1
        return self.played[at:]

    def may_act(self) -> list[int]:
        """The seats that may act now."""
        to_act = int(self.position().to_act)
        return [to_act] if to_act >= 0 else []

    # --- dealing ---------------------------------------------------------------------------

    def previous_deal(self) -> dict[str, Any] | None:
        """The finished deal before this one, as the history has it; None in the first deal of the match."""
        return self.match.history[self.match.deal - 2] if self.match.deal > 1 else None

    def open_deal(self, start: int, hands: Sequence[Sequence[str]] | None, rest: Sequence[str] | None) -> None:
        """Deals deal number ``match.deal``: arranged when ``hands`` are given, else by the seed.

        Raises Invalid (``/hands/…``, ``/kitty/…``, ``/seed``).
        """
        self.redeals = 0
        self.start = start
        self.result = None
        self.arranged = hands is not None
        if hands is None:
            dealt = self._dealt_by_seed()
        else:
            dealt = self.game.arrange(self.options, start, hands, rest, self.previous_deal())
        self._step()
        if self.salt is not None:
            self.digest = self._dealing_digest(self.salt, dealt)
        self.lay(dealt)
        self._settle()

    def continue_with(
        self,
        hands: Sequence[Sequence[str]] | None = None,
        rest: Sequence[str] | None = None,
        redeals: Sequence[ArrangedHands] = (),
    ) -> list[Event]:
        """Deals the next deal of the match, arranged when ``hands`` are given. Returns its events.

        Raises Illegal (``wrong-phase``, ``match-over``), Invalid (as `open_deal`), NotFromAView.
        """
        if self.perspective is not None:
            raise NotFromAView("The next deal needs the state, not a view.")
        if self.match.over:
            raise Illegal(self.violation("match-over", {}))
        if self.phase() != DEAL_OVER:
            raise Illegal(self.violation("wrong-phase", {"type": "continue", "phase": self.phase()}))
        start = self.game.start_of(self.options, self.match.history[-1], 0)
        self.match.deal += 1
        self.sequence += 1
        self.redeal_hands = list(redeals)
        self.open_deal(start, hands, rest)
        return self.events

    def _dealing_digest(self, salt: str, dealt: Dealt) -> str:
        deal = self.game.hashed(self.options, dealt)
        if self.digest is not None:
            return chain(salt, self.digest, {"deal": deal})
        first = {
            "game": self.game.name,
            "format": FORMAT,
            "options": self.options,
            "match_id": self.match.label,
            "deal": deal,
        }
        return chain(salt, "", first)

    def _dealt_by_seed(self) -> Dealt:
        if self.seed is None:
            if self.redeals == 0:
                raise Invalid({"/hands": "a match without a seed needs arranged hands for every deal"})
            raise Invalid({"": "the deal must be dealt again, and there is neither a seed nor an arranged redeal"})
        cards = shuffled(self.game.full_pack(self.options), self.seed, deal_label(self.match.deal, self.redeals))
        return self.game.distribute(self.options, cards, self.start, self.previous_deal())

    def _settle(self) -> None:
        """After a step: deals again as long as the rules say so, and closes a deal that has ended."""
        while self.redeal_due():
            self.start = self.redeal_start()
            self.redeals += 1
            self.tell("thrown_in", {"deal": self.match.deal, "redeals": self.redeals, self.game.start_name: self.start})
            if len(self.redeal_hands) >= self.redeals:
                arranged = self.redeal_hands[self.redeals - 1]
                self.arranged = True
                try:
                    dealt = self.game.arrange(
                        self.options, self.start, arranged.hands, arranged.rest, self.previous_deal()
                    )
                except Invalid as error:
                    at = f"/redeals/{self.redeals - 1}"
                    raise Invalid({at + where: message for where, message in error.faults.items()}) from None
            else:
                self.arranged = False
                dealt = self._dealt_by_seed()
            self.lay(dealt)
        if self.ended() and self.result is None:
            self._close()

    def _close(self) -> None:
        entry = self.game.entry(self.options, self.match.deal, self.start, self.redeals, self.outcome())
        self.match.add(entry)
        self.result = entry
        lines = [line.as_data() for line in self.game.score_lines(self.options, entry["outcome"])]
        self.tell("deal_over", {"result": entry, "lines": lines, "totals": list(self.match.totals)})
        if self.match.over:
            self.tell("match_over", {"winners": self.match.winners, "totals": list(self.match.totals)})

    # --- moves ------------------------------------------------------------------------------

    def violation(self, key: str, values: Mapping[str, Any]) -> Violation:
        """A violation by the game's table, under ``key``."""
        return self.game.breach(key).violation(values)

    def refuse(self, key: str, values: Mapping[str, Any], move: Move | None = None) -> Ruling:
        """The ruling that refuses a move, by the game's table of violations."""
        return Ruling(move, violation=self.violation(key, values))

    def rule_on(self, move: Mapping[str, Any]) -> Ruling:
        """Rules on a move, in the order of V-1.

        ``move`` has ``seat`` (a whole number), ``type`` (a string) and fields of the JSON types of its type; whether
        codes, seats and choices exist is for the ruling. Raises NotFromAView when this table was made from a view of
        somebody else.
        """
        seat = move["seat"]
        if not 0 <= seat < self.seats:
            return self.refuse("malformed-move", {"fault": f"there is no seat {seat}"})
        if self.perspective is not None and self.perspective != seat:
            raise NotFromAView("A view answers for its own seat alone.")
        normal, fault = self.normal_form(move)
        if fault != "":
            return self.refuse("malformed-move", {"fault": fault})
        kind: MoveType | None = self.game.moves.get(move["type"])
        if kind is None:
            return self.refuse("unknown-move-type", {"type": move["type"]})
        if self.match.over:
            return self.refuse("match-over", {}, normal)
        phase = self.phase()
        if phase not in kind.phases:
            return self.refuse("wrong-phase", {"type": kind.name, "phase": phase}, normal)
        if seat != int(self.position().to_act) and seat not in self.may_act():  # who must act may
            return self.refuse("not-your-turn", {"seat": seat}, normal)
        for field in kind.fields:
            if (field.form == "cards" or field.form == "card") and field.name in normal:
                cards: list[str] = normal[field.name] if field.form == "cards" else [normal[field.name]]
                lacking = self.missing(seat, cards)
                if lacking:
                    return self.refuse("cards-not-held", {"seat": seat, "cards": lacking}, normal)
        return self.judge(normal)

    def normal_form(self, move: Mapping[str, Any]) -> tuple[Move, str]:
        """A move in normal form (codes by C-1, cards in written order), and what is malformed, or an empty string."""
        normal: Move = {"seat": move["seat"], "type": move["type"]}
        kind: MoveType | None = self.game.moves.get(move["type"])
        known = self.game.all_fields if kind is None else kind.named
        for name in move:
            if name == "seat" or name == "type":
                continue
            field: Field | None = known.get(name)
            if field is None:
                if kind is not None:
                    return normal, f"a move of the type {kind.name} has no {name}"
                continue
            value, fault = self._normal_value(field, move[name])
            if fault != "":
                return normal, fault
            normal[name] = value
        if kind is not None:
            for own in kind.fields:
                if own.required and own.name not in normal:
                    return normal, f"a move of the type {kind.name} needs {own.name}"
        return normal, ""

    def _normal_value(self, field: Field, value: Any) -> tuple[Any, str]:
        form = field.form
        if form == "cards":
            codes: list[str] = []
            spelt = self._spelt
            for text in value:
                code = spelt.get(text, "")
                if code == "":
                    return None, f"{text} is no card of this game"
                codes.append(code)
            return (self.game.written(codes), "") if codes else (None, f"{field.name} names no card")
        if form == "card":
            code = self._spelt.get(value, "")
            return (code, "") if code != "" else (None, f"{value} is no card of this game")
        if form == "choice":
            return (value, "") if value in field.values else (None, f"there is no {field.name} {value}")
        if form == "count":
            return (value, "") if value >= 1 else (None, f"{field.name} must be 1 or more")
        if form == "slots":
            sound = min([0, *value]) >= 0 and len(set(value)) == len(value)
            return (list(value), "") if sound else (None, f"{field.name} must name different slots, from 0")
        return dict(value), ""

    def apply(self, ruling: Ruling) -> list[Event]:
        """Makes the move of a legal ruling. Returns the events of the step.

        Raises Illegal for a ruling that refuses, NotFromAView on a view, Invalid when the deal must be dealt again and
        cannot be (an arranged deal without a seed); the table is then not to be used again.
        """
        if self.perspective is not None:
            raise NotFromAView("A move is applied to the state, not to a view.")
        if ruling.violation is not None:
            raise Illegal(ruling.violation)
        self._step()
        self.sequence += 1
        if self.salt is not None and self.digest is not None:
            assert ruling.move is not None  # as in every legal ruling
            if self._chain is None:
                self._chain = Chain(self.salt)
            self.digest = self._chain.after(self.digest, move_text(ruling.move))
        self.play(ruling)
        self._settle()
        return self.events

    # --- telling what happened -------------------------------------------------------------

    def _step(self) -> None:
        self.events = []
        self._happenings = 0

    def tell(self, kind: str, public: Mapping[str, Any], secret: Mapping[int, Mapping[str, Any]] | None = None) -> None:
        """Tells a happening.

        ``public`` goes to all; a seat in ``secret`` gets a version with those fields added or put in their place.
        """
        n = self._happenings
        self._happenings += 1
        everybody: Event = {"type": kind, "sequence": self.sequence, "n": n, "visible_to": "all"}
        everybody.update(public)
        if secret:
            for seat, more in secret.items():
                own = everybody.copy()
                own["visible_to"] = [seat]
                own.update(more)
                self.events.append(own)
            everybody["except"] = sorted(secret)
        self.events.append(everybody)

    # --- states and views ------------------------------------------------------------------

    def load_deal(self, deal: Mapping[str, Any]) -> None:
        """Makes the deal from plain data (see `Game.load`)."""
        start = deal[self.game.start_name]
        if not 0 <= start < self.seats:
            raise Inconsistent("/deal/" + self.game.start_name, "there is no such seat")
        if deal["redeals"] < 0:
            raise Inconsistent("/deal/redeals", "cannot be below 0")
        self.redeals = deal["redeals"]
        self.start = start
        if self.match.deal > 1:
            self.start = self.game.start_of(self.options, self.match.history[-1], self.redeals)
            if self.start != start:
                raise Inconsistent("/deal/" + self.game.start_name, f"must be {self.start} after the last deal")
        self.arranged = deal["arranged"]
        self._step()
        self.read_deal(deal)
        if self.ended():
            self._close()
        self._step()

    def write(self, perspective: int | str | None) -> State:
        """The state (None) or the view of a seat or of the ``"table"``, as plain data that nothing else refers to."""
        state = self.written_state(perspective)
        deal: dict[str, Any] = state["deal"]
        deal["played"] = [copied(entry) for entry in self.played]
        return state

    def written_state(self, perspective: int | str | None) -> State:
        """What `write` gives, but with the table's own acts: to be compared or copied, not to be kept or changed."""
        whole = perspective is None
        to_act = int(self.position().to_act) if self.result is None else -1
        return {
            "game": self.game.name,
            "format": FORMAT,
            "options": dict(self.options),
            "seats": self.seats,
            "perspective": perspective,
            "match": self.match.as_data(),
            "phase": self.phase(),
            "to_act": [to_act] if to_act >= 0 else [],
            "may_act": self.may_act() if self.result is None else [],
            "deal": {
                "number": self.match.deal,
                "redeals": self.redeals,
                self.game.start_name: self.start,
                "arranged": self.arranged,
                **self.deal_fields(perspective),
                "result": self.result,
            },
            "sequence": self.sequence,
            "digest": self.digest,
            "salt": self.salt if whole else None,
            "seed": self.seed if whole else None,
        }

    def view(self, perspective: int | str) -> State:
        """What a seat, or the ``"table"``, knows. Raises NotFromAView when this table was made from another view."""
        if self.perspective is not None and self.perspective != perspective:
            raise NotFromAView("A view shows one seat alone; another view needs the state.")
        return self.write(perspective)

    # --- legal moves -----------------------------------------------------------------------

    def legal_moves(self, seat: int | None, limit: int, kinds: Sequence[str] | None) -> LegalMoves:
        """The legal moves of a seat (the one to act unless said).

        At most ``limit`` of them, those of ``kinds`` only when given; ``total`` and ``by_kind`` count all. A seat that
        may not act now has none. Raises NotFromAView for another seat than the view's.
        """
        if self.perspective is not None and (seat is None or seat != self.perspective):
            if seat is None and self.perspective != TABLE_VIEW:
                seat = int(self.perspective)
            else:
                raise NotFromAView("A view answers for its own seat alone.")
        acting = self.may_act() if self.result is None else []
        if seat is None:
            seat = int(self.position().to_act) if acting else None
        by_kind: dict[str, int] = {}
        moves: list[Move] = []
        total = 0
        wanted = 0
        if seat is None or seat not in acting or self.match.over:
            return LegalMoves(moves, 0, by_kind, False)
        position = self.position_for(seat)
        for what, number in position.families():
            kind = self.kind_of(int(what))
            by_kind[kind] = by_kind.get(kind, 0) + int(number)
            total += int(number)
            if kinds is not None and kind not in kinds:
                continue
            wanted += int(number)
            if len(moves) < limit:
                for cards in position.members(what):
                    if len(moves) == limit:
                        break
                    moves.append(self.move_of(seat, int(cards), int(what)))
        return LegalMoves(moves, total, by_kind, wanted > len(moves))


def take(left: dict[str, int], cards: Sequence[str], at: str, faults: dict[str, str]) -> list[str]:
    """Reads ``cards`` and takes them from what is ``left`` of the pack, noting faults by pointer."""
    read: list[str] = []
    for place, text in enumerate(cards):
        code = read_code(text)
        if code is None or code not in left:
            faults[f"{at}/{place}"] = f"{text} is no card of this game"
        elif left[code] == 0:
            faults[f"{at}/{place}"] = f"there are more {code} than the pack has"
        else:
            left[code] -= 1
            read.append(code)
    return read


def read_set(left: dict[str, int], cards: Sequence[str], at: str, faults: dict[str, str]) -> list[str]:
    """The codes of some cards away from any table, one at least, taken from what is ``left`` of the pack."""
    if not cards:
        faults[at] = "must name at least one card"
    return take(left, cards, at, faults)


def roles_of(roles: Sequence[str], seats: int, first: int, second: int | None) -> list[str]:
    """The role of each seat where one plays with a partner, or alone, against all others.

    ``roles`` are, in this order, that of the first seat and that of the second, that of the first where there is no
    second, and that of the others.
    """
    found = [roles[3]] * seats
    if second is None:
        found[first] = roles[2]
    else:
        found[first] = roles[0]
        found[second] = roles[1]
    return found


def copied(entry: dict[str, Any]) -> dict[str, Any]:
    """An act as it is told, apart from the one that is kept: with lists and readings of its own."""
    own = entry.copy()
    cards: list[str] | None = own.get("cards")
    if cards is not None:
        own["cards"] = cards.copy()
        reading: dict[str, Any] | None = own.get("combination")
        if reading is not None:
            own["combination"] = reading.copy()
    return own


def spellings_in(game: Game, options: Mapping[str, Any]) -> dict[str, str]:
    """The spellings of the cards of a pack, each with the code that it stands for (C-1)."""
    return {text: code for text, code in SPELLINGS.items() if game.in_pack(options, code)}
