"""The programs that read our lock files: uv for `uv.lock`, npm for `web/package-lock.json`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]


class NoTool(Exception):  # noqa: N818 - it is told, in a sentence
    """A program that is not there."""


def uv(*words: str) -> subprocess.CompletedProcess[str]:
    """Run uv: the one that `./play` fetched, or one that is installed. Raises `NoTool`."""
    path = os.pathsep.join((str(PROJECT / ".tools/uv/bin"), os.environ.get("PATH", "")))
    found = shutil.which("uv", path=path)
    if found is None:
        raise NoTool("There is no uv: `./play setup` fetches it.")
    return _said(found, *words)


def npm(*words: str) -> subprocess.CompletedProcess[str]:
    """Run npm, of the Python environment this runs in."""
    return _said(sys.executable, str(PROJECT / "web/build.py"), "npm", *words)


def _said(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, check=False, cwd=PROJECT, capture_output=True, text=True)  # noqa: S603 - our own words
