"""Ship Ahoy as the world plays it: the contract of a game over its rules."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import ClassVar, Self

import msgspec

from laguna.core.game import (
    NOT_READABLE,
    Ask,
    BadOption,
    Event,
    Game,
    Refusal,
    Refused,
    Standing,
    Table,
    TieBreak,
)
from laguna.core.rules import Luck
from laguna.games.ship_ahoy import rules
from laguna.games.ship_ahoy.events import ShipAhoyEvent
from laguna.games.ship_ahoy.layout import FURTHEST_PORTS, NEAREST_PORTS
from laguna.games.ship_ahoy.moves import (
    EndSailing,
    Fight,
    HoldFire,
    LeaveDamaged,
    MoveWind,
    Repair,
    Sail,
    ShipAhoyMove,
    ShipAhoyOptions,
    Shoot,
)
from laguna.games.ship_ahoy.order import ORDER
from laguna.games.ship_ahoy.physics import cannon
from laguna.games.ship_ahoy.propose import propose
from laguna.games.ship_ahoy.scenarios import scenario_of
from laguna.games.ship_ahoy.state import Battle, Phase
from laguna.games.ship_ahoy.view import ShipAhoyView, view_of

PORT_DISTANCES = range(NEAREST_PORTS, FURTHEST_PORTS + 1)
HANDS = range(301)
"""S34: what `steady_hand` may be, in percent of the usual tremor."""
ENDLESS = 0
ROUNDS = range(10, 61)
"""S36: what `rounds` may be, beside endless."""

QUESTIONS = {
    Phase.SHOOT: ("shoot", "S8"),
    Phase.SAIL: ("sail", "S14"),
    Phase.FREED: ("sail_freed", "S32"),
    Phase.FIGHT: ("fight", "S18"),
    Phase.REPAIR: ("repair", "S26"),
}
ANSWERS: dict[Phase, tuple[type[ShipAhoyMove], ...]] = {
    Phase.SHOOT: (Shoot, HoldFire),
    Phase.SAIL: (Sail, MoveWind, EndSailing),
    Phase.FREED: (Sail, EndSailing),
    Phase.FIGHT: (Fight,),
    Phase.REPAIR: (Repair, LeaveDamaged),
}
REASONS = (
    *((rule, "not_the_question") for _, rule in QUESTIONS.values()),
    *(("S8", reason) for reason in ("no_such_piece", "not_your_gun", "gun_in_melee", "not_a_number")),
    *(("S8", reason) for reason in ("muzzle_off_table", "muzzle_too_far", "muzzle_blocked")),
    ("S24", "damaged_gun"),
    *(("S34", f"{what}_out_of_range") for what in ("heading", "pull", "moment")),
    ("S34", "not_a_number"),
    *(("S14", reason) for reason in ("no_such_piece", "not_your_ship", "no_points_left", "rope_too_short")),
    *(("S15", reason) for reason in ("too_few_points", "too_many_points", "not_a_number", "facing_out_of_range")),
    *(("S15", reason) for reason in ("not_at_ship", "off_table", "way_blocked", "no_room")),
    *(("S16", reason) for reason in ("towers_never_sail", "damaged_sailor", "sailor_in_melee")),
    ("S17", "no_such_melee"),
    ("S18", "rolled_already"),
    *(("S28", reason) for reason in ("pirate_or_own_ships", "other_rolls_first")),
    *(("S30", reason) for reason in ("no_wind", "wind_moved_already", "no_extra_point", "wind_too_far")),
    *(("S30", reason) for reason in ("not_a_number", "off_table")),
    *(("S31", reason) for reason in ("carrier_cannot_shoot", "nothing_to_load", "one_barrel_at_a_time")),
    *(("S32", reason) for reason in ("held_by_kraken", "kraken_holds_you", "other_rolls_first")),
)
"""Every refusal there is, beside those that all games share."""
END_RULE = "S21"


class ShipAhoyTable(Table):
    """A table whose position is a `Battle`."""

    def __init__(self, seats: int, options: ShipAhoyOptions, battle: Battle) -> None:
        self.seats = seats
        self.options: ShipAhoyOptions = options
        self.battle = battle
        self.played = 0

    def copy(self) -> Self:
        """An independent table in the same position."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.battle = self.battle.copy()
        return twin

    def question_number(self, seat: int) -> int | None:
        """The number of a seat's question; see `Table.question_number`."""
        self.check_seat(seat)
        return self.next_number if seat == self.battle.active and self.battle.phase != Phase.OVER else None

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (self.battle, self.played) == (other.battle, other.played)

    __hash__ = None  # type: ignore[assignment]  # mutable: equal today, different tomorrow


