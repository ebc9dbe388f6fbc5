"""Our games in OpenSpiel: its own judges pass them, and they are the referee's games, with nothing hidden in sight."""

from __future__ import annotations

import dataclasses
import pickle
import random
import subprocess
import sys
import unittest
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

from laguna.bots.expanding import expand
from laguna.core.encoding import NOTHING_BEGUN, WAIT
from laguna.core.game import BadOption
from laguna.core.luck import SeededLuck
from laguna.envs import spiel
from laguna.envs.open_game import NotReplayable, hides
from laguna.games import PLUGINS, RULED
from laws import shells
from laws.shells.encoding import CHOOSE_KEEP
from laws.shells.rules import FINEST
from tiers import tiered

SHELLS = dataclasses.replace(shells.PLUGIN, encoding="encoding:ENCODING")
"""A small game with secrets."""
spiel.register(SHELLS)
LEARNT = {
    "shells": SHELLS,
    **{key: PLUGINS[key] for key in RULED if PLUGINS[key].load_encoding() is not None},
}
"""Every game that says how it looks to a learner."""
every_game = pytest.mark.parametrize("key", LEARNT)
SEATED = tiered(
    [(key, str(seats)) for key, plugin in LEARNT.items() for seats in plugin.game.seats],
    usual=lambda seated: seated[1] == str(LEARNT[seated[0]].game.seats[0]),
)
"""Every game with every seat count; usually with the fewest."""


def game_of(key: str, **parameters: Any) -> Any:
    return pyspiel.load_game(spiel.name_of(key), parameters)


def chosen(state: Any, rng: random.Random) -> int:
    return rng.choice(state.legal_actions())


def states_of(game: Any, seed: int) -> Iterator[Any]:
    """The states of a random game, each before anything else happens; the last one is over."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        state.apply_action(chosen(state, rng))
    yield state


def played(key: str, seed: int) -> Iterator[tuple[Any, int]]:
    """The states of a random game, each with what is done then."""
    rng, state = random.Random(seed), game_of(key).new_initial_state()
    while not state.is_terminal():
        choice = chosen(state, rng)
        yield state, choice
        state.apply_action(choice)


def midway(key: str, choices: int = 3, seed: int = 2, **parameters: Any) -> Any:
    """A state in which a seat is to choose, after so many choices."""
    rng, state = random.Random(seed), game_of(key, **parameters).new_initial_state()
    while state.is_chance_node() or choices > 0:
        choices -= not state.is_chance_node()
        state.apply_action(chosen(state, rng))
    return state


def seen(state: Any, seat: int) -> tuple[str, str, list[float]]:
    return state.information_state_string(seat), state.observation_string(seat), state.observation_tensor(seat)


def run_apart(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)


# Their own judges


@pytest.mark.parametrize("seated", SEATED, ids="-".join)
@pytest.mark.parametrize("serialize", [False, True], ids=["played", "kept_and_read"])
def test_openspiels_random_games_pass(seated: tuple[str, str], serialize: bool) -> None:
    key, seats = seated
    pyspiel.random_sim_test(game_of(key, players=int(seats)), num_sims=1, serialize=serialize, verbose=False)


@every_game
def test_openspiels_test_of_its_interface_passes(key: str) -> None:
    random.seed(1)  # it draws which states it looks at
    names = {"game": game_of(key), "game_name": spiel.name_of(key)}
    judge = type("Judge", (api_test.EnforceAPIOnPartialTreeBase,), names)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(judge).run(result)
    assert [told for _, told in result.failures + result.errors] == []
    assert result.testsRun >= 5


# The referee's game


class NotedLuck:
    """A table's luck, and what it drew; of one outcome nothing is drawn."""

    def __init__(self, seed: int) -> None:
        self._luck = SeededLuck(seed)
        self.draws: deque[int] = deque()

    def below(self, n: int) -> int:
        draw = self._luck.below(n)
        if n > 1:
            self.draws.append(draw)
        return draw


@every_game
def test_with_the_same_draws_it_is_the_referees_game(key: str) -> None:
    game, encoding = LEARNT[key].game, LEARNT[key].load_encoding()
    assert encoding is not None
    rng, luck, seats = random.Random(3), NotedLuck(3), game.seats[-1]
    table, _ = game.start(seats, game.options(), luck)
    state = game_of(key, players=seats).new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(luck.draws.popleft())
            continue
        seat, begun = state.current_player(), state.position.begun
        if begun == NOTHING_BEGUN:
            assert state.position.table == table.state
            assert seat == min(table.numbers), "the lowest seat of those that are asked is the first"
        choice = chosen(state, rng)
        action = encoding.decide(table.state, seat, begun, choice)
        if action >= 0:
            game.play(table, seat, table.question_number(seat), game.decode(table.state, seat, action), luck)
        state.apply_action(choice)
    assert state.position.table == table.state
    assert not table.numbers
    assert not luck.draws
    winners = [standing.seat for standing in game.standings(table) if standing.place == 1]
    assert [seat for seat, won in enumerate(state.returns()) if won == max(state.returns())] == winners


