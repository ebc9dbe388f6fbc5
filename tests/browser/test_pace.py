"""How long one waits between one's own turns, what one does meanwhile, and that nothing jumps."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.dock import dock
from browser.games import MOST_STEPS, PLAYERS, asked, end
from browser.hands import Mouse
from browser.tables import against_bots, asked_seats, finished, host_of_finished, position, together
from browser.visitor import DESKTOP, PHONE, Size, Visitor
from server.serving import Running
from tiers import tiered

WAITED_FOR = tuple(game for game, player in PLAYERS.items() if player.bounded_waits)
"""Games whose waits the tempo bounds."""
LONGEST_MS = {"lively": 5000, "lightning": 1500}
"""Between one's own answer and one's next question, with three bots."""
STEADY = [*((game, DESKTOP) for game in WAITED_FOR), ("mahe", PHONE), ("animals_on_board", PHONE), ("kuna_yala", PHONE)]
"""Where the table keeps its place. (In Duck on a phone, a hand of two rows takes some of it.)"""
TICK_MS = 50
LONGEST_WATCHED_MS = 120_000
"""By the page's clock, at any tempo: longer than all scenes between two questions."""
MOST_SKIPS = 60
"""More presses than moves until one is asked: each ends what is being shown, and bots may move after it."""
TURNS = 3
ROLL = "Roll the die"
BOARD = """() => {
  const { x, y, width, height } = document.querySelector("main.table").getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
}"""


def kept(tempo: str) -> dict[str, Any]:
    """What the browser keeps of somebody who likes this tempo."""
    return {"laguna.settings": {"tempo": tempo}}


def skip(page: Page) -> Any:
    """What is there as long as something is shown."""
    return page.get_by_role("button", name="Skip what is being shown")


def waited(page: Page) -> int:
    """Milliseconds of the page's own clock, which stands still else, until one is asked.

    It is moved on only while the page shows something: where it waits for the server, that is no wait for scenes.
    """
    for ms in range(0, LONGEST_WATCHED_MS, TICK_MS):
        expect(skip(page).or_(asked(page)).or_(end(page)).first).to_be_visible()
        if asked(page).is_visible() or end(page).is_visible():
            return ms
        page.clock.run_for(TICK_MS)
    raise AssertionError(f"Nothing is asked after {LONGEST_WATCHED_MS} ms.")


@pytest.mark.parametrize("tempo", tiered(LONGEST_MS, lambda tempo: tempo == "lively"))
@pytest.mark.parametrize("game", tiered(WAITED_FOR, lambda game: game == "mahe"))
def test_one_waits_no_longer_for_three_bots_than_the_tempo_allows(game: str, tempo: str, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), motion="no-preference", liked=kept(tempo))
    table = against_bots(ola.client, game, 4)
    ola.page.clock.install()
    page = ola.table(table)
    page.clock.pause_at("2100-01-01")
    waited(page)
    waits = []
    for _ in range(TURNS):
        PLAYERS[game].step(Mouse(page))
        waits.append(waited(page))
    assert max(waits) <= LONGEST_MS[tempo], waits
    assert any(waits), "nothing was shown at all"


def test_own_first_die_in_mahe_waits_for_a_throw_and_meanwhile_nothing_is_asked(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), liked=kept("lively"))
    page = ola.table(against_bots(ola.client, "mahe", 4, options={"first": 0}))
    mine = dock(page).get_by_role("heading", name="Your turn: roll the die")
    expect(mine).to_be_visible()
    expect(page.get_by_role("main").get_by_role("button", name=ROLL)).to_be_visible()
    expect(dock(page).locator("[aria-keyshortcuts=S]")).to_have_count(0)
    page.keyboard.press("d")
    dock(page).locator("[aria-keyshortcuts=S]").click()
    expect(mine).to_be_visible()
    dock(page).get_by_role("button", name=ROLL).click()
    expect(dock(page).locator(".act button").first).to_be_visible()


