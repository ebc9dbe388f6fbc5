"""Ship Ahoy, S17-S26 and S36: melee, the end, teams and the advanced variant."""

from __future__ import annotations

import math

import pytest

from games.ship_ahoy.table import (
    BLUE_SHIPS,
    BLUE_TOWER,
    FLAG,
    GAME,
    GREEN_SHIPS,
    GREEN_TOWER,
    KNOTS,
    RED_SHIPS,
    RED_TOWER,
    SEED,
    SWORDS,
    YELLOW_SHIPS,
    YELLOW_TOWER,
    ShipTable,
    outcome,
)
from laguna.core.game import BadOption
from laguna.games.ship_ahoy import fleet, rules
from laguna.games.ship_ahoy.events import (
    Captured,
    Damaged,
    Fought,
    MadeWay,
    Missed,
    PlayerOut,
    Repaired,
    RoundsOver,
    TrophyTaken,
)
from laguna.games.ship_ahoy.moves import EndSailing, Fight, HoldFire, LeaveDamaged, Repair
from laguna.games.ship_ahoy.physics.board import distance, overlaps
from laguna.games.ship_ahoy.physics.cannon import Pose
from laguna.games.ship_ahoy.state import Phase

SHIP, SECOND, THIRD = RED_SHIPS
ENEMY, SECOND_ENEMY, THIRD_ENEMY = BLUE_SHIPS


def told(events: list, *kinds: type) -> list:
    return [event for event in events if isinstance(event, kinds)]


def side_by_side(**options: object) -> ShipTable:
    """A red and a blue ship 4.4 cm apart in open water; red is to roll."""
    table = ShipTable(**options)
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 36, 0)
    table.fighting()
    return table


# S17


def test_S17_nearer_than_a_ships_height_edge_to_edge_is_melee():
    table = ShipTable()
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 38.5, 0)
    assert rules.foes(table.b, SHIP) == [ENEMY]
    table.put(ENEMY, 38.7, 0)
    assert rules.foes(table.b, SHIP) == []


def test_S17_it_is_measured_from_edge_to_edge_not_between_the_middles():
    table = ShipTable()
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 30, 12.5)
    assert distance(table.b.pieces[SHIP], table.b.pieces[ENEMY]) == pytest.approx(0.065)
    assert rules.foes(table.b, SHIP) == [ENEMY]


def test_S17_ships_and_towers_of_different_sides():
    table = ShipTable()
    table.put(SHIP, -60, 52)
    assert BLUE_TOWER in rules.foes(table.b, SHIP)
    table.put(SHIP, 30, 0)
    table.put(SECOND, 36, 0)
    assert rules.foes(table.b, SHIP) == []


def test_S17_no_contact_is_needed():
    table = side_by_side()
    assert distance(table.b.pieces[SHIP], table.b.pieces[ENEMY]) > 0.04
    assert table.moves == (Fight(SHIP, ENEMY),)


def test_S17_a_fight_with_somebody_far_off_is_refused():
    table = side_by_side()
    for fight in (Fight(SHIP, SECOND_ENEMY), Fight(SECOND, ENEMY), Fight(ENEMY, SHIP), Fight(-1, 99)):
        assert table.refused(fight) == ("S17", "no_such_melee")


# S18


def test_S18_a_flag_and_the_enemy_surrenders():
    table = side_by_side()
    events = table.fight(SHIP, ENEMY, FLAG)
    assert told(events, Fought, TrophyTaken) == [Fought(0, SHIP, ENEMY, flag=True), TrophyTaken(0, ENEMY)]
    assert ENEMY not in table.b.pieces
    assert table.asked == [1]


def test_S18_swords_and_the_melee_goes_on_next_turn():
    table = side_by_side()
    table.fight(SHIP, ENEMY, SWORDS)
    assert ENEMY in table.b.pieces
    assert table.asked == [1]
    table.play(1, HoldFire(), KNOTS[1])
    table.end_sailing()
    assert table.moves == (Fight(ENEMY, SHIP),)
    table.fight(ENEMY, SHIP, FLAG)
    assert table.view.trophies[1] == (SHIP,)


@pytest.mark.parametrize(("draw", "flag"), [(0, True), (1, True), (2, True), (3, False), (4, False), (5, False)])
def test_S18_every_face_of_the_melee_die(draw, flag):
    table = side_by_side()
    assert told(table.fight(SHIP, ENEMY, draw, SEED), Fought)[0].flag is flag


def test_S18_the_roll_is_not_to_be_declined():
    table = side_by_side()
    ask = GAME.asks(table.table)[0]
    assert (ask.about, ask.rule, ask.moves, ask.free) == ("fight", "S18", (Fight(SHIP, ENEMY),), ())


