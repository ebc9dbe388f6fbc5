"""How somebody presses what they see: with a mouse or a finger, or with keys alone."""

from __future__ import annotations

from typing import Protocol

from playwright.sync_api import Locator, Page

MOST_TABS = 80
"""Whoever has not come to it by then cannot come to it by keys."""
AROUND = {"ArrowRight": "ArrowDown", "ArrowLeft": "ArrowUp", "ArrowDown": "ArrowRight", "ArrowUp": "ArrowLeft"}
HERE = "(node) => node === document.activeElement"
SEEN = """(node) => {
  const style = getComputedStyle(node), after = getComputedStyle(node, "::after"), next = node.nextElementSibling;
  const shown = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return shown(style) || shown(after) || (next !== null && shown(getComputedStyle(next)));
}"""
"""Whether one sees that something has the focus."""


class Hands(Protocol):
    """Somebody's way to press things on a page."""

    page: Page

    def press(self, what: Locator) -> None:
        """Press what is there now."""

    def poke(self, what: Locator) -> None:
        """The same for something that others lie upon: they are pressed for it."""


class Mouse:
    """A mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        what.click()

    def poke(self, what: Locator) -> None:
        what.click(force=True)


class Keys:
    """A keyboard and nothing else: Tab from group to group, arrows inside a group, Space presses."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        self.reach(what)
        self.page.keyboard.press("Space")

    poke = press

    def reach(self, what: Locator) -> None:
        """Bring the focus to something, which must be seen to have it."""
        if not what.evaluate(HERE):
            stop = self._tab_stop(what)
            self._tab_to(stop)
            if not what.evaluate(HERE):
                self._walk_to(what)
        assert what.evaluate(SEEN), f"One does not see that {what.evaluate('(node) => node.outerHTML')} has the focus."

    def _tab_stop(self, what: Locator) -> Locator:
        """Where Tab stops on the way: the thing itself, or whatever stands for its group."""
        if what.evaluate("(node) => node.tabIndex >= 0"):
            return what
        return what.locator("xpath=ancestor::*[.//*[@tabindex='0']][1]").locator("[tabindex='0']").first

    def _tab_to(self, stop: Locator) -> None:
        for _ in range(MOST_TABS):
            if stop.evaluate(HERE):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not come to {stop.evaluate('(node) => node.outerHTML')}.")

    def _walk_to(self, what: Locator) -> None:
        """Inside a group, which may be a line or a plane: whichever arrow leads nearer."""
        seen = set()
        for _ in range(MOST_TABS):
            if what.evaluate(HERE):
                return
            way, place = what.evaluate(
                """(node) => {
                  const to = node.getBoundingClientRect(), from = document.activeElement.getBoundingClientRect();
                  const [x, y] = [to.x - from.x, to.y - from.y];
                  const way = Math.abs(x) >= Math.abs(y) ? (x > 0 ? "Right" : "Left") : (y > 0 ? "Down" : "Up");
                  return [`Arrow${way}`, `${from.x},${from.y}`];
                }"""
            )
            if place in seen:  # a corner: round it the other way
                way = AROUND[way]
            seen.add(place)
            self.page.keyboard.press(way)
        raise AssertionError(f"The arrows do not come to {what.evaluate('(node) => node.outerHTML')}.")
