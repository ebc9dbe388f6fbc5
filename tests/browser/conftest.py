"""One server, one browser for each process of the tests, and visitors who come with profiles of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from random import Random
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.chromium import chromium
from browser.games import SEATS
from browser.visitor import SECONDS, Visitor, visiting
from laguna.server.help import bot_seats as bots
from laguna.server.tables import seating
from server.finished import Finished, stored
from server.serving import Running, running_server

SEED = 6

Visit = Callable[..., Visitor]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server at which a game of each kind has been played to its end, one by invitation; its bots do not pause."""
    folder = tmp_path_factory.mktemp("browser")
    by_invitation = Finished("duck", SEATS["duck"], open=False)
    stored(folder, [*(Finished(game, seats) for game, seats in SEATS.items()), by_invitation])
    with running_server(folder) as running:
        yield running


@pytest.fixture(scope="package")
def browser(server: Running) -> Iterator[Browser]:
    """A Chromium. The server stands before it: Playwright's loop is in the way of others in this thread."""
    del server
    expect.set_options(timeout=1000 * SECONDS)
    with sync_playwright() as playwright:
        found = chromium(playwright.chromium.executable_path)
        chosen = playwright.chromium.launch(**found.launching)
        yield chosen
        chosen.close()


@contextmanager
def seeded() -> Iterator[None]:
    """The same luck every time: tables are laid out and bots play as they did before."""
    luck = Random(SEED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating, "secrets", SimpleNamespace(token_bytes=luck.randbytes))
        patch.setattr(bots, "fresh_seed", partial(luck.getrandbits, 63))
        yield


@pytest.fixture(autouse=True)
def _luck() -> Iterator[None]:
    with seeded():
        yield


@pytest.fixture
def visit(browser: Browser, server: Running) -> Iterator[Visit]:
    """Lets somebody come, see `visiting`. When all is over, nothing may have gone wrong in any browser."""
    with ExitStack() as stack:
        yield lambda *who, **how: stack.enter_context(visiting(browser, server, *who, **how))
