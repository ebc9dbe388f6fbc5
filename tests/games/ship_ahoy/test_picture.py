"""Ship Ahoy: the table as a picture, and in text at the terminal."""

from __future__ import annotations

import io
import math
import re
from contextlib import nullcontext
from itertools import chain, islice, repeat
from xml.etree import ElementTree as ET

import msgspec
import pytest
from rich.console import Console

from games.ship_ahoy.table import (
    BLUE_SHIPS,
    GAME,
    GREEN_SHIPS,
    KNOTS,
    RED_SHIPS,
    RED_TOWER,
    SEED,
    YELLOW_SHIPS,
    ShipTable,
    outcome,
)
from games.ship_ahoy.test_laws import QUICK, REAL, Case, random_play
from laguna.core.game import Event
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.core.words import Voice, words_of
from laguna.games.ship_ahoy import fleet
from laguna.games.ship_ahoy.events import ShotFired
from laguna.games.ship_ahoy.moves import MoveWind, Sail, Shoot
from laguna.games.ship_ahoy.painter import COLUMNS, ShipAhoyPainter
from laguna.games.ship_ahoy.physics.board import Kind
from laguna.games.ship_ahoy.picture import ShipAhoyPicture, label
from laguna.games.ship_ahoy.scenarios import SCENARIOS
from laguna.games.ship_ahoy.view import ShipAhoyView
from laguna.terminal.opponents import Opponents
from laguna.terminal.session import TerminalSession

SVG = "{http://www.w3.org/2000/svg}"


def drawn(text: str, tag: str) -> list[ET.Element]:
    return list(ET.fromstring(text).iter(SVG + tag))  # noqa: S314 - our own


# The picture


def picture(view: ShipAhoyView, *events: Event, lang: str = "en") -> str:
    return ShipAhoyPicture(Voice(words_of("laguna.games.ship_ahoy", lang))).draw(view, None, events)


def labels(text: str) -> list[str]:
    """The names of pieces, which alone have an edge around their letters."""
    return [element.text or "" for element in drawn(text, "text") if element.get("paint-order")]


def places(text: str) -> set[str]:
    """Where something is drawn on the sea."""
    found = (re.match(r"translate\([^)]*\)", element.get("transform", "")) for element in drawn(text, "g"))
    return {place[0] for place in found if place}


def drawings(text: str, name: str) -> int:
    """How many times one of our drawings is in a picture."""
    return len(re.findall(rf'href="#{name}-\d+"', text))


def test_every_piece_is_in_the_picture_at_its_place():
    table = ShipTable()
    text = picture(table.view)
    assert sorted(labels(text)) == sorted(f"{letter}{number}" for letter in "RBYG" for number in "123T")
    for piece in table.b.pieces.values():
        assert f"translate({round(piece.x * 1000, 1):g} {round(-piece.y * 1000, 1) + 0.0:g})" in places(text)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_scenario_can_be_drawn_at_any_moment(scenario: str):
    for table, _ in islice(random_play(Case(3, scenario, advanced=True), seed=1), 0, 60, 7):
        ET.fromstring(picture(GAME.view(table, None)))  # noqa: S314


def test_the_shots_track_is_drawn_from_the_muzzle_on():
    events = next(
        events
        for _, events in random_play(Case(2, "none", advanced=False), 2, REAL)
        if any(isinstance(event, ShotFired) for event in events)
    )
    shot = next(event for event in events if isinstance(event, ShotFired))
    table = ShipTable(2)
    *_, ball = drawn(picture(table.view, *events), "polyline")
    x, y = map(float, ball.get("points", "").split()[0].split(","))
    assert (x, y) == pytest.approx((shot.x * 1000, -shot.y * 1000), abs=0.2)
    assert drawn(picture(table.view), "polyline") == []


def test_damage_melee_chest_barrels_and_the_kraken_are_seen():
    table = ShipTable(advanced=True)
    assert drawings(picture(table.view), "damage") == 0
    table.put(0, 30, 0, lying=True)
    table.put(3, 38, 0)
    assert len(drawn(picture(table.view), "line")) == 1
    assert drawings(picture(table.view), "damage") == 1
    table = ShipTable(scenario="treasure_island")
    assert drawings(picture(table.view), "chest") == 1
    table.b.chest = 0
    assert drawings(picture(table.view), "chest") == 1
    assert drawings(picture(ShipTable(4, (0, SEED), scenario="merchant").view), "barrel") == 4
    assert drawings(picture(ShipTable(scenario="kraken").view), "kraken") == 1


