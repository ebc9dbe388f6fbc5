"""Ship Ahoy, S8-S13 and S33-S35: the shot, and what comes of it."""

from __future__ import annotations

import math

import msgspec
import pytest

from games.ship_ahoy.table import (
    BLUE_SHIPS,
    BLUE_TOWER,
    GAME,
    GREEN_SHIPS,
    KNOTS,
    RED_SHIPS,
    RED_TOWER,
    SEED,
    TREMOR,
    YELLOW_SHIPS,
    YELLOW_TOWER,
    ShipTable,
    outcome,
)
from laguna.core.game import BadOption, Refused
from laguna.core.luck import LuckRanOut, RecordedLuck, ScriptedLuck, SeededLuck
from laguna.core.services import NotNow
from laguna.games.ship_ahoy import fleet
from laguna.games.ship_ahoy.events import (
    HeldFire,
    Jammed,
    KnotsRolled,
    Missed,
    PlayerOut,
    Pushed,
    PutBack,
    ShotFired,
    StoodUp,
    TrophyTaken,
)
from laguna.games.ship_ahoy.moves import HoldFire, Shoot
from laguna.games.ship_ahoy.physics.board import distance, overlaps
from laguna.games.ship_ahoy.physics.cannon import Pose
from laguna.games.ship_ahoy.physics.constants import PHYSICS
from laguna.games.ship_ahoy.physics.hand import AIM_SEEDS, sway
from laguna.games.ship_ahoy.service import AimTimer

RED_SHIP, OTHER_RED_SHIP, _ = RED_SHIPS
BLUE_SHIP, OTHER_BLUE_SHIP, _ = BLUE_SHIPS


def told(events: list, *kinds: type) -> list:
    return [event for event in events if isinstance(event, kinds)]


# S8


def test_S8_the_turn_begins_with_the_question_of_a_shot():
    table = ShipTable()
    assert (table.asked, table.about) == ([0], "shoot")
    ask = GAME.asks(table.table)[0]
    assert (ask.rule, ask.moves, ask.free) == ("S8", (HoldFire(),), ("shoot",))


def test_S8_from_ones_own_ships_and_tower():
    table = ShipTable()
    assert table.view.guns == (*RED_SHIPS, RED_TOWER)
    assert table.refusal(table.shot(RED_TOWER)) is None
    assert table.refused(table.shot(BLUE_SHIP)) == ("S8", "not_your_gun")
    assert table.refused(table.shot(BLUE_TOWER)) == ("S8", "not_your_gun")


def test_S8_not_from_a_mountain_nor_from_what_is_not_there():
    table = ShipTable()
    shot = table.shot(RED_SHIP)
    assert table.refused(msgspec.structs.replace(shot, piece=fleet.GREAT_MOUNTAIN)) == ("S8", "not_your_gun")
    table.take_away(RED_SHIP)
    for piece in (RED_SHIP, -1, 99, 10**30):
        assert table.refused({**msgspec.to_builtins(shot), "piece": piece})[0] == "S8"


def test_S8_a_piece_in_melee_does_not_shoot():
    table = ShipTable()
    table.put(RED_SHIP, 30, 0)
    shot = table.shot(RED_SHIP)
    table.put(BLUE_SHIP, 36, 0)
    assert table.refused(shot) == ("S8", "gun_in_melee")
    assert RED_SHIP not in table.view.guns


def test_S8_melee_is_judged_at_that_moment():
    table = ShipTable()
    table.put(RED_SHIP, 30, 0)
    table.put(BLUE_SHIP, 36, 0)
    assert RED_SHIP not in table.view.guns
    table.put(BLUE_SHIP, 60, 0)
    assert RED_SHIP in table.view.guns


def test_S8_one_shot_a_turn():
    table = ShipTable()
    shot = table.shot(RED_SHIP)
    table.shoot(RED_SHIP, outcome(), KNOTS[2])
    assert table.about == "sail"
    assert table.refused(shot) == ("S14", "not_the_question")


def test_S8_one_may_decline():
    table = ShipTable()
    assert told(table.hold_fire(2), HeldFire, KnotsRolled) == [HeldFire(seat=0), KnotsRolled(seat=0, knots=2)]
    assert table.about == "sail"


