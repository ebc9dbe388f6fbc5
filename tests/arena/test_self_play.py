"""Bots play for their records: the same files whenever, wherever and however often it was stopped."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.fixture_types import Run
from arena.test_cli import PROGRAM, on_a_full_disk
from laguna.arena.self_play import self_play_match
from laguna.bots.levels import REFERENCE_BOTS
from laguna.core import record
from laguna.core.bot import LEVELS, Budget
from laguna.games import GAMES, RULED

PLAY = ["self-play", "mahe", "--bots", "beginner,random", "--seats", 3, "--seed", 7, "--cores", 1]


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six games, played at one go by two workers."""
    folder = tmp_path_factory.mktemp("whole")
    words = [*PLAY[:-1], 2, "--games", 6, "--out", folder]
    subprocess.run([*PROGRAM, *map(str, words)], check=True, capture_output=True)
    return folder


def test_every_record_verifies_and_has_the_seats_that_the_index_tells(run: Run, whole: Path) -> None:
    lines = [json.loads(line) for line in (whole / "games.jsonl").read_text().splitlines()]
    assert [line["record"] for line in lines] == [f"records/{number:07}.jsonl" for number in range(6)]
    for line in lines:
        assert run("verify", whole / line["record"]).code == 0
        assert set(line["bots"]) == {"beginner", "random"}
    assert len({tuple(line["bots"]) for line in lines}) > 1


def test_every_game_has_its_own_luck(whole: Path) -> None:
    commitments = {record.read(path)[0].header.commitment for path in (whole / "records").iterdir()}
    assert len(commitments) == 6


def test_resumed_equals_uninterrupted(run: Run, whole: Path, tmp_path: Path) -> None:
    assert run(*PLAY, "--games", 4, "--out", tmp_path).code == 0
    (tmp_path / "records" / "0000001.jsonl").unlink()
    kept = (tmp_path / "records" / "0000002.jsonl").stat().st_mtime_ns
    assert run(*PLAY, "--games", 6, "--out", tmp_path).out == f"6 games are recorded in {tmp_path}.\n"
    assert files(tmp_path) == files(whole)
    assert (tmp_path / "records" / "0000002.jsonl").stat().st_mtime_ns == kept


def test_two_at_once_into_one_folder_fill_it_as_one_would(whole: Path, tmp_path: Path) -> None:
    words = [*PROGRAM, *map(str, [*PLAY, "--games", 6, "--out", tmp_path])]
    both = [subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    assert [(each.communicate(timeout=60)[1], each.returncode) for each in both] == [("", 0)] * 2
    assert files(tmp_path) == files(whole)


def test_ctrl_c_leaves_whole_records_and_says_how_to_go_on(whole: Path, tmp_path: Path) -> None:
    words = [*PLAY, "--games", 1_000_000, "--out", tmp_path]
    with subprocess.Popen(
        [*PROGRAM, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as it:
        while not (tmp_path / "records" / "0000003.jsonl").exists():
            assert it.poll() is None
        it.send_signal(signal.SIGINT)
        out, err = it.communicate(timeout=60)
    assert (it.returncode, out) == (130, "")
    assert "games of 1,000,000 are kept; the same command goes on from there.\nStopped.\n" in err
    assert "Traceback" not in err
    there = {name: text for name, text in files(tmp_path).items() if not name.endswith(".part")}
    assert all(there.get(name, text) == text for name, text in files(whole).items())
    assert "games.jsonl" not in there


def test_a_full_disk_is_told_with_the_file_and_leaves_whole_records(whole: Path, run: Run, tmp_path: Path) -> None:
    longest = max(len(text) for text in files(whole / "records").values())
    ended = on_a_full_disk([*PLAY, "--games", 6, "--out", tmp_path], longest - 1)
    [broken] = [path for path, text in files(whole / "records").items() if len(text) == longest]
    assert ended.returncode == 2
    assert ended.stderr == f"{tmp_path}/records/{broken} cannot be written: File too large.\n"
    there = files(tmp_path)
    assert f"records/{broken}" not in there
    assert there.items() <= files(whole).items()
    assert run(*PLAY, "--games", 6, "--out", tmp_path).code == 0
    assert files(tmp_path) == files(whole)


def test_nobody_thinks_by_the_clock() -> None:
    for key, game in GAMES.items():
        bots = (*LEVELS, *REFERENCE_BOTS) if key in RULED else (*LEVELS, "random")
        match = self_play_match(key, game.seats[0], bots, 0, {}, None)
        assert all(budget.seconds is None for budget in match.budgets.values())
        assert key not in RULED or {"strong", "search"} <= match.budgets.keys()


def test_iterations_are_those_that_were_asked_for() -> None:
    match = self_play_match("mahe", 2, ("easy", "strong"), 0, {}, 30)
    assert match.budgets == {"easy": Budget(iterations=30), "strong": Budget(iterations=30)}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["mahe", "--bots", ","], "Somebody has to play"),
        (["mahe", "--bots", "parrot"], "There is no bot “parrot”"),
        (["mahe", "--bots", "good", "--games", 0], "--games is a number from 1"),
        (["mahe", "--bots", "good", "--iterations", 0], "--iterations is a number from 1"),
        (["mahe", "--bots", "good", "--cores", 0], "--cores is a number from 1"),
        (["mahe", "--bots", "good", "--seats", 9], "mahe is for 2 to 7 players"),
        (["maeh", "--bots", "good"], "did you mean mahe?"),
    ],
)
def test_a_mistake_is_told_in_one_sentence_and_nothing_is_made(
    run: Run, tmp_path: Path, words: list[object], told: str
) -> None:
    answer = run("self-play", *words, "--out", tmp_path / "out")
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert answer.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda text: text.replace(b'"seed":7', b'"seed":8'), "holds another match: seed is 8 there and 7 now"),
        (lambda _: b"a shopping list", "does not hold a match"),
    ],
)
def test_other_games_in_the_folder_are_told_in_one_sentence_and_left_alone(
    run: Run, whole: Path, tmp_path: Path, spoil: Callable[[bytes], bytes], told: str
) -> None:
    header = tmp_path / "self_play.json"
    header.write_bytes(spoil((whole / "self_play.json").read_bytes()))
    answer = run(*PLAY, "--games", 2, "--out", tmp_path)
    assert (answer.code, answer.out) == (2, "")
    assert told in answer.err
    assert not any((tmp_path / "records").iterdir())
