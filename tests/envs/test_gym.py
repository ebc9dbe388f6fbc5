"""Gymnasium: its own judge, bots in the other seats, and environments that are registered whoever comes first."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import laguna.envs
from envs.encoded import KEYS, SEATED, any_choice
from laguna.bots.levels import bot_of
from laguna.core.bot import LEVELS, knowledge
from laguna.core.record import parse, verify
from laguna.envs.conventions import NoGame, version_of
from laguna.envs.gym import LearnerEnv
from laguna.envs.registration import title
from laguna.envs.table import NotReadable
from laguna.games import GAMES, PLUGINS, RULED

every_table = pytest.mark.parametrize(("key", "seats"), SEATED)
every_game = pytest.mark.parametrize("key", KEYS)


def id_of(key: str) -> str:
    return f"laguna/{title(key)}-v{version_of(key)}"


# The judge


@every_table
@pytest.mark.parametrize("expand", [True, False], ids=["expanded", "compact"])
@pytest.mark.parametrize("illegal", ["forfeit", "random"])
def test_it_passes_the_judge(key: str, seats: int, expand: bool, illegal: str) -> None:
    """The judge chooses whatever there is, legal or not, and draws it in every way."""
    check_env(gymnasium.make(id_of(key), seats=seats, expand=expand, illegal=illegal).unwrapped)


# Games


def played(env: LearnerEnv, seed: int | None) -> dict[str, Any]:
    """A game at random, to its end: the last info, with the reward in it."""
    rng = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    over = False
    while not over:
        assert (info["action_mask"] == env.action_masks()).all()
        _, reward, over, _, info = env.step(any_choice(info["action_mask"], rng))
    return {**info, "reward": reward}


@every_table
def test_a_game_against_bots_is_recorded_and_verifies(key: str, seats: int) -> None:
    env = LearnerEnv(key, seats)
    info = played(env, 5)
    [record] = parse(env.record(), "a record")
    verify(record, GAMES)
    assert record.end.finished
    assert info["standings"].tolist() == [[each.place, each.score] for each in record.end.standings]
    assert (info["reward"] > 0) == (info["standings"][info["seat"]][0] == 1) or info["reward"] == 0


@every_game
def test_the_learner_sits_where_it_was_told_or_in_each_seat_now_and_then(key: str) -> None:
    env = LearnerEnv(key, opponents="random")
    assert {env.reset(seed=1, options={"number": number})[1]["seat"] for number in range(20)} == {0, 1}
    env = LearnerEnv(key, 2, opponents=["easy", None])
    assert env.reset(seed=1)[1]["seat"] == 1
    assert LearnerEnv(key, seat=1).reset(seed=2)[1]["seat"] == 1


@every_game
def test_bots_answer_what_they_would_answer_knowing_what_their_seat_may_know(key: str) -> None:
    """Dealt anew whatever is hidden from them, they play the same."""
    env = LearnerEnv(key, opponents="easy", seat=0)
    env.reset(seed=6)
    learner = env.learner
    for _ in range(5):
        _, _, over, _, _ = env.step(any_choice(env.action_masks(), np.random.default_rng(1)))
        if over:
            break
    asked = learner.table.clone()
    rng = np.random.default_rng(1)
    while not asked.ended and asked.asked[0] == 0:
        asked.choose(0, any_choice(asked.mask(0), rng))
    seat = asked.asked[0]
    known = [knowledge(asked.game, table, seat, 3) for table in (asked.table, asked.imagine(seat, 9).table)]
    answers = [bot_of(key, "easy").answer(each, seat, 4).move for each in known]
    assert answers[0] == answers[1]


@every_game
@pytest.mark.parametrize("level", [*LEVELS[:2], "random"])
def test_the_same_seed_gives_the_same_game_whoever_plays(key: str, level: str) -> None:
    records = []
    for _ in range(2):
        env = LearnerEnv(key, opponents=level)
        played(env, 8)
        records.append(env.record())
    assert records[0] == records[1]


@pytest.mark.thorough
@every_game
@pytest.mark.parametrize("level", LEVELS[2:])
def test_whoever_searches_answers_the_same_each_time(key: str, level: str) -> None:
    records = []
    for _ in range(2):
        env = LearnerEnv(key, opponents=level)
        env.reset(seed=8)
        for _ in range(3):
            env.step(any_choice(env.action_masks(), np.random.default_rng(1)))
        records.append(env.record())
    assert records[0] == records[1]


@every_game
def test_a_number_names_a_game_of_the_seed_and_the_next_one_follows(key: str) -> None:
    env = LearnerEnv(key)
    assert env.reset(seed=4, options={"number": 7})[1]["game"] == (4, 7)
    assert env.reset()[1]["game"] == (4, 8)


@every_game
def test_an_illegal_choice_loses_and_says_why(key: str) -> None:
    env = LearnerEnv(key)
    _, info = env.reset(seed=1)
    _, reward, over, cut, info = env.step(np.int64(np.flatnonzero(info["action_mask"] == 0)[-1]))
    assert (reward, over, cut) == (-1.0, True, False)
    rule, _ = info["refusal"]
    assert rule in PLUGINS[key].digest("en").rules
    with pytest.raises(NoGame, match="The game is over: `reset` begins the next one"):
        env.step(1)


# Copies


def loaded(env: LearnerEnv) -> LearnerEnv:
    other = LearnerEnv(env.learner.table.key)
    other.load(env.save())
    return other


@every_game
@pytest.mark.parametrize(
    "copied",
    [LearnerEnv.clone, copy.deepcopy, loaded, lambda env: pickle.loads(pickle.dumps(env))],  # noqa: S301 - our own
    ids=["clone", "deepcopy", "load", "pickle"],
)
def test_a_copy_goes_on_alike_bots_included(key: str, copied: Any) -> None:
    env = LearnerEnv(key)
    env.reset(seed=3)
    twin = copied(env)
    ways = []
    for each in (env, twin):
        rng = np.random.default_rng(2)
        for _ in range(8):
            if not each.learner.ended:
                each.step(any_choice(each.action_masks(), rng))
        ways.append(each.save())
    assert ways[0] == ways[1]
    assert env.record() == twin.record()


@every_game
def test_an_imagined_one_looks_the_same_to_the_learner(key: str) -> None:
    env = LearnerEnv(key)
    env.reset(seed=3)
    imagined = env.imagine(seed=1)
    assert (imagined._seen() == env._seen()).all()
    assert (imagined.action_masks() == env.action_masks()).all()
    imagined.step(any_choice(imagined.action_masks(), np.random.default_rng(1)))


def test_what_is_no_saved_environment_is_refused() -> None:
    env = LearnerEnv(KEYS[0])
    env.reset(seed=1)
    for saved in (b"", env.learner.table.save()):
        with pytest.raises(NotReadable, match="no saved environment of one learner"):
            env.load(saved)


# Registered


@every_game
def test_it_is_made_by_its_name(key: str) -> None:
    for name in (id_of(key), f"laguna.envs:{id_of(key)}"):
        env = gymnasium.make(name, seats=RULED[key].seats[-1], opponents="random")
        assert isinstance(env.unwrapped, LearnerEnv)
        assert env.unwrapped.learner.table.seats == RULED[key].seats[-1]
    laguna.envs.register()  # again, which changes nothing
    assert gymnasium.spec(id_of(key)).vector_entry_point == "laguna.envs.vector:make"


def test_another_version_or_game_is_told_with_what_there_is() -> None:
    name = title(KEYS[0])
    with pytest.raises(gymnasium.error.NameNotFound, match="Environment `Chess` doesn't exist in namespace laguna"):
        gymnasium.make("laguna/Chess-v1")
    with pytest.raises(gymnasium.error.VersionNotFound, match=r"It provides versioned environments: \[ `v1` ]"):
        gymnasium.make(f"laguna/{name}-v9")


def run(program: str, *words: str) -> str:
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_environments_loads_no_library() -> None:
    loaded = "sorted({'numba', 'numpy', 'gymnasium', 'pettingzoo', 'torch', 'laguna.games'} & {*sys.modules})"
    assert run(f"import sys, laguna.envs; print({loaded})") == "[]"


@pytest.mark.parametrize("order", ["laguna.envs, gymnasium", "gymnasium, laguna.envs"])
def test_they_are_registered_whichever_is_imported_first(order: str) -> None:
    made = f"gymnasium.make('laguna/{title(KEYS[0])}-v{version_of(KEYS[0])}')"
    whole = "type(gymnasium.__loader__).__name__, gymnasium.__spec__.loader is gymnasium.__loader__"
    told = run(
        f"import {order}; print({whole}, len([f for f in __import__('sys').meta_path if 'laguna' in repr(f)])); {made}"
    )
    assert told == "SourceFileLoader True 0"


MISSING = """
import importlib, sys
class NotThere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1:]:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, NotThere())
for door in ("zoo", "gym", "sb3"):
    try:
        importlib.import_module(f"laguna.envs.{door}")
    except ModuleNotFoundError as error:
        print(error)
"""


def test_a_door_whose_library_is_missing_says_what_to_install() -> None:
    def missing(name: str, extra: str) -> str:
        return f'This needs the package {name}, which is not installed: `pip install "laguna[{extra}]"` adds it.'

    assert run(MISSING, "gymnasium").splitlines() == [missing("gymnasium", "envs")] * 3
    told = run(MISSING, "pettingzoo", "stable_baselines3").splitlines()
    assert told == [missing("pettingzoo", "envs"), missing("stable-baselines3", "train")]
