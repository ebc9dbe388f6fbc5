"""How a person plays Duck in the browser, and what its table is known by there."""

from __future__ import annotations

from playwright.sync_api import Page

from browser.declared import Dragged, Forbidden
from browser.dock import dock, pressable
from browser.hands import Hands, Mouse

SEATS = 2
"""As few players as make a short game."""
TABLE_WORDS = frozenset({"red", "blue", "yellow", "green", "purple", "draws", "pile"})
"""Words of its table that no curtain says."""
CLICKED = ".fan button"
"""What is answered without the server."""
DRAGGED = Dragged("a card is dragged", ".fan button >> nth=3", (160, 20))
"""Cards are sorted."""


def step(hands: Hands) -> None:
    """Dive when one may; else get rid of the highest card and its like, and draw from the pile."""
    here = dock(hands.page)
    if here.locator(".meaning").count():
        hands.press(here.locator(".meaning .primary"))
    elif not here.locator(".dive").count():
        hands.press(pressable(here.locator(".act button")).first)
    elif pressable(here.locator(".dive")).count():
        hands.press(here.locator(".dive"))
    elif not here.locator(".fan [aria-pressed=true]").count():
        hands.press(here.locator(".fan button").last)
    elif here.locator(".more").count():
        hands.press(here.locator(".more").first)
    else:
        hands.press(here.locator(".act .primary"))


def dive_with_too_much(page: Page) -> None:
    """D12: with a whole hand."""
    Mouse(page).poke(dock(page).get_by_role("button", name="Dive"))


FORBIDDEN = Forbidden(dive_with_too_much, "D12", after=0)
