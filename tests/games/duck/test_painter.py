"""Duck drawn in text: aligned, narrow enough, and nothing that the seat may not see."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from games.duck.test_rules import arranged, play
from laguna.core.words import LANGUAGES, Voice, words_of
from laguna.games.duck.game import Dive, DuckView, Take
from laguna.games.duck.painter import DuckPainter
from laws.cases import CASES, random_play

NAMES = ["Ania", "Bartek", "Celina", "Darek", "Ela"]


def screen(view: DuckView, seat: int | None, lang: str = "en", width: int = 80) -> list[str]:
    text = io.StringIO()
    painter = DuckPainter(Voice(words_of("laguna.games.duck", lang), NAMES))
    Console(file=text, width=width).print(painter.draw(view, seat))
    return [line.rstrip() for line in text.getvalue().splitlines()]


def test_a_table_of_three():
    table = arranged(["y5 b5 r0", "y1 y2", "r7"], ["b1 b2", "", "y3"], towels=["y8 r2"], round=3, dealer=2)
    assert screen(table.view(0), 0) == [
        "╭───────────────── Round 3 of 5 · 58 cards in the draw pile ─────────────────╮",
        "│   player                 cards pile    known       towel   lifebuoys       │",
        "│ ▶ Ania                   3     B2 (2)              2       +6 +7           │",
        "│   Bartek                 2     –                   0                       │",
        "│   Celina         deals   1     Y3 (1)              0                       │",
        "│                                                                            │",
        "│ Lifebuoys to be won: [8] 9 10                                              │",
        "╰────────────────────────────────────────────────────────────────────────────╯",
        " In hand: Y5 B5 R0  (sum 10)   Under the towel: Y8 R2",
    ]


def test_the_end_with_the_ghost():
    table = arranged(["y5", "y8 r8"], dealer=1, ghost="b4", ghost_pile="r2", round=5)
    table.play(0, Dive())
    assert screen(table.view(1), 1, "pl") == [
        "╭────────────────────── Runda 5 z 5 · w talii 64 karty ──────────────────────╮",
        "│   gracz                  karty stos    znane       ręcznik koła            │",
        "│   Ania                   1     –                   1       +6 +7 +8 +9 +10 │",
        "│   Bartek         rozdaje 2     –                   0                       │",
        "│   Kaczy Duch             N4    C2 (1)                                      │",
        "╰────────────────────────────────────────────────────────────────────────────╯",
        " Ania: Ż5  (suma 5)   Pod ręcznikiem: Ż5",
        " Na ręce: Ż8 C8  (suma 16)",
        " Kaczy Duch: suma 6",
    ]


def test_cards_that_everybody_knows_are_shown_to_everybody():
    table = arranged(["y5 b5 r0", "y1 y2", "r7"], ["", "b8"])
    table.play(0, play("y5"))
    table.play(0, Take(1))
    assert "│   Ania                   3     Y5 (1)  B8          0                       │" in screen(table.view(2), 2)


def test_a_spectator_sees_no_hand():
    table = arranged(["y5 b5 r0", "y1 y2", "r7"], ["b1 b2", "", "y3"])
    table.play(0, play("y5"))
    text = "\n".join(screen(table.view(None), None))
    assert "In hand" not in text
    for hidden in ("B5", "R0", "Y1", "R7", "B1"):
        assert hidden not in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", [case for case in CASES if case.key == "duck"], ids=str)
def test_no_line_is_wider_than_80_columns(case, lang):
    for number, table in enumerate(random_play(case, seed=31)):
        if number % 40 == 0 or not table.numbers:
            for seat in (None, 0, case.seats - 1):
                for line in screen(case.game.view(table, seat), seat, lang, width=200):
                    assert len(line) <= 80
