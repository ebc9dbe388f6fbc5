"""Duck for learners: what a seat may know of a position, and its choices."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from encoded import Learner, Table
from games.duck.hidden import made_anew, swap
from games.duck.positions import arranged, number, play
from laguna.core.encoding import NOTHING_BEGUN
from laguna.core.luck import SeededLuck
from laguna.games import PLUGINS
from laguna.games.duck import encoding, rules
from laguna.games.duck.components import COPIES, GHOST, HAND, KINDS, NO_CARD, VALUES, Duck
from laguna.games.duck.game import Dive, Draw, Take, TakeFromGhost
from laguna.laws import encodings as laws
from laguna.laws.cases import Case, steps
from laguna.laws.law import LawBroken

LEARNER = Learner("duck")
SEATS = pytest.mark.parametrize("seats", LEARNER.game.seats)


def counted(text: str) -> list[int]:
    """So many of each card."""
    found = [0] * KINDS
    for one in text.split():
        found[number(one)] += 1
    return found


def codes(text: str) -> list[int]:
    """Cards in their order, as codes: 0 is none."""
    return ([1 + number(one) for one in text.split()] + [0] * encoding.TOPS)[: encoding.TOPS]


def dawdle(table: Table, seat: int) -> object:
    """Never dive, draw unseen cards: so draw piles run out (D22)."""
    return LEARNER.game.decode(table.state, seat, next(iter(LEARNER.game.actions(table.state, seat))))


def dawdled(seats: int, every: int = 10, moves: int = 250) -> Iterator[Table]:
    """Tables of long rounds: draw piles were made anew, and the ghost's card is told apart from the rest."""
    found = [step.table.copy() for step in islice(steps(Case(PLUGINS["duck"], seats), 5, dawdle), moves)]
    assert all(made_anew(table.state) for table in found[moves // 2 :])
    assert seats > 2 or found[-1].state.ghost_card != NO_CARD
    yield from found[::every]


# What a seat may know


def test_D2_D24_the_own_hand_and_its_sum():
    table = arranged(["y1 y1 b8", "r5", "r6"])
    seen = LEARNER.seen(table.table, 0)
    assert seen["hand"][0] == counted("y1 y1 b8")
    assert (seen["sum"], seen["held"]) == (10, [3, 1, 1, 0, 0])


def test_D24_of_other_hands_what_was_taken_from_a_pile_and_one_knows_what_they_know():
    table = arranged(["y1 y2", "r5 r6", "b3 b4"], ["", "", "b7"], active=1)
    table.play(1, play("r5"))
    table.play(1, Take(2))
    nothing = [0] * KINDS
    assert LEARNER.seen(table.table, 0)["hand"] == [counted("y1 y2"), counted("b7"), nothing, nothing, nothing]
    assert LEARNER.seen(table.table, 1)["shown"] == counted("b7")
    assert LEARNER.seen(table.table, 2)["hand"][2] == counted("b7")


def test_D5_everybody_is_counted_from_the_seat_that_looks():
    table = arranged(["y1", "y2 y3", "y4 y5 y6"], active=1, dealer=0)
    seen = LEARNER.seen(table.table, 2)
    assert seen["held"] == [3, 1, 2, 0, 0]
    assert (seen["active"], seen["dealer"], seen["players"], seen["asked"]) == (2, 1, 3, 0)


def test_D8_piles_are_known_from_their_tops():
    table = arranged(["y1", "y2", "y3"], ["r1 r2 r3 r4", "b5"])
    seen = LEARNER.seen(table.table, 1)
    assert seen["top"][:3] == [codes("b5"), codes(""), codes("r4 r3 r2")]
    assert seen["height"] == [1, 0, 4, 0, 0, 0]
    assert seen["laid"] == counted("r1 r2 r3 r4 b5")


def test_D24_what_one_cannot_place_is_hidden_in_hands_and_in_the_draw_pile():
    table = arranged(["y1 y2", "r5", "r6"], ["b7"], towels=["y8"])
    seen = LEARNER.seen(table.table, 0)
    box = [COPIES[kind % VALUES] for kind in range(KINDS)]
    placed = counted("y1 y2 b7 y8")
    assert seen["hidden"] == [all_ - known for all_, known in zip(box, placed, strict=True)]
    assert sum(seen["hidden"]) == table.state.draw_pile + 2


def test_D22_a_draw_pile_made_anew_is_known_but_for_its_order():
    table = arranged(["y1 y2", "r5 r6", "b1 b2"], ["b7 b6 b5", "r1 r2"], active=1, drawn="")
    table.play(1, play("r5"))  # before drawing, b7, b6, r1 and r2 are shuffled
    seen = LEARNER.seen(table.table, 0)
    assert seen["drawable"] == counted("b7 b6 r1 r2")
    assert seen["draw_pile"] == 4
    table.play(1, Draw(), 0)  # b6, the first of them
    assert LEARNER.seen(table.table, 0)["drawable"] == counted("b7 b6 r1 r2")
    assert LEARNER.seen(table.table, 1)["drawable"] == counted("b7 r1 r2")


def test_D17_D22_the_ghost_has_a_card_that_it_may_have():
    narrowed = 0
    for table in dawdled(2):
        for seat in range(2):
            seen, s = LEARNER.seen(table, seat), table.state
            assert all(may <= hidden for may, hidden in zip(seen["ghost"], seen["hidden"], strict=True))
            assert s.ghost_card == NO_CARD or seen["ghost"][s.ghost_card] > 0
            narrowed += seen["ghost"] != seen["hidden"]
    assert narrowed > 0


def test_D20_the_ghosts_pile_counts_up_to_the_heaviest_hand():
    assert encoding.HEAVIEST == 3 * 8 + 4 * 7
    assert LEARNER.seen(arranged(["y1", "y2"], ghost_pile="r5 r7").table, 1)["ghost_sum"] == 12
    heavy = "r7 r7 r7 b7 b7 b7 y7 y7 y7"
    seen = LEARNER.seen(arranged(["y1", "y2"], ghost_pile=heavy).table, 1)
    assert seen["ghost_sum"] == encoding.HEAVIEST
    assert seen["laid"] == [0] * KINDS  # D22: the ghost's pile is never shuffled
    assert seen["top"][GHOST] == codes("y7 y7 y7")


def test_D3_D12_D16_towels_lifebuoys_and_points():
    table = arranged(["y1", "y2", "y3"], towels=["y8 r7", "b6", ""], round=3)
    table.state.taken_by[:2] = [0, 2]
    table.state.green[:2] = [1, 0]
    seen = LEARNER.seen(table.table, 2)
    assert seen["round"] == 2
    assert seen["towel"] == [0, 2, 1, 0, 0]
    assert seen["towels"] == counted("y8 r7 b6")
    assert seen["taken_by"] == [1 + 1, 1 + 0, 0, 0, 0]
    assert seen["green"] == [1, 0, 0, 0, 0]
    assert seen["points"][:3] == [-2, 6 + 15, 6]


@SEATS
def test_D24_in_the_end_everything_was_shown(seats: int):
    *_, (table, _, _) = steps(Case(PLUGINS["duck"], seats), 3)
    s = table.state
    for seat in range(seats):
        seen = LEARNER.seen(table, seat)
        assert seen["hand"][:seats] == [list(s.hand[(seat + further) % seats]) for further in range(seats)]
        assert seen["hidden"] == list(s.unseen)
        assert seen["ghost"] == [int(kind == s.ghost_card) for kind in range(KINDS)]
        laid = [0] * KINDS
        for place in range(seats):
            for i in range(s.height[place]):
                laid[s.pile[place][i]] += 1
        assert seen["laid"] == laid


# And nothing else


@SEATS
def test_D24_tables_that_differ_in_hidden_things_show_the_same(seats: int):
    random, changed = Random(4), 0
    for table in dawdled(seats):
        for seat in range(seats):
            twin = table.copy()
            twin.state = swap(table.state, seat, random)
            if twin.state is not None:
                assert LEARNER.glance(table, seat) == LEARNER.glance(twin, seat)
                changed += 1
    assert changed > 20


@SEATS
def test_D24_nothing_leaks_in_long_rounds(seats: int):
    case = Case(PLUGINS["duck"], seats)
    for table in dawdled(seats):
        for seat in range(seats):
            assert laws.leak(case, LEARNER.encoding, table, seat, SeededLuck(seat)) == ""


def draw_pile_seen(s: Duck, seat: int, begun: int, out: list[int]) -> None:
    """Tells which cards are in the draw pile."""
    encoding.observe(s, seat, begun, out)
    for kind in range(KINDS):
        out[encoding.DRAWABLE + kind] = s.unseen[kind]


def hand_seen(s: Duck, seat: int, begun: int, out: list[int]) -> None:
    """Tells one card of the next hand."""
    encoding.observe(s, seat, begun, out)
    out[encoding.HANDS + KINDS] = s.hand[(seat + 1) % s.players][0]


def sum_seen(s: Duck, seat: int, begun: int, out: list[int]) -> None:
    """Tells the sum of the next hand instead of one's own."""
    encoding.observe(s, seat, begun, out)
    out[encoding.SUM] = s.sum[(seat + 1) % s.players]


def dives_that_succeed(s: Duck, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:
    """Offers a dive only if nobody has less."""
    count = encoding.legal(s, seat, begun, notes, mask)
    if mask[encoding.CHOOSE_DIVE] and min(s.sum[: s.players]) < s.sum[seat]:
        mask[encoding.CHOOSE_DIVE] = 0
        return count - 1
    return count


@SEATS
@pytest.mark.parametrize("observe", [draw_pile_seen, hand_seen, sum_seen])
def test_D24_an_encoding_that_reads_hidden_cards_is_caught(seats: int, observe: object):
    with pytest.raises(LawBroken, match="cannot know"):
        laws.nothing_hidden_is_observed(LEARNER.spoilt(seats, observe=observe))


def test_D11_choices_that_depend_on_hidden_cards_are_caught():
    with pytest.raises(LawBroken, match="the choices that it has"):
        laws.nothing_hidden_is_observed(LEARNER.spoilt(4, legal=dives_that_succeed), every=1)


def test_D17_an_encoding_that_reads_the_ghosts_card_is_caught():
    def peek(s: Duck, seat: int, begun: int, out: list[int]) -> None:
        encoding.observe(s, seat, begun, out)
        for kind in range(KINDS):
            out[encoding.AT_GHOST + kind] = int(kind == s.ghost_card)

    case = LEARNER.spoilt(2, observe=peek)
    peeking = case.plugin.load_encoding()
    assert peeking is not None
    assert "“ghost” (D17)" in {laws.leak(case, peeking, table, 0, SeededLuck(1)) for table in dawdled(2)}


def test_D22_an_encoding_that_reads_what_others_drew_is_caught():
    def peek(s: Duck, seat: int, begun: int, out: list[int]) -> None:
        encoding.observe(s, seat, begun, out)
        for kind in range(KINDS):
            for other in range(s.players):
                out[encoding.DRAWABLE + kind] -= s.drawn[other][kind] if other != seat else 0

    case = LEARNER.spoilt(3, observe=peek)
    peeking = case.plugin.load_encoding()
    assert peeking is not None
    assert "“drawable” (D22)" in {laws.leak(case, peeking, table, 0, SeededLuck(1)) for table in dawdled(3)}


# Choices


def test_D6_D7_D8_choices_are_the_sets_and_runs_there_can_be_each_once():
    plays = range(encoding.SETS, encoding.CHOICES)
    decided = [encoding.decide(Duck(), 0, NOTHING_BEGUN, choice) for choice in plays]
    assert len(decided) == len(set(decided))
    assert set(decided) == possible_plays()


def possible_plays() -> set[int]:
    """Every set and run that some hand of seven has, as its rules offer it."""
    found: set[int] = set()
    for value in range(VALUES):
        for yellow in range(COPIES[value] + 1):
            for blue in range(min(COPIES[value], HAND - yellow) + 1):
                red = min(COPIES[value], HAND - yellow - blue)
                found |= offered({value: yellow, VALUES + value: blue, 2 * VALUES + value: red})
    for colour in range(3):
        for low in range(3):
            found |= offered({colour * VALUES + low + i: 1 for i in range(HAND)})
    return found


def offered(hand: dict[int, int]) -> set[int]:
    """What a hand may play."""
    s, notes = Duck(), [0] * 200
    for kind, count in hand.items():
        s.hand[0][kind] = count
    s.sum[0] = 99
    return set(notes[: rules.choices(s, 0, notes)])


def test_D6_D7_D8_a_hand_with_sets_and_a_run():
    table = arranged(["y2 y3 y4 b3", "r5"])
    plays = ("y2", "y3", "y4", "b3", "y3 b3", "b3 y3", "y2 y3 y4", "y4 y3 y2")
    assert set(LEARNER.moves(table.table, 0)) == {play(text) for text in plays}


def test_D11_a_dive_is_a_choice_with_ten_or_less():
    assert Dive() in LEARNER.moves(arranged(["y5 y3 y2", "r5"]).table, 0)
    assert Dive() not in LEARNER.moves(arranged(["y5 y4 y2", "r5"]).table, 0)
    assert Dive() in LEARNER.moves(arranged(["y5 y4 y2", "r5"], bluff_dives=True).table, 0)


def test_D9_to_draw_unseen_or_from_the_left_or_from_the_right():
    table = arranged(["y1 y2", "r5", "r6", "r7"], ["", "b1", "b2", "b3"])
    table.play(0, play("y1"))
    found = {choice: LEARNER.decide(table.table, 0, choice) for choice in LEARNER.choices(table.table, 0)}
    assert {choice: LEARNER.game.decode(table.state, 0, action) for choice, action in found.items()} == {
        encoding.CHOOSE_DRAW: Draw(),
        encoding.TAKE_NEXT: Take(1),
        encoding.TAKE_BEFORE: Take(3),
    }


@pytest.mark.parametrize("dealer", [0, 1])
def test_D19_the_ghost_is_always_on_the_same_side(dealer: int):
    table = arranged(["y1 y2", "r5"], ["", "b1"], dealer=dealer, ghost_pile="b2")
    table.play(0, play("y1"))
    action = {choice: LEARNER.decide(table.table, 0, choice) for choice in LEARNER.choices(table.table, 0)}
    assert LEARNER.game.decode(table.state, 0, action[encoding.TAKE_NEXT]) == Take(1)
    assert LEARNER.game.decode(table.state, 0, action[encoding.TAKE_BEFORE]) == TakeFromGhost()


def test_D9_an_empty_pile_is_no_choice():
    table = arranged(["y1 y2", "r5", "r6"], ["", "", "b2"])
    table.play(0, play("y1"))
    assert LEARNER.choices(table.table, 0) == [encoding.CHOOSE_DRAW, encoding.TAKE_BEFORE]


@SEATS
def test_every_action_has_one_way_in_long_rounds(seats: int):
    case = Case(PLUGINS["duck"], seats)
    for table in dawdled(seats):
        for seat in table.numbers:
            assert laws.astray(case, LEARNER.encoding, table, seat) == []
