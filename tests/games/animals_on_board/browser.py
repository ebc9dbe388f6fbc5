"""How a person plays Animals on Board in the browser, and what its table is known by there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.declared import Forbidden
from browser.dock import dock, pressable
from browser.hands import Hands, Mouse

SEATS = 2
"""As few players as make a short game."""

TABLE_WORDS = frozenset({"keeps", "tile", "ark", "crate"})
"""Words of its table that no curtain says."""
CLICKED = "section.dock [role=radio]"
"""What is answered without the server."""


def step(hands: Hands) -> None:
    """Keep any animal; take the first group one can pay, else split; discard what is proposed."""
    here = dock(hands.page)
    choice = here.get_by_role("radio")
    if choice.count():
        hands.press(choice.first)
        hands.press(here.locator(".act .primary"))
        return
    groups = hands.page.locator("main button[data-group]")
    if not groups.count():
        hands.press(here.locator(".act .primary"))
        return
    # Groups with two tiles or more come before single ones, which cannot be split.
    widths = groups.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().width)")
    hands.poke(groups.nth(widths.index(max(widths))))
    expect(here.locator("[data-bay]").first).to_be_visible()
    takes = pressable(here.locator(".act button").nth(1))
    if takes.count():
        hands.press(takes)
        return
    hands.press(here.locator("[data-bay]").last)
    splits = pressable(here.locator(".act button").first)
    hands.press(splits if splits.count() else here.locator(".act button").last)


def take_what_is_too_dear(page: Page) -> None:
    """A8: the group costs more crates than one has."""
    Mouse(page).poke(page.get_by_role("button", name="short").first)
    Mouse(page).poke(dock(page).get_by_role("button", name="Take the whole group"))


FORBIDDEN = Forbidden(take_what_is_too_dear, "A8", after=1)
