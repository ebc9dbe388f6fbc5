"""What one is called, and what is written beside the pieces: asked once, never cut, readable at night."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.games import asked
from browser.tables import against_bots, played_on
from browser.visitor import DESKTOP, PHONE, Size
from server.serving import Running

LONGEST_NAME = "Kapitan Żeglugi Wielkiej"
"""As long as a name may be."""
CUT = "(node) => node.scrollWidth > node.clientWidth + 1 || getComputedStyle(node).textOverflow === 'ellipsis'"
CONTRAST = """(node) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const { color, backgroundColor } = getComputedStyle(node);
  const [one, other] = [light(color), light(backgroundColor)];
  return [Math.max(one, other) / Math.min(one, other), backgroundColor];
}"""
"""How much lighter text is than its ground, or the other way round; and that ground, which must be its own."""


def test_who_makes_a_table_is_asked_their_name_once(visit: Visit):
    page = visit().go("/tables/new?game=duck")
    page.get_by_label("Your name").fill("Zosia")
    page.get_by_role("button", name="Make the table").click()
    expect(page).to_have_url(re.compile(r"/tables/[\w-]{8,}"))
    expect(page.get_by_text("Zosia").first).to_be_visible()
    page.goto(page.url.split("/tables/")[0] + "/tables/new?game=duck")
    expect(page.get_by_role("button", name="Make the table")).to_be_visible()
    expect(page.get_by_text("Zosia").first).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_count(0)


@pytest.mark.parametrize("size", [DESKTOP, PHONE, (360, 780)], ids=["desk", "hand", "small hand"])
def test_ones_own_name_is_never_cut(size: Size, server: Running, visit: Visit):
    ola = visit(server.guest(LONGEST_NAME), size=size, language="pl")
    page = ola.table(against_bots(ola.client, "duck", seats=4))
    own = page.locator(".rail .seat.me .who")
    expect(own).to_contain_text(LONGEST_NAME)
    assert not own.evaluate(CUT)


def test_captions_under_the_piles_of_duck_are_readable_at_night(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), theme="night")
    table = against_bots(ola.client, "duck", seats=3)
    played_on(ola.client, table, 2)
    page = ola.table(table)
    expect(asked(page)).to_be_visible()
    captions = page.locator("main .source small")
    assert captions.count() >= 3
    for caption in captions.all():
        contrast, ground = caption.evaluate(CONTRAST)
        assert "rgba" not in ground, "It stands on whatever lies below."
        assert contrast >= 4.5, caption.inner_text()
