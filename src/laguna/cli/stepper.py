"""Stepping through a recorded game at the terminal."""

from __future__ import annotations

from rich.console import Console

from laguna.cli.transcript import Transcript
from laguna.terminal.painters import painter_of
from laguna.terminal.typed_input import parse_whole_number, wants_to_quit


class Stepper:
    """One recorded game on the screen, and keys to go through it."""

    def __init__(self, transcript: Transcript, console: Console) -> None:
        self._transcript = transcript
        self._console = console
        self._last = len(transcript.steps) - 1
        self._painter = painter_of(transcript.game.key, transcript.voice)

    def run(self) -> None:
        """Show step after step until the person has seen enough."""
        self._transcript.print_title(self._console)
        self._console.print(self._say("keys", last=self._last), style="dim", markup=False)
        at: int | None = 0
        while at is not None:
            self._show(at)
            at = self._ask(at)

    def _show(self, at: int) -> None:
        step = self._transcript.steps[at]
        reader = self._transcript.reader
        self._console.print()
        self._console.print(self._painter.draw(self._transcript.game.view(step.table, reader), reader))
        self._transcript.print_step(self._console, at, step)
        if at == self._last:
            self._transcript.print_result(self._console)

    def _ask(self, at: int) -> int | None:
        """The step to show next; None: leave."""
        while True:
            try:
                typed = self._console.input(f"{at}/{self._last} > ").strip().lower()
            except EOFError:
                return None
            if wants_to_quit(typed):
                return None
            to = {"": at + 1, "n": at + 1, "b": at - 1}.get(typed, parse_whole_number(typed))
            if 0 <= to <= self._last:
                return to
            self._console.print(self._no_such_step(typed, at), style="yellow", markup=False)

    def _no_such_step(self, typed: str, at: int) -> str:
        if typed in ("", "n") and at == self._last:
            return self._say("at_the_end")
        if typed == "b":
            return self._say("at_the_beginning")
        return self._say("not_a_step", typed=typed, last=self._last)

    def _say(self, key: str, **facts: object) -> str:
        return self._transcript.voice.words.say("cli", key, facts)
