"""Ship Ahoy, S27-S32: the six scenarios, sentence by sentence."""

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
from laguna.core.luck import ScriptedLuck
from laguna.games.ship_ahoy import fleet, rules
from laguna.games.ship_ahoy.events import (
    BarrelDealt,
    BarrelDelivered,
    BarrelLoaded,
    BarrelReturned,
    Captured,
    ChestReturned,
    ChestTaken,
    Damaged,
    KrakenHolds,
    KrakenLetGo,
    Lost,
    MadeWay,
    MonsterHit,
    PlayerOut,
    Pushed,
    StoodUp,
    TrophyTaken,
    WindBlows,
    WindMoved,
)
from laguna.games.ship_ahoy.fleet import GREAT_MOUNTAIN, ISLAND, KRAKEN, MONSTER, PIRATE, WIND
from laguna.games.ship_ahoy.moves import EndSailing, Fight, HoldFire, MoveWind, Repair
from laguna.games.ship_ahoy.physics.board import Kind, beside, distance, overlaps
from laguna.games.ship_ahoy.physics.cannon import Pose
from laguna.games.ship_ahoy.scenarios import SCENARIOS
from laguna.games.ship_ahoy.state import Barrel, Phase

SHIP, SECOND, THIRD = RED_SHIPS
ENEMY, SECOND_ENEMY, THIRD_ENEMY = BLUE_SHIPS


def told(events: list, *kinds: type) -> list:
    return [event for event in events if isinstance(event, kinds)]


def fallen(x: float, y: float) -> Pose:
    return Pose(x / 100, y / 100, 0.0, lying=True)


def test_S27_there_are_six_scenarios_and_at_most_one_is_played():
    assert ShipTable().view.scenario == "none"
    with pytest.raises(BadOption):
        GAME.read_options({"scenario": "mermaids"})


# S27 Treasure Island


def treasure(**options: object) -> ShipTable:
    return ShipTable(scenario="treasure_island", **options)


def test_S27_an_island_with_a_chest_replaces_the_great_mountain():
    table = treasure()
    assert table.at(ISLAND) == (0, 0)
    assert table.b.pieces[ISLAND].kind.solid
    assert GREAT_MOUNTAIN not in table.b.pieces
    assert table.view.chest_on_island


def test_S27_a_ship_whose_move_ends_near_the_island_takes_the_chest():
    table = treasure()
    table.put(SHIP, 30, 0)
    table.sailing()
    assert told(table.sail(SHIP, (18, 0)), ChestTaken) == []
    assert told(table.sail(SHIP, (16, 0)), ChestTaken) == [ChestTaken(piece=SHIP)]
    assert not table.view.chest_on_island
    assert next(one.chest for one in table.view.pieces if one.piece == SHIP)


def test_S27_only_by_its_own_move():
    table = treasure()
    table.shoot(RED_TOWER, outcome([], {ENEMY: Pose(0.14, 0.0, 0.0, lying=False)}, hit=[ENEMY]), KNOTS[1])
    assert beside(table.b.pieces[ENEMY], table.b.pieces[ISLAND])
    assert table.b.chest == ISLAND


def test_S27_only_if_it_is_there():
    table = treasure()
    table.b.chest = ENEMY
    table.put(SHIP, 30, 0)
    table.sailing()
    table.sail(SHIP, (15, 0))
    assert table.b.chest == ENEMY


@pytest.mark.parametrize("winner", [SHIP, RED_TOWER])
def test_S27_a_carrier_that_loses_a_melee_hands_it_to_the_winning_piece(winner):
    table = treasure()
    table.take_away(SECOND, THIRD)
    table.put(SHIP, 30, 0)
    table.b.chest = ENEMY
    table.put(ENEMY, *((36, 0) if winner == SHIP else (-60, -52)))
    table.fighting()
    assert told(table.fight(winner, ENEMY, FLAG, SEED), ChestTaken) == [ChestTaken(piece=winner)]
    assert table.b.chest == winner


def test_S27_swords_leave_it_where_it_is():
    table = treasure()
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 36, 0)
    table.b.chest = ENEMY
    table.fighting()
    table.fight(SHIP, ENEMY, SWORDS)
    assert table.b.chest == ENEMY


@pytest.mark.parametrize("carrier", [ENEMY, BLUE_TOWER])
def test_S27_a_carrier_destroyed_by_a_shot_and_the_chest_returns(carrier):
    table = treasure()
    table.b.chest = carrier
    events = table.shoot(RED_TOWER, outcome([carrier]), KNOTS[1])
    assert told(events, ChestReturned) == [ChestReturned(piece=carrier)]
    assert table.b.chest == ISLAND


@pytest.mark.parametrize("carrier", [ENEMY, SECOND, BLUE_TOWER])
def test_S27_advanced_a_damaged_carrier_loses_it_by_anybodys_shot(carrier):
    table = treasure(advanced=True)
    table.b.chest = carrier
    table.shoot(RED_TOWER, outcome([carrier], {carrier: fallen(30, 30)}), KNOTS[1])
    assert table.b.chest == ISLAND


def test_S27_own_and_allied_shots_take_it_only_in_the_advanced_variant():
    for carrier in (SECOND, YELLOW_SHIPS[0]):
        table = treasure(teams=True)
        table.b.chest = carrier
        table.shoot(RED_TOWER, outcome([carrier], {carrier: fallen(30, 30)}), KNOTS[1])
        assert table.b.chest == carrier


def test_S27_three_points_to_the_holders_player_and_none_on_the_island():
    table = treasure()
    assert table.scores == [0, 0, 0, 0]
    table.b.chest = BLUE_TOWER
    assert table.scores == [0, 3, 0, 0]
    assert GAME.standings(table.table)[1].parts == {"ships": 0, "towers": 0, "chest": 3}


# S28 Pirate Ship


def pirates(**options: object) -> ShipTable:
    return ShipTable(scenario="pirate_ship", **options)


def test_S28_it_starts_on_an_island_beside_the_great_mountain():
    table = pirates()
    pirate, island = table.b.pieces[PIRATE], table.b.pieces[ISLAND]
    assert (pirate.x, pirate.y) == (island.x, island.y)
    assert 0 < distance(island, table.b.pieces[GREAT_MOUNTAIN]) < 0.05


