"""Laws of encodings: what a learner is shown is what its seat may know, and its choices are the rules' actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from laguna.core.encoding import HIGHEST, LOWEST, NOTHING_BEGUN, WAIT, Encoding
from laguna.core.generator import PLAYERS
from laguna.core.luck import SeededLuck
from laguna.core.plugin import Plugin
from laguna.core.ruled import RuledTable
from laguna.laws.cases import Case, sampled
from laguna.laws.law import LawBroken, law

MAX_ACTIONS = 4_200
"""A question with more actions is not gone through: a group of thirteen may be split in 4,095 ways."""
MAX_STEPS = 64
"""A choice is made in fewer steps."""


class Shown(NamedTuple):
    """What a seat is shown of a table."""

    observation: list[int]
    mask: list[int]
    legal: int
    """How many choices there are, as `Encoding.legal` says."""


def shown(encoding: Encoding[Any], table: RuledTable[Any, Any], seat: int, begun: int, most_notes: int) -> Shown:
    """What a seat is shown that has begun its choice so far."""
    observation, mask = [0] * encoding.size, [0] * encoding.choices
    encoding.observe(table.state, seat, begun, observation)
    if seat not in table.numbers:
        mask[WAIT] = 1
        return Shown(observation, mask, 1)
    legal = encoding.legal(table.state, seat, begun, [0] * most_notes, mask)
    return Shown(observation, mask, legal)


def _choices(
    encoding: Encoding[Any], table: RuledTable[Any, Any], seat: int, begun: int, notes: list[int]
) -> list[int]:
    """The choices that an asked seat has, that has begun so far."""
    mask = [0] * encoding.choices
    encoding.legal(table.state, seat, begun, notes, mask)
    return [choice for choice, there in enumerate(mask) if there]


def _encoding_of(case: Case) -> Encoding[Any] | None:
    return case.plugin.load_encoding()


@law("game", ruled=True)
def parts_fit_into_bytes_and_name_rules(plugin: Plugin) -> None:
    """Every part of an observation has a name of its own, numbers that fit into a byte, and a rule that there is."""
    encoding = plugin.load_encoding()
    if encoding is None:
        return
    rules = plugin.digest("en").rules
    names = [part.name for part in encoding.parts]
    for part in encoding.parts:
        if not LOWEST <= part.low <= part.high <= HIGHEST:
            raise LawBroken(
                f"{plugin.game.key}: “{part.name}” is from {part.low} to {part.high}; a byte is not enough."
            )
        if names.count(part.name) > 1:
            raise LawBroken(f"{plugin.game.key}: two parts are called “{part.name}”.")
        if part.rule not in rules:
            raise LawBroken(f"{plugin.game.key}: “{part.name}” names the rule {part.rule}, which there is not.")


@law("case", ruled=True)
def numbers_are_as_declared(case: Case, seed: int = 30, every: int = 4) -> None:
    """Every number of an observation is within its part's bounds, and there are as many choices as are said."""
    encoding = _encoding_of(case)
    if encoding is None:
        return
    for table in sampled(case, seed, every):
        for seat in range(case.seats):
            for begun in _reached(case, encoding, table, seat):
                seen = shown(encoding, table, seat, begun, case.ruled.rules.most_notes)
                _check_numbers(case, encoding, seen, seed, table)


def _check_numbers(case: Case, encoding: Encoding[Any], seen: Shown, seed: int, table: Any) -> None:  # noqa: ANN401
    if len(seen.observation) != encoding.size or len(seen.mask) != encoding.choices:
        raise case.broken("an observation or a mask grows.", seed, table)
    for part, start, end in encoding.placed:
        for number in seen.observation[start:end]:
            if type(number) is not int or not part.low <= number <= part.high:
                what = f"“{part.name}” is told as {number!r}, and declared from {part.low} to {part.high}."
                raise case.broken(what, seed, table)
    if set(seen.mask) - {0, 1} or sum(seen.mask) != seen.legal or seen.legal == 0:
        raise case.broken(f"there are {sum(seen.mask)} choices, and {seen.legal} are said to be.", seed, table)


