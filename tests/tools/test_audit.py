"""The audit of our packages: what is known to be wrong fails it, and what cannot be asked is said, not passed over."""

from __future__ import annotations

import json
from subprocess import CompletedProcess
from typing import Any

import pytest

from tools.scripts import script

audit = script("audit")

SOUND = {"name": "rich", "version": "15.0", "vulns": []}
FLAWED = {"name": "h11", "version": "0.9", "vulns": [{"id": "PYSEC-2025-1", "fix_versions": ["0.16"], "aliases": []}]}
SKIPPED = {"name": "laguna-own", "skip_reason": "Dependency not found on PyPI and could not be audited"}
FLAW = {
    "range": "<5.1",
    "severity": "high",
    "via": [{"title": "Prototype pollution", "url": "https://example.org/1"}, "acorn"],
}


def said(report: Any = None, err: str = "", code: int = 0) -> CompletedProcess[str]:
    return CompletedProcess([], code, "" if report is None else json.dumps(report), err)


def npm_report(**flaws: Any) -> dict[str, Any]:
    return {"auditReportVersion": 2, "vulnerabilities": flaws, "metadata": {"dependencies": {"total": 164}}}


def test_what_pip_audit_knows_is_a_finding() -> None:
    found, count = audit.python_findings(said({"dependencies": [SOUND, FLAWED, SKIPPED]}, code=1))
    assert (found, count) == (["h11 0.9: PYSEC-2025-1 (mended in 0.16)"], 2)
    assert audit.python_findings(said({"dependencies": [SOUND]})) == ([], 1)


def test_what_npm_knows_is_a_finding() -> None:
    found, count = audit.web_findings(said(npm_report(svelte=FLAW), code=1))
    assert (found, count) == (["svelte <5.1: high, Prototype pollution (https://example.org/1); acorn"], 164)
    assert audit.web_findings(said(npm_report())) == ([], 164)


def test_an_index_that_answers_for_no_package_was_not_asked() -> None:
    """Behind a mirror without advisories pip-audit skips them all, and ends as if all were well."""
    with pytest.raises(audit.Unreachable):
        audit.python_findings(said({"dependencies": [SKIPPED, SKIPPED]}))


@pytest.mark.parametrize(
    ("report", "err"),
    [
        (None, "requests.exceptions.ConnectionError: HTTPSConnectionPool(host='index.example')"),
        (None, "error: Failed to fetch: `https://index.example/simple/pip-audit/`"),
        ({"statusCode": 405, "message": "405 Method Not Allowed - POST"}, "npm error audit endpoint returned an error"),
        ({"error": {"code": "ENOTFOUND"}}, "npm error network request failed: getaddrinfo ENOTFOUND"),
    ],
)
def test_where_the_advisories_cannot_be_reached_that_is_said(report: Any, err: str) -> None:
    for findings in (audit.python_findings, audit.web_findings):
        with pytest.raises(audit.Unreachable):
            findings(said(report, err, 1))


@pytest.mark.parametrize("err", ["", "pip-audit: error: unrecognized arguments: --wrong", "TypeError at line 405"])
def test_an_audit_that_breaks_is_not_taken_for_one_without_a_network(err: str) -> None:
    with pytest.raises(audit.Broken):
        audit.python_findings(said(None, err, 2))


@pytest.mark.parametrize(
    ("outcomes", "code", "told"),
    [
        (([], []), 0, "0 findings"),
        ((["h11 0.9: bad"], []), 1, "h11 0.9: bad"),
        ((audit.Unreachable("no network"), []), 0, "could not reach the advisory data"),
        ((audit.Unreachable("no network"), ["svelte: bad"]), 1, "svelte: bad"),
        ((audit.Broken("no report"), ["svelte: bad"]), 2, "the audit itself failed"),
    ],
)
def test_findings_fail_and_a_missing_network_does_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], outcomes: Any, code: int, told: str
) -> None:
    def one(outcome: Any) -> Any:
        def run() -> tuple[list[str], int]:
            if isinstance(outcome, Exception):
                raise outcome
            return outcome, 3

        return run

    monkeypatch.setattr(audit, "AUDITS", dict(zip(("pip-audit", "npm audit"), map(one, outcomes), strict=True)))
    assert audit.main() == code
    assert told in capsys.readouterr().out
