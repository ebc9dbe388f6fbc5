"""A game on file: a header, every move with its draws, and the end. Text, one JSON object a line.

The header names the game, its version, the options, the commitment to the luck's seed and the players' nonces; the end
reveals the seed. A record carries its draws, so that a replay never draws; `verify` derives every draw again from the
revealed seed and the nonces.
Each line ends with a link of a chain of hashes over the lines so far, so that a changed byte is found and named.
A file holds one record or several, one after another.

`Recorder` keeps a whole game. Who stores each line when it is made has the same in pieces: `begin` gives the header,
`play` the line of a move, `ending` the end, and `written` puts them together; `resume` takes a stored game up again.
Whatever is stored is played again by `steps`, and by nothing else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from laguna.core.game import BadOption, Event, Game, Move, NoSuchSeat, Refused, Standing, Table
from laguna.core.luck import LuckRanOut, RecordedLuck, RevealedLuck, ScriptedLuck, commitment, given, revealed
from laguna.core.rules import Luck

FORMAT = 1
_LINK_DIGITS = 32  # hexadecimal digits
_CERTAIN_DRAWS = 16
"""So many draws hardly fit by accident: if they do, the seed and the nonces are those of the game."""
MAX_FILE_BYTES = 64 << 20
"""Bytes: larger files are not read."""

AnyGame = Game[Any, Any, Any]


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: which game, how, and what is promised about its luck.

    `nonces` has one for each seat, None for a seat that gave none; it is left out where nobody gave one.
    """

    laguna: int
    game: str
    version: int
    seats: int
    options: dict[str, Any]
    luck: str
    commitment: str
    draws: list[int]
    nonces: list[str | None] | msgspec.UnsetType = msgspec.UNSET
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
    """One step of a game played again; see `steps`. `line` was played, and `events` happened. The table is live.

    `line` is None where the game was laid out, and where a move was taken back.
    """

    table: Any
    line: Line | None
    move: Move | None
    events: list[Event]


class BadRecord(ValueError):  # noqa: N818 - the file's fault, told in a sentence
    """A file that is no record, or a record that does not hold together: one sentence that names the place."""


def begin(game: AnyGame, seats: int, options: Any, luck: RevealedLuck) -> tuple[Header, Any, list[Event]]:  # noqa: ANN401
    """Start a table: its header, the table and what happened. Raises `BadOption`.

    The luck is fresh; if it has nonces, one for each seat, else ValueError is raised.
    """
    if luck.nonces and len(luck.nonces) != seats:
        raise ValueError(_miscounted(len(luck.nonces), seats))
    recorded = RecordedLuck(luck)
    table, events = game.start(seats, options, recorded)
    header = Header(
        laguna=FORMAT,
        game=game.key,
        version=game.version,
        seats=seats,
        options=msgspec.to_builtins(options),
        luck=luck.kind,
        commitment=luck.commitment,
        draws=recorded.take()[0],
        nonces=list(luck.nonces) or msgspec.UNSET,
    )
    return header, table, events


def play(
    game: AnyGame,
    table: Any,  # noqa: ANN401 - the game's own
    seat: int,
    ask: int | None,
    move: Move,
    luck: RevealedLuck,
) -> tuple[Line, list[Event]]:
    """Answer a question at a table: the move's line, and what happened; see `Game.play`.

    Raises `Refused` and leaves table and luck as they were. So does whatever else goes wrong, like physics that fails:
    the same move then meets the same luck again.
    """
    return play_read(game, table, seat, ask, game.read_move(move), luck)


def play_read(
    game: AnyGame,
    table: Any,  # noqa: ANN401 - the game's own
    seat: int,
    ask: int | None,
    move: Move | None,
    luck: RevealedLuck,
) -> tuple[Line, list[Event]]:
    """The same for a move that the game has read already; see `Game.play_read`."""
    position = luck.position
    recorded = RecordedLuck(luck)
    try:
        events = game.play_read(table, seat, ask, move, recorded)
    except BaseException:
        luck.rewind(position)
        raise
    draws, seen = recorded.take()
    return Line(seat=seat, move=msgspec.to_builtins(move), draws=draws, seen=seen), events


def ending(game: AnyGame, table: Any, luck: RevealedLuck) -> End:  # noqa: ANN401
    """The last line, with the seed revealed. The game may be over or not."""
    return End(finished=not game.asks(table), standings=game.standings(table), seed=luck.seed.hex())


