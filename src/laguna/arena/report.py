"""The report of a match: one page of HTML that needs nothing else, by day and by night."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from laguna.arena.interval import Estimate
from laguna.arena.match import ArenaMatch, PlayedGame
from laguna.arena.match_log import header_of
from laguna.arena.plot import Bar, Curve, bars, colour, element, histogram, lines
from laguna.arena.rating import ratings
from laguna.arena.result import BotResult, MatchResult, whole_rounds
from laguna.games import GAMES, PLUGINS

MAX_PLOT_POINTS = 240
"""More points than that are not to be told apart in a curve."""
METHOD = (
    "All games of a round share their luck, and in each the names move on by one: over a round every name sits exactly "
    "once in every seat. A shared win counts as its part. The score share is a name’s part of all points of a game; "
    "points below zero raise everybody’s by as much. Intervals are taken over rounds: Student’s t, or Wilson’s with "
    "the rounds as trials where these are few or hardly differ. Ratings are openskill’s Plackett–Luce; a name enters a "
    "game once, with the mean of its places."
)


def report(result: MatchResult, games: Sequence[PlayedGame]) -> str:
    """The page of a match with at least one whole round."""
    match = result.match
    played = [game for each in whole_rounds(match, games) for game in each]
    title = f"{game_name(match.game)}: {' · '.join(match.bots)}"
    body = element(
        "main",
        _head(result, title),
        _table(result),
        element("div", *_cards(result, played), class_="cards"),
        element(
            "footer", element("h2", "How it was measured"), element("p", escape(METHOD)), element("p", _made(match))
        ),
    )
    style = files("laguna.arena").joinpath("report.css").read_text("utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", escape(title)),
        element("style", style),
    )
    return "<!DOCTYPE html>\n" + element("html", head, element("body", body), lang="en") + "\n"


def game_name(key: str) -> str:
    """A game's name in English."""
    return PLUGINS[key].words("en").template("game", "title")


def _head(result: MatchResult, title: str) -> str:
    match = result.match
    facts = [
        f"{match.seats} players",
        f"{result.games:,} games in {result.rounds:,} rounds",
        f"seed {match.seed}",
        *(f"{name}={value}" for name, value in match.options.items() if value != _usual(match, name)),
        *(f"{name} thinks {thinking(match, name)}" for name in match.budgets),
    ]
    if result.unfinished:
        facts.append(f"{result.unfinished} given up and judged as they stood")
    return element("header", element("h1", escape(title)), element("p", escape(" · ".join(facts))))


def _usual(match: ArenaMatch, name: str) -> object:
    return getattr(GAMES[match.game].options(), name)


def thinking(match: ArenaMatch, name: str) -> str:
    """How long a name thinks about a move in a match, in words."""
    budget = match.budgets.get(name)
    if budget is None:
        return "as usual"
    if budget.seconds is not None:
        return f"{1000 * budget.seconds:g} ms"
    return f"{budget.iterations:,} iterations"


def percent(estimate: Estimate) -> str:
    """A share with its interval: 62.5 % (58.1–66.9)."""
    return f"{100 * estimate.mean:.1f} % ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"


def verdict(estimate: Estimate, fair: float) -> str:
    """Where an interval lies, in a word."""
    return ("not clear", "above its fair share", "below its fair share")[estimate.side(fair)]


def _table(result: MatchResult) -> str:
    names = ["", "win rate", "score share", "mean score", "mean place", "rating", "moves a game", "ms a move"]
    head = element("tr", *(element("th", name or " ") for name in names))
    return element("table", element("thead", head), element("tbody", *_rows(result)))


def _rows(result: MatchResult) -> list[str]:
    return [
        element(
            "tr",
            element("th", element("i", " ", class_=f"dot {colour(index)}"), escape(row.name)),
            _figure(row.win_rate, result.fair),
            _figure(row.score_share, result.fair),
            *(element("td", told) for told in plain_figures(row)),
        )
        for index, row in enumerate(result.rows)
    ]


def _figure(estimate: Estimate, fair: float) -> str:
    side = ("level", "above", "below")[estimate.side(fair)]
    return element("td", escape(percent(estimate)), element("small", verdict(estimate, fair), class_=side))


def plain_figures(row: BotResult) -> list[str]:
    """Mean score, mean place, rating, moves a game and milliseconds a move."""
    return [
        f"{row.mean_score:.1f}",
        f"{row.mean_place:.2f}",
        f"{row.rating.mu:.1f} ± {row.rating.sigma:.1f}",
        f"{row.moves_per_game:.1f}",
        f"{1000 * row.seconds_per_move:,.2f}",
    ]


def _cards(result: MatchResult, played: Sequence[PlayedGame]) -> list[str]:
    match, rows = result.match, result.rows
    fair = (result.fair, f"fair share {100 * result.fair:.3g} %")
    even = 1 / match.seats
    drawn = [
        ("Win rate", bars("Win rate", [_share(row, row.win_rate, i) for i, row in enumerate(rows)], 1, fair)),
        ("Score share", bars("Score share", [_share(row, row.score_share, i) for i, row in enumerate(rows)], 1, fair)),
        ("Rating, game by game", lines("Rating, game by game", _curves(match, played), "games")),
        ("Scores", histogram("Scores", [_scores(name, played) for name in match.bots], "points of a seat")),
        ("Milliseconds a move", bars("Milliseconds a move", *_clocks(rows))),
        ("Wins by seat, whoever sits there", bars("Wins by seat", *_seats(result), (even, f"{100 * even:.1f} %"))),
    ]
    return [element("section", element("h2", escape(title)), picture) for title, picture in drawn]


def _share(row: BotResult, estimate: Estimate, index: int) -> Bar:
    return Bar(row.name, estimate.mean, f"{100 * estimate.mean:.1f} %", colour(index), (estimate.low, estimate.high))


def _clocks(rows: Sequence[BotResult]) -> tuple[list[Bar], float]:
    """A bar for each name, and how long the longest is."""
    clocks = [1000 * row.seconds_per_move for row in rows]
    drawn = [Bar(row.name, ms, f"{ms:,.2f}", colour(i)) for i, (row, ms) in enumerate(zip(rows, clocks, strict=True))]
    return drawn, max(clocks) or 1.0


def _seats(result: MatchResult) -> tuple[list[Bar], float]:
    """A bar for each seat, and how long the longest is."""
    wins = result.seat_wins
    return [Bar(f"seat {i}", part, f"{100 * part:.1f} %", "seat") for i, part in enumerate(wins, 1)], max(wins)


def _scores(name: str, played: Sequence[PlayedGame]) -> list[float]:
    return [score for game in played for bot, score in zip(game.bots, game.scores, strict=True) if bot == name]


def _curves(match: ArenaMatch, played: Sequence[PlayedGame]) -> list[Curve]:
    rated = ratings(match.bots, played)
    step = -(-len(rated) // MAX_PLOT_POINTS)
    shown = sorted({*range(0, len(rated), step), len(rated) - 1})
    return [
        Curve(index, [(float(game), rated[game][name].mu) for game in shown]) for index, name in enumerate(match.bots)
    ]


def _made(match: ArenaMatch) -> str:
    header = header_of(match)
    return f"laguna {header.laguna}, program {header.program}, {escape(match.game)} rules version {header.rules}."
