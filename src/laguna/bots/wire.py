"""What a pool and its workers say to each other; how it is sent, see `laguna.core.frames`."""

from __future__ import annotations

import msgspec

from laguna.core.bot import Budget
from laguna.core.game import Move, Table


class BotRequest(msgspec.Struct, frozen=True):
    """What a bot is asked: all that its seat may know, and how it is to think.

    `table` names the table, so that tables are served in turn and by the worker that knows them. `known` is made by
    `laguna.core.bot.knowledge` on the host's side: nothing secret enters a worker. `budget` overrides the level's own.
    To an adviser (`BotPool.think`) `only` is the one move to think about, if not all. `share` says on whose account it
    is, from the widest group to the narrowest (an address, a person): all of one group together wait as one. Who is
    `patient` is served when nobody else waits.
    """

    table: str
    game: str
    known: Table
    seat: int
    level: str
    seed: int
    budget: Budget | None = None
    only: Move | None = None
    share: tuple[str, ...] = ()
    patient: bool = False


class Load(msgspec.Struct, frozen=True):
    """Load or compile whatever the bots of a game need. The reply is None."""

    game: str


class Failed(msgspec.Struct, frozen=True):
    """The reply to what could not be done: the reason, and for the log where it happened."""

    reason: str
    traceback: str
