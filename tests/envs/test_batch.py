"""`Batch`: thousands of tables in one call. That it plays as single tables do, a law says (tests/laws)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from laguna.core.encoding import WAIT
from laguna.core.game import BadOption
from laguna.core.luck import SeededLuck
from laguna.core.record import parse, verify
from laguna.envs.batch import Batch
from laguna.games import GAMES, PLUGINS
from laguna.simulation import simulate_compiled

ENCODED = [key for key, plugin in PLUGINS.items() if plugin.encoding is not None]
every_game = pytest.mark.parametrize("key", ENCODED)


def sampled(batch: Batch, steps: int, seed: int = 1) -> Batch:
    """A batch after so many random choices at each table."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step(batch.sample(rng))
    return batch


def until_all_ended(batch: Batch, seed: int = 1) -> np.ndarray[Any, Any]:
    """Play until every table has ended a game: the rewards of each table's first one."""
    rng = np.random.default_rng(seed)
    rewards = np.full(batch.reward.shape, np.nan)
    while np.isnan(rewards).any():
        batch.step(batch.sample(rng))
        first = batch.ended & np.isnan(rewards[:, 0])
        rewards[first] = batch.reward[first]
    return rewards


# What is shown


@every_game
def test_the_arrays_are_the_same_step_after_step_and_begin_where_vectors_like_it(key: str):
    batch = Batch(key, 4)
    places = [array.ctypes.data for array in (batch.observation, batch.mask, batch.reward, batch.ended)]
    sampled(batch, 20)
    assert [array.ctypes.data for array in (batch.observation, batch.mask, batch.reward, batch.ended)] == places
    assert all(place % 64 == 0 for place in places)


def test_what_is_shown_cannot_be_written():
    batch = Batch("mahe", 2)
    for array in (batch.observation, batch.mask, batch.reward, batch.ended, batch.seat, batch.number, batch.begun):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@every_game
def test_nobody_is_ever_without_a_choice(key: str):
    batch = Batch(key, 8)
    rng = np.random.default_rng(3)
    for _ in range(200):
        batch.step(batch.sample(rng))
        assert batch.mask.any(1).all()


@every_game
def test_a_seat_that_looks_sees_what_it_is_shown_when_it_is_to_choose(key: str):
    batch = sampled(Batch(key, 16, seed=3), 40)
    assert (batch.observe(batch.seat) == batch.observation).all()


# Games


@every_game
def test_table_i_of_n_plays_the_games_i_and_i_plus_n_and_so_on(key: str):
    batch = Batch(key, 3, seed=9, log=4000)
    assert batch.number.tolist() == [0, 1, 2]
    until_all_ended(batch)
    assert all(number % 3 == row and number >= 3 for row, number in enumerate(batch.number))


@every_game
def test_the_same_seed_and_choices_give_the_same_games(key: str):
    one, other = (sampled(Batch(key, 5, seed=4), 60) for _ in range(2))
    assert (one.observation == other.observation).all()
    other.reset(5)
    sampled(other, 60)
    assert (one.observation != other.observation).any()


@every_game
def test_every_game_has_a_record_that_verifies(key: str):
    batch = Batch(key, 2, seed=6, log=4000)
    until_all_ended(batch)
    for row in range(2):
        for ended in (True, False):
            [record] = parse(batch.record(row, ended=ended), "a record")
            verify(record, GAMES)
            assert record.end is not None
            assert record.end.finished is ended


def test_a_record_that_was_not_kept_is_refused_in_a_sentence():
    batch = Batch("mahe", 2, log=3)
    with pytest.raises(ValueError, match="no game has ended yet"):
        batch.record(0, ended=True)
    sampled(batch, 10)
    with pytest.raises(ValueError, match="give the batch a longer `log`"):
        batch.record(0)
    with pytest.raises(ValueError, match="numbered from 0 to 1"):
        batch.record(2)


# Rewards


@pytest.mark.parametrize("seats", [2, 4])
@every_game
def test_rewards_of_a_win_add_up_to_nothing_and_a_lone_winner_gets_one(key: str, seats: int):
    rewards = until_all_ended(Batch(key, 20, seats))
    assert np.allclose(rewards.sum(1), 0, atol=1e-6)
    assert rewards.max() == 1
    assert np.isclose(rewards.min(), -1 / (seats - 1))


def test_rewards_of_places_go_from_one_to_minus_one():
    rewards = until_all_ended(Batch("mahe", 20, 5, reward="place"))
    assert rewards.max() == 1
    assert rewards.min() == -1
    assert np.allclose(rewards.sum(1), 0, atol=1e-6)


@every_game
def test_points_are_rewarded_as_they_come(key: str):
    batch = Batch(key, 1, seed=2, reward="points", log=4000)
    rng = np.random.default_rng(1)
    table, _ = batch.game.start(batch.seats, batch.options, SeededLuck(2))
    total = np.array([batch.game.rules.score(table.state, seat) for seat in range(batch.seats)], float)
    while not batch.ended[0]:
        batch.step(batch.sample(rng))
        total += batch.reward[0]
    [record] = parse(batch.record(0, ended=True), "a record")
    assert record.end is not None
    assert total.tolist() == [standing.score for standing in record.end.standings]


# Illegal choices


