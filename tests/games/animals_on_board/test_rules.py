"""Animals on Board, rule by rule. Tiles are written as in the box: "panda 3, fox 1, ?" (the face-down one)."""

from __future__ import annotations

from itertools import permutations

import pytest

from laguna.core.game import BadOption
from laguna.core.luck import SeededLuck
from laguna.games import GAMES
from laguna.games.animals_on_board import components, invariants, rules
from laguna.games.animals_on_board.components import ON_ARK, ON_TABLE, UNSEEN
from laguna.games.animals_on_board.game import (
    NUMBERS,
    SPECIES,
    Animal,
    ArkEmptied,
    ArkFilled,
    ArksClosed,
    ArkShown,
    Chosen,
    Dealt,
    Discard,
    Discarded,
    FaceDown,
    FlagWon,
    GroupSplit,
    GroupTaken,
    HiddenTaken,
    Keep,
    Laid,
    LastTurn,
    PairLeft,
    Pass,
    Passed,
    Player,
    RoundBegan,
    Scored,
    SpeciesRemoved,
    Split,
    Started,
    Take,
    TilesDrawn,
)
from tabletop import Tabletop


def tile(text: str) -> Animal:
    species, value = text.split()
    return Animal(species, int(value))


def tiles(text: str) -> tuple[Animal | FaceDown, ...]:
    """Tiles in the order of the box, the face-down one last."""
    found = [FaceDown() if each.strip() == "?" else tile(each) for each in text.split(",") if each.strip()]
    return tuple(sorted(found, key=NUMBERS.__getitem__))


def numbers(text: str) -> list[int]:
    return [NUMBERS[each] for each in tiles(text)]


def split(text: str) -> Split:
    return Split(tiles=tiles(text))


def take(text: str) -> Take:
    return Take(tiles=tiles(text))


def discard(text: str) -> Discard:
    return Discard(tiles=tiles(text))


def draws(unseen: list[int], wanted: list[int]) -> list[int]:
    """The draws by which these tiles come one after another out of the unseen ones."""
    left, found = list(unseen), []
    for number in wanted:
        found.append(left.index(number))
        left.remove(number)
    return found


HANDS = ("camel 1, camel 2, camel 3", "fox 1, fox 2, fox 3", "panda 1, panda 2, panda 3", "zebra 1, zebra 2, zebra 3")


def dealt(seats: int = 4, hands: tuple[str, ...] = HANDS, **options: object) -> Tabletop:
    """A new table at which everybody has to choose: seat 0 begins, hands are dealt as written."""
    options.setdefault("first", 0)
    if seats == 3:
        options.setdefault("removed", "crocodile,elephant")
    if seats == 2:
        options.setdefault("removed", "crocodile,elephant,giraffe,gorilla")
    out = str(options.get("removed", "")).split(",")
    unseen = [number for tile_, number in NUMBERS.items() if isinstance(tile_, Animal) and tile_.species not in out]
    wanted = [number for hand in hands[:seats] for number in numbers(hand)]
    return Tabletop("animals_on_board", seats, draws(unseen, wanted), **options)


def keep_all(table: Tabletop, *kept: str, luck: list[int] | None = None) -> None:
    """Everybody keeps a tile; then four tiles are drawn."""
    kept = kept or ("camel 1", "fox 1", "panda 1", "zebra 1")
    for seat in range(table.table.seats):
        last = seat == table.table.seats - 1
        table.play(seat, Keep(tile=tile(kept[seat])), *((luck or [0] * 4) if last else []))


def started(seats: int = 4, **options: object) -> Tabletop:
    """A table at the first turn of the first round."""
    table = dealt(seats, **options)
    keep_all(table)
    return table


def unseen(table: Tabletop) -> list[int]:
    return [number for number in range(components.TILES) if table.state.where[number] == UNSEEN]


def put(
    table: Tabletop,
    groups: list[str],
    arks: dict[int, str] | None = None,
    *,
    unknown: str = "",
    crates: tuple[int, ...] = (3, 3, 3, 3),
    flags: tuple[int, ...] = (),
    active: int = 0,
    sound: bool = True,
) -> Tabletop:
    """Arrange a turn: what lies in which group, what is on the arks (`unknown`: to all but the owner)."""
    s = table.state
    for number in range(components.TILES):
        if s.where[number] != components.OUT:
            s.where[number] = UNSEEN
        s.secret[number] = 0
    for seat in range(s.players):
        owned = numbers((arks or {}).get(seat, ""))
        for number in owned:
            s.where[number] = ON_ARK + seat
            s.secret[number] = int(number in numbers(unknown))
        s.tiles[seat] = len(owned)
        s.secrets[seat] = sum(s.secret[number] for number in owned)
        s.crates[seat] = crates[seat]
    lay(table, groups)
    table.arrange(
        unseen=len(unseen(table)),
        supply=components.CRATES - sum(s.crates[: s.players]),
        flags=sum(1 << seat for seat in flags),
        active=active,
        owes=1 << active,
        round=max(s.round, 1),
        asking=components.TURN,
        sealed=[0] * components.SEATS,
    )
    assert not sound or invariants.broken(s) == 0
    return table


def lay(table: Tabletop, groups: list[str]) -> None:
    """Lay these groups on the table, places in the order of the tiles, the face-down one where it always lies."""
    s = table.state
    lying = sorted(number for group in groups for number in numbers(group) if number < components.TILES)
    s.place = lying + [components.EMPTY] * (components.PLACES - len(lying))
    if any("?" in group for group in groups):
        s.place[components.FACE_UP[s.players]] = components.FACE_DOWN
    s.group = [0] * components.PLACES
    for group in groups:
        places = [s.place.index(number) for number in numbers(group)]
        s.group[min(places)] = sum(1 << place for place in places)
    for number in lying:
        s.where[number] = ON_TABLE


def groups(table: Tabletop) -> set[tuple[Animal | FaceDown, ...]]:
    return {group.tiles for group in table.view(None).groups}


def as_groups(*texts: str) -> set[tuple[Animal | FaceDown, ...]]:
    return {tiles(text) for text in texts}


def ark(table: Tabletop, seat: int) -> tuple[Animal, ...]:
    return table.view(seat).players[seat].ark


def reason(table: Tabletop, seat: int, move: object) -> tuple[str, str]:
    refusal = table.refusal(seat, move)
    assert refusal is not None, f"{move} is not refused"
    return refusal.rule, refusal.reason


NINE = "camel 4, crocodile 4, elephant 4, fox 4, giraffe 4, gorilla 4, hippo 4, panda 4, rhino 4"
"""Nine animals, each alone."""


def last_take(arks: dict[int, str], group: str = "zebra 5", seats: int = 4, **arranged: object) -> Tabletop:
    """The last turn of a round: seat 0 is alone without a flag and can take this group; nothing else is there."""
    table = started(seats, **({} if seats == 4 else {"removed": arranged.pop("removed")}))
    arranged.setdefault("crates", (5, 0, 0, 0))
    return put(table, [group], arks, flags=tuple(range(1, seats)), **arranged)


# Components and setup


def test_A1_sixty_tiles_of_twelve_species_with_values_one_to_five():
    assert len(SPECIES) == components.SPECIES == 12
    animals = [each for each in NUMBERS if isinstance(each, Animal)]
    assert len(animals) == components.TILES == 60
    assert {(each.species, each.value) for each in animals} == {
        (name, value) for name in SPECIES for value in range(1, 6)
    }


