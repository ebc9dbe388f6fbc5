"""Many tables of one game at once, compiled. Run once per game with the verbs of its rules, heuristics and encoding.

One entry point, since each compiles the rules again. Whatever it is given, it reads and writes within its arrays: a
choice counts only if it is a number below the mask's length with a 1 there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from laguna.core.compiled.jit import kernel, part
from laguna.core.compiled.records import Floats, Numbers, RecordArray, TableRecord, Tables
from laguna.core.encoding import NOTHING_BEGUN, WAIT
from laguna.core.generator import BOTS, PLAYERS, TABLE, draw, sow
from laguna.envs.layout import (
    ANSWER,
    BEGIN,
    DRAWN_SEAT,
    EVERY_SEAT,
    FORFEIT,
    IMAGINE,
    LOOK,
    MARGIN,
    NO_ANSWER,
    NOBODY,
    OF_A_GLANCE,
    PLACE,
    POINTS,
    RANDOM_OPPONENT,
    SEARCHING_OPPONENT,
    SEAT_BITS,
    STEP,
    WORD_BITS,
    BatchPlan,
    ByteRow,
    Bytes,
    TableRow,
)

if TYPE_CHECKING:  # each game's own are put here by `load`
    from laguna.bots.search.layout import ScratchRecord
    from laguna.envs.verbs import (
        apply,
        asked,
        choice,
        choices,
        choose,
        decide,
        imagine,
        legal,
        novice,
        observe,
        score,
        setup,
        standing,
    )


@kernel
def run(  # noqa: PLR0913, PLR0917 - a tuple of arrays would count references
    plan: RecordArray[BatchPlan],
    tables: Tables,
    rows: RecordArray[TableRow],
    scratches: RecordArray[ScratchRecord],
    opponents: Numbers,
    chosen: Numbers,
    observations: RecordArray[ByteRow],
    masks: RecordArray[ByteRow],
    reward: Floats,
    ended: Bytes,
    log: Numbers,
) -> None:
    """Do something at each table; see `BatchPlan.task`.

    `tables` has one more than there are `rows`: players and options, with which each game begins. `opponents` has for
    each seat, counted from the learner's, how often it plays as somebody with experience; see `OF_A_GLANCE`. `chosen`
    has each table's choice, or the seat that looks or imagines.
    """
    task, scratch = plan[0], scratches[0]
    for i in range(len(rows)):
        row = rows[i]
        if task.task == LOOK:
            observe(tables[i], chosen[i], row.begun[chosen[i]], observations[i].bytes)
            continue
        if task.task == ANSWER and row.searching == NOBODY:
            continue
        if task.task == IMAGINE:
            imagine_anew(tables[i], row, task, chosen[i], i)
        else:
            play(tables, i, row, task, scratch, opponents, chosen, masks, reward, ended, log)
        show(tables[i], row, scratch, observations[i].bytes, masks[i].bytes)


@part
def play(  # noqa: PLR0913, PLR0917 - as above
    tables: Tables,
    i: int,
    row: TableRow,
    task: BatchPlan,
    scratch: ScratchRecord,
    opponents: Numbers,
    chosen: Numbers,
    masks: RecordArray[ByteRow],
    reward: Floats,
    ended: Bytes,
    log: Numbers,
) -> None:
    """Begin a game or go on with it, until the learner is asked; reward; begin the next game where it is over."""
    if task.task != ANSWER:
        ended[i] = 0
        row.forfeited = 0
        for seat in range(tables[i].players):
            reward[i, seat] = 0.0
    if task.task == BEGIN:
        begin(tables, i, row, task)
    elif task.task == STEP:
        take(tables[i], row, task, chosen[i], masks[i].bytes, log, i)
    else:
        move(tables[i], row, row.searching, row.answer, log, i)
    let_opponents_play(tables[i], row, scratch, opponents, log, i)
    if task.task == BEGIN or ended[i] != 0:
        note_points(tables[i], row)
        return
    settle(tables[i], row, task, reward, i)
    if row.forfeited != 0 or asked(tables[i]) == 0:
        ended[i] = 1
        begin_next(tables, i, row, task)
        let_opponents_play(tables[i], row, scratch, opponents, log, i)
        note_points(tables[i], row)


@kernel
def sample(rows: RecordArray[TableRow], masks: RecordArray[ByteRow], words: Numbers, chosen: Numbers) -> None:
    """Any of each table's choices, by words below 2^31."""
    for i in range(len(rows)):
        chosen[i] = WAIT if rows[i].legal == 0 else nth(masks[i].bytes, words[i] * rows[i].legal >> WORD_BITS)


# A game's beginning and its end


@part
def begin(tables: Tables, i: int, row: TableRow, task: BatchPlan) -> None:
    """Lay out the table's next game: its luck is that of `laguna simulate`."""
    tables[i] = tables[len(tables) - 1]
    s = tables[i]
    sow(s.rng, task.seed, row.number, TABLE)
    sow(row.rng, task.seed, row.number, PLAYERS)
    setup(s)
    row.seat = 0
    row.searching = NOBODY
    row.moves = 0
    row.learner = draw(row.rng, s.players) if task.learner == DRAWN_SEAT else task.learner
    for seat in range(s.players):
        row.begun[seat] = NOTHING_BEGUN


@part
def begin_next(tables: Tables, i: int, row: TableRow, task: BatchPlan) -> None:
    """The game is over: remember it, and begin the one of the next number."""
    row.ended_number = row.number
    row.ended_moves = row.moves
    row.page = 1 - row.page
    row.number += task.stride
    begin(tables, i, row, task)


