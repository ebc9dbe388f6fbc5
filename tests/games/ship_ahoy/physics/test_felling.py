"""What is told of shots before they are fired agrees with what the physics does."""

from __future__ import annotations

import pytest

from laguna.games.ship_ahoy.physics import wire
from laguna.games.ship_ahoy.physics.cannon import shoot
from laguna.games.ship_ahoy.physics.felling import ROLLS

OPEN_SEA = 10.0


@pytest.mark.parametrize("speed", [0.8, 0.9, 1.0])
def test_a_ball_rolls_on_open_water_as_far_as_its_speed_says(speed: float):
    shot = shoot([], (-9.0, 0.0), 0.0, speed, OPEN_SEA)
    x, _, _ = list(wire.decode(shot.ball, 3))[-1]
    assert x / wire.UNITS + 9.0 == pytest.approx(ROLLS * speed**2, rel=0.03)
