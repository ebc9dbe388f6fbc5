"""Duck, rule by rule. Cards are written y5, b0, r8: a colour (yellow, blue, red) and a number."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

from games.duck import hidden
from games.duck.positions import arranged, card, cards, deal, duck, next_deal, number, play
from laguna.core.game import BadOption
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.games import GAMES
from laguna.games.duck import card_piles, components, drawing, invariants, melds, rules
from laguna.games.duck.components import COPIES, GHOST, KINDS, NO_CARD, NOBODY, VALUES, WHAT_TO_PLAY
from laguna.games.duck.game import (
    BluffFailed,
    Card,
    CardDrawn,
    CardKept,
    CardPlayed,
    CardsDealt,
    CardTaken,
    CardTakenFromGhost,
    CardTurnedUp,
    Dive,
    Dived,
    DiveFailed,
    DiveFailedToGhost,
    DiveSucceeded,
    Draw,
    DrawPileRefilled,
    GhostDealt,
    GhostShown,
    GhostTurnedUp,
    GhostWaited,
    GreenLifebuoyTaken,
    HandDiscarded,
    HandShown,
    NothingDrawn,
    Play,
    Player,
    RedLifebuoyTaken,
    RoundBegan,
    RunPlayed,
    SetPlayed,
    Take,
    TakeFromGhost,
    WentOut,
)
from tabletop import Tabletop
from tiers import tiered


def nth(table: Tabletop, text: str) -> int:
    """The draw that brings this card from the unseen."""
    return sum(table.state.unseen[: number(text)])


def pile_of(table: Tabletop, place: int) -> tuple[Card, ...]:
    """A discard pile from the bottom up."""
    s = table.state
    return tuple(Card(("yellow", "blue", "red")[c // VALUES], c % VALUES) for c in s.pile[place][: s.height[place]])


def kept(table: Tabletop, seat: int) -> tuple[Card, ...]:
    """What lies under a towel."""
    return table.view(seat).players[seat].kept


def lifebuoys(table: Tabletop) -> list[tuple[int | None, bool | None]]:
    return [(lifebuoy.seat, lifebuoy.green) for lifebuoy in table.view(None).lifebuoys]


# Components


def test_D1_there_are_69_duck_cards():
    assert COPIES == (1, 3, 3, 3, 3, 3, 3, 3, 1)
    assert sum(COPIES) * components.COLOURS == components.DUCKS == 69


def test_D1_five_lifebuoys_have_a_green_side_and_a_penalty():
    view = duck().view(None)
    assert [(lifebuoy.points, lifebuoy.penalty) for lifebuoy in view.lifebuoys] == [
        (6, 2),
        (7, 2),
        (8, 3),
        (9, 3),
        (10, 4),
    ]


def test_D1_every_card_is_in_exactly_one_place():
    s = duck(5).state
    for kind in range(KINDS):
        in_hands = sum(hand[kind] for hand in s.hand)
        on_piles = sum(pile[:height].count(kind) for pile, height in zip(s.pile, s.height, strict=True))
        assert s.unseen[kind] + in_hands + on_piles == COPIES[kind % VALUES]


@pytest.mark.parametrize(
    ("field", "place", "kind", "change"),
    [("hand", 0, 5, 1), ("towel", 1, 3, 1), ("unseen", None, 20, -1), ("pile", 0, 0, 9), ("known", 1, 8, 1)],
)
def test_D1_a_card_that_appears_vanishes_or_changes_breaks_an_invariant(field, place, kind, change):
    s = arranged(["y5", "y3", "b3"], ["y1"]).state
    assert invariants.broken(s) == 0
    row = getattr(s, field) if place is None else getattr(s, field)[place]
    row[kind] += change
    assert invariants.broken(s) != 0


def test_D2_the_sum_is_of_the_values_not_of_the_cards():
    table = arranged(["y0 b8 r8 y5 b5", "y1", "y2"])
    assert table.view(0).players[0].sum == 26


# Round setup


def test_D3_the_first_lifebuoy_is_the_6_and_none_is_taken():
    table = duck()
    assert table.events[0] == RoundBegan(round=1, seat=0, lifebuoy=6)
    assert lifebuoys(table) == [(None, None)] * 5


def test_D3_the_first_dealer_is_drawn():
    table = Tabletop("duck", 4, [2, *deal(4)])
    assert table.view(0).dealer == 2
    assert table.view(0).active == 3


def test_D3_the_first_dealer_may_be_named():
    assert duck(4, dealer=3).view(0).dealer == 3
    with pytest.raises(BadOption, match="a seat from 0 to 3, not 4"):
        duck(4, dealer=4)


def test_D3_each_round_the_deal_passes_to_the_left():
    table = duck(3, dealer=1)
    dealers = []
    for _ in range(5):
        dealers.append(table.view(None).dealer)
        put_out(table)
    assert dealers == [1, 2, 0, 1, 2]


def put_out(table: Tabletop) -> None:
    """The active player goes out at once."""
    s = table.state
    seat = s.active
    one = next(kind for kind in range(KINDS) if s.hand[seat][kind])
    for kind in range(KINDS):
        while s.hand[seat][kind] > (kind == one):
            card_piles.lose(s, seat, kind)
            s.unseen[kind] += 1
            s.draw_pile += 1
    last = s.round == components.ROUNDS - 1
    table.play(seat, table.moves(seat)[0], *([] if last else next_deal(table.table.seats)))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_D4_everybody_gets_seven_and_the_rest_is_the_draw_pile(seats):
    view = duck(seats).view(None)
    assert [player.cards for player in view.players] == [7] * seats
    assert view.draw_pile == 69 - 7 * seats - 1


def test_D4_one_card_is_face_up_on_the_dealers_pile_and_the_others_are_empty():
    table = duck(4, dealer=2)
    players = table.view(None).players
    assert [player.pile for player in players] == [0, 0, 1, 0]
    assert [player.top is None for player in players] == [True, True, False, True]
    assert CardTurnedUp(seat=2, card=players[2].top) == table.events[-1]


def test_D4_what_lies_under_a_towel_is_not_dealt_again():
    table = arranged(["y1", "y3 b3", "b8"], towels=["", "", "r8"], active=0)
    table.play(0, play("y1"), *deal(3))
    assert kept(table, 1) == cards("y3")
    assert table.view(None).draw_pile == 69 - 2 - 7 * 3 - 1
    assert table.state.unseen[number("r8")] == 0
    assert sum(table.state.unseen) == table.view(None).draw_pile


def test_D4_the_hands_and_piles_of_the_last_round_are_shuffled_in():
    table = arranged(["y1", "y3 b3", "b8 b7"], ["r1 r2", "r3"])
    table.play(0, play("y1"), *deal(3))
    view = table.view(None)
    assert [player.cards for player in view.players] == [7, 7, 7]
    assert [player.pile for player in view.players] == [1, 0, 0]
    assert invariants.broken(table.state) == 0


def test_D5_the_player_left_of_the_dealer_begins():
    assert duck(4, dealer=3).asked == [0]
    assert duck(4, dealer=1).asked == [2]


def test_D5_play_goes_clockwise():
    table = duck(3, dealer=0)
    order = []
    for _ in range(4):
        seat = table.asked[0]
        order.append(seat)
        table.play(seat, table.moves(seat)[0])
        table.play(seat, Draw(), 0)
    assert order == [1, 2, 0, 1]


def test_D5_a_move_out_of_turn_is_refused_whatever_is_asked():
    table = arranged(["y5 b5 y7", "y1 y2", "y3 y4"], ["", "r1"])
    assert (table.about, table.refused(1, play("y1")), table.refused(2, Dive())) == ("what_to_play", "D5", "D5")
    table.play(0, play("y5"))
    assert (table.about, table.refused(1, Draw()), table.refused(2, Take(1))) == ("where_to_draw", "D5", "D5")


# Turn: play


@pytest.mark.parametrize("text", ["y5", "b5 r5", "y5 y5", "y5 y5 b5 r5"])
def test_D6_a_set_is_one_or_more_cards_of_the_same_number_in_any_colours(text):
    table = arranged(["y5 y5 b5 r5 y7", "y1", "y2"])
    table.play(0, play(text))
    assert pile_of(table, 0) == cards(text)
    assert table.view(0).players[0].cards == 5 - len(text.split())


def test_D6_cards_of_different_numbers_are_no_set():
    table = arranged(["y5 b6 r7", "y1", "y2"])
    assert table.refused(0, play("y5 b6")) == "D7"
    assert table.refusal(0, play("y5 b6 r7")).reason == "neither_set_nor_run"


def test_D6_only_cards_of_ones_own_hand():
    table = arranged(["y5 b6 r7", "b5", "y2"])
    assert table.refused(0, play("b5")) == "D6"
    assert table.refused(0, play("y5 y5")) == "D6"
    assert table.refusal(0, play("y5 b5")).reason == "not_in_hand"


def test_D6_at_least_one_card():
    refusal = arranged(["y5 b6 r7", "b5", "y2"]).refusal(0, Play(()))
    assert (refusal.rule, refusal.reason) == ("D6", "no_cards")


@pytest.mark.parametrize(
    "move",
    [
        {"move": "play", "cards": [{"colour": "yellow", "value": 9}]},
        {"move": "play", "cards": [{"colour": "yellow", "value": -1}]},
        {"move": "play", "cards": [{"colour": "green", "value": 5}]},
        {"move": "play", "cards": [{"colour": "yellow", "value": 5}] * 4},
        {"move": "play", "cards": [{"colour": "yellow", "value": 5}] * 100_000},
        {"move": "take", "seat": 5},
        {"move": "take", "seat": -1},
    ],
)
def test_D6_what_does_not_exist_is_no_move(move):
    refusal = arranged(["y5 y5 y5 b6", "b5", "y2"]).refusal(0, move)
    assert (refusal.rule, refusal.reason) == ("D6", "not_a_move")


@pytest.mark.parametrize("text", ["b1 b2 b3", "b3 b2 b1", "b1 b2 b3 b4", "b2 b3 b4"])
def test_D7_a_run_is_three_or_more_consecutive_numbers_of_one_colour(text):
    table = arranged(["b1 b2 b3 b4 b4 y7", "y1", "y2"])
    table.play(0, play(text))
    assert pile_of(table, 0) == cards(text)


def test_D7_two_cards_are_no_run():
    refusal = arranged(["b1 b2 b3", "y1", "y2"]).refusal(0, play("b1 b2"))
    assert (refusal.rule, refusal.reason) == ("D7", "run_too_short")


@pytest.mark.parametrize("text", ["b1 b2 r3", "b1 b2 b4", "b1 b2 b2", "b1 b2 b2 b3"])
def test_D7_another_colour_a_gap_or_a_number_twice_is_no_run(text):
    refusal = arranged(["b1 b2 b2 b3 b4 r3", "y1", "y2"]).refusal(0, play(text))
    assert (refusal.rule, refusal.reason) == ("D7", "neither_set_nor_run")


@pytest.mark.parametrize("text", ["b7 b8 b0", "b8 b0 b1"])
def test_D7_8_and_0_are_not_neighbours(text):
    table = arranged(["b7 b8 b0 b1", "y1", "y2"])
    assert table.refused(0, play(text)) == "D7"
    assert all(len(move.cards) == 1 for move in table.moves(0) if isinstance(move, Play))


def test_D7_only_cards_of_ones_own_hand():
    refusal = arranged(["b1 b2 b4", "b3", "y2"]).refusal(0, play("b1 b2 b3"))
    assert (refusal.rule, refusal.reason) == ("D7", "not_in_hand")


def test_D8_the_cards_go_face_up_on_ones_own_pile():
    table = arranged(["y5 b5 y7", "y1", "y2"], ["r1", "r2"])
    events = table.play(0, play("b5 y5"))
    assert pile_of(table, 0) == cards("r1 b5 y5")
    assert events == [SetPlayed(seat=0, cards=cards("b5 y5"), top=card("y5"))]
    assert table.view(2).players[0].top == card("y5")
    assert table.view(2).players[0].pile == 3


@pytest.mark.parametrize(
    ("top", "pile"), [("y5", "y5 b5 r5 y5"), ("b5", "y5 y5 r5 b5"), ("r5", "y5 y5 b5 r5")], ids=["y", "b", "r"]
)
def test_D8_the_rest_of_a_set_lies_beneath_yellow_blue_red_from_the_bottom(top, pile):
    table = arranged(["y5 y5 b5 r5 y7", "y1", "y2"])
    move = next(move for move in table.moves(0) if isinstance(move, Play) and move.cards == cards(pile))
    assert move.cards[-1] == card(top)
    table.play(0, move)
    assert pile_of(table, 0) == cards(pile)


def test_D8_in_which_order_the_rest_is_named_does_not_matter():
    table = arranged(["y5 b5 r5 y7", "y1", "y2"])
    table.play(0, play("r5 b5 y5"))
    assert pile_of(table, 0) == cards("b5 r5 y5")


def test_D8_every_colour_of_a_set_may_be_on_top():
    moves = arranged(["y5 b5 b5", "y1", "y2"]).moves(0)
    assert {move.cards[-1] for move in moves if isinstance(move, Play) and len(move.cards) == 3} == set(cards("y5 b5"))


def test_D8_a_run_shows_its_lowest_or_its_highest():
    table = arranged(["r4 r5 r6 y7", "y1", "y2"])
    runs = [move for move in table.moves(0) if isinstance(move, Play) and len(move.cards) == 3]
    assert runs == [play("r6 r5 r4"), play("r4 r5 r6")]
    events = table.play(0, play("r6 r5 r4"))
    assert events == [RunPlayed(seat=0, cards=cards("r6 r5 r4"), top=card("r4"))]


@pytest.mark.parametrize("text", ["r4 r6 r5", "r6 r4 r5", "r4 r5 r7 r6"])
def test_D8_a_middle_card_of_a_run_cannot_be_on_top(text):
    refusal = arranged(["r4 r5 r6 r7", "y1", "y2"]).refusal(0, play(text))
    assert (refusal.rule, refusal.reason) == ("D8", "middle_on_top")


def test_D8_the_top_of_a_set_is_one_of_its_cards():
    s = arranged(["y5 b5", "y1", "y2"]).state
    assert rules.refusal(s, 0, melds.set_action(5, 1, 1, 0, 2)) == components.TOP_NOT_PLAYED
    assert GAMES["duck"].reasons[components.TOP_NOT_PLAYED][0] == "D8"


def test_D8_only_the_top_of_a_pile_is_visible_and_then_the_one_below():
    table = arranged(["y5 y7", "y1", "y2"], ["", "r1 r2 r3"])
    table.play(0, play("y5"))
    assert table.view(None).players[1].top == card("r3")
    assert str(card("r2")) not in str(table.view(1))
    table.play(0, Take(1))
    assert table.view(None).players[1].top == card("r2")
    assert table.view(None).players[1].pile == 2


# Turn: draw


def test_D9_with_cards_left_one_must_be_drawn():
    table = arranged(["y5 y7", "y1", "y2"])
    table.play(0, play("y5"))
    assert (table.about, table.asked) == ("where_to_draw", [0])
    refusal = table.refusal(0, play("y7"))
    assert (refusal.rule, refusal.reason) == ("D9", "draw_now")
    assert table.refused(0, Dive()) == "D9"


def test_D9_from_the_draw_pile():
    table = arranged(["y5 y7", "y1", "y2"])
    table.play(0, play("y5"))
    before = table.view(0).draw_pile
    events = table.play(0, Draw(), nth(table, "r8"))
    assert events == [CardDrawn(seat=0, card=card("r8"))]
    assert table.view(0).players[0].hand == cards("y7 r8")
    assert table.view(0).draw_pile == before - 1
    assert table.asked == [1]


@pytest.mark.parametrize(("neighbour", "text"), [(1, "r1"), (3, "r3")])
def test_D9_from_the_pile_of_the_left_or_the_right_neighbour(neighbour, text):
    table = arranged(["y5 y7", "y1", "y2", "y3"], ["r7", "r1", "r2", "r3"])
    table.play(0, play("y5"))
    assert table.moves(0) == (Draw(), Take(1), Take(3))
    events = table.play(0, Take(neighbour))
    assert events == [CardTaken(seat=0, neighbour=Player(neighbour), card=card(text))]
    assert table.view(0).players[0].hand == cards(f"y7 {text}")
    assert table.view(0).players[neighbour].pile == 0


def test_D9_never_from_ones_own_pile():
    table = arranged(["y5 y7", "y1", "y2"])
    table.play(0, play("y5"))
    refusal = table.refusal(0, Take(0))
    assert (refusal.rule, refusal.reason) == ("D9", "own_pile")


def test_D9_only_from_a_neighbour():
    table = arranged(["y5 y7", "y1", "y2", "y3", "y4"], ["r5", "r1", "r2", "r3", "r4"])
    table.play(0, play("y5"))
    for stranger in (2, 3):
        refusal = table.refusal(0, Take(stranger))
        assert (refusal.rule, refusal.reason) == ("D9", "not_a_neighbour")
    assert table.refused(0, TakeFromGhost()) == "D9"


def test_D9_an_empty_pile_cannot_be_chosen():
    table = arranged(["y5 y7", "y1", "y2"], ["", "", "r1"])
    table.play(0, play("y5"))
    assert table.moves(0) == (Draw(), Take(2))
    refusal = table.refusal(0, Take(1))
    assert (refusal.rule, refusal.reason) == ("D9", "pile_empty")


def test_D9_first_one_plays():
    refusal = arranged(["y5 y7", "y1", "y2"], ["", "r1"]).refusal(0, Draw())
    assert (refusal.rule, refusal.reason) == ("D9", "play_first")


def test_D10_with_no_card_left_the_round_ends_at_once_with_a_green_lifebuoy():
    table = arranged(["y5 b5", "y3 b1", "y4 b4"])
    events = table.play(0, play("y5 b5"), *deal(3))
    assert events[1] == WentOut(seat=0)
    assert GreenLifebuoyTaken(seat=0, points=6) in events
    assert RoundBegan(round=2, seat=0, lifebuoy=7) in events
    assert lifebuoys(table)[0] == (0, True)
    assert table.scores()[0] == 6


def test_D10_whoever_goes_out_keeps_no_card():
    table = arranged(["y5 b5", "y3 b1", "y4 b4"])
    table.play(0, play("y5 b5"), *deal(3))
    assert kept(table, 0) == ()


@pytest.mark.parametrize(("hand", "allowed"), [("y8 b2", True), ("y0 b1", True), ("y8 b3", False), ("y8 b2 r1", False)])
def test_D11_with_a_sum_of_10_or_less_one_may_dive(hand, allowed):
    table = arranged([hand, "y7 b7", "y6 b6"])
    assert (Dive() in table.moves(0)) == allowed
    if not allowed:
        assert table.refused(0, Dive()) == "D11"


def test_D11_a_dive_shows_all_hands_and_ends_the_round():
    table = arranged(["y8 b2", "y7 b7", "y6 b6"], active=0)
    events = table.play(0, Dive(), *deal(3))
    assert events[:4] == [
        Dived(seat=0),
        HandShown(seat=0, cards=cards("y8 b2"), sum=10),
        HandShown(seat=1, cards=cards("y7 b7"), sum=14),
        HandShown(seat=2, cards=cards("y6 b6"), sum=12),
    ]
    assert table.view(0).round == 2


# End of a round


def test_D12_the_highest_sum_of_the_others_discards_and_the_rest_keep_their_highest_card():
    table = arranged(["y5", "y3 b6", "y4 b4 r8", "y1"])
    events = table.play(0, play("y5"), *deal(4))
    told = [event for event in events if isinstance(event, HandDiscarded | CardKept)]
    assert told == [CardKept(1, card("b6")), HandDiscarded(2, 16), CardKept(3, card("y1"))]
    assert [kept(table, seat) for seat in range(4)] == [(), cards("b6"), (), cards("y1")]


def test_D12_all_who_are_tied_for_the_highest_discard():
    table = arranged(["y5", "y3 b6", "y4 b5", "y1"])
    table.play(0, play("y5"), *deal(4))
    assert [kept(table, seat) for seat in range(4)] == [(), (), (), cards("y1")]


def test_D12_if_all_the_others_are_tied_nobody_keeps_a_card():
    table = arranged(["y5", "y3", "b3"])
    table.play(0, play("y5"), *deal(3))
    assert [kept(table, seat) for seat in range(3)] == [(), (), ()]


def test_D12_a_card_kept_does_not_change_the_sums_that_are_compared():
    table = arranged(["y5", "y8 b1", "r7 b1", "y4 b4 y1"])
    table.play(0, play("y5"), *deal(4))
    assert [kept(table, seat) for seat in range(4)] == [(), (), cards("r7"), ()]


def test_D13_a_dive_succeeds_with_the_lowest_sum_of_all():
    table = arranged(["y1 b5", "y7", "y6 b6"])
    events = table.play(0, Dive(), *deal(3))
    assert DiveSucceeded(seat=0) in events
    assert GreenLifebuoyTaken(seat=0, points=6) in events
    assert CardKept(0, card("b5")) in events
    assert lifebuoys(table)[0] == (0, True)
    assert kept(table, 0) == cards("b5")
    assert table.scores()[0] == 11


@pytest.mark.parametrize("rival", ["y6", "y1 b4", "y0"])
def test_D14_a_dive_fails_if_anybody_has_the_same_or_a_lower_sum(rival):
    table = arranged(["r1 b5", "y7 r2", rival])
    events = table.play(0, Dive(), *deal(3))
    assert DiveFailed(seat=0, rival=Player(2)) in events
    assert RedLifebuoyTaken(seat=0, penalty=2) in events
    assert lifebuoys(table)[0] == (0, False)
    assert kept(table, 0) == ()
    assert table.scores()[0] == -2


@pytest.mark.parametrize("diver", ["y1 b1", "y1 b8"], ids=["succeeds", "fails"])
def test_D15_after_a_dive_D12_applies_to_the_others(diver):
    table = arranged([diver, "y7 r2", "r6 r2", "b3"])
    table.play(0, Dive(), *deal(4))
    assert [kept(table, seat) for seat in range(1, 4)] == [(), cards("r6"), cards("b3")]


# End of the game


def test_D16_after_five_rounds_the_game_is_over():
    table = duck(4)
    for _ in range(5):
        assert table.asked != []
        put_out(table)
    assert table.asked == []
    assert table.view(0).over
    assert all(lifebuoy.seat is not None for lifebuoy in table.view(0).lifebuoys)
    assert table.refused(0, Dive()) == "D16"


def test_D16_the_score_is_ducks_plus_green_lifebuoys_minus_red_penalties():
    table = arranged(["y5", "y3", "b3"], towels=["y8 b7", "r0"])
    s = table.state
    s.taken_by, s.green = [0, 0, 1, 0, NOBODY], [1, 0, 0, 1, 0]
    assert table.scores() == [15 + 6 - 2 + 9, -3, 0]
    parts = [standing.parts for standing in table.game.standings(table.table)]
    assert parts[0] == {"ducks": 15, "green": 15, "red": -2}
    assert parts[1] == {"ducks": 0, "green": 0, "red": -3}


def test_D16_a_tie_is_shared():
    table = arranged(["y5", "y3", "b3"], towels=["y8", "b8", "r7"], round=1)
    assert table.places() == [1, 1, 3]


# Two players


def ghostly(hands: Sequence[str], **more: object) -> Tabletop:
    """Two players; seat 1 deals, seat 0 is to play."""
    more.setdefault("dealer", 1)
    return arranged(hands, **more)


def test_D17_the_ghost_gets_one_face_down_card_that_stays_secret():
    table = duck(2)
    assert table.events[3] == GhostDealt()
    assert table.view(None).draw_pile == 69 - 14 - 1 - 1
    for seat in (0, 1, None):
        ghost = table.view(seat).ghost
        assert (ghost.card, ghost.sum, ghost.top, ghost.pile) == (None, None, None, 0)


def test_D17_with_more_players_there_is_no_ghost():
    assert duck(3).view(0).ghost is None


def test_D17_the_ghost_sits_left_of_the_dealer_and_changes_places_every_round():
    table = duck(2, dealer=0)
    assert (drawing.left_of(table.state, 0), drawing.right_of(table.state, 0)) == (GHOST, 1)
    assert (drawing.left_of(table.state, 1), drawing.right_of(table.state, 1)) == (0, GHOST)
    put_out(table)
    assert (drawing.left_of(table.state, 1), drawing.right_of(table.state, 1)) == (GHOST, 0)
    assert (drawing.left_of(table.state, 0), drawing.right_of(table.state, 0)) == (1, GHOST)


def test_D18_the_order_is_the_other_player_the_dealer_the_ghost():
    table = ghostly(["y5 y7", "b5 b7"])
    table.play(0, play("y5"))
    events = table.play(0, Draw(), 0)
    assert not any(isinstance(event, GhostTurnedUp) for event in events)
    assert table.asked == [1]
    table.play(1, play("b5"))
    before = table.view(0).draw_pile
    events = table.play(1, Draw(), 0, nth(table, "r8") - 1)
    assert events[-1] == GhostTurnedUp(card=card("r8"))
    assert (table.view(0).ghost.top, table.view(0).ghost.pile) == (card("r8"), 1)
    assert table.view(0).draw_pile == before - 2
    assert table.asked == [0]


def test_D19_a_player_may_draw_from_the_other_player_or_the_ghost():
    table = ghostly(["y5 y7", "b5 b7"], piles=["", "r2"], ghost_pile="r3 r4")
    table.play(0, play("y5"))
    assert table.moves(0) == (Draw(), Take(1), TakeFromGhost())
    events = table.play(0, TakeFromGhost())
    assert events == [CardTakenFromGhost(seat=0, card=card("r4"))]
    assert table.view(None).ghost.top == card("r3")
    assert table.asked == [1]
    table.play(1, play("b5"))
    assert table.moves(1) == (Draw(), TakeFromGhost(), Take(0))


def test_D19_the_ghosts_empty_pile_cannot_be_chosen():
    table = ghostly(["y5 y7", "b5 b7"])
    table.play(0, play("y5"))
    assert table.refused(0, TakeFromGhost()) == "D9"


def test_D20_the_ghosts_sum_is_its_pile_and_its_hidden_card():
    table = ghostly(["y5", "b5"], ghost_pile="r3 r8 y0")
    draw = nth(table, "b4")
    events = table.play(0, play("y5"), draw, *deal(2))
    assert GhostShown(card=card("b4"), sum=15) in events


def test_D20_a_card_taken_from_the_ghost_does_not_count_any_more():
    table = ghostly(["y5 y4", "b5"], ghost_pile="r3 r8")
    table.play(0, play("y5"))
    table.play(0, TakeFromGhost())
    events = table.play(1, play("b5"), nth(table, "b4"), *deal(2))
    assert GhostShown(card=card("b4"), sum=7) in events


@pytest.mark.parametrize(("hidden", "succeeds"), [("b1", False), ("b3", False), ("b4", True)])
def test_D21_a_diver_must_be_lower_than_the_ghost(hidden, succeeds):
    """The diver has 5, the ghost 2 and its hidden card."""
    table = ghostly(["y5", "y8 r8"], ghost_pile="r2")
    events = table.play(0, Dive(), nth(table, hidden), *deal(2))
    assert (DiveSucceeded(seat=0) in events) == succeeds
    assert (DiveFailedToGhost(seat=0) in events) == (not succeeds)
    assert lifebuoys(table)[0] == (0, succeeds)
    assert kept(table, 0) == (cards("y5") if succeeds else ())


def test_D21_a_diver_must_be_lower_than_the_other_player_too():
    table = ghostly(["y5", "b4 r1"], ghost_pile="r7")
    events = table.play(0, Dive(), nth(table, "b7"), *deal(2))
    assert DiveFailed(seat=0, rival=Player(1)) in events


@pytest.mark.parametrize(("hidden", "keeps"), [("b5", False), ("b6", True), ("b7", True)])
@pytest.mark.parametrize("move", [Dive(), play("y0")], ids=["dive", "out"])
def test_D21_the_other_player_keeps_a_card_unless_the_ghost_has_strictly_less(move, hidden, keeps):
    """The other player has 8, the ghost 2 and its hidden card; the highest of one would always discard."""
    table = ghostly(["y0", "y5 r3"], ghost_pile="r2")
    events = table.play(0, move, nth(table, hidden), *deal(2))
    assert kept(table, 1) == (cards("y5") if keeps else ())
    assert (HandDiscarded(1, 8) in events) == (not keeps)


def test_D21_going_out_needs_no_comparison_with_the_ghost():
    table = ghostly(["y8", "b8"])
    table.play(0, play("y8"), nth(table, "b0"), *deal(2))
    assert lifebuoys(table)[0] == (0, True)


# The draw pile is empty


def test_D22_an_empty_draw_pile_is_made_anew_just_before_a_card_is_drawn():
    table = arranged(["y5 b5 y7", "b1 b2", "b3 b4"], ["r1", "r2 r3 r4", "y1 y2"], drawn="")
    events = table.play(0, play("b5 y5"))
    assert events[-1] == DrawPileRefilled(cards=5)
    view = table.view(None)
    assert view.draw_pile == 5
    assert [pile_of(table, seat) for seat in range(3)] == [cards("y5"), cards("r4"), cards("y2")]
    assert [kind for kind in range(KINDS) if table.state.unseen[kind]] == [
        number(text) for text in ("y1", "b5", "r1", "r2", "r3")
    ]
    events = table.play(0, Draw(), nth(table, "r2"))
    assert events == [CardDrawn(seat=0, card=card("r2"))]


def test_D22_it_is_made_anew_before_the_choice_whatever_is_then_chosen():
    table = arranged(["y5 b5 y7", "b1 b2", "b3 b4"], ["r1", "r2 r3 r4", "y1 y2"], drawn="")
    assert table.play(0, play("b5 y5"))[-1] == DrawPileRefilled(cards=5)
    assert table.moves(0) == (Draw(), Take(1), Take(2))
    assert table.play(0, Take(1)) == [CardTaken(seat=0, neighbour=Player(1), card=card("r4"))]
    assert table.view(None).draw_pile == 5


def test_D22_who_has_no_card_left_and_need_not_draw_leaves_the_piles_as_they_are():
    table = arranged(["y5", "b1 b2", "b3 b4"], ["r1", "r2 r3 r4", "y1 y2"], drawn="", round=5)
    assert not any(isinstance(event, DrawPileRefilled) for event in table.play(0, play("y5")))
    assert pile_of(table, 1) == cards("r2 r3 r4")


def test_D22_the_last_card_of_the_draw_pile_leaves_it_empty_until_the_next_draw():
    table = arranged(["y5 y7", "b1 b2", "b3 b4"], ["r1 r5", "r2 r3"], drawn="y8")
    table.play(0, play("y5"))
    events = table.play(0, Draw(), 0)
    assert events == [CardDrawn(seat=0, card=card("y8"))]
    assert table.view(None).draw_pile == 0
    assert table.play(1, play("b1"))[-1] == DrawPileRefilled(cards=4)


def test_D22_without_cards_to_shuffle_one_draws_from_a_neighbour():
    table = arranged(["y5 y7", "b1 b2", "b3 b4"], ["", "r2", "r3"], drawn="")
    events = table.play(0, play("y5"))
    assert events == [CardPlayed(seat=0, card=card("y5"))]
    assert table.moves(0) == (Take(1), Take(2))
    refusal = table.refusal(0, Draw())
    assert (refusal.rule, refusal.reason) == ("D22", "draw_pile_empty")


def test_D22_with_nothing_to_draw_at_all_the_turn_ends():
    table = arranged(["y5 y7", "b1 b2", "b3 b4"], drawn="")
    events = table.play(0, play("y5"))
    assert events[-1] == NothingDrawn(seat=0)
    assert table.asked == [1]
    assert table.about == "what_to_play"


def test_D22_for_the_ghost_the_pile_is_made_anew_too():
    table = ghostly(["y5 y7", "b5 b7"], piles=["r1 r2", "r3"], active=1, drawn="r8", ghost="b8")
    table.play(1, play("b5"))
    events = table.play(1, Draw(), 0, 1)
    assert events == [CardDrawn(1, card("r8")), DrawPileRefilled(cards=2), GhostTurnedUp(card=card("r3"))]
    assert [pile_of(table, place) for place in (0, 1, GHOST)] == [cards("r2"), cards("b5"), cards("r3")]


def test_D22_without_cards_to_shuffle_the_ghost_does_nothing():
    table = ghostly(["y5 y7", "b5 b7"], active=1, drawn="r8", ghost="b8")
    table.play(1, play("b5"))
    events = table.play(1, Draw(), 0)
    assert events[-1] == GhostWaited()
    assert pile_of(table, GHOST) == ()
    assert table.asked == [0]


def test_D22_the_ghosts_pile_is_never_reshuffled():
    table = ghostly(["y5 y7", "b5 b7"], piles=["r1 r2", "r3"], ghost_pile="y1 y2 y3", drawn="", ghost="b8")
    events = table.play(0, play("y5"))
    assert events[-1] == DrawPileRefilled(cards=2)
    assert pile_of(table, GHOST) == cards("y1 y2 y3")


def test_D22_the_ghosts_hidden_card_is_not_shuffled_in():
    """The one unseen card that is left beside the draw pile is the ghost's, and stays it."""
    table = ghostly(["y5 y7", "b5 b7"], piles=["r1 r2", "r3"], drawn="b8")
    assert (table.view(None).draw_pile, table.state.ghost_card) == (0, NO_CARD)
    table.play(0, play("y5"), 0)
    assert table.state.ghost_card == number("b8")
    assert table.state.unseen[number("b8")] == 0
    assert table.view(0).ghost.card is None


