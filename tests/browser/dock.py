"""Where one answers at a table, whichever game it is."""

from __future__ import annotations

from playwright.sync_api import Locator, Page


def dock(page: Page) -> Locator:
    """Where one answers."""
    return page.locator("section.dock")


def pressable(buttons: Locator) -> Locator:
    """Those that can be pressed with effect."""
    return buttons.and_(buttons.page.locator(":not([aria-disabled='true'])"))
