"""Kuna Yala, rule by rule. The cards are F(colour, floor) and FF(colour, floor), C, S and O."""

from __future__ import annotations

import msgspec
import pytest

from games.kuna_yala.positions import (
    ANY_TWO_FISH,
    BLUE,
    FF,
    GRASS,
    NOTHING,
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
    full_box,
    kuna,
    lay,
    leave,
    put,
    show,
    turn_to_bones,
)
from laguna import simulation
from laguna.core import compiled
from laguna.core.compiled.runner import Runner
from laguna.core.game import BadOption
from laguna.core.luck import ScriptedLuck, SeededLuck
from laguna.games import RULED
from laguna.games.kuna_yala import components, laying, rules
from laguna.games.kuna_yala.game import (
    CardDiscarded,
    CardsRanOut,
    CardTurnedUp,
    Coral,
    Cursed,
    Ended,
    FishDied,
    FishEaten,
    FourthShark,
    FreePlace,
    LaidAtHome,
    LaidAway,
    LaidCard,
    Lay,
    NoPair,
    Octopus,
    OctopusHeld,
    OctopusLeft,
    OneFish,
    Place,
    Points,
    Shark,
    ShoalBegun,
    TokenDealt,
    TokenRevealed,
    TurnBegan,
    TwoFish,
    card_of,
)
from laguna.games.kuna_yala.invariants import broken
from tabletop import Tabletop

GAME = RULED["kuna_yala"]


def play(table: Tabletop, seat: int, move: Lay, *cards: int) -> list[object]:
    """A move after which these cards are turned up."""
    events = table.play(seat, move, *draws(table.state.unseen, *cards))
    assert broken(table.state) == 0
    return events


def begin_turn(table: Tabletop, *cards: int) -> list[object]:
    """Begin the turn anew on the table as it was arranged; these cards are turned up on the way."""
    luck = ScriptedLuck(draws(table.state.unseen, *cards))
    table.state.luck = luck
    rules.begin_turn(table.state)
    assert luck.left == 0
    assert broken(table.state) == 0
    table.arrange()
    return table.game._told(table.state)


def shown(table: Tabletop, shoal: int, x: int, y: int) -> int:
    """What lies on a place."""
    return max(table.state.sea[at(shoal, x, y)], NOTHING)


def bones(table: Tabletop, shoal: int) -> set[tuple[int, int]]:
    """Where bones lie."""
    return {(card.x, card.y) for card in table.view(None).shoals[shoal].cards if card.state == "bones"}


def reason(table: Tabletop, seat: int, move: Lay) -> tuple[str, str] | None:
    refusal = table.refusal(seat, move)
    return None if refusal is None else (refusal.rule, refusal.reason)


def barren(table: Tabletop, shoal: int) -> None:
    """Bones on all four sides of the starting coral: no fish has a place in this shoal any more."""
    ring = {(1, 0): F(RED, RIPPLE), (0, 1): F(YELLOW, GRASS), (-1, 0): F(BLUE, RIPPLE), (0, -1): F(PURPLE, GRASS)}
    put(table, shoal, ring)
    turn_to_bones(table, shoal, *ring)


# Components


def test_K1_the_box_has_104_cards_and_four_tokens():
    assert sum(components.CARDS) == 104
    assert sum(components.CARDS[1 : components.LAST_FISH + 1]) == 64
    assert (components.CARDS[C], components.CARDS[S], components.CARDS[O]) == (22, 8, 10)
    assert components.COLOURS == 4


def test_K2_three_single_fish_and_one_double_of_each_colour_and_floor():
    for colour in range(4):
        for floor in range(4):
            assert components.CARDS[F(colour, floor)] == 3
            assert components.CARDS[FF(colour, floor)] == 1


def test_K2_a_fish_card_shows_one_or_two_fish_on_a_floor():
    assert card_of(F(RED, STAR)) == OneFish("red", "star")
    assert card_of(FF(PURPLE, PEBBLE)) == TwoFish("purple", "pebble")
    assert [card_of(card) for card in (C, S, O)] == [Coral(), Shark(), Octopus()]


# Setup


def test_K3_each_player_gets_a_token_of_their_own():
    table = Tabletop("kuna_yala", 4, [3, 0, 1, 0, *draws(full_box(4), *USUAL)], first=0)
    assert [table.view(seat).tokens[seat] for seat in range(4)] == ["purple", "red", "blue", "yellow"]


def test_K3_a_token_is_dealt_secretly():
    dealt = kuna(2).events[:2]
    assert dealt == [TokenDealt(0, "red"), TokenDealt(1, "yellow")]
    assert [event.seen_by(0) for event in dealt] == [TokenDealt(0, "red"), TokenDealt(1, None)]
    assert [event.seen_by(None) for event in dealt] == [TokenDealt(0, None), TokenDealt(1, None)]


def test_K3_unused_tokens_stay_secret():
    table = kuna(2)
    assert [len(table.view(seat).tokens) for seat in (0, 1, None)] == [2, 2, 2]
    assert sum(isinstance(event, TokenDealt) for event in table.events) == 2


def test_K3_each_shoal_starts_with_one_coral():
    table = kuna(3)
    for seat in range(3):
        assert ShoalBegun(seat) in table.events
        assert table.view(0).shoals[seat].cards == (LaidCard(0, 0, Coral(), "open", ()),)


@pytest.mark.parametrize(("seats", "piles"), [(2, (25, 25, 24, 24)), (3, (25, 24, 24, 24)), (4, (24, 24, 24, 24))])
def test_K4_the_rest_makes_four_nearly_equal_piles_with_a_card_turned_up_from_each(seats, piles):
    view = kuna(seats).view(None)
    assert view.piles == piles
    assert view.visible == tuple(card_of(card) for card in USUAL)
    assert sum(piles) + 4 + seats == 104


def test_K4_the_first_player_is_drawn():
    cards = draws(full_box(3), *USUAL)
    assert Tabletop("kuna_yala", 3, [0, 0, 0, *cards, 2]).asked == [2]


def test_K4_the_first_player_may_be_named():
    assert kuna(3, first=1).asked == [1]
    with pytest.raises(BadOption, match="a seat from 0 to 2, not 3"):
        kuna(3, first=3)


def test_K4_play_goes_clockwise():
    table = kuna(3, first=2)
    for seat, after in ((2, 0), (0, 1), (1, 2)):
        show(table, C, C, C, C)
        play(table, seat, lay(0, seat, 1, 0))
        events = play(table, seat, lay(1, after, 0, 1), *ANY_TWO_FISH)
        assert TurnBegan(after) in events
        assert table.asked == [after]


# Turn


def test_K5_one_card_at_home_and_the_other_away():
    table = kuna(3)
    assert table.about == "lay_two"
    assert play(table, 0, lay(0, 0, 1, 0)) == [LaidAtHome(0, 0, card_of(USUAL[0]), Place(0, 1, 0))]
    assert (table.asked, table.about) == ([0], "lay_away")
    events = play(table, 0, lay(2, 2, 0, -1), *ANY_TWO_FISH)
    assert events[0] == LaidAway(0, 2, card_of(USUAL[2]), Place(2, 0, -1))
    assert (table.asked, table.about) == ([1], "lay_two")
    assert shown(table, 0, 1, 0) == USUAL[0]
    assert shown(table, 2, 0, -1) == USUAL[2]