@every_game
def test_every_draw_is_a_chance_node_whose_outcomes_are_equally_likely(key: str) -> None:
    nodes = 0
    for state in states_of(game_of(key), seed=4):
        if state.is_chance_node():
            nodes += 1
            draws, odds = zip(*state.chance_outcomes(), strict=True)
            assert list(draws) == list(range(len(draws)))
            assert set(odds) == {1 / len(draws)}
            assert 2 <= len(draws) <= state.get_game().max_chance_outcomes()
    assert nodes > 1


@every_game
def test_choices_are_those_of_the_encoding_and_never_to_wait(key: str) -> None:
    encoding = LEARNT[key].load_encoding()
    assert encoding is not None
    for state in states_of(game_of(key), seed=5):
        if state.is_player_node():
            actions = state.legal_actions()
            assert actions == sorted(set(actions))
            assert actions
            assert actions[0] > WAIT
            assert actions[-1] < encoding.choices == state.get_game().num_distinct_actions()
            words = [state.action_to_string(state.current_player(), action) for action in actions]
            assert len(set(words)) == len(words)


@every_game
def test_a_choice_or_a_draw_that_there_is_not_is_refused(key: str) -> None:
    start, state = game_of(key).new_initial_state(), midway(key)
    with pytest.raises(ValueError, match=r"is none of them\.$"):
        start.apply_action(start.legal_actions()[-1] + 1)
    with pytest.raises(ValueError, match=r"has no choice 0; it has \["):
        state.apply_action(WAIT)


@every_game
@pytest.mark.parametrize("reward", ["win", "place"])
def test_returns_are_zero_before_the_end_and_together_zero_then(key: str, reward: str) -> None:
    game = game_of(key, reward=reward)
    for state in states_of(game, seed=6):
        returns = state.returns()
        if not state.is_terminal():
            assert set(returns) == {0.0}
    assert sum(returns) == pytest.approx(game.utility_sum())
    assert game.min_utility() <= min(returns) < max(returns) <= game.max_utility()


# What is seen


@every_game
def test_the_tensor_is_the_expanded_observation_and_zeros_before_the_game_is_laid_out(key: str) -> None:
    encoding = LEARNT[key].load_encoding()
    assert encoding is not None
    game = game_of(key)
    assert game.observation_tensor_shape() == [encoding.expanded_size]
    assert not any(game.new_initial_state().observation_tensor(0))
    state = midway(key)
    for seat in range(game.num_players()):
        out = [0] * encoding.size
        begun = state.position.begun if seat == state.current_player() else NOTHING_BEGUN
        encoding.observe(state.position.table, seat, begun, out)
        assert np.array_equal(np.float32(state.observation_tensor(seat)), expand(encoding, out))


@every_game
def test_a_seat_sees_privately_what_others_do_not_unless_nothing_is_hidden(key: str) -> None:
    game, state = game_of(key), midway(key)
    kinds = pyspiel.PrivateInfoType
    public, private = (
        game.make_py_observer(pyspiel.IIGObservationType(public_info=not own, perfect_recall=False, private_info=which))
        for own, which in [(False, kinds.NONE), (True, kinds.SINGLE_PLAYER)]
    )
    alone = {private.string_from(state, seat) for seat in range(game.num_players())}
    assert len({public.string_from(state, seat) for seat in range(game.num_players())}) == 1
    information = game.get_type().information
    if hides(LEARNT[key].game):
        assert information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
        assert "" not in alone
    else:
        assert information == pyspiel.GameType.Information.PERFECT_INFORMATION
        assert alone == {""}


@every_game
def test_what_all_seats_see_together_cannot_be_looked_at(key: str) -> None:
    everything = pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="nobody may see"):
        game_of(key).make_py_observer(everything)


def decided(state: Any, rng: random.Random) -> Any:
    """The next state in which a seat chooses, or the game is over: any draws."""
    while state.is_chance_node():
        state.apply_action(chosen(state, rng))
    return state


