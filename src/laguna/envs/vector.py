"""A `Batch` as Gymnasium's vector environment: what `gymnasium.make_vec("laguna/Duck-v1", num_envs=1024)` makes."""

from __future__ import annotations
