"""Ship Ahoy in a browser: the shot that all see alike, the ways to aim, the scenarios, the range, and no WebGL."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.games import SOME, answered, dock, end, play, play_some
from browser.hands import Keys, Mouse
from browser.tables import against_bots, position, together
from browser.test_looks import LOOKS, PICTURES, Look, looked_at
from browser.visitor import DESKTOP, PHONE, Size
from laguna.games.ship_ahoy.moves import ScenarioName
from server.serving import Running
from tiers import tiered

SMALL: Size = (800, 600)
"""A window in which also a diorama is soon drawn without a graphics card."""
DIORAMA = {"laguna.ship_ahoy": {"drawing": "diorama"}}
SCENARIOS = [each for each in get_args(ScenarioName) if each != "none"]
STEADY = [0, 0, 0]
PIECES = """(all) => Object.fromEntries(all.map((piece) => {
  const [x, y] = piece.lastElementChild.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
  return [piece.querySelector("title").textContent, [x / 1000, -y / 1000]];
}))"""
"""Where the chart draws each piece, by its name: metres on the table."""
MOST_LOOKS = 1000
"""Of two frames each, until all pieces rest: longer than any shot and its repeat."""
MOST_ZOOMS = 60
"""Of forty frames each: more than every level of the diorama is watched for."""
TWO_FRAMES = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}"""
FRAMES = """async (canvas) => {
  const before = canvas.dataset.frames;
  for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
  return [before, canvas.dataset.frames];
}"""
"""How many frames a diorama has drawn, and how many half a second later."""
NO_WEBGL = """
const drawn = HTMLCanvasElement.prototype.getContext;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  return kind.startsWith("webgl") ? null : drawn.call(this, kind, ...more);
};
"""


def knob(page: Page) -> Locator:
    """The plunger's."""
    return dock(page).locator(".knob")


def ready(page: Page) -> None:
    """Wait until one may aim, and the cannon looks at something."""
    expect(knob(page)).to_be_visible()
    expect(dock(page).locator(".line")).to_contain_text(re.compile("In line|Na linii"))


def drawn(page: Page) -> dict[str, list[float]]:
    """Where the chart draws the ships and towers, once none of them moves any more."""
    pieces = page.locator("main.table svg g.piece")
    before = pieces.evaluate_all(PIECES)
    for _ in range(MOST_LOOKS):
        page.evaluate(TWO_FRAMES)
        found = pieces.evaluate_all(PIECES)
        if found == before:
            return dict(found)
        before = found
    raise AssertionError("The pieces never come to rest.")


def standing(client: Any, table: str) -> dict[str, tuple[float, float]]:
    """Where the server says that ships and towers are."""
    names = client.get("/api/games/ship_ahoy/words/en").expect(200)["names"]["piece"]
    pieces = position(client, table)["sights"][0]["view"]["pieces"]
    return {names[each["piece"]]: (each["x"], each["y"]) for each in pieces if each["kind"] in ("ship", "tower")}


def same_places(seen: dict[str, list[float]], true: dict[str, tuple[float, float]]) -> None:
    """To a tenth of a millimetre."""
    assert seen.keys() == true.keys()
    for name, place in true.items():
        assert seen[name] == pytest.approx(place, abs=1e-4), name


def test_a_shot_ends_for_two_people_where_the_server_says(server: Running, visit: Visit):
    people = [visit(server.guest("Ola"), motion="no-preference"), visit(server.guest("Jan"), motion="no-preference")]
    table = together(
        [each.client for each in people], "ship_ahoy", options={"steady_hand": STEADY, "first": 0, "advanced": True}
    )
    ola, jan = (each.table(table) for each in people)
    ready(ola)
    Mouse(ola).pull(knob(ola))
    for page in (ola, jan):
        expect(page.get_by_role("log", name="Log")).to_contain_text("Fire!")
    expect(dock(ola).get_by_text(re.compile("You have"))).to_be_visible()
    expect(jan.locator("section.dock").get_by_text("Thinking: Ola")).to_be_visible()
    true = standing(people[0].client, table)
    for page in (ola, jan):
        # While the ball is still rolling, pieces stand still, too.
        expect(page.get_by_role("button", name="Skip what is being shown")).to_have_count(0)
        same_places(drawn(page), true)