@every_game
def test_what_looks_different_is_remembered_as_different(key: str) -> None:
    """Whatever chance did: where a seat remembers the same, it observes the same and has the same choices."""
    compared = alike = 0
    chances = (state for seed in range(9) for state in states_of(game_of(key), seed) if state.is_chance_node())
    for state in islice(chances, 20):
        found: dict[tuple[int, str], list[Any]] = {}
        for draw in state.legal_actions()[:6]:
            after = decided(state.child(draw), random.Random(8))
            for seat in range(state.num_players()):
                memory = (seat, after.information_state_string(seat))
                looks = [after.observation_string(seat), after.legal_actions(seat), after.is_terminal()]
                compared += 1
                alike += memory in found
                assert found.setdefault(memory, looks) == looks
    assert compared >= 20 * 2 * 2
    assert alike > 0


@every_game
def test_a_seat_forgets_nothing_it_saw_when_it_chose(key: str) -> None:
    """What it remembered at a choice, and the choice, are the beginning of all that it remembers later."""
    remembered: dict[int, str] = {}
    for state, choice in islice(played(key, seed=9), 60):
        for seat, beginning in remembered.items():
            assert state.information_state_string(seat).startswith(beginning)
        if state.is_player_node():
            seat = state.current_player()
            remembered[seat] = f"{state.information_state_string(seat)}\nchoice {choice}"
    assert len(remembered) > 1


@every_game
def test_of_other_seats_choices_none_is_remembered_but_for_what_showed(key: str) -> None:
    chosen_by_seat = [0] * game_of(key).num_players()
    for state, _ in islice(played(key, seed=10), 60):
        for seat, choices in enumerate(chosen_by_seat):
            lines = state.information_state_string(seat).splitlines()
            assert sum(line.startswith("choice ") for line in lines) == choices
        if state.is_player_node():
            chosen_by_seat[state.current_player()] += 1


def test_a_secret_is_remembered_by_its_seat_alone() -> None:
    dealt = game_of("shells", first=0).new_initial_state()
    dealt.apply_action(3)
    twins = [dealt.child(other) for other in (1, 5)]
    assert '{"event":"shell_dealt","seat":0,"shell":4}' in twins[0].information_state_string(0)
    assert '{"event":"shell_dealt","seat":0,"shell":null}' in twins[0].information_state_string(1)
    assert len({twin.information_state_string(0) for twin in twins}) == 1
    assert len({twin.information_state_string(1) for twin in twins}) == 2


# Copies


@every_game
def test_a_clone_goes_its_own_way(key: str) -> None:
    state = midway(key)
    before, twin = (str(state), seen(state, 0)), state.clone()
    assert (str(twin), seen(twin, 0)) == before
    twin.apply_action(twin.legal_actions()[-1])
    decided(twin, random.Random(1))
    assert (str(state), seen(state, 0)) == before
    assert state.history() == twin.history()[: len(state.history())]


@every_game
def test_a_state_that_was_kept_is_read_by_playing_its_history(key: str) -> None:
    state = midway(key, choices=9, players=LEARNT[key].game.seats[-1])
    game, kept = state.get_game(), state.serialize()
    for read in (
        game.deserialize_state(kept),
        pickle.loads(pickle.dumps(state)),  # noqa: S301
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
    ):
        assert str(read) == str(state)
        assert read.position.table == state.position.table
        assert seen(read, 1) == seen(state, 1)
    assert len(kept) < 20 * len(state.history()) + 200, "nothing but the history is kept"


@every_game
def test_a_resampled_state_looks_the_same_to_its_seat_with_all_that_is_hidden_dealt_anew(key: str) -> None:
    state = midway(key, players=LEARNT[key].game.seats[-1])
    seat, rng = state.current_player(), np.random.RandomState(1)
    twins = [state.resample_from_infostate(seat, rng.random_sample) for _ in range(8)]
    for twin in twins:
        assert twin.current_player() == seat
        assert twin.legal_actions() == state.legal_actions()
        assert seen(twin, seat) == seen(state, seat)
    assert any(twin.position.table != state.position.table for twin in twins) == hides(LEARNT[key].game)


def test_of_what_one_seat_imagined_the_others_remember_only_what_they_see_there() -> None:
    state = midway("shells", choices=4, players=3)
    seat = state.current_player()
    twin = state.resample_from_infostate(seat, np.random.RandomState(1).random_sample)
    for other in {0, 1, 2} - {seat}:
        assert twin.information_state_string(other).startswith(f"seat {other}\nsees ")
        assert "event" not in twin.information_state_string(other)
    twin.apply_action(twin.legal_actions()[0])
    assert twin.information_state_string(seat).startswith(state.information_state_string(seat))


