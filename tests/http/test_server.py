"""The service as a process of its own: it starts, says where it is, bears hostile clients and stops cleanly."""

import contextlib
import http.client
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import requests

from referee.games.registry import GAMES
from service.limits import DRAINED, TooSlow
from service.worker import Line, Worker
from tests.http.conftest import ROOT, START_SECONDS, Server, Starting

SECRET = "a seed that no log may hold"
RECORDS = 10_000
GROWTH = 1.5
HEAD = b"POST /v1/games/charlemagne/deals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def children(pid: int) -> list[int]:
    """The processes that one started."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if int(parent) == pid:
                found.append(int(entry.name))
    return found


def memory(server: Server) -> int:
    """The memory of the workers that is their own, in KiB."""
    total = 0
    for worker in children(server.process.pid):
        for line in Path(f"/proc/{worker}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                total += int(line.split()[1])
    return total


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.fixture(scope="module")
def impatient() -> Iterator[Server]:
    """A server that soon gives slow clients up."""
    running = Server(REFEREE_WORKERS="1", REFEREE_THREADS="2", REFEREE_PATIENCE="1", REFEREE_LOG_LEVEL="error")
    try:
        yield running
    finally:
        code, errors = running.stop()
    assert (code, errors) == (0, "")


def test_it_says_where_things_are(server: Server) -> None:
    assert f"{server.address}/docs" in server.said and f"{server.address}/openapi.yaml" in server.said
    told = requests.get(f"{server.address}/healthz", timeout=30).json()
    assert f"rules {told['build']}" in server.said
    assert requests.get(f"{server.address}/docs", timeout=30).status_code == 200


def test_a_port_that_is_taken(server: Server) -> None:
    tried = subprocess.run(
        [sys.executable, "-m", "service", "serve"],
        cwd=ROOT,
        env={**os.environ, "REFEREE_PORT": str(server.port)},
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    assert tried.returncode == 1 and tried.stdout == ""
    assert tried.stderr.splitlines() == [
        f"card-referee cannot listen on 127.0.0.1 port {server.port}: something else is listening there."
    ]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"REFEREE_PORT": "http"}, "REFEREE_PORT must be a whole number from 0 to 65535"),
        ({"REFEREE_HOST": "no.such.host.invalid", "REFEREE_PORT": "0"}, "cannot listen on no.such.host.invalid"),
        ({"REFEREE_BUILD": "fast"}, "REFEREE_BUILD"),
    ],
)
def test_settings_that_cannot_be(settings: dict[str, str], said: str) -> None:
    tried = subprocess.run(
        [sys.executable, "-m", "service", "serve"],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        check=False,
    )
    assert tried.returncode == 1 and said in tried.stderr and "Traceback" not in tried.stderr


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_stops(start: Starting, sign: signal.Signals) -> None:
    running = start(REFEREE_WORKERS="2")
    while len(workers := children(running.process.pid)) < 2:
        assert requests.get(f"{running.address}/readyz", timeout=30).status_code == 200
    code, errors = running.stop(sign)
    assert (code, errors) == (0, "")
    assert not any(alive(worker) for worker in workers)
    with socket.socket() as again:
        again.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        again.bind(("127.0.0.1", running.port))


def test_it_stops_by_ctrl_c_though_it_was_started_with_that_ignored(start: Starting) -> None:
    """A script that starts it with ``&`` hands down SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        running = start(REFEREE_WORKERS="1")
    finally:
        signal.signal(signal.SIGINT, before)
    assert running.stop(signal.SIGINT)[0] == 0


def test_the_workers_go_when_their_parent_is_killed(start: Starting) -> None:
    running = start(REFEREE_WORKERS="1")
    assert requests.get(f"{running.address}/readyz", timeout=30).status_code == 200
    (worker,) = children(running.process.pid)
    handle = os.pidfd_open(worker)
    running.stop(signal.SIGKILL)
    try:
        assert select.select([handle], [], [], START_SECONDS)[0], "the worker lives on"
    finally:
        os.close(handle)


