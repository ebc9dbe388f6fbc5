"""A match gives the same games every time, and its figures are what they are called."""

from __future__ import annotations

import msgspec
import pytest

from arena.fixture_types import Play
from laguna.arena.game_jobs import played_games, prepare
from laguna.arena.match import ArenaMatch, PlayedGame
from laguna.arena.match import play as play_game
from laguna.arena.rating import ratings
from laguna.arena.result import result, whole_rounds
from laguna.bots.levels import RandomBot
from laguna.core.bot import Answer, Budget
from laguna.core.game import Table
from laguna.crew.crew import WorkFailed
from laguna.crew.local_crew import LocalCrew
from laguna.games import GAMES


def untimed(games: list[PlayedGame]) -> list[PlayedGame]:
    """The games without what no two runs have in common."""
    return [msgspec.structs.replace(game, seconds=()) for game in sorted(games, key=lambda game: game.game)]


def made(number: int, bots: str, scores: tuple[int, ...], places: tuple[int, ...]) -> PlayedGame:
    """A game written down by hand; each seat made four moves in two seconds."""
    return PlayedGame(
        game=number,
        bots=tuple(bots),
        scores=scores,
        places=places,
        moves=(4,) * len(bots),
        seconds=(2.0,) * len(bots),
        finished=True,
    )


def test_the_same_games_whatever_the_number_of_cores(match: ArenaMatch, games: list[PlayedGame]) -> None:
    with LocalCrew(2) as crew:
        assert untimed(list(played_games(crew, match, range(len(games))))) == untimed(games)


def test_the_same_games_in_any_order(play: Play) -> None:
    match = ArenaMatch(game="mahe", seats=2, bots=("beginner", "easy"), seed=3)
    assert untimed(play(match, [5, 0])) == untimed(play(match, [0, 5]))


def test_another_seed_gives_other_games(match: ArenaMatch, play: Play, games: list[PlayedGame]) -> None:
    other = play(msgspec.structs.replace(match, seed=8), range(4))
    assert [game.scores for game in other] != [game.scores for game in games[:4]]


def test_games_of_a_round_share_their_luck(match: ArenaMatch) -> None:
    asked_first: dict[int, list[int]] = {}

    class Watcher(RandomBot):
        def answer(self, known: Table, seat: int, seed: int, budget: Budget | None = None) -> Answer:
            if known.played == 0:
                asked_first.setdefault(number // len(match.bots), []).append(seat)
            return super().answer(known, seat, seed, budget)

    for number in range(16):
        play_game(match, number, lambda _: Watcher(GAMES["mahe"]))
    assert all(len(seats) == 2 and len(set(seats)) == 1 for seats in asked_first.values())
    assert len({seats[0] for seats in asked_first.values()}) > 1


def test_every_seat_is_played_by_its_name_to_the_end(match: ArenaMatch, games: list[PlayedGame]) -> None:
    for game in games:
        assert game.bots == match.lineup(game.game)
        assert game.finished
        assert sum(game.wins) == pytest.approx(1)
        assert sum(game.shares) == pytest.approx(1)
        assert min(game.moves) > 0


def test_a_shared_win_counts_as_its_part() -> None:
    assert made(0, "abc", (5, 5, 1), (1, 1, 3)).wins == (0.5, 0.5, 0.0)


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        ((6, 2), (0.75, 0.25)),
        ((0, 0), (0.5, 0.5)),
        ((-3, 5), (0.0, 1.0)),
        ((-2, -2, -2), (1 / 3,) * 3),
        ((0, 4), (0, 1)),
    ],
)
def test_score_shares_of_any_points(scores: tuple[int, ...], shares: tuple[float, ...]) -> None:
    assert made(0, "abc"[: len(scores)], scores, (1,) * len(scores)).shares == pytest.approx(shares)


