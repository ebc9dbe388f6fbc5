"""Token buckets: how often something may be done."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable

from laguna.server.settings import Rate

_ROUNDING_ERROR = 1e-9
"""Far less than anybody waits, and more than sums of floats go astray."""


class Bucket:
    """One bucket, full at first. It is kept as the one moment at which it will be full again, so nothing ticks."""

    __slots__ = ("_full_at", "_now", "_rate")

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._full_at = float("-inf")

    def take(self) -> float:
        """Take one out and answer 0.0; or take nothing and answer how many seconds to wait until there is one."""
        now, each = self._now(), 1 / self._rate.per_second
        full_at = max(self._full_at, now) + each
        wait = full_at - now - self._rate.burst * each
        if wait > _ROUNDING_ERROR:
            return wait
        self._full_at = full_at
        return 0.0


class Buckets:
    """A bucket for each key (a person, an address). At most `keys` are remembered: the longest unused go first."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic, keys: int = 20_000) -> None:
        self._rate = rate
        self._now = now
        self._keys = keys
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: Hashable) -> float:
        """As `Bucket.take`, of this key's bucket."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._now)
            if len(self._buckets) > self._keys:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take()
