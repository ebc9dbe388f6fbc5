"""Several people at one table: in browsers of their own, on one device, looking on, coming by a link, offline."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocket, expect

from browser.conftest import Visit
from browser.curtain import curtain, lift_by_keys
from browser.dock import dock
from browser.games import MOST_STEPS, PLAYERS, SEATS, SOME, answered, asked, end
from browser.hands import Mouse
from browser.tables import against_bots, asked_seats, on_one_device, position, together
from browser.visitor import Visitor
from laguna.server.people.hub import CLOSE_RESTARTING
from server.serving import Running
from server.tables import made
from tiers import tiered

WITHOUT_YOU = """(all) => all.map((each) =>
  [...each.childNodes].filter(({ nodeName }) => nodeName !== "EM").map(({ textContent }) => textContent).join(""))"""
"""What is written there, but for the word that says which seat is one's own."""

NOTE_THAT_IT_IS_GONE = """() => {
  window.wasGone = false;
  new MutationObserver(() => (wasGone ||= document.body.textContent.includes("The connection is gone.")))
    .observe(document.body, { childList: true, subtree: true });
}"""
"""From now on `wasGone` is whether the page has said that its connection is gone, however shortly."""


def told(page: Page) -> list[str]:
    """What the table says of every seat that all may know: who sits there, how many points, what they have."""
    expect(page.locator(".rail")).to_be_visible()
    return page.locator(".rail .who, .rail .pts, .rail .has").evaluate_all(WITHOUT_YOU)


def answer_in_turn(people: list[Visitor], table: str, game: str, answers: int) -> None:
    """Whoever is asked answers in their own browser, so many times in all."""
    for _ in range(answers):
        seats = asked_seats(people[0].client, table, len(people))
        if not seats:
            return
        page = people[seats[0]].page
        before = position(people[0].client, table)["version"]
        expect(asked(page)).to_be_visible()
        while position(people[0].client, table)["version"] == before:
            if asked(page).is_visible():  # else the answer is on its way
                answered(Mouse(page), game, end(page))


@pytest.mark.parametrize("game", tiered(SEATS, {"mahe"}.__contains__))
def test_two_people_in_two_browsers_see_the_same_also_after_a_reload(game: str, server: Running, visit: Visit):
    sit_together(game, server, visit)


@pytest.mark.thorough
@pytest.mark.parametrize("game", SEATS)
def test_two_people_in_two_browsers_play_to_the_end_and_see_the_same_result(game: str, server: Running, visit: Visit):
    people, table = sit_together(game, server, visit)
    answer_in_turn(people, table, game, MOST_STEPS)
    for each in people:
        expect(end(each.page).get_by_role("button", name="Rewanż")).to_be_visible()
    assert result(people[0].page) == result(people[1].page)


def sit_together(game: str, server: Running, visit: Visit) -> tuple[list[Visitor], str]:
    """Two people play for a while, one of them loads the page anew; they see the same."""
    people = [visit(server.guest(name), language="pl", hurried=True) for name in ("Ola", "Jan")]
    table = together([each.client for each in people], game)
    ola, jan = (each.table(table) for each in people)
    answer_in_turn(people, table, game, SOME)
    ola.reload()
    answer_in_turn(people, table, game, SOME)
    seats = asked_seats(people[0].client, table, 2)
    for seat in seats:
        expect(asked(people[seat].page)).to_be_visible()
    # Whoever is asked has heard everything; the other may still be a moment behind.
    lines = [page.get_by_role("log", name="Dziennik").get_by_role("listitem") for page in (ola, jan)]
    expect(lines[1 not in seats]).to_have_count(lines[1 in seats].count())
    assert told(ola) == told(jan)
    return people, table


def result(page: Page) -> list[str]:
    """Who came where, with how many points."""
    return page.locator("main.end .lane").all_inner_texts()


@pytest.mark.parametrize("game", tiered(SEATS, {"duck"}.__contains__))
def test_on_one_device_a_curtain_hides_all_until_the_next_person_lifts_it(game: str, server: Running, visit: Visit):
    pass_one_device_round(game, server, visit, liftings=4)


@pytest.mark.thorough
@pytest.mark.parametrize("game", SEATS)
def test_on_one_device_a_whole_game_is_played(game: str, server: Running, visit: Visit):
    page = pass_one_device_round(game, server, visit, liftings=2 * MOST_STEPS)
    expect(end(page).get_by_role("button", name="Rematch")).to_be_visible()


