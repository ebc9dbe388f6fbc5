"""What people send each other: results that anybody may watch, invitations, and links that lead nowhere."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.games import end
from browser.tables import host_of_finished
from server.serving import Running
from server.tables import made

BY_INVITATION = "duck_over_closed"
COPIED = "navigator.clipboard.readText()"


def test_a_result_is_shared_at_the_end_and_watched_by_somebody_who_is_nobody(server: Running, visit: Visit):
    ala = visit(host_of_finished(server))
    ala.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = ala.table(BY_INVITATION)
    end(page).get_by_role("button", name="Share").click()
    sheet = page.get_by_role("dialog", name="Show the result")
    expect(sheet.get_by_text("sees the names at the table")).to_be_visible()
    expect(sheet.get_by_role("img", name=re.compile("^Duck: "))).to_have_js_property("naturalWidth", 1200)
    expect(sheet.get_by_role("link", name="Save picture")).to_have_attribute("download", re.compile(r"\.png$"))
    sheet.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied")).to_be_visible()
    link = str(page.evaluate(COPIED))
    assert link.startswith(f"{server.url}/tables/{BY_INVITATION}?replay&key=")
    watched(visit().go(link.removeprefix(server.url)))


def watched(page: Page) -> None:
    """The replay is there, and whoever watches it has no account."""
    where = page.locator(".where span")
    expect(where).to_have_text(re.compile(r"Move 0 of \d+"))
    page.get_by_role("button", name="One step on").click()
    expect(where).to_have_text(re.compile("Move 1 of"))
    expect(page.get_by_role("link", name="Play, too")).to_have_attribute("href", "/")
    expect(page.get_by_role("link", name="Record")).to_have_count(0)
    assert page.context.cookies() == []


def test_a_table_one_may_not_see_shows_the_monster_and_how_to_get_in(visit: Visit):
    told = []
    for table in (BY_INVITATION, "nosuchtable"):
        ola = visit()
        ola.forgiven = ("404",)
        page = ola.go(f"/tables/{table}")
        expect(page.get_by_role("heading", name="No way leads to this table")).to_be_visible()
        expect(page.get_by_role("link", name="Log in with a passkey")).to_have_attribute("href", "/me")
        expect(page.get_by_role("link", name="Open tables")).to_have_attribute("href", "/tables")
        told.append(page.get_by_role("main").inner_text())
        assert page.context.cookies() == [], "who only knocks is nobody yet"
    assert told[0] == told[1]
    assert "link that invites you" in told[0]


def test_an_invitation_says_who_invites_to_which_game(server: Running, visit: Visit):
    captain = server.guest("Kapitan")
    table = made(captain, "mahe", seats=2)
    link = captain.post(f"/api/tables/{table}/invite").expect(201)["url"]
    page = visit(language="pl").go(link.removeprefix(server.url))
    expect(page.get_by_role("heading", name="Kapitan zaprasza do gry Mahé")).to_be_visible()
    page.get_by_role("textbox").fill("Ola")
    page.get_by_role("button", name="Do stołu").click()
    expect(page).to_have_url(re.compile(f"/tables/{table}$"))
