"""Information-set tree search over one game's rules and heuristics, compiled. Run once per game with their verbs.

An iteration imagines what the thinking seat cannot know, follows the tree to a decision's action that was not tried
yet, plays on quickly and adds the result to every action on the way, for the seat that took it (max-n).

The tree is one table of actions under a hash of the deciding seat and of what it sees (`sight`), not of how the game
came there. So dice and cards that fall differently are different decisions, equal situations share what was learnt, and
of seats that choose at the same time none knows what the others chose.

What it is made of:

- Information-set Monte Carlo tree search, every seat's decisions under what that seat sees (MO-ISMCTS): P. Cowling,
  E. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
  Intelligence and AI in Games 4(2), 2012. Here `believe` may weigh the imagined tables.
- Selection by value and by prior (PUCB, since then PUCT): C. Rosin, "Multi-armed bandits with episode context", Annals
  of Mathematics and Artificial Intelligence 61(3), 2011. The priors are the weights of `propose`.
- Progressive widening: R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30(4), 2007;
  A. Couëtoux and others, "Continuous upper confidence trees", LION 5, 2011.
- Max-n, each seat for itself: C. Luckhardt and K. Irani, "An algorithmic solution of N-person games", AAAI, 1986.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from laguna.bots.search.layout import (
    ANY,
    EXPERIENCED,
    MAX_DECISIONS,
    NOVICE,
    ConsideredRecord,
    Edge,
    QuickGame,
    ScratchRecord,
    SearchPlan,
    SearchWorkspace,
)
from laguna.core.compiled.jit import kernel, part
from laguna.core.compiled.plan import ORIGIN, PLAYED
from laguna.core.compiled.records import Floats, Numbers, RecordArray, TableRecord, Tables
from laguna.core.generator import BOTS, PLAYERS, TABLE, draw, sow
from laguna.core.heuristics import CERTAIN, mix

if TYPE_CHECKING:  # each game's own are put here by `load`
    from laguna.bots.search.verbs import (
        apply,
        asked,
        believe,
        choice,
        choices,
        choose,
        margin,
        novice,
        propose,
        prospect,
        score,
        setup,
        sight,
        standing,
    )

PUCT_EXPLORATION = 1.0
"""How much untried actions draw, against the value of those that were tried."""
WIDENING_START, WIDENING_RATE = 4, 1.5
"""Progressive widening: so many actions are in the choice at once, and more with the square root of the visits."""
WIN_WEIGHT = 0.85
"""What winning counts in the worth of a game's end; the rest is the distance in points."""
NO_ENTRY = -1


@kernel
def think(
    plan: RecordArray[SearchPlan],
    tables: Tables,
    scratches: RecordArray[ScratchRecord],
    works: RecordArray[SearchWorkspace],
    tree: RecordArray[Edge],
    considered: RecordArray[ConsideredRecord],
) -> None:
    """So many iterations from `tables[ORIGIN]`, a table as the seat knows it. Adds to `tree` and `considered`.

    The tree is a hash table with open addressing; its length is a power of two.
    """
    task, scratch, work = plan[0], scratches[0], works[0]
    if task.first == 0:
        consider(tables[ORIGIN], scratch, work, task, considered)
    for number in range(task.first, task.first + task.iterations):
        tables[PLAYED] = tables[ORIGIN]
        s = tables[PLAYED]
        sow(s.rng, task.seed, number, BOTS)
        sow(work.rng, task.seed, number, PLAYERS)
        believe(s, task.seat)
        for i in range(task.count):
            work.actions[i] = considered[i].action
            work.weights[i] = considered[i].weight
        depth, picked = descend(s, scratch, work, task, tree)
        play_on(s, scratch, work, task.horizon)
        judge(s, work)
        for i in range(depth):
            edge = tree[work.path_slots[i]]
            edge.visits += 1
            edge.total += work.worth[work.path_seats[i]]
        found = considered[picked]
        found.visits += 1
        for seat in range(s.players):
            found.values[seat] += work.chance[seat]
            found.points[seat] += score(s, seat)


