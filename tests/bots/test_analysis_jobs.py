"""Many games analysed at once, each as it would be alone; and what `laguna mine` finds in them."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

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


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def mine(folder: Path, names: str, out: Path) -> tuple[str, ...]:
    files = [str(folder / f"{name}.jsonl") for name in names]
    return ("mine", *files, "--out", str(out), "--iterations", "20", "--least", "5", "--cores", "1")


@pytest.fixture(scope="module")
def mined(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was found in all three games."""
    out = tmp_path_factory.mktemp("mined") / "found.jsonl"
    assert main(mine(folder, "ab", out)) == 0
    return out


def test_what_is_mined_are_the_costly_decisions_of_the_analyses(
    capsys: pytest.CaptureFixture[str], folder: Path, mined: Path
) -> None:
    header, *games = lines(mined)
    assert (header["least"], header["iterations"]) == (5.0, 20)
    assert main(["analyse", *(str(folder / f"{name}.jsonl") for name in "ab"), "--iterations", "20", "--json"]) == 0
    analysed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(game["file"], game["number"]) for game in games] == [(each["file"], each["number"]) for each in analysed]
    for game, each in zip(games, analysed, strict=True):
        verdicts = each["analysis"]["verdicts"]
        assert game["decisions"] == [one for one in verdicts if one["better"] is not None and one["lost"] >= 0.05]
        assert len(game["decisions"]) < len(verdicts)
    assert any(game["decisions"] for game in games)


def test_mining_goes_on_where_it_stopped_and_with_more_games(
    capsys: pytest.CaptureFixture[str], folder: Path, mined: Path, tmp_path: Path
) -> None:
    out, whole = tmp_path / "found.jsonl", mined.read_bytes()
    assert main(mine(folder, "a", out)) == 0
    assert whole.startswith(out.read_bytes())
    capsys.readouterr()
    assert main(mine(folder, "ab", out)) == 0
    assert out.read_bytes() == whole
    count = sum(len(game["decisions"]) for game in lines(out)[1:])
    assert " ".join(capsys.readouterr().out.split()) == f"{count} decisions of 3 games are in {out}."
    out.write_bytes(whole[:-9])  # stopped in the middle of a line
    assert main(mine(folder, "ab", out)) == 0
    assert out.read_bytes() == whole


def test_ctrl_c_leaves_whole_lines_and_says_how_to_go_on(folder: Path, tmp_path: Path) -> None:
    out, begun = tmp_path / "found.jsonl", tmp_path / "begun.jsonl"
    words = ["mine", *[str(folder / "b.jsonl")] * 1000, "--out", str(out), "--iterations", "1", "--cores", "1"]
    with subprocess.Popen([*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as it:
        while not (out.exists() and out.read_bytes().count(b"\n") > 2):
            assert it.poll() is None
        it.send_signal(signal.SIGINT)
        told, err = it.communicate(timeout=60)
    assert (it.returncode, told) == (130, "")
    kept = out.read_bytes().count(b"\n") - 1
    assert err == f"{kept:,} games of 2,000 are kept in {out}; the same command goes on from there.\nStopped.\n"
    begun.write_bytes(b"".join(out.read_bytes().splitlines(keepends=True)[:3]))
    assert main(["mine", str(folder / "b.jsonl"), "--out", str(begun), "--iterations", "1", "--cores", "1"]) == 0
    assert out.read_bytes().startswith(begun.read_bytes())


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--least", "101"), "--least is a number from 0 to 100"),
        (("--iterations", "0"), "--iterations is a number from 1"),
        (("--cores", "0"), "--cores is a number from 1"),
        (("--iterations", "21"), "holds another search of games: iterations is 20 there and 21 now"),
    ],
)
def test_a_mistake_in_mining_is_told_in_one_sentence_and_nothing_is_changed(
    capsys: pytest.CaptureFixture[str], folder: Path, mined: Path, more: tuple[str, ...], told: str
) -> None:
    before = mined.read_bytes()
    assert main([*mine(folder, "ab", mined), *more]) == 2
    answer = capsys.readouterr()
    assert (answer.out, answer.err.count("\n")) == ("", 1)
    assert told in answer.err
    assert mined.read_bytes() == before


def test_a_search_of_other_games_and_what_is_none_are_left_alone(
    capsys: pytest.CaptureFixture[str], folder: Path, mined: Path
) -> None:
    for out, told in (
        (mined, "holds a search of other games"),
        (folder / "a.jsonl", "does not hold a search of games"),
    ):
        before = out.read_bytes()
        assert main(mine(folder, "b", out)) == 2
        assert capsys.readouterr().err == f"{out} {told}; choose another place.\n"
        assert out.read_bytes() == before
