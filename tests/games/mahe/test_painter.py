"""Mahé's table in text: what it shows, and that it fits."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from laguna.core.words import Voice, words_of
from laguna.games.mahe.painter import MahePainter
from laguna.games.mahe.rules import NOBODY, OVER
from tabletop import Tabletop

RED, BLUE, YELLOW = range(3)
NAMES = ["Ania", "Bartek", "Celina", "Darek", "Ela", "Franek", "Gosia"]


def drawn(table: Tabletop, seat: int | None = 0, lang: str = "en") -> str:
    painter = MahePainter(Voice(words_of("laguna.games.mahe", lang), NAMES[: table.table.seats]))
    console = Console(file=io.StringIO(), width=80)
    console.print(painter.draw(table.view(seat), seat))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert max(map(len, text.splitlines())) <= 80
    return text


def mahe(seats: int) -> Tabletop:
    return Tabletop("mahe", seats, [6] if seats < 4 else [6, 3], first=0)


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("seats", range(2, 8))
def test_every_table_fits_and_shows_all_turtles_on_the_raft(seats: int, lang: str):
    letters = words_of("laguna.games.mahe", lang).template("terminal", "letters")
    turtles = len(mahe(seats).view(0).turtles)
    assert letters[:turtles] in drawn(mahe(seats), lang=lang)


def test_a_stack_is_written_bottom_first():
    table = mahe(4)
    for turtle, rider in ((YELLOW, RED), (RED, BLUE), (BLUE, NOBODY)):
        table.state.field[turtle] = 9
        table.state.rider[turtle] = rider
    assert "9 YRB" in drawn(table)


def test_dice_and_the_decider_stand_in_the_middle():
    table = mahe(4)
    table.state.field[RED] = table.state.field[BLUE] = 5
    table.state.rider[RED] = BLUE
    text = drawn(table)
    assert "the red turtle moves: 4 = 4 → 4 fields" in text
    assert "Bartek decides, on top" in text


def test_M25_in_the_end_everybodys_cards_are_shown():
    table = mahe(4)
    table.state.pile[1][5] = 2
    table.state.pile[3][1] = table.state.pile[3][6] = 1
    table.arrange(asking=OVER, beach=2)
    for seat in (0, None):
        assert "2 cards  5 5" in drawn(table, seat)
        assert "2 cards  1 6" in drawn(table, seat)


def test_only_ones_own_cards_are_shown():
    table = mahe(4)
    table.state.pile[1][5] = 2
    assert "2 cards  5 5" in drawn(table, seat=1)
    assert "5 5" not in drawn(table, seat=0)
    assert "5 5" not in drawn(table, seat=None)
