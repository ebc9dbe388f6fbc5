"""A recorded game in sentences: every move, what came of it, and the result."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.console import Console

from laguna.cli.shared import AnyGame
from laguna.core.game import SEAT, Event, Move, Standing, Table
from laguna.core.record import Record, game_of, replay
from laguna.core.words import Voice, Words
from laguna.games import GAMES
from laguna.terminal.result import print_standings, print_winners


class TranscriptStep(msgspec.Struct, frozen=True):
    """One step: who moved (None: the setup), and what happened, both as far as the reader may see."""

    seat: int | None
    move: Move | None
    draws: list[int] | None
    events: list[Event]
    table: Table | None
    """The table after it, if tables are kept."""


class Transcript(msgspec.Struct, frozen=True):
    """A whole game, as seen by one seat or, for None, by somebody who may see everything."""

    record: Record
    game: AnyGame
    voice: Voice
    reader: int | None
    place: tuple[int, int]
    steps: list[TranscriptStep]
    standings: list[Standing]
    """How the seats stand at the end. Empty if the reader may not know: a seat, of a game that was left."""

    def as_data(self) -> dict[str, Any]:
        """The transcript as plain data, for JSON."""
        header, end = self.record.header, self.record.end
        return {
            "game": header.game,
            "version": header.version,
            "seats": header.seats,
            "options": header.options,
            "finished": end.finished,
            "steps": [
                {
                    "seat": step.seat,
                    "move": step.move,
                    "draws": step.draws,
                    "events": step.events,
                    "text": self.sentences(step),
                }
                for step in self.steps
            ],
            "standings": self.standings,
        }

    def print(self, console: Console) -> None:
        """The whole game, line by line."""
        self.print_title(console)
        for number, step in enumerate(self.steps):
            self.print_step(console, number, step)
        self.print_result(console)

    def print_title(self, console: Console) -> None:
        """Which game, for how many, with which options."""
        title = self.voice.words.template("game", "title")
        number, count = self.place
        console.rule(f"[bold]{title}[/bold]" + (f" · {number}/{count}" if count > 1 else ""))
        console.print(
            " · ".join([self._say("players", seats=self.record.header.seats), *self._options()]), markup=False
        )

    def print_step(self, console: Console, number: int, step: TranscriptStep) -> None:
        """A move and what came of it."""
        if step.seat is not None:
            console.print(f"{number:>4}. {self._what(step)}", style="bold", markup=False, soft_wrap=True)
        for sentence in self.sentences(step):
            console.print(f"      {sentence}", markup=False, soft_wrap=True)

    def print_result(self, console: Console) -> None:
        """The winners and everybody's points, or that the game was left."""
        console.rule(self.voice.words.template("terminal", "result"))
        if self.record.end.finished:
            print_winners(console, self.voice, self.standings)
        else:
            console.print(self._say("unfinished"), markup=False)
        if self.standings:
            print_standings(console, self.voice, self.standings)

    def sentences(self, step: TranscriptStep) -> list[str]:
        """What came of a step, each event in a sentence."""
        return [self.voice.event(event) for event in step.events]

    def _what(self, step: TranscriptStep) -> str:
        assert step.seat is not None, "the setup is nobody's move"  # noqa: S101
        name = self._name(step.seat)
        return name if step.move is None else f"{name}: {self.voice.move(step.move)}"

    def _options(self) -> list[str]:
        """Each option that is not as usual, by its label."""
        usual = msgspec.json.decode(msgspec.json.encode(self.game.options()))
        chosen = {name: value for name, value in self.record.header.options.items() if value != usual.get(name)}
        labels = self.voice.words.tables.get("options", {})
        return [
            str(labels[name]["label"])
            + ("" if value is True else f": {self.voice.words.name(self._called(name), value)}")
            for name, value in chosen.items()
        ]

    def _called(self, option: str) -> str:
        """As what an option's values are called."""
        return SEAT if option == self.game.seat_option else option

    def _name(self, seat: int) -> str:
        return self.voice.words.name("seat", seat, self.voice.players)

    def _say(self, key: str, **facts: object) -> str:
        return self.voice.words.say("cli", key, facts, self.voice.players)


def transcribe(
    record: Record, words: Words, reader: int | None, place: tuple[int, int], *, keep_tables: bool = False
) -> Transcript:
    """A record's story for one seat (from 0), or None for all of it. Raises `BadRecord`.

    `place` is the game's number in its file, and how many there are. Other players' moves and all draws are left out
    for a seat: what it saw of them, the events say.
    """
    steps = []
    for step in replay(record, GAMES):
        seat = None if step.line is None else step.line.seat
        draws = record.header.draws if step.line is None else step.line.draws
        steps.append(
            TranscriptStep(
                seat=seat,
                move=step.move if reader in (None, seat) else None,
                draws=draws if reader is None else None,
                events=step.events if reader is None else [event.seen_by(reader) for event in step.events],
                table=step.table.copy() if keep_tables else None,
            )
        )
    game = game_of(record, GAMES)
    standings = game.standings(step.table) if reader is None or record.end.finished else []
    return Transcript(record, game, Voice(words), reader, place, steps, standings)
