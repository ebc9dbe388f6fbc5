"""How somebody presses what they see: with a mouse or a finger, or with keys alone."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from playwright.sync_api import Locator, Page

MOST_TABS = 80
MOST_ARROWS = 120
"""Whoever has not come to something by then cannot come to it by keys."""
PULL = 140
"""Pixels: most of the way that a plunger has."""
NOTCHES = 15
"""How often it is pulled by keys, for as much."""
HERE = "(node) => node === document.activeElement"
OPENING = "(node) => node.cloneNode().outerHTML"
BEFORE = "(node) => Boolean(document.activeElement.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING)"
SEEN = """(node) => {
  const shown = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  const near = [node, node.nextElementSibling, ...node.children].filter(Boolean);
  return near.some((each) => shown(getComputedStyle(each))) || shown(getComputedStyle(node, "::after"));
}"""
"""Whether one sees that something has the focus: it, something in it or beside it is outlined."""
WAYS = """(node) => {
  const to = node.getBoundingClientRect(), from = document.activeElement.getBoundingClientRect();
  const [x, y] = [to.x - from.x, to.y - from.y];
  const across = x > 0 ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  const down = y > 0 ? ["ArrowDown", "ArrowUp"] : ["ArrowUp", "ArrowDown"];
  const ways = Math.abs(x) >= Math.abs(y) ? [across, down] : [down, across];
  return [`${from.x},${from.y}`, [0, 1].flatMap((place) => ways.map((way) => way[place]))];
}"""
"""Where the focus is, and the arrows, the one that leads nearest first."""


class Hands(Protocol):
    """Somebody's way to press things on a page."""

    page: Page

    def press(self, what: Locator) -> None:
        """Press what is there now."""

    def poke(self, what: Locator) -> None:
        """The same for something that others lie upon: they are pressed for it."""

    def shortcut(self, what: Locator, key: str) -> None:
        """Press what also a key of its own presses."""

    def one_of(self, group: Locator, key: str) -> None:
        """Press any of a group, into which this key leads."""

    def pull(self, plunger: Locator) -> None:
        """Pull a plunger rather hard, and let go."""

    def lay_rope(self, table: Locator) -> None:
        """Lay the rope a little way, from the ship in the middle of the table."""


class Mouse:
    """A mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        what.click()

    def poke(self, what: Locator) -> None:
        # A forced click does not wait until its target stands still: a table that is still being laid out is missed.
        what.element_handle().wait_for_element_state("stable")
        what.click(force=True)

    def shortcut(self, what: Locator, key: str) -> None:
        del key
        what.click()

    def one_of(self, group: Locator, key: str) -> None:
        del key
        group.first.click()

    def pull(self, plunger: Locator) -> None:
        x, y = _middle(plunger)
        self._drag((x, y), (x + PULL, y))

    def lay_rope(self, table: Locator) -> None:
        x, y = _middle(table)
        self._drag((x + 20, y - 10), (x + 45, y - 35))

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=4)
        mouse.up()


class Keys:
    """A keyboard and nothing else: Tab from group to group, arrows inside a group, Space presses."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        self.reach(what)
        self.page.keyboard.press("Space")

    poke = press

    def shortcut(self, what: Locator, key: str) -> None:
        del what
        self.page.keyboard.press(key)

    def one_of(self, group: Locator, key: str) -> None:
        self.page.keyboard.press(key)
        here = group.and_(self.page.locator(":focus"))
        self.press(here if here.count() else group.first)

    def pull(self, plunger: Locator) -> None:
        self.reach(plunger)
        for _ in range(NOTCHES):
            self.page.keyboard.press("ArrowUp")
        self.page.keyboard.press("Enter")

    def lay_rope(self, table: Locator) -> None:
        del table
        for key in ("ArrowUp", "ArrowRight") * 3:
            self.page.keyboard.press(key)

    def reach(self, what: Locator) -> None:
        """Bring the focus to something, which must be seen to have it."""
        if not what.evaluate(HERE):
            stop = self._tab_stop(what)
            self._tab_to(stop)
            if not what.evaluate(HERE):
                self._walk_to(what)
        assert what.evaluate(SEEN), f"One does not see that {what.evaluate(OPENING)} has the focus."

    def _tab_stop(self, what: Locator) -> Locator:
        """Where Tab stops on the way: the thing itself, or whatever stands for its group."""
        if what.evaluate("(node) => node.tabIndex >= 0"):
            return what
        return what.locator("xpath=ancestor::*[.//*[@tabindex='0']][1]").locator("[tabindex='0']").first

    def _tab_to(self, stop: Locator) -> None:
        key = "Shift+Tab" if stop.evaluate(BEFORE) else "Tab"
        for _ in range(MOST_TABS):
            if stop.evaluate(HERE):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"Tab does not come to {stop.evaluate(OPENING)}.")

    def _walk_to(self, what: Locator) -> None:
        """Inside a group, a line or a plane: from each place by the best of the least tried arrows."""
        tried: Counter[tuple[str, str]] = Counter()
        for _ in range(MOST_ARROWS):
            if what.evaluate(HERE):
                return
            place, ways = what.evaluate(WAYS)
            key = min(ways, key=lambda way: tried[place, way])
            tried[place, key] += 1
            self.page.keyboard.press(key)
        raise AssertionError(f"The arrows do not come to {what.evaluate(OPENING)}.")


def _middle(what: Locator) -> tuple[float, float]:
    what.element_handle().wait_for_element_state("stable")
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
