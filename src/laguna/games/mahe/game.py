"""What the world sees of Mahé: options, moves, events and views."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from laguna.core.game import BadOption, Event, Move, Options, Own, TieBreak, View
from laguna.core.ruled import RuledGame, RuledTable
from laguna.core.rules import Rules, noted
from laguna.games.mahe import invariants, rules
from laguna.games.mahe.order import ORDER
from laguna.games.mahe.rules import HIGHEST_CARD, NOBODY, TURTLES, Mahe

COLOURS = ("red", "blue", "yellow", "green", "purple", "pink", "grey")


class MaheOptions(Options, frozen=True):
    """M4, M5, M8, M21, M25: who begins, the turtles' colours, what a bust costs, the advanced variant, open piles."""

    advanced: bool = False
    bust_ends_turn: bool = False
    open_piles: bool = False
    first: int | None = None
    colours: tuple[str, ...] = ()


# Moves, and the actions they stand for


class ChooseTurtle(Move, frozen=True):
    """M20: this one of my two turtles goes first. Turtles are numbered as in `COLOURS`."""

    turtle: int


class Stop(Move, frozen=True):
    """M6: no more dice; the turtle moves."""


class Roll(Move, frozen=True):
    """M6: another die. As an answer to M24: no card, roll."""


class PlayCard(Move, frozen=True):
    """M21: a won card of this value as if it were a die."""

    value: int


MaheMove = ChooseTurtle | Stop | Roll | PlayCard


def encode(move: MaheMove) -> int | None:
    """The action that a move stands for; None: no such turtle or card exists."""
    match move:
        case Stop():
            return rules.STOP
        case Roll():
            return rules.ROLL
        case ChooseTurtle():
            return move.turtle if 0 <= move.turtle < TURTLES else None
        case PlayCard():
            return rules.PLAY_CARD + move.value if 1 <= move.value <= HIGHEST_CARD else None


def decode(action: int) -> MaheMove:
    """The move that an action stands for."""
    if action == rules.STOP:
        return Stop()
    if action == rules.ROLL:
        return Roll()
    if action < TURTLES:
        return ChooseTurtle(turtle=action)
    return PlayCard(value=action - rules.PLAY_CARD)


# Events


class TurnBegan(Event, frozen=True):
    """M6: a player's turn begins."""

    seat: int


class TurtleChosen(Event, frozen=True):
    """M20: this turtle goes first."""

    seat: int
    turtle: int


class Rolled(Event, frozen=True):
    """M6: a die for this turtle, and the sum it makes."""

    turtle: int
    die: int
    total: int


class DieOrdered(Event, frozen=True):
    """M7: whoever is on top wants another die."""

    seat: int
    turtle: int


class Stopped(Event, frozen=True):
    """M6: no more dice for this turtle."""

    seat: int
    turtle: int
    total: int
    dice: int


class CardPlayed(Event, frozen=True):
    """M21: a won card instead of a die; it leaves the game."""

    seat: int
    value: int
    total: int


class Sank(Event, frozen=True):
    """M8: past 7; the turtle and its riders go back to the raft."""

    turtle: int
    total: int


class Moved(Event, frozen=True):
    """M10: a turtle and its riders move."""

    turtle: int
    start: int
    field: int


class Climbed(Event, frozen=True):
    """M12: a turtle ends on another's back."""

    turtle: int
    under: int


class EggsLaid(Event, frozen=True):
    """M15: a card is won."""

    turtle: int
    eggs: int


class CardTurnedUp(Event, frozen=True):
    """M15: the next prize, and how many cards are left in the deck."""

    eggs: int
    deck: int


class BeachUncovered(Event, frozen=True):
    """M18: no card is left; the beach's eggs are the last prize."""

    eggs: int


class BeachWon(Event, frozen=True):
    """M18: a turtle lies down on the beach; the game is over."""

    turtle: int
    eggs: int


# Views


class Turtle(msgspec.Struct, frozen=True):
    """Whose a turtle is and where: field 0 is the raft, 22 the beach. `rider` stands on its back."""

    turtle: int
    colour: str
    seat: int
    field: int
    rider: int | None


class Pile(msgspec.Struct, frozen=True):
    """M25: a player's won cards; their values only for the owner, when the game is over for everybody."""

    cards: int
    values: tuple[int, ...] | None


class Ahead(msgspec.Struct, frozen=True):
    """M8, M10, M15: so many fields, where they lead, and the eggs won on the way; a bust leads to the raft."""

    bust: bool
    fields: int
    field: int
    eggs: int


class MaheView(View, frozen=True):
    """M25: all but the others' piles is public; when the game is over (`beach` names a seat), they are, too.

    `ahead` tells what it means to stop now, and then what each value of another die or card would bring, from 1 to 6:
    what `ahead[value]` says comes true. Empty while nobody is about to move.
    """

    seats: int
    active: int
    turtles: tuple[Turtle, ...]
    piles: tuple[Pile, ...]
    prize: int
    deck: int
    mover: int | None
    decider: int | None
    thrown: tuple[int, ...]
    card_at: int | None
    total: int
    ahead: tuple[Ahead, ...]
    beach: int | None


# M25: nothing that exists is hidden, and what nobody has seen (`unseen`) has not been dealt yet: so no `imagine`.
RULES = Rules(
    state=Mahe,
    actions=rules.ACTIONS,
    most_notes=2 + HIGHEST_CARD,
    setup=rules.setup,
    asked=rules.asked,
    choices=rules.choices,
    choice=noted,
    refusal=rules.refusal,
    apply=rules.apply,
    score=rules.score,
    standing=rules.standing,
    broken=invariants.broken,
)

