"""A bot whose module begins a thread that never ends."""

import threading
from typing import Final

from referee.bots.random import RandomBot

threading.Thread(target=threading.Event().wait, name="never-ending").start()

BOT: Final = RandomBot("threaded")
