"""Shells for learners: the own shell, what everybody swapped, and whose turn it is."""

from __future__ import annotations

from laguna.core.encoding import WAIT, Encoding, Part, relative, starts_of
from laguna.core.rules import rule
from laws.shells.rules import FINEST, ROUNDS, SEATS, SWAP, Shells, refusal

PARTS = (
    Part("shell", (), FINEST, "H1", codes=True),
    Part("swaps", (SEATS,), ROUNDS, "H4"),
    Part("active", (), SEATS - 1, "H3", codes=True),
    Part("turns", (), ROUNDS * SEATS, "H5"),
)
SHELL, SWAPS, ACTIVE, TURNS = starts_of(PARTS)
CHOOSE_KEEP, CHOOSE_SWAP = WAIT + 1, WAIT + 2


@rule
def observe(s: Shells, seat: int, begun: int, out: list[int]) -> None:  # noqa: ARG001 - every choice is made at once
    out[SHELL] = s.shell[seat]
    out[ACTIVE] = relative(s, seat, s.active)
    out[TURNS] = s.turns
    for other in range(s.players):
        out[SWAPS + relative(s, seat, other)] = s.swaps[other]


@rule
def legal(s: Shells, seat: int, begun: int, notes: list[int], mask: list[int]) -> int:  # noqa: ARG001 - as above
    mask[CHOOSE_KEEP] = 1
    mask[CHOOSE_SWAP] = 1 if refusal(s, seat, SWAP) == 0 else 0
    return 1 + mask[CHOOSE_SWAP]


@rule
def decide(s: Shells, seat: int, begun: int, choice: int) -> int:  # noqa: ARG001 - as above
    return choice - CHOOSE_KEEP


ENCODING = Encoding(1, PARTS, CHOOSE_SWAP + 1, observe, legal, decide)
