"""What runs in a worker process, `python -m laguna.bots.worker`: it reads requests and writes a reply to each.

Numba and MuJoCo are loaded here, never in the program that hosts the games. A worker ends when its host does, however
that ends: its input is over then.
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, BinaryIO, NoReturn

from laguna.bots import wire
from laguna.bots.bot import Answer, Bot
from laguna.bots.levels import bot_of, prepare
from laguna.bots.wire import Failed, Load, Question

_POLITENESS = 5
"""How much a worker stands back behind its host, which has people waiting."""

_KEPT = 8
"""How many bots a worker remembers, each with a tree of some megabytes."""


class NoSuchBot(Exception):  # noqa: N818 - the asker's mistake, told in a sentence
    """A level that a game does not have."""


class Desk:
    """Answers requests one after the other. It keeps the last bots: what one thought may serve it at its next turn."""

    def __init__(self, bot_of: Callable[[str, str], Bot], prepare: Callable[[str], None]) -> None:
        self._bot_of = bot_of
        self._prepare = prepare
        self._bots: OrderedDict[tuple[str, str, str, int], Bot] = OrderedDict()

    def reply(self, request: Question | Load) -> Answer | Failed | None:
        """What to write back. Nothing is raised: the host is told what went wrong."""
        try:
            if isinstance(request, Load):
                return self._prepare(request.game)
            bot = self._bot(request)
            return bot.answer(request.known, request.seat, request.seed, request.budget)
        except NoSuchBot as error:
            return Failed(str(error), "")
        except Exception as error:  # noqa: BLE001 - whatever it is, the host decides
            return Failed(f"{type(error).__name__}: {error}", traceback.format_exc())

    def _bot(self, asked: Question) -> Bot:
        """The bot of this seat of this table: it is nobody else's."""
        whose = (asked.game, asked.level, asked.table, asked.seat)
        bot = self._bots.pop(whose, None)
        if bot is None:
            try:
                bot = self._bot_of(asked.game, asked.level)
            except KeyError as error:
                raise NoSuchBot(f"There is no level “{asked.level}” in {asked.game}.") from error
        self._bots[whose] = bot
        if len(self._bots) > _KEPT:
            self._bots.popitem(last=False)
        return bot


def main(bot_of: Callable[[str, str], Bot] = bot_of, prepare: Callable[[str], None] = prepare) -> NoReturn:
    """Serve until the input is over."""
    os.nice(_POLITENESS)
    replies = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints goes to the host's log
    requests: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    desk = Desk(bot_of, prepare)
    while True:
        _write(replies, wire.framed(desk.reply(requests.get())))


def _listen(requests: SimpleQueue[Any]) -> None:
    """Note what is asked. When nothing more can come, end at once, also in the middle of a thought."""
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as stream:
        try:
            while True:
                requests.put(wire.read(stream))
        except EOFError:
            os._exit(0)


def _write(stream: BinaryIO, body: bytes) -> None:
    while body:
        body = body[stream.write(body) :]


if __name__ == "__main__":
    main()