class _FrozenTable(msgspec.Struct, frozen=True, array_like=True):
    """A table as plain data; see `Game.freeze`."""

    form: bytes
    played: int
    skipped_numbers: int
    battle: Battle


_frozen_table = msgspec.msgpack.Decoder(_FrozenTable)


class ShipAhoyGame(Game[ShipAhoyTable, ShipAhoyOptions, ShipAhoyMove]):
    """Ship Ahoy for 2 to 4, also in two teams.

    A shot is computed by `cannon`, here and now unless another one is given: a server gives that of a worker.
    """

    key = "ship_ahoy"
    seats = range(2, 5)
    version = 2
    options = ShipAhoyOptions
    moves = ShipAhoyMove
    events = ShipAhoyEvent
    order = ORDER
    views = ShipAhoyView
    questions = QUESTIONS
    reasons: ClassVar[dict[int, tuple[str, str]]] = dict(enumerate(REASONS))
    end_rule = END_RULE
    option_ranges: ClassVar[Mapping[str, range]] = {
        "port_distance": PORT_DISTANCES,
        "steady_hand": HANDS,
        "rounds": range(ENDLESS, ROUNDS.stop),
    }
    waits = True

    def __init__(self, cannon: rules.Cannon = cannon.shoot) -> None:
        self._cannon = cannon

    def start(self, seats: int, options: ShipAhoyOptions, luck: Luck) -> tuple[ShipAhoyTable, list[Event]]:
        """Lay out the table; see `Game.start`."""
        self.check_layout(seats, options)
        _check_options(seats, options)
        self.check_seat(self.seat_option, options.first, seats)
        table = ShipAhoyTable(seats, options, rules.setup(seats, options, luck))
        return table, _told(table.battle)

    def asks(self, table: ShipAhoyTable) -> list[Ask]:
        """The open question: always one to the active player, until the game is over."""
        b = table.battle
        if b.phase == Phase.OVER:
            return []
        about, rule = QUESTIONS[b.phase]
        moves, free = _offered(b)
        return [Ask(b.active, table.next_number, about, rule, moves, free)]

    def refusal_of_read(
        self, table: ShipAhoyTable, seat: int, ask: int | None, move: ShipAhoyMove | None
    ) -> Refusal | None:
        """Why not; see `Game.refusal_of_read`."""
        judged = self._judge(table, seat, ask, move)
        return judged if isinstance(judged, Refusal) else None

    def play_read(
        self, table: ShipAhoyTable, seat: int, ask: int | None, move: ShipAhoyMove | None, luck: Luck
    ) -> list[Event]:
        """Make a move; see `Game.play_read`. If luck runs out, or a shot cannot be computed, nothing has happened."""
        judged = self._judge(table, seat, ask, move)
        if isinstance(judged, Refusal):
            raise Refused(judged)
        b = table.battle.copy()
        self._carry_out(b, judged, luck)
        told = _told(b)
        table.battle = b
        table.played += 1
        return told

    def public_view(self, table: ShipAhoyTable) -> ShipAhoyView:
        """S33: the same to all."""
        return view_of(table.battle)

    def standings(self, table: ShipAhoyTable) -> list[Standing]:
        """S21, S22: how the seats stand; see `Game.standings`."""
        b = table.battle
        ranks = [rules.rank(b, seat) for seat in range(table.seats)]
        return [
            Standing(
                seat=seat,
                place=1 + sum(other > rank for other in ranks),
                score=rules.score(b, seat),
                parts=_parts(b, seat),
                tie_break=TieBreak("towers", "S21", rules.towers_taken(b, seat)),
            )
            for seat, rank in enumerate(ranks)
        ]

    def random_move(self, table: ShipAhoyTable, seat: int, luck: Luck) -> ShipAhoyMove:
        """A sensible move at random: shots and ways are far too many for each to be equally likely."""
        table.check_asked(seat)
        return propose(table.battle, luck)

    def imagine(self, table: ShipAhoyTable, seat: int | None, luck: Luck) -> ShipAhoyTable:
        """S33: nothing is hidden, so it is the table itself again."""
        del luck
        if seat is not None:
            table.check_seat(seat)
        return table.copy()

    def freeze(self, table: ShipAhoyTable) -> bytes | None:
        """The whole battle; see `Game.freeze`."""
        kept = _FrozenTable(_form(self.version), table.played, table.skipped_numbers, table.battle)
        return msgspec.msgpack.encode(kept)

    def thaw(self, frozen: bytes) -> ShipAhoyTable | None:
        """The table with this battle; see `Game.thaw`."""
        try:
            kept = _frozen_table.decode(frozen)
        except NOT_READABLE:
            return None
        if kept.form != _form(self.version):
            return None
        table = ShipAhoyTable(kept.battle.players, kept.battle.options, kept.battle)
        table.played, table.skipped_numbers = kept.played, kept.skipped_numbers
        return table

    def _judge(
        self, table: ShipAhoyTable, seat: int, ask: int | None, move: ShipAhoyMove | None
    ) -> ShipAhoyMove | Refusal:
        """The move, or why it is refused."""
        number = table.question_number(seat)
        b = table.battle
        if b.phase == Phase.OVER:
            return Refusal(END_RULE, "over")
        _, rule = QUESTIONS[b.phase]
        if number is None:
            return Refusal(rule, "not_asked")
        if type(ask) is not int or ask != number:
            return Refusal(rule, "stale")
        if move is None:
            return Refusal(rule, "not_a_move")
        if not isinstance(move, ANSWERS[b.phase]):
            return Refusal(rule, "not_the_question")
        return _refusal(b, move) or move

    def _carry_out(self, b: Battle, move: ShipAhoyMove, luck: Luck) -> None:
        match move:
            case Shoot():
                rules.shoot(b, move, luck, self._cannon)
            case HoldFire():
                rules.hold_fire(b, luck)
            case Sail():
                rules.sail(b, move, luck)
            case MoveWind():
                scenario_of(b).move_wind(b, move)
                rules.go_on_sailing(b, luck)
            case EndSailing():
                rules.end_sailing(b, luck)
            case Fight():
                rules.fight(b, move, luck)
            case Repair():
                rules.repair(b, luck)
            case LeaveDamaged():
                rules.next_turn(b, luck)