@every_game
def test_a_resampled_state_cannot_be_kept(key: str) -> None:
    state = midway(key)
    twin = state.resample_from_infostate(state.current_player(), np.random.RandomState(1).random_sample)
    with pytest.raises(NotReplayable, match="no history leads to this position"):
        twin.serialize()


# Their algorithms


def plays_on(bot: Any, state: Any) -> int:
    """The choice of a bot, and that it may be made."""
    choice: int = bot.step(state)
    assert choice in state.legal_actions()
    return choice


@every_game
def test_their_python_mcts_chooses(key: str) -> None:
    state, rng = midway(key), np.random.RandomState(1)
    first_choices = mcts.RandomRolloutEvaluator(1, rng)
    plays_on(mcts.MCTSBot(state.get_game(), 2.0, 4, first_choices, random_state=rng, solve=False), state)


@pytest.mark.parametrize("key", [key for key in LEARNT if hides(LEARNT[key].game)])
def test_their_information_set_mcts_chooses_from_what_its_seat_may_know(key: str) -> None:
    state, rng = midway(key), np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    plays_on(ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 6, random_state=rng), state)


def test_their_regret_minimisation_learns_to_keep_a_fine_shell_and_to_swap_a_poor_one() -> None:
    """Of a small game only: in a long one the odds of a whole game are too small for their numbers."""
    np.random.seed(1)
    game = game_of("shells", first=0)
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(100):
        solver.iteration()
    kept = []
    for shell in (FINEST, 1):
        state = game.new_initial_state()
        for action in (shell - 1, 2, *[CHOOSE_KEEP] * 4):
            state.apply_action(action)
        kept.append(solver.average_policy().action_probabilities(state)[CHOOSE_KEEP])
    fine, poor = kept
    assert fine > 0.6
    assert poor < 0.4


@every_game
def test_their_environment_for_learners_steps(key: str) -> None:
    environment = rl_environment.Environment(game_of(key))
    environment.seed(1)
    step = environment.reset()
    for _ in range(5):
        seat = step.observations["current_player"]
        assert len(step.observations["info_state"][seat]) == environment.observation_spec()["info_state"][0]
        step = environment.step([step.observations["legal_actions"][seat][0]])


# Games by their names


@pytest.mark.parametrize("key", sorted(set(LEARNT) - {"shells"}))
def test_every_game_with_an_encoding_is_registered_with_its_seats(key: str) -> None:
    game = game_of(key)
    about = game.get_type()
    assert (about.min_num_players, about.max_num_players) == (RULED[key].seats[0], RULED[key].seats[-1])
    assert game.num_players() == RULED[key].seats[0]
    assert all(game_of(key, players=seats).num_players() == seats for seats in RULED[key].seats)


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("laguna_mahe(players=3,advanced=true,first=2,colours=red+blue+yellow+green+pink+grey)")
    assert game.tree.options == RULED["mahe"].read_options(
        {"advanced": True, "first": 2, "colours": ["red", "blue", "yellow", "green", "pink", "grey"]}
    )
    assert game.tree.players == 3
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize(
    ("parameters", "error", "sentence"),
    [
        ({"players": 9}, BadOption, "mahe is for 2 to 7 players, not 9"),
        ({"players": 3, "first": 3}, BadOption, "The option “first” is a seat from 0 to 2, not 3"),
        ({"colours": "red+pink"}, BadOption, "pink"),
        ({"reward": "points"}, ValueError, "`reward` is one of win, place, not 'points'"),
        ({"sharks": 1}, pyspiel.SpielError, "sharks"),
    ],
)
def test_what_cannot_be_chosen_is_said_in_a_sentence(
    parameters: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        game_of("mahe", **parameters)


# Processes


def test_importing_it_registers_without_numba_and_the_process_ends_in_peace() -> None:
    program = """
import sys, pyspiel, laguna.envs.spiel
state = pyspiel.load_game("laguna_mahe").new_initial_state()
state.apply_action(0)
print("numba" in sys.modules, state.observation_string(0) == "")
"""
    done = run_apart(program)
    assert (done.returncode, done.stdout, done.stderr) == (0, "False True\n", "")


def test_without_openspiel_a_sentence_says_what_to_install() -> None:
    done = run_apart("import sys; sys.modules['pyspiel'] = None; import laguna.envs.spiel")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(
        "ModuleNotFoundError: This needs the package open-spiel, which is not"
    )
