"""Ship Ahoy: whatever is sent as a move, it is refused by a rule and a reason, and nothing changes."""

from __future__ import annotations

import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ship_ahoy.table import BLUE_SHIPS, GAME, RED_SHIPS, RED_TOWER, SEED, ShipTable, straight
from laguna.core.game import Move, Refused
from laguna.core.luck import SeededLuck
from laguna.games import PLUGINS
from laguna.games.ship_ahoy.game import REASONS
from laguna.games.ship_ahoy.moves import EndSailing, Fight, HoldFire, MoveWind, Repair, Sail, Shoot
from laguna.games.ship_ahoy.physics.board import on_table
from laguna.games.ship_ahoy.state import Phase

QUICK = type(GAME)(straight)
SHIP = RED_SHIPS[0]
NUMBERS = (math.nan, math.inf, -math.inf, 1e308, -1e308, 1e9, -50.0)
STRANGE = [None, 7, "shoot", b"\xff", object(), [1], {"move": "nothing"}, {"move": "shoot"}, {}, math.nan]


@pytest.fixture
def table() -> ShipTable:
    table = ShipTable()
    table.put(SHIP, 30, 0)
    return table


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("field", ["x", "y", "heading", "pull"])
def test_a_shot_with_such_a_number_is_refused(table, field, number):
    shot = msgspec.structs.replace(table.shot(SHIP), **{field: number})
    assert table.refused(shot) in REASONS
    with pytest.raises(Refused):
        table.play(0, shot)


@pytest.mark.parametrize("t_ms", [-1, 60_001, 10**12, 10**400])
def test_a_moment_of_release_that_nobody_waits_for_is_refused(table, t_ms):
    assert table.refused({**msgspec.to_builtins(table.shot(SHIP)), "t_ms": t_ms})[0] in ("S34", "S8")


def test_the_reasons_name_what_is_wrong(table):
    shot = table.shot(SHIP)
    for change, why in (
        ({"x": math.nan}, ("S8", "not_a_number")),
        ({"heading": math.inf}, ("S34", "not_a_number")),
        ({"heading": 7.0}, ("S34", "heading_out_of_range")),
        ({"pull": 1.1}, ("S34", "pull_out_of_range")),
        ({"pull": -0.1}, ("S34", "pull_out_of_range")),
        ({"t_ms": -1}, ("S34", "moment_out_of_range")),
        ({"x": 1e308}, ("S8", "muzzle_off_table")),
    ):
        assert table.refused(msgspec.structs.replace(shot, **change)) == why


@pytest.mark.parametrize("number", NUMBERS)
def test_a_way_with_such_a_number_is_refused(table, number):
    table.sailing()
    start = (0.3, 0.0)
    for way, yaw in (
        ((start, (number, 0.0)), 0.0),
        ((start, (0.4, number)), 0.0),
        (((number, 0.0), (0.4, 0.0)), 0.0),
        ((start, (0.4, 0.0)), 1e5 * number),
    ):
        assert table.refused(Sail(SHIP, way, yaw)) in REASONS


@pytest.mark.parametrize("points", [0, 1, 17, 10_000])
def test_a_way_with_no_point_or_one_or_ten_thousand_is_refused(table, points):
    table.sailing()
    way = tuple((0.3 + 1e-6 * at, 0.0) for at in range(points))
    assert table.refused(Sail(SHIP, way, 0.0))[0] == "S15"


@pytest.mark.parametrize("number", NUMBERS)
def test_a_wind_with_such_a_number_is_refused(number):
    table = ShipTable(scenario="fair_wind")
    table.put(SHIP, 30, 0)
    table.hold_fire()
    assert table.refused(MoveWind(SHIP, number, 0.0))[0] == "S30"
    assert table.refused(MoveWind(SHIP, 0.0, number))[0] == "S30"


def test_a_ship_that_is_not_yours_in_melee_damaged_or_gone_is_refused():
    table = ShipTable(advanced=True)
    for place, ship in enumerate(RED_SHIPS):
        table.put(ship, 30, 30 * place, lying=place == 1)
    table.put(BLUE_SHIPS[0], 36, 0)
    table.sailing()
    gone = table.way(RED_SHIPS[2], (40, 60))
    table.take_away(RED_SHIPS[2])
    assert table.refused(table.way(BLUE_SHIPS[1], (0, 60))) == ("S14", "not_your_ship")
    assert table.refused(table.way(RED_SHIPS[0], (30, 8))) == ("S16", "sailor_in_melee")
    assert table.refused(table.way(RED_SHIPS[1], (40, 30))) == ("S16", "damaged_sailor")
    assert table.refused(gone) == ("S14", "no_such_piece")
    assert table.refused(table.way(RED_TOWER, (-50, -50))) == ("S16", "towers_never_sail")


