"""Worker processes that play whole games, one a core."""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Self

from laguna.arena.match import Match, Played, Trouble, play
from laguna.bots import levels
from laguna.core.bot import Bot, Budget, knowledge
from laguna.core.luck import SeededLuck
from laguna.games import GAMES

_PATIENCE = 5.0
"""Seconds for a worker to leave before it is made to."""
_BRIEFLY = Budget(iterations=1)


class Workers:
    """So many processes that play games. A context: leaving it ends them, whatever they are doing."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._connections: list[Connection] = []
        self._processes: list[multiprocessing.process.BaseProcess] = []

    def __enter__(self) -> Self:
        start = multiprocessing.get_context("spawn")  # a forked Numba or MuJoCo is not safe
        for _ in range(self._count):
            ours, theirs = start.Pipe()
            process = start.Process(target=_serve, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            self._connections.append(ours)
            self._processes.append(process)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for connection in self._connections:
            connection.close()
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(_PATIENCE)
            if process.is_alive():
                process.kill()
                process.join()

    def prepare(self, match: Match) -> None:
        """Have the bots of a match ready. The first worker compiles what must be, the others load it. `Trouble`."""
        for some in (self._connections[:1], self._connections[1:]):
            for connection in some:
                connection.send((match, None))
            for connection in some:
                _reply(connection)

    def play(self, match: Match, numbers: Iterable[int]) -> Iterator[Played]:
        """Play these games of a match, which is prepared; each as it ends, in no order. `Trouble`.

        A number is asked for when a worker is free, so that whoever gives them may stop at any time; what was begun is
        played to the end.
        """
        left = iter(numbers)
        idle, busy = list(self._connections), list[Connection]()
        while True:
            while idle and (number := next(left, None)) is not None:
                connection = idle.pop()
                connection.send((match, number))
                busy.append(connection)
            if not busy:
                return
            for connection in [each for each in wait(busy) if isinstance(each, Connection)]:
                played = _reply(connection)
                busy.remove(connection)
                idle.append(connection)
                assert played is not None, "a number is answered by a game"  # noqa: S101
                yield played


def _reply(connection: Connection) -> Played | None:
    try:
        reply = connection.recv()
    except (EOFError, OSError) as error:
        raise Trouble("A worker process died in the middle of a game.") from error
    if isinstance(reply, str):
        raise Trouble(reply)
    assert reply is None or isinstance(reply, Played)  # noqa: S101
    return reply


def _serve(connection: Connection) -> None:
    """A worker's life: games in, results out, until the other end is closed. Ctrl-C is the other end's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ready: Match | None = None
    with suppress(EOFError, OSError):
        while True:
            match, number = connection.recv()
            try:
                if match != ready:
                    _make_ready(match)
                    ready = match
                reply = None if number is None else play(match, number, partial(_bot_of, match.game))
            except Trouble as error:
                connection.send(str(error))
            except Exception as error:  # noqa: BLE001 - a bot may fail in any way: told to whoever started the match
                connection.send(_failure(match, number, error))
            else:
                connection.send(reply)


def _make_ready(match: Match) -> None:
    """Have every bot of a match answer a first question, which loads or compiles what it needs. Raises `Trouble`."""
    game = GAMES[match.game]
    table, _ = game.start(match.seats, game.read_options(match.options), SeededLuck(match.seed))
    seat = game.asks(table)[0].seat
    for name in match.bots:
        _bot_of(match.game, name).answer(knowledge(game, table, seat, match.seed), seat, match.seed, _BRIEFLY)


def _bot_of(key: str, name: str) -> Bot:
    try:
        return levels.bot_of(key, name)
    except KeyError as error:
        raise Trouble(f"There is no bot “{name}” for {key}.") from error


def _failure(match: Match, number: int | None, error: Exception) -> str:
    """One sentence about a mistake in the program: where to look."""
    doing = "were made ready" if number is None else f"played game {number} of seed {match.seed}"
    where = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{os.path.basename(where.filename)}, line {where.lineno}"  # noqa: PTH119 - a name, not a file
    what = " ".join(f"{type(error).__name__} {error}".split())
    return f"While the bots {', '.join(match.bots)} {doing}, something broke: {what} ({place})."