def test_K5_or_away_first_and_then_at_home():
    table = kuna(3)
    play(table, 0, lay(3, 1, 1, 0))
    assert (table.asked, table.about) == ([0], "lay_at_home")
    play(table, 0, lay(0, 0, 1, 0), *ANY_TWO_FISH)
    assert table.asked == [1]


def test_K5_not_both_at_home_nor_both_away():
    table = kuna(3)
    play(table, 0, lay(0, 0, 1, 0))
    assert reason(table, 0, lay(1, 0, -1, 0)) == ("K5", "home_is_done")
    table = kuna(3)
    play(table, 0, lay(0, 1, 1, 0))
    assert reason(table, 0, lay(1, 2, 1, 0)) == ("K5", "home_is_next")


def test_K5_each_card_is_laid_once():
    table = kuna(2)
    play(table, 0, lay(0, 0, 1, 0))
    assert reason(table, 0, lay(0, 1, 1, 0)) == ("K5", "no_card")
    assert table.view(0).visible[0] is None


def test_K5_only_in_shoals_that_are_there():
    table = kuna(3)
    assert reason(table, 0, lay(0, 3, 1, 0)) == ("K5", "no_shoal")
    assert reason(table, 0, lay(0, 4, 1, 0)) == ("K5", "not_a_move")
    assert reason(table, 0, lay(4, 0, 1, 0)) == ("K5", "not_a_move")


@pytest.mark.parametrize(("me", "other"), [(0, 1), (1, 0)])
def test_K5_a_first_card_after_which_no_second_could_be_laid_is_refused(me, other):
    table = kuna(2, first=me)
    put(table, other, {(1, 0): F(RED, STAR)})
    show(table, C, S, S, S)
    assert reason(table, me, lay(0, other, 0, 1)) == ("K5", "no_second_card")  # sharks never go home
    assert reason(table, me, lay(0, me, 0, 1)) is None
    assert reason(table, me, lay(1, other, 1, 0)) is None


def test_K5_who_is_not_on_turn_is_refused():
    assert reason(kuna(2), 1, lay(0, 1, 1, 0)) == ("K5", "not_asked")


def test_K6_four_cards_are_visible_again_each_from_its_own_pile():
    table = kuna(2)
    play(table, 0, lay(3, 0, 1, 0))
    events = play(table, 0, lay(1, 1, 1, 0), F(PURPLE, STAR), C)
    assert events[1:3] == [
        CardTurnedUp(slot=1, card=OneFish("purple", "star"), pile=1, left=24),
        CardTurnedUp(slot=3, card=Coral(), pile=3, left=23),
    ]
    assert [components.CARDS[card] > 0 for card in table.state.visible] == [True] * 4
    assert table.view(None).piles == (25, 24, 24, 23)


def test_K6_from_the_fullest_other_pile_when_its_own_is_empty():
    table = kuna(2)
    leave(table, [0, 1, 3, 2], C, C, C, F(RED, STAR), F(BLUE, STAR), F(PURPLE, STAR))
    play(table, 0, lay(0, 0, 1, 0))
    events = play(table, 0, lay(3, 1, 1, 0), F(RED, STAR), C)
    assert CardTurnedUp(slot=0, card=OneFish("red", "star"), pile=2, left=2) in events


@pytest.mark.parametrize(("piles", "slot", "pile"), [([0, 1, 2, 2], 0, 2), ([2, 2, 1, 0], 3, 0), ([3, 1, 1, 0], 3, 0)])
def test_K6_of_equally_full_piles_from_the_leftmost(piles, slot, pile):
    table = kuna(2)
    leave(table, piles, C, C, C, F(RED, STAR), F(BLUE, STAR))
    play(table, 0, lay(slot, 0, 1, 0))
    events = play(table, 0, lay(1, 1, 1, 0), *((F(RED, STAR), C) if slot == 0 else (C, F(RED, STAR))))
    drawn = [event for event in events if isinstance(event, CardTurnedUp) and event.slot == slot]
    assert drawn == [CardTurnedUp(slot=slot, card=OneFish("red", "star"), pile=pile, left=piles[pile] - 1)]


def test_K6_slots_are_refilled_from_left_to_right_each_finished_before_the_next():
    table = kuna(2)
    play(table, 0, lay(3, 0, 1, 0))
    events = play(table, 0, lay(0, 1, 1, 0), O, F(PURPLE, STAR), F(BLUE, STAR))
    assert [type(event) for event in events[1:5]] == [CardTurnedUp, OctopusHeld, CardTurnedUp, CardTurnedUp]
    assert [event.slot for event in events[1:5]] == [0, 0, 0, 3]


def test_K6_at_setup_too():
    table = kuna(2, (O, *USUAL[:3], O, C))
    turned_up = [event for event in table.events if isinstance(event, CardTurnedUp | OctopusLeft)]
    assert [event.slot for event in turned_up] == [0, 0, 0, 1, 2, 3, 3, 3]
    assert table.view(None).piles == (24, 25, 24, 23)


# Laying


def test_K7_a_card_touches_the_shoal_by_a_side():
    table = kuna(2)
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        assert reason(table, 0, lay(0, 0, x, y)) is None
    for x, y in ((1, 1), (-1, 1), (1, -1), (-1, -1), (2, 0), (7, -9)):
        assert reason(table, 0, lay(0, 0, x, y)) == ("K7", "not_touching")


def test_K7_a_new_card_goes_on_an_empty_place():
    table = kuna(2)
    assert reason(table, 0, lay(0, 0, 0, 0)) == ("K7", "occupied")
    put(table, 0, {(1, 0): F(RED, RIPPLE)})
    assert reason(table, 0, lay(3, 0, 1, 0)) == ("K7", "occupied")


@pytest.mark.parametrize("far", [63, 64, -64, 65, 128, -(10**30), 10**30])
def test_K7_however_far_away_a_place_is_it_does_not_touch(far):
    table = kuna(2)
    for x, y in ((far, 0), (0, far), (far, far), (1, far), (far, 1)):
        assert reason(table, 0, lay(0, 0, x, y)) == ("K7", "not_touching")


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_K7_a_shoal_has_no_size_limit(dx, dy):
    """As long as a shoal can ever get: all its 52 cards in one line, in any direction."""
    table = kuna(2)
    for step in range(1, 52):
        laying.lay_on_free_place(table.state, at(0, dx * step, dy * step), C)
    shoal = table.view(0).shoals[0]
    assert [(card.x, card.y) for card in shoal.cards] == [(dx * step, dy * step) for step in range(52)]
    assert len(shoal.free) == components.MOST_EDGES
    assert {(52 * dx, 52 * dy), (-dx, -dy)} <= {(free.x, free.y) for free in shoal.free}
    for x, y in ((52 * dx, 52 * dy), (-dx, -dy)):
        assert reason(table, 0, lay(3, 0, x, y)) is None
    for x, y in ((53 * dx, 53 * dy), (-2 * dx, -2 * dy), (-12 * dx, -12 * dy), (64 * dx, 64 * dy)):
        assert reason(table, 0, lay(3, 0, x, y)) == ("K7", "not_touching")