@part
def consider(
    s: TableRecord,
    scratch: ScratchRecord,
    work: SearchWorkspace,
    task: SearchPlan,
    considered: RecordArray[ConsideredRecord],
) -> None:
    """Note the moves to consider: what is proposed, most promising first, or the one that is asked about."""
    if task.only == ANY:
        task.count = propose(s, task.seat, scratch, work.actions, work.weights)
        sort(work, task.count)
    else:
        task.count = 1
        work.actions[0] = task.only
        work.weights[0] = 1
    for i in range(task.count):
        considered[i].action = work.actions[i]
        considered[i].weight = work.weights[i]


@part
def descend(
    s: TableRecord, scratch: ScratchRecord, work: SearchWorkspace, task: SearchPlan, tree: RecordArray[Edge]
) -> tuple[int, int]:
    """Follow the tree from the thinking seat's decision, whose actions are noted, to an action that was not tried yet.

    The entries on the path and their seats are noted. Returns how many, and which of the considered moves came first.
    """
    seat = task.seat
    count = task.count
    picked = 0
    depth = 0
    while True:
        key = mix(sight(s, seat), seat)
        pick = select(tree, key, work, count)
        slot = work.slots[pick]
        if slot == NO_ENTRY:
            slot = insert(tree, mix(key, work.actions[pick]), task)
        if depth == 0:
            picked = pick
        untried = slot == NO_ENTRY or tree[slot].visits == 0
        if slot != NO_ENTRY:
            work.path_slots[depth] = slot
            work.path_seats[depth] = seat
            depth += 1
        apply(s, seat, work.actions[pick])
        count = 1
        while count == 1:  # nothing to decide
            open_seats = asked(s)
            if untried or depth == MAX_DECISIONS or open_seats == 0:
                return depth, picked
            seat = lowest(open_seats)
            count = propose(s, seat, scratch, work.actions, work.weights)
            if count == 1:
                apply(s, seat, work.actions[0])
        sort(work, count)


@part
def lowest(seats: int) -> int:
    """The first of some seats, a bit each."""
    seat = 0
    while (seats >> seat) & 1 == 0:
        seat += 1
    return seat


@part
def sort(work: SearchWorkspace, count: int) -> None:
    """The most promising actions first."""
    actions, weights = work.actions, work.weights
    for i in range(1, count):
        action = actions[i]
        weight = weights[i]
        j = i
        while j > 0 and weights[j - 1] < weight:
            actions[j] = actions[j - 1]
            weights[j] = weights[j - 1]
            j -= 1
        actions[j] = action
        weights[j] = weight


@part
def select(tree: RecordArray[Edge], key: int, work: SearchWorkspace, count: int) -> int:
    """Which action to follow: good ones, promising ones, ones that were hardly tried (PUCT). Notes their entries."""
    actions, weights, slots = work.actions, work.weights, work.slots
    visits = 0
    total = 0.0
    weight = 0
    allowed = 0
    while allowed < count:
        slot = find(tree, mix(key, actions[allowed]))
        if slot == NO_ENTRY and allowed >= WIDENING_START + WIDENING_RATE * sqrt(visits):
            break
        slots[allowed] = slot
        weight += weights[allowed]
        if slot != NO_ENTRY:
            visits += tree[slot].visits
            total += tree[slot].total
        allowed += 1
    usual = total / visits if visits > 0 else 0.5
    urge = PUCT_EXPLORATION * sqrt(visits + 1.0) / weight
    pick = 0
    best = -1.0
    for i in range(allowed):
        slot = slots[i]
        tries = tree[slot].visits if slot != NO_ENTRY else 0
        worth = tree[slot].total / tries if tries > 0 else usual
        promise = worth + urge * weights[i] / (1 + tries)
        if promise > best:
            best = promise
            pick = i
    return pick


@part
def find(tree: RecordArray[Edge], key: int) -> int:
    """The entry of a key, or NOWHERE."""
    slot = key & (len(tree) - 1)
    while tree[slot].key != 0:
        if tree[slot].key == key:
            return slot
        slot = (slot + 1) & (len(tree) - 1)
    return NO_ENTRY