# Options


def test_D23_a_bluff_always_fails():
    table = arranged(["y8 b3", "y7 b7", "y6 b6"], bluff_dives=True)
    events = table.play(0, Dive(), *deal(3))
    assert BluffFailed(seat=0) in events
    assert lifebuoys(table)[0] == (0, False)
    assert [kept(table, seat) for seat in range(3)] == [(), (), cards("y6")]


def test_D23_without_the_option_it_is_refused():
    assert arranged(["y8 b3", "y7 b7", "y6 b6"]).refused(0, Dive()) == "D11"


def test_D23_with_the_option_an_honest_dive_succeeds_as_ever():
    table = arranged(["y8 b2", "y7 b7", "y6 b6"], bluff_dives=True)
    assert DiveSucceeded(seat=0) in table.play(0, Dive(), *deal(3))


# Who sees what


def test_D24_a_hand_is_seen_by_its_owner_only():
    table = arranged(["y5 b5", "y3 b1", "y4 b4"])
    assert table.view(1).players[1].hand == cards("y3 b1")
    for stranger in (0, 2, None):
        seen = table.view(stranger).players[1]
        assert (seen.cards, seen.hand, seen.sum) == (2, None, None)


def test_D24_a_towel_shows_its_owner_the_cards_and_others_their_number():
    table = arranged(["y5 b5", "y3 b1", "y4 b4"], towels=["", "y8 r2"], round=3)
    assert table.view(1).players[1].kept == cards("y8 r2")
    for stranger in (0, 2, None):
        seen = table.view(stranger).players[1]
        assert (seen.towel, seen.kept) == (2, None)


