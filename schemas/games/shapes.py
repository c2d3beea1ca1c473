"""What `schemas` needs to know of one game: its deal, its outcome and what it alone has."""

from collections.abc import Mapping
from typing import Any

from schemas.answers import answers
from schemas.body import Body
from schemas.jobs import bot_moved, bot_moves, job
from schemas.parts import Parts
from schemas.requests import requests
from schemas.shapes import Object, Shape
from schemas.simulations import simulated, simulations


class Resource:
    """A resource that one game alone offers: the ``body`` that it takes, the ``answer`` it gives, what it is for."""

    def __init__(self, body: Body, answer: Shape, summary: str, description: str) -> None:
        self.body = body
        self.answer = answer
        self.summary = summary
        self.description = description


class GameShapes:
    """The shapes of one game.

    ``deal`` has the fields of ``deal`` that the game writes itself, ``outcome`` is what ``scores`` takes, ``events``
    are the fields of the happenings that this game has, ``context`` is what ``combinations`` takes besides cards,
    ``resources`` what this game alone offers, and ``examples`` are bodies for calls that need no state, by the last
    part of the path.
    """

    def __init__(
        self,
        parts: Parts,
        deal: Object,
        outcome: Object,
        events: Mapping[str, Object],
        examples: Mapping[str, Mapping[str, Any]],
        resources: Mapping[str, Resource] | None = None,
        context: Shape | None = None,
    ) -> None:
        self.parts = parts
        entry = parts.history_entry(outcome)
        self.state = parts.state(deal, entry)
        self.bodies: dict[str, Body] = requests(parts, self.state, outcome, context)
        self.answers: dict[str, Shape] = answers(parts, self.state, parts.event(entry, events))
        self.bot_moved = bot_moved(parts)
        self.bodies["bot-moves"] = bot_moves(parts, self.state)
        self.answers["bot-moves"] = job(f"{parts.title}BotMoveJob", self.bot_moved)
        self.simulated = simulated(parts)
        self.bodies["simulations"] = simulations(parts)
        self.answers["simulations"] = job(f"{parts.title}SimulationJob", self.simulated)
        self.resources = dict(resources or {})
        self.examples = {name: dict(given) for name, given in examples.items()}
        for name, resource in self.resources.items():
            self.bodies[name] = resource.body
            self.answers[name] = resource.answer
