"""Builds the public cards of people and tables from what is stored."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat

from msgspec.structs import replace

from laguna.core.game import BadOption
from laguna.games import GAMES
from laguna.server.store.store import Listed, Person
from laguna.server.tables.bot_names import bot_names
from laguna.server.tables.namesakes import told_apart
from laguna.server.tables.table_file import Seat, TableFile
from laguna.server.wire.cards import Asked, PersonCard, SeatCard, TableCard

FORGOTTEN = "shell"
"""The colour of people whom the store has forgotten, such as a bot that was revoked."""


def person_card(person: Person) -> PersonCard:
    """Somebody, as others see them."""
    return PersonCard(person.id, person.name, person.colour, person.owner is not None)


def known(people: Mapping[str, Person], person: str) -> PersonCard:
    """Somebody by id, also if they are forgotten."""
    found = people.get(person)
    return PersonCard(person, "?", FORGOTTEN) if found is None else person_card(found)


def card_of(file: TableFile, people: Mapping[str, Person], moved: float, asked: tuple[Asked, ...]) -> TableCard:
    """A table, as everybody may know it who may know of it. The luck's secret is in it only once the game is over."""
    return TableCard(
        id=file.id,
        game=file.game,
        options=file.options,
        state=file.state,
        seats=tuple(map(_seat, file.seats, repeat(people), _sides(file), _namesakes(file, people))),
        host=known(people, file.host),
        open=file.open,
        spectators=file.spectators,
        several=file.several,
        hints=file.hints,
        clock=file.clock,
        commitment=file.commitment,
        nonces=file.luck,
        created=file.created,
        started=file.started,
        ended=file.ended,
        moved=moved,
        asked=asked,
        standings=file.standings,
        secret=file.secret if file.state == "over" else None,
        rematch=file.rematch,
        rematch_by=None if file.rematch_by is None else known(people, file.rematch_by),
        rematch_of=file.rematch_of,
        awaited=file.awaited,
    )


def card_by_key(card: TableCard) -> TableCard:
    """A finished table, as whoever has only the key of its result may know it: the game, and the names at the table.

    Who is who elsewhere, what people put into the luck, and where they play next is left out. In the place of their ids
    people have numbers, so that seats of one person are still told from those of several.
    """
    seated = [seat.person for seat in card.seats if seat.person is not None]
    numbers = {each.id: str(number) for number, each in enumerate(dict.fromkeys(seated), 1)}

    def outside(person: PersonCard) -> PersonCard:
        if person.id not in numbers:
            return PersonCard("", "", FORGOTTEN)
        return replace(person, id=numbers[person.id])

    seats = (replace(seat, person=None if seat.person is None else outside(seat.person)) for seat in card.seats)
    return replace(
        card,
        seats=tuple(seats),
        host=outside(card.host),
        nonces=(None,) * len(card.nonces),
        secret=None,
        rematch=None,
        rematch_of=None,
        rematch_by=None,
        awaited=(),
    )


def listed_card(listed: Listed, people: Mapping[str, Person]) -> TableCard:
    """A table in a list. When answers are due, only the table itself tells."""
    asked = tuple(Asked(seat, None) for seat in range(len(listed.file.seats)) if listed.asked >> seat & 1)
    return card_of(listed.file, people, listed.moved, asked)


def _seat(seat: Seat, people: Mapping[str, Person], side: int, namesake: int) -> SeatCard:
    person = None if seat.person is None else known(people, seat.person)
    return SeatCard(person, seat.bot, seat.name, side, namesake, seat.policy or None)


def _namesakes(file: TableFile, people: Mapping[str, Person]) -> list[int]:
    """What tells seats apart whose names look alike. Bots keep theirs, and so does the host, whoever poses as them."""
    names = [_called(seat, people, number) for number, seat in enumerate(file.seats)]
    order = sorted(
        range(len(names)),
        key=lambda number: (file.seats[number].person is not None, file.seats[number].person != file.host),
    )
    return told_apart(names, order)


def _called(seat: Seat, people: Mapping[str, Person], number: int) -> tuple[str, ...]:
    """What whoever sits on a seat is called, in each language where that differs."""
    if seat.person is not None:
        return (seat.name or known(people, seat.person).name,)
    return () if seat.bot is None else bot_names(seat.name, number)


def _sides(file: TableFile) -> list[int]:
    """Whom each seat plays with. Of a table that another version of a game made, nothing is known."""
    seats = range(len(file.seats))
    try:
        options = GAMES[file.game].read_options(file.options)
    except (BadOption, KeyError):
        return list(seats)
    return [options.side(seat) for seat in seats]