def test_labels_are_a_letter_for_the_colour_and_a_number():
    assert [label(piece) for piece in (0, 5, 11, 12, fleet.PIRATE)] == ["R1", "B3", "G3", "RT", ""]
    assert label(6, "CNŻZ", "W") == "Ż1"


# The terminal


def painter(lang: str = "en") -> ShipAhoyPainter:
    return ShipAhoyPainter(Voice(words_of("laguna.games.ship_ahoy", lang), ["Ania", "Bartek", "Celina", "Darek"]))


def shown(table: ShipTable, lang: str = "en", seat: int | None = 0) -> str:
    console = Console(width=80, file=io.StringIO(), no_color=True, legacy_windows=False)
    console.print(painter(lang).draw(table.view, seat))
    return console.file.getvalue()  # type: ignore[attr-defined]


def parsed(table: ShipTable, typed: str, lang: str = "en"):
    return painter(lang).parse(typed, GAME.asks(table.table)[0], table.view)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_the_map_shows_every_ship_and_tower_in_80_columns(lang: str):
    for seats in (2, 3, 4):
        text = shown(ShipTable(seats), lang)
        letters, tower = ("CNŻZ", "W") if lang == "pl" else ("RBYG", "T")
        for letter in letters[: 3 if seats == 3 else 4]:
            for name in ("1", "2", "3", tower):
                assert text.count(letter + name) >= 2  # on the map, and in its player's line
        assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("lang", "rounds", "turn", "title"),
    [
        ("pl", 10, 32, "Tura 32 ·"),
        ("pl", 10, 33, "Tura 33, jeszcze 7 tur ·"),
        ("pl", 10, 39, "Tura 39, jeszcze 1 tura ·"),
        ("pl", 10, 40, "Tura 40, ostatnia ·"),
        ("pl", 0, 40, "Tura 40 ·"),
        ("en", 10, 32, "Turn 32 ·"),
        ("en", 10, 33, "Turn 33, 7 more ·"),
        ("en", 10, 40, "Turn 40, the last ·"),
    ],
)
def test_S36_how_many_turns_are_left_is_told_in_the_last_two_rounds(lang: str, rounds: int, turn: int, title: str):
    table = ShipTable(4, rounds=rounds)
    table.b.turn = turn
    assert title in shown(table, lang)


def test_no_two_labels_share_a_place():
    table = ShipTable()
    for ship in (*RED_SHIPS, *BLUE_SHIPS):
        table.put(ship, 30, 30)
    text = shown(table, seat=None)
    sea = "".join(text.splitlines()[1:36])
    assert all(name in sea for name in ("R1", "R2", "R3", "B1", "B2", "B3"))


def test_damaged_pieces_are_small_and_states_are_told():
    table = ShipTable(advanced=True)
    table.put(0, 30, 0, lying=True)
    table.put(3, 38, 0)
    text = shown(table)
    assert "r1" in text
    assert "R1 (damaged, in melee)" in text


def test_the_asked_player_is_told_what_can_be_hit_and_how_the_barrel_sways():
    table = ShipTable()
    table.put(0, 30, 0)
    table.put(3, 80, 0)
    assert "R1 sees: B1 0° 46 cm" in shown(table)
    assert "The barrel sways: 0.0 s" in shown(table)
    assert "sees" not in shown(table, seat=1)


def test_the_sailing_player_is_told_where_the_ships_are():
    table = ShipTable()
    table.put(0, 30, 0)
    table.hold_fire(2)
    assert "R1 at (30, 0) cm, 2 knots" in shown(table)


@pytest.mark.parametrize(
    ("lang", "typed"),
    [("en", "shoot R1 angle 0 pull 70"), ("en", "fire r1 0 70"), ("pl", "strzał C1 kąt 0 siła 70")],
)
def test_a_typed_shot_stands_beside_its_piece_and_may_be_fired(lang: str, typed: str):
    table = ShipTable()
    table.put(0, 30, 0)
    shot = parsed(table, typed, lang)
    assert isinstance(shot, Shoot)
    assert (shot.piece, shot.heading, shot.pull, shot.t_ms) == (0, 0.0, 0.7, 0)
    assert table.refusal(shot) is None


@pytest.mark.parametrize(
    ("typed", "piece"),
    [("ż1", YELLOW_SHIPS[0]), ("Ż1", YELLOW_SHIPS[0]), ("y1", YELLOW_SHIPS[0]), ("z1", GREEN_SHIPS[0])],
)
def test_a_yellow_ship_can_be_typed_without_polish_letters_and_the_hints_say_how(typed: str, piece: int):
    assert parsed(ShipTable(), f"strzal {typed} kat 0 sila 70", "pl").piece == piece
    assert all("Y1 to Ż1" in painter("pl").say(hint) for hint in ("how_to_shoot", "how_to_sail"))


