"""Advice for Ship Ahoy: the numbers are right, the reasons fit, and the move is not given away."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from games.ship_ahoy.table import BLUE, BLUE_SHIPS, BLUE_TOWER, RED, RED_SHIPS, ShipTable, straight
from laguna.bots.levels import adviser_of
from laguna.core.advice import Advice, ChanceToWin, percent
from laguna.core.bot import Budget, Considered, Thought
from laguna.core.game import Move
from laguna.core.luck import SeededLuck
from laguna.core.words import LANGUAGES, Voice, words_of
from laguna.games.ship_ahoy.advice import (
    AimsAt,
    BehindCover,
    BestShot,
    Captures,
    ChanceToHit,
    DeliversBarrel,
    HarderToBoard,
    HitsMonster,
    KrakenHolds,
    LetsGo,
    LoadsBarrel,
    LookAtDamaged,
    LookAtGoal,
    LookAtKnots,
    LookAtMelees,
    LookForLine,
    LookForTarget,
    LookWhoMayBoard,
    MayBeBoarded,
    MayFallToo,
    MeleeOdds,
    NearerToGoal,
    NoBetterPlace,
    NobodysTrophy,
    NothingToHit,
    RiskForOwn,
    RollsBack,
    SailsAgain,
    Sayings,
    Shelter,
    StandsAgain,
    TakesChest,
    TrophyCounts,
    WindFor,
    advise,
)
from laguna.games.ship_ahoy.captain.gunner import Gunner
from laguna.games.ship_ahoy.captain.prospects import Prospects
from laguna.games.ship_ahoy.captain.skill import SKILLS
from laguna.games.ship_ahoy.fleet import GREAT_MOUNTAIN, KRAKEN, MONSTER, PIRATE, WIND
from laguna.games.ship_ahoy.game import ShipAhoyGame
from laguna.games.ship_ahoy.moves import EndSailing, Fight, HoldFire, MoveWind, Repair, Shoot
from laguna.games.ship_ahoy.physics.board import outline
from laguna.games.ship_ahoy.scenarios import SCENARIOS
from laguna.games.ship_ahoy.state import Barrel, Phase

SHIP, OTHER, _ = RED_SHIPS
ENEMY, SECOND, _ = BLUE_SHIPS
QUICK = ShipAhoyGame(straight)
WORKED_OUT = Budget(iterations=0)
SHAKY = (300, 300)


def duel(seats: int = 2, **options: object) -> ShipTable:
    """A red ship before a blue one, broadside on, and nothing between; another of each and two towers far away."""
    table = ShipTable(seats, **options)
    table.take_away(2, 5, *range(6, 12), 14, 15)
    table.put(SHIP, -30, 40)
    table.put(ENEMY, 20, 40)
    table.put(OTHER, -80, -80)
    table.put(SECOND, 80, -80)
    table.put(BLUE_TOWER, 80, -60)
    return table


def advice(table: ShipTable, *moves: Move) -> Advice:
    """What is told about the first of these moves; the chance to win is 62.5 percent."""
    seats = table.b.players
    considered = [Considered(move, 1 / len(moves), (0.625,) * seats, (1.0,) * seats) for move in moves]
    told = advise(table.table, table.b.active, Thought(tuple(considered), 0, 0.1))
    assert told.reasons[-1] == ChanceToWin(62)
    return told


def odds(table: ShipTable, shot: Shoot) -> dict[int, float]:
    return Gunner(table.b, SKILLS["strong"], Prospects(table.b)).judged(shot, WORKED_OUT).odds


# Shots


def test_a_shot_is_told_with_its_target_its_distance_and_the_gunners_odds():
    table = duel()
    shot = table.shot(SHIP, 0)
    told = advice(table, shot)
    cm = round(100 * outline(table.b.pieces[ENEMY]).to_point(shot.x, shot.y))
    assert told.nudge == LookForTarget(ENEMY, cm)
    assert told.reasons[:2] == (ChanceToHit(ENEMY, cm, percent(odds(table, shot)[ENEMY])), TrophyCounts(1))
    assert told.reasons[0].percent > 80


def test_a_tower_counts_two_points():
    table = duel()
    table.put(ENEMY, 80, -40)
    table.put(BLUE_TOWER, 20, 40)
    assert advice(table, table.shot(SHIP, 0, pull=0.9)).reasons[1] == TrophyCounts(2)


def test_a_nearer_enemy_behind_cover_is_told():
    table = duel()
    table.put(OTHER, 0, -40)
    table.put(SECOND, 0, -10)
    table.put(GREAT_MOUNTAIN, 0, -25)
    told = advice(table, table.shot(SHIP, 0))
    assert told.reasons[1] == BehindCover(SECOND, GREAT_MOUNTAIN)
    assert isinstance(told.nudge, LookForTarget)
    assert told.nudge.piece == ENEMY, "the same target as the reasons and the move"


def test_an_enemy_beside_the_line_may_fall_too():
    table = duel(steady_hand=SHAKY)
    table.put(SECOND, 15, 45.5)
    shot = table.shot(SHIP, 2)
    first, second = advice(table, shot).reasons[:2]
    assert isinstance(first, ChanceToHit)
    assert first.piece == ENEMY
    assert second == MayFallToo(SECOND, percent(odds(table, shot)[SECOND]))


def test_in_the_advanced_variant_ones_own_risk_speaks_for_holding_fire_alone():
    table = duel(advanced=True, steady_hand=SHAKY)
    table.put(OTHER, 15, 45.5)
    shot = table.shot(SHIP, 2)
    risk = RiskForOwn(OTHER, percent(odds(table, shot)[OTHER]))
    assert risk not in advice(table, shot).reasons
    assert risk in advice(table, HoldFire(), shot).reasons


def test_the_monster_is_told_with_its_lives():
    table = duel(scenario="sea_monster")
    table.put(ENEMY, 80, 40)
    table.put(MONSTER, 10, 40)
    told = advice(table, table.shot(SHIP, 0))
    assert isinstance(told.reasons[0], HitsMonster)
    assert told.reasons[0].lives == 2


def test_from_the_pirate_a_trophy_is_nobodys():
    table = duel(scenario="pirate_ship")
    table.put(SHIP, -30, 80)
    table.put(PIRATE, -30, 40)
    told = advice(table, table.shot(PIRATE, 0))
    assert told.reasons[1] == NobodysTrophy()


def test_to_hold_fire_is_explained_by_the_best_shot_or_by_none():
    table = duel()
    shot = table.shot(SHIP, 0)
    chance = percent(odds(table, shot)[ENEMY])
    assert advice(table, HoldFire(), shot).reasons[0] == BestShot(ENEMY, chance)
    assert advice(table, HoldFire()).reasons[0] == NothingToHit()


def test_where_everybody_lies_there_is_no_line():
    table = ShipTable(2)
    for piece in (*BLUE_SHIPS, BLUE_TOWER, *range(9, 12), 15):
        table.put(piece, *table.at(piece), lying=True)
    assert advice(table, HoldFire()).nudge == LookForLine()


# Ways


def test_a_boarding_is_told_with_the_flags_on_the_die():
    table = duel()
    table.put(ENEMY, -15, 40)
    table.sailing(1)
    way = table.way(SHIP, (-21, 40))
    assert advice(table, way).reasons[0] == MeleeOdds(ENEMY, 50)
    table.put(ENEMY, -15, 40, lying=True)
    assert advice(table, way).reasons[0] == Captures(ENEMY)


def test_who_may_get_beside_is_told_by_the_knots_die():
    table = duel()
    table.put(ENEMY, -30, 68)
    table.sailing(1)
    away = table.way(SHIP, (-30, 30))
    assert advice(table, away).nudge == LookWhoMayBoard(ENEMY, SHIP)
    assert any(isinstance(each, HarderToBoard) for each in advice(table, away).reasons)
    table.put(ENEMY, 80, 40)
    assert advice(table, away).nudge == LookAtKnots(1)


def test_a_shelter_is_told_before_and_after():
    table = duel()
    table.put(GREAT_MOUNTAIN, -10, 25)
    table.sailing(2)
    told = advice(table, table.way(SHIP, (-30, 16)))
    shelter = next(each for each in told.reasons if isinstance(each, Shelter))
    assert shelter.seat == BLUE
    assert shelter.before - shelter.percent >= 10


def test_to_stay_is_explained_by_there_being_nothing_better():
    table = duel()
    table.sailing(1)
    told = advice(table, EndSailing())
    assert told.reasons[0] == NoBetterPlace()


def test_a_place_in_the_open_is_told_by_its_target():
    table = duel()
    table.put(SHIP, -30, 70)
    table.sailing(2)
    told = advice(table, table.way(SHIP, (-30, 55)))
    assert isinstance(told.reasons[0], AimsAt)
    assert told.reasons[0].enemy == ENEMY


def test_the_chest_is_told_with_its_points():
    table = ShipTable(scenario="treasure_island")
    table.put(SHIP, -25, 0)
    table.sailing(2)
    told = advice(table, table.way(SHIP, (-13, 0)))
    assert told.nudge == LookAtGoal("treasure_island", 2)
    assert told.reasons[0] == TakesChest(3)
    assert advice(table, table.way(SHIP, (-22, 0))).reasons[0] == NearerToGoal("treasure_island")


def test_barrels_are_told_on_the_way_and_in_port():
    table = ShipTable(4, (0, 7), scenario="merchant")
    barrel = table.b.barrels[1]
    assert barrel.port is not None
    table.sailing(3)
    start = table.at(SHIP)
    loading = table.way(SHIP, (start[0] + 10, start[1] + 10), load=True)
    assert LoadsBarrel(2) in advice(table, loading).reasons
    table.b.barrels[1] = Barrel(colour=1, origin=barrel.origin, ship=SHIP)
    port = table.b.ports[1]
    table.put(SHIP, 100 * port.x, 100 * port.y - 40)
    assert DeliversBarrel(2) in advice(table, table.way(SHIP, (100 * port.x, 100 * port.y - 8))).reasons


def test_the_krakens_catch_is_told():
    table = duel(scenario="kraken")
    table.put(KRAKEN, 20, 60)
    table.sailing(2)
    assert advice(table, table.way(KRAKEN, (20, 40))).reasons[0] == KrakenHolds((ENEMY,))


def test_the_wind_is_told_by_the_ships_in_it():
    table = ShipTable(scenario="fair_wind")
    table.put(WIND, -40, -40)
    table.sailing(0)
    table.b.own_points = {SHIP: 1}
    for at, ships in ((-0.45, 3), (0.5, 0)):
        assert advice(table, MoveWind(SHIP, at, at)).reasons[0] == WindFor(ships)


# Rolls and repairs


def test_a_roll_is_told_with_both_sides_odds():
    table = duel()
    table.put(ENEMY, -25, 40)
    table.fighting()
    told = advice(table, Fight(SHIP, ENEMY))
    assert told.nudge == LookAtMelees(1)
    assert told.reasons[:2] == (MeleeOdds(ENEMY, 50), RollsBack(BLUE, 50))
    table.put(ENEMY, -25, 40, lying=True)
    assert advice(table, Fight(SHIP, ENEMY)).reasons[:2] == (Captures(ENEMY), TrophyCounts(1))


def test_the_krakens_grip_and_the_monsters_prey_are_told():
    table = duel(scenario="kraken")
    table.put(KRAKEN, -30, 40)
    table.b.held = [SHIP]
    table.fighting()
    assert advice(table, Fight(SHIP, KRAKEN)).reasons[0] == LetsGo(50)
    table = duel(scenario="sea_monster")
    table.put(MONSTER, 14, 40)
    table.b.sailed = [MONSTER]
    table.fighting()
    assert advice(table, Fight(MONSTER, ENEMY)).reasons[:2] == (MeleeOdds(ENEMY, 50), NobodysTrophy())


def test_S24_where_damaged_pieces_may_shoot_a_repair_is_not_praised_for_it():
    table = duel(advanced=True, damaged_shoot=True)
    table.put(SHIP, -30, 40, lying=True)
    table.b.phase = Phase.REPAIR
    assert advice(table, Repair()).reasons[0] == SailsAgain()


def test_a_repair_is_told_with_who_may_come():
    table = duel(advanced=True)
    table.put(SHIP, -30, 40, lying=True)
    table.put(ENEMY, -30, 58)
    table.b.phase = Phase.REPAIR
    told = advice(table, Repair())
    assert told.nudge == LookAtDamaged(1)
    assert told.reasons[0] == StandsAgain()
    assert isinstance(told.reasons[1], MayBeBoarded)
    assert told.reasons[1].enemy == ENEMY


# All of it


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize(("seats", "options"), [(2, {"advanced": True}), (3, {}), (4, {"teams": True})])
def test_every_question_has_advice_that_is_spoken(scenario: str, seats: int, options: dict[str, object]):
    voices = [Voice(words_of("laguna.games.ship_ahoy", lang), ("Ala", "Olek", "Iga", "Jan")) for lang in LANGUAGES]
    luck = SeededLuck(23)
    table, _ = QUICK.start(seats, QUICK.read_options({"scenario": scenario, **options}), luck)
    while QUICK.asks(table) and table.played < 30:
        seat, before = table.battle.active, table.copy()
        move = QUICK.random_move(table, seat, luck)
        thought = Thought((Considered(move, 1.0, (0.5,) * seats, (1.0,) * seats),), 0, 0.1)
        told = advise(table, seat, thought)
        assert table == before
        assert 1 <= len(told.reasons) <= 3
        for voice in voices:
            assert all(voice.hint(saying) for saying in (told.nudge, *told.reasons))
        QUICK.play(table, seat, table.played, move, luck)


def test_the_advisers_own_thought_is_advised_upon():
    table = duel()
    thought = adviser_of("ship_ahoy").think(table.table, RED, 1, WORKED_OUT)
    told = advise(table.table, RED, thought)
    assert isinstance(told.reasons[0], ChanceToHit)
    assert told.reasons[-1] == ChanceToWin(percent(thought.considered[0].values[RED]))


def test_no_saying_names_the_move():
    told = {"heading", "pull", "way", "yaw", "x", "y", "t_ms", "move"}
    for kind in get_args(Sayings):
        assert not told & set(kind.__struct_fields__)


def test_advice_speaks_in_both_languages_and_travels_as_plain_data():
    table = duel()
    table.put(ENEMY, -25, 40)
    table.fighting()
    told = advice(table, Fight(SHIP, ENEMY))
    english, polish = (Voice(words_of("laguna.games.ship_ahoy", lang), ("Ala", "Olek")) for lang in ("en", "pl"))
    assert english.hint(told.reasons[0]) == "In melee with blue ship 1, a flag has a chance of 50%."
    assert polish.hint(told.reasons[0]) == "Walczysz z niebieskim statkiem 1: szansa na flagę to 50%."
    assert msgspec.to_builtins(told.reasons[0]) == {"says": "melee_odds", "enemy": ENEMY, "percent": 50}


def test_the_polish_preposition_goes_with_the_enemys_name():
    polish = Voice(words_of("laguna.games.ship_ahoy", "pl"), ("Ala", "Olek"))
    assert polish.hint(MeleeOdds(PIRATE, 50)).startswith("Walczysz ze statkiem pirackim:")
