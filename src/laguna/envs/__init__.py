"""The games as environments for learning: one table or thousands, alone, against our bots or against oneself.

See docs/environments.md. Importing this loads neither Numba nor any library of environments; where Gymnasium is loaded,
before or afterwards, it knows our environments: `gymnasium.make("laguna/Mahe-v1")`.
"""

from laguna.envs.registration import register, register_when_loaded

__all__ = ["register"]

register_when_loaded()
