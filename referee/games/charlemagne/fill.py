"""Where unknown cards can lie: counting all fitting deals, and taking one of them.

Places (hands, kitty, cards put aside) have room for a number of unknown cards each, and each is barred to some cards: a
seat that did not follow suit holds none of that suit. Cards that may lie in the same places form a group; for how many
of a group lie where, the others do not matter, so that all fitting deals can be counted group by group, exactly, and
deal number ``n`` be written down.
"""

from collections.abc import Sequence
from math import comb
from typing import Final

from referee.cards import bit
from referee.shuffle import Stream

LABEL: Final = "fill"


class Filling:
    """All ways to lay the cards of the mask ``unknown`` into places.

    ``rooms`` is the number of cards that each place has room for, in all as many as there are; ``barred`` the mask of
    cards that cannot lie there. ``count`` is the number of ways.
    """

    def __init__(self, unknown: int, rooms: Sequence[int], barred: Sequence[int]) -> None:
        self.places: int = len(rooms)
        self.rooms: tuple[int, ...] = tuple(rooms)
        self._groups: list[list[int]] = []
        self._open: list[list[int]] = []
        self._known: dict[tuple[int, ...], int] = {}
        by_places: dict[tuple[int, ...], list[int]] = {}
        rest = unknown
        while rest:
            card = rest & -rest
            rest ^= card
            places = tuple([place for place in range(self.places) if rooms[place] and not barred[place] & card])
            by_places.setdefault(places, []).append(card)
        for places in sorted(by_places):
            self._open.append(list(places))
            self._groups.append(by_places[places])
        self.count: int = self._count(0, self.rooms)

    def nth(self, n: int) -> list[int]:
        """The cards in each place, as masks, in way number ``n``, 0 <= n < count."""
        laid = [0] * self.places
        rooms = self.rooms
        for group, cards in enumerate(self._groups):
            for split in self._splits(group, rooms):
                after = _less(rooms, split)
                later = self._count(group + 1, after)
                ways = _ways(split) * later
                if n < ways:
                    _lay(cards, split, n // later, laid)
                    n %= later
                    rooms = after
                    break
                n -= ways
        return laid

    def _count(self, group: int, rooms: tuple[int, ...]) -> int:
        """In how many ways the groups from number ``group`` on fill ``rooms`` exactly."""
        if group == len(self._groups):
            return 0 if any(rooms) else 1
        known = (group, *rooms)
        found = self._known.get(known)
        if found is None:
            found = 0
            for split in self._splits(group, rooms):
                found += _ways(split) * self._count(group + 1, _less(rooms, split))
            self._known[known] = found
        return found

    def _splits(self, group: int, rooms: tuple[int, ...]) -> list[tuple[int, ...]]:
        """How many cards of a group can go to each place, all ways."""
        if group == len(self._groups) - 1:
            allowed = self._open[group]
            for place, room in enumerate(rooms):
                if room and place not in allowed:
                    return []
            return [rooms]
        splits: list[list[int]] = [[0] * self.places]
        wanted = len(self._groups[group])
        for place in self._open[group]:
            longer: list[list[int]] = []
            for split in splits:
                for number in range(min(rooms[place], wanted - sum(split)) + 1):
                    one = split.copy()
                    one[place] = number
                    longer.append(one)
            splits = longer
        return [tuple(split) for split in splits if sum(split) == wanted]


def draw_below(stream: Stream, n: int) -> int:
    """A number from 0 to ``n - 1`` from a stream (SH-3), for any ``n`` from 1: from as many words as it takes."""
    if n <= int(bit(32)):
        return stream.below(n)
    words = 1
    span = int(bit(32))
    while span < n:
        span *= int(bit(32))
        words += 1
    bound = span // n * n
    while True:
        number = 0
        for _ in range(words):
            number = number * int(bit(32)) + stream.below(int(bit(32)))
        if number < bound:
            return number % n


def _less(rooms: tuple[int, ...], split: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([room - taken for room, taken in zip(rooms, split, strict=True)])


def _ways(split: tuple[int, ...]) -> int:
    """In how many ways as many cards as ``split`` has in all can be told apart into these numbers."""
    ways = 1
    left = sum(split)
    for number in split:
        ways *= comb(left, number)
        left -= number
    return ways


def _lay(cards: list[int], split: tuple[int, ...], n: int, laid: list[int]) -> None:
    """Lays ``cards`` in way number ``n`` of `_ways` to the masks of ``laid``."""
    left = cards
    for place, number in enumerate(split):
        ways = comb(len(left), number)
        at = n % ways
        n //= ways
        wanted = number
        kept: list[int] = []
        for passed, card in enumerate(left):
            with_it = comb(len(left) - passed - 1, wanted - 1) if wanted else 0
            if at < with_it:
                laid[place] |= card
                wanted -= 1
            else:
                at -= with_it
                kept.append(card)
        left = kept
