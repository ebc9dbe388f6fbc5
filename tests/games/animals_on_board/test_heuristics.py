"""How bots judge Animals on Board at a glance: only lawful actions, only what a seat knows, and good sense."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from numba import njit

from games.animals_on_board.hidden import swap
from games.animals_on_board.test_rules import dealt, discard, numbers, put, split, started, take
from laguna.bots.search.layout import EXPERIENCED, NOVICE, RANDOM
from laguna.bots.search.quick import compete
from laguna.bots.search.searcher import Searcher
from laguna.core.bot import Budget
from laguna.core.compiled import load, record_type, to_record
from laguna.core.game import Move
from laguna.core.generator import WORDS, sow
from laguna.core.heuristics import CERTAIN
from laguna.games import PLUGINS, RULED
from laguna.games.animals_on_board.game import Keep, Pass, Split, Take
from laguna.games.animals_on_board.heuristics import HEURISTICS, AnimalsScratch, ark_worth, tiles_left
from laws.cases import CASES, Case, Table, random_play
from tabletop import Tabletop

GAME = RULED["animals_on_board"]
RULES = HEURISTICS.rules
OWN_CASES = pytest.mark.parametrize("case", [case for case in CASES if case.key == "animals_on_board"], ids=str)
SEATS = pytest.mark.parametrize("seats", list(GAME.seats))


def proposed(s: Any, seat: int) -> dict[int, int]:
    """The proposed actions and their weights."""
    actions, weights = [0] * HEURISTICS.proposals, [0] * HEURISTICS.proposals
    count = HEURISTICS.propose(s, seat, AnimalsScratch(), actions, weights)
    assert 1 <= count <= HEURISTICS.proposals
    assert len(set(actions[:count])) == count, "twice the same"
    return dict(zip(actions[:count], weights[:count], strict=True))


def glance(s: Any, seat: int, number: int, verb: str = "choose") -> int:
    rng = [0] * WORDS
    sow(rng, number, 0, 1)
    action: int = getattr(HEURISTICS, verb)(s, seat, AnimalsScratch(), rng)
    return action


def tables(case: Case) -> list[tuple[int, Table]]:
    """Tables of a random game, and of one that is played sensibly, with a seat that is asked."""
    found = [(seat, table.copy()) for table in random_play(case, 3) for seat in table.numbers]
    table = case.start(4)
    table.state.luck = Luck()
    while table.numbers:
        seat = min(table.numbers)
        found.append((seat, table.copy()))
        action = glance(table.state, seat, len(found))
        GAME.play(table, seat, table.numbers[seat], GAME.decode(table.state, seat, action), Luck())
    return found


class Luck:
    """The same draws in every run."""

    random = Random(9)

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def witness(self, happening: Any) -> Any:
        return happening()


# The verbs by their names, for the compiler
propose, choose, novice = HEURISTICS.propose, HEURISTICS.choose, HEURISTICS.novice
sight, prospect = HEURISTICS.sight, HEURISTICS.prospect


# Laws


@OWN_CASES
def test_only_lawful_actions_are_proposed_and_chosen(case: Case):
    for seat, table in tables(case):
        s = table.state
        for action, weight in proposed(s, seat).items():
            assert RULES.refusal(s, seat, action) == 0
            assert weight >= 1
        for verb in ("choose", "novice"):
            assert RULES.refusal(s, seat, glance(s, seat, table.played, verb)) == 0


@OWN_CASES
def test_nothing_is_judged_by_what_a_seat_cannot_know(case: Case):
    random = Random(6)
    for seat, table in tables(case):
        twin = swap(table.state, seat, random)
        if twin is not None:
            for s in (table.state, twin):
                seen = [proposed(s, seat), HEURISTICS.sight(s, seat)]
                seen += [glance(s, seat, 1, verb) for verb in ("choose", "novice")]
                if s is table.state:
                    before = seen
            assert seen == before


@OWN_CASES
def test_prospects_share_one_certainty(case: Case):
    for _, table in tables(case):
        prospects = [HEURISTICS.prospect(table.state, seat) for seat in range(case.seats)]
        assert min(prospects) >= 0
        assert CERTAIN - case.seats <= sum(prospects) <= CERTAIN


@njit
def seen_compiled(table, seat, scratches, actions, weights, rng, seen):  # type: ignore[no-untyped-def]
    """All that the heuristics say of `table[0]`, as native code."""
    s, scratch = table[0], scratches[0]
    count = propose(s, seat, scratch, actions, weights)
    seen[0] = choose(s, seat, scratch, rng)
    seen[1] = novice(s, seat, scratch, rng)
    seen[2] = sight(s, seat)
    seen[3] = prospect(s, seat)
    return count


@pytest.mark.thorough
@SEATS
def test_plain_and_compiled_heuristics_agree(seats: int):
    load(RULES)  # tells the compiler about all rules
    actions, weights, seen = np.zeros(HEURISTICS.proposals, int), np.zeros(HEURISTICS.proposals, int), np.zeros(4, int)
    for seat, table in tables(Case(PLUGINS["animals_on_board"], seats)):
        s = table.state
        rng = [0] * WORDS
        sow(rng, 3, table.played, 1)
        scratch, native = AnimalsScratch(), list(rng)
        plain = [HEURISTICS.choose(s, seat, scratch, native), HEURISTICS.novice(s, seat, scratch, native)]
        plain += [HEURISTICS.sight(s, seat), HEURISTICS.prospect(s, seat)]
        noted = np.zeros(1, record_type(AnimalsScratch))
        count = seen_compiled(to_record(s), seat, noted, actions, weights, np.array(rng), seen)
        assert dict(zip(actions[:count].tolist(), weights[:count].tolist(), strict=True)) == proposed(s, seat)
        assert seen.tolist() == plain


@SEATS
def test_experience_beats_a_beginner_and_a_beginner_beats_chance(seats: int):
    prepared = GAME.prepared(seats, GAME.options())
    for better, worse in ((EXPERIENCED, NOVICE), (NOVICE, RANDOM)):
        result = compete(HEURISTICS, prepared, [better] + [worse] * (seats - 1), 1000, seed=2)[0]
        assert result.share - result.within > 1 / seats


# Judgement


def worth(tiles: str, left: int = 0) -> int:
    """What an ark is worth in tenths of points, if all other tiles may still be had."""
    own = sum(1 << number for number in numbers(tiles))
    return ark_worth(own, ~own, left)


def best(table: Tabletop) -> Move:
    """The most promising of what is proposed to seat 0."""
    found = proposed(table.state, 0)
    return GAME.decode(table.state, 0, max(found, key=found.__getitem__))


def chosen(table: Tabletop, verb: str = "choose") -> set[type[Move]]:
    """What kinds of moves seat 0 makes at a glance, whatever the toss-ups."""
    return {type(GAME.decode(table.state, 0, glance(table.state, 0, number, verb))) for number in range(20)}


def test_a_herd_counts_fifteen_a_pair_nothing_in_the_end():
    assert worth("fox 1, fox 2, fox 3, panda 4") == 190
    assert worth("fox 4, fox 5, panda 4") == 40


def test_a_pair_is_a_hope_while_the_game_goes_on():
    assert worth("fox 1, fox 2", left=8) > worth("fox 1", left=8) > worth("fox 1, fox 2", left=0)


def test_the_cheapest_stay_ashore():
    own = "camel 1, camel 2, camel 3, camel 4, camel 5, hippo 1, panda 2, rhino 3, tiger 4, turtle 5, fox 2"
    assert worth(own) == 10 * (25 + 2 + 3 + 4 + 5 + 2)


def late(groups: list[str], own: str, theirs: str, **fields: Any) -> Tabletop:
    """A turn near the end of a game of two; seat 1 has a herd of five and a tiger besides what is written."""
    herd = "camel 1, camel 2, camel 3, camel 4, camel 5"
    return put(started(2), groups, {0: own, 1: f"{herd}, tiger 5, {theirs}"}, **fields)


def test_takes_a_herd_that_the_next_could_take_too():
    table = late(["fox 1, fox 2", "zebra 1, zebra 2, ?"], "fox 5, panda 5", "fox 3", crates=(2, 2))
    assert best(table) == take("fox 1, fox 2")
    assert chosen(table) == {Take}


def test_leaves_a_pair_alone():
    table = put(started(2), ["fox 1", "zebra 4", "panda 1, camel 1, ?"], {0: "fox 5, panda 5"}, crates=(1, 0))
    assert best(table) != take("fox 1")
    assert proposed(table.state, 0)[GAME.encode(table.state, 0, take("fox 1"))] < max(proposed(table.state, 0).values())


def test_breaks_up_the_herd_that_the_next_waits_for():
    table = late(["zebra 1, zebra 2", "fox 1, ?"], "panda 4, hippo 4", "zebra 5", crates=(1, 2))
    assert best(table) == split("zebra 2")


def test_does_not_offer_to_the_next_what_suits_them():
    table = late(["zebra 1, zebra 2, fox 1, rhino 1, ?"], "panda 4, hippo 4", "zebra 5", crates=(1, 2))
    weights = proposed(table.state, 0)
    assert weights[GAME.encode(table.state, 0, split("zebra 1, zebra 2"))] < max(weights.values()) // 4


def test_cuts_a_herd_to_a_price_that_only_oneself_can_pay():
    table = put(started(2), ["zebra 1, zebra 2, camel 1, tiger 1, ?"], {0: "zebra 5"}, crates=(2, 1))
    weights = proposed(table.state, 0)
    assert weights[GAME.encode(table.state, 0, split("zebra 1, zebra 2"))] >= max(weights.values()) // 2


def test_ends_the_game_ahead_but_not_behind():
    nine = "camel 1, camel 2, camel 3, camel 4, camel 5, hippo 1, hippo 2, hippo 3, hippo 4"
    ahead = put(started(2), ["panda 3", "zebra 1, zebra 2, ?"], {0: nine, 1: "fox 1, rhino 1"}, crates=(1, 1))
    assert best(ahead) == take("panda 3")
    weak = "camel 1, fox 1, hippo 1, panda 1, rhino 1, tiger 1, turtle 1, zebra 3, zebra 2"
    strong = "camel 3, camel 4, camel 5, hippo 3, hippo 4, hippo 5, fox 5, panda 5"
    behind = put(started(2), ["panda 3", "tiger 2, tiger 3, ?"], {0: weak, 1: strong}, crates=(1, 1))
    assert best(behind) != take("panda 3")


def test_in_the_last_turn_any_split_is_as_good_and_only_one_is_proposed():
    table = put(started(2), ["zebra 1, zebra 2, camel 1, tiger 1, ?"], {0: "panda 5"}, crates=(1, 0), flags=(1,))
    moves = [GAME.decode(table.state, 0, action) for action in proposed(table.state, 0)]
    assert [type(move) for move in moves] == [Pass, Split]
    assert chosen(table) == {Split}


def test_with_five_crates_nobody_gives_one_back_in_the_last_turn():
    table = put(started(2), ["zebra 1, zebra 2", "?"], {0: "zebra 5, fox 1"}, crates=(5, 0), flags=(1,))
    assert chosen(table) == {Take}
    bad = late(["zebra 1, fox 2"], "zebra 5, fox 5", "hippo 5, panda 5", crates=(5, 0), flags=(1,))
    assert chosen(bad) == {Pass}


def test_keeps_the_best_of_the_three():
    table = dealt(2, ("camel 1, fox 5, zebra 3", "panda 1, panda 2, panda 3"))
    assert best(table) == Keep(tile=GAME.decode(table.state, 0, glance(table.state, 0, 1)).tile)
    assert glance(table.state, 0, 1) == max(proposed(table.state, 0), key=proposed(table.state, 0).__getitem__)


def test_of_a_surplus_only_the_best_is_proposed():
    own = "camel 1, camel 2, camel 3, camel 4, camel 5, hippo 1, panda 2, rhino 3, tiger 4, turtle 5"
    table = put(started(2), ["fox 4", "zebra 1, ?"], {0: own}, crates=(1, 1), flags=(1,))
    table.play(0, take("fox 4"))
    assert list(proposed(table.state, 0)) == [GAME.encode(table.state, 0, discard("hippo 1"))]


def test_a_beginner_does_not_see_who_comes_next():
    """Unlike experienced players, they take what adds points now and leave the herd to the next."""
    table = put(
        started(2), ["fox 5, tiger 4", "zebra 1, zebra 2, ?"], {0: "panda 5", 1: "zebra 5"}, crates=(2, 3), active=0
    )
    assert Take in chosen(table, "novice")


def test_the_game_goes_on_as_long_as_the_fullest_ark_wants():
    table = put(started(2), ["?"], {0: "fox 1, fox 2", 1: "panda 1"})
    assert tiles_left(table.state) == 8


def test_thinking_finds_the_herd():
    table = late(["fox 1, fox 2", "zebra 1, zebra 2, ?"], "fox 5, panda 5", "fox 3", crates=(2, 2))
    thought = Searcher(GAME, HEURISTICS).think(table.table, 0, 1, Budget(iterations=200))
    assert thought.considered[0].move == take("fox 1, fox 2")