def test_S28_the_island_is_flat_sailed_over_and_shot_over():
    table = pirates()
    assert table.b.pieces[ISLAND].kind == Kind.FLAT_ISLAND
    assert table.b.pieces[ISLAND].kind.flat
    table.put(PIRATE, 60, 0)
    table.put(SHIP, 12, -20)
    table.sailing()
    table.sail(SHIP, (-12, -20))
    assert table.at(SHIP) == (-12, -20)


def test_S28_anybody_may_sail_the_pirate_with_all_points():
    table = pirates()
    table.sailing(3)
    table.sail(PIRATE, (0, -50))
    assert table.at(PIRATE) == (0, -50)


def test_S28_instead_of_ones_own_ships():
    table = pirates()
    table.put(SHIP, 30, 0)
    table.sailing(3)
    table.sail(PIRATE, (0, -30))
    assert table.refused(table.way(SHIP, (40, 0))) == ("S28", "pirate_or_own_ships")
    assert table.refusal(table.way(PIRATE, (0, -40))) is None
    table = pirates()
    table.put(SHIP, 30, 0)
    table.sailing(3)
    table.sail(SHIP, (40, 0))
    assert table.refused(table.way(PIRATE, (0, -30))) == ("S28", "pirate_or_own_ships")


def test_S28_one_may_fire_from_it_as_ones_one_shot():
    table = pirates()
    assert PIRATE in table.view.guns
    table.shoot(PIRATE, outcome(), KNOTS[1])
    assert table.about == "sail"


def test_S28_what_its_gun_fells_is_nobodys_trophy_and_no_miss():
    table = pirates(miss_ends_turn=True)
    events = table.shoot(PIRATE, outcome([ENEMY]), KNOTS[1])
    assert told(events, Lost, TrophyTaken) == [Lost(piece=ENEMY)]
    assert table.scores == [0, 0, 0, 0]
    assert table.about == "sail"


def test_S28_own_and_allied_pieces_that_its_shot_fells_follow_S12():
    table = pirates(teams=True)
    poses = {SECOND: fallen(30, 30), YELLOW_SHIPS[0]: fallen(-30, 30)}
    events = table.shoot(PIRATE, outcome([SECOND, YELLOW_SHIPS[0]], poses), KNOTS[1])
    assert told(events, StoodUp) == [StoodUp(SECOND, 0.3, 0.3, 0.0), StoodUp(YELLOW_SHIPS[0], -0.3, 0.3, 0.0)]


def test_S28_the_pirate_felled_by_its_own_gun_stands_up():
    table = pirates()
    events = table.shoot(PIRATE, outcome([PIRATE], {PIRATE: fallen(0, -40)}), KNOTS[1])
    assert told(events, StoodUp) == [StoodUp(PIRATE, 0.0, -0.4, 0.0)]


def test_S28_it_is_in_melee_with_anybody_near_it():
    table = pirates()
    table.put(PIRATE, 30, 0)
    table.put(SHIP, 36, 0)
    table.put(ENEMY, 24, 0)
    assert rules.foes(table.b, PIRATE) == [SHIP, ENEMY]


def test_S28_whoever_sailed_it_rolls_for_it_and_its_victims_are_nobodys_trophy():
    table = pirates()
    table.put(PIRATE, 30, 0)
    table.put(ENEMY, 46, 0)
    table.sailing(1)
    table.sail(PIRATE, (40, 0))
    assert table.moves == (Fight(PIRATE, ENEMY),)
    events = table.fight(PIRATE, ENEMY, FLAG)
    assert told(events, Lost, TrophyTaken) == [Lost(piece=ENEMY)]


def test_S28_to_turn_the_pirate_on_the_spot_is_to_sail_it():
    table = pirates()
    table.put(PIRATE, 40, 0)
    table.put(ENEMY, 48.7, 0)
    table.sailing(1)
    assert not beside(table.b.pieces[PIRATE], table.b.pieces[ENEMY])
    table.sail(PIRATE, (40, 0), yaw=90)
    assert table.moves == (Fight(PIRATE, ENEMY),)


def test_S28_the_movers_own_and_allied_pieces_are_not_exempt_and_the_pirates_rolls_come_first():
    table = pirates(teams=True)
    table.put(PIRATE, 30, 0)
    table.put(SHIP, 46, 0)
    table.put(YELLOW_SHIPS[0], 40, 10, 90)
    table.sailing(1)
    table.sail(PIRATE, (40, 0))
    assert set(table.moves) == {Fight(PIRATE, SHIP), Fight(PIRATE, YELLOW_SHIPS[0])}
    assert table.refused(Fight(SHIP, PIRATE)) == ("S28", "other_rolls_first")
    table.fight(PIRATE, SHIP, SWORDS)
    table.fight(PIRATE, YELLOW_SHIPS[0], FLAG)
    assert table.moves == (Fight(SHIP, PIRATE),)
    table.fight(SHIP, PIRATE, FLAG)
    assert table.view.trophies[0] == (PIRATE,)


def test_S28_a_pirate_in_melee_neither_sails_nor_fires():
    table = pirates()
    shot = table.shot(PIRATE)
    table.put(ENEMY, *(100 * place for place in (0.06, table.b.pieces[PIRATE].y)))
    assert table.refused(shot) == ("S8", "gun_in_melee")
    table.sailing()
    assert table.refused(table.way(PIRATE, (0, -30))) == ("S16", "sailor_in_melee")


def test_S28_in_later_turns_only_players_beside_it_roll():
    table = pirates()
    table.put(PIRATE, 30, 0)
    table.put(ENEMY, 36, 0)
    table.fighting(seat=2)
    assert rules.fights(table.b) == []
    table.fighting(seat=1)
    assert table.moves == (Fight(ENEMY, PIRATE),)


@pytest.mark.parametrize("how", ["shot", "melee"])
def test_S28_beaten_it_is_a_trophy_worth_one(how):
    table = pirates()
    if how == "shot":
        table.shoot(SHIP, outcome([PIRATE]), KNOTS[1])
    else:
        table.put(PIRATE, 30, 0)
        table.put(SHIP, 36, 0)
        table.fighting()
        table.fight(SHIP, PIRATE, FLAG)
    assert table.scores == [1, 0, 0, 0]
    assert GAME.standings(table.table)[0].parts == {"ships": 0, "towers": 0, "pirate": 1}


def test_S28_the_pirate_may_put_a_player_out():
    table = pirates()
    table.take_away(*BLUE_SHIPS[1:], BLUE_TOWER)
    table.put(PIRATE, 30, 0)
    table.put(ENEMY, 46, 0)
    table.sailing(1)
    table.sail(PIRATE, (40, 0))
    assert told(table.fight(PIRATE, ENEMY, FLAG), PlayerOut) == [PlayerOut(seat=1)]


