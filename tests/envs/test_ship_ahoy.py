"""Ship Ahoy as environments: the practice range, and battles against bots or oneself."""

from __future__ import annotations

import asyncio
import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import laguna.envs  # noqa: F401 - Gymnasium knows our environments by it
from laguna.core.game import BadOption, NotAsked
from laguna.core.luck import SeededLuck
from laguna.core.record import parse, replay, verify
from laguna.envs.conventions import NoGame
from laguna.envs.registration import NAMESPACE
from laguna.envs.ship_ahoy import SHIP_AHOY_IDS, eyes, proposals
from laguna.envs.ship_ahoy.battle import ShipAhoyEnv
from laguna.envs.ship_ahoy.feature import named
from laguna.envs.ship_ahoy.practice_range import FEATURES, ShipAhoyRange
from laguna.envs.ship_ahoy.table import BattleTable
from laguna.envs.ship_ahoy.wish import WISH
from laguna.envs.ship_ahoy_v1 import env as turn_env
from laguna.envs.table import NoRecord, NotReadable
from laguna.games import GAMES
from laguna.games.ship_ahoy.events import Jammed
from laguna.games.ship_ahoy.moves import Shoot
from laguna.games.ship_ahoy.physics.hand import sway
from laguna.games.ship_ahoy.practice import LAYOUT, TARGETS
from laguna.games.ship_ahoy.propose import propose
from laguna.games.ship_ahoy.scenarios import SCENARIOS
from laguna.games.ship_ahoy.state import Phase
from tiers import tiered

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the judges import a game of PettingZoo's own, where what that needs is installed
    from pettingzoo.test import api_test, render_test, seed_test

HOLD_FIRE = np.array([1.0, 0, 0, 0, 0, 0], np.float32)
both_actions = pytest.mark.parametrize("actions", ["aimed", "proposed"])
BATTLES = [(seats, scenario) for seats in (2, 3, 4) for scenario in SCENARIOS]
every_battle = pytest.mark.parametrize(
    "battle", tiered(BATTLES, usual=lambda battle: battle[0] == 2 + list(SCENARIOS).index(battle[1]) % 3), ids=str
)
"""Seats and scenario."""


# The practice range


def test_the_range_passes_the_judge() -> None:
    check_env(gymnasium.make("laguna/ShipAhoyRange-v1").unwrapped)


def eyes_of_a_gunner(seen: Any) -> np.ndarray:
    """The action of who knows nothing but what is observed: at the nearest target, when the barrel points straight."""
    parts = named(seen, FEATURES)
    targets = parts["pieces"][(parts["pieces"][:, 0] == 1) & (parts["pieces"][:, 1] == 1)]
    nearest = targets[targets[:, 3].argmin()]
    moment = int(np.abs(parts["sway"]).argmin())
    return np.array([nearest[2], 0.55, 2 * moment / (len(parts["sway"]) - 1) - 1])


def shot_at(env: ShipAhoyRange, seed: int, aims: Any) -> tuple[float, int]:
    """The whole reward of an episode, and how many targets fell."""
    seen, _ = env.reset(seed=seed)
    over, reward, felled = False, 0.0, 0
    while not over:
        seen, more, over, _, info = env.step(aims(seen))
        reward, felled = reward + more, felled + int(info["felled"].sum())
    return reward, felled


def test_who_looks_hits_and_who_shoots_anywhere_does_not() -> None:
    rng = np.random.default_rng(1)
    looking = [shot_at(ShipAhoyRange(), seed, eyes_of_a_gunner)[1] for seed in range(3)]
    anywhere = [shot_at(ShipAhoyRange(), seed, lambda _: rng.uniform(-1, 1, 3))[1] for seed in range(3)]
    assert sum(looking) >= 6
    assert sum(anywhere) <= 3


def test_a_hit_is_worth_one_and_a_near_miss_up_to_a_half() -> None:
    reward, felled = shot_at(ShipAhoyRange(), 2, eyes_of_a_gunner)
    assert reward == felled
    seen, _ = (env := ShipAhoyRange(reward="near", shots=1)).reset(seed=2)
    close, far = eyes_of_a_gunner(seen), np.array([-1.0, -1.0, -1.0])
    rewards = []
    for action in (close + np.array([0.06, 0, 0]), far):
        env.reset(seed=2)
        _, reward, over, _, info = env.step(action)
        assert over
        assert not info["felled"].any()
        rewards.append(reward)
    assert 0.5 >= rewards[0] > 0.2 > rewards[1] > 0


