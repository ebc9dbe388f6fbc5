"""What a release is made of is written down: all that is shipped, and none of the tools."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tools.scripts import TOOLS, script

PROJECT = TOOLS.parent
VERSION = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


@pytest.fixture(scope="module")
def boms(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("release") / "dist"
    assert script("sbom").main([str(folder)]) == 0
    kinds = ("python", "web")
    return {kind: json.loads((folder / f"laguna-{VERSION}-{kind}.cdx.json").read_text("utf-8")) for kind in kinds}


@pytest.mark.parametrize(
    ("kind", "shipped", "tools"),
    [
        ("python", {"litestar", "pysqlite3", "numba", "mujoco-core"}, {"pytest", "ruff", "mypy", "pip-audit"}),
        ("web", {"svelte", "three", "@fontsource-variable/baloo-2", "magic-string"}, {"vite", "vitest", "typescript"}),
    ],
)
def test_it_names_what_is_shipped_and_no_tools(
    boms: dict[str, Any], kind: str, shipped: set[str], tools: set[str]
) -> None:
    bom = boms[kind]
    parts = bom["components"]
    names = {f"{part['group']}/{part['name']}" if part.get("group") else part["name"] for part in parts}
    assert (bom["bomFormat"], bom["specVersion"]) == ("CycloneDX", "1.5")
    assert shipped <= names
    assert not tools & names
    assert all(part["version"] and part["purl"] for part in parts)


@pytest.mark.parametrize("kind", ["python", "web"])
def test_what_depends_on_what_is_all_there(boms: dict[str, Any], kind: str) -> None:
    bom = boms[kind]
    refs = {part["bom-ref"] for part in bom["components"]} | {bom["metadata"]["component"]["bom-ref"]}
    named = {ref for each in bom["dependencies"] for ref in (each["ref"], *each.get("dependsOn", ()))}
    assert named <= refs


def test_python_and_pages_have_one_version() -> None:
    for name in ("package.json", "package-lock.json"):
        assert json.loads((PROJECT / "web" / name).read_text("utf-8"))["version"] == VERSION
