"""Games that bots play for their records: data for training, for mining, or to be analysed.

A folder holds a record of each game, numbered from 0, and beside them what was to be played and who sat where. A record
that is there is never played again. The games depend on the seed and their number alone: nobody thinks by the clock.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from laguna.arena.game_jobs import GameJob, record_game
from laguna.arena.match import ArenaMatch
from laguna.arena.match_log import KIND, header_of
from laguna.arena.policies import digests
from laguna.bots.levels import repeatable_budget
from laguna.core.bot import Budget
from laguna.crew.crew import Crew
from laguna.crew.work_log import check_header, told_if_not_written

HEADER, INDEX, RECORDS = "self_play.json", "games.jsonl", "records"


class IndexLine(msgspec.Struct, frozen=True):
    """Who sat where in a game."""

    record: str
    bots: tuple[str, ...]


def self_play_match(
    game: str, seats: int, bots: tuple[str, ...], seed: int, options: dict[str, Any], iterations: int | None
) -> ArenaMatch:
    """What is played: of so many iterations a move, or of as many as each bot needs that would think by the clock.

    Raises `BadPolicy`.
    """
    budgets = {
        name: budget
        for name in bots
        if (budget := repeatable_budget(game, name) if iterations is None else Budget(iterations=iterations))
    }
    policies = digests(bots, game, seats)
    return ArenaMatch(game=game, seats=seats, bots=bots, seed=seed, options=options, budgets=budgets, policies=policies)


class SelfPlayFolder:
    """The folder of self-play. Made where it is not there; raises `WorkFailed` where it holds other games."""

    def __init__(self, folder: Path, match: ArenaMatch) -> None:
        self._folder = folder
        self._match = match
        (folder / RECORDS).mkdir(parents=True, exist_ok=True)
        header, file = header_of(match), folder / HEADER
        if file.exists():
            check_header(file, file.read_bytes(), header, KIND)
        else:
            _write(file, msgspec.json.encode(header) + b"\n")

    def missing(self, games: int) -> list[int]:
        """Which of the first games are not there."""
        there = {path.name for path in (self._folder / RECORDS).iterdir()}
        return [number for number in range(games) if _name(number) not in there]

    def play(self, crew: Crew, games: Sequence[int]) -> Iterator[int]:
        """Have these games played, and write down each as it ends: its number. Raises `WorkFailed`."""
        jobs = (GameJob(self._match, self._game_of_match(number)) for number in games)
        for place, text in crew.do(record_game, jobs):
            _write(self._record(games[place]), text.encode())
            yield games[place]

    def write_index(self, games: int) -> None:
        """Tell of each of the first games who sat where."""
        lines = (
            IndexLine(f"{RECORDS}/{_name(number)}", self._match.lineup(self._game_of_match(number)))
            for number in range(games)
        )
        _write(self._folder / INDEX, b"".join(msgspec.json.encode(line) + b"\n" for line in lines))

    def _record(self, number: int) -> Path:
        return self._folder / RECORDS / _name(number)

    def _game_of_match(self, number: int) -> int:
        """The first game of each round: those of a round share their luck, and data had better not."""
        return number * len(self._match.bots)


def _name(number: int) -> str:
    return f"{number:07}.jsonl"


def _write(file: Path, content: bytes) -> None:
    """Write a file that appears when all of it is written. Raises `WorkFailed`, and leaves nothing behind."""
    draft = file.with_name(f".{file.name}.{secrets.token_hex(4)}.part")
    try:
        with told_if_not_written(file):
            with draft.open("wb") as written:
                written.write(content)
                written.flush()
                os.fsync(written.fileno())
            draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
