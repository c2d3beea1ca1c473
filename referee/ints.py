"""Machine integers: ``i64`` to the type checker and the compiler, ``int`` at run time.

The compiler keeps an ``i64`` in a machine register (64 bits, signed, wrapping). Plain Python never wraps, so
both agree only as long as every value fits: the rules keep theirs within 62 bits. This module is not compiled,
and imports nothing from outside the standard library at run time.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
else:
    i64 = int

__all__ = ["i64"]