def test_D24_the_rest_of_the_view_is_public():
    table = arranged(["y5 b5", "y3 b1", "y4 b4"], ["r1 r2", "r3"], towels=["", "y8 r2"], round=3)
    owner, spectator = table.view(1), table.view(None)
    mine = msgspec.structs.replace(owner.players[1], hand=None, sum=None, kept=None)
    players = (owner.players[0], mine, owner.players[2])
    assert msgspec.structs.replace(owner, players=players) == spectator


def test_D24_dealt_and_drawn_cards_are_told_to_their_owner_only():
    dealt = next(event for event in duck(3).events if isinstance(event, CardsDealt) and event.seat == 2)
    assert len(dealt.seen_by(2).cards) == 7
    assert dealt.seen_by(0) == dealt.seen_by(None) == CardsDealt(seat=2, cards=None)
    drawn = CardDrawn(seat=1, card=card("y5"))
    assert drawn.seen_by(1) == drawn
    assert drawn.seen_by(0) == drawn.seen_by(None) == CardDrawn(seat=1, card=None)


def test_D24_what_is_played_and_taken_from_a_pile_is_told_to_everybody():
    table = arranged(["y5 b5 y7", "y1", "y2"], ["", "r1"])
    events = [*table.play(0, play("y5 b5")), *table.play(0, Take(1))]
    for seat in (0, 1, None):
        assert [event.seen_by(seat) for event in events] == events