class Recorder:
    """Plays a game and writes it down.

    >>> from laguna.core.luck import SecretLuck
    >>> from laguna.games import GAMES
    >>> luck = SecretLuck(bytes(32))  # without an argument: a seed that nobody knows
    >>> recorder = Recorder(GAMES["mahe"], 2, GAMES["mahe"].options(first=0), luck)
    >>> while asks := recorder.game.asks(recorder.table):
    ...     events = recorder.play(asks[0].seat, asks[0].number, asks[0].moves[0])
    >>> [record] = parse(recorder.close(), "game.jsonl")
    >>> verify(record, GAMES)  # raises `BadRecord` where something does not hold
    >>> record.header.commitment == luck.commitment, record.end.finished
    (True, True)
    >>> sum(len(step.events) for step in replay(record, GAMES)) > len(record.moves)
    True
    """

    def __init__(self, game: AnyGame, seats: int, options: Any, luck: RevealedLuck) -> None:  # noqa: ANN401
        """Start a table; see `begin`."""
        self.game = game
        self._luck = luck
        self._header, self.table, self.events = begin(game, seats, options, luck)
        self._lines: list[Line] = []

    def play(self, seat: int, ask: int | None, move: Move) -> list[Event]:
        """Answer a question and write it down; see `play`. A move that is not made leaves the record as it was."""
        line, events = play(self.game, self.table, seat, ask, move, self._luck)
        self._lines.append(line)
        return events

    def close(self) -> str:
        """The record's text, with the seed revealed. The game may be over or not."""
        return written(self._header, self._lines, ending(self.game, self.table, self._luck))


def written(header: Header, lines: Iterable[Line], end: End) -> str:
    """The text of a record, with its chain. What the lines carry as their links is written anew."""
    parts: list[Header | Line | End] = [header, *lines, end]
    text, link = [], ""
    for part in parts:
        link = _link(link, part)
        text.append(_json(msgspec.structs.replace(part, chain=link)) + "\n")
    return "".join(text)


def _link(before: str, line: Header | Line | End) -> str:
    bare = _json(msgspec.structs.replace(line, chain=""))
    return hashlib.sha256((before + bare).encode()).hexdigest()[:_LINK_DIGITS]


def _json(line: Header | Line | End) -> str:
    return msgspec.json.encode(line).decode()


