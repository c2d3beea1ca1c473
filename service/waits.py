"""Places for threads that wait for jobs: never so many that rulings would have to wait too."""

import threading
from typing import Final

from flask import Flask, current_app

_KEPT: Final = "waits"


class Waits:
    """The places of one process; there are ``most``."""

    def __init__(self, most: int) -> None:
        self._places = threading.BoundedSemaphore(most) if most else None

    def enter(self) -> bool:
        """Takes a place; False when there is none. Whoever has one gives it back, once."""
        return self._places is not None and self._places.acquire(blocking=False)

    def leave(self) -> None:
        """Gives a place back."""
        if self._places is not None:
            self._places.release()


def register(app: Flask, threads: int) -> None:
    """Lets half of the threads of a process wait."""
    app.extensions[_KEPT] = Waits(threads // 2)


def waits() -> Waits:
    """The places of the application that is answering."""
    found: Waits = current_app.extensions[_KEPT]
    return found