def test_D24_a_card_taken_from_a_pile_is_known_until_it_is_played():
    table = arranged(["y5 y7 r1", "y1 y2", "y3 y4"], ["", "r1"])
    table.play(0, play("y5"))
    table.play(0, Take(1))
    assert table.view(None).players[0].known == cards("r1")
    assert table.view(0).players[0].hand == cards("y7 r1 r1")
    table.arrange(active=0, asking=WHAT_TO_PLAY)
    table.play(0, play("r1"))
    assert table.view(None).players[0].known == ()


def test_D24_once_the_round_is_over_every_hand_and_the_ghosts_card_are_shown():
    table = ghostly(["y5", "y3 b1"], ghost_pile="r2")
    events = table.play(0, play("y5"), nth(table, "b4"), *deal(2))
    shown = [HandShown(seat=1, cards=cards("y3 b1"), sum=4), GhostShown(card=card("b4"), sum=6)]
    for seat in (0, 1, None):
        assert [event.seen_by(seat) for event in events][2:4] == shown


def test_D24_after_the_last_round_the_ghosts_card_lies_open():
    table = ghostly(["y5", "y3 b1"], ghost_pile="r2", round=5)
    table.play(0, play("y5"), nth(table, "b4"))
    view = table.view(None)
    assert view.over
    assert (view.ghost.card, view.ghost.sum) == (card("b4"), 6)


