"""Every game's table as a picture: what the seat sees, and nothing that is hidden from it."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from laguna.core.art import drawing
from laguna.core.canvas import SIDE, Canvas
from laguna.core.luck import SeededLuck
from laguna.core.words import Voice
from laguna.envs.picture import picture_of, pixels, svg_of
from laguna.games import GAMES
from laguna.terminal.painters import painter_of, picture_painter_of
from laguna.terminal.text_picture import TextPicture
from laws.cases import Case, every_table, random_play

_DISTANCE = 17
"""Moves between two looks at a game."""


def looks(case: Case, most: int = 4) -> list[Any]:
    """Tables of a game now and then, from its layout on."""
    return [table.copy() for table in islice(random_play(case, 5), 0, most * _DISTANCE, _DISTANCE)]


@every_table
def test_every_table_is_drawn_for_every_seat_and_for_spectators_at_any_moment(case: Case):
    for table in looks(case):
        for seat in (None, *range(case.seats)):
            svg = svg_of(case.game, table, seat)
            names = [element.get("id") for element in ET.fromstring(svg).iter() if element.get("id")]  # noqa: S314
            assert len(names) == len(set(names)), "a name stands for one thing"
            meant = set(re.findall(r"(?:href=\"|url\()#([\w-]+)", svg))
            assert meant <= set(names), "what is referred to is there"


@every_table
def test_nothing_hidden_from_a_seat_is_drawn_for_it(case: Case):
    for number, table in enumerate(looks(case)):
        for seat in (None, *range(case.seats)):
            twin = case.game.imagine(table, seat, SeededLuck(number))
            assert svg_of(case.game, twin, seat) == svg_of(case.game, table, seat)


@pytest.mark.parametrize("key", GAMES)
def test_a_picture_is_an_array_of_pixels_of_the_size_that_is_asked_for(key: str):
    game = GAMES[key]
    table, _ = game.start(game.seats[0], game.options(), SeededLuck(3))
    picture = picture_of(game, table, 0, size_px=120)
    assert (picture.shape, picture.dtype.name) == ((120, 120, 3), "uint8")
    assert picture.reshape(-1, 3).std(axis=0).min() > 10, "there is something to see"
    picture[0, 0] = 7  # it is the caller's own


@pytest.mark.parametrize("size_px", [0, -1, 10_000])
def test_a_size_that_no_picture_has_is_refused_in_a_sentence(size_px: int):
    game = GAMES["mahe"]
    table, _ = game.start(2, game.options(), SeededLuck(3))
    with pytest.raises(ValueError, match="A picture is 1 to 4096 pixels wide"):
        picture_of(game, table, 0, size_px)


@pytest.mark.parametrize("lang", ["en", "pl"])
@every_table
def test_a_game_without_pictures_gets_its_table_in_text(case: Case, lang: str):
    voice = Voice(case.plugin.words(lang))
    painter = TextPicture(voice, painter_of(case.game.key, voice))
    *_, table = looks(case, 2)
    text = painter.draw(case.game.view(table, 0), 0)
    lines = [element for element in ET.fromstring(text).iter() if element.tag.endswith("text")]  # noqa: S314
    assert lines
    for line in lines:
        assert len((line.get("x") or "").split()) == len(line.text or ""), "every sign has its place"


def test_every_game_of_ours_brings_pictures():
    for key in GAMES:
        assert not isinstance(picture_painter_of(key, Voice({})), TextPicture)  # type: ignore[arg-type]


def test_a_drawing_keeps_the_colours_that_nobody_says():
    assert "#d9483b" in drawing("turtle").coloured()
    assert "#d9483b" not in drawing("turtle").coloured(seat="#2f7fd1")
    assert drawing("there is no such drawing").inside == drawing("logo").inside


def test_a_drawing_is_in_a_picture_once_for_each_set_of_its_colours():
    canvas = Canvas()
    for colour in ("#111111", "#222222", "#111111"):
        canvas.art("turtle", 100, 100, 50, seat=colour)
    assert canvas.svg().count("<symbol ") == 2
    assert len(re.findall(r'href="#turtle-\d"', canvas.svg())) == 3


def test_a_place_of_the_canvas_is_the_same_part_of_the_pixels():
    canvas = Canvas("#000000")
    canvas.box(SIDE / 2, 0, SIDE / 2, SIDE / 4, "#ff0000", radius=0)
    picture = pixels(canvas.svg(), 80)
    assert picture[10, 60].tolist() == [255, 0, 0]
    assert picture[10, 20].tolist() == picture[30, 60].tolist() == [0, 0, 0]