@pytest.mark.parametrize("phase", [Phase.SHOOT, Phase.SAIL, Phase.FIGHT, Phase.REPAIR, Phase.FREED])
def test_a_move_of_another_step_is_refused_with_that_steps_rule(phase):
    table = ShipTable()
    table.b.phase = phase
    moves: list[Move] = [HoldFire(), EndSailing(), Fight(0, 3), Repair(), MoveWind(0, 0.0, 0.0), table.shot(SHIP)]
    refusals = [table.refusal(move) for move in moves]
    wrong = [refusal for refusal in refusals if refusal is not None and refusal.reason == "not_the_question"]
    assert len(wrong) >= 3
    assert {refusal.rule for refusal in wrong} == {GAME.asks(table.table)[0].rule}


@pytest.mark.parametrize("move", STRANGE)
def test_what_is_no_move_is_refused_and_cannot_be_played(table, move):
    before = table.table.copy()
    assert table.refused(move) == ("S8", "not_a_move")
    with pytest.raises(Refused):
        GAME.play(table.table, 0, 0, move, SeededLuck(1))
    assert table.table == before


def test_another_seat_or_a_past_question_is_refused(table):
    move = HoldFire()
    for seat in (1, 2, 3):
        assert table.refused(move, seat) == ("S8", "not_asked")
    stale = GAME.refusal(table.table, 0, -1, move)
    assert (stale.rule, stale.reason) == ("S8", "stale")
    assert GAME.refusal(table.table, 0, table.table.played, move) is None


def test_every_refusal_and_question_cites_a_rule_of_the_digest():
    rules = set(PLUGINS["ship_ahoy"].digest("en").rules)
    assert {rule for rule, _ in REASONS} <= rules
    assert {rule for _, rule in GAME.questions.values()} <= rules
    assert GAME.end_rule in rules


ANY_NUMBER = st.floats() | st.integers(-(1 << 70), 1 << 70) | st.floats(-1.2, 1.2)
JSON = st.recursive(
    st.none() | st.booleans() | ANY_NUMBER | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = {
    "piece": st.integers(-2, 40),
    "enemy": st.integers(-2, 40),
    "ship": st.integers(-2, 40),
    "x": ANY_NUMBER,
    "y": ANY_NUMBER,
    "heading": ANY_NUMBER,
    "pull": ANY_NUMBER,
    "yaw": ANY_NUMBER,
    "t_ms": st.integers(-5, 1 << 70),
    "load": st.booleans(),
    "way": st.lists(st.tuples(ANY_NUMBER, ANY_NUMBER), max_size=20),
}
KINDS = [kind.__struct_config__.tag for kind in GAME.moves.__args__]


@given(
    raw=JSON
    | st.fixed_dictionaries(
        {"move": st.sampled_from(KINDS)}, optional={name: values | JSON for name, values in FIELDS.items()}
    ),
    phase=st.sampled_from([Phase.SHOOT, Phase.SAIL, Phase.FIGHT, Phase.FREED, Phase.REPAIR]),
    scenario=st.sampled_from(["none", "fair_wind", "merchant", "kraken", "pirate_ship", "sea_monster"]),
)
@settings(max_examples=200)
def test_anything_at_all_may_be_sent_and_leaves_no_trace(raw, phase, scenario):
    table = ShipTable(4, (0, SEED) if scenario == "merchant" else (SEED,), scenario=scenario, advanced=True)
    table.b.phase, table.b.points = phase, 2
    refusal = table.refusal(raw)
    if refusal is None:
        twin = table.table.copy()
        QUICK.play(twin, 0, twin.played, raw, SeededLuck(1))
        assert twin.played == table.table.played + 1
        assert all(on_table(piece, twin.battle.table) for piece in twin.battle.everything)
    else:
        assert refusal.reason == "not_a_move" or (refusal.rule, refusal.reason) in REASONS


@given(x=st.floats(-0.7, -0.4), y=st.floats(-0.7, -0.4), heading=st.floats(-6, 6), pull=st.floats(0, 1))
@settings(max_examples=100)
def test_a_shot_that_is_not_refused_can_be_fired(x, y, heading, pull):
    table = ShipTable()
    shot = Shoot(RED_TOWER, x, y, heading, pull)
    fired = []

    def cannon(*given: object) -> None:
        fired.append(given)
        raise InterruptedError

    if table.refusal(shot) is None and pull >= 0.1:
        with pytest.raises(InterruptedError):
            type(GAME)(cannon).play(table.table, 0, 0, shot, SeededLuck(1))
        assert len(fired) == 1