HANDS = ["y2 b3", "y7 b1", "y4 r6 b0", "r5 b2", "y5 r4 b6"]


@pytest.mark.parametrize("seats", range(2, 6))
@pytest.mark.parametrize("ending", [Dive(), play("r1")])
def test_D24_when_the_game_is_over_hands_lie_as_they_were_shown_with_the_kept_card(seats, ending):
    hands = HANDS[:seats] if ending == Dive() else ["r1", *HANDS[1:seats]]
    table = arranged(hands, round=5, ghost="b7" if seats == 2 else None, ghost_pile="r8" if seats == 2 else "")
    events = table.play(0, ending)
    shown = {event.seat: (event.cards, event.sum) for event in events if isinstance(event, HandShown)}
    assert any(isinstance(event, CardKept) for event in events)
    for seat in (None, *range(seats)):
        view = table.view(seat)
        assert view.over
        for player in view.players:
            hand, total = shown.get(player.seat, ((), 0))
            assert (player.hand, player.sum, player.cards) == (hand, total, len(hand))


def test_D24_in_the_end_what_is_known_is_of_the_same_hand():
    table = arranged(["y5 y7", "b1 b2", "b3 b4"], ["", "r8"], round=5)
    table.play(0, play("y5"))
    table.play(0, Take(1))
    table.arrange(active=1, asking=WHAT_TO_PLAY)
    table.play(1, Dive())
    assert table.view(None).players[0].hand == cards("y7 r8")
    assert table.view(None).players[0].known == cards("r8")


