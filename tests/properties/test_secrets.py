"""Non-interference: cards that a seat cannot see change nothing that this seat is shown (X-1).

Two worlds that differ only in hidden cards are compared for each seat and for the table: views, legal moves, rulings
on all sorts of moves, events, and the texts of refusals. The digest alone may differ.
"""

import random
from typing import Any

import pytest

from referee.game import Game, Table
from referee.games.registry import GAMES
from tests.amount import amount
from tests.play import codes_in, looked_at, option_choices, random_move, with_hidden_cards_exchanged

CASES = [
    pytest.param(game, options, id=f"{game.name}-{number}")
    for game in GAMES.values()
    for number, options in enumerate(option_choices(game, {"deals": 2}))
]


def without_digest(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name != "digest"}


def seen_by(events: list[dict[str, Any]], seat: int | str) -> list[dict[str, Any]]:
    """The events that reach a seat or the table's onlookers."""
    seen = []
    for event in events:
        if event["visible_to"] == "all":
            if seat not in event.get("except", []):
                seen.append(event)
        elif seat in event["visible_to"]:
            seen.append(event)
    return seen


def probes(table: Table, seat: int, luck: random.Random) -> list[dict[str, Any]]:
    """Moves of all types that a seat might try, legal or not, with cards that anybody may hold."""
    pack = table.game.full_pack(table.options)
    tried: list[dict[str, Any]] = []
    for kind in table.game.moves.values():
        for size in (1, 2, 3, 5):
            move: dict[str, Any] = {"seat": seat, "type": kind.name}
            for field in kind.fields:
                if field.form == "cards":
                    move[field.name] = luck.sample(pack, size)
                elif field.form == "card":
                    move[field.name] = luck.choice(pack)
                elif field.form == "choice":
                    move[field.name] = luck.choice(field.values)
            tried.append(move)
    return tried


def compare(table: Table, other: Table, seat: int | str, luck: random.Random) -> None:
    assert without_digest(table.view(seat)) == without_digest(other.view(seat))
    if isinstance(seat, str):
        return
    mine, theirs = table.legal_moves(seat, 200, None), other.legal_moves(seat, 200, None)
    assert (mine.moves, mine.total, mine.by_kind, mine.truncated) == (
        theirs.moves,
        theirs.total,
        theirs.by_kind,
        theirs.truncated,
    )
    view = table.game.load(table.view(seat))
    from_view = view.legal_moves(seat, 200, None)
    assert (from_view.moves, from_view.total, from_view.by_kind) == (mine.moves, mine.total, mine.by_kind)
    for move in probes(table, seat, luck) + mine.moves[:5]:
        said = table.rule_on(move).as_data()
        assert said == other.rule_on(move).as_data()
        assert said == view.rule_on(move).as_data()


def tells_a_role(table: Table, events: list[dict[str, Any]], exchanged: set[str]) -> bool:
    """Whether a step has told who holds an exchanged card that makes an emperor or a guard, or that nobody can be."""
    said = {event["type"] for event in events}
    deal = table.write(None)["deal"]
    if "RJ*" in exchanged and table.phase() == "crown":
        return True
    guards = {"BJ*", deal.get("called")}
    return "thrown_in" in said or bool(said & {"declared", "guard_shown", "deal_over"} and exchanged & guards)


@pytest.mark.parametrize("seed", ["p", "q", "r"][: amount(3)])
@pytest.mark.parametrize(("game", "options"), CASES)
def test_hidden_cards_change_nothing_that_is_shown(game: Game, options: dict[str, Any], seed: str) -> None:
    luck = random.Random(seed)
    table = game.deal(options, None, seed)
    compared = 0
    while not table.match.over:
        if table.phase() == "deal_over":
            table.continue_with()
        move = random_move(table, luck)
        for seat in [*range(table.seats), "table"]:
            if luck.random() < 0.5 or not looked_at(table, luck):
                continue
            world = with_hidden_cards_exchanged(game, table, seat, luck)
            if world is None:
                continue
            compared += 1
            other, exchanged = world
            compare(table, other, seat, luck)
            twin = game.load(table.write(None))
            ruling = other.rule_on(move)
            if ruling.legal:
                # The same move in both worlds shows the same, unless it brings the exchanged cards to light, or, where
                # one of them makes a guard or an emperor, says so.
                ours, theirs = twin.apply(twin.rule_on(move)), other.apply(ruling)
                if tells_a_role(twin, [*ours, *theirs], exchanged):
                    continue
                if exchanged.isdisjoint(codes_in([twin.view(seat), seen_by(ours, seat)])):
                    assert seen_by(ours, seat) == seen_by(theirs, seat)
                    assert without_digest(twin.view(seat)) == without_digest(other.view(seat))
        table.apply(table.rule_on(move))
    assert compared > 10


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_each_happening_reaches_everybody_once(game: Game) -> None:
    for seed in ("s", "t", "u", "v"):
        luck = random.Random(seed)
        table = game.deal(game.resolve_options({"match": {"deals": 2}}), None, seed)
        while True:
            told: dict[int, list[int | str]] = {}
            for event in table.events:
                assert event["sequence"] == table.sequence
                reached = told.setdefault(event["n"], [])
                if event["visible_to"] == "all":
                    reached += [seat for seat in [*range(table.seats), "table"] if seat not in event.get("except", [])]
                else:
                    reached += event["visible_to"]
            assert list(told) == list(range(len(told)))
            for reached in told.values():
                assert sorted(map(str, reached)) == sorted(map(str, [*range(table.seats), "table"]))
            if table.match.over:
                break
            if table.phase() == "deal_over":
                table.continue_with()
            else:
                table.apply(table.rule_on(random_move(table, luck)))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_view_holds_no_seed_and_no_salt(game: Game) -> None:
    seed = "a seed that must never be shown"
    table = game.deal(game.resolve_options({"match": {"deals": 2}}), None, seed)
    luck = random.Random(8)
    while not table.match.over:
        for seat in [*range(table.seats), "table"]:
            text = repr((table.view(seat), seen_by(table.events, seat)))
            assert seed not in text and str(table.salt) not in text
        if table.phase() == "deal_over":
            table.continue_with()
        else:
            table.apply(table.rule_on(random_move(table, luck)))
