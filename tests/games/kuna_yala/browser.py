"""How a person plays Kuna Yala in the browser, and what its table is known by there."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.declared import Dragged, Forbidden
from browser.dock import dock, pressable
from browser.hands import Hands, Mouse

SEATS = 2
"""As few players as make a short game."""
TABLE_WORDS = frozenset({"colour", "fish", "coral", "lays"})
"""Words of its table that no curtain says."""
CLICKED = ".market button"
"""What is answered without the server."""
DRAGGED = Dragged("the sea is panned", ".sea.large .fit", (120, 60), turns=4)
"""From near by."""


def step(hands: Hands) -> None:
    """The first card that fits, into a place that glows."""
    here = dock(hands.page)
    cards = here.locator(".market button")
    fitting = pressable(cards).and_(hands.page.locator(":not(.barred)")).first
    number = 1 + int(fitting.evaluate("(node) => [...node.parentElement.children].indexOf(node)"))
    hands.shortcut(fitting, str(number))
    hands.one_of(hands.page.locator("main .place.legal"), "ArrowUp")
    hands.shortcut(here.locator(".act .primary"), "Enter")


def lay_where_nothing_suits(page: Page) -> None:
    """A card into a place that does not take it; the reason depends on the card."""
    for number in range(1, 5):
        dock(page).get_by_role("button", name=f"Card {number}:").click()
        others = dock(page).get_by_role("button", name="Other cards")
        expect(others).to_be_visible()
        barred = page.get_by_role("button", name="Not allowed here")
        if barred.count():
            Mouse(page).poke(barred.first)
            return
        others.click()
    raise AssertionError("Every card suits every place.")


FORBIDDEN = Forbidden(lay_where_nothing_suits, "K", after=6)