@pytest.mark.parametrize("seats", range(2, 6))
def test_D24_when_the_game_is_over_all_towels_are_turned_up(seats):
    table = arranged(HANDS[:seats], towels=["y8", "b8"], round=5, ghost="b7" if seats == 2 else None)
    assert table.view(None).players[1].kept is None
    table.play(0, Dive())
    owners = [kept(table, seat) for seat in range(seats)]
    for seat in (None, *range(seats)):
        assert [player.kept for player in table.view(seat).players] == owners
    ducks = [standing.parts["ducks"] for standing in table.game.standings(table.table)]
    assert [sum(one.value for one in towel) for towel in owners] == ducks


def test_D24_a_kept_card_is_told_to_everybody():
    table = arranged(["y5", "y3 b1", "y8 b8"], round=5)
    told = [event for event in table.play(0, play("y5")) if isinstance(event, CardKept)]
    assert told == [CardKept(seat=1, card=card("y3"))]
    for seat in (None, 0, 1, 2):
        assert [event.seen_by(seat) for event in told] == told


def test_D6_D9_the_view_says_whether_one_plays_or_draws():
    table = arranged(["y5 b5", "y3 b1", "y8 b8"], ["", "r1"], round=5)
    assert [table.view(seat).step for seat in (None, 0, 1)] == ["play"] * 3
    table.play(0, play("y5"))
    assert [table.view(seat).step for seat in (None, 0, 1)] == ["draw"] * 3
    table.play(0, Take(1))
    assert table.view(None).step == "play"
    table.play(1, Dive())
    assert [table.view(seat).step for seat in (None, 0, 1)] == [None] * 3


