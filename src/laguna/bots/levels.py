"""The four levels, the same names in every game, and who plays them; and policies, in the place of a level."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from laguna.bots.heuristics import has_heuristics, heuristics_of
from laguna.bots.playouts import LEVEL_BUDGETS, PlayoutBot
from laguna.bots.policy_name import needs_onnx, policy_path
from laguna.core.bot import ADVISER, LEVELS, Adviser, Answer, AnyGame, Bot, Budget, Expert, Level
from laguna.core.game import Table
from laguna.core.generator import PLAYERS, WORDS, draw, sow
from laguna.core.heuristics import Heuristics, Scratch
from laguna.core.luck import SeededLuck
from laguna.core.missing import check_installed
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import State
from laguna.games import GAMES, PLUGINS, RULED

REFERENCE_BOTS = ("random", "search")
"""Players that levels are measured against: any move at all, and the search without heuristics."""

SEARCHING_BOTS = ("strong", "search", ADVISER)
"""Who searches, in every game of whole numbers."""
STRONG_BUDGET = Budget(seconds=1.0)
BARE_LEVEL_BUDGETS: dict[Level, Budget] = {
    "beginner": Budget(iterations=10),
    "easy": Budget(iterations=50),
    "good": Budget(iterations=400),
    "strong": Budget(seconds=1.0, iterations=8_000),
}
"""How long each level thinks in a game that brings no heuristics: there nobody plays well at a glance."""
REPEATABLE_ITERATIONS = 2_000
"""How many iterations stand for a budget of time alone, where answers must not depend on a clock."""
PREPARE_BUDGET = Budget(iterations=1)
UNLIMITED_HORIZON = 100_000
"""A horizon beyond the end of any game: quick play goes on to the end."""

Glance = Callable[[State, int, Any, list[int]], int]
"""`Heuristics.choose` or `novice`."""


class RandomBot:
    """Plays a random move."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def answer(self, known: Table, seat: int, seed: int, budget: Budget | None = None) -> Answer:  # noqa: ARG002
        """Any of the seat's moves, each equally likely."""
        return Answer(self._game.random_move(known, seat, SeededLuck(seed, 0, PLAYERS)))


class GlanceBot:
    """Plays what it sees at a glance: a beginner, or somebody who is attentive only some of the time. It runs plain.

    Each of the glances is as likely as the others at every question. It answers one question at a time: what it notes
    goes into one scratch record, which glances take as it is.
    """

    def __init__(self, game: RuledGame[Any, Any, Any], scratch: type[Scratch], *glances: Glance) -> None:
        self._game = game
        self._scratch = scratch()
        self._glances = glances

    def answer(
        self,
        known: RuledTable[Any, Any],
        seat: int,
        seed: int,
        budget: Budget | None = None,  # noqa: ARG002 - it does not think
    ) -> Answer:
        """The move that the glance falls on."""
        known.check_asked(seat)
        rng = [0] * WORDS
        sow(rng, seed, 0, PLAYERS)
        glance = self._glances[draw(rng, len(self._glances))]
        action = glance(known.state, seat, self._scratch, rng)
        return Answer(self._game.decode(known.state, seat, action))


class SearchBot:
    """Plays the move that the tree search visited most."""

    def __init__(
        self, game: RuledGame[Any, Any, Any], heuristics: Heuristics[Any], budget: Budget, variant: str = "search"
    ) -> None:
        from laguna.bots.search.searcher import Searcher  # noqa: PLC0415 - Numba only where it is wanted

        self._searcher = Searcher(game, heuristics, variant=variant)
        self._budget = budget

    def answer(self, known: RuledTable[Any, Any], seat: int, seed: int, budget: Budget | None = None) -> Answer:
        """The move that was thought about most."""
        thought = self._searcher.think(known, seat, seed, budget or self._budget)
        return Answer(thought.considered[0].move, thought)


def bot_of(key: str, name: str) -> Bot:
    """A player of a game: one of the levels, or of those they are measured against, or the policy of a file.

    Raises `KeyError`, or `BadPolicy`.
    """
    if (path := policy_path(name)) is not None:
        return _policy_bot(key, path)
    if name not in (*LEVELS, *REFERENCE_BOTS):
        raise KeyError(name)
    if name == "random":
        return RandomBot(GAMES[key])
    if key not in RULED:
        return _expert_of(key, name)
    return _player_of(key, name)


