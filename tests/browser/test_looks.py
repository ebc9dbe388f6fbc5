"""How every page and table looks: by day and by night, on a desk and in a hand, in both languages.

Everywhere axe-core must find nothing, and nothing may be scrolled sideways. Pictures for people to look at are written
to `.cache/screenshots`, or where LAGUNA_SCREENSHOTS says.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit, seeded
from browser.curtain import curtain
from browser.games import PLAYERS, SEATS, asked, end
from browser.tables import against_bots, finished, host_of_finished, on_one_device, played_on
from browser.visitor import DESKTOP, PHONE, SMALL_PHONE, Language, Size, Theme, Visitor
from server.serving import Client, Running
from server.tables import made
from tiers import tiered

PICTURES = Path(os.environ.get("LAGUNA_SCREENSHOTS", Path(__file__).parents[2] / ".cache/screenshots"))
SIDEWAYS: Size = (844, 390)
"""A phone that lies on its side."""
LARGE: Size = (2560, 1440)


class Look(NamedTuple):
    """A window on the pages."""

    language: Language
    theme: Theme
    size: Size

    def __str__(self) -> str:
        return f"{self.size[0]}x{self.size[1]}-{self.theme}-{self.language}"


LOOKS = [
    Look("pl", "day", DESKTOP),
    Look("en", "night", DESKTOP),
    Look("en", "day", PHONE),
    Look("pl", "night", PHONE),
    Look("pl", "day", SMALL_PHONE),
    Look("pl", "night", SIDEWAYS),
    Look("en", "day", LARGE),
]
PAGES = {
    "home": "/",
    "tables": "/tables",
    "new-table": "/tables/new?game=animals_on_board",
    "new-table-ship": "/tables/new?game=ship_ahoy",
    "finished": "/finished",
    "profile": "/me",
    "join": f"/join#{'t' * 43}",
    "recover": f"/recover#{'t' * 43}",
    "verify": "/verify",
    "practice": "/practice",
    "about": "/about",
    "lost": "/tables/nosuchtable",
}


class Played(NamedTuple):
    """Somebody in the middle of a game of every kind."""

    ola: Client
    tables: dict[str, str]


@pytest.fixture(scope="module")
def played(server: Running) -> Played:
    """Ola's tables, where some moves have been made and she is asked."""
    with seeded():
        ola = server.guest("Ola")
        tables = {game: against_bots(ola, game, seats=4) for game in SEATS}
        for game, table in tables.items():
            played_on(ola, table, PLAYERS[game].answers_before_looks)
    return Played(ola, tables)


def looks(names: Iterable[str]) -> Any:
    """Every page in every window; in each run each in one of them, and all windows come up."""
    pairs = list(product(names, LOOKS))
    turns = {pair: (number // len(LOOKS) + number) % len(LOOKS) for number, pair in enumerate(pairs)}
    return [
        pytest.param(*pair, id="-".join(map(str, pair)), marks=[] if turns[pair] == 0 else pytest.mark.thorough)
        for pair in pairs
    ]


every_look = pytest.mark.parametrize("look", tiered(LOOKS, lambda look: look == LOOKS[3]), ids=str)


def looked_at(visitor: Visitor, look: Look, name: str) -> None:
    """What must be true of everything that is seen, and a picture of it."""
    page = visitor.page
    page.evaluate("document.fonts.ready.then(() => null)")
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}-{look}.png", animations="disabled")
    visitor.fits()
    visitor.accessible()


@pytest.mark.parametrize(("name", "look"), looks(PAGES))
def test_every_page_fits_and_is_accessible(name: str, look: Look, played: Played, server: Running, visit: Visit):
    client = host_of_finished(server) if name == "finished" else played.ola
    visitor = visit(client, **look._asdict())
    visitor.forgiven = ("404",) if name in ("lost", "join") else ()
    page = visitor.go(PAGES[name])
    expect(page.get_by_role("main").or_(page.get_by_role("heading", level=1)).first).to_be_visible()
    page.wait_for_load_state("networkidle")
    looked_at(visitor, look, name)


@pytest.mark.parametrize(("game", "look"), looks(SEATS))
def test_every_table_fits_and_is_accessible(game: str, look: Look, played: Played, visit: Visit):
    visitor = visit(played.ola, **look._asdict())
    page = visitor.table(played.tables[game])
    expect(asked(page)).to_be_visible()
    looked_at(visitor, look, f"table-{game}")
    scrolls = page.evaluate("document.documentElement.scrollHeight > document.documentElement.clientHeight")
    assert not scrolls, "A table's page is never scrolled."


@pytest.mark.parametrize(("game", "look"), looks(reversed(SEATS)))
def test_every_end_fits_and_is_accessible(game: str, look: Look, server: Running, visit: Visit):
    visitor = visit(host_of_finished(server), **look._asdict())
    page = visitor.table(finished(game))
    expect(end(page).get_by_role("link").first).to_be_visible()
    looked_at(visitor, look, f"end-{game}")


@every_look
def test_a_gathering_a_curtain_and_drawers_fit_and_are_accessible(look: Look, played: Played, visit: Visit):
    visitor = visit(played.ola, **look._asdict())
    page = visitor.go(f"/tables/{made(played.ola, 'kuna_yala', seats=3, open=True)}")
    expect(page.get_by_role("img", name="QR")).to_be_visible()
    looked_at(visitor, look, "gathering")
    page = visitor.table(on_one_device(played.ola, "duck", ["Ola", "Tata"]))
    expect(curtain(page)).to_be_visible()
    looked_at(visitor, look, "curtain")
    page = visitor.table(played.tables["duck"])
    expect(asked(page)).to_be_visible()
    for key, name in (("?", "rules"), ("l", "log")):
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        looked_at(visitor, look, f"drawer-{name}")
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
    page = visitor.go("/")
    page.wait_for_load_state("networkidle")  # the table that waits comes in above the games and moves them down
    page.locator(".games").get_by_role("button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    looked_at(visitor, look, "play-sheet")


@every_look
def test_a_replay_fits_and_is_accessible(look: Look, server: Running, visit: Visit):
    visitor = visit(host_of_finished(server), **look._asdict())
    page = visitor.go(f"/tables/{finished('kuna_yala')}?replay=12")
    expect(page.get_by_role("slider")).to_be_visible()
    looked_at(visitor, look, "replay")


@every_look
def test_a_shared_result_and_an_invitation_fit_and_are_accessible(
    look: Look, played: Played, server: Running, visit: Visit
):
    visitor = visit(host_of_finished(server), **look._asdict())
    page = visitor.table(finished("animals_on_board"))
    end(page).get_by_role("button", name={"pl": "Udostępnij", "en": "Share"}[look.language]).click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("img")).to_have_js_property("naturalWidth", 1200)
    looked_at(visitor, look, "share-result")
    newcomer = visit(**look._asdict())
    table = made(played.ola, "mahe", seats=3)
    link = played.ola.post(f"/api/tables/{table}/invite").expect(201)["url"]
    page = newcomer.go(link.removeprefix(server.url))
    expect(page.get_by_role("heading", name="Mahé")).to_be_visible()
    looked_at(newcomer, look, "invitation")
