"""Seating: who may sit where and what the host may change, as pure functions from one `TableFile` to the next.

Every function takes the file and who wants something; it returns the changed file, or raises `Problem`.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from http import HTTPStatus
from types import MappingProxyType

from msgspec.structs import replace

from laguna.core.bot import AnyGame, Level
from laguna.core.game import BadOption
from laguna.core.luck import SEED_BYTES, SeededLuck, check_nonce, commitment
from laguna.server.problem import Problem, forbidden, malformed, not_found, too_many
from laguna.server.served_policy import ServedPolicy
from laguna.server.tables.table_file import Seat, TableFile
from laguna.server.wire.bodies import ChangedTable, NewTable

SUBSTITUTE_LEVEL: Level = "good"
"""Who keeps the seat of a person who is away."""
NOBODY_CHOSEN: Mapping[str, int] = MappingProxyType({})
MAX_RESULT_LINKS_OF_ONE = 16
"""How many links to a result one person may make: each browser has one, which it gets again."""
MAX_INVITED = 500
"""How many people may be let in by invitation, and how many be sent away."""


def laid(game: AnyGame, new: NewTable, identity: str, host: str, now: float) -> TableFile:
    """A new table."""
    options = dict(new.options)
    if new.first is not None:
        options[game.seat_option] = new.first
    seats = game.seats[0] if new.seats is None else new.seats
    secret, promise = _fresh_luck()
    file = TableFile(
        id=identity,
        game=game.key,
        options=options,
        seats=tuple(Seat(person=host) if new.sit and number == 0 else Seat() for number in range(seats)),
        host=host,
        secret=secret,
        commitment=promise,
        created=now,
        open=new.open,
        spectators=new.spectators,
        several=new.several,
        hints=new.hints,
        clock=new.clock,
    )
    return _playable(game, file)


def changed(game: AnyGame, file: TableFile, who: str, change: ChangedTable) -> TableFile:
    """The host changes what was agreed; seats that go must be empty or a bot's."""
    _by_host(file, who)
    _gathering(file)
    seats = file.seats
    if change.seats is not None:
        if any(seat.person is not None for seat in seats[change.seats :]):
            raise Problem("seat_taken", "Somebody sits on a seat that would go. Ask them to take another one first.")
        seats = (*seats, *(Seat() for _ in range(change.seats - len(seats))))[: change.seats]
    named = {
        name: value
        for name in ("options", "open", "spectators", "several", "hints")
        if (value := getattr(change, name)) is not None
    }
    clock = file.clock if change.clock is None else change.clock or None
    file = replace(file, seats=seats, clock=clock, **named)
    if not file.shares and any(len(file.seats_of(person)) > 1 for person in file.people):
        raise _one_seat("Somebody has several seats")
    return _playable(game, file)


def _playable(game: AnyGame, file: TableFile) -> TableFile:
    """The file, with every option written out, if the game can be laid out like this."""
    try:
        options = game.read_options(file.options)
        game.start(len(file.seats), options, SeededLuck(0))
    except BadOption as error:
        raise malformed(str(error)) from error
    return replace(file, options={name: getattr(options, name) for name in options.__struct_fields__})


# Seats


def let_in(file: TableFile, who: str) -> TableFile:
    """Somebody came by an invitation, also to an open table: there, too, they are no stranger any more."""
    if who in file.removed:
        raise forbidden("The host of this table sent you away.")
    if who == file.host or who in file.guests:
        return file
    if len(file.guests) >= MAX_INVITED:
        if file.welcomes(who):
            return file
        raise too_many(f"{MAX_INVITED} people have come to this table already, as many as may.")
    return replace(file, guests=(*file.guests, who))


def taken(file: TableFile, who: str, number: int, name: str, leaving: int | None = None) -> TableFile:
    """A person sits down, moves here from the seat they are `leaving`, or takes another one for their device."""
    if leaving is not None:
        if leaving not in file.seats_of(who):
            raise forbidden("That is not your seat.")
        file = freed(file, who, leaving)
    seat = _seat(file, number)
    _gathering(file)
    if not file.welcomes(who):
        raise not_found("table")
    if not seat.empty and seat.person != who:
        raise Problem("seat_taken", "Somebody sits there already.")
    if not file.shares and any(other != number for other in file.seats_of(who)):
        raise _one_seat("You sit at this table already")
    return _with(file, number, Seat(person=who, name=name))


