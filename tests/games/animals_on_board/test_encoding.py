"""Animals on Board for learners: what a seat may know of a position, and its choices in steps."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from encoded import Learner, Table
from games.animals_on_board.hidden import swap
from games.animals_on_board.test_rules import (
    ELEVEN,
    OTHER_ELEVEN,
    dealt,
    discard,
    last_take,
    numbers,
    put,
    split,
    started,
    take,
    tile,
)
from laguna.core.encoding import NOTHING_BEGUN, WAIT, going_on
from laguna.core.luck import SeededLuck
from laguna.games import PLUGINS
from laguna.games.animals_on_board import encoding
from laguna.games.animals_on_board.components import ON_ARK, TILES, Animals
from laguna.games.animals_on_board.encoding import (
    ABOARD,
    ASHORE,
    CHOOSE_PASS,
    DONE,
    IN_SECRET,
    LYING,
    NAME,
    NOAHS,
    NOT_SEEN,
    REMOVED,
    TAKE_FIRST,
)
from laguna.games.animals_on_board.game import Keep, Pass
from laguna.laws import encodings as laws
from laguna.laws.cases import Case, random_play
from laguna.laws.law import LawBroken
from tabletop import Tabletop

LEARNER = Learner("animals_on_board")
SEATS = pytest.mark.parametrize("seats", LEARNER.game.seats)
THREE_HERDS = "camel 1, camel 2, camel 3, fox 1, fox 2, fox 3, hippo 1, hippo 2, hippo 3"


def named(text: str) -> list[int]:
    """The choices that name these tiles."""
    return [NAME + number for number in numbers(text)]


def taking(*firsts: str) -> list[int]:
    """The choices to take the groups with these first tiles."""
    return [TAKE_FIRST + number for first in firsts for number in numbers(first)]


def of(table: Tabletop, seat: int, part: str, text: str) -> list[int]:
    """What one part tells a seat of these tiles."""
    told = LEARNER.seen(table.table, seat)[part]
    return [told[number] for number in numbers(text)]


def choose(table: Tabletop, seat: int, *choices: int) -> int:
    """How far a seat has begun after some choices; each is legal and goes on."""
    begun = NOTHING_BEGUN
    for choice in choices:
        assert choice in LEARNER.choices(table.table, seat, begun)
        begun = going_on(LEARNER.decide(table.table, seat, choice, begun))
        assert begun > 0
    return begun


def discarding(*arks: str, group: str = "zebra 5") -> Tabletop:
    """The last turn is over: who has too much is asked what to discard."""
    table = last_take(dict(enumerate(arks)), group, unknown="camel 1, tiger 1, turtle 5")
    table.play(0, take(group))
    return table


def positions(seats: int) -> Iterator[Table]:
    """Tables of random games, and some where arks are too full."""
    for seed in range(3):
        yield from (table.copy() for table in random_play(Case(PLUGINS["animals_on_board"], seats), seed))
    if seats == 4:
        yield discarding(ELEVEN, OTHER_ELEVEN).table
        table = discarding(ELEVEN, OTHER_ELEVEN)
        table.play(1, discard("turtle 5"))
        yield table.table
        yield discarding(THREE_HERDS, group="panda 1, panda 2, panda 3").table


# What a seat may know


def test_A20_own_tiles_those_that_others_took_face_up_and_no_others():
    arks = {0: "camel 1, fox 2", 1: "panda 3, zebra 4", 3: "hippo 5"}
    table = put(started(4), ["tiger 1, ?"], arks, unknown="fox 2, zebra 4")
    everything = "camel 1, fox 2, hippo 5, panda 3, tiger 1, zebra 4"
    assert of(table, 0, "where", everything) == [ABOARD, IN_SECRET, ABOARD + 3, ABOARD + 1, LYING, NOT_SEEN]
    assert of(table, 1, "where", everything) == [ABOARD + 3, NOT_SEEN, ABOARD + 2, ABOARD, LYING, IN_SECRET]
    seen = LEARNER.seen(table.table, 1)
    assert seen["tiles"] == [2, 0, 1, 2]
    assert seen["secrets"] == [1, 0, 0, 1]
    assert seen["unseen"] == table.state.unseen == TILES - 6


def test_A2_removed_species_are_known():
    table = started(3, removed="crocodile,elephant")
    assert of(table, 0, "where", "crocodile 1, crocodile 5, elephant 3") == [REMOVED] * 3


def test_A7_A9_groups_count_in_the_order_of_their_first_tiles():
    table = put(started(4), ["fox 1, panda 2, ?", "camel 1", "gorilla 3, zebra 4"])
    assert of(table, 0, "group", "camel 1, fox 1, gorilla 3, panda 2, zebra 4, ?") == [1, 2, 3, 2, 3, 2]
    assert LEARNER.seen(table.table, 0)["price"][:4] == [1, 3, 2, 0]


def test_A6_A8_A9_A11_A13_turn_crates_and_flags_from_the_seat_that_looks():
    table = put(started(4), ["fox 1"], flags=(1, 2, 3), active=0, crates=(1, 2, 3, 5))
    seen = LEARNER.seen(table.table, 3)
    assert (seen["active"], seen["starter"], seen["last_turn"]) == (1 + 1, 1, 1)
    assert seen["resting"] == [1, 0, 1, 1]
    assert seen["crates"] == [5, 1, 2, 3]
    assert seen["asked"] == [0, 1, 0, 0]


def test_A18_one_knows_the_own_points():
    for table in positions(4):
        for seat in range(4):
            points = LEARNER.seen(table, seat)["points"]
            assert points[0] == LEARNER.game.rules.score(table.state, seat)
            assert not table.numbers or points[1:] == [0, 0, 0]


def test_A16_A17_A20_in_the_end_everything_is_shown():
    table = discarding(ELEVEN + ", turtle 1, turtle 2")
    table.play(0, discard("zebra 5"))
    assert of(table, 1, "where", "turtle 1, turtle 2, zebra 5") == [NOAHS + 3, NOAHS + 3, ASHORE + 3]
    assert of(table, 0, "where", "camel 1, zebra 5") == [ABOARD, ASHORE]
    scores = table.scores()
    assert LEARNER.seen(table.table, 1)["points"] == scores[1:] + scores[:1]


def test_A4_one_knows_the_own_choice_and_that_others_have_chosen():
    seen = []
    for kept in ("camel 1", "camel 3"):
        table = dealt(4)
        table.play(0, Keep(tile=tile(kept)))
        assert of(table, 0, "named", "camel 1, camel 2, camel 3") == [int(kept.endswith(str(i))) for i in (1, 2, 3)]
        seen.append(LEARNER.glance(table.table, 1))
        assert LEARNER.seen(table.table, 1)["sealed"] == [0, 0, 0, 1]
        assert LEARNER.seen(table.table, 1)["asked"] == [1, 1, 1, 0]
    assert seen[0] == seen[1]


def test_A17_nobody_sees_what_others_discard():
    seen = []
    for chosen in ("rhino 2", "turtle 5"):
        table = discarding(ELEVEN, OTHER_ELEVEN)
        table.play(1, discard(chosen))
        seen.append([LEARNER.glance(table.table, seat) for seat in (0, 2, 3)])
        assert of(table, 1, "named", chosen) == [1]
    assert seen[0] == seen[1]


def test_A7_what_is_begun_is_shown():
    table = put(started(4), ["fox 1, panda 2, tiger 4, ?"])
    begun = choose(table, 0, *named("panda 2"), *named("tiger 4"))
    told = LEARNER.seen(table.table, 0, begun)["named"]
    assert [number for number, there in enumerate(told) if there] == numbers("panda 2, tiger 4")


# And nothing else


@SEATS
def test_A20_tables_that_differ_in_hidden_things_show_the_same(seats: int):
    random, changed = Random(2), 0
    for table in positions(seats):
        for seat in range(seats):
            twin = table.copy()
            twin.state = swap(table.state, seat, random)
            if twin.state is not None:
                assert LEARNER.glance(table, seat) == LEARNER.glance(twin, seat)
                changed += 1
    assert changed > 20


@SEATS
def test_A20_nothing_leaks(seats: int):
    case = Case(PLUGINS["animals_on_board"], seats)
    for table in positions(seats):
        for seat in range(seats):
            assert laws.leak(case, LEARNER.encoding, table, seat, SeededLuck(seat)) == ""


def arks_seen(s: Animals, seat: int, begun: int, out: list[int]) -> None:
    """Tells where all tiles are."""
    encoding.observe(s, seat, begun, out)
    codes = encoding.codes_of(s, seat)
    for number in range(TILES):
        out[encoding.WHERE + number] = codes >> encoding.CODE_BITS * s.where[number] & 15


def face_down_seen(s: Animals, seat: int, begun: int, out: list[int]) -> None:
    """Takes what others took face down for what nobody has."""
    encoding.observe(s, seat, begun, out)
    for number in range(TILES):
        if s.where[number] == ON_ARK + (seat + 1) % s.players:
            out[encoding.WHERE + number] = ABOARD + 1


def points_seen(s: Animals, seat: int, begun: int, out: list[int]) -> None:
    """Tells the next player's points as they stand."""
    encoding.observe(s, seat, begun, out)
    out[encoding.POINTS + 1] = LEARNER.game.rules.score(s, (seat + 1) % s.players)


