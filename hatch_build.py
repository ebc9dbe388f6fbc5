"""What building a wheel does besides packing: build the pages that it ships."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Pages(BuildHookInterface):
    """Builds the pages for a wheel. In a checkout, which is installed as it lies, `./play` builds them."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build them before anything is packed."""
        del build_data
        if self.target_name == "wheel" and version == "standard":
            subprocess.run([sys.executable, Path(self.root, "web/build.py")], check=True)  # noqa: S603
