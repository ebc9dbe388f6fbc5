"""Kuna Yala drawn in text: aligned, narrow enough, and every place can be named."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from games.kuna_yala.test_rules import FF, RED, STAR, C, F, S, at, cover_fish, kuna, leave, put, turn_to_bones
from laguna.core.game import Ask
from laguna.core.words import LANGUAGES, Voice, words_of
from laguna.games.kuna_yala import components, laying
from laguna.games.kuna_yala.game import KunaYalaView, Lay, Place
from laguna.games.kuna_yala.painter import KunaYalaPainter
from laws.cases import CASES, random_play

NAMES = ["Ania", "Bartek", "Celina", "Darek"]
BLUE, GRASS = 2, 2


def painter(lang: str = "en") -> KunaYalaPainter:
    return KunaYalaPainter(Voice(words_of("laguna.games.kuna_yala", lang), NAMES))


def screen(view: KunaYalaView, seat: int | None, lang: str = "en", width: int = 80) -> list[str]:
    text = io.StringIO()
    Console(file=text, width=width).print(painter(lang).draw(view, seat))
    return [line.rstrip() for line in text.getvalue().splitlines()]


def typed(text: str, view: KunaYalaView, seat: int = 0) -> Lay | None:
    return painter().parse(text, Ask(seat, 0, "lay_two", "K5", (), ("lay",)), view)


def test_the_table_of_a_new_game():
    assert screen(kuna(2).view(0), 0) == [
        "1  R~  a red angelfish on ripples    25 in the pile",
        "2  Yo  a yellow puffer on pebbles    25 in the pile",
        '3  B"  a blue dartfish on sea grass  24 in the pile',
        "4  Ψ   a coral                       24 in the pile",
        "",
        "   Ania            Bartek",
        "   a   b   c       e   f   g",
        " 1     1-4             1-4",
        " 2 1-4 Ψ   1-4     1-4 Ψ   1-4",
        " 3     1-4             1-4",
        "",
        "▶  Ania    R0 Y0 B0 P0   Ψ1 @0 ▲0  colour: red",
        "   Bartek  R0 Y0 B0 P0   Ψ1 @0 ▲0",
        '~ ripples  o pebbles  " sea grass  * starfish',
        "Ψ coral  ▲ shark  @ octopus  ‡ bones",
        "· free place; numbers are the cards that fit",
    ]


def test_cards_of_all_kinds_and_the_numbers_of_those_that_fit():
    table = kuna(2, (F(RED, STAR), S, F(BLUE, GRASS), C))
    put(table, 1, {(1, 0): FF(RED, STAR), (2, 0): F(BLUE, STAR), (0, 1): F(BLUE, GRASS), (-1, 0): F(RED, GRASS)})
    cover_fish(table, 1, 2, 0)
    turn_to_bones(table, 1, (0, 1))
    rows = screen(table.view(0), 0)[7:11]
    assert rows == [
        " 1     134             134 134 14  134",
        ' 2 134 Ψ   134     134 R"  Ψ   RR* ▲   134',
        " 3     134             4   ‡   4   134",
        " 4                         4",
    ]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_ones_own_shoal_comes_first(seat):
    names = next(line for line in screen(kuna(3).view(seat), seat) if line.startswith("   Ania") or "Ania" in line)
    assert names.split() == [*NAMES[seat:3], *NAMES[:seat]]


def test_a_stranger_sees_no_token_and_at_the_end_everybody_sees_all():
    table = kuna(2)
    assert not any("colour:" in line for line in screen(table.view(None), None))
    leave(table, [0, 0, 0, 0])
    table.arrange(asking=components.OVER)
    assert sum("colour:" in line for line in screen(table.view(None), None)) == 2


@pytest.mark.parametrize("text", ["2 e2", "2e2", " 2  E 2 "])
def test_a_move_is_a_cards_number_and_a_place(text):
    assert typed(text, kuna(2).view(0)) == Lay(slot=1, place=Place(1, -1, 0))


@pytest.mark.parametrize("text", ["2 e2", "1 b1", "4 g3"])
def test_a_move_is_spelt_as_it_is_typed(text):
    view = kuna(2).view(0)
    assert painter().spell(typed(text, view), view, 0) == text


def test_the_chart_is_drawn_from_where_one_sits():
    assert typed("1 a2", kuna(2).view(1), seat=1) == Lay(slot=0, place=Place(1, -1, 0))


@pytest.mark.parametrize(
    "text", ["", "2", "5 a1", "0 a1", "2 d1", "2 z1", "2 a4", "2 a0", "a1 2", "2 a1 b", "2 ą1", "2 a" + "9" * 30]
)
def test_anything_else_is_no_move(text):
    assert typed(text, kuna(2).view(0)) is None


def test_a_place_that_is_not_free_is_a_move_that_the_rules_refuse():
    table = kuna(2)
    move = typed("1 b2", table.view(0))
    assert move == Lay(slot=0, place=Place(0, 0, 0))
    assert table.refused(0, move) == "K7"


def test_a_shoal_wider_than_the_screen_goes_on_below():
    table = kuna(2)
    for step in range(1, 52):
        laying.lay_on_free_place(table.state, at(0, -step, 0), C)
    view = table.view(0)
    lines = screen(view, 0)
    assert max(map(len, lines)) <= 80
    assert sum("Ania" in line for line in lines) == 4  # three parts of the shoal, and the player
    assert typed("4 a2", view) == Lay(slot=3, place=Place(0, -52, 0))
    assert typed("4 q8", view) == Lay(slot=3, place=Place(0, 0, 0))
    assert typed("4 r8", view) == Lay(slot=3, place=Place(0, 1, 0))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("case", [case for case in CASES if case.key == "kuna_yala"], ids=str)
def test_in_a_whole_game_no_line_is_too_long_and_every_place_can_be_typed(case, lang):
    for number, table in enumerate(random_play(case, seed=40)):
        if number % 9:
            continue
        seat = table.state.active
        view = case.game.view(table, seat)
        assert max(map(len, screen(view, seat, lang, width=200))) <= 80
        places = {
            move.place
            for letter in "abcdefghijklmnopqr"
            for row in range(1, 99)
            if (move := typed(f"1 {letter}{row}", view, seat)) is not None
        }
        wanted = {Place(owner, free.x, free.y) for owner, shoal in enumerate(view.shoals) for free in shoal.free}
        wanted |= {Place(owner, card.x, card.y) for owner, shoal in enumerate(view.shoals) for card in shoal.cards}
        assert wanted <= places
