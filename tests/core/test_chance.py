"""The numbers that playouts draw: exactly uniform, and the same in both builds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.chance import MOST_SEED, MULTIPLIER, Chance

SPAN = 2**31
BOUNDS = [1, 2, 3, 5, 6, 7, 10, 52, 997, 10_000, 3**19, 2**30 - 1, 2**30, 2**30 + 1, SPAN - 2, SPAN - 1]
LARGE = [SPAN, SPAN + 1, 2**32, 3**30, 2**61 + 1, 2**62 - 1, 2**62]


class Words:
    """The generator as its docstring tells it, written anew."""

    def __init__(self, seed: int) -> None:
        self.carry, self.low = divmod(seed, 2**32)
        self.carry += 1
        for _ in range(8):
            self.next()

    def next(self) -> int:
        self.carry, self.low = divmod(MULTIPLIER * self.low + self.carry, 2**32)
        return (self.carry ^ self.low) % SPAN

    def below(self, n: int) -> int:
        if n < SPAN:
            while True:
                number, part = divmod(self.next() * n, SPAN)
                if part >= SPAN % n:
                    return number
        while True:
            drawn = (self.next() * SPAN + self.next()) % max(SPAN, 1 << (n - 1).bit_length())
            if drawn < n:
                return drawn


@pytest.mark.parametrize("n", BOUNDS)
def test_as_many_words_stand_for_every_number(n: int) -> None:
    def words(k: int) -> int:  # those w with k * SPAN + SPAN % n <= w * n < (k + 1) * SPAN
        return -(-(k + 1) * SPAN // n) - -(-(k * SPAN + SPAN % n) // n)

    for k in (0, 1, 2, 3, n // 3, n // 2, n - 2, n - 1):
        if 0 <= k < n:
            assert words(k) == SPAN // n


@given(st.integers(0, MOST_SEED), st.lists(st.sampled_from(BOUNDS + LARGE) | st.integers(1, 2**62), max_size=20))
def test_numbers_are_drawn_as_told(seed: int, bounds: list[int]) -> None:
    chance, words = Chance(seed), Words(seed)
    assert [chance.below(n) for n in bounds] == [words.below(n) for n in bounds]


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, MOST_SEED])
def test_no_seed_is_a_bad_one(seed: int) -> None:
    chance = Chance(seed)
    assert len({chance.below(2**31) for _ in range(50)}) > 45


@pytest.mark.parametrize("n", [2, 3, 10, 52])
def test_every_number_comes_about_as_often(n: int) -> None:
    chance = Chance(n)
    seen = [0] * n
    for _ in range(400 * n):
        seen[chance.below(n)] += 1
    assert sum((times - 400) ** 2 for times in seen) / 400 < n + 6 * (2 * n) ** 0.5


@pytest.mark.parametrize("seed", [-1, MOST_SEED + 1])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="a seed is 0 to"):
        Chance(seed)


@pytest.mark.parametrize("n", [0, -1])
def test_no_number_lies_below_nothing(n: int) -> None:
    with pytest.raises(ValueError, match="no number"):
        Chance(1).below(n)
