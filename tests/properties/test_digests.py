"""The chain of digests, computed a second time from what a client has: options, seed, cards as dealt and its moves."""

import hashlib
import hmac
import random
from typing import Any

import pytest
import rfc8785

from referee.game import Game, Table
from referee.games.registry import GAMES
from referee.shuffle import shuffled
from tests.play import random_move


def step(salt: bytes, previous: str, data: Any) -> str:
    return hmac.new(salt, bytes.fromhex(previous) + rfc8785.dumps(data), hashlib.sha256).hexdigest()


def as_dealt(game: Game, table: Table) -> dict[str, Any]:
    deal = table.write(None)["deal"]
    if "first_drawer" in deal:  # each hand in the order drawn, round the table from the first drawer (BA-2.1)
        label = f"deal:{deal['number']}" + (f":redeal:{deal['redeals']}" if deal["redeals"] else "")
        cards = shuffled(game.full_pack(table.options), str(table.seed), label)
        first = deal["first_drawer"]
        hands = [cards[(seat - first) % table.seats :: table.seats] for seat in range(table.seats)]
        return {"first_drawer": first, "hands": hands, "stock": []}
    rest = {game.rest_name: deal[game.rest_name]} if game.rest_name else {}
    hands = [list(hand) for hand in deal["hands"]]
    for entry in (deal.get("tribute") or {"put": []})["put"]:  # it has been put already
        hands[entry["seat"]].append(entry["card"])
    return {"dealer": deal["dealer"], "hands": [game.written(hand) for hand in hands], **rest}


def normal(table: Table, move: dict[str, Any], reading: dict[str, Any] | None) -> dict[str, Any]:
    """A move in normal form: cards in written order, and the reading of a combination written out."""
    done = dict(move)
    if "cards" in done:
        done["cards"] = table.written(done["cards"])
    if reading is not None and "as" in table.game.all_fields:
        done["as"] = {"kind": reading["kind"], "rank": reading["rank"]}
    return done


@pytest.mark.parametrize("seed", ["d", "e", "f"])
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_anyone_with_the_seed_can_compute_the_digests(game: Game, seed: str) -> None:
    luck = random.Random(seed)
    options = game.resolve_options({"match": {"deals": 2}})
    table = game.deal(options, "a label", seed)
    salt = hashlib.sha256(b"salt\0" + seed.encode()).digest()[:16]
    first = {"game": game.name, "format": 1, "options": options, "match_id": "a label", "deal": as_dealt(game, table)}
    digest = step(salt, "", first)
    while True:
        assert table.write(None)["digest"] == digest
        assert table.view("table")["digest"] == digest
        if table.match.over:
            break
        if table.phase() == "deal_over":
            table.continue_with()
            digest = step(salt, digest, {"deal": as_dealt(game, table)})
            continue
        move = random_move(table, luck)
        if "cards" in move:
            luck.shuffle(move["cards"])
            move["cards"] = [luck.choice([code, code.lower(), code.replace("T", "10")]) for code in move["cards"]]
        ruling = table.rule_on(move)
        table.apply(ruling)
        move["cards"] = [code.upper().replace("10", "T") for code in move["cards"]] if "cards" in move else None
        move = {name: value for name, value in move.items() if value is not None}
        digest = step(salt, digest, normal(table, move, ruling.reading))
