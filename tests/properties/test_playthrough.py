"""What must hold in every game, under all options, over random play.

Each case plays a short match: at every step the state and all views load and write themselves again, every card is
somewhere exactly once, legal moves are ruled legal and nothing is lost; at the end the record gives the same state.
"""

import random
from typing import Any

import pytest

from referee.game import Game
from referee.games.registry import GAMES
from referee.record import replay
from referee.rulings import Illegal, Inconsistent, NotFromAView
from tests.amount import amount
from tests.play import codes_in, looked_at, option_choices, play_deal, random_move, to_act

CASES = [
    pytest.param(game, options, id=f"{game.name}-{number}")
    for game in GAMES.values()
    for number, options in enumerate(option_choices(game, {"deals": 2}))
]
SEEDS = ["a", "b", "c"][: amount(3)]


def cards_on_the_table(state: dict[str, Any]) -> list[str]:
    """Every card of a deal once, wherever it lies: in hands, played, in a kitty, aside or in a stock."""
    deal = state["deal"]
    gone = [entry["cards"] for entry in deal["played"] if entry["type"] == "play" and "captured_by" not in entry]
    places = [deal["hands"], gone]
    places += [deal.get(name) or [] for name in ("kitty", "aside", "stock", "face_down")]
    tribute = deal.get("tribute") or {"put": [], "taken": []}
    taken = [slot for act in tribute["taken"] for slot in act["slots"]]
    places += [[entry["card"] for entry in tribute["put"] if entry["slot"] not in taken]]
    return codes_in(places)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_random_match(game: Game, options: dict[str, Any], seed: str) -> None:
    luck = random.Random(f"{seed}{options}")
    table = game.deal(options, "a match", seed)
    pack = sorted(game.full_pack(options))
    record: dict[str, Any] = {"options": options, "seed": seed, "match_id": "a match", "deals": [{"moves": []}]}
    steps = 0
    while True:
        state = table.write(None)
        assert state["sequence"] == steps
        assert sorted(cards_on_the_table(state)) == pack
        if (luck.random() < 0.3 and looked_at(table, luck)) or state["phase"] == "deal_over":
            assert game.load(state).write(None) == state
            for seat in [*range(table.seats), "table"]:
                view = table.view(seat)
                assert game.load(view).write(seat) == view
        if state["match"]["over"]:
            break
        if state["phase"] == "deal_over":
            assert state["to_act"] == state["may_act"] == []
            table.continue_with()
            record["deals"].append({"moves": []})
        else:
            assert set(state["to_act"]) <= set(state["may_act"])
            move = random_move(table, luck)
            ruling = table.rule_on(move)
            assert ruling.legal
            table.apply(ruling)
            record["deals"][-1]["moves"].append(move)
        steps += 1
    verdict = replay(game, record)
    assert verdict.legal
    assert verdict.table.write(None) == state
    assert verdict.totals == state["match"]["scores"]
    assert verdict.over and verdict.winners == state["match"]["winners"] != []
    outcomes = [entry["outcome"] for entry in state["match"]["history"]]
    scored = game.score(options, outcomes)
    assert [deal["scores"] for deal in scored["deals"]] == [entry["scores"] for entry in state["match"]["history"]]
    assert (scored["totals"], scored["over"]) == (verdict.totals, True)
    assert (scored["winners"], scored["leaders"]) == (verdict.winners, verdict.winners)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "options"), CASES)
