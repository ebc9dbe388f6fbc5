"""A table's account, kept outside all servers: every step that anybody was told of, and every move as it was sent."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from laguna.core import record
from laguna.games import GAMES
from laguna.server.store.store import Store
from laguna.server.tables.game_log import Entry, PlayedEntry, record_of
from laguna.server.tables.game_log import entries_of as read_entries
from laguna.server.tables.match import Match
from laguna.server.tables.table_file import TableFile

ALL_REMARKS = 1 << 20


class Sent(NamedTuple):
    """A move as it was sent."""

    seat: int
    ask: int
    move: str


class Step(NamedTuple):
    """A step as it was told: whose it was, and whether a move was taken back."""

    seat: int | None
    undone: bool


class Account:
    """What the people of one table know of it together. It begins with the laying out."""

    def __init__(self, table: str, game: str, clock_s: int | None = None) -> None:
        self.table = table
        self.game = game
        self.clock_s = clock_s
        self.steps: dict[int, Step] = {}
        """By the version that each made."""
        self.acknowledged: dict[int, Sent] = {}
        """The moves of people that count, as those were told who had sent them."""
        self.over = False
        self.moving_since = time.monotonic()
        """From then on it is to move; later than now, where a clock has to run out before."""
        self.left = 0
        """How often somebody left, and let a bot move."""
        self.withdrawn = 0
        """How often a question to a bot may have been taken back while that thought."""
        self._sent: set[Sent] = set()
        self._left: set[int | None] = set()
        """The seats of those who have left, if only for a while."""
        self._said: set[str] = set()
        self._said_surely: set[str] = set()

    @property
    def version(self) -> int:
        """The last version that anybody knows of."""
        return 1 + len(self.steps)

    def told(self, version: int, step: Step) -> None:
        """Somebody was told of a step. All are told the same."""
        known = self.steps.setdefault(version, step)
        assert known == step, f"{self.table}: version {version} was told as {known} and as {step}"
        if version == self.version:
            self.moving_since = max(self.moving_since, time.monotonic())

    @property
    def undone(self) -> int:
        """How many moves were taken back."""
        return sum(step.undone for step in self.steps.values())

    @property
    def remarks(self) -> int:
        """How many remarks are surely stored."""
        return len(self._said_surely)

    def sends(self, sent: Sent) -> None:
        self._sent.add(sent)

    def counts(self, version: int, sent: Sent) -> None:
        """Who sent a move was told that it counts."""
        assert self.acknowledged.setdefault(version, sent) == sent

    def awaits_clock(self) -> None:
        """Somebody lets the clock run out."""
        self.moving_since = time.monotonic() + (self.clock_s or 0)

    def leaves(self, seat: int | None) -> None:
        """Somebody leaves, and lets a bot move."""
        self.left += 1
        self._left.add(seat)

    def says(self, text: str) -> None:
        self._said.add(text)

    def was_said(self, text: str) -> None:
        """Who said something was told that it is stored."""
        self._said_surely.add(text)

    async def check(self, store: Store) -> int:
        """All of it is stored, once, and nothing else; the game holds, luck and all. How many bots' moves."""
        whole = await store.whole(self.table)
        assert whole is not None
        file, lines = whole
        entries = read_entries(lines[1:])
        assert len(lines) >= self.version, f"{self.table} has lost {self.version - len(lines)} lines"
        for version, step in self.steps.items():
            assert _step(entries[version - 2]) == step, f"{self.table}: version {version} was told otherwise"
        made = self._replayed(file, lines, entries)
        assert len(set(made.values())) == len(made), f"{self.table}: a question was answered twice"
        assert set(made.values()) <= self._sent, f"{self.table}: nobody made {set(made.values()) - self._sent}"
        for version, sent in self.acknowledged.items():
            self._check_acknowledged(version, sent, made.get(version), entries[version - 2])
        if file.state == "over":
            (found,) = record.parse(record_of(file, lines), self.table)
            record.verify(found, GAMES)
        await self._check_remarks(store)
        return sum(isinstance(entry, PlayedEntry) and entry.bot is not None for entry in entries)

    def _replayed(self, file: TableFile, lines: Sequence[bytes], entries: Sequence[Entry]) -> dict[int, Sent]:
        """The moves of people that are stored, by the version that each made, with the question that it answers."""
        game, made = GAMES[self.game], {}
        match = Match.resume(game, file, lines[:1])
        for version, entry in enumerate(entries, 2):
            if isinstance(entry, PlayedEntry):
                ask = match.position.question_number(entry.line.seat)
                assert ask is not None, f"{self.table}: version {version} answers nothing"
                if entry.bot is None:
                    made[version] = Sent(entry.line.seat, ask, canonical(entry.line.move))
                match.accept(match.follow(entry))
            else:
                match = Match.resume(game, file, lines[:version])
        return made

    def _check_acknowledged(self, version: int, sent: Sent, made: Sent | None, entry: Entry) -> None:
        """A move that was told to count is stored as it was sent, or is that of a bot who may have kept the seat."""
        if made is None:
            kept = self.clock_s is not None or sent.seat in self._left  # the bot was quicker by a hair
            told = isinstance(entry, PlayedEntry) and entry.bot is not None and kept
            assert told, f"{self.table}: version {version} was acknowledged and is not there"
        else:
            assert made == sent, f"{self.table}: another move in version {version}"

    async def _check_remarks(self, store: Store) -> None:
        stored = Counter(remark.text for remark in await store.remarks(self.table, None, ALL_REMARKS))
        assert set(stored.values()) <= {1}, f"{self.table}: something was said twice"
        assert self._said_surely <= stored.keys() <= self._said, f"{self.table} remembers other words"


def canonical(move: object) -> str:
    """A move, however it was written."""
    return json.dumps(move, sort_keys=True)


def _step(entry: Entry) -> Step:
    return Step(entry.line.seat, False) if isinstance(entry, PlayedEntry) else Step(entry.seat, True)
