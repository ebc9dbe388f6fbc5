"""OpenSpiel's own Python MCTS bot, at a table of ours, against our strong one: two players, the same time to think.

    python bench/openspiel_mcts.py duck [--games N] [--seconds S] [--log FILE] [--peeking] [--proposed] [--json]
    python bench/openspiel_mcts.py duck --check

A game of ours becomes a game of OpenSpiel by opening up its chance, as for `laguna.envs.spiel`: a move is carried out
with the draws that are known so far and stops at the first one that is missing; that is a chance node. Here any game of
whole numbers will do, and a move is one action, however many choices it takes a learner. Inside a random playout chance
is simply drawn, and the one move offered is drawn evenly from all: that comes to the same and is up to five times
faster. Nothing here shall hold their bot back.

Their bot is made for perfect information. It gets what its seat may know, with all that is hidden dealt anew for every
move, or the true table with `--peeking`. Both sides of a pair of games have the same luck and change seats.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from laguna.arena.interval import Estimate, estimate
from laguna.arena.lineup import derived_seed
from laguna.bots import levels
from laguna.bots.heuristics import heuristics_of
from laguna.core.bot import Answer, Bot, Budget, Thought, knowledge
from laguna.core.luck import SeededLuck
from laguna.core.machine import cores
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import Rules, State
from laguna.envs.open_chance import NOTHING_MISSING, OpenLuck, Step, carry_out, lowest, missing
from laguna.games import RULED

UCT_C = 2.0
"""As in OpenSpiel's own example; a game is worth 1 or -1."""
ENDLESS = 1 << 40
"""More simulations than anybody makes: the clock stops the search."""
LONGEST = 100_000
MOST_OUTCOMES = 1000
SEATS = 2
STRONG, OPENSPIEL = 0, 1
"""The players."""
CHECKED = 50

AnyRuledGame = RuledGame[Any, Any, Any]


# A game of ours as a game of OpenSpiel


def any_below(generator: random.Random, n: int) -> int:
    """A draw, simply drawn."""
    return int(generator.random() * n)


