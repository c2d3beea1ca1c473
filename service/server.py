"""The API as a server: gunicorn, with the settings of this service."""

import socket
from pathlib import Path
from typing import Any, Final

from gunicorn.app.base import BaseApplication
from gunicorn.config import KNOWN_SETTINGS

from referee import build_info
from service.app import create_app
from service.commands import BACKLOG, GRACE_SECONDS
from service.config import Config
from service.worker import Worker

SHARED_MEMORY: Final = "/dev/shm"


class Server(BaseApplication):  # type: ignore[misc]
    """Gunicorn with the settings of this service, on a socket that is open already."""

    def __init__(self, config: Config, listener: socket.socket) -> None:
        self._config = config
        port = listener.getsockname()[1]
        host = f"[{config.host}]" if ":" in config.host else config.host
        self._address = f"http://{host}:{port}"
        self._descriptor = listener.detach()
        super().__init__()

    def load_config(self) -> None:
        """Sets gunicorn up."""
        chosen: dict[str, Any] = {
            "bind": f"fd://{self._descriptor}",
            "backlog": BACKLOG,
            "worker_class": Worker,
            "workers": self._config.workers,
            "threads": self._config.threads,
            "preload_app": True,
            "graceful_timeout": GRACE_SECONDS,
            "sendfile": False,  # the worker counts how long a client lets it wait
            "loglevel": self._config.log_level,
            "when_ready": self._ready,
            "proc_name": "card-referee",
        }
        if Path(SHARED_MEMORY).is_dir():
            chosen["worker_tmp_dir"] = SHARED_MEMORY
        if any(setting.name == "control_socket_disable" for setting in KNOWN_SETTINGS):
            chosen["control_socket_disable"] = True
        for name, value in chosen.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application, made once before the processes are."""
        return create_app(self._config)

    def _ready(self, arbiter: Any) -> None:
        build = build_info()
        print(
            f"card-referee {build['version']}, rules {build['build']} ({build['reason']}), "
            f"{self._config.workers} workers\n"
            f"  the API    {self._address}/v1/games\n"
            f"  to read    {self._address}/docs\n"
            f"  document   {self._address}/openapi.yaml\n"
            "Stop it with Ctrl-C.",
            flush=True,
        )
