"""Events come in the order that is written down for each game, and nothing is written down that cannot come."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from laguna.bots.levels import bot_of
from laguna.cli.events import written
from laguna.core.game import SecretEvent, snake
from laguna.core.order import Order
from laguna.core.plugin import Plugin
from laguna.games import GAMES
from laguna.laws import event_order as laws
from laguna.laws.cases import Choose, kinds
from laws.cases import CASES, Case, every_case, every_game

DOCS = Path(__file__).parents[2] / "docs" / "events"


def easy_bot(case: Case) -> Choose:
    """Somebody who plays with some sense."""
    bot = bot_of(case.key, "easy")
    return lambda table, seat: bot.answer(table, seat, table.played).move


@every_case
def test_in_random_games_events_come_in_the_order_that_is_written_down(case: Case):
    laws.events_come_in_the_order_that_is_written_down(case)


@pytest.mark.parametrize("case", [*CASES[::4], CASES[-1]], ids=str)
def test_between_bots_too(case: Case):
    laws.events_come_in_the_order_that_is_written_down(case, [3], easy_bot(case))


@pytest.mark.thorough
@every_case
def test_in_many_more_games_too(case: Case):
    laws.events_come_in_the_order_that_is_written_down(case, range(4, 60, 2))
    laws.events_come_in_the_order_that_is_written_down(case, range(5, 60, 2), easy_bot(case))


@every_game
def test_the_order_speaks_of_every_move_and_every_event_and_of_no_others(plugin: Plugin):
    laws.the_order_speaks_of_every_move_and_every_event(plugin)


@every_game
def test_every_phrase_is_used_and_every_word_is_known(plugin: Plugin):
    laws.every_phrase_is_used_and_known(plugin)


@pytest.mark.parametrize("key", GAMES)
def test_the_documented_events_are_up_to_date(key: str):
    kept = (DOCS / f"{key}.md").read_text("utf-8")
    assert kept == written(key), "Run `laguna events --out docs/events`, and commit the files."


def test_no_other_events_are_documented():
    assert {path.stem for path in DOCS.glob("*.md")} == set(GAMES)


@pytest.mark.parametrize("key", GAMES)
def test_the_documentation_tells_of_every_event_its_parts_its_secrets_and_its_place(key: str):
    game, text = GAMES[key], written(key)
    for kind in kinds(game.events):
        (told_of,) = re.findall(rf"^### {kind.__name__}\n\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
        assert told_of.startswith(f"`{snake(kind.__name__)}` – "), "the name on the wire"
        assert re.findall(r"^- `(\w+)`: `.+`$", told_of, re.MULTILINE) == list(kind.__struct_fields__)
        secret = re.findall(r"Secret to all but `seat`: (.*)\.$", told_of, re.MULTILINE)
        assert secret == ([f"`{'`, `'.join(kind.secret)}`"] if issubclass(kind, SecretEvent) else [])
    for move, comes in game.order.moves.items():
        assert f"| `{move}` | `{comes.replace('|', chr(92) + '|')}` |" in text
    for phrase, comes in game.order.phrases.items():
        assert f"- `{phrase}`: `{comes}`" in text


class Rang:
    """An event."""


class Opened:
    """An event."""


class Knock:
    """A move."""


@pytest.mark.parametrize(
    ("expression", "fitting", "others"),
    [
        ("Rang Opened", ["Rang Opened"], ["", "Rang", "Opened Rang", "Rang Opened Opened"]),
        ("Rang | Opened", ["Rang", "Opened"], ["", "Rang Opened"]),
        ("Rang? Opened", ["Opened", "Rang Opened"], ["Rang Rang Opened"]),
        ("Rang* Opened+", ["Opened", "Rang Rang Opened Opened"], ["Rang", ""]),
        ("visit+", ["Opened", "Rang Opened Opened"], ["", "Rang", "Opened Rang"]),
        ("Rang (Opened | visit visit)?", ["Rang", "Rang Opened", "Rang Opened Rang Opened"], ["Rang Rang"]),
    ],
)
def test_an_order_reads_as_it_is_written(expression: str, fitting: list[str], others: list[str]):
    order = Order(told="", setup=expression, moves={"Knock": expression}, phrases={"visit": "Rang? Opened"})
    events = {"Rang": Rang(), "Opened": Opened()}
    for names, fits in [*((each, True) for each in fitting), *((each, False) for each in others)]:
        assert order.fits(None, [events[name] for name in names.split()]) is fits, names
        assert order.fits(Knock(), [events[name] for name in names.split()]) is fits, names