def test_S8_without_a_piece_to_shoot_from_there_is_no_shot():
    table = ShipTable(first=3)
    table.take_away(RED_TOWER, *RED_SHIPS[1:])
    table.put(RED_SHIP, 30, 0)
    table.put(BLUE_SHIP, 36, 0)
    table.hold_fire()
    table.play(3, table.moves[0], KNOTS[1])
    assert (table.asked, table.about) == ([0], "fight")


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        (37.7, 0, "muzzle_too_far"),
        (23, 7.2, "muzzle_too_far"),
        (31, 0, "muzzle_blocked"),
        (30, 3.5, "muzzle_blocked"),
        (0, 0, "muzzle_too_far"),
    ],
)
def test_S8_the_muzzle_stands_beside_the_piece_and_clear_of_all(x, y, reason):
    table = ShipTable()
    table.put(RED_SHIP, 30, 0)
    assert table.refused(Shoot(RED_SHIP, x / 100, y / 100, 0.0, 0.5)) == ("S8", reason)
    assert table.refusal(Shoot(RED_SHIP, 0.36, 0.0, 0.0, 0.5)) is None


def test_S8_a_muzzle_inside_a_mountain_is_refused():
    table = ShipTable()
    table.put(RED_SHIP, 12, 0)
    assert table.refused(Shoot(RED_SHIP, 0.08, 0.0, 0.0, 0.5)) == ("S8", "muzzle_blocked")


def test_S8_the_muzzle_stands_on_the_table():
    table = ShipTable()
    table.put(RED_SHIP, 107, 0)
    assert table.refused(Shoot(RED_SHIP, 1.095, 0.0, 0.0, 0.5)) == ("S8", "muzzle_off_table")


def test_S8_beside_is_a_constant():
    assert PHYSICS.beside == 0.06


# S9


def test_S9_a_pull_too_weak_is_no_shot():
    table = ShipTable()
    events = table.play(0, table.shot(RED_SHIP, pull=0.09))
    assert events == [Jammed(seat=0, piece=RED_SHIP)]
    assert (table.asked, table.about) == ([0], "shoot")


def test_S9_it_is_judged_on_the_pull_asked_for_before_any_tremor():
    table = ShipTable()
    events = table.fire(table.shot(RED_SHIP, pull=0.10), outcome(), [0] * 8, KNOTS[1])
    assert told(events, Jammed) == []
    assert told(events, ShotFired)[0].speed < PHYSICS.slowest


# S10


def test_S10_an_enemy_knocked_over_is_the_shooters_trophy():
    table = ShipTable()
    events = table.shoot(RED_SHIP, outcome([BLUE_SHIP]), KNOTS[1])
    assert told(events, TrophyTaken) == [TrophyTaken(seat=0, piece=BLUE_SHIP)]
    assert BLUE_SHIP not in table.b.pieces
    assert table.view.trophies == ((BLUE_SHIP,), (), (), ())


def test_S10_all_of_them_if_several():
    table = ShipTable()
    table.shoot(RED_TOWER, outcome([BLUE_SHIP, YELLOW_SHIPS[0], YELLOW_TOWER]), KNOTS[1])
    assert table.view.trophies[0] == (BLUE_SHIP, YELLOW_SHIPS[0], YELLOW_TOWER)
    assert table.scores == [4, 0, 0, 0]


def test_S10_a_piece_pushed_off_the_table_counts_as_knocked_over():
    table = ShipTable()
    over_the_edge = Pose(1.2, 0.0, 0.0, lying=False)
    table.shoot(RED_SHIP, outcome([BLUE_SHIP], {BLUE_SHIP: over_the_edge}, off=[BLUE_SHIP]), KNOTS[1])
    assert table.view.trophies[0] == (BLUE_SHIP,)


# S11


def put_back(table: ShipTable, piece: int) -> PutBack:
    """That a piece stands where it stood at the beginning."""
    home = table.b.home(piece)
    return PutBack(piece, home.x, home.y, home.yaw)