def test_S18_once_for_every_melee():
    table = side_by_side()
    table.put(SECOND_ENEMY, 24, 0)
    table.fight(SHIP, ENEMY, SWORDS)
    assert table.refused(Fight(SHIP, ENEMY)) == ("S18", "rolled_already")
    table.fight(SHIP, SECOND_ENEMY, SWORDS)
    assert table.asked == [1]


def test_S18_only_the_active_players_melees():
    table = side_by_side()
    table.put(YELLOW_SHIPS[0], -30, 0)
    table.put(GREEN_SHIPS[0], -36, 0)
    assert table.moves == (Fight(SHIP, ENEMY),)


def test_S18_a_tower_is_taken_and_takes_alike():
    table = ShipTable()
    table.take_away(SECOND, THIRD, *BLUE_SHIPS[1:])
    table.put(SHIP, -60, 52)
    table.put(ENEMY, 30, 0)
    table.fighting()
    table.fight(SHIP, BLUE_TOWER, SWORDS)
    table.play(1, HoldFire(), KNOTS[1])
    table.end_sailing()
    table.fight(BLUE_TOWER, SHIP, FLAG)
    assert table.view.trophies[1] == (SHIP,)


# S19


def test_S19_a_piece_in_several_melees_has_a_roll_for_each_in_the_players_order():
    table = side_by_side()
    table.put(SECOND_ENEMY, 24, 0)
    assert set(table.moves) == {Fight(SHIP, ENEMY), Fight(SHIP, SECOND_ENEMY)}
    table.fight(SHIP, SECOND_ENEMY, FLAG)
    assert table.moves == (Fight(SHIP, ENEMY),)
    table.fight(SHIP, ENEMY, FLAG)
    assert table.view.trophies[0] == (SECOND_ENEMY, ENEMY)


def test_S19_a_piece_that_surrendered_takes_no_part_in_later_rolls():
    table = side_by_side()
    table.put(SECOND, 42, 0)
    assert set(table.moves) == {Fight(SHIP, ENEMY), Fight(SECOND, ENEMY)}
    table.fight(SECOND, ENEMY, FLAG)
    assert table.asked == [1]


# S20


def test_S20_pieces_in_melee_neither_shoot_nor_sail():
    table = side_by_side()
    assert rules.gun_refusal(table.b, SHIP).rule == "S8"
    table.b.points = 1
    assert rules.sailor_refusal(table.b, SHIP).rule == "S16"


def test_S20_allies_are_never_in_melee_with_each_other():
    table = ShipTable(teams=True)
    table.put(SHIP, 30, 0)
    table.put(YELLOW_SHIPS[0], 36, 0)
    assert rules.foes(table.b, SHIP) == []
    table.put(GREEN_SHIPS[0], 24, 0)
    assert rules.foes(table.b, SHIP) == [GREEN_SHIPS[0]]
    assert rules.foes(table.b, YELLOW_SHIPS[0]) == []


# S21


def last_of_blue(**options: object) -> ShipTable:
    """Blue has one ship left, in melee with a red one; red is to roll."""
    table = side_by_side(**options)
    table.take_away(SECOND_ENEMY, THIRD_ENEMY, BLUE_TOWER)
    return table


def test_S21_who_has_lost_all_ships_and_towers_is_out_and_the_game_ends_at_once():
    table = last_of_blue()
    table.put(SECOND, -30, 0)
    table.put(GREEN_SHIPS[0], -36, 0)
    events = table.fight(SHIP, ENEMY, FLAG)
    assert told(events, PlayerOut) == [PlayerOut(seat=1)]
    assert table.asked == []
    assert table.refused(Fight(SECOND, GREEN_SHIPS[0]), 0) == ("S21", "over")


def test_S21_a_tower_alone_keeps_its_player_in_the_game():
    table = side_by_side()
    table.take_away(SECOND_ENEMY, THIRD_ENEMY)
    table.fight(SHIP, ENEMY, FLAG)
    assert table.asked == [1]


def test_S21_damaged_pieces_are_not_lost():
    table = ShipTable(advanced=True)
    table.take_away(*BLUE_SHIPS)
    table.shoot(RED_TOWER, outcome([BLUE_TOWER]), KNOTS[1])
    assert table.asked == [0]
    assert table.view.out == ()


def test_S21_ships_count_one_and_towers_two():
    table = ShipTable()
    table.b.trophies[2] = [*BLUE_SHIPS, BLUE_TOWER, RED_TOWER]
    assert table.scores == [0, 0, 7, 0]
    assert GAME.standings(table.table)[2].parts == {"ships": 3, "towers": 4}


