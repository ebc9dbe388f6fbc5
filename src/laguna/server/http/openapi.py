"""The OpenAPI description of the REST API."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec
from litestar.connection import Request
from litestar.openapi.plugins import JsonRenderPlugin

from laguna.core.advice import SEARCH_HINTS
from laguna.core.story import PLAIN_STORY, highlights_of
from laguna.games import GAMES, PLUGINS
from laguna.server.wire.bodies import Body

_PROBLEM_REFERENCE = {"$ref": "#/components/schemas/NotDone"}
_PROBLEM_RESPONSE = {
    "description": "It cannot be done.",
    "content": {"application/json": {"schema": _PROBLEM_REFERENCE}},
}
_PROBLEM_SCHEMA = {
    "type": "object",
    "required": ["code", "sentence"],
    "properties": {"code": {"type": "string"}, "sentence": {"type": "string"}},
    "description": "What cannot be done: a name for programs, and a sentence for people.",
}


class SchemaPlugin(JsonRenderPlugin):
    """Litestar's description in JSON, with our form of a refusal instead of Litestar's own. It is written once."""

    def __init__(self, bodies_of_games: Sequence[str] = ()) -> None:
        super().__init__()
        self._bodies = [*(body.__name__ for body in Body.__subclasses__()), *bodies_of_games]
        self._written: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description as it is sent."""
        if self._written is None:
            self._written = super().render(request, described(openapi_schema, self._bodies))
        return self._written


def described(schema: dict[str, Any], bodies: Iterable[str]) -> dict[str, Any]:
    """A description in which every door may answer with what cannot be done, and bodies have no other fields.

    And in which moves, events, views, hints and stories are those of our games.
    """
    paths = {
        path: {method: _operation(each) if isinstance(each, dict) else each for method, each in item.items()}
        for path, item in schema["paths"].items()
    }
    components = schema["components"]
    schemas = {**components.get("schemas", {}), "NotDone": _PROBLEM_SCHEMA, **_of_games()}
    for body in bodies:
        if body in schemas:  # we read no field that we do not know, which Litestar does not say
            schemas[body] = {**schemas[body], "additionalProperties": False}
    return {**schema, "paths": paths, "components": {**components, "schemas": schemas}}


def _operation(operation: dict[str, Any]) -> dict[str, Any]:
    responses = {code: each for code, each in operation["responses"].items() if not code.startswith("4")}
    return {**operation, "responses": {**responses, "default": _PROBLEM_RESPONSE}}


@cache
def _of_games() -> dict[str, Any]:
    """What moves, events, views, hints and stories look like in each game: Litestar knows what they have in common."""
    schemas: dict[str, Any] = {}
    names = ("Move", "Event", "View", "Saying", "Highlight", "StoryFacts")
    for key, plugin in PLUGINS.items():
        game, teller = plugin.game, plugin.load_story() or PLAIN_STORY
        sayings = (plugin.load_hints() or SEARCH_HINTS).sayings
        kinds = (game.moves, game.events, game.views, sayings, reduce(or_, highlights_of(teller)), teller.facts)
        unions, parts = msgspec.json.schema_components(kinds, ref_template=f"#/components/schemas/{key}.{{name}}")
        schemas |= {f"{key}.{name}": part for name, part in parts.items()}
        schemas |= {f"{key}.{name}": union for name, union in zip(names, unions, strict=True)}
    return schemas | {
        name: {"anyOf": [{"$ref": f"#/components/schemas/{key}.{name}"} for key in GAMES]} for name in names
    }