class SpielGame(pyspiel.Game):
    """A game of whole numbers for two, with the usual options. `proposed`: only the moves that our bots consider."""

    def __init__(self, key: str, *, proposed: bool = False, seed: int = 0) -> None:
        kind = pyspiel.GameType(
            short_name=f"laguna_{key}",
            long_name=key,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=SEATS,
            min_num_players=SEATS,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        self.ours = RULED[key]
        about = pyspiel.GameInfo(
            num_distinct_actions=self.ours.rules.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=SEATS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, about, {})
        self.moves = Moves(key, proposed=proposed)
        self.generator = random.Random(seed)

    def new_initial_state(self) -> SpielState:
        """Before the setup, at its first draw."""
        state = SpielState(self, self.ours.prepared(SEATS, self.ours.options()))
        state.carry_out()
        return state

    def at(self, table: State, seat: int) -> SpielState:
        """In the middle of a game, when this seat is to move."""
        state = SpielState(self, table)
        state.player = seat
        return state


class Moves:
    """Lists what a seat may do: all actions, or those that our bots consider."""

    def __init__(self, key: str, *, proposed: bool) -> None:
        self.rules = RULED[key].rules
        self._notes = [0] * self.rules.most_notes
        if proposed:
            heuristics = heuristics_of(key)
            self._propose, self._scratch = heuristics.propose, heuristics.scratch()
            self._actions, self._weights = [0] * heuristics.proposals, [0] * heuristics.proposals
        self._proposed = proposed

    def all(self, table: State, seat: int) -> list[int]:
        """In ascending order, as OpenSpiel wants them."""
        count = self._count(table, seat)
        return sorted(self._nth(table, seat, i) for i in range(count))

    def any(self, table: State, seat: int, generator: random.Random) -> int:
        """One of them, each equally likely."""
        return self._nth(table, seat, int(generator.random() * self._count(table, seat)))

    def _count(self, table: State, seat: int) -> int:
        if self._proposed:
            return self._propose(table, seat, self._scratch, self._actions, self._weights)
        return self.rules.choices(table, seat, self._notes)

    def _nth(self, table: State, seat: int, i: int) -> int:
        return self._actions[i] if self._proposed else self.rules.choice(table, seat, self._notes, i)


class SpielState(pyspiel.State):
    """A position, or a move under way that waits for a draw.

    The table is never changed but in a playout, so that a clone may share it.
    """

    def __init__(self, game: SpielGame, table: State) -> None:
        super().__init__(game)
        self.table = table
        self.player: int = pyspiel.PlayerId.CHANCE
        self.playout = False
        """From here on chance and moves are simply drawn."""
        self._step: Step | None = None  # the setup
        self._draws: list[int] = []
        self._wanted = 0
        self._rules: Rules[Any] = game.ours.rules
        self._moves = game.moves
        self._generator = game.generator

    # What their bot calls: Python's own methods, without the way through C++ and back

    def clone(self) -> SpielState:
        """An independent state."""
        twin = SpielState(self.get_game(), self.table.copy() if self.playout else self.table)
        twin.player, twin.playout = self.player, self.playout
        twin._step, twin._draws, twin._wanted = self._step, self._draws, self._wanted
        return twin

    def current_player(self) -> int:
        """The seat to move: of those that choose at the same time the first one."""
        return self.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.player == pyspiel.PlayerId.TERMINAL

    def is_chance_node(self) -> bool:
        """Whether a draw is wanted."""
        return self.player == pyspiel.PlayerId.CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What may come next."""
        if self.player == pyspiel.PlayerId.CHANCE:
            return list(range(self._wanted))
        if self.playout:
            return [self._moves.any(self.table, self.player, self._generator)]
        return self._legal_actions(self.player if player is None else player)

    def apply_action(self, action: int) -> None:
        """A seat's move, or a draw."""
        self._apply_action(int(action))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All equally likely."""
        return [(draw, 1.0 / self._wanted) for draw in range(self._wanted)]

    def returns(self) -> list[float]:
        """Won 1, lost -1, shared 0; nothing before the end."""
        if not self.is_terminal():
            return [0.0] * SEATS
        first, second = (self._rules.standing(self.table, seat) for seat in range(SEATS))
        won = float((first > second) - (first < second))
        return [won, -won]

    # What C++ calls

    def _legal_actions(self, player: int) -> list[int]:
        return self._moves.all(self.table, player) if player == self.player else []

    def _apply_action(self, action: int) -> None:
        if self.player == pyspiel.PlayerId.CHANCE:
            self._draws = [*self._draws, action]
        else:
            self._step, self._draws = Step(self.player, action), []
        self.carry_out()

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}: {action}"

    def __str__(self) -> str:
        return f"{self.table} {self._step} {self._draws}"

    def carry_out(self) -> None:
        """The step that is under way, up to the first draw that is missing."""
        table = self.table if self.playout else self.table.copy()
        luck = OpenLuck(self._draws, partial(any_below, self._generator) if self.playout else missing)
        self._wanted = carry_out(self._rules, table, self._step, luck)
        if self._wanted != NOTHING_MISSING:
            self.player = pyspiel.PlayerId.CHANCE
            return
        self.table = table
        seat = lowest(self._rules.asked(table))
        self.player = pyspiel.PlayerId.TERMINAL if seat is None else seat


# Their bot


class Playouts(mcts.RandomRolloutEvaluator):
    """OpenSpiel's random playouts, with chance and moves drawn on the way."""

    def evaluate(self, state: SpielState) -> Any:  # noqa: ANN401
        """The returns of a playout from here. The state is not used any more."""
        state.playout = True
        return super().evaluate(state)


class TimedBot(mcts.MCTSBot):
    """OpenSpiel's search, until the time is up."""

    def search(self, state: SpielState, seconds: float) -> mcts.SearchNode:
        """The root of the tree after so many seconds."""
        self._end = time.perf_counter() + seconds
        return self.mcts_search(state)

    def _apply_tree_policy(self, root: mcts.SearchNode, state: SpielState) -> Any:  # noqa: ANN401
        if root.children and time.perf_counter() >= self._end:
            root.outcome = state.returns()  # a root that is solved ends the search after this simulation
        return super()._apply_tree_policy(root, state)


class OpenSpielBot:
    """Their bot as one of ours."""

    def __init__(self, key: str, *, proposed: bool, uct_c: float) -> None:
        self._key, self._proposed, self._uct_c = key, proposed, uct_c

    def answer(self, known: RuledTable[Any, Any], seat: int, seed: int, budget: Budget | None = None) -> Answer:
        """The move that it explored most."""
        start = time.perf_counter()
        game = SpielGame(self._key, proposed=self._proposed, seed=seed)
        chance = np.random.RandomState(seed % (1 << 32))
        bot = TimedBot(game, self._uct_c, ENDLESS, Playouts(random_state=chance), solve=False, random_state=chance)
        root = bot.search(game.at(known.state, seat), budget.seconds if budget and budget.seconds else 1.0)
        move = game.ours.decode(known.state, seat, int(root.best_child().action))
        return Answer(move, Thought((), root.explore_count, time.perf_counter() - start))


# A match


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides how the games go."""

    game: str
    seconds: float
    seed: int
    peeking: bool
    proposed: bool
    uct_c: float


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game: `won` is our bot's part of the win; the others are ours, then theirs. Forced moves are not counted."""

    number: int
    won: float
    scores: list[int]
    decisions: list[int]
    iterations: list[int]
    seconds: list[float]


class Side(msgspec.Struct, frozen=True):
    """What a player did, on average."""

    points: float
    iterations_per_move: float
    seconds_per_move: float


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a match. `wins`: our part of the wins, with its 95 % interval over pairs of games."""

    plan: Plan
    games: int
    wins: Estimate
    decisions_per_game: float
    strong: Side
    openspiel: Side


def play(plan: Plan, number: int) -> Played:
    """Game `number`: their bot sits in the second seat in even games and in the first in odd ones."""
    game, luck = RULED[plan.game], SeededLuck(plan.seed, number // SEATS)
    bots: list[Bot] = [
        levels.bot_of(plan.game, "strong"),
        OpenSpielBot(plan.game, proposed=plan.proposed, uct_c=plan.uct_c),
    ]
    budget = Budget(seconds=plan.seconds)
    table, _ = game.start(SEATS, game.options(), luck)
    decisions, iterations, seconds = [0, 0], [0, 0], [0.0, 0.0]
    while table.numbers:
        seat, seed = min(table.numbers), derived_seed(plan.seed, number, table.played)
        actions = game.actions(table.state, seat)
        move = game.decode(table.state, seat, actions[0])
        if len(actions) > 1:
            player = (seat + number) % SEATS
            peeks = plan.peeking and player == OPENSPIEL
            known = table.copy() if peeks else knowledge(game, table, seat, derived_seed(seed, "known"))
            start = time.perf_counter()
            move, thought = msgspec.structs.astuple(bots[player].answer(known, seat, seed, budget))
            decisions[player] += 1
            iterations[player] += thought.iterations
            seconds[player] += time.perf_counter() - start
        game.play(table, seat, table.question_number(seat), move, luck)
    return _judged(game, table, number, decisions, iterations, seconds)


def _judged(
    game: AnyRuledGame,
    table: RuledTable[Any, Any],
    number: int,
    decisions: list[int],
    iterations: list[int],
    seconds: list[float],
) -> Played:
    standings = game.standings(table)
    ours, theirs = (standings[(player - number) % SEATS] for player in (STRONG, OPENSPIEL))
    return Played(
        number=number,
        won=0.5 + (theirs.place - ours.place) / 2,
        scores=[ours.score, theirs.score],
        decisions=decisions,
        iterations=iterations,
        seconds=[round(each, 3) for each in seconds],
    )


def played_before(log: Path | None, plan: Plan) -> list[Played]:
    """The games of a log that is there. A last line that was torn off is left out. Raises ValueError."""
    if log is None or not log.exists():
        return []
    first, *lines = log.read_bytes().rpartition(b"\n")[0].splitlines() or [b""]
    if first != msgspec.json.encode(plan):
        raise ValueError(f"{log} holds another match; choose another file.")
    return [msgspec.json.decode(line, type=Played) for line in lines]


def played_now(plan: Plan, numbers: list[int]) -> Iterator[Played]:
    """Play these games, one a core, in processes of their own; each as it ends."""
    levels.prepare(plan.game)  # compiles, if need be: then each process only loads
    prepare = partial(levels.prepare, plan.game)
    with ProcessPoolExecutor(cores(), mp_context=get_context("spawn"), initializer=prepare) as pool:
        for game in as_completed([pool.submit(play, plan, number) for number in numbers]):
            yield game.result()


def matched(plan: Plan, games: int, log: Path | None) -> Result:
    """Play so many games (whole pairs), apart from those that are in the log already."""
    wanted = -(-games // SEATS) * SEATS
    found = {game.number: game for game in played_before(log, plan) if game.number < wanted}
    if log is not None:
        lines = [plan, *found.values()]
        log.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
    left = [number for number in range(wanted) if number not in found]
    for game in played_now(plan, left) if left else ():
        found[game.number] = game
        if log is not None:
            with log.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")
    return result(plan, [found[number] for number in range(wanted)])


def result(plan: Plan, games: list[Played]) -> Result:
    """All games put together."""

    def side(player: int) -> Side:
        decisions = max(1, sum(game.decisions[player] for game in games))
        return Side(
            points=round(fmean(game.scores[player] for game in games), 2),
            iterations_per_move=round(sum(game.iterations[player] for game in games) / decisions, 1),
            seconds_per_move=round(sum(game.seconds[player] for game in games) / decisions, 3),
        )

    pairs = zip(games[::SEATS], games[1::SEATS], strict=True)
    return Result(
        plan=plan,
        games=len(games),
        wins=estimate([(one.won + other.won) / SEATS for one, other in pairs]),
        decisions_per_game=round(fmean(sum(game.decisions) for game in games), 1),
        strong=side(STRONG),
        openspiel=side(OPENSPIEL),
    )


# Whether the adapter holds


def check(key: str) -> None:
    """Play random games both ways: the same moves and draws give the same tables; and OpenSpiel's own test."""
    game, ours = SpielGame(key), RULED[key]
    nodes = 0
    for number in range(CHECKED):
        table = ours.prepared(SEATS, ours.options())
        chance, players, drawn = random.Random(number), random.Random(-1 - number), random.Random(number)
        table.luck = OpenLuck((), partial(any_below, drawn))
        ours.rules.setup(table)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                assert abs(sum(odds for _, odds in outcomes) - 1) < 1e-9  # noqa: S101
                state.apply_action(int(chance.random() * len(outcomes)))
                nodes += 1
                continue
            assert state.table == table  # noqa: S101
            seat, actions = state.current_player(), state.legal_actions()
            assert actions == sorted(ours.actions(table, seat))  # noqa: S101
            action = players.choice(actions)
            ours.rules.apply(table, seat, action)
            state.apply_action(action)
        assert state.table == table  # noqa: S101
        ranks = [ours.rules.standing(table, seat) for seat in range(SEATS)]
        assert state.returns()[0] == (ranks[0] > ranks[1]) - (ranks[0] < ranks[1])  # noqa: S101
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    print(f"{CHECKED} random games of {key} with {nodes:,} draws went the same way; so did OpenSpiel's own test.")


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Our strong bot against OpenSpiel's Python MCTS bot.")
    parser.add_argument("game", choices=list(RULED))
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games (100)")
    parser.add_argument("--seconds", type=float, default=1.0, metavar="S", help="seconds a move, for both (1)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which luck (1)")
    parser.add_argument("--uct-c", type=float, default=UCT_C, metavar="C", help=f"how much they explore ({UCT_C:g})")
    parser.add_argument("--peeking", action="store_true", help="they see the true table")
    parser.add_argument("--proposed", action="store_true", help="they choose among the moves that our bot considers")
    parser.add_argument("--log", type=Path, metavar="FILE", help="write games here, and go on where it stopped")
    parser.add_argument("--json", action="store_true", help="the result as JSON")
    parser.add_argument("--check", action="store_true", help="only see whether both ways of playing agree")
    asked = parser.parse_args()
    if asked.check:
        check(asked.game)
        return
    plan = msgspec.convert(vars(asked), Plan, from_attributes=False)
    try:
        found = matched(plan, max(1, asked.games), asked.log)
    except ValueError as error:
        parser.error(str(error))
    print(msgspec.json.encode(found).decode() if asked.json else told(found))


def told(found: Result) -> str:
    """The result in words."""
    wins, plan = found.wins, found.plan
    them = "OpenSpiel's MCTS that peeks" if plan.peeking else "OpenSpiel's MCTS"
    share = f"{wins.mean:.1%} ({wins.low:.1%} to {wins.high:.1%})"
    lines = [
        f"{plan.game}, {plan.seconds:g} s a move, {found.games} games: strong wins {share} against {them}",
        f"{'':12}{'points':>10}{'iterations a move':>20}{'seconds a move':>16}",
    ]
    for name, side in (("strong", found.strong), ("openspiel", found.openspiel)):
        numbers = f"{side.points:>10}{side.iterations_per_move:>20,.0f}{side.seconds_per_move:>16.3f}"
        lines.append(f"{name:12}{numbers}")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
