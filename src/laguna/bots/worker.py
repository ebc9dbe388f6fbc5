"""What runs in a worker process, `python -m laguna.bots.worker`: it reads requests and writes a reply to each.

Numba and MuJoCo are loaded here, never in the program that hosts the games.
"""

from __future__ import annotations

import traceback
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NoReturn

from laguna.bots.levels import adviser_of, bot_of, prepare
from laguna.bots.wire import BotRequest, Failed, Load
from laguna.core.bot import ADVISER, Adviser, Answer, Bot, Budget
from laguna.core.worker import serve

ADVICE_BUDGET = Budget(seconds=1.0)
"""How long an adviser thinks, unless it is told."""

_NICENESS = 5
"""How much lower its priority is than that of the host, which has people waiting."""
_MAX_KEPT_BOTS = 8
"""How many bots a worker remembers, each with a tree of some megabytes."""


class NoSuchBot(Exception):  # noqa: N818 - the asker's mistake, told in a sentence
    """A level that a game does not have."""


class BotRequestHandler:
    """Answers requests one after the other. It keeps the last bots: what one thought may serve it at its next turn."""

    def __init__(self, bot_of: Callable[[str, str], Bot], prepare: Callable[[str], None]) -> None:
        self._bot_of = bot_of
        self._prepare = prepare
        self._bots: OrderedDict[tuple[str, str, str, int], Any] = OrderedDict()

    def reply(self, request: BotRequest | Load) -> Answer | Failed | None:
        """What to write back. Nothing is raised: the host is told what went wrong."""
        try:
            if isinstance(request, Load):
                return self._prepare(request.game)
            if request.level == ADVISER:
                return self._advice(request)
            return self._answer(request)
        except NoSuchBot as error:
            return Failed(str(error), "")
        except Exception as error:  # noqa: BLE001 - whatever it is, the host decides
            return Failed(f"{type(error).__name__}: {error}", traceback.format_exc())

    def _answer(self, asked: BotRequest) -> Answer:
        bot: Bot = self._kept(asked, lambda: self._bot_of(asked.game, asked.level))
        return bot.answer(asked.known, asked.seat, asked.seed, asked.budget)

    def _advice(self, asked: BotRequest) -> Answer:
        adviser: Adviser = self._kept(asked, lambda: adviser_of(asked.game))
        thought = adviser.think(asked.known, asked.seat, asked.seed, asked.budget or ADVICE_BUDGET, asked.only)
        return Answer(thought.considered[0].move, thought)

    def _kept(self, asked: BotRequest, new: Callable[[], Any]) -> Any:  # noqa: ANN401 - a bot or an adviser
        """Who serves this seat of this table, and nobody else: from last time, or new."""
        whose = (asked.game, asked.level, asked.table, asked.seat)
        try:
            self._bots[whose] = self._bots.pop(whose, None) or new()
        except KeyError as error:
            raise NoSuchBot(f"There is no “{asked.level}” in {asked.game}.") from error
        if len(self._bots) > _MAX_KEPT_BOTS:
            self._bots.popitem(last=False)
        return self._bots[whose]


def main(bot_of: Callable[[str, str], Bot] = bot_of, prepare: Callable[[str], None] = prepare) -> NoReturn:
    """Serve until the input is over."""
    serve(BotRequestHandler(bot_of, prepare).reply, _NICENESS)


if __name__ == "__main__":
    main()
