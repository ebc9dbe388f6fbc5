"""Ship Ahoy as environments: a battle against bots, and the practice range. Its moves are angles and lengths.

It has no `Encoding` of whole numbers, and so no batches: what is seen is a row of floats from -1 to 1, `eyes.py`; what
is done is a row of six, read by what is asked, `wish.py`, or one of some proposed moves, `proposals.py`.
"""

from __future__ import annotations

SHIP_AHOY_IDS = {
    "ShipAhoy-v1": "laguna.envs.ship_ahoy.battle:ShipAhoyEnv",
    "ShipAhoyRange-v1": "laguna.envs.ship_ahoy.practice_range:ShipAhoyRange",
}
"""The environments' names, without the namespace, and where Gymnasium finds them."""