def test_the_weakest_pull_still_fires_and_guns_take_turns() -> None:
    env = ShipAhoyRange(shots=2)
    seen, _ = env.reset(seed=1)
    guns = []
    for _ in range(2):
        rows = named(seen, FEATURES)["pieces"]
        guns.append(LAYOUT[int(rows[:, 6].argmax())].id)
        assert rows[:, 6].sum() == 1
        seen, *_ = env.step([0.5, -1.0, 0.0])
    assert guns == [0, 12]
    assert env._range.aim_seed != 0


def test_S34_the_sway_that_is_seen_is_that_of_the_hand() -> None:
    env = ShipAhoyRange()
    seen, _ = env.reset(seed=7)
    swaying = named(seen, FEATURES)["sway"] * eyes.LARGEST_SWAY
    seed = env._range.aim_seed
    assert swaying == pytest.approx([sway(seed, moment, 0.5) for moment in eyes.MOMENTS_MS], abs=1e-6)
    assert np.abs(swaying).max() > 0.02


def test_a_seed_gives_the_same_shots_and_the_next_episode_follows() -> None:
    env, twin = ShipAhoyRange(), ShipAhoyRange()
    for each in (env, twin):
        assert each.reset(seed=3, options={"number": 4})[1]["game"] == (3, 4)
    for _ in range(3):
        (one, *_), (other, *_) = env.step([0.1, 0.4, 0.0]), twin.step([0.1, 0.4, 0.0])
        assert (one == other).all()
    assert env.reset()[1]["game"] == (3, 5)


def test_scattered_targets_stand_elsewhere_each_time_and_all_of_them() -> None:
    env = ShipAhoyRange(scattered=True)
    usual = ShipAhoyRange().reset(seed=0)[0]
    rows = [named(env.reset(seed=seed)[0], FEATURES)["pieces"] for seed in range(3)]
    assert all((row[:, 0] == 1).all() for row in rows)
    assert not np.allclose(rows[0], rows[1])
    assert not np.allclose(rows[0], named(usual, FEATURES)["pieces"])
    assert len(env._range.fleet_of(TARGETS)) == 6


def test_a_range_is_copied_saved_and_imagined() -> None:
    env = ShipAhoyRange()
    env.reset(seed=5)
    env.step([0.1, 0.2, 0.0])
    action = eyes_of_a_gunner(env._seen())
    loaded = ShipAhoyRange()
    loaded.load(env.save())
    twins = [env.clone(), copy.deepcopy(env), pickle.loads(pickle.dumps(env)), loaded]  # noqa: S301 - our own
    imagined = env.imagine(9)
    after = env.step(action)[0]
    assert all((twin.step(action)[0] == after).all() for twin in twins)
    assert not (imagined.step(action)[0] == after).all()


@pytest.mark.parametrize(
    ("action", "error"),
    [
        ([0.0, 0.0], ValueError),
        ([0.0, float("nan"), 0.0], ValueError),
        ("hard", TypeError),
        (None, ValueError),
        ([[0.0, 0.0, 0.0]], ValueError),
    ],
)
def test_the_range_says_what_an_action_is(action: Any, error: type[Exception]) -> None:
    env = ShipAhoyRange()
    env.reset(seed=1)
    with pytest.raises(error, match="An action is 3 numbers from -1 to 1"):
        env.step(action)


def test_the_range_says_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="`shots` is a whole number from 1 to 1000, not 0"):
        ShipAhoyRange(shots=0)
    with pytest.raises(ValueError, match="`reward` is one of hit, near, not 'win'"):
        ShipAhoyRange(reward="win")  # type: ignore[arg-type]
    env = ShipAhoyRange(shots=1)
    with pytest.raises(NoGame, match="`reset` begins one"):
        env.step([0, 0, 0])
    with pytest.raises(NoGame, match="`reset` begins one"):
        env.save()
    env.reset(seed=1)
    env.step([0, 0, 0])
    with pytest.raises(NoGame, match="`reset` begins one"):
        env.step([0, 0, 0])
    for bytes_ in (b"", b"nothing", ShipAhoyRange().reset(seed=1)[0].tobytes()):
        with pytest.raises(NotReadable, match="no saved practice range"):
            env.load(bytes_)


