"""Kuna Yala for learners: what a seat may know of a position, and its choices in steps."""

from __future__ import annotations

from random import Random

import pytest

from encoded import Learner
from games.kuna_yala.hidden import swap
from games.kuna_yala.positions import (
    BLUE,
    FF,
    GRASS,
    PEBBLE,
    PURPLE,
    RED,
    RIPPLE,
    STAR,
    USUAL,
    YELLOW,
    C,
    F,
    O,
    S,
    at,
    cover_coral,
    cover_fish,
    draws,
    kuna,
    lay,
    leave,
    put,
    show,
    turn_to_bones,
)
from laguna.core.encoding import NOTHING_BEGUN, WAIT, going_on
from laguna.core.luck import SeededLuck
from laguna.games import PLUGINS
from laguna.games.kuna_yala import components, encoding, scoring
from laguna.games.kuna_yala.components import BONES, FISH, FLOORS, LAY_AT_HOME, LAY_TWO, SEATS, KunaYala
from laguna.games.kuna_yala.encoding import ACROSS, GROUP, PLACE, cell_of
from laguna.laws import encodings as laws
from laguna.laws.cases import Case, sampled
from laguna.laws.law import LawBroken
from tabletop import Tabletop

LEARNER = Learner("kuna_yala")
MIDDLE = ACROSS // 2
EVERY_SEATS = pytest.mark.parametrize("seats", LEARNER.game.seats)


def group(slot: int, further: int) -> int:
    """The choice of a slot's card for the shoal of who sits so many seats further."""
    return GROUP + slot * SEATS + further


def cell(x: int, y: int) -> int:
    """The choice of a place."""
    return PLACE + cell_of(at(0, x, y))


def shoal(table: Tabletop, seat: int, further: int) -> dict[tuple[int, int], int]:
    """What a seat is told of a shoal: the cards by column and row, counted from the middle of the map."""
    told = LEARNER.seen(table.table, seat)["shoal"][further]
    return {(x - MIDDLE, y - MIDDLE): card for y, row in enumerate(told) for x, card in enumerate(row) if card}


def seen(table: Tabletop, seat: int, begun: int = NOTHING_BEGUN) -> dict[str, object]:
    return LEARNER.seen(table.table, seat, begun)


def long_shoal(table: Tabletop, owner: int, length: int) -> None:
    """A row of so many cards, its starting coral included."""
    cards = [C] * 19 + [F(colour, floor) for colour in range(4) for floor in range(FLOORS)]
    put(table, owner, {(x, 0): cards[x - 1] for x in range(1, length)})


# What a seat may know


def test_K3_K18_the_own_token_is_known_and_no_other_until_the_end():
    table = kuna(3)
    assert [seen(table, seat)["token"] for seat in range(3)] == [[1, 0, 0, 0]] * 3
    leave(table, [0, 0, 0, 0])
    table.arrange(asking=components.OVER)
    red, yellow, blue = 0, 1, 2
    assert seen(table, 0)["token"] == [1, 1 + (yellow ^ red), 1 + (blue ^ red), 0]
    assert seen(table, 1)["token"] == [1, 1 + (blue ^ yellow), 1 + (red ^ yellow), 0]


def test_K2_fish_of_the_own_colour_are_told_alike_to_everybody():
    table = kuna(4, (F(RED, STAR), F(YELLOW, STAR), FF(BLUE, GRASS), C))
    told = [seen(table, seat)["visible"] for seat in range(4)]
    assert told[0] == [F(RED, STAR), F(YELLOW, STAR), FF(BLUE, GRASS), C], "red is the first colour"
    assert told[1] == [F(YELLOW, STAR), F(RED, STAR), FF(PURPLE, GRASS), C]
    assert told[2] == [F(BLUE, STAR), F(PURPLE, STAR), FF(RED, GRASS), C]
    assert told[3] == [F(PURPLE, STAR), F(BLUE, STAR), FF(YELLOW, GRASS), C]


@EVERY_SEATS
def test_K2_colours_that_change_places_all_over_the_table_change_nothing(seats: int):
    for table in sampled(Case(PLUGINS["kuna_yala"], seats), seed=5, every=16):
        for seat in range(seats):
            assert LEARNER.glance(table, seat) == LEARNER.glance(recoloured(table, 1 + seat % 3), seat)


