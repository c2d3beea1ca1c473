"""``mypyc_attr`` to the type checker and the compiler, a decorator without effect at run time.

A class decorated with ``mypyc_attr(allow_interpreted_subclasses=True)`` may be inherited from in plain Python also when
it is compiled. Like `ints`, this module is not compiled, and imports nothing from outside the standard library at run
time.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr
else:

    def mypyc_attr(**settings):
        """The class as it is: what is set here is for the compiler alone."""
        return lambda decorated: decorated


__all__ = ["mypyc_attr"]