def test_what_is_shown_is_skipped_by_a_tap_on_the_table_or_by_the_space_bar(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), motion="no-preference", liked=kept("calm"))
    table = against_bots(ola.client, "animals_on_board", 4)
    ola.page.clock.install()
    page = ola.table(table)
    page.clock.pause_at("2100-01-01")
    waited(page)
    for by in ("tap", "Space"):
        PLAYERS["animals_on_board"].step(Mouse(page))
        expect(skip(page)).to_be_visible()
        for _ in range(MOST_SKIPS):  # the page's clock stands still: only skipping leads on
            expect(skip(page).or_(asked(page)).first).to_be_visible()
            if asked(page).is_visible():
                break
            if by == "tap":
                page.locator("main.table").click(position={"x": 12, "y": 250})
            else:
                page.evaluate("document.activeElement.blur()")
                page.keyboard.press(by)
        expect(asked(page)).to_be_visible()


@pytest.mark.parametrize("where", tiered(STEADY, lambda where: where == ("mahe", PHONE)), ids=str)
def test_the_table_stays_where_it_is_through_a_turn(where: tuple[str, Size], server: Running, visit: Visit):
    """From the second turn on: then the dock has been as high as it gets."""
    game, size = where
    ola = visit(server.guest("Ola"), size=size, liked=kept("lightning"))
    page = ola.table(against_bots(ola.client, game, 4))
    boxes = set()
    for answer in range(2 * TURNS):
        expect(asked(page).or_(end(page)).first).to_be_visible()
        if answer > TURNS:
            boxes.add(tuple(page.evaluate(BOARD)))
        PLAYERS[game].step(Mouse(page))
        if answer > TURNS:
            boxes.add(tuple(page.evaluate(BOARD)))
    assert len(boxes) == 1, boxes


def test_a_rematch_against_bots_is_one_press(server: Running, visit: Visit):
    ala = visit(host_of_finished(server))
    page = ala.table(finished("kuna_yala"))
    end(page).get_by_role("button", name="Rematch").click()
    expect(dock(page)).to_be_visible()
    expect(asked(page)).to_be_visible()


def played_to_the_end(people: list[Visitor]) -> str:
    """A game of these two, over; its table."""
    table = together([each.client for each in people], "kuna_yala")
    for _ in range(MOST_STEPS):
        asked_now = asked_seats(people[0].client, table, 2)
        if not asked_now:
            return table
        client = people[asked_now[0]].client
        [sight] = position(client, table)["sights"]
        question = sight["question"]
        body = {"seat": sight["seat"], "ask": question["ask"], "move": question["moves"][0]}
        client.post(f"/api/tables/{table}/moves", body).expect(200)
    raise AssertionError("The game does not end.")


def test_people_are_asked_for_a_rematch_and_it_begins_when_all_agree(server: Running, visit: Visit):
    people = [visit(server.guest(name)) for name in ("Ola", "Jan")]
    table = played_to_the_end(people)
    ola, jan = (each.table(table) for each in people)
    ola.get_by_role("button", name="Rematch").click()
    expect(jan.get_by_role("alert").get_by_text("Ola would like a rematch.")).to_be_visible()
    expect(ola.get_by_text("has not agreed yet")).to_be_visible()
    jan.get_by_role("button", name="I am in!").click()
    for page in (ola, jan):
        expect(dock(page)).to_be_visible()


def test_who_comes_to_a_rematch_by_its_address_agrees_there_and_is_not_asked_again(server: Running, visit: Visit):
    people = [visit(server.guest(name)) for name in ("Ola", "Jan")]
    table = played_to_the_end(people)
    ola = people[0].table(table)
    ola.get_by_role("button", name="Rematch").click()
    expect(ola.get_by_text("has not agreed yet")).to_be_visible()
    jan = people[1].go(ola.url.removeprefix(server.url))
    expect(jan.get_by_text("Ola would like a rematch.")).to_be_visible()
    jan.get_by_role("button", name="I am in!").click()
    for page in (ola, jan):
        expect(dock(page)).to_be_visible()
    people[1].table(table)
    expect(end(jan).get_by_role("button", name="To the rematch")).to_be_visible()
    expect(jan.get_by_role("alert")).to_have_count(0)
