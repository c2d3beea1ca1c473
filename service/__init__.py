"""The HTTP service around the referee: `create_app` makes the WSGI application."""

from service.app import create_app

__all__ = ["create_app"]
