"""Games against bots: whole ones by clicks, some play by keys alone; thoroughly, whole ones by every way to play."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.games import PLAYERS, SEATS, end, play, play_some
from browser.hands import Keys, Mouse
from browser.tables import against_bots
from browser.visitor import TABLET, Size
from server.serving import Running
from tiers import tiered

SMALL: Size = (800, 600)
"""A window in which also a diorama is soon drawn without a graphics card."""


@pytest.mark.parametrize("game", tiered(SEATS, lambda game: PLAYERS[game].whole_every_time))
def test_a_whole_game_against_bots_is_played_by_clicks(game: str, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), hurried=True)
    ola.table(against_bots(ola.client, game))
    play(Mouse(ola.page), game)
    expect(end(ola.page).get_by_role("button", name="Rematch")).to_be_visible()


@pytest.mark.parametrize("game", SEATS)
def test_some_of_a_game_is_played_by_keys_alone(game: str, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), language="pl", size=TABLET, hurried=True)
    ola.table(against_bots(ola.client, game))
    play_some(Keys(ola.page), game)


@pytest.mark.thorough
@pytest.mark.parametrize("game", SEATS)
def test_a_whole_game_against_bots_is_played_by_keys_alone(game: str, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), language="pl", size=TABLET, hurried=True)
    ola.table(against_bots(ola.client, game))
    play(Keys(ola.page), game)
    expect(end(ola.page).get_by_role("button", name="Rewanż")).to_be_visible()


def at_a_diorama(server: Running, visit: Visit) -> Page:
    """Somebody in the middle of a battle, in three dimensions."""
    ola = visit(server.guest("Ola"), size=SMALL, hurried=True, drawing="diorama")
    page = ola.table(against_bots(ola.client, "ship_ahoy"))
    expect(page.locator("canvas[data-frames]")).to_be_visible()
    return page


@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_some_of_a_battle_is_fought_in_the_diorama(hands: type[Mouse | Keys], server: Running, visit: Visit):
    page = at_a_diorama(server, visit)
    play_some(hands(page), "ship_ahoy")


@pytest.mark.thorough
@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_a_whole_battle_is_fought_in_the_diorama(hands: type[Mouse | Keys], server: Running, visit: Visit):
    page = at_a_diorama(server, visit)
    play(hands(page), "ship_ahoy")
    expect(end(page).get_by_role("button", name="Rematch")).to_be_visible()
