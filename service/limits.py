"""Reading what comes in: how much of it, in which form, and whether it is sound JSON."""

import json
import re
from collections.abc import Iterator, Sequence
from tempfile import SpooledTemporaryFile
from typing import IO, Any, Final

import orjson
from flask import Flask, Response, request
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, RequestTimeout
from werkzeug.exceptions import NotImplemented as Unsupported

from service.problems import Problem

JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
JSON_LINES: Final = "application/jsonl"
EVENT_STREAM: Final = "text/event-stream"
ANYTHING: Final = "*/*"
CHUNKED: Final = "chunked"

DEPTH: Final = 32
"""How deep arrays and objects may be nested."""
TOO_DEEP: Final = f"The JSON is nested more than {DEPTH} levels deep."

BLOCK: Final = 1 << 16
IN_MEMORY: Final = 1 << 20
DRAINED: Final = 1 << 26
"""How much of an unread body is read and thrown away, so that a client that is still sending gets to see its answer."""
DRAINED_WITHIN: Final = 1.0
"""For how many seconds a client may pause meanwhile: nobody needs what it does not send."""

_STRING: Final = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


class Malformed(ValueError):
    """Text that is no sound JSON; the message is a sentence."""


class TooSlow(Exception):
    """A client that takes too long to send its request."""


def parse(raw: bytes) -> Any:
    """Reads JSON strictly. Raises Malformed for what is broken, too deep, or has the same name twice in one object."""
    if not raw.strip(b" \t\r\n"):
        raise Malformed("There is nothing where JSON was expected.")
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise Malformed(_told(error)) from None
    # The parser keeps the last of equal names. Every name has a colon after it: when there are no more colons than
    # names, none were equal. Else the colons may stand in strings; if they do not, a slower look says which name it is.
    names = _names(value, 1)
    if names != raw.count(b":") and names != _STRING.sub(b"", raw).count(b":"):
        raise Malformed(f"An object has the name {_repeated(raw)} twice.")
    return value


def _told(error: orjson.JSONDecodeError) -> str:
    if "depth" in error.msg:
        return TOO_DEEP
    place = f"line {error.lineno}, column {error.colno}"
    if error.msg.startswith("UTF-8 byte order mark"):
        return "The JSON begins with a byte order mark, which it must not."
    return f"The JSON cannot be read at {place}: {error.msg.split(': line ')[0]}."


def _names(value: Any, depth: int) -> int:
    """How many names the objects in ``value`` have. Raises Malformed when it is nested too deep."""
    kind = type(value)
    if kind is dict:
        items = value.values()
        count = len(value)
    elif kind is list:
        items = value
        count = 0
    else:
        return 0
    if depth > DEPTH:
        raise Malformed(TOO_DEEP)
    for item in items:
        if type(item) is dict or type(item) is list:
            count += _names(item, depth + 1)
    return count


def _repeated(raw: bytes) -> str:
    found: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> None:
        seen: set[str] = set()
        for name, _ in items:
            if name in seen:
                found.append(name)
            seen.add(name)

    try:
        # Of equal names the parser kept the last: the values of the others may be however deep.
        json.loads(raw, object_pairs_hook=pairs)
    except RecursionError:
        raise Malformed(TOO_DEEP) from None
    return json.dumps(found[0][:40]) if found else "of a field"


def check_type(allowed: Sequence[str]) -> None:
    """Raises Problem when the body is compressed, of none of the ``allowed`` types, or not in UTF-8, and NotImplemented
    (501) for a way of sending it that is not known here.
    """
    if request.headers.get("Transfer-Encoding", CHUNKED).lower() != CHUNKED:
        raise Unsupported
    if request.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
        problem = Problem("unsupported-media-type", "The body must not be compressed.")
        problem.headers["Accept-Encoding"] = "identity"
        raise problem
    if request.environ.get("CONTENT_TYPE") == allowed[0]:
        return  # said in the one way that needs no reading, as nearly always
    given = request.mimetype
    fits = given in allowed or (JSON in allowed and given.startswith("application/") and given.endswith("+json"))
    if not fits or request.mimetype_params.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        raise Problem("unsupported-media-type", f"The body must be {' or '.join(allowed)} in UTF-8.")


