"""Write down what a release is made of, as CycloneDX in JSON: the Python packages, and what is bundled into the pages.

    python tools/sbom.py [FOLDER]      into dist/ unless another folder is named

Both come from the lock files, so the same commit gives the same packages; no network is needed.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

from locked import PROJECT, NoTool, npm, uv

DEVELOPMENT = "cdx:npm:package:development"
"""How npm marks what only builds and checks the pages."""

BUILDERS = {"@sveltejs/vite-plugin-svelte", "vite"}
"""Those of package.json's `dependencies` that only build the pages; its `devDependencies` check them."""


class NoBom(Exception):  # noqa: N818 - it is told, in a sentence
    """Why it could not be written."""


def python_bom() -> dict[str, Any]:
    """The packages that `pip install laguna` brings along."""
    words = ("export", "--frozen", "--offline", "--quiet", "--no-default-groups", "--format", "cyclonedx1.5")
    return _read("uv", uv(*words))


def web_bom() -> dict[str, Any]:
    """The packages that are bundled into the pages, without the tools that build them."""
    bom = _read("npm", npm("sbom", "--sbom-format", "cyclonedx", "--package-lock-only"))
    bundled = _bundled() | {bom["metadata"]["component"]["bom-ref"]}
    bom["components"] = [part for part in bom["components"] if part["bom-ref"] in bundled]
    bom["dependencies"] = [
        {**each, "dependsOn": [ref for ref in each.get("dependsOn", ()) if ref in bundled]}
        for each in bom["dependencies"]
        if each["ref"] in bundled
    ]
    for part in bom["components"]:  # one that a tool uses, too, is marked as if it were one
        part["properties"] = [each for each in part.get("properties", ()) if each["name"] != DEVELOPMENT]
    return bom


def _bundled() -> set[str]:
    """The packages, as name@version, that are reached from ours without the tools that build and test the pages."""
    packages = json.loads((PROJECT / "web/package-lock.json").read_text("utf-8"))["packages"]
    reached: set[str] = set()
    waiting = [f"node_modules/{name}" for name in packages[""]["dependencies"] if name not in BUILDERS]
    while waiting:
        place = waiting.pop()
        if place not in reached:
            reached.add(place)
            waiting.extend(_found(packages, place, name) for name in packages[place].get("dependencies", ()))
    return {f"{place.rpartition('node_modules/')[2]}@{packages[place]['version']}" for place in reached}


def _found(packages: dict[str, Any], place: str, name: str) -> str:
    """Where a package finds another: below it, or below whatever it lies in."""
    while f"{place}/node_modules/{name}" not in packages:
        place = place.rpartition("/node_modules/")[0]
        if not place:
            return f"node_modules/{name}"
    return f"{place}/node_modules/{name}"


def _read(name: str, said: CompletedProcess[str]) -> dict[str, Any]:
    if said.returncode:
        raise NoBom(f"{name} could not write it: {said.stderr.strip()}")
    bom: dict[str, Any] = json.loads(said.stdout)
    return bom


def main(words: list[str]) -> int:
    """Write both; 0, or 1 after a sentence."""
    folder = Path(words[0]) if words else PROJECT / "dist"
    version = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    try:
        for kind, bom in (("python", python_bom()), ("web", web_bom())):
            folder.mkdir(parents=True, exist_ok=True)
            target = folder / f"laguna-{version}-{kind}.cdx.json"
            target.write_text(json.dumps(bom, indent=2, ensure_ascii=False) + "\n", "utf-8")
            print(f"{target}: {len(bom['components'])} packages.")
    except (NoBom, NoTool) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
