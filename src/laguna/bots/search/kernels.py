"""Information-set tree search over one game's rules and heuristics, compiled. Run once per game with their verbs.

An iteration imagines what the thinking seat cannot know, follows the tree to a decision's action that was not tried
yet, plays on quickly and adds the result to every action on the way, for the seat that took it (max-n).

The tree is one table of actions under a hash of the deciding seat and of what it sees (`sight`), not of how the game
came there. So dice and cards that fall differently are different decisions, equal situations share what was learnt, and
of seats that choose at the same time none knows what the others chose.
"""

from __future__ import annotations

from math import sqrt

from numba import njit
from numba.extending import register_jitable

from laguna.bots.search.layout import (
    ANY,
    CHANCE,
    COUNT,
    DEPTH,
    EXPERIENCED,
    FIRST,
    HORIZON,
    ITERATIONS,
    NOVICE,
    ONLY,
    SEAT,
    SEED,
    USED,
    WORTH,
)
from laguna.core.generator import BOTS, PLAYERS, TABLE, draw, sow
from laguna.core.heuristics import CERTAIN, mix

# The verbs of `Rules` and `Heuristics` (asked, apply, …, propose, choose, …) are put here when the kernels are loaded.

EXPLORE = 1.0
"""How much untried actions draw, against the value of those that were tried."""
AT_ONCE, MORE = 4, 1.5
"""Progressive widening: so many actions are in the choice at once, and more with the square root of the visits."""
WINNING = 0.85
"""What winning counts in the worth of a game's end; the rest is the distance in points."""
NOWHERE = -1


@njit(cache=True, nogil=True)
def think(root, table, room, actions, weights, slots, rng, plan, tree, path, considered, reward):
    """So many iterations from `root[0]`, a table as the seat knows it. Adds to `tree` and `considered`."""
    if plan[FIRST] == 0:
        consider(root[0], room, actions, weights, plan, considered)
    for number in range(plan[FIRST], plan[FIRST] + plan[ITERATIONS]):
        table[0] = root[0]
        s = table[0]
        sow(s.rng, plan[SEED], number, BOTS)
        sow(rng, plan[SEED], number, PLAYERS)
        believe(s, plan[SEAT])
        for i in range(plan[COUNT]):
            actions[i] = considered[i].action
            weights[i] = considered[i].weight
        depth, picked = descend(s, room, actions, weights, slots, plan, tree, path)
        play_on(s, room, rng, plan[HORIZON])
        judge(s, reward)
        for i in range(depth):
            tree[path[0, i]].visits += 1
            tree[path[0, i]].total += reward[WORTH, path[1, i]]
        considered[picked].visits += 1
        for seat in range(reward.shape[1]):
            considered[picked].values[seat] += reward[CHANCE, seat]
            considered[picked].points[seat] += score(s, seat)


@register_jitable
def consider(s, room, actions, weights, plan, considered):
    """Note the moves to consider: what is proposed, most promising first, or the one that is asked about."""
    if plan[ONLY] == ANY:
        plan[COUNT] = propose(s, plan[SEAT], room, actions, weights)
        sort(actions, weights, plan[COUNT])
    else:
        plan[COUNT] = 1
        actions[0] = plan[ONLY]
        weights[0] = 1
    for i in range(plan[COUNT]):
        considered[i].action = actions[i]
        considered[i].weight = weights[i]


@register_jitable
def descend(s, room, actions, weights, slots, plan, tree, path):
    """Follow the tree from the thinking seat's decision to an action that was not tried yet.

    Its entries and seats are noted in `path`. Returns how many, and which of the considered moves came first.
    """
    seat = plan[SEAT]
    count = plan[COUNT]
    picked = 0
    depth = 0
    while True:
        key = mix(sight(s, seat), seat)
        pick = select(tree, key, actions, weights, slots, count)
        slot = slots[pick]
        if slot == NOWHERE:
            slot = insert(tree, mix(key, actions[pick]), plan)
        if depth == 0:
            picked = pick
        untried = slot == NOWHERE or tree[slot].visits == 0
        if slot != NOWHERE:
            path[0, depth] = slot
            path[1, depth] = seat
            depth += 1
        apply(s, seat, actions[pick])
        count = 1
        while count == 1:  # nothing to decide
            open_seats = asked(s)
            if untried or depth == DEPTH or open_seats == 0:
                return depth, picked
            seat = lowest(open_seats)
            count = propose(s, seat, room, actions, weights)
            if count == 1:
                apply(s, seat, actions[0])
        sort(actions, weights, count)


@register_jitable
def lowest(seats):
    """The first of some seats, a bit each."""
    seat = 0
    while (seats >> seat) & 1 == 0:
        seat += 1
    return seat


@register_jitable
def sort(actions, weights, count):
    """The most promising actions first."""
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


