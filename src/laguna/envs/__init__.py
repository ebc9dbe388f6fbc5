"""The games as environments for learning: one table or thousands, alone, against our bots or against oneself.

See docs/environments.md. Importing this loads neither Numba nor any library of environments; where Gymnasium is loaded,
before or afterwards, it knows our environments: `gymnasium.make("laguna/Mahe-v1")`.
"""

from typing import TYPE_CHECKING, Any

from laguna.envs.registration import register, register_when_loaded

if TYPE_CHECKING:
    from laguna.envs.batch import Batch

__all__ = ["Batch", "register"]

register_when_loaded()


def __getattr__(name: str) -> Any:  # noqa: ANN401 - `Batch`
    """`Batch`, which loads Numba, as soon as it is wanted."""
    if name != "Batch":
        raise AttributeError(f"There is no {name!r} in laguna.envs.")
    from laguna.envs.batch import Batch  # noqa: PLC0415

    return Batch