def test_S9_too_weak_a_pull_says_so_and_one_tries_again(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    knob(page).focus()
    page.keyboard.press("ArrowUp")
    expect(knob(page)).to_have_text("too weak")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Log")).to_contain_text("the ball stayed in the barrel")
    ready(page)
    knob(page).focus()
    for _ in range(12):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Log")).to_contain_text("Fire!")


def test_S34_a_held_space_bar_draws_the_plunger_and_its_release_fires(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    before = dock(page).get_by_role("slider", name="Turn of the cannon").get_attribute("aria-valuenow")
    for key in ("ArrowLeft", "ArrowLeft", "Shift+ArrowLeft", "q", "e"):
        page.keyboard.press(key)
    assert dock(page).get_by_role("slider", name="Turn of the cannon").get_attribute("aria-valuenow") != before
    page.keyboard.down(" ")
    expect(knob(page)).to_have_text(re.compile(r"([4-9]\d|100)%"))
    page.keyboard.up(" ")
    expect(page.get_by_role("log", name="Log")).to_contain_text("Fire!")


def test_S8_a_place_where_the_cannon_may_not_stand_says_why(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    line = dock(page).locator(".line")
    for _ in range(36):
        if "no room" in line.inner_text():
            break
        page.keyboard.press("q")
    expect(line).to_contain_text("There is no room for the cannon there")
    line.get_by_role("button", name="Why?").click()
    expect(page.get_by_role("dialog").locator(".hit")).to_contain_text("S8")


def test_S14_a_rope_that_does_not_reach_says_so_and_a_shorter_one_is_sailed(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    dock(page).get_by_role("button", name="No shot").click()
    dock(page).get_by_role("button", name="red ship 2").click()
    for _ in range(35):
        page.keyboard.press("ArrowUp")
    expect(dock(page).get_by_role("status")).to_contain_text("The rope does not reach")
    dock(page).get_by_role("button", name="Why?").click()
    expect(page.get_by_role("dialog").locator(".hit")).to_contain_text("S14")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Log")).to_contain_text("sails: red ship 2")


@pytest.mark.parametrize("scenario", tiered(SCENARIOS, {"kraken"}.__contains__))
def test_every_scenario_is_played(scenario: str, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), hurried=True)
    options = {"scenario": scenario, "first": 0, "advanced": scenario == "kraken"}
    page = ola.table(against_bots(ola.client, "ship_ahoy", options=options))
    for _ in range(SOME):
        answered(Mouse(page), "ship_ahoy", end(page))  # or somebody is out by then
    expect(dock(page).or_(end(page)).first).to_be_visible()


@pytest.mark.parametrize("scenario", tiered(SCENARIOS, {"kraken"}.__contains__))
def test_every_scenario_has_its_pieces_in_the_diorama(scenario: str, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), liked=DIORAMA, theme="night" if len(scenario) % 2 else "day")
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"scenario": scenario, "first": 0}))
    ready(page)
    expect(page.locator("canvas[data-frames]")).to_be_visible()
    still(page)
    page.screenshot(path=PICTURES / f"ship_ahoy-{scenario}.png")


def still(page: Page) -> None:
    """The diorama rests: nothing moves, so nothing is drawn."""
    canvas = page.locator("canvas[data-frames]")
    while len(set(canvas.evaluate(FRAMES))) > 1:
        pass


@pytest.mark.parametrize(
    "look", tiered([each for each in LOOKS if each.size in (DESKTOP, PHONE)], lambda look: look == LOOKS[3]), ids=str
)
def test_every_state_of_the_diorama_fits_and_is_accessible(look: Look, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), liked=DIORAMA, **look._asdict())
    options = {"steady_hand": STEADY, "first": 0, "advanced": True}
    page = ola.table(against_bots(ola.client, "ship_ahoy", options=options))
    ready(page)
    still(page)
    looked_at(ola, look, "ship_ahoy-aim")
    page.keyboard.press("g")
    knob(page).focus()
    for _ in range(15):
        page.keyboard.press("ArrowUp")
    still(page)
    looked_at(ola, look, "ship_ahoy-pull")
    page.keyboard.press("Enter")
    expect(dock(page).locator(".knots")).to_be_visible()
    dock(page).locator(".piece").first.click()
    Keys(page).lay_rope(page.locator("main.table"))
    expect(dock(page).locator(".act .primary")).to_be_visible()
    still(page)
    looked_at(ola, look, "ship_ahoy-rope")