@register_jitable
def select(tree, key, actions, weights, slots, count):
    """Which action to follow: good ones, promising ones, ones that were hardly tried (PUCT). Notes their entries."""
    visits = 0
    total = 0.0
    weight = 0
    allowed = 0
    while allowed < count:
        slot = find(tree, mix(key, actions[allowed]))
        if slot == NOWHERE and allowed >= AT_ONCE + MORE * sqrt(visits):
            break
        slots[allowed] = slot
        weight += weights[allowed]
        if slot != NOWHERE:
            visits += tree[slot].visits
            total += tree[slot].total
        allowed += 1
    usual = total / visits if visits > 0 else 0.5
    urge = EXPLORE * sqrt(visits + 1.0) / weight
    pick = 0
    best = -1.0
    for i in range(allowed):
        slot = slots[i]
        tries = tree[slot].visits if slot != NOWHERE else 0
        worth = tree[slot].total / tries if tries > 0 else usual
        promise = worth + urge * weights[i] / (1 + tries)
        if promise > best:
            best = promise
            pick = i
    return pick


@register_jitable
def find(tree, key):
    """The entry of a key, or NOWHERE."""
    slot = key & (len(tree) - 1)
    while tree[slot].key != 0:
        if tree[slot].key == key:
            return slot
        slot = (slot + 1) & (len(tree) - 1)
    return NOWHERE


@register_jitable
def insert(tree, key, plan):
    """A new entry for a key that has none, or NOWHERE if the tree is three quarters full."""
    if plan[USED] * 4 >= len(tree) * 3:
        return NOWHERE
    slot = key & (len(tree) - 1)
    while tree[slot].key != 0:
        slot = (slot + 1) & (len(tree) - 1)
    tree[slot].key = key
    plan[USED] += 1
    return slot


@register_jitable
def play_on(s, room, rng, moves):
    """So many quick moves, or to the end of the game."""
    for _ in range(moves):
        open_seats = asked(s)
        if open_seats == 0:
            return
        seat = lowest(open_seats)
        apply(s, seat, choose(s, seat, room, rng))


@register_jitable
def judge(s, reward):
    """What a table is worth to every seat, from 0 to 1: by its result, or by what it promises."""
    seats = reward.shape[1]
    if asked(s) != 0:
        for seat in range(seats):
            reward[CHANCE, seat] = prospect(s, seat) / CERTAIN
            reward[WORTH, seat] = reward[CHANCE, seat]
        return
    win_shares(s, reward[CHANCE])
    for seat in range(seats):
        lead = score(s, seat) - best_rival(s, seat, seats)
        clear = min(1.0, max(0.0, 0.5 + lead / (2.0 * margin)))
        reward[WORTH, seat] = WINNING * reward[CHANCE, seat] + (1 - WINNING) * clear


@register_jitable
def win_shares(s, shares):
    """1 for the winner, and its part for each who shares the win."""
    seats = len(shares)
    best = standing(s, 0)
    winners = 0
    for seat in range(seats):
        best = max(best, standing(s, seat))
    for seat in range(seats):
        winners += standing(s, seat) == best
    for seat in range(seats):
        shares[seat] = 1.0 / winners if standing(s, seat) == best else 0.0


@register_jitable
def best_rival(s, seat, seats):
    """The most points of anybody else."""
    best = score(s, (seat + 1) % seats)
    for other in range(seats):
        if other != seat:
            best = max(best, score(s, other))
    return best


@njit(cache=True, nogil=True)
def compete(table, template, room, rng, plan, players, shares, points):
    """Quick games between `players` (see `layout`), seat by seat; the first of `plan`'s iterations is the first game.

    In every game the players sit one seat further; the games of a round share their luck. For each game and player:
    its part of the win, and its points.
    """
    seats = len(players)
    for game in range(plan[ITERATIONS]):
        number = plan[FIRST] + game
        table[0] = template[0]
        s = table[0]
        sow(s.rng, plan[SEED], number // seats, TABLE)
        sow(rng, plan[SEED], number, PLAYERS)
        setup(s)
        open_seats = asked(s)
        while open_seats != 0:
            seat = lowest(open_seats)
            player = players[(seat + number) % seats]
            if player == EXPERIENCED:
                action = choose(s, seat, room, rng)
            elif player == NOVICE:
                action = novice(s, seat, room, rng)
            else:
                action = choice(s, seat, room, draw(rng, choices(s, seat, room)))
            apply(s, seat, action)
            open_seats = asked(s)
        win_shares(s, shares[game])
        for seat in range(seats):
            points[game, seat] = score(s, seat)
        turn(shares[game], number % seats)
        turn(points[game], number % seats)


@register_jitable
def turn(by_seat, further):
    """From seat by seat to player by player."""
    seats = len(by_seat)
    for _ in range(further % seats):
        last = by_seat[seats - 1]
        for seat in range(seats - 1, 0, -1):
            by_seat[seat] = by_seat[seat - 1]
        by_seat[0] = last
