"""Which Chromium the tests use: the one that our lock file brings, the same on every machine.

On Linux x86-64 it is `@sparticuz/chromium` of the package-lock.json beside this file, with libraries and a font of its
own, unpacked once into `.cache`. Elsewhere it is the one that Playwright downloads. `LAGUNA_CHROMIUM` names another.
Nothing that happens to be installed is looked at.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import node

try:
    import fcntl
except ImportError:  # Windows: two processes may then fetch it at once
    fcntl = None  # type: ignore[assignment]

HERE = Path(__file__).parent
LOCK = HERE / "package-lock.json"
CACHE = HERE.parents[1] / ".cache/chromium"
NAMED = "LAGUNA_CHROMIUM"
"""The environment variable that names the browser."""
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
UNPACK = """
const [from, to] = process.argv.slice(1);
const { createReadStream, createWriteStream } = require("node:fs");
require("node:stream").pipeline(
  createReadStream(from), require("node:zlib").createBrotliDecompress(), createWriteStream(to),
  (error) => { if (error) throw error; });
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">font-cache</cachedir></fontconfig>
"""


class NoChromium(Exception):  # noqa: N818 - it is told, in a sentence
    """There is none, and none can be had."""


class Chromium(NamedTuple):
    """A browser that starts, and the folder with libraries and fonts if it brought its own."""

    path: Path
    brought: Path | None = None

    @property
    def launching(self) -> dict[str, object]:
        """How Playwright starts it."""
        root = hasattr(os, "geteuid") and os.geteuid() == 0  # for whom Chromium has no sandbox
        sandbox = ["--no-sandbox"] if root or self.brought else []
        return {"executable_path": self.path, "args": [*ARGUMENTS, *sandbox], "env": self._environment}

    @property
    def _environment(self) -> dict[str, str]:
        if self.brought is None:
            return dict(os.environ)
        brought = str(self.brought)
        own = {"LD_LIBRARY_PATH": f"{brought}/lib", "FONTCONFIG_PATH": brought, "XDG_CACHE_HOME": brought}
        return {**os.environ, **own}

    def checked(self) -> Chromium:
        """Itself, if it starts. Raises `NoChromium`."""
        command = [self.path, "--version"]
        try:
            done = subprocess.run(command, check=False, capture_output=True, timeout=60, env=self._environment)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoChromium(f"{self.path} does not start: {error}") from error
        if done.returncode:
            raise NoChromium(f"{self.path} does not start: {done.stderr.decode('utf-8', 'replace')[-400:]}")
        return self


def chromium(playwrights: str) -> Chromium:
    """The Chromium to test with; `playwrights` is where Playwright keeps its own. Raises `NoChromium`."""
    named = os.environ.get(NAMED)
    if named:
        return Chromium(Path(named)).checked()
    if (sys.platform, platform.machine()) == ("linux", "x86_64"):
        return _of_the_lock()
    return _of_playwright(Path(playwrights))


def _of_the_lock() -> Chromium:
    """The one of the lock file; fetched and unpacked when it is asked for the first time."""
    folder = CACHE / hashlib.sha256(LOCK.read_bytes()).hexdigest()[:16]
    with _one_at_a_time():
        if not folder.is_dir():
            stage = CACHE / "stage"
            shutil.rmtree(stage, ignore_errors=True)
            _fetch(stage)
            Chromium(stage / "chromium", stage).checked()
            stage.rename(folder)
    return Chromium(folder / "chromium", folder)


def _fetch(folder: Path) -> None:
    """Fill a folder with the browser, its libraries and its font. Raises `NoChromium`."""
    sys.stderr.write("  Downloading Chromium for the tests (68 MB)\n")
    folder.mkdir(parents=True)
    for name in ("package.json", LOCK.name):
        shutil.copy(HERE / name, folder)
    try:
        node.install(folder)
        for packed in (folder / "node_modules/@sparticuz/chromium/bin").glob("*.br"):
            node.run(folder, "-e", UNPACK, packed, folder / packed.stem)
    except node.NodeFailed as error:
        raise NoChromium(f"Chromium could not be fetched – is the network there?\n{error}") from error
    shutil.rmtree(folder / "node_modules")
    for packed in folder.glob("*.tar"):
        with tarfile.open(packed) as tar:
            tar.extractall(folder, filter="data")
        packed.unlink()
    (folder / "fonts.conf").write_text(FONTS, "utf-8")
    (folder / "chromium").chmod(0o755)


def _of_playwright(path: Path) -> Chromium:
    with _one_at_a_time():
        if not path.is_file():
            subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)
    return Chromium(path).checked()


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Only one process fetches; the others wait and find what it fetched."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
