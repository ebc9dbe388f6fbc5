"""Keywords that do not fit: every door says in a sentence what would be right."""

from __future__ import annotations

from typing import Any

import pytest

from envs.encoded import KEYS
from laguna.envs.gym import LearnerEnv
from laguna.envs.table import EnvTable
from laguna.envs.zoo import TogetherEnv, TurnEnv, doors

DOORS = (EnvTable, LearnerEnv, TurnEnv, TogetherEnv)
every_door = pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)


@every_door
@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"seats": 99}, "is for 2 to . players, not 99"),
        ({"seats": "two"}, "players, not 'two'"),
        ({"options": {"sharks": True}}, "has no option “sharks”. It has:"),
        ({"options": {"first": "nobody"}}, "The option “first” is a whole number, or none, not 'nobody'"),
        ({"options": {"first": 9}}, "The option “first” is a seat from 0 to 1, not 9"),
        ({"reward": "glory"}, "`reward` is one of win, place, margin, points, not 'glory'"),
        ({"illegal": "shout"}, "`illegal` is one of forfeit, random, not 'shout'"),
    ],
)
def test_a_keyword_that_does_not_fit_is_explained(door: Any, keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        door(KEYS[0], **keywords)


@every_door
def test_an_unknown_game_is_told_with_those_that_there_are(door: Any) -> None:
    with pytest.raises(KeyError, match=f"There is no game of whole numbers called 'chess'; there are {KEYS[0]}"):
        door("chess")


@pytest.mark.parametrize("door", [TurnEnv, TogetherEnv])
def test_a_mask_is_in_one_of_two_places(door: Any) -> None:
    with pytest.raises(ValueError, match="`mask` is one of observation, info, not 'nowhere'"):
        door(KEYS[0], mask="nowhere")


@pytest.mark.parametrize("door", [LearnerEnv, TurnEnv, TogetherEnv])
def test_a_render_mode_is_one_of_three(door: Any) -> None:
    with pytest.raises(ValueError, match="`render_mode` is one of human, ansi, rgb_array, not 'oil'"):
        door(KEYS[0], render_mode="oil")
    env = door(KEYS[0])
    env.reset(seed=1)
    with pytest.raises(ValueError, match="To render, make the environment with `render_mode`"):
        env.render()


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"opponents": "expert"}, "An opponent is one of random, beginner, easy, good, strong, not 'expert'"),
        ({"seats": 3, "opponents": ["easy", None]}, "Opponents are one name, or 3 of which one is None"),
        ({"seat": 2, "seats": 2}, "The learner's seat is from 0 to 1, or “random”, not 2"),
        ({"opponents": None}, "needs opponents"),
    ],
)
def test_opponents_and_the_learners_seat_have_to_be_there(keywords: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        LearnerEnv(KEYS[0], **keywords)


def test_a_version_that_there_is_not_is_told() -> None:
    with pytest.raises(KeyError, match=f"There is no {KEYS[0]}_v0: this Laguna has version 1 of {KEYS[0]}"):
        doors(f"laguna.envs.{KEYS[0]}_v0")
