"""How Duck is played at a glance: laws of the heuristics, and judgement in arranged positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from games.duck.positions import arranged, number, play
from laguna.bots.search.layout import EXPERIENCED, NOVICE, RANDOM
from laguna.bots.search.quick import compete
from laguna.core.game import Move
from laguna.core.generator import BOTS, PLAYERS, TABLE, WORDS, sow
from laguna.core.heuristics import CERTAIN
from laguna.core.luck import SeededLuck
from laguna.games import RULED
from laguna.games.duck import components, invariants, rules, scoring, secrecy
from laguna.games.duck.components import Duck
from laguna.games.duck.game import Dive, Draw, Take
from laguna.games.duck.heuristics import (
    HEURISTICS,
    DuckScratch,
    believe,
    choose,
    dive_chance,
    novice,
    propose,
    prospect,
    sight,
    turns_to_empty,
)
from tabletop import Tabletop

GAME = RULED["duck"]
SEATS = pytest.mark.parametrize("seats", GAME.seats)
BLUFFS = pytest.mark.parametrize("bluffs", [False, True])
GLANCES = pytest.mark.parametrize("glance", [choose, novice])


def new_rng(seed: int, game: int = 0) -> list[int]:
    rng = [0] * WORDS
    sow(rng, seed, game, PLAYERS)
    return rng


def scratch() -> DuckScratch:
    return DuckScratch()


def proposals(s: Duck, seat: int) -> dict[int, int]:
    """The proposed actions and their weights."""
    actions, weights = [0] * HEURISTICS.proposals, [0] * HEURISTICS.proposals
    count = propose(s, seat, scratch(), actions, weights)
    found = dict(zip(actions[:count], weights[:count], strict=True))
    assert len(found) == count, "an action twice"
    return found


def quick_game(seats: int, seed: int, glance: Any = choose, *, bluffs: bool = False) -> Iterator[Duck]:
    """The positions of a game at a glance, and its end. They are live: copy what is to be kept."""
    s = GAME.prepared(seats, GAME.options(bluff_dives=bluffs))
    s.luck = SeededLuck(seed, 0, TABLE)
    rules.setup(s)
    rng = new_rng(seed)
    yield s
    while rules.asked(s):
        rules.apply(s, s.active, glance(s, s.active, scratch(), rng))
        s.told.clear()
        yield s


@pytest.fixture(scope="module")
def positions() -> list[Duck]:
    """Some positions of a game of each seat count, with and without bluffing; also long rounds of single cards."""
    found = []
    for seats in GAME.seats:
        for bluffs in (False, True):
            found += [s.copy() for i, s in enumerate(quick_game(seats, seats, bluffs=bluffs)) if i % 9 == 0]
        found += [s.copy() for i, s in zip(range(600), quick_game(seats, seats, dawdle), strict=False) if i % 25 == 0]
    return [s for s in found if rules.asked(s)]


def dawdle(s: Duck, seat: int, scratch: DuckScratch, rng: list[int]) -> int:
    """Never dive, and take the first choice: so draw piles run out."""
    del rng
    rules.choices(s, seat, scratch.notes)
    return scratch.notes[0]


# Laws


def test_only_legal_actions_are_proposed_each_once_and_weighed(positions: list[Duck]):
    for s in positions:
        found = proposals(s, s.active)
        assert set(found) == set(GAME.actions(s, s.active))
        assert min(found.values()) >= 1


@GLANCES
def test_only_legal_actions_are_chosen(positions: list[Duck], glance: Any):
    for s in positions:
        for seed in range(3):
            assert rules.refusal(s, s.active, glance(s, s.active, scratch(), new_rng(seed))) == 0


def imagined(s: Duck, seat: int, seed: int, verb: Any = secrecy.imagine) -> Duck:
    twin = s.copy()
    twin.luck = SeededLuck(seed, 0, BOTS)
    verb(twin, seat)
    return twin


def test_what_is_hidden_changes_no_glance(positions: list[Duck]):
    for s in positions:
        seen = set()
        for seed in range(4):
            twin = imagined(s, s.active, seed)
            glances = [glance(twin, s.active, scratch(), new_rng(5)) for glance in (choose, novice)]
            seen.add((sight(twin, s.active), *glances, *proposals(twin, s.active).items()))
        assert len(seen) == 1


def test_looking_leaves_no_trace(positions: list[Duck]):
    for s in positions:
        before = s.copy()
        proposals(s, s.active)
        choose(s, s.active, scratch(), new_rng(1))
        novice(s, s.active, scratch(), new_rng(1))
        sight(s, s.active)
        prospect(s, s.active)
        assert s == before


def test_a_belief_is_a_sound_table_that_looks_the_same(positions: list[Duck]):
    for s in positions:
        twin = imagined(s, s.active, 3, believe)
        assert invariants.broken(twin) == 0
        assert twin.hand[s.active] == s.hand[s.active]
        assert (twin.held, twin.known, twin.pile, twin.draw_pile) == (s.held, s.known, s.pile, s.draw_pile)


def test_prospects_are_chances_that_add_up(positions: list[Duck]):
    for s in positions:
        chances = [prospect(s, seat) for seat in range(s.players)]
        assert min(chances) >= 0
        assert sum(chances) == pytest.approx(CERTAIN, abs=s.players)


@BLUFFS
@SEATS
def test_quick_games_are_the_same_plain_and_compiled(seats: int, bluffs: bool):
    prepared = GAME.prepared(seats, GAME.options(bluff_dives=bluffs))
    compiled = compete(HEURISTICS, prepared, [EXPERIENCED] * seats, 2 * seats, seed=8)
    plain = np.zeros(seats)
    for game in range(2 * seats):  # the players sit one seat further in each, and the games of a round share their luck
        s = prepared.copy()
        s.luck, rng = SeededLuck(8, game // seats, TABLE), new_rng(8, game)
        rules.setup(s)
        while rules.asked(s):
            rules.apply(s, s.active, choose(s, s.active, scratch(), rng))
        plain += [scoring.score(s, (player - game) % seats) for player in range(seats)]
    assert [result.points for result in compiled] == pytest.approx(plain / (2 * seats))


@BLUFFS
@SEATS
def test_experience_beats_a_beginner_and_a_beginner_beats_chance(seats: int, bluffs: bool):
    prepared = GAME.prepared(seats, GAME.options(bluff_dives=bluffs))
    for better, worse in ((EXPERIENCED, NOVICE), (NOVICE, RANDOM)):
        result = compete(HEURISTICS, prepared, [better] + [worse] * (seats - 1), 2000)[0]
        assert result.share - result.within > 1 / seats


# Hands


@pytest.mark.parametrize(
    ("hand", "turns"),
    [
        ("y5", 1),
        ("y5 b5 r5", 1),
        ("y3 y4 y5", 1),
        ("y3 y4 b5", 3),
        ("y3 y4 y5 b5", 2),
        ("y3 y4 y5 b5 r4", 3),
        ("y3 y4 y5 y6 b1 r1", 2),
        ("y1 y2 y3 b5 b6 b7 r0", 3),
        ("y0 y8 b7", 3),
    ],
)
def test_a_hand_needs_a_turn_for_each_number_and_one_for_a_run(hand: str, turns: int):
    cards = sum(1 << 2 * number(card) for card in hand.split())
    assert turns_to_empty(cards) == turns


# Judgement


FULL = "y1 y2 b3 b4 r5 r6 y7"
LIGHT = "r1 r2"


def chosen(table: Tabletop, seat: int = 0, glance: Any = choose) -> set[Move]:
    """What is done at a glance, however the toss-ups fall. (One time in twelve a player is restless: not here.)"""
    s = table.state
    actions = [glance(s, seat, scratch(), new_rng(seed)) for seed in range(24)]
    often = {action for action in actions if actions.count(action) > 4}
    return {GAME.decode(s, seat, action) for action in often}


def know(table: Tabletop, seat: int, cards: str) -> None:
    """Everybody knows these cards of a hand."""
    for card in cards.split():
        table.state.known[seat][number(card)] += 1


def draw_now(table: Tabletop) -> Tabletop:
    table.arrange(asking=components.WHERE_TO_DRAW)
    return table


def test_a_pair_goes_together():
    table = arranged(["y6 b6 y1 b4 r8", FULL, "b1 b2 r3 r4 y5 y6 b7"])
    assert {len(move.cards) for move in chosen(table)} == {2}


def test_a_run_goes_before_a_pair_that_would_break_it():
    table = arranged(["y3 y4 y5 b5 r8", FULL, "b1 b2 r3 r4 b6 y6 b7"])
    assert chosen(table) == {play("y3 y4 y5")}


def test_a_heavy_lone_card_goes_before_a_light_one():
    table = arranged(["y8 b1 r3 y5 b6", FULL, "b2 b4 r3 r4 b6 y6 b7"])
    assert chosen(table) == {play("y8")}


def test_a_dive_beats_going_out_when_the_others_hold_many_cards():
    table = arranged(["y4 b4", FULL, "b1 b2 r3 r4 y5 y6 b7"])
    assert chosen(table) == {Dive()}


def test_going_out_beats_a_dive_when_somebody_holds_little():
    table = arranged(["y4 b4", FULL, "r1 r3"])
    assert {len(move.cards) for move in chosen(table)} == {2}


def test_nobody_dives_against_known_light_cards():
    table = arranged(["y4 b3 r2", FULL, LIGHT])
    know(table, 2, LIGHT)
    assert dive_chance(table.state, 0) == 0
    assert Dive() not in chosen(table)


def test_a_beginner_dives_all_the_same():
    table = arranged(["y4 b3 r2", FULL, LIGHT])
    know(table, 2, LIGHT)
    assert chosen(table, glance=novice) == {Dive()}


def test_nobody_dives_under_a_ghost_that_has_no_pile_yet():
    table = arranged(["y4 b3 r2", FULL], dealer=1)
    assert Dive() not in chosen(table)


def test_a_heavy_ghost_is_no_hindrance():
    table = arranged(["y4 b3 r1", FULL], dealer=1, ghost_pile="r7 b6")
    assert chosen(table) == {Dive()}


def test_a_visible_card_that_makes_a_pair_is_taken():
    table = draw_now(arranged(["y6 b1 r4", FULL, "b1 b2 r3 r4 y5 y6 b7"], ["", "r6", "r8"]))
    assert chosen(table) == {Take(1)}


def test_an_unknown_card_is_better_than_heavy_strangers():
    table = draw_now(arranged(["y6 b1 r4", FULL, "b1 b2 r3 r4 y5 y6 b7"], ["", "r7", "r8"]))
    assert chosen(table) == {Draw()}


def test_a_colour_that_a_neighbour_collects_does_not_end_on_top():
    table = arranged(["y6 b6 y1 b4 r8", "y5 y4 b1 b2 r1 r2 r3", "b1 b2 r3 r4 y5 y6 b7"])
    know(table, 1, "y5 y4")
    assert chosen(table) == {play("y6 b6")}


def test_whoever_is_far_ahead_ends_the_last_round_even_with_a_bluff():
    table = arranged(["y6 b5 y3 b4 r8", FULL], dealer=1, towels=["y8 b8 b7"], round=5, bluff_dives=True)
    assert chosen(table) == {Dive()}


def test_a_small_lead_is_not_worth_a_bluff():
    table = arranged(["y6 b5 y3 b4 r8", FULL], dealer=1, round=5, bluff_dives=True)
    for lifebuoy in range(3):
        table.state.taken_by[lifebuoy] = 1
    assert Dive() not in chosen(table)


def test_who_leads_has_the_better_prospects_and_more_so_the_later_it_is():
    early, late = (arranged(["y6 b5", "y5 b6", "b1 r7 r3"], towels=["y8", "", ""], round=number) for number in (2, 5))
    for table in (early, late):
        table.state.taken_by = [components.NOBODY] * components.ROUNDS
    assert CERTAIN / 3 < prospect(early.state, 0) < prospect(late.state, 0)


def test_a_light_hand_has_better_prospects_than_a_heavy_one():
    table = arranged(["y1 b2", "y7 b8 r6 b4", "y7 b6 r5 b1 y4"])
    table.state.taken_by = [components.NOBODY] * components.ROUNDS
    chances = [prospect(table.state, seat) for seat in range(3)]
    assert chances == sorted(chances, reverse=True)


def test_hands_that_were_played_from_are_believed_to_be_light():
    table = arranged(["y1 b2 r8", "y7 b8 r6 b4", FULL])
    usual, believed = (
        [imagined(table.state, 0, seed, verb).sum[1] for seed in range(200)] for verb in (secrecy.imagine, believe)
    )
    assert sum(believed) < 0.9 * sum(usual)