def test_K7_it_must_suit_every_card_it_touches():
    table = kuna(2, (F(RED, PEBBLE), F(BLUE, GRASS), C, C))
    put(table, 0, {(1, 0): F(RED, RIPPLE), (2, 0): C, (2, -1): F(BLUE, GRASS)})
    assert reason(table, 0, lay(0, 0, 1, 1)) is None  # beside the red fish
    assert reason(table, 0, lay(1, 0, 2, -2)) is None  # beside the blue fish
    assert reason(table, 0, lay(0, 0, 1, -1)) == ("K9", "nothing_in_common")  # beside both
    assert reason(table, 0, lay(1, 0, 1, -1)) == ("K9", "nothing_in_common")


def test_K7_sharks_and_octopuses_cover_a_card_and_need_not_suit_the_neighbours():
    table = kuna(2, (S, *USUAL[:3]))
    put(table, 1, {(1, 0): F(RED, RIPPLE), (2, 0): F(RED, GRASS), (0, 1): F(BLUE, STAR), (0, 2): C})
    play(table, 0, lay(0, 1, 1, 0))
    assert shown(table, 1, 1, 0) == S
    play(table, 0, lay(1, 0, 1, 0), O, *ANY_TWO_FISH)
    assert shown(table, 1, 0, 0) == O


def test_K8_coral_suits_anything():
    table = kuna(2)
    put(table, 0, {(1, 0): F(RED, RIPPLE), (2, 0): C, (2, 1): F(BLUE, STAR), (-1, 0): F(PURPLE, PEBBLE)})
    cover_fish(table, 0, -1, 0)
    for x, y in ((1, 1), (1, -1), (3, 1), (-2, 0), (0, 1), (2, 2)):
        assert reason(table, 0, lay(3, 0, x, y)) is None


@pytest.mark.parametrize("card", [F(YELLOW, PEBBLE), FF(BLUE, GRASS)])
def test_K8_anything_suits_coral_shark_and_octopus(card):
    table = kuna(2, (card, *ANY_TWO_FISH, C))
    put(table, 0, {(1, 0): C, (-1, 0): F(RED, STAR)})
    cover_fish(table, 0, -1, 0)
    cover_coral(table, 0)
    assert [shown(table, 0, x, 0) for x in (-1, 0, 1)] == [S, O, C]
    for x, y in ((2, 0), (-2, 0), (0, 1)):
        assert reason(table, 0, lay(0, 0, x, y)) is None


@pytest.mark.parametrize(
    ("card", "accepted"),
    [
        (F(RED, GRASS), True),  # the same colour
        (F(BLUE, RIPPLE), True),  # the same floor
        (F(RED, RIPPLE), True),  # both
        (FF(RED, GRASS), True),
        (FF(BLUE, RIPPLE), True),
        (F(BLUE, GRASS), False),
        (FF(YELLOW, STAR), False),
    ],
)
def test_K9_fish_beside_fish_needs_a_common_colour(card, accepted):
    table = kuna(2, (card, *ANY_TWO_FISH, C))
    put(table, 0, {(1, 0): F(RED, RIPPLE)})
    assert reason(table, 0, lay(0, 0, 2, 0)) == (None if accepted else ("K9", "nothing_in_common"))


def test_K9_a_fish_colour_and_a_floor_are_never_the_same_colour():
    """The first fish colour has nothing to do with the first floor."""
    table = kuna(2, (F(YELLOW, RED), *ANY_TWO_FISH, C))
    put(table, 0, {(1, 0): F(RED, YELLOW)})
    assert reason(table, 0, lay(0, 0, 2, 0)) == ("K9", "nothing_in_common")


def test_K10_a_shark_covers_an_uncovered_fish_of_an_opponent():
    table = kuna(3, (S, *USUAL[:3]))
    put(table, 2, {(1, 0): FF(RED, RIPPLE), (0, 1): F(BLUE, STAR)})
    assert table.scores()[0] == 2
    events = play(table, 0, lay(0, 2, 1, 0))
    assert events == [FishEaten(0, 0, TwoFish("red", "ripple"), Place(2, 1, 0))]
    shoal = table.view(None).shoals[2]
    assert shoal.cards[1] == LaidCard(1, 0, TwoFish("red", "ripple"), "shark", ())
    assert (shoal.fish, shoal.sharks) == ({"red": 0, "yellow": 0, "blue": 1, "purple": 0}, 1)
    assert table.scores()[0] == 0


@pytest.mark.parametrize(("me", "other"), [(0, 1), (1, 0)])
def test_K10_never_in_ones_own_shoal(me, other):
    table = kuna(2, (S, *USUAL[:3]), first=me)
    for seat in (me, other):
        put(table, seat, {(1, 0): F(RED, RIPPLE)})
    assert reason(table, me, lay(0, me, 1, 0)) == ("K10", "shark_at_home")
    assert reason(table, me, lay(0, other, 1, 0)) is None
    assert [table.view(None).shoals[seat].cards[1].slots for seat in (me, other)] == [(), (0,)]


def test_K10_only_on_an_uncovered_fish_card():
    table = kuna(2, (S, S, *ANY_TWO_FISH))
    put(table, 1, {(1, 0): F(RED, RIPPLE), (2, 0): F(RED, GRASS), (0, 1): C})
    cover_fish(table, 1, 1, 0)
    cover_coral(table, 1)
    for x, y in ((0, 0), (0, 1), (1, 0), (3, 0), (9, 9)):  # octopus, coral, shark, free, the open sea
        assert reason(table, 0, lay(0, 1, x, y)) == ("K10", "not_on_fish")
    assert reason(table, 0, lay(0, 1, 2, 0)) is None


def test_K10_fish_and_coral_may_be_laid_beside_a_shark():
    table = kuna(2, (F(BLUE, GRASS), C, *ANY_TWO_FISH))
    put(table, 0, {(1, 0): F(RED, RIPPLE)})
    assert reason(table, 0, lay(0, 0, 2, 0)) == ("K9", "nothing_in_common")
    cover_fish(table, 0, 1, 0)
    assert reason(table, 0, lay(0, 0, 2, 0)) is None
    assert reason(table, 0, lay(1, 0, 2, 0)) is None


def test_K11_of_four_sharks_the_one_turned_up_last_is_discarded_and_replaced():
    table = kuna(2, (S, S, *ANY_TWO_FISH))
    put(table, 1, {(1, 0): F(RED, STAR)})
    play(table, 0, lay(2, 0, 1, 0))
    events = play(table, 0, lay(3, 1, 0, 1), S, S, C)
    assert FourthShark(slot=3) in events
    assert table.view(None).visible == (Shark(), Shark(), Shark(), Coral())
    assert table.view(None).discarded == (Shark(),)
    assert table.view(None).piles[3] == 22


