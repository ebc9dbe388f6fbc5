"""What a battle promises: each seat's chance to win and its expected points, as it is and with a piece less."""

from __future__ import annotations

import math
from typing import NamedTuple

from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.captain.goals import CHEST_KEPT, hopes
from laguna.games.ship_ahoy.fleet import PIRATE, TOWERS
from laguna.games.ship_ahoy.scenarios import CHEST_POINTS, PIRATE_POINTS
from laguna.games.ship_ahoy.state import Battle

_LOSSES = 0.6
"""How many of the smallest fleet's strength each seat will still lose before the game is over, as a part."""
_FIGHTING = 0.25
"""How much more a seat takes with each piece that it has; it has one shot a turn however many there are."""
_END = 1.1
"""How quickly the danger to be out grows as a fleet shrinks."""
_TOWER = 1.4
"""A tower's strength, where a ship's is 1: it cannot flee, but is hard to fell."""

Shares = tuple[float, ...]


class Promise(NamedTuple):
    """For every seat its chance to win (or to share it) and the points it is expected to have in the end."""

    values: Shares
    points: Shares


class Ledger(NamedTuple):
    """All that the prospects depend on: points, towers taken and fleets by strength, seat by seat."""

    scores: Shares
    towers: tuple[int, ...]
    fleets: tuple[tuple[int, float], ...]
    """How many pieces, and their strength."""
    sides: tuple[int, ...]
    teams: bool


class Prospects:
    """The prospects of all seats at a table, and how they change when a piece is lost. Remembers what it worked out."""

    def __init__(self, b: Battle) -> None:
        self._b = b
        self.ledger = Ledger(
            scores=tuple(expected(b)),
            towers=tuple(sum(piece in TOWERS for piece in taken) for taken in b.trophies),
            fleets=tuple(_fleet(b, seat) for seat in range(b.players)),
            sides=tuple(b.side_of_seat(seat) for seat in range(b.players)),
            teams=b.options.teams,
        )
        self.now = promise(self.ledger)
        self._changes: dict[tuple[int, int | None], Shares] = {}

    def without(self, piece: int, taker: int | None) -> Ledger:
        """The ledger once a piece is lost to a seat; None: to nobody."""
        owner, ledger = self._b.seat(piece), self.ledger
        scores, towers, fleets = list(ledger.scores), list(ledger.towers), list(ledger.fleets)
        if owner is not None:
            count, strength = fleets[owner]
            fleets[owner] = (count - 1, strength - _strength(piece))
            if self._b.chest == piece:
                scores[owner] -= CHEST_POINTS * CHEST_KEPT
        if taker is not None:
            scores[taker] += _points(piece)
            towers[taker] += piece in TOWERS
        return ledger._replace(scores=tuple(scores), towers=tuple(towers), fleets=tuple(fleets))

    def change(self, piece: int, taker: int | None) -> Shares:
        """By how much each seat's chance changes when a piece is lost to a seat."""
        known = self._changes.get((piece, taker))
        if known is None:
            then = promise(self.without(piece, taker)).values
            known = tuple(new - old for new, old in zip(then, self.now.values, strict=True))
            self._changes[piece, taker] = known
        return known

    def point(self, seat: int) -> float:
        """What a point more is worth to a seat, as a chance."""
        scores = list(self.ledger.scores)
        scores[seat] += 1.0
        return promise(self.ledger._replace(scores=tuple(scores))).values[seat] - self.now.values[seat]


def expected(b: Battle) -> list[float]:
    """Each seat's own points, and those that the scenario's goals promise. The chest counts as it is likely kept."""
    holder = None if b.chest is None else b.seat(b.chest)
    promised = hopes(b)
    return [
        sum(rules.parts(b, seat).values()) - CHEST_POINTS * (seat == holder) + promised[seat]
        for seat in range(b.players)
    ]


def promise(ledger: Ledger) -> Promise:
    """What a ledger promises: for certain if somebody is out, else by points and fleets."""
    if any(count == 0 for count, _ in ledger.fleets):
        return Promise(_shares_of_the_win(ledger), ledger.scores)
    seats = range(len(ledger.scores))
    smallest = min(strength for _, strength in ledger.fleets)
    to_come = _LOSSES * smallest * len(ledger.scores)
    might = [1.0 + _FIGHTING * count for count, _ in ledger.fleets]
    points = [ledger.scores[seat] + to_come * might[seat] / sum(might) for seat in seats]
    blur = 1.0 + 0.5 * math.sqrt(to_come)
    risk = [math.exp(-_END * strength) for _, strength in ledger.fleets]
    likely: dict[int, float] = {}
    for side in set(ledger.sides):
        ours = [seat for seat in seats if ledger.sides[seat] == side]
        stays = 1.0 if ledger.teams else 1.0 - risk[ours[0]] / sum(risk)
        likely[side] = stays * math.exp(sum(points[seat] for seat in ours) / blur)
    whole = sum(likely.values())
    return Promise(tuple(likely[side] / whole for side in ledger.sides), tuple(points))


def _shares_of_the_win(ledger: Ledger) -> Shares:
    """S21, S22: who has won a game that is over; a shared win is split."""
    ranks = {}
    for side in set(ledger.sides):
        ours = [seat for seat, own in enumerate(ledger.sides) if own == side]
        stays = ledger.teams or all(ledger.fleets[seat][0] for seat in ours)
        points = round(sum(ledger.scores[seat] for seat in ours))
        ranks[side] = (stays, points, sum(ledger.towers[seat] for seat in ours))
    best = max(ranks.values())
    winners = sum(rank == best for rank in ranks.values())
    return tuple((ranks[side] == best) / winners for side in ledger.sides)


def _fleet(b: Battle, seat: int) -> tuple[int, float]:
    pieces = b.fleet_of(seat)
    return len(pieces), sum(map(_strength, pieces))


def _strength(piece: int) -> float:
    return _TOWER if piece in TOWERS else 1.0


def _points(piece: int) -> int:
    if piece == PIRATE:
        return PIRATE_POINTS
    return rules.TOWER_POINTS if piece in TOWERS else rules.SHIP_POINTS
