"""Laws of the order of events: they come as the game writes it down, and nothing is written that cannot come."""

from __future__ import annotations

from collections.abc import Sequence

from laguna.core.order import is_phrase, words_of
from laguna.core.plugin import Plugin
from laguna.laws.cases import Case, Choose, kinds, steps
from laguna.laws.law import LawBroken, law


@law("case")
def events_come_in_the_order_that_is_written_down(
    case: Case, seeds: Sequence[int] = range(3), choose: Choose | None = None
) -> None:
    """After the setup and after every move of a whole game, events come as the game's `order` says."""
    for seed in seeds:
        for table, move, events in steps(case, seed, choose):
            if not case.game.order.fits(move, events):
                after = "the setup" if move is None else type(move).__name__
                told = " ".join(type(event).__name__ for event in events) or "nothing"
                raise case.broken(f"after {after} comes {told}, which is not its order.", seed, table)


@law("game")
def the_order_speaks_of_every_move_and_every_event(plugin: Plugin) -> None:
    """The order of events speaks of every move and every event of the game, and of no others."""
    game = plugin.game
    moves = {kind.__name__ for kind in kinds(game.moves)}
    events = {kind.__name__ for kind in kinds(game.events)}
    for what, odd in (("moves", set(game.order.moves) ^ moves), ("events", game.order.events ^ events)):
        if odd:
            names = ", ".join(sorted(odd))
            raise LawBroken(
                f"{game.key} has {what} without an order, or an order of {what} that do not exist: {names}."
            )


@law("game")
def every_phrase_is_used_and_known(plugin: Plugin) -> None:
    """Every phrase of the order is used somewhere, and every phrase that is used is written down."""
    order = plugin.game.order
    expressions = (order.setup, *order.moves.values(), *order.phrases.values())
    used = {word for each in expressions for word in words_of(each) if is_phrase(word)}
    if odd := sorted(used ^ set(order.phrases)):
        raise LawBroken(
            f"{plugin.game.key} has phrases in its order that are not used, or not known: {', '.join(odd)}."
        )