# Battles: the judges


@both_actions
def test_a_battle_passes_the_judge(actions: str) -> None:
    check_env(gymnasium.make("laguna/ShipAhoy-v1", actions=actions, opponents="random").unwrapped)


@both_actions
def test_a_battle_passes_the_judge_of_pettingzoo(actions: Any) -> None:
    api_test(turn_env(3, actions=actions, mask="info"), num_cycles=12)
    seed_test(lambda: turn_env(actions=actions, mask="info"), num_cycles=12)


def test_a_battle_with_masks_beside_observations_passes_the_judge() -> None:
    """The judge warns of each observation that is a dict, unless it is of PettingZoo's own classic games."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be gymnasium.spaces.box")
        api_test(turn_env(actions="proposed"), num_cycles=12)


def test_a_battle_is_drawn_in_every_way() -> None:
    render_test(turn_env)


# Battles: what is done


def battled(table: BattleTable, seed: int, most: int) -> Iterator[BattleTable]:
    """A table at each question of a game of random actions."""
    rng = np.random.default_rng(seed)
    table.reset(seed)
    for _ in range(most):
        yield table
        if table.ended:
            return
        [seat] = table.asked
        aimed = table.actions == "aimed"
        table.choose(seat, rng.uniform(-1, 1, WISH) if aimed else rng.choice(np.flatnonzero(table.mask(seat))))


@every_battle
def test_any_six_numbers_come_to_a_legal_move_and_all_is_seen_within_bounds(battle: tuple[int, str]) -> None:
    """An illegal one would be refused."""
    seats, scenario = battle
    table = BattleTable(seats, {"scenario": scenario, "advanced": seats % 2 == 0}, actions="aimed")
    for at in battled(table, 3, 45):
        for seat in range(seats):
            assert np.abs(at.observe(seat)).max() <= 1.0
    assert {"shoot", "sail", "end_sailing"} <= {line.move["move"] for line in parsed(table).moves}


@every_battle
def test_proposals_are_legal_all_different_and_described(battle: tuple[int, str]) -> None:
    seats, scenario = battle
    table = BattleTable(seats, {"scenario": scenario, "advanced": seats % 2 == 0}, actions="proposed")
    game = GAMES["ship_ahoy"]
    for at in battled(table, 4, 12):
        [seat] = at.asked
        offered = at.proposals
        assert 1 <= len(offered) == at.mask(seat).sum() <= proposals.PROPOSED
        assert all(move not in offered[:number] for number, move in enumerate(offered))
        number = at.table.question_number(seat)
        assert all(game.refusal(at.table, seat, number, move) is None for move in offered)
        rows = named(at.observe(seat), at.features)["proposals"]
        assert (rows[: len(offered), :8].sum(axis=1) == 1).all()
        assert not rows[len(offered) :].any()
        assert not named(at.observe((seat + 1) % seats), at.features)["proposals"].any()


@pytest.mark.parametrize("seats", [2, 4])
def test_S4_the_sea_looks_the_same_from_every_seat_at_the_beginning(seats: int) -> None:
    table = BattleTable(seats, {"first": 0})
    table.reset(seed=1)
    columns = [eyes.PIECE_COLUMNS.index(name) for name in ("x", "y", "facing_cos", "facing_sin", "friend", "owner_0")]
    seen = [named(table.observe(seat), table.features)["pieces"][:, columns] for seat in range(seats)]
    assert all(np.allclose(seen[0], other, atol=1e-3) for other in seen[1:])


def test_the_same_wish_comes_to_the_same_shot_from_every_seat() -> None:
    """Straight across, from the first ship: turned by a quarter from seat to seat."""
    shots = []
    for first in range(4):
        table = BattleTable(4, {"first": first})
        table.reset(seed=1)
        table.choose(first, [-1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
        [line] = parsed(table).moves
        shots.append((line.move["piece"] - 3 * first, line.move["heading"] + first * np.pi / 2, line.move["t_ms"]))
    for piece, heading, moment in shots:
        assert (piece, moment) == (0, 2000)
        assert np.remainder(heading - np.pi / 4, 2 * np.pi) == pytest.approx(0, abs=1e-3) or heading == pytest.approx(
            np.pi / 4, abs=1e-3
        )


def test_S9_no_wish_jams() -> None:
    table = BattleTable(2, {"first": 0})
    table.reset(seed=1)
    table.choose(0, [-1.0, 1.0, 1.0, -1.0, -1.0, 0.0])
    [record] = parse(table.record(), "a record")
    events = [event for step in replay(record, GAMES) for event in step.events]
    assert not any(isinstance(event, Jammed) for event in events)
    assert record.moves[0].move["pull"] == pytest.approx(0.1)


def test_the_game_of_a_seed_is_that_of_a_simulation() -> None:
    table = BattleTable(3, {"scenario": "merchant"})
    table.reset(seed=5, number=2)
    game = GAMES["ship_ahoy"]
    other, _ = game.start(3, game.options(scenario="merchant"), SeededLuck(5, 2))
    assert table.table == other


def parsed(table: BattleTable | ShipAhoyEnv) -> Any:
    [record] = parse(table.record(), "a record")
    return record


def played(env: ShipAhoyEnv, seed: int) -> dict[str, Any]:
    """A game of an env at random, to its end: the last info, with the rewards in it."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    over, rewards = False, []
    while not over:
        mask = info.get("action_mask")
        action = rng.uniform(-1, 1, WISH) if mask is None else int(rng.choice(np.flatnonzero(mask)))
        _, reward, over, _, info = env.step(action)
        rewards.append(reward)
    return {**info, "rewards": rewards}


