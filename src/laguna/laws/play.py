"""Laws of play: games end, points add up, copies are independent, moves come back as they were sent."""

from __future__ import annotations

from itertools import islice

import msgspec

from laguna import simulation
from laguna.core.luck import SeededLuck
from laguna.core.plugin import Plugin
from laguna.core.record import replay
from laguna.core.ruled import RuledGame
from laguna.laws.cases import Case, random_play, record_of, sampled
from laguna.laws.law import LawBroken, law

MAX_ACTIONS = 2_000
"""So many of a question's actions are looked at."""
NESTED_LEVELS = 100_000
NOT_JSON_MOVES = (b"", b"\xff", "\ud800", b"[" * NESTED_LEVELS, b'{"move":' * NESTED_LEVELS, b'{"move":NaN}', b"{}{}")
"""JSON that is broken, too deep, or no move."""


@law("case")
def random_play_ends_and_somebody_wins(case: Case, seed: int = 1) -> None:
    """A random game ends, and then every seat has its place, from the first on.

    A game that is not of whole numbers may also be given up after very many moves.
    """
    *_, table = random_play(case, seed)
    if table.played == simulation.MAX_MOVES and not isinstance(case.game, RuledGame):
        return
    if case.game.asks(table) != []:
        raise case.broken("the random game does not end.", seed, table)
    places = [standing.place for standing in case.game.standings(table)]
    if min(places) != 1 or len(places) != case.seats:
        raise case.broken(f"the places in the end are {places}.", seed, table)


@law("case")
def parts_of_the_score_add_up(case: Case, seed: int = 2) -> None:
    """In the end the parts of each seat's points add up to its points."""
    *_, table = random_play(case, seed)
    for standing in case.game.standings(table):
        if sum(standing.parts.values()) != standing.score:
            raise case.broken(f"the points of seat {standing.seat} are no sum of their parts: {standing}.", seed, table)


@law("case", ruled=True)
def points_then_the_tie_breaker_place_the_seats(
    case: Case, seed: int = 2, every: int = 9
) -> set[tuple[str, str] | None]:
    """More points are a better place, then more of what breaks ties, which is the same thing throughout a game.

    Returns what breaks ties, with its rule; None: nothing does.
    """
    found: set[tuple[str, str] | None] = set()
    for table in sampled(case, seed, every):
        standings = case.game.standings(table)
        ranks = [(one.score, -1 if one.tie_break is None else one.tie_break.count) for one in standings]
        places = [one.place for one in standings]
        if places != [1 + sum(other > rank for other in ranks) for rank in ranks]:
            raise case.broken(f"points and tie-breakers {ranks} do not lead to the places {places}.", seed, table)
        found |= {None if one.tie_break is None else (one.tie_break.what, one.tie_break.rule) for one in standings}
    if len(found) != 1:
        raise case.broken(f"ties are broken in several ways: {found}.", seed)
    return found


@law("case", ruled=True)
def invariants_hold_after_every_move(case: Case, seed: int = 3) -> None:
    """No invariant (`Rules.broken`) is broken after any move."""
    for table in random_play(case, seed):
        if number := case.ruled.rules.broken(table.state):
            raise case.broken(f"invariant {number} is broken.", seed, table)


@law("case", ruled=True)
def the_front_door_plays_the_games_of_a_simulation(case: Case, seed: int = 5) -> None:
    """A game recorded through `Game.play` is the game that a simulation plays over the bare rules."""
    record = record_of(case, seed)
    state = case.prepared
    movers = [seat for seat, _ in simulation.random_moves(case.ruled.rules, state, seed, 0)]
    *_, last = replay(record, case.games)
    if [line.seat for line in record.moves] != movers or last.table.state != state:
        raise case.broken("`Game.play` leads elsewhere than the bare rules do.", seed, last.table)


@law("case")
def a_copy_is_independent(case: Case, seed: int = 6) -> None:
    """A copy of a table is in the same position, and stays there when the game goes on."""
    tables = random_play(case, seed)
    table = next(islice(tables, 3, None), None)
    if table is None:
        return
    kept = table.copy()
    before, shown = kept.copy(), case.shown(kept)
    if not case.same(kept, table):
        raise case.broken("the copy is not in the same position.", seed, table)
    for _ in islice(tables, 5):
        pass
    if not case.same(kept, before) or case.shown(kept) != shown:
        raise case.broken("a copy changed when its table went on.", seed, table)


@law("case", ruled=True)
def encode_undoes_decode(case: Case, seed: int = 8, every: int = 9) -> None:
    """Every action becomes a move, through JSON too, that becomes the action again."""
    game = case.ruled
    for table in sampled(case, seed, every):
        for seat in table.numbers:
            for action in game.actions(table.state, seat)[:MAX_ACTIONS]:
                move = game.decode(table.state, seat, action)
                if (encoded := game.encode(table.state, seat, move)) != action:
                    raise case.broken(f"action {action} is {move}, which is encoded as {encoded}.", seed, table)
                if msgspec.json.decode(msgspec.json.encode(move), type=game.moves) != move:
                    raise case.broken(f"{move} does not come back from JSON.", seed, table)


@law("case")
def a_move_may_come_as_plain_data(case: Case, seed: int = 13) -> None:
    """A move that comes as plain data, as from the wire, does what the move itself does: one of each kind is tried."""
    ask, *_ = case.game.asks(case.start(seed))
    seat, number = ask.seat, ask.number
    drawn = case.game.random_move(case.start(seed), seat, SeededLuck(1))
    for move in {type(move): move for move in (*ask.moves, drawn)}.values():
        table, twin = case.start(seed), case.start(seed)
        told = case.game.play(table, seat, number, move, SeededLuck(2))
        if case.game.play(twin, seat, number, msgspec.to_builtins(move), SeededLuck(2)) != told:
            raise case.broken(f"{move} as plain data makes other things happen.", seed, table)
        if not case.same(twin, table):
            raise case.broken(f"{move} as plain data leads to another position.", seed, table)


@law("case")
def a_move_is_decoded_from_json_as_it_was_encoded(case: Case, seed: int = 14, every: int = 9) -> None:
    """A move that was encoded as JSON is decoded as the same move, from bytes, text or a part of a message."""
    for number, table in enumerate(sampled(case, seed, every)):
        for seat in case.asked(table):
            move = case.game.random_move(table, seat, SeededLuck(1, number))
            raw = msgspec.json.encode(move)
            for sent in (raw, raw.decode(), msgspec.Raw(raw)):
                if case.game.decode_move(sent) != move:
                    raise case.broken(f"{move} is not decoded from {raw!r}.", seed, table)


@law("game")
def json_that_is_broken_or_too_deep_is_decoded_as_none(plugin: Plugin) -> None:
    """What is no move in JSON, or no JSON at all, is decoded as None."""
    for raw in NOT_JSON_MOVES:
        if plugin.game.decode_move(raw) is not None:
            raise LawBroken(f"{plugin.game.key} takes {raw[:40]!r} for a move.")
