"""`laguna new-game` writes a package that plays and passes its tests at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from laguna.cli import main
from laguna.games import GAMES
from outside.environment import Environment


def test_a_new_game_passes_its_tests_and_the_laws_at_once_and_plays(tmp_path: Path) -> None:
    assert main(["new-game", "Sea dice", "--in", str(tmp_path)]) == 0
    package = tmp_path / "sea_dice"
    made = Environment(tmp_path, package)
    done = made.pytest(package / "tests")
    assert done.returncode == 0, done.stdout
    assert "✗" not in made.run("check", "sea_dice", "--games", 20)
    typed = "1\n" * 60
    assert "wins!" in made.run("terminal", "sea_dice", "--seats", 2, "--bots", "random", "--lang", "en", typed=typed)


def test_it_says_what_to_do_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LAGUNA_STARTER", raising=False)
    assert main(["new-game", "stones", "--in", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    for step in ("pip install -e .", "laguna check stones", "laguna terminal stones"):
        assert step in told
    assert "tiny" not in "".join(path.read_text("utf-8") for path in (tmp_path / "stones").rglob("*.*")).lower()


def test_started_by_play_it_names_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LAGUNA_STARTER", "../laguna/play")
    assert main(["new-game", "stones", "--in", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    for step in (f"install {tmp_path / 'stones'}", "check stones", "terminal stones"):
        assert f"  ../laguna/play {step} " in told


@pytest.mark.parametrize("name", ["", "7seas", "../evil", "class", "Żółw", "a", "x" * 80])
def test_a_name_that_cannot_be_is_told_in_a_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new-game", name, "--in", str(tmp_path)]) == 2
    assert "cannot be a game's name" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "stones").mkdir()
    assert main(["new-game", "stones", "--in", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["new-game", next(iter(GAMES)), "--in", str(tmp_path)]) == 2
    assert list((tmp_path / "stones").iterdir()) == []