def test_S28_advanced_its_shot_damages_and_such_pieces_may_be_captured_as_usual():
    table = pirates(advanced=True)
    table.put(SHIP, 45, 0)
    table.shoot(PIRATE, outcome([ENEMY], {ENEMY: fallen(60, 0)}), KNOTS[1])
    assert table.b.damaged(ENEMY)
    table.sail(SHIP, (52, 0))
    events = table.fight(SHIP, ENEMY)
    assert told(events, Captured, TrophyTaken) == [Captured(0, SHIP, ENEMY), TrophyTaken(0, ENEMY)]


def test_S28_advanced_a_damaged_pirate_is_never_repaired_and_the_first_able_piece_takes_it():
    table = pirates(advanced=True)
    events = table.shoot(SHIP, outcome([PIRATE], {PIRATE: fallen(60, 0)}), KNOTS[1])
    assert told(events, Damaged) == [Damaged(PIRATE, 0.6, 0.0, 0.0)]
    table.end_sailing()
    assert (table.asked, table.about) == ([1], "shoot")
    assert PIRATE not in table.view.guns
    table.put(ENEMY, 52, 0)
    table.put(YELLOW_SHIPS[0], 68, 0, lying=True)
    table.fighting(seat=2)
    assert rules.fights(table.b) == []
    table.fighting(seat=1)
    assert told(table.fight(ENEMY, PIRATE, SEED), Captured) == [Captured(1, ENEMY, PIRATE)]
    assert table.scores == [0, 1, 0, 0]


def test_S28_advanced_a_damaged_pirate_does_not_roll():
    table = pirates(advanced=True)
    table.put(PIRATE, 30, 0, lying=True)
    table.put(ENEMY, 38, 0)
    table.b.sailed = [PIRATE]
    table.fighting()
    assert rules.fights(table.b) == []


# S29 Sea Monster


def monster(**options: object) -> ShipTable:
    return ShipTable(scenario="sea_monster", **options)


def test_S29_it_replaces_the_great_mountain_and_has_two_lives():
    table = monster()
    assert table.at(MONSTER) == (0, 0)
    assert GREAT_MOUNTAIN not in table.b.pieces
    assert table.view.monster_lives == 2


def test_S29_points_may_be_spent_to_move_it_as_if_it_were_a_ship():
    table = monster()
    table.put(SHIP, 30, 0)
    table.sailing(3)
    table.sail(MONSTER, (-10, 0))
    table.sail(SHIP, (40, 0))
    assert (table.at(MONSTER), table.b.points) == ((-10, 0), 1)


def test_S29_a_ball_that_hits_it_takes_one_life_though_it_need_not_fall():
    table = monster(miss_ends_turn=True)
    events = table.shoot(SHIP, outcome(hit=[MONSTER]), KNOTS[1])
    assert told(events, MonsterHit) == [MonsterHit(lives=1)]
    assert table.about == "sail"
    assert table.view.monster_lives == 1


def test_S29_one_life_per_shot_at_most():
    table = monster()
    table.shoot(SHIP, outcome(hit=[MONSTER, ENEMY, MONSTER]), KNOTS[1])
    assert table.view.monster_lives == 1


def test_S29_at_none_it_is_gone_and_nobodys_trophy():
    table = monster()
    table.b.lives = 1
    events = table.shoot(SHIP, outcome(hit=[MONSTER]), KNOTS[1])
    assert told(events, MonsterHit, Lost) == [MonsterHit(lives=0), Lost(piece=MONSTER)]
    assert MONSTER not in table.b.pieces
    assert table.scores == [0, 0, 0, 0]


def test_S29_pushed_it_stays_and_knocked_over_it_stands_up():
    table = monster()
    events = table.shoot(SHIP, outcome([], {MONSTER: Pose(0.1, 0.0, 0.3, lying=False)}, hit=[MONSTER]), KNOTS[1])
    assert told(events, Pushed) == [Pushed(MONSTER, 0.1, 0.0, 0.3)]
    table = monster(advanced=True)
    events = table.shoot(SHIP, outcome([MONSTER], {MONSTER: fallen(10, 0)}), KNOTS[1])
    assert told(events, StoodUp, Damaged) == [StoodUp(MONSTER, 0.1, 0.0, 0.0)]
    assert not table.b.damaged(MONSTER)


def test_S29_players_cannot_fight_it_and_it_locks_nobody():
    table = monster()
    table.put(SHIP, 6, 0)
    assert rules.gun_refusal(table.b, SHIP) is None
    table.sailing()
    assert table.refusal(table.way(SHIP, (16, 0))) is None
    table.fighting()
    assert rules.fights(table.b) == []


def test_S29_whoever_moved_it_rolls_once_for_each_ship_beside_it_of_every_side():
    table = monster()
    table.put(SHIP, 17, 0)
    table.put(ENEMY, 12, 8, 90)
    table.put(YELLOW_SHIPS[0], 4, 8, 90)
    table.sailing(1)
    table.sail(MONSTER, (10, 0))
    assert set(table.moves) == {Fight(MONSTER, SHIP), Fight(MONSTER, ENEMY), Fight(MONSTER, YELLOW_SHIPS[0])} | {
        fight for fight in table.moves if fight.piece != MONSTER
    }
    events = table.fight(MONSTER, SHIP, FLAG)
    assert told(events, Lost, TrophyTaken) == [Lost(piece=SHIP)]
    table.fight(MONSTER, ENEMY, SWORDS)
    assert ENEMY in table.b.pieces


def test_S29_nobody_rolls_for_a_monster_that_was_not_moved_this_turn():
    table = monster()
    table.put(SHIP, 6, 0)
    table.put(ENEMY, -6, 0)
    for seat in (0, 1, 2):
        table.fighting(seat)
        assert rules.fights(table.b) == []


def test_S29_to_turn_the_monster_on_the_spot_is_to_move_it():
    table = monster()
    table.put(MONSTER, 40, 0)
    table.put(ENEMY, 46, 0)
    table.sailing(1)
    table.sail(MONSTER, (40, 0), yaw=180)
    assert table.moves == (Fight(MONSTER, ENEMY),)


