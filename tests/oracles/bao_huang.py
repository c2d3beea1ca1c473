"""What the law book of Bao Huang says, word for word and slowly: plays by trying cards, scores by counting places.

Written from the rules alone. A reading is ``(kind, rank, size)``, the rank as it is written, None where there is none.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

ORDER = "3456789TJQKA2"
KINDS = ["single", "set", "set_with_jokers", "jokers"]
RANKS = [*ORDER, "BJ", "RJ"]
WRITTEN = ["RJ*", "RJ", "BJ*", "BJ"] + [rank + suit for rank in reversed(ORDER) for suit in "SHDC"]
PLACES = (2, 1, 0, -1, -2)

Reading = tuple[str, str | None, int]


def is_joker(card: str) -> bool:
    return card[:2] in ("BJ", "RJ")


def rank_of(card: str) -> str:
    """BH-1.2: a marked joker ranks with its colour."""
    return card[:2] if is_joker(card) else card[0]


def high(card: str) -> int:
    return RANKS.index(rank_of(card))


def written(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=WRITTEN.index))


def read(cards: Sequence[str], lowest: str | None = None) -> Reading | None:
    """BH-5.2, and BH-6.2 where cards of the rank ``lowest`` are played last."""
    jokers = [card for card in cards if is_joker(card)]
    naturals = [card for card in cards if not is_joker(card)]
    if len({card[0] for card in naturals}) > 1:
        return None
    size = len(cards)
    if not naturals:
        return ("single", rank_of(cards[0]), 1) if size == 1 else ("jokers", None, size)
    rank = naturals[0][0]
    if not jokers:
        return ("single" if size == 1 else "set", rank, size)
    return None if rank == lowest else ("set_with_jokers", rank, size)


def beats(cards: Sequence[str], beaten: Sequence[str], same_kind: bool) -> bool:
    """BH-5.3: as many cards, and card by card, both sorted high to low, each outranks the other's."""
    if len(cards) != len(beaten):
        return False
    if same_kind and read(cards)[0] != read(beaten)[0]:
        return False
    mine = sorted(map(high, cards), reverse=True)
    theirs = sorted(map(high, beaten), reverse=True)
    return all(one > other for one, other in zip(mine, theirs, strict=True))


def own_kind(card: str, called: str | None) -> str:
    """What makes two cards different moves: suits do not, marked jokers and the called card do."""
    return card if is_joker(card) or card == called else card[0]


def first_suits(hand: Sequence[str], kinds: Counter[str], called: str | None) -> tuple[str, ...]:
    """The cards of these kinds in a hand, with the first suits in the order S H D C."""
    chosen: list[str] = []
    left = Counter(kinds)
    for card in written(hand):
        if left[own_kind(card, called)] > 0:
            left[own_kind(card, called)] -= 1
            chosen.append(card)
    return tuple(chosen)


def by_subsets(hand: Sequence[str], called: str | None) -> Iterator[tuple[str, ...]]:
    """Every choice of cards, equal ones once: by all subsets of a small hand."""
    met = set()
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            kinds = Counter(own_kind(card, called) for card in cards)
            key = tuple(sorted(kinds.items()))
            if key not in met:
                met.add(key)
                yield first_suits(hand, kinds, called)


def by_ranks(hand: Sequence[str], called: str | None) -> Iterator[tuple[str, ...]]:
    """Every choice of jokers with cards of at most one rank, equal ones once: for a whole hand."""
    held = Counter(own_kind(card, called) for card in hand)
    jokers = [kind for kind in held if is_joker(kind)]
    for rank in [None, *ORDER]:
        kinds = [kind for kind in held if not is_joker(kind) and kind[0] == rank]
        if rank is not None and not kinds:
            continue
        for numbers in product(*[range(held[kind] + 1) for kind in [*jokers, *kinds]]):
            chosen = Counter(dict(zip([*jokers, *kinds], numbers, strict=True)))
            naturals = sum(chosen[kind] for kind in kinds)
            if chosen.total() > 0 and (rank is None or naturals > 0):
                yield first_suits(hand, chosen, called)


def legal_plays(
    hand: Sequence[str],
    beaten: Sequence[str] | None,
    same_kind: bool = False,
    lowest: str | None = None,
    called: str | None = None,
    whole: bool = False,
) -> list[tuple[tuple[str, ...], Reading]]:
    """Every legal play of a hand with its reading, in the order of legal-moves; ``beaten`` is None on a lead."""
    found = []
    for cards in (by_ranks if whole else by_subsets)(hand, called):
        reading = read(cards, lowest)
        if reading is None or (beaten is not None and not beats(cards, beaten, same_kind)):
            continue
        if lowest is not None and reading[1] == lowest and any(card[0] != lowest for card in hand):  # BH-6.1
            continue
        found.append((cards, reading))

    def order(play: tuple[tuple[str, ...], Reading]) -> tuple[int, int, int, list[int]]:
        cards, (kind, rank, size) = play
        return (
            KINDS.index(kind),
            size,
            -1 if rank is None else RANKS.index(rank),
            [WRITTEN.index(card) for card in cards],
        )

    return sorted(found, key=order)


def scores(
    emperor: int, guard: int | None, order: Sequence[int], declared: Iterable[int], first_only: bool
) -> list[int]:
    """BH-7 for a whole finishing order of five seats."""
    declared = list(declared)
    if guard is None:
        place = list(order).index(emperor)
        value = 3 if place == 0 else 0 if place == 1 else -3
        points = [4 * value if seat == emperor else -value for seat in range(5)]
    else:
        side = sum(PLACES[list(order).index(seat)] for seat in (emperor, guard))
        points = [side * (2 if seat == emperor else 1 if seat == guard else -1) for seat in range(5)]
    crown = emperor if guard is None else guard
    doubled = [crown in declared, any(seat != crown for seat in declared)]
    times = (2 if any(doubled) else 1) if first_only else 2 ** sum(doubled)
    return [score * times for score in points]


def end_of(emperor: int, guard: int | None, order: Sequence[int]) -> list[int]:
    """BH-7.1: who has gone out when all of one side have."""
    crown = {emperor, emperor if guard is None else guard}
    people = set(range(5)) - crown
    for number in range(6):
        if crown <= set(order[:number]) or people <= set(order[:number]):
            return list(order[:number])
    raise AssertionError