@part
def insert(tree: RecordArray[Edge], key: int, task: SearchPlan) -> int:
    """A new entry for a key that has none, or NOWHERE if the tree is three quarters full."""
    if task.used * 4 >= len(tree) * 3:
        return NO_ENTRY
    slot = key & (len(tree) - 1)
    while tree[slot].key != 0:
        slot = (slot + 1) & (len(tree) - 1)
    tree[slot].key = key
    task.used += 1
    return slot


@part
def play_on(s: TableRecord, scratch: ScratchRecord, work: SearchWorkspace, moves: int) -> None:
    """So many quick moves, or to the end of the game."""
    for _ in range(moves):
        open_seats = asked(s)
        if open_seats == 0:
            return
        seat = lowest(open_seats)
        apply(s, seat, choose(s, seat, scratch, work.rng))


@part
def judge(s: TableRecord, work: SearchWorkspace) -> None:
    """What a table is worth to every seat, from 0 to 1: by its result, or by what it promises."""
    if asked(s) != 0:
        for seat in range(s.players):
            work.chance[seat] = prospect(s, seat) / CERTAIN
            work.worth[seat] = work.chance[seat]
        return
    win_shares(s, work.chance)
    for seat in range(s.players):
        lead = score(s, seat) - best_rival(s, seat)
        clear = min(1.0, max(0.0, 0.5 + lead / (2.0 * margin)))
        work.worth[seat] = WIN_WEIGHT * work.chance[seat] + (1 - WIN_WEIGHT) * clear


@part
def win_shares(s: TableRecord, shares: Floats) -> None:
    """1 for the winner, and its part for each who shares the win."""
    best = standing(s, 0)
    winners = 0
    for seat in range(s.players):
        best = max(best, standing(s, seat))
    for seat in range(s.players):
        winners += standing(s, seat) == best
    for seat in range(s.players):
        shares[seat] = 1.0 / winners if standing(s, seat) == best else 0.0


@part
def best_rival(s: TableRecord, seat: int) -> int:
    """The most points of anybody else."""
    best = score(s, (seat + 1) % s.players)
    for other in range(s.players):
        if other != seat:
            best = max(best, score(s, other))
    return best


@kernel
def compete(
    plan: RecordArray[SearchPlan],
    tables: Tables,
    scratches: RecordArray[ScratchRecord],
    works: RecordArray[SearchWorkspace],
    players: Numbers,
    games: RecordArray[QuickGame],
) -> None:
    """Quick games between `players` (see `layout`), seat by seat; the first of the plan's iterations is the first game.

    In every game the players sit one seat further; the games of a round share their luck.
    """
    task, scratch, work = plan[0], scratches[0], works[0]
    seats = len(players)
    for i in range(task.iterations):
        number = task.first + i
        tables[PLAYED] = tables[ORIGIN]
        s = tables[PLAYED]
        sow(s.rng, task.seed, number // seats, TABLE)
        sow(work.rng, task.seed, number, PLAYERS)
        setup(s)
        open_seats = asked(s)
        while open_seats != 0:
            seat = lowest(open_seats)
            apply(s, seat, glance(s, seat, scratch, work, players[(seat + number) % seats]))
            open_seats = asked(s)
        game = games[i]
        win_shares(s, game.shares)
        for seat in range(seats):
            game.points[seat] = score(s, seat)
        turn(game.shares, seats, number % seats)
        turn(game.points, seats, number % seats)


@part
def glance(s: TableRecord, seat: int, scratch: ScratchRecord, work: SearchWorkspace, player: int) -> int:
    """What a quick player does."""
    if player == EXPERIENCED:
        return choose(s, seat, scratch, work.rng)
    if player == NOVICE:
        return novice(s, seat, scratch, work.rng)
    return choice(s, seat, scratch.notes, draw(work.rng, choices(s, seat, scratch.notes)))


@part
def turn(by_seat: Floats, seats: int, further: int) -> None:
    """From seat by seat to player by player."""
    for _ in range(further % seats):
        last = by_seat[seats - 1]
        for seat in range(seats - 1, 0, -1):
            by_seat[seat] = by_seat[seat - 1]
        by_seat[0] = last
