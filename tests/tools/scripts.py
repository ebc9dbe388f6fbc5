"""The scripts of `tools/`, which are run and not installed."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

TOOLS = Path(__file__).parents[2] / "tools"


def script(name: str) -> ModuleType:
    """A script, loaded as it is when it is run: its neighbours are at hand."""
    sys.path.insert(0, str(TOOLS))
    try:
        spec = spec_from_file_location(f"laguna_tools_{name}", TOOLS / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(TOOLS))
    return module
