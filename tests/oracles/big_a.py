"""What the law book of Big A says, word for word and slowly: by definitions and by trying every subset.

Written from the rules alone. Cards are codes; a reading is ``(kind, value, size)``, in which the value orders the
readings of one kind. Spades are the Big Aces unless another suit is said.
"""

from collections import Counter
from itertools import combinations

SINGLES = ["4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "3", "BJ", "RJ", "BIG"]
SETS = SINGLES[:13]
RUNS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
OF_SIZE = {2: "pair", 3: "triple", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "true_eight"}
JOKERS = {2: "two_jokers", 3: "three_jokers", 4: "four_jokers"}
ORDINARY = ["single", "pair", "sequence", "double_sequence"]
STANDARD = [
    "triple", "four", "five", "six", "two_jokers", "triple_sequence", "fake_eight", "seven", "true_eight",
    "three_jokers", "four_jokers", "big_ace_pair",
]  # fmt: skip
EXTENDED = [
    *STANDARD[:8], "three_jokers", "four_triple_sequence", "false_ten", "true_eight", "five_triple_sequence",
    "false_twelve", "four_jokers", "false_fourteen", "big_ace_pair",
]  # fmt: skip
BOMB_RUNS = {
    (3, 3): "triple_sequence",
    (2, 4): "fake_eight",
    (4, 3): "four_triple_sequence",
    (2, 5): "false_ten",
    (5, 3): "five_triple_sequence",
    (2, 6): "false_twelve",
    (2, 7): "false_fourteen",
}
"""By the number of ranks and of cards of each."""

Reading = tuple[str, int, int]


def ladder(extended: bool) -> list[str]:
    return EXTENDED if extended else STANDARD


def read(cards, extended: bool, big: str = "AS") -> Reading | None:
    """BA-1.3, BA-4, BA-5: the one reading of some cards, or None."""
    size = len(cards)
    jokers = [card for card in cards if card in ("BJ", "RJ")]
    if size == 1:
        return ("single", SINGLES.index("BIG" if cards[0] == big else jokers[0] if jokers else cards[0][0]), 1)
    if jokers:
        return (JOKERS[size], jokers.count("RJ"), size) if len(jokers) == size and size in JOKERS else None
    if list(cards) == [big, big]:
        return ("big_ace_pair", 0, 2)
    counts = Counter(card[0] for card in cards)
    if len(counts) == 1:
        return (OF_SIZE[size], SETS.index(cards[0][0]), size)
    if len(set(counts.values())) != 1:
        return None
    width = next(iter(counts.values()))
    found: Reading | None = None
    for first in range(len(RUNS)):
        ranks = RUNS[first : first + len(counts)]
        if len(ranks) == len(counts) and len(set(ranks)) == len(ranks) and set(ranks) == set(counts):
            kind = BOMB_RUNS.get((len(ranks), width))
            if width < 3 and len(ranks) >= 3:
                kind = ("sequence", "double_sequence")[width - 1]
            if kind in ORDINARY or kind in ladder(extended):
                found = (str(kind), first + len(ranks), size)  # the last one found has the ace high
    return found


def beats(one: Reading, other: Reading, extended: bool) -> bool:
    """BA-4, BA-5."""
    kind, beaten = one[0], other[0]
    if kind == beaten:
        return one[2] == other[2] and one[1] > other[1]
    if kind in ORDINARY:
        return False
    if beaten in ORDINARY:
        big_or_joker = beaten == "single" and other[1] >= SINGLES.index("BJ")
        if kind == "triple":
            return not big_or_joker and beaten != "double_sequence"
        return not (kind == "four" and other == ("single", SINGLES.index("BIG"), 1))
    return ladder(extended).index(kind) > ladder(extended).index(beaten)


def captures(one: Reading, other: Reading) -> bool:
    """BA-6.1: ``n`` fours, two or more, take ``n + 1`` cards of one rank."""
    fours = one[0] in OF_SIZE.values() and one[1] == SETS.index("4")
    bomb = other[0] in OF_SIZE.values() and other[0] != "pair"
    return fours and bomb and one[2] + 1 == other[2]


def without_suits(cards, big: str = "AS") -> tuple[str, ...]:
    return tuple(sorted("BIG" if card == big else card if card in ("BJ", "RJ") else card[0] for card in cards))


def legal_plays(hand, beat: Reading | None, extended: bool) -> set[tuple[tuple[str, ...], Reading]]:
    """Every play that a hand has on a lead or on ``beat``, those that differ only in suits once."""
    found = set()
    for size in range(1, len(hand) + 1):
        for cards in combinations(sorted(hand), size):
            reading = read(cards, extended)
            if reading is not None and (beat is None or beats(reading, beat, extended) or captures(reading, beat)):
                found.add((without_suits(cards), reading))
    return found


class Deal:
    """The play of a deal, from BA-2.7 on, with cards by their codes.

    ``shown`` are the seats that have shown a Big Ace; ``known`` counts the Big Aces that the table knows in each hand.
    """

    def __init__(self, hands, big: str, declarer: int, revealed: bool, extended: bool) -> None:
        self.hands = [list(hand) for hand in hands]
        self.big = big
        self.extended = extended
        self.declarer = declarer
        holders = [seat for seat in range(5) for card in hands[seat] if card == big]
        self.partner = next((seat for seat in holders if seat != declarer), None)
        self.side = set(holders)
        self.known = [0] * 5
        self.known[declarer] = 1
        self.second: int | None = None
        self.early = revealed
        self.turn: int | None = declarer
        if revealed:
            self.second = declarer if self.partner is None else self.partner
            self.known[self.second] += 1
            self.turn = self.second
        self.out: list[int] = []
        self.plays: list[tuple[int, list[str], Reading]] = []
        self.passes = 0

    def active(self, seat: int) -> bool:
        return len(self.hands[seat]) > 0

    def following(self, seat: int) -> list[int]:
        """The other seats that still hold cards, in order of play after this one."""
        return [at % 5 for at in range(seat + 1, seat + 5) if self.active(at % 5)]

    def act(self, cards) -> None:
        """A pass (no cards) or a play of the seat whose turn it is."""
        seat = self.turn
        assert seat is not None
        if not cards:
            self.passes += 1
        else:
            reading = read(sorted(cards), self.extended, self.big)
            assert reading is not None
            taken = self.plays[-1][1] if self.plays and captures(reading, self.plays[-1][2]) else []
            for card in cards:
                self.hands[seat].remove(card)
            shown = list(cards).count(self.big)
            if shown > self.known[seat]:  # BA-3.3
                self.second = seat
            self.known[seat] = max(0, self.known[seat] - shown) + list(taken).count(self.big)
            self.hands[seat] += taken
            self.plays.append((seat, list(cards), reading))
            self.passes = 0
            if not self.hands[seat]:
                self.out.append(seat)
                left = {other for other in range(5) if self.active(other)}
                if left <= self.side or not left & self.side:  # BA-7.1
                    self.turn = None
                    return
        last = self.plays[-1][0]
        if self.passes == len([other for other in range(5) if other != last and self.active(other)]):
            self.turn = last if self.active(last) else self.led_after(last)
            self.plays = []
            self.passes = 0
        else:
            self.turn = self.following(seat)[0]

    def led_after(self, seat: int) -> int:
        """BA-3.4."""
        order = self.following(seat)
        if seat == self.declarer:
            return self.second if self.second in order else order[0]
        if seat == self.partner:
            return self.declarer if self.declarer in order else order[0]
        hidden = [other for other in order if other not in (self.declarer, self.second)]
        return (hidden or order)[0]

    def scores(self, doubled: bool) -> list[int]:
        """BA-8, by its sentences."""
        places = {seat: place + 1 for place, seat in enumerate(self.out)}
        if self.partner is None:
            stake = 64 if self.early else 32
            place = places.get(self.declarer, 5)
            won = stake if place == 1 else -stake if place == 5 else 0
            return [won if seat == self.declarer else -won // 4 for seat in range(5)]
        own, theirs = places.get(self.declarer), places.get(self.partner)
        if own is None and theirs is None:
            own, theirs = 4, 5
        own, theirs = own or 5, theirs or 5
        pair = sorted((own, theirs))
        level = 0  # thirds of what the declarer and its partner get together
        if pair[0] == 1:
            level = {2: 3, 3: 2, 4: 1, 5: 0}[pair[1]]
        elif pair == [4, 5]:
            level = -3
        elif pair[1] == 5:
            level = -1 if theirs == 5 else -2
        scores = [-level] * 5
        scores[self.declarer], scores[self.partner] = 2 * level, level
        if self.early and doubled:
            return [2 * score for score in scores]
        if self.early:
            scores = [-2 * level] * 5
            scores[self.declarer] = scores[self.partner] = 3 * level
        return scores
