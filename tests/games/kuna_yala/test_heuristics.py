"""How Kuna Yala is played at a glance: laws of the heuristics, and judgement in arranged positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from games.kuna_yala.positions import (
    BLUE,
    FF,
    GRASS,
    PEBBLE,
    PURPLE,
    RED,
    RIPPLE,
    STAR,
    YELLOW,
    C,
    F,
    S,
    at,
    kuna,
    leave,
    put,
    show,
)
from laguna.bots.search.layout import ANY, EXPERIENCED, NOVICE, RANDOM
from laguna.bots.search.quick import compete
from laguna.bots.search.searcher import Search, SearchTask, load
from laguna.core.generator import BOTS, PLAYERS, TABLE, WORDS, sow
from laguna.core.heuristics import CERTAIN
from laguna.core.luck import SeededLuck
from laguna.games import RULED
from laguna.games.kuna_yala import components, rules, scoring
from laguna.games.kuna_yala.components import PLACES, SEA, KunaYala
from laguna.games.kuna_yala.heuristics import (
    HEURISTICS,
    PER_MILLE,
    KunaYalaScratch,
    believe,
    chance,
    choose,
    deal_chances,
    novice,
    propose,
    prospect,
    sight,
)
from tabletop import Tabletop

GAME = RULED["kuna_yala"]
SEATS = pytest.mark.parametrize("seats", GAME.seats)
GLANCES = pytest.mark.parametrize("glance", [choose, novice])


def new_rng(seed: int) -> list[int]:
    rng = [0] * WORDS
    sow(rng, seed, 0, PLAYERS)
    return rng


def proposals(s: KunaYala, seat: int) -> dict[int, int]:
    """The proposed actions and their weights."""
    actions, weights = [0] * HEURISTICS.proposals, [0] * HEURISTICS.proposals
    count = propose(s, seat, KunaYalaScratch(), actions, weights)
    found = dict(zip(actions[:count], weights[:count], strict=True))
    assert len(found) == count, "an action twice"
    return found


def chosen(table: Tabletop, seat: int = 0, seed: int = 1) -> int:
    return choose(table.state, seat, KunaYalaScratch(), new_rng(seed))


def chosen_often(table: Tabletop, seat: int = 0) -> set[int]:
    """What an experienced player does, however the toss-ups fall."""
    return {chosen(table, seat, seed) for seed in range(12)}


def card(table: Tabletop, action: int) -> int:
    return int(table.state.visible[action // PLACES])


def play(seats: int, luck: SeededLuck, rng: list[int]) -> Iterator[KunaYala]:
    """A game between experienced players: the table before every move, and in the end."""
    table, _ = GAME.start(seats, GAME.options(), luck)
    s = table.state
    s.luck = luck
    while rules.asked(s):
        yield s
        rules.apply(s, s.active, choose(s, s.active, KunaYalaScratch(), rng))
    yield s


def quick_game(seats: int, seed: int) -> list[KunaYala]:
    """The positions of a game, but its end."""
    return [s.copy() for s in play(seats, SeededLuck(seed), new_rng(seed))][:-1]


def scores(seats: int, luck: SeededLuck, rng: list[int]) -> list[int]:
    """The points at the end of a game."""
    *_, end = play(seats, luck, rng)
    return [scoring.score(end, seat) for seat in range(seats)]


@pytest.fixture(scope="module")
def positions() -> list[KunaYala]:
    """Every seventh position of a game of each seat count."""
    return [s for seats in GAME.seats for s in quick_game(seats, seats)[::7]]


# Laws


def test_only_legal_actions_are_proposed_each_once_and_weighed(positions: list[KunaYala]):
    for s in positions:
        found = proposals(s, s.active)
        assert 1 <= len(found) <= HEURISTICS.proposals
        assert all(rules.refusal(s, s.active, action) == 0 for action in found)
        assert min(found.values()) >= 1


@GLANCES
def test_only_legal_actions_are_chosen(positions: list[KunaYala], glance: Any):
    for s in positions:
        for seed in range(3):
            assert rules.refusal(s, s.active, glance(s, s.active, KunaYalaScratch(), new_rng(seed))) == 0


def test_the_last_card_may_go_anywhere():
    table = kuna(2, (F(RED, RIPPLE), F(YELLOW, PEBBLE), F(BLUE, GRASS), C))
    leave(table, [0, 0, 0, 0])
    table.arrange(asking=components.LAY_LAST)
    shoals = {action % PLACES // SEA for action in proposals(table.state, 0)}
    assert shoals == {0, 1}
    assert all(rules.refusal(table.state, 0, action) == 0 for action in proposals(table.state, 0))
    assert card(table, chosen(table)) == F(RED, RIPPLE)


def test_what_is_hidden_changes_no_glance(positions: list[KunaYala]):
    for s in positions:
        seat, seen = s.active, set()
        for number in range(4):
            twin = s.copy()
            twin.luck = SeededLuck(number, 0, BOTS)
            rules.imagine(twin, seat)
            scratch = KunaYalaScratch()
            glances = [glance(twin, seat, scratch, new_rng(5)) for glance in (choose, novice)]
            seen.add((sight(twin, seat), *glances, *proposals(twin, seat).items()))
        assert len(seen) == 1


def test_sight_tells_visible_cards_and_places_apart():
    table = kuna(2)
    before = sight(table.state, 0)
    put(table, 1, {(1, 0): C})
    between = sight(table.state, 0)
    show(table, F(RED, STAR), *table.state.visible[1:])
    assert len({before, between, sight(table.state, 0)}) == 3


@SEATS
def test_prospects_are_chances_that_add_up(positions: list[KunaYala], seats: int):
    for s in positions:
        if s.players == seats:
            chances = [prospect(s, seat) for seat in range(seats)]
            assert min(chances) >= 0
            assert sum(chances) == pytest.approx(CERTAIN, abs=seats)


@pytest.mark.thorough
def test_plain_and_compiled_agree_on_proposals_beliefs_and_prospects(positions: list[KunaYala]):
    """One iteration that is judged at once after its first move, done again in plain Python."""
    for number, s in enumerate(positions):
        search = Search(load(HEURISTICS), HEURISTICS)
        search.begin(s, SearchTask(s.active, 0, ANY), number, 1, keep=False)
        search.run(1)
        found = search.considered[: search.count]
        proposed = sorted(proposals(s, s.active).items(), key=lambda each: -each[1])
        assert list(zip(found["action"].tolist(), found["weight"].tolist(), strict=True)) == proposed
        twin = s.copy()
        twin.luck = SeededLuck(number, 0, BOTS)
        believe(twin, s.active)
        rules.apply(twin, s.active, proposed[0][0])
        if rules.asked(twin):
            values = [prospect(twin, seat) / CERTAIN for seat in range(s.players)]
            assert found["values"][0][: s.players].tolist() == pytest.approx(values)


@SEATS
def test_plain_and_compiled_players_score_the_same(seats: int):
    games = 2 * seats
    compiled = compete(HEURISTICS, GAME.prepared(seats, GAME.options()), [EXPERIENCED] * seats, games, 5)
    points = [0] * seats
    for number in range(games):
        rng = [0] * WORDS
        sow(rng, 5, number, PLAYERS)
        for seat, score in enumerate(scores(seats, SeededLuck(5, number // seats, TABLE), rng)):
            points[(seat + number) % seats] += score
    assert [result.points * games for result in compiled] == pytest.approx(points)


# Beliefs


def belief(s: KunaYala, seat: int, other: int) -> float:
    """How sure a seat is of another's true colour."""
    return chance(s, seat, deal_chances(s, seat), other, s.colour[other]) / PER_MILLE


