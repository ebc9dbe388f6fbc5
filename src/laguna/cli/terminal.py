"""`laguna terminal`: a person against bots, and the offer of a game where none is named."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from laguna.bots.policy_name import policy_path
from laguna.cli import shared
from laguna.core.bot import LEVELS
from laguna.core.generator import PLAYERS
from laguna.core.luck import RevealedLuck, SecretLuck, SeededLuck
from laguna.core.rules import Luck
from laguna.core.words import Voice, Words, words_of
from laguna.games import GAMES
from laguna.terminal.typed_input import parse_whole_number, wants_to_quit

if TYPE_CHECKING:
    from laguna.terminal.session import TerminalSession

MAX_NAME_LENGTH = 24
PLAYERS_OFFERED = (*LEVELS, "random")
DEFAULT_LEVEL = "easy"


class _Declined(Exception):  # noqa: N818 - the person wants no game
    """The person leaves before the game."""


class _Choice(NamedTuple):
    """What shall be played; None: as usual."""

    game: str
    seats: int | None
    bots: str | None


class InterruptibleConsole(Console):
    """A console that notes when Ctrl-C was pressed at its prompt."""

    interrupted = False

    def input(self, *args: Any, **kwargs: Any) -> str:  # noqa: ANN401 - as rich has it
        """A line that was typed; see `Console.input`."""
        try:
            return super().input(*args, **kwargs)
        except KeyboardInterrupt:
            self.interrupted = True
            raise


def terminal(  # noqa: PLR0913, PLR0917 - the options of a command
    game: shared.GameOffered = None,
    seats: shared.Seats = None,
    lang: shared.Lang = None,
    name: Annotated[str | None, typer.Option(help="Your name at the table.", show_default=False)] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="LEVELS",
            help=f"How well the others play, like good or easy,strong: {', '.join(PLAYERS_OFFERED)}, policy:FILE.",
            show_default=DEFAULT_LEVEL,
        ),
    ] = None,
    option: shared.Chosen = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="Play a game that can be repeated.", show_default=False),
    ] = None,
    record: shared.RecordTo = None,
    force: shared.Force = False,
) -> None:
    """Play in the terminal, against bots of four levels. Typing h gives a hint. Without a game, choose one there.

    Example: laguna terminal mahe --seats 3 --bots easy,strong --lang pl --option advanced=yes
    """
    from laguna.terminal.opponents import Opponents  # noqa: PLC0415 - slow to import: only where it is wanted
    from laguna.terminal.session import TerminalSession  # noqa: PLC0415

    if seed is not None:
        shared.check_range("--seed", seed, 0, shared.MAX_SEED)
    spoken = shared.language(lang)
    choice = _Choice(game, seats, bots) if game is not None else _offer(spoken, seats, bots)
    if choice is None:
        return
    chosen = shared.find_game(choice.game)
    words = shared.words_for(chosen, spoken)
    players = _players(words, shared.seats_for(chosen, choice.seats), name)
    options = shared.read_options(chosen, option)
    levels = _levels(choice.bots or DEFAULT_LEVEL, len(players) - 1)
    console = InterruptibleConsole(emoji=False)
    luck, bots_luck = _luck(seed)
    with Opponents(chosen, levels, bots_luck, lambda: _thinking(console, words)) as opponents:
        session = TerminalSession(chosen, options, Voice(words, players), luck, opponents, console)
        _play(session, words, record, force=force)
    if console.interrupted:
        raise KeyboardInterrupt


def _play(session: TerminalSession, words: Words, record: Path | None, *, force: bool) -> None:
    """Play on, and write the record: also that of a game which was left."""
    with nullcontext() if record is None else shared.new_file(record, force=force) as file:
        session.play()
        if file is not None:
            file.write(session.recorder.close())
    if record is not None:
        told = words.say("terminal", "recorded", {"file": str(record)})
        shared.stdout_console().print(told, markup=False, soft_wrap=True)


def _levels(typed: str, seats: int) -> list[str]:
    """A level for each of the other seats: those that were typed, in turn. Raises `CommandError`."""
    levels = [shared.bot_name(level) for level in typed.split(",")]
    for level in levels:
        if level not in PLAYERS_OFFERED and policy_path(level) is None:
            offered = ", ".join(PLAYERS_OFFERED)
            raise shared.CommandError(f"There is no level “{level}”. There are: {offered}, and policy:FILE.")
    if len(levels) > seats:
        raise shared.CommandError(f"--bots names {len(levels)} players, but there are {seats} other seats.")
    return [levels[seat % len(levels)] for seat in range(seats)]


@contextmanager
def _thinking(console: Console, words: Words) -> Iterator[None]:
    """A sign that a bot thinks, where somebody sees it."""
    with console.status(words.template("terminal", "thinking")) if console.is_terminal else nullcontext():
        yield


def _luck(seed: int | None) -> tuple[RevealedLuck, Luck]:
    """The table's luck, and that of the bots."""
    if seed is None:
        return SecretLuck(), SecretLuck()
    return SeededLuck(seed), SeededLuck(seed, 0, PLAYERS)