@both_actions
def test_a_battle_against_bots_is_recorded_and_verifies(actions: Any) -> None:
    env = ShipAhoyEnv(actions=actions, opponents="random", options={"rounds": 10})
    info = played(env, 5)
    record = parsed(env)
    verify(record, GAMES)
    assert record.end.finished
    assert info["standings"].tolist() == [[each.place, each.score] for each in record.end.standings]
    place = info["standings"][info["seat"]][0]
    assert info["rewards"][-1] == (1.0 if place == 1 else -1.0) or (info["standings"][:, 0] == 1).all()


@pytest.mark.parametrize("level", ["beginner", "easy", "good"])
def test_the_same_seed_gives_the_same_battle_against_any_level(level: str) -> None:
    records = []
    for _ in range(2):
        env = ShipAhoyEnv(opponents=level)
        assert env.reset(seed=8)[1]["game"] == (8, 0)
        for _ in range(3):
            env.step(HOLD_FIRE)
        records.append(env.record())
    assert records[0] == records[1]
    assert len(parsed(env).moves) > 3


def test_opponents_are_named_seat_by_seat_and_the_learner_sits_where_nobody_is_named() -> None:
    env = ShipAhoyEnv(3, opponents=["random", None, "beginner"])
    assert env.reset(seed=1)[1]["seat"] == 1
    env = ShipAhoyEnv(opponents="random")
    assert {env.reset(seed=1, options={"number": number})[1]["seat"] for number in range(12)} == {0, 1}


@pytest.mark.parametrize("reward", ["win", "place", "margin"])
def test_S22_partners_win_lead_and_lose_together(reward: Any) -> None:
    table = BattleTable(4, {"teams": True, "rounds": 10}, reward=reward)
    *_, over = battled(table, 6, 1_000)
    assert over.ended
    assert over.rewards[0] == over.rewards[2] == -over.rewards[1] == -over.rewards[3]


def test_points_are_rewarded_as_they_come() -> None:
    table = BattleTable(2, {"rounds": 10}, reward="points", actions="proposed")
    sums = np.zeros(2)
    for at in battled(table, 6, 1_000):
        sums += at.rewards
    assert sums.tolist() == [standing.score for standing in table.standings()]
    assert sums.any()


def test_what_is_not_proposed_loses_the_game_or_is_another_move() -> None:
    env = ShipAhoyEnv(actions="proposed", opponents="random", seat=0, options={"first": 0})
    env.reset(seed=1)
    while env.action_masks().all():
        env.step(0)
    missing = int(env.action_masks().argmin())
    other = env.clone()
    other.learner.table.illegal = "random"
    _, reward, over, _, info = env.step(missing)
    assert (reward, over, info["refusal"][1]) == (-1.0, True, "not_a_move")
    with pytest.raises(NoGame, match="The game is over: `reset` begins the next one"):
        env.step(0)
    assert not other.step(missing)[2]


# Battles: copies