def test_a_typed_shot_may_name_the_moment_and_the_tower():
    table = ShipTable()
    shot = parsed(table, "shoot RT angle 215,5 pull 70 at 1.5")
    assert isinstance(shot, Shoot)
    assert (shot.piece, shot.t_ms) == (RED_TOWER, 1500)
    assert shot.heading == pytest.approx(math.radians(215.5) - math.tau, abs=1e-4)


@pytest.mark.parametrize(("lang", "typed"), [("en", "sail r1 0 1 90 2 face 45"), ("pl", "płyń c1 0 1 90 2 obrót 45")])
def test_a_typed_way_may_be_bent_and_turned(lang: str, typed: str):
    table = ShipTable()
    table.put(0, 30, 0)
    table.hold_fire(3)
    way = parsed(table, typed, lang)
    assert isinstance(way, Sail)
    assert [tuple(round(number, 6) for number in point) for point in way.way] == [(0.3, 0), (0.4, 0), (0.4, 0.2)]
    assert way.yaw == pytest.approx(math.radians(45), abs=1e-4)
    assert table.refusal(way) is None


def test_a_typed_way_may_load_and_turn_on_the_spot():
    table = ShipTable(4, (0, SEED), scenario="merchant")
    table.hold_fire()
    assert parsed(table, "sail r2 45 1 load").load
    spot = parsed(table, "sail r2 face 90")
    assert spot.way[0] == spot.way[1]


def test_a_typed_wind():
    table = ShipTable(scenario="fair_wind")
    table.put(0, 30, 0)
    table.hold_fire()
    assert parsed(table, "wind r1 180 1") == MoveWind(0, pytest.approx(-0.1), pytest.approx(0.0))
    assert table.refusal(parsed(table, "wind r1 180 1")) is None


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "shoot",
        "shoot x9 1 2",
        "shoot r1",
        "shoot r1 north 50",
        "shoot r1 1 2 3 4",
        "sail r1 90",
        "sail r1 face",
        "sail r1 nan 1",
        "wind r1 1",
        "row r1 1 1",
        "shoot r1 1e400 50",
        "sail r1 ٣ 1",
    ],
)
def test_what_is_no_shot_or_way_is_not_understood(typed: str):
    table = ShipTable()
    assert parsed(table, typed) is None


@pytest.mark.parametrize(
    ("lang", "typed"),
    [
        ("en", "shoot R1 90 62.5 1.25"),
        ("pl", "strzał C1 359.5 50 0"),
        ("en", "sail R2 45 1 90 0.75 face 12.5"),
        ("pl", "płyń C1 180 1 obrót 0 ładuj"),
    ],
)
def test_a_move_is_spelt_as_it_is_typed(lang: str, typed: str):
    table = ShipTable()
    assert painter(lang).spell(parsed(table, typed, lang), table.view, 0) == typed


def test_the_picture_has_the_last_shot_and_the_letters_of_the_language():
    table = ShipTable()
    events = table.shoot(RED_TOWER, outcome(), KNOTS[1])
    shot = msgspec.structs.replace(events[0].shot, ball=[0, 0, 0, 10, 10, 0])
    events[0] = msgspec.structs.replace(events[0], shot=shot)
    assert len(drawn(picture(table.view, *events), "polyline")) == 1
    assert "C1" in labels(picture(table.view, lang="pl"))


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_a_whole_game_at_the_terminal(lang: str, monkeypatch: pytest.MonkeyPatch):
    voice = Voice(words_of("laguna.games.ship_ahoy", lang), ["Ania", "Bartek"])
    console = Console(width=80, file=io.StringIO(), no_color=True)
    answers = chain(["?S9", "nonsense", "", "2"], repeat("1"))
    monkeypatch.setattr(console, "input", lambda _: next(answers))
    with Opponents(QUICK, ["random"], SeededLuck(1, 0, PLAYERS), nullcontext) as opponents:
        assert TerminalSession(QUICK, QUICK.options(first=0), voice, SeededLuck(1), opponents, console).play()
    text = console.file.getvalue()
    assert "S9" in text
    assert max(map(len, text.splitlines())) <= 80


def test_the_map_is_as_wide_as_it_says():
    line = shown(ShipTable(), seat=None).splitlines()[1]
    assert len(line) == COLUMNS + 4
    assert Kind.SHIP == "ship"