def recoloured(table: object, by: int) -> object:
    """The same table with its colours in pairs exchanged: those whose numbers differ in these bits."""
    twin = table.copy()
    s = twin.state

    def card(number: int) -> int:
        return 1 + (number - 1 ^ by * FLOORS) if 1 <= number <= 2 * FISH else number

    s.colour = [colour ^ by for colour in s.colour]
    s.visible = [card(number) for number in s.visible]
    for counts in (s.unseen, s.discarded):
        counts[:] = [counts[card(number)] for number in range(len(counts))]
    for name in ("fish", "kept", "given", "killed", "left"):
        setattr(s, name, [[row[colour ^ by] for colour in range(4)] for row in getattr(s, name)])
    for rows in (s.shown, s.laid_card):
        for row in rows:
            for number, shown in enumerate(row):
                row[number] = card(shown)
    s.fits = [[row[fish ^ by * FLOORS] for fish in range(FISH)] for row in s.fits]
    s.suits = [[sum((bits >> (f ^ by * FLOORS) & 1) << f for f in range(FISH)) for bits in row] for row in s.suits]
    return twin


def test_K4_K18_visible_cards_piles_and_what_they_hold_are_told():
    table = kuna(2)
    leave(table, [3, 0, 1, 2], O, O, S, S, FF(RED, STAR), FF(YELLOW, STAR))
    told = seen(table, 1)
    assert told["piles"] == [3, 0, 1, 2]
    held = {1 + number: count for number, count in enumerate(told["unseen"]) if count}
    assert held == {O: 2, S: 2, FF(YELLOW, STAR): 1, FF(RED, STAR): 1}
    assert told["discarded"][O - 1] == components.OCTOPUSES - 2
    assert told["discarded"][F(RED, PEBBLE) - 1] == 2, "one of yellow's own colour is visible"


def test_K5_what_is_asked_of_whom():
    table = kuna(3, first=2)
    told = [seen(table, seat) for seat in range(3)]
    assert [each["asking"] for each in told] == [LAY_TWO] * 3
    assert [each["asked"] for each in told] == [0, 0, 1]
    assert [each["active"] for each in told] == [2, 1, 0]
    assert [each["players"] for each in told] == [3] * 3


def test_K7_every_card_lies_on_the_map_of_its_shoal():
    table = kuna(2)
    put(table, 1, {(1, 0): F(YELLOW, STAR), (1, -1): C, (0, 1): FF(YELLOW, GRASS)})
    assert shoal(table, 0, 0) == {(0, 0): C}
    assert shoal(table, 0, 1) == {(0, 0): C, (1, 0): F(YELLOW, STAR), (1, -1): C, (0, 1): FF(YELLOW, GRASS)}
    assert shoal(table, 1, 0) == {(0, 0): C, (1, 0): F(RED, STAR), (1, -1): C, (0, 1): FF(RED, GRASS)}


def test_K10_K12_K13_sharks_octopuses_and_bones_lie_on_top():
    table = kuna(2)
    put(table, 1, {(1, 0): F(BLUE, STAR), (2, 0): F(BLUE, PEBBLE), (0, 1): C})
    cover_fish(table, 1, 1, 0)
    turn_to_bones(table, 1, (2, 0))
    cover_coral(table, 1)
    assert shoal(table, 0, 1) == {(0, 0): O, (1, 0): S, (2, 0): BONES, (0, 1): C}
    told = seen(table, 0)
    assert (told["corals"], told["octopuses"], told["sharks"]) == ([1, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0])
    assert told["fish"] == [[0] * 4] * 4


def test_K16_the_own_points_and_everybodys_fish():
    table = kuna(2)
    put(table, 0, {(1, 0): FF(RED, STAR), (0, 1): F(BLUE, STAR)})
    put(table, 1, {(1, 0): F(RED, GRASS), (2, 0): FF(YELLOW, GRASS)})
    cover_fish(table, 0, 0, 1)
    told = [seen(table, seat) for seat in (0, 1)]
    assert told[0]["fish"] == [[2, 0, 0, 0], [1, 2, 0, 0], [0] * 4, [0] * 4]
    assert told[1]["fish"] == [[2, 1, 0, 0], [0, 2, 0, 0], [0] * 4, [0] * 4]
    parts = ("fish_points", "majority_points", "shark_points")
    assert [[each[part] for part in parts] for each in told] == [[3, 3, 2], [2, 3, 0]]
    assert [sum(each[part] for part in parts) for each in told] == [scoring.score(table.state, seat) for seat in (0, 1)]