def read(path: Path) -> list[Record]:
    """The records in a file. Raises `BadRecord`."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
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
        if changed is None and (line.chain != link or _json(line) != raw):
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
    game = games.get(record.header.game)
    if game is None:
        raise BadRecord(f"This record is of a game called “{record.header.game}”, which this Laguna does not have.")
    _check_version(record.header, game)
    return game


def _check_version(header: Header, game: AnyGame) -> None:
    if header.version != game.version:
        age = "a newer" if header.version > game.version else "an older"
        raise BadRecord(
            f"This record was made by {age} version of the rules of {game.key} "
            f"({header.version}; this Laguna plays {game.version}) and would replay differently."
        )


def replay(record: Record, games: Mapping[str, AnyGame]) -> Iterator[Step]:
    """Play a record again, step by step, from its own draws. Raises `BadRecord`, also if a line was changed."""
    if record.changed is not None:
        raise BadRecord(_changed(record.changed))
    yield from steps(game_of(record, games), record.header, record.moves, first=record.first)


def resume(game: AnyGame, header: Header, lines: Sequence[Line], luck: RevealedLuck) -> Iterator[Step]:
    """Play what is stored of a game again, step by step: afterwards table and luck stand where the game stands.

    `luck` is fresh, with the seed and nonces of the game. Every draw is derived again and compared; what physically
    happened is read. Raises `BadRecord` where the lines do not follow; the chain is not looked at.
    """
    _check_version(header, game)
    if (header.game, header.luck, header.commitment) != (game.key, luck.kind, luck.commitment):
        raise BadRecord("Line 1: this is the header of another game, or of other luck.")
    if _nonces(header, 1) != luck.nonces:
        raise BadRecord("Line 1: the players' nonces are not those of the luck.")
    yield from steps(game, header, lines, luck=luck)


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
    nonces = _nonces(header, record.first)
    try:
        seed = bytes.fromhex(end.seed)
        luck = revealed(header.luck, seed, nonces)
    except ValueError as error:
        raise BadRecord(f"Line {last}: the revealed seed cannot be used: {error}") from error
    if commitment(seed) != header.commitment:
        raise BadRecord(f"Line {last}: the revealed seed is not the one that line {record.first} commits to.")
    game = game_of(record, games)
    for step in steps(game, header, record.moves, luck=luck, first=record.first):
        table = step.table
    if _as_told(game.standings(table), end) != end.standings:
        raise BadRecord(f"Line {last}: the seats do not stand as the record says.")
    if end.finished != (not game.asks(table)):
        raise BadRecord(f"Line {last}: the game is {'not ' if end.finished else ''}over, other than the record says.")


def _as_told(standings: list[Standing], end: End) -> list[Standing]:
    """How the seats stand, as far as a record tells: in older ones tie-breakers are missing."""
    if any(standing.tie_break is not None for standing in end.standings):
        return standings
    return [msgspec.structs.replace(standing, tie_break=None) for standing in standings]


def _nonces(header: Header, first: int) -> tuple[str | None, ...]:
    """The nonces of a header, which is line `first`. Raises `BadRecord` if they cannot be."""
    if header.nonces is msgspec.UNSET:
        return ()
    if len(header.nonces) != header.seats:
        raise BadRecord(f"Line {first}: {_miscounted(len(header.nonces), header.seats)}")
    try:
        return given(header.nonces)
    except ValueError as error:
        raise BadRecord(f"Line {first}: a nonce cannot be: {error}") from error


def _miscounted(nonces: int, seats: int) -> str:
    return f"There are nonces for {nonces} seats, but {seats} play."


def steps(
    game: AnyGame,
    header: Header,
    lines: Sequence[Line | None],
    *,
    luck: RevealedLuck | None = None,
    first: int = 1,
) -> Iterator[Step]:
    """Play what is stored of a game again, from its laying out on: whoever does so, does it here.

    None among the lines takes the last move back that stands: a step without a line, after which the table is another
    object, as it was before the move. Draws are those of the lines; with `luck` every draw is derived again and
    compared. What physically happened is always read. `first` is the number of the header's line, for errors. Raises
    `BadRecord` where a line does not follow.
    """
    where = f"Line {first}"
    reading = _Reading(luck)
    try:
        options = game.read_options(header.options)
        table, events = game.start(header.seats, options, reading.of(header.draws, []))
    except (BadOption, LuckRanOut) as error:
        raise BadRecord(f"{where}: the game cannot be set up: {error}") from error
    reading.check(where)
    yield Step(table, None, None, events)
    yield from _steps(game, table, lines, reading, first + 1)


def steps_from(
    game: AnyGame,
    table: Table,
    lines: Sequence[Line | None],
    *,
    luck: RevealedLuck | None = None,
    first: int = 1,
) -> Iterator[Step]:
    """The same from a table on that was kept, which is played at. `first` is the number of the first of the lines.

    With `luck`, which stands where the table stands, every draw is derived again and compared.
    """
    yield from _steps(game, table, lines, _Reading(luck), first)


def _steps(game: AnyGame, table: Table, lines: Sequence[Line | None], reading: _Reading, first: int) -> Iterator[Step]:
    doomed = _taken_back(lines, first)
    before: list[Table] = []
    for number, line in enumerate(lines, first):
        if line is None:
            table = before.pop()
            yield Step(table, None, None, [])
        else:
            if number in doomed:
                before.append(table.copy())
            yield _step(game, table, line, reading, f"Line {number}")


def _step(game: AnyGame, table: Table, line: Line, reading: _Reading, where: str) -> Step:
    """Play one line at a table."""
    move = game.read_move(line.move)
    if move is None:
        raise BadRecord(f"{where}: {game.key} knows no such move, or not with these values.")
    try:
        ask = table.question_number(line.seat)
        events = game.play_read(table, line.seat, ask, move, reading.of(line.draws, line.seen))
    except Refused as error:
        raise BadRecord(f"{where}: the move is against the rules ({error}).") from error
    except (LuckRanOut, NoSuchSeat) as error:
        raise BadRecord(f"{where}: {error}") from error
    reading.check(where)
    return Step(table, line, move, events)


def _taken_back(lines: Sequence[Line | None], first: int) -> set[int]:
    """The numbers of the moves that do not stand in the end. Raises `BadRecord`."""
    standing: list[int] = []
    gone = set()
    for number, line in enumerate(lines, first):
        if line is not None:
            standing.append(number)
        elif standing:
            gone.add(standing.pop())
        else:
            raise BadRecord(f"Line {number}: it takes back a move that nobody made.")
    return gone


class _Reading:
    """The luck of a record, line by line: its own draws, or draws derived from `luck` to be compared with them."""

    def __init__(self, luck: RevealedLuck | None) -> None:
        self._luck = luck
        self._fitted = 0

    def of(self, draws: list[int], seen: list[Any]) -> Luck:
        """The luck of the next line."""
        self._draws = draws
        self._script = ScriptedLuck(draws if self._luck is None else [], seen, self._luck)
        self._made = RecordedLuck(self._script)
        return self._made

    def check(self, where: str) -> None:
        """Raise `BadRecord` unless the draws and happenings were just those of the line."""
        if self._script.left:
            raise BadRecord(f"{where}: the record has more draws or happenings than the rules make.")
        made, _ = self._made.take()
        if made != self._draws:
            raise BadRecord(f"{where}: the draws are {self._draws}, but from {self._follow(made)}.")
        self._fitted += len(made)

    def _follow(self, made: list[int]) -> str:
        """What follows from what, and whether a nonce may be at fault: it spoils the draws from the first on."""
        if self._luck is None or not self._luck.nonces:
            return f"the seed follow {made}"
        blame = "" if self._fitted >= _CERTAIN_DRAWS else "; they or a nonce were changed"
        return f"the seed and the nonces follow {made}{blame}"
