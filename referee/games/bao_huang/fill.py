"""A deal of Bao Huang that fits what a viewer has seen: where unknown cards can lie.

Four things bind unknown cards: who can be the guard, what tribute was put (the highest of a hand, BH-2.1), that a seat
which has played cards of the lowest rank holds nothing else (BH-6.1), and that a seat to which the crown came back
can call a card (BH-3.5). The first two and the last are settled by a search over few choices; then what each hand may
hold is an end of one line of cards, so that all else can be dealt out at once, the most bound hand first: every way of
doing that is equally likely.
"""

from collections.abc import Sequence
from math import comb
from typing import Final

from referee.games.bao_huang.readings import COPIES, EMPEROR_CODE, GUARD_CODE, NATURALS, PLACES
from referee.games.bao_huang.scoring import SEATS
from referee.shuffle import Stream

LABEL: Final = "fill"
ATTEMPTS: Final = 30
JOKER_CODES: Final = 4
CALLED_COPIES: Final = 3
_LAST: Final = len(NATURALS)


def order_of(code: str) -> int:
    """The place of a card in the order in which tribute is taken, from 0; jokers are below it."""
    return PLACES[code] - JOKER_CODES


class Slot:
    """A tribute card: its ``giver``, its ``taker`` (-1: it lies in the pool) and its ``code``, empty if unknown."""

    def __init__(self, giver: int, taker: int, code: str) -> None:
        self.giver = giver
        self.taker = taker
        self.code = code


class Puzzle:
    """What is known and what is not.

    ``unknown`` are the codes that lie in no known place, in written order; ``rooms`` how many of them each hand has;
    ``known`` the cards that each seat is known to hold or to have played; ``slots`` the tribute. ``crown_seat`` must
    have the ``RJ*`` if it is unknown (-1: anybody), ``guards`` are the seats that can have the card of the guard,
    ``guard_code`` (empty: there is no such card yet); ``caller`` must be able to call a card (-1: nobody must);
    ``lowest_only`` are seats that hold cards of the rank ``lowest`` alone.
    """

    def __init__(self) -> None:
        self.unknown: list[str] = []
        self.rooms: list[int] = [0] * SEATS
        self.known: list[list[str]] = [[] for _ in range(SEATS)]
        self.slots: list[Slot] = []
        self.crown_seat: int = -1
        self.guard_code: str = ""
        self.guards: list[int] = []
        self.caller: int = -1
        self.lowest: str = ""
        self.lowest_only: list[int] = []


class Filled:
    """A deal that fits: the unknown cards of each seat, and the tribute cards by slot."""

    def __init__(self, hands: list[list[str]], slots: list[str]) -> None:
        self.hands = hands
        self.slots = slots


def fill(puzzle: Puzzle, seed: str | None = None) -> Filled | None:
    """A deal that fits, None when there is none.

    Without a seed it is always the same. With one it is drawn: the guard as likely as the numbers of unknown cards have
    it, a tribute card by the number of deals that it leaves open, the rest evenly.
    """
    if seed is not None:
        stream = Stream(seed, LABEL)
        for _ in range(ATTEMPTS):
            found = _Search(puzzle, stream).place_crown()
            if found is not None:
                return found
    return _Search(puzzle, None).place_crown()


