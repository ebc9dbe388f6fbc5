"""A game on file: a header, every move with its draws, and the end. Text, one JSON object a line.

The header names the game, its version, the options and the commitment to the luck's seed; the end reveals the seed.
A record carries its draws, so that a replay never draws; `verify` derives every draw again from the revealed seed.
Each line ends with a link of a chain of hashes over the lines so far, so that a changed byte is found and named.
A file holds one record or several, one after another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from laguna.core.game import BadOption, Event, Game, Move, Refused, Standing, Table
from laguna.core.luck import LuckRanOut, RecordedLuck, RevealedLuck, ScriptedLuck, commitment, revealed
from laguna.core.rules import Luck

FORMAT = 1
_LINK = 32  # hexadecimal digits
LARGEST_FILE = 64 << 20
"""Bytes: larger files are not read."""

AnyGame = Game[Any, Any, Any]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which game, how, and what is promised about its luck."""

    laguna: int
    game: str
    version: int
    seats: int
    options: dict[str, Any]
    luck: str
    commitment: str
    draws: list[int]
    chain: str = ""


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One move: who, what, the draws it took, and what physically happened (`Luck.witness`), if anything did."""

    seat: int
    move: dict[str, Any]
    draws: list[int]
    seen: list[Any] = []
    chain: str = ""


class End(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: how the seats stood, and the seed. `finished` is false for a game that was left."""

    finished: bool
    standings: list[Standing]
    seed: str
    chain: str = ""


class Record(msgspec.Struct, frozen=True):
    """A whole game on file. `first` is the number of its first line in the file.

    `changed` is the number of the first line that is not as it was written; None: all are.
    """

    header: Header
    moves: tuple[Line, ...]
    end: End
    first: int = 1
    changed: int | None = None


class Step(msgspec.Struct, frozen=True):
    """One step of a replay: the line that was played (None: the setup), and what happened. The table is live."""

    table: Any
    line: Line | None
    move: Move | None
    events: list[Event]


class BadRecord(ValueError):  # noqa: N818 - the file's fault, told in a sentence
    """A file that is no record, or a record that does not hold together: one sentence that names the place."""


class Recorder:
    """Plays a game and writes it down."""

    def __init__(self, game: AnyGame, seats: int, options: Any, luck: RevealedLuck) -> None:  # noqa: ANN401
        """Start a table. Raises `BadOption`."""
        self.game = game
        self._luck = luck
        self._recorded = RecordedLuck(luck)
        self.table, self.events = game.start(seats, options, self._recorded)
        header = Header(
            laguna=FORMAT,
            game=game.key,
            version=game.version,
            seats=seats,
            options=msgspec.to_builtins(options),
            luck=luck.kind,
            commitment=luck.commitment,
            draws=self._recorded.take()[0],
        )
        self._lines: list[Header | Line | End] = [header]

    def play(self, seat: int, move: Move) -> list[Event]:
        """Make a move and write it down. Raises `Refused` and leaves table and record as they were.

        So does whatever else goes wrong, like physics that fails: the same move then meets the same luck again.
        """
        position = self._luck.position
        try:
            events = self.game.play(self.table, seat, move, self._recorded)
        except BaseException:
            self._recorded.take()
            self._luck.rewind(position)
            raise
        draws, seen = self._recorded.take()
        self._lines.append(Line(seat=seat, move=msgspec.to_builtins(move), draws=draws, seen=seen))
        return events

    def close(self) -> str:
        """The record's text, with the seed revealed. The game may be over or not."""
        end = End(
            finished=not self.game.asks(self.table),
            standings=self.game.standings(self.table),
            seed=self._luck.seed.hex(),
        )
        return _chained([*self._lines, end])


def _chained(lines: Iterable[Header | Line | End]) -> str:
    text, link = "", ""
    for line in lines:
        link = _link(link, line)
        text += _written(msgspec.structs.replace(line, chain=link)) + "\n"
    return text


def _link(before: str, line: Header | Line | End) -> str:
    bare = _written(msgspec.structs.replace(line, chain=""))
    return hashlib.sha256((before + bare).encode()).hexdigest()[:_LINK]


def _written(line: Header | Line | End) -> str:
    return msgspec.json.encode(line).decode()


def read(path: Path) -> list[Record]:
    """The records in a file. Raises `BadRecord`."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise BadRecord(f"{path} is too large to be a record of Laguna.")
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadRecord(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path} is not a record of Laguna: it is not text.") from error
    if not text:
        raise BadRecord(f"{path} is not a record of Laguna: it is empty.")
    return list(parse(text, path.name))


def parse(text: str, name: str) -> Iterator[Record]:
    """The records in a text called `name`, with the form and chain of every line checked. Raises `BadRecord`."""
    lines = text.split("\n")
    if lines.pop() != "":
        raise BadRecord(f"{name}, line {len(lines) + 1}: the record is cut off in the middle of a line.")
    header: Header | None = None
    moves: list[Line] = []
    first, link, changed = 1, "", None
    for number, raw in enumerate(lines, 1):
        line = _line(raw, Header if header is None else Line | End, f"{name}, line {number}")
        link = _link("" if header is None else link, line)
        if changed is None and (line.chain != link or _written(line) != raw):
            changed = number
        if isinstance(line, Header):
            header, moves, first = line, [], number
        elif isinstance(line, Line):
            moves.append(line)
        elif header is not None:
            yield Record(header, tuple(moves), line, first, changed)
            header, changed = None, None
    if header is not None:
        raise BadRecord(f"{name}: the record is cut off after line {len(lines)}; its end is missing.")


def _line(raw: str, kind: Any, where: str) -> Header | Line | End:  # noqa: ANN401 - a type or a union of types
    """A line by its form: the header, a move or the end, told apart by their first keys."""
    if kind is not Header:
        kind = End if raw.startswith('{"finished"') else Line
    try:
        line: Header | Line | End = msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        _check_format(raw, where)
        what = "this is not a record of Laguna" if kind is Header else "this line is damaged"
        raise BadRecord(f"{where}: {what}.") from error
    if isinstance(line, Header):
        _check_format(raw, where)
    return line


class _Format(msgspec.Struct):
    laguna: int


def _check_format(raw: str, where: str) -> None:
    """A newer program's records may have another form: say so, rather than that they are damaged."""
    try:
        made = msgspec.json.decode(raw, type=_Format).laguna
    except (msgspec.DecodeError, RecursionError):
        return
    if made > FORMAT:
        raise BadRecord(f"{where}: this was made by a newer Laguna (format {made}; this one reads up to {FORMAT}).")
    if made < 1:
        raise BadRecord(f"{where}: there is no format {made} of Laguna's records.")


