"""After a game: its result, the replay, the analysis, the proof of luck, another game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.dock import dock
from browser.games import MOST_STEPS, SEATS, end
from browser.tables import against_bots, finished, host_of_finished, played_on
from laguna.core.bot import Budget
from server.serving import Running

THINKING = 180_000
"""Milliseconds for an analysis on a machine that has compiled nothing yet."""


@pytest.mark.parametrize("game", SEATS)
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
    page.get_by_role("log", name="Log").get_by_role("button").nth(5).click()
    expect(page.locator(".where span")).to_have_text(re.compile(r"Move \d+ of"))
    expect(page).to_have_url(re.compile("replay="))


def test_the_analysis_tells_where_points_were_lost_and_how_much_was_luck(
    server: Running, visit: Visit, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(server.backend.analyses, "_budget", Budget(iterations=4))
    ala = visit(host_of_finished(server))
    page = ala.table(finished("mahe"))
    end(page).get_by_role("button", name="Analysis").click()
    panel = page.get_by_role("region", name="Analysis")
    expect(panel.get_by_role("heading", name="The costliest moves")).to_be_visible(timeout=THINKING)
    expect(panel.get_by_text("luck", exact=True)).to_have_count(3)


def test_the_luck_of_a_finished_game_is_checked(server: Running, visit: Visit):
    ala = visit(host_of_finished(server))
    page = ala.table(finished("duck"))
    end(page).get_by_role("link", name="Check the luck").click()
    expect(page.get_by_role("heading", name="All holds")).to_be_visible()


def test_a_rematch_is_another_table_with_the_same_people(server: Running, visit: Visit):
    ala = visit(host_of_finished(server))
    page = ala.table(finished("mahe"))
    end(page).get_by_role("button", name=re.compile("ematch")).click()
    expect(page).not_to_have_url(re.compile(finished("mahe")))
    expect(page.get_by_text("Bot 1").first).to_be_visible()


def test_how_ducks_last_round_ended_stays_until_it_was_read(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    table = against_bots(ola.client, "duck")
    page = ola.table(table)
    expect(dock(page)).to_be_visible()
    played_on(ola.client, table, MOST_STEPS)
    story = page.get_by_role("region", name="End of the round")
    story.get_by_role("button", name="The result").click()
    end(page).get_by_role("button", name="See the table").click()
    expect(page.get_by_role("button", name="See the result")).to_be_visible()
    expect(end(page)).to_be_hidden()
