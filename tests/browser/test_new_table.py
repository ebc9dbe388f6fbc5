"""A table of Ship Ahoy to be: what is chosen before is agreed on there, and seen at the seats."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import Visit
from server.serving import Running


def test_scenario_teams_ports_and_hands_are_agreed_on_with_the_table(server: Running, visit: Visit):
    page = visit(server.guest("Ola")).go("/tables/new?game=ship_ahoy")
    kraken, ports = page.get_by_role("radio", name="Kraken"), page.get_by_role("slider", name="Distance of the ports")
    kraken.check(force=True)  # the picture lies over it
    ports.fill("150")
    page.get_by_role("button", name="A steadier hand: Ola").click()
    page.get_by_role("switch", name="Teams").click()
    expect(page.get_by_text("team 1")).to_have_count(2)
    page.get_by_role("button", name="Make the table").click()
    expect(page).to_have_url(re.compile(r"/tables/[\w-]{8,}"))
    expect(kraken).to_be_checked()
    expect(ports).to_have_value("150")
    expect(page.get_by_role("group", name="Tremor of the hand: Ola")).to_contain_text("90%")
    expect(page.get_by_role("switch", name="Teams")).to_be_checked()
    expect(page.get_by_text("team 2")).to_have_count(2)


def test_teams_are_gone_with_the_fourth_chair(server: Running, visit: Visit):
    page = visit(server.guest("Ola")).go("/tables/new?game=ship_ahoy")
    teams = page.get_by_role("switch", name="Teams")
    teams.click()
    page.get_by_role("button", name="Take a chair away").click()
    expect(teams).not_to_be_checked()
    expect(teams).to_be_disabled()
    expect(page.get_by_text("team 1")).to_have_count(0)


def test_from_the_game_s_sheet_one_goes_to_the_practice_range(server: Running, visit: Visit):
    page = visit(server.guest("Ola")).go("/")
    page.get_by_role("button", name="Play: Ship Ahoy").click()
    page.get_by_role("link", name="Practise aiming").click()
    expect(page).to_have_url(re.compile("/practice$"))
    expect(page.locator("section.dock")).to_be_visible()