def test_S21_most_points_wins_then_most_towers_then_it_is_shared():
    table = ShipTable()
    table.b.trophies[:] = [[ENEMY, SECOND_ENEMY], [RED_TOWER], [GREEN_TOWER], []]
    assert table.scores == [2, 2, 2, 0]
    assert table.places == [3, 1, 1, 4]
    table.b.trophies[0] = [*BLUE_SHIPS]
    assert table.places == [1, 2, 2, 4]


def test_S21_who_is_out_cannot_win():
    table = last_of_blue()
    table.b.trophies[1] = [*YELLOW_SHIPS, YELLOW_TOWER]
    table.fight(SHIP, ENEMY, FLAG)
    assert table.scores == [1, 5, 0, 0]
    assert table.places == [1, 4, 2, 2]


def test_S21_with_two_players_both_ports_must_be_lost():
    table = ShipTable(2)
    table.take_away(*BLUE_SHIPS, BLUE_TOWER)
    table.put(SHIP, 30, 0)
    table.put(GREEN_SHIPS[0], 36, 0)
    table.fighting()
    table.fight(SHIP, GREEN_SHIPS[0], FLAG)
    assert table.asked == [1]


# S22


def test_S22_teams_are_four_players_with_partners_opposite():
    table = ShipTable(teams=True)
    assert rules.team(table.b, 0) == [0, 2]
    assert rules.team(table.b, 3) == [1, 3]
    for seats in (2, 3):
        with pytest.raises(BadOption, match=f"4 players, not {seats}"):
            ShipTable(seats, teams=True)


def test_S22_both_partners_trophies_count_also_of_the_one_who_is_out():
    table = last_of_blue(teams=True)
    table.b.trophies[1] = [*YELLOW_SHIPS]
    table.b.trophies[3] = [RED_TOWER]
    table.take_away(RED_TOWER, *YELLOW_SHIPS)
    table.fight(SHIP, ENEMY, FLAG)
    assert table.asked == []
    assert table.scores == [1, 5, 1, 5]
    assert table.places == [3, 1, 3, 1]
    assert GAME.standings(table.table)[1].parts == {"ships": 3, "towers": 0, "partner": 2}


def test_S22_ties_are_broken_per_team():
    table = ShipTable(teams=True)
    table.b.trophies[:] = [[ENEMY], [RED_TOWER], [GREEN_SHIPS[0]], []]
    assert table.scores == [2, 2, 2, 2]
    assert table.places == [3, 1, 3, 1]
    table.b.trophies[:] = [[ENEMY], [SHIP], [], []]
    assert table.places == [1, 1, 1, 1]


def test_S22_the_chest_counts_for_the_team():
    table = ShipTable(teams=True, scenario="treasure_island")
    table.b.chest = SHIP
    assert table.scores == [3, 0, 3, 0]


# S23


def test_S23_a_piece_knocked_over_is_damaged_and_lies_where_it_fell():
    table = ShipTable(advanced=True)
    poses = {ENEMY: Pose(0.3, 0.4, 0.5, lying=True), BLUE_TOWER: Pose(-0.4, 0.4, 0.1, lying=True)}
    events = table.shoot(RED_TOWER, outcome([ENEMY, BLUE_TOWER], poses), KNOTS[1])
    assert told(events, Damaged) == [Damaged(ENEMY, 0.3, 0.4, 0.5), Damaged(BLUE_TOWER, -0.4, 0.4, 0.1)]
    assert told(events, TrophyTaken, Missed) == []
    assert table.b.damaged(ENEMY)
    assert table.b.damaged(BLUE_TOWER)
    assert (table.at(ENEMY), table.at(BLUE_TOWER)) == ((30, 40), (-40, 40))
    assert table.scores == [0, 0, 0, 0]


def test_S12_advanced_ones_own_piece_is_damaged_too():
    table = ShipTable(advanced=True)
    events = table.shoot(RED_TOWER, outcome([SECOND], {SECOND: Pose(-0.4, -0.4, 0.0, lying=True)}), KNOTS[1])
    assert told(events, Damaged) == [Damaged(SECOND, -0.4, -0.4, 0.0)]
    assert told(events, Missed) == [Missed(seat=0)]


# S24


def test_S24_damaged_pieces_do_not_sail_attack_or_shoot():
    table = side_by_side(advanced=True)
    table.put(SECOND, 50, 0, lying=True)
    table.put(SECOND_ENEMY, 58, 0)
    table.put(RED_TOWER, -50, -50, lying=True)
    assert table.moves == (Fight(SHIP, ENEMY),)
    assert rules.gun_refusal(table.b, SECOND).rule == "S24"
    assert rules.gun_refusal(table.b, RED_TOWER).rule == "S24"
    assert rules.sailor_refusal(table.b, SECOND).rule == "S16"


