"""Duck for PettingZoo: `env()` asks seat by seat, `parallel_env()` all at once. See `laguna.envs.zoo`."""

from __future__ import annotations

from laguna.envs.zoo import doors

env, raw_env, parallel_env = doors(__name__)