QUESTION_RULES = {
    "which_turtle": "M20",
    "another_die": "M7",
    "card_instead": "M24",
}
REASON_RULES = {
    "not_the_question": "M6",
    "not_your_turtle": "M20",
    "not_advanced": "M21",
    "card_played_already": "M22",
    "no_such_card": "M23",
    "past_seven": "M22",
}
TELLINGS = {
    rules.TURN: TurnBegan,
    rules.CHOSE: TurtleChosen,
    rules.ROLLED: Rolled,
    rules.ORDERED: DieOrdered,
    rules.STOPPED: Stopped,
    rules.PLAYED: CardPlayed,
    rules.SANK: Sank,
    rules.MOVED: Moved,
    rules.CLIMBED: Climbed,
    rules.LAID: EggsLaid,
    rules.TURNED_UP: CardTurnedUp,
    rules.UNCOVERED: BeachUncovered,
    rules.BEACHED: BeachWon,
}


class MaheGame(RuledGame[Mahe, MaheOptions, MaheMove]):
    """Mahé for 2 to 7."""

    key = "mahe"
    seats = range(2, 8)
    version = 1
    options = MaheOptions
    moves = MaheMove
    order = ORDER
    views = MaheView
    rules = RULES
    end_rule = "M18"
    question_rules = QUESTION_RULES
    reason_rules = REASON_RULES
    tellings = TELLINGS
    option_names: ClassVar[Mapping[str, Sequence[str]]] = {"colours": COLOURS}

    def prepare(self, state: Mahe, seats: int, options: MaheOptions) -> None:
        """Players and options; M5: one or two turtles each, every one of its own colour."""
        super().prepare(state, seats, options)
        each = rules.turtles_each(seats)
        colours = options.colours or COLOURS[: seats * each]
        if len(colours) != seats * each or len(set(colours) & set(COLOURS)) != len(colours):
            raise BadOption(
                f"With {seats} players the option “colours” names {seats * each} different ones of: "
                f"{', '.join(COLOURS)}."
            )
        if each == 1:
            state.bust_ends_turn = 0  # M8: with one turtle a bust ends the turn anyway
        for turtle, colour in enumerate(COLOURS):
            state.owner[turtle] = colours.index(colour) // each if colour in colours else NOBODY

    def encode(self, state: Mahe, seat: int, move: MaheMove) -> int | None:
        """See `encode`."""
        del state, seat
        return encode(move)

    def decode(self, state: Mahe, seat: int, action: int) -> MaheMove:
        """See `decode`."""
        del state, seat
        return decode(action)

    def parts(self, table: RuledTable[Mahe, MaheOptions], seat: int) -> dict[str, int]:
        """M19: eggs on cards, and the beach's."""
        beach = rules.BEACH_EGGS if table.state.beach == seat else 0
        return {"cards": rules.score(table.state, seat) - beach, "beach": beach}

    def tie_break(self, state: Mahe, seat: int) -> TieBreak:
        """M19: cards, the beach counting as one."""
        return TieBreak("cards", "M19", rules.prizes(state, seat))

    def public_view(self, table: RuledTable[Mahe, MaheOptions]) -> MaheView:
        """M25: what everybody sees."""
        return _public(table.state, open_piles=table.options.open_piles or table.state.asking == rules.OVER)

    def own_fields(self, table: RuledTable[Mahe, MaheOptions], seat: int, public: MaheView) -> dict[str, Any]:
        """M25: what a player sees: also the values of the own pile."""
        del public
        return {"piles": Own(_pile(table.state, seat, shown=True))}


def _public(s: Mahe, *, open_piles: bool) -> MaheView:
    moving = s.asking in (rules.ANOTHER_DIE, rules.CARD_INSTEAD)
    return MaheView(
        seats=s.players,
        active=s.active,
        turtles=tuple(_turtle(s, turtle) for turtle in range(TURTLES) if s.owner[turtle] != NOBODY),
        piles=tuple(_pile(s, owner, shown=open_piles) for owner in range(s.players)),
        prize=_prize(s),
        deck=s.deck,
        mover=s.mover if moving else None,
        decider=rules.decider(s) if moving else None,
        thrown=tuple(s.thrown[: s.dice]) if moving else (),
        card_at=s.card_at - 1 if moving and s.card_at else None,
        total=s.total if moving else 0,
        ahead=tuple([_ahead(s, value) for value in range(rules.DIE + 1)]) if moving else (),
        beach=None if s.beach == NOBODY else s.beach,
    )


def _turtle(s: Mahe, turtle: int) -> Turtle:
    rider = s.rider[turtle]
    return Turtle(
        turtle=turtle,
        colour=COLOURS[turtle],
        seat=s.owner[turtle],
        field=s.field[turtle],
        rider=None if rider == NOBODY else rider,
    )


def _prize(s: Mahe) -> int:
    """M15, M18: the eggs on the face-up card, in the end those on the beach."""
    return s.face_up or rules.BEACH_EGGS


def _ahead(s: Mahe, value: int) -> Ahead:
    """What a die or card of this value would bring; 0: what stopping brings."""
    total, dice = s.total + value, s.dice + (value > 0)
    if total > rules.BUST_ABOVE:
        return Ahead(bust=True, fields=0, field=rules.RAFT, eggs=0)
    count = rules.count_to(s, total, dice)
    eggs = _prize(s) if rules.passes_the_beach(count) else 0
    return Ahead(bust=False, fields=total * dice, field=rules.field_at(count), eggs=eggs)


def _pile(s: Mahe, seat: int, *, shown: bool) -> Pile:
    won = s.pile[seat]
    values = tuple([value for value, cards in enumerate(won) for _ in range(cards)]) if shown else None
    return Pile(cards=sum(won), values=values)