def _player_of(key: str, name: str) -> Bot:
    """Who plays a game of whole numbers, at a glance or by the search."""
    game, heuristics = RULED[key], heuristics_of(key)
    if name == "search":
        from laguna.bots.search.bare import without_heuristics  # noqa: PLC0415 - Numba only where it is wanted

        return SearchBot(game, without_heuristics(heuristics), STRONG_BUDGET, "bare")
    if not has_heuristics(key):
        return SearchBot(game, heuristics, BARE_LEVEL_BUDGETS[_level(name)])
    if name == "beginner":
        return GlanceBot(game, heuristics.scratch, heuristics.novice)
    if name == "easy":
        return GlanceBot(game, heuristics.scratch, heuristics.novice, heuristics.novice, heuristics.choose)
    if name == "good" and heuristics.good is None:
        return GlanceBot(game, heuristics.scratch, heuristics.novice, heuristics.choose, heuristics.choose)
    return SearchBot(game, heuristics, heuristics.good or STRONG_BUDGET if name == "good" else STRONG_BUDGET)


def _policy_bot(key: str, path: Path) -> Bot:
    """Who plays the policy of a file. Raises `BadPolicy`."""
    from laguna.bots.policy import policy_of  # noqa: PLC0415 - NumPy only where it is wanted
    from laguna.bots.policy_bot import PolicyBot  # noqa: PLC0415

    policy = policy_of(path, key)  # of no game but those in RULED
    return PolicyBot(RULED[key], policy)


def _expert_of(key: str, name: str) -> Expert:
    """Who plays a game that is not made of whole numbers: its own players, or random games. Raises `KeyError`."""
    level = _level(name)
    return PLUGINS[key].load_expert(level) or PlayoutBot(GAMES[key], LEVEL_BUDGETS[level])


def _level(name: str) -> Level:
    """A level by its name. Raises `KeyError`."""
    for level in LEVELS:
        if name == level:
            return level
    raise KeyError(name)


def repeatable_budget(key: str, name: str) -> Budget | None:
    """A budget of iterations for a player of a game that thinks by the clock; None: it does not, as it is."""
    budget = _own_budget(key, name)
    if budget is None or budget.seconds is None:
        return None
    return Budget(iterations=budget.iterations or REPEATABLE_ITERATIONS)


def _own_budget(key: str, name: str) -> Budget | None:
    """How long a player thinks by itself; None: it plays at a glance, or is one that a game brings along."""
    if name == "random" or policy_path(name) is not None or (key not in RULED and PLUGINS[key].bots is not None):
        return None
    if name == "search":
        return STRONG_BUDGET
    if key not in RULED:
        return LEVEL_BUDGETS[_level(name)]
    if not has_heuristics(key):
        return BARE_LEVEL_BUDGETS[_level(name)]
    return {"good": heuristics_of(key).good, "strong": STRONG_BUDGET}.get(name)


def needs_kernels(key: str, name: str) -> bool:
    """Whether a player has to load compiled code first. Who plays at a glance has not."""
    if key not in RULED or name == "random" or policy_path(name) is not None:
        return False
    thinks_when_good = name == "good" and heuristics_of(key).good is not None
    return name in SEARCHING_BOTS or thinks_when_good or not has_heuristics(key)


def plays_at_a_glance(key: str, name: str) -> bool:
    """Whether a player answers in milliseconds: without a search, and without shots gone through in the mind.

    A policy of ours does. What a file of ONNX computes may take any time.
    """
    if (path := policy_path(name)) is not None:
        return not needs_onnx(path)
    return name in ("random", *LEVELS[:-1]) and not needs_kernels(key, name)


def check_installed_for(key: str, name: str) -> None:
    """Raise `ModuleNotFoundError` if a player needs a package that is not installed: told before a game, not in it."""
    if (path := policy_path(name)) is not None:
        check_installed("onnxruntime" if needs_onnx(path) else "numpy")
    elif needs_kernels(key, name):
        check_installed("numba")
    elif key not in RULED:
        check_installed("mujoco")


def check_fits(key: str, name: str, seats: int) -> None:
    """Raise `BadPolicy` if a player is a policy that cannot be played, or not in this game and by so many."""
    if policy_path(name) is not None:
        from laguna.bots.policy import fitting_policy  # noqa: PLC0415 - NumPy only where it is wanted

        fitting_policy(name, key, seats)


def adviser_of(key: str) -> Adviser:
    """Who thinks for people in a game: the strong player, whose quick play goes on to the end."""
    if key not in RULED:
        return _expert_of(key, LEVELS[-1])
    from laguna.bots.search.searcher import Searcher  # noqa: PLC0415 - Numba only where it is wanted

    return Searcher(RULED[key], heuristics_of(key), horizon=UNLIMITED_HORIZON)


def prepare(key: str) -> None:
    """Load or compile whatever the bots of a game need, before they are asked."""
    if key in RULED:
        game = RULED[key]
        table, _ = game.start(game.seats[0], game.options(), SeededLuck(0))
        bot_of(key, "strong").answer(table, min(table.numbers), 0, PREPARE_BUDGET)
