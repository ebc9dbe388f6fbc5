"""`laguna replay` and `laguna verify`: games on file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from laguna.cli import shared
from laguna.cli.stepper import Stepper
from laguna.cli.transcript import Transcript, transcribe
from laguna.core.record import BadRecord, Record, game_of, read
from laguna.core.record import replay as play_again
from laguna.core.record import verify as check
from laguna.games import GAMES
from laguna.terminal.painters import picture_painter_of

EXIT_NOT_VERIFIED = 1

File = Annotated[Path, typer.Argument(metavar="FILE", help="A file of records.", show_default=False)]


def replay(  # noqa: PLR0913, PLR0917 - the options of a command
    file: File,
    lang: shared.Lang = None,
    game: Annotated[
        int | None, typer.Option(metavar="N", help="Only the N-th game of the file.", show_default=False)
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(metavar="N", help="What player N saw; else all that happened.", show_default=False),
    ] = None,
    as_print: Annotated[bool, typer.Option("--print", help="Print the game, rather than step through it.")] = False,
    svg: Annotated[bool, typer.Option("--svg", help="Print the table as an SVG picture.")] = False,
    move: Annotated[
        int | None,
        typer.Option(metavar="N", help="The picture after so many moves; else at the end.", show_default=False),
    ] = None,
    as_json: shared.Json = False,
) -> None:
    """Go through a recorded game: step by step in a terminal, else printed. Or draw one moment of it.

    Example: laguna replay game.jsonl --seat 2 --lang pl

    Example: laguna replay battle.jsonl --svg --move 12 > shot.svg
    """
    records = opened(file)
    if game is not None:
        check_game(file, records, game)
    spoken = shared.language(lang)
    step = not as_json and not as_print and sys.stdin.isatty() and sys.stdout.isatty()
    with in_file(file):
        if svg:
            sys.stdout.write(_drawn(records[(game or 1) - 1], spoken, seat, move))
            return
        if step:
            transcript = _transcript_of(
                records[(game or 1) - 1], spoken, seat, (game or 1, len(records)), keep_tables=True
            )
            Stepper(transcript, shared.stdout_console()).run()
            return
        numbers = range(1, len(records) + 1) if game is None else [game]
        _check_all([records[number - 1] for number in numbers], seat, file.name)
        transcripts = (_transcript_of(records[number - 1], spoken, seat, (number, len(records))) for number in numbers)
        if as_json:
            shared.print_json({"file": str(file), "games": [transcript.as_data() for transcript in transcripts]})
        else:
            for transcript in transcripts:
                transcript.print(shared.stdout_console())


def check_game(file: Path, records: list[Record], game: int) -> None:
    """Raise `CommandError` unless a file has a game of this number."""
    if not 1 <= game <= len(records):
        raise shared.CommandError(f"{file} holds {_count(len(records), 'game')}; there is no game {game}.")


def _check_all(records: list[Record], seat: int | None, name: str) -> None:
    """Whether all of them can be told, before a word is printed. Raises `BadRecord` or `CommandError`."""
    with shared.progress(f"{name}: replaying", len(records)) as done:
        for record in records:
            _check_seat(record, seat)
            for _ in play_again(record, GAMES):
                pass
            done(1)


def _drawn(record: Record, lang: shared.Language, seat: int | None, move: int | None) -> str:
    """The table after so many moves as SVG, with what the last of them did. Raises `BadRecord` or `CommandError`."""
    transcript = _transcript_of(record, lang, seat, (1, 1), keep_tables=True)
    last = len(transcript.steps) - 1
    shared.check_range("--move", last if move is None else move, 0, last)
    step = transcript.steps[last if move is None else move]
    painter = picture_painter_of(transcript.game.key, transcript.voice)
    return painter.draw(transcript.game.view(step.table, transcript.reader), transcript.reader, step.events)


def _transcript_of(
    record: Record, lang: shared.Language, seat: int | None, place: tuple[int, int], *, keep_tables: bool = False
) -> Transcript:
    """A record's whole story. Raises `BadRecord` or `CommandError`."""
    _check_seat(record, seat)
    words = shared.words_for(game_of(record, GAMES), lang)
    return transcribe(record, words, None if seat is None else seat - 1, place, keep_tables=keep_tables)


def _check_seat(record: Record, seat: int | None) -> None:
    if seat is not None and not 1 <= seat <= record.header.seats:
        raise shared.CommandError(f"There is no player {seat} in a game for {record.header.seats}.")


@contextmanager
def in_file(file: Path) -> Iterator[None]:
    """Say in which file a record is bad, unless the sentence says so already."""
    try:
        yield
    except BadRecord as error:
        sentence = " ".join(str(error).split())
        named = sentence.startswith((str(file), f"{file.name}, ", f"{file.name}: "))
        raise BadRecord(sentence if named else f"{file}: {sentence}") from error


def opened(file: Path) -> list[Record]:
    """The records in a file. Raises `BadRecord`."""
    try:
        if file.is_dir():
            raise BadRecord(f"{file} is a folder, not a record of Laguna.")
        if file.exists() and not file.is_file():
            raise BadRecord(f"{file} is not an ordinary file.")
    except OSError as error:
        raise BadRecord(f"{file} cannot be read: {error.strerror}.") from error
    with shared.waiting(f"{file.name}: reading"):
        return read(file)


class VerifyResult(msgspec.Struct):
    """What `verify` found."""

    file: str
    right: bool
    games: int = 0
    moves: int = 0
    draws: int = 0
    nonces: int = 0
    error: str | None = None


def verify(file: File, as_json: shared.Json = False) -> None:
    """Check a file of records: that no byte was changed, that every draw follows from the seed, that the rules hold.

    Where players added nonces of their own to the luck, every draw must follow from the seed and these.

    Exit code 0: all is right. 1: something is wrong, and a sentence names the line.

    Example: laguna verify game.jsonl
    """
    verdict = _judged(file)
    if as_json:
        shared.print_json(verdict)
    if verdict.error is not None:
        shared.print_error(verdict.error)
        raise typer.Exit(EXIT_NOT_VERIFIED)
    if not as_json:
        counts = ", ".join((_count(verdict.games, "game"), _count(verdict.moves, "move")))
        seeds = "seeds" if verdict.games > 1 else "seed"
        mixed = f", with {_count(verdict.nonces, 'nonce')} of players mixed in" if verdict.nonces else ""
        sentence = f"{counts}, {_count(verdict.draws, 'draw')} re-derived from the revealed {seeds}{mixed}"
        shared.stdout_console().print(f"{file} is right: {sentence}.", markup=False, soft_wrap=True)


def _judged(file: Path) -> VerifyResult:
    """Check every record, up to the first that is wrong."""
    verdict = VerifyResult(str(file), right=False)
    try:
        records = opened(file)
        with shared.progress(f"{file.name}: verifying", len(records)) as done, in_file(file):
            for record in records:
                _check(record)
                verdict.games += 1
                verdict.moves += len(record.moves)
                verdict.draws += len(record.header.draws) + sum(len(line.draws) for line in record.moves)
                verdict.nonces += sum(nonce is not None for nonce in record.header.nonces or ())
                done(1)
    except BadRecord as error:
        verdict.error = str(error)
    else:
        verdict.right = True
    return verdict


def _check(record: Record) -> None:
    if record.changed is None:
        try:
            game_of(record, GAMES)
        except BadRecord as error:
            raise BadRecord(f"Line {record.first}: {error}") from error
    check(record, GAMES)


def _count(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
