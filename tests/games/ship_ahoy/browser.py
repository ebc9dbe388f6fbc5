"""How a person plays Ship Ahoy in the browser, and what its table is known by there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator

from browser.dock import dock, pressable
from browser.hands import Hands

SEATS = 3
"""As few players as make a short game."""

ANSWERS_BEFORE_LOOKS = 0
"""A battle may be over soon."""
BOUNDED_WAITS = False
"""A shot takes as long as it takes."""
WHOLE_EVERY_TIME = True
"""A whole game by clicks belongs to every run of the tests."""
TABLE_WORDS = frozenset({"ship", "tower", "cannon", "knots"})
"""Words of its table that no curtain says."""
LIKED = {"laguna.ship_ahoy": {"drawing": "chart"}}
"""Drawn from above: without a graphics card the diorama takes its time."""
CANVAS = "canvas[data-frames]"
"""The diorama."""


def options(seats: int) -> dict[str, Any]:
    """A host whose hand never shakes is soon done with a battle."""
    return {"steady_hand": [0, *[100] * (seats - 1)]}


def step(hands: Hands) -> None:
    """Shoot at what the cannon looks at by itself; sail a ship a little way; roll for whatever comes first."""
    here = dock(hands.page)
    if here.locator(".knob").count():
        hands.pull(here.locator(".knob"))
    elif here.locator(".piece").count() and not here.locator(".act .primary").count():
        _sail(hands, here)
    else:
        hands.press(here.locator(".act .primary"))


def _sail(hands: Hands, here: Locator) -> None:
    """The first ship, a little way; if it cannot go there, enough is sailed."""
    ship = here.locator(".piece").first
    if ship.get_attribute("aria-pressed") != "true":
        hands.press(ship)
    hands.lay_rope(hands.page.locator("main.table"))
    goes = pressable(here.locator(".act .primary"))
    hands.press(goes if goes.count() else here.locator(".act .btn").last)
