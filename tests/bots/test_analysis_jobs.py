"""Many games analysed at once: what each alone would be told."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from laguna.cli import main
from laguna.core.luck import SeededLuck
from laguna.core.record import Recorder
from laguna.games import GAMES
from laguna.simulation import recorded

GAME = "mahe"
"""Whose kernels other tests have compiled."""
PROGRAM = [sys.executable, "-c", "import sys; from laguna.cli import main; sys.exit(main())"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with one game and one with two."""
    folder, game = tmp_path_factory.mktemp("records"), GAMES[GAME]
    texts = [recorded(game, 2, game.options(), 3, number) for number in range(3)]
    for name, text in (("a", texts[0]), ("b", texts[1] + texts[2])):
        (folder / f"{name}.jsonl").write_text(text)
    return folder


def test_many_games_are_analysed_as_one_by_one(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    paths = [str(folder / f"{name}.jsonl") for name in "ab"]
    assert main(["analyse", *paths, "--iterations", "20", "--cores", "2", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["file"], line["number"]) for line in lines] == [(paths[0], 1), (paths[1], 1), (paths[1], 2)]
    assert main(["analyse", paths[1], "--game", "2", "--iterations", "20", "--json"]) == 0
    assert lines[2]["analysis"] == json.loads(capsys.readouterr().out)


def test_every_game_of_a_file_is_a_line(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert main(["analyse", str(folder / "b.jsonl"), "--all", "--iterations", "1", "--cores", "1"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{folder}/b.jsonl, game 1: {GAME}; player 1 ")
    assert second.startswith(f"{folder}/b.jsonl, game 2: {GAME}; player 1 ")
    assert "player 2 " in first


def test_answers_go_to_a_file_also_while_a_terminal_shows_the_progress(folder: Path, tmp_path: Path) -> None:
    terminal, stderr = pty.openpty()
    out, shown = tmp_path / "out.jsonl", b""
    words = ["analyse", str(folder / "b.jsonl"), "--all", "--iterations", "1", "--cores", "1", "--json"]
    with out.open("w") as stdout, subprocess.Popen([*PROGRAM, *words], stdout=stdout, stderr=stderr):
        os.close(stderr)
        with suppress(OSError):  # that is how a terminal ends
            while part := os.read(terminal, 1 << 16):
                shown += part
        os.close(terminal)
    assert [json.loads(line)["number"] for line in out.read_text().splitlines()] == [1, 2]
    assert b"thinking" in shown


def test_a_bad_file_among_many_is_named_before_anybody_thinks(
    capsys: pytest.CaptureFixture[str], folder: Path, tmp_path: Path
) -> None:
    game = GAMES[GAME]
    left = tmp_path / "left.jsonl"
    left.write_text(Recorder(game, 2, game.options(), SeededLuck(1)).close())
    for bad, told in ((left, "The game was left before its end"), (tmp_path / "none.jsonl", "cannot be read")):
        assert main(["analyse", str(folder / "a.jsonl"), str(bad)]) == 2
        answer = capsys.readouterr()
        assert (answer.out, answer.err.count("\n")) == ("", 1)
        assert str(bad) in answer.err
        assert told in answer.err
