"""How a person plays Kuna Yala in the browser: what they press next, by what they see."""

from __future__ import annotations

from browser.dock import dock, pressable
from browser.hands import Hands

SEATS = 2
"""As few players as make a short game."""


def step(hands: Hands) -> None:
    """The first card that fits, into a place that glows."""
    here = dock(hands.page)
    cards = here.locator(".market button")
    fitting = pressable(cards).and_(hands.page.locator(":not(.barred)")).first
    number = 1 + int(fitting.evaluate("(node) => [...node.parentElement.children].indexOf(node)"))
    hands.shortcut(fitting, str(number))
    hands.one_of(hands.page.locator("main .place.legal"), "ArrowUp")
    hands.shortcut(here.locator(".act .primary"), "Enter")