@cache
def _form(version: int) -> bytes:
    """What tells frozen tables of one version of the game, and of one set of fields, from all others."""
    form = (version, msgspec.json.encode(msgspec.json.schema(Battle)))
    return hashlib.sha256(repr(form).encode()).digest()[:8]


def _check_options(seats: int, options: ShipAhoyOptions) -> None:
    """Raise `BadOption` unless a table can be laid out so."""
    if options.teams and seats != 4:
        raise BadOption(f"Teams are for 4 players, not {seats} (S22).")
    if options.port_distance not in PORT_DISTANCES:
        raise BadOption(
            f"The option “port_distance” is {NEAREST_PORTS} to {FURTHEST_PORTS} centimetres, "
            f"not {options.port_distance} (S4)."
        )
    if options.rounds != ENDLESS and options.rounds not in ROUNDS:
        raise BadOption(
            f"The option “rounds” is {ROUNDS[0]} to {ROUNDS[-1]}, or {ENDLESS} for no end, not {options.rounds} (S36)."
        )
    hands = options.steady_hand
    if hands and (len(hands) != seats or not all(hand in HANDS for hand in hands)):
        raise BadOption(
            f"The option “steady_hand” names a percentage from 0 to {HANDS[-1]} for each of the {seats} players (S34)."
        )


def _offered(b: Battle) -> tuple[tuple[ShipAhoyMove, ...], tuple[str, ...]]:
    """The moves of a question that can be listed, and the kinds of those that are too many."""
    match b.phase:
        case Phase.SHOOT:
            return (HoldFire(),), ("shoot",)
        case Phase.SAIL | Phase.FREED:
            wind = ("move_wind",) if b.phase == Phase.SAIL and scenario_of(b).wind_movable(b) else ()
            return (EndSailing(),), ("sail", *wind)
        case Phase.FIGHT:
            return tuple(rules.fights(b)), ()
        case _:
            return (Repair(), LeaveDamaged()), ()


def _refusal(b: Battle, move: ShipAhoyMove) -> Refusal | None:
    """Why a move that answers the question is against the rules."""
    match move:
        case Shoot():
            return rules.shot_refusal(b, move)
        case Sail():
            return rules.sail_refusal(b, move)
        case MoveWind():
            return scenario_of(b).wind_refusal(b, move)
        case Fight():
            return rules.fight_refusal(b, move)
        case _:
            return None


def _parts(b: Battle, seat: int) -> dict[str, int]:
    """What a seat's points are made of; S22: the partner's are one part."""
    own = rules.parts(b, seat)
    return {**own, "partner": rules.score(b, seat) - sum(own.values())} if b.options.teams else own


def _told(b: Battle) -> list[Event]:
    told, b.told = b.told, []
    return told
