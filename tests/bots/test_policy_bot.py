"""Who plays a policy: always the same by the same seed, legally, and by nothing that is hidden from the seat."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from bots.small_policies import ENCODINGS, random_layers, written
from laguna.bots.levels import bot_of, needs_kernels, plays_at_a_glance, repeatable_budget
from laguna.bots.policy import write_policy
from laguna.bots.pool import BotFailed, BotPool, BotRequest
from laguna.core.bot import Bot, knowledge
from laguna.core.game import NotAsked
from laguna.core.luck import SeededLuck
from laguna.games import GAMES
from laws.cases import CASES, Case, hidden, sampled
from tiers import tiered

MOVES = 60
"""How many moves of a game are played."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "best.npz"


def fewest_seats(case: Case) -> bool:
    return case.seats == case.game.seats[0] and case.options == case.game.options()


def answers(bot: Bot, key: str, table: Any, seat: int, seeds: range) -> list[object]:
    return [bot.answer(knowledge(GAMES[key], table, seat, 1), seat, seed).move for seed in seeds]


def first_table(key: str, seats: int = 2) -> tuple[Any, int]:
    game = GAMES[key]
    table, _ = game.start(seats, game.options(), SeededLuck(4))
    return table, game.asks(table)[0].seat


every_encoded_case = pytest.mark.parametrize(
    "case", tiered([case for case in CASES if case.key in ENCODINGS], fewest_seats), ids=str
)


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@every_encoded_case
def test_games_are_played_legally_and_alike_by_the_same_seeds(path: Path, case: Case, temperature: float) -> None:
    game = case.game
    bot, other = (bot_of(case.key, f"policy:{written(path, case.key, temperature=temperature)}") for _ in range(2))
    luck = SeededLuck(9)
    table, _ = game.start(case.seats, case.options, luck)
    while (asks := game.asks(table)) and table.played < MOVES:  # who always likes the same best may never end
        seat, number = asks[0].seat, asks[0].number
        known = knowledge(game, table, seat, table.played)
        move = bot.answer(known, seat, table.played).move
        assert move == other.answer(known, seat, table.played).move
        game.play(table, seat, number, move, luck)
    assert table.played > case.seats


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@every_encoded_case
def test_tables_that_look_alike_to_the_seat_get_the_same_answer(path: Path, case: Case, temperature: float) -> None:
    bot = bot_of(case.key, f"policy:{written(path, case.key, temperature=temperature)}")
    random = Random(3)
    for table in sampled(case, seed=8, every=9):
        for seat in table.numbers:
            here = answers(bot, case.key, table, seat, range(2))
            state = hidden(case.key).swap(table.state, seat, random)
            twin = table.copy()
            twin.state = table.state if state is None else state
            assert answers(bot, case.key, twin, seat, range(2)) == here
            assert here == [bot.answer(twin, seat, seed).move for seed in range(2)]


def test_it_makes_the_legal_choice_that_it_likes_best_or_draws_one_at_its_temperature(path: Path) -> None:
    """A network without weights likes every choice by its bias alone: Mahé's first question is stop or roll."""
    encoding = ENCODINGS["mahe"]
    biases = np.linspace(9, 0, encoding.choices)  # what may not be chosen (to wait) it would like best
    layers = [(np.zeros((encoding.expanded_size, encoding.choices)), biases)]
    table, seat = first_table("mahe")
    known = knowledge(GAMES["mahe"], table, seat, 1)
    while len(GAMES["mahe"].asks(known)[0].moves) < 2:
        GAMES["mahe"].play(known, *_rolled(known), SeededLuck(2))
        seat = GAMES["mahe"].asks(known)[0].seat
    found = {}
    for temperature in (0.0, 0.01, 1.0, 100.0):
        write_policy(path, "mahe", layers, seats=[2], temperature=temperature)
        found[temperature] = Counter(
            map(repr, answers(bot_of("mahe", f"policy:{path}"), "mahe", known, seat, range(200)))
        )
    assert len(found[0.0]) == len(found[0.01]) == 1
    assert found[0.0] == found[0.01]
    (best,) = found[0.0]
    assert 110 < found[1.0][best] < 170  # 1 / (1 + exp(-0.9)): 71 %
    assert 70 < found[100.0][best] < 130


def _rolled(table: Any) -> tuple[int, int, Any]:
    ask = GAMES["mahe"].asks(table)[0]
    return ask.seat, ask.number, ask.moves[-1]


def test_weights_that_come_to_infinity_still_give_a_legal_move(path: Path) -> None:
    layers = [(weights * 1e30, biases) for weights, biases in random_layers("mahe")]
    layers = [layers[0], (np.full((8, 8), 1e30), np.zeros(8)), (np.full((8, 8), -1e30), np.zeros(8)), layers[1]]
    table, seat = first_table("mahe")
    for temperature in (0.0, 1.0):
        write_policy(path, "mahe", layers, seats=[2], temperature=temperature)
        for move in answers(bot_of("mahe", f"policy:{path}"), "mahe", table, seat, range(5)):
            assert GAMES["mahe"].refusal(table, seat, table.numbers[seat], move) is None


def test_who_is_not_asked_gets_no_answer(path: Path) -> None:
    table, seat = first_table("mahe")
    with pytest.raises(NotAsked):
        bot_of("mahe", f"policy:{written(path)}").answer(table, 1 - seat, 0)


def test_it_loads_no_kernels_and_never_thinks_by_the_clock(path: Path) -> None:
    bot = f"policy:{path}"
    assert not needs_kernels("mahe", bot)
    assert plays_at_a_glance("mahe", bot)
    assert not plays_at_a_glance("mahe", "policy:best.onnx")
    assert repeatable_budget("mahe", bot) is None


def test_a_pool_has_its_worker_play_it_or_tells_in_a_sentence_why_not(path: Path) -> None:
    table, seat = first_table("mahe")
    known = knowledge(GAMES["mahe"], table, seat, 1)
    with BotPool(1) as pool:
        question = BotRequest("a", "mahe", known, seat, f"policy:{written(path)}", 3)
        assert pool.ask(question).move == bot_of("mahe", f"policy:{path}").answer(known, seat, 3).move
        path.write_bytes(b"nonsense")
        with pytest.raises(BotFailed, match=r"no \.npz file"):
            pool.ask(BotRequest("b", "mahe", known, seat, f"policy:{path}", 3))
