"""The pages around the tables: from the front door to a game, what waits for one, what one likes."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.dock import dock
from browser.games import SEATS
from browser.tables import against_bots, played_on
from browser.visitor import Language
from laguna.games import PLUGINS
from server.serving import Running
from tiers import tiered

UNDER = """async ([x, y]) => {
  const found = [];
  for (let frame = 0; frame < 20; frame++) {
    await new Promise(requestAnimationFrame);
    found.push(document.elementFromPoint(x, y).nodeName);
  }
  return found;
}"""
"""What lies under the mouse, frame after frame while it rests there."""
WORDS = {"pl": ("Graj: {}", "Gramy!"), "en": ("Play: {}", "Let's play!")}


@pytest.mark.parametrize(
    "where", tiered(product(SEATS, WORDS), {("mahe", "pl"), ("duck", "en")}.__contains__), ids="-".join
)
def test_a_newcomer_plays_after_two_clicks(where: tuple[str, Language], visit: Visit):
    game, language = where
    page = visit(language=language).go("/")
    poster, go = WORDS[language]
    title = PLUGINS[game].words(language).template("game", "title")
    page.get_by_role("button", name=poster.format(title)).click()
    page.get_by_role("dialog").get_by_role("button", name=go).click()
    expect(page).to_have_url(re.compile("/tables/"))
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()
    expect(dock(page)).to_be_visible()


def test_a_click_anywhere_on_a_games_card_chooses_it(server: Running, visit: Visit):
    page = visit(server.guest("Ola"), motion="no-preference").go("/")
    card = page.locator("article").filter(has_text="Kuna Yala")
    picture = card.locator(".picture").bounding_box()
    assert picture
    middle = (picture["x"] + picture["width"] / 2, picture["y"] + picture["height"] / 2)
    page.mouse.move(*middle, steps=5)
    assert set(page.evaluate(UNDER, middle)) == {"BUTTON"}
    page.mouse.click(*middle)
    expect(page.get_by_role("dialog", name="Kuna Yala")).to_be_visible()


def test_the_tabs_title_counts_the_tables_that_wait_for_me(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    for _ in range(2):
        played_on(ola.client, against_bots(ola.client, "duck"), 0)
    page = ola.go("/")
    expect(page).to_have_title("(2) Your turn · Laguna")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.get_by_role("group", name="Your hand")).to_be_visible()
    expect(page).to_have_title("(2) Your turn · Duck · Laguna")


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Laguna"),
        ("/tables/new", "Nowy stół · Laguna"),
        ("/finished", "Skończone partie · Laguna"),
        ("/nonsense", "Tu jest tylko woda · Laguna"),
    ],
)
def test_the_tabs_title_says_which_page_it_is(path: str, title: str, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), language="pl")
    ola.forgiven = ("404",)
    expect(ola.go(path)).to_have_title(title)


def test_what_one_likes_is_kept_in_this_browser(server: Running, visit: Visit):
    page = visit(server.guest("Ola")).go("/me")
    page.get_by_role("radio", name="night", exact=True).last.check()
    page.get_by_role("radio", name="polski").check()
    page.get_by_label("Imię", exact=True).fill("Ola z plaży")
    page.get_by_role("button", name="Zapisz").click()
    expect(page.get_by_role("status").get_by_text("Zapisane.")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    expect(page.get_by_label("Imię", exact=True)).to_have_value("Ola z plaży")


@pytest.mark.parametrize("path", ["/tables/nosuchtable", "/tables/no/such/table", "/nonsense"])
def test_a_page_that_is_not_there_says_so_and_leads_home(path: str, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    ola.forgiven = ("404",)
    page = ola.go(path)
    page.get_by_role("link", name="Home").last.click()  # the bar may have one, too
    expect(page.get_by_role("heading", name="Sit down, let's play!")).to_be_visible()


def test_the_animals_that_stay_ashore_are_agreed_on_with_the_table(server: Running, visit: Visit):
    page = visit(server.guest("Ola")).go("/tables/new?game=animals_on_board")
    for _ in range(2):
        page.get_by_role("button", name="Take a chair away").click()
    animals = page.get_by_role("group", name="Species left out")
    for left, species in enumerate(["fox", "zebra", "panda"]):
        animals.get_by_role("button", name=species).click()
        expect(page.get_by_role("status").get_by_text(f"Choose {3 - left} more.")).to_be_visible()
    animals.get_by_role("button", name="tiger").click()
    page.get_by_role("button", name="Make the table").click()
    expect(page).to_have_url(re.compile(r"/tables/[\w-]{8,}"))
    for species in ("fox", "zebra", "panda", "tiger"):
        expect(animals.get_by_role("button", name=species)).to_have_attribute("aria-pressed", "true")
    expect(animals.get_by_role("button", pressed=True)).to_have_count(4)


def test_two_who_want_the_same_turtle_change_theirs(server: Running, visit: Visit):
    page = visit(server.guest("Ola")).go("/tables/new?game=mahe")
    page.get_by_role("combobox", name="Ola: red").select_option("blue")
    expect(page.get_by_role("combobox", name="seat 2: red")).to_be_visible()
    page.get_by_role("button", name="Make the table").click()
    expect(page).to_have_url(re.compile(r"/tables/[\w-]{8,}"))
    expect(page.get_by_role("combobox", name="Ola: blue")).to_be_visible()


TRIED = "([name, value]) => {{ try {{ {}; return 'done'; }} catch (error) {{ return error.name; }} }}"
"""Do something on a page; what came of it."""


def test_a_text_is_no_html_for_the_page(visit: Visit):
    ala = visit()
    ala.forgiven = ("TrustedHTML", "TrustedTypePolicy", "forbidden by the policy")
    page = ala.go("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate(TRIED.format("document.body[name] = value"), ["title", "<b>x</b>"]) == "done"
    assert page.evaluate(TRIED.format("document.body[name] = value"), ["innerHTML", "<b>x</b>"]) == "TypeError"
    assert page.evaluate(TRIED.format("trustedTypes.createPolicy(name, value)"), ["mine", {}]) == "TypeError"