@pytest.mark.parametrize("choice", [-1, WAIT, 10**6, 2**62, -(2**63)])
def test_an_illegal_choice_loses_the_game(choice: int):
    batch = Batch("mahe", 3, 3)
    seats = batch.seat.copy()
    batch.step([choice] * 3)
    assert batch.ended.all()
    assert batch.forfeited.all()
    assert batch.reward[np.arange(3), seats].tolist() == [-1] * 3
    assert batch.number.tolist() == [3, 4, 5]
    sampled(batch, 5)
    assert not batch.forfeited.any()


def test_an_illegal_choice_is_any_legal_one_if_so_wanted():
    batch = Batch("mahe", 8, 3, illegal="random")
    for _ in range(600):
        batch.step([-1] * 8)
    assert batch.number.min() >= 8
    assert not batch.forfeited.any()


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ([0.5, 1.5], "a choice is a whole number"),
        (["a", "b"], "a choice is a whole number"),
        ([1], "a choice for each"),
        ([[1, 2]], "a choice for each"),
        (3, "a choice for each"),
    ],
)
def test_choices_of_another_kind_or_shape_change_nothing(choices: Any, said: str):
    batch = Batch("mahe", 2)
    before = batch.observation.copy()
    with pytest.raises((TypeError, ValueError), match=f"(?i){said}"):
        batch.step(choices)
    assert (batch.observation == before).all()


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        ({"tables": 0}, "one table or more"),
        ({"seats": 9}, "2 to 7 players"),
        ({"seed": "x"}, "A seed is a whole number"),
        ({"seed": -1}, "A seed is a whole number"),
        ({"reward": "glory"}, "`reward` is one of win, place, margin, points"),
        ({"illegal": "cry"}, "`illegal` is one of forfeit, random"),
        ({"opponents": "grandmaster"}, "grandmaster"),
        ({"opponents": ["easy", "easy"]}, "None"),
        ({"options": {"advances": True}}, "advances"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(wanted: dict[str, Any], said: str):
    with pytest.raises((ValueError, BadOption), match=said):
        Batch("mahe", **{"tables": 2, **wanted})


# Opponents


@pytest.mark.parametrize("level", ["random", "beginner", "easy", "good"])
@every_game
def test_with_opponents_only_the_learner_is_asked(key: str, level: str):
    if level == "good" and key == "animals_on_board":
        level = "easy"  # there good players search
    batch = Batch(key, 16, opponents=level)
    rng = np.random.default_rng(1)
    for _ in range(100):
        assert (batch.seat == batch.learner).all()
        batch.step(batch.sample(rng))
    assert len(set(batch.learner.tolist())) > 1


def test_the_learner_sits_where_it_is_wanted():
    assert set(Batch("mahe", 4, 3, opponents="easy", seat=2).learner.tolist()) == {2}
    assert set(Batch("mahe", 4, 3, opponents=["easy", None, "good"]).learner.tolist()) == {1}


def test_opponents_who_search_play_the_same_every_time():
    def played() -> str:
        batch = Batch("mahe", 2, opponents="strong", seed=3, log=500)
        return sampled(batch, 4).record(1)

    assert played() == played()


def test_games_with_opponents_have_records_too():
    batch = Batch("mahe", 2, 7, opponents="easy", seed=3, log=2000)
    until_all_ended(batch)
    [record] = parse(batch.record(1, ended=True), "a record")
    verify(record, GAMES)


# Copies


@every_game
def test_an_imagined_batch_looks_the_same_to_its_seats_and_has_another_luck(key: str):
    batch = sampled(Batch(key, 32, seed=8), 12)
    twin = batch.imagine(batch.seat, seed=1)
    assert (twin.observation == batch.observation).all()
    assert (twin.mask == batch.mask).all()
    choices = batch.sample(np.random.default_rng(5))
    for each in (batch, twin):
        each.step(choices)
        sampled(each, 20)
    assert (twin.observation != batch.observation).any()


def test_an_imagined_batch_leaves_the_first_one_as_it_was():
    batch = sampled(Batch("mahe", 4, seed=8), 12)
    before = batch.tables.copy()
    sampled(batch.imagine(0, seed=1), 50)
    assert (batch.tables == before).all()


def test_a_copied_table_goes_on_as_the_one_it_is_a_copy_of():
    batch = sampled(Batch("mahe", 4, seed=8), 12)
    batch.fork([0], [3])
    rng = np.random.default_rng(2)
    for _ in range(50):
        choices = batch.sample(rng)
        choices[3] = choices[0]
        batch.step(choices)
        assert (batch.observation[3] == batch.observation[0]).all()


def test_a_clone_goes_its_own_way():
    batch = sampled(Batch("mahe", 4, seed=8), 12)
    twin = batch.clone()
    sampled(twin, 30)
    assert (twin.observation != batch.observation).any()
    sampled(batch, 30)
    assert (twin.observation == batch.observation).all()


def test_random_play_of_a_batch_wins_as_often_as_that_of_a_simulation():
    """Their games are the same, their choices are not: half of the games each, within four standard errors."""
    batch = Batch("mahe", 256, seed=11)
    won = until_all_ended(batch)[:, 0] == 1
    mahe = PLUGINS["mahe"].game
    simulated = simulate_compiled(mahe, 2, mahe.options(), 11, 4096, lambda _: None)  # type: ignore[arg-type]
    assert abs(won.mean() - simulated.wins[0] / 4096) < 4 * np.sqrt(0.25 / 256)