def test_S29_towers_are_safe():
    table = monster()
    table.put(MONSTER, -60, 42)
    table.take_away(*BLUE_SHIPS)
    table.sailing(1)
    table.sail(MONSTER, (-60, 52))
    assert table.asked == [1]


def test_S29_advanced_a_damaged_ship_goes_without_a_roll():
    table = monster(advanced=True)
    table.put(ENEMY, 20, 0, lying=True)
    table.sailing(1)
    table.sail(MONSTER, (10, 0))
    events = table.fight(MONSTER, ENEMY)
    assert told(events, Captured, Lost) == [Captured(0, MONSTER, ENEMY), Lost(piece=ENEMY)]


# S30 Fair Wind


def windy(knots: int = 1, **options: object) -> ShipTable:
    """Red's first ship is near the wind; red has rolled."""
    table = ShipTable(scenario="fair_wind", **options)
    table.put(SHIP, 30, 0)
    table.play(0, HoldFire(), KNOTS[knots])
    return table


def test_S30_the_token_starts_under_the_great_mountain():
    table = ShipTable(scenario="fair_wind")
    assert table.at(WIND) == table.at(GREAT_MOUNTAIN)
    assert table.b.pieces[WIND].kind.flat


def test_S30_a_ship_near_the_token_has_one_extra_point_for_itself():
    table = windy(1)
    assert told(table.events, WindBlows) == [WindBlows(seat=0, piece=(SHIP,))]
    assert table.b.own_points == {SHIP: 1}
    assert table.refusal(table.way(SHIP, (50, 0))) is None
    assert table.refused(table.way(SECOND, (-50, -30))) == ("S14", "rope_too_short")
    table.sail(SHIP, (40, 0))
    assert (table.b.points, table.b.own_points) == (1, {})


@pytest.mark.parametrize(("x", "felt"), [(33.2, True), (33.4, False)])
def test_S30_within_30_cm_from_the_tokens_edge_to_the_ships_edge(x, felt):
    table = ShipTable(scenario="fair_wind")
    table.put(SHIP, x, 0)
    assert distance(table.b.pieces[SHIP], table.b.pieces[WIND]) == pytest.approx(x / 100 - 0.033)
    table.hold_fire()
    assert (SHIP in table.b.own_points) is felt


def test_S30_exactly_30_cm_is_within_wherever_on_the_table():
    for step in range(200):
        table = ShipTable(scenario="fair_wind")
        wind = table.put(WIND, -60 + 0.53 * step, 30)
        table.put(SHIP, 100 * (wind.x + 0.333), 30)
        SCENARIOS["fair_wind"].sailing_began(table.b, [SHIP])
        assert table.b.own_points == {SHIP: 1}


def test_S30_when_one_starts_sailing():
    table = windy(3)
    table.put(SECOND, 50, 20)
    table.sail(SECOND, (25, 20))
    assert table.b.own_points == {SHIP: 1}


def test_S30_every_ship_of_ones_own_near_it():
    table = ShipTable(scenario="fair_wind")
    table.put(SHIP, 30, 0)
    table.put(SECOND, 30, 10)
    table.put(ENEMY, -30, 10)
    table.hold_fire()
    assert table.b.own_points == {SHIP: 1, SECOND: 1}


def test_S30_ships_that_cannot_sail_get_no_point():
    table = ShipTable(scenario="fair_wind", advanced=True)
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 36, 0)
    table.put(SECOND, -30, 0, lying=True)
    table.hold_fire()
    assert table.b.own_points == {}


def test_S30_once_a_turn_an_extra_point_may_be_given_up_to_move_the_token():
    table = ShipTable(scenario="fair_wind")
    table.put(SHIP, 30, 0)
    table.put(SECOND, 30, 10)
    table.hold_fire(2)
    assert GAME.asks(table.table)[0].free == ("sail", "move_wind")
    events = table.play(0, MoveWind(SHIP, 0.0, 0.1))
    assert events == [WindMoved(0, SHIP, 0.0, 0.1)]
    assert (table.at(WIND), table.b.own_points, table.b.points) == ((0, 10), {SECOND: 1}, 2)
    assert table.refused(MoveWind(SECOND, 0.0, 0.2)) == ("S30", "wind_moved_already")
    assert GAME.asks(table.table)[0].free == ("sail",)
    assert table.view.wind_moved


def test_S30_only_for_an_extra_point_that_is_still_there():
    table = windy(2)
    assert table.refused(MoveWind(SECOND, 0.0, 0.1)) == ("S30", "no_extra_point")
    table.sail(SHIP, (40, 0))
    assert table.refused(MoveWind(SHIP, 0.0, 0.1)) == ("S30", "no_extra_point")


def test_S30_by_one_knot_in_any_direction_anywhere_on_the_table():
    table = windy()
    assert table.refused(MoveWind(SHIP, 0.08, 0.08)) == ("S30", "wind_too_far")
    assert table.refusal(MoveWind(SHIP, 0.07, 0.07)) is None
    assert table.refusal(MoveWind(SHIP, -0.1, 0.0)) is None
    table.put(WIND, 105, 0)
    assert table.refused(MoveWind(SHIP, 1.09, 0.0)) == ("S30", "off_table")
    table.put(WIND, -60, 60)
    assert table.refusal(MoveWind(SHIP, -0.6, 0.55)) is None


def test_S30_without_this_scenario_there_is_no_wind():
    table = ShipTable()
    table.sailing()
    assert table.refused(MoveWind(SHIP, 0.0, 0.1)) == ("S30", "no_wind")


def test_S30_the_step_goes_on_while_extra_points_are_left():
    table = windy(1)
    table.put(SECOND, -50, -30)
    table.sail(SECOND, (-40, -30))
    assert (table.about, table.b.points) == ("sail", 0)
    table.sail(SHIP, (40, 0))
    assert table.asked == [1]


# S31 Merchant

DEALS = 9
RED_BARREL, BLUE_BARREL, YELLOW_BARREL, GREEN_BARREL = range(4)


def merchant(**options: object) -> ShipTable:
    """The blue barrel lies in the red port, the red one in the blue; yellow and green likewise."""
    table = ShipTable(4, (0, SEED), scenario="merchant", **options)
    table.b.barrels = [
        Barrel(RED_BARREL, 1, port=1),
        Barrel(BLUE_BARREL, 0, port=0),
        Barrel(YELLOW_BARREL, 3, port=3),
        Barrel(GREEN_BARREL, 2, port=2),
    ]
    return table


