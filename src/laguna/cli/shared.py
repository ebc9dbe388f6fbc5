"""What the commands share: finding a game, options, the language, files that appear whole, progress."""

from __future__ import annotations

import difflib
import io
import os
import re
import secrets
import signal
import sys
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated, Any, Literal, TextIO

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from laguna.bots.policy_name import PREFIX
from laguna.core.game import Game
from laguna.core.ruled import RuledGame
from laguna.core.words import Words
from laguna.games import BROKEN, GAMES, PLUGINS, RULED

DEFAULT_SEATS = 4
MAX_SEED = 2**63 - 1

AnyGame = Game[Any, Any, Any]
Language = Literal["pl", "en"]


class CommandError(Exception):
    """What a command cannot do, in one sentence: `main` prints it on stderr and exits with code 2."""


# Parameters that several commands have

GameName = Annotated[str, typer.Argument(metavar="GAME", help=f"Which game: {', '.join(GAMES)}.", show_default=False)]
GameOffered = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help=f"Which game: {', '.join(GAMES)}.", show_default=False)
]
Seats = Annotated[
    int | None, typer.Option(metavar="K", help="How many players; 4 where the game allows it.", show_default=False)
]
Lang = Annotated[Language | None, typer.Option(help="The language; else that of the environment.")]
Chosen = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="A variant or house rule; may be given several times."),
]
RecordTo = Annotated[
    Path | None, typer.Option("--record", metavar="FILE", help="Write the record to a new file.", show_default=False)
]
Force = Annotated[bool, typer.Option("--force", help="Let --record write over a file that is there.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


# Games, options, languages


def find_game(name: str) -> AnyGame:
    """The game of this name, however it is spelt: animals-on-board, Mahé. Raises `CommandError`."""
    letters = unicodedata.normalize("NFKD", name.strip().lower()).encode("ascii", "ignore").decode()
    key = letters.replace("-", "_").replace(" ", "_")
    if key in GAMES:
        return GAMES[key]
    for broken in BROKEN:
        if key == broken.key:
            raise CommandError(f"The game “{name}” of {broken.origin} is broken: {broken.sentence}")
    near = difflib.get_close_matches(key, GAMES, n=1)
    hint = f" – did you mean {near[0]}?" if near else "."
    raise CommandError(f"There is no game “{name}”{hint} The games are: {', '.join(GAMES)}.")


def ruled(game: AnyGame) -> RuledGame[Any, Any, Any]:
    """The game, if it also runs compiled. Raises `CommandError`."""
    if not isinstance(game, RuledGame):
        raise CommandError(f"{game.key} does not run compiled; the games that do are: {', '.join(RULED)}.")
    return game


def seats_for(game: AnyGame, wanted: int | None) -> int:
    """So many players, or the usual number. Raises `BadOption`."""
    if wanted is None:
        return max((seats for seats in game.seats if seats <= DEFAULT_SEATS), default=game.seats[0])
    game.check_seats(wanted)
    return wanted


def read_options(game: AnyGame, typed: list[str] | None) -> Any:  # noqa: ANN401 - the game's own
    """The options typed as name=value. Raises `CommandError` or `BadOption`."""
    raw: dict[str, str] = {}
    for each in typed or []:
        name, sign, value = each.partition("=")
        name = name.strip().replace("-", "_")
        if not sign:
            raise CommandError(f"“{each}” is no option: write name=value, like {_example(game)}.")
        if name in raw:
            raise CommandError(f"The option “{name}” is given twice.")
        raw[name] = value
    return game.read_typed_options(raw)


def _example(game: AnyGame) -> str:
    name, value = next(iter(msgspec.structs.asdict(game.options()).items()))
    return f"{name}={'yes' if isinstance(value, bool) else value}"


def language(wanted: Language | None) -> Language:
    """The language asked for, or that of the environment: Polish where it says so, else English."""
    if wanted is not None:
        return wanted
    spoken = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "pl" if next(filter(None, spoken), "").lower().startswith("pl") else "en"


def words_for(game: AnyGame, lang: Language) -> Words:
    """The words of a game."""
    return PLUGINS[game.key].words(lang)


def bot_name(typed: str) -> str:
    """A bot's name, however it is spelt; a file's name stays as it is."""
    name = typed.strip()
    head, file = name[: len(PREFIX)].lower(), name[len(PREFIX) :]
    return head + file if head == PREFIX else name.lower()


def check_range(name: str, value: float, lowest: float, highest: float) -> None:
    """Raise `CommandError` unless a number lies between two others."""
    if not lowest <= value <= highest:
        raise CommandError(f"{name} is a number from {lowest} to {highest}, not {value}.")


# Output


def check_path(path: Path, sentence: str) -> None:
    """Raise `CommandError` with this sentence if an address was typed for a path: folders of its name would be made."""
    if re.match(r"[\w+]{2,}:/", str(path)):
        raise CommandError(sentence)


def stdout_console() -> Console:
    """A console on stdout, for the answer of a command."""
    return Console(highlight=False, emoji=False)


def print_error(sentence: str) -> None:
    """Print what is wrong on stderr."""
    Console(stderr=True, highlight=False, emoji=False).print(sentence, style="red", markup=False, soft_wrap=True)


def print_json(answer: object) -> None:
    """An answer for programs: one line of JSON."""
    sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")


def replace_unencodable() -> None:
    """Have the standard streams replace what they cannot encode or decode, instead of raising."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


@contextmanager
def progress(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, if that is a terminal. Yields what to call with how many more are done."""
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    bar = Progress(
        *columns,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
        redirect_stdout=sys.stdout.isatty(),  # there answers stand above the bar; files and pipes get them as they are
    )
    with bar:
        task = bar.add_task(title, total=total)
        yield lambda more: bar.advance(task, more)


@contextmanager
def waiting(title: str) -> Iterator[None]:
    """A spinner on stderr while something takes an unknown time."""
    with Console(stderr=True).status(title) if sys.stderr.isatty() else nullcontext():
        yield


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Meanwhile SIGTERM ends the program as Ctrl-C does: what is half done is undone."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


# Files


@contextmanager
def new_file(path: Path, *, force: bool) -> Iterator[TextIO]:
    """A file that appears when all is written, or not at all. Raises `CommandError` before anything is overwritten."""
    target = path.resolve()
    _check_free(path, force=force)
    draft = target.with_name(f".{target.name[:200]}.{secrets.token_hex(4)}.part")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        _publish(draft, target, force=force)
    except FileExistsError as error:
        raise _taken(path) from error
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        draft.unlink(missing_ok=True)


def _check_free(path: Path, *, force: bool) -> None:
    try:
        if path.is_dir():
            raise CommandError(f"{path} is a folder; --record wants the name of a new file.")
        if path.exists() and not (force and path.is_file()):
            raise _taken(path)
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror or error}.") from error


def _taken(path: Path) -> CommandError:
    hint = "; choose another name, or add --force to write over it" if path.is_file() else ""
    return CommandError(f"{path} is there already{hint}.")


def _publish(draft: Path, target: Path, *, force: bool) -> None:
    """Give the draft its name; without `force` not even over a file that appeared in the meantime."""
    if force:
        draft.replace(target)
        return
    try:
        target.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if target.exists():
            raise FileExistsError from None
        draft.replace(target)
