"""No bot peeks: what is hidden from a seat changes neither its bot's move nor the values it sees."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from laguna.bots.heuristics import heuristics_of
from laguna.bots.levels import adviser_of, bot_of
from laguna.core.bot import LEVELS, Answer, Budget, Thought, knowledge
from laguna.core.generator import WORDS, sow
from laguna.core.luck import SeededLuck
from laguna.games import GAMES, RULED
from laws.cases import CASES, Case, Table, every_case, hidden, sampled, usual

FEW = Budget(iterations=40)


def swapped_tables(case: Case, seed: int, every: int) -> list[tuple[int, Table, Table]]:
    """Asked seats, each with a table and another that differs in what the seat cannot know."""
    found = []
    random = Random(seed)
    for table in sampled(case, seed, every):
        for seat in table.numbers:
            state = hidden(case.key).swap(table.state, seat, random)
            if state is not None:
                twin = table.copy()
                twin.state = state
                found.append((seat, table, twin))
    return found


def told(answer: Answer) -> object:
    return answer.move, considered(answer.thought)


def considered(thought: Thought | None) -> object:
    return thought and thought.considered


def in_every_run(pair: tuple[Case, str]) -> bool:
    """The strong bot in every usual way to play, each other level in the first way to play a game.

    The search without heuristics is the strong bot's own, and its kernels take long to compile.
    """
    case, level = pair
    first = next(other for other in CASES if other.key == case.key)
    return (case == first and level != "search") or (level == "strong" and usual(case))


@pytest.mark.parametrize(
    ("case", "level"),
    [
        pytest.param(*pair, id="-".join(map(str, pair)), marks=[] if in_every_run(pair) else pytest.mark.thorough)
        for pair in product(CASES, [*LEVELS, "random", "search"])
    ],
)
def test_swapping_what_is_hidden_changes_neither_move_nor_values(case: Case, level: str):
    bot = bot_of(case.key, level)
    for number, (seat, table, twin) in enumerate(swapped_tables(case, 40, 25)):
        answers = [
            told(bot.answer(knowledge(case.game, each, seat, number), seat, number, FEW)) for each in (table, twin)
        ]
        assert answers[0] == answers[1]


@every_case
def test_advice_does_not_change_with_what_is_hidden(case: Case):
    adviser = adviser_of(case.key)
    for number, (seat, table, twin) in enumerate(swapped_tables(case, 41, 40)):
        thoughts = [
            considered(adviser.think(knowledge(case.game, each, seat, number), seat, number, FEW))
            for each in (table, twin)
        ]
        assert thoughts[0] == thoughts[1]


def glances(case: Case, table: Table, seat: int) -> tuple[list[int], list[int], list[int], int]:
    """What the heuristics say of a seat's question."""
    heuristics = heuristics_of(case.key)
    actions, weights = [0] * heuristics.proposals, [0] * heuristics.proposals
    scratch = heuristics.scratch()
    count = heuristics.propose(table.state, seat, scratch, actions, weights)
    chosen = []
    for glance in (heuristics.choose, heuristics.novice):
        rng = [0] * WORDS
        sow(rng, 7, table.played, 1)
        chosen.append(glance(table.state, seat, scratch, rng))
    return actions[:count], weights[:count], chosen, heuristics.sight(table.state, seat)


@every_case
def test_heuristics_see_the_same_in_everything_a_seat_may_imagine(case: Case):
    """Else a bot would act on a guess as if it were knowledge."""
    for number, table in enumerate(sampled(case, seed=42, every=12)):
        for seat in table.numbers:
            seen = glances(case, table, seat)
            for luck in range(3):
                imagined = case.game.imagine(table, seat, SeededLuck(number, luck))
                assert glances(case, imagined, seat) == seen


@every_case
def test_heuristics_propose_only_what_the_rules_allow_and_nothing_twice(case: Case):
    refusal = case.game.rules.refusal
    for table in sampled(case, seed=43, every=9):
        for seat in table.numbers:
            actions, weights, chosen, _ = glances(case, table, seat)
            assert 1 <= len(actions) == len(set(actions))
            assert min(weights) >= 1
            assert not any(refusal(table.state, seat, action) for action in [*actions, *chosen])


@every_case
def test_what_a_bot_believes_looks_the_same_to_its_seat(case: Case):
    believe = heuristics_of(case.key).believe
    for number, table in enumerate(sampled(case, seed=44, every=15)):
        for seat in table.numbers:
            twin = table.copy()
            twin.state.luck = SeededLuck(number)
            believe(twin.state, seat)
            assert case.game.view(twin, seat) == case.game.view(table, seat)
            assert case.game.rules.broken(twin.state) == 0


def test_there_is_something_to_hide_in_every_game_but_mahe():
    """Else the tests above would prove nothing."""
    for key in set(RULED) - {"mahe"}:
        cases = [case for case in CASES if case.key == key]
        assert any(swapped_tables(case, 40, 25) for case in cases)


@pytest.mark.parametrize("level", LEVELS)
def test_in_ship_ahoy_all_lies_open_and_a_captain_answers_by_what_it_sees(level: str):
    """S33: nothing is hidden, so there is nothing to imagine. Another luck to come changes neither move nor values."""
    game = GAMES["ship_ahoy"]
    table, _ = game.start(2, game.options(first=0), SeededLuck(1))
    answers = []
    for luck in range(2):
        known = game.imagine(table, 0, SeededLuck(luck))
        assert game.view(known, 0) == game.view(table, 0)
        answers.append(told(bot_of("ship_ahoy", level).answer(known, 0, 5, Budget(iterations=2))))
    assert answers[0] == answers[1]
