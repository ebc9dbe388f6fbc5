"""Fields that hold a seat: the types say so, and words then name the player."""

from __future__ import annotations

from copy import copy
from typing import Any, Literal

import msgspec

from laguna.core.derive import seat_fields
from laguna.core.event_reference import reference
from laguna.core.game import Event, Move, Seat, View
from laguna.core.plugin import Plugin
from laguna.games import GAMES, PLUGINS


class Won(Event, frozen=True):
    """Somebody has won."""

    winner: Seat
    by: int


class Give(Move, frozen=True):
    """To somebody."""

    to: Seat
    owner: int


class Hand(msgspec.Struct, frozen=True):
    """What somebody has."""

    owner: Seat
    kind: Literal["seat", "chair"]


class Seen(View, frozen=True):
    """All of it."""

    hands: tuple[Hand, ...]
    out: tuple[Seat, ...]
    starter: Seat | None


def given() -> Any:
    """A game that has these; for all else any one will do."""
    game: Any = copy(GAMES["mahe"])
    game.moves, game.events, game.views = Give, Won, Seen
    return game


def test_fields_of_seats_are_found_in_lists_options_and_structures():
    assert seat_fields(Won, Seen) == {"winner", "owner", "out", "starter"}


def test_a_name_that_stands_for_something_else_elsewhere_is_no_seat():
    assert seat_fields(Give | Won, Seen) == {"winner", "to", "out", "starter"}


def test_a_plug_ins_words_name_the_players_of_such_fields():
    words = Plugin(game=given()).words("en")
    assert words.fill("{winner} wins by {by}; {out} are out.", {"winner": 1, "by": 0, "out": (0, 2)}, "ABC") == (
        "B wins by 0; A and C are out."
    )
    assert words.tables["like"] == dict.fromkeys(("out", "starter", "to", "winner", "winners"), "seat")


def test_a_game_without_them_names_only_those_of_its_story():
    assert PLUGINS["mahe"].words("en").tables["like"] == {"carrier": "seat", "winners": "seat"}


def test_the_reference_of_events_calls_them_by_their_type():
    assert "- `winner`: `Seat`" in reference(given(), "Given")