def test_A1_the_species_are_those_of_the_box():
    assert (
        ", ".join(SPECIES)
        == "camel, crocodile, elephant, fox, giraffe, gorilla, hippo, panda, rhino, tiger, turtle, zebra"
    )


def test_A1_twenty_crates_and_four_seats():
    assert (components.CRATES, components.SEATS) == (20, 4)
    view = dealt(4).view(None)
    assert view.supply + sum(player.crates for player in view.players) == 20


@pytest.mark.parametrize(("seats", "species"), [(2, 8), (3, 10), (4, 12)])
def test_A2_eight_species_with_two_players_ten_with_three_all_with_four(seats, species):
    table = dealt(seats)
    assert len(table.view(None).removed) == 12 - species
    in_play = [number for number in range(60) if table.state.where[number] != components.OUT]
    assert len(in_play) == species * 5
    assert table.view(None).pile == species * 5 - 3 * seats


def test_A2_the_removed_species_are_drawn_each_once():
    table = Tabletop("animals_on_board", 2, [0, 0, 9, 8, *[0] * 6], first=0)
    assert table.view(None).removed == ("camel", "crocodile", "turtle", "zebra")
    table = Tabletop("animals_on_board", 3, [11, 10, *[0] * 9], first=0)
    assert table.view(None).removed == ("turtle", "zebra")


def test_A2_the_removed_species_may_be_chosen_by_the_host():
    table = dealt(
        3,
        removed="zebra,panda",
        hands=("camel 1, camel 2, camel 3", "fox 1, fox 2, fox 3", "hippo 1, hippo 2, hippo 3"),
    )
    assert table.view(None).removed == ("panda", "zebra")
    assert all(table.state.where[number] == components.OUT for number in numbers("panda 1, panda 5, zebra 1, zebra 5"))


def test_A2_the_removed_species_are_public():
    table = dealt(3)
    removed = SpeciesRemoved(species=("crocodile", "elephant"))
    assert table.events[0] == removed == removed.seen_by(None)
    assert table.view(None).removed == table.view(1).removed == ("crocodile", "elephant")
    assert not any(isinstance(event, SpeciesRemoved) for event in dealt(4).events)


@pytest.mark.parametrize("removed", ["panda,fox,fox", "panda,fox", "panda,fox,dog,cat", "fox,fox,panda,zebra"])
def test_A2_a_wrong_choice_of_species_is_answered_in_a_sentence(removed):
    with pytest.raises(
        BadOption, match=r"^With 2 players the option “removed” names 4 different ones of: camel, .*, zebra\.$"
    ):
        Tabletop("animals_on_board", 2, [], removed=removed)


def test_A2_with_four_players_nothing_can_be_removed():
    with pytest.raises(BadOption, match=r"^With 4 players all species take part: the option “removed” names none\.$"):
        Tabletop("animals_on_board", 4, [], removed="panda,fox")


def test_A2_the_tiles_lie_face_down_and_only_their_number_is_known():
    table = started()
    assert table.view(0).pile == 60 - 12 - 4 - 1
    for number in unseen(table):
        assert str(list(NUMBERS)[number]) not in str(table.view(0))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_A3_everybody_takes_one_crate_and_the_rest_is_the_supply(seats):
    view = dealt(seats).view(None)
    assert [player.crates for player in view.players] == [1] * seats
    assert view.supply == 20 - seats


def test_A3_the_starting_player_is_drawn():
    table = Tabletop("animals_on_board", 4, [2, *[0] * 12])
    assert table.view(None).starter == 2
    assert Started(seat=2) in table.events


def test_A3_the_starting_player_may_be_named():
    table = started(first=3)
    assert table.view(None).starter == 3
    assert table.asked == [3]
    with pytest.raises(BadOption, match="a seat from 0 to 3, not 4"):
        dealt(4, first=4)


def test_A4_each_player_draws_three_tiles_and_alone_sees_them():
    table = dealt()
    for seat, hand in enumerate(HANDS):
        assert ark(table, seat) == tiles(hand)
        event = Dealt(seat=seat, tiles=tiles(hand))
        assert event in table.events
        assert event.seen_by(seat) == event
        for other in {None, 0, 1, 2, 3} - {seat}:
            assert event.seen_by(other) == Dealt(seat=seat, tiles=None)
            assert table.view(other).players[seat].ark is None
            assert table.view(other).players[seat].tiles == 3


def test_A4_all_choose_at_the_same_time_one_of_their_three():
    table = dealt()
    assert table.asked == [0, 1, 2, 3]
    assert table.about == "keep_one"
    assert table.moves(2) == (Keep(tile("panda 1")), Keep(tile("panda 2")), Keep(tile("panda 3")))


def test_A4_nobody_sees_anothers_choice_first():
    seen = []
    for kept in ("fox 1", "fox 2", "fox 3"):
        table = dealt()
        events = table.play(1, Keep(tile=tile(kept)))
        assert events == [Chosen(seat=1)]
        assert table.view(1).choice == tiles(kept)
        seen.append([(table.view(other), events[0].seen_by(other)) for other in (None, 0, 2, 3)])
    assert seen[0] == seen[1] == seen[2]
    assert table.view(None).players[1].chosen
    assert table.view(None).groups == ()
    assert table.view(0).choice == ()


def test_A4_nobody_chooses_twice_or_a_tile_that_was_not_dealt():
    table = dealt()
    assert table.refused(0, Keep(tile=tile("fox 1"))) == "A4"
    assert table.refused(0, take("camel 1")) == "A4"
    table.play(0, Keep(tile=tile("camel 1")))
    assert reason(table, 0, Keep(tile=tile("camel 2"))) == ("A4", "not_asked")


def test_A4_another_answer_is_refused():
    assert reason(dealt(), 0, Pass()) == ("A4", "keep_one_now")
    assert reason(dealt(), 0, discard("camel 1")) == ("A4", "keep_one_now")
    assert reason(started(), 0, Keep(tile=tile("camel 1"))) == ("A6", "split_or_take_now")
    assert reason(started(), 0, discard("camel 1")) == ("A6", "split_or_take_now")


def test_A4_when_all_have_chosen_the_others_go_face_up_to_the_table_as_one_group():
    table = dealt()
    keep_all(table, "camel 2", "fox 3", "panda 1", "zebra 1", luck=[0, 0, 0, 0])
    laid = tiles("camel 1, camel 3, fox 1, fox 2, panda 2, panda 3, zebra 2, zebra 3")
    (group,) = table.view(None).groups
    assert set(laid) < set(group.tiles)
    assert [ark(table, seat) for seat in range(4)] == [
        tiles("camel 2"),
        tiles("fox 3"),
        tiles("panda 1"),
        tiles("zebra 1"),
    ]


def test_A4_the_kept_tile_stays_the_owners_secret():
    table = dealt()
    keep_all(table)
    event = Laid(seat=1, tiles=tiles("fox 2, fox 3"), kept=tile("fox 1"))
    assert event in table.events
    assert event.seen_by(1) == event
    for other in (None, 0, 2, 3):
        assert event.seen_by(other) == Laid(seat=1, tiles=tiles("fox 2, fox 3"), kept=None)
        assert table.view(other).players[1].ark is None
        assert table.view(other).players[1].tiles == 1


