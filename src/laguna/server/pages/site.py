"""Serves the browser's application: one page and the files it loads, as `web/` was built into `app`."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, FromQuery, HeaderParameter

from laguna.core.art import PICTURES
from laguna.games import PLUGINS
from laguna.server.http.api.provide import Address, AnyRequest, TheBackend
from laguna.server.http.etag import Known, TaggedContent
from laguna.server.pages.link_previews import invitation_preview, table_preview
from laguna.server.pages.preview import Preview, with_preview
from laguna.server.pages.result_page import preferred_language
from laguna.server.problem import Problem, not_found

APP = Path(__file__).parent / "app"
MEDIA = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
PATHS = (
    "/",
    "/tables",
    "/tables/new",
    "/finished",
    "/me",
    "/join",
    "/recover",
    "/verify",
    "/about",
    *(path for plugin in PLUGINS.values() for path in plugin.pages),
)
"""Where the application is: it reads the path itself."""
PROGRAM_PATHS = ("/api", "/schema", "/assets", "/healthz", "/readyz", "/metrics")
"""What is not there below these is told as programs read it."""
IMMUTABLE = {"Cache-Control": "public, max-age=31536000, immutable"}
"""For files whose names change with their content."""
MIN_COMPRESSED_BYTES = 1_000
"""Shorter files are sent as they are."""

Accepted = Annotated[str | None, HeaderParameter(name="Accept-Encoding", required=False)]


@get(list(PATHS), include_in_schema=False)
async def page(known: Known = None, accepted: Accepted = None) -> Response[bytes]:
    """Any of the pages."""
    return _file("index.html", known, accepted)


@get("/tables/{table_id:str}", include_in_schema=False)
async def table_page(
    backend: TheBackend,
    site: Address,
    caller: Address,
    request: AnyRequest,
    table_id: FromPath[str],
    key: FromQuery[str | None] = None,
    lang: FromQuery[str | None] = None,
) -> Response[bytes]:
    """The page of a table. Of one that everybody may see, or whose key is known, it says what a link shows of it."""
    spoken = preferred_language(lang, request.headers.get("accept-language"))
    shown = await backend.previews.of(caller, lambda: table_preview(backend, site, table_id, key, spoken))
    return _previewed(request, shown)


@get("/join/{invitation:str}", include_in_schema=False)
async def join_page(
    backend: TheBackend, site: Address, caller: Address, request: AnyRequest, invitation: FromPath[str]
) -> Response[bytes]:
    """Where an invitation leads, with what a link shows of it. Its token comes after a `#`, where no server sees it."""
    spoken = preferred_language(None, request.headers.get("accept-language"))
    shown = await backend.previews.of(caller, lambda: invitation_preview(backend, site, invitation, spoken))
    return _previewed(request, shown)


@get("/assets/{path:path}", include_in_schema=False)
async def asset(path: FromPath[Path], accepted: Accepted = None) -> Response[bytes]:
    """What the pages load: scripts, styles, drawings, fonts."""
    return _file(f"assets/{str(path).lstrip('/')}", None, accepted, IMMUTABLE)


@get("/favicon.svg", include_in_schema=False)
async def favicon(known: Known = None, accepted: Accepted = None) -> Response[bytes]:
    """The sign in the browser's tab."""
    return _file("favicon.svg", known, accepted)


PAGES = [page, table_page, join_page, asset, favicon]


def _previewed(request: AnyRequest, preview: Preview | None) -> Response[bytes]:
    """The application's page with a preview, if there is one. That is for nobody to keep: a link may be taken back."""
    headers = request.headers
    if preview is None or not _files():
        return _file("index.html", headers.get("if-none-match"), headers.get("accept-encoding"))
    told = {"Cache-Control": "no-store", "Vary": "Accept-Language"}
    return Response(with_preview(_files()["index.html"].body, preview), media_type=MEDIA[".html"], headers=told)


def not_found_page(path: str, wanted: str | None, accepted: str | None) -> Response[bytes] | None:
    """An address with nothing behind it, for people: the application, which says so. None: a program asks.

    `wanted` is what the browser would like to read, as its `Accept` says.
    """
    for_people = "text/html" in (wanted or "") and not _within(path, PROGRAM_PATHS)
    if not for_people or not _files():
        return None
    told = _file("index.html", None, accepted, {"Cache-Control": "no-store"})
    told.status_code = HTTPStatus.NOT_FOUND
    return told


def _within(path: str, places: Iterable[str]) -> bool:
    return any(path == place or path.startswith(f"{place}/") for place in places)


def _file(
    name: str, known: str | None, accepted: str | None, headers: Mapping[str, str] | None = None
) -> Response[bytes]:
    files = _files()
    if not files:
        sentence = "The pages are not built yet: `./play setup` builds them."
        raise Problem("not_built", sentence, HTTPStatus.SERVICE_UNAVAILABLE)
    sheet = files.get(name)
    if sheet is None:
        raise not_found("file")
    gzipped = _gzipped(name) if accepted is not None and "gzip" in accepted else None
    told = {"Vary": "Accept-Encoding", **(headers or {})}
    if gzipped is not None:
        return gzipped.as_response(known, {"Content-Encoding": "gzip", **told})
    return sheet.as_response(known, told)


@cache
def _files() -> Mapping[str, TaggedContent]:
    """Everything there is to load, by its path: what is not named here cannot be asked for."""
    return {
        path.relative_to(APP).as_posix(): TaggedContent.of(path.read_bytes(), MEDIA[path.suffix])
        for path in sorted(APP.rglob("*"))
        if path.suffix in MEDIA and PICTURES not in path.parents
    }


@cache
def _gzipped(name: str) -> TaggedContent | None:
    """The same, compressed, where that is worth it. A font is compressed as it is."""
    sheet = _files()[name]
    if len(sheet.body) < MIN_COMPRESSED_BYTES or sheet.media == MEDIA[".woff2"]:
        return None
    return TaggedContent.of(gzip.compress(sheet.body, mtime=0), sheet.media)
