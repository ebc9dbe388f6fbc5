"""Disks that forget: a page of a database that makes no sense any more."""

from __future__ import annotations

from pathlib import Path

PAGE = 4096
LEAF = 0x0D
"""How a page with rows begins."""


def spoil_a_page(database: Path, holding: bytes) -> None:
    """Overwrite the head of the page with rows that holds these bytes. No store may have the file open."""
    pages = database.read_bytes()
    for start in range(PAGE, len(pages), PAGE):
        page = pages[start : start + PAGE]
        if page[0] == LEAF and holding in page:
            with database.open("r+b") as file:
                file.seek(start)
                file.write(b"\xff" * 8)
            return
    raise AssertionError(f"No page of {database} holds {holding!r}.")