def deal(server: Server, game: str = "charlemagne", **body: Any) -> Any:
    answer = requests.post(f"{server.address}/v1/games/{game}/deals", json={"seed": SECRET, **body}, timeout=30)
    assert answer.status_code == 201
    return answer.json()


def test_a_body_of_20_megabytes(server: Server) -> None:
    before = memory(server)
    body = b'{"seed": "' + b"x" * 20_000_000 + b'"}'
    for sent in (body, iter([body[at : at + 50_000] for at in range(0, len(body), 50_000)])):
        answer = requests.post(
            f"{server.address}/v1/games/charlemagne/deals",
            data=sent,
            headers={"Content-Type": "application/json"},
            timeout=60,
        )
        assert answer.status_code == 413
        assert answer.json()["type"] == "/problems/too-large"
    assert memory(server) < before * GROWTH
    deal(server)


def test_a_body_for_which_there_is_nothing(server: Server) -> None:
    """An answer given before the body was read is not lost, and the connection goes on."""
    with requests.Session() as session:
        for path, status in [("/v1/nothing", 404), ("/v1/games/snap/moves", 404), ("/v1/games", 405)]:
            answer = session.post(f"{server.address}{path}", data=b"x" * 5_000_000, timeout=60)
            assert answer.status_code == status and answer.json()["request_id"]


@pytest.mark.parametrize(("header", "value", "status"), [("If-Match", '"x"', 412), ("Range", "bytes=99999999-", 416)])
def test_conditions_that_do_not_hold(server: Server, header: str, value: str, status: int) -> None:
    answer = requests.get(f"{server.address}/docs/swagger-ui.css", headers={header: value}, timeout=30)
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    assert answer.json()["status"] == status


def last(answer: bytes, status: int) -> Any:
    """The body of the one answer on a connection, which says that it is the last."""
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode()), answer[:300]
    assert answer.count(b"HTTP/1.1 ") == 1 and b"\r\nConnection: close" in head
    told = json.loads(body)
    assert told["status"] == status
    return told


def test_broken_chunks(server: Server) -> None:
    for body in (b"zz\r\nabc\r\n0\r\n\r\n", b"5\r\nabc\r\n0\r\n\r\n", b"-1\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
            raw.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + body)
            raw.shutdown(socket.SHUT_WR)
            last(raw.makefile("rb").read(), 400)
    deal(server)


def test_a_body_that_is_sent_in_another_way(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
        raw.sendall(HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
        raw.shutdown(socket.SHUT_WR)
        assert raw.makefile("rb").read().startswith(b"HTTP/1.1 501 ")


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"hello\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"GET /v1/games HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n", 400),
        (b"GET /v1/games HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
        (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 414),
        (b"GET /v1/games HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", 431),
    ],
)
def test_what_is_no_http(server: Server, raw: bytes, status: int) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(raw)
        answer = connection.makefile("rb").read()
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode()), answer[:300]
    assert b"Content-Type: application/problem+json" in head
    told = json.loads(body)
    assert told["status"] == status and f"X-Request-ID: {told['request_id']}".encode() in head