def test_an_idle_diorama_draws_no_frames_and_costs_little(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), size=PHONE, liked=DIORAMA, motion="no-preference")
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    still(page)
    before, after = page.locator("canvas[data-frames]").evaluate(FRAMES)
    assert before == after
    page.keyboard.press("ArrowLeft")
    expect(page.locator("canvas[data-frames]")).not_to_have_attribute("data-frames", before)


def test_without_webgl_the_chart_is_shown_and_played(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), liked=DIORAMA)
    ola.context.add_init_script(NO_WEBGL)
    ola.forgiven = ("WebGL",)
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    expect(page.locator("main.table svg[role=img]")).to_be_visible()
    expect(page.locator("main.table canvas")).to_have_count(0)
    Mouse(page).pull(knob(page))
    expect(page.get_by_role("log", name="Log")).to_contain_text("Fire!")


def test_one_switches_between_the_drawings_and_it_is_remembered(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    page.get_by_role("button", name="3D model").click()
    expect(page.locator("canvas[data-frames]")).to_be_visible()
    page.reload()
    expect(page.locator("canvas[data-frames]")).to_be_visible()
    page.keyboard.press("v")
    expect(page.locator("main.table svg[role=img]")).to_be_visible()


def test_the_model_opens_behind_the_cannon_and_the_choice_holds_for_the_turn(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), size=SMALL, liked=DIORAMA)
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    page.get_by_role("button", name="Whole table").click()
    expect(page.get_by_role("button", name="Behind the cannon")).to_be_visible()
    knob(page).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Behind the cannon")).to_be_visible()
    page.keyboard.press("g")
    expect(page.get_by_role("button", name="Whole table")).to_be_visible()


def test_names_stand_over_what_is_shot_at_or_pointed_at_or_all_if_asked(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    tags = page.locator(".tags .tag")
    before = tags.count()
    assert 1 <= before <= 2, "What fires and what it looks at."
    dock(page).get_by_role("button", name="red ship 3").hover()
    expect(tags.filter(has_text="red ship 3")).to_be_visible()
    page.keyboard.press("n")
    expect(tags.nth(12)).to_be_visible()


def test_on_a_phone_the_ways_to_look_fold_away(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), size=PHONE)
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    tools = page.get_by_role("group", name="View")
    expect(tools.get_by_role("button")).to_have_count(1)
    Keys(page).press(tools.get_by_role("button", name="Show the ways to look"))
    expect(tools.get_by_role("button", name="Describe the table")).to_be_visible()
    ola.fits()
    ola.accessible()
    tools.get_by_role("button", name="Hide the ways to look").click()
    expect(tools.get_by_role("button")).to_have_count(1)


@pytest.mark.parametrize("size", tiered([DESKTOP, PHONE], lambda size: size == PHONE), ids=["desktop", "phone"])
def test_a_dock_keeps_its_height_from_the_shot_to_the_voyage(size: Size, server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), size=size)
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    heights = [dock(page).bounding_box()]
    knob(page).focus()
    for _ in range(9):
        page.keyboard.press("ArrowUp")
    heights.append(dock(page).bounding_box())
    page.keyboard.press("Escape")
    dock(page).get_by_role("button", name="No shot").click()
    expect(dock(page).locator(".knots")).to_be_visible()
    heights.append(dock(page).bounding_box())
    dock(page).locator(".piece").first.click()
    Keys(page).lay_rope(page.locator("main.table"))
    expect(dock(page).locator(".act .primary")).to_be_visible()
    heights.append(dock(page).bounding_box())
    assert len({box["height"] for box in heights if box}) == 1, heights


def test_a_hint_is_a_ghost_on_the_table_and_is_taken_over_with_one_press(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0, "steady_hand": STEADY}))
    ready(page)
    page.keyboard.press("h")
    panel = page.get_by_role("region", name="Hint", exact=True)
    panel.get_by_role("button", name="Tell me why").click()
    panel.get_by_role("button", name="Show the move").click()
    strip = page.get_by_role("region", name="Hint on the table")
    expect(strip.get_by_role("status")).to_contain_text(re.compile(r"bearing \d+°, pull \d+%\."))
    expect(page.locator("main.table svg g.proposed")).to_be_visible()
    told = strip.get_by_role("status").inner_text()
    ola.accessible()
    page.keyboard.press("t")
    expect(strip).to_be_hidden()
    expect(page.locator("main.table svg g.proposed")).to_have_count(0)
    expect(dock(page).locator(".planned")).to_be_visible()
    met = re.search(r"In line: .*? cm\.", told)
    assert met, told
    expect(dock(page).locator(".line")).to_contain_text(met[0])
    page.keyboard.down(" ")
    expect(knob(page)).to_have_text(re.compile(r"\d+%"))
    page.keyboard.up(" ")


