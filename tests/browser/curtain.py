"""What hangs between two people who share a device."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from browser.dock import dock


def curtain(page: Page) -> Locator:
    """What hides the table until whoever is next says so."""
    return page.locator("main.curtain")


def lift_by_keys(page: Page) -> None:
    """Lift it by pressing Enter twice, as soon as its button has the focus; once does not."""
    expect(curtain(page).get_by_role("button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(curtain(page)).to_be_visible()
    page.keyboard.press("Enter")
    expect(dock(page)).to_be_visible()