def game_of(record: Record, games: Mapping[str, AnyGame]) -> AnyGame:
    """The game that a record is of. Raises `BadRecord` for an unknown game or another version of its rules."""
    header = record.header
    game = games.get(header.game)
    if game is None:
        raise BadRecord(f"This record is of a game called “{header.game}”, which this Laguna does not have.")
    if header.version != game.version:
        age = "a newer" if header.version > game.version else "an older"
        raise BadRecord(
            f"This record was made by {age} version of the rules of {game.key} "
            f"({header.version}; this Laguna plays {game.version}) and would replay differently."
        )
    return game


def replay(record: Record, games: Mapping[str, AnyGame]) -> Iterator[Step]:
    """Play a record again, step by step, from its own draws. Raises `BadRecord`, also if a line was changed."""
    if record.changed is not None:
        raise BadRecord(_changed(record.changed))
    yield from _steps(record, games, None)


def verify(record: Record, games: Mapping[str, AnyGame]) -> None:
    """Check that no line was changed, that every draw follows from the seed committed to, and that the game holds.

    Raises `BadRecord`, which names what is wrong and in which line.
    """
    try:
        _verify(record, games)
    except BadRecord as error:
        if record.changed is None:
            raise
        raise BadRecord(f"{_changed(record.changed)} {error}") from error
    if record.changed is not None:
        raise BadRecord(_changed(record.changed))


def _changed(number: int) -> str:
    return f"Line {number} was changed after it was written."


def _verify(record: Record, games: Mapping[str, AnyGame]) -> None:
    """Seed, draws, moves and standings, apart from the chain of lines."""
    header, end = record.header, record.end
    last = record.first + len(record.moves) + 1
    try:
        seed = bytes.fromhex(end.seed)
        luck = revealed(header.luck, seed)
    except ValueError as error:
        raise BadRecord(f"Line {last}: the revealed seed cannot be used: {error}") from error
    if commitment(seed) != header.commitment:
        raise BadRecord(f"Line {last}: the revealed seed is not the one that line {record.first} commits to.")
    for step in _steps(record, games, luck):
        table = step.table
    game = game_of(record, games)
    if game.standings(table) != end.standings:
        raise BadRecord(f"Line {last}: the seats do not stand as the record says.")
    if end.finished != (not game.asks(table)):
        raise BadRecord(f"Line {last}: the game is {'not ' if end.finished else ''}over, other than the record says.")


def _steps(record: Record, games: Mapping[str, AnyGame], luck: Luck | None) -> Iterator[Step]:
    """The steps of a record; with `luck` every draw is derived again and compared."""
    game, header = game_of(record, games), record.header
    where = f"Line {record.first}"
    table: Table
    script = _Script(header.draws, [], luck)
    try:
        table, events = game.start(header.seats, game.read_options(header.options), script.luck)
    except (BadOption, LuckRanOut) as error:
        raise BadRecord(f"{where}: the game cannot be set up: {error}") from error
    script.check(where)
    yield Step(table, None, None, events)
    for number, line in enumerate(record.moves, record.first + 1):
        where = f"Line {number}"
        script = _Script(line.draws, line.seen, luck)
        try:
            move = msgspec.convert(line.move, game.moves)
            events = game.play(table, line.seat, move, script.luck)
        except msgspec.ValidationError as error:
            raise BadRecord(f"{where}: {game.key} knows no such move: {error}.") from error
        except Refused as error:
            raise BadRecord(f"{where}: the move is against the rules ({error}).") from error
        except LuckRanOut as error:
            raise BadRecord(f"{where}: {error}") from error
        script.check(where)
        yield Step(table, line, move, events)


class _Script:
    """The luck of one line: its own draws, or draws derived from `luck` to be compared with them."""

    def __init__(self, draws: list[int], seen: list[Any], luck: Luck | None) -> None:
        self._draws = draws
        self._derived = luck is not None
        self._script = ScriptedLuck([] if self._derived else draws, seen, luck)
        self.luck = RecordedLuck(self._script)

    def check(self, where: str) -> None:
        """Raise `BadRecord` unless the draws and happenings were just those of the line."""
        if self._script.left:
            raise BadRecord(f"{where}: the record has more draws or happenings than the rules make.")
        made, _ = self.luck.take()
        if made != self._draws:
            raise BadRecord(f"{where}: the draws are {self._draws}, but from the revealed seed follow {made}.")
