"""The pages as the server gives them out: built, whole, nothing inline, nothing from elsewhere, nothing else."""

from __future__ import annotations

import gzip
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from laguna.core.art import PICTURES
from laguna.server.pages.site import APP, MEDIA
from server.serving import Running

PAGES = (
    "/",
    "/tables",
    "/tables/new",
    "/tables/any_table_at_all",
    "/finished",
    "/me",
    "/verify",
    "/recover",
    "/join",
    "/about",
)
FILES = sorted(
    path.relative_to(APP).as_posix() for path in APP.rglob("*") if path.suffix in MEDIA and PICTURES not in path.parents
)
SCRIPTS = [name for name in FILES if name.endswith(".js")]

every_page = pytest.mark.parametrize("path", PAGES)


class Reader(HTMLParser):
    """What a page has: every element with its attributes, and the text inside scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inline = ""
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style"):
            self.inline += data.strip()


def page_of(server: Running, path: str) -> str:
    answer = server.client().get(path)
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/html")
    return answer.body.decode()


@every_page
def test_a_page_has_nothing_inline(server: Running, path: str):
    reader = Reader(page_of(server, path))
    assert reader.inline == ""
    for tag, attributes in reader.elements:
        assert tag != "style"
        assert not [name for name in attributes if name == "style" or name.startswith("on")]


def test_everything_the_page_names_comes_from_here_and_is_there(server: Running):
    client = server.client()
    addresses = [
        address
        for _, attributes in Reader(page_of(server, "/")).elements
        for name in ("src", "href")
        if (address := attributes.get(name)) is not None
    ]
    assert len(addresses) >= 3
    for address in addresses:
        assert re.match(r"/[^/]", address)
        assert client.get(address).status == 200


def test_no_script_or_style_names_another_place():
    """Names of XML's own (w3.org) and documentation links in error texts are not loaded."""
    for name in FILES:
        if not name.endswith((".js", ".css")):
            continue
        text = (APP / name).read_text("utf-8")
        loaded = re.findall(r"""(?:url\(|import\(|from|src=|fetch\()\s*["'`]?(https?:)?//[\w.]+""", text)
        assert loaded == [], name


def test_files_are_kept_for_ever_under_names_that_change_with_them(server: Running):
    client = server.client()
    for name in FILES:
        answer = client.get(f"/{name}" if name != "index.html" else "/")
        assert answer.status == 200
        assert answer.headers["content-type"].startswith(MEDIA[Path(name).suffix])
        kept = "immutable" if name.startswith("assets/") else "no-cache"
        assert kept in answer.headers["cache-control"]


def test_the_page_itself_is_asked_for_again_and_not_sent_again(server: Running):
    client = server.client()
    etag = client.get("/").headers["etag"]
    assert client.get("/about", **{"If-None-Match": etag}).status == 304


BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
"""What a browser says when somebody types an address."""


@pytest.mark.parametrize("path", ["/nonsense", "/tables/abc/def", "/apiary", "/%00", "/%FF", "/../x"])
def test_a_mistyped_address_is_a_page_for_people_and_json_for_programs(server: Running, path: str):
    client = server.client()
    page = client.get(path, **BROWSER)
    assert page.status == 404
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-store"
    assert page.body == client.get("/").body
    client.get(path).problem(404, "not_found")


@pytest.mark.parametrize(
    "path", ["/api", "/api/nothing", "/schema/no/thing", "/assets/nothing.js", "/healthz/no", "/readyz/no"]
)
def test_what_only_programs_ask_for_is_told_in_json_to_everybody(server: Running, path: str):
    server.client().get(path, **BROWSER).problem(404, "not_found")


def test_only_looking_at_a_mistyped_address_shows_a_page(server: Running):
    server.guest().send("POST", "/nonsense", **BROWSER).problem(404, "not_found")


def test_scripts_are_sent_compressed_to_those_who_can_read_that(server: Running):
    client = server.client()
    name = max(SCRIPTS, key=lambda each: (APP / each).stat().st_size)
    packed = client.get(f"/{name}", **{"Accept-Encoding": "gzip, br"})
    plain = client.get(f"/{name}")
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert len(packed.body) < len(plain.body) / 2
    assert gzip.decompress(packed.body) == plain.body


@pytest.mark.parametrize("path", ["nothing.js", "../site.py", "..%2fsite.py", "", "/etc/passwd", "%00", "../.built"])
def test_only_files_that_are_meant_for_browsers_can_be_loaded(server: Running, path: str):
    server.client().get(f"/assets/{path}").problem(404, "not_found")