@part
def imagine_anew(s: TableRecord, row: TableRow, task: BatchPlan, seat: int, i: int) -> None:
    """Deal anew what a seat cannot know: what lies hidden, luck and opponents to come, what others have begun."""
    sow(s.rng, task.seed, i, BOTS)
    sow(row.rng, task.seed, i, PLAYERS)
    imagine(s, seat)
    for other in range(s.players):
        if other != seat:
            row.begun[other] = NOTHING_BEGUN


# A step


@part
def take(s: TableRecord, row: TableRow, task: BatchPlan, wanted: int, mask: Bytes, log: Numbers, i: int) -> None:
    """Make the choice of the seat that is to choose."""
    if row.legal == 0:  # not asked: there is only waiting
        return
    if wanted < 0 or wanted >= len(mask) or mask[wanted] == 0:
        if task.illegal == FORFEIT:
            row.forfeited = 1
            return
        wanted = nth(mask, draw(row.rng, row.legal))
    seat = row.seat
    action = decide(s, seat, row.begun[seat], wanted)
    if action < 0:
        row.begun[seat] = -1 - action
    else:
        move(s, row, seat, action, log, i)


@part
def nth(mask: Bytes, n: int) -> int:
    """The n-th of the choices that are legal, counted from 0."""
    at = 0
    while mask[at] == 0 or n > 0:
        n -= mask[at]
        at += 1
    return at


@part
def move(s: TableRecord, row: TableRow, seat: int, action: int, log: Numbers, i: int) -> None:
    """Carry out the rules' action of a seat, and write it down if there is room."""
    length = log.shape[1] // 2
    if row.moves < length:
        log[i, row.page * length + row.moves] = action << SEAT_BITS | seat
    row.moves += 1
    row.begun[seat] = NOTHING_BEGUN
    row.searching = NOBODY
    row.answer = NO_ANSWER
    apply(s, seat, action)


@part
def let_opponents_play(
    s: TableRecord, row: TableRow, scratch: ScratchRecord, opponents: Numbers, log: Numbers, i: int
) -> None:
    """Have opponents play until the learner is asked, one has to be searched for, or the game is over."""
    open_seats = 0 if row.forfeited != 0 else asked(s)
    while open_seats != 0:
        if row.learner == EVERY_SEAT:
            row.seat = lowest(open_seats)
            return
        row.seat = row.learner
        if open_seats >> row.learner & 1:
            return
        seat = lowest(open_seats)
        further = seat - row.learner if seat > row.learner else seat - row.learner + s.players
        if opponents[further] == SEARCHING_OPPONENT:
            row.searching = seat
            return
        move(s, row, seat, glance(s, seat, row, scratch, opponents[further]), log, i)
        open_seats = asked(s)


@part
def lowest(seats: int) -> int:
    """The first of some seats, a bit each."""
    seat = 0
    while (seats >> seat) & 1 == 0:
        seat += 1
    return seat


@part
def glance(s: TableRecord, seat: int, row: TableRow, scratch: ScratchRecord, experienced: int) -> int:
    """What an opponent does that does not search."""
    if experienced == RANDOM_OPPONENT:
        return choice(s, seat, scratch.notes, draw(row.rng, choices(s, seat, scratch.notes)))
    if draw(row.rng, OF_A_GLANCE) < experienced:
        return choose(s, seat, scratch, row.rng)
    return novice(s, seat, scratch, row.rng)


# Rewards


@part
def settle(s: TableRecord, row: TableRow, task: BatchPlan, reward: Floats, i: int) -> None:
    """What each seat is rewarded with for this step."""
    if row.forfeited != 0:
        reward[i, row.seat] = -1.0
        return
    if task.reward == POINTS:
        for seat in range(s.players):
            points = score(s, seat)
            reward[i, seat] += points - row.points[seat]
            row.points[seat] = points
    elif asked(s) == 0:
        for seat in range(s.players):
            if task.reward == MARGIN:
                reward[i, seat] = lead(s, seat) / task.margin
            elif task.reward == PLACE:
                reward[i, seat] = place(s, seat)
            else:
                reward[i, seat] = win(s, seat)


@part
def note_points(s: TableRecord, row: TableRow) -> None:
    """What each seat has from the beginning is no reward."""
    for seat in range(s.players):
        row.points[seat] = score(s, seat)


@part
def win(s: TableRecord, seat: int) -> float:
    """The seat's part of the win, so that all rewards together are 0 and a win alone is 1."""
    rank = standing(s, seat)
    winners = 0
    for other in range(s.players):
        if standing(s, other) > rank:
            return -1.0 / (s.players - 1)
        winners += standing(s, other) == rank
    return (1.0 / winners - 1.0 / s.players) * s.players / (s.players - 1)


@part
def place(s: TableRecord, seat: int) -> float:
    """From 1 for the first to -1 for the last; who shares places has their mean."""
    rank = standing(s, seat)
    behind = 0
    for other in range(s.players):
        behind += (standing(s, other) < rank) - (standing(s, other) > rank)
    return behind / (s.players - 1)


@part
def lead(s: TableRecord, seat: int) -> float:
    """How many points the seat is ahead of the best other one."""
    best = score(s, 1 if seat == 0 else 0)
    for other in range(s.players):
        if other != seat:
            best = max(best, score(s, other))
    return score(s, seat) - best


# What is seen


@part
def show(s: TableRecord, row: TableRow, scratch: ScratchRecord, observation: Bytes, mask: Bytes) -> None:
    """What the seat that is to choose may know, and what it may choose."""
    seat = row.seat
    observation[:] = 0
    mask[:] = 0
    observe(s, seat, row.begun[seat], observation)
    if row.searching == NOBODY and asked(s) >> seat & 1:
        row.legal = legal(s, seat, row.begun[seat], scratch.notes, mask)
    else:
        row.legal = 0
        mask[WAIT] = 1
