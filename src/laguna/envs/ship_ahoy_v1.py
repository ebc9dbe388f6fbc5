"""Ship Ahoy for PettingZoo: `env()` asks seat by seat. See `laguna.envs.ship_ahoy.zoo`."""

from __future__ import annotations

from laguna.envs.ship_ahoy.zoo import BattleTurnEnv

env = raw_env = BattleTurnEnv