@pytest.mark.parametrize(
    ("path", "media", "sent"),
    [
        ("/v1/games/charlemagne/deals", "application/json", b"{}"),
        ("/v1/replays", "application/x-ndjson", b'{"game": "charlemagne"}\n'),
    ],
)
def test_a_body_that_is_cut_short(server: Server, path: str, media: str, sent: bytes) -> None:
    """What came looks whole, and is less than was said to come."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
        raw.sendall(
            f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {media}\r\nContent-Length: 900\r\n\r\n".encode() + sent
        )
        raw.shutdown(socket.SHUT_WR)
        last(raw.makefile("rb").read(), 400)


PAGE = b"GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (HEAD, 408),
        (HEAD + b"Content-Length: 100\r\n\r\n{", 408),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", 408),
        (HEAD + b"Content-Length: 100000000\r\n\r\n{", 413),
        (HEAD.replace(b"charlemagne", b"snap") + b"Content-Length: 100\r\n\r\n{", 404),
        (HEAD.replace(b"charlemagne", b"snap") + b"Content-Length: 67308864\r\n\r\n" + b"x" * (DRAINED + 20_000), 404),
    ],
    ids=["head", "body", "chunk", "too large", "unread", "unread and long"],
)
def test_a_client_that_sends_too_slowly(impatient: Server, sent: bytes, status: int) -> None:
    with socket.create_connection(("127.0.0.1", impatient.port), timeout=30) as raw:
        raw.sendall(sent)
        last(raw.makefile("rb").read(), status)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        HEAD,
        HEAD + b"Content-Length: 100\r\n\r\n{",
        PAGE * 4,
        b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    ],
)
def test_slow_clients_do_not_keep_others_waiting_for_ever(impatient: Server, sent: bytes) -> None:
    """Many that say nothing, stop in the middle, do not read or do not hang up: the next one has its answer."""
    slow = [socket.create_connection(("127.0.0.1", impatient.port), timeout=30) for _ in range(6)]
    try:
        for one in slow:
            one.sendall(sent)
        deal(impatient)
    finally:
        for one in slow:
            one.close()
    assert impatient.process.poll() is None


def test_a_client_from_which_nothing_comes_is_given_up() -> None:
    here, there = socket.socketpair()
    with there, Line(fileno=here.detach()) as line:
        line.begin(0.1)
        there.sendall(b"xyz")
        assert line.recv(2) + line.recv(2) == b"xyz"
        with pytest.raises(TooSlow):
            line.recv(1)
        there.sendall(b"too late")
        assert line.recv(1) == b""


def test_a_client_that_does_not_read_is_given_up() -> None:
    here, there = socket.socketpair()
    with there, Line(fileno=here.detach()) as line:
        line.begin(0.2)
        with pytest.raises(BrokenPipeError):
            line.sendall(b"x" * 50_000_000)
        with pytest.raises(BrokenPipeError):  # gunicorn sends so that the client may continue
            line.send(b"HTTP/1.1 100 Continue\r\n\r\n")


def test_clients_that_do_not_read_on_keep_no_thread(impatient: Server) -> None:
    """Wherever the room for what is sent ends: at the end of an answer, or before the word that a body may come."""
    asked = b"OPTIONS /v1/games HTTP/1.1\r\nHost: x\r\nX-Request-ID: a\r\nExpect: 100-continue\r\n\r\n"
    deaf = []
    try:
        for number in range(24):
            one = socket.socket()
            deaf.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            one.connect(("127.0.0.1", impatient.port))
            one.settimeout(1)
            first = f"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\nX-Request-ID: {'a' * (number + 1)}\r\n\r\n".encode()
            with contextlib.suppress(TimeoutError):
                one.sendall(first * 4 + asked * 1500)
        deal(impatient)
    finally:
        for one in deaf:
            one.close()


def test_those_put_aside_have_no_longer_than_those_that_are_kept() -> None:
    worker = Worker.__new__(Worker)
    worker.keepalived_conns, worker.pending_conns = (
        deque(SimpleNamespace(timeout=timeout) for timeout in (1.0, 9.0)) for _ in range(2)
    )
    worker._cap_keepalive(3.0)
    for conns in (worker.keepalived_conns, worker.pending_conns):
        assert [conn.timeout for conn in conns] == [1.0, 3.0]


def waiting(there: socket.socket) -> bytes:
    """What has come so far."""
    try:
        return there.recv(1 << 16, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return b""


def test_head_and_body_are_sent_in_one() -> None:
    here, there = socket.socketpair()
    head, body = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", b"{}"
    with there, Line(fileno=here.detach()) as line:
        for _ in range(2):
            line.begin(1)
            line.sendall(head)
            assert waiting(there) == b""
            line.sendall(body)
            assert waiting(there) == head + body
            line.finish()
            assert waiting(there) == b""


@pytest.mark.parametrize(
    ("sent", "before", "after"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", b"", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", None, b""),
        (b"HTTP/1.1 400 No\r\nContent-Length: 2\r\n\r\n{}", None, b""),
    ],
)
def test_a_head_waits_for_its_body_alone(sent: bytes, before: bytes | None, after: bytes) -> None:
    """A head whose body may be long in coming, or has come with it, is sent at once; one without any, at the end."""
    here, there = socket.socketpair()
    with there, Line(fileno=here.detach()) as line:
        line.begin(1)
        line.sendall(sent)
        assert waiting(there) == (sent if before is None else before)
        line.finish()
        assert waiting(there) == after


def test_what_comes_within_a_moment() -> None:
    here, there = socket.socketpair()
    with there, Line(fileno=here.detach()) as line:
        assert line.soon() is None
        there.sendall(b"abc")
        assert line.soon() == b"abc"
        there.shutdown(socket.SHUT_WR)
        assert line.soon() == b""


def test_a_line_keeps_to_the_limits_that_are_set() -> None:
    here, there = socket.socketpair()
    with there, Line(fileno=here.detach()) as line:
        line.begin(30)
        line.settimeout(0.01)
        with pytest.raises(TimeoutError):
            line.recv(1)
        line.setblocking(False)
        assert line.gettimeout() == 0.0
        with pytest.raises(BlockingIOError):
            line.recv(1)
        with pytest.raises(BlockingIOError):
            line.sendall(b"x" * 50_000_000)


def test_answers_without_a_body_end(server: Server) -> None:
    """On one connection, each answer has an end of its own."""
    with requests.Session() as session:
        for _ in range(2):
            bare = session.head(f"{server.address}/v1/games", timeout=30)
            whole = session.get(f"{server.address}/v1/games", timeout=30)
            assert bare.status_code == whole.status_code == 200
            assert bare.content == b"" and int(bare.headers["Content-Length"]) == len(whole.content)
            assert session.options(f"{server.address}/v1/games", timeout=30).status_code == 204


def test_requests_that_come_all_at_once(server: Server) -> None:
    asked = b"GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
        raw.sendall(asked * 4 + asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        answers = raw.makefile("rb").read()
    assert answers.count(b"HTTP/1.1 200 OK\r\n") == 5


def test_long_bodies_one_after_the_other(server: Server) -> None:
    """What is read ahead of a request on a connection that is kept may be much longer than its head."""
    with requests.Session() as session:
        for length in (100, 10_000, 70_000, 500_000):
            asked = {"seed": "x" * length}
            answer = session.post(f"{server.address}/v1/games/charlemagne/deals", json=asked, timeout=30)
            assert answer.status_code == (201 if length == 100 else 422), answer.text
            assert session.get(f"{server.address}/v1/games", timeout=30).status_code == 200


def test_clients_that_stay_keep_no_thread(impatient: Server) -> None:
    """More than there are threads stay connected; all of them are answered, time and again."""
    kept = [requests.Session() for _ in range(6)]
    try:
        for _ in range(3):
            for session in kept:
                assert session.get(f"{impatient.address}/v1/games", timeout=30).status_code == 200
    finally:
        for session in kept:
            session.close()


def test_no_two_requests_have_the_same_id(server: Server) -> None:
    """Whichever process answers, and whether it answers on one connection or on many."""
    with requests.Session() as session:
        given = [session.get(f"{server.address}/v1/games", timeout=30).headers["X-Request-ID"] for _ in range(20)]
    given += [requests.get(f"{server.address}/v1/games", timeout=30).headers["X-Request-ID"] for _ in range(40)]
    assert len(set(given)) == len(given) and all(len(name) == 32 and int(name, 16) >= 0 for name in given)


def test_a_client_that_leaves(server: Server) -> None:
    for _ in range(8):
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
            raw.sendall(
                b"POST /v1/games/charlemagne/deals HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b'Content-Length: 1000\r\n\r\n{"seed": "x"'
            )
    deal(server)


def record_lines(server: Server) -> Iterator[tuple[bytes, str]]:
    """Records as NDJSON lines, some broken, each with the verdict it must have."""
    good = []
    for game in GAMES:
        dealt = deal(server, game)["state"]
        moves = []
        state = dealt
        for _ in range(6):
            listed = requests.post(
                f"{server.address}/v1/games/{game}/legal-moves", json={"state": state, "limit": 1}, timeout=30
            ).json()["moves"]
            moves.append(listed[0])
            state = requests.post(
                f"{server.address}/v1/games/{game}/moves", json={"state": state, "move": listed[0]}, timeout=30
            ).json()["state"]
        good.append({"game": game, "format": 1, "options": {}, "seed": SECRET, "deals": [{"moves": moves}]})
    for number in range(RECORDS):
        record = {**good[number % len(good)], "id": str(number)}
        if number % 100 == 7:
            yield json.dumps(record).encode()[:-9], "invalid"
        elif number % 100 == 13:
            yield json.dumps({**record, "seed": 5}).encode(), "invalid"
        elif number % 100 == 21:
            moves = record["deals"][0]["moves"]
            yield json.dumps({**record, "deals": [{"moves": [*moves, moves[0]]}]}).encode(), "illegal"
        elif number % 2000 == 1999:
            yield b"z" * 1_100_000, "invalid"
        else:
            yield json.dumps(record).encode(), "legal"


def send_all_then_read(server: Server, lines: list[bytes]) -> list[Any]:
    """Sends everything before it reads anything, as most clients do."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=300)
    try:
        body = b"\n".join(lines) + b"\n"
        connection.request("POST", "/v1/replays", body, {"Content-Type": "application/x-ndjson"})
        answer = connection.getresponse()
        assert answer.status == 200
        return [json.loads(line) for line in answer]
    finally:
        connection.close()


