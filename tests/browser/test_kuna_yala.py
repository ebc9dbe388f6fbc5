"""Kuna Yala's table in the browser: one's own shoal in a panel of its shape, and one's own colour."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.curtain import lift_by_keys
from browser.dock import dock
from browser.games import asked
from browser.tables import against_bots, on_one_device, played_on
from browser.visitor import DESKTOP, PHONE, Size
from server.serving import Running
from tiers import tiered_rows

FIRST_TURNS = 3
"""A player's turns, of two cards each."""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".sea.own .kc")].map(
  (card) => card.getBoundingClientRect().width))"""


def smallest_card(page: Page) -> float:
    """How wide the cards of one's own shoal are, in pixels; they stand still."""
    expect(page.locator(".sea.own.large .kc").first).to_be_visible()
    page.locator(".sea.own .kc").last.element_handle().wait_for_element_state("stable")
    return float(page.evaluate(SMALLEST))


@pytest.mark.parametrize(
    ("size", "least"), tiered_rows([(DESKTOP, 56), (PHONE, 44)], lambda row: row[0] == PHONE), ids=["desk", "hand"]
)
def test_cards_of_ones_own_shoal_are_large_in_the_first_turns(size: Size, least: int, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), size=size)
    for seats in (2, 3, 4):
        table = against_bots(ola.client, "kuna_yala", seats=seats)
        played_on(ola.client, table, 2 * FIRST_TURNS)
        page = ola.table(table)
        expect(asked(page)).to_be_visible()
        before = smallest_card(page)
        assert before >= least, f"{before} px at a table of {seats}"
        dock(page).get_by_role("button", name=re.compile(r"^Card \d: (?!a shark)")).first.click()
        expect(dock(page).get_by_role("button", name="Other cards")).to_be_visible()
        assert smallest_card(page) >= least, f"with a card chosen, at a table of {seats}"


def test_ones_own_cards_stay_large_while_somebody_elses_shoal_is_to_be_laid_in(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    table = against_bots(ola.client, "kuna_yala", seats=4)
    played_on(ola.client, table, 2 * FIRST_TURNS + 1)
    page = ola.table(table)
    expect(asked(page)).to_be_visible()
    assert smallest_card(page) >= 56


def test_ones_own_colour_is_open_at_ones_own_device_and_hidden_at_one_that_is_passed_round(
    server: Running, visit: Visit
):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "kuna_yala"))
    expect(dock(page).get_by_text("points now").last).to_be_visible()
    page = ola.table(on_one_device(ola.client, "kuna_yala", ["Ola", "Tata"]))
    lift_by_keys(page)
    expect(dock(page).get_by_role("button", name="Your colour")).to_be_visible()
    expect(page.get_by_text("points now")).to_have_count(0)