def test_S11_a_pushed_tower_is_put_back_and_a_pushed_ship_stays():
    table = ShipTable()
    tower, ship = table.at(BLUE_TOWER), table.at(BLUE_SHIP)
    poses = {BLUE_TOWER: Pose(-0.61, 0.63, 0.4, lying=False), BLUE_SHIP: Pose(-0.5, 0.4, 1.0, lying=False)}
    events = table.shoot(RED_SHIP, outcome([], poses, hit=[BLUE_TOWER]), KNOTS[1])
    assert table.at(BLUE_TOWER) == tower
    assert table.at(BLUE_SHIP) == (-50, 40) != ship
    assert table.b.pieces[BLUE_SHIP].yaw == 1.0
    assert told(events, PutBack, Pushed) == [put_back(table, BLUE_TOWER), Pushed(BLUE_SHIP, -0.5, 0.4, 1.0)]


@pytest.mark.parametrize("toppled", [False, True])
@pytest.mark.parametrize("scenario", ["none", "treasure_island"])
def test_S11_a_mountain_or_island_is_put_back_also_if_knocked_over(toppled, scenario):
    table = ShipTable(scenario=scenario)
    middle = fleet.GREAT_MOUNTAIN if scenario == "none" else fleet.ISLAND
    poses = {middle: Pose(0.02, 0.0, 0.0, lying=toppled)}
    events = table.shoot(RED_SHIP, outcome([middle] if toppled else [], poses, hit=[middle]), KNOTS[1])
    assert table.at(middle) == (0, 0)
    assert not table.b.pieces[middle].lying
    assert told(events, PutBack) == [PutBack(middle, 0.0, 0.0, 0.0)]
    assert told(events, Missed) == [Missed(seat=0)]


# S12


def test_S12_ones_own_ship_knocked_over_stands_up_where_it_lies():
    table = ShipTable()
    fallen = Pose(-0.3, -0.4, 0.5, lying=True)
    events = table.shoot(RED_SHIP, outcome([OTHER_RED_SHIP], {OTHER_RED_SHIP: fallen}), KNOTS[1])
    ship = table.b.pieces[OTHER_RED_SHIP]
    assert (ship.x, ship.y, ship.yaw, ship.lying) == (-0.3, -0.4, 0.5, False)
    assert told(events, StoodUp) == [StoodUp(OTHER_RED_SHIP, -0.3, -0.4, 0.5)]
    assert table.scores == [0, 0, 0, 0]


def test_S12_ones_own_tower_stands_up_on_its_place():
    table = ShipTable()
    home = table.at(RED_TOWER)
    fallen = Pose(-0.5, -0.6, 0.5, lying=True)
    events = table.shoot(RED_SHIP, outcome([RED_TOWER], {RED_TOWER: fallen}), KNOTS[1])
    assert table.at(RED_TOWER) == home
    assert not table.b.pieces[RED_TOWER].lying
    assert told(events, StoodUp) == [StoodUp(RED_TOWER, -0.6, -0.6, table.b.home(RED_TOWER).yaw)]


def test_S12_an_allys_piece_is_treated_as_ones_own():
    table = ShipTable(teams=True)
    fallen = Pose(0.3, 0.4, 0.0, lying=True)
    table.shoot(RED_SHIP, outcome([YELLOW_SHIPS[0], BLUE_SHIP], {YELLOW_SHIPS[0]: fallen}), KNOTS[1])
    assert table.at(YELLOW_SHIPS[0]) == (30, 40)
    assert table.view.trophies == ((BLUE_SHIP,), (), (), ())


# S13


def test_S13_a_miss_ends_the_shooting_not_the_turn():
    table = ShipTable()
    events = table.shoot(RED_SHIP, outcome(), KNOTS[3])
    assert told(events, Missed) == [Missed(seat=0)]
    assert (table.asked, table.about, table.b.points) == ([0], "sail", 3)


def test_S13_to_fell_only_ones_own_is_a_miss():
    table = ShipTable(miss_ends_turn=True)
    events = table.shoot(RED_SHIP, outcome([OTHER_RED_SHIP]))
    assert told(events, Missed) == [Missed(seat=0)]


