"""How Mahé is played at a glance: laws of the heuristics, and judgement in arranged positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from games.mahe.test_rules import BLUE, GREEN, RED, YELLOW, empty_deck, give, mahe, put
from laguna.bots.search.layout import EXPERIENCED, NOVICE, RANDOM
from laguna.bots.search.quick import compete
from laguna.core.generator import PLAYERS, WORDS, sow
from laguna.core.heuristics import CERTAIN
from laguna.core.luck import SeededLuck
from laguna.games import RULED
from laguna.games.mahe import rules
from laguna.games.mahe.game import ChooseTurtle
from laguna.games.mahe.heuristics import HEURISTICS, MaheScratch, choose, novice, propose, prospect, sight
from laguna.games.mahe.rules import PLAY_CARD, ROLL, STOP, Mahe
from tabletop import Tabletop

GAME = RULED["mahe"]
EVERY_TABLE = [(seats, advanced) for seats in GAME.seats for advanced in (False, True)]
GLANCES = pytest.mark.parametrize("glance", [choose, novice])


def new_rng(seed: int) -> list[int]:
    rng = [0] * WORDS
    sow(rng, seed, 0, PLAYERS)
    return rng


def scratch() -> MaheScratch:
    return MaheScratch()


def asked(s: Mahe) -> int:
    """The one seat that is asked."""
    return rules.asked(s).bit_length() - 1


def quick_game(seats: int, advanced: bool, seed: int) -> list[Mahe]:
    """The positions of a game in which experienced players and beginners take turns."""
    luck, rng = SeededLuck(seed), new_rng(seed)
    table, _ = GAME.start(seats, GAME.options(advanced=advanced), luck)
    s = table.state
    positions = []
    while rules.asked(s):
        positions.append(s.copy())
        glance = choose if len(positions) % 2 else novice
        rules.apply(s, asked(s), glance(s, asked(s), scratch(), rng))
    return positions


@pytest.fixture(scope="module")
def positions() -> list[Mahe]:
    """Every third position of a game of each seat count and variant."""
    return [s for seats, advanced in EVERY_TABLE for s in quick_game(seats, advanced, seats)[::3]]


def proposals(s: Mahe, seat: int) -> dict[int, int]:
    """The proposed actions and their weights."""
    actions, weights = [0] * HEURISTICS.proposals, [0] * HEURISTICS.proposals
    count = propose(s, seat, scratch(), actions, weights)
    found = dict(zip(actions[:count], weights[:count], strict=True))
    assert len(found) == count, "an action twice"
    return found


# Laws


def test_all_actions_are_proposed_and_weighed(positions: list[Mahe]):
    for s in positions:
        found = proposals(s, asked(s))
        assert sorted(found) == sorted(GAME.actions(s, asked(s)))
        assert min(found.values()) >= 1


@GLANCES
def test_only_legal_actions_are_chosen(positions: list[Mahe], glance: Any):
    for s in positions:
        assert rules.refusal(s, asked(s), glance(s, asked(s), scratch(), new_rng(7))) == 0


def test_the_table_is_only_looked_at(positions: list[Mahe]):
    for s in positions:
        before = s.copy()
        seat = asked(s)
        proposals(s, seat)
        choose(s, seat, scratch(), new_rng(1))
        novice(s, seat, scratch(), new_rng(1))
        sight(s, seat)
        prospect(s, seat)
        assert s == before


def test_what_nobody_has_seen_changes_nothing(positions: list[Mahe]):
    """M25: the order of the unseen cards is the only secret, and they have not been dealt."""
    for s in positions:
        other = s.copy()
        other.luck = SeededLuck(99)
        GAME.rules.imagine(other, asked(s))
        assert proposals(s, asked(s)) == proposals(other, asked(s))
        assert sight(s, asked(s)) == sight(other, asked(s))


def test_different_tables_are_seen_apart(positions: list[Mahe]):
    seen: dict[int, Mahe] = {}
    for s in positions:
        twin = seen.setdefault(sight(s, asked(s)), s)
        assert (twin.field, twin.rider, twin.pile, twin.total) == (s.field, s.rider, s.pile, s.total)


def test_the_chances_to_win_add_up(positions: list[Mahe]):
    for s in positions:
        chances = [prospect(s, seat) for seat in range(s.players)]
        assert CERTAIN - s.players <= sum(chances) <= CERTAIN


@pytest.mark.parametrize(("seats", "advanced"), [(2, True), (4, False), (7, True)])
def test_quick_games_are_the_same_plain_and_compiled(seats: int, advanced: bool):
    """The compiled loop plays seat by seat as written; here the same two games run plain."""
    players = [EXPERIENCED if seat % 2 == 0 else NOVICE for seat in range(seats)]
    prepared = GAME.prepared(seats, GAME.options(advanced=advanced))
    found = compete(HEURISTICS, prepared, players, 2 * seats, seed=5)
    points = np.zeros(seats)
    for number in range(2 * seats):
        rng = [0] * WORDS
        sow(rng, 5, number, PLAYERS)
        table, _ = GAME.start(seats, GAME.options(advanced=advanced), SeededLuck(5, number // seats))
        s = table.state
        while rules.asked(s):
            seat = asked(s)
            glance = choose if players[(seat + number) % seats] == EXPERIENCED else novice
            rules.apply(s, seat, glance(s, seat, scratch(), rng))
        for seat in range(seats):
            points[(seat + number) % seats] += rules.score(s, seat)
    assert [each.points for each in found] == pytest.approx((points / (2 * seats)).tolist())


@pytest.mark.parametrize(("seats", "advanced"), EVERY_TABLE)
def test_experience_beats_beginners_and_beginners_beat_chance(seats: int, advanced: bool):
    prepared = GAME.prepared(seats, GAME.options(advanced=advanced))
    for better, worse in ((EXPERIENCED, NOVICE), (NOVICE, RANDOM)):
        best = compete(HEURISTICS, prepared, [better] + [worse] * (seats - 1), 3000)[0]
        assert best.share - best.within > 1 / seats


# Judgement


def thrown(total: int, dice: int, *stacks: tuple[int, list[int]], seats: int = 4, **options: object) -> Tabletop:
    """Red has thrown this sum with so many dice; the prize is 3 eggs."""
    table = mahe(seats, 1, **options)
    if seats < 4:
        table.arrange(asking=rules.ANOTHER_DIE, mover=RED, waiting=BLUE)
    put(table, *stacks)
    table.arrange(total=total, dice=dice, thrown=[total - dice + 1, 1, 1])
    return table


def chosen(table: Tabletop) -> int:
    seat = table.asked[0]
    best = choose(table.state, seat, scratch(), new_rng(1))
    found = proposals(table.state, seat)
    assert found[best] == max(found.values()), "what is chosen is proposed first"
    return best


def test_takes_the_eggs_rather_than_another_die():
    assert chosen(thrown(4, 1, (18, [RED]))) == STOP


def test_rolls_where_no_side_is_too_many():
    assert chosen(thrown(1, 1, (5, [RED]))) == ROLL


def test_does_not_roll_at_six_with_a_good_place_to_lose():
    assert chosen(thrown(6, 1, (12, [RED]))) == STOP


def test_rolls_on_the_raft_where_little_is_lost():
    assert chosen(thrown(2, 1)) == ROLL


def test_dares_more_where_a_rival_would_sink_too():
    loaded = proposals(thrown(4, 1, (14, [RED, BLUE])).state, 1)
    alone = proposals(thrown(4, 1, (14, [RED])).state, 0)
    assert loaded[ROLL] / loaded[STOP] > alone[ROLL] / alone[STOP]


def test_dares_less_where_a_bust_takes_the_other_turtles_move():
    def daring(seats: int, bust_ends_turn: bool) -> float:
        table = mahe(seats, bust_ends_turn=bust_ends_turn)
        put(table, (8, [RED]))
        table.play(0, ChooseTurtle(turtle=RED), 3)
        found = proposals(table.state, 0)
        return found[ROLL] / found[STOP]

    assert daring(2, bust_ends_turn=True) < daring(2, bust_ends_turn=False)
    assert daring(3, bust_ends_turn=True) < daring(3, bust_ends_turn=False)


def test_climbs_on_a_rival_rather_than_roll():
    there = proposals(thrown(4, 1, (8, [RED]), (12, [GREEN])).state, 0)
    empty = proposals(thrown(4, 1, (8, [RED]), (13, [GREEN])).state, 0)
    assert there[ROLL] < empty[ROLL]
    assert chosen(thrown(4, 1, (8, [RED]), (12, [GREEN]))) == STOP


def test_wins_the_game_by_the_beach():
    table = thrown(4, 1, (18, [RED]))
    empty_deck(table)
    assert chosen(table) == STOP


def test_does_not_end_a_game_that_it_would_lose():
    table = thrown(4, 1, (18, [RED]))
    give(table, 1, 6, 5, 4)
    empty_deck(table)
    assert chosen(table) == ROLL


def test_plays_a_small_card_for_a_large_prize():
    table = thrown(4, 1, (13, [RED]), advanced=True)
    give(table, 0, 1)
    table.arrange(face_up=6)
    assert chosen(table) == PLAY_CARD + 1


def test_keeps_a_card_that_has_more_eggs_than_the_prize():
    table = thrown(2, 1, (8, [RED]), advanced=True)
    give(table, 0, 5)
    table.arrange(face_up=1)
    assert chosen(table) != PLAY_CARD + 5
    assert novice(table.state, 0, scratch(), new_rng(1)) == PLAY_CARD + 5


def test_the_turtle_that_carries_the_other_goes_first():
    table = mahe(2)
    put(table, (5, [RED, BLUE]))
    assert chosen(table) == RED
    put(table, (5, [BLUE, RED]))
    assert chosen(table) == BLUE


def test_the_turtle_that_is_ahead_goes_first():
    table = mahe(2)
    put(table, (5, [RED]), (9, [BLUE]))
    assert chosen(table) == BLUE


def test_a_beginner_stops_for_eggs_and_else_hopes_for_the_next_die():
    assert novice(thrown(4, 1, (18, [RED])).state, 0, scratch(), new_rng(1)) == STOP
    assert novice(thrown(5, 1, (12, [RED])).state, 0, scratch(), new_rng(1)) == ROLL


def test_a_lead_and_a_good_place_make_a_win_likelier():
    table = mahe(4)
    put(table, (5, [RED]), (5 + 1, [BLUE]), (7, [YELLOW]), (8, [GREEN]))
    before = prospect(table.state, 0)
    put(table, (19, [RED]))
    assert prospect(table.state, 0) > before
    give(table, 1, 6, 6)
    assert prospect(table.state, 0) < before


def test_a_lead_counts_more_when_few_prizes_are_left():
    table = mahe(4)
    give(table, 0, 5)
    early = prospect(table.state, 0)
    table.arrange(deck=0)
    assert prospect(table.state, 0) > early
