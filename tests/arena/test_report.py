"""The report is one well-formed page that needs nothing else."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from arena.fixture_types import Play
from laguna.arena.match import ArenaMatch, PlayedGame
from laguna.arena.report import report
from laguna.arena.result import result

SVG = "{http://www.w3.org/2000/svg}"


def page_of(match: ArenaMatch, games: list[PlayedGame]) -> str:
    found = result(match, games)
    assert found is not None
    return report(found, games)


@pytest.fixture(scope="module")
def page(match: ArenaMatch, games: list[PlayedGame]) -> str:
    return page_of(match, games)


def test_it_is_well_formed_with_six_plots(page: str) -> None:
    root = ET.fromstring(page.removeprefix("<!DOCTYPE html>"))  # noqa: S314 - our own
    plots = list(root.iter(f"{SVG}svg"))
    assert [plot.findtext(f"{SVG}title") for plot in plots] == [
        "Win rate",
        "Score share",
        "Rating, game by game",
        "Scores",
        "Milliseconds a move",
        "Wins by seat",
    ]
    assert root.findtext("head/title") == "Mahé: beginner · random"


def test_everything_drawn_lies_within_its_picture(page: str) -> None:
    root = ET.fromstring(page.removeprefix("<!DOCTYPE html>"))  # noqa: S314 - our own
    for plot in root.iter(f"{SVG}svg"):
        _, _, width, height = map(float, plot.attrib["viewBox"].split())
        for path in plot.iter(f"{SVG}path"):
            for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", path.attrib["d"]):
                assert 0 <= float(x) <= width
                assert 0 <= float(y) <= height
        for bar in plot.iter(f"{SVG}rect"):
            assert 0 <= float(bar.attrib["x"]) <= float(bar.attrib["x"]) + float(bar.attrib["width"]) <= width


def test_it_needs_nothing_from_elsewhere(page: str) -> None:
    assert "<script" not in page
    assert not re.search(r"(src|href)=|url\(|@import", page)
    assert set(re.findall(r"https?://[^\"]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "prefers-color-scheme: dark" in page


def test_it_tells_names_figures_and_how_it_was_measured(page: str) -> None:
    for told in (
        "beginner",
        "random",
        "40 games in 20 rounds",
        "3 players",
        "fair share 50 %",
        "Student’s t",
        "Wilson",
    ):
        assert told in page


def test_a_single_round_of_many_bots_has_a_page_too(play: Play) -> None:
    match = ArenaMatch(game="mahe", seats=2, bots=("beginner", "random", "easy"), seed=1)
    assert page_of(match, play(match, range(3))).count("<svg") == 6