@both_actions
def test_a_battle_is_copied_saved_and_imagined(actions: Any) -> None:
    table = BattleTable(2, {"first": 0}, actions=actions)
    table.reset(seed=2)
    straight = [-1.0, 1.0, 0.0, 0.5, 0.0, 0.0]
    choice = (
        straight
        if actions == "aimed"
        else next(number for number, move in enumerate(table.proposals) if isinstance(move, Shoot))
    )
    twins = [table.clone(), copy.deepcopy(table), pickle.loads(pickle.dumps(table)), BattleTable.load(table.save())]  # noqa: S301
    imagined = table.imagine(0, 7)
    for each in (table, imagined, *twins):
        each.choose(0, choice)
    assert all(twin.record() == table.record() for twin in twins)
    for each in (table, imagined):
        for _ in range(4):
            each.choose(each.asked[0], HOLD_FIRE if actions == "aimed" else 0)
    assert imagined.table != table.table, "dice and tremor are others"
    with pytest.raises(NoRecord, match="imagined"):
        imagined.record()


def test_an_environment_goes_on_where_it_was_saved() -> None:
    env = ShipAhoyEnv(opponents="beginner")
    env.reset(seed=4)
    env.step(HOLD_FIRE)
    other = ShipAhoyEnv(opponents="beginner")
    other.load(env.save())
    twin = env.clone()
    for each in (env, other, twin):
        each.step(HOLD_FIRE)
        each.step(HOLD_FIRE)
    assert env.record() == other.record() == twin.record()


def test_what_was_not_saved_here_is_refused() -> None:
    table = BattleTable()
    with pytest.raises(NoGame, match="`reset` begins one"):
        table.save()
    for bytes_ in (b"", b"nothing at all"):
        with pytest.raises(NotReadable, match="no saved table of Ship Ahoy"):
            BattleTable.load(bytes_)
    table.reset(seed=1)
    with pytest.raises(NotReadable, match="other seats, options or actions"):
        BattleTable(3).loaded(table.save())


# Bad input, and where it runs


@pytest.mark.parametrize("action", [[0.0] * 5, [float("inf")] + [0.0] * 5, np.zeros((1, WISH)), None, "fire"])
def test_a_battle_says_what_an_action_is(action: Any) -> None:
    env = ShipAhoyEnv(opponents="random")
    env.reset(seed=1)
    with pytest.raises((TypeError, ValueError), match="An action is 6 numbers from -1 to 1"):
        env.step(action)
    env.step([9.0, -9.0, 0, 0, 0, 0])  # beyond the bounds: as far as they go


def test_a_battle_says_what_is_wrong() -> None:
    with pytest.raises(BadOption, match="ship_ahoy is for 2 to 4 players, not 5"):
        ShipAhoyEnv(5)
    with pytest.raises(BadOption, match="no option “sharks”"):
        ShipAhoyEnv(options={"sharks": True})
    with pytest.raises(ValueError, match="`actions` is one of aimed, proposed, not 'typed'"):
        ShipAhoyEnv(actions="typed")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Every aimed action is legal"):
        ShipAhoyEnv().action_masks()
    table = BattleTable(2, {"first": 0})
    table.reset(seed=1)
    with pytest.raises(NotAsked):
        table.choose(1, HOLD_FIRE)


def test_a_notebook_whose_event_loop_runs_may_step() -> None:
    async def stepped() -> float:
        env = ShipAhoyRange(shots=1, reward="near")
        env.reset(seed=1)
        return env.step([0.0, 0.5, 0.0])[1]

    assert asyncio.run(stepped()) > 0


def test_naming_them_loads_nothing() -> None:
    loaded = "sorted({'numpy', 'gymnasium', 'mujoco', 'laguna.games'} & {*sys.modules})"
    program = f"import sys, laguna.envs.ship_ahoy as it; print({loaded}, *it.SHIP_AHOY_IDS)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", *SHIP_AHOY_IDS]
    assert all(f"{NAMESPACE}/{name}" in gymnasium.registry for name in SHIP_AHOY_IDS)


def test_a_shot_of_a_proposal_is_one_that_a_sensible_player_makes() -> None:
    """The proposals are those of `propose`, under a seed of the question's own."""
    table = BattleTable(2, {"first": 0}, actions="proposed")
    table.reset(seed=3)
    assert table.table.battle.phase == Phase.SHOOT
    assert table.proposals == table.clone().proposals
    luck = SeededLuck(0)
    assert {type(move) for move in table.proposals} >= {type(propose(table.table.battle, luck))}
