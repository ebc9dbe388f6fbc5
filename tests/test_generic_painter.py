"""The table of a game that brings no painter, in text: its words name what it shows."""

from __future__ import annotations

import io
from typing import Any

import msgspec
from rich.console import Console

from laguna.core.game import View
from laguna.core.words import Voice, Words, words_of
from laguna.terminal.generic_painter import GenericPainter

COMMON = words_of("laguna", "en").tables
WORDS = Words(
    "en",
    {
        **COMMON,
        "names": {**COMMON["names"], "fruit_card": "{fruit} {value}", "fruit": {"fig": "a fig"}},
        "view": {**COMMON["view"], "kept": "kept so far"},
        "like": {"starter": "seat", "ripest": "fruit"},
    },
)


class FruitCard(msgspec.Struct, frozen=True):
    fruit: str
    value: int


class Best(msgspec.Struct, frozen=True):
    kept: int
    done: bool


class Kept(msgspec.Struct, frozen=True):
    kept: int
    top: FruitCard | None


class Owned(msgspec.Struct, frozen=True):
    seat: int
    top: FruitCard


class Named(msgspec.Struct, frozen=True):
    """A player, whom the words would name by nothing but the seat."""

    seat: int
    kept: int


def shown(**parts: Any) -> list[str]:
    """The lines of a view with these parts, at a table of Ala and Olek; without what stands between columns."""
    view = msgspec.defstruct("Seen", [(name, Any) for name in parts], bases=(View,), frozen=True)(**parts)
    console = Console(file=io.StringIO(), width=80)
    console.print(GenericPainter(Voice(WORDS, ["Ala", "Olek"])).draw(view, 0))
    file: Any = console.file
    return [" ".join(line.split()) for line in file.getvalue().splitlines() if line.strip()]


def test_parts_are_called_as_the_words_say_or_by_their_names():
    assert shown(kept=3, last_roll=None) == ["kept so far: 3", "last roll: –"]


def test_values_are_called_as_the_words_say_and_unknown_names_are_spaced():
    assert shown(fruit="fig", ripest="fig", step="lay_down", done=True) == [
        "fruit: a fig",
        "ripest: a fig",
        "step: lay down",
        "done: yes",
    ]


def test_a_seat_is_the_players_name_whatever_the_field_is_called():
    assert shown(seat=0, starter=1, winner_seat=1) == ["player: Ala", "starter: Olek", "winner seat: Olek"]


def test_a_structure_is_named_as_a_whole_where_the_words_do_else_told_by_its_parts():
    fig, plum = FruitCard("fig", 4), FruitCard("plum", 1)
    assert shown(card=fig, hand=(fig, plum), pile=(), best=Best(3, done=False)) == [
        "card: a fig 4",
        "hand: a fig 4, plum 1",
        "pile: –",
        "best: kept so far 3, done no",
    ]


def test_players_without_a_number_are_those_of_the_seats_in_order():
    rows = (Kept(3, FruitCard("fig", 4)), Kept(5, None))
    assert shown(players=rows) == ["players", "kept so far top", "Ala 3 a fig 4", "Olek 5 –"]
    assert shown(scores=(3, 5)) == ["scores: Ala 3, Olek 5"]
    assert shown(scores=(3, 5, 7)) == ["scores: 3, 5, 7"]


def test_rows_that_have_a_seat_say_it_themselves_and_rows_may_differ():
    assert shown(players=(Named(1, 5), Named(0, 3))) == ["players", "player kept so far", "Olek 5", "Ala 3"]
    assert shown(rows=(Named(1, 5), Owned(0, FruitCard("fig", 4)))) == [
        "rows",
        "player kept so far top",
        "Olek 5 –",
        "Ala – a fig 4",
    ]
