"""The WSGI application."""

import os
from typing import Any, Final

import orjson
from flask import Flask, Response, request
from flask.json.provider import JSONProvider
from werkzeug.exceptions import NotFound

from service import limits, making, problems, waits
from service.absent import absent
from service.api.bot_moves import bot_moves
from service.api.combinations import combinations
from service.api.deals import deals
from service.api.docs import docs
from service.api.games import games
from service.api.health import health
from service.api.jobs import jobs_calls
from service.api.legal_moves import legal_moves
from service.api.moves import moves
from service.api.own import own
from service.api.plots import plots
from service.api.replays import replays
from service.api.rulings import rulings
from service.api.scores import scores
from service.api.simulations import simulations
from service.api.views import views
from service.calls import SETTINGS
from service.config import Config

BLUEPRINTS: Final = (
    games,
    deals,
    moves,
    rulings,
    legal_moves,
    views,
    combinations,
    scores,
    replays,
    bot_moves,
    simulations,
    own,
    jobs_calls,
    plots,
    health,
    docs,
)


class _Orjson(JSONProvider):
    def dumps(self, obj: Any, **kwargs: Any) -> str:
        return orjson.dumps(obj).decode()

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        return orjson.loads(s)


class _Referee(Flask):
    json_provider_class = _Orjson

    def make_default_options_response(self) -> Response:
        answer = super().make_default_options_response()
        answer.status_code = 204
        answer.headers["Allow"] = ", ".join(sorted(answer.allow))
        del answer.headers["Content-Type"]
        return answer


def _not_found(error: Exception) -> Response:
    return absent(request.path).response()


def create_app(config: Config | None = None) -> Flask:
    """The application. Without ``config`` its settings are the environment's; raises `service.config.BadSetting`."""
    app = _Referee("service", static_folder=None)
    settings = config or Config.read(os.environ)
    app.extensions[SETTINGS] = settings
    app.url_map.merge_slashes = False
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    problems.register(app)
    app.register_error_handler(NotFound, _not_found)
    limits.register(app)
    waits.register(app, settings.threads)
    making.register(app, settings)
    return app
