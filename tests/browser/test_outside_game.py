"""A game that the browser has never heard of is played there wholly: Pig, which comes from outside."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.dock import dock
from browser.games import asked, end
from browser.hands import Hands, Keys, Mouse
from browser.visitor import PHONE, visiting
from outside.conftest import pig  # noqa: F401 - a fixture
from outside.environment import Environment, guest
from server.serving import Client
from server.tables import begun

MOST_ANSWERS = 600
"""No game is longer."""


@pytest.fixture(scope="module")
def outside(pig: Environment) -> Iterator[Any]:  # noqa: F811
    """A server in the environment that has Pig: a process of its own, reached as any other."""
    with pig.serving() as port:
        yield SimpleNamespace(url=f"http://127.0.0.1:{port}", port=port, client=lambda: Client(port))


def against_bots(host: Client, *levels: str, **new: Any) -> str:
    return begun([host], "pig", levels, **new)


def play_to_the_end(hands: Hands) -> None:
    """Hold whenever one may, which is the last of the moves."""
    for _ in range(MOST_ANSWERS):
        expect(asked(hands.page).or_(end(hands.page)).first).to_be_visible()
        if end(hands.page).is_visible():
            return
        hands.press(dock(hands.page).locator("button").last)
    raise AssertionError("The game is not over.")


def hinted(page: Page) -> None:
    """Ask for help until the move is shown."""
    for name in ("Hint", "Tell me why", "Show the move"):
        page.get_by_role("button", name=name, exact=True).first.click()
    expect(page.get_by_text("Best: ")).to_be_visible()


def test_home_offers_it_and_a_table_is_made_by_clicks(browser: Browser, outside: Any) -> None:
    with visiting(browser, outside, guest(outside.port, "Ola")) as ola:
        page = ola.go("/")
        expect(page.get_by_text("Pig").first).to_be_visible()
        ola.accessible()
        ola.go("/tables/new?game=pig")
        expect(page.get_by_text("Two dice").first).to_be_visible()
        ola.fits()
        ola.accessible()


@pytest.mark.longest
def test_a_whole_game_against_bots_is_played_by_clicks_and_looked_at_again(browser: Browser, outside: Any) -> None:
    client = guest(outside.port, "Ola")
    with visiting(browser, outside, client, hurried=True) as ola:
        page = ola.table(against_bots(client, "easy", options={"two_dice": True}))
        expect(asked(page)).to_be_visible()
        hinted(page)
        ola.accessible()
        play_to_the_end(Mouse(page))
        expect(end(page).get_by_role("button", name="Rematch")).to_be_visible()
        end(page).get_by_role("link", name="Replay").or_(end(page).get_by_role("button", name="Replay")).first.click()
        expect(page.locator("main.table")).to_be_visible()
        ola.accessible()


def test_it_is_played_by_keys_alone_in_polish_on_a_phone(browser: Browser, outside: Any) -> None:
    client = guest(outside.port, "Ola")
    with visiting(browser, outside, client, language="pl", size=PHONE, theme="night", hurried=True) as ola:
        page = ola.table(against_bots(client, "beginner"))
        hands = Keys(page)
        for _ in range(4):
            expect(asked(page)).to_be_visible()
            hands.press(dock(page).locator("button").first)
        ola.fits()
        ola.accessible()
        expect(page.get_by_text("Świnka").first).to_be_visible()


def test_two_friends_play_it_in_two_browsers(browser: Browser, outside: Any) -> None:
    ala, ola = guest(outside.port, "Ala"), guest(outside.port, "Ola")
    table = begun([ala, ola], "pig", options={"first": 0})
    with (
        visiting(browser, outside, ala, hurried=True) as first,
        visiting(browser, outside, ola, hurried=True) as second,
    ):
        pages = [first.table(table), second.table(table)]
        expect(asked(pages[0])).to_be_visible()
        expect(asked(pages[1])).to_have_count(0)
        dock(pages[0]).locator("button").first.click()
        for page in pages:
            expect(page.get_by_text("Ala rolls").first).to_be_attached()
