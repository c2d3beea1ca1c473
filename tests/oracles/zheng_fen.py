"""What the law book of Zheng Fen says, word for word and slowly: by trying every card for every joker.

Written from the rules alone. A reading is ``(kind, rank, size)``, the rank as it is written, None where there is none.
"""

from collections import Counter
from functools import cache
from itertools import combinations, product

ORDER = "3456789TJQKA2"
COUNTING = "5TK"
KINDS = [
    "single",
    "pair",
    "triple",
    "quadruple",
    "pair_sequence",
    "triple_sequence",
    "quadruple_sequence",
    "full_house",
    "suit_sequence",
    "mixed_five_ten_king",
    "suited_five_ten_king",
    "four_twos",
]
SPECIALS = KINDS[9:]
PACK = [rank + suit for rank in ORDER for suit in "SHDC"] + ["BJ", "RJ"]

Reading = tuple[str, str | None, int]


def place(rank: str | None) -> int:
    return -1 if rank is None else (list(ORDER) + ["BJ", "RJ"]).index(rank)


def points(cards) -> int:
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards if card not in ("BJ", "RJ"))


def consecutive(ranks) -> bool:
    places = sorted(map(place, ranks))
    return all(after - before == 1 for before, after in zip(places, places[1:], strict=False))


def goes_beside(one: str, other: str) -> bool:
    """ZF-3.8, (a) to (d)."""
    pair = one[0] == other[0]
    neighbours = one[1] == other[1] and abs(place(one[0]) - place(other[0])) == 1
    three = "3" in (one[0], other[0])
    counting = one[0] in COUNTING and other[0] in COUNTING
    return pair or neighbours or three or counting


def shapes(cards: tuple[str, ...]) -> set[Reading]:
    """ZF-3.2 to 3.9 for cards that are all taken to be what they show; equal ones may occur (ZF-5.1)."""
    size = len(cards)
    counts = Counter(card[0] for card in cards)
    found: set[Reading] = set()
    if len(counts) == 1 and 2 <= size <= 4:
        found.add((KINDS[size - 1], cards[0][0], size))
    for width in (2, 3, 4):
        if len(counts) >= 3 and set(counts.values()) == {width} and consecutive(counts):
            found.add((KINDS[width + 2], max(counts, key=place), size))
    if size == 5:
        for three in combinations(range(5), 3):
            if len({cards[i][0] for i in three}) == 1:
                one, other = (cards[i] for i in range(5) if i not in three)
                if goes_beside(one, other):
                    found.add(("full_house", cards[three[0]][0], 5))
    if size >= 5 and len({card[1] for card in cards}) == 1 and len(counts) == size and consecutive(counts):
        found.add(("suit_sequence", max(counts, key=place), size))
    return found


def reads_special(cards: tuple[str, ...]) -> Reading | None:
    """ZF-3.10."""
    if sorted(card[0] for card in cards) == ["5", "K", "T"]:
        one_suit = len({card[1] for card in cards}) == 1
        return ("suited_five_ten_king" if one_suit else "mixed_five_ten_king", None, 3)
    if sorted(cards) == sorted("2" + suit for suit in "SHDC"):
        return ("four_twos", None, 4)
    return None


@cache
def readings(cards: frozenset[str], quadruple: bool = True) -> frozenset[Reading]:
    """Everything that a set of cards can be read as."""
    size = len(cards)
    if size == 1:
        (card,) = cards
        return frozenset({("single", card if card in ("BJ", "RJ") else card[0], 1)})
    real = tuple(sorted(card for card in cards if card not in ("BJ", "RJ")))
    jokers = size - len(real)
    if jokers == 0:
        special = reads_special(real)
        if special is not None:
            return frozenset({special})
    found: set[Reading] = set()
    for stand_ins in product(PACK[:52], repeat=jokers):
        if list(stand_ins) == sorted(stand_ins):
            found |= shapes(real + stand_ins)
    if not quadruple:
        found = {reading for reading in found if reading[0] != "quadruple"}
    return frozenset(found)


def beats(reading: Reading, other: Reading) -> bool:
    """ZF-3.10 and ZF-4."""
    kind, rank, size = reading
    if kind in SPECIALS:
        return other[0] not in SPECIALS or SPECIALS.index(kind) > SPECIALS.index(other[0])
    if kind != other[0]:
        return False
    if rank == other[1]:
        return kind.endswith("_sequence") and size > other[2]
    return place(rank) > place(other[1])


def legal_plays(hand, beat: Reading | None, quadruple: bool = True) -> dict[tuple[frozenset[str], Reading], None]:
    """Every (cards, reading) that may be played from a hand, passes apart."""
    plays = {}
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            for reading in readings(frozenset(cards), quadruple):
                if beat is None or beats(reading, beat):
                    plays[frozenset(cards), reading] = None
    return plays


class Deal:
    """A deal in play (T-1 … T-4, ZF-2, ZF-6): hands as sets of codes, plays as (cards, reading), None for a pass."""

    def __init__(self, hands, leader: int) -> None:
        self.hands = [set(hand) for hand in hands]
        self.won = [set() for _ in hands]
        self.seats = len(hands)
        self.out: list[int] = []
        self.turn: int | None = leader
        self.middle: list[tuple[int, frozenset[str], Reading]] = []
        self.passes = 0

    def holding(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.out]

    def beat(self) -> Reading | None:
        return self.middle[-1][2] if self.middle else None

    def after(self, seat: int) -> int:
        seat = (seat + 1) % self.seats
        while seat not in self.holding():
            seat = (seat + 1) % self.seats
        return seat

    def act(self, play) -> None:
        seat = self.turn
        assert seat is not None
        last_chance = len(self.holding()) == 1
        if play is None:
            assert self.middle
            self.passes += 1
        else:
            cards, reading = play
            assert cards <= self.hands[seat]
            self.hands[seat] -= cards
            self.middle.append((seat, cards, reading))
            self.passes = 0
            if not self.hands[seat] and not last_chance:
                self.out.append(seat)
        winner = self.middle[-1][0]
        others = [other for other in self.holding() if other != winner]
        if not last_chance and self.passes < len(others):
            self.turn = self.after(seat)
            return
        for _, cards, _ in self.middle:
            self.won[winner] |= cards
        self.middle = []
        self.passes = 0
        if last_chance:
            self.turn = None
        else:
            self.turn = winner if winner in self.holding() else self.after(winner)

    def scores(self) -> list[int]:
        (last,) = self.holding()
        gathered = [set(cards) for cards in self.won]
        gathered[self.out[0]] |= gathered[last] | self.hands[last]
        gathered[last] = set()
        return [points(cards) for cards in gathered]