def carry(table: ShipTable, ship: int, barrel: int) -> None:
    old = table.b.barrels[barrel]
    table.b.barrels[barrel] = Barrel(barrel, old.origin, ship=ship)


def load_state(table: ShipTable, barrel: int) -> tuple[int | None, int | None, int | None]:
    found = table.b.barrels[barrel]
    return found.port, found.ship, found.seat


@pytest.mark.parametrize(("players", "deals"), [(2, 4), (3, 2), (4, 9)])
def test_S31_one_barrel_at_random_in_each_port_never_of_its_players_colours(players, deals):
    seen = set()
    for draw in range(deals):
        table, events = GAME.start(
            players, GAME.read_options({"scenario": "merchant", "first": 0}), ScriptedLuck([draw, SEED])
        )
        barrels = table.battle.barrels
        assert [barrel.colour for barrel in barrels] == list(range(3 if players == 3 else 4))
        assert sorted(barrel.port for barrel in barrels) == [barrel.colour for barrel in barrels]
        assert all(barrel.colour % players != barrel.port % players for barrel in barrels)
        assert told(events, BarrelDealt)
        seen.add(tuple(barrel.port for barrel in barrels))
    assert len(seen) == deals
    with pytest.raises(Exception, match="below"):
        GAME.start(players, GAME.read_options({"scenario": "merchant", "first": 0}), ScriptedLuck([deals, SEED]))


def test_S31_a_ship_that_leaves_a_port_may_load_its_barrel():
    table = merchant()
    table.sailing()
    events = table.sail(SECOND, (-45, -45), load=True)
    assert told(events, BarrelLoaded) == [BarrelLoaded(piece=SECOND, barrel=BLUE_BARREL)]
    assert load_state(table, BLUE_BARREL) == (None, SECOND, None)


def test_S31_who_only_turns_on_the_spot_has_not_moved_from_the_port():
    table = merchant()
    table.sailing()
    assert table.refused(table.way(SECOND, table.at(SECOND), load=True)) == ("S31", "nothing_to_load")
    assert table.refusal(table.way(SECOND, table.at(SECOND))) is None


def test_S31_it_need_not():
    table = merchant()
    table.sailing()
    table.sail(SECOND, (-45, -45))
    assert load_state(table, BLUE_BARREL) == (0, None, None)


def test_S31_or_one_that_passes_through_a_port():
    table = merchant()
    table.take_away(*BLUE_SHIPS)
    table.put(SHIP, -48, 50)
    table.sailing()
    table.sail(SHIP, (-53, 58), (-48, 68), load=True)
    assert load_state(table, RED_BARREL) == (None, SHIP, None)


def test_S31_not_one_that_only_ends_in_it():
    table = merchant()
    table.take_away(*BLUE_SHIPS)
    table.put(SHIP, -48, 50)
    table.sailing()
    assert table.refused(table.way(SHIP, (-53, 56), load=True)) == ("S31", "nothing_to_load")


EDGE = 60 - 10 - 3
"""How far a ship that stands upright on the table's y axis is from the middle when it just touches a port, in cm."""


@pytest.mark.parametrize(("gap_mm", "inside"), [(-0.1, True), (0.0, True), (0.1, False)])
def test_S31_a_ship_is_in_a_port_when_its_edge_reaches_into_the_disc(gap_mm, inside):
    table = merchant()
    table.take_away(*BLUE_SHIPS)
    table.put(SHIP, -60, EDGE - gap_mm / 10)
    table.sailing()
    away = table.way(SHIP, (-60, 40), load=True)
    assert (table.refusal(away) is None) is inside
    if inside:
        table.play(0, away)
        assert load_state(table, RED_BARREL) == (None, SHIP, None)
    else:
        assert table.refused(away) == ("S31", "nothing_to_load")


@pytest.mark.parametrize(("gap_mm", "reached"), [(-0.1, True), (0.1, False)])
def test_S31_a_barrel_is_delivered_when_the_ships_edge_reaches_the_port(gap_mm, reached):
    table = merchant()
    table.take_away(*YELLOW_SHIPS)
    carry(table, SHIP, YELLOW_BARREL)
    table.put(SHIP, 60, 40)
    table.sailing()
    events = table.sail(SHIP, (60, EDGE - gap_mm / 10))
    assert bool(told(events, BarrelDelivered)) is reached


@pytest.mark.parametrize(("gap_mm", "passed"), [(-0.1, True), (0.1, False)])
def test_S31_under_way_a_ship_takes_its_narrow_side_to_the_left_and_right_of_the_rope(gap_mm, passed):
    table = merchant()
    table.take_away(*BLUE_SHIPS)
    x = -60 + 10 + 0.8 + gap_mm / 10
    table.put(SHIP, x, 48)
    table.sailing()
    assert (table.refusal(table.way(SHIP, (x, 72), load=True)) is None) is passed


def test_S31_how_the_ship_faces_in_the_end_decides_whether_it_is_still_in_the_port():
    table = merchant()
    table.take_away(*BLUE_SHIPS, BLUE_TOWER)
    table.put(SHIP, -48.5, 60)
    table.sailing()
    assert table.refused(table.way(SHIP, (-48.5, 62), yaw=0, load=True)) == ("S31", "nothing_to_load")
    assert table.refusal(table.way(SHIP, (-48.5, 62), yaw=90)) is None
    table.put(SHIP, -48.5, 60, 90)
    assert table.refusal(table.way(SHIP, (-48.5, 62), yaw=0, load=True)) is None


def test_S31_nor_far_from_any_port_nor_where_there_is_no_barrel():
    table = merchant()
    table.put(SHIP, 30, 0)
    table.sailing()
    assert table.refused(table.way(SHIP, (40, 0), load=True)) == ("S31", "nothing_to_load")
    table.b.barrels[BLUE_BARREL] = Barrel(BLUE_BARREL, 0, seat=2)
    assert table.refused(table.way(SECOND, (-45, -45), load=True)) == ("S31", "nothing_to_load")


def test_S31_in_other_scenarios_there_is_nothing_to_load():
    table = ShipTable()
    table.sailing()
    assert table.refused(table.way(SECOND, (-45, -45), load=True)) == ("S31", "nothing_to_load")


def test_S31_one_barrel_at_a_time():
    table = merchant()
    carry(table, SECOND, YELLOW_BARREL)
    table.sailing()
    assert table.refused(table.way(SECOND, (-45, -45), load=True)) == ("S31", "one_barrel_at_a_time")