def pass_one_device_round(game: str, server: Running, visit: Visit, liftings: int) -> Page:
    """Two people play on one device until the curtain was lifted so many times, or the game is over."""
    ola = visit(server.guest("Ola"), hurried=True)
    page = ola.table(on_one_device(ola.client, game, ["Ola", "Tata"]))
    lifted: list[str] = []
    while len(lifted) < liftings:
        expect(asked(page).or_(curtain(page)).or_(end(page)).first).to_be_visible()
        if end(page).is_visible():
            break
        if not curtain(page).is_visible():
            answered(Mouse(page), game, curtain(page).or_(end(page)).first)
            continue
        name = curtain(page).get_by_role("heading").inner_text()
        assert page.locator("section.dock, main.table, .rail, .log").count() == 0
        hidden = page.locator("body").inner_text().split()
        assert not set(hidden) & PLAYERS[game].table_words, "Something of the table is in the page's text."
        lifted.append(name)
        lift_by_keys(page)
    assert {"Ola", "Tata"} == set(lifted)
    return page


def test_the_curtain_is_lifted_by_holding_the_button_not_by_a_short_press(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(on_one_device(ola.client, "duck", ["Ola", "Tata"]))
    button = curtain(page).get_by_role("button")
    button.click()
    expect(button).to_be_visible()
    button.hover()
    page.mouse.down()
    expect(dock(page)).to_be_visible()
    page.mouse.up()


def test_a_spectator_sees_the_table_and_no_hand(server: Running, visit: Visit):
    ola, jan = visit(server.guest("Ola")), visit(server.guest("Jan"))
    table = against_bots(ola.client, "duck", open=True)
    expect(ola.table(table).get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(7)
    page = jan.table(table)
    expect(page.get_by_role("main", name="Table")).to_be_visible()
    expect(page.get_by_role("group", name="Your hand")).to_have_count(0)
    expect(dock(page).get_by_role("button")).to_have_count(0)
    expect(ola.page.get_by_text("1 person looks on")).to_be_visible()


def test_a_friend_joins_by_the_link_from_another_browser(server: Running, visit: Visit):
    ola, jan = visit(server.guest("Ola")), visit()
    page = ola.table(made(ola.client, "duck", seats=2))
    link = urlsplit(page.get_by_role("textbox", name="QR code with the link to the table").input_value())
    guest = jan.go(f"{link.path}#{link.fragment}")
    guest.get_by_label("What shall we call you?").fill("Jan")
    guest.get_by_role("button", name="To the table").click()
    guest.get_by_role("button", name="Sit down").click()
    start = page.get_by_role("button", name="Let's begin")
    expect(start).not_to_have_attribute("aria-disabled", "true")
    start.click()
    for each in (page, guest):
        expect(each.get_by_role("group", name="Your hand").get_by_role("button")).to_have_count(7)


def test_a_move_made_while_the_network_is_gone_is_made_when_it_is_back(server: Running, visit: Visit):
    people = [visit(server.guest("Ola")), visit(server.guest("Jan"))]
    table = together([each.client for each in people], "duck", first=0)
    seat = asked_seats(people[0].client, table, 2)[0]
    ola = people[seat]
    page = ola.table(table)
    page.get_by_role("group", name="Your hand").get_by_role("button").last.click()
    before = position(ola.client, table)["version"]
    ola.gone()
    expect(page.get_by_text("The connection is gone.")).to_be_visible()
    dock(page).locator(".act .primary").click()
    assert position(ola.client, table)["version"] == before
    ola.back()
    expect(dock(page).get_by_role("heading", name="Draw one card.")).to_be_visible()
    expect(page.get_by_text("The connection is gone.")).to_be_hidden()
    assert position(ola.client, table)["version"] == before + 1


def test_a_page_comes_back_at_once_to_a_server_that_restarts_and_says_nothing(server: Running, visit: Visit):
    people = [visit(server.guest("Ola")), visit(server.guest("Jan"))]
    table = together([each.client for each in people], "duck", first=0)
    ola = people[asked_seats(people[0].client, table, 2)[0]]
    opened: list[WebSocket] = []
    heard: list[WebSocket] = []

    def note(socket: WebSocket) -> None:
        opened.append(socket)
        socket.on("framereceived", lambda _: heard.append(socket))

    ola.page.on("websocket", note)
    ola.page.clock.install()
    page = ola.table(table)
    page.get_by_role("group", name="Your hand").get_by_role("button").last.click()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))  # from now on only what is told to passes
    page.evaluate(NOTE_THAT_IT_IS_GONE)
    before = len(opened)
    me = ola.client.get("/api/me").expect(200)["person"]["id"]

    async def restart() -> None:
        for connection in server.backend.hub.of(me):
            connection.close(CLOSE_RESTARTING)

    server.call(restart())
    while len(opened) == before:
        page.clock.run_for(1)
    while opened[-1] not in heard:
        page.evaluate("0")  # lets the browser tell what has come
    page.clock.run_for(5000)
    page.clock.resume()
    dock(page).locator(".act .primary").click()
    expect(dock(page).get_by_role("heading", name="Draw one card.")).to_be_visible()
    assert len(opened) == before + 1
    assert page.evaluate("wasGone") is False
