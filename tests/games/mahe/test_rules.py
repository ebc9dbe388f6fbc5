"""Mahé, rule by rule. A die of d is the draw d - 1; the seats are 0 (red), 1 (blue), 2 (yellow), 3 (green)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from laguna.core.game import BadOption, Event
from laguna.games.mahe import rules
from laguna.games.mahe.game import (
    Ahead,
    BeachUncovered,
    BeachWon,
    CardPlayed,
    CardTurnedUp,
    ChooseTurtle,
    Climbed,
    DieOrdered,
    EggsLaid,
    Moved,
    PlayCard,
    Roll,
    Rolled,
    Sank,
    Stop,
    TurnBegan,
    TurtleChosen,
)
from laguna.games.mahe.rules import BEACH, NOBODY, OUT_OF_PLAY, RAFT
from tabletop import Tabletop

RED, BLUE, YELLOW, GREEN, PURPLE, PINK, GREY = range(7)
CARD_OF_THREE = 6
"""Setup draw: of the 24 unseen cards, in the order of their values, number 6 is the first 3."""
CARD = {1: 0, 2: 3, 3: 6, 4: 11, 5: 16, 6: 21}


def die(value: int) -> int:
    return value - 1


def mahe(seats: int = 4, first_die: int | None = 1, **options: object) -> Tabletop:
    """A new table: a 3 is face up, seat 0 begins; with 4 to 7 players it has rolled its first die."""
    options.setdefault("first", 0)
    draws = [CARD_OF_THREE]
    if seats >= 4:
        draws.append(die(first_die or 1))
    return Tabletop("mahe", seats, draws, **options)


def put(table: Tabletop, *stacks: tuple[int, list[int]]) -> None:
    """Put stacks of turtles, bottom first, on fields."""
    for field, stack in stacks:
        for turtle, above in zip(stack, [*stack[1:], NOBODY], strict=True):
            table.state.field[turtle] = field
            table.state.rider[turtle] = above
    table.arrange()


def stack_on(table: Tabletop, turtle: int) -> list[int]:
    """A turtle and all above it, bottom first."""
    found = [turtle]
    while table.state.rider[found[-1]] != NOBODY:
        found.append(table.state.rider[found[-1]])
    return found


def give(table: Tabletop, seat: int, *values: int) -> None:
    """Give a seat won cards, out of the unseen ones."""
    for value in values:
        table.state.pile[seat][value] += 1
        table.state.unseen[value] -= 1
        table.state.deck -= 1


def empty_deck(table: Tabletop) -> None:
    """The last card is gone: the beach is the prize."""
    table.state.deck = 0
    table.state.face_up = 0


# Components and setup


def test_M1_the_loop_has_21_fields_and_the_beach_seven_eggs():
    assert (RAFT, rules.LAST_FIELD, rules.BEACH_EGGS, rules.TURTLES) == (0, 21, 7, 7)
    assert (rules.DIE, rules.MOST_DICE) == (6, 3)


def test_M2_the_egg_cards_are_24_with_87_eggs():
    assert rules.EGG_CARDS == (0, 3, 3, 5, 5, 5, 3)
    assert sum(rules.EGG_CARDS) == 24
    assert sum(value * count for value, count in enumerate(rules.EGG_CARDS)) == 87


def test_M3_all_start_on_the_raft_with_twenty_cards_and_the_top_one_face_up():
    table = mahe(5)
    assert {turtle.field for turtle in table.view(0).turtles} == {RAFT}
    assert table.view(0).prize == 3
    assert table.view(0).deck == 19
    assert sum(table.state.unseen) == 19 + 4
    assert table.events[0] == CardTurnedUp(eggs=3, deck=19)


@pytest.mark.parametrize(("draw", "eggs"), [(0, 1), (3, 2), (6, 3), (11, 4), (16, 5), (21, 6), (23, 6)])
def test_M3_any_of_the_24_cards_may_be_the_first(draw, eggs):
    assert Tabletop("mahe", 4, [draw, die(1)], first=0).view(None).prize == eggs


def test_M4_the_first_player_is_drawn():
    assert Tabletop("mahe", 4, [0, 2, die(1)]).view(0).active == 2


def test_M4_the_first_player_may_be_named():
    assert mahe(first=3).view(0).active == 3
    with pytest.raises(BadOption, match="a seat from 0 to 3, not 4"):
        mahe(first=4)


def test_M4_play_goes_clockwise():
    table = mahe(4, first=3)
    table.play(3, Stop(), die(1))
    assert table.view(0).active == 0
    table.play(0, Stop(), die(1))
    assert table.view(0).active == 1


@pytest.mark.parametrize(("seats", "each"), [(2, 2), (3, 2), (4, 1), (5, 1), (6, 1), (7, 1)])
def test_M5_two_turtles_each_with_two_or_three_players_else_one(seats, each):
    turtles = mahe(seats).view(0).turtles
    for seat in range(seats):
        assert sum(turtle.seat == seat for turtle in turtles) == each
    assert len(turtles) == seats * each


def test_M5_players_choose_colours_and_unchosen_turtles_are_out_of_play():
    table = mahe(4, colours="grey,pink,red,blue")
    assert {turtle.colour: turtle.seat for turtle in table.view(0).turtles} == {
        "grey": 0,
        "pink": 1,
        "red": 2,
        "blue": 3,
    }
    assert table.state.field[YELLOW] == OUT_OF_PLAY
    table.play(0, Stop(), die(1))
    assert table.state.field[GREY] == 1


def test_M5_with_two_turtles_each_colours_are_named_in_pairs():
    table = mahe(2, colours="grey,pink,red,blue")
    assert [(turtle.colour, turtle.seat) for turtle in table.view(0).turtles] == [
        ("red", 1),
        ("blue", 1),
        ("pink", 0),
        ("grey", 0),
    ]


@pytest.mark.parametrize("colours", ["red", "red,red,blue,green", "red,blue,green,mauve", "red,blue,green,pink,grey"])
def test_M5_a_wrong_choice_of_colours_is_answered_in_a_sentence(colours):
    with pytest.raises(BadOption, match="names 4 different ones of: red, blue"):
        mahe(4, colours=colours)


# Turn


def test_M6_the_first_die_is_rolled_and_then_it_is_decided():
    table = mahe(4, first_die=5)
    assert table.events[-2:] == [TurnBegan(seat=0), Rolled(turtle=RED, die=5, total=5)]
    assert table.about == "another_die"
    assert table.moves(0) == (Stop(), Roll())


def test_M6_three_dice_at_most():
    table = mahe(4, first_die=1)
    table.play(0, Roll(), die(1))
    table.play(0, Roll(), die(1), die(6))
    assert table.state.field[RED] == 9
    assert table.view(0).active == 1


def test_M6_another_answer_is_refused():
    assert mahe(4).refused(0, ChooseTurtle(turtle=RED)) == "M6"


def test_M7_the_owner_of_the_topmost_turtle_decides():
    table = mahe(4)
    put(table, (5, [RED, GREEN, BLUE]))
    assert table.asked == [1]
    assert table.refused(0, Stop()) == "M7"
    table.play(1, Roll(), die(2))
    assert DieOrdered(seat=1, turtle=RED) in table.events
    assert table.asked == [1]


def test_M7_with_nobody_on_its_back_the_turtle_decides_for_itself():
    table = mahe(4)
    put(table, (5, [GREEN, BLUE, RED]))
    assert table.asked == [0]


def test_M8_past_seven_everything_above_goes_to_the_raft_and_those_below_stay():
    table = mahe(4, first_die=3)
    put(table, (9, [YELLOW, RED, BLUE]))
    events = table.play(1, Roll(), die(5), die(1))
    assert Sank(turtle=RED, total=8) in events
    assert [table.state.field[turtle] for turtle in (YELLOW, RED, BLUE)] == [9, RAFT, RAFT]
    assert stack_on(table, YELLOW) == [YELLOW]
    assert stack_on(table, RED) == [RED]
    assert table.view(0).active == 1


def test_M8_a_turtle_on_the_raft_stays_there():
    table = mahe(4, first_die=4)
    table.play(0, Roll(), die(4), die(1))
    assert table.state.field[RED] == RAFT


def test_M8_with_two_turtles_a_bust_of_the_first_does_not_cancel_the_second():
    table = mahe(2)
    table.play(0, ChooseTurtle(turtle=BLUE), die(6))
    events = table.play(0, Roll(), die(6), die(2))
    assert events[-1] == Rolled(turtle=RED, die=2, total=2)
    table.play(0, Stop())
    assert table.state.field[RED] == 2
    assert table.state.field[BLUE] == RAFT


@pytest.mark.parametrize("seats", [2, 3])
def test_M8_with_the_option_a_bust_of_the_first_turtle_ends_the_turn(seats):
    table = mahe(seats, bust_ends_turn=True)
    table.play(0, ChooseTurtle(turtle=BLUE), die(6))
    events = table.play(0, Roll(), die(6))
    assert events[-2:] == [Sank(turtle=BLUE, total=12), TurnBegan(seat=1)]
    assert (table.asked, table.about) == ([1], "which_turtle")


@pytest.mark.parametrize("seats", [2, 3])
def test_M8_with_the_option_a_first_turtle_that_moves_still_lets_the_second_move(seats):
    table = mahe(seats, bust_ends_turn=True)
    table.play(0, ChooseTurtle(turtle=BLUE), die(6))
    assert table.play(0, Stop(), die(2))[-1] == Rolled(turtle=RED, die=2, total=2)
    assert table.play(0, Roll(), die(6))[-2:] == [Sank(turtle=RED, total=8), TurnBegan(seat=1)]
    assert table.state.field[BLUE] == 6


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_M8_with_one_turtle_each_the_option_changes_nothing(seats):
    assert mahe(seats, bust_ends_turn=True).state == mahe(seats).state


def test_M9_at_exactly_seven_the_turtle_moves_at_once():
    table = mahe(4, first_die=3)
    table.play(0, Roll(), die(4), die(1))
    assert table.state.field[RED] == 14
    assert table.view(0).active == 1


def test_M9_at_exactly_seven_no_card_may_be_played():
    table = mahe(4, first_die=5, advanced=True)
    give(table, 0, 2, 1)
    table.play(0, PlayCard(value=2), die(1))
    assert table.state.field[RED] == 14


def test_M9_after_the_third_die_there_is_no_decision():
    table = mahe(4, first_die=1)
    table.play(0, Roll(), die(2))
    table.play(0, Roll(), die(2), die(1))
    assert table.state.field[RED] == 15


@pytest.mark.parametrize(("dice", "fields"), [([4], 4), ([2, 4], 12), ([2, 4, 1], 21), ([1, 1, 1], 9)])
def test_M10_a_turtle_goes_sum_times_dice_fields(dice, fields):
    table = mahe(4, first_die=dice[0])
    for value in dice[1:-1]:
        table.play(0, Roll(), die(value))
    last = dice[1:][-1:]
    if len(dice) == 3 or sum(dice) == 7:
        # the beach may be reached: a new card is turned up, then the next player rolls
        table.play(0, Roll(), die(last[0]), *([0] if fields == 21 else []), die(1))
    else:
        for value in last:
            table.play(0, Roll(), die(value))
        table.play(0, Stop(), die(1))
    assert table.state.field[RED] == fields


# Movement and stacks


def test_M11_from_the_raft_the_first_field_is_1():
    table = mahe(4, first_die=1)
    table.play(0, Stop(), die(1))
    assert table.state.field[RED] == 1


def test_M11_after_21_comes_1_again():
    table = mahe(4, first_die=3)
    put(table, (19, [RED]))
    table.play(0, Stop(), 0, die(1))
    assert table.state.field[RED] == 1


def test_M12_turtles_pass_each_other_freely():
    table = mahe(4, first_die=4)
    put(table, (10, [RED]), (12, [BLUE]))
    table.play(0, Stop(), die(1))
    assert table.state.field[RED] == 14
    assert stack_on(table, BLUE) == [BLUE]


def test_M12_on_an_occupied_field_one_goes_on_top_with_riders_in_order():
    table = mahe(4, first_die=2)
    put(table, (10, [RED, GREEN]), (12, [BLUE, YELLOW]))
    events = table.play(3, Stop(), die(1))
    assert stack_on(table, BLUE) == [BLUE, YELLOW, RED, GREEN]
    assert Climbed(turtle=RED, under=YELLOW) in events


def test_M13_a_moving_turtle_takes_its_riders_and_leaves_those_below():
    table = mahe(4, first_die=3)
    put(table, (5, [BLUE, RED, GREEN]))
    table.play(3, Stop(), die(1))
    assert [table.state.field[turtle] for turtle in (BLUE, RED, GREEN)] == [5, 8, 8]
    assert stack_on(table, BLUE) == [BLUE]
    assert stack_on(table, RED) == [RED, GREEN]


def test_M13_back_on_the_field_it_left_it_lands_on_those_that_stayed():
    table = mahe(4, first_die=2)
    put(table, (6, [BLUE, RED, GREEN]))
    table.play(3, Roll(), die(4))
    table.play(3, Roll(), die(1), 0, die(1))
    assert stack_on(table, BLUE) == [BLUE, RED, GREEN]
    assert table.state.field[RED] == 6


def test_M14_on_the_raft_nobody_rides_anybody():
    table = mahe(4, first_die=6)
    put(table, (6, [RED, BLUE, GREEN, YELLOW]))
    table.play(2, Roll(), die(6), die(1))
    assert table.state.field[:4] == [RAFT] * 4
    assert table.state.rider[:4] == [NOBODY] * 4


# What lies ahead


def test_M8_the_view_tells_which_values_would_be_too_much():
    table = mahe(4, first_die=3)
    put(table, (9, [RED, BLUE]))
    ahead = table.view(2).ahead
    assert [each.bust for each in ahead] == [False, False, False, False, False, True, True]
    assert ahead[5] == Ahead(bust=True, fields=0, field=RAFT, eggs=0)


@pytest.mark.parametrize("field", [RAFT, 9, 17, 20, 21])
@pytest.mark.parametrize("dice", [[1], [3], [6], [1, 1], [3, 1]])
def test_M10_M15_what_stopping_brings_comes_true(field, dice):
    table = mahe(4, first_die=dice[0])
    put(table, (field, [RED]))
    for value in dice[1:]:
        table.play(0, Roll(), die(value))
    ahead = table.view(None).ahead[0]
    events = table.play(0, Stop(), *([0] if ahead.eggs else []), die(1))
    assert ahead == Ahead(bust=False, fields=sum(dice) * len(dice), field=table.state.field[RED], eggs=laid(events))


@pytest.mark.parametrize("field", [RAFT, 9, 17, 20, 21])
@pytest.mark.parametrize("value", range(1, 7))
def test_M8_M10_M15_what_another_die_brings_comes_true(field, value):
    table = mahe(4, first_die=2)
    put(table, (field, [RED]))
    table.play(0, Roll(), die(2))
    ahead = table.view(0).ahead[value]
    events = table.play(0, Roll(), die(value), *([0] if ahead.eggs else []), die(1))
    assert ahead.bust == any(isinstance(event, Sank) for event in events)
    assert (ahead.field, ahead.eggs) == (table.state.field[RED], laid(events))
    assert ahead.fields == (0 if ahead.bust else 3 * (4 + value))


def test_M18_on_the_last_lap_the_beachs_eggs_lie_ahead():
    table = mahe(4, first_die=6)
    put(table, (15, [RED]))
    empty_deck(table)
    assert table.view(0).ahead[0] == Ahead(bust=False, fields=6, field=21, eggs=7)


def test_M20_nothing_lies_ahead_until_a_turtle_is_chosen():
    assert mahe(2).view(0).ahead == ()


def laid(events: Sequence[Event]) -> int:
    """The eggs of the card that was won."""
    return sum(event.eggs for event in events if isinstance(event, EggsLaid))


# Eggs


@pytest.mark.parametrize("start", [15, 16, 20])
def test_M15_reaching_or_passing_21_wins_the_face_up_card(start):
    table = mahe(4, first_die=6)
    put(table, (start, [RED]))
    events = table.play(0, Stop(), CARD[5], die(1))
    assert EggsLaid(turtle=RED, eggs=3) in events
    assert table.scores() == [3, 0, 0, 0]
    assert table.view(0).piles[0].values == (3,)
    assert CardTurnedUp(eggs=5, deck=18) in events


def test_M15_only_the_topmost_turtle_of_the_moving_stack_wins():
    table = mahe(4, first_die=6)
    put(table, (17, [YELLOW, RED, GREEN]))
    table.play(3, Stop(), 0, die(1))
    assert table.scores() == [0, 0, 0, 3]


def test_M15_exactly_one_card_a_move():
    table = mahe(4, first_die=3)
    put(table, (20, [RED]))
    table.play(0, Roll(), die(3))
    table.play(0, Roll(), die(1), 0, die(1))
    assert table.view(0).piles[0].cards == 1


def test_M16_moving_on_from_21_wins_nothing():
    table = mahe(4, first_die=5)
    put(table, (21, [RED]))
    table.play(0, Stop(), die(1))
    assert table.state.field[RED] == 5
    assert table.scores() == [0, 0, 0, 0]


def test_M16_moving_21_from_21_wins():
    table = mahe(4, first_die=3)
    put(table, (21, [RED]))
    table.play(0, Roll(), die(3))
    table.play(0, Roll(), die(1), 0, die(1))
    assert table.state.field[RED] == 21
    assert table.scores() == [3, 0, 0, 0]


def test_M17_players_may_look_at_their_own_cards_at_any_time():
    table = mahe(4)
    give(table, 2, 4, 1, 4)
    assert table.view(2).piles[2].values == (1, 4, 4)


# End


def test_M18_after_the_cards_the_beach_is_the_prize_and_ends_the_game():
    table = mahe(4, first_die=6)
    table.state.deck = 0
    put(table, (17, [RED]))
    events = table.play(0, Stop(), die(6))
    assert BeachUncovered(eggs=7) in events
    assert table.view(0).prize == 7
    put(table, (20, [BLUE]))
    events = table.play(1, Stop())
    assert BeachWon(turtle=BLUE, eggs=7) in events
    assert table.state.field[BLUE] == BEACH
    assert table.asked == []
    assert table.scores() == [3, 7, 0, 0]


def test_M18_once_the_game_is_over_every_move_is_refused():
    table = mahe(4, first_die=6)
    empty_deck(table)
    put(table, (17, [RED]))
    table.play(0, Stop())
    assert table.refused(1, Roll()) == "M18"


@pytest.mark.parametrize(
    ("piles", "beach", "places"),
    [
        ([[6, 6], [5, 4], [], []], 1, [2, 1, 3, 3]),  # 12 against 9 + 7
        ([[6, 3], [3, 3, 3], [], []], 3, [2, 1, 4, 3]),  # equal eggs: more cards
        ([[4, 4, 6], [1, 6], [], []], 1, [1, 1, 3, 3]),  # 14 and 14, the beach counting as a card: three cards each
    ],
)
def test_M19_most_eggs_then_most_cards_then_a_shared_win(piles, beach, places):
    table = mahe(4)
    for seat, values in enumerate(piles):
        give(table, seat, *values)
    table.arrange(beach=beach)
    assert table.places() == places


# Two and three players


def test_M20_the_player_chooses_which_turtle_goes_first_and_moves_both():
    table = mahe(3)
    assert table.about == "which_turtle"
    assert table.moves(0) == (ChooseTurtle(turtle=RED), ChooseTurtle(turtle=BLUE))
    events = table.play(0, ChooseTurtle(turtle=BLUE), die(2))
    assert events == [TurtleChosen(seat=0, turtle=BLUE), Rolled(turtle=BLUE, die=2, total=2)]
    events = table.play(0, Stop(), die(5))
    assert events[-1] == Rolled(turtle=RED, die=5, total=5)
    table.play(0, Stop())
    assert table.view(0).active == 1
    assert table.about == "which_turtle"


def test_M20_somebody_elses_turtle_is_refused():
    assert mahe(3).refused(0, ChooseTurtle(turtle=YELLOW)) == "M20"


def test_M20_before_the_first_roll_there_is_nothing_to_stop():
    assert mahe(3).refused(0, Stop()) == "M6"


def test_M20_won_cards_go_to_one_pile():
    table = mahe(2)
    put(table, (20, [RED]), (19, [BLUE]))
    table.play(0, ChooseTurtle(turtle=RED), die(1))
    table.play(0, Stop(), CARD[5], die(2))
    table.play(0, Stop(), 0)
    assert table.view(0).piles[0].values == (3, 5)


def test_M20_ones_own_turtle_may_ride_the_other():
    table = mahe(2)
    put(table, (4, [BLUE]), (2, [RED]))
    table.play(0, ChooseTurtle(turtle=RED), die(2))
    table.play(0, Stop(), die(3))
    table.play(0, Stop())
    assert stack_on(table, BLUE) == [BLUE, RED]
    assert table.state.field[RED] == 7


def test_M20_if_the_first_move_ends_the_game_there_is_no_second():
    table = mahe(2)
    empty_deck(table)
    put(table, (20, [RED]))
    table.play(0, ChooseTurtle(turtle=RED), die(1))
    table.play(0, Stop())
    assert table.asked == []


# Advanced variant


def test_M21_a_won_card_counts_as_a_die():
    table = mahe(4, first_die=2, advanced=True)
    give(table, 0, 1)
    events = table.play(0, PlayCard(value=1))
    assert events == [CardPlayed(seat=0, value=1, total=3)]
    assert (table.view(0).thrown, table.view(0).card_at) == ((2, 1), 1)
    table.play(0, Stop(), die(1))
    assert table.state.field[RED] == 6


def test_M21_without_the_option_no_card_is_played():
    table = mahe(4)
    give(table, 0, 1)
    assert table.refused(0, PlayCard(value=1)) == "M21"


def test_M21_the_first_is_always_a_die():
    table = mahe(4, first_die=4, advanced=True)
    give(table, 1, 2)
    table.play(0, Stop(), die(3))
    assert table.view(1).thrown == (3,)


def test_M22_one_card_a_move():
    table = mahe(4, first_die=1, advanced=True)
    give(table, 0, 1, 2)
    table.play(0, PlayCard(value=1))
    assert table.refused(0, PlayCard(value=2)) == "M22"
    assert table.moves(0) == (Stop(), Roll())


def test_M22_a_card_past_seven_may_not_be_played():
    table = mahe(4, first_die=5, advanced=True)
    give(table, 0, 3)
    assert table.refused(0, PlayCard(value=3)) == "M22"
    assert table.moves(0) == (Stop(), Roll())


def test_M22_the_card_leaves_the_game_even_if_a_later_die_busts():
    table = mahe(4, first_die=3, advanced=True)
    give(table, 0, 3, 4)
    table.play(0, PlayCard(value=3))
    table.play(0, Roll(), die(6), die(1))
    assert table.view(0).piles[0].values == (4,)
    assert table.scores()[0] == 4


def test_M23_the_decider_may_play_a_card_of_their_own_on_anothers_turn():
    table = mahe(4, first_die=2, advanced=True)
    put(table, (3, [RED, BLUE]))
    give(table, 1, 3)
    table.play(1, PlayCard(value=3))
    assert table.view(1).piles[1].cards == 0
    assert table.asked == [1]


def test_M23_only_ones_own_card():
    table = mahe(4, first_die=2, advanced=True)
    put(table, (3, [RED, BLUE]))
    give(table, 0, 3)
    assert table.refused(1, PlayCard(value=3)) == "M23"


def test_M23_nobody_can_be_made_to_play_a_card():
    table = mahe(4, first_die=2, advanced=True)
    put(table, (3, [RED, BLUE]))
    give(table, 0, 3)
    table.play(1, Roll())
    assert table.moves(0) == (Roll(), PlayCard(value=3))


def test_M24_the_active_player_may_answer_with_a_card_and_the_decider_decides_again():
    table = mahe(4, first_die=2, advanced=True)
    put(table, (3, [RED, BLUE]))
    give(table, 0, 3)
    table.play(1, Roll())
    assert (table.about, table.asked) == ("card_instead", [0])
    table.play(0, PlayCard(value=3))
    assert (table.about, table.asked) == ("another_die", [1])
    table.play(1, Stop(), die(1))
    assert table.state.field[RED] == 13


def test_M24_without_a_card_played_the_die_is_rolled():
    table = mahe(4, first_die=2, advanced=True)
    put(table, (3, [RED, BLUE]))
    give(table, 0, 3)
    table.play(1, Roll())
    events = table.play(0, Roll(), die(1))
    assert events == [Rolled(turtle=RED, die=1, total=3)]


def test_M24_the_question_is_put_whether_or_not_a_card_fits():
    table = mahe(4, first_die=5, advanced=True)
    put(table, (3, [RED, BLUE]))
    give(table, 0, 6)
    table.play(1, Roll())
    assert table.moves(0) == (Roll(),)
    assert table.refused(0, Stop()) == "M6"


def test_M24_the_question_is_not_put_without_cards_or_after_one_was_played():
    table = mahe(4, first_die=1, advanced=True)
    put(table, (3, [RED, BLUE]))
    table.play(1, Roll(), die(1))
    give(table, 0, 1)
    give(table, 1, 1)
    table.state.total, table.state.dice = 1, 1
    table.play(1, PlayCard(value=1))
    table.play(1, Roll(), die(1), die(1))
    assert table.view(0).active == 1


# Who sees what, and the small print


def test_M25_a_pile_shows_its_owner_the_values_and_others_the_count():
    table = mahe(4)
    give(table, 1, 2, 5)
    assert table.view(1).piles[1].values == (2, 5)
    for stranger in (0, 2, None):
        assert (table.view(stranger).piles[1].cards, table.view(stranger).piles[1].values) == (2, None)


def test_M25_open_piles_shows_all():
    table = mahe(4, open_piles=True)
    give(table, 1, 2, 5)
    assert table.view(None).piles[1].values == (2, 5)


@pytest.mark.parametrize("seats", range(2, 8))
def test_M25_when_the_game_is_over_all_piles_are_shown(seats):
    table = mahe(seats, first_die=6)
    give(table, 0, 6)
    give(table, 1, 2, 5)
    empty_deck(table)
    put(table, (17, [RED]))
    if seats <= 3:
        table.play(0, ChooseTurtle(turtle=RED), die(6))
    assert [pile.values for pile in table.view(None).piles] == [None] * seats
    table.play(0, Stop())
    for seat in (None, *range(seats)):
        assert [pile.values for pile in table.view(seat).piles] == [(6,), (2, 5), *[()] * (seats - 2)]


def test_M25_the_log_shows_each_card_when_it_is_won():
    table = mahe(4, first_die=6)
    put(table, (17, [RED]))
    events = table.play(0, Stop(), 0, die(1))
    for seat in (0, 1, None):
        assert EggsLaid(turtle=RED, eggs=3) in [event.seen_by(seat) for event in events]


def test_M25_everything_else_is_public():
    table = mahe(4)
    give(table, 1, 2, 5)
    owner, spectator = msgspec.structs.asdict(table.view(1)), msgspec.structs.asdict(table.view(None))
    assert owner.pop("piles") != spectator.pop("piles")
    assert owner == spectator


def test_M26_the_topmost_goes_to_the_beach_and_the_others_finish_the_move():
    table = mahe(4, first_die=6)
    empty_deck(table)
    put(table, (17, [RED, BLUE, GREEN]), (2, [YELLOW]))
    table.play(3, Stop())
    assert [table.state.field[turtle] for turtle in (RED, BLUE, GREEN)] == [2, 2, BEACH]
    assert stack_on(table, YELLOW) == [YELLOW, RED, BLUE]


def test_M26_a_lone_turtle_that_wins_the_beach_climbs_on_nobody():
    table = mahe(4, first_die=6)
    empty_deck(table)
    put(table, (17, [RED]), (2, [YELLOW, GREEN]))
    assert table.play(0, Stop())[1:] == [Moved(turtle=RED, start=17, field=2), BeachWon(turtle=RED, eggs=7)]
    assert table.state.field[RED] == BEACH
    assert stack_on(table, YELLOW) == [YELLOW, GREEN]


def test_M26_of_a_stack_that_wins_the_beach_the_lowest_climbs_and_not_the_winner():
    table = mahe(4, first_die=6)
    empty_deck(table)
    put(table, (17, [RED, BLUE]), (2, [YELLOW]))
    climbs = [event for event in table.play(1, Stop()) if isinstance(event, Climbed)]
    assert climbs == [Climbed(turtle=RED, under=YELLOW)]


def test_M26_the_second_turtle_moves_from_wherever_the_first_move_left_it():
    table = mahe(2)
    put(table, (4, [RED, BLUE]))
    table.play(0, ChooseTurtle(turtle=RED), die(3))
    table.play(0, Stop(), die(1))
    assert table.state.field[BLUE] == 7
    table.play(0, Stop())
    assert (table.state.field[RED], table.state.field[BLUE]) == (7, 8)


# Worked examples


def test_example_1_2_then_6_is_a_bust():
    table = mahe(4, first_die=2)
    assert Sank(turtle=RED, total=8) in table.play(0, Roll(), die(6), die(1))


def test_example_2_one_die_of_4_is_4_fields():
    table = mahe(4, first_die=4)
    assert Moved(turtle=RED, start=RAFT, field=4) in table.play(0, Stop(), die(1))


def test_example_3_2_and_4_are_12_fields():
    table = mahe(4, first_die=2)
    table.play(0, Roll(), die(4))
    assert Moved(turtle=RED, start=RAFT, field=12) in table.play(0, Stop(), die(1))


def test_example_4_2_and_4_and_1_are_21_fields():
    table = mahe(4, first_die=2)
    table.play(0, Roll(), die(4))
    assert Moved(turtle=RED, start=RAFT, field=21) in table.play(0, Roll(), die(1), 0, die(1))


def test_example_5_3_and_1_and_stop_are_8_fields():
    table = mahe(4, first_die=3)
    table.play(0, Roll(), die(1))
    assert Moved(turtle=RED, start=RAFT, field=8) in table.play(0, Stop(), die(1))


def test_example_6_blue_on_top_of_green_orders_a_die_and_stops():
    table = mahe(4, first=3, first_die=3)
    put(table, (2, [GREEN, BLUE]))
    table.play(1, Roll(), die(2))
    table.play(1, Stop(), die(1))
    assert (table.state.field[GREEN], table.state.field[BLUE]) == (12, 12)


def test_example_7_cards_2_3_4_6_and_the_beach_are_22_eggs_and_5_cards():
    table = mahe(4)
    give(table, 0, 2, 3, 4, 6)
    table.arrange(beach=0)
    assert table.scores()[0] == 22
    assert rules.standing(table.state, 0) % 100 == 5


def test_example_8_die_5_and_card_2_are_14_fields_and_the_card_is_gone():
    table = mahe(4, first_die=5, advanced=True)
    give(table, 0, 2)
    assert Moved(turtle=RED, start=RAFT, field=14) in table.play(0, PlayCard(value=2), die(1))
    assert table.view(0).piles[0].cards == 0