def test_D24_a_card_kept_from_no_hand_breaks_an_invariant():
    s = arranged(["y5", "y3", "b3"], ["y1"]).state
    s.kept[1] = number("y3")
    s.towel[1][number("y3")] += 1
    assert invariants.broken(s) != 0


def test_D24_what_is_dealt_to_others_is_imagined_anew_but_not_what_everybody_knows():
    table = arranged(["y5 y7", "y1 y2", "y3 y4"], ["", "r1"], active=0)
    table.play(0, play("y5"))
    table.play(0, Take(1))
    seen = set()
    for seed in range(20):
        s = table.game.imagine(table.table, 1, SeededLuck(seed)).state
        assert s.hand[1] == table.state.hand[1]
        assert s.hand[0][number("r1")] >= 1
        assert s.pile == table.state.pile
        seen.add(str(s.hand[0]))
    assert len(seen) > 5


def test_D24_after_a_reshuffle_only_reshuffled_cards_are_imagined_in_the_draw_pile():
    table = arranged(["y5 b5 y7", "b1 b2", "b3 b4"], ["r1", "r2 r3 r4", "y1 y2"], drawn="")
    table.play(0, play("b5 y5"))
    for seed in range(20):
        s = table.game.imagine(table.table, 1, SeededLuck(seed)).state
        assert s.unseen == table.state.unseen


def imagined(table: Tabletop, seat: int | None) -> list[components.Duck]:
    return [table.game.imagine(table.table, seat, SeededLuck(seed)).state for seed in range(40)]


def test_D22_D24_after_a_reshuffle_nobody_imagines_a_card_in_the_draw_pile_that_they_drew_from_it():
    """Seat 0 draws the r2 that was shuffled in: only the others may think that it still lies there."""
    table = arranged(["y5 b5 y7", "b1 b2", "r2 b4"], ["r1", "r2 r3 r4", "y1 y2"], drawn="")
    table.play(0, play("b5 y5"))
    table.play(0, Draw(), nth(table, "r2"))
    for s in imagined(table, 0):
        assert s.unseen == table.state.unseen
    assert any(s.unseen[number("r2")] for s in imagined(table, 1))
    assert any(s.unseen[number("r2")] for s in imagined(table, None))


