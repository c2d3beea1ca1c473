"""A server and a worker for each test: faults leave both in a bad way."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from service.jobs.queue import Jobs
from tests.faults.kit import Valkey, Worker


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with closing(Valkey()) as server:
        yield server


@pytest.fixture
def jobs(valkey: Valkey) -> Iterator[Jobs]:
    asked = Jobs(valkey.url)
    yield asked
    asked.close()


@pytest.fixture
def worker(valkey: Valkey) -> Iterator[Worker]:
    running = Worker(valkey.url)
    try:
        yield running
    finally:
        running.close()
