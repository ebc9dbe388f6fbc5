"""How a person plays Mahé in the browser, and what its table is known by there."""

from __future__ import annotations

import re

from browser.dock import dock
from browser.hands import Hands

SEATS = 3
"""As few players as make a short game."""
TABLE_WORDS = frozenset({"turtle", "eggs", "raft"})
"""Words of its table that no curtain says."""
CLICKED = "main.table button"
"""What is answered without the server."""


def step(hands: Hands) -> None:
    """Any turtle; a second die if the first was low."""
    here = dock(hands.page)
    turtles = here.locator(".choice button")
    if turtles.count():
        hands.press(turtles.first)
        return
    stop, roll = here.locator("[aria-keyshortcuts=S]"), here.locator("[aria-keyshortcuts=D]")
    if not roll.count():
        hands.shortcut(stop, "s")
    elif not stop.count():
        hands.shortcut(roll, "d")
    else:
        fields = re.search(r"\d+", stop.inner_text())
        again = fields is not None and int(fields[0]) <= 3
        hands.shortcut(roll if again else stop, "d" if again else "s")