def test_S13_with_the_option_a_miss_ends_the_turn_without_sailing_or_melee():
    table = ShipTable(miss_ends_turn=True)
    table.put(OTHER_RED_SHIP, 30, 0)
    table.put(BLUE_SHIP, 36, 0)
    table.shoot(RED_SHIP, outcome())
    assert (table.asked, table.about) == ([1], "shoot")


def test_S13_with_the_option_a_hit_goes_on():
    table = ShipTable(miss_ends_turn=True)
    table.shoot(RED_SHIP, outcome([BLUE_SHIP]), KNOTS[1])
    assert (table.asked, table.about) == ([0], "sail")


def test_S13_with_the_option_repair_remains():
    table = ShipTable(miss_ends_turn=True, advanced=True)
    table.put(OTHER_RED_SHIP, 30, 0, lying=True)
    table.shoot(RED_SHIP, outcome())
    assert (table.asked, table.about) == ([0], "repair")


def test_S13_declining_is_not_a_miss():
    table = ShipTable(miss_ends_turn=True)
    assert told(table.hold_fire(), Missed) == []
    assert table.about == "sail"


def test_S13_the_pirate_or_the_monster_is_no_miss():
    table = ShipTable(miss_ends_turn=True, scenario="pirate_ship")
    table.shoot(RED_SHIP, outcome([fleet.PIRATE]), KNOTS[1])
    assert table.about == "sail"
    table = ShipTable(miss_ends_turn=True, scenario="sea_monster")
    table.shoot(RED_SHIP, outcome(hit=[fleet.MONSTER]), KNOTS[1])
    assert table.about == "sail"


# S33, S34


def test_S33_nothing_is_hidden():
    table = ShipTable(4, (3, SEED), scenario="merchant")
    views = [GAME.view(table.table, seat) for seat in (None, 0, 1, 2, 3)]
    assert all(view == views[0] for view in views)
    events = table.shoot(RED_TOWER, outcome([BLUE_SHIP]), KNOTS[2])
    assert all(event.seen_by(seat) == event for event in events for seat in (None, 0, 3))
    assert GAME.imagine(table.table, 2, SeededLuck(1)) == table.table


def test_S34_a_shot_is_what_was_asked_for_with_sway_and_tremor():
    table = ShipTable()
    shot = table.shot(RED_SHIP, heading=30, pull=0.5, t_ms=700)
    plain_shot = table.fire(shot, outcome(), TREMOR, KNOTS[1])[0]
    swayed = shot.heading + sway(SEED, 700, 0.5)
    assert plain_shot.heading == pytest.approx(swayed, abs=1e-3)
    assert (plain_shot.x, plain_shot.y) == (shot.x, shot.y)


