"""A store to begin with: people with their sessions, and tables where they are in the middle of Duck.

It goes through the store and the referee just as the server's own writes do, before the server starts: so no limit of
the server is in the way, and none has to be lifted. (New people come slowly from one address.)
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Sequence

import msgspec

from laguna.core.luck import SecretLuck
from laguna.games import GAMES
from laguna.server.people.accounts import People
from laguna.server.people.tokens import fresh_id
from laguna.server.settings import Settings
from laguna.server.store.opening import open_store
from laguna.server.store.store import Append, Change, Person, PutSnapshot, PutTable, Snapshot, Store
from laguna.server.tables.game_log import encoded
from laguna.server.tables.match import MAX_RECENT_STEPS, Happened, Match
from laguna.server.tables.resuming import SNAPSHOT_EVERY, snapshot_of
from laguna.server.tables.table_file import Seat, TableFile

SEATS = 4
GAME = GAMES["duck"]


class Group(msgspec.Struct, frozen=True):
    """Four people, by the tokens of their sessions, and the tables where they sit; the first of them is the host."""

    tokens: tuple[str, ...]
    tables: tuple[str, ...]
    lines: tuple[int, ...]
    """How many lines the tables' logs have."""
    watcher: str
    """Somebody else, who was let in to all of them."""


async def seeded(settings: Settings, groups: int, tables: int, moves: int) -> list[Group]:
    """So many groups with so many tables each, every one with up to so many random moves made. The same every time."""
    store = await open_store(settings, lambda *_: None, lambda _: None)
    try:
        people = People(store, settings, time.time)
        making = (_group(store, people, number, tables, moves) for number in range(groups))
        return await asyncio.gather(*making)
    finally:
        await store.close()


async def _group(store: Store, people: People, number: int, tables: int, moves: int) -> Group:
    joined = await asyncio.gather(*(people.newcomer(f"Guest {number}-{who}", "lagoon") for who in range(SEATS + 1)))
    persons, tokens = zip(*joined, strict=True)
    rng = random.Random(number)
    made = [_table(persons[:SEATS], persons[SEATS], rng, rng.randint(0, moves)) for _ in range(tables)]
    await asyncio.gather(*(store.write(*changes) for _, changes in made))
    lines = tuple(sum(isinstance(change, Append) for change in changes) for _, changes in made)
    return Group(tokens[:SEATS], tuple(file.id for file, _ in made), lines, tokens[SEATS])


def _table(people: Sequence[Person], watcher: Person, rng: random.Random, moves: int) -> tuple[TableFile, list[Change]]:
    """A table after so many random moves, and the changes that store it, with its last snapshot."""
    luck, now = SecretLuck(rng.randbytes(32)), time.time()
    file = TableFile(
        id=fresh_id(),
        game=GAME.key,
        options={},
        seats=tuple(Seat(person.id) for person in people),
        host=people[0].id,
        guests=(watcher.id,),
        secret=luck.seed.hex(),
        commitment=luck.commitment,
        created=now,
        state="playing",
        started=now,
    )
    match, header, _ = Match.begin(GAME, file, now)
    lines: list[Change] = [Append(file.id, 0, encoded(header), now, match.position.asked, None)]
    recent: deque[Happened] = deque(maxlen=MAX_RECENT_STEPS)
    snapshot: Snapshot | None = None
    while len(lines) <= moves and (asks := GAME.asks(match.table)):
        made = match.play(asks[0].seat, asks[0].number, rng.choice(asks[0].moves), now, None)
        match.accept(made)
        lines.append(Append(file.id, len(lines), encoded(made.entry), now, match.position.asked, None))
        recent.append(Happened(len(lines), asks[0].seat, False, made.events))
        if len(lines) % SNAPSHOT_EVERY == 0:
            snapshot = snapshot_of(file.id, match, recent)
    return file, [PutTable(file), *lines, *([PutSnapshot(snapshot)] if snapshot is not None else [])]