def bot_seated(
    file: TableFile, who: str, number: int, level: Level, name: str, policy: ServedPolicy | None = None
) -> TableFile:
    """The host puts a bot on a free seat, or another one in a bot's place. A policy is called as its file is."""
    seat = _seat(file, number)
    _by_host(file, who)
    _gathering(file)
    if seat.person is not None:
        raise Problem("seat_taken", "A person sits there. Only an empty seat or a bot's can be given to a bot.")
    if policy is None:
        return _with(file, number, Seat(bot=level, name=name))
    policy.check_fits(file.game, len(file.seats))
    return _with(file, number, Seat(bot=level, name=name or policy.name, policy=policy.name))


def freed(file: TableFile, who: str, number: int) -> TableFile:
    """A person gets up from one of their seats, or the host takes a bot away."""
    seat = _seat(file, number)
    _gathering(file)
    if seat.person is None:
        _by_host(file, who)
    elif seat.person != who:
        raise forbidden("Somebody else sits there. The host can send a person away from the table.")
    return _with(file, number, Seat())


def left(file: TableFile, who: str) -> TableFile:
    """A person gets up. In the middle of a game a bot keeps their seats; a host who leaves gives the table to another.

    Before the start, a table that nobody is left at is closed.
    """
    if file.state == "playing":
        return kept(file, file.seats_of(who))
    _gathering(file)
    file = agreed(file, who)
    seats = tuple(Seat() if seat.person == who else seat for seat in file.seats)
    file = replace(file, seats=seats, nonces={each: n for each, n in file.nonces.items() if each != who})
    if who != file.host:
        return replace(file, guests=tuple(guest for guest in file.guests if guest != who))
    heirs = sorted(filter(None, (seat.person for seat in seats)), key=lambda person: not file.invited(person))
    if not heirs:
        return replace(file, state="closed")
    return replace(file, host=heirs[0], guests=_guests_of(file, heirs[0]))


def sent_away(file: TableFile, who: str, person: str) -> TableFile:
    """The host removes a person, for good. In the middle of a game a bot has their seats from then on."""
    _by_host(file, who)
    if person == file.host:
        raise forbidden("The host cannot send the host away. Leave the table instead.")
    if person in file.removed:
        return file
    if file.state not in ("gathering", "playing"):
        raise Problem("too_late", "The game is over; who played it stays in its record.")
    if len(file.removed) >= MAX_INVITED:
        raise too_many(f"You have sent {MAX_INVITED} people away, as many as one may. Make another table.")
    instead = Seat(bot=SUBSTITUTE_LEVEL) if file.state == "playing" else Seat()
    seats = tuple(instead if seat.person == person else seat for seat in file.seats)
    guests = tuple(guest for guest in file.guests if guest != person)
    return replace(agreed(file, person), seats=seats, guests=guests, removed=(*file.removed, person))


def closed(file: TableFile, who: str) -> TableFile:
    """The host gives the table up before the start."""
    _by_host(file, who)
    _gathering(file)
    return replace(file, state="closed")


# The start, and who is away


def with_nonce(file: TableFile, who: str, nonce: str) -> TableFile:
    """Somebody at the table puts something of their own into the luck."""
    _gathering(file)
    if not file.seats_of(who):
        raise forbidden("Only who sits at the table can add to its luck.")
    try:
        check_nonce(nonce)
    except ValueError as error:
        raise malformed(str(error)) from error
    return replace(file, nonces={**file.nonces, who: nonce})


def begun(file: TableFile, who: str, now: float) -> TableFile:
    """The host starts the game: every seat must be somebody's."""
    _by_host(file, who)
    _gathering(file)
    if file.free:
        number = next(number for number, seat in enumerate(file.seats, 1) if seat.empty)
        raise Problem("seat_empty", f"Seat {number} is empty: wait for somebody, add a bot, or take the seat away.")
    return replace(file, state="playing", started=now, mixed=file.luck, awaited=())


def kept(file: TableFile, numbers: tuple[int, ...]) -> TableFile:
    """A bot keeps these seats until their people come back."""
    seats = tuple(
        replace(seat, bot=SUBSTITUTE_LEVEL)
        if number in numbers and seat.person is not None and seat.bot is None
        else seat
        for number, seat in enumerate(file.seats)
    )
    return file if seats == file.seats else replace(file, seats=seats)