def test_S31_unloading_happens_by_itself_on_reaching_the_port_for_two_points():
    table = merchant()
    carry(table, SHIP, YELLOW_BARREL)
    table.take_away(*YELLOW_SHIPS[1:], YELLOW_TOWER)
    table.put(YELLOW_SHIPS[0], 0, 60)
    table.put(SHIP, 45, 45)
    table.sailing()
    events = table.sail(SHIP, (55, 55))
    assert told(events, BarrelDelivered) == [BarrelDelivered(seat=0, piece=SHIP, barrel=YELLOW_BARREL)]
    assert table.scores == [2, 0, 0, 0]
    assert GAME.standings(table.table)[0].parts == {"ships": 0, "towers": 0, "barrels": 2}


def test_S31_a_port_still_accepts_barrels_after_its_tower_is_gone():
    table = merchant()
    table.take_away(YELLOW_TOWER, YELLOW_SHIPS[0], YELLOW_SHIPS[2])
    carry(table, SHIP, YELLOW_BARREL)
    table.put(SHIP, 60, 45)
    table.put(YELLOW_SHIPS[1], 0, 60)
    table.sailing()
    assert told(table.sail(SHIP, (60, 51)), BarrelDelivered) != []


def test_S31_delivered_barrels_leave_play():
    table = merchant()
    table.b.barrels[BLUE_BARREL] = Barrel(BLUE_BARREL, 0, seat=1)
    assert [port.barrel for port in table.view.ports] == [None, RED_BARREL, GREEN_BARREL, YELLOW_BARREL]
    assert table.scores == [0, 2, 0, 0]


def test_S31_in_ones_own_port_a_barrel_of_ones_own_colour_is_delivered_too():
    table = merchant()
    carry(table, SHIP, RED_BARREL)
    table.put(SHIP, -45, -40)
    table.put(SECOND, 30, 30)
    table.sailing()
    table.sail(SHIP, (-53, -54))
    assert table.scores == [2, 0, 0, 0]


def test_S31_unloading_comes_first_so_the_ship_may_fight_and_even_load_again():
    table = merchant()
    carry(table, SHIP, YELLOW_BARREL)
    table.take_away(*YELLOW_SHIPS)
    table.put(SHIP, 60, 43)
    table.sailing(1)
    table.sail(SHIP, (60, 52))
    assert table.moves == (Fight(SHIP, YELLOW_TOWER),)
    table = merchant()
    carry(table, SHIP, YELLOW_BARREL)
    table.take_away(*YELLOW_SHIPS)
    table.put(SHIP, 48, 50)
    table.sailing()
    table.sail(SHIP, (53, 58), (48, 68), load=True)
    assert load_state(table, YELLOW_BARREL) == (None, None, 0)
    assert load_state(table, GREEN_BARREL) == (None, SHIP, None)


def test_S31_a_carrier_can_neither_shoot_nor_attack_but_can_be_attacked():
    table = merchant()
    table.put(SHIP, 30, 0)
    carry(table, SHIP, YELLOW_BARREL)
    assert table.refused(table.shot(SHIP)) == ("S31", "carrier_cannot_shoot")
    table.put(ENEMY, 36, 0)
    table.fighting()
    assert rules.fights(table.b) == []
    table.fighting(seat=1)
    assert table.moves == (Fight(ENEMY, SHIP),)


def test_S31_a_carrier_in_melee_is_locked():
    table = merchant()
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 36, 0)
    carry(table, SHIP, YELLOW_BARREL)
    table.sailing()
    assert table.refused(table.way(SHIP, (30, 8))) == ("S16", "sailor_in_melee")


def test_S31_two_carriers_are_not_in_melee_with_each_other():
    table = merchant()
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 36, 0)
    carry(table, SHIP, YELLOW_BARREL)
    carry(table, ENEMY, GREEN_BARREL)
    assert rules.foes(table.b, SHIP) == []
    table.sailing()
    assert table.refusal(table.way(SHIP, (30, 8))) is None


def test_S31_a_carrier_beaten_in_melee_hands_the_barrel_to_the_winners_ship():
    table = merchant()
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 36, 0)
    carry(table, ENEMY, YELLOW_BARREL)
    table.fighting()
    events = table.fight(SHIP, ENEMY, FLAG)
    assert told(events, BarrelLoaded) == [BarrelLoaded(piece=SHIP, barrel=YELLOW_BARREL)]
    assert load_state(table, YELLOW_BARREL) == (None, SHIP, None)


def test_S31_who_wins_a_barrel_is_a_carrier_at_once_and_rolls_no_more_this_turn():
    table = merchant()
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 36, 0)
    table.put(SECOND_ENEMY, 24, 0)
    carry(table, ENEMY, YELLOW_BARREL)
    table.fighting()
    assert set(table.moves) == {Fight(SHIP, ENEMY), Fight(SHIP, SECOND_ENEMY)}
    table.fight(SHIP, ENEMY, FLAG)
    assert table.asked == [1]


def test_S31_beaten_by_a_tower_the_barrel_returns_to_its_origin_port():
    table = merchant()
    table.take_away(*RED_SHIPS[1:])
    table.put(SHIP, 30, 0)
    table.put(ENEMY, -60, -52)
    carry(table, ENEMY, YELLOW_BARREL)
    table.fighting()
    events = table.fight(RED_TOWER, ENEMY, FLAG)
    assert told(events, BarrelReturned) == [BarrelReturned(barrel=YELLOW_BARREL, port=3)]
    assert load_state(table, YELLOW_BARREL) == (3, None, None)


def test_S31_one_lost_otherwise_and_the_barrel_returns_to_the_port_it_came_from():
    table = merchant()
    carry(table, ENEMY, BLUE_BARREL)
    events = table.shoot(RED_TOWER, outcome([ENEMY]), KNOTS[1])
    assert told(events, BarrelReturned) == [BarrelReturned(barrel=BLUE_BARREL, port=0)]


def test_S31_a_damaged_carrier_keeps_its_barrel_until_it_is_captured():
    table = merchant(advanced=True)
    carry(table, ENEMY, YELLOW_BARREL)
    table.put(SHIP, 50, 0)
    table.shoot(RED_TOWER, outcome([ENEMY], {ENEMY: fallen(35, 0)}), KNOTS[1])
    assert load_state(table, YELLOW_BARREL) == (None, ENEMY, None)
    table.sail(SHIP, (44, 0))
    table.fight(SHIP, ENEMY)
    assert load_state(table, YELLOW_BARREL) == (None, SHIP, None)


