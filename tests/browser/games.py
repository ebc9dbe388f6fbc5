"""What is to be known of each game in the browser, and how a person plays it to its end: fast rather than well.

What is a game's own, `games/<game>/browser.py` declares by the names that `_player` reads. A game without that file has
no table of its own: of the moves that are offered the first is pressed, and nothing else is known of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from browser.declared import Dragged, Forbidden
from browser.dock import dock
from browser.hands import Hands
from laguna.games import GAMES


class Player(NamedTuple):
    """What is to be known of a game to play it in the browser."""

    seats: int
    """As few players as make a short game."""
    step: Callable[[Hands], None]
    """Answer what is asked."""
    options: Callable[[int], dict[str, Any]]
    """What it is played with at a table of so many."""
    answers_before_looks: int
    """After so many answers there is something to look at, and the game is never over."""
    bounded_waits: bool
    """Whether the tempo bounds its waits: not where something takes as long as it takes."""
    whole_every_time: bool
    """Whether whole games belong to every run of the tests."""
    liked: Mapping[str, object]
    """How one likes to see it in tests, as the browser keeps it, unless one comes for something else."""
    table_words: frozenset[str]
    """English words of its table that no curtain says."""
    forbidden: Forbidden | None
    """Something that is refused with its rule."""
    clicked: str | None
    """What is clicked again and again, and answered without the server."""
    dragged: Dragged | None
    """What is dragged."""
    canvas: str | None
    """The canvas it is drawn on in three dimensions, which counts its frames."""


def _first_offered(hands: Hands) -> None:
    hands.press(dock(hands.page).locator("button").first)


def _player(game: str) -> Player:
    """What the game's own tests declare, or else what serves any game."""
    name = f"games.{game}.browser"
    own = import_module(name) if find_spec(f"games.{game}") and find_spec(name) else None
    return Player(
        seats=getattr(own, "SEATS", GAMES[game].seats[0]),
        step=getattr(own, "step", _first_offered),
        options=getattr(own, "options", lambda _: {}),
        answers_before_looks=getattr(own, "ANSWERS_BEFORE_LOOKS", 6),
        bounded_waits=getattr(own, "BOUNDED_WAITS", True),
        whole_every_time=getattr(own, "WHOLE_EVERY_TIME", False),
        liked=getattr(own, "LIKED", {}),
        table_words=getattr(own, "TABLE_WORDS", frozenset()),
        forbidden=getattr(own, "FORBIDDEN", None),
        clicked=getattr(own, "CLICKED", None),
        dragged=getattr(own, "DRAGGED", None),
        canvas=getattr(own, "CANVAS", None),
    )


PLAYERS = {game: _player(game) for game in GAMES}
"""The games, each with what is to be known of it."""
SEATS = {game: player.seats for game, player in PLAYERS.items()}
"""The games, each with as few players as make a short game."""
MOST_STEPS = 400
"""No game is longer."""
SOME = 5
"""So many answers are some play."""


def asked(page: Page) -> Locator:
    """What is there as long as one is asked: something to do in the dock, or something on the table that is chosen."""
    doing = "section.dock:not([inert]) .act button, section.dock.asked button"
    return page.locator(f"{doing}, main button[data-group]").first


def end(page: Page) -> Locator:
    """What is there when the game is over."""
    return page.locator("main.end")


def answered(hands: Hands, game: str, until: Locator) -> bool:
    """Wait until one is asked, and answer; or until something else is there: then nothing is done."""
    expect(asked(hands.page).or_(until).first).to_be_visible()
    if until.is_visible():
        return False
    PLAYERS[game].step(hands)
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
