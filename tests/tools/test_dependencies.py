"""What `pyproject.toml` asks for: capped where we build on what a package does not promise to keep."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator

from tools.scripts import TOOLS

PROJECT = TOOLS.parent
REQUIRED = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
INTERNALS = re.compile(r"uvicorn\.protocols\b|\w[\w.]*\._\w+")
"""Modules that their packages may change in any version: uvicorn's protocols, and all with an underscore in front."""
BUILT_UPON = {"uvicorn": {"websockets"}}
"""What the internals of a package hand on to us."""


def imported() -> Iterator[str]:
    """Every module that the package imports from others."""
    for source in (PROJECT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                yield node.module
            elif isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)


def test_a_package_whose_internals_we_use_is_capped() -> None:
    internals = {module.partition(".")[0] for module in imported() if INTERNALS.match(module)} - {"laguna"}
    assert internals == {"uvicorn"}
    for name in internals | set().union(*(BUILT_UPON.get(name, set()) for name in internals)):
        [requirement] = [each for each in REQUIRED if re.match(rf"{name}\b", each)]
        assert re.search(r",<[\d.]+$", requirement), f"{requirement} has no upper end"


def test_the_locked_versions_are_those_before_the_caps() -> None:
    """A cap right above the lock: what was never tested is never installed."""
    locked = {
        package["name"]: package["version"]
        for package in tomllib.loads((PROJECT / "uv.lock").read_text("utf-8"))["package"]
    }
    for requirement in REQUIRED:
        if found := re.match(r"([\w-]+)>=[\d.]+,<([\d.]+)$", requirement):
            name, cap = found.groups()
            wanted = cap.split(".")
            kept = locked[name].split(".")[: len(wanted)]
            assert [*kept[:-1], str(int(kept[-1]) + 1)] == wanted