def test_A4_the_order_of_choosing_makes_no_difference():
    states = []
    for order in permutations(range(3)):
        table = dealt(3)
        for turn, seat in enumerate(order):
            table.play(seat, Keep(tile=tile(("camel 1", "fox 2", "panda 3")[seat])), *([0] * 4 if turn == 2 else []))
        states.append(table.state)
    assert all(state == states[0] for state in states)


# Round


@pytest.mark.parametrize(("seats", "face_up"), [(2, 8), (3, 10), (4, 12)])
def test_A5_the_table_is_filled_up_to_twelve_ten_or_eight_face_up_and_one_face_down(seats, face_up):
    table = started(seats)
    (group,) = table.view(None).groups
    assert len(group.tiles) == face_up + 1 == group.price
    assert sum(each == FaceDown() for each in group.tiles) == 1
    assert table.events[-2] == RoundBegan(round=1, seat=0, left_over=False)
    assert isinstance(table.events[-1], TilesDrawn)
    assert len(table.events[-1].tiles) == 4


def test_A5_the_drawn_tiles_are_told():
    table = dealt()
    luck = draws(unseen(table), numbers("elephant 5, tiger 2, turtle 1, zebra 5"))
    keep_all(table, luck=luck)
    assert table.events[-1] == TilesDrawn(tiles=tiles("elephant 5, tiger 2, turtle 1, zebra 5"))


def test_A5_at_the_start_of_a_round_all_tiles_are_pushed_into_one_group():
    table = started(2)
    put(table, ["camel 1", "fox 2, panda 3", "zebra 5"], flags=(1,))
    table.play(0, take("zebra 5"), *[0] * 5)
    (group,) = table.view(None).groups
    assert set(tiles("camel 1, fox 2, panda 3")) < set(group.tiles)
    assert len(group.tiles) == 9


def test_A5_a_face_down_tile_left_over_stays_and_no_second_one_is_added():
    table = put(started(2), ["camel 1, ?", "fox 2"], flags=(1,))
    pile = table.view(None).pile
    events = table.play(0, take("fox 2"), *[0] * 7)
    (group,) = table.view(None).groups
    assert sum(each == FaceDown() for each in group.tiles) == 1
    assert RoundBegan(round=2, seat=0, left_over=True) in events
    assert table.view(None).pile == pile - 7


def test_A5_where_the_face_down_tile_was_taken_a_new_one_comes():
    table = put(started(2), ["camel 1, fox 1, fox 2, hippo 1, hippo 2, panda 2, panda 4, zebra 4", "?"], flags=(1,))
    pile = table.view(None).pile
    events = table.play(0, take("?"), 0)
    (group,) = table.view(None).groups
    assert sum(each == FaceDown() for each in group.tiles) == 1
    assert RoundBegan(round=2, seat=0, left_over=False) in events
    assert table.view(None).pile == pile - 1
    assert not any(isinstance(event, TilesDrawn) for event in events)


def test_A6_the_holder_of_the_starting_flag_begins_and_play_goes_clockwise():
    table = started(first=2)
    order = []
    for _ in range(5):
        (seat,) = table.asked
        order.append(seat)
        (largest, *_) = sorted(table.view(None).groups, key=lambda group: -group.price)
        table.play(seat, Split(tiles=largest.tiles[:1]))
    assert order == [2, 3, 0, 1, 2]


def test_A6_players_with_a_break_flag_are_skipped():
    table = put(started(), ["camel 2, fox 1, fox 2, panda 3"], flags=(1, 2))
    table.play(0, split("camel 2"))
    assert table.asked == [3]
    assert [player.resting for player in table.view(None).players] == [False, True, True, False]


def test_A6_a_turn_is_one_action_and_nobody_acts_out_of_turn():
    table = started()
    assert table.about == "split_or_take"
    assert table.refused(1, split("camel 2")) == "A6"
    table.play(0, split("camel 2"))
    assert table.refused(0, split("camel 3")) == "A6"


# Split


def test_A7_a_group_is_divided_into_two_and_other_groups_stay():
    table = put(started(), ["camel 2, fox 1, fox 2, panda 3", "zebra 1, zebra 2"])
    table.play(0, split("fox 2, panda 3"))
    assert groups(table) == as_groups("camel 2, fox 1", "fox 2, panda 3", "zebra 1, zebra 2")


def test_A7_any_way_is_allowed_and_either_half_names_it():
    halves = ("camel 2", "fox 1", "fox 2", "camel 2, fox 1", "camel 2, fox 2", "fox 1, fox 2")
    found = []
    for half in halves:
        table = put(started(), ["camel 2, fox 1, fox 2"])
        table.play(0, split(half))
        found.append(groups(table))
    assert found[0] == found[5] == as_groups("camel 2", "fox 1, fox 2")
    assert found[1] == found[4] == as_groups("fox 1", "camel 2, fox 2")
    assert found[2] == found[3] == as_groups("fox 2", "camel 2, fox 1")


def test_A7_a_split_is_named_by_its_smaller_half():
    table = put(started(), ["camel 2, fox 1, fox 2"], crates=(0, 3, 3, 3))
    assert set(table.moves(0)) == {split("camel 2"), split("fox 1"), split("fox 2")}
    (event,) = table.play(0, split("fox 1, fox 2"))
    assert (event.tiles, event.rest) == (tiles("camel 2"), tiles("fox 1, fox 2"))


def test_A7_all_ways_are_offered_once():
    table = put(started(), ["camel 2, fox 1, fox 2, ?", "zebra 1, zebra 2"], crates=(0, 3, 3, 3))
    offered = [move for move in table.moves(0) if isinstance(move, Split)]
    assert len(offered) == len(set(offered)) == 7 + 1
    assert table.moves(0) == tuple(offered)


def test_A7_so_many_splits_that_they_are_not_listed_may_be_named_freely():
    table = started()
    (ask,) = table.game.asks(table.table)
    assert ask.free == ("split",)
    assert 1 <= len(set(ask.moves)) == len(ask.moves) <= 12
    assert all(isinstance(move, Split) and table.refusal(0, move) is None for move in ask.moves)
    assert len(table.game.actions(table.state, 0)) == 2**12 - 1
    table = put(started(), ["camel 2, fox 1, fox 2, hippo 1, ?", "zebra 1, zebra 2", "zebra 3"])
    (ask,) = table.game.asks(table.table)
    assert ask.free == ()
    assert len(ask.moves) == 15 + 1 + 2
    table = put(started(), ["camel 2, fox 1, fox 2, hippo 1, ?", "zebra 1, zebra 2, zebra 3"])
    (ask,) = table.game.asks(table.table)
    assert (ask.moves, ask.free) == ((take("zebra 1, zebra 2, zebra 3"),), ("split",))


def test_A7_the_face_down_tile_may_be_put_in_either_group_and_stays_face_down():
    for half in ("camel 2, ?", "?", "fox 1, ?"):
        table = put(started(), ["camel 2, fox 1, ?"])
        events = table.play(0, split(half))
        assert tiles(half) in groups(table)
        assert table.view(0).players[0].tiles == 0
        assert all(event.seen_by(1) == event for event in events)