def test_S24_with_the_option_damaged_pieces_may_shoot_and_nothing_else():
    table = ShipTable(advanced=True, damaged_shoot=True)
    table.put(SECOND, 50, 0, lying=True)
    table.put(RED_TOWER, -50, -50, lying=True)
    table.put(RED_SHIPS[2], 0, 60, lying=True)
    table.put(SECOND_ENEMY, 0, 68)
    assert table.view.guns == (SHIP, SECOND, RED_TOWER)
    assert rules.gun_refusal(table.b, RED_SHIPS[2]).reason == "gun_in_melee"
    assert table.refusal(table.shot(RED_TOWER)) is None
    events = table.shoot(SECOND, outcome([ENEMY], {ENEMY: Pose(0.7, 0.0, 0.0, lying=True)}), KNOTS[3])
    assert told(events, Damaged) == [Damaged(ENEMY, 0.7, 0.0, 0.0)]
    assert table.refused(table.way(SECOND, (60, 0))) == ("S16", "damaged_sailor")
    table.end_sailing()
    assert table.about == "repair"


def test_S24_whose_whole_fleet_lies_shoots_with_the_option_alone():
    for option in (False, True):
        table = ShipTable(advanced=True, damaged_shoot=option, first=3)
        for piece in table.b.fleet_of(0):
            table.put(piece, *table.at(piece), lying=True)
        table.sailing(seat=3)
        table.play(3, EndSailing(), *(() if option else (KNOTS[1],)))
        assert (table.asked, table.about) == ([0], "shoot" if option else "repair")


def test_S24_S28_a_damaged_pirate_fires_with_the_option_alone():
    for option in (False, True):
        table = ShipTable(scenario="pirate_ship", advanced=True, damaged_shoot=option)
        table.put(fleet.PIRATE, 0, -40, lying=True)
        assert (fleet.PIRATE in table.view.guns) is option


# S25


def test_S25_a_melee_against_a_damaged_piece_is_won_without_a_roll():
    table = side_by_side(advanced=True)
    table.put(ENEMY, 38, 0, lying=True)
    events = table.fight(SHIP, ENEMY)
    assert told(events, Captured, Fought) == [Captured(0, SHIP, ENEMY)]
    assert table.view.trophies[0] == (ENEMY,)


def test_S25_this_holds_for_towers_too():
    table = side_by_side(advanced=True)
    table.put(ENEMY, -30, 40)
    table.put(BLUE_TOWER, 38, 0, lying=True)
    table.fight(SHIP, BLUE_TOWER)
    assert table.scores[0] == 2


def test_S25_a_damaged_piece_locks_an_enemy_beside_it():
    table = ShipTable(advanced=True)
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 38, 0, lying=True)
    assert rules.gun_refusal(table.b, SHIP).reason == "gun_in_melee"
    table.sailing()
    assert table.refused(table.way(SHIP, (30, 8))) == ("S16", "sailor_in_melee")


def test_S25_a_damaged_piece_hit_again_stays_damaged():
    table = ShipTable(advanced=True, miss_ends_turn=True)
    table.put(ENEMY, 30, 40, lying=True)
    table.put(BLUE_TOWER, -50, 50, lying=True)
    poses = {ENEMY: Pose(0.33, 0.4, 0.2, lying=True), BLUE_TOWER: Pose(-0.48, 0.5, 0.0, lying=True)}
    events = table.shoot(RED_TOWER, outcome([], poses, hit=[ENEMY]))
    assert told(events, Missed) == [Missed(seat=0)]
    assert table.b.damaged(ENEMY)
    assert table.at(ENEMY) == (33, 40)
    assert table.at(BLUE_TOWER) == (-50, 50)


def test_S25_a_damaged_piece_pushed_off_the_table_is_not_lost():
    table = ShipTable(advanced=True)
    table.put(ENEMY, 100, 0, lying=True)
    events = table.shoot(RED_TOWER, outcome([ENEMY], {ENEMY: Pose(1.2, 0.0, 0.0, lying=True)}, off=[ENEMY]), KNOTS[1])
    assert told(events, Missed) == [Missed(seat=0)]
    assert table.b.damaged(ENEMY)
    assert abs(table.b.pieces[ENEMY].x) < 1.10


# S26


