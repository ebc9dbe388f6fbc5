"""Laws of compiled play: the same rules, the same draws, the same states, native."""

from __future__ import annotations

from laguna import simulation
from laguna.core import compiled
from laguna.core.compiled.runner import Runner
from laguna.core.generator import TABLE, sow
from laguna.core.luck import SeededLuck
from laguna.core.ruled import SPECTATOR
from laguna.laws.cases import Case, sampled
from laguna.laws.law import law

GAMES_PER_CLOSE_CHECK = 20
"""Every game's end is checked, and one game in so many after every move."""
MAX_LOCKSTEP_MOVES = 4_000
"""Moves of a game that are followed in lockstep at most."""


def _silent(games: int) -> None:
    del games


@law("rules", ruled=True)
def plain_and_compiled_are_in_lockstep(case: Case, seed: int = 12, numbers: int = 3) -> None:
    """Plain and compiled rules make the same random moves and are in an equal state after each of them."""
    rules = case.ruled.rules
    runner = Runner(rules, case.prepared)
    for number in range(numbers):
        log, moves = runner.trace(seed, number, MAX_LOCKSTEP_MOVES)
        state = case.prepared
        plain = simulation.random_moves(rules, state, seed, number)
        for i, (record, move) in enumerate(zip(log, moves, strict=True)):
            where = f"in game {number}, move {i + 1}"
            compiled_move = (int(move.seat), int(move.action))
            if (made := next(plain, None)) != compiled_move:
                raise case.broken(f"{where}, compiled play moves {compiled_move}, plain play {made}.", seed)
            if (other := compiled.to_state(rules.state, record)) != state:
                odd = [
                    name for name, value in state.values() if list(_flat(value)) != list(_flat(getattr(other, name)))
                ]
                raise case.broken(f"{where}, the compiled state is another one: see {', '.join(odd)}.", seed)
        if len(log) != MAX_LOCKSTEP_MOVES and next(plain, None) is not None:
            raise case.broken(f"in game {number}, plain play goes on after {len(log)} moves, compiled play ends.", seed)


def _flat(numbers: object) -> list[int]:
    """The numbers of a field, in a row."""
    if isinstance(numbers, int):
        return [numbers]
    return [number for row in numbers for number in _flat(row)]  # type: ignore[attr-defined]  # lists or arrays


@law("rules", ruled=True)
def plain_and_compiled_imagine_the_same(case: Case, seed: int = 13, every: int = 25) -> None:
    """Plain and compiled rules imagine the same table from every seat."""
    game = case.ruled
    kernels = compiled.load(game.rules)
    for number, table in enumerate(sampled(case, seed, every)):
        for seat in case.onlookers:
            record = compiled.to_record(table.state)
            sow(record[0].rng, seed, number, TABLE)
            kernels.imagine_once(record, SPECTATOR if seat is None else seat)
            imagined = game.imagine(table, seat, SeededLuck(seed, number))
            if compiled.to_state(game.rules.state, record[0]) != imagined.state:
                raise case.broken(f"compiled, seat {seat} imagines another table than plain.", seed, table)


@law("rules", ruled=True)
def many_random_games_end_and_keep_every_invariant(case: Case, games: int = 2_000, seed: int = 14) -> None:
    """Many compiled random games end, somebody wins each, and no invariant is broken."""
    try:
        summary = simulation.simulate_compiled(
            case.ruled, case.seats, case.options, seed=seed, games=games, progress=_silent, check=GAMES_PER_CLOSE_CHECK
        )
    except simulation.BrokenInvariant as error:
        raise case.broken(str(error), seed) from error
    if summary.finished != games:
        raise case.broken(f"only {summary.finished} of {games} random games end.", seed)
    if sum(summary.wins) < games:
        raise case.broken(f"{games} random games have {sum(summary.wins)} winners.", seed)


@law("rules", ruled=True)
def a_simulation_is_the_same_plain_and_compiled(case: Case, seed: int = 15, numbers: int = 4) -> None:
    """A simulation comes to the same results plain and compiled."""
    settings = (case.ruled, case.seats, case.options, seed, numbers, _silent)
    plain, native = simulation.simulate_plain(*settings), simulation.simulate_compiled(*settings)
    plain.seconds = native.seconds = 0.0
    if plain != native:
        raise case.broken(f"plain play comes to {plain}, compiled to {native}.", seed)


@law("case", ruled=True)
def a_state_comes_back_from_its_record(case: Case, seed: int = 16) -> None:
    """A state that is turned into a compiled record and back is the same: no number is too large for its field."""
    state = case.start(seed).state
    if compiled.to_state(type(state), compiled.to_record(state)[0]) != state:
        raise case.broken("the state does not come back from its compiled record.", seed)