def four_sharks(piles: list[int], *cards: int) -> list[int]:
    """Two sharks lie there, two more are turned up and then these cards: from which piles they come."""
    table = kuna(2, (S, S, *ANY_TWO_FISH))
    put(table, 1, {(1, 0): F(RED, STAR)})
    play(table, 0, lay(2, 0, 1, 0))
    leave(table, piles, S, S, *cards, *[C] * (sum(piles) - 2 - len(cards)))
    events = play(table, 0, lay(3, 1, 0, 1), S, S, *cards)
    assert FourthShark(slot=3) in events
    assert (table.view(None).visible[3], broken(table.state)) == (card_of(cards[-1]), 0)
    return [event.pile for event in events if isinstance(event, CardTurnedUp)]


def test_K11_the_pile_of_the_fourth_shark_goes_on_though_it_is_not_that_of_its_slot():
    assert four_sharks([3, 3, 1, 0], C) == [2, 0, 0]
    assert four_sharks([3, 3, 1, 0], O, C) == [2, 0, 0, 0]


def test_K11_if_the_pile_of_the_fourth_shark_is_empty_its_slot_is_turned_up_anew():
    assert four_sharks([1, 1, 1, 0], C) == [2, 0, 1]
    assert four_sharks([2, 2, 1, 1], C) == [2, 3, 0]


def test_K11_compiled_the_pile_of_the_fourth_shark_goes_on_as_well():
    """In this game a fourth shark comes from a pile that is not its slot's, and is not the fullest any more then."""
    game, seed, number = RULED["kuna_yala"], 12, 5949
    log, moves = Runner(game.rules, game.prepared(4, game.options())).trace(seed, number, 400)
    state, told = game.prepared(4, game.options()), []
    plain = simulation.random_moves(game.rules, state, seed, number)
    for record, move in zip(log, moves, strict=True):
        assert next(plain) == tuple(move)
        assert compiled.to_state(type(state), record) == state
        told += state.told
        state.told.clear()
    assert next(plain, None) is None
    turned_up = (told[at - 1] for at, (what, *_) in enumerate(told) if what == components.FOURTH_SHARK)
    assert any(pile != slot and left > 0 for _, slot, _, pile, left in turned_up)


def test_K11_three_sharks_may_stay():
    table = kuna(2, (S, S, *ANY_TWO_FISH))
    put(table, 1, {(1, 0): F(RED, STAR)})
    play(table, 0, lay(2, 0, 1, 0))
    play(table, 0, lay(3, 1, 0, 1), S, C)
    assert table.view(None).visible == (Shark(), Shark(), Shark(), Coral())
    assert table.view(None).discarded == ()


def test_K12_an_octopus_goes_at_once_to_the_most_uncovered_coral():
    table = kuna(3)
    put(table, 1, {(1, 0): C})
    play(table, 0, lay(0, 0, 1, 0))
    events = play(table, 0, lay(1, 2, 1, 0), O, *ANY_TWO_FISH)
    assert OctopusHeld(slot=0, place=Place(1, 0, 0)) in events
    shoal = table.view(None).shoals[1]
    assert (shoal.corals, shoal.octopuses) == (1, 1)
    assert shoal.cards[0] == LaidCard(0, 0, Coral(), "octopus", ())


def test_K12_a_single_coral_is_the_most_where_nobody_else_has_one():
    table = kuna(2)
    cover_coral(table, 1)
    play(table, 0, lay(0, 0, 1, 0))
    assert OctopusHeld(slot=0, place=Place(0, 0, 0)) in play(table, 0, lay(1, 1, 1, 0), O, *ANY_TWO_FISH)


def test_K12_it_covers_the_coral_that_was_laid_first():
    table = kuna(2)
    put(table, 1, {(0, -1): C, (0, 1): C, (1, 0): C})
    cover_coral(table, 1)
    play(table, 0, lay(0, 0, 1, 0))
    events = play(table, 0, lay(1, 1, 2, 0), O, *ANY_TWO_FISH)
    assert OctopusHeld(slot=0, place=Place(1, 0, -1)) in events


def test_K12_nobody_off_turn_is_waited_for():
    table = kuna(3)
    put(table, 2, {(0, 1): C, (1, 0): C})
    play(table, 0, lay(0, 0, 1, 0))
    play(table, 0, lay(1, 1, 1, 0), O, *ANY_TWO_FISH)
    assert table.asked == [1]


def test_K12_if_the_most_is_shared_the_octopus_is_discarded():
    table = kuna(3)
    put(table, 1, {(0, 1): C})
    put(table, 2, {(0, 1): C})
    play(table, 0, lay(0, 0, 1, 0))
    events = play(table, 0, lay(1, 1, 1, 0), O, *ANY_TWO_FISH)
    assert OctopusLeft(slot=0) in events
    assert table.view(None).discarded == (Octopus(),)


def test_K12_if_nobody_has_any_coral_the_octopus_is_discarded():
    table = kuna(2)
    for seat in (0, 1):
        cover_coral(table, seat)
    play(table, 0, lay(0, 0, 1, 0))
    assert OctopusLeft(slot=0) in play(table, 0, lay(1, 1, 1, 0), O, *ANY_TWO_FISH)


def test_K12_a_covered_coral_no_longer_counts():
    table = kuna(2)
    put(table, 1, {(0, 1): C})
    cover_coral(table, 1)
    play(table, 0, lay(0, 0, 1, 0))
    assert OctopusLeft(slot=0) in play(table, 0, lay(1, 1, 1, 0), O, *ANY_TWO_FISH)


def test_K12_either_way_the_pile_turns_up_another_card():
    table = kuna(2)
    put(table, 1, {(0, 1): C})
    play(table, 0, lay(0, 0, 1, 0))
    events = play(table, 0, lay(1, 1, 1, 0), O, O, *ANY_TWO_FISH)
    assert [event for event in events if isinstance(event, CardTurnedUp | OctopusHeld | OctopusLeft)] == [
        CardTurnedUp(slot=0, card=Octopus(), pile=0, left=23),
        OctopusHeld(slot=0, place=Place(1, 0, 0)),
        CardTurnedUp(slot=0, card=Octopus(), pile=0, left=22),
        OctopusLeft(slot=0),
        CardTurnedUp(slot=0, card=card_of(ANY_TWO_FISH[0]), pile=0, left=21),
        CardTurnedUp(slot=1, card=card_of(ANY_TWO_FISH[1]), pile=1, left=24),
    ]


