"""The rules of Shells: everybody has a secret shell, and may swap it for another; the finest shell wins."""

from __future__ import annotations

from laguna.core.rules import Rules, State, below, ints, noted, rule, tell

SEATS, FINEST, ROUNDS = 3, 6, 3
OVER, KEEP_OR_SWAP = 0, 1
KEEP, SWAP = 0, 1
NO_SWAP_LEFT = 1
DEALT, KEPT, SWAPPED, ENDED, SHOWN = 0, 1, 2, 3, 4


class Shells(State):
    """A table of Shells."""

    players: int
    asking: int
    first: int
    two_swaps: int
    active: int
    turns: int
    shell: list[int] = ints(SEATS, bits=8)
    swaps: list[int] = ints(SEATS)


@rule
def setup(s: Shells) -> None:
    s.active = s.first if s.first >= 0 else below(s, s.players)
    s.asking = KEEP_OR_SWAP
    for seat in range(s.players):
        s.shell[seat] = 1 + below(s, FINEST)
        tell(s, DEALT, seat, s.shell[seat])


@rule
def asked(s: Shells) -> int:
    return 1 << s.active if s.asking != OVER else 0


@rule
def refusal(s: Shells, seat: int, action: int) -> int:
    return NO_SWAP_LEFT if action == SWAP and s.swaps[seat] > s.two_swaps else 0


@rule
def choices(s: Shells, seat: int, notes: list[int]) -> int:
    notes[0] = KEEP
    notes[1] = SWAP
    return 2 if refusal(s, seat, SWAP) == 0 else 1


@rule
def apply(s: Shells, seat: int, action: int) -> None:
    if action == SWAP:
        s.shell[seat] = 1 + below(s, FINEST)
        s.swaps[seat] += 1
        tell(s, SWAPPED, seat, s.shell[seat])
    else:
        tell(s, KEPT, seat)
    s.turns += 1
    s.active = (s.active + 1) % s.players
    if s.turns == ROUNDS * s.players:
        s.asking = OVER
        tell(s, ENDED)
        for other in range(s.players):
            tell(s, SHOWN, other, s.shell[other])


@rule
def imagine(s: Shells, seat: int) -> None:
    for other in range(s.players):
        if other != seat and s.asking != OVER:
            s.shell[other] = 1 + below(s, FINEST)


@rule
def score(s: Shells, seat: int) -> int:
    return s.shell[seat]


@rule
def standing(s: Shells, seat: int) -> int:
    return s.shell[seat] * 10 + ROUNDS - s.swaps[seat]


@rule
def broken(s: Shells) -> int:
    for seat in range(s.players):
        if not 1 <= s.shell[seat] <= FINEST:
            return 1
    return 0


RULES = Rules(
    state=Shells,
    actions=2,
    most_notes=2,
    setup=setup,
    asked=asked,
    choices=choices,
    choice=noted,
    refusal=refusal,
    apply=apply,
    imagine=imagine,
    score=score,
    standing=standing,
    broken=broken,
)
