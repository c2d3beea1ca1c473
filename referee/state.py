"""States as plain data: canonical JSON, the digest that chains steps, the first difference of two."""

import hmac
import json
from typing import Any, Final

FORMAT: Final = 1

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode


def canonical(data: Any) -> bytes:
    """``data`` as canonical JSON (RFC 8785) in UTF-8.

    ``data`` is made of objects with ASCII names, arrays, strings, whole numbers, booleans and null,
    as everything that is hashed here is; for these the standard library's output, with sorted names, is canonical.
    """
    return _encode(data).encode("utf-8")


def chain(salt: str, previous: str, data: Any) -> str:
    """The next digest in hex: HMAC-SHA256(salt, previous ‖ J(data)); ``previous`` is empty for the first."""
    return hmac.digest(bytes.fromhex(salt), bytes.fromhex(previous) + canonical(data), "sha256").hex()


def pointer(*parts: str | int) -> str:
    """The JSON pointer (RFC 6901) of a path of names and places."""
    return "".join(["/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts])


def first_difference(given: Any, derived: Any, at: str = "") -> str | None:
    """The pointer of the first place where two pieces of plain data differ, None when they are equal.

    Names are compared in the order of ``derived``; then those that it lacks. ``true`` is not 1.
    """
    if isinstance(given, dict) and isinstance(derived, dict):
        for name, value in derived.items():
            if name not in given:
                return at + pointer(name)
            found = first_difference(given[name], value, at + pointer(name))
            if found is not None:
                return found
        for name in given:
            if name not in derived:
                return at + pointer(name)
        return None
    if isinstance(given, list) and isinstance(derived, list):
        for place in range(min(len(given), len(derived))):
            found = first_difference(given[place], derived[place], f"{at}/{place}")
            if found is not None:
                return found
        return None if len(given) == len(derived) else f"{at}/{min(len(given), len(derived))}"
    return None if type(given) is type(derived) and given == derived else at