def test_K12_the_pile_of_the_octopus_goes_on_as_long_as_it_has_a_card():
    table = kuna(2)
    leave(table, [0, 0, 3, 3], O, O, O, C, F(RED, STAR), F(BLUE, STAR))
    play(table, 0, lay(0, 0, 1, 0))
    events = play(table, 0, lay(3, 1, 1, 0), O, O, O, F(RED, STAR), F(BLUE, STAR))
    piles = [event.pile for event in events if isinstance(event, CardTurnedUp)]
    assert piles == [2, 2, 2, 3, 3]


def test_K12_fish_and_coral_may_be_laid_beside_an_octopus():
    table = kuna(2)
    cover_coral(table, 0)
    for slot in range(4):
        assert reason(table, 0, lay(slot, 0, 1, 0)) is None


# The curse


def test_K13_three_of_one_floor_in_a_row_turn_to_bones():
    table = kuna(2, (F(BLUE, STAR), *USUAL[:3]))
    put(table, 0, {(1, 0): F(RED, STAR), (2, 0): FF(RED, STAR)})
    events = play(table, 0, lay(0, 0, 3, 0))
    assert events == [
        LaidAtHome(0, 0, OneFish("blue", "star"), Place(0, 3, 0)),
        Cursed(seat=0, floor="star", cards=3, across=3, down=0),
        FishDied(TwoFish("red", "star"), Place(0, 2, 0)),
        FishDied(OneFish("red", "star"), Place(0, 1, 0)),
        FishDied(OneFish("blue", "star"), Place(0, 3, 0)),
    ]
    assert bones(table, 0) == {(1, 0), (2, 0), (3, 0)}
    assert sum(table.view(None).shoals[0].fish.values()) == 0


def test_K13_or_in_a_column():
    table = kuna(2, (F(BLUE, STAR), *USUAL[:3]))
    put(table, 0, {(0, 1): F(RED, STAR), (1, 1): C, (1, 2): C, (1, 3): C, (0, 3): F(RED, STAR)})
    events = play(table, 0, lay(0, 0, 0, 2))
    assert Cursed(seat=0, floor="star", cards=3, across=0, down=3) in events
    assert bones(table, 0) == {(0, 1), (0, 2), (0, 3)}


def test_K13_at_once_in_whichever_shoal_it_happens():
    table = kuna(2, (F(BLUE, STAR), *USUAL[:3]))
    put(table, 1, {(1, 0): F(RED, STAR), (2, 0): F(RED, STAR)})
    play(table, 0, lay(0, 1, 3, 0))
    assert bones(table, 1) == {(1, 0), (2, 0), (3, 0)}
    assert table.about == "lay_at_home"


def test_K13_longer_runs_die_whole():
    table = kuna(2, (F(BLUE, STAR), *USUAL[:3]))
    put(table, 0, {(1, 0): F(RED, STAR), (2, 0): F(RED, STAR), (2, 1): C, (3, 1): C, (4, 1): C, (4, 0): F(RED, STAR)})
    assert Cursed(seat=0, floor="star", cards=4, across=4, down=0) in play(table, 0, lay(0, 0, 3, 0))
    assert bones(table, 0) == {(1, 0), (2, 0), (3, 0), (4, 0)}


def test_K13_two_are_no_run_and_corners_make_none():
    table = kuna(2, (F(BLUE, STAR), *USUAL[:3]))
    put(table, 0, {(1, 0): F(RED, STAR), (1, 1): F(BLUE, STAR)})
    play(table, 0, lay(0, 0, 2, 0))
    assert bones(table, 0) == set()


def test_K13_another_floor_breaks_a_run():
    table = kuna(2, (F(RED, STAR), *USUAL[:3]))
    put(table, 0, {(1, 0): F(RED, STAR), (2, 0): F(RED, GRASS)})
    play(table, 0, lay(0, 0, 3, 0))
    assert bones(table, 0) == set()


@pytest.mark.parametrize("breaker", ["shark", "coral", "octopus", "bones"])
def test_K13_covered_cards_coral_and_bones_break_a_run(breaker):
    """A fish, the breaker, a fish, and the new fish, all of one floor as far as they are fish."""
    table = kuna(2, (F(BLUE, STAR), *USUAL[:3]))
    middle = F(BLUE, STAR) if breaker in ("shark", "bones") else C
    put(table, 0, {(0, 1): F(RED, STAR), (1, 1): middle, (2, 1): F(RED, STAR)})
    put(table, 0, {(-1, 0): F(YELLOW, GRASS), (-2, 0): F(YELLOW, GRASS)})
    if breaker == "shark":
        cover_fish(table, 0, 1, 1)
    elif breaker == "octopus":
        cover_coral(table, 0)
        cover_coral(table, 0)
        assert shown(table, 0, 1, 1) == O
    elif breaker == "bones":
        turn_to_bones(table, 0, (1, 1), (-1, 0), (-2, 0))
    before = bones(table, 0)
    play(table, 0, lay(0, 0, 3, 1))
    assert bones(table, 0) == before


def test_K13_a_double_card_is_one_card_of_the_run():
    table = kuna(2, (FF(BLUE, STAR), *USUAL[:3]))
    put(table, 0, {(1, 0): FF(RED, STAR)})
    play(table, 0, lay(0, 0, 2, 0))
    assert bones(table, 0) == set()


def test_K13_one_card_may_complete_a_row_and_a_column_together():
    table = kuna(2, (F(BLUE, STAR), *USUAL[:3]))
    put(table, 0, {(1, 0): F(RED, STAR), (2, 0): F(RED, STAR), (2, 1): C, (3, 1): F(RED, STAR), (3, 2): FF(RED, STAR)})
    events = play(table, 0, lay(0, 0, 3, 0))
    assert Cursed(seat=0, floor="star", cards=5, across=3, down=3) in events
    assert sum(isinstance(event, FishDied) for event in events) == 5
    assert bones(table, 0) == {(1, 0), (2, 0), (3, 0), (3, 1), (3, 2)}


def test_K13_only_the_runs_of_three_die():
    table = kuna(2, (F(BLUE, STAR), *USUAL[:3]))
    put(table, 0, {(1, 0): F(RED, STAR), (2, 0): F(RED, STAR), (2, 1): C, (3, 1): F(RED, STAR)})
    play(table, 0, lay(0, 0, 3, 0))
    assert bones(table, 0) == {(1, 0), (2, 0), (3, 0)}
    assert shown(table, 0, 3, 1) == F(RED, STAR)  # two in the column are no run


def test_K14_only_coral_is_laid_beside_bones():
    table = kuna(2, (F(RED, STAR), FF(BLUE, STAR), C, C))
    barren(table, 0)
    for x, y in ((2, 0), (1, 1), (0, -2)):
        for slot in (0, 1):
            assert reason(table, 0, lay(slot, 0, x, y)) == ("K14", "beside_bones")
        assert reason(table, 0, lay(2, 0, x, y)) is None


def test_K14_nothing_is_laid_on_bones():
    table = kuna(2, (F(RED, STAR), S, C, C))
    barren(table, 1)
    put(table, 1, {(2, 0): C, (3, 0): F(RED, STAR)})
    for slot in range(3):
        assert reason(table, 0, lay(slot, 1, 1, 0)) == ("K14", "on_bones")


