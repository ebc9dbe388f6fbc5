"""One game at the terminal: a person against bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from laguna.bots.hints import HintSteps
from laguna.bots.policy_name import policy_path
from laguna.core.game import Ask, Event, Game, Move, View
from laguna.core.luck import RevealedLuck
from laguna.core.missing import missing_package
from laguna.core.record import Recorder
from laguna.core.words import Voice
from laguna.games import PLUGINS
from laguna.terminal.opponents import Opponents
from laguna.terminal.painters import painter_of, picture_painter_of
from laguna.terminal.result import print_standings, print_winners
from laguna.terminal.typed_input import parse_whole_number, quoted, wants_to_quit

PERSON = 0
"""The person's seat."""


class PlayerQuit(Exception):  # noqa: N818 - the person left the table
    """The person quits the game."""


class TerminalSession:
    """A person in one seat, bots in the others."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        options: object,
        voice: Voice,
        luck: RevealedLuck,
        opponents: Opponents,
        console: Console,
    ) -> None:
        """Set up the table. Raises `BadOption`."""
        self.game = game
        self.voice = voice
        self.recorder = Recorder(game, len(voice.players), options, luck)
        self._luck = luck
        self._opponents = opponents
        self._console = console
        self._seat = PERSON
        self._painter = painter_of(game.key, voice)
        self._events: Sequence[Event] = ()
        self._hint: tuple[str, ...] = ()
        self._hinted = 0

    def play(self) -> bool:
        """Play until the game is over (true) or the person leaves (false)."""
        self._welcome()
        self._tell(self.recorder.events)
        try:
            while asks := self.game.asks(self.recorder.table):
                mine = next((ask for ask in asks if ask.seat == self._seat), None)
                ask = mine or asks[0]
                move = self._answer(ask) if mine else self._opponents.move(self.recorder.table, ask.seat)
                self._tell(self.recorder.play(ask.seat, ask.number, move))
        except PlayerQuit:
            self._console.print(self._say("left"))
            return False
        self._result()
        return True

    def _welcome(self) -> None:
        title = self.voice.words.template("game", "title")
        self._console.rule(f"[bold]{title}[/bold]")
        self._console.print(self.voice.words.template("game", "summary"), markup=False)
        self._console.print(self._say("commitment", commitment=self._luck.commitment), style="dim", markup=False)
        self._console.print(self._who_plays(), style="dim", markup=False)
        self._console.print(self._say("help"), style="dim", markup=False)
        self._console.print()

    def _who_plays(self) -> str:
        """The opponents, each with its level."""
        names = zip(self.voice.players[PERSON + 1 :], self._opponents.levels, strict=True)
        return self._say("opponents", opponents=[f"{name} ({self._how_well(level)})" for name, level in names])

    def _how_well(self, level: str) -> str:
        """A level in words; a policy by its file."""
        path = policy_path(level)
        words: Mapping[str, str] = self.voice.words.tables["levels"]
        return words[level] if path is None else path.stem

    def _tell(self, events: Sequence[Event]) -> None:
        self._events = events
        for event in events:
            sentence = self.voice.event(event.seen_by(self._seat))
            self._console.print(Padding(Text(sentence), (0, 0, 0, 2)))

    def _answer(self, ask: Ask) -> Move:
        """Show the table and ask until the answer is a move."""
        self._hint = ()
        self._show(ask)
        while True:
            typed = self._read()
            move = self._understand(typed, ask)
            if move is None:
                continue
            refusal = self.game.refusal(self.recorder.table, self._seat, ask.number, move)
            if refusal is None:
                return move
            self._console.print(self.voice.refusal(refusal), style="yellow", markup=False)

    def _show(self, ask: Ask) -> None:
        self._console.print()
        self._console.print(self._painter.draw(self.game.view(self.recorder.table, self._seat), self._seat))
        self._console.print(self.voice.ask(ask), style="bold", markup=False)
        for number, move in enumerate(_listed(ask), 1):
            self._console.print(f"  {number:>2}  {self.voice.move(move)}", markup=False, highlight=False)
        if ask.free:
            self._console.print(f"  {self._choices(ask):>2}  {self._say('surprise')}", markup=False, highlight=False)
        pictures = ("picture",) if self.voice.words.has("terminal", "how_to_picture") else ()
        for kind in (*ask.free, *pictures):
            if self.voice.words.has("terminal", f"how_to_{kind}"):
                self._console.print(f"   …  {self._say(f'how_to_{kind}')}", markup=False, highlight=False)

    def _choices(self, ask: Ask) -> int:
        """How many numbered choices there are: the listed moves, and any move at all where not all are listed."""
        return len(_listed(ask)) + bool(ask.free)

    def _read(self) -> str:
        try:
            return self._console.input("> ").strip()
        except (EOFError, KeyboardInterrupt) as error:
            raise PlayerQuit from error

    def _understand(self, typed: str, ask: Ask) -> Move | None:
        """The move that was typed; None if it was something else, which has been answered."""
        if wants_to_quit(typed):
            raise PlayerQuit
        if typed.startswith("?"):
            self._show_rules(typed[1:].strip())
            return None
        if typed == "":
            self._show(ask)
            return None
        if typed.lower() in self._say("typed_hint").split():
            self._show_hint(ask)
            return None
        if self.voice.words.has("terminal", "typed_picture") and typed.lower() in self._say("typed_picture").split():
            self._save_picture()
            return None
        number = parse_whole_number(typed)
        if 1 <= number <= self._choices(ask):
            if number <= len(_listed(ask)):
                return _listed(ask)[number - 1]
            return self._opponents.random_move(self.recorder.table, self._seat)
        move = self._painter.parse(typed, ask, self.game.view(self.recorder.table, self._seat))
        if move is None:
            self._console.print(self._why_not(typed, ask), style="yellow", markup=False)
        return move

    def _show_hint(self, ask: Ask) -> None:
        """One step of help more: a nudge, the reasons, the move, and then from the beginning again."""
        if not self._hint:
            try:
                given = self._opponents.hint(self.recorder.table, ask.seat)
            except ModuleNotFoundError as error:
                self._console.print(missing_package(error) or str(error), style="yellow", markup=False)
                return
            reasons = " ".join(map(self.voice.hint, given.reasons))
            view = self.game.view(self.recorder.table, self._seat)
            best = self._say("hint_move", move=self._spelled(given, view))
            self._hint = (self.voice.hint(given.nudge), reasons, best)
            self._hinted = 0
        step = self._hinted % len(self._hint)
        self._console.print(Padding(Text(self._hint[step]), (0, 0, 0, 2)), style="cyan")
        if step + 1 < len(self._hint):
            self._console.print(Padding(Text(self._say("hint_more")), (0, 0, 0, 2)), style="dim")
        self._hinted += 1

    def _spelled(self, given: HintSteps, view: View) -> str:
        """The move of a hint as it is typed; where that tells nobody what it is about, with words."""
        spelled: str = self._painter.spell(given.move, view, self._seat)
        if given.told is None or spelled == self.voice.move(given.move):
            return spelled
        return f"{spelled} ({self.voice.hint(given.told)})"

    def _save_picture(self) -> None:
        """Write the table as an SVG file beside those that are there."""
        painter = picture_painter_of(self.game.key, self.voice)
        picture = painter.draw(self.game.view(self.recorder.table, self._seat), self._seat, self._events)
        name = f"laguna-{self.game.key}-{self.recorder.table.played}"
        path = next(path for n in count() if not (path := Path(f"{name}{f'-{n}' if n else ''}.svg")).exists())
        try:
            path.write_text(picture, "utf-8")
            self._console.print(self._say("pictured", file=path.name), markup=False)
        except OSError as error:
            self._console.print(f"{path.name}: {error.strerror}", style="yellow", markup=False)

    def _why_not(self, typed: str, ask: Ask) -> str:
        if ask.free:
            return self._say("not_understood", typed=quoted(typed))
        return self._say("not_a_choice", typed=quoted(typed), choices=self._choices(ask))

    def _show_rules(self, number: str) -> None:
        digest = PLUGINS[self.game.key].digest(self.voice.words.lang)
        rule = digest.rules.get(number.upper())
        if number and rule is None:
            first, *_, last = digest.rules
            self._console.print(self._say("no_such_rule", typed=quoted(number), first=first, last=last), markup=False)
        else:
            self._console.print(Markdown(digest.text if rule is None else f"**{number.upper()}** {rule}"))

    def _result(self) -> None:
        """The result, told line by line: the winners, then everybody's points and what they are made of."""
        standings = self.game.standings(self.recorder.table)
        self._console.print()
        self._console.print(self._painter.draw(self.game.view(self.recorder.table, self._seat), self._seat))
        self._console.rule(self._say("result"))
        print_winners(self._console, self.voice, standings)
        print_standings(self._console, self.voice, standings)

    def _say(self, key: str, **facts: object) -> str:
        return self.voice.words.say("terminal", key, facts, self.voice.players)


def _listed(ask: Ask) -> tuple[Move, ...]:
    """The moves to choose from by number: of a kind that is typed, only a single one that is proposed."""
    if len(ask.moves) == 1:
        return ask.moves
    return tuple(move for move in ask.moves if move.__struct_config__.tag not in ask.free)