def _reached(case: Case, encoding: Encoding[Any], table: Any, seat: int) -> list[int]:  # noqa: ANN401 - the game's own
    """How far a seat may have begun its choice: nothing, and what a few random first steps lead to."""
    found = [NOTHING_BEGUN]
    if seat not in table.numbers:
        return found
    luck = SeededLuck(31, table.played, PLAYERS)
    notes = [0] * case.ruled.rules.most_notes
    for _ in range(MAX_STEPS):
        legal = _choices(encoding, table, seat, found[-1], notes)
        action = encoding.decide(table.state, seat, found[-1], legal[luck.below(len(legal))])
        if action >= 0:
            return found
        found.append(-1 - action)
    raise case.broken(f"a choice of seat {seat} goes on after {MAX_STEPS} steps.", None, table)


@law("case", ruled=True)
def nothing_hidden_is_observed(case: Case, seed: int = 32, every: int = 8) -> None:
    """What a seat is shown, what its choices come to and its own points stay the same whatever is hidden from it."""
    encoding = _encoding_of(case)
    if encoding is None:
        return
    for number, table in enumerate(sampled(case, seed, every)):
        for seat in range(case.seats):
            for luck in range(2):
                if leaks := leak(case, encoding, table, seat, SeededLuck(seed + luck, number)):
                    raise case.broken(f"seat {seat} is told what it cannot know by {leaks}.", seed, table)


def leak(case: Case, encoding: Encoding[Any], table: Any, seat: int, luck: SeededLuck) -> str:  # noqa: ANN401
    """What a seat is told otherwise as soon as all is dealt anew that it cannot know; nothing, if all is the same."""
    rules = case.ruled.rules
    twin = case.game.imagine(table, seat, luck)
    if rules.score(table.state, seat) != rules.score(twin.state, seat):
        return "its own running points"
    for begun in _reached(case, encoding, table, seat):
        one, other = (shown(encoding, each, seat, begun, rules.most_notes) for each in (table, twin))
        if differs := _difference(encoding, one, other):
            return differs
        if seat in table.numbers:
            legal = [choice for choice, there in enumerate(one.mask) if there]
            decided = ([encoding.decide(s, seat, begun, choice) for choice in legal] for s in (table.state, twin.state))
            if len({tuple(each) for each in decided}) > 1:  # a first step could carry it on to the next one
                return "what its choices come to"
    return ""


def _difference(encoding: Encoding[Any], one: Shown, other: Shown) -> str:
    """What is shown otherwise; nothing, if all is the same."""
    for part, start, end in encoding.placed:
        if one.observation[start:end] != other.observation[start:end]:
            return f"“{part.name}” ({part.rule})"
    return "" if one.mask == other.mask else "the choices that it has"


@law("case", ruled=True)
def every_action_has_one_way(case: Case, seed: int = 33, every: int = 8) -> None:
    """Each action of an asked seat is reached by one row of choices, and nothing else is."""
    encoding = _encoding_of(case)
    if encoding is None:
        return
    for table in sampled(case, seed, every):
        for seat in case.asked(table):
            if wrong := astray(case, encoding, table, seat):
                raise case.broken(f"seat {seat} has the actions of its choices, but for {wrong[:5]}.", seed, table)


def astray(case: Case, encoding: Encoding[Any], table: Any, seat: int) -> list[int]:  # noqa: ANN401 - the game's own
    """The actions of an asked seat that no row of choices leads to, or several, and whatever else one leads to."""
    actions = list(case.ruled.actions(table.state, seat))
    if len(actions) > MAX_ACTIONS:
        return []
    reached = Counter(_actions_beyond(encoding, table, seat, NOTHING_BEGUN, [0] * case.ruled.rules.most_notes))
    return sorted({*((reached - Counter(actions)) + (Counter(actions) - reached))})