@SEATS
def test_the_belief_in_the_true_colour_rises_during_a_game(seats: int):
    early, late = [], []
    for seed in range(4):
        game = quick_game(seats, 50 + seed)
        early.append(belief(game[0], 0, 1))
        late.append(belief(game[len(game) * 2 // 3], 0, 1))
    assert np.mean(early) == pytest.approx(1 / 3, abs=0.01)
    assert np.mean(late) > 0.7


@SEATS
def test_beliefs_deal_a_token_each_and_keep_the_own_one(positions: list[KunaYala], seats: int):
    for s in positions:
        if s.players == seats:
            twin = s.copy()
            twin.luck = SeededLuck(3, 0, BOTS)
            believe(twin, s.active)
            assert twin.colour[s.active] == s.colour[s.active]
            assert len(set(twin.colour[:seats])) == seats


def test_tokens_are_dealt_as_often_as_deeds_make_them_likely():
    table = kuna(2)
    s = table.state
    s.kept[1] = [0, 0, 3, 0]
    s.luck = SeededLuck(1, 0, BOTS)
    wanted = chance(s, 0, deal_chances(s, 0), 1, BLUE) / PER_MILLE
    dealt = []
    for _ in range(3000):
        believe(s, 0)
        dealt.append(s.colour[1])
    assert set(dealt) == {YELLOW, BLUE, PURPLE}
    assert dealt.count(BLUE) / 3000 == pytest.approx(wanted, abs=0.03)


# Judgement


def test_own_fish_are_taken_first():
    table = kuna(2, (F(YELLOW, RIPPLE), FF(RED, PEBBLE), F(BLUE, GRASS), F(PURPLE, STAR)))
    assert {card(table, action) for action in chosen_often(table)} == {FF(RED, PEBBLE)}


def test_a_double_is_preferred_to_a_single():
    table = kuna(2, (F(RED, RIPPLE), FF(RED, PEBBLE), F(BLUE, GRASS), F(PURPLE, STAR)))
    table.arrange(asking=components.LAY_AWAY)
    assert {card(table, action) for action in chosen_often(table)} == {FF(RED, PEBBLE)}


def test_own_fish_are_not_laid_into_the_curse():
    table = kuna(2, (F(RED, RIPPLE), F(YELLOW, PEBBLE), F(BLUE, GRASS), F(PURPLE, STAR)))
    put(table, 0, {(1, 0): F(RED, RIPPLE), (2, 0): F(RED, RIPPLE)})
    table.arrange(asking=components.LAY_AT_HOME)
    deadly = {at(0, 3, 0)}
    assert not deadly & {action % PLACES for action in chosen_often(table)}
    assert proposals(table.state, 0)[at(0, 3, 0)] < max(proposals(table.state, 0).values()) // 10


def test_a_rivals_fish_are_cursed():
    table = kuna(2, (F(BLUE, RIPPLE), F(BLUE, PEBBLE), F(BLUE, GRASS), F(PURPLE, STAR)))
    put(table, 1, {(1, 0): FF(YELLOW, RIPPLE), (2, 0): F(YELLOW, RIPPLE)})
    table.state.kept[1] = [0, 8, 0, 0]
    table.arrange(asking=components.LAY_AWAY)
    assert {action % PLACES for action in chosen_often(table)} == {at(1, 3, 0)}
    assert {card(table, action) for action in chosen_often(table)} == {F(BLUE, RIPPLE)}


def test_a_coral_is_laid_where_it_saves_own_fish():
    table = kuna(2, (C, C, C, C))
    put(table, 0, {(0, 1): FF(RED, RIPPLE), (0, 2): FF(RED, PEBBLE)})
    put(table, 0, {(1, 2): F(RED, PEBBLE), (-1, 1): C, (1, 1): C, (-1, 2): C, (0, 3): C})
    table.arrange(asking=components.LAY_AT_HOME)
    assert {action % PLACES for action in chosen_often(table)} == {at(0, 2, 2)}


def test_a_shark_spares_own_fish():
    table = kuna(2)
    show(table, S, S, S, F(YELLOW, PEBBLE))
    put(table, 1, {(1, 0): FF(RED, RIPPLE), (-1, 0): F(YELLOW, GRASS)})
    table.state.kept[1] = [0, 8, 0, 0]
    table.arrange(asking=components.LAY_AWAY)
    assert at(1, 1, 0) not in {action % PLACES for action in chosen_often(table)}


def test_corals_go_home_while_octopuses_are_to_come():
    table = kuna(2, (C, F(YELLOW, PEBBLE), F(BLUE, GRASS), F(PURPLE, STAR)))
    assert {card(table, action) for action in chosen_often(table)} == {C}


def test_a_coral_is_not_given_to_a_rival_who_would_have_the_most():
    table = kuna(2, (C, F(PURPLE, PEBBLE), F(BLUE, GRASS), F(PURPLE, STAR)))
    table.state.kept[1] = [0, 8, 0, 0]
    table.arrange(asking=components.LAY_AWAY)
    assert C not in {card(table, action) for action in chosen_often(table)}


def test_the_colour_a_rival_collects_is_given_to_nobody():
    table = kuna(2, (F(YELLOW, RIPPLE), F(YELLOW, PEBBLE), FF(YELLOW, GRASS), F(PURPLE, STAR)))
    table.state.kept[1] = [0, 8, 0, 0]
    table.arrange(asking=components.LAY_AWAY)
    assert {card(table, action) for action in chosen_often(table)} == {F(PURPLE, STAR)}


def test_one_more_fish_in_the_shoals_is_a_better_prospect():
    table = kuna(2)
    before = prospect(table.state, 0)
    put(table, 1, {(1, 0): FF(RED, RIPPLE)})
    assert prospect(table.state, 0) > before


def test_the_more_cards_are_gone_the_more_a_lead_promises():
    table = kuna(2)
    put(table, 0, {(1, 0): FF(RED, RIPPLE), (0, 1): FF(RED, PEBBLE)})
    early = prospect(table.state, 0)
    leave(table, [1, 1, 0, 0], C, C)
    assert prospect(table.state, 0) > early


def test_a_beginner_sees_own_fish_but_no_curse():
    table = kuna(2, (F(RED, RIPPLE), F(YELLOW, PEBBLE), F(BLUE, GRASS), F(PURPLE, STAR)))
    put(table, 0, {(1, 0): F(RED, RIPPLE), (2, 0): F(RED, RIPPLE)})
    table.arrange(asking=components.LAY_AT_HOME)
    actions = [novice(table.state, 0, KunaYalaScratch(), new_rng(seed)) for seed in range(60)]
    assert sum(card(table, action) == F(RED, RIPPLE) for action in actions) > 45
    assert at(0, 3, 0) in {action % PLACES for action in actions}


# Strength


@SEATS
def test_experience_beats_beginners_and_beginners_beat_chance(seats: int):
    prepared = GAME.prepared(seats, GAME.options())
    for better, worse in ((EXPERIENCED, NOVICE), (NOVICE, RANDOM)):
        result = compete(HEURISTICS, prepared, [better] + [worse] * (seats - 1), 600)[0]
        assert result.share - result.within > 1 / seats
