"""PettingZoo: its own judges, and what ours adds."""

from __future__ import annotations

import copy
import importlib
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

from envs.encoded import KEYS, SEATED, any_choice
from laguna.core.encoding import WAIT
from laguna.core.record import parse, verify
from laguna.envs.conventions import NoGame, version_of
from laguna.envs.table import NotReadable
from laguna.envs.zoo import TogetherEnv, TurnEnv
from laguna.games import GAMES, ORIGINS, OWN, RULED

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # the judges import a game of PettingZoo's own, where what that needs is installed
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

every_table = pytest.mark.parametrize(("key", "seats"), SEATED)
every_game = pytest.mark.parametrize("key", KEYS)
both_masks = pytest.mark.parametrize("mask", ["observation", "info"])
CYCLES = 40


# Judges


@every_table
def test_it_passes_the_judge_with_masks_in_info(key: str, seats: int) -> None:
    api_test(TurnEnv(key, seats, mask="info"), num_cycles=CYCLES)


@every_table
def test_it_passes_the_judge_with_masks_beside_observations(key: str, seats: int) -> None:
    """The judge warns of each observation that is a dict, unless it is of PettingZoo's own classic games."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be gymnasium.spaces.box")
        api_test(TurnEnv(key, seats), num_cycles=CYCLES)


@every_table
@both_masks
def test_the_same_seed_gives_the_same_game(key: str, seats: int, mask: Any) -> None:
    seed_test(lambda: TurnEnv(key, seats, mask=mask), num_cycles=CYCLES)


@every_table
@both_masks
def test_the_parallel_one_passes_its_judge(key: str, seats: int, mask: Any) -> None:
    parallel_api_test(TogetherEnv(key, seats, mask=mask), num_cycles=CYCLES)


@every_table
@both_masks
@pytest.mark.parametrize("illegal", ["forfeit", "random"])
def test_the_same_seed_gives_the_same_parallel_game(key: str, seats: int, mask: Any, illegal: Any) -> None:
    """The judge chooses whatever there is, legal or not."""
    parallel_seed_test(lambda: TogetherEnv(key, seats, mask=mask, illegal=illegal), num_cycles=CYCLES)


@every_game
def test_it_is_drawn_in_every_way(key: str) -> None:
    render_test(lambda **keywords: TurnEnv(key, **keywords))


@every_game
def test_compact_observations_pass_the_judge_too(key: str) -> None:
    api_test(TurnEnv(key, mask="info", expand=False), num_cycles=CYCLES)


# What it is


@pytest.mark.parametrize("key", [key for key in KEYS if ORIGINS[key].distribution == OWN])
def test_there_is_a_module_of_the_games_version(key: str) -> None:
    module = importlib.import_module(f"laguna.envs.{key}_v{version_of(key)}")
    for make in (module.env, module.raw_env, module.parallel_env):
        env = make(seats=RULED[key].seats[-1], expand=False)
        assert str(env) == module.__name__.rpartition(".")[2]
        assert env.possible_agents == [f"seat_{seat}" for seat in range(RULED[key].seats[-1])]


def played(env: TurnEnv, seed: int) -> TurnEnv:
    """A game at random, to its end."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        assert agent == env.agent_selection
        env.step(None if over else any_choice(seen["action_mask"], rng))
    return env


@every_table
def test_in_the_end_info_has_the_standings_and_the_record_verifies(key: str, seats: int) -> None:
    env, rng = TurnEnv(key, seats), np.random.default_rng(7)
    env.reset(seed=7)
    while not env.table.ended:
        assert not env.infos["seat_0"]["standings"].any()  # nobody is told before
        env.step(any_choice(env.last()[0]["action_mask"], rng))
    wanted = [[standing.place, standing.score] for standing in env.table.standings()]
    for agent in env.agents:
        assert env.infos[agent]["standings"].tolist() == wanted
        assert env.infos[agent]["game"] == (7, 0)
    [record] = parse(env.record(), "a record")
    verify(record, GAMES)


@every_game
def test_both_doors_play_the_same_game(key: str) -> None:
    turn, together = (door(key, mask="info", expand=False) for door in (TurnEnv, TogetherEnv))
    turn.reset(seed=3)
    seen, infos = together.reset(seed=3)
    rng, total = np.random.default_rng(3), dict.fromkeys(turn.agents, 0.0)
    while together.agents:
        choices = {agent: any_choice(infos[agent]["action_mask"], rng) for agent in together.agents}
        asked = [agent for agent in together.agents if choices[agent] != WAIT]
        for agent in asked:
            if turn.agent_selection == agent:
                assert len(asked) > 1 or turn.observe(agent).tolist() == seen[agent].tolist()
                turn.step(choices[agent])
        seen, rewards, _, _, infos = together.step(choices)
        total = {agent: total[agent] + reward for agent, reward in rewards.items()}
    assert turn.table.save() == together.table.save()
    assert turn._cumulative_rewards == total


