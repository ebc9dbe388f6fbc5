"""Our pages: HTML files with words in the visitor's language, and what they load."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Annotated, Literal

from litestar import Response, get
from litestar.datastructures import Cookie
from litestar.params import FromPath, QueryParameter

from laguna.core.words import LANGUAGES, words_of
from laguna.games import GAMES
from laguna.server.api.provide import AnyRequest, TheHouse
from laguna.server.house import House
from laguna.server.problem import not_found
from laguna.server.sheet import Known, Sheet

HERE = Path(__file__).parent
LANGUAGE = "lang"
"""The cookie and the query that choose a language."""
YEAR = 365 * 86_400
MEDIA = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

PageName = Literal["home", "table", "verify", "recover", "join"]
_HEADINGS: Mapping[PageName, str] = {
    "home": "welcome",
    "table": "table",
    "verify": "verify",
    "recover": "recover",
    "join": "join",
}
"""Which of the words is a page's title."""
_SLOT = re.compile(r"\{\{(\w+)(?:\.(\w+))?\}\}")

Chosen = Annotated[Literal["pl", "en"] | None, QueryParameter(name=LANGUAGE, required=False)]


@get("/", include_in_schema=False)
async def home(house: TheHouse, request: AnyRequest, lang: Chosen = None, known: Known = None) -> Response[bytes]:
    """The front door: games, tables, finished games."""
    return _page("home", house, request, lang, known)


@get("/tables/{table_id:str}", include_in_schema=False)
async def table(house: TheHouse, request: AnyRequest, lang: Chosen = None, known: Known = None) -> Response[bytes]:
    """One table: who sits where, how it ended. What it shows it asks the API for."""
    return _page("table", house, request, lang, known)


@get("/verify", include_in_schema=False)
async def verify(house: TheHouse, request: AnyRequest, lang: Chosen = None, known: Known = None) -> Response[bytes]:
    """Where anybody checks a record: the luck in the browser, everything on the server."""
    return _page("verify", house, request, lang, known)


@get("/recover", include_in_schema=False)
async def recover(house: TheHouse, request: AnyRequest, lang: Chosen = None, known: Known = None) -> Response[bytes]:
    """Where a link to come back leads. Its token is in the fragment, which no server sees."""
    return _page("recover", house, request, lang, known)


@get("/join", include_in_schema=False)
async def join(house: TheHouse, request: AnyRequest, lang: Chosen = None, known: Known = None) -> Response[bytes]:
    """Where an invitation leads. Its token is in the fragment, which no server sees."""
    return _page("join", house, request, lang, known)


@get("/static/{path:path}", include_in_schema=False)
async def static(path: FromPath[Path], known: Known = None) -> Response[bytes]:
    """A script, a style sheet or a drawing."""
    found = _files().get(str(path).lstrip("/"))
    if found is None:
        raise not_found("file")
    return found.told(known)


PAGES = [home, table, verify, recover, join, static]


def _page(name: PageName, house: House, request: AnyRequest, chosen: str | None, known: str | None) -> Response[bytes]:
    lang = chosen or request.cookies.get(LANGUAGE)
    if lang not in LANGUAGES:
        lang = understood(request.headers.get("accept-language", ""))
    answer = _written(name, lang).told(known, {"Content-Language": lang, "Vary": "Accept-Language, Cookie"})
    if chosen is not None:
        answer.set_cookie(
            Cookie(
                key=LANGUAGE, value=chosen, max_age=YEAR, samesite="lax", httponly=True, secure=house.settings.secure
            )
        )
    return answer


def understood(header: str) -> str:
    """Which of our languages a browser likes best; English, if it knows neither."""
    best, most = "en", 0.0
    for part in header.split(","):
        tag, _, quality = part.strip().partition(";q=")
        lang = tag.lower().partition("-")[0]
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        if lang in LANGUAGES and weight > most:
            best, most = lang, weight
    return best


@cache
def _files() -> Mapping[str, Sheet]:
    """Everything there is to load, by its path: what is not named here cannot be asked for."""
    root = HERE / "static"
    return {
        path.relative_to(root).as_posix(): Sheet.of(path.read_bytes(), MEDIA[path.suffix])
        for path in sorted(root.rglob("*"))
        if path.suffix in MEDIA
    }


@cache
def _written(name: PageName, lang: str) -> Sheet:
    """A page in a language: its part inside the frame, and every slot filled."""
    frame, main = (_html(each) for each in ("frame", name))
    other = next(each for each in LANGUAGES if each != lang)
    common = words_of("laguna", lang)
    facts = {"lang": lang, "other": other, "page": name, "heading": common.template("pages", _HEADINGS[name])}

    def word(slot: re.Match[str]) -> str:
        key, part = slot.groups()
        if part is None:
            return escape(facts.get(key) or common.template("pages", key))
        if part == "players":
            seats = GAMES[key].seats
            return escape(common.say("pages", "players", {"fewest": seats[0], "most": seats[-1]}))
        return escape(words_of(f"laguna.games.{key}", lang).template("game", part))

    page = _SLOT.sub(word, frame.replace("{{main}}\n", main))
    return Sheet.of(page.encode(), "text/html")


def _html(name: str) -> str:
    return (HERE / "html" / f"{name}.html").read_text("utf-8")