def test_A7_then_one_crate_from_the_supply():
    table = put(started(), ["camel 2, fox 1, fox 2"], crates=(2, 3, 3, 3))
    supply = table.view(None).supply
    events = table.play(0, split("camel 2"))
    assert table.view(None).players[0].crates == 3
    assert table.view(None).supply == supply - 1
    assert events == [
        GroupSplit(seat=0, tiles=tiles("camel 2"), rest=tiles("fox 1, fox 2"), smaller=1, larger=2, earned=1, crates=3)
    ]


def test_A7_what_cannot_be_split():
    table = put(started(), ["camel 2, fox 1", "zebra 1, zebra 2", "hippo 1"])
    assert reason(table, 0, split("hippo 1")) == ("A7", "single_tile")
    assert reason(table, 0, split("camel 2, fox 1")) == ("A7", "one_side_empty")
    assert reason(table, 0, split("camel 2, zebra 1")) == ("A7", "several_groups")
    assert reason(table, 0, split("camel 2, fox 1, zebra 1")) == ("A7", "several_groups")
    for nothing in (split(""), split("rhino 1"), split("?"), Split(tiles=tiles("fox 1, fox 1"))):
        assert reason(table, 0, nothing) == ("A6", "not_a_move")


def test_A7_an_action_names_the_half_without_the_first_place():
    table = put(started(), ["camel 2, fox 1, fox 2"])
    refusals = [rules.refusal(table.state, 0, components.SPLIT + part) for part in (0b001, 0b011, 0b101, 0b1000)]
    assert refusals == [components.OTHER_HALF] * 3 + [components.NOTHING_THERE]
    assert table.game.reasons[components.OTHER_HALF] == ("A7", "other_half")


def test_A8_splitting_with_five_crates_gives_one_back():
    table = put(started(), ["camel 2, fox 1"], crates=(5, 3, 3, 3))
    supply = table.view(None).supply
    (event,) = table.play(0, split("fox 1"))
    assert table.view(None).players[0].crates == 4
    assert table.view(None).supply == supply + 1
    assert (event.earned, event.crates) == (-1, 4)


def test_A8_with_four_crates_one_gets_the_fifth():
    table = put(started(), ["camel 2, fox 1"], crates=(4, 3, 3, 3))
    table.play(0, split("fox 1"))
    assert table.view(None).players[0].crates == 5


def test_A7_A8_the_supply_may_reach_nothing_and_is_never_short():
    table = put(started(), ["camel 2, fox 1, hippo 1, zebra 1"], crates=(4, 5, 5, 5))
    assert table.view(None).supply == 1
    table.play(0, split("fox 1"))
    assert (table.view(None).supply, invariants.broken(table.state)) == (0, 0)
    table.play(1, split("hippo 1"))
    assert (table.view(None).supply, invariants.broken(table.state)) == (1, 0)


# Take


def test_A9_a_crate_for_each_tile_all_on_the_ark_and_the_break_flag_up():
    table = put(started(), ["camel 2, fox 1", "zebra 1, zebra 2"], {0: "panda 1"}, crates=(3, 3, 3, 3))
    supply = table.view(None).supply
    events = table.play(0, take("zebra 1, zebra 2"))
    player = table.view(0).players[0]
    assert player.ark == tiles("panda 1, zebra 1, zebra 2")
    assert (player.crates, player.tiles, player.resting) == (1, 3, True)
    assert table.view(None).supply == supply + 2
    assert groups(table) == as_groups("camel 2, fox 1")
    assert GroupTaken(seat=0, tiles=tiles("zebra 1, zebra 2"), price=2, crates=1) in events


def test_A9_who_has_taken_has_no_more_turns_this_round():
    table = put(started(), ["camel 2, fox 1, fox 2, hippo 1, panda 2", "zebra 1"])
    table.play(0, take("zebra 1"))
    for seat, half in ((1, "camel 2"), (2, "fox 1"), (3, "fox 2")):
        assert table.asked == [seat]
        table.play(seat, split(half))
    assert table.asked == [1]
    assert table.refused(0, split("hippo 1")) == "A6"


def test_A9_the_whole_group_the_whole_price_or_not_at_all():
    table = put(started(), ["camel 2, fox 1, fox 2", "hippo 1, ?", "zebra 1, zebra 2"], crates=(2, 3, 3, 3))
    assert reason(table, 0, take("camel 2, fox 1, fox 2")) == ("A9", "too_few_crates")
    assert reason(table, 0, take("camel 2")) == ("A9", "part_of_a_group")
    assert reason(table, 0, take("hippo 1, zebra 1")) == ("A7", "several_groups")
    assert table.refusal(0, take("hippo 1, ?")) is None
    assert table.refusal(0, take("zebra 1, zebra 2")) is None


def test_A9_the_face_down_tile_costs_a_crate_too():
    table = put(started(), ["hippo 1, ?"], crates=(1, 3, 3, 3))
    assert table.refused(0, take("hippo 1, ?")) == "A9"
    table = put(started(), ["hippo 1, ?"], crates=(2, 3, 3, 3))
    table.play(0, take("hippo 1, ?"), 0)
    assert table.view(0).players[0].crates == 0


def test_A10_a_face_down_tile_taken_is_seen_by_its_taker_only():
    table = put(started(), ["hippo 1, ?", "zebra 1, zebra 2"])
    luck = draws(unseen(table), numbers("rhino 4"))
    events = table.play(0, take("hippo 1, ?"), *luck)
    event = HiddenTaken(seat=0, tiles=tiles("hippo 1, ?"), found=tile("rhino 4"), price=2, crates=1)
    assert events[0] == event == event.seen_by(0)
    assert table.view(0).players[0].ark == tiles("hippo 1, rhino 4")
    assert table.view(0).players[0].secret == tiles("rhino 4")
    for other in (None, 1, 2, 3):
        assert event.seen_by(other) == HiddenTaken(seat=0, tiles=tiles("hippo 1, ?"), found=None, price=2, crates=1)
        assert table.view(other).players[0].ark is None
        assert table.view(other).players[0].tiles == 2


def test_A10_it_may_be_any_tile_that_nobody_has_seen():
    for wanted in ("camel 1", "turtle 3", "zebra 5"):
        table = put(started(), ["hippo 1, ?", "zebra 1, zebra 2"])
        table.play(0, take("hippo 1, ?"), *draws(unseen(table), numbers(wanted)))
        assert set(tiles(wanted)) < set(ark(table, 0))


def test_A11_the_first_to_take_gets_the_starting_flag_for_the_next_round():
    table = put(started(3), ["camel 2", "fox 1", "hippo 1", "panda 4, panda 5"], active=1)
    events = table.play(1, take("fox 1"))
    assert FlagWon(seat=1) in events
    assert table.view(None).starter == 1
    assert table.asked == [2]
    events = table.play(2, take("hippo 1"))
    assert not any(isinstance(event, FlagWon) for event in events)
    assert table.view(None).starter == 1
    table.play(0, take("camel 2"), *[0] * 8)
    assert table.view(None).round == 2
    assert table.asked == [1]


def test_A12_who_cannot_split_must_take():
    table = put(started(), ["camel 2", "fox 1", "?"])
    assert table.moves(0) == (take("camel 2"), take("fox 1"), take("?"))
    assert reason(table, 0, Pass()) == ("A12", "must_act")


def test_A12_who_can_split_may_not_pass_even_without_crates():
    table = put(started(), ["camel 2, fox 1"], crates=(0, 3, 3, 3))
    assert reason(table, 0, Pass()) == ("A12", "must_act")
    assert table.moves(0) == (split("fox 1"),)


