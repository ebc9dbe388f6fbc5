"""After a game: its result, the replay, the analysis, the proof of luck, another game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.dock import dock
from browser.games import MOST_STEPS, SEATS, SOME, end
from browser.tables import against_bots, finished, host_of_finished, played_on, position
from laguna.core.bot import Budget
from server.serving import Running
from tiers import tiered

LAST_ROUND = 5
"""D16: so many rounds Duck has."""
THINKING = 180_000
"""Milliseconds for an analysis on a machine that has compiled nothing yet."""


@pytest.mark.parametrize("game", tiered(SEATS, {"kuna_yala"}.__contains__))
def test_a_finished_game_is_stepped_through_from_any_seats_eyes(game: str, server: Running, visit: Visit):
    ala = visit(host_of_finished(server))
    page = ala.go(f"/tables/{finished(game)}?replay")
    where = page.locator(".where span")
    expect(where).to_have_text(re.compile(r"Move 0 of \d+"))
    page.get_by_role("button", name="One step on").click()
    expect(where).to_have_text(re.compile("Move 1 of"))
    page.get_by_label("Seen by").select_option(label="Ala")
    page.keyboard.press("End")
    page.get_by_role("button", name="End", exact=True).click()
    expect(where).to_have_text(re.compile(r"Move (\d+) of \1$"))
    page.get_by_role("button", name="One step back").click()
    expect(where).not_to_have_text(re.compile(r"Move (\d+) of \1$"))
    page.get_by_role("button", name="Beginning").click()
    expect(where).to_have_text(re.compile("Move 0 of"))


def test_a_line_of_the_log_leads_to_its_place_in_the_replay(server: Running, visit: Visit):
    ala = visit(host_of_finished(server))
    page = ala.table(finished("duck"))
    page.get_by_role("button", name="See the table").click()
    log = page.get_by_role("log", name="Log")
    log.get_by_role("button", name="Details").nth(3).click()
    expect(log.get_by_role("button", name="Details", expanded=True)).to_have_count(1)
    log.get_by_role("listitem").get_by_role("listitem").first.get_by_role("button").click()
    expect(page.locator(".where span")).to_have_text(re.compile(r"Move \d+ of"))
    expect(page).to_have_url(re.compile("replay="))


def test_the_analysis_tells_what_decided_the_game_shows_its_moments_and_has_figures_in_details(
    server: Running, visit: Visit, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(server.backend.analyses, "_budget", Budget(iterations=60))
    ala = visit(host_of_finished(server))
    page = ala.table(finished("mahe"))
    end(page).get_by_role("button", name="Analysis").click()
    panel = page.get_by_role("region", name="Analysis")
    exactly = panel.get_by_text("More exactly")
    expect(exactly).to_be_visible(timeout=THINKING)
    expect(panel.get_by_text("luck", exact=True).first).to_be_hidden()
    moment = panel.get_by_role("link", name=re.compile(r"In turn \d+.* Better would have been")).first
    moment.scroll_into_view_if_needed()
    expect(moment.locator(".moment .table")).to_be_visible()
    exactly.click()
    expect(panel.get_by_role("heading", name="The costliest moves")).to_be_visible()
    expect(panel.get_by_text("luck", exact=True)).to_have_count(3)
    moment.click()
    expect(page.locator(".where span")).to_have_text(re.compile(r"Move \d+ of"))


def test_the_luck_of_a_finished_game_is_checked(server: Running, visit: Visit):
    ala = visit(host_of_finished(server))
    page = ala.table(finished("duck"))
    end(page).get_by_role("link", name="Check the luck").click()
    expect(page.get_by_role("heading", name="All holds")).to_be_visible()


@pytest.mark.parametrize("game", tiered(list(SEATS), {"animals_on_board"}.__contains__))
def test_the_end_of_a_game_is_told_skipped_by_a_press_or_a_key_and_told_again(game: str, server: Running, visit: Visit):
    ala = visit(host_of_finished(server), motion="no-preference")
    ala.page.clock.install(time=0)
    ala.page.clock.pause_at(60_000)  # nothing goes on by itself
    page = ala.table(finished(game))
    skip = end(page).get_by_role("button", name="Straight to the result")
    result = end(page).get_by_role("link", name="Replay")
    expect(skip).to_be_visible()
    page.keyboard.press("Escape")
    expect(result).to_be_visible()
    end(page).get_by_role("button", name="The ending again").click()
    expect(skip).to_be_visible()
    end(page).get_by_role("heading", level=1).click()
    expect(result).to_be_visible()


def test_the_result_of_kuna_yala_names_every_secret_colour(server: Running, visit: Visit):
    page = visit(host_of_finished(server)).table(finished("kuna_yala"))
    expect(end(page).get_by_text("The secret colour:")).to_have_count(SEATS["kuna_yala"])


def test_the_result_of_animals_on_board_shows_what_each_ark_carries_and_what_noah_took(server: Running, visit: Visit):
    ala = visit(host_of_finished(server))
    page = ala.table(finished("animals_on_board"))
    view = position(ala.client, finished("animals_on_board"))["sights"][0]["view"]
    expect(end(page).get_by_text(re.compile("^aboard: .+"))).to_have_count(SEATS["animals_on_board"])
    robbed = [player for player in view["players"] if player["noah"]]
    expect(end(page).get_by_text(re.compile("^with Noah: .+"))).to_have_count(len(robbed))


def test_the_result_of_ship_ahoy_has_everybodys_trophies_and_shows_the_best_shot_again(server: Running, visit: Visit):
    ala = visit(host_of_finished(server))
    page = ala.table(finished("ship_ahoy"))
    view = position(ala.client, finished("ship_ahoy"))["sights"][0]["view"]
    shelves = end(page).get_by_role("list", name="Trophies")
    expect(shelves.get_by_role("listitem")).to_have_count(sum(map(len, view["trophies"])))
    expect(end(page).get_by_role("figure")).to_contain_text("The best shot:")
    end(page).get_by_role("button", name="Once more").click()
    expect(end(page).get_by_role("img", name="The best shot, once more")).to_be_visible()


def test_the_result_of_mahe_tells_who_rode_farthest_on_whose_back(server: Running, visit: Visit):
    page = visit(host_of_finished(server)).table(finished("mahe"))
    expect(end(page).get_by_role("figure")).to_contain_text(re.compile(r"\d+ fields?"))


def test_how_ducks_last_round_ended_stays_until_it_was_read(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    table = against_bots(ola.client, "duck")
    while position(ola.client, table)["sights"][0]["view"]["round"] < LAST_ROUND:
        played_on(ola.client, table, SOME)
    page = ola.table(table)
    expect(dock(page)).to_be_visible()
    played_on(ola.client, table, MOST_STEPS)
    story = page.get_by_role("region", name="End of the round")
    expect(story.get_by_role("button", name="The result")).to_be_visible()
    page.keyboard.press("Enter")
    end(page).get_by_role("button", name="See the table").click()
    expect(page.get_by_role("button", name="See the result")).to_be_visible()
    expect(end(page)).to_be_hidden()