def test_figures_of_a_match_that_is_worked_out_by_hand() -> None:
    match = ArenaMatch(game="mahe", seats=3, bots=("a", "b"), seed=0)
    played = [made(0, "aba", (6, 3, 1), (1, 2, 3)), made(1, "bab", (5, 5, 0), (1, 1, 3))]
    found = result(match, played)
    assert found is not None
    a, b = found.rows
    assert (found.fair, found.rounds, found.games) == (0.5, 1, 2)
    assert (a.win_rate.mean, b.win_rate.mean) == (0.75, 0.25)
    assert (a.score_share.mean, b.score_share.mean) == (0.6, 0.4)
    assert (a.mean_score, b.mean_score) == (4.0, 2.667)
    assert (a.mean_place, b.mean_place) == (1.667, 2.0)
    assert (a.games, a.moves, a.moves_per_game, a.seconds_per_move) == (2, 12, 6.0, 0.5)
    assert found.seat_wins == [0.75, 0.25, 0.0]


def test_with_more_names_than_seats_the_rate_is_of_the_games_a_name_sat_in() -> None:
    match = ArenaMatch(game="mahe", seats=2, bots=("a", "b", "c"), seed=0)
    played = [
        made(0, "ab", (3, 1), (1, 2)),
        made(1, "bc", (1, 3), (2, 1)),
        made(2, "ca", (1, 3), (2, 1)),
    ]
    found = result(match, played)
    assert found is not None
    assert found.fair == 0.5
    assert [row.win_rate.mean for row in found.rows] == [1.0, 0.0, 0.5]
    assert [row.games for row in found.rows] == [2, 2, 2]


def test_only_whole_rounds_count(match: ArenaMatch, games: list[PlayedGame]) -> None:
    assert result(match, games[:1]) is None
    assert result(match, [*games[:4], games[5]]) == result(match, games[:4])
    assert len(whole_rounds(match, games, most=3)) == 3


def test_the_order_of_the_lines_does_not_matter(match: ArenaMatch, games: list[PlayedGame]) -> None:
    assert result(match, games[::-1]) == result(match, games)


def test_games_are_rounded_up_to_whole_rounds() -> None:
    match = ArenaMatch(game="mahe", seats=4, bots=("a", "b", "c"), seed=0)
    assert [match.games(wanted) for wanted in (1, 3, 4)] == [3, 3, 6]


def test_ratings_follow_the_places() -> None:
    curve = ratings(("a", "b"), [made(n, "ab", (9, 1), (1, 2)) for n in range(10)])
    assert len(curve) == 11
    assert curve[0]["a"] == curve[0]["b"]
    assert curve[1]["a"].mu == pytest.approx(27.635, abs=1e-3)
    assert curve[-1]["a"].mu > curve[1]["a"].mu > 25 > curve[-1]["b"].mu
    assert curve[-1]["a"].sigma < curve[0]["a"].sigma
    assert curve[0]["a"].ordinal == pytest.approx(0)


def test_a_name_with_several_seats_is_rated_by_its_mean_place() -> None:
    even = ratings(("a", "b"), [made(0, "aba", (9, 5, 1), (1, 2, 3))])[-1]
    assert even["a"].mu == even["b"].mu
    ahead = ratings(("a", "b"), [made(0, "abab", (9, 8, 5, 1), (1, 2, 3, 4))])[-1]
    assert ahead["a"].mu > ahead["b"].mu


def test_an_unknown_bot_is_told_in_a_sentence(crew: LocalCrew, match: ArenaMatch) -> None:
    with pytest.raises(WorkFailed, match=r"^There is no bot “parrot” for mahe\.$"):
        prepare(crew, msgspec.structs.replace(match, bots=("parrot", "random")))


def test_what_breaks_in_a_worker_is_told_in_a_sentence_and_it_lives_on(
    crew: LocalCrew, match: ArenaMatch, games: list[PlayedGame], play: Play
) -> None:
    broken = msgspec.structs.replace(match, options={"advanced": "perhaps"})
    with pytest.raises(WorkFailed, match=r"^Something broke in mahe between beginner, random: .*\.py, line \d+\)\.$"):
        prepare(crew, broken)
    assert untimed(play(match, [0])) == untimed(games[:1])
