"""Watches free space on the disk, to warn before there is none."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

from laguna.server.problem import Problem

MB = 1 << 20
_LOG = logging.getLogger(__name__)


def free_bytes(folder: Path) -> int:
    """How much can still be written there; nothing, if the folder cannot be looked at."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0


class DiskSpace:
    """What is free where the data is. Below the watermark no new tables are made; games under way go on.

    It counts as enough again when a tenth more than the watermark is free: else it would change with every breath.
    """

    def __init__(self, folder: Path, watermark: int, measure: Callable[[Path], int] = free_bytes) -> None:
        """`watermark` in bytes; 0: never refuse anything."""
        self._folder = folder
        self._measure = measure
        self.watermark = watermark
        self.free = 0
        """Bytes that were free when somebody last looked."""
        self.low = False
        self.look()

    def look(self) -> None:
        """Measure. What changes is told to the log, once."""
        self.free = self._measure(self._folder)
        enough = self.watermark + (self.watermark // 10 if self.low else 0)
        if self.low == (self.free < enough):
            return
        self.low = not self.low
        if self.low:
            _LOG.error(self.sentence, extra={"free_bytes": self.free})
        else:
            _LOG.info("There is enough room on the disk again.", extra={"free_bytes": self.free})

    @property
    def sentence(self) -> str:
        """What is wrong, for whoever operates the server."""
        return (
            f"Only {self.free // MB} MB are free where the data is, less than the {self.watermark // MB} MB wanted: "
            "no new tables until there is more. Games under way go on while there is any."
        )

    def check(self) -> None:
        """Raise `Problem` if there is no room for something new."""
        if self.low:
            sentence = "The server is running out of room: no new tables for now. Games under way go on."
            raise Problem("no_room", sentence, HTTPStatus.INSUFFICIENT_STORAGE)
