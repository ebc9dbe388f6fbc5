"""How a person plays Duck in the browser: what they press next, by what they see."""

from __future__ import annotations

from browser.dock import dock, pressable
from browser.hands import Hands

SEATS = 2
"""As few players as make a short game."""


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
