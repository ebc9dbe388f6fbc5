"""Appends to ten tables at once for as long as it lives, and says which lines were acknowledged."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from laguna.server.store.sqlite import SqliteStore
from laguna.server.store.store import Append


async def _append(store: SqliteStore, name: str) -> None:
    number = len(await store.lines(name))
    while True:
        await store.write(Append(name, number, b"%s %d" % (name.encode(), number), 1.0, 0, None))
        os.write(1, f"{name} {number}\n".encode())
        number += 1


async def _main() -> None:
    store = await SqliteStore.open(Path(sys.argv[1]))
    await asyncio.gather(*(_append(store, f"t{i}") for i in range(10)))


if __name__ == "__main__":
    asyncio.run(_main())
