"""Our environments in Gymnasium's register: as soon as Gymnasium is loaded, before or after `laguna.envs`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

GYMNASIUM = "gymnasium"
NAMESPACE = "laguna"
ENTRY_POINT, VECTOR_ENTRY_POINT = "laguna.envs.gym:LearnerEnv", "laguna.envs.vector:make"


def register() -> None:
    """Register every game that has an encoding; those that are registered already stay as they are."""
    from gymnasium.envs.registration import register, registry  # noqa: PLC0415 - only where it is wanted

    from laguna.core.plugin import BrokenPlugin  # noqa: PLC0415
    from laguna.envs.conventions import NoSuchGame, version_of  # noqa: PLC0415
    from laguna.games import RULED  # noqa: PLC0415

    for key in RULED:
        try:
            name = f"{NAMESPACE}/{title(key)}-v{version_of(key)}"
        except (NoSuchGame, BrokenPlugin):  # told when it is asked for
            continue
        if name not in registry:
            register(name, ENTRY_POINT, vector_entry_point=VECTOR_ENTRY_POINT, kwargs={"key": key})


def title(key: str) -> str:
    """A game's name among Gymnasium's environments.

    >>> title("animals_on_board")
    'AnimalsOnBoard'
    """
    return "".join(word.capitalize() for word in key.split("_"))


def register_when_loaded() -> None:
    """Register now if Gymnasium is loaded, else as soon as it is: it is never loaded for this alone."""
    if GYMNASIUM in sys.modules:
        register()
    elif not any(isinstance(finder, _Waiting) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Waiting())


class _Waiting(MetaPathFinder):
    """Waits for Gymnasium to be imported."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 - as finders are asked
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Gymnasium as it is found without us, with a loader that registers afterwards; nothing else."""
        if fullname != GYMNASIUM:
            return None
        sys.meta_path.remove(self)
        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _Registering(spec.loader)
        return spec


class _Registering(Loader):
    """Loads as another loader does, and takes its leave before anybody sees it."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """See `Loader.create_module`."""
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Load Gymnasium, then register."""
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        register()
