"""Policies in a match: as bots by their files, refused where they do not fit, and never another file halfway."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from arena.fixture_types import Run
from bots.small_policies import written
from laguna.arena.game_jobs import GameJob, play_game
from laguna.arena.match import ArenaMatch, MatchFailed
from laguna.arena.match_log import FILE_NAME
from laguna.arena.policies import digests

MATCH = ["arena", "mahe", "--seats", 2, "--seed", 5, "--cores", 1, "--games", 4]


@pytest.fixture
def best(tmp_path: Path) -> Path:
    return written(tmp_path / "Best [1].npz", seats=[2])


def test_a_policy_plays_a_match_and_the_same_one_every_time(run: Run, best: Path) -> None:
    answers = [run(*MATCH, "--bots", f"Policy:{best},beginner", "--json") for _ in range(2)]
    assert [answer.code for answer in answers] == [0, 0]
    data = answers[0].data
    assert data["match"]["bots"] == [f"policy:{best}", "beginner"]
    assert data["match"]["policies"] == {f"policy:{best}": hashlib.sha256(best.read_bytes()).hexdigest()}
    assert [row["mean_score"] for row in data["rows"]] == [row["mean_score"] for row in answers[1].data["rows"]]


def test_it_is_called_by_its_file_in_the_table_and_in_the_report(
    run: Run, best: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = run(*MATCH, "--bots", f"policy:{best.name},random", "--report", "report")
    assert answer.code == 0
    assert "policy:Best [1].npz" in answer.out
    assert "policy:Best [1].npz" in Path("report/report.html").read_text("utf-8")
    games = [json.loads(line) for line in Path("report", FILE_NAME).read_text("utf-8").splitlines()[1:]]
    assert {name for game in games for name in game["bots"]} == {"policy:Best [1].npz", "random"}


def test_a_match_goes_on_only_with_the_file_that_it_began_with(run: Run, best: Path, tmp_path: Path) -> None:
    match = (*MATCH, "--bots", f"policy:{best},random", "--report", tmp_path / "report")
    assert run(*match).code == 0
    written(best, seed=1, seats=[2])
    answer = run(*match)
    assert answer.code == 2
    assert "holds another match: policies is" in answer.err


def test_a_file_that_changes_while_it_plays_ends_the_match(best: Path) -> None:
    names = (f"policy:{best}", "random")
    match = ArenaMatch(game="mahe", seats=2, bots=names, seed=5, policies=digests(names, "mahe", 2))
    assert play_game(GameJob(match, 0)).finished
    written(best, seed=1, seats=[2])
    with pytest.raises(MatchFailed, match="is not the file that this match began with"):
        play_game(GameJob(match, 1))
    best.unlink()
    with pytest.raises(MatchFailed, match="No such file"):
        play_game(GameJob(match, 1))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["arena", "mahe", "--seats", 3], "was trained for 2 players, not for 3."),
        (["arena", "duck", "--seats", 2], "plays mahe, not duck."),
        (["self-play", "mahe", "--seats", 3, "--out", "unwritten"], "was trained for 2 players, not for 3."),
        (["terminal", "mahe", "--seats", 3], "was trained for 2 players, not for 3."),
        (["terminal", "duck", "--seats", 2], "plays mahe, not duck."),
    ],
    ids=lambda words: "-".join(map(str, words)) if isinstance(words, list) else None,
)
def test_a_policy_that_does_not_fit_is_refused_in_a_sentence(
    run: Run, best: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[object], why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    bots = f"policy:{best.name}" if words[0] == "terminal" else f"policy:{best.name},random"
    answer = run(*words, "--bots", bots)
    assert (answer.code, answer.out) == (2, "")
    assert f"Best [1].npz {why}" in " ".join(answer.err.split())
    assert not Path("unwritten").exists()


def test_self_play_records_the_games_of_a_policy(run: Run, best: Path, tmp_path: Path) -> None:
    answer = run("self-play", "mahe", "--seats", 2, "--bots", f"policy:{best}", "--games", 2, "--cores", 1,
                 "--out", tmp_path / "games")  # fmt: skip
    assert answer.code == 0
    index = (tmp_path / "games" / "games.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["bots"] for line in index] == [[f"policy:{best}"] * 2] * 2