def returned(file: TableFile, who: str, late: Collection[int] = (), now: float = 0.0) -> TableFile:
    """A person is back: their seats are theirs again. The clocks of those that are `late` begin anew."""
    if not any(seat.kept for seat in file.seats):
        return file
    back = [number for number in file.seats_of(who) if file.seats[number].kept]
    if not back:
        return file
    seats = tuple(replace(seat, bot=None) if number in back else seat for number, seat in enumerate(file.seats))
    anew = {number: now for number in back if number in late}
    return replace(file, seats=seats, returned={**file.returned, **anew})


def declined(file: TableFile) -> TableFile:
    """The move stands that somebody wished to take back."""
    return file if file.wish is None else replace(file, wish=replace(file.wish, declined=True))


def again(file: TableFile, identity: str, who: str, now: float, first: Mapping[str, int] = NOBODY_CHOSEN) -> TableFile:
    """A table like one that is over, with the same people and bots in their seats, and fresh luck.

    `first` is the option that says who begins, if it is another one than before. The others are asked if they play.
    """
    if file.state != "over":
        raise Problem("not_over", "The game is not over yet.")
    if who not in file.people:
        raise forbidden("Only who played can ask for another game.")
    secret, promise = _fresh_luck()
    return TableFile(
        id=identity,
        game=file.game,
        options={**file.options, **first},
        seats=tuple(replace(seat, bot=None) if seat.kept else seat for seat in file.seats),
        host=who,
        secret=secret,
        commitment=promise,
        created=now,
        open=file.open,
        spectators=file.spectators,
        several=file.several,
        hints=file.hints,
        clock=file.clock,
        guests=_guests_of(file, who),
        removed=file.removed,
        rematch_of=file.id,
        awaited=tuple(dict.fromkeys(seat.person for seat in file.seats if seat.person not in (None, who))),
    )


def agreed(file: TableFile, who: str) -> TableFile:
    """Somebody agrees to a rematch, or is no longer asked."""
    if who not in file.awaited:
        return file
    return replace(file, awaited=tuple(person for person in file.awaited if person != who))


def with_result_key(file: TableFile, who: str, key: str) -> TableFile:
    """Somebody who played lets whoever has this key watch the finished game. `key` is its hash.

    Where the host wanted no spectators, only the host does. No other link ends by it, whoever's that is.
    """
    if who not in file.people:
        raise forbidden("Only those who played can do that.")
    if not file.spectators:
        _by_host(file, who)
    if file.state != "over":
        raise Problem("not_over", "This game is not over yet.")
    own = file.result_links.get(who, ())
    if key in own:
        return file
    if len(own) >= MAX_RESULT_LINKS_OF_ONE:
        raise too_many(f"You have made {len(own)} links to this result, as many as one may. They all hold: send one.")
    return replace(file, result_links={**file.result_links, who: (*own, key)})


def without_result_keys(file: TableFile, who: str) -> TableFile:
    """The host takes all links to the result back. Links that are made later are others."""
    _by_host(file, who)
    if not file.result_links:
        return file
    return replace(file, result_links={}, links_withdrawn=file.links_withdrawn + 1)


def _guests_of(file: TableFile, host: str) -> tuple[str, ...]:
    """Who is here by invitation when this table, or the next one, is another host's. With a stranger, nobody is."""
    return tuple(dict.fromkeys((*filter(file.invited, file.people), *file.guests))) if file.invited(host) else ()


def _fresh_luck() -> tuple[str, str]:
    """The secret of a new table's luck, and the commitment to it that is shown from the beginning."""
    secret = secrets.token_bytes(SEED_BYTES)
    return secret.hex(), commitment(secret)


def _one_seat(why: str) -> Problem:
    return Problem(
        "one_seat", f"{why}: at an open table everybody has one seat, unless the host allows several at one device."
    )


def _with(file: TableFile, number: int, seat: Seat) -> TableFile:
    return replace(file, seats=(*file.seats[:number], seat, *file.seats[number + 1 :]))


def _seat(file: TableFile, number: int) -> Seat:
    if not 0 <= number < len(file.seats):
        raise not_found("seat")
    return file.seats[number]


def _by_host(file: TableFile, who: str) -> None:
    if who != file.host:
        raise forbidden("Only the host of the table can do that.")


def _gathering(file: TableFile) -> None:
    if file.state != "gathering":
        over = file.state == "closed"
        sentence = "The table was given up." if over else "The game has begun: that can only be done before the start."
        raise Problem("too_late", sentence, HTTPStatus.CONFLICT)
