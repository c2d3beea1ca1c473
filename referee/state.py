"""States as plain data: canonical JSON, the digest that chains steps, the first difference of two."""

import hmac
import json
from hashlib import sha256
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


class Chain:
    """The digests of one match, one after another: what `chain` gives, faster.

    HMAC is two SHA-256 sums, each begun with the key; here the two are begun once a match (RFC 2104).
    """

    def __init__(self, salt: str) -> None:
        key = bytes.fromhex(salt).ljust(_BLOCK, b"\x00")  # a salt is shorter than a block
        self._inner = sha256(key.translate(_INNER))
        self._outer = sha256(key.translate(_OUTER))

    def after(self, previous: str, text: str) -> str:
        """The digest in hex after ``previous`` of data whose canonical JSON is ``text``."""
        inner = self._inner.copy()
        inner.update(bytes.fromhex(previous) + text.encode("utf-8"))
        outer = self._outer.copy()
        outer.update(inner.digest())
        return outer.hexdigest()


_BLOCK: Final = 64
_INNER: Final = bytes([byte ^ 0x36 for byte in range(256)])
_OUTER: Final = bytes([byte ^ 0x5C for byte in range(256)])

_QUOTED: Final[dict[str, str]] = {}
"""Short words as canonical JSON has them; moves are made of a few hundred."""
_MOST_QUOTED: Final = 1024
_LONGEST_QUOTED: Final = 32


def quoted(word: str) -> str:
    """A string as canonical JSON."""
    text = _QUOTED.get(word)
    if text is None:
        text = str(_encode(word))
        if len(_QUOTED) < _MOST_QUOTED and len(word) <= _LONGEST_QUOTED:
            _QUOTED[word] = text
    return text


def move_text(move: dict[str, Any]) -> str:
    """A move in normal form as canonical JSON, the same as `canonical` has it.

    Written by hand: a move is small and there are many, and the encoder of the standard library is made anew for each.
    """
    parts: list[str] = []
    for name in sorted(move):
        value = move[name]
        if isinstance(value, str):
            text = quoted(value)
        elif isinstance(value, list):
            items: list[str] = []
            for item in value:
                items.append(quoted(item) if isinstance(item, str) else str(_encode(item)))
            text = "[" + ",".join(items) + "]"
        elif type(value) is int:
            text = str(value)
        elif isinstance(value, dict):
            text = move_text(value)
        else:
            text = str(_encode(value))
        parts.append(quoted(name))
        parts.append(":")
        parts.append(text)
        parts.append(",")
    if not parts:
        return "{}"
    parts[-1] = "}"
    return "{" + "".join(parts)


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
