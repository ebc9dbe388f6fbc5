"""Moves of Kuna Yala as people speak of them: which card, in whose shoal, beside what; nobody counts columns."""

from __future__ import annotations

from typing import cast

import msgspec

from laguna.core.advice import Saying
from laguna.core.game import snake
from laguna.core.ruled import RuledTable
from laguna.games.kuna_yala import free_places
from laguna.games.kuna_yala.components import BONES, PLACES, SHARK, SIDES, KunaYala
from laguna.games.kuna_yala.game import Card, KunaYalaOptions, Lay, OneFish, TwoFish, card_of, encode

MOST_BESIDE = 2
"""So many neighbours of a place are told."""


class Bones(msgspec.Struct, frozen=True, tag_field="card", tag=snake):
    """K13: what is left of a fish card that was cursed."""


Neighbour = Card | Bones


class LaidAtHome(Saying, frozen=True):
    """K5: a card in one's own shoal, and what lies beside it."""

    card: Card
    beside: tuple[Neighbour, ...]


class LaidAway(Saying, frozen=True):
    """K5: a card in somebody's shoal, and what lies beside it."""

    card: Card
    seat: int
    beside: tuple[Neighbour, ...]


class SharkOn(Saying, frozen=True):
    """K10: a shark on a card in somebody's shoal."""

    card: OneFish | TwoFish
    seat: int


ToldMoves = LaidAtHome | LaidAway | SharkOn


def describe(table: RuledTable[KunaYala, KunaYalaOptions], seat: int, move: Lay) -> ToldMoves:
    """A move with the card, the shoal and the neighbours of its place."""
    s = table.state
    place = cast("int", encode(s, move)) % PLACES
    card, shoal, beside = s.visible[move.slot], move.place.seat, _beside(s, place)
    if card == SHARK:
        return SharkOn(cast("OneFish | TwoFish", card_of(s.sea[place])), shoal)
    return LaidAtHome(card_of(card), beside) if shoal == seat else LaidAway(card_of(card), shoal, beside)


def _beside(s: KunaYala, place: int) -> tuple[Neighbour, ...]:
    """What lies on the sides of a place, each kind once, and no more than one can bear in mind."""
    shown = [s.sea[free_places.beside(place, side)] for side in range(SIDES)]
    kinds = dict.fromkeys(Bones() if card == BONES else card_of(card) for card in shown if card > 0)
    return tuple(kinds)[:MOST_BESIDE]