def _actions_beyond(
    encoding: Encoding[Any],
    table: Any,  # noqa: ANN401 - the game's own
    seat: int,
    begun: int,
    notes: list[int],
) -> Iterator[int]:
    """Every action that choices lead to from here."""
    for choice in _choices(encoding, table, seat, begun, notes):
        action = encoding.decide(table.state, seat, begun, choice)
        if action >= 0:
            yield action
        else:
            yield from _actions_beyond(encoding, table, seat, -1 - action, notes)


@law("case", ruled=True)
def who_is_asked_at_once_sees_nothing_of_the_others_choice(case: Case, seed: int = 34, every: int = 4) -> None:
    """Of seats that are asked at the same time, the later ones are shown the same whatever the earlier ones chose."""
    encoding = _encoding_of(case)
    if encoding is None:
        return
    rules = case.ruled.rules
    for table in sampled(case, seed, every):
        first, *others = case.asked(table) or [0]
        for seat in others:
            found = []
            for luck in range(4):
                after = table.copy()
                move = case.game.random_move(after, first, SeededLuck(luck))
                case.game.play(after, first, after.question_number(first), move, SeededLuck(1))
                if seat in after.numbers:
                    found.append(shown(encoding, after, seat, NOTHING_BEGUN, rules.most_notes))
            for one in found[1:]:
                if differs := _difference(encoding, found[0], one):
                    raise case.broken(f"seat {seat} is shown what seat {first} just chose: {differs}.", seed, table)


@law("rules", ruled=True)
def a_batch_shows_what_single_tables_show(case: Case, seed: int = 35, tables: int = 3, steps: int = 150) -> None:
    """Each table of a batch plays the very game of its number: it shows, asks and ends as plain rules do."""
    encoding = _encoding_of(case)
    if encoding is None:
        return
    from laguna.envs.batch import Batch  # noqa: PLC0415 - Numba only where it is wanted

    batch = Batch(case.key, tables, case.seats, dict(case.chosen), seed=seed)
    singles = [_Single(case, encoding, seed, number) for number in range(tables)]
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        for row, single in enumerate(singles):
            seen = single.shown()
            told = (int(batch.seat[row]), batch.observation[row].tolist(), batch.mask[row].tolist())
            if told != (single.seat, seen.observation, seen.mask):
                raise case.broken(f"table {row} of a batch shows otherwise than game {single.number} alone.", seed)
        choices = batch.sample(rng)
        batch.step(choices)
        for row, single in enumerate(singles):
            single.choose(int(choices[row]))
            if single.over != bool(batch.ended[row]):
                raise case.broken(f"game {single.number} ends otherwise in a batch than alone.", seed)
            if single.over:
                singles[row] = _Single(case, encoding, seed, single.number + tables)


class _Single:
    """One game, played plain by choices."""

    def __init__(self, case: Case, encoding: Encoding[Any], seed: int, number: int) -> None:
        self.number = number
        self._case, self._encoding = case, encoding
        self._luck = SeededLuck(seed, number)
        self._table, _ = case.game.start(case.seats, case.options, self._luck)
        self._begun = [NOTHING_BEGUN] * case.seats

    @property
    def over(self) -> bool:
        return not self._table.numbers

    @property
    def seat(self) -> int:
        return int(min(self._table.numbers))

    def shown(self) -> Shown:
        begun = self._begun[self.seat]
        return shown(self._encoding, self._table, self.seat, begun, self._case.ruled.rules.most_notes)

    def choose(self, choice: int) -> None:
        seat, game = self.seat, self._case.ruled
        action = self._encoding.decide(self._table.state, seat, self._begun[seat], choice)
        self._begun[seat] = NOTHING_BEGUN if action >= 0 else -1 - action
        if action >= 0:
            move = game.decode(self._table.state, seat, action)
            game.play(self._table, seat, self._table.question_number(seat), move, self._luck)