def test_S31_being_pushed_neither_loads_nor_unloads():
    table = merchant()
    carry(table, ENEMY, YELLOW_BARREL)
    poses = {ENEMY: Pose(0.6, 0.51, 0.0, lying=False), SECOND: Pose(-0.4, -0.4, 0.0, lying=False)}
    table.shoot(RED_TOWER, outcome([], poses, hit=[ENEMY]), KNOTS[1])
    assert load_state(table, YELLOW_BARREL) == (None, ENEMY, None)
    assert load_state(table, BLUE_BARREL) == (0, None, None)


def test_S31_who_is_in_the_barrels_port_already_unloads_with_the_next_way():
    table = merchant()
    carry(table, SHIP, YELLOW_BARREL)
    table.take_away(*YELLOW_SHIPS, YELLOW_TOWER)
    table.put(SHIP, 60, 52)
    table.sailing(1)
    assert told(table.sail(SHIP, (60, 52), yaw=90), BarrelDelivered) != []


def test_S31_no_dropping_a_barrel():
    table = merchant()
    carry(table, SECOND, YELLOW_BARREL)
    table.sailing()
    table.sail(SECOND, (-45, -45))
    table.end_sailing()
    assert load_state(table, YELLOW_BARREL) == (None, SECOND, None)


# S32 Kraken


def kraken(**options: object) -> ShipTable:
    return ShipTable(scenario="kraken", **options)


def held(**options: object) -> ShipTable:
    """The Kraken holds a red ship in open water; red is in the melee step."""
    table = kraken(**options)
    table.put(SHIP, 40, 0)
    table.put(KRAKEN, 40, 0)
    table.b.held = [SHIP]
    table.fighting()
    return table


def test_S32_a_flat_token_under_the_great_mountain():
    table = kraken()
    assert table.at(KRAKEN) == (0, 0)
    assert table.b.pieces[KRAKEN].kind.flat


def test_S32_points_may_be_spent_to_move_it_anywhere_also_under_things():
    table = kraken()
    table.put(SHIP, 30, 0)
    table.sailing(3)
    table.sail(KRAKEN, (0, -20))
    table.sail(SHIP, (40, 0))
    assert (table.at(KRAKEN), table.at(SHIP)) == ((0, -20), (40, 0))
    table.sailing(1)
    assert table.refused(table.way(KRAKEN, (0, -31))) == ("S14", "rope_too_short")


def test_S32_under_a_ship_it_holds_it():
    table = kraken()
    table.put(ENEMY, 20, 0)
    table.sailing(3)
    events = table.sail(KRAKEN, (20, 0))
    assert told(events, KrakenHolds) == [KrakenHolds(piece=ENEMY)]
    assert next(one.held for one in table.view.pieces if one.piece == ENEMY)


def test_S32_the_ship_cannot_sail_but_may_shoot():
    table = held()
    assert rules.gun_refusal(table.b, SHIP) is None
    table.sailing()
    assert table.refused(table.way(SHIP, (50, 0))) == ("S32", "held_by_kraken")


def test_S32_it_holds_every_ship_it_overlaps_at_the_end_of_its_move_and_none_that_it_passes():
    table = kraken()
    table.put(SECOND_ENEMY, 10, 15)
    table.put(ENEMY, 20, 0)
    table.put(YELLOW_SHIPS[0], 22.5, 0)
    table.put(KRAKEN, 10, 20)
    table.sailing(3)
    table.sail(KRAKEN, (10, 10), (20, 0))
    assert table.b.held == [ENEMY, YELLOW_SHIPS[0]]


def test_S32_or_at_the_end_of_the_ships_move():
    table = kraken()
    table.put(KRAKEN, 40, 0)
    table.put(SHIP, 40, 25)
    table.put(SECOND, 60, 0)
    table.sailing(3)
    table.sail(SECOND, (45, 10), (50, 0))
    assert table.b.held == []
    table.sailing(3)
    table.sail(SHIP, (40, 4))
    assert table.b.held == [SHIP]


def test_S32_a_ship_that_passes_over_it_is_not_held():
    table = kraken()
    table.put(KRAKEN, 40, 0)
    table.put(SHIP, 40, 15)
    table.sailing(3)
    table.sail(SHIP, (40, -15))
    assert table.b.held == []


def test_S32_the_held_ships_player_may_not_move_it_but_anybody_else_may_which_frees_the_ship():
    table = held()
    table.sailing(3)
    assert table.refused(table.way(KRAKEN, (50, 0))) == ("S32", "kraken_holds_you")
    table.sailing(3, seat=1)
    events = table.sail(KRAKEN, (55, 0))
    assert told(events, KrakenLetGo) == [KrakenLetGo(piece=SHIP)]
    assert table.b.held == []


def test_S32_a_ship_that_is_still_under_it_after_its_move_stays_held():
    table = held()
    table.sailing(3, seat=1)
    events = table.sail(KRAKEN, (42, 0))
    assert told(events, KrakenLetGo, KrakenHolds) == []
    assert table.b.held == [SHIP]


def test_S32_shots_pass_over_it():
    table = kraken()
    table.put(KRAKEN, 50, 0)
    table.put(SHIP, 30, 0)
    table.put(ENEMY, 70, 0)
    assert table.b.pieces[KRAKEN].kind.flat
    table.shoot(SHIP, outcome([ENEMY]), KNOTS[1])
    assert table.at(KRAKEN) == (50, 0)


def test_S32_on_their_turn_the_ships_player_rolls_against_it_flag_and_it_is_free():
    table = held()
    assert table.moves == (Fight(SHIP, KRAKEN),)
    events = table.fight(SHIP, KRAKEN, FLAG)
    assert told(events, KrakenLetGo) == [KrakenLetGo(piece=SHIP)]
    assert (table.about, table.b.freed, table.b.points) == ("sail_freed", SHIP, 3)
    assert KRAKEN in table.b.pieces
    assert table.scores == [0, 0, 0, 0]


def test_S32_swords_and_it_stays_held():
    table = held()
    table.fight(SHIP, KRAKEN, SWORDS)
    assert table.b.held == [SHIP]
    assert table.asked == [1]


