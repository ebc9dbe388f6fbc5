"""How a person plays each game to its end: what they press next, by what they see. They play fast rather than well."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from browser.hands import Hands

SEATS = {"mahe": 3, "duck": 2, "animals_on_board": 2, "kuna_yala": 2, "ship_ahoy": 3}
"""The games, each with as few players as make a short game."""
MOST_STEPS = 400
"""No game is longer."""
SOME = 5
"""So many answers are some play."""


def dock(page: Page) -> Locator:
    """Where one answers."""
    return page.locator("section.dock")


def asked(page: Page) -> Locator:
    """What is there as long as one is asked: something to do in the dock, or a group of animals to choose."""
    return page.locator("section.dock:not([inert]) .act button, main button[data-group]").first


def end(page: Page) -> Locator:
    """What is there when the game is over."""
    return page.locator("main.end")


def answered(hands: Hands, game: str, until: Locator) -> bool:
    """Wait until one is asked, and answer; or until something else is there: then nothing is done."""
    expect(asked(hands.page).or_(until).first).to_be_visible()
    if until.is_visible():
        return False
    STEPS[game](hands)
    return True


def play(hands: Hands, game: str) -> None:
    """Play until the game is over."""
    for _ in range(MOST_STEPS):
        if not answered(hands, game, end(hands.page)):
            return
    raise AssertionError(f"The game is not over after {MOST_STEPS} answers.")


def play_some(hands: Hands, game: str) -> None:
    """Answer some questions, or fewer if the game is over before."""
    for _ in range(SOME):
        if not answered(hands, game, end(hands.page)):
            return


def _open(buttons: Locator) -> Locator:
    """Those that can be pressed with effect."""
    return buttons.and_(buttons.page.locator(":not([aria-disabled='true'])"))


def _mahe(hands: Hands) -> None:
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


def _duck(hands: Hands) -> None:
    """Dive when one may; else get rid of the highest card and its like, and draw from the pile."""
    here = dock(hands.page)
    if here.locator(".meaning").count():
        hands.press(here.locator(".meaning .primary"))
    elif not here.locator(".dive").count():
        hands.press(_open(here.locator(".act button")).first)
    elif _open(here.locator(".dive")).count():
        hands.press(here.locator(".dive"))
    elif not here.locator(".fan [aria-pressed=true]").count():
        hands.press(here.locator(".fan button").last)
    elif here.locator(".more").count():
        hands.press(here.locator(".more").first)
    else:
        hands.press(here.locator(".act .primary"))


def _animals_on_board(hands: Hands) -> None:
    """Keep any animal; take the first group one can pay, else split; discard what is proposed."""
    here = dock(hands.page)
    choice = here.get_by_role("radio")
    if choice.count():
        hands.press(choice.first)
        hands.press(here.locator(".act .primary"))
        return
    groups = hands.page.locator("main button[data-group]")
    if not groups.count():
        hands.press(here.locator(".act .primary"))
        return
    # Groups with two tiles or more come before single ones, which cannot be split.
    widths = groups.evaluate_all("(all) => all.map((each) => each.getBoundingClientRect().width)")
    hands.poke(groups.nth(widths.index(max(widths))))
    expect(here.locator("[data-bay]").first).to_be_visible()
    takes = _open(here.locator(".act button").nth(1))
    if takes.count():
        hands.press(takes)
        return
    hands.press(here.locator("[data-bay]").last)
    splits = _open(here.locator(".act button").first)
    hands.press(splits if splits.count() else here.locator(".act button").last)


def _kuna_yala(hands: Hands) -> None:
    """The first card that fits, into a place that glows."""
    here = dock(hands.page)
    cards = here.locator(".market button")
    fitting = _open(cards).and_(hands.page.locator(":not(.barred)")).first
    number = 1 + int(fitting.evaluate("(node) => [...node.parentElement.children].indexOf(node)"))
    hands.shortcut(fitting, str(number))
    hands.one_of(hands.page.locator("main .place.legal"), "ArrowUp")
    hands.shortcut(here.locator(".act .primary"), "Enter")


def _ship_ahoy(hands: Hands) -> None:
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
    goes = _open(here.locator(".act .primary"))
    hands.press(goes if goes.count() else here.locator(".act .btn").last)


STEPS: dict[str, Callable[[Hands], None]] = {
    "mahe": _mahe,
    "duck": _duck,
    "animals_on_board": _animals_on_board,
    "kuna_yala": _kuna_yala,
    "ship_ahoy": _ship_ahoy,
}
