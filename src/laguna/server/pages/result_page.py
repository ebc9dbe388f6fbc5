"""A finished game in a few words: what a shared link, its preview and its picture say, in one language."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import UTC, datetime
from urllib.parse import urlencode

import msgspec

from laguna.core.record import BadRecord
from laguna.core.words import LANGUAGES, Voice, Words, words_of
from laguna.games import PLUGINS
from laguna.server.problem import Problem, broken_table
from laguna.server.store.store import Person, Store
from laguna.server.tables.bot_names import BOT_NAMES, bot_names
from laguna.server.tables.finished_games import Replays
from laguna.server.tables.table_card import card_of
from laguna.server.tables.table_file import TableFile
from laguna.server.wire.cards import SeatCard

_LOG = logging.getLogger(__name__)

DEFAULT_LANGUAGE = LANGUAGES[0]


class Placed(msgspec.Struct, frozen=True):
    """One line of the standings: who, where they sat, their place and points; `actor`: which of the bots' faces."""

    seat: int
    name: str
    place: int
    score: int
    actor: int | None


class ResultPage(msgspec.Struct, frozen=True):
    """A finished game as it is told to somebody who was not there."""

    lang: str
    game: str
    title: str
    """What the game is called."""
    headline: str
    """Who won."""
    wit: str
    """The most telling thing that happened."""
    date: str
    placed: tuple[Placed, ...]
    """From the first place to the last."""


def result_url(site: str, table: str, key: str | None, **more: str) -> str:
    """Where the replay of a finished game is opened; with the key, by anybody."""
    query = urlencode({"key": key, **more} if key is not None else more)
    return f"{site}/tables/{table}?replay{'&' if query else ''}{query}"


def preferred_language(named: str | None, accepted: str | None) -> str:
    """The language that is named, else the first that a browser accepts; Polish, where it knows none of ours.

    >>> preferred_language(None, "de-DE,de;q=0.9,en;q=0.8,pl;q=0.5")
    'en'
    >>> preferred_language("pl", "en")
    'pl'
    """
    wanted = [named or "", *(each.strip()[:2].lower() for each in (accepted or "").split(","))]
    return next((each for each in wanted if each in LANGUAGES), DEFAULT_LANGUAGE)


async def result_page(store: Store, replays: Replays, file: TableFile, lang: str) -> ResultPage:
    """What is told of a finished game. Where its story cannot be told, who won is.

    Raises `Problem` where the game is not installed.
    """
    if file.game not in PLUGINS:
        raise broken_table()
    people = await store.people(file.people)
    names = seat_names(file, people, lang)
    words = PLUGINS[file.game].words(lang)
    winners = [names[standing.seat] for standing in file.standings if standing.place == 1]
    headline = words.say("preview", "wins" if len(winners) == 1 else "win_together", {"winners": winners})
    try:
        story = await replays.story(file)
        wit = Voice(words, names).highlight(story.candidates[0].highlight)
    except Problem:
        wit = ""
    except BadRecord:
        _LOG.exception("Log of a finished game cannot be read; its result is told without a story")
        wit = ""
    return ResultPage(
        lang=lang,
        game=file.game,
        title=words.template("game", "title"),
        headline=headline,
        wit=wit,
        date=day_of(words, file.ended or file.created),
        placed=tuple(_placed(file, names)),
    )


def seat_names(file: TableFile, people: Mapping[str, Person], lang: str) -> list[str]:
    """What the seats are called, as the pages call them (`web/src/lib/cast.ts`)."""
    card = card_of(file, people, 0.0, ())
    return [_called(seat, number, lang) for number, seat in enumerate(card.seats)]


def day_of(words: Words, at: float) -> str:
    """A day as it is told."""
    day = datetime.fromtimestamp(at, UTC)
    return words.say("preview", "day", {"day": day.day, "month": day.month - 1, "year": day.year})


def invitation_title(host: str, game: str, lang: str) -> str:
    """Who invites, and to which game."""
    title = PLUGINS[game].words(lang).template("game", "title")
    return words_of("laguna", lang).say("preview", "invites", {"host": host, "game": title})


def _called(seat: SeatCard, number: int, lang: str) -> str:
    if seat.person is not None:
        name = seat.name or seat.person.name
    else:
        names = bot_names(seat.name, number)
        name = names[LANGUAGES.index(lang) % len(names)]
    return f"{name} ({seat.namesake})" if seat.namesake > 1 else name


def _placed(file: TableFile, names: list[str]) -> list[Placed]:
    standings = sorted(file.standings, key=lambda standing: (standing.place, standing.seat))
    return [Placed(each.seat, names[each.seat], each.place, each.score, _actor(file, each.seat)) for each in standings]


def _actor(file: TableFile, number: int) -> int | None:
    """Which of the bots' faces plays a seat; None: a person does, or a bot with a name of its own."""
    seat = file.seats[number]
    names = bot_names(seat.name, number)
    return BOT_NAMES.index(names) if seat.person is None and names in BOT_NAMES else None