def test_S32_the_freed_ship_may_at_once_sail_three_knots_in_steps_and_nobody_else_may():
    table = held()
    table.put(SECOND, -30, 0)
    table.fight(SHIP, KRAKEN, FLAG)
    assert table.refused(table.way(SECOND, (-40, 0))) == ("S14", "no_points_left")
    assert table.refused(table.way(KRAKEN, (50, 0))) == ("S14", "no_points_left")
    table.sail(SHIP, (50, 0))
    table.sail(SHIP, (70, 0))
    assert table.at(SHIP) == (70, 0)
    assert table.asked == [1]


def test_S32_the_three_knots_are_the_points_that_everybody_sees():
    table = held()
    assert table.view.points == 0
    table.fight(SHIP, KRAKEN, FLAG)
    ship = next(piece for piece in table.view.pieces if piece.piece == SHIP)
    assert (table.view.points, table.view.sailors, ship.own_points) == (3, (SHIP,), 0)
    table.sail(SHIP, (50, 0))
    assert (table.view.points, table.view.sailors) == (2, (SHIP,))
    table.end_sailing()
    assert (table.view.points, table.b.freed) == (0, None)


def test_S32_the_three_knots_follow_S15():
    table = held()
    table.fight(SHIP, KRAKEN, FLAG)
    assert table.refused(table.way(SHIP, (71, 0))) == ("S14", "rope_too_short")
    assert table.refused(table.way(SHIP, (40, 0), (11, 0))) == ("S15", "way_blocked")


def test_S32_and_S16_not_if_in_melee_with_an_enemy():
    table = held()
    table.put(ENEMY, 46, 0)
    table.fight(SHIP, KRAKEN, FLAG)
    assert (table.about, table.b.freed, table.b.points) == ("fight", None, 0)
    assert table.moves == (Fight(SHIP, ENEMY),)


def test_S32_a_melee_reached_that_way_is_rolled_this_turn():
    table = held()
    table.put(ENEMY, 66, 0)
    table.fight(SHIP, KRAKEN, FLAG)
    table.sail(SHIP, (60, 0))
    assert table.moves == (Fight(SHIP, ENEMY),)


def test_S32_a_freed_ship_that_stays_is_not_held_again_until_the_kraken_next_moves():
    table = held()
    table.fight(SHIP, KRAKEN, FLAG)
    table.play(0, EndSailing())
    assert table.b.held == []
    table.sailing(3)
    assert table.refusal(table.way(SHIP, (50, 0))) is None
    table.sailing(3, seat=1)
    table.sail(KRAKEN, (41, 0))
    assert table.b.held == [SHIP]


def test_S32_kraken_rolls_come_first_and_a_held_ship_fights_other_melees():
    table = held()
    table.put(ENEMY, 46, 0)
    assert table.moves == (Fight(SHIP, KRAKEN),)
    assert table.refused(Fight(SHIP, ENEMY)) == ("S32", "other_rolls_first")
    table.fight(SHIP, KRAKEN, SWORDS)
    assert table.moves == (Fight(SHIP, ENEMY),)
    assert table.refused(Fight(SHIP, KRAKEN)) == ("S18", "rolled_already")


def test_S32_a_damaged_held_ship_does_not_roll():
    table = held(advanced=True)
    table.put(SHIP, 40, 0, lying=True)
    assert rules.fights(table.b) == []


def test_S32_a_ship_that_is_gone_is_no_longer_held():
    table = held()
    table.b.phase, table.b.active = Phase.SHOOT, 1
    table.shoot(BLUE_TOWER, outcome([SHIP]), KNOTS[1])
    assert table.b.held == []


def test_S32_a_held_ship_that_a_shot_pushes_off_it_is_free():
    table = held()
    table.b.phase, table.b.active = Phase.SHOOT, 1
    events = table.shoot(BLUE_TOWER, outcome([], {SHIP: Pose(0.5, 0.0, 0.0, lying=False)}, hit=[SHIP]), KNOTS[1])
    assert told(events, KrakenLetGo) == [KrakenLetGo(piece=SHIP)]
    assert table.b.held == []


def test_S32_pushed_onto_it_a_ship_is_not_held():
    table = kraken()
    table.put(KRAKEN, 40, 0)
    table.shoot(RED_TOWER, outcome([], {ENEMY: Pose(0.4, 0.0, 0.0, lying=False)}, hit=[ENEMY]), KNOTS[1])
    assert table.b.held == []


def test_S26_S32_a_repaired_ship_that_the_kraken_is_still_under_stays_held():
    table = held(advanced=True)
    table.put(SHIP, 40, 0, lying=True)
    rules.go_on_fighting(table.b, ScriptedLuck([]))
    table.play(0, Repair())
    assert table.b.held == [SHIP]
    assert math.dist(table.at(SHIP), (40, 0)) == 0


def test_S26_S32_a_ship_that_stands_up_beside_the_kraken_is_free():
    table = held(advanced=True)
    table.put(SHIP, 40, 0, lying=True)
    table.put(KRAKEN, 46, 0)
    assert overlaps(table.b.pieces[KRAKEN], table.b.pieces[SHIP])
    rules.go_on_fighting(table.b, ScriptedLuck([]))
    events = table.play(0, Repair())
    assert told(events, KrakenLetGo) == [KrakenLetGo(piece=SHIP)]
    assert table.b.held == []


def test_S32_S35_a_held_ship_that_makes_way_for_a_repaired_tower_is_free():
    table = held(advanced=True)
    x, y = table.at(RED_TOWER)
    table.put(RED_TOWER, 0, 50, lying=True)
    table.put(SHIP, x, y, 90)
    table.put(KRAKEN, x, y - 4)
    assert overlaps(table.b.pieces[KRAKEN], table.b.pieces[SHIP])
    rules.end_turn(table.b, ScriptedLuck([]))
    events = table.play(0, Repair())
    assert [event.piece for event in told(events, MadeWay)] == [SHIP]
    assert (SHIP in table.b.held) == overlaps(table.b.pieces[KRAKEN], table.b.pieces[SHIP])
    assert told(events, KrakenLetGo) == [KrakenLetGo(piece=SHIP)]


def test_S27_S32_what_a_scenario_adds_is_worth_nothing_without_it():
    table = ShipTable()
    assert GAME.standings(table.table)[0].parts == {"ships": 0, "towers": 0}
    assert (table.view.chest_on_island, table.view.monster_lives, table.view.barrels) == (False, 0, ())
    assert GREEN_TOWER in table.b.pieces
    assert set(GREEN_SHIPS) <= table.b.pieces.keys()
    assert fleet.PIRATE not in table.b.pieces