SLOW_FRAMES = """
const next = requestAnimationFrame.bind(window);
let now = 0;
globalThis.requestAnimationFrame = (then) => next(() => then((now += 200)));
"""
"""As far as the page knows, every frame takes a fifth of a second."""
ZOOM = """async (canvas) => {
  for (let frame = 0; frame < 40; frame++) {
    canvas.dispatchEvent(new WheelEvent("wheel", { deltaY: frame % 2 ? 40 : -40 }));
    await new Promise((then) => setTimeout(then));
    await new Promise(requestAnimationFrame);
  }
}"""


def test_where_frames_stay_slow_the_diorama_grows_plain_then_the_chart_is_offered_once(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"), size=PHONE, liked=DIORAMA)
    ola.context.add_init_script(SLOW_FRAMES)
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    canvas, offer = page.locator("canvas[data-frames]"), page.get_by_text("The model is slow here")
    expect(canvas).to_be_visible()
    for _ in range(MOST_ZOOMS):
        if offer.count():
            break
        canvas.evaluate(ZOOM)
    expect(offer).to_be_visible()
    expect(page.locator("main.table")).to_have_attribute("data-level", "5")
    page.get_by_role("button", name="Keep the model").click()
    page.reload()
    expect(page.locator("main.table")).to_have_attribute("data-level", "5")
    page.get_by_role("button", name="Show the ways to look").click()
    page.get_by_role("button", name="Full graphics").click()
    expect(page.locator("main.table")).to_have_attribute("data-level", "0")


def test_the_table_is_described_in_words(server: Running, visit: Visit):
    ola = visit(server.guest("Ola"))
    page = ola.table(against_bots(ola.client, "ship_ahoy", options={"first": 0}))
    ready(page)
    page.keyboard.press("o")
    told = page.get_by_role("dialog", name="Describe the table")
    expect(
        told.get_by_text(re.compile(r"blue ship \d, \d+ cm, bearing \d+°: (free line|hidden)")).first
    ).to_be_visible()
    expect(
        told.get_by_text(re.compile(r"red ship 1: \d+ cm (left|right) and \d+ cm (above|below) the middle"))
    ).to_be_visible()
    ola.accessible()


@pytest.mark.parametrize("language", tiered(["pl", "en"], lambda language: language == "pl"))
def test_one_practises_from_the_home_page_without_a_table(language: str, visit: Visit):
    somebody = visit(language=language)
    page = somebody.go("/")
    page.get_by_role("link", name=re.compile("Strzelnica|Practice range")).click()
    ready(page)
    Mouse(page).pull(knob(page))
    expect(page.get_by_text(re.compile("(strzały|shots): 1"))).to_be_visible()
    ready(page)
    somebody.fits()
    somebody.accessible()
    page.get_by_role("button", name=re.compile("od nowa|anew")).click()
    expect(page.get_by_text(re.compile("(strzały|shots): 0"))).to_be_visible()


def at_a_diorama(server: Running, visit: Visit) -> Page:
    """Somebody in the middle of a battle, in three dimensions."""
    ola = visit(server.guest("Ola"), size=SMALL, hurried=True, liked=DIORAMA)
    page = ola.table(against_bots(ola.client, "ship_ahoy"))
    expect(page.locator("canvas[data-frames]")).to_be_visible()
    return page


@pytest.mark.parametrize("hands", tiered([Mouse, Keys], lambda hands: hands is Keys))
def test_some_of_a_battle_is_fought_in_the_diorama(hands: type[Mouse | Keys], server: Running, visit: Visit):
    page = at_a_diorama(server, visit)
    play_some(hands(page), "ship_ahoy")


@pytest.mark.thorough
@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_a_whole_battle_is_fought_in_the_diorama(hands: type[Mouse | Keys], server: Running, visit: Visit):
    page = at_a_diorama(server, visit)
    play(hands(page), "ship_ahoy")
    expect(end(page).get_by_role("button", name="Rematch")).to_be_visible()
