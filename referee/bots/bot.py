"""What a bot is: from the view of a seat and a seed to a choice."""

from abc import ABC, abstractmethod
from typing import Any, Final

from referee.game import DEAL_OVER, Game, Move, State, Table
from referee.inherit import mypyc_attr
from referee.ints import i64
from referee.position import Position
from referee.rulings import Illegal
from referee.shuffle import Stream

MOST_CANDIDATES: Final = 10
"""How many moves a choice names at most."""
MOST_SCORE: Final = 9007199254740991
"""The largest score of a candidate, 2 to the 53rd less 1: larger numbers are not kept by every reader of JSON."""


class Choice:
    """What a bot would do.

    ``move`` is a move of the seat, None when the seat may act, need not and would not. ``candidates`` are the moves it
    thought of, at most `MOST_CANDIDATES`, the best first, each ``{"move", "score"}``; scores are comparable within one
    choice alone. ``seed`` is the seed it was made with: with it and the same view the bot makes the same choice again.
    """

    def __init__(self, move: Move | None, candidates: list[dict[str, Any]], seed: str) -> None:
        self.move = move
        self.candidates = candidates
        self.seed = seed

    def as_data(self) -> dict[str, Any]:
        """The choice as plain data: ``move``, ``candidates``, ``seed``."""
        return {"move": self.move, "candidates": self.candidates, "seed": self.seed}


class BadChoice(ValueError):
    """A bot chose what it may not: an illegal move, a move of another seat, or none where it must act. ``told`` says it
    without a card.
    """

    def __init__(self, message: str, told: str = "") -> None:
        super().__init__(message)
        self.told = told or message


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot(ABC):
    """A bot, known by its ``name``. It keeps nothing from one choice to the next."""

    def __init__(self, name: str) -> None:
        self.name = name

    @abstractmethod
    def choose(self, game: Game, view: State, seed: str) -> Choice:
        """The choice of the seat whose view this is, which may act.

        ``view`` is plain data, to be left as it is; ``seed`` a sound seed (SH-1), from which all chance comes:
        the same view and seed give the same choice. ``game.load(view)`` is a table on which moves can be listed and
        ruled on; the cards of others there are *some* deal that fits.
        """


@mypyc_attr(allow_interpreted_subclasses=True)
class PositionBot(Bot):
    """A bot that rates the plays of a position."""

    @abstractmethod
    def rate(self, game: Game, position: Position, stream: Stream) -> list[tuple[i64, i64, i64]]:
        """Some legal plays of the seat asked, best first, as (score, cards, what); the first is the choice.

        None only where the seat has no play; it is then one that may act and need not.

        It looks at no more than this seat knows (X-2), and draws from ``stream`` alone.
        """

    def pick(self, game: Game, position: Position, stream: Stream) -> tuple[i64, i64]:
        """The choice alone, as (cards, what): for deals played on bare positions, without tables and views."""
        _, cards, what = self.rate(game, position, stream)[0]
        return cards, what

    def choose(self, game: Game, view: State, seed: str) -> Choice:
        """The best play that `rate` finds in the position that the view describes."""
        table = game.load(view)
        seat: int = view["perspective"]
        rated = self.rate(game, table.position_for(seat), Stream(seed, stream_label(self.name, view)))
        if not rated:
            return Choice(None, [], seed)
        candidates: list[dict[str, Any]] = []
        for score, cards, what in rated[:MOST_CANDIDATES]:
            candidates.append({"move": table.move_of(seat, int(cards), int(what)), "score": int(score)})
        return Choice(dict(candidates[0]["move"]), candidates, seed)


def stream_label(name: str, view: State) -> str:
    """The label (SH-2) under which the bot ``name`` draws from its seed: ``bot:random:57:2``, by sequence and seat.

    So one seed can serve a bot for a whole match, and two seats.
    """
    return f"bot:{name}:{view['sequence']}:{view['perspective']}"


def seen_by(game: Game, state: State, seat: int | None = None) -> State:
    """What a bot is given of a state, or of its seat's view: the view of the seat that is to choose (X-2).

    ``seat`` is the one to act unless said, in a view the viewer. Raises Inconsistent (see `Game.load`), NotFromAView
    for another seat than the view's, and Illegal when the seat may not act now (``match-over``, ``wrong-phase``,
    ``not-your-turn``, ``malformed-move`` when there is no such seat).
    """
    table = game.load(state)
    acting = table.may_act() if table.result is None else []
    if seat is None:
        to_act = int(table.position().to_act) if acting else 0
        seat = int(table.perspective) if isinstance(table.perspective, int) else to_act
    if not 0 <= seat < table.seats:
        raise Illegal(table.violation("malformed-move", {"fault": f"there is no seat {seat}"}))
    view = table.view(seat)
    if table.match.over:
        raise Illegal(table.violation("match-over", {}))
    if table.phase() == DEAL_OVER:
        raise Illegal(table.violation("wrong-phase", {"type": next(iter(game.moves)), "phase": DEAL_OVER}))
    if seat not in acting:
        refusal = table.refuse("not-your-turn", {"seat": seat}).violation
        assert refusal is not None
        raise Illegal(refusal)
    return view


def decide(bot: Bot, game: Game, view: State, seed: str) -> Choice:
    """The choice of a bot from a view that `seen_by` gave, checked by the rules of the game; its moves in normal form.

    Raises BadChoice when the bot breaks them: its move and its candidates must be legal moves of the seat, each
    candidate ``{"move", "score"}`` with a whole number as score, its seed the one that it was given, and it must have a
    move where the seat must act.
    """
    table = game.load(view)
    choice = bot.choose(game, view, seed)
    seat: int = view["perspective"]
    if choice.move is None and seat in view["to_act"]:
        raise BadChoice(f"the bot {bot.name} made no move, and seat {seat} must act")
    if choice.seed != seed:
        raise BadChoice(f"the bot {bot.name} answered with another seed than it was given")
    if len(choice.candidates) > MOST_CANDIDATES:
        raise BadChoice(f"the bot {bot.name} named more than {MOST_CANDIDATES} candidates")
    move = None if choice.move is None else _checked(bot, table, seat, choice.move)
    candidates: list[dict[str, Any]] = []
    for candidate in choice.candidates:
        score: Any = candidate["score"]
        if len(candidate) != 2 or type(score) is not int or not -MOST_SCORE <= score <= MOST_SCORE:
            raise BadChoice(f"the bot {bot.name} named a candidate that is no move with a whole number as score")
        candidates.append({"move": _checked(bot, table, seat, candidate["move"]), "score": score})
    if move is not None and candidates and candidates[0]["move"] != move:
        raise BadChoice(f"the bot {bot.name} made another move than its first candidate")
    return Choice(move, candidates, seed)


def _checked(bot: Bot, table: Table, seat: int, move: Move) -> Move:
    """The move in normal form, if it is a legal one of the seat."""
    whose: Any = move.get("seat")
    if type(whose) is not int or whose != seat:
        raise BadChoice(f"the bot {bot.name} chose for seat {seat} a move of seat {whose}")
    violation = table.rule_on(move).violation
    if violation is not None:
        chose = f"the bot {bot.name} chose an illegal move: "
        raise BadChoice(f"{chose}{violation.message} ({violation.rule})", f"{chose}{violation.code} ({violation.rule})")
    return table.normal_form(move)[0]
