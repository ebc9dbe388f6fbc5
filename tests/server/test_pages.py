"""The pages: whole in both languages, nothing inline, nothing from elsewhere, no word missing or left over."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from laguna.core.words import LANGUAGES, words_of
from laguna.server import pages
from laguna.server.pages.site import understood
from server.serving import Running

PAGES = ("/", "/tables/any_table_at_all", "/verify", "/recover", "/join")
FOLDER = Path(pages.__file__).parent
SOURCES = {
    path: path.read_text("utf-8") for path in FOLDER.rglob("*") if path.suffix in (".html", ".js", ".py", ".css")
}

both = pytest.mark.parametrize("lang", LANGUAGES)
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


def page_of(server: Running, path: str, lang: str) -> str:
    answer = server.client().get(path, **{"Accept-Language": lang})
    assert answer.status == 200
    assert answer.headers["content-language"] == lang
    assert answer.headers["content-type"].startswith("text/html")
    return answer.body.decode()


@both
@every_page
def test_a_page_is_whole_and_has_nothing_inline(server: Running, path: str, lang: str):
    page = page_of(server, path, lang)
    assert "{{" not in page
    assert f'<html lang="{lang}">' in page
    reader = Reader(page)
    assert reader.inline == ""
    for tag, attributes in reader.elements:
        assert tag != "style"
        assert not [name for name in attributes if name == "style" or name.startswith("on")]


@both
@every_page
def test_everything_a_page_loads_comes_from_here_and_is_there(server: Running, path: str, lang: str):
    client = server.client()
    for _, attributes in Reader(page_of(server, path, lang)).elements:
        for name in ("src", "href"):
            address = attributes.get(name)
            if address is None:
                continue
            assert address.startswith(("/", "#", "?"))
            assert not address.startswith("//")
            if address.startswith("/static/"):
                assert client.get(address).status == 200


def test_what_scripts_and_styles_load_is_there(server: Running):
    client = server.client()
    for path, source in SOURCES.items():
        for name in re.findall(r'from "\./([^"]+)"', source) + re.findall(r"url\(([^)]+)\)", source):
            if path.suffix in (".js", ".css"):
                assert client.get(f"/static/{name}").status == 200, (path, name)


def test_files_are_kept_by_browsers_and_have_their_media_types(server: Running):
    client = server.client()
    for name, media in (("site.css", "text/css"), ("home.js", "text/javascript"), ("art/duck.svg", "image/svg+xml")):
        answer = client.get(f"/static/{name}")
        assert answer.headers["content-type"].startswith(media)
        assert client.get(f"/static/{name}", **{"If-None-Match": answer.headers["etag"]}).status == 304


@pytest.mark.parametrize("path", ["nothing.js", "../site.py", "..%2fsite.py", "art", "", "/etc/passwd", "%00"])
def test_only_files_that_are_meant_for_browsers_can_be_loaded(server: Running, path: str):
    server.client().get(f"/static/{path}").problem(404, "not_found")


def test_every_word_that_pages_say_is_there_and_none_is_left_over():
    source = "\n".join(SOURCES.values())
    said = set(re.findall(r'\bsay\("(?!pages|levels|names|events|common)(\w+)"', source))
    said |= set(re.findall(r'"pages", "(\w+)"', source))
    for lang in LANGUAGES:
        words = set(words_of("laguna", lang).tables["pages"])
        assert said <= words
        states = {"gathering", "playing", "over", "closed"}
        unsaid = {word for word in words if not re.search(rf"""["{{]{word}["}}]""", source)}
        assert unsaid <= states


def test_both_languages_have_the_same_words_for_pages_and_problems():
    polish, english = (words_of("laguna", lang).tables for lang in ("pl", "en"))
    for section in ("pages", "problems"):
        assert set(polish[section]) == set(english[section])


def test_a_chosen_language_is_remembered(server: Running):
    client = server.client()
    assert '<html lang="pl">' in client.get("/?lang=pl", **{"Accept-Language": "en"}).body.decode()
    assert client.cookies["lang"] == "pl"
    assert '<html lang="pl">' in client.get("/verify", **{"Accept-Language": "en"}).body.decode()
    assert '<html lang="en">' in client.get("/verify?lang=en").body.decode()
    client.get("/?lang=de").problem(400, "malformed")
    client.cookies["lang"] = "<script>"
    assert '<html lang="en">' in client.get("/").body.decode()


@pytest.mark.parametrize(
    ("header", "lang"),
    [
        ("", "en"),
        ("pl", "pl"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("de,en;q=0.5,pl;q=0.7", "pl"),
        ("en-GB,pl;q=0.9", "en"),
        ("de", "en"),
        ("pl;q=x,en", "en"),
        ("pl;q=nan", "en"),
        (",;,;q=", "en"),
        ("PL", "pl"),
    ],
)
def test_the_language_that_a_browser_likes_best_is_spoken(header: str, lang: str):
    assert understood(header) == lang