@SEATS
@pytest.mark.parametrize("observe", [arks_seen, face_down_seen, points_seen])
def test_A20_an_encoding_that_reads_hidden_tiles_is_caught(seats: int, observe: object):
    with pytest.raises(LawBroken, match="cannot know"):
        laws.nothing_hidden_is_observed(LEARNER.spoilt(seats, observe=observe))


def choice_seen(s: Animals, seat: int, begun: int, out: list[int]) -> None:
    """Tells which tile the next player keeps."""
    encoding.observe(s, seat, begun, out)
    out[encoding.SEALED + 1] = s.sealed[(seat + 1) % s.players] & 1


@SEATS
def test_A4_an_encoding_that_reads_what_others_chose_is_caught(seats: int):
    with pytest.raises(LawBroken, match="“sealed”"):
        laws.who_is_asked_at_once_sees_nothing_of_the_others_choice(LEARNER.spoilt(seats, observe=choice_seen))


def whispering(s: Animals, seat: int, begun: int, choice: int) -> int:
    """Carries a hidden tile on to the next step."""
    action = encoding.decide(s, seat, begun, choice)
    return action if action >= 0 else going_on(going_on(action) | s.where.index(0) << 20)


def test_A20_a_first_step_that_carries_a_hidden_tile_is_caught():
    with pytest.raises(LawBroken, match="what its choices come to"):
        laws.nothing_hidden_is_observed(LEARNER.spoilt(4, decide=whispering))


