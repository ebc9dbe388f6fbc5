"""Make a release and prove it: versions, sdist and wheel with the pages in it, SBOMs, each installed where nothing is.

    python tools/release.py              into dist/; says what to tag
    python tools/release.py --rehearsal  the same; what is not ready yet is told, and nothing is to be tagged

Nothing is published and nothing is tagged: that is for a person. Packages are fetched, by the versions of the lock.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sbom
from locked import PROJECT, NoTool, uv

DIST = PROJECT / "dist"
REHEARSAL = "--rehearsal"
BIN = "Scripts" if os.name == "nt" else "bin"
NOT_FOR_PROGRAMS = re.compile(r"PYTHON\w*|VIRTUAL_ENV|LAGUNA_\w+")
"""What would lend an empty environment something of this one."""

NOT_SOURCES = re.compile(r"/(node_modules|__pycache__|pages/app|\.[\w-]+_cache)/")
"""What is made of the sources, in a path of an sdist."""

INSIDE = """
from importlib.resources import files
laguna = files("laguna")
assert "site-packages" in str(laguna), f"{laguna} is not what was installed"
assert (laguna / "py.typed").is_file(), "the marker py.typed is missing"
assert (laguna / "games" / "mahe" / "digest" / "en.md").is_file(), "the rules are missing"
page = (laguna / "server" / "pages" / "app" / "index.html").read_text("utf-8")
assert "<title>Laguna</title>" in page, "the pages are missing"
"""
"""Run in an environment, it fails where something is not in the package."""


class NotReady(Exception):  # noqa: N818 - it is told, in a sentence
    """Why there is no release."""


# ---- Versions and the changelog ----


def versions(project: Path) -> dict[str, str]:
    """The version of Laguna in each file that tells one."""
    lock = tomllib.loads((project / "uv.lock").read_text("utf-8"))
    package_lock = json.loads((project / "web/package-lock.json").read_text("utf-8"))
    return {
        "pyproject.toml": tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]["version"],
        "uv.lock": next(package["version"] for package in lock["package"] if package["name"] == "laguna"),
        "web/package.json": json.loads((project / "web/package.json").read_text("utf-8"))["version"],
        "web/package-lock.json": package_lock["version"],
        'web/package-lock.json, packages[""]': package_lock["packages"][""]["version"],
    }


def disagreement(told: dict[str, str]) -> str | None:
    """What to say where not all files tell the version of pyproject.toml; None: they do."""
    version = told["pyproject.toml"]
    others = [f"{place} says {other}" for place, other in told.items() if other != version]
    return f"pyproject.toml says {version}, but {' and '.join(others)}." if others else None


def unwritten(changelog: str, version: str) -> str | None:
    """What to say of a changelog without a heading for a version, or with nothing under it; None: all is well."""
    heading = rf"^## {re.escape(version)} – \d{{4}}-\d\d-\d\d\n"
    section = re.search(heading + r"(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if section is None:
        return f"CHANGELOG.md has no heading “## {version} – YYYY-MM-DD” over what stands under “Unreleased”."
    if not re.search(r"^- ", section[1], re.MULTILINE):
        return f"CHANGELOG.md says nothing under {version}."
    return None


def reasons_against(project: Path) -> list[str]:
    """Why this commit cannot be released as it is."""
    told = versions(project)
    changelog = (project / "CHANGELOG.md").read_text("utf-8")
    return [reason for reason in (disagreement(told), unwritten(changelog, told["pyproject.toml"])) if reason]


# ---- Building ----


def run_uv(*words: str | Path) -> str:
    """What uv printed. Raises `NotReady` where it failed."""
    done = uv(*map(str, words))
    if done.returncode:
        raise NotReady(f"`uv {words[0]} {words[1]}` failed:\n{done.stderr.strip()}")
    return done.stdout


def export(target: Path, *words: str) -> Path:
    """The locked versions as constraints. Raises `NotReady`, also where the lock does not fit pyproject.toml."""
    options = ("--locked", "--offline", "--no-config", "--quiet", "--no-hashes", "--no-emit-project")
    run_uv("export", *words, *options, "--output-file", target)
    return target


def build(folder: Path, constraints: Path) -> tuple[Path, Path]:
    """The sdist, and the wheel that is built from it."""
    for old in folder.glob("laguna-*"):
        old.unlink()
    run_uv("build", "--out-dir", folder, "--build-constraints", constraints, PROJECT)
    [sdist], [wheel] = folder.glob("laguna-*.tar.gz"), folder.glob("laguna-*.whl")
    with tarfile.open(sdist) as packed:
        swept_in = sorted({name for name in packed.getnames() if NOT_SOURCES.search(name)})
    if swept_in:
        raise NotReady(f"{sdist.name} has {len(swept_in)} files in it that are no sources, like {swept_in[0]}.")
    return sdist, wheel


# ---- Proving it in empty environments ----


class Environment:
    """A Python with nothing installed, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._place = folder / "environment"
        self._empty = folder / "elsewhere"
        self._empty.mkdir(parents=True)
        run_uv("venv", "--python", sys.executable, self._place)

    def install(self, *words: str | Path) -> None:
        """Install packages. Raises `NotReady`."""
        run_uv("pip", "install", "--python", self._program("python"), *words)

    def run(self, program: str, *words: str, code: int = 0) -> str:
        """What a program printed that ended with this code, in an empty folder. Raises `NotReady`."""
        kept = {name: value for name, value in os.environ.items() if not NOT_FOR_PROGRAMS.fullmatch(name)}
        env = {**kept, "LAGUNA_CACHE": str(self._empty / "cache"), "LAGUNA_DATA": str(self._empty / "data")}
        line = [self._program(program), *words]
        done = subprocess.run(line, check=False, cwd=self._empty, env=env, capture_output=True, text=True)  # noqa: S603
        if done.returncode != code:
            raise NotReady(f"`{program} {' '.join(words)}` ended with {done.returncode}:\n{done.stderr.strip()}")
        return done.stdout + done.stderr

    def check_complete(self) -> None:
        """Raise `NotReady` unless every package has what it asks for."""
        run_uv("pip", "check", "--python", self._program("python"))

    def _program(self, name: str) -> str:
        return str(self._place / BIN / name)


