"""A match on file goes on where it stopped."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from laguna.arena.match import ArenaMatch, PlayedGame
from laguna.arena.match_log import FILE_NAME, MatchLog
from laguna.crew.crew import WorkFailed


def written(folder: Path, match: ArenaMatch, games: list[PlayedGame]) -> Path:
    with MatchLog(folder, match) as log:
        for game in games:
            log.add(game)
    return folder / FILE_NAME


def read(folder: Path, match: ArenaMatch) -> list[PlayedGame]:
    with MatchLog(folder, match) as log:
        return list(log.played.values())


def test_what_is_written_is_read_again(tmp_path: Path, match: ArenaMatch, games: list[PlayedGame]) -> None:
    written(tmp_path / "new" / "folder", match, games)
    assert read(tmp_path / "new" / "folder", match) == games


def test_each_game_is_on_file_at_once(tmp_path: Path, match: ArenaMatch, games: list[PlayedGame]) -> None:
    with MatchLog(tmp_path, match) as log:
        for count, game in enumerate(games[:3], 2):
            log.add(game)
            assert len((tmp_path / FILE_NAME).read_bytes().splitlines()) == count


def test_what_another_command_is_writing_is_told_and_left_alone(
    tmp_path: Path, match: ArenaMatch, games: list[PlayedGame]
) -> None:
    with MatchLog(tmp_path, match) as log:
        log.add(games[0])
        before = (tmp_path / FILE_NAME).read_bytes()
        with pytest.raises(WorkFailed, match=rf"^Another command is writing {tmp_path}.*; wait until it has ended\.$"):
            read(tmp_path, match)
        assert (tmp_path / FILE_NAME).read_bytes() == before
        log.add(games[1])
    assert read(tmp_path, match) == games[:2]


@pytest.mark.parametrize("torn", [1, 20, 100])
def test_a_torn_last_line_is_dropped(tmp_path: Path, match: ArenaMatch, games: list[PlayedGame], torn: int) -> None:
    file = written(tmp_path, match, games[:3])
    whole = file.read_bytes()
    file.write_bytes(whole[:-torn])
    with MatchLog(tmp_path, match) as log:
        assert list(log.played.values()) == games[:2]
        log.add(games[2])
    assert file.read_bytes() == whole


def test_a_torn_first_line_begins_anew(tmp_path: Path, match: ArenaMatch, games: list[PlayedGame]) -> None:
    file = written(tmp_path, match, [])
    whole = file.read_bytes()
    file.write_bytes(whole[:30])
    assert read(tmp_path, match) == []
    assert file.read_bytes() == whole
    assert read(written(tmp_path, match, games[:2]).parent, match) == games[:2]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 8}, "seed is 7 there and 8 now"),
        ({"bots": ("random", "beginner")}, 'bots is ["beginner","random"] there and ["random","beginner"] now'),
        ({"seats": 4}, "seats is 3 there and 4 now"),
        ({"options": {"advanced": True}}, 'options is {} there and {"advanced":true} now'),
    ],
)
def test_the_file_of_another_match_is_refused_and_left_alone(
    tmp_path: Path, match: ArenaMatch, games: list[PlayedGame], change: dict[str, object], told: str
) -> None:
    file = written(tmp_path, match, games[:2])
    before = file.read_bytes()
    with pytest.raises(WorkFailed) as trouble:
        read(tmp_path, msgspec.structs.replace(match, **change))
    assert told in str(trouble.value)
    assert file.read_bytes() == before


def test_games_of_another_program_are_refused(tmp_path: Path, match: ArenaMatch, games: list[PlayedGame]) -> None:
    file = written(tmp_path, match, games[:1])
    file.write_bytes(file.read_bytes().replace(b'"rules":', b'"rules":9'))
    with pytest.raises(WorkFailed, match="rules is 9"):
        read(tmp_path, match)


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, match: ArenaMatch) -> None:
    (tmp_path / FILE_NAME).write_text("a shopping list\nmilk\n")
    with pytest.raises(WorkFailed, match="does not hold a match"):
        read(tmp_path, match)
    assert (tmp_path / FILE_NAME).read_text() == "a shopping list\nmilk\n"


def test_a_spoilt_line_in_the_middle_is_told_by_its_number(
    tmp_path: Path, match: ArenaMatch, games: list[PlayedGame]
) -> None:
    file = written(tmp_path, match, games[:3])
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], b"spoilt\n", *lines[3:]]))
    with pytest.raises(WorkFailed, match="Line 3 of"):
        read(tmp_path, match)