# Choices


def test_A4_one_of_the_three_dealt_tiles_is_kept():
    table = dealt(4)
    assert LEARNER.choices(table.table, 1) == named("fox 1, fox 2, fox 3")
    assert LEARNER.moves(table.table, 1) == [Keep(tile=tile(f"fox {value}")) for value in (1, 2, 3)]


def test_A6_who_is_not_asked_waits():
    assert LEARNER.choices(put(started(4), ["fox 1, panda 2"]).table, 2) == [WAIT]


def test_A7_A9_a_turn_begins_with_a_tile_to_split_off_or_a_group_that_can_be_paid():
    table = put(started(4), ["camel 1, fox 1, panda 2", "gorilla 3, zebra 4", "?"], crates=(2, 3, 3, 3))
    assert LEARNER.choices(table.table, 0) == named("fox 1, panda 2, zebra 4") + taking("gorilla 3", "?")
    assert LEARNER.moves(table.table, 0)[-2:] == [take("gorilla 3, zebra 4"), take("?")]


def test_A7_tiles_are_split_off_one_by_one_in_rising_order():
    table = put(started(4), ["camel 1, fox 1, panda 2, ?", "gorilla 3, zebra 4"])
    begun = choose(table, 0, *named("fox 1"))
    assert LEARNER.choices(table.table, 0, begun) == [DONE, *named("panda 2, ?")]
    assert LEARNER.moves(table.table, 0, begun) == [split("fox 1"), None, split("fox 1, ?")]
    begun = choose(table, 0, *named("panda 2"))
    assert LEARNER.choices(table.table, 0, begun) == [DONE, *named("?")]


def test_A7_where_no_tile_can_follow_a_split_is_done():
    table = put(started(4), ["camel 1, fox 1", "gorilla 3, ?"], crates=(0, 3, 3, 3))
    assert LEARNER.moves(table.table, 0) == [split("fox 1"), split("?")]


def test_A12_who_can_neither_split_nor_take_passes():
    table = put(started(4), ["camel 1"], crates=(0, 3, 3, 3), sound=False)
    assert LEARNER.choices(table.table, 0) == [CHOOSE_PASS]


def test_A13_the_last_player_may_decline():
    table = put(started(4), ["camel 1, fox 1"], flags=(1, 2, 3), crates=(0, 3, 3, 3))
    assert LEARNER.choices(table.table, 0) == [CHOOSE_PASS, *named("fox 1")]
    assert LEARNER.moves(table.table, 0) == [Pass(), split("fox 1")]


def test_A17_what_would_leave_a_pair_cannot_be_discarded():
    table = discarding(ELEVEN)
    assert LEARNER.moves(table.table, 0) == [discard("panda 2"), discard("zebra 5")]


def test_A17_tiles_are_discarded_one_by_one_as_long_as_no_pair_stays():
    table = discarding(THREE_HERDS, group="panda 1, panda 2, panda 3")
    first = "camel 1, camel 2, fox 1, fox 2, hippo 1, hippo 2, panda 1, panda 2"
    assert LEARNER.choices(table.table, 0) == named(first)
    begun = choose(table, 0, *named("fox 1"))
    assert LEARNER.moves(table.table, 0, begun) == [discard("fox 1, fox 2"), discard("fox 1, fox 3")]


@SEATS
def test_A7_A17_every_action_has_one_way(seats: int):
    case = Case(PLUGINS["animals_on_board"], seats)
    for table in [*positions(seats)][-30:]:
        for seat in table.numbers:
            assert laws.astray(case, LEARNER.encoding, table, seat) == []


def split_twice(s: Animals, seat: int, begun: int, choice: int) -> int:
    """Every split ends with its first tile."""
    action = encoding.decide(s, seat, begun, choice)
    return action if action >= 0 else going_on(action)


def test_A7_an_encoding_that_misses_splits_is_caught():
    with pytest.raises(LawBroken, match="has the actions"):
        laws.every_action_has_one_way(LEARNER.spoilt(4, decide=split_twice))


def test_A7_the_first_turn_of_four_has_all_of_its_4095_splits():
    table = started(4)
    case = Case(PLUGINS["animals_on_board"], 4)
    assert len(LEARNER.game.actions(table.state, 0)) == 2**12 - 1
    assert laws.astray(case, LEARNER.encoding, table.table, 0) == []
