"""State, ints and the words that rules are written in."""

from __future__ import annotations

import sys

import pytest

from laguna.core.luck import ScriptedLuck
from laguna.core.rules import LONG, RULES, State, below, ints, rule, tell


class Boat(State):
    players: int
    deck: list[int] = ints(3)
    grid: list[list[int]] = ints(2, 2, bits=8)


def test_a_new_state_is_all_zeros():
    boat = Boat()
    assert list(boat.values()) == [("players", 0), ("deck", [0, 0, 0]), ("grid", [[0, 0], [0, 0]])]


def test_states_are_equal_if_all_their_fields_are():
    one, other = Boat(), Boat()
    assert one == other
    other.grid[1][0] = 5
    assert one != other
    assert one != "a boat"


def test_luck_and_what_was_told_are_not_part_of_a_state():
    one, other = Boat(), Boat()
    one.luck = ScriptedLuck([1])
    tell(one, 1, 2)
    assert one == other


def test_a_copy_shares_no_array():
    boat = Boat()
    twin = boat.copy()
    twin.deck[0], twin.grid[0][0], twin.players = 7, 7, 7
    assert boat == Boat()


class Ocean(State):
    depth: list[int] = ints(LONG, bits=8)
    waves: list[list[int]] = ints(2, LONG, bits=8)


def test_a_long_row_of_bytes_is_held_compactly_and_copied_like_any_other():
    ocean = Ocean()
    assert sys.getsizeof(ocean.depth) < sys.getsizeof([0] * LONG)
    assert sys.getsizeof(ocean.waves[1]) < sys.getsizeof([0] * LONG)
    twin = ocean.copy()
    assert twin == ocean
    twin.depth[7], twin.waves[1][3] = -128, 127
    assert (ocean.depth[7], twin.depth[7]) == (0, -128)
    assert (ocean.waves[1][3], twin.waves[1][3]) == (0, 127)
    assert twin != ocean


def test_a_state_cannot_be_a_key():
    with pytest.raises(TypeError):
        hash(Boat())


def test_below_asks_the_states_luck_and_tell_notes_what_happened():
    boat = Boat()
    boat.luck = ScriptedLuck([4])
    assert below(boat, 6) == 4
    tell(boat, 3, 1, 2)
    tell(boat, 9)
    assert boat.told == [(3, 1, 2), (9,)]


def test_rule_returns_the_function_as_it_is_and_remembers_it():
    def sail(s: Boat) -> int:
        return s.players

    assert rule(sail) is sail
    assert RULES.pop() is sail
