"""Games against bots: whole ones by clicks, some play by keys alone; thoroughly, whole ones by every way to play."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.games import PLAYERS, SEATS, end, play, play_some
from browser.hands import Keys, Mouse
from browser.tables import against_bots
from browser.visitor import TABLET
from server.serving import Running
from tiers import tiered


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
