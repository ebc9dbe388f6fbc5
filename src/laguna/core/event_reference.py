"""A game's events as documentation: their order, their parts, and who sees them. Made from the game itself."""

from __future__ import annotations

import inspect
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec

from laguna.core.derive import members, structures_in
from laguna.core.game import Event, Game, Seat, SecretEvent, snake
from laguna.core.order import Order

_SEEN = (
    "Everybody sees an event whole, unless it says here what is secret: that is null to the others (`Event.seen_by`)."
)
_LEGEND = (
    "`A B`: one after the other. `A | B`: either. `A?`: perhaps. `A*`: any number of times. `A+`: at least once. "
    "Words in small letters are phrases, told below the table."
)


def reference(game: Game[Any, Any, Any], title: str) -> str:
    """The events of a game called `title`, as Markdown."""
    events: list[type[Event]] = list(members(game.events))
    structures = structures_in(events)
    parts = [
        f"# Events of {title}",
        f"Made from the source by `laguna events {game.key}`. {_SEEN}",
        "## In which order they come",
        game.order.told,
        _order(game.order),
        "## What each one tells",
        *(_event(kind) for kind in events),
    ]
    if structures:
        parts += ["## What they are made of", *(_structure(kind) for kind in structures)]
    return "\n\n".join(parts) + "\n"


def _order(order: Order) -> str:
    """The grammar: after what comes what, and what its phrases stand for."""
    rows = [("the setup", order.setup), *((f"`{move}`", comes) for move, comes in order.moves.items())]
    table = "\n".join(f"| {after} | `{_cell(comes)}` |" for after, comes in rows)
    phrases = "\n".join(f"- `{phrase}`: `{comes}`" for phrase, comes in order.phrases.items())
    return "\n\n".join([f"| after | comes |\n| --- | --- |\n{table}", _LEGEND, *([phrases] if phrases else [])])


def _cell(text: str) -> str:
    """Text inside a table, where a bar would end the cell."""
    return text.replace("|", "\\|")


def _event(kind: type[Event]) -> str:
    hidden = kind.secret if issubclass(kind, SecretEvent) else ()
    seen = f" Secret to all but `seat`: {', '.join(f'`{name}`' for name in hidden)}." if hidden else ""
    return f"### {kind.__name__}\n\n`{snake(kind.__name__)}` – {_told(kind)}{seen}\n\n{_fields(kind)}".rstrip()


def _structure(kind: type[msgspec.Struct]) -> str:
    return f"### {kind.__name__}\n\n{_told(kind)}\n\n{_fields(kind)}".rstrip()


def _told(kind: type) -> str:
    return " ".join((inspect.getdoc(kind) or "").split())


def _fields(kind: type[msgspec.Struct]) -> str:
    return "\n".join(f"- `{field.name}`: `{_type(field.type)}`" for field in msgspec.structs.fields(kind))


def _type(kind: Any) -> str:  # noqa: ANN401 - a type
    """A type as it is written."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " | ".join(_type(each) for each in inside)
    if origin is Annotated:
        return "Seat" if kind == Seat else _type(inside[0])
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in inside)
    if origin is not None:
        return f"{origin.__name__}[{', '.join('...' if each is ... else _type(each) for each in inside)}]"
    return "None" if kind is NoneType else str(kind.__name__)