class _Search:
    """One search: what has been laid so far, and what is left."""

    def __init__(self, puzzle: Puzzle, stream: Stream | None) -> None:
        self.puzzle = puzzle
        self.stream = stream
        self.left: list[str] = list(puzzle.unknown)
        self.rooms: list[int] = list(puzzle.rooms)
        self.laid: list[list[str]] = [[] for _ in range(SEATS)]
        self.values: list[str] = [slot.code for slot in puzzle.slots]
        # Which of a taker's cards are tribute already: each card is one slot's.
        self.spent: list[list[str]] = [[] for _ in range(SEATS)]
        for slot in puzzle.slots:
            if slot.code != "" and slot.taker >= 0:
                self.spent[slot.taker].append(slot.code)

    def lay(self, seat: int, code: str) -> bool:
        """Lays an unknown card into a hand. Returns whether that can be."""
        if self.rooms[seat] == 0 or code not in self.left or not self.allowed(seat, code):
            return False
        self.left.remove(code)
        self.rooms[seat] -= 1
        self.laid[seat].append(code)
        return True

    def unlay(self, seat: int, code: str) -> None:
        """Takes it back."""
        self.laid[seat].remove(code)
        self.rooms[seat] += 1
        self.left.append(code)

    def allowed(self, seat: int, code: str) -> bool:
        """Whether a seat that has played cards of the lowest rank could still hold this (BH-6.1)."""
        return seat not in self.puzzle.lowest_only or code[0] == self.puzzle.lowest

    def place_crown(self) -> Filled | None:
        """Lays the ``RJ*`` where it must be."""
        seat = self.puzzle.crown_seat
        if seat >= 0 and EMPEROR_CODE in self.left and not self.lay(seat, EMPEROR_CODE):
            return None
        return self.place_guard()

    def place_guard(self) -> Filled | None:
        """Lays the card of the guard, if it is unknown, with one of the seats that can have it."""
        code = self.puzzle.guard_code
        if code == "" or code not in self.left:
            return self.place_tribute(0)
        for seat in self._guards_in_turn():
            if self.lay(seat, code):
                found = self.place_tribute(0)
                if found is not None:
                    return found
                self.unlay(seat, code)
        return None

    def _guards_in_turn(self) -> list[int]:
        seats = [seat for seat in self.puzzle.guards if self.rooms[seat] > 0]
        if self.stream is None:
            return seats
        drawn: list[int] = []
        while seats:
            at = self.stream.below(sum([self.rooms[seat] for seat in seats]))
            for seat in seats:
                at -= self.rooms[seat]
                if at < 0:
                    drawn.append(seat)
                    break
            seats.remove(drawn[-1])
        return drawn

    # --- tribute ----------------------------------------------------------------------------

    def place_tribute(self, number: int) -> Filled | None:
        """Says what lies in the unknown slots, from number ``number`` of `_slots_in_turn` on."""
        turns = self._slots_in_turn()
        if number == len(turns):
            return self.place_call()
        at = turns[number]
        slot = self.puzzle.slots[at]
        most = self._highest(slot.giver, at)
        least = max([order_of(self.values[i]) for i in self._earlier(at) if self.values[i] != ""], default=0)
        own: list[str] = []
        if slot.taker >= 0:
            own = [*self.puzzle.known[slot.taker], *self.laid[slot.taker]]
            for code in self.spent[slot.taker]:
                if code in own:
                    own.remove(code)
        for code, from_left in self._tribute_choices(slot, own, least, most):
            if from_left:
                if slot.taker >= 0:
                    if not self.lay(slot.taker, code):
                        continue
                else:
                    self.left.remove(code)
            self.values[at] = code
            if slot.taker >= 0:
                self.spent[slot.taker].append(code)
            found = self.place_tribute(number + 1)
            if found is not None:
                return found
            self.values[at] = ""
            if slot.taker >= 0:
                self.spent[slot.taker].remove(code)
            if from_left:
                if slot.taker >= 0:
                    self.unlay(slot.taker, code)
                else:
                    self.left.append(code)
        return None

    def _slots_in_turn(self) -> list[int]:
        """The unknown slots, those first whose cards must be highest."""
        unknown = [at for at, slot in enumerate(self.puzzle.slots) if slot.code == ""]
        return sorted(unknown, key=lambda at: (self._known_highest(at), at))

    def _known_highest(self, at: int) -> int:
        """The last place that the card of a slot can have by what is known from the start: of the giver's hand, and of
        what he gave after it (BH-2.1).
        """
        giver = self.puzzle.slots[at].giver
        later = [slot.code for slot in self.puzzle.slots[at + 1 :] if slot.giver == giver and slot.code != ""]
        return min([self._bound(giver), *[order_of(code) for code in later]])

    def _earlier(self, at: int) -> list[int]:
        giver = self.puzzle.slots[at].giver
        return [i for i in range(at) if self.puzzle.slots[i].giver == giver]

    def _bound(self, giver: int) -> int:
        """The place of the highest card that a giver is known to have had besides his tribute."""
        return min([order_of(code) for code in self.puzzle.known[giver] if code in NATURAL_SET], default=_LAST)

    def _highest(self, giver: int, at: int) -> int:
        """The last place that the card of a slot can have: nothing that its giver had afterwards was higher."""
        places = [order_of(code) for code in self.laid[giver] if code in NATURAL_SET]
        later = [i for i in range(at + 1, len(self.values)) if self.puzzle.slots[i].giver == giver]
        places += [order_of(self.values[i]) for i in later if self.values[i] != ""]
        return min([self._bound(giver), *places])

    def _tribute_choices(self, slot: Slot, own: Sequence[str], least: int, most: int) -> list[tuple[str, bool]]:
        """Cards that may lie in a slot, each with whether it is taken from those left; the best hope among them."""
        fitting = [code for code in own if code in NATURAL_SET and least <= order_of(code) <= most]
        best: list[tuple[str, bool]] = []
        open_cards: list[str] = []
        if slot.taker < 0 or self.rooms[slot.taker] > 0:
            open_cards = [code for code in self.left if code in NATURAL_SET and least <= order_of(code) <= most]
        if open_cards:
            best.append((min(open_cards, key=order_of), True))
        if fitting:
            best.append((min(fitting, key=order_of), False))
        if self.stream is None:
            return best
        drawn = self._drawn_tribute(
            slot, [*[(code, True) for code in open_cards], *[(code, False) for code in fitting]]
        )
        return [*drawn, *best]

    def _drawn_tribute(self, slot: Slot, choices: Sequence[tuple[str, bool]]) -> list[tuple[str, bool]]:
        """One of these choices, by the number of ways in which the giver's hand can then be filled."""
        assert self.stream is not None
        room = self.rooms[slot.giver]
        jokers = len([code for code in self.left if code not in NATURAL_SET])
        weights: list[int] = []
        for code, _ in choices:
            lower = len([other for other in self.left if other in NATURAL_SET and order_of(other) >= order_of(code)])
            weights.append(comb(lower + jokers, room))
        scale = max(weights, default=0) >> 24
        weights = [weight // (scale + 1) for weight in weights]
        total = sum(weights)
        if total == 0:
            return []
        at = self.stream.below(total)
        for choice, weight in zip(choices, weights, strict=True):
            at -= weight
            if at < 0:
                return [choice]
        return []

    # --- a card to call ---------------------------------------------------------------------

    def place_call(self) -> Filled | None:
        """Sees to it that the seat to which the crown came back can call a card (BH-3.5)."""
        seat = self.puzzle.caller
        if seat < 0:
            return self.deal_out()
        if self.stream is not None:
            found = self.deal_out()
            if found is not None and can_call([*self.puzzle.known[seat], *found.hands[seat]]):
                return found
        codes = list(NATURALS)
        if self.stream is not None:
            turn = self.stream.below(len(codes))
            codes = codes[turn:] + codes[:turn]
        for code in codes:
            found = self._with_call(seat, code)
            if found is not None:
                return found
        return None

    def _with_call(self, seat: int, code: str) -> Filled | None:
        free = self.left.count(code)
        wanted = CALLED_COPIES - self.puzzle.known[seat].count(code) - self.laid[seat].count(code)
        if not 0 <= wanted <= free or free - wanted > COPIES - CALLED_COPIES:
            return None
        if wanted > self.rooms[seat] or order_of(code) < self._threshold(seat):
            return None
        for _ in range(wanted):
            self.lay(seat, code)
        others = [-1] if free == wanted else [other for other in range(SEATS) if other != seat]
        found: Filled | None = None
        for other in others:
            if other >= 0 and (order_of(code) < self._threshold(other) or not self.lay(other, code)):
                continue
            found = self.deal_out()
            if found is not None:
                break
            if other >= 0:
                self.unlay(other, code)
        if found is None:
            for _ in range(wanted):
                self.unlay(seat, code)
        return found

    # --- the rest ---------------------------------------------------------------------------

    def _threshold(self, seat: int) -> int:
        """The place of the last tribute card that a seat put: it held nothing higher any more (BH-2.1)."""
        return max(
            [order_of(self.values[at]) for at, slot in enumerate(self.puzzle.slots) if slot.giver == seat], default=0
        )

    def deal_out(self) -> Filled | None:
        """Deals all that is left out to the hands, the most bound first; the search's own record stays as it is."""
        hands = [list(cards) for cards in self.laid]
        left = sorted(self.left, key=lambda code: PLACES[code])
        bounds = [self._threshold(seat) for seat in range(SEATS)]
        for seat in range(SEATS):
            naturals = [order_of(code) for code in self.laid[seat] if code in NATURAL_SET]
            naturals.append(self._bound(seat))
            if min(naturals) < bounds[seat]:
                return None
        order = sorted(range(SEATS), key=lambda seat: (seat not in self.puzzle.lowest_only, -bounds[seat]))
        for seat in order:
            eligible = [
                place
                for place, code in enumerate(left)
                if self.allowed(seat, code) and (code not in NATURAL_SET or order_of(code) >= bounds[seat])
            ]
            room = self.rooms[seat]
            if len(eligible) < room:
                return None
            if self.stream is not None:
                for i in range(room):
                    j = i + self.stream.below(len(eligible) - i)
                    eligible[i], eligible[j] = eligible[j], eligible[i]
            taken = set(eligible[:room])
            hands[seat] += [left[place] for place in sorted(taken)]
            left = [code for place, code in enumerate(left) if place not in taken]
        return None if left else Filled(hands, list(self.values))


NATURAL_SET: Final = frozenset(NATURALS)


def can_call(hand: Sequence[str]) -> bool:
    """Whether a hand has exactly three of the four copies of some card (BH-3.5)."""
    return any(hand.count(code) == CALLED_COPIES for code in set(hand) if code in NATURAL_SET)


def guard_card(called: str) -> str:
    """The card that makes the guard: the called one, or the ``BJ*`` where none is called (BH-3.3, BH-3.5)."""
    return called or GUARD_CODE
