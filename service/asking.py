"""What several calls ask of the referee in the same way."""

import secrets
from collections.abc import Iterable
from typing import Any, Final

from referee.game import TABLE_VIEW, Game, State, Table
from referee.rulings import Inconsistent, Invalid, NotFromAView
from schemas.parts import EVERYBODY
from service.problems import Problem, problem_of

SEED_BYTES: Final = 16


def fresh_seed() -> str:
    """A seed that nobody can guess: 128 random bits in hex (SH-1)."""
    return secrets.token_hex(SEED_BYTES)


def table_of(game: Game, state: State, at: str) -> Table:
    """The table that a state or a view describes. Raises Problem; ``at`` is where it stands in the body."""
    try:
        return game.load(state)
    except Inconsistent as error:
        raise problem_of(error, at) from None


def state_table(game: Game, state: State, at: str) -> Table:
    """The table that a state describes, never a view. Raises Problem and NotFromAView."""
    if state["perspective"] is not None:
        raise NotFromAView("This needs the state; a view was given.")
    return table_of(game, state, at)


def viewers(asked: Any, seats: int) -> list[int | str]:
    """Whose views ``view_for`` asks for: seats and the table. Raises Invalid for a seat that this table does not
    have.
    """
    if asked is None:
        return []
    if asked == EVERYBODY:
        return [*range(seats), TABLE_VIEW]
    if asked == TABLE_VIEW:
        return [TABLE_VIEW]
    wanted: list[int] = asked if isinstance(asked, list) else [asked]
    faults: dict[str, str] = {}
    for place, seat in enumerate(wanted):
        if seat >= seats:
            where = f"/view_for/{place}" if isinstance(asked, list) else "/view_for"
            faults[where] = f"must be a seat from 0 to {seats - 1}"
    if faults:
        raise Invalid(faults)
    return [*dict.fromkeys(wanted)]


def views(table: Table, wanted: Iterable[int | str]) -> dict[str, State]:
    """The views of these viewers, keyed by seat or ``table``."""
    return {str(viewer): table.view(viewer) for viewer in wanted}


def check_after(table: Table, body: dict[str, Any]) -> None:
    """Raises Problem when the mover saw another state than the one in the request."""
    if "after" not in body:
        return
    after = body["after"]
    digest = after["digest"] if isinstance(after, dict) else after
    sequence = after.get("sequence") if isinstance(after, dict) else None
    if digest != table.digest or (sequence is not None and sequence != table.sequence):
        raise Problem(
            "stale-move",
            "The state in the request is not the one that the mover saw.",
            after={"digest": digest, "sequence": sequence},
            state={"digest": table.digest, "sequence": table.sequence},
        )
