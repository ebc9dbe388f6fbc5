"""Games of a match as jobs of a crew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial

import msgspec

from laguna.arena.match import ArenaMatch, MatchFailed, PlayedGame, play
from laguna.arena.policies import check_unchanged
from laguna.bots import levels
from laguna.core.bot import Bot, Budget, knowledge
from laguna.core.luck import SeededLuck
from laguna.crew.crew import Crew
from laguna.games import GAMES

_WARM_UP_BUDGET = Budget(iterations=1)


class GameJob(msgspec.Struct, frozen=True):
    """One game of a match."""

    match: ArenaMatch
    number: int

    def __str__(self) -> str:
        """What it is called in a sentence."""
        return f"game {self.number} of {self.match}, seed {self.match.seed}"


def prepare(crew: Crew, match: ArenaMatch) -> None:
    """Have one worker compile what the bots of a match need: the others then only load it. Raises `WorkFailed`."""
    for _ in crew.do(warm_up, [match]):
        pass


def played_games(crew: Crew, match: ArenaMatch, numbers: Iterable[int]) -> Iterator[PlayedGame]:
    """Play these games of a match; each as it ends, in no order. Raises `WorkFailed`."""
    for _, game in crew.do(play_game, (GameJob(match, number) for number in numbers)):
        yield game


def play_game(job: GameJob) -> PlayedGame:
    """Play a game, in a worker. Raises `MatchFailed`."""
    warm_up(job.match)
    return play(job.match, job.number, partial(_bot_of, job.match.game))[0]


def record_game(job: GameJob) -> str:
    """Play a game, in a worker: the text of its record. Raises `MatchFailed`."""
    warm_up(job.match)
    return play(job.match, job.number, partial(_bot_of, job.match.game))[1].close()


def warm_up(match: ArenaMatch) -> None:
    """Have the bots of a match ready in this worker, once. Raises `MatchFailed`."""
    check_unchanged(match)
    _warm_up(msgspec.json.encode(match))


@lru_cache(maxsize=1)
def _warm_up(encoded: bytes) -> None:
    """Have every bot answer a first question, which loads or compiles what it needs. Raises `MatchFailed`."""
    match = msgspec.json.decode(encoded, type=ArenaMatch)
    game = GAMES[match.game]
    table, _ = game.start(match.seats, game.read_options(match.options), SeededLuck(match.seed))
    seat = game.asks(table)[0].seat
    for name in match.bots:
        _bot_of(match.game, name).answer(knowledge(game, table, seat, match.seed), seat, match.seed, _WARM_UP_BUDGET)


def _bot_of(key: str, name: str) -> Bot:
    try:
        return levels.bot_of(key, name)
    except KeyError as error:
        raise MatchFailed(f"There is no bot “{name}” for {key}.") from error