def test_K18_what_everybody_did_with_fish_is_remembered():
    table = kuna(3, (F(RED, STAR), FF(YELLOW, PEBBLE), F(BLUE, GRASS), C))
    table.play(0, lay(0, 0, 1, 0))
    table.play(0, lay(1, 2, 1, 0), *draws(table.state.unseen, C, C))
    by_red, by_yellow = seen(table, 0), seen(table, 1)
    assert (by_red["kept"][0], by_red["given"][0], by_red["left"][0]) == ([1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 1, 0])
    assert by_yellow["kept"][2] == [0, 1, 0, 0], "two seats further sits red, whose colour is now the second one"
    assert (by_yellow["given"][2], by_yellow["left"][2]) == ([2, 0, 0, 0], [0, 0, 0, 1])


def test_K5_how_far_a_choice_is_begun_is_told():
    table = kuna(2)
    told = seen(table, 0, group(2, 1))
    assert (told["begun_slot"], told["begun_shoal"]) == (3, 2)
    told = seen(table, 0)
    assert (told["begun_slot"], told["begun_shoal"]) == (0, 0)


def test_of_two_players_nothing_is_told_of_a_third():
    table = kuna(2)
    for part in ("token", "corals", "fish", "kept", "shoal"):
        for nobody in seen(table, 0)[part][2:]:
            assert not any(map(bool, flat(nobody)))


def flat(numbers: object) -> list[int]:
    return [each for row in numbers for each in flat(row)] if isinstance(numbers, list) else [numbers]


# The map


def test_the_map_has_no_shore():
    table = kuna(2)
    for x in range(1, MIDDLE + 2):
        put(table, 0, {(-x, 0): C})
    told = shoal(table, 1, 1)
    assert (-MIDDLE, 0) in told
    assert (MIDDLE - 1, 0) in told, "the card 17 columns to the west"
    assert len(told) == MIDDLE + 2


def test_a_place_of_a_shoal_that_spans_all_columns_has_its_own_cell():
    table = kuna(2, (C, *USUAL[:3]))
    long_shoal(table, 0, ACROSS - 2)
    assert len(shoal(table, 0, 0)) == ACROSS - 2
    choices = LEARNER.choices(table.table, 0, group(0, 0))
    assert len(choices) == len(set(choices)) == table.state.edges[0] == 2 * ACROSS - 2
    assert laws.astray(Case(PLUGINS["kuna_yala"], 2), LEARNER.encoding, table.table, 0) == []


def test_beyond_that_a_cell_shows_what_was_laid_first_and_means_the_first_place():
    table = kuna(2, (C, *USUAL[:3]))
    long_shoal(table, 0, ACROSS + 4)
    assert shoal(table, 0, 0)[0, 0] == C, "not the fish 32 columns further east"
    assert len(shoal(table, 0, 0)) == ACROSS
    choices = LEARNER.choices(table.table, 0, group(0, 0))
    assert len(choices) < table.state.edges[0]
    for choice in choices:
        action = LEARNER.decide(table.table, 0, choice, group(0, 0))
        assert table.refusal(0, LEARNER.game.decode(table.state, 0, action)) is None
    assert LEARNER.decide(table.table, 0, cell(1, 1), group(0, 0)) == at(0, 1, 1)
    assert LEARNER.decide(table.table, 0, cell(ACROSS + 1, 1), group(0, 0)) == at(0, 1, 1)


# Choices


def test_K5_a_card_goes_to_a_shoal_then_to_a_place():
    table = kuna(2, (F(RED, STAR), S, F(BLUE, GRASS), C))
    put(table, 1, {(1, 0): F(RED, STAR)})
    assert LEARNER.choices(table.table, 0) == [
        *(group(0, 0), group(0, 1)),
        group(1, 1),
        *(group(2, 0), group(2, 1)),
        *(group(3, 0), group(3, 1)),
    ]
    assert LEARNER.decide(table.table, 0, group(0, 1)) == going_on(group(0, 1))
    moves = LEARNER.moves(table.table, 0, group(0, 1))
    around = [(2, 0), (1, 1), (1, -1), (0, 1), (-1, 0), (0, -1)]
    assert {(move.place.x, move.place.y) for move in moves} == set(around)
    assert {(move.slot, move.place.seat) for move in moves} == {(0, 1)}