def test_ten_thousand_records(server: Server) -> None:
    lines, wanted = zip(*record_lines(server), strict=True)
    send_all_then_read(server, list(lines[:1000]))
    before = memory(server)
    found = send_all_then_read(server, list(lines))
    assert [one["line"] for one in found] == list(range(1, RECORDS + 1))
    assert [one["verdict"] for one in found] == list(wanted)
    assert all(one["id"] in (None, str(place)) for place, one in enumerate(found))
    assert memory(server) < before * GROWTH


def test_rulings_while_records_are_judged(server: Server) -> None:
    """Other calls are answered while a long list of records is."""
    lines = [line for line, _ in record_lines(server)][:3000]
    done: list[int] = []
    sending = threading.Thread(target=lambda: done.append(len(send_all_then_read(server, lines))))
    sending.start()
    answered = 0
    while sending.is_alive() or answered == 0:
        deal(server)
        answered += 1
    sending.join()
    assert done == [3000]


def test_no_log_holds_a_secret(start: Starting) -> None:
    """At the most talkative level, whatever is asked, no seed, card, body or digest is logged."""
    running = start(REFEREE_WORKERS="1", REFEREE_LOG_LEVEL="debug")
    try:
        state = deal(running, match_id="m-secret")["state"]
        base = f"{running.address}/v1/games/charlemagne"
        for path, body in [
            ("views", {"state": state}),
            ("views", {"state": {**state, "seed": "x"}}),
            ("moves", {"state": state, "move": {"seat": 0, "type": "play", "cards": ["AS"]}}),
            ("moves", {"state": state}),
        ]:
            requests.post(f"{base}/{path}", json=body, timeout=30)
        requests.post(f"{base}/views", data=b'{"seed": "' + SECRET.encode(), timeout=30)
        requests.post(f"{running.address}/v1/replays", data=SECRET.encode(), timeout=30)
        with socket.create_connection(("127.0.0.1", running.port), timeout=30) as raw:
            # A body longer than it is said to be: its rest is read as another request.
            raw.sendall(
                b"POST /v1/games/charlemagne/views HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                b"Content-Length: 2\r\n\r\n{}" + SECRET.encode() + b"\r\n\r\n"
            )
            raw.shutdown(socket.SHUT_WR)
            assert b"HTTP/1.1 400" in raw.makefile("rb").read()
    finally:
        code, errors = running.stop()
    assert code == 0
    hand = state["deal"]["hands"][0]
    for secret in (SECRET, "m-secret", state["salt"], state["digest"], f'"{hand[0]}"', " ".join(hand[:2])):
        assert secret not in errors and secret not in running.said
