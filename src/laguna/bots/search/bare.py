"""The search without heuristics: all moves alike, random play to the end.

It is what heuristics are measured against, and how a game is played that brings none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from laguna.core.generator import draw
from laguna.core.heuristics import CERTAIN, Heuristics, Scratch, mix
from laguna.core.rules import Rules, State, ints, rule

MAX_PLAYOUT_MOVES = 100_000
MAX_PROPOSALS = 128
"""How many actions of a question are considered in a game that brings no heuristics."""
CLEAR_LEAD_POINTS = 10
"""How many points ahead make a clear win, as long as nobody knows better."""


def without_heuristics(heuristics: Heuristics[Any]) -> Heuristics[Any]:
    """Any move may be proposed (of too many, evenly picked ones), and any is chosen in quick play."""
    rules = heuristics.rules
    choose = _choose(rules)
    return replace(
        heuristics,
        propose=_propose(rules, heuristics.proposals),
        choose=choose,
        novice=choose,
        believe=rules.imagine,
        horizon=MAX_PLAYOUT_MOVES,
    )


@cache
def derived_heuristics(rules: Rules[Any]) -> Heuristics[Any]:
    """What the search needs of a game that brings no heuristics, made from its rules alone.

    Tables are told apart by all that is on them, hidden things as they are imagined included: where much is hidden,
    little is learnt from one imagined table for the next.
    """
    choose, proposals = _choose(rules), min(rules.actions, MAX_PROPOSALS)

    @rule
    def prospect(s: State, seat: int) -> int:  # noqa: ARG001 - everybody's chance is the same
        """An even chance: playouts go on to the end, so it is hardly ever asked for."""
        return CERTAIN // s.players

    return Heuristics(
        rules=rules,
        scratch=_notes_only(rules.most_notes),
        proposals=proposals,
        propose=_propose(rules, proposals),
        choose=choose,
        novice=choose,
        sight=_sight_of_everything(rules.state),
        believe=rules.imagine,
        prospect=prospect,
        horizon=MAX_PLAYOUT_MOVES,
        margin=CLEAR_LEAD_POINTS,
    )


def _notes_only(most_notes: int) -> type[Scratch]:
    """All that is noted is what the rules' `choices` notes."""
    return type("Notes", (Scratch,), {"__annotations__": {"notes": "list[int]"}, "notes": ints(most_notes)})


def _propose(rules: Rules[Any], proposals: int) -> Callable[..., int]:
    choices, choice = rules.choices, rules.choice

    @rule
    def propose(s: State, seat: int, scratch: Scratch, actions: list[int], weights: list[int]) -> int:
        """All actions, or evenly picked ones."""
        count = choices(s, seat, scratch.notes)
        noted = min(count, proposals)
        for i in range(noted):
            actions[i] = choice(s, seat, scratch.notes, i * count // noted)
            weights[i] = 1
        return noted

    return propose


def _choose(rules: Rules[Any]) -> Callable[..., int]:
    choices, choice = rules.choices, rules.choice

    @rule
    def choose(s: State, seat: int, scratch: Scratch, rng: list[int]) -> int:
        """Any action."""
        return choice(s, seat, scratch.notes, draw(rng, choices(s, seat, scratch.notes)))

    return choose


def _sight_of_everything(state: type[State]) -> Callable[[State, int], int]:
    """A hash of every field of a state. It is written out as source: compiled code cannot look a field up by name."""
    lines = [f"    seen = mix(seen, s.{element})" for element in _elements(state)]
    source = "\n".join(["def sight(s, seat):", "    seen = seat", *lines, "    return seen"])
    space: dict[str, Any] = {"mix": mix}
    exec(compile(source, f"<sight of {state.__name__}>", "exec"), space)  # noqa: S102 - our own text
    sight: Callable[[State, int], int] = space["sight"]
    return rule(sight)


def _elements(state: type[State]) -> Iterator[str]:
    """Every number of a state, as an expression."""
    for name, shape in state.FIELDS.items():
        if shape is None:
            yield name
        else:
            for index in product(*map(range, shape.shape)):
                yield name + "".join(f"[{i}]" for i in index)