def test_K14_a_shark_may_cover_a_fish_and_an_octopus_a_coral_beside_bones():
    table = kuna(2, (S, *USUAL[:3]))
    barren(table, 1)
    put(table, 1, {(2, 0): C, (1, 1): F(RED, STAR)})
    play(table, 0, lay(0, 1, 1, 1))
    assert shown(table, 1, 1, 1) == S
    events = play(table, 0, lay(1, 0, 1, 0), O, *ANY_TWO_FISH)
    assert OctopusHeld(slot=0, place=Place(1, 0, 0)) in events


# End and scoring


def last_turn(table: Tabletop, *cards: int) -> list[object]:
    """Seat 0 lays a card at home and one away; then these cards are turned up."""
    play(table, 0, lay(0, 0, 1, 0))
    return play(table, 0, lay(1, 1, 1, 0), *cards)


def test_K15_the_game_ends_when_three_piles_are_empty():
    table = kuna(2)
    leave(table, [1, 1, 0, 3], C, C, C, C, F(RED, STAR))
    events = last_turn(table, F(RED, STAR), C)
    assert Ended() in events
    assert table.asked == []
    assert table.view(None).piles == (0, 0, 0, 3)
    assert reason(table, 1, lay(0, 1, 0, 1)) == ("K15", "over")


def test_K15_with_two_empty_piles_it_goes_on():
    table = kuna(2)
    leave(table, [1, 2, 0, 3], C, C, C, C, C, F(RED, STAR))
    assert Ended() not in last_turn(table, F(RED, STAR), C)
    assert table.asked == [1]


def test_K15_the_turn_is_finished_with_its_refill_and_any_octopus():
    table = kuna(2)
    put(table, 1, {(0, 1): C})
    leave(table, [1, 0, 0, 3], O, C, C, F(RED, STAR))
    events = last_turn(table, O, F(RED, STAR), C)
    assert [type(event) for event in events[1:6]] == [CardTurnedUp, OctopusHeld, CardTurnedUp, CardTurnedUp, Ended]
    assert table.state.octopuses[1] == 1
    assert None not in table.view(None).visible


def points(table: Tabletop, seat: int) -> Points:
    """What a seat's points are made of."""
    return Points(**table.game.standings(table.table)[seat].parts)


def test_K16_a_point_for_every_living_uncovered_fish_of_ones_colour_in_any_shoal():
    table = kuna(3)
    put(table, 0, {(1, 0): FF(RED, STAR), (0, 1): FF(BLUE, STAR), (0, 2): FF(BLUE, GRASS)})
    put(table, 1, {(1, 0): F(RED, GRASS), (0, 1): F(RED, PEBBLE)})
    put(table, 2, {(1, 0): F(RED, STAR), (0, 1): FF(RED, RIPPLE), (0, -1): F(BLUE, RIPPLE)})
    assert points(table, 0).fish == 2 + 1 + 1 + 1 + 2
    cover_fish(table, 2, 1, 0)
    assert points(table, 0).fish == 6
    turn_to_bones(table, 1, (1, 0))
    assert points(table, 0).fish == 5
    assert points(table, 1).fish == 0
    assert points(table, 2).fish == 5


@pytest.mark.parametrize(
    ("cards", "majority"),
    [
        ((FF(RED, STAR), F(BLUE, STAR)), 3),
        ((F(RED, STAR), F(BLUE, STAR)), 0),  # equal is not more
        ((F(RED, STAR), FF(BLUE, STAR)), 0),
        ((FF(RED, STAR), F(BLUE, STAR), F(PURPLE, GRASS), F(YELLOW, GRASS)), 3),  # each other colour by itself
        ((F(RED, STAR), F(RED, GRASS), FF(BLUE, STAR)), 0),  # fish, not cards
        ((C,), 0),
    ],
)
def test_K16_three_points_for_strictly_more_fish_than_any_other_colour_at_home(cards, majority):
    table = kuna(2)
    put(table, 0, {(number + 1, 0): card for number, card in enumerate(cards)})
    put(table, 1, {(1, 0): FF(BLUE, RIPPLE), (2, 0): FF(BLUE, GRASS)})  # others' shoals do not matter
    assert points(table, 0).majority == majority


def test_K16_a_point_for_each_octopus_at_home():
    table = kuna(2)
    put(table, 1, {(1, 0): C})
    cover_coral(table, 1)
    cover_coral(table, 1)
    assert [points(table, seat).octopuses for seat in (0, 1)] == [0, 2]


@pytest.mark.parametrize(
    ("sharks", "bonus"),
    [((2, 1, 0), [2, 0, 0]), ((1, 1, 0), [2, 2, 0]), ((0, 0, 0), [0, 0, 0]), ((1, 1, 1), [2, 2, 2])],
)
def test_K16_two_points_for_the_most_sharks_at_home_shared_by_all_who_tie(sharks, bonus):
    table = kuna(3)
    for seat, count in enumerate(sharks):
        for x in range(1, count + 1):
            put(table, seat, {(x, 0): F(PURPLE, STAR)})
            cover_fish(table, seat, x, 0)
    assert [points(table, seat).sharks for seat in range(3)] == bonus


def test_K17_most_points_then_most_living_fish_at_home_then_a_shared_win():
    table = kuna(3)
    put(table, 0, {(1, 0): F(RED, STAR)})
    assert table.places() == [1, 2, 2]
    put(table, 1, {(1, 0): F(YELLOW, STAR)})
    assert table.scores() == [4, 4, 0]
    assert table.places() == [1, 1, 3]
    put(table, 1, {(2, 0): F(PURPLE, STAR)})  # as many purple fish as yellow ones: no majority
    assert table.scores() == [4, 1, 0]
    put(table, 2, {(1, 0): F(YELLOW, STAR), (0, 1): FF(YELLOW, GRASS)})
    assert table.scores() == [4, 4, 0]
    assert table.places() == [2, 1, 3]  # two living fish at home against one


# Who sees what


def test_K18_a_token_is_known_to_its_owner_alone():
    table = kuna(3)
    assert table.view(0).tokens == ("red", None, None)
    assert table.view(1).tokens == (None, "yellow", None)
    assert table.view(None).tokens == (None, None, None)


def test_K18_until_the_end():
    table = kuna(2)
    leave(table, [1, 1, 0, 3], C, C, C, C, F(RED, STAR))
    events = last_turn(table, F(RED, STAR), C)
    assert events[-3:] == [Ended(), TokenRevealed(0, "red"), TokenRevealed(1, "yellow")]
    for seat in (0, 1, None):
        assert table.view(seat).tokens == ("red", "yellow")
        assert [event.seen_by(seat) for event in events] == events
        assert table.view(seat).points == (
            Points(fish=1, majority=3, octopuses=0, sharks=0),
            Points(fish=1, majority=3, octopuses=0, sharks=0),
        )
        assert table.view(seat).fish_in == ((1, 0), (0, 1))


