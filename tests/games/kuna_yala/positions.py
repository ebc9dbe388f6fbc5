"""Positions of Kuna Yala, arranged by hand. The cards are F(colour, floor) and FF(colour, floor), C, S and O."""

from __future__ import annotations

from laguna.games.kuna_yala import components, free_places, laying, visible_cards
from laguna.games.kuna_yala.components import CORAL as C
from laguna.games.kuna_yala.components import OCTOPUS as O
from laguna.games.kuna_yala.components import SHARK as S
from laguna.games.kuna_yala.game import Lay, Place
from laguna.games.kuna_yala.invariants import broken
from tabletop import Tabletop

RED, YELLOW, BLUE, PURPLE = range(4)
RIPPLE, PEBBLE, GRASS, STAR = range(4)
NOTHING = components.NOTHING


def F(colour: int, floor: int) -> int:
    return 1 + colour * 4 + floor


def FF(colour: int, floor: int) -> int:
    return 16 + F(colour, floor)


ANY_TWO_FISH = (F(RED, RIPPLE), F(YELLOW, PEBBLE))
USUAL = (F(RED, RIPPLE), F(YELLOW, PEBBLE), F(BLUE, GRASS), C)


def draws(unseen: list[int], *cards: int) -> list[int]:
    """The draws that turn up these cards, one after another."""
    left = list(unseen)
    found = []
    for card in cards:
        assert left[card] > 0, card
        found.append(sum(left[:card]))
        left[card] -= 1
    return found


def full_box(seats: int) -> list[int]:
    """All cards but the starting corals."""
    unseen = list(components.CARDS)
    unseen[C] -= seats
    return unseen


def kuna(seats: int = 2, visible: tuple[int, ...] = USUAL, **options: object) -> Tabletop:
    """A new table: seat 0 is red, 1 yellow, 2 blue, 3 purple; these cards are visible; seat 0 begins."""
    options.setdefault("first", 0)
    return Tabletop("kuna_yala", seats, [0] * seats + draws(full_box(seats), *visible), **options)


def put(table: Tabletop, shoal: int, cards: dict[tuple[int, int], int]) -> None:
    """Lay cards from the piles in a shoal, in this order, whether they suit or not and without a curse."""
    s = table.state
    for (x, y), card in cards.items():
        pile = s.pile.index(max(s.pile))
        s.unseen[card] -= 1
        s.pile[pile] -= 1
        assert s.unseen[card] >= 0
        laying.lay_on_free_place(s, at(shoal, x, y), card)
    table.arrange()


def at(shoal: int, x: int, y: int) -> int:
    return shoal * components.SEA + y % components.SIZE * components.ROW + x % components.SIZE


def turn_to_bones(table: Tabletop, shoal: int, *places: tuple[int, int]) -> None:
    for x, y in places:
        laying.die(table.state, at(shoal, x, y))
    table.state.told.clear()


def cover_fish(table: Tabletop, shoal: int, x: int, y: int) -> None:
    """A shark from the piles on a fish."""
    table.state.unseen[S] -= 1
    table.state.pile[table.state.pile.index(max(table.state.pile))] -= 1
    laying.eat(table.state, at(shoal, x, y))


def cover_coral(table: Tabletop, shoal: int) -> None:
    """An octopus from the piles on the first coral of a shoal."""
    s = table.state
    s.unseen[O] -= 1
    s.pile[s.pile.index(max(s.pile))] -= 1
    free_places.turn_to(s, visible_cards.first_coral(s, shoal), O)
    s.corals[shoal] -= 1
    s.octopuses[shoal] += 1


def show(table: Tabletop, *cards: int) -> None:
    """Make these cards the visible ones, in exchange for those that were."""
    s = table.state
    for slot, card in enumerate(cards):
        s.unseen[s.visible[slot]] += 1
        s.unseen[card] -= 1
        s.visible[slot] = card
    table.arrange()


def leave(table: Tabletop, piles: list[int], *cards: int) -> None:
    """Leave piles of these sizes, with just these cards in them; all others are discarded."""
    s = table.state
    assert sum(piles) == len(cards)
    for card, count in enumerate(s.unseen):
        s.discarded[card] += count - cards.count(card)
        s.unseen[card] = cards.count(card)
    s.pile = list(piles)
    assert broken(s) == 0


def lay(slot: int, shoal: int, x: int, y: int) -> Lay:
    return Lay(slot=slot, place=Place(shoal, x, y))
