"""Laws of the contract: a seat that does not exist opens no door, whoever asks, and questions have their numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from laguna.bots.hints import hint
from laguna.bots.levels import bot_of
from laguna.core.bot import LEVELS, Answer, Thought, knowledge
from laguna.core.game import Event, NoSuchSeat, NotAsked, SecretEvent, Table
from laguna.core.luck import SeededLuck
from laguna.core.plugin import BrokenPlugin, Plugin
from laguna.core.ruled import RuledGame
from laguna.laws.cases import Case, kinds
from laguna.laws.law import LawBroken, law

NOT_SEATS: tuple[Any, ...] = (-1, -2, 99, 10**30, True, False, 0.0, 1.0, "0", [0], (0,), {})
"""What is no seat of any table."""

SeatFunction = Callable[[Any], object]
"""A function with a seat as its argument."""


def functions_of_seat(case: Case, table: Any) -> dict[str, SeatFunction]:  # noqa: ANN401 - the game's own
    """The functions of a game that take a seat, by name."""
    game, luck = case.game, SeededLuck(2)
    ask = game.asks(table)[0]
    return {
        "view": lambda seat: game.view(table, seat),
        "views_for": lambda seat: game.views_for(table, (None, 0, seat)),
        "refusal": lambda seat: game.refusal(table, seat, ask.number, ask.moves[0]),
        "play": lambda seat: game.play(table, seat, ask.number, ask.moves[0], luck),
        "random_move": lambda seat: game.random_move(table, seat, luck),
        "imagine": lambda seat: game.imagine(table, seat, luck),
        "knowledge": lambda seat: knowledge(game, table, seat, 3),
        "question_number": table.question_number,
    }


def bot_functions_of_seat(case: Case, table: Any) -> dict[str, SeatFunction]:  # noqa: ANN401 - the game's own
    """The functions of the bots and hints of an installed game that take a seat, by name; none without bots."""
    if case.plugin.bots is None and not isinstance(case.game, RuledGame):
        return {}
    return {
        "bot": lambda seat: bot_of(case.key, "beginner").answer(table, seat, 4),
        "hint": lambda seat: hint(case.key, table, seat, Thought((), 0, 0.0)),
    }


@law("case")
def a_seat_that_does_not_exist_is_answered_in_a_sentence(case: Case) -> None:
    """Whatever takes a seat raises `NoSuchSeat` for what is none, tells which seats there are, and changes nothing."""
    table = case.start(1)
    _check_no_seats(case, table, functions_of_seat(case, table))


@law("case")
def bots_and_hints_know_no_seat_that_does_not_exist(case: Case) -> None:
    """Bots and hints raise `NoSuchSeat` for what is no seat, tell which seats there are, and change nothing."""
    table = case.start(1)
    _check_no_seats(case, table, bot_functions_of_seat(case, table))


def _check_no_seats(case: Case, table: Any, functions: dict[str, SeatFunction]) -> None:  # noqa: ANN401 - the game's own
    before = case.game.view(table, 0)
    for name, function in functions.items():
        for seat in (*NOT_SEATS, case.seats):
            wanted = (f"seats are 0 to {case.seats - 1}, and None is", repr(seat))
            told = _complaint(case, (name, function), seat, NoSuchSeat)
            if not all(part in told for part in wanted):
                raise case.broken(
                    f"`{name}` answers seat {seat!r} with “{told}”, which does not say which seats there are."
                )
    if case.game.view(table, 0) != before or table.played != 0:
        raise case.broken("a seat that does not exist changed the table.")


def _complaint(case: Case, named: tuple[str, SeatFunction], seat: object, wanted: type[Exception]) -> str:
    """The sentence with which a function refuses what is no seat."""
    name, function = named
    try:
        function(seat)
    except wanted as error:
        return str(error)
    except Exception as error:
        what = (
            f"`{name}` answers seat {seat!r} with {type(error).__name__} ({error}), where {wanted.__name__} is wanted."
        )
        raise case.broken(what) from error
    raise case.broken(f"`{name}` takes seat {seat!r}, where {wanted.__name__} is wanted.")


@law("case")
def every_seat_and_a_spectator_may_look_and_know(case: Case) -> None:
    """Every seat and a spectator have a view, and it is the same of the table as they imagine it."""
    game, table = case.game, case.start(1)
    views = game.views_for(table, case.onlookers)
    if views != [game.view(table, eye) for eye in case.onlookers]:
        raise case.broken("`views_for` and `view` show different things.", 1, table)
    for eye in case.onlookers:
        if game.view(game.imagine(table, eye, SeededLuck(5)), eye) != game.view(table, eye):
            raise case.broken(f"{eye} sees something else of the table that it imagines.", 1, table)


@law("case")
def who_is_not_asked_has_no_move_to_choose(case: Case) -> list[int]:
    """`random_move` raises `NotAsked` for a seat that is not asked.

    Returns the seats that are not asked when the game begins.
    """
    table = case.start(1)
    return _check_waiting(case, table, {"random_move": functions_of_seat(case, table)["random_move"]})


@law("case")
def bots_and_hints_choose_for_nobody_who_is_not_asked(case: Case) -> None:
    """Bots and hints raise `NotAsked` for a seat that is not asked."""
    table = case.start(1)
    _check_waiting(case, table, bot_functions_of_seat(case, table))


def _check_waiting(case: Case, table: Table, choosing: dict[str, SeatFunction]) -> list[int]:
    waiting = [seat for seat in range(case.seats) if table.question_number(seat) is None]
    for seat in waiting:
        for door in choosing.items():
            if f"Seat {seat} is not asked anything now" not in (told := _complaint(case, door, seat, NotAsked)):
                raise case.broken(f"`{door[0]}` answers seat {seat}, which is not asked, with “{told}”.")
    return waiting


@law("case")
def a_seat_that_is_asked_has_the_number_of_its_ask(case: Case) -> None:
    """`Table.question_number` is the number of a seat's ask, and None for who is not asked."""
    table = case.start(1)
    numbers = {ask.seat: ask.number for ask in case.game.asks(table)}
    told = {seat: number for seat in range(case.seats) if (number := table.question_number(seat)) is not None}
    if numbers != told:
        raise case.broken(f"the asks have the numbers {numbers}, the table says {told}.", 1, table)


