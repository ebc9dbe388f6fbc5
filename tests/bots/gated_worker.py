"""A worker whose bots wait at a gate before they play: `gated_worker.py GATE [--wait GAME] [--load GAME]`.

The level `gated LEVEL` waits and then plays as that level; the level `breaking` raises an error. To load a game takes
no time, unless it is one to wait for at the gate or one to load really.
"""

from __future__ import annotations

import argparse
import os
import socket

from laguna.bots import worker
from laguna.bots.levels import bot_of, prepare
from laguna.core.bot import Answer, Bot, Budget
from laguna.core.game import Table

_parser = argparse.ArgumentParser()
_parser.add_argument("gate")
_parser.add_argument("--wait")
_parser.add_argument("--load")
ARGUMENTS = _parser.parse_args()


def wait(what: str) -> None:
    with socket.socket(socket.AF_UNIX) as gate:
        gate.connect(ARGUMENTS.gate)
        gate.sendall(f"{os.getpid()} {what}\n".encode())
        gate.recv(1)


class GatedBot:
    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def answer(self, known: Table, seat: int, seed: int, budget: Budget | None = None) -> Answer:
        wait("answer")
        return self._bot.answer(known, seat, seed, budget)


class BreakingBot:
    def answer(self, *_: object) -> Answer:
        raise ZeroDivisionError("no wind")


def gated_bot_of(game: str, level: str) -> Bot:
    if level == "breaking":
        return BreakingBot()
    name = level.removeprefix("gated ")
    return bot_of(game, name) if name == level else GatedBot(bot_of(game, name))


def gated_prepare(game: str) -> None:
    if game == ARGUMENTS.wait:
        wait("load")
    if game == ARGUMENTS.load:
        prepare(game)


if __name__ == "__main__":
    worker.main(gated_bot_of, gated_prepare)
