"""The table of constants: frozen, and never changed without a new version."""

from __future__ import annotations

import dataclasses
import hashlib
import json

import pytest

from laguna.games.ship_ahoy.physics.constants import PHYSICS

KNOWN = {1: "7eb824de706eb972"}
"""The digest of every version's numbers. Numbers that change need a version of their own, and a line here."""


def test_S3_a_changed_number_is_a_new_version() -> None:
    numbers = dataclasses.asdict(PHYSICS)
    version = numbers.pop("version")
    digest = hashlib.sha256(json.dumps(numbers, sort_keys=True).encode()).hexdigest()[:16]
    assert KNOWN[version] == digest


def test_S3_nobody_changes_a_constant_while_playing() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        PHYSICS.friction = 0.0  # type: ignore[misc]


def test_S2_the_rope_has_four_knots_ten_centimetres_apart() -> None:
    assert 3 * PHYSICS.knot == pytest.approx(0.30)
