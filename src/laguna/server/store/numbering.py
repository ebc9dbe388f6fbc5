"""Numbers for what is said at a table, where several may speak at once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from laguna.server.store.store import Conflict, PutRemark, Remark, Store


async def add_remark(store: Store, last: Callable[[str], Awaitable[int]], remark: Remark) -> Remark:
    """Store a remark under the number after the last one of its table, which `last` reads; see `Store.add_remark`."""
    tried = 0
    while True:
        numbered = replace(remark, number=await last(remark.table) + 1)
        try:
            await store.write(PutRemark(numbered))
        except Conflict:
            if numbered.number == tried:  # nobody else took the number: the table is gone
                raise
            tried = numbered.number
        else:
            return numbered