def check_accept(offered: Sequence[str]) -> str:
    """Which of the ``offered`` types the client likes best. Raises Problem when it takes none of them."""
    asked = request.environ.get("HTTP_ACCEPT", ANYTHING)
    if asked == ANYTHING or asked == offered[0]:
        return offered[0]  # said in a way that needs no reading, as nearly always
    # What else a type says, as ``charset``, asks for nothing that another answer would give.
    types = MIMEAccept([(given.partition(";")[0].strip(), share) for given, share in request.accept_mimetypes])
    best = types.best_match(offered) if types else offered[0]
    if best is None:
        raise Problem("not-acceptable", f"This is answered as {' or '.join(offered)}.")
    return best


def read_json(most: int) -> Any:
    """The body of the request as JSON, of at most ``most`` bytes. Raises Problem."""
    check_type([JSON])
    raw = b"".join(_blocks(most))
    try:
        return parse(raw)
    except Malformed as error:
        raise Problem("malformed-json", str(error)) from None


def _blocks(most: int) -> Iterator[bytes]:
    """The body in blocks. Raises Problem when it has more than ``most`` bytes, before so many have been read.

    Whatever else goes wrong is the client's doing, or the network's.
    """
    request.max_content_length = most + 1  # the stream refuses to be asked again once its limit is reached
    read = 0
    try:
        stream = request.stream
        while block := stream.read(BLOCK):
            read += len(block)
            if read > most:
                break
            yield block
    except RequestEntityTooLarge:
        read = most + 1
    except TooSlow:
        raise RequestTimeout from None
    except Exception:
        raise BadRequest from None
    if read > most:
        raise Problem("too-large", f"The body has more than {most} bytes.", limit=most)
    if request.content_length is not None and read < request.content_length:
        raise BadRequest  # cut short: what came may look whole, and is not


def spool(most: int) -> IO[bytes]:
    """The body of the request in a file of its own, wound back, on disk when it is large.

    Clients send all before they read; an answer that began sooner would leave both waiting for each other.
    Raises Problem for more than ``most`` bytes.
    """
    spooled: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    try:
        for block in _blocks(most):
            spooled.write(block)
    except BaseException:
        spooled.close()
        raise
    spooled.seek(0)
    return spooled


def lines(spooled: IO[bytes], most: int) -> Iterator[bytes | None]:
    """The lines of a file without their ends, None for one of more than ``most`` bytes. An end after the last
    line is no line.
    """
    while line := spooled.readline(most + 2):
        whole = line.endswith(b"\n")
        text = line.rstrip(b"\r\n") if whole else line
        if len(text) <= most and (whole or len(line) < most + 2):
            yield text
            continue
        while not line.endswith(b"\n"):
            line = spooled.readline(BLOCK)
            if not line:
                break
        yield None


def drain(answer: Response) -> Response:
    """Reads what is left of a body that nobody has read, so that the answer is not lost in a connection cut short.
    Where that cannot be read to its end, nothing can follow it, and the answer says that it is the last.
    """
    line = request.environ.get("gunicorn.socket")  # a `service.worker.Line`; there is none in the client of the tests
    if line is not None:
        source = request.environ["wsgi.input"]
        line.settimeout(DRAINED_WITHIN)
        left = DRAINED
        try:
            while left > 0 and (block := source.read(BLOCK)):
                left -= len(block)
        except Exception:  # a connection that breaks here has nobody at its other end
            left = 0
        line.settimeout(None)
        if left <= 0 or source.failed or line.ended:
            line.give_up()
    return answer


def check_host() -> None:
    """Raises BadRequest without the host that HTTP/1.1 asks for (RFC 9112, section 3.2)."""
    if "HTTP_HOST" not in request.environ and request.environ.get("SERVER_PROTOCOL") == "HTTP/1.1":
        raise BadRequest


def register(app: Flask) -> None:
    """Lets no request be without its host, and no body stand unread."""
    app.before_request(check_host)
    app.after_request(drain)