def test_A12_who_can_do_neither_passes_without_a_break_flag():
    table = put(started(), [], sound=False)
    assert table.moves(0) == (Pass(),)
    assert table.play(0, Pass()) == [Passed(seat=0)]
    assert not table.view(None).players[0].resting
    assert table.asked == [1]


def test_A12_without_crates_single_tiles_cannot_be_taken_either():
    table = put(started(), ["camel 2"], crates=(0, 3, 3, 3), sound=False)
    assert table.moves(0) == (Pass(),)


def test_A13_the_last_player_is_told_and_may_split_take_or_decline():
    table = put(started(2), ["camel 2, fox 1", "hippo 1", "panda 4, panda 5, ?"])
    events = table.play(0, take("hippo 1"))
    assert events[-1] == LastTurn(seat=1)
    assert table.view(None).last_turn
    assert table.about == "last_turn"
    assert table.asked == [1]
    assert set(table.moves(1)) == {
        split("fox 1"),
        take("camel 2, fox 1"),
        split("panda 5"),
        split("?"),
        split("panda 4"),
        take("panda 4, panda 5, ?"),
        Pass(),
    }


@pytest.mark.parametrize(
    ("move", "crates", "drawn"), [(split("fox 1"), 4, 6), (take("camel 2, fox 1"), 1, 8), (Pass(), 3, 6)]
)
def test_A13_then_the_round_ends(move, crates, drawn):
    table = put(started(2), ["camel 2, fox 1"], flags=(0,), active=1, crates=(0, 3))
    events = table.play(1, move, *[0] * drawn)
    assert table.view(None).round == 2
    assert table.view(None).players[1].crates == crates
    assert (Passed(seat=1) in events) == (move == Pass())


def test_A13_an_empty_table_leaves_the_last_player_nothing_but_to_decline():
    table = put(started(), [], flags=(0, 1, 2), active=3)
    assert table.moves(3) == (Pass(),)
    table.play(3, Pass(), *[0] * 12)
    assert table.view(None).round == 2


def test_A13_with_two_players_left_it_is_not_yet_the_last_turn():
    table = put(started(3), ["camel 2, fox 1", "hippo 1"], flags=(0,), active=1)
    assert not table.view(None).last_turn
    assert table.about == "split_or_take"
    assert table.refused(1, Pass()) == "A12"
    table.play(1, split("fox 1"))
    assert table.view(None).round == 1


def test_A14_a_full_ark_is_announced_at_ten_tiles():
    table = put(started(), ["zebra 1", "zebra 2, zebra 3"], {0: NINE})
    assert ArkFilled(seat=0, tiles=10) in table.play(0, take("zebra 1"))
    table = put(started(), ["zebra 1", "zebra 2, zebra 3"], {0: NINE})
    assert ArkFilled(seat=0, tiles=11) in table.play(0, take("zebra 2, zebra 3"))
    assert table.view(None).players[0].tiles == 11
    table = put(started(), ["zebra 1", "zebra 2, zebra 3"], {0: "camel 1, camel 2"})
    assert not any(isinstance(event, ArkFilled) for event in table.play(0, take("zebra 1")))


def test_A14_further_tiles_lie_beside_it_and_still_count():
    table = last_take({0: NINE}, group="tiger 1, tiger 2, tiger 3")
    table.play(0, take("tiger 1, tiger 2, tiger 3"))
    assert ark(table, 0) == tiles(NINE + ", tiger 1, tiger 2, tiger 3")


def test_A15_a_full_ark_ends_the_game_only_at_the_end_of_the_round():
    table = put(started(), ["zebra 1", "fox 2, fox 3", "hippo 1"], {0: NINE})
    table.play(0, take("zebra 1"))
    assert not table.view(None).over
    assert table.asked == [1]
    table.play(1, split("fox 3"))
    table.play(2, take("hippo 1"))
    table.play(3, take("fox 2"))
    events = table.play(1, Pass())
    assert ArksClosed(round=1) in events
    assert table.view(None).over
    assert table.asked == []
    assert reason(table, 0, Pass()) == ("A15", "over")


def test_A15_else_the_flags_come_down_and_a_new_round_starts():
    table = put(started(), ["zebra 1"], {0: "camel 1, camel 2, camel 3", 1: NINE}, flags=(1, 2, 3), crates=(1, 0, 0, 0))
    table.play(0, take("zebra 1"), *[0] * 12)
    view = table.view(None)
    assert (view.round, view.over) == (2, False)
    assert not any(player.resting for player in view.players)


# Scoring


def test_A16_every_species_of_exactly_two_is_removed_both_tiles():
    arks = {0: NINE, 1: "fox 1, fox 2, hippo 1, hippo 2, hippo 3, turtle 5", 2: "panda 1, panda 2"}
    table = last_take(arks)
    events = table.play(0, take("zebra 5"))
    assert [event for event in events if isinstance(event, PairLeft)] == [
        PairLeft(seat=1, tiles=tiles("fox 1, fox 2")),
        PairLeft(seat=2, tiles=tiles("panda 1, panda 2")),
    ]
    assert ark(table, 1) == tiles("hippo 1, hippo 2, hippo 3, turtle 5")
    assert table.view(None).players[1].noah == tiles("fox 1, fox 2")
    assert ark(table, 2) == ()
    assert table.scores()[2] == 0


def test_A16_an_ark_that_noah_empties_wholly_is_told_too():
    table = last_take({0: NINE, 1: "rhino 1", 2: "panda 1, panda 2, fox 1, fox 2", 3: "rhino 2"})
    events = table.play(0, take("zebra 5"))
    told = [event for event in events if isinstance(event, ArkShown | ArkEmptied)]
    assert [event.seat for event in told] == [0, 1, 2, 3]
    assert told[1:] == [
        ArkShown(seat=1, tiles=tiles("rhino 1")),
        ArkEmptied(seat=2),
        ArkShown(seat=3, tiles=tiles("rhino 2")),
    ]
    assert events[events.index(ArkEmptied(seat=2)) + 1] == Scored(seat=2, points=table.scores()[2])


def test_A16_tiles_beside_the_ark_count():
    table = last_take({0: NINE}, group="camel 1, crocodile 1")
    table.play(0, take("camel 1, crocodile 1"))
    assert table.view(None).over
    assert table.view(None).players[0].noah == tiles("camel 1, camel 4, crocodile 1, crocodile 4")
    assert table.view(None).players[0].tiles == 7


ELEVEN = "camel 1, camel 2, camel 3, fox 1, fox 2, fox 3, hippo 1, hippo 5, hippo 2, panda 2"
"""Ten, so that with a zebra it is eleven: three herds, a panda and the zebra."""


OTHER_ELEVEN = (
    "tiger 1, tiger 2, tiger 3, gorilla 1, gorilla 2, gorilla 3, elephant 1, elephant 2, elephant 3, rhino 2, turtle 5"
)


def test_A17_who_still_has_more_than_ten_chooses_what_to_discard():
    table = last_take({0: ELEVEN})
    table.play(0, take("zebra 5"))
    assert table.asked == [0]
    assert table.about == "discard"
    events = table.play(0, discard("panda 2"))
    assert events[0] == Chosen(seat=0)
    assert Discarded(seat=0, tiles=tiles("panda 2")) in events
    assert table.view(None).over
    assert table.view(None).players[0].discarded == tiles("panda 2")
    assert table.view(None).players[0].tiles == 10