def test_K5_after_home_only_others_shoals_are_left():
    table = kuna(3)
    table.play(0, lay(0, 0, 1, 0))
    furthers = {(choice - GROUP) % SEATS for choice in LEARNER.choices(table.table, 0)}
    assert furthers == {1, 2}
    table = kuna(3)
    table.play(0, lay(0, 2, 1, 0))
    assert table.state.asking == LAY_AT_HOME
    assert {(choice - GROUP) % SEATS for choice in LEARNER.choices(table.table, 0)} == {0}


def test_K5_shoals_are_counted_from_the_own_one():
    table = kuna(3, first=2)
    assert LEARNER.moves(table.table, 2, group(3, 1)) == [
        lay(3, 0, x, y) for x, y in [(0, -1), (-1, 0), (1, 0), (0, 1)]
    ]


def test_K6_who_is_not_on_turn_waits():
    assert LEARNER.choices(kuna(2).table, 1) == [WAIT]


def test_K10_a_shark_has_the_fish_of_others():
    table = kuna(2, (S, *USUAL[:3]))
    put(table, 1, {(1, 0): F(BLUE, STAR), (2, 0): C, (3, 0): F(RED, RIPPLE)})
    assert LEARNER.choices(table.table, 0, group(0, 1)) == [cell(1, 0), cell(3, 0)]
    assert LEARNER.moves(table.table, 0, group(0, 1)) == [lay(0, 1, 1, 0), lay(0, 1, 3, 0)]


def test_K19_the_very_last_card_may_go_anywhere():
    table = kuna(2)
    show(table, S, S, S, F(RED, STAR))
    put(table, 1, {(1, 0): F(BLUE, STAR)})
    leave(table, [0, 0, 0, 0])
    table.arrange(asking=components.LAY_LAST)
    assert LEARNER.choices(table.table, 0) == [*(group(slot, 1) for slot in range(3)), group(3, 0), group(3, 1)]


# Secrets


@EVERY_SEATS
def test_K18_others_tokens_are_told_by_nothing(seats: int):
    case = Case(PLUGINS["kuna_yala"], seats)
    for number, table in enumerate(sampled(case, seed=8, every=16)):
        for seat in range(seats):
            assert laws.leak(case, LEARNER.encoding, table, seat, SeededLuck(9, number)) == ""


def next_token(s: KunaYala, seat: int, begun: int, out: list[int]) -> None:
    """Tells the next player's token."""
    encoding.observe(s, seat, begun, out)
    out[encoding.TOKEN + 1] = 1 + (s.colour[(seat + 1) % s.players] ^ s.colour[seat])


def next_points(s: KunaYala, seat: int, begun: int, out: list[int]) -> None:
    """Tells the next player's points for fish, which speak of their colour."""
    encoding.observe(s, seat, begun, out)
    out[encoding.FISH_POINTS] = scoring.fish_points(s, (seat + 1) % s.players)


def by_anothers_colour(s: KunaYala, seat: int, begun: int, out: list[int]) -> None:
    """Tells fish as the next player sees them."""
    encoding.observe_turn(s, seat, begun, out)
    encoding.observe_cards(s, (seat + 1) % s.players, out)


@pytest.mark.parametrize("observe", [next_token, next_points, by_anothers_colour])
@EVERY_SEATS
def test_K18_an_encoding_that_reads_anothers_token_is_caught(seats: int, observe: object):
    with pytest.raises(LawBroken, match="cannot know"):
        laws.nothing_hidden_is_observed(LEARNER.spoilt(seats, observe=observe))


def kind_mask(s: KunaYala, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:
    """Has no choices that would give the next player fish of their colour."""
    count = encoding.legal(s, seat, begun, notes, mask)
    other = (seat + 1) % s.players
    if begun == NOTHING_BEGUN and s.colour[other] == RED and count > 1:
        mask[mask.index(1)] = 0
        return count - 1
    return count


def test_K18_choices_that_depend_on_anothers_token_are_caught():
    with pytest.raises(LawBroken, match="the choices that it has"):
        laws.nothing_hidden_is_observed(LEARNER.spoilt(2, legal=kind_mask))


def test_K18_what_is_swapped_behind_the_back_of_a_seat_it_does_not_see():
    table = kuna(4)
    show(table, S, C, F(BLUE, STAR), F(RED, STAR))
    for seat in range(4):
        twin = table.table.copy()
        twin.state = swap(table.state, seat, Random(seat))
        assert LEARNER.glance(table.table, seat) == LEARNER.glance(twin, seat)
