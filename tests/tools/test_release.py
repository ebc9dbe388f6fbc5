"""A release is made by one command, which finds out what is not ready before it builds anything."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.scripts import TOOLS, script

release = script("release")

PROJECT = TOOLS.parent
FILES = ("pyproject.toml", "uv.lock", "web/package.json", "web/package-lock.json", "CHANGELOG.md")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The files of a release that tell versions."""
    (tmp_path / "web").mkdir()
    for name in FILES:
        shutil.copy2(PROJECT / name, tmp_path / name)
    return tmp_path


def test_every_file_tells_the_same_version() -> None:
    told = release.versions(PROJECT)
    assert len(told) == 5
    assert release.disagreement(told) is None


@pytest.mark.parametrize("name", ["web/package.json", "web/package-lock.json"])
def test_a_file_with_another_version_is_named(project: Path, name: str) -> None:
    changed = {**json.loads((project / name).read_text("utf-8")), "version": "99.0.0"}
    (project / name).write_text(json.dumps(changed), "utf-8")
    version = release.versions(project)["pyproject.toml"]
    sentence = f"pyproject.toml says {version}, but {name} says 99.0.0."
    assert release.reasons_against(project)[0] == sentence


def test_a_lock_of_an_older_version_is_named(project: Path) -> None:
    lock = (project / "uv.lock").read_text("utf-8")
    version = release.versions(project)["pyproject.toml"]
    ours = f'name = "laguna"\nversion = "{version}"'
    assert ours in lock
    (project / "uv.lock").write_text(lock.replace(ours, 'name = "laguna"\nversion = "0.0.1"'), "utf-8")
    assert "uv.lock says 0.0.1." in release.reasons_against(project)[0]


@pytest.mark.parametrize(
    ("changelog", "told"),
    [
        ("# Changes\n\n## 1.2.0 – 2026-11-18\n\n### Added\n- Whales.\n\n## 1.1.0 – 2026-01-02\n- Fish.\n", None),
        ("# Changes\n\n## Unreleased\n\n## 1.2.0 – 2026-11-18\n- Whales.\n", None),
        ("# Changes\n\n## Unreleased\n- Whales.\n", "has no heading “## 1.2.0 – YYYY-MM-DD”"),
        ("# Changes\n\n## 1.2.0\n- Whales.\n", "has no heading"),
        ("# Changes\n\n## 11.2.0 – 2026-11-18\n- Whales.\n", "has no heading"),
        ("# Changes\n\n## 1.2.0 – 2026-11-18\n\n## 1.1.0 – 2026-01-02\n- Fish.\n", "says nothing under 1.2.0"),
    ],
)
def test_the_changelog_tells_of_the_version_under_its_heading(changelog: str, told: str | None) -> None:
    found = release.unwritten(changelog, "1.2.0")
    assert found is None if told is None else told in found


def test_what_is_not_ready_is_told_and_nothing_is_built(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "CHANGELOG.md").write_text("# Changes\n", "utf-8")
    monkeypatch.setattr(release, "PROJECT", project)
    monkeypatch.setattr(release, "make", lambda *_: pytest.fail("it was built"))
    assert release.main([]) == 1
    assert capsys.readouterr().err.startswith("CHANGELOG.md has no heading")


@pytest.mark.parametrize(("words", "told"), [([], "git tag -s v"), (["--rehearsal"], "This was a rehearsal.")])
def test_it_says_what_to_tag_unless_it_was_a_rehearsal(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    version = release.versions(project)["pyproject.toml"]
    (project / "CHANGELOG.md").write_text(f"## {version} – 2026-11-18\n- Whales.\n", "utf-8")
    monkeypatch.setattr(release, "PROJECT", project)
    monkeypatch.setattr(release, "DIST", project / "dist")
    monkeypatch.setattr(release, "make", lambda *_: [project / "uv.lock"])
    assert release.main(words) == 0
    assert told in capsys.readouterr().out


def test_other_words_are_answered_with_how_to_use_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert release.main(["--help"]) == 2
    assert "python tools/release.py" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("path", "swept_in"),
    [
        ("laguna-1.0/web/node_modules/vite/package.json", True),
        ("laguna-1.0/src/laguna/server/pages/app/index.html", True),
        ("laguna-1.0/src/laguna/__pycache__/__init__.cpython-311.pyc", True),
        ("laguna-1.0/web/src/pages/Home.svelte", False),
        ("laguna-1.0/src/laguna/server/pages/site.py", False),
    ],
)
def test_what_is_made_of_the_sources_does_not_belong_into_an_sdist(path: str, swept_in: bool) -> None:
    assert bool(release.NOT_SOURCES.search(path)) == swept_in


@pytest.mark.thorough
def test_wheel_and_sdist_are_whole_where_nothing_else_is(tmp_path: Path) -> None:
    """The command itself, on a copy of the project: about two and a half minutes, and it fetches packages."""
    left_out = shutil.ignore_patterns(".git", ".venv", ".cache", ".data", "__pycache__", "app", "dist", "screenshots")
    project = shutil.copytree(PROJECT, tmp_path / "laguna", ignore=left_out, symlinks=True)
    command = [sys.executable, project / "tools/release.py", "--rehearsal"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    version = release.versions(project)["pyproject.toml"]
    assert {path.name for path in (project / "dist").glob("laguna-*")} == {
        f"laguna-{version}-py3-none-any.whl",
        f"laguna-{version}.tar.gz",
        f"laguna-{version}-python.cdx.json",
        f"laguna-{version}-web.cdx.json",
    }
