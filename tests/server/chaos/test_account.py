"""The account itself: whatever is lost, doubled or changed in a store is found by it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from laguna.games import GAMES
from laguna.server.store.store import Append, PutTable, Remark
from laguna.server.tables.game_log import encoded
from laguna.server.tables.match import Match, asks_of
from laguna.server.tables.table_file import TableFile
from server.chaos.account import Account, Sent, Step, canonical
from server.laid import gathered
from server.store.keeping import opened

TABLE, GAME, MOVES = "some-table", "mahe", 12


class Told:
    """A game of which everybody was told that each move counts, and how it is stored."""

    def __init__(self) -> None:
        game = GAMES[GAME]
        laid = gathered(TABLE, GAME, ["ala", "ola"], Random(0))
        self.file: TableFile = replace(laid, state="playing", started=laid.created)
        self.match, header, _ = Match.begin(game, self.file, laid.created)
        self.lines = [encoded(header)]
        self.account = Account(TABLE, GAME)
        self.texts = ["hello"]
        self.account.says("hello")
        self.account.was_said("hello")
        for _ in range(MOVES):
            sent = self.play()
            self.account.sends(sent)
            self.account.told(len(self.lines), Step(sent.seat, False))
            self.account.counts(len(self.lines), sent)

    def play(self) -> Sent:
        """Store the next move, the first that is offered."""
        ((seat, ask),) = asks_of(self.match.game, self.match.table).items()
        made = self.match.play(seat, ask.number, ask.moves[0], 1.0, None)
        self.match.accept(made)
        self.lines.append(encoded(made.entry))
        return Sent(seat, ask.number, canonical(made.entry.line.move))

    def lose(self) -> None:
        del self.lines[-1]

    def double(self) -> None:
        """A move is stored again, as the answer to a later question."""
        again = self.play()
        assert any(sent[::2] == again[::2] for sent in self.account.acknowledged.values())

    def mistake(self) -> None:
        """Another move was told to count than the one that is stored."""
        self.account.acknowledged[MOVES] = self.account.acknowledged[2]

    def forget_words(self) -> None:
        self.texts = []

    def double_words(self) -> None:
        self.texts *= 2

    async def check(self, folder: Path) -> None:
        async with opened(folder) as store:
            appends = (Append(TABLE, number, line, 1.0, 0, None) for number, line in enumerate(self.lines))
            await store.write(PutTable(self.file), *appends)
            for text in self.texts:
                await store.add_remark(Remark(TABLE, 0, "ala", 1.0, text))
            await self.account.check(store)


def test_what_is_stored_as_it_was_told_is_well(tmp_path: Path) -> None:
    asyncio.run(Told().check(tmp_path))


@pytest.mark.parametrize(
    ("harm", "found"),
    [
        (Told.lose, "has lost 1 lines"),
        (Told.double, "nobody made"),
        (Told.mistake, "another move"),
        (Told.forget_words, "other words"),
        (Told.double_words, "said twice"),
    ],
)
def test_what_is_lost_or_doubled_is_found(tmp_path: Path, harm: Callable[[Told], None], found: str) -> None:
    told = Told()
    harm(told)
    with pytest.raises(AssertionError, match=found):
        asyncio.run(told.check(tmp_path))
