"""The HTTP service around the referee: `create_app` makes the WSGI application."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from service.config import Config


def create_app(config: "Config | None" = None) -> "Flask":
    """The application. Without ``config`` its settings are the environment's; raises `service.config.BadSetting`."""
    from service.app import create_app

    return create_app(config)