def test_legal_moves_are_ruled_legal_and_counted(game: Game, options: dict[str, Any], seed: str) -> None:
    luck = random.Random(seed)
    table = game.deal(options, None, seed)
    while table.phase() != "deal_over":
        if not looked_at(table, luck):
            table.apply(table.rule_on(random_move(table, luck)))
            continue
        seat = to_act(table)
        legal = table.legal_moves(seat, 5000, None)
        assert len(legal.moves) == min(legal.total, 5000) > 0
        assert legal.total == sum(legal.by_kind.values()) == table.position().count()
        assert legal.truncated is (legal.total > 5000)
        assert len({str(move) for move in legal.moves}) == len(legal.moves)
        for move in luck.sample(legal.moves, min(40, len(legal.moves))):
            assert table.rule_on(move).legal, move
            if move["type"] == "play" and len(game.combinations) > 0:
                assert table.rule_on(move).reading is not None
        for other in range(table.seats):
            if other not in table.may_act():
                assert table.legal_moves(other, 10, None).total == 0
                refused = table.rule_on({**legal.moves[0], "seat": other}).violation
                assert refused is not None and refused.code == "not-your-turn"
        for kind, number in legal.by_kind.items():
            of_kind = table.legal_moves(seat, 3, [kind])
            assert len(of_kind.moves) == min(3, number)
            assert (of_kind.total, of_kind.by_kind) == (legal.total, legal.by_kind)
            assert of_kind.truncated is (number > 3)
        table.apply(table.rule_on(random_move(table, luck)))


@pytest.mark.parametrize(("game", "options"), CASES)
def test_every_play_of_a_position_is_counted_once(game: Game, options: dict[str, Any]) -> None:
    luck = random.Random(3)
    table = game.deal(options, None, "n-th")
    while table.phase() != "deal_over":
        if not looked_at(table, luck):
            table.apply(table.rule_on(random_move(table, luck)))
            continue
        position = table.position()
        total = position.count()
        families = position.families()
        assert total == sum(number for _, number in families)
        listed = [(cards, what) for what, _ in families for cards in position.members(what)]
        if total <= 600:
            assert sorted(position.nth(n) for n in range(total)) == sorted(listed)
        for n in {0, total - 1, luck.randrange(total)}:
            cards, what = position.nth(n)
            assert (cards, what) in listed
            assert position.judge(cards, what) == 0
        twin = position.copy()
        table.apply(table.rule_on(random_move(table, luck)))
        assert (twin.count(), twin.families()) == (total, families)