def damaged_red(**options: object) -> ShipTable:
    """Red's second ship and tower lie; red's turn is at its end."""
    table = ShipTable(advanced=True, **options)
    table.put(SECOND, 30, 30, 45, lying=True)
    table.put(RED_TOWER, -45, -45, lying=True)
    table.sailing()
    table.end_sailing()
    return table


def test_S26_at_the_end_of_the_turn_all_damaged_pieces_may_be_repaired():
    table = damaged_red()
    ask = GAME.asks(table.table)[0]
    assert (ask.about, ask.rule, ask.moves) == ("repair", "S26", (Repair(), LeaveDamaged()))
    events = table.play(0, Repair())
    ship, home = table.b.pieces[SECOND], table.b.home(RED_TOWER)
    assert told(events, Repaired) == [
        Repaired(0, RED_TOWER, -0.6, -0.6, home.yaw),
        Repaired(0, SECOND, 0.3, 0.3, ship.yaw),
    ]
    assert (ship.x, ship.y, ship.lying) == (0.3, 0.3, False)
    assert ship.yaw == pytest.approx(math.radians(45))
    assert not table.b.damaged(RED_TOWER)
    assert table.asked == [1]


def test_S26_or_left_as_they_are():
    table = damaged_red()
    table.play(0, LeaveDamaged())
    assert table.b.damaged(SECOND)
    assert table.b.damaged(RED_TOWER)
    assert table.asked == [1]


def test_S26_only_ones_own_and_only_if_there_are_any():
    table = ShipTable(advanced=True, teams=True)
    table.put(YELLOW_SHIPS[0], 30, 30, lying=True)
    table.sailing()
    table.end_sailing()
    assert (table.asked, table.about) == ([1], "shoot")


def test_S35_a_repaired_tower_keeps_its_place_and_a_ship_there_makes_way():
    table = damaged_red()
    table.put(ENEMY, -60, -60)
    events = table.play(0, Repair())
    assert table.at(RED_TOWER) == (-60, -60)
    assert [event.piece for event in told(events, MadeWay)] == [ENEMY]
    assert not overlaps(table.b.pieces[RED_TOWER], table.b.pieces[ENEMY])


def test_S35_a_ship_repaired_where_there_is_no_room_goes_to_the_nearest_place():
    table = damaged_red()
    table.put(ENEMY, 30, 30)
    table.play(0, Repair())
    assert table.at(ENEMY) == (30, 30)
    assert not overlaps(table.b.pieces[SECOND], table.b.pieces[ENEMY])


# S36


def test_S36_after_thirty_rounds_the_trophies_decide():
    table = ShipTable(3)
    table.b.trophies[1] = [SHIP]
    table.b.turn = 89
    table.sailing(seat=1)
    table.end_sailing()
    assert table.asked == [2]
    table.hold_fire()
    events = table.end_sailing()
    assert told(events, RoundsOver) == [RoundsOver(rounds=30)]
    assert table.b.phase == Phase.OVER
    assert table.places == [2, 1, 2]
    assert table.view.out == ()


def test_S36_the_last_turn_is_shown():
    assert ShipTable(2).view.last_turn == 60
    assert ShipTable(4).view.last_turn == 120
    assert ShipTable(4, rounds=10).view.last_turn == 40
    assert ShipTable(3, rounds=0).view.last_turn is None


@pytest.mark.parametrize("rounds", [10, 60])
def test_S36_after_as_many_rounds_as_the_host_wishes(rounds):
    table = ShipTable(2, rounds=rounds)
    table.b.turn = 2 * rounds - 1
    table.hold_fire()
    assert told(table.end_sailing(), RoundsOver) == []
    table.hold_fire()
    assert told(table.end_sailing(), RoundsOver) == [RoundsOver(rounds=rounds)]
    assert table.asked == []


def test_S36_without_an_end_only_who_is_out_ends_the_game():
    table = ShipTable(2, rounds=0)
    for turn in (59, 60, 119, 120, 10_000):
        table.b.turn = turn
        table.sailing()
        assert told(table.end_sailing(), RoundsOver) == []
        assert (table.asked, table.b.turn) == ([1], turn + 1)
        table.b.active = 0


@pytest.mark.parametrize("rounds", [-1, 1, 9, 61, 10**9])
def test_S36_other_numbers_of_rounds_are_refused(rounds):
    with pytest.raises(BadOption, match=f"10 to 60, or 0 for no end, not {rounds}"):
        ShipTable(rounds=rounds)


def test_S29_S17_monsters_and_mountains_are_in_melee_with_nobody():
    table = ShipTable(scenario="sea_monster")
    table.put(SHIP, 6, 0)
    assert rules.foes(table.b, SHIP) == []
    assert rules.foes(table.b, fleet.MONSTER) == []