@every_game
def test_only_who_lost_by_an_illegal_choice_is_told_why(key: str) -> None:
    env = TurnEnv(key)
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(-1)
    assert {agent for agent in env.agents if "refusal" in env.infos[agent]} == {loser}
    assert env.terminations == dict.fromkeys(env.agents, True)
    assert env._cumulative_rewards[loser] == -1


# Copies


def sampled(env: TurnEnv, steps: int, seed: int) -> TurnEnv:
    """Some steps at random."""
    rng = np.random.default_rng(seed)
    for agent in env.agent_iter(steps):
        over = env.terminations[agent]
        env.step(None if over else any_choice(env.table.mask(env._seat_of[agent]), rng))
    return env


def told(env: TurnEnv) -> Any:
    """All that an environment tells."""
    seen = [(agent, env.rewards[agent], env._cumulative_rewards[agent]) for agent in env.agents]
    return seen, env.agents and env.agent_selection, env.table.save(), str(env.infos)


def loaded(env: TurnEnv) -> TurnEnv:
    other = TurnEnv(env.table.key, env.table.seats, mask=env.mask)
    other.load(env.save())
    return other


@every_game
@both_masks
@pytest.mark.parametrize("steps", [9, 100_000])
@pytest.mark.parametrize(
    "copied",
    [TurnEnv.clone, copy.deepcopy, loaded, lambda env: pickle.loads(pickle.dumps(env))],  # noqa: S301 - our own
    ids=["clone", "deepcopy", "load", "pickle"],
)
def test_a_copy_goes_on_alike_and_for_itself(key: str, mask: Any, steps: int, copied: Any) -> None:
    """Also in the end, when agents take their leave one after another."""
    env = TurnEnv(key, mask=mask)
    env.reset(seed=2)
    sampled(env, steps, 2)
    if steps > 9:
        env.reset()
        while not env.table.ended:
            sampled(env, 1, 3)
        sampled(env, 1, 3)
    before, twin = told(env), copied(env)
    assert told(twin) == before
    sampled(twin, 5, 5)
    assert told(env) == before
    assert told(sampled(env, 5, 5)) == told(twin)


@every_game
def test_a_parallel_one_is_copied_and_loaded(key: str) -> None:
    env = TogetherEnv(key)
    env.reset(seed=2)
    twin, other = env.clone(), TogetherEnv(key)
    other.load(env.save())
    for each in (twin, other):
        choices = {
            agent: any_choice(each.observe(agent)["action_mask"], np.random.default_rng(1)) for agent in env.agents
        }
        each.step(choices)
    assert twin.table.save() == other.table.save() != env.table.save()


@every_table
@both_masks
def test_an_imagined_one_looks_the_same_to_the_agent(key: str, seats: int, mask: Any) -> None:
    env = TurnEnv(key, seats, mask=mask)
    env.reset(seed=4)
    sampled(env, 11, 4)
    for agent in env.agents:
        imagined = env.imagine(agent, seed=3)
        assert str(imagined.observe(agent)) == str(env.observe(agent))
        assert str(imagined.infos[agent]) == str(env.infos[agent])
        sampled(imagined, 3, 1)


def test_what_is_saved_of_another_game_or_nothing_is_refused() -> None:
    env = TurnEnv(KEYS[0], 2)
    other = TurnEnv(KEYS[0], 3)
    other.reset(seed=1)
    for saved in (b"", other.save(), other.table.save()):
        with pytest.raises(NotReadable):
            env.load(saved)


# What does not fit


def test_a_step_where_no_game_is_on_is_told() -> None:
    for env in (TurnEnv(KEYS[0]), played(TurnEnv(KEYS[0]), 1)):
        with pytest.raises(NoGame, match="No game is under way: `reset` begins one"):
            env.step(1)
    with pytest.raises(NoGame, match="No game is under way"):
        TogetherEnv(KEYS[0]).step({})


def test_an_agent_that_there_is_not_is_told() -> None:
    env = TogetherEnv(KEYS[0], 2)
    env.reset(seed=1)
    for what in (env.observe, env.observation_space, env.action_space, lambda agent: env.step({agent: 0})):
        with pytest.raises(ValueError, match="There is no agent 'seat_7'; there are seat_0, seat_1"):
            what("seat_7")


def test_an_agent_that_is_asked_has_to_choose() -> None:
    env = TurnEnv(KEYS[0])
    env.reset(seed=1)
    with pytest.raises(TypeError, match=r"A choice is one whole number from 0 to \d+, not None"):
        env.step(None)