def check_referee(environment: Environment, version: str) -> None:
    """Whether an installed Laguna is whole and plays, records and verifies. Raises `NotReady`."""
    environment.run("python", "-c", INSIDE)
    told = environment.run("laguna", "--version")
    if told != f"laguna {version}\n":
        raise NotReady(f"`laguna --version` says {told.strip()!r} instead of {version}.")
    environment.run("laguna", "simulate", "mahe", "--games", "2", "--record", "games.jsonl")
    environment.run("laguna", "verify", "games.jsonl")
    environment.run("laguna", "rules", "mahe", "M7")


def check_whole(environment: Environment) -> None:
    """Whether all that Laguna asks for came with it, and works. Raises `NotReady`."""
    environment.check_complete()
    environment.run("laguna", "simulate", "mahe", "--games", "2", "--compiled")
    environment.run("laguna", "simulate", "ship_ahoy", "--games", "1")
    environment.run("python", "-c", "import laguna.server.operations.serving")


def prove(folder: Path, sdist: Path, wheel: Path, constraints: Path, version: str) -> None:
    """Install wheel, sdist and the wheel without what it asks for, each in an environment of its own, and try them."""
    for built in (wheel, sdist):
        with step(f"{built.name} in an empty environment"):
            environment = Environment(folder / built.suffix.strip("."))
            environment.install("--constraints", constraints, "--build-constraints", constraints, built)
            check_referee(environment, version)
            check_whole(environment)
    with step(f"{wheel.name} with the packages of the core"):
        environment = Environment(folder / "core")
        environment.install("--requirements", export(folder / "core.txt", "--only-group", "core"))
        environment.install("--no-deps", wheel)
        check_referee(environment, version)
        if "This needs the package uvicorn" not in environment.run("laguna", "serve", code=2):
            raise NotReady("`laguna serve` does not say what is missing.")


# ---- All of it ----


@contextmanager
def step(name: str) -> Iterator[None]:
    """Tell what is being done, and how long it took."""
    start = time.monotonic()
    print(f"{name} …", flush=True)
    yield
    print(f"  done in {time.monotonic() - start:.0f} s", flush=True)


def make(folder: Path, version: str) -> list[Path]:
    """Build and prove; the files to be published. Raises `NotReady`."""
    with tempfile.TemporaryDirectory() as scratch:
        constraints = export(Path(scratch) / "constraints.txt", "--group", "pages", "--no-default-groups")
        with step("sdist and wheel"):
            sdist, wheel = build(folder, constraints)
        with step("SBOMs"):
            if sbom.main([str(folder)]):
                raise NotReady("The SBOMs could not be written, see above.")
        prove(Path(scratch), sdist, wheel, constraints, version)
    return sorted(folder.glob("laguna-*"))


def main(words: list[str]) -> int:
    """Make a release; 0, or 1 after a sentence."""
    if words not in ([], [REHEARSAL]):
        print(__doc__)
        return 2
    version = versions(PROJECT)["pyproject.toml"]
    reasons = reasons_against(PROJECT)
    if reasons and not words:
        print("\n".join(reasons), file=sys.stderr)
        return 1
    try:
        DIST.mkdir(exist_ok=True)
        made = make(DIST, version)
    except (NotReady, NoTool) as error:
        print(error, file=sys.stderr)
        return 1
    for path in made:
        print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(PROJECT)}")
    if words:
        print("\n".join(["This was a rehearsal.", *reasons]))
    else:
        print(f"Now: git tag -s v{version} -m 'Laguna {version}', push the tag, and publish the files above with it.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
