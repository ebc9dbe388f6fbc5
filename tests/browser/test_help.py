"""Help at a table: why something cannot be done, hints, taking back, the rules and the introduction."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.dock import dock
from browser.games import PLAYERS, SEATS, asked
from browser.tables import against_bots, played_on
from server.serving import Running
from tiers import tiered

THINKING = 180_000
"""Milliseconds until the first hint on a machine that has compiled nothing yet."""


FORBIDDEN = {game: player.forbidden for game, player in PLAYERS.items() if player.forbidden}
"""The games at whose tables something is tried that the rules forbid."""


@pytest.mark.parametrize("game", tiered(FORBIDDEN, {"duck"}.__contains__))
def test_what_the_rules_forbid_is_answered_with_the_rule(game: str, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    table = against_bots(ola.client, game)
    played_on(ola.client, table, FORBIDDEN[game].after)
    page = ola.table(table)
    expect(asked(page)).to_be_visible()
    FORBIDDEN[game].attempt(page)
    why = page.get_by_role("dialog", name="Why can't I?")
    expect(why.get_by_role("alert")).not_to_be_empty()
    expect(why.locator(".hit .rule-no")).to_contain_text(FORBIDDEN[game].rule[0])
    page.keyboard.press("Escape")
    expect(why).to_be_hidden()
    expect(asked(page)).to_be_visible()


def test_a_hint_comes_in_three_steps(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "mahe", first=0))
    page.get_by_role("button", name="Hint").click()
    panel = page.get_by_role("region", name="Hint")
    panel.get_by_role("button", name="Tell me why").click(timeout=THINKING)
    panel.get_by_role("button", name="Show the move").click()
    expect(panel.get_by_text("Best:")).to_be_visible()
    expect(dock(page).locator(".hinted")).to_be_visible()
    panel.get_by_role("button", name="Hide").click()
    expect(panel).to_be_hidden()


def test_a_hinted_place_of_kuna_yala_is_told_by_what_lies_beside_it_and_lit_on_the_table(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "kuna_yala", options={"first": 0}))
    page.get_by_role("button", name="Hint").click()
    panel = page.get_by_role("region", name="Hint")
    panel.get_by_role("button", name="Tell me why").click(timeout=THINKING)
    panel.get_by_role("button", name="Show the move").click()
    best = panel.get_by_text("Best:")
    expect(best).to_contain_text("beside")
    expect(best).not_to_contain_text("(")
    expect(page.locator(".place.hinted")).to_be_in_viewport()


def test_a_move_that_revealed_nothing_is_taken_back(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "duck", first=1))
    cards = page.get_by_role("group", name="Your hand").get_by_role("button")
    cards.last.click()
    dock(page).locator(".act .primary").click()
    expect(cards).to_have_count(6)
    expect(dock(page).get_by_role("heading", name="Draw one card.")).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(cards).to_have_count(7)
    expect(page.get_by_role("log", name="Log").get_by_text("takes the move back")).to_be_visible()


@pytest.mark.parametrize("game", tiered(SEATS, {"duck"}.__contains__))
def test_the_introduction_is_read_to_its_end(game: str, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, game))
    page.get_by_role("button", name="Help").click()
    page.get_by_role("button", name="The game in two minutes").click()
    drawer = page.get_by_role("dialog", name="The game in two minutes")
    headings = set()
    while drawer.get_by_role("button", name="Next").is_visible():
        headings.add(drawer.locator("h3").inner_text())
        drawer.get_by_role("button", name="Next").click()
    assert len(headings) >= 4
    drawer.get_by_role("button", name="Let's play!").click()
    expect(drawer).to_be_hidden()
