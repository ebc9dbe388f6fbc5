"""Stepping through a recorded game at the terminal."""

from __future__ import annotations

from rich.console import Console

from laguna.cli.telling import Telling
from laguna.terminal.painters import painter_of
from laguna.terminal.typed import leaves, whole


class Stepper:
    """One recorded game on the screen, and keys to go through it."""

    def __init__(self, telling: Telling, console: Console) -> None:
        self._telling = telling
        self._console = console
        self._last = len(telling.steps) - 1
        self._painter = painter_of(telling.game.key, telling.voice)

    def run(self) -> None:
        """Show step after step until the person has seen enough."""
        self._telling.print_title(self._console)
        self._console.print(self._say("keys", last=self._last), style="dim", markup=False)
        at: int | None = 0
        while at is not None:
            self._show(at)
            at = self._ask(at)

    def _show(self, at: int) -> None:
        step = self._telling.steps[at]
        reader = self._telling.reader
        self._console.print()
        self._console.print(self._painter.draw(self._telling.game.view(step.table, reader), reader))
        self._telling.print_step(self._console, at, step)
        if at == self._last:
            self._telling.print_result(self._console)

    def _ask(self, at: int) -> int | None:
        """The step to show next; None: leave."""
        while True:
            try:
                typed = self._console.input(f"{at}/{self._last} > ").strip().lower()
            except EOFError:
                return None
            if leaves(typed):
                return None
            to = {"": at + 1, "n": at + 1, "b": at - 1}.get(typed, whole(typed))
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
        return self._telling.voice.words.say("cli", key, facts)
