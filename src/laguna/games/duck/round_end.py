"""The end of a round: hands are shown, a dive is judged, lifebuoys and cards under towels."""

from __future__ import annotations

from laguna.core.rules import rule, tell
from laguna.games.duck.card_piles import hand_number, pick_unseen, value_of
from laguna.games.duck.components import (
    COLOURS,
    DISCARDED,
    DIVE_AT_MOST,
    DIVE_FAILED,
    DIVE_SUCCEEDED,
    DIVED,
    GHOST,
    GHOST_SHOWED,
    KEPT,
    NO_CARD,
    NOBODY,
    OVER,
    ROUNDS,
    SHOWED,
    TOOK_LIFEBUOY,
    VALUES,
    WENT_OUT,
    Duck,
)
from laguna.games.duck.dealing import begin_round


@rule
def end_round(s: Duck, ender: int, dived: bool) -> None:
    """D10-D15: hands are shown, the one who ended the round is judged, then the others; then the next round."""
    tell(s, DIVED if dived else WENT_OUT, ender)
    show_hands(s)
    if dived:
        judge_dive(s, ender)
    else:
        take_lifebuoy(s, ender, 1)
    judge_others(s, ender)
    s.round += 1
    if s.round == ROUNDS:
        s.asking = OVER
    else:
        s.dealer = (s.dealer + 1) % s.players
        begin_round(s)


@rule
def show_hands(s: Duck) -> None:
    """D11, D24: every hand that is left, and the ghost's card."""
    for seat in range(s.players):
        if s.held[seat] > 0:
            tell(s, SHOWED, seat, hand_number(s, seat), s.sum[seat])
    if s.players == 2:
        show_ghost(s)


@rule
def show_ghost(s: Duck) -> None:
    """D20: the hidden card, which comes to light only now, counts with the ghost's pile."""
    if s.ghost_card == NO_CARD:
        s.ghost_card = pick_unseen(s)
    s.sum[GHOST] += value_of(s.ghost_card)
    tell(s, GHOST_SHOWED, s.ghost_card, s.sum[GHOST])


@rule
def lowest_rival(s: Duck, diver: int) -> int:
    """D13, D21: who has the lowest sum of all but the diver; the ghost too."""
    lowest = (diver + 1) % s.players
    for i in range(2, s.players):
        other = (diver + i) % s.players
        if s.sum[other] < s.sum[lowest]:
            lowest = other
    if s.players == 2 and s.sum[GHOST] < s.sum[lowest]:
        lowest = GHOST
    return lowest


@rule
def beaten_by(s: Duck, diver: int) -> int:
    """D13, D14, D21: who has as little as the diver or less, or NOBODY. D23: a sum over 10 beats itself."""
    if s.sum[diver] > DIVE_AT_MOST:
        return diver
    rival = lowest_rival(s, diver)
    return rival if s.sum[diver] >= s.sum[rival] else NOBODY


@rule
def judge_dive(s: Duck, diver: int) -> None:
    """D13: lowest of all, a green lifebuoy and a card. D14: otherwise a red one and nothing."""
    rival = beaten_by(s, diver)
    if rival == NOBODY:
        tell(s, DIVE_SUCCEEDED, diver)
        take_lifebuoy(s, diver, 1)
        keep_highest(s, diver)
    else:
        tell(s, DIVE_FAILED, diver, rival)
        take_lifebuoy(s, diver, 0)


@rule
def take_lifebuoy(s: Duck, seat: int, green: int) -> None:
    """D3, D10, D13, D14: the top lifebuoy, one a round."""
    s.taken_by[s.round] = seat
    s.green[s.round] = green
    tell(s, TOOK_LIFEBUOY, seat, s.round, green)


@rule
def judge_others(s: Duck, ender: int) -> None:
    """D12, D15, D21: whoever has too much discards the hand, every other one keeps the highest card."""
    limit = too_much(s, ender)
    for i in range(1, s.players):
        seat = (ender + i) % s.players
        if s.sum[seat] >= limit:
            tell(s, DISCARDED, seat, s.sum[seat])
        else:
            keep_highest(s, seat)


@rule
def too_much(s: Duck, ender: int) -> int:
    """D12: the highest sum of the others. D21: with two players, any sum above the ghost's."""
    if s.players == 2:
        return s.sum[GHOST] + 1
    highest = 0
    for seat in range(s.players):
        if seat != ender:
            highest = max(highest, s.sum[seat])
    return highest


@rule
def highest_card(s: Duck, seat: int) -> int:
    """D25: the highest card of a hand; of equals the first of yellow, blue, red."""
    for lower in range(VALUES):
        for colour in range(COLOURS):
            card = colour * VALUES + (VALUES - 1 - lower)
            if s.hand[seat][card] > 0:
                return card
    return NO_CARD


@rule
def keep_highest(s: Duck, seat: int) -> None:
    """D12: the highest card of a hand goes under the towel. D24: the hand stays noted as it was shown."""
    card = highest_card(s, seat)
    s.kept[seat] = card
    s.towel[seat][card] += 1
    tell(s, KEPT, seat, card)