def test_A17_who_has_ten_without_pairs_is_not_asked():
    table = last_take({0: NINE + ", zebra 4"})
    table.play(0, take("zebra 5"))
    assert table.view(None).over
    assert table.view(None).players[0].tiles == 9


def test_A17_exactly_ten_remain_and_not_exactly_two_of_a_species():
    table = last_take({0: ELEVEN})
    table.play(0, take("zebra 5"))
    assert reason(table, 0, discard("")) == ("A17", "not_down_to_ten")
    assert reason(table, 0, discard("panda 2, zebra 5")) == ("A17", "not_down_to_ten")
    assert reason(table, 0, discard("camel 1")) == ("A17", "leaves_a_pair")
    assert reason(table, 0, discard("turtle 1")) == ("A17", "not_a_move")
    assert reason(table, 0, take("zebra 5")) == ("A17", "not_a_move")
    assert reason(table, 0, Pass()) == ("A17", "discard_now")
    allowed = [table.game.decode(table.state, 0, action) for action in table.game.actions(table.state, 0)]
    assert allowed == [discard("panda 2"), discard("zebra 5")]


def test_A17_two_may_go_together_where_one_would_leave_a_pair():
    table = last_take(
        {0: "camel 1, camel 2, camel 3, fox 1, fox 2, fox 3, hippo 1, hippo 2, hippo 3"}, "panda 1, panda 2, panda 3"
    )
    table.play(0, take("panda 1, panda 2, panda 3"))
    allowed = {table.game.decode(table.state, 0, action) for action in table.game.actions(table.state, 0)}
    assert len(allowed) == 4 * 3
    assert discard("fox 1, fox 2") in allowed
    assert table.refused(0, discard("camel 1, fox 1")) == "A17"


def test_A17_pairs_are_noahs_and_cannot_be_discarded():
    table = last_take({0: ELEVEN + ", turtle 1, turtle 2"})
    table.play(0, take("zebra 5"))
    assert reason(table, 0, discard("turtle 1")) == ("A16", "noahs_anyway")
    player = table.view(0).players[0]
    assert [kin.tiles for kin in player.kin if kin.counts_as == "pair"] == [tiles("turtle 1, turtle 2")]
    assert player.ark == tiles(ELEVEN + ", turtle 1, turtle 2, zebra 5")
    assert player.noah == ()
    table.play(0, discard("zebra 5"))
    assert table.view(None).players[0].noah == tiles("turtle 1, turtle 2")
    assert table.view(None).players[0].ark == tiles(ELEVEN)


def test_A17_all_choose_at_the_same_time_and_secretly():
    seen = []
    for chosen in ("rhino 2", "turtle 5"):
        table = last_take(
            {
                0: ELEVEN,
                1: OTHER_ELEVEN,
            }
        )
        table.play(0, take("zebra 5"))
        assert table.asked == [0, 1]
        events = table.play(1, discard(chosen))
        assert events == [Chosen(seat=1)]
        assert table.asked == [0]
        assert table.view(1).choice == tiles(chosen)
        seen.append([table.view(other) for other in (None, 0, 2)])
    assert seen[0] == seen[1]
    view = table.view(0)
    assert view.players[1].chosen
    assert (view.players[1].ark, view.players[1].noah, view.players[1].discarded) == (None, None, None)


def test_A17_who_has_to_discard_is_public_and_imagine_keeps_it():
    with_a_pair = NINE.replace("hippo 4, ", "") + ", turtle 1, zebra 3, zebra 4"
    arks = {0: ELEVEN, 1: OTHER_ELEVEN, 2: with_a_pair}
    table = last_take(arks, unknown="camel 1, tiger 1, tiger 2, turtle 5, zebra 4, zebra 3")
    table.play(0, take("zebra 5"))
    table.play(1, discard("turtle 5"))
    luck = SeededLuck(6)
    for onlooker in (None, 0, 1, 2, 3):
        for _ in range(30):
            twin = table.game.imagine(table.table, onlooker, luck)
            assert invariants.broken(twin.state) == 0
            assert table.game.view(twin, onlooker) == table.view(onlooker)
            assert twin.state.owes == 0b1
            assert twin.state.sealed[1] != 0
        assert (twin.state.sealed[1] == table.state.sealed[1]) or onlooker != 1


def test_A17_the_table_proposes_what_leaves_most_points():
    table = last_take({0: ELEVEN})
    table.play(0, take("zebra 5"))
    (ask,) = table.game.asks(table.table)
    assert (ask.moves, ask.free) == ((discard("panda 2"),), ("discard",))


@pytest.mark.parametrize(
    "gone",
    [
        "zebra 1, zebra 2, zebra 3",
        "camel 1, camel 2, panda 2",
        "hippo 1, hippo 5, panda 2",
        "fox 1, fox 3, zebra 1, panda 2",
    ],
)
def test_A17_A18_the_owner_sees_what_the_animals_that_stay_score(gone):
    herd = ", ".join(f"zebra {value}" for value in range(1, 1 + len(tiles(gone))))
    table = last_take({0: ELEVEN}, group=herd)
    table.play(0, take(herd))
    player = table.view(0).players[0]
    points = player.crates
    for kin in player.kin:
        left = [tile for tile in kin.tiles if tile not in tiles(gone)]
        score = kin.staying[len(left)]
        points += left[0].value if score is None else score
    table.play(0, discard(gone))
    assert points == table.view(None).players[0].points


def test_A17_nothing_is_said_of_staying_before_it_is_asked():
    table = last_take({0: ELEVEN})
    assert {kin.staying for kin in table.view(0).players[0].kin} == {()}


def test_A17_with_equal_points_the_table_proposes_what_leaves_most_species():
    # four camels and a 5: a camel leaves 5 points less and no species less, the zebra a species less
    ten = "camel 1, camel 2, camel 3, camel 4, fox 1, fox 2, fox 3, hippo 1, hippo 2, hippo 3"
    table = last_take({0: ten})
    table.play(0, take("zebra 5"))
    (ask,) = table.game.asks(table.table)
    assert ask.moves == (discard("camel 1"),)


def test_A17_tiles_beside_the_ark_count():
    table = last_take({0: ELEVEN}, group="zebra 1, zebra 2, zebra 3")
    table.play(0, take("zebra 1, zebra 2, zebra 3"))
    table.play(0, discard("zebra 1, zebra 2, zebra 3"))
    assert ark(table, 0) == tiles(ELEVEN)


def test_A18_singles_score_their_value_herds_five_each_and_crates_one():
    table = last_take({0: NINE, 1: "camel 1, camel 2, camel 3, fox 5, tiger 2"}, crates=(5, 3, 0, 0))
    events = table.play(0, take("zebra 5"))
    assert table.scores()[:2] == [9 * 4 + 5 + 4, 15 + 5 + 2 + 3]
    parts = table.game.standings(table.table)[1].parts
    assert parts == {"singles": 7, "herds": 15, "crates": 3}
    assert Scored(seat=1, points=25) in events