def test_K18_before_the_end_everybody_is_told_the_own_points_alone():
    table = kuna(3)
    put(table, 1, {(1, 0): FF(RED, STAR), (0, 1): F(YELLOW, STAR)})
    views = [table.view(seat) for seat in (0, 1, 2, None)]
    assert [view.points for view in views] == [None] * 4
    assert [view.own_points for view in views] == [Points(2, 0, 0, 0), Points(1, 0, 0, 0), Points(0, 0, 0, 0), None]
    assert [view.fish_in for view in views] == [None] * 4


def test_K18_all_but_the_tokens_is_public():
    table = kuna(3)
    put(table, 1, {(1, 0): F(RED, STAR)})
    owner, spectator = msgspec.structs.asdict(table.view(1)), msgspec.structs.asdict(table.view(None))
    assert owner.pop("tokens") != spectator.pop("tokens")
    assert (owner.pop("own_points"), spectator.pop("own_points")) == (table.view(1).own_points, None)
    assert owner == spectator


def test_K18_the_order_of_the_piles_is_hidden():
    """Not even the state knows it: any unseen card may come next."""
    view = msgspec.json.encode(kuna(2).view(0)).decode()
    assert "unseen" not in view
    for card in (F(RED, RIPPLE), FF(PURPLE, STAR), C, S):
        table = kuna(2)
        play(table, 0, lay(0, 0, 1, 0))
        play(table, 0, lay(1, 1, 1, 0), card, C)
        assert table.view(None).visible[0] == card_of(card)


def test_K18_what_a_seat_imagines_of_the_others_tokens_is_anything_but_its_own():
    table = kuna(2)
    imagined = {table.game.imagine(table.table, 0, SeededLuck(luck)).state.colour[1] for luck in range(60)}
    assert imagined == {YELLOW, BLUE, PURPLE}
    spectators = {tuple(table.game.imagine(table.table, None, SeededLuck(luck)).state.colour) for luck in range(300)}
    assert len(spectators) == 4 * 3


def test_K18_the_view_says_where_each_visible_card_may_be_laid_now():
    table = kuna(2, (F(RED, STAR), F(BLUE, GRASS), S, C))
    put(table, 1, {(1, 0): F(RED, GRASS)})
    home, away = table.view(None).shoals
    assert home.free == tuple(FreePlace(x, y, (0, 1, 3)) for x, y in ((0, -1), (-1, 0), (1, 0), (0, 1)))
    assert away.cards[1].slots == (2,)
    play(table, 0, lay(2, 1, 1, 0))
    home, away = table.view(None).shoals
    assert [free.slots for free in home.free] == [(0, 1, 3)] * 4
    assert [free.slots for free in away.free] == [()] * 6


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_K18_the_view_offers_exactly_the_moves_that_are_accepted(seats):
    luck = SeededLuck(18)
    table, _ = GAME.start(seats, GAME.options(), luck)
    while asks := GAME.asks(table):
        seat = asks[0].seat
        offered = {
            Lay(slot, Place(owner, place.x, place.y))
            for owner, shoal in enumerate(GAME.view(table, None).shoals)
            for place in (*shoal.cards, *shoal.free)
            for slot in place.slots
        }
        assert offered == {GAME.decode(table.state, seat, action) for action in GAME.actions(table.state, seat)}
        GAME.play(table, seat, table.numbers[seat], GAME.random_move(table, seat, luck), luck)


# Decisions


def test_K19_without_a_legal_pair_the_cards_that_fit_nowhere_are_replaced():
    table = kuna(2, (S, C, S, S, F(RED, STAR), F(BLUE, STAR), C))
    assert [event for event in table.events if not isinstance(event, TokenDealt | ShoalBegun | CardTurnedUp)] == [
        TurnBegan(0),
        NoPair(0),
        CardDiscarded(0, Shark()),
        CardDiscarded(2, Shark()),
        CardDiscarded(3, Shark()),
    ]
    assert table.view(None).visible == tuple(card_of(card) for card in (F(RED, STAR), C, F(BLUE, STAR), C))
    assert table.about == "lay_two"


FOUR_FISH = (F(RED, RIPPLE), F(YELLOW, PEBBLE), F(BLUE, GRASS), F(PURPLE, STAR))


def stuck(*cards: int, piles: list[int] | None = None) -> Tabletop:
    """Seat 0 sees four fish that fit in the other shoal only; these cards are left in the piles."""
    table = kuna(2)
    barren(table, 0)
    put(table, 1, {(1, 0): F(RED, STAR)})
    show(table, *FOUR_FISH)
    if piles is not None:
        leave(table, piles, *cards)
    return table


def test_K19_if_every_card_fits_somewhere_all_four_are_replaced():
    table = stuck()
    events = begin_turn(table, C, F(RED, STAR), F(BLUE, STAR), C)
    assert events[:6] == [
        TurnBegan(0),
        NoPair(0),
        *(CardDiscarded(slot, card_of(FOUR_FISH[slot])) for slot in range(4)),
    ]
    assert table.view(None).visible == tuple(card_of(card) for card in (C, F(RED, STAR), F(BLUE, STAR), C))
    assert table.about == "lay_two"
    assert [table.state.discarded[card] for card in FOUR_FISH] == [1, 1, 1, 1]


def test_K19_this_repeats_until_a_legal_pair_exists():
    events = begin_turn(stuck(), *FOUR_FISH, *(F(BLUE, STAR), F(RED, STAR), F(PURPLE, GRASS), C))
    assert events.count(NoPair(0)) == 2


def test_K19_a_pair_is_one_card_at_home_and_another_away():
    """A single coral can go anywhere, but not twice."""
    table = kuna(2)
    barren(table, 0)
    barren(table, 1)
    show(table, C, *FOUR_FISH[:3])
    events = begin_turn(table, C, C, C)
    assert [event.slot for event in events if isinstance(event, CardDiscarded)] == [1, 2, 3]


def test_K19_new_cards_are_turned_up_as_ever():
    table = stuck()
    events = begin_turn(table, O, S, S, S, S, C)
    assert OctopusLeft(slot=0) in events
    assert FourthShark(slot=3) in events
    assert table.view(None).visible == (Shark(), Shark(), Shark(), Coral())


def test_K19_if_cards_run_out_one_legal_card_is_laid_and_the_game_ends():
    table = stuck(F(RED, GRASS), F(BLUE, STAR), piles=[1, 1, 0, 0])
    events = begin_turn(table, F(RED, GRASS), F(BLUE, STAR))
    assert events[-1] == CardsRanOut(0)
    assert (table.asked, table.about) == ([0], "lay_last")
    assert reason(table, 0, lay(0, 0, 2, 0)) == ("K14", "beside_bones")
    assert reason(table, 0, lay(2, 1, 0, 1)) == ("K5", "no_card")
    events = play(table, 0, lay(1, 1, 0, 1))
    assert events[:2] == [LaidAway(0, 1, OneFish("blue", "star"), Place(1, 0, 1)), Ended()]
    assert table.asked == []


