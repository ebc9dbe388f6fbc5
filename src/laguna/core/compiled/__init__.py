"""The same rules as native code: every `rule` compiled by Numba, one game's kernels at a time.

Kernels are cached on disk under a fingerprint of all sources they are made from, so that a change in any rules file
never runs stale code and an unchanged one loads in a fraction of a second. Importing this module imports Numba:
half a second and 150 MB, for worker processes and simulations, never for a web server.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, cast

import numba
import numpy as np
from numba.extending import overload, register_jitable

from laguna.core import generator
from laguna.core.compiled.plan import Move, Plan, Tally, Totals, Workspace
from laguna.core.compiled.records import RecordArray, Records, Tables
from laguna.core.rules import RULES, Fields, Ints, Rules, State, below, tell

_TEMPLATE = Path(__file__).with_name("kernels.py")
_CORE = Path(__file__).parents[1]
_MONTH = 30 * 24 * 3600.0
_loading = threading.RLock()
_loaded: dict[str, ModuleType] = {}
_registered: set[int] = set()


class Kernels(Protocol):
    """The compiled loops over one game's rules; their contracts stand in `kernels.py`."""

    def simulate(
        self,
        plan: RecordArray[Plan],
        tables: Tables,
        work: RecordArray[Workspace],
        totals: RecordArray[Totals],
        tallies: RecordArray[Tally],
        states: Tables,
        moves: RecordArray[Move],
    ) -> None:
        """Play random games; see `laguna.core.compiled.kernels.simulate`."""
        ...

    def imagine_once(self, table: Tables, seat: int) -> None:
        """Re-deal `table[0]` as seen from a seat; see `laguna.core.compiled.kernels.imagine_once`."""
        ...


# Numba compares an overload's signature with its implementation's: no annotations here.
@overload(below)
def _below(s, n):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG001
    return lambda s, n: generator.draw(s.rng, n)


@overload(tell)
def _tell(s, what, *numbers):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN002, ANN202, ARG001
    return lambda s, what, *numbers: None  # noqa: ARG005


def record_type(kind: type[Fields]) -> np.dtype[Any]:
    """The NumPy record that holds such fields when compiled; with a state's, the generator it draws from."""
    fields: list[tuple[str, str] | tuple[str, str, tuple[int, ...]]] = []
    if issubclass(kind, State):
        fields.append(("rng", "i8", (generator.WORDS,)))
    for name, shape in kind.FIELDS.items():
        fields.append((name, "i8") if shape is None else (name, _width(shape), shape.shape))
    return np.dtype((np.record, np.dtype(fields, align=True)))


def _width(shape: Ints) -> str:
    return f"i{shape.bits // 8}"


def to_record(s: State) -> Records:
    """A plain state as an array of one record; its generator is left at zero."""
    record = np.zeros(1, record_type(type(s)))
    for name, value in s.values():
        record[0][name] = value
    return record


def tables_of(s: State) -> Records:
    """A plain state as the two tables that kernels get: the one to play on, and the one to begin from."""
    return np.repeat(to_record(s), 2)


def to_state(state: type[State], record: Any) -> State:  # noqa: ANN401 - one element of `Records`
    """A record as a plain state, without luck."""
    s = state()
    for name, shape in state.FIELDS.items():
        plain = record[name].tolist()
        setattr(s, name, plain if shape is None else shape.held(plain))
    return s


def fingerprint(sources: Iterable[Path]) -> str:
    """A hash of everything that kernels are made from: these sources, the core's, and the compiler's version."""
    made_of = hashlib.sha256()
    for word in (platform.python_version(), numba.__version__, np.__version__):
        made_of.update(word.encode())
    for source in sorted({*_CORE.rglob("*.py"), *sources}):
        made_of.update(source.name.encode() + b"\0" + source.read_bytes())
    return made_of.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled kernels are kept: $LAGUNA_CACHE, or the user's cache folder, or a temporary one.

    It can be written: left to itself, Numba would keep kernels beside the sources, without a fingerprint.
    """
    chosen = os.environ.get("LAGUNA_CACHE")
    users = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111 - never fails
    for folder in (Path(chosen) if chosen else None, Path(users) / "laguna"):
        if folder is not None and _writable(folder / "kernels"):
            return folder / "kernels"
    return _temporary()


@cache
def _temporary() -> Path:
    """A folder for this process, where nothing else can be written."""
    return Path(tempfile.mkdtemp(prefix="laguna-kernels-"))


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def load(rules: Rules[Any]) -> Kernels:
    """The kernels of one game: from memory, from the cache on disk, or compiled at their first call."""
    return cast(
        "Kernels", load_template(_TEMPLATE, f"laguna_kernels_{name_of(rules)}", verbs_of(rules), sources_of(rules))
    )


def load_template(template: Path, name: str, verbs: Mapping[str, object], sources: Iterable[Path]) -> ModuleType:
    """Run a kernels' source as a module of its own, with a game's verbs in its namespace.

    `name` is the module's, one for each set of verbs; `sources` are the files that the kernels are made from.
    """
    with _loading:
        if name not in _loaded:
            _loaded[name] = _load(template, name, verbs, fingerprint([template, *sources]))
        return _loaded[name]


def name_of(rules: Rules[Any]) -> str:
    """A name for the game's kernels: that of the package, or module, that its rules are in."""
    return (_package(rules) or rules.setup.__module__).replace(".", "_")


def _package(rules: Rules[Any]) -> str:
    return sys.modules[rules.setup.__module__].__package__ or ""


def verbs_of(rules: Rules[Any]) -> dict[str, object]:
    """The verbs of a game by their names."""
    verbs = {name: getattr(rules, name) for name in rules.__dataclass_fields__ if name != "state"}
    return {name: verb for name, verb in verbs.items() if callable(verb)}


def sources_of(rules: Rules[Any]) -> list[Path]:
    """The files of a game: its package's, or its only one."""
    file = Path(cast("str", sys.modules[rules.setup.__module__].__file__))
    return list(file.parent.rglob("*.py")) if _package(rules) else [file]


def _load(template: Path, name: str, verbs: Mapping[str, object], made_of: str) -> ModuleType:
    for function in RULES:
        if id(function) not in _registered:
            _registered.add(id(function))
            register_jitable(function)
    numba.config.CACHE_DIR = str(_clean(cache_folder() / name) / made_of)  # type: ignore[attr-defined]
    spec = importlib.util.spec_from_file_location(name, template)
    if spec is None or spec.loader is None:
        raise ImportError(f"The kernels' source {template.name} cannot be loaded.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    module.__dict__.update(verbs)
    spec.loader.exec_module(module)
    return module


def _clean(folder: Path) -> Path:
    """The folder of one game's kernels, without those of sources that have not been run for a month."""
    for old in folder.glob("*"):
        if time.time() - old.stat().st_mtime > _MONTH:
            shutil.rmtree(old, ignore_errors=True)
    return folder