@pytest.mark.parametrize(
    ("herd", "points"),
    [("fox 1, fox 2, fox 3", 15), ("fox 1, fox 2, fox 3, fox 4", 20), ("fox 1, fox 2, fox 3, fox 4, fox 5", 25)],
)
def test_A18_a_herd_is_three_or_more_whatever_their_values(herd, points):
    table = last_take({0: NINE.replace("fox 4", "turtle 1"), 1: herd})
    table.play(0, take("zebra 5"))
    assert table.scores()[1] == points


def test_A19_most_points_win():
    table = last_take({0: NINE, 1: "fox 1, fox 2, fox 3"})
    table.play(0, take("zebra 5"))
    assert table.places() == [1, 2, 3, 3]


def test_A19_a_tie_is_broken_by_species_on_the_ark_and_else_shared():
    # ten points each: two species, two, three and three
    table = last_take(
        {
            0: "hippo 1, hippo 2, panda 1, panda 2, rhino 1, rhino 2, tiger 1, tiger 2, turtle 1",
            1: "fox 5, gorilla 5",
            2: "camel 5, crocodile 3, elephant 2",
            3: "camel 4, crocodile 5, elephant 1",
        },
        crates=(5, 0, 0, 0),
    )
    table.play(0, take("zebra 5"))
    assert table.scores() == [10, 10, 10, 10]
    assert table.places() == [3, 3, 1, 1]


# Who sees what


def test_A20_what_is_public():
    table = put(
        started(3), ["camel 2, fox 1, ?", "hippo 1"], {0: "zebra 1, zebra 2", 1: "fox 2"}, crates=(4, 0, 2), flags=(1,)
    )
    for seat in (None, 0, 1, 2):
        view = table.view(seat)
        assert [player.crates for player in view.players] == [4, 0, 2]
        assert [player.resting for player in view.players] == [False, True, False]
        assert [player.tiles for player in view.players] == [2, 1, 0]
        assert (view.starter, view.active, view.supply, view.removed) == (0, 0, 14, ("crocodile", "elephant"))
        assert {group.tiles for group in view.groups} == as_groups("camel 2, fox 1, ?", "hippo 1")
        assert view.pile == 50 - 3 - 3 - 1


def test_A20_a_players_tiles_are_their_secret_also_those_taken_face_up():
    table = put(started(), ["camel 2, fox 1"], {0: "zebra 1, zebra 2", 1: "fox 2"}, unknown="zebra 1")
    assert table.view(0).players[0].ark == tiles("zebra 1, zebra 2")
    assert table.view(0).players[0].secret == tiles("zebra 1")
    assert table.view(0).players[0].points == 3
    for other in (None, 1, 2, 3):
        player = table.view(other).players[0]
        assert (player.ark, player.secret, player.noah, player.discarded, player.points) == (None,) * 5
        assert player.kin is None


def test_A18_a_player_sees_what_each_species_counts_as_now():
    mine = "elephant 1, elephant 4, giraffe 1, giraffe 2, giraffe 5, tiger 3"
    table = put(started(), ["camel 2, fox 1"], {0: mine})
    player = table.view(0).players[0]
    assert [(kin.tiles, kin.counts_as, kin.points) for kin in player.kin] == [
        (tiles("elephant 1, elephant 4"), "pair", 0),
        (tiles("giraffe 1, giraffe 2, giraffe 5"), "herd", 15),
        (tiles("tiger 3"), "single", 3),
    ]
    assert sum(kin.points for kin in player.kin) + player.crates == player.points


def test_A16_A18_whose_turn_it_is_sees_what_animals_of_the_table_would_count_as_aboard():
    table = put(started(), ["camel 2, fox 1, fox 2, ?", "fox 3, panda 1"], {0: "camel 1, fox 4, fox 5", 1: "panda 2"})
    assert table.view(0).joining == {"camel": ("pair",), "fox": ("herd", "herd", "herd"), "panda": ("single",)}
    table = put(table, ["camel 2, fox 1, fox 2"], {0: "zebra 1"})
    assert table.view(0).joining == {"camel": ("single",), "fox": ("single", "pair")}
    for other in (None, 1, 2, 3):
        assert table.view(other).joining == {}


def same_tiles(player: Player) -> None:
    """Tiles, ark, kin and points of one player speak of the same tiles."""
    assert len(player.ark) == player.tiles
    assert tuple(tile for kin in player.kin for tile in kin.tiles) == player.ark
    assert sum(kin.points for kin in player.kin) + player.crates == player.points
    assert set(player.secret) <= set(player.ark)
    assert not set(player.ark) & {*player.noah, *player.discarded}


