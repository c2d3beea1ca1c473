"""The rules of Zheng Fen, a row or more for each, to be checked against the law book by eye."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from referee.game import Table
from referee.games.zheng_fen.table import ZHENG_FEN
from referee.record import replay
from referee.rulings import Invalid
from referee.shuffle import shuffled
from tests.arranged import arranged, make, refused

RANKS = "3456789TJQKA2"
PACK = ZHENG_FEN.full_pack(ZHENG_FEN.resolve_options({}))
EVERY_PAIR = " ".join(f"pair-{rank}" for rank in RANKS)


def options(**given: Any) -> dict[str, Any]:
    return ZHENG_FEN.resolve_options(given)


def run(suit: str, first: str, last: str) -> list[str]:
    """The cards of one suit from one rank to another."""
    return [rank + suit for rank in RANKS[RANKS.index(first) : RANKS.index(last) + 1]]


def readings(cards: str, **given: Any) -> str:
    """What cards can be read as, in the order of the law book: ``kind-rank``."""
    found = ZHENG_FEN.read_combination(options(**given), cards.split(), None, None)["readings"]
    assert all(one["size"] == len(cards.split()) for one in found)
    return " ".join(one["kind"] if one["rank"] is None else f"{one['kind']}-{one['rank']}" for one in found)


def beats(cards: str, against: str, asked: dict[str, Any] | None = None) -> bool:
    other: dict[str, Any] = {"cards": against.split()}
    if asked is not None:
        other["as"] = asked
    return bool(ZHENG_FEN.read_combination(options(), cards.split(), None, other)["beats"])


# --- ZF-3, ZF-5: what cards can be read as -----------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "cards", "expected"),
    [
        # The article's examples of each category, and what just misses it.
        ("ZF-1.2", "KS KH AS AH 2S 2H", "pair_sequence-2"),
        ("ZF-1.2", "2S 2H 3S 3H 4S 4H", ""),
        ("ZF-1.2", "AS 2S 3S 4S 5S", ""),
        ("ZF-1.2", "AS 2S BJ RJ", ""),
        ("ZF-3.1", "3C", "single-3"),
        ("ZF-3.1", "2S", "single-2"),
        ("ZF-3.1", "BJ", "single-BJ"),
        ("ZF-3.1", "RJ", "single-RJ"),
        ("ZF-3.2", "6S 6D", "pair-6"),
        ("ZF-3.2", "QS QH", "pair-Q"),
        ("ZF-3.2", "6S 7S", ""),
        ("ZF-3.3", "9S 9H 9C", "triple-9"),
        ("ZF-3.3", "9S 9H TC", ""),
        ("ZF-3.4", "JS JH JD JC", "quadruple-J"),
        ("ZF-3.4", "2S 2H 2D RJ", "quadruple-2"),
        ("ZF-3.4", "JS JH JD QC", ""),
        ("ZF-3.5", "8S 8H 9S 9H TS TH JS JH", "pair_sequence-J"),
        ("ZF-3.5", "8S 8H 9S 9H", ""),
        ("ZF-3.5", "8S 8H 9S 9H JS JH", ""),
        ("ZF-3.6", "7S 7H 7D 8S 8H 8D 9S 9H 9D", "triple_sequence-9"),
        ("ZF-3.6", "7S 7H 7D 8S 8H 8D", ""),
        ("ZF-3.7", "7S 7H 7D 7C 8S 8H 8D 8C 9S 9H 9D 9C", "quadruple_sequence-9"),
        ("ZF-3.7", "QS QH QD QC KS KH KD KC", ""),
        ("ZF-3.8", "5S 5H 5D QS QH", "full_house-5"),  # (a)
        ("ZF-3.8", "7S 7H 7D AC 2C", "full_house-7"),  # (b)
        ("ZF-3.8", "7S 7H 7D AC 2D", ""),
        ("ZF-3.8", "7S 7H 7D KC 2C", ""),
        ("ZF-3.8", "7S 7H 7D 4C 5C", "full_house-7"),
        ("ZF-3.8", "5S 5H 5D 3S TH", "full_house-5"),  # (c)
        ("ZF-3.8", "7S 7H 7D 3S 2C", "full_house-7"),
        ("ZF-3.8", "JS JH JD 5S KH", "full_house-J"),  # (d)
        ("ZF-3.8", "JS JH JD TS KH", "full_house-J"),
        ("ZF-3.8", "JS JH JD KS KH", "full_house-J"),
        ("ZF-3.8", "JS JH JD KS AH", ""),
        ("ZF-3.8", "9S 9H 9D 9C 3S", "full_house-9"),  # of the triple's own rank
        ("ZF-3.8", "9S 9H 9D 9C 8S", "full_house-9"),
        ("ZF-3.8", "9S 9H 9D 9C TD", "full_house-9"),
        ("ZF-3.8", "9S 9H 9D 9C JS", ""),
        ("ZF-3.8", "5S 5H 5D 5C KS", "full_house-5"),
        ("ZF-3.8", "3S 3H 3D 3C KS", "full_house-3"),
        ("ZF-3.8", "2S 2H 2D 2C 3S", "full_house-2"),
        ("ZF-3.8", "2S 2H 2D 2C AS", "full_house-2"),
        ("ZF-3.8", "2S 2H 2D 2C KS", ""),
        ("ZF-3.9", "JS QS KS AS 2S", "suit_sequence-2"),
        ("ZF-3.9", "7C 8C 9C TC JC QC", "suit_sequence-Q"),
        ("ZF-3.9", "JS QS KS AS", ""),
        ("ZF-3.9", "JS QS KS AS 2H", ""),
        ("ZF-3.9", "3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2S", "suit_sequence-2"),
        ("ZF-3.10", "5S TH KD", "mixed_five_ten_king"),
        ("ZF-3.10", "5S TS KD", "mixed_five_ten_king"),
        ("ZF-3.10", "5S TS KS", "suited_five_ten_king"),
        ("ZF-3.10", "2S 2H 2D 2C", "four_twos"),  # and never a quadruple
        # Jokers.
        ("ZF-5.1", "8S BJ RJ", "triple-8"),
        ("ZF-5.1", "8S RJ", "pair-8"),
        ("ZF-5.1", "2S RJ", "pair-2"),
        ("ZF-5.1", "BJ RJ", EVERY_PAIR),
        ("ZF-5.1", "5S TS BJ", ""),
        ("ZF-5.1", "5S BJ RJ", "triple-5"),
        ("ZF-5.1", "2S 2H BJ RJ", "quadruple-2"),
        ("ZF-5.1", "6S 7S BJ 9S TS", "suit_sequence-T"),
        ("ZF-5.1", "QS KS AS 2S RJ", "suit_sequence-2"),
        ("ZF-5.1", "8S BJ 9S 9H TS RJ", "pair_sequence-T"),
        ("ZF-5.1", "9S 9H 9D 9C BJ", "full_house-9"),
        ("ZF-5.1", "7S 7H 7D QC BJ", "full_house-7"),
        ("ZF-5.1", "9S BJ RJ 3D 6H", "full_house-6 full_house-9"),
        # Several readings.
        ("ZF-5.2", "9S 9H KD BJ RJ", "full_house-9 full_house-K"),
        ("ZF-5.2", "4S 4H 5S 5H BJ RJ", "pair_sequence-5 pair_sequence-6"),
        ("ZF-5.2", "6S 7S 8S BJ RJ", "full_house-6 full_house-8 suit_sequence-8 suit_sequence-9 suit_sequence-T"),
        ("ZF-5.2", "3S 4S 5S 6S RJ", "suit_sequence-7"),
        ("ZF-5.2", "JS QS KS AS RJ", "suit_sequence-A suit_sequence-2"),
    ],
)
def test_readings(rule: str, cards: str, expected: str) -> None:
    assert readings(cards) == expected


@pytest.mark.parametrize(
    ("rule", "cards", "expected"),
    [
        ("ZF-3.4", "JS JH JD JC", ""),
        ("ZF-3.4", "2S 2H 2D RJ", ""),
        ("ZF-3.4", "JS JH BJ RJ", ""),
        ("ZF-3.10", "2S 2H 2D 2C", "four_twos"),
        ("ZF-3.7", "7S 7H 7D 7C 8S 8H 8D 8C 9S 9H 9D 9C", "quadruple_sequence-9"),
    ],
)
def test_readings_without_quadruples(rule: str, cards: str, expected: str) -> None:
    assert readings(cards, quadruple=False) == expected


# --- ZF-3, ZF-4: what beats what ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "cards", "against", "expected"),
    [
        ("ZF-1.2", "2S", "AS", True),
        ("ZF-1.2", "AS", "2S", False),
        ("ZF-1.2", "3S", "2S", False),
        ("ZF-3.1", "BJ", "2S", True),
        ("ZF-3.1", "RJ", "BJ", True),
        ("ZF-3.1", "BJ", "RJ", False),
        ("ZF-3", "4S 4H", "3S", False),
        ("ZF-3", "AS AH AD AC", "3S 3H 3D", False),
        ("ZF-3", "JS QS KS AS 2S", "4S 4H 4D 5C 5D", False),
        ("ZF-3", "4S 4H 4D 5C 5D", "5S 6S 7S 8S 9S", False),
        ("ZF-3.10", "5S TH KD", "RJ", True),
        ("ZF-3.10", "5S TH KD", "7S 7H 7D 7C 8S 8H 8D 8C 9S 9H 9D 9C", True),
        ("ZF-3.10", "5S TH KD", "6C 7C 8C 9C TC JC", True),
        ("ZF-3.10", "5S TS KS", "5H TH KD", True),
        ("ZF-3.10", "5S TH KD", "5H TD KC", False),
        ("ZF-3.10", "5H TH KD", "5S TS KS", False),
        ("ZF-3.10", "2S 2H 2D 2C", "5S TS KS", True),
        ("ZF-3.10", "5S TS KS", "2S 2H 2D 2C", False),
        ("ZF-3.10", "RJ", "5S TH KD", False),
        ("ZF-4.1", "4C", "3S", True),
        ("ZF-4.1", "4C", "4S", False),
        ("ZF-4.1", "4S", "4C", False),
        ("ZF-4.1", "QS QH", "6S 6D", True),
        ("ZF-4.1", "QS QH", "QD QC", False),
        ("ZF-4.1", "8S BJ RJ", "8H 8D 8C", False),  # a joker ranks as the card it stands for
        ("ZF-4.1", "8H 8D 8C", "8S BJ RJ", False),
        ("ZF-4.1", "9H 9D 9C", "8S BJ RJ", True),
        ("ZF-4.1", "9S BJ RJ 3D 6H", "9H 9D 9C AS AH", False),
        ("ZF-4.1", "9H 9D 9C AS AH", "9S BJ RJ 3D 6H", False),
        ("ZF-4.1", "TS TH TD 3D 6H", "9H 9D 9C AS AH", True),  # the two other cards do not matter
        ("ZF-4.1", "8S 8H 8D 2S 2H", "9H 9D 9C 3S 4D", False),
        ("ZF-4.2", "5S 5H 6S 6H 7S 7H", "4S 4H 5D 5C 6D 6C", True),
        ("ZF-4.2", "4S 4H 5S 5H 6S 6H 7S 7H", "5D 5C 6D 6C 7D 7C", True),
        ("ZF-4.2", "5D 5C 6D 6C 7D 7C", "4S 4H 5S 5H 6S 6H 7S 7H", False),
        ("ZF-4.2", "5D 5C 6D 6C 7D 7C", "5S 5H 6S 6H 7S 7H", False),
        ("ZF-4.2", "6D 6C 7D 7C 8D 8C", "4S 4H 5S 5H 6S 6H 7S 7H", True),
        ("ZF-4.2", "8H 9H TH JH QH", "7D 8D 9D TD JD", True),
        ("ZF-4.2", "7D 8D 9D TD JD", "8H 9H TH JH QH", False),
        ("ZF-4.2", "7C 8C 9C TC JC QC", "7D 8D 9D TD JD", True),
        ("ZF-4.2", "7C 8C 9C TC JC QC", "8H 9H TH JH QH", True),
        ("ZF-4.2", "8S 9S TS JS QS", "8H 9H TH JH QH", False),
        ("ZF-4.2", "8S 8H 8D 9S 9H 9D TS TH TD", "4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D", True),
        ("ZF-4.2", "4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D", "8S 8H 8D 9S 9H 9D TS TH TD", False),
        ("ZF-4.3", "5H TD KC", "5S TH KD", False),
        ("ZF-4.3", "5H TH KH", "5S TS KS", False),
    ],
)
def test_what_beats_what(rule: str, cards: str, against: str, expected: bool) -> None:
    assert beats(cards, against) is expected


@pytest.mark.parametrize(
    ("rule", "cards", "against", "asked", "expected"),
    [
        # Outside a trick the play to beat is read as on a lead, unless it says itself.
        ("ZF-5.2", "QS QH QC 4S 4H", "9S 9H KD BJ RJ", None, False),
        ("ZF-5.2", "QS QH QC 4S 4H", "9S 9H KD BJ RJ", {"kind": "full_house", "rank": "9"}, True),
        ("ZF-5.2", "9S 9H KD BJ RJ", "TS TH TD 4S 4H", None, True),
        ("ZF-5.3", "QS QH QC 4S 4H", "9S 9H KD BJ RJ", {"kind": "full_house"}, False),
        ("ZF-5.3", "5S 6S 7S 8S 9S", "6H 7H 8H BJ RJ", {"kind": "suit_sequence", "rank": "8"}, True),
    ],
)
def test_against_a_reading(rule: str, cards: str, against: str, asked: dict[str, Any] | None, expected: bool) -> None:
    assert beats(cards, against, asked) is expected


@pytest.mark.parametrize(
    ("rule", "cards", "against", "pointers"),
    [
        ("C-1", "4S 1S", None, ["/cards/1"]),
        ("C-3", "??", None, ["/cards/0"]),
        ("ZF-1.1", "4S 5S 4S", None, ["/cards/2"]),
        ("ZF-1.1", "4S", {"cards": ["5S", "4S"]}, ["/against/cards/1"]),
        ("ZF-3.2", "4S", {"cards": ["5S", "6S"]}, ["/against/cards"]),
        ("ZF-5.3", "4S", {"cards": ["5S", "5H"], "as": {"kind": "triple"}}, ["/against/as"]),
        ("V-2", "4S", {"cards": ["5S", "5H"], "as": {"kind": "flush"}}, ["/against/as"]),
    ],
)
def test_combinations_that_cannot_be_asked_about(
    rule: str, cards: str, against: dict[str, Any] | None, pointers: list[str]
) -> None:
    with pytest.raises(Invalid) as caught:
        ZHENG_FEN.read_combination(options(), cards.split(), None, against)
    assert list(caught.value.faults) == pointers


# --- rulings at a table -------------------------------------------------------------------------


def seat_0_leads(first: Sequence[str], second: Sequence[str] = (), **given: Any) -> Table:
    """Three at the table; seat 0 has the 3H and the cards ``first``, seat 1 the cards ``second``."""
    mine = list(first) if "3H" in first else ["3H", *first]
    return arranged(ZHENG_FEN, {0: mine, 1: list(second)}, players=3, **given)


@pytest.mark.parametrize(
    ("rule", "cards"),
    [
        ("ZF-1.2", "2S 2H 3S 3H 4S 4H"),
        ("ZF-1.2", "AS 2S 3S 4S 5S"),
        ("ZF-3.2", "6S 7S"),
        ("ZF-3.3", "9S 9H TC"),
        ("ZF-3.4", "9S 9H 9D TC"),
        ("ZF-3.5", "8S 8H 9S 9H JS JH"),
        ("ZF-3.6", "7S 7H 7D 8S 8H 8D TS TH TD"),
        ("ZF-3.7", "7S 7H 7D 7C 8S 8H 8D 8C 9S 9H 9D TC"),
        ("ZF-3.8", "9S 9H 9D 9C JS"),
        ("ZF-3.8", "7S 7H 7D AC 2D"),
        ("ZF-3.9", "5S 6S 7S 8S TS"),
        ("ZF-3.9", "5S 6S 7S 8S 9S JS"),
        ("ZF-5.1", "5S TS BJ"),
    ],
)
def test_no_combination(rule: str, cards: str) -> None:
    assert refused(seat_0_leads(cards.split()), 0, "play", cards=cards.split()) == ("not-a-combination", rule)


@pytest.mark.parametrize(
    ("rule", "cards", "asked"),
    [
        ("ZF-3.4", "9S 9H 9D 9C", None),
        ("ZF-3.4", "9S 9H 9D 9C", {"kind": "quadruple", "rank": "9"}),
        ("ZF-3.4", "9S 9H 9D BJ", None),
    ],
)
def test_quadruples_that_are_not_played(rule: str, cards: str, asked: dict[str, Any] | None) -> None:
    table = seat_0_leads(cards.split(), quadruple=False)
    fields: dict[str, Any] = {"cards": cards.split()} | ({} if asked is None else {"as": asked})
    assert refused(table, 0, "play", **fields) == ("not-a-combination", rule)


@pytest.mark.parametrize(
    ("rule", "led", "reply"),
    [
        ("ZF-3", "4S", "5S 5H"),
        ("ZF-3", "4S 4H 4D", "9S 9H 9D 9C"),
        ("ZF-3", "4S 4H 4D 5C 5D", "JS QS KS AS 2S"),
        ("ZF-3.10", "5S TS KS", "5H TH KD"),
        ("ZF-3.10", "5S TS KD", "RJ"),
        ("ZF-3.10", "2S 2H 2D 2C", "5H TH KH"),
        ("ZF-4.1", "9S", "9H"),
        ("ZF-4.1", "9S", "8H"),
        ("ZF-4.1", "9S 9H 9D", "8S BJ RJ"),
        ("ZF-4.1", "9S 9H 9D AS AH", "9C BJ RJ 3D 6H"),
        ("ZF-4.2", "5S 5H 6S 6H 7S 7H", "5D 5C 6D 6C 7D 7C"),
        ("ZF-4.2", "8H 9H TH JH QH", "7D 8D 9D TD JD"),
        ("ZF-4.2", "7C 8C 9C TC JC QC", "8H 9H TH JH QH"),
        ("ZF-4.3", "5S TH KD", "5H TD KC"),
        ("ZF-4.3", "5S TS KS", "5H TH KH"),
    ],
)
def test_plays_that_do_not_beat(rule: str, led: str, reply: str) -> None:
    table = seat_0_leads(led.split(), reply.split())
    make(table, 0, "play", cards=led.split())
    assert refused(table, 1, "play", cards=reply.split()) == ("does-not-beat", rule)


NINES_OR_KINGS = "9S 9H KD BJ RJ"
TENS = "TS TH TD 4S 4H"
EIGHTS = "8S 8H 8D 4S 4H"
RUN_OF_SIXES = "6S 7S 8S BJ RJ"


@pytest.mark.parametrize(
    ("rule", "led", "reply", "asked", "expected"),
    [
        # Without "as": the highest reading that is legal now.
        ("ZF-5.2", None, NINES_OR_KINGS, None, "full_house-K"),
        ("ZF-5.2", None, RUN_OF_SIXES, None, "suit_sequence-T"),
        ("ZF-5.2", None, "BJ RJ", None, "pair-2"),
        ("ZF-5.2", EIGHTS, NINES_OR_KINGS, None, "full_house-K"),
        ("ZF-5.2", TENS, NINES_OR_KINGS, None, "full_house-K"),
        ("ZF-5.2", "5H 5D 5C 4S 4H", RUN_OF_SIXES, None, "full_house-8"),
        ("ZF-5.2", "4S 4H", "BJ RJ", None, "pair-2"),
        ("ZF-5.2", "AS", "5S TS KD", None, "mixed_five_ten_king"),
        ("ZF-5.1", "4S 5S 6S 7S 8S", "9S TS JS BJ RJ", None, "suit_sequence-K"),
        # With "as".
        ("ZF-5.2", None, NINES_OR_KINGS, {"kind": "full_house", "rank": "9"}, "full_house-9"),
        ("ZF-5.2", EIGHTS, NINES_OR_KINGS, {"kind": "full_house", "rank": "9"}, "full_house-9"),
        ("ZF-5.2", None, RUN_OF_SIXES, {"kind": "suit_sequence", "rank": "8"}, "suit_sequence-8"),
        ("ZF-5.2", None, RUN_OF_SIXES, {"kind": "suit_sequence", "rank": "9", "size": 5}, "suit_sequence-9"),
        ("ZF-5.3", None, RUN_OF_SIXES, {"kind": "full_house"}, "full_house-8"),
        ("ZF-5.3", EIGHTS, NINES_OR_KINGS, {"kind": "full_house", "rank": None}, "full_house-K"),
        ("ZF-5.3", None, "5S TS KD", {"kind": "mixed_five_ten_king", "rank": None}, "mixed_five_ten_king"),
        ("ZF-5.3", None, "BJ", {"kind": "single", "rank": "BJ"}, "single-BJ"),
        # Readings that the cards cannot bear, or that are too low though another would do.
        ("ZF-5.3", None, NINES_OR_KINGS, {"kind": "full_house", "rank": "T"}, "not-a-combination"),
        ("ZF-5.3", None, NINES_OR_KINGS, {"kind": "pair"}, "not-a-combination"),
        ("ZF-5.3", None, NINES_OR_KINGS, {"kind": "full_house", "rank": "9", "size": 4}, "not-a-combination"),
        ("ZF-5.3", None, "2S 2H 2D 2C", {"kind": "quadruple", "rank": "2"}, "not-a-combination"),
        ("ZF-5.3", None, "2S 2H 2D 2C", {"kind": "four_twos", "rank": "2"}, "not-a-combination"),
        ("ZF-5.3", None, "4S RJ", {"kind": "pair", "rank": "RJ"}, "not-a-combination"),
        ("ZF-5.3", TENS, NINES_OR_KINGS, {"kind": "full_house", "rank": "9"}, "does-not-beat"),
        ("ZF-5.3", None, "6S 7S 8C BJ RJ", {"kind": "full_house", "rank": "6"}, "not-a-combination"),
        # Kinds and ranks that this game does not have.
        ("V-2", None, "4S", {"kind": "flush"}, "malformed-move"),
        ("V-2", None, "4S", {"kind": "single", "rank": "1"}, "malformed-move"),
        ("V-2", None, "4S", {"kind": "single", "rank": "10"}, "malformed-move"),
        ("V-2", None, "4S", {"rank": "4"}, "malformed-move"),
        ("V-2", None, "4S", {"kind": "single", "suit": "S"}, "malformed-move"),
        ("V-2", None, "4S", {"kind": "single", "size": "1"}, "malformed-move"),
    ],
)
def test_readings_in_moves(rule: str, led: str | None, reply: str, asked: dict[str, Any] | None, expected: str) -> None:
    seat = 0 if led is None else 1
    table = seat_0_leads(reply.split()) if led is None else seat_0_leads(led.split(), reply.split())
    if led is not None:
        make(table, 0, "play", cards=led.split())
    fields: dict[str, Any] = {"cards": reply.split()}
    if asked is not None:
        fields["as"] = asked
    ruling = table.rule_on({"seat": seat, "type": "play", **fields})
    if ruling.violation is not None:
        assert ruling.violation.code == expected
        if expected != "malformed-move":
            assert ruling.violation.rule == rule
        return
    reading = ruling.reading
    assert reading is not None and ruling.move is not None
    assert (reading["kind"] if reading["rank"] is None else f"{reading['kind']}-{reading['rank']}") == expected
    # In normal form the reading is always written out.
    assert ruling.move["as"] == {"kind": reading["kind"], "rank": reading["rank"]}


@pytest.mark.parametrize(
    ("rule", "led", "second", "cards", "expected"),
    [
        ("ZF-5.2", None, "BJ RJ", "RJ BJ", [{"kind": "pair", "rank": rank} for rank in RANKS]),
        ("ZF-5.2", "QS QH", "BJ RJ", "RJ BJ", [{"kind": "pair", "rank": rank} for rank in "KA2"]),
        ("ZF-5.2", "AS AH", "BJ RJ", "RJ BJ", [None]),
        ("ZF-5.2", EIGHTS, "9S 9H KD BJ RJ", "RJ BJ KD 9S 9H", [{"kind": "full_house", "rank": rank} for rank in "9K"]),
        ("ZF-5.2", TENS, "9S 9H KD BJ RJ", "RJ BJ KD 9S 9H", [None]),
        ("ZF-5.2", "8C", "9S 9H KD BJ RJ", "KD", [None]),
    ],
)
def test_moves_are_listed_once_for_each_legal_reading(
    rule: str, led: str | None, second: str, cards: str, expected: list[dict[str, Any] | None]
) -> None:
    table = seat_0_leads(second.split()) if led is None else seat_0_leads(led.split(), second.split())
    if led is not None:
        make(table, 0, "play", cards=led.split())
    moves = table.legal_moves(None, 5000, None).moves
    assert [move.get("as") for move in moves if move.get("cards") == cards.split()] == expected


def test_legal_moves_come_in_order() -> None:
    table = seat_0_leads(["4S", "4H", "BJ", "5S", "TS", "KS", "KH", "TH"])
    moves = table.legal_moves(0, 5000, None).moves
    order = []
    for move in moves:
        reading = table.rule_on(move).reading
        assert reading is not None
        kind, rank = ZHENG_FEN.combinations.index(reading["kind"]), reading["rank"]
        place = 0 if rank is None else [*RANKS, "BJ", "RJ"].index(rank)
        written = [ZHENG_FEN.written(PACK).index(card) for card in move["cards"]]
        order.append((kind, reading["size"], place, written))
    assert order == sorted(order) and len(order) > 100


# --- ZF-1, ZF-2: the deal and who leads --------------------------------------------------------


def fifty_four_cards() -> None:
    pack = ZHENG_FEN.full_pack(options())
    assert len(pack) == len(set(pack)) == 54
    assert {"BJ", "RJ"} < set(pack)
    with pytest.raises(Invalid):
        hands = [list(hand) for hand in seat_0_leads([]).write(None)["deal"]["hands"]]
        hands[0][0] = hands[1][0]
        ZHENG_FEN.deal(options(players=3), None, None, 0, hands)


def hands_are_written_from_the_red_joker_to_the_three() -> None:
    cards = ["3S", "2C", "2S", "AS", "BJ", "TH", "KD", "RJ", "KH"]
    assert ZHENG_FEN.written(cards) == ["RJ", "BJ", "2S", "2C", "AS", "KH", "KD", "TH", "3S"]


def fives_tens_and_kings_count() -> None:
    tricks = [["5S", "5H", "BJ"], ["TS", "KH", "RJ"], []]
    rest = [card for card in ZHENG_FEN.full_pack(options()) if card not in tricks[0] + tricks[1]]
    tricks[2], last_hand = rest[:-3], rest[-3:]
    (entry,) = ZHENG_FEN.score(options(players=3), [{"out": [0, 1], "tricks": tricks, "last_hand": last_hand}])["deals"]
    assert last_hand == ["QC", "KC", "AC"]
    assert entry["lines"][0]["values"] == {"points": [10, 20, 60]}
    assert entry["scores"] == [80, 20, 0]


def cards_are_taken_one_by_one_from_the_dealers_right() -> None:
    for players, sizes in ((3, [18, 18, 18]), (4, [13, 14, 14, 13]), (5, [10, 11, 11, 11, 11]), (6, [9] * 6)):
        chosen = options(players=players)
        state = ZHENG_FEN.deal(chosen, None, "seed", 0).write(None)
        assert [len(hand) for hand in state["deal"]["hands"]] == sizes
        cards = shuffled(ZHENG_FEN.full_pack(chosen), "seed", "deal:1")
        for seat in range(players):
            assert set(state["deal"]["hands"][(1 + seat) % players]) == set(cards[seat::players])


def the_three_of_hearts_leads_any_combination() -> None:
    for leader in range(3):
        table = arranged(ZHENG_FEN, {leader: ["3H", "9S", "9H"]}, players=3)
        assert table.may_act() == [leader]
        assert refused(table, (leader + 1) % 3, "play", cards=["AS"]) == ("not-your-turn", "ZF-2.2")
        assert table.view("table")["deal"]["trick"]["leader"] == leader
        assert set(table.view((leader + 1) % 3)["deal"]["hands"][leader]) == {"??"}
        make(table, leader, "play", cards=["9S", "9H"])
        # It is not filled in anywhere else either.
        other = ZHENG_FEN.load(table.view((leader + 1) % 3))
        assert "3H" in other.write(None)["deal"]["hands"][leader]


def the_first_out_takes_and_leads_and_the_last_deals() -> None:
    table = first_is_0_last_is_2()
    make(table, 2, "pass")
    table.seed = "next"
    table.continue_with()
    state = table.write(None)
    assert state["deal"]["dealer"] == 2
    assert table.may_act() == [0]
    assert refused(table, 1, "pass") == ("not-your-turn", "ZF-2.3")
    cards = shuffled(ZHENG_FEN.full_pack(state["options"]), "next", "deal:2")
    assert [set(hand) for hand in state["deal"]["hands"]] == [set(cards[seat::3]) for seat in range(3)]
    sizes = ZHENG_FEN.hand_sizes(options(), 3, {"outcome": {"out": [1, 0, 2]}})
    assert sizes == [13, 14, 14, 13]  # seat 1 takes the first card, not the seat on the dealer's right


def a_record_with_another_dealer_is_illegal() -> None:
    first = {"dealer": 0, "hands": first_is_0_last_is_2().write(None)["deal"]["hands"], "moves": []}
    table = first_is_0_last_is_2(first["moves"])
    make(table, 2, "pass")
    first["moves"].append({"seat": 2, "type": "pass"})
    first["hands"] = the_hands()
    record = {"options": {"players": 3}, "deals": [first, {"dealer": 1, "hands": the_hands(), "moves": []}]}
    verdict = replay(ZHENG_FEN, record)
    assert verdict.violation is not None and verdict.deal == 2 and verdict.index is None
    assert (verdict.violation.code, verdict.violation.rule) == ("choice-not-offered", "ZF-2.3")
    record["deals"][1]["dealer"] = 2
    assert replay(ZHENG_FEN, record).legal


def the_winner_takes_the_trick_and_leads() -> None:
    table = seat_0_leads(["5S", "AS"], ["5H", "KS"])
    make(table, 0, "play", cards=["5S"])
    make(table, 1, "play", cards=["KS"])
    make(table, 2, "pass")
    make(table, 0, "play", cards=["AS"])
    make(table, 1, "pass")
    events = make(table, 2, "pass")
    assert events[-1] | {"sequence": 0} == {
        "type": "trick_won", "sequence": 0, "n": 1, "visible_to": "all", "seat": 0, "trick": 0, "points": 15,
    }  # fmt: skip
    assert table.write(None)["deal"]["won"] == [["AS", "KS", "5S"], [], []]
    assert table.view(2)["deal"]["won"] == table.view("table")["deal"]["won"] == [["AS", "KS", "5S"], [], []]
    assert refused(table, 0, "pass") == ("must-lead", "ZF-2.4")
    assert refused(table, 1, "play", cards=["5H"]) == ("not-your-turn", "ZF-2.4")


def the_next_seat_leads_for_a_winner_who_is_out() -> None:
    table = arranged(ZHENG_FEN, {0: run("S", "3", "2") + run("H", "3", "7"), 2: ["BJ", "RJ"]}, players=3)
    make(table, 0, "play", cards=run("H", "3", "7"))
    make(table, 1, "pass")
    make(table, 2, "pass")
    make(table, 0, "play", cards=run("S", "3", "2"))
    assert table.write(None)["deal"]["out"] == [0]
    assert table.may_act() == [1]
    make(table, 1, "pass")
    make(table, 2, "pass")
    assert table.write(None)["deal"]["trick"] == {"leader": 1, "plays": [], "passed": []}
    assert len(table.write(None)["deal"]["won"][0]) == 18


# --- ZF-6: the end of the deal -----------------------------------------------------------------


def the_hands() -> list[list[str]]:
    return [
        run("S", "3", "2") + run("H", "3", "7"),
        run("D", "3", "2") + run("H", "8", "Q"),
        [*run("C", "3", "2"), *run("H", "K", "2"), "BJ", "RJ"],
    ]


def first_is_0_last_is_2(moves: list[dict[str, Any]] | None = None) -> Table:
    """Seat 0 went out, then seat 1 with all diamonds; seat 2 has won nothing and is asked once more."""
    made: list[dict[str, Any]] = [
        {"seat": 0, "type": "play", "cards": run("H", "3", "7")},
        {"seat": 1, "type": "play", "cards": run("H", "8", "Q")},
        {"seat": 2, "type": "pass"},
        {"seat": 0, "type": "play", "cards": run("S", "3", "2")},
        {"seat": 1, "type": "pass"},
        {"seat": 2, "type": "pass"},
        {"seat": 1, "type": "play", "cards": run("D", "3", "2")},
    ]
    table = ZHENG_FEN.deal(options(players=3), None, None, 0, the_hands())
    for move in made:
        table.apply(table.rule_on(move))
    if moves is not None:
        moves += made
    return table


def the_last_seat_may_pass_its_chance() -> None:
    table = first_is_0_last_is_2()
    assert (table.phase(), table.may_act()) == ("play", [2])
    assert refused(table, 1, "pass") == ("not-your-turn", "ZF-6.1")
    events = make(table, 2, "pass")
    assert [event["type"] for event in events] == ["passed", "trick_won", "hand_opened", "deal_over"]
    assert events[1]["seat"] == 1
    assert table.phase() == "deal_over"
    state = table.write(None)
    assert state["deal"]["out"] == [0, 1]
    assert state["deal"]["trick"] is None
    assert state["deal"]["won"][1] == [card for card in ZHENG_FEN.written(run("D", "3", "2"))]
    assert state["deal"]["result"]["scores"] == [75, 25, 0]


def the_last_seat_may_beat_the_last_play_once() -> None:
    table = first_is_0_last_is_2()
    assert refused(table, 2, "play", cards=run("C", "3", "2")) == ("does-not-beat", "ZF-4.2")
    events = make(table, 2, "play", cards=["5C", "TC", "KC"])
    assert [event["type"] for event in events] == ["played", "trick_won", "hand_opened", "deal_over"]
    assert (events[1]["seat"], events[1]["points"]) == (2, 50)
    assert table.write(None)["deal"]["result"] == {
        "deal": 1,
        "dealer": 0,
        "redeals": 0,
        "outcome": {"out": [0, 1], "points": [40, 0, 50], "last_hand_points": 10},
        "scores": [100, 0, 0],
    }


def the_last_seat_is_asked_even_if_it_cannot_beat() -> None:
    hands = [
        run("H", "3", "A") + run("S", "3", "8"),
        ["2S", "2H", "2D", "2C", "9S", "9C", *run("D", "3", "A")],
        [*run("S", "T", "A"), *run("C", "3", "8"), *run("C", "T", "A"), "BJ", "RJ"],
    ]
    table = ZHENG_FEN.deal(options(players=3), None, None, 0, hands)
    for cards in (run("S", "3", "8"), run("H", "3", "A"), run("D", "3", "A"), ["9S", "9C"], ["2S", "2H", "2D", "2C"]):
        make(table, table.may_act()[0], "play", cards=cards)
        while table.write(None)["deal"]["trick"]["plays"] and len(table.write(None)["deal"]["out"]) < 2:
            make(table, table.may_act()[0], "pass")
    assert table.may_act() == [2]
    assert table.legal_moves(2, 10, None).moves == [{"seat": 2, "type": "pass"}]
    make(table, 2, "pass")
    assert table.write(None)["deal"]["result"]["outcome"]["out"] == [0, 1]


def the_last_seat_is_last_even_without_cards() -> None:
    hands = the_hands()
    table = ZHENG_FEN.deal(options(players=3), None, None, 0, hands)
    leads = [
        (0, ["3H"]), (2, [*run("C", "6", "9"), "BJ"]), (2, run("C", "J", "2")), (2, ["AH", "RJ"]), (2, ["4C"]),
        (2, ["3C"]), (0, ["5H"]), (0, ["6H"]), (0, ["7H"]), (0, run("S", "3", "2")), (1, run("H", "8", "Q")),
        (1, run("D", "3", "2")),
    ]  # fmt: skip
    replies = {("3H",): (2, ["2H"]), ("3C",): (0, ["4H"])}
    for seat, cards in leads:
        while table.write(None)["deal"]["trick"]["plays"]:
            make(table, table.may_act()[0], "pass")
        make(table, seat, "play", cards=cards)
        if tuple(cards) in replies:
            other, reply = replies[tuple(cards)]
            while table.may_act() != [other]:
                make(table, table.may_act()[0], "pass")
            make(table, other, "play", cards=reply)
    make(table, 2, "play", cards=["5C", "TC", "KH"])
    state = table.write(None)
    assert state["deal"]["hands"] == [[], [], []]
    assert state["deal"]["out"] == [0, 1]
    assert state["deal"]["result"]["outcome"] == {"out": [0, 1], "points": [30, 10, 60], "last_hand_points": 0}
    assert state["deal"]["result"]["scores"] == [90, 10, 0]


def the_last_hand_and_tricks_go_to_the_first() -> None:
    table = first_is_0_last_is_2()
    hidden = table.view(0)["deal"]["hands"][2]
    assert set(hidden) == {"??"}
    (last,) = [event for event in make(table, 2, "play", cards=["5C", "TC", "KC"]) if event["type"] == "deal_over"]
    assert [(line["code"], line["rule"], line["scores"]) for line in last["lines"]] == [
        ("tricks", "ZF-6.3", [40, 0, 50]),
        ("last_hand", "ZF-6.2", [10, 0, 0]),
        ("last_tricks", "ZF-6.2", [50, 0, -50]),
    ]
    # The hand is laid open for all.
    open_hand = table.write(None)["deal"]["hands"][2]
    assert len(open_hand) == 15
    assert all(table.view(viewer)["deal"]["hands"][2] == open_hand for viewer in (0, 1, 2, "table"))


@pytest.mark.parametrize(
    ("rule", "check"),
    [
        ("ZF-1.1", fifty_four_cards),
        ("ZF-1.2", hands_are_written_from_the_red_joker_to_the_three),
        ("ZF-1.3", fives_tens_and_kings_count),
        ("ZF-2.1", cards_are_taken_one_by_one_from_the_dealers_right),
        ("ZF-2.2", the_three_of_hearts_leads_any_combination),
        ("ZF-2.3", the_first_out_takes_and_leads_and_the_last_deals),
        ("ZF-2.3", a_record_with_another_dealer_is_illegal),
        ("ZF-2.4", the_winner_takes_the_trick_and_leads),
        ("ZF-2.4", the_next_seat_leads_for_a_winner_who_is_out),
        ("ZF-6.1", the_last_seat_may_pass_its_chance),
        ("ZF-6.1", the_last_seat_may_beat_the_last_play_once),
        ("ZF-6.1", the_last_seat_is_asked_even_if_it_cannot_beat),
        ("ZF-6.1", the_last_seat_is_last_even_without_cards),
        ("ZF-6.2", the_last_hand_and_tricks_go_to_the_first),
    ],
)
def test_the_course_of_a_deal(rule: str, check: Callable[[], None]) -> None:
    check()


# --- ZF-6.2, ZF-6.3: scores of outcomes ----------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "out", "points", "last_hand", "scores"),
    [
        ("ZF-6.2", [2, 0, 3], [40, 5, 30, 15], 10, [40, 0, 45, 15]),
        ("ZF-6.2", [0, 1, 2], [0, 0, 0, 0], 100, [100, 0, 0, 0]),
        ("ZF-6.2", [3, 1, 2], [100, 0, 0, 0], 0, [0, 0, 0, 100]),
        ("ZF-6.3", [0, 1, 2], [10, 20, 70, 0], 0, [10, 20, 70, 0]),
    ],
)
def test_scores(rule: str, out: list[int], points: list[int], last_hand: int, scores: list[int]) -> None:
    outcome = {"out": out, "points": points, "last_hand_points": last_hand}
    assert ZHENG_FEN.score(options(), [outcome])["deals"][0]["scores"] == scores
    assert sum(scores) == 100


FIRST = {"out": [0, 1, 2], "points": [100, 0, 0, 0], "last_hand_points": 0}
SECOND = {"out": [1, 0, 2], "points": [0, 100, 0, 0], "last_hand_points": 0}
EVEN = {"out": [0, 1, 2], "points": [50, 50, 0, 0], "last_hand_points": 0}


@pytest.mark.parametrize(
    ("rule", "match", "outcomes", "over", "winners"),
    [
        ("ZF-6.3", {"target": 100}, [FIRST], True, [0]),
        ("ZF-6.3", {"target": 105}, [FIRST], False, []),
        ("ZF-6.3", {"target": 150}, [EVEN, FIRST], True, [0]),
        ("ZF-6.3", {"target": 200}, [FIRST, SECOND], False, []),
        ("ZF-6.3", {"deals": 2}, [FIRST, SECOND], True, [0, 1]),
        ("ZF-6.3", {"deals": 3}, [FIRST, SECOND], False, []),
        ("ZF-6.3", {"target": 150}, [EVEN, EVEN, EVEN], True, [0, 1]),
    ],
)
def test_the_end_of_the_match(
    rule: str, match: dict[str, int], outcomes: list[dict[str, Any]], over: bool, winners: list[int]
) -> None:
    scored = ZHENG_FEN.score(options(match=match), outcomes)
    assert (scored["over"], scored["winners"]) == (over, winners)


@pytest.mark.parametrize(
    ("rule", "outcome", "pointer"),
    [
        ("ZF-6.1", {"out": [0, 1], "points": [100, 0, 0, 0], "last_hand_points": 0}, "/out"),
        ("ZF-6.1", {"out": [0, 1, 2, 3], "points": [100, 0, 0, 0], "last_hand_points": 0}, "/out"),
        ("ZF-6.1", {"out": [0, 1, 1], "points": [100, 0, 0, 0], "last_hand_points": 0}, "/out/2"),
        ("ZF-6.1", {"out": [0, 1, 4], "points": [100, 0, 0, 0], "last_hand_points": 0}, "/out/2"),
        ("ZF-1.3", {"out": [0, 1, 2], "points": [90, 0, 0, 0], "last_hand_points": 0}, "/points"),
        ("ZF-1.3", {"out": [0, 1, 2], "points": [96, 4, 0, 0], "last_hand_points": 0}, "/points/0"),
        ("ZF-1.3", {"out": [0, 1, 2], "points": [105, -5, 0, 0], "last_hand_points": 0}, "/points/1"),
        ("ZF-1.3", {"out": [0, 1, 2], "points": [100, 0, 0], "last_hand_points": 0}, "/points"),
        ("ZF-1.3", {"out": [0, 1, 2], "points": [0, 0, 0, 0], "last_hand_points": 10**30}, "/last_hand_points"),
        ("ZF-6.2", {"out": [0, 1, 2], "points": [100, 0, 0, 0]}, "/last_hand_points"),
        ("ZF-6.2", {"out": [0, 1, 2], "tricks": [PACK, [], [], []]}, "/last_hand"),
        ("ZF-6.2", {"out": [0, 1, 2]}, "/points"),
        ("ZF-6.2", {**FIRST, "tricks": [PACK, [], [], []], "last_hand": []}, ""),
        ("ZF-1.1", {"out": [0, 1, 2], "tricks": [PACK[1:], [], [], []], "last_hand": []}, "/tricks"),
        ("ZF-1.1", {"out": [0, 1, 2], "tricks": [PACK, [], [], []], "last_hand": ["4S"]}, "/last_hand/0"),
        ("ZF-1.1", {"out": [0, 1, 2], "tricks": [[*PACK[1:], "1S"], [], [], []], "last_hand": []}, "/tricks/0/53"),
        ("ZF-1.1", {"out": [0, 1, 2], "tricks": [PACK[15:], [], [], []], "last_hand": PACK[:15]}, "/last_hand"),
        ("ZF-1.1", {"out": [0, 1, 2], "tricks": [PACK, [], []], "last_hand": []}, "/tricks"),
        ("ZF-6.1", {"out": [0, 1, 2], "tricks": [PACK, [], [], []], "last_hand": []}, "/tricks/3"),
        ("ZF-2.1", {"out": [0, 1, 2], "tricks": [PACK[16:], [], [], PACK[14:16]], "last_hand": PACK[:14]}, "/tricks/3"),
    ],
)
def test_outcomes_that_cannot_have_happened(rule: str, outcome: dict[str, Any], pointer: str) -> None:
    faults = ZHENG_FEN.check_outcome(options(), outcome)
    assert pointer in faults, faults


@pytest.mark.parametrize(
    ("rule", "players", "outcome", "pointer"),
    [
        # Nine cards are worth 85 at most, and who still has all nine has won no trick.
        (
            "ZF-2.1",
            6,
            {"out": [0, 1, 2, 3, 4], "points": [10, 0, 0, 0, 0, 0], "last_hand_points": 90},
            "/last_hand_points",
        ),
        ("ZF-2.1", 6, {"out": [0, 1, 2, 3, 4], "points": [10, 0, 0, 0, 0, 5], "last_hand_points": 85}, "/points/5"),
        ("ZF-2.1", 6, {"out": [0, 1, 2, 3, 4], "points": [15, 0, 0, 0, 0, 0], "last_hand_points": 85}, None),
        ("ZF-1.3", 6, {"out": [0, 1, 2, 3, 4], "points": [5, 5, 5, 5, 5, 55], "last_hand_points": 20}, "/points"),
        ("ZF-1.3", 6, {"out": [0, 1, 2, 3, 4], "points": [5, 5, 5, 5, 0, 60], "last_hand_points": 20}, None),
        ("ZF-6.1", 3, {"out": [2, 1], "tricks": [PACK[:2], PACK[2:], []], "last_hand": []}, None),
    ],
)
def test_what_a_hand_can_hold(rule: str, players: int, outcome: dict[str, Any], pointer: str | None) -> None:
    assert list(ZHENG_FEN.check_outcome(options(players=players), outcome)) == ([] if pointer is None else [pointer])
