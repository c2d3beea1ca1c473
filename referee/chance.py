"""Chance for playouts: a fast generator that draws the same numbers in the compiled build and in plain Python.

A multiply-with-carry generator with words of 32 bits (G. Marsaglia, "Random Number Generators", Journal of Modern
Applied Statistical Methods 2(1), 2003). Its one step needs neither a division nor a wrapping product, and no state
of it is larger than a signed 64-bit integer, so that both builds agree without masks.

It is no source of secrets, and no cards are dealt by it: those come from the documented shuffle (see `shuffle`).
"""

from typing import Final, final

from referee.ints import i64

MULTIPLIER: Final = 2147483085
"""The largest A below 2**31 such that A * 2**32 - 1 and A * 2**31 - 1 are both prime: the period is the longest there
is, A * 2**31 - 1."""
_WORD: Final = 0xFFFFFFFF
_HALF: Final = 0x7FFFFFFF
MOST_SEED: Final = 0x3FFFFFFFFFFFFFFF
"""The largest seed, and the largest bound less one."""


@final
class Chance:
    """A stream of numbers that its seed fixes; ``seed`` is 0 to 2**62 - 1.

    The state ``x`` becomes A * (x mod 2**32) + x // 2**32. A draw is made of the new state: the lower word, with the
    upper one exclusively or-ed to it, as the lower word alone is the weaker.

    Raises ValueError for another seed.
    """

    def __init__(self, seed: i64) -> None:
        if seed < 0 or seed > MOST_SEED:
            raise ValueError(f"a seed is 0 to {MOST_SEED}, not {seed}")
        # Two states are no good: 0 and A * 2**32 - 1 never change. With a carry from 1 to 2**30 neither comes up.
        self._x: i64 = (((seed >> 32) + 1) << 32) | (seed & _WORD)
        mixed: i64 = 0
        while mixed < 8:  # so that neighbouring seeds part
            self._step()
            mixed += 1

    def _step(self) -> i64:
        """One step; the lower 31 bits of the draw, of which all are equally likely."""
        x = MULTIPLIER * (self._x & _WORD) + (self._x >> 32)
        self._x = x
        return (x ^ (x >> 32)) & _HALF

    def below(self, n: i64) -> i64:
        """A number from 0 to ``n - 1``, each exactly as likely, 1 <= n <= 2**62.

        Up to 2**31 by one product instead of a division (D. Lemire, "Fast Random Integer Generation in an Interval",
        ACM Transactions on Modeling and Computer Simulation 29(1), 2019), beyond by drawing again what is too large.
        Raises ValueError for a bound below 1.
        """
        if n <= _HALF:
            if n < 1:
                raise ValueError(f"there is no number from 0 to {n - 1}")
            product = self._step() * n
            part = product & _HALF
            if part < n:  # seldom: only then can it lie in the part that would make some numbers likelier
                least = (_HALF + 1 - n) % n
                while part < least:
                    product = self._step() * n
                    part = product & _HALF
            return product >> 31
        most = n - 1
        span = _HALF
        while span < most:
            span = (span << 1) | 1
        while True:
            drawn = ((self._step() << 31) | self._step()) & span
            if drawn <= most:
                return drawn
