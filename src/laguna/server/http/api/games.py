"""REST: the catalogue of games, their words and their rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import Controller, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath

from laguna.server.http import catalogue
from laguna.server.http.api.provide import TheBackend
from laguna.server.http.etag import Known
from laguna.server.wire.cards import Catalogue, RulesDigest


class GamesController(Controller):
    """`/api/games` and `/api/words`: the same for everybody, so browsers keep it and ask only whether it changed."""

    path = "/api"
    tags: Sequence[str] = ("games",)

    @get("/games", summary="What may be played here", responses={200: ResponseSpec(Catalogue)})
    async def games(self, backend: TheBackend, known: Known = None) -> Response[bytes]:
        """All games with their options, the levels of bots, move clocks, languages, and the policies that play here."""
        return catalogue.games(backend.settings.policies).as_response(known)

    @get("/words/{lang:str}", summary="Words that all games share", responses={200: ResponseSpec(dict[str, Any])})
    async def words(self, lang: FromPath[str], known: Known = None) -> Response[bytes]:
        """The common words of one language: tables of templates."""
        return catalogue.words(None, lang).as_response(known)

    @get("/games/{key:str}/words/{lang:str}", summary="A game's words", responses={200: ResponseSpec(dict[str, Any])})
    async def game_words(self, key: FromPath[str], lang: FromPath[str], known: Known = None) -> Response[bytes]:
        """The words of a game in one language, over the common ones: tables of templates."""
        return catalogue.words(key, lang).as_response(known)

    @get("/games/{key:str}/rules/{lang:str}", summary="A game's rules", responses={200: ResponseSpec(RulesDigest)})
    async def rules(self, key: FromPath[str], lang: FromPath[str], known: Known = None) -> Response[bytes]:
        """The rules of a game in one language: the whole text as Markdown, and every rule by its number."""
        return catalogue.rules(key, lang).as_response(known)
