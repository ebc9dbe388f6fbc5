"""`laguna arena` and `laguna ladder`, as they are typed."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.fixture_types import Run
from laguna.arena.match import PlayedGame
from laguna.arena.match_log import FILE_NAME

PROGRAM = [sys.executable, "-c", "import sys; from laguna.cli import main; sys.exit(main())"]
MATCH = ["arena", "mahe", "--bots", "beginner,random", "--seats", 3, "--seed", 7, "--cores", 1]


def lines(folder: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in (folder / FILE_NAME).read_text().splitlines()]


def timeless(folder: Path) -> list[dict[str, object]]:
    """The header, then the games in the order of their numbers, without seconds."""
    header, *games = lines(folder)
    return [header, *sorted(({**game, "seconds": None} for game in games), key=lambda game: str(game["game"]))]


def on_a_full_disk(words: list[object], most_bytes: int) -> subprocess.CompletedProcess[str]:
    """Type a command where no file can get longer than this."""
    return subprocess.run(
        [*PROGRAM, *map(str, words)],
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes)),
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_json_has_everything(run: Run) -> None:
    answer = run(*MATCH, "--games", 3, "--json")
    assert answer.code == 0
    data = answer.data
    assert list(data) == ["match", "rounds", "games", "unfinished", "confidence", "fair", "rows", "seat_wins"]
    assert list(data["match"]) == ["game", "seats", "bots", "seed", "options", "budgets", "policies"]
    assert (data["games"], data["rounds"], data["fair"], data["confidence"]) == (4, 2, 0.5, 0.95)
    assert [row["name"] for row in data["rows"]] == ["beginner", "random"]
    for row in data["rows"]:
        assert list(row) == [
            "name",
            "games",
            "win_rate",
            "score_share",
            "mean_score",
            "mean_place",
            "moves",
            "moves_per_game",
            "seconds_per_move",
            "rating",
        ]
        assert row["win_rate"]["low"] <= row["win_rate"]["mean"] <= row["win_rate"]["high"]
        assert list(row["rating"]) == ["mu", "sigma", "ordinal"]


def test_the_table_and_nothing_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    answer = run(*MATCH, "--games", 2)
    assert answer.code == 0
    assert "mahe, 3 players: 2 games in 1 rounds. The fair share is 50.0 %" in answer.out
    for told in ("beginner", "random", "win rate", "score share", "rating", "ms a move"):
        assert told in answer.out
    assert list(tmp_path.iterdir()) == []


def test_resumed_equals_uninterrupted(run: Run, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    once = run(*MATCH, "--games", 12, "--json", "--report", whole).data
    run(*MATCH, "--games", 4, "--report", parts)
    file = parts / FILE_NAME
    kept = file.read_bytes().splitlines(keepends=True)[:4]
    file.write_bytes(b"".join(kept)[:-9])  # stopped in the middle of a line
    twice = run(*MATCH, "--games", 12, "--json", "--report", parts).data
    assert timeless(parts) == timeless(whole)
    assert file.read_bytes().startswith(b"".join(kept[:3]))
    for answer in (once, twice):
        assert [row.pop("seconds_per_move") > 0 for row in answer["rows"]] == [True, True]
    assert once == twice
    assert (whole / "report.html").exists()


def test_a_match_that_is_complete_is_only_told_again(run: Run, tmp_path: Path) -> None:
    first = run(*MATCH, "--games", 4, "--json", "--report", tmp_path)
    before = (tmp_path / FILE_NAME).read_bytes()
    assert run(*MATCH, "--games", 4, "--json", "--report", tmp_path) == first
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_ctrl_c_leaves_what_can_be_gone_on_with_and_says_so(tmp_path: Path, games: list[PlayedGame]) -> None:
    words = [*MATCH, "--games", 1_000_000, "--report", tmp_path]
    with subprocess.Popen(
        [*PROGRAM, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        file = tmp_path / FILE_NAME
        while not (file.exists() and file.read_bytes().count(b"\n") > 3):
            assert program.poll() is None
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=60)
    assert (program.returncode, out) == (130, "")
    assert f"games of 1,000,000 are kept in {tmp_path}; the same command goes on from there.\nStopped.\n" in err
    assert "Traceback" not in err
    kept = {game["game"]: game["scores"] for game in lines(tmp_path)[1:]}
    assert all(list(game.scores) == kept[game.game] for game in games if game.game in kept)


@pytest.mark.parametrize("most_bytes", [100, 1000])
def test_a_full_disk_is_told_with_the_file_and_the_match_goes_on_afterwards(
    run: Run, tmp_path: Path, most_bytes: int
) -> None:
    full, whole, words = tmp_path / "full", tmp_path / "whole", [*MATCH, "--games", 12, "--report"]
    ended = on_a_full_disk([*words, full], most_bytes)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"{full / FILE_NAME} cannot be written: File too large.\n"
    assert run(*words, full).code == run(*words, whole).code == 0
    assert timeless(full) == timeless(whole)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["mahe", "--bots", "beginner"], "at least two bots"),
        (["mahe", "--bots", ","], "at least two bots"),
        (["mahe", "--bots", "good,good"], "good is named twice"),
        (["mahe", "--bots", "good,parrot"], "There is no bot “parrot”. The bots are: beginner, easy, good, strong"),
        (["mahe", "--bots", "good,easy", "--seats", 9], "mahe is for 2 to 7 players, not 9"),
        (["mahe", "--bots", "good,easy", "--games", 0], "--games is a number from 1"),
        (["mahe", "--bots", "good,easy", "--seed", -1], "--seed is a number from 0"),
        (["mahe", "--bots", "good,easy", "--budget", 0], "--budget is a number from 1"),
        (["mahe", "--bots", "good,easy", "--iterations", 0], "--iterations is a number from 1"),
        (["mahe", "--bots", "good,easy", "--cores", 0], "--cores is a number from 1"),
        (["mahe", "--bots", "good,easy", "--budget", 5, "--iterations", 5], "exclude each other"),
        (["mahe", "--bots", "good,easy", "--option", "advanced=perhaps"], "The option “advanced” is"),
        (["maeh", "--bots", "good,easy"], "did you mean mahe?"),
        (["mahe"], "Missing option '--bots'"),
        (["ship_ahoy", "--bots", "search,random", "--cores", 1], "There is no bot “search” for ship_ahoy"),
    ],
)
def test_a_mistake_is_told_in_one_sentence(run: Run, words: list[object], told: str) -> None:
    answer = run("arena", *words)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert answer.err.count("\n") == 1
    assert answer.err.endswith((".\n", "?\n"))


def test_the_folder_of_another_match_is_told_in_one_sentence(run: Run, tmp_path: Path) -> None:
    run(*MATCH, "--games", 2, "--report", tmp_path)
    answer = run(*MATCH, "--games", 2, "--report", tmp_path, "--option", "advanced=yes")
    assert (answer.code, answer.out) == (2, "")
    assert "holds another match: options is" in answer.err
    assert answer.err.endswith("choose another place.\n")


@pytest.mark.parametrize("command", ["arena", "ladder"])
def test_help_has_an_example(run: Run, command: str) -> None:
    assert f"Example: laguna {command} " in run(command, "--help").out