@pytest.mark.parametrize("open_arks", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_A16_A18_A20_tiles_ark_kin_and_points_are_of_the_same_tiles_at_every_moment(seats, open_arks):
    game = GAMES["animals_on_board"]
    for seed in range(3):
        luck = SeededLuck(seed)
        table, _ = game.start(seats, game.options(open_arks=open_arks), luck)
        while table.numbers:
            for seat in range(seats):
                same_tiles(game.view(table, seat).players[seat])
            seat = max(table.numbers)
            game.play(table, seat, table.numbers[seat], game.random_move(table, seat, luck), luck)
        for seat in (None, *range(seats)):
            for player in game.view(table, seat).players:
                same_tiles(player)


def test_A17_A20_while_one_discards_pairs_are_still_of_the_same_tiles():
    table = last_take({0: ELEVEN + ", turtle 1, turtle 2", 1: "rhino 1"})
    table.play(0, take("zebra 5"))
    assert table.about == "discard"
    same_tiles(table.view(0).players[0])
    assert {table.view(seat).players[0].tiles for seat in (None, 0, 1)} == {13}
    table.play(0, discard("panda 2"))
    same_tiles(table.view(None).players[0])
    assert table.view(None).players[0].tiles == 10


@pytest.mark.parametrize(("crates", "earns"), [(1, 1), (4, 1), (5, -1)])
def test_A8_everybody_sees_what_a_split_would_bring(crates, earns):
    table = put(started(), ["camel 2, fox 1"], crates=(crates, 3, 3, 3))
    assert {table.view(seat).players[0].earns for seat in (None, 0, 1)} == {earns}


def test_A20_open_arks_show_all_but_the_setup_tile_and_face_down_tiles():
    table = put(
        started(open_arks=True),
        ["camel 2, fox 1", "hippo 1, ?"],
        {0: "zebra 1, zebra 2", 1: "fox 2"},
        unknown="zebra 1",
    )
    table.play(0, take("hippo 1, ?"), *draws(unseen(table), numbers("rhino 4")))
    assert table.view(0).players[0].ark == tiles("hippo 1, rhino 4, zebra 1, zebra 2")
    assert table.view(0).players[0].secret == tiles("rhino 4, zebra 1")
    for other in (None, 1, 2, 3):
        assert table.view(other).players[0].ark == tiles("hippo 1, zebra 2")
        assert table.view(other).players[0].tiles == 4
        assert (table.view(other).players[0].secret, table.view(other).players[0].points) == (None, None)
        assert table.view(other).players[1].ark == tiles("fox 2")


def test_A20_open_arks_do_not_show_dealt_tiles():
    table = dealt(open_arks=True)
    assert table.view(1).players[0].ark == ()
    assert table.view(0).players[0].ark == tiles(HANDS[0])


def test_A20_the_log_remembers_what_was_taken_face_up_and_imagine_keeps_it():
    table = put(
        started(), ["camel 2, fox 1", "hippo 1, ?"], {0: "zebra 1, zebra 2", 1: "fox 2"}, unknown="zebra 1, fox 2"
    )
    luck = SeededLuck(5)
    for _ in range(20):
        twin = table.game.imagine(table.table, 1, luck).state
        assert twin.where[NUMBERS[tile("zebra 2")]] == ON_ARK
        assert twin.where[NUMBERS[tile("fox 2")]] == ON_ARK + 1
        assert invariants.broken(twin) == 0
    found = {tuple(table.game.imagine(table.table, 1, luck).state.where) for _ in range(200)}
    assert len(found) > 40


def test_A20_a_face_down_tile_on_the_table_does_not_exist_yet():
    table = put(started(), ["hippo 1, ?"])
    assert len(unseen(table)) == table.state.unseen == table.view(0).pile + 1


def test_A20_at_scoring_all_tiles_are_shown_discarded_ones_too():
    table = last_take({0: ELEVEN + ", turtle 1, turtle 2", 1: "rhino 1"}, unknown="turtle 1, rhino 1, fox 1")
    table.play(0, take("zebra 5"))
    events = table.play(0, discard("panda 2"))
    assert ArkShown(seat=1, tiles=tiles("rhino 1")) in events
    assert all(event.seen_by(None) == event for event in events)
    for seat in (None, 0, 1, 2, 3):
        first, second, third, _ = table.view(seat).players
        assert first.ark == tiles(ELEVEN.replace("panda 2", "zebra 5"))
        assert first.noah == tiles("turtle 1, turtle 2")
        assert first.discarded == tiles("panda 2")
        assert first.points == table.scores()[0]
        assert second.ark == tiles("rhino 1")
        assert third.ark == ()


def test_A20_while_others_still_discard_nothing_is_shown():
    table = last_take({0: ELEVEN + ", turtle 1, turtle 2", 1: "rhino 1"}, unknown="turtle 1")
    events = table.play(0, take("zebra 5"))
    assert not any(isinstance(event, PairLeft | ArkShown | Scored) for event in events)
    assert table.view(1).players[0].ark is None
    assert table.view(1).players[0].noah is None
    assert table.view(1).players[0].tiles == 13


# Facts that must hold


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_facts_hold_in_random_games(seats):
    """Piles and supply are never short, at most 14 tiles each, twenty crates, every tile in one place."""
    game = Tabletop("animals_on_board", 4, [0] * 12, first=0).game
    for seed in range(5):
        luck = SeededLuck(seed)
        table, _ = game.start(seats, game.read_options({}), luck)
        while table.numbers:
            assert invariants.broken(table.state) == 0
            seat = min(table.numbers)
            game.play(table, seat, table.numbers[seat], game.random_move(table, seat, luck), luck)
        assert invariants.broken(table.state) == 0


def harmed(field: str, index: int, value: int) -> components.Animals:
    """A sound table with one number changed."""
    state = started().state
    assert invariants.broken(state) == 0
    if isinstance(getattr(state, field), int):
        setattr(state, field, value)
    else:
        getattr(state, field)[index] = value
    return state


@pytest.mark.parametrize(
    ("field", "index", "value", "broken"),
    [
        ("where", 0, components.OUT, invariants.TILE_ASTRAY),
        ("where", 1, components.DISCARDED, invariants.TILE_ASTRAY),
        ("where", 59, components.ON_TABLE, invariants.UNSEEN_MISCOUNTED),
        ("secret", 59, 1, invariants.SECRETS_MISCOUNTED),
        ("unseen", 0, 12, invariants.UNSEEN_MISCOUNTED),
        ("tiles", 0, 3, invariants.ARK_MISCOUNTED),
        ("secrets", 0, 0, invariants.SECRETS_MISCOUNTED),
        ("place", 0, components.EMPTY, invariants.PLACE_AND_TILE_DISAGREE),
        ("place", 0, 59, invariants.PLACE_AND_TILE_DISAGREE),
        ("place", 1, components.FACE_DOWN, invariants.PLACES_OUT_OF_ORDER),
        ("group", 3, 0b1000, invariants.GROUPS_WRONG),
        ("group", 0, 0b1111, invariants.GROUPS_WRONG),
        ("crates", 0, 6, invariants.CRATES_MISCOUNTED),
        ("supply", 0, 15, invariants.CRATES_MISCOUNTED),
        ("owes", 0, 0, invariants.QUESTION_WRONG),
        ("owes", 0, 0b10, invariants.TURN_WRONG),
        ("active", 0, components.NOBODY, invariants.TURN_WRONG),
    ],
)
def test_a_broken_fact_is_noticed(field, index, value, broken):
    assert invariants.broken(harmed(field, index, value)) == broken


def test_a_forced_pass_with_others_to_come_is_noticed():
    assert invariants.broken(put(started(), [], sound=False).state) == invariants.FORCED_TO_PASS
    assert (
        invariants.broken(put(started(), ["fox 1"], crates=(0, 1, 1, 1), sound=False).state)
        == invariants.FORCED_TO_PASS
    )
    fifteen = ", ".join(f"{species} {value}" for species in SPECIES[:3] for value in range(1, 6))
    assert invariants.broken(put(started(), [], {0: fifteen}, sound=False).state) == invariants.TOO_MANY_TILES


# Worked examples


def test_example_1_four_groups_become_five_and_a_crate_is_earned():
    table = put(
        started(),
        ["camel 1, fox 1, fox 3, panda 2", "hippo 1, hippo 2", "rhino 1, tiger 1, ?", "zebra 1, zebra 2, zebra 3"],
        crates=(2, 3, 3, 3),
    )
    assert len(table.view(None).groups) == 4
    table.play(0, split("fox 3, panda 2"))
    assert len(table.view(None).groups) == 5
    assert table.view(None).players[0].crates == 3


def test_example_2_a_group_with_the_hidden_tile_costs_three_and_nobody_else_learns_it():
    table = put(started(), ["panda 3, elephant 2, ?", "fox 1, fox 2"], crates=(1, 1, 4, 1), active=2)
    events = table.play(2, take("panda 3, elephant 2, ?"), *draws(unseen(table), numbers("giraffe 5")))
    view = table.view(None)
    assert view.players[2].crates == 1
    assert view.players[2].resting
    assert view.starter == 2
    assert FlagWon(seat=2) in events
    assert table.view(2).players[2].ark == tiles("elephant 2, giraffe 5, panda 3")
    for other in (None, 0, 1, 3):
        assert "giraffe" not in str([event.seen_by(other) for event in events])
        assert "giraffe" not in str(table.view(other))


def test_example_3_the_elephants_go_and_the_rest_is_counted():
    arks = {
        0: "elephant 1, elephant 2, tiger 3, crocodile 4, giraffe 1, giraffe 2, giraffe 3, panda 1, panda 2, panda 3"
    }
    table = last_take(arks, group="panda 4", crates=(3, 0, 0, 0))
    events = table.play(0, take("panda 4"))
    assert PairLeft(seat=0, tiles=tiles("elephant 1, elephant 2")) in events
    assert table.scores()[0] == 3 + 4 + 15 + 20 + 2


def test_example_4_five_crates_and_a_split_leave_four():
    table = put(started(), ["camel 2, fox 1"], crates=(5, 3, 3, 3))
    table.play(0, split("camel 2"))
    assert table.view(None).players[0].crates == 4