def test_S34_the_tremor_is_drawn_and_small():
    fired = []
    for draw in (AIM_SEEDS // 3, AIM_SEEDS // 2, AIM_SEEDS * 2 // 3):
        table = ShipTable()
        events = table.fire(table.shot(RED_SHIP), outcome(), [draw] * 8, KNOTS[1])
        fired.append(told(events, ShotFired)[0])
    assert len({shot.heading for shot in fired}) == 3
    assert max(shot.heading for shot in fired) - min(shot.heading for shot in fired) < math.radians(6)


def test_S34_steady_hand_scales_the_tremor():
    headings = {}
    for percent in (0, 100, 200):
        table = ShipTable(steady_hand=(percent, 100, 100, 100))
        events = table.fire(table.shot(RED_SHIP, heading=40), outcome(), [5] * 8, KNOTS[1])
        headings[percent] = told(events, ShotFired)[0].heading - math.radians(40)
    assert headings[0] == pytest.approx(0, abs=1e-5)
    assert headings[200] == pytest.approx(2 * headings[100], abs=2e-5)
    assert headings[100] != 0


@pytest.mark.parametrize("hands", [(100,), (100, 100, 100, 301), (100, -1, 100, 100), (1, 2, 3, 4, 5)])
def test_S34_steady_hand_names_a_percentage_for_each_player(hands):
    with pytest.raises(BadOption, match="0 to 300 for each of the 4 players"):
        ShipTable(steady_hand=hands)


def test_S34_the_result_is_recorded_and_read_back_never_computed_again():
    def no_cannon(*_: object) -> None:
        raise AssertionError("computed")

    table = ShipTable()
    shot = table.shot(RED_SHIP, heading=60)
    recorded = RecordedLuck(SeededLuck(3))
    twin = table.table.copy()
    events = GAME.play(table.table, 0, table.table.played, shot, recorded)
    draws, seen = recorded.take()
    assert len(seen) == 1
    seen = msgspec.json.decode(msgspec.json.encode(seen))
    again = type(GAME)(no_cannon).play(twin, 0, twin.played, shot, ScriptedLuck(draws, seen))
    assert again == events
    assert twin == table.table


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ({"toppled": [99]}, "do not stand on the table"),
        ({"toppled": [fleet.KRAKEN]}, "do not stand on the table"),
        ({"hit": [-1]}, "do not stand on the table"),
        ({"hit": [fleet.KRAKEN]}, "do not stand on the table"),
        ({"poses": {str(fleet.KRAKEN): {"x": 0.5, "y": 0.0, "yaw": 0.0, "lying": True}}}, "do not stand on the table"),
        ({"tracks": {str(fleet.KRAKEN): {"first": 0, "poses": []}}}, "do not stand on the table"),
        ({"toppled": [3, 3]}, "falls twice"),
        ({"poses": {"3": {"x": math.nan, "y": 0.0, "yaw": 0.0, "lying": False}}}, "nowhere"),
        ({"poses": {"3": {"x": "far"}}}, "no shot"),
        ({"ball": [1, 2]}, "cannot be read"),
        ({"tracks": {"3": {"first": 0, "poses": [0] * 8}}}, "cannot be read"),
        ({"ball": [10**400, 0, 0]}, "lead nowhere"),
        ({"tracks": {"3": {"first": 0, "poses": [0, 0, 0, 0, 0, -(10**7), 0]}}}, "lead nowhere"),
        ({"tracks": {"3": {"first": -5, "poses": []}}}, "begin before it"),
        ({"tracks": {"3": {"first": 10**400, "poses": []}}}, "begin after it"),
        ({"toppled": None}, "no shot"),
        ({"duration": -1e308}, "no shot takes"),
        ({"duration": 3.1}, "no shot takes"),
        ({"duration": math.nan}, "no shot takes"),
        ({"physics": -1}, "nobody knows"),
        ({"physics": PHYSICS.version + 1}, "nobody knows"),
        ({"muzzle": (0.0, 0.0)}, "another muzzle"),
        ({"heading": 3.0}, "another heading"),
        ({"heading": math.nan}, "another heading"),
        ({"speed": 8.0}, "another speed"),
    ],
)
def test_S34_a_written_shot_that_cannot_have_happened_is_told_and_changes_nothing(damage, sentence):
    table = ShipTable(scenario="kraken")
    before = table.table.copy()
    with pytest.raises(LuckRanOut, match=sentence):
        table.fire(table.shot(RED_SHIP), outcome(), TREMOR, KNOTS[1], **damage)
    assert table.table == before


def test_S34_a_written_shot_may_have_been_rounded_by_another_machine():
    table = ShipTable()
    shot = table.shot(RED_SHIP)
    heading = table.written(shot, outcome(), TREMOR)["heading"] + 1e-5
    events = table.fire(shot, outcome(), TREMOR, KNOTS[1], heading=heading)
    assert told(events, ShotFired)[0].heading == heading


# S35


def test_S35_who_must_stand_up_where_there_is_no_room_goes_to_the_nearest_free_place():
    table = ShipTable()
    table.put(BLUE_SHIP, 30, 40)
    fallen = Pose(0.305, 0.405, 0.0, lying=True)
    table.shoot(RED_SHIP, outcome([OTHER_RED_SHIP], {OTHER_RED_SHIP: fallen}), KNOTS[1])
    stood, blue = table.b.pieces[OTHER_RED_SHIP], table.b.pieces[BLUE_SHIP]
    assert table.at(BLUE_SHIP) == (30, 40)
    assert not overlaps(stood, blue)
    assert math.dist((stood.x, stood.y), (fallen.x, fallen.y)) < 0.04


