"""What runs in a worker process of the arena, `python -m laguna.arena.worker`: games in, results out."""

from __future__ import annotations

import os
import traceback
from functools import partial

from laguna.arena.match import ArenaMatch, MatchFailed, PlayedGame, play
from laguna.bots import levels
from laguna.core.bot import Bot, Budget, knowledge
from laguna.core.luck import SeededLuck
from laguna.core.worker import serve
from laguna.games import GAMES

_WARM_UP_BUDGET = Budget(iterations=1)


class MatchRequestHandler:
    """Plays games one after the other. It has the bots of one match ready."""

    def __init__(self) -> None:
        self._ready: ArenaMatch | None = None

    def reply(self, request: tuple[ArenaMatch, int | None]) -> PlayedGame | str | None:
        """A game of a match, by its number; None: its bots are ready. A sentence, where something went wrong."""
        match, number = request
        try:
            if match != self._ready:
                _warm_up(match)
                self._ready = match
            return None if number is None else play(match, number, partial(_bot_of, match.game))
        except MatchFailed as error:
            return str(error)
        except Exception as error:  # noqa: BLE001 - a bot may fail in any way: told to whoever started the match
            return _failure(match, number, error)


def _warm_up(match: ArenaMatch) -> None:
    """Have every bot answer a first question, which loads or compiles what it needs. Raises `MatchFailed`."""
    game = GAMES[match.game]
    table, _ = game.start(match.seats, game.read_options(match.options), SeededLuck(match.seed))
    seat = game.asks(table)[0].seat
    for name in match.bots:
        _bot_of(match.game, name).answer(knowledge(game, table, seat, match.seed), seat, match.seed, _WARM_UP_BUDGET)


def _bot_of(key: str, name: str) -> Bot:
    try:
        return levels.bot_of(key, name)
    except KeyError as error:
        raise MatchFailed(f"There is no bot “{name}” for {key}.") from error


def _failure(match: ArenaMatch, number: int | None, error: Exception) -> str:
    """One sentence about a mistake in the program: where to look."""
    doing = "were made ready" if number is None else f"played game {number} of seed {match.seed}"
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(where.filename)}, line {where.lineno}"  # noqa: PTH119 - a name, not a file
    what = " ".join(f"{type(error).__name__} {error}".split())
    return f"While the bots {', '.join(match.bots)} {doing}, something broke: {what} ({place})."


if __name__ == "__main__":
    serve(MatchRequestHandler().reply)
