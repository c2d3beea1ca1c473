"""Records: a match written down, and its replay from the first deal to the last (or to the first illegal move)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from referee.game import DEAL_OVER, ArrangedHands, Game, Table
from referee.rulings import Illegal, Invalid, Violation

WRONG_START: Final = "wrong-start"


class Verdict:
    """What a replay found.

    ``violation`` with the number of the ``deal`` (from 1) and the ``index`` of the move (from 0; None when no move
    but the deal itself is at fault), or None when all is legal. ``table`` stands after the last legal move.
    ``cut_short`` when the record ends the match after its last finished deal.
    """

    def __init__(
        self,
        table: Table,
        cut_short: bool,
        violation: Violation | None = None,
        deal: int | None = None,
        index: int | None = None,
    ) -> None:
        self.table = table
        self.violation = violation
        self.deal = deal
        self.index = index
        table.match.cut_short = cut_short
        match = table.match
        self.scores: list[list[int]] = [list(entry["scores"]) for entry in match.history]
        self.totals: list[int] = list(match.totals)
        self.over: bool = match.over
        self.winners: list[int] = match.winners
        match.cut_short = False

    @property
    def legal(self) -> bool:
        """Whether every deal and every move of the record is legal."""
        return self.violation is None

    def as_data(self) -> dict[str, Any]:
        """The verdict as plain data, without the state."""
        data: dict[str, Any] = {"verdict": "legal" if self.violation is None else "illegal"}
        if self.violation is not None:
            data["deal"] = self.deal
            data["index"] = self.index
            data["violation"] = self.violation.as_data()
        data["scores"] = self.scores
        data["totals"] = self.totals
        data["over"] = self.over
        data["winners"] = self.winners
        return data


def replay(game: Game, record: Mapping[str, Any]) -> Verdict:
    """Replays a record.

    ``record`` has ``options`` (any of them), ``deals`` (at least one: ``moves`` and maybe ``hands``, ``kitty``,
    ``redeals``, ``dealer`` or ``first_drawer``) and maybe ``seed``, ``match_id``, ``cut_short``, all of the right
    JSON types. Raises Invalid, with pointers within the record, for one that cannot be replayed: no pack, no seed
    where one is needed, an unfinished deal before the last.
    """
    try:
        options = game.resolve_options(record.get("options") or {})
    except Invalid as error:
        raise _under("/options", error) from None
    deals: Sequence[Mapping[str, Any]] = record["deals"]
    if not deals:
        raise Invalid({"/deals": "must hold at least one deal"})
    seed: str | None = record.get("seed")
    cut_short = bool(record.get("cut_short"))
    table = _first(game, options, record.get("match_id"), seed, deals[0])
    for place, deal in enumerate(deals):
        number = place + 1
        if place > 0:
            if not table.match.over and table.phase() != DEAL_OVER:
                raise Invalid({f"/deals/{place - 1}": "only the last deal of a record may be unfinished"})
            given: int | None = deal.get(game.start_name)
            if given is not None and not table.match.over:
                start = game.start_of(options, table.match.history[-1], 0)
                if given != start:
                    wrong = table.violation(WRONG_START, {"given": given, "seat": start, "deal": number})
                    return Verdict(table, cut_short, wrong, number)
            try:
                table.continue_with(deal.get("hands"), _rest(game, deal), _redeals(game, deal))
            except Illegal as refused:  # a name of its own: compiled, a name has one type in a function
                return Verdict(table, cut_short, refused.violation, number)
            except Invalid as error:
                raise _under(f"/deals/{place}", error) from None
        for index, move in enumerate(deal["moves"]):
            ruling = table.rule_on(move)
            if ruling.violation is not None:
                return Verdict(table, cut_short, ruling.violation, number, index)
            try:
                table.apply(ruling)
            except Invalid as error:
                raise _under(f"/deals/{place}", error) from None
        listed = len(table.redeal_hands)
        if table.phase() == DEAL_OVER and listed > table.redeals:
            raise Invalid({f"/deals/{place}/redeals/{table.redeals}": "this redeal is never dealt"})
    return Verdict(table, cut_short)


def _first(
    game: Game, options: Mapping[str, Any], label: str | None, seed: str | None, deal: Mapping[str, Any]
) -> Table:
    try:
        return game.deal(
            options, label, seed, deal.get(game.start_name), deal.get("hands"), _rest(game, deal), _redeals(game, deal)
        )
    except Invalid as error:
        raise Invalid(
            {where if where == "/seed" else "/deals/0" + where: text for where, text in error.faults.items()}
        ) from None


def _rest(game: Game, deal: Mapping[str, Any]) -> Sequence[str] | None:
    rest: Sequence[str] | None = deal.get(game.rest_name) if game.rest_name != "" else None
    return rest


def _redeals(game: Game, deal: Mapping[str, Any]) -> list[ArrangedHands]:
    found: list[ArrangedHands] = []
    for hands in deal.get("redeals") or ():
        if isinstance(hands, dict):
            found.append(ArrangedHands(hands["hands"], _rest(game, hands)))
        else:
            found.append(ArrangedHands(hands))
    return found


def _under(at: str, error: Invalid) -> Invalid:
    return Invalid({at + where: message for where, message in error.faults.items()})