def test_S35_who_fell_off_the_table_and_is_not_lost_is_on_it_again():
    table = ShipTable()
    fallen = Pose(1.14, 0.2, 0.0, lying=True)
    shot = outcome([OTHER_RED_SHIP], {OTHER_RED_SHIP: fallen}, off=[OTHER_RED_SHIP])
    table.shoot(RED_SHIP, shot, KNOTS[1])
    ship = table.b.pieces[OTHER_RED_SHIP]
    assert ship.x == pytest.approx(1.10 - PHYSICS.stand_depth / 2, abs=2e-4)
    assert ship.y == 0.2


def test_S35_a_tower_keeps_its_place_and_a_ship_pushed_there_gives_way():
    table = ShipTable()
    home = table.at(BLUE_TOWER)
    poses = {BLUE_TOWER: Pose(-0.65, 0.65, 0.0, lying=False), BLUE_SHIP: Pose(-0.6, 0.6, 0.0, lying=False)}
    table.shoot(RED_SHIP, outcome([], poses, hit=[BLUE_TOWER]), KNOTS[1])
    tower, ship = table.b.pieces[BLUE_TOWER], table.b.pieces[BLUE_SHIP]
    assert table.at(BLUE_TOWER) == home
    assert distance(tower, ship) >= PHYSICS.gap - 1e-9


# S21 by shots, and what happens when physics fails


def test_S21_several_players_put_out_by_one_shot_are_all_out():
    table = ShipTable()
    table.take_away(*BLUE_SHIPS, *GREEN_SHIPS, fleet.TOWERS[3])
    table.take_away(*YELLOW_SHIPS)
    table.b.pieces[GREEN_SHIPS[0]] = table.b.home(GREEN_SHIPS[0])
    events = table.shoot(RED_SHIP, outcome([GREEN_SHIPS[0], BLUE_TOWER]))
    assert told(events, PlayerOut) == [PlayerOut(seat=1), PlayerOut(seat=3)]
    assert table.asked == []
    assert table.view.out == (1, 3)


def test_S34_a_cannon_that_fails_leaves_the_table_as_it_was():
    def broken(*_: object) -> None:
        raise RuntimeError("no worker")

    table = ShipTable()
    before = table.table.copy()
    with pytest.raises(RuntimeError):
        type(GAME)(broken).play(table.table, 0, table.table.played, table.shot(RED_SHIP), SeededLuck(1))
    assert table.table == before


def test_S34_a_shot_says_how_long_the_gunner_aimed():
    shot = msgspec.structs.replace(ShipTable().shot(RED_SHIP), t_ms=1234)
    timer, read = AimTimer(), GAME.decode_move(msgspec.json.encode(shot))
    timer.signal(0, 5, now_s=10.0)
    timer.check(0, 5, read, now_s=11.234)
    timer.check(0, 5, HoldFire(), now_s=99.0)
    for ask, now_s in ((5, 10.9), (5, 11.6), (6, 11.234)):
        with pytest.raises(NotNow, match="Aim again"):
            timer.check(0, ask, read, now_s)


def test_S8_a_refused_shot_cannot_be_played():
    table = ShipTable()
    before = table.table.copy()
    with pytest.raises(Refused, match="S8: not_your_gun"):
        table.play(0, table.shot(BLUE_SHIP))
    assert table.table == before


# Real shots


def test_a_real_shot_at_a_near_broadside_ship_fells_it():
    table = ShipTable(steady_hand=(0, 100, 100, 100))
    table.put(RED_SHIP, 30, 0)
    table.put(BLUE_SHIP, 70, 0)
    GAME.play(table.table, 0, table.table.played, table.shot(RED_SHIP, heading=0, pull=0.8), SeededLuck(1))
    assert table.view.trophies[0] == (BLUE_SHIP,)


def test_a_real_shot_at_the_great_mountain_moves_nothing():
    table = ShipTable(steady_hand=(0, 100, 100, 100))
    table.put(RED_SHIP, 40, 0)
    before = dict(table.b.pieces)
    GAME.play(table.table, 0, table.table.played, table.shot(RED_SHIP, heading=180, pull=0.3), SeededLuck(1))
    assert {number: piece for number, piece in table.b.pieces.items() if number != RED_SHIP} == {
        number: piece for number, piece in before.items() if number != RED_SHIP
    }