@law("case")
def an_event_is_shown_to_no_seat_that_cannot_be(case: Case) -> None:
    """`Event.seen_by` raises `NoSuchSeat` for what can be no seat; beyond the table one sees what everybody sees."""
    _, events = case.game.start(case.seats, case.options, SeededLuck(1))
    for event in events:
        for seat in NOT_SEATS:
            if type(seat) is int and seat >= 0:
                if event.seen_by(seat) != event.seen_by(None):
                    raise case.broken(f"seat {seat}, beyond the table, sees more of {event} than everybody.", 1)
            elif "seats are whole numbers from 0 on" not in _complaint(
                case, ("seen_by", event.seen_by), seat, NoSuchSeat
            ):
                raise case.broken(f"`seen_by` of {event} does not say that {seat!r} is no seat.", 1)


@law("game")
def what_an_event_keeps_secret_is_declared(plugin: Plugin) -> None:
    """What may be left out of an event is what its class declares as secret; no event hides things in another way."""
    for kind in kinds(plugin.game.events):
        name = f"{plugin.game.key}: {kind.__name__}"
        if not issubclass(kind, Event):
            raise LawBroken(f"{name} is no Event.")
        if issubclass(kind, SecretEvent):
            optional = set(_optional(kind))
            if set(kind.secret) != optional:
                raise LawBroken(f"{name} keeps {set(kind.secret)} secret, but {optional or 'nothing'} may be None.")
        elif "seen_by" in kind.__dict__:
            raise LawBroken(f"{name} has a `seen_by` of its own; what is secret is declared by a SecretEvent.")


def _optional(kind: type[msgspec.Struct]) -> Iterable[str]:
    for field in msgspec.inspect.type_info(kind).fields:  # type: ignore[attr-defined]  # a structure's
        if isinstance(field.type, msgspec.inspect.UnionType) and field.type.includes_none:
            yield field.name


@law("game")
def what_the_plugin_names_can_be_loaded(plugin: Plugin) -> None:
    """Painter, heuristics, bots, hints and service are where the plug-in says."""
    loaders = (plugin.load_painter, plugin.load_heuristics, plugin.load_hints, plugin.load_service)
    try:
        for load in loaders:
            load()
        for level in LEVELS:
            plugin.load_expert(level)
    except BrokenPlugin as error:
        raise LawBroken(str(error)) from error


@law("game")
def a_bot_answers_for_a_seat_that_is_asked(plugin: Plugin) -> None:
    """A bot of the weakest level answers for a seat that is asked."""
    case = Case(plugin, plugin.game.seats[0])
    table = case.start(1)
    for name, door in bot_functions_of_seat(case, table).items():
        if name == "bot" and not isinstance(door(case.game.asks(table)[0].seat), Answer):
            raise case.broken("the beginner does not answer.", 1, table)