@pytest.mark.parametrize(("game", "options"), CASES)
def test_a_position_played_bare_ends_with_the_scores_of_the_table(game: Game, options: dict[str, Any]) -> None:
    luck = random.Random(4)
    table = game.deal(options, None, "bare")
    bare = table.position().copy()
    while table.phase() != "deal_over":
        n = luck.randrange(table.position().count())
        cards, what = table.position().nth(n)
        ruling = table.rule_on(table.move_of(to_act(table), cards, what))
        assert ruling.legal
        redeals = table.redeals
        table.apply(ruling)
        if table.redeals != redeals:
            bare = table.position().copy()
        else:
            bare.apply(ruling.cards, ruling.what)
    assert bare.to_act == -1
    assert bare.scores() == table.match.totals


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_moves_and_states_do_not_share_data(game: Game) -> None:
    luck = random.Random(5)
    table = game.deal(game.resolve_options({}), None, "copy")
    while table.phase() != "deal_over":
        before = table.write(None)
        kept = repr(before)
        table.apply(table.rule_on(random_move(table, luck)))
        assert repr(before) == kept


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_view_cannot_be_played_on(game: Game) -> None:
    table = game.deal(game.resolve_options({}), None, "view")
    seat = to_act(table)
    move = table.legal_moves(seat, 1, None).moves[0]
    view = game.load(table.view(seat))
    ruling = view.rule_on(move)
    assert ruling.legal
    with pytest.raises(NotFromAView):
        view.apply(ruling)
    with pytest.raises(NotFromAView):
        view.continue_with()
    with pytest.raises(NotFromAView):
        view.rule_on({**move, "seat": (seat + 1) % table.seats})
    with pytest.raises(NotFromAView):
        view.legal_moves((seat + 1) % table.seats, 5, None)
    with pytest.raises(NotFromAView):
        view.view((seat + 1) % table.seats)
    onlooker = game.load(table.view("table"))
    with pytest.raises(NotFromAView):
        onlooker.rule_on(move)
    with pytest.raises(NotFromAView):
        onlooker.legal_moves(None, 5, None)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_after_the_match_every_move_is_too_late(game: Game) -> None:
    luck = random.Random(6)
    table = game.deal(game.resolve_options({"match": {"deals": 1}}), None, "end")
    move = random_move(table, luck)
    play_deal(table, luck)
    refused = table.rule_on(move).violation
    assert refused is not None and (refused.code, refused.rule) == ("match-over", "V-1")
    with pytest.raises(Illegal) as caught:
        table.continue_with()
    assert caught.value.violation.code == "match-over"
    assert table.legal_moves(None, 5, None).total == 0


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_between_deals_moves_are_out_of_phase(game: Game) -> None:
    luck = random.Random(7)
    table = game.deal(game.resolve_options({"match": {"deals": 2}}), None, "between")
    move = random_move(table, luck)
    with pytest.raises(Illegal) as caught:
        table.continue_with()
    assert caught.value.violation.code == "wrong-phase"
    play_deal(table, luck)
    refused = table.rule_on(move).violation
    assert refused is not None and refused.code == "wrong-phase"


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_follows_from_the_rest_cannot_be_edited(game: Game) -> None:
    luck = random.Random(9)
    table = game.deal(game.resolve_options({"match": {"deals": 3}}), None, "edited")
    for _ in range(40):
        state = table.write(None)
        for path, value in [
            (("sequence",), state["sequence"] - 1 if state["match"]["deal"] == 1 else 1),
            (("to_act",), [] if state["to_act"] else [0]),
            (("may_act",), [*state["may_act"], 0]),
            (("phase",), "deal_over" if state["phase"] != "deal_over" else game.phases[0]),
            (("seats",), state["seats"] + 1),
            (("salt",), "0" * 32),
            (("match", "scores"), [score + 1 for score in state["match"]["scores"]]),
            (("match", "over"), not state["match"]["over"]),
            (("match", "winners"), [0] if state["match"]["winners"] != [0] else [1]),
            (("match", "deal"), state["match"]["deal"] + 1),
            (("deal", "out"), [*state["deal"]["out"], 0]),
            (("deal", "result"), {} if state["deal"]["result"] is None else None),
            (("deal", "trick"), {"leader": 0, "plays": [], "passed": [0]}),
        ]:
            edited = {**state, path[0]: {**state[path[0]], path[1]: value} if len(path) > 1 else value}
            with pytest.raises(Inconsistent) as caught:
                game.load(edited)
            assert caught.value.pointer.startswith("/" + "/".join(path)), caught.value
        if table.phase() == "deal_over":
            table.continue_with()
        else:
            table.apply(table.rule_on(random_move(table, luck)))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_what_was_dealt_by_a_seed_has_a_digest(game: Game) -> None:
    table = game.deal(game.resolve_options({}), None, "a digest")
    for viewer in (None, 0, "table"):
        with pytest.raises(Inconsistent) as caught:
            game.load({**table.write(viewer), "digest": None})
        assert caught.value.pointer == "/digest"


@pytest.mark.parametrize("seed", range(amount(20)))
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_steps_fit_the_deals_before(game: Game, seed: int) -> None:
    luck = random.Random(seed)
    table = game.deal(game.resolve_options({"match": {"deals": 2}}), None, f"steps {seed}")
    play_deal(table, luck)
    made = table.sequence
    least, most = game.steps_of(table.options, table.match.history[0])
    assert least <= made <= most
    table.continue_with()
    for viewer in (None, 0, "table"):
        state = table.write(viewer)
        for sequence in (0, least, most + 2):
            with pytest.raises(Inconsistent) as caught:
                game.load({**state, "sequence": sequence})
            assert caught.value.pointer == "/sequence"
        for sequence in (least + 1, most + 1):
            assert game.load({**state, "sequence": sequence}).write(viewer)["sequence"] == sequence
