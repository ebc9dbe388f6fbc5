"""REST: a finished game's record, replay, story and analysis; and the verification of any record."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

from litestar import Controller, MediaType, Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, QueryParameter

from laguna.core.story import Story
from laguna.core.words import Language
from laguna.server.backend import Backend
from laguna.server.http.api.provide import Account, Anybody, AnyRequest, ResultKey, TheBackend, ThisTable
from laguna.server.http.etag import Known, TaggedContent
from laguna.server.pages.result_page import DEFAULT_LANGUAGE, result_page
from laguna.server.problem import not_found
from laguna.server.store.store import Person
from laguna.server.tables.finished_games import MAX_STEPS_SHOWN, check_over
from laguna.server.tables.table_file import TableFile
from laguna.server.wire.bodies import Checked, Examined, Replay
from laguna.server.wire.messages import SeatNumber

RECORD = "application/jsonl"
PNG = "image/png"

Eye = Annotated[SeatNumber | None, QueryParameter(description="Through whose eyes; nobody's named: a spectator's.")]
First = Annotated[int, QueryParameter(ge=0, lt=1 << 31)]
Shown = Annotated[int, QueryParameter(ge=1, le=MAX_STEPS_SHOWN)]


class FinishedController(Controller):
    """`/api/tables/{table_id}/…` of games that are over, for whoever may see the table.

    Its replay, story and picture are also for whoever has the key of a link to the result.
    """

    path = "/api/tables/{table_id:str}"
    tags: Sequence[str] = ("finished games",)

    @get(
        "/record",
        summary="The record of a game",
        media_type=RECORD,
        responses={200: ResponseSpec(str, media_type=RECORD)},
    )
    async def record(self, backend: TheBackend, visitor: Anybody, table_id: ThisTable) -> Response[bytes]:
        """Every move with its luck, and the luck's secret: a file for `laguna replay`, `verify` and `analyse`."""
        file = await _shown(backend, visitor, table_id)
        text = await backend.replays.text(file)
        headers = {"Content-Disposition": f'attachment; filename="{_filename(file)}"'}
        return Response(text.encode(), media_type=RECORD, headers=headers)

    @get("/replay", summary="Some steps of a game, from a seat's eyes")
    async def replay(
        self,
        backend: TheBackend,
        visitor: Anybody,
        table_id: ThisTable,
        key: ResultKey = None,
        seat: Eye = None,
        first: First = 0,
        count: Shown = 50,
    ) -> Replay:
        """Steps from `first` on: the laying out is step 0. Once a game is over one may look from any seat's eyes."""
        return await backend.replays.show(await _shown(backend, visitor, table_id, key), seat, first, count)

    @get("/story", summary="What is worth telling of a game")
    async def story(self, backend: TheBackend, visitor: Anybody, table_id: ThisTable, key: ResultKey = None) -> Story:
        """What was counted, and highlights, the most telling first: their sentences are the game's words, `story`."""
        return await backend.replays.story(await _shown(backend, visitor, table_id, key))

    @get(
        "/picture",
        summary="The picture of a result",
        media_type=PNG,
        responses={200: ResponseSpec(bytes, media_type=PNG)},
    )
    async def picture(
        self,
        backend: TheBackend,
        visitor: Anybody,
        share: Account,
        table_id: ThisTable,
        key: ResultKey = None,
        lang: FromQuery[Language] = DEFAULT_LANGUAGE,
        known: Known = None,
    ) -> Response[bytes]:
        """Who won, how all stand and the most telling thing that happened, as PNG of 1200 × 630."""
        file = await _shown(backend, visitor, table_id, key)
        check_over(file)
        page = await result_page(backend.store, backend.replays, file, lang)
        return TaggedContent.of(await backend.result_pictures.of(page, share), PNG).as_response(known)

    @post(
        "/analysis",
        summary="What mistakes cost, and how much was luck",
        status_code=200,
        responses={200: ResponseSpec(Examined)},
    )
    async def analysis(
        self, backend: TheBackend, visitor: Anybody, share: Account, table_id: ThisTable
    ) -> Response[bytes]:
        """Begin the analysis of a game, or get it, or hear how far it has come: ask again in a second."""
        told = await backend.analyses.of(await _shown(backend, visitor, table_id), share)
        return Response(bytes(told.examined), media_type=MediaType.JSON)


@post("/api/verify", summary="Check records", tags=["finished games"], status_code=200)
async def verify_records(backend: TheBackend, request: AnyRequest, share: Account) -> Checked:
    """Check the text in the body, one record or several: the chain of lines, the luck, the rules and the result."""
    return await backend.checking.check(share, request.body)


async def _shown(backend: Backend, visitor: Person | None, table_id: str, key: str | None = None) -> TableFile:
    """The file of a table that this person may see, or whoever has this key of its result. Raises `Problem`."""
    file = await backend.store.table(table_id)
    if file is None or not (file.shows(None if visitor is None else visitor.id) or file.admits(key)):
        raise not_found("table")
    return file


def _filename(file: TableFile) -> str:
    day = datetime.fromtimestamp(file.ended or file.created, UTC).date()
    return f"laguna-{file.game}-{day}-{file.id}.jsonl"
