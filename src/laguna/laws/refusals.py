"""Laws of refusals: exactly what is offered is accepted, and all else is refused by a rule and leaves no trace."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from laguna.core.game import Game, Move, Refusal, Refused
from laguna.core.luck import SeededLuck
from laguna.core.ruled import RuledGame
from laguna.laws.cases import Case, kinds, sampled
from laguna.laws.law import law
from laguna.laws.numbers import rules_of

MAX_ACTIONS = 500
"""So many of a question's actions are looked for among the listed moves."""
JUNK: tuple[Any, ...] = (None, True, -1, 0, 7, 10**30, 1.5, float("nan"), float("inf"), "", "roll", [], [1], {})
"""What a stranger may send as a part of a move."""


class Foreign(Move, frozen=True):
    """A move of no game."""

    x: int = 1


NOT_MOVES: tuple[Any, ...] = (Foreign(), None, 7, "roll", b"\xff", object(), [1], {"move": "nothing"})
"""What is no move of any game."""


@law("case", ruled=True)
def exactly_the_offered_actions_are_accepted(case: Case, seed: int = 7, every: int = 12) -> None:
    """Of all actions there are, exactly those that are offered are accepted, each once, and asking changes nothing."""
    game = case.ruled
    for table in sampled(case, seed, every):
        for seat in table.numbers:
            offered = game.actions(table.state, seat)
            before = table.state.copy()
            accepted = [
                action for action in range(game.rules.actions) if game.rules.refusal(table.state, seat, action) == 0
            ]
            if sorted(offered) != accepted:
                odd = sorted(set(offered) ^ set(accepted))[:10] or "the same ones twice"
                what = f"seat {seat} is offered other actions than are accepted: they differ in {odd}."
                raise case.broken(what, seed, table)
            if not offered:
                raise case.broken(f"seat {seat} is asked, but has nothing to choose from.", seed, table)
            if table.state != before:
                raise case.broken("`choices` or `refusal` changes the table.", seed, table)


@law("case")
def listed_moves_are_accepted(case: Case, seed: int = 9, every: int = 9) -> None:
    """Every question lists moves, all of them are accepted, and whatever may be played is listed or named as free."""
    game = case.game
    for table in sampled(case, seed, every):
        before = table.copy()
        for ask in game.asks(table):
            if not ask.moves:
                raise case.broken(f"seat {ask.seat} is asked “{ask.about}” and no move is listed.", seed, table)
            for move in ask.moves:
                if (refusal := game.refusal(table, ask.seat, ask.number, move)) is not None:
                    raise case.broken(f"{move} is listed, but refused: {refusal}.", seed, table)
            listed = set(ask.moves)
            for move in _playable(case, table, ask.seat):
                if move not in listed and move.__struct_config__.tag not in ask.free:
                    raise case.broken(f"{move} may be played, but is neither listed nor free.", seed, table)
        if not case.same(table, before):
            raise case.broken("asking, or asking whether a move is refused, changes the table.", seed, table)


def _playable(case: Case, table: Any, seat: int) -> Iterator[Move]:  # noqa: ANN401 - the game's own
    """Moves of a seat: all of them where they can be counted."""
    if isinstance(case.game, RuledGame):
        actions = case.game.actions(table.state, seat)[:MAX_ACTIONS]
        yield from (case.game.decode(table.state, seat, action) for action in actions)
    else:
        yield case.game.random_move(table, seat, SeededLuck(1, table.played))


@law("case")
def a_move_out_of_turn_or_to_a_past_question_is_refused(case: Case, seed: int = 10, every: int = 9) -> set[str]:
    """Whoever is not asked, or answers a question that is not open, is refused by a rule that exists, without a trace.

    Returns the rules by which nobody moves out of turn.
    """
    rules: set[str] = set()
    for table in sampled(case, seed, every):
        before = table.copy()
        for ask in case.game.asks(table):
            move = case.game.random_move(table, ask.seat, SeededLuck(1))
            for number in (ask.number - 1, ask.number + 1, -1, None, float(ask.number), str(ask.number), True):
                _check_refused(case, table, (ask.seat, number, move), "stale", seed)
            for seat in sorted(set(range(case.seats)) - set(case.asked(table))):
                rules.add(_check_refused(case, table, (seat, ask.number, move), "not_asked", seed).rule)
        if not case.same(table, before):
            raise case.broken("a move that is refused changes the table.", seed, table)
    if unknown := rules - set(rules_of(case.plugin, "en")):
        raise case.broken(f"who is not asked is refused by rules that do not exist: {sorted(unknown)}.", seed)
    return rules


def _check_refused(case: Case, table: Any, answer: tuple[int, Any, Any], reason: str, seed: int) -> Refusal:  # noqa: ANN401
    """An answer (seat, question, move) that is refused for this reason, asked about or played."""
    seat, number, move = answer
    refusal = case.game.refusal(table, seat, number, move)
    if refusal is None or refusal.reason != reason:
        what = f"seat {seat} answers question {number!r} with {move}, which is not refused as “{reason}” but {refusal}."
        raise case.broken(what, seed, table)
    try:
        case.game.play(table, seat, number, move, SeededLuck(1))
    except Refused as refused:
        if refused.refusal.reason != reason:
            raise case.broken(
                f"{move} is refused as {refusal}, but played as {refused.refusal}.", seed, table
            ) from None
    else:
        raise case.broken(f"seat {seat} plays {move}, although it is refused as {refusal}.", seed, table)
    return refusal


@law("case")
def what_is_no_move_cannot_be_played(case: Case, seed: int = 11) -> None:
    """What is no move of the game is refused as no move when it is played, and leaves no trace."""
    table = case.start(seed)
    before = table.copy()
    seat = min(case.asked(table))
    for move in NOT_MOVES:
        _check_refused(case, table, (seat, table.question_number(seat), move), "not_a_move", seed)
    if not case.same(table, before) or table.played != 0:
        raise case.broken("what is no move leaves a trace.", seed, table)


@law("case")
def junk_is_refused_by_a_rule_that_exists(case: Case, seed: int = 12, every: int = 25) -> None:
    """Whatever is sent as a move is refused by a rule that exists, or reads as a move; asking changes nothing."""
    rules, game = rules_of(case.plugin, "en"), case.game
    for table in sampled(case, seed, every):
        before = table.copy()
        for seat in case.asked(table):
            for raw in junk_moves(game):
                refusal = game.refusal(table, seat, table.question_number(seat), raw)
                if refusal is not None and refusal.rule not in rules:
                    raise case.broken(f"{raw!r} is refused by “{refusal.rule}”, which is no rule.", seed, table)
                if refusal is None and game.read_move(raw) is None:
                    raise case.broken(f"{raw!r} is no move, but is not refused.", seed, table)
        if not case.same(table, before):
            raise case.broken("asking whether junk is refused changes the table.", seed, table)


def junk_moves(game: Game[Any, Any, Any]) -> Iterator[Any]:
    """Much that is no move, or a strange one: the parts of each kind of move with all sorts of values."""
    yield from NOT_MOVES
    yield from JUNK
    for kind in kinds(game.moves):
        tag = kind.__struct_config__.tag
        yield {"move": tag}
        yield {"move": tag, "surplus": 1}
        for value in JUNK:
            yield {"move": tag, **dict.fromkeys(kind.__struct_fields__, value)}
