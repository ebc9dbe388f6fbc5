"""What to say where a package is not installed: Laguna may be installed with no more than its referee needs."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec

_DISTRIBUTIONS = {"mujoco": "mujoco-core", "llvmlite": "numba", "nats": "nats-py"}
"""Modules that are not installed under their own names."""
_EXTRA = re.compile(r"extra\s*==\s*[\"']([\w-]+)[\"']")


def missing_package(error: ModuleNotFoundError) -> str | None:
    """The sentence for a module that is not there, with what to install; None: it is none of those Laguna asks for.

    >>> missing_package(ModuleNotFoundError("No module named 'numba'", name="numba.extending"))
    'This needs the package numba, which is not installed: `pip install "numba>=0.63"` adds it, and installing ...'
    >>> missing_package(ModuleNotFoundError("No module named 'asyncpg'", name="asyncpg"))
    'This needs the package asyncpg, which is not installed: `pip install "laguna[scale]"` adds it.'
    >>> missing_package(ModuleNotFoundError("No module named 'laguna.chess'", name="laguna.chess"))
    """
    module = (error.name or "").partition(".")[0]
    name = _DISTRIBUTIONS.get(module, module.replace("_", "-"))
    requirement = _requirements().get(name)
    if requirement is None:
        return None
    asked, _, marker = (part.strip() for part in requirement.partition(";"))
    told = f"This needs the package {name}, which is not installed: "
    if extra := _EXTRA.search(marker):
        return f'{told}`pip install "laguna[{extra[1]}]"` adds it.'
    return f'{told}`pip install "{asked}"` adds it, and installing Laguna without --no-deps adds all that it can use.'


def explained(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """The same error with the sentence that helps, for who imports a part of the library that asks for more."""
    sentence = missing_package(error)
    return error if sentence is None else ModuleNotFoundError(sentence, name=error.name)


def check_installed(module: str) -> None:
    """Raise `ModuleNotFoundError` unless there is such a module. It is not loaded."""
    if find_spec(module) is None:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)


def _requirements() -> dict[str, str]:
    """What the installed Laguna asks for, by name."""
    try:
        asked = requires("laguna") or ()
    except PackageNotFoundError:  # run from its sources, and not installed
        return {}
    return {re.split(r"[^\w-]", requirement, maxsplit=1)[0].lower(): requirement for requirement in asked}
