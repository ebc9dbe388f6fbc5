"""Look up what is known to be wrong with the packages that Laguna is made of: `pip-audit` and `npm audit`.

    python tools/audit.py

It fails where something is known (1), and where an audit itself breaks (2). Where the advisories cannot be reached it
says so and does not fail: that is the network's trouble, not ours.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

from locked import NoTool, npm, uv

UNREACHABLE = re.compile(
    r"connection ?(error|refused|reset|aborted)|network|timed? ?out|name (or service|resolution)|dns error"
    r"|error sending request|certificate|\bssl\b|ENOTFOUND|EAI_AGAIN|ECONN\w+|failed to (fetch|download)|audit endpoint"
    r"|\b[45]\d\d (Client|Server|Error|Method|Not|Forbidden|Bad|Service|Gateway|Internal|Too|Unauthorized|Proxy)\b",
    re.IGNORECASE,
)
"""What tools say where the network, or whoever answers there, does not do what it should."""


class Unreachable(Exception):  # noqa: N818 - it is told, in a sentence
    """The advisories could not be asked for."""


class Broken(Exception):  # noqa: N818 - it is told, in a sentence
    """An audit that did not come to a result, for no reason that the network gives."""


def python_findings(said: CompletedProcess[str]) -> tuple[list[str], int]:
    """What pip-audit found, a line each, and how many packages it looked up. Raises `Unreachable`, `Broken`.

    A package that the index knows nothing of is skipped without a word: so are all of them where it cannot be asked.
    """
    packages = _report(said, "dependencies")
    looked_up = [package for package in packages if "skip_reason" not in package]
    if not looked_up:
        raise Unreachable("the index answered for none of the packages")
    found = [
        f"{package['name']} {package['version']}: {flaw['id']} (mended in {', '.join(flaw['fix_versions']) or 'none'})"
        for package in looked_up
        for flaw in package["vulns"]
    ]
    return found, len(looked_up)


def web_findings(said: CompletedProcess[str]) -> tuple[list[str], int]:
    """What npm found, a line each, and how many packages it looked up. Raises `Unreachable`, `Broken`."""
    flaws = _report(said, "vulnerabilities")
    found = [f"{name} {flaw['range']}: {flaw['severity']}, {_why(flaw)}" for name, flaw in sorted(flaws.items())]
    return found, json.loads(said.stdout)["metadata"]["dependencies"]["total"]


def _why(flaw: dict[str, Any]) -> str:
    """What is wrong, or which package below it is."""
    return "; ".join(each if isinstance(each, str) else f"{each['title']} ({each['url']})" for each in flaw["via"])


def _report(said: CompletedProcess[str], part: str) -> Any:  # noqa: ANN401 - what a tool wrote
    """A part of a tool's report. Raises `Unreachable` or `Broken` where there is none."""
    try:
        return json.loads(said.stdout)[part]
    except (ValueError, KeyError, TypeError):
        lines = [line for line in (said.stdout + said.stderr).splitlines() if line.strip()]
        told = next((line.strip() for line in reversed(lines) if UNREACHABLE.search(line)), "")
        if told:
            raise Unreachable(told) from None
        raise Broken(lines[-1] if lines else f"it ended with {said.returncode} and said nothing") from None


def audit_python() -> tuple[list[str], int]:
    """All that `uv.lock` names, tools included."""
    with tempfile.TemporaryDirectory() as folder:
        requirements = str(Path(folder) / "requirements.txt")
        told = uv(
            "export",
            "--frozen",
            "--offline",
            "--quiet",
            "--all-groups",
            "--all-extras",
            "--no-emit-project",
            "--output-file",
            requirements,
        )
        if told.returncode:
            raise Broken(told.stderr.strip())
        options = ["--disable-pip", "--require-hashes", "--format", "json", "--progress-spinner", "off"]
        tool = ["run", "--frozen", "--isolated", "--only-group", "audit", "pip-audit"]
        return python_findings(uv(*tool, "--requirement", requirements, *options))


def audit_web() -> tuple[list[str], int]:
    """All that `web/package-lock.json` names, tools included."""
    return web_findings(npm("audit", "--json", "--package-lock-only"))


AUDITS: dict[str, Callable[[], tuple[list[str], int]]] = {"pip-audit": audit_python, "npm audit": audit_web}


def main() -> int:
    """Run both audits; 0, or 1 where something was found, 2 where an audit broke."""
    worst = 0
    for name, audit in AUDITS.items():
        try:
            found, count = audit()
        except Unreachable as error:
            print(f"{name}: could not reach the advisory data, so nothing was audited: {error}.")
        except (Broken, NoTool) as error:
            print(f"{name}: the audit itself failed: {error}")
            worst = 2
        else:
            print(f"{name}: {count} packages looked up, {len(found)} findings.")
            print("".join(f"  {line}\n" for line in found), end="")
            worst = max(worst, 1 if found else 0)
    return worst


if __name__ == "__main__":
    sys.exit(main())