def test_K19_if_cards_run_out_and_none_is_legal_the_game_ends():
    table = kuna(2)
    barren(table, 0)
    barren(table, 1)
    show(table, *FOUR_FISH)
    leave(table, [1, 1, 0, 0], F(RED, STAR), F(BLUE, STAR))
    events = begin_turn(table, F(RED, STAR), F(BLUE, STAR))
    assert Ended() in events
    assert CardsRanOut(0) not in events
    assert table.asked == []


def test_K19_a_pair_among_the_last_cards_is_laid_as_ever():
    table = stuck(C, F(BLUE, STAR), piles=[1, 1, 0, 0])
    begin_turn(table, C, F(BLUE, STAR))
    assert table.about == "lay_two"
    play(table, 0, lay(0, 0, 2, 0))
    assert Ended() in play(table, 0, lay(1, 1, 0, 1))


def test_K20_the_current_turn_is_finished_with_its_last_card_before_the_game_is_over():
    table = stuck(F(RED, GRASS), F(BLUE, STAR), piles=[1, 1, 0, 0])
    begin_turn(table, F(RED, GRASS), F(BLUE, STAR))
    assert table.asked == [0]
    before = table.view(None)
    assert Ended() in play(table, 0, lay(1, 1, 0, 1))
    assert table.view(None).visible == (before.visible[0], None, *before.visible[2:])
    assert table.view(None).discarded == before.discarded


def test_K20_without_a_card_to_turn_up_the_game_is_over_and_the_visible_cards_stay_unplayed():
    table = kuna(2)
    leave(table, [1, 0, 0, 0], C)
    assert Ended() in last_turn(table, C)
    assert table.view(None).visible == (Coral(), None, card_of(USUAL[2]), Coral())
    assert table.asked == []
    assert reason(table, 1, lay(0, 1, 0, 1)) == ("K15", "over")


def test_K21_only_fish_cards_count_as_a_run():
    table = kuna(2, (C, *USUAL[:3]))
    put(table, 0, {(1, 0): C, (2, 0): C})
    play(table, 0, lay(0, 0, 3, 0))
    assert bones(table, 0) == set()


def test_K21_a_majority_counts_fish_not_cards():
    table = kuna(2)
    put(table, 0, {(1, 0): FF(RED, STAR), (0, 1): FF(RED, GRASS), (-1, 0): F(BLUE, STAR)})
    put(table, 0, {(-2, 0): F(BLUE, GRASS), (-3, 0): F(BLUE, PEBBLE)})
    assert points(table, 0).majority == 3


def test_K21_without_a_shark_there_is_no_shark_bonus():
    assert [points(kuna(2), seat).sharks for seat in (0, 1)] == [0, 0]


def test_K21_nobody_asks_for_the_youngest_player():
    assert [*kuna(2).game.options.__struct_fields__] == ["first"]


# Worked examples


def test_example_1_the_cards_sum_to_104_and_the_fish_to_64():
    assert 64 + components.CORALS + components.SHARKS + components.OCTOPUSES == 104
    assert sum(components.FISH_CARDS) == 64


def test_example_2_a_double_of_my_colour_in_an_opponents_shoal_is_2_points():
    table = kuna(2)
    put(table, 1, {(1, 0): FF(RED, STAR)})
    assert table.scores() == [2, 0]


def test_example_3_four_visible_sharks():
    table = kuna(2, (S, S, S, S, C, *(F(RED, STAR), F(BLUE, STAR), C)))
    assert FourthShark(slot=3) in table.events
    assert [event.seat for event in table.events if isinstance(event, NoPair)] == [0]  # K19: sharks without fish
    assert table.state.discarded[S] == 4


def test_example_4_an_octopus_at_setup_is_always_discarded():
    for seats in (2, 3, 4):
        table = kuna(seats, (O, O, *USUAL))
        assert table.state.discarded[O] == 2
        assert sum(isinstance(event, OctopusLeft) for event in table.events) == 2


def test_example_5_tied_most_sharks_are_2_points_each():
    table = kuna(2)
    for seat in (0, 1):
        put(table, seat, {(1, 0): F(PURPLE, STAR)})
        cover_fish(table, seat, 1, 0)
    assert table.scores() == [2, 2]


def test_example_6_a_card_between_two_pairs_makes_a_run_of_five():
    table = kuna(2, (F(BLUE, STAR), *USUAL[:3]))
    put(table, 1, {(0, 1): C, (1, 1): C, (2, 1): C, (3, 1): C, (4, 1): C, (5, 1): C})
    put(table, 1, {(1, 0): F(RED, STAR), (2, 0): F(RED, STAR), (4, 0): F(RED, STAR), (5, 0): FF(RED, STAR)})
    assert Cursed(seat=1, floor="star", cards=5, across=5, down=0) in play(table, 0, lay(0, 1, 3, 0))
    assert bones(table, 1) == {(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)}


def test_example_7_one_card_completes_a_row_and_a_column():
    table = kuna(2, (F(BLUE, STAR), *USUAL[:3]))
    put(table, 0, {(1, 0): F(RED, STAR), (1, 1): C, (2, 1): F(RED, STAR), (2, 2): F(RED, STAR)})
    put(table, 0, {(3, 1): C, (3, 0): FF(RED, STAR)})
    play(table, 0, lay(0, 0, 2, 0))  # in the middle of the row, at the top of the column
    assert bones(table, 0) == {(1, 0), (2, 0), (3, 0), (2, 1), (2, 2)}


def test_example_8_a_fish_that_suits_its_left_neighbour_and_not_its_upper_one():
    table = kuna(2, (F(RED, PEBBLE), *USUAL[1:]))
    put(table, 0, {(1, 0): F(BLUE, GRASS), (0, 1): F(RED, STAR)})
    assert reason(table, 0, lay(0, 0, 0, 2)) is None  # the left neighbour alone suits
    assert reason(table, 0, lay(0, 0, 1, 1)) == ("K9", "nothing_in_common")


# What must always hold


@pytest.mark.parametrize(
    "damage",
    [
        lambda s: s.unseen.__setitem__(C, s.unseen[C] - 1),
        lambda s: s.pile.__setitem__(0, s.pile[0] + 1),
        lambda s: s.visible.__setitem__(0, O),
        lambda s: s.colour.__setitem__(1, s.colour[0]),
        lambda s: s.corals.__setitem__(0, 2),
        lambda s: s.fish[1].__setitem__(RED, 3),
        lambda s: s.sea.__setitem__(at(1, 1, 0), components.BONES),
        lambda s: s.suits[1].__setitem__(0, 5),
        lambda s: s.fits[1].__setitem__(0, 5),
        lambda s: s.laid[1].__setitem__(1, at(1, 0, 0)),
        lambda s: setattr(s, "asking", components.OVER),
    ],
)
def test_the_invariants_notice_what_is_damaged(damage):
    table = kuna(2)
    put(table, 1, {(1, 0): F(RED, STAR)})
    assert broken(table.state) == 0
    damage(table.state)
    assert broken(table.state) != 0
