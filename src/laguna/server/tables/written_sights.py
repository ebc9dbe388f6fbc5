"""What onlookers see of a table, as JSON for the wire. What is the same to several of them is written once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from laguna.core.game import Ask, Event, Own, View
from laguna.core.sight import Sight
from laguna.server.tables.match import Eye, Match, question_of, seen

_HOLE = b"\x00"
"""Left in a text for what is written there later. It is nowhere else: JSON has no such byte."""
_LEFT_OUT: Any = msgspec.Raw(_HOLE)

SIGHTS: tuple[Sight, ...] = (_LEFT_OUT,)
"""Stands in a message for the sights, which are not the same to everybody; see `around_sights`."""

_encode = msgspec.json.Encoder().encode
_NULL = _encode(None)
_SIGHT = b'{"seat":%b,"events":%b,"view":%b,"question":%b}'
"""A `Sight`, of its parts."""


def around_sights(text: bytes) -> tuple[bytes, bytes]:
    """What comes before and after the sights in a message that was encoded with `SIGHTS`."""
    before, after = text.split(_HOLE)
    return before, after


def written_sights(
    match: Match, eyes: Iterable[Eye], events: Sequence[Event], asks: Mapping[int, Ask]
) -> dict[Eye, bytes]:
    """What these eyes see, each a `Sight`: what just happened, the table, and what their seat is asked of `asks`."""
    views = _ViewWriter(match)
    secret = any(type(event).seen_by is not Event.seen_by for event in events)
    happened = b"" if secret else _encode(events)
    written: dict[Eye, bytes] = {}
    for eye in eyes:
        ask = None if eye is None else asks.get(eye)
        told = _encode(seen(events, eye)) if secret else happened
        question = _NULL if ask is None else _encode(question_of(ask))
        written[eye] = _SIGHT % (_encode(eye), told, views.written(eye), question)
    return written


class _Template(NamedTuple):
    """The public view as text, in parts of which some are otherwise to some seats."""

    parts: list[bytes]
    places: list[tuple[str, int]]
    """For each field that is otherwise, in which of the parts it is; or, where it tells of each seat, the first seat.

    The next seat is two parts further on.
    """

    @classmethod
    def of(cls, public: View, own: Mapping[str, Any]) -> _Template:
        """Of the public view, for those who see these fields otherwise, or their own part of them."""
        left_out = {
            name: (_LEFT_OUT,) * len(getattr(public, name)) if type(value) is Own else _LEFT_OUT
            for name, value in own.items()
        }
        first, *rests = _encode(replace(public, **left_out)).split(_HOLE)
        parts, places, following = [first], [], iter(rests)
        for name in public.__struct_fields__:
            if name in own:
                places.append((name, len(parts)))
                value = getattr(public, name)
                for part in value if type(own[name]) is Own else (value,):
                    parts += (_encode(part), next(following))
        return cls(parts, places)


class _ViewWriter:
    """Writes the views of one table, as it stands now."""

    def __init__(self, match: Match) -> None:
        self._game = match.game
        self._table = match.table
        self._public: View = match.game.public_view(match.table)
        self._templates: dict[tuple[str, ...], _Template] = {}
        """By the fields that are otherwise: hardly ever more than one."""

    def written(self, eye: Eye) -> bytes:
        """The view of a seat, or a spectator's."""
        if eye is None:
            return _encode(self._public)
        own = self._game.own_fields(self._table, eye, self._public)
        fields = tuple(own)
        template = self._templates.get(fields)
        if template is None:
            template = self._templates[fields] = _Template.of(self._public, own)
        parts = template.parts.copy()
        for name, place in template.places:
            value = own[name]
            if type(value) is Own:
                parts[place + 2 * eye] = _encode(value.value)
            else:
                parts[place] = _encode(value)
        return b"".join(parts)
