"""What a seat cannot know, and tables that look the same to it."""

from __future__ import annotations

from laguna.core.rules import below, rule
from laguna.games.animals_on_board.components import (
    DEALT,
    DISCARDING,
    FULL_ARK,
    KEEPING,
    ON_ARK,
    TILES,
    UNSEEN,
    Animals,
)
from laguna.games.animals_on_board.dealing import draw_secretly
from laguna.games.animals_on_board.discarding import discard_refusal
from laguna.games.animals_on_board.sailing import aboard, noahs
from laguna.games.animals_on_board.tile_sets import nth_zero


@rule
def imagine(s: Animals, seat: int) -> None:
    """A20: deal anew the others' setup tiles and the face-down tiles they took, and what they chose in secret."""
    redeal(s, seat)
    if s.asking == DISCARDING:
        while not believable(s, seat):
            redeal(s, seat)
    for other in range(s.players):
        if other != seat and s.sealed[other] != 0:
            if s.asking == KEEPING:
                s.sealed[other] = 1 << below(s, DEALT)
            else:
                s.sealed[other] = any_discard(s, other)


@rule
def redeal(s: Animals, seat: int) -> None:
    """Back to the unseen ones with all tiles that only their owners know, and as many to each again."""
    for tile in range(TILES):
        if s.secret[tile] and s.where[tile] != ON_ARK + seat:
            s.where[tile] = UNSEEN
            s.secret[tile] = 0
            s.unseen += 1
    for other in range(s.players):
        if other != seat:
            for _ in range(s.secrets[other]):
                draw_secretly(s, other)


@rule
def believable(s: Animals, seat: int) -> bool:
    """A17: who was asked to discard has more than ten without pairs, and nobody else has: that is public."""
    for other in range(s.players):
        chooses = s.owes >> other & 1 == 1 or s.sealed[other] != 0
        if other != seat and chooses != (aboard(s, other) > FULL_ARK):
            return False
    return True


@rule
def any_discard(s: Animals, seat: int) -> int:
    """A17: one of the ways to discard, each equally likely."""
    chosen = 0
    while discard_refusal(s, seat, chosen):
        chosen = noahs(s, seat)
        for left in range(aboard(s, seat), FULL_ARK, -1):
            chosen |= 1 << nth_zero(chosen, below(s, left))
        chosen &= ~noahs(s, seat)
    return chosen
