"""Tests of what every store promises take `engine`, and run on both."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.store.engines import Engine, Postgresql, Sqlite


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Engine:
    if request.param == "sqlite":
        return Sqlite(tmp_path)
    return Postgresql(request.getfixturevalue("database"))
