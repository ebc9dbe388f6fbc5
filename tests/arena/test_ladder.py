"""The ladder: which matches it has, when they stop, and its page."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from arena.fixture_types import Run
from laguna.arena.ladder import FIRST_LOOK_ROUNDS, Rung, folder_name, matches, play_ladder
from laguna.arena.ladder_page import ladder_page
from laguna.arena.match import ArenaMatch
from laguna.arena.match_log import FILE_NAME
from laguna.core.bot import Budget
from laguna.crew.local_crew import LocalCrew
from laguna.games import GAMES

THINKING = Budget(seconds=0.1)


def test_every_level_meets_the_one_below_in_every_game_and_seat_count() -> None:
    wanted = {(match.game, match.seats, match.bots) for match in matches(list(GAMES), 0, THINKING)}
    for key, game in GAMES.items():
        for seats in game.seats:
            for pair in (("easy", "beginner"), ("good", "easy"), ("strong", "good")):
                assert (key, seats, pair) in wanted
        assert (key, 2, ("strong", "random")) in wanted
        assert ((key, 2, ("strong", "search")) in wanted) == (key != "ship_ahoy")
    assert len(wanted) == 3 * sum(len(game.seats) for game in GAMES.values()) + 5 + 4


def test_strong_and_the_search_think_equally_long_and_the_others_as_usual() -> None:
    for match in matches(list(GAMES), 0, THINKING):
        assert match.budgets == {name: THINKING for name in match.bots if name in ("strong", "search")}


def decided(win: bool) -> ArenaMatch:
    """A match that is clear at the first look: an easy bot and random play, either named first."""
    return ArenaMatch(game="mahe", seats=2, bots=("easy", "random") if win else ("random", "easy"), seed=1)


@pytest.mark.parametrize(("win", "side"), [(True, 1), (False, -1)])
def test_a_match_stops_when_it_is_clear_and_is_not_played_again(
    crew: LocalCrew, tmp_path: Path, win: bool, side: int
) -> None:
    match = decided(win)
    (rung,) = play_ladder([match], tmp_path, crew, 600)
    assert rung.result is not None
    assert (rung.side, rung.result.rounds) == (side, FIRST_LOOK_ROUNDS)
    file = tmp_path / folder_name(match) / FILE_NAME
    before = file.read_bytes()
    assert list(play_ladder([match], tmp_path, crew, 600)) == [rung]
    assert file.read_bytes() == before


def test_a_match_without_time_is_open_and_goes_on_when_there_is_more(crew: LocalCrew, tmp_path: Path) -> None:
    match = decided(True)
    assert list(play_ladder([match], tmp_path, crew, 0)) == [Rung(match, None)]
    (rung,) = play_ladder([match], tmp_path, crew, 600)
    assert rung.side == 1


def test_a_changed_match_has_a_folder_of_its_own(match: ArenaMatch) -> None:
    assert folder_name(match) == folder_name(msgspec.structs.replace(match))
    assert folder_name(match) != folder_name(msgspec.structs.replace(match, seed=8))


def test_the_page_has_a_row_for_every_match_and_says_how_it_was_measured(crew: LocalCrew, tmp_path: Path) -> None:
    rungs = [*play_ladder([decided(True), decided(False)], tmp_path, crew, 600), Rung(decided(True), None)]
    told = ladder_page(rungs, 1, 2)
    rows = [line for line in told.splitlines() if line.startswith("| 2 |")]
    assert [row.split(" | ")[-1] for row in rows] == ["**clear** |", "**the wrong way round** |", "open |"]
    assert rows[0].startswith("| 2 | easy – random | ")
    assert "Of 3 matches 1 are clear, 1 the wrong way round, 1 open." in told
    for how in ("## Mahé", "5 % / (k · (k + 1))", "Student's t", "Rules version 1", "seed 1, 2 games at a time"):
        assert how in told
    assert all(line.count("|") == 8 for line in told.splitlines() if line.startswith("|"))


def test_without_time_the_command_writes_a_page_of_open_matches(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "ladder.md"
    answer = run("ladder", "ship_ahoy", "--minutes", 0, "--cores", 1, "--matches", tmp_path / "matches", "--out", out)
    assert (answer.code, answer.err) == (0, "")
    assert "0 of 10 matches are clear." in answer.out
    assert out.read_text("utf-8").count("| open |") == 10


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "Missing option '--out'"),
        (["--out", "nowhere/at/all.md"], "--out wants the name of a file"),
        (["--out", "."], "--out wants the name of a file"),
        (["--out", "x.md", "--minutes", -1], "--minutes is a number from 0"),
        (["--out", "x.md", "--budget", 0], "--budget is a number from 1"),
        (["--out", "x.md", "chess"], "There is no game “chess”"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(run: Run, words: list[object], told: str) -> None:
    answer = run("ladder", *words)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert answer.err.count("\n") == 1
