"""`laguna terminal`: a person against random seats, and the offer of a game when no command is given."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from laguna.cli import shared
from laguna.core.generator import PLAYERS
from laguna.core.luck import RevealedLuck, SecretLuck, SeededLuck
from laguna.core.rules import Luck
from laguna.core.words import Voice, Words, words_of
from laguna.games import GAMES
from laguna.terminal.typed import leaves, whole

if TYPE_CHECKING:
    from laguna.terminal.session import Session

LONGEST_NAME = 24


class _Declined(Exception):  # noqa: N818 - the person wants no game
    """The person leaves before the game."""


class Screen(Console):
    """The screen of a game, which notes when the person at it pressed Ctrl-C."""

    interrupted = False

    def input(self, *args: Any, **kwargs: Any) -> str:  # noqa: ANN401 - as rich has it
        """A typed line."""
        try:
            return super().input(*args, **kwargs)
        except KeyboardInterrupt:
            self.interrupted = True
            raise


def terminal(  # noqa: PLR0913, PLR0917 - the options of a command
    game: shared.GameName,
    seats: shared.Seats = None,
    lang: shared.Lang = None,
    name: Annotated[str | None, typer.Option(help="Your name at the table.", show_default=False)] = None,
    option: shared.Chosen = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="S", help="Play a game that can be repeated.", show_default=False),
    ] = None,
    record: shared.RecordTo = None,
    force: shared.Force = False,
) -> None:
    """Play in the terminal, against players who choose at random.

    Example: laguna terminal mahe --seats 3 --lang pl --option advanced=yes
    """
    from laguna.terminal.session import Session  # noqa: PLC0415 - slow to import: only where it is wanted

    if seed is not None:
        shared.check_range("--seed", seed, 0, shared.LAST_SEED)
    chosen = shared.find_game(game)
    words = shared.words_for(chosen, shared.language(lang))
    players = _players(words, shared.seats_for(chosen, seats), name)
    options = shared.read_options(chosen, option)
    console = Screen(emoji=False)
    session = Session(chosen, options, Voice(words, players), *_luck(seed), console)
    _play(session, words, record, force=force)
    if console.interrupted:
        raise KeyboardInterrupt


def _play(session: Session, words: Words, record: Path | None, *, force: bool) -> None:
    """Play on, and write the record: also that of a game which was left."""
    with nullcontext() if record is None else shared.new_file(record, force=force) as file:
        session.play()
        if file is not None:
            file.write(session.recorder.close())
    if record is not None:
        told = words.say("terminal", "recorded", {"file": str(record)})
        shared.screen().print(told, markup=False, soft_wrap=True)


def _luck(seed: int | None) -> tuple[RevealedLuck, Luck]:
    """The table's luck, and that of the random players."""
    if seed is None:
        return SecretLuck(), SecretLuck()
    return SeededLuck(seed), SeededLuck(seed, 0, PLAYERS)


def _players(words: Words, seats: int, name: str | None) -> list[str]:
    """Everybody's name, the person's first."""
    you = words.template("terminal", "you") if name is None else name.strip()
    if not (you and len(you) <= LONGEST_NAME and you.isprintable()) or set(you) & set("[]"):
        raise shared.Problem(f"A name has 1 to {LONGEST_NAME} letters, without square brackets.")
    others = [other for other in words.template("terminal", "others").split(",") if other != you]
    numbered = [words.say("names", "seat", {"number": number}) for number in range(len(others) + 2, seats + 1)]
    return [you, *others, *numbered][:seats]


# Without a command


def offer(lang: shared.Language | None) -> None:
    """Let the person choose a game and the number of players, then play."""
    spoken = shared.language(lang)
    console = shared.screen()
    try:
        key = _which_game(console, spoken)
        seats = _how_many(console, key, spoken)
    except (_Declined, EOFError):
        console.print(words_of("laguna", spoken).template("terminal", "left"))
    else:
        terminal(key, seats=seats, lang=spoken)


def _which_game(console: Console, lang: shared.Language) -> str:
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
        if 1 <= (number := whole(typed)) <= len(keys):
            return keys[number - 1]
        try:
            return shared.find_game(typed).key
        except shared.Problem:
            console.print(common.say("cli", "not_a_game", {"typed": typed, "games": len(keys)}), markup=False)


def _typed(console: Console) -> str:
    typed = console.input("> ").strip()
    if leaves(typed):
        raise _Declined
    return typed


def _how_many(console: Console, key: str, lang: shared.Language) -> int:
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
        if whole(typed) in seats:
            return whole(typed)
        console.print(words.say("cli", "not_so_many", {**facts, "typed": typed}), markup=False)
