"""Shells as the world plays it."""

from __future__ import annotations

from typing import Any

from laguna.core.game import Event, Move, Options, Own, SecretEvent, TieBreak, View
from laguna.core.order import Order
from laguna.core.ruled import RuledGame
from laws.shells import rules


class ShellsOptions(Options, frozen=True):
    two_swaps: bool = False
    first: int | None = None


class Keep(Move, frozen=True):
    """Keep the shell."""


class Swap(Move, frozen=True):
    """Swap it for another."""


class ShellDealt(SecretEvent, frozen=True):
    """Somebody gets a shell."""

    secret = ("shell",)
    shell: int | None


class Kept(Event, frozen=True):
    """Somebody keeps a shell."""

    seat: int


class ShellSwapped(SecretEvent, frozen=True):
    """Somebody gets another shell."""

    secret = ("shell",)
    shell: int | None


class Ended(Event, frozen=True):
    """The game is over."""


class ShellShown(Event, frozen=True):
    """In the end everybody shows the shell."""

    seat: int
    shell: int


class ShellsView(View, frozen=True):
    shells: tuple[int | None, ...]
    swaps: tuple[int, ...]
    active: int | None


QUESTIONS = {rules.KEEP_OR_SWAP: ("keep_or_swap", "H3")}
REASONS = {rules.NO_SWAP_LEFT: ("H4", "no_swap_left")}
TELLINGS = {
    rules.DEALT: ShellDealt,
    rules.KEPT: Kept,
    rules.SWAPPED: ShellSwapped,
    rules.ENDED: Ended,
    rules.SHOWN: ShellShown,
}


class ShellsGame(RuledGame[rules.Shells, ShellsOptions, Any]):
    """Shells for 2 or 3."""

    key = "shells"
    seats = range(2, 4)
    version = 1
    options = ShellsOptions
    moves = Keep | Swap
    events = ShellDealt | Kept | ShellSwapped | Ended | ShellShown
    order = Order(
        told="",
        setup="ShellDealt+",
        moves={"Keep": "Kept ending?", "Swap": "ShellSwapped ending?"},
        phrases={"ending": "Ended ShellShown+"},
    )
    views = ShellsView
    rules = rules.RULES
    end_rule = "H5"
    questions = QUESTIONS
    reasons = REASONS
    tellings = TELLINGS

    def encode(self, state: Any, seat: int, move: Any) -> int | None:
        del state, seat
        return rules.SWAP if isinstance(move, Swap) else rules.KEEP

    def decode(self, state: Any, seat: int, action: int) -> Any:
        del state, seat
        return Swap() if action == rules.SWAP else Keep()

    def parts(self, table: Any, seat: int) -> dict[str, int]:
        return {"shell": table.state.shell[seat]}

    def tie_break(self, state: Any, seat: int) -> TieBreak:
        return TieBreak("kept", "H6", rules.ROUNDS - state.swaps[seat])

    def public_view(self, table: Any) -> ShellsView:
        s, seats = table.state, range(table.seats)
        over = s.asking == rules.OVER
        return ShellsView(
            shells=tuple(s.shell[seat] if over else None for seat in seats),
            swaps=tuple(s.swaps[seat] for seat in seats),
            active=None if over else s.active,
        )

    def own_fields(self, table: Any, seat: int, public: ShellsView) -> dict[str, Any]:
        del public
        return {"shells": Own(table.state.shell[seat])}
