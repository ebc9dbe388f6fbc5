"""Many tables of one game at once, compiled. Run once per game with the verbs of its rules, heuristics and encoding.

One entry point, since each compiles the rules again. Whatever it is given, it reads and writes within its arrays: a
choice counts only if it is a number below the mask's length with a 1 there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from laguna.bots.search.layout import MAX_SEATS
from laguna.core.compiled.jit import kernel, part
from laguna.core.compiled.records import Floats, Numbers, RecordArray, TableRecord, Tables
from laguna.core.encoding import NOTHING_BEGUN, WAIT
from laguna.core.generator import BOTS, PLAYERS, TABLE, draw, sow
from laguna.envs.layout import (
    BEGIN,
    FORFEIT,
    MARGIN,
    MOST_UNWRITTEN,
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
from laguna.envs.opponents import DRAWN_SEAT, EVERY_SEAT

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
    chosen: Numbers,
    observations: RecordArray[ByteRow],
    masks: RecordArray[ByteRow],
    reward: Floats,
    ended: Bytes,
    log: Numbers,
) -> None:
    """Begin a game at each table, or take a step, or go on where an opponent was searched for; see `BatchPlan.task`.

    `tables` has one more than there are `rows`: players and options, with which each game begins. `log` has two pages a
    table, for its game and the one before. Arrays stay in this function: whatever they are handed to counts references.
    """
    task, scratch = plan[0], scratches[0]
    for i in range(len(rows)):
        row = rows[i]
        if task.task == BEGIN:
            clear(row)
            begin(tables, i, row, task)
        elif task.task == STEP:
            clear(row)
            take(tables[i], row, task, chosen[i], masks[i].bytes)
        elif row.searching != NOBODY:
            move(tables[i], row, row.searching, row.answer)
        else:
            continue
        going_on = True
        while going_on:
            going_on = play_on(tables[i], row, task, scratch)
            for k in range(min(row.unwritten, log.shape[1] // 2 - row.written)):  # none, where the log is full
                log[i, 2 * (row.written + k) + row.page] = row.last_moves[k]
            row.written += row.unwritten
            row.unwritten = 0
            if row.ended != 0 and row.just_begun == 0:
                begin_next(tables, i, row, task)
        ended[i] = row.ended
        for seat in range(tables[i].players):
            reward[i, seat] = row.reward[seat]
        show(tables[i], row, scratch, observations[i].bytes, masks[i].bytes)


@kernel
def look(tables: Tables, rows: RecordArray[TableRow], looking: Numbers, observations: RecordArray[ByteRow]) -> None:
    """What one seat of each table may know. The observations are all zeros before."""
    for i in range(len(rows)):
        observe(tables[i], looking[i], rows[i].begun[looking[i]], observations[i].bytes)


@kernel
def imagine_all(tables: Tables, rows: RecordArray[TableRow], imagining: Numbers, seed: int) -> None:
    """Deal anew what one seat of each table cannot know: what is hidden, what luck and opponents will do."""
    for i in range(len(rows)):
        s, row = tables[i], rows[i]
        sow(s.rng, seed, i, BOTS)
        sow(row.rng, seed, i, PLAYERS)
        imagine(s, imagining[i])
        for other in range(s.players):
            if other != imagining[i]:
                row.begun[other] = NOTHING_BEGUN


@kernel
def sample(rows: RecordArray[TableRow], masks: RecordArray[ByteRow], words: Numbers, chosen: Numbers) -> None:
    """Any of each table's choices, by words below 2^31."""
    for i in range(len(rows)):
        chosen[i] = WAIT if rows[i].legal == 0 else nth(masks[i].bytes, words[i] * rows[i].legal >> WORD_BITS)


# A game's beginning and its end


@part
def clear(row: TableRow) -> None:
    """Nothing has happened in this step yet."""
    row.ended = 0
    row.forfeited = 0
    row.just_begun = 0
    for seat in range(MAX_SEATS):
        row.reward[seat] = 0.0


@part
def begin(tables: Tables, i: int, row: TableRow, task: BatchPlan) -> None:
    """Lay out the table's next game: its luck is that of `laguna simulate`."""
    tables[i] = tables[len(tables) - 1]
    s = tables[i]
    sow(s.rng, task.seed, row.number, TABLE)
    sow(row.rng, task.seed, row.number, PLAYERS)
    setup(s)
    row.just_begun = 1
    row.seat = 0
    row.searching = NOBODY
    row.moves = 0
    row.written = 0
    row.unwritten = 0
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
def play_on(s: TableRecord, row: TableRow, task: BatchPlan, scratch: ScratchRecord) -> bool:
    """Have opponents play, and reward what the step came to; whether there is more to do, once moves are written.

    So it is where the game is over (`row.ended`), and the next one is to begin.
    """
    let_opponents_play(s, row, task, scratch)
    if row.unwritten == MOST_UNWRITTEN:
        return True
    if row.just_begun != 0:
        note_points(s, row)
        return False
    settle(s, row, task)
    if row.forfeited == 0 and asked(s) != 0:
        return False
    row.ended = 1
    return True


# A step


@part
def take(s: TableRecord, row: TableRow, task: BatchPlan, wanted: int, mask: Bytes) -> None:
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
        move(s, row, seat, action)


@part
def nth(mask: Bytes, n: int) -> int:
    """The n-th of the choices that are legal, counted from 0."""
    at = 0
    while mask[at] == 0 or n > 0:
        n -= mask[at]
        at += 1
    return at


@part
def move(s: TableRecord, row: TableRow, seat: int, action: int) -> None:
    """Carry out the rules' action of a seat."""
    row.last_moves[row.unwritten] = action << SEAT_BITS | seat
    row.unwritten += 1
    row.moves += 1
    row.begun[seat] = NOTHING_BEGUN
    row.searching = NOBODY
    row.answer = NO_ANSWER
    apply(s, seat, action)


@part
def let_opponents_play(s: TableRecord, row: TableRow, task: BatchPlan, scratch: ScratchRecord) -> None:
    """Have opponents play until the learner is asked, one has to be searched for, or the game is over.

    Or until moves have to be written to the log: then it goes on where it was.
    """
    open_seats = 0 if row.forfeited != 0 and row.just_begun == 0 else asked(s)
    while open_seats != 0 and row.unwritten < MOST_UNWRITTEN:
        if row.learner == EVERY_SEAT:
            row.seat = lowest(open_seats)
            return
        row.seat = row.learner
        if open_seats >> row.learner & 1:
            return
        seat = lowest(open_seats)
        further = seat - row.learner if seat > row.learner else seat - row.learner + s.players
        if task.experienced[further] == SEARCHING_OPPONENT:
            row.searching = seat
            return
        move(s, row, seat, glance(s, seat, row, scratch, task.experienced[further]))
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
def settle(s: TableRecord, row: TableRow, task: BatchPlan) -> None:
    """What each seat is rewarded with for this step."""
    if row.forfeited != 0:
        row.reward[row.seat] = -1.0
        return
    if task.reward == POINTS:
        for seat in range(s.players):
            points = score(s, seat)
            row.reward[seat] += points - row.points[seat]
            row.points[seat] = points
    elif asked(s) == 0:
        for seat in range(s.players):
            if task.reward == MARGIN:
                row.reward[seat] = lead(s, seat) / task.margin
            elif task.reward == PLACE:
                row.reward[seat] = place(s, seat)
            else:
                row.reward[seat] = win(s, seat)


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
