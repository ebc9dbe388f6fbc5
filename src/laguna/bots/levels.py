"""The four levels, the same names in every game, and who plays them."""

from __future__ import annotations

from laguna.bots.bot import AnyGame, Answer, Bot, Budget
from laguna.core.game import Table
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.games import GAMES

LEVELS = ("beginner", "easy", "good", "strong")
"""From weakest to strongest."""


class RandomBot:
    """Any move at all: what every level is measured against."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def answer(self, known: Table, seat: int, seed: int, budget: Budget | None = None) -> Answer:  # noqa: ARG002
        """Any of the seat's moves, each equally likely."""
        return Answer(self._game.random_move(known, seat, SeededLuck(seed, 0, PLAYERS)))


def bot_of(key: str, name: str) -> Bot:
    """A player of a game: one of the levels, or `random`. Raises `KeyError`."""
    del name
    return RandomBot(GAMES[key])


def prepare(key: str) -> None:
    """Load or compile whatever the bots of a game need, before they are asked."""
    del key