def test_D22_D24_a_card_that_lay_open_when_it_was_shuffled_in_is_not_imagined_to_be_the_ghosts():
    """Seat 1 has drawn the r1 or the r3. The ghost's card was dealt before."""
    table = ghostly(["y5 y7", "b5 b7"], piles=["r1 r2", "r3"], active=1, dealer=0, drawn="b8")
    table.play(1, play("b5"), 0)
    table.play(1, Draw(), nth(table, "r1"))
    ghosts = [{s.ghost_card for s in imagined(table, seat)} for seat in (0, 1, None)]
    assert ghosts[0] == {number("b7"), number("b8")}
    assert ghosts[1] == {number("y5"), number("y7"), number("b8")}
    assert ghosts[2] == ghosts[0] | ghosts[1]


def test_D22_D24_a_card_played_before_its_owner_drew_anew_is_not_imagined_to_be_the_ghosts():
    """Seat 1 plays its b7, and only then draws: the b7 that was shuffled in, for all that seat 0 knows."""
    table = ghostly(["y5 y7", "b6 b7"], piles=["b7 r1 r3 r2"], drawn="b8")
    table.play(0, play("y5"), 0)
    assert {s.ghost_card for s in imagined(table, 0)} == {number("b6"), number("b7"), number("b8")}
    table.play(0, Draw(), nth(table, "r2"))
    table.play(1, play("b7"))
    assert {s.ghost_card for s in imagined(table, 0)} == {number("b6"), number("b8")}
    table.play(1, Draw(), nth(table, "b7"), 0)
    assert {s.ghost_card for s in imagined(table, 0)} == {number("b6"), number("b8")}
    assert {s.unseen[number("b7")] for s in imagined(table, 0)} == {0, 1}


@pytest.mark.parametrize("seats", tiered([2, 3, 5], (3).__eq__))
def test_D22_D24_through_reshuffles_what_is_imagined_is_possible_and_depends_on_nothing_hidden(seats):
    """A round without an end, as in D26, mostly from the draw pile: each time something hidden is swapped."""
    game, random = GAMES["duck"], Random(seats)
    luck = SeededLuck(seats)
    table, _ = game.start(seats, game.options(), luck)
    reshuffles = swaps = 0
    for turn in range(300):
        ask = game.asks(table)[0]
        moves = [move for move in ask.moves if not isinstance(move, Dive) and len(getattr(move, "cards", "1")) == 1]
        move = Draw() if Draw() in moves and random.random() < 0.9 else random.choice(moves)
        events = game.play(table, ask.seat, ask.number, move, luck)
        reshuffles += sum(isinstance(event, DrawPileRefilled) for event in events)
        for seat in range(NOBODY, seats):
            twin = table.copy()
            twin.state = hidden.swap(table.state, seat, random) or table.state
            swaps += reshuffles > 0 and twin.state != table.state
            eye = None if seat == NOBODY else seat
            one, other = (game.imagine(either, eye, SeededLuck(seats, turn)).state for either in (table, twin))
            assert [invariants.broken(s) for s in (twin.state, one)] == [0, 0]
            assert one == other
    assert reshuffles > 1
    assert swaps > 100


# Small print


def test_D25_of_equal_highest_cards_the_first_of_yellow_blue_red_is_kept():
    table = arranged(["y5", "b6 y6 r6", "r7 b7 y1", "y8 b8 r8"])
    table.play(0, play("y5"), *deal(4))
    assert kept(table, 1) == cards("y6")
    assert kept(table, 2) == cards("b7")


def test_D25_a_0_may_be_the_highest_card():
    table = arranged(["y5", "r0 b0", "y8"])
    table.play(0, play("y5"), *deal(3))
    assert kept(table, 1) == cards("b0")


def test_D26_a_round_has_no_turn_limit():
    """Whoever plays one card and draws one never ends a round."""
    game = GAMES["duck"]
    luck, players = SeededLuck(1), SeededLuck(1, 0, PLAYERS)
    table, _ = game.start(3, game.options(), luck)
    for _ in range(600):
        ask = game.asks(table)[0]
        moves = [move for move in ask.moves if not isinstance(move, Dive) and len(getattr(move, "cards", "1")) == 1]
        game.play(table, ask.seat, ask.number, moves[players.below(len(moves))], luck)
    assert game.view(table, None).round == 1
    assert invariants.broken(table.state) == 0


# Worked examples


def test_example_1_a_run_of_2_3_4_leaves_4_or_2_on_top_but_never_3():
    for text, top in (("b2 b3 b4", "b4"), ("b4 b3 b2", "b2")):
        table = arranged(["b2 b3 b4 y7", "y1", "y2"])
        table.play(0, play(text))
        assert table.view(None).players[0].top == card(top)
    assert arranged(["b2 b3 b4 y7", "y1", "y2"]).refused(0, play("b2 b4 b3")) == "D8"


def test_example_2_lifebuoys_6_to_10_are_handed_out_in_this_order_one_a_round():
    table = duck(3)
    points = []
    for _ in range(5):
        put_out(table)
        points += [event.points for event in table.events if isinstance(event, GreenLifebuoyTaken)]
    assert points == [6, 7, 8, 9, 10]


def test_example_3_sums_4_4_9_and_a_4_dives():
    table = arranged(["y4", "b3 b1", "r8 r1"])
    table.play(0, Dive(), *deal(3))
    assert lifebuoys(table)[0] == (0, False)
    assert [kept(table, seat) for seat in range(3)] == [(), cards("b3"), ()]


def test_example_4_four_fives_in_three_colours_can_be_laid_at_once_with_any_colour_on_top():
    moves = arranged(["y5 b5 b5 r5 y7", "y1", "y2"]).moves(0)
    fours = [move for move in moves if isinstance(move, Play) and len(move.cards) == 4]
    assert [move.cards[-1] for move in fours] == list(cards("y5 b5 r5"))


def test_example_5_sums_7_diving_12_12_9():
    table = arranged(["y3 b4", "y7 b5", "r7 r5", "b6 r3"])
    table.play(0, Dive(), *deal(4))
    assert lifebuoys(table)[0] == (0, True)
    assert [kept(table, seat) for seat in range(4)] == [cards("b4"), (), (), cards("b6")]
