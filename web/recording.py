"""Games that the tests of the pages need: whole ones, as the server tells them, played anew when the rules changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
SOURCES = PROJECT / "src"
RECORDER = PROJECT / "tests/folding/record_steps.py"
STEPS = PROJECT / "web/node_modules/.cache/steps"
"""Where the tests find them; see `web/tests/laws/recorded.ts`."""
RECORDED = STEPS / ".recorded"
"""The mark of the sources that they were played with."""


class RecordingFailed(Exception):  # noqa: N818 - it is told, in a sentence
    """The games could not be played; this is why."""


def sources() -> Iterator[Path]:
    """Everything that these games come from: rules, what plays them, and the versions of the packages they use."""
    yield RECORDER
    yield PROJECT / "uv.lock"
    yield from sorted((PROJECT / "tests/golden").glob("*.jsonl"))
    for folder in ("core", "games"):
        yield from sorted((SOURCES / "laguna" / folder).rglob("*.py"))


def record(mark: str) -> None:
    """Play them. What was there stays until the new ones are whole. Raises `RecordingFailed`."""
    fresh = STEPS.with_name(".steps.new")
    shutil.rmtree(fresh, ignore_errors=True)
    path = os.pathsep.join(filter(None, (str(SOURCES), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, str(RECORDER), str(fresh)]
    env = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, check=False, env=env, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise RecordingFailed(f"The games for the tests could not be played:\n{done.stderr}")
    (fresh / RECORDED.name).write_text(mark, "ascii")
    shutil.rmtree(STEPS, ignore_errors=True)
    fresh.rename(STEPS)
