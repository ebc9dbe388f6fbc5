"""Who sits where: names dealt over the seats so that nobody gains by a seat.

Games come in rounds. All games of a round share their luck, and there are as many as names: in each the names move on
by one. So over a round every name sits exactly once in every seat, however many names and seats there are. A name may
hold several seats of a game, or sit out where there are more names than seats. Each round deals the names anew, so
that over many rounds everybody sits beside everybody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from laguna.core.luck import SeededLuck

_SEED_BYTES = 8
_LAST_SEED = 2**63 - 1


def derived_seed(*parts: object) -> int:
    """A seed below 2^63 derived by hashing these parts: other parts give an independent one."""
    text = "/".join(map(str, parts))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=_SEED_BYTES).digest(), "big") & _LAST_SEED


def lineup(names: Sequence[str], seats: int, seed: int, number: int) -> tuple[str, ...]:
    """The name in each seat in game `number` of a match."""
    this_round, turn = divmod(number, len(names))
    places = [i % len(names) for i in range(max(len(names), seats))]
    luck = SeededLuck(derived_seed(seed, "line-up", this_round))
    for last in range(len(places) - 1, 0, -1):
        other = luck.below(last + 1)
        places[last], places[other] = places[other], places[last]
    return tuple(names[(place + turn) % len(names)] for place in places[:seats])