def _players(words: Words, seats: int, name: str | None) -> list[str]:
    """Everybody's name, the person's first."""
    you = words.template("terminal", "you") if name is None else name.strip()
    if not (you and len(you) <= MAX_NAME_LENGTH and you.isprintable()) or set(you) & set("[]"):
        raise shared.CommandError(f"A name has 1 to {MAX_NAME_LENGTH} letters, without square brackets.")
    others = [other for other in words.template("terminal", "others").split(",") if other != you]
    numbered = [words.say("names", "seat", {"number": number}) for number in range(len(others) + 2, seats + 1)]
    return [you, *others, *numbered][:seats]


# Without a game


def _offer(lang: shared.Language, seats: int | None, bots: str | None) -> _Choice | None:
    """Let the person choose a game, and the number of players and their level if they named none. None: no game."""
    if not sys.stdin.isatty():
        raise shared.CommandError(f"Name a game to play: {', '.join(GAMES)}.")
    console = shared.stdout_console()
    try:
        key = _choose_game(console, lang)
        return _Choice(key, seats or _choose_seats(console, key, lang), bots or _choose_level(console, lang))
    except (_Declined, EOFError):
        console.print(words_of("laguna", lang).template("terminal", "left"))
        return None


def _choose_game(console: Console, lang: shared.Language) -> str:
    """The chosen game's key. Raises `_Declined`."""
    common = words_of("laguna", lang)
    keys = list(GAMES)
    console.print(common.template("terminal", "which_game"), style="bold")
    for number, key in enumerate(keys, 1):
        words = shared.words_for(GAMES[key], lang)
        console.print(f"  {number}  [bold]{words.template('game', 'title')}[/bold]")
        console.print(Padding(Text(words.template("game", "summary"), style="dim"), (0, 0, 0, 5)))
    while True:
        typed = _typed(console)
        if 1 <= (number := parse_whole_number(typed)) <= len(keys):
            return keys[number - 1]
        try:
            return shared.find_game(typed).key
        except shared.CommandError:
            console.print(common.say("cli", "not_a_game", {"typed": typed, "games": len(keys)}), markup=False)


def _typed(console: Console) -> str:
    typed = console.input("> ").strip()
    if wants_to_quit(typed):
        raise _Declined
    return typed


def _choose_seats(console: Console, key: str, lang: shared.Language) -> int:
    """The number of players. Raises `_Declined`."""
    words = words_of("laguna", lang)
    seats = GAMES[key].seats
    usual = shared.seats_for(GAMES[key], None)
    facts = {"fewest": seats[0], "most": seats[-1], "usual": usual}
    console.print(words.say("terminal", "how_many", facts), style="bold", markup=False)
    while True:
        typed = _typed(console)
        if typed == "":
            return usual
        if parse_whole_number(typed) in seats:
            return parse_whole_number(typed)
        console.print(words.say("cli", "not_so_many", {**facts, "typed": typed}), markup=False)


def _choose_level(console: Console, lang: shared.Language) -> str:
    """The level of all bots. Raises `_Declined`."""
    words = words_of("laguna", lang)
    named = words.tables["levels"]
    console.print(words.say("terminal", "how_well", {"usual": named[DEFAULT_LEVEL]}), style="bold", markup=False)
    for number, level in enumerate(LEVELS, 1):
        console.print(f"  {number}  {named[level]}")
    while True:
        typed = _typed(console)
        if typed == "":
            return DEFAULT_LEVEL
        if 1 <= (number := parse_whole_number(typed)) <= len(LEVELS):
            return LEVELS[number - 1]
        for level in LEVELS:
            if typed.lower() in (level, named[level]):
                return level
        console.print(words.say("cli", "not_a_level", {"typed": typed, "levels": len(LEVELS)}), markup=False)
