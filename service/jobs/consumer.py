"""What Celery's consumer of messages does not do by itself: notice that an acknowledgement was lost."""

from typing import Any, Final

from celery import bootsteps
from celery.worker import state
from redis import ConnectionError as ConnectionLost

EVERY: Final = 1.0
"""The pause between two looks, in seconds."""


class Credit(bootsteps.StartStopStep):  # type: ignore[misc]
    """Connects the consumer anew when it counts messages as being worked on that nobody works on.

    A message that cannot be acknowledged, because the server ends at that moment, is only logged. It goes on to use up
    the credit of the consumer, which with none left asks for no more messages, does not notice that its connection is
    dead, and stands still for ever.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def __init__(self, parent: Any, **named: Any) -> None:
        super().__init__(parent, **named)
        self._timer: Any = None
        self._missed = 0

    def register_with_event_loop(self, consumer: Any, hub: Any) -> None:
        """Begins to look, each time that the consumer has connected."""
        if self._timer is not None:
            self._timer.cancel()
        self._missed = 0
        self._timer = hub.call_repeatedly(EVERY, self._look, consumer)

    def _look(self, consumer: Any) -> None:
        """Raises ConnectionLost, which makes the consumer connect anew, when two looks in a row find such a message."""
        counts = consumer.task_consumer.channel.qos
        used = len(counts._delivered) - len(counts._dirty)
        self._missed = self._missed + 1 if used > len(state.reserved_requests) else 0
        if self._missed > 1:
            self._missed = 0
            raise ConnectionLost("an acknowledgement was lost")
