"""How Kuna Yala is really played: own fish to safe places, others' fish to the curse, and an eye on who wants what.

Everything is weighed in hundredths of a point, as the seat sees it: its own points for it, the others' against it.
Numbers like K13 are those of the digest.
"""

from __future__ import annotations

from math import exp

from laguna.core.generator import draw
from laguna.core.heuristics import CERTAIN, Heuristics, Scratch, fading, mix
from laguna.core.rules import below, ints, rule
from laguna.games.kuna_yala.card_faces import colour_of, count_on, fish_on, floor_of, is_fish
from laguna.games.kuna_yala.components import (
    COLOURS,
    CORAL,
    EAST,
    FISH,
    FLOORS,
    LAY_AT_HOME,
    LAY_AWAY,
    LAY_TWO,
    NOTHING,
    OCTOPUS,
    OVER,
    PLACES,
    RUN,
    SEA,
    SHARK,
    SIDES,
    SLOTS,
    SOUTH,
    KunaYala,
)
from laguna.games.kuna_yala.free_places import beside, places
from laguna.games.kuna_yala.game import KunaYalaGame
from laguna.games.kuna_yala.rules import choice, choices
from laguna.games.kuna_yala.scoring import fish_points, majority_points, shark_points
from laguna.games.kuna_yala.visible_cards import cards_left

Four = tuple[int, int, int, int]
"""A number for each colour."""
Six = tuple[int, int, int, int, int, int]
"""A number for each way to deal three colours to three rivals."""

POINT = 100
# Measure again: python bench/tune.py kuna_yala RIVALS_POINT
RIVALS_POINT = (0, 0, 75, 42, 30)
"""What a rival's point costs, by the number of players: the more there are, the less it is this one who matters."""
NEVER = -1_000_000
NO_FLOOR = -1

# Who has which colour, by what they did
PER_MILLE = 1000
LARGE = 1 << 50
# Measure again: python bench/tune.py kuna_yala KEPT
# Measure again: python bench/tune.py kuna_yala GIVEN
# Measure again: python bench/tune.py kuna_yala KILLED
# Measure again: python bench/tune.py kuna_yala LEFT
KEPT, GIVEN, KILLED, LEFT = 9, 4, -12, -10
"""How much one fish of a colour that a seat laid at home, laid away, killed or left speaks for its having it."""
MOST_EVIDENCE = 110
LIKELIHOOD = tuple(round(exp(evidence / 16)) for evidence in range(2 * MOST_EVIDENCE + 1))
"""How likely such deeds are, by the evidence for a colour that they add up to."""
RIVALS = 3
DEALS = 6
DEALT = (0, 1, 2, 0, 2, 1, 1, 0, 2, 1, 2, 0, 2, 0, 1, 2, 1, 0)
"""The six ways to deal three things to three rivals: what each gets, way by way."""
DEAL_OF = tuple(
    DEALS * ways[0] + ways[1]
    for number in range(RIVALS)
    for thing in range(RIVALS)
    for ways in [[deal for deal in range(DEALS) if DEALT[deal * RIVALS + number] == thing]]
)
"""The two ways in which a rival gets a thing, as one number."""

# The majority at home: what one fish more is worth, by the lead that the colour has (K16)
FARTHEST = 5
# Measure again: python bench/tune.py kuna_yala LEAD_STEP
LEAD_STEP = (0, 0, 2, 6, 14, 22, 14, 6, 2, 0, 0)

# Octopuses: what one coral more is worth, by the lead in corals (K12), and how many octopuses that is reckoned with
# Measure again: python bench/tune.py kuna_yala CORAL_STEP
CORAL_STEP = (20, 30, 50, 100, 200, 280, 240, 170, 110, 60, 40)
ALL_OCTOPUSES = 10

# Sharks: what holding so many more than anybody else is worth (K16)
# Measure again: python bench/tune.py kuna_yala SHARK_LEAD
SHARK_LEAD = (5, 15, 40, 110, 165, 185, 195)
FARTHEST_SHARKS = 3

# Measure again: python bench/tune.py kuna_yala RISK
RISK = (0, 20, 30)
"""How many of a hundred pairs of one floor die, by the number of places where a third card could be laid (K13)."""
# Measure again: python bench/tune.py kuna_yala DENIED
DENIED = 25
"""How many of a hundred of the next player's fish that are left would be taken."""
# Measure again: python bench/tune.py kuna_yala TOSS_UP
TOSS_UP = 8
"""Worths that differ by less are as good as equal."""

PROPOSALS = 40
WEIGHT_STEP = 4
WEIGHT = tuple(max(1, round(100 * exp(-step * WEIGHT_STEP / 60))) for step in range(80))
"""How promising an action is, by how much less than the best it is worth."""
GLANCES = 12
"""How many cards and places a beginner looks at."""

# The end of the game, seen from the middle
MOST_TO_COME = 100
# Measure again: python bench/tune.py kuna_yala LEAD_WORTH --search 200
LEAD_WORTH = (5, 15, 30, 60, 95, 130, 200, 245, 270, 285, 295)
"""What the majority at home is worth by the lead, if it is as fought for as usual."""
# Measure again: python bench/tune.py kuna_yala AHEAD_COUNTS --search 200
AHEAD_COUNTS = (0, 0, 0, 30, 100)
# Measure again: python bench/tune.py kuna_yala SURE_COUNTS --search 200
SURE_COUNTS = (0, 0, 50, 45, 5)
"""How many of a hundred to reckon with, by the number of players: among few all majorities are soon spoilt."""
# Measure again: python bench/tune.py kuna_yala OCTOPUS_SHARE --search 200
OCTOPUS_SHARE = (0, 1, 3, 6, 12, 22, 38, 52, 64, 74, 82)
"""How many of a hundred octopuses come, by the lead in corals."""
# Measure again: python bench/tune.py kuna_yala FISH_TO_COME --search 200
# Measure again: python bench/tune.py kuna_yala FISH_IN_SIGHT --search 200
# Measure again: python bench/tune.py kuna_yala ON_TURN --search 200
FISH_TO_COME, FISH_IN_SIGHT, ON_TURN = 65, 45, 40
# Measure again: python bench/tune.py kuna_yala NARROW --search 200
NARROW = (0, 0, 75, 130, 130)
# Measure again: python bench/tune.py kuna_yala WIDER --search 200
WIDER = (0, 0, 340, 650, 700)
"""How many hundredths of a point make a clear lead at the end, and how many more at the beginning."""


class KunaYalaScratch(Scratch):
    """What is noted about one question."""

    notes: list[int] = ints(KunaYalaGame.rules.most_notes)
    """What `choices` notes: how many places there are for each card."""
    offers: list[int] = ints(2 * SLOTS)
    """The best place for each slot's card at home, then away, and its worth, as worth * PLACES + place."""


# Beliefs: who has which colour?


@rule
def likelihood(s: KunaYala, seat: int, colour: int) -> int:
    """How likely a seat's deeds are, if this is its colour."""
    evidence = MOST_EVIDENCE + KEPT * s.kept[seat][colour] + GIVEN * s.given[seat][colour]
    evidence += KILLED * s.killed[seat][colour] + LEFT * s.left[seat][colour]
    return LIKELIHOOD[min(max(evidence, 0), 2 * MOST_EVIDENCE)]


@rule
def rival(s: KunaYala, seat: int, number: int) -> int:
    """The seat of somebody's rival: 0 is the next, then clockwise."""
    return (seat + 1 + number) % s.players


@rule
def foreign(s: KunaYala, seat: int, number: int) -> int:
    """One of the three colours that a seat does not have."""
    return (s.colour[seat] + 1 + number) % COLOURS


@rule
def deal_weight(s: KunaYala, seat: int, deal: int) -> int:
    """How likely it is that the rivals have the colours of this deal."""
    weight = 1
    for number in range(s.players - 1):
        colour = foreign(s, seat, DEALT[deal * RIVALS + number])
        weight *= likelihood(s, rival(s, seat, number), colour)
    return weight


@rule
def per_mille(weight: int, total: int) -> int:
    """A part of a total. The product of large numbers would not fit."""
    return weight // (total // PER_MILLE + 1) if total > LARGE else weight * PER_MILLE // total


@rule
def deal_chances(s: KunaYala, seat: int) -> Six:
    """How likely each deal of the foreign colours is, per mille."""
    a, b, c = deal_weight(s, seat, 0), deal_weight(s, seat, 1), deal_weight(s, seat, 2)
    d, e, f = deal_weight(s, seat, 3), deal_weight(s, seat, 4), deal_weight(s, seat, 5)
    total = a + b + c + d + e + f
    return (
        per_mille(a, total),
        per_mille(b, total),
        per_mille(c, total),
        per_mille(d, total),
        per_mille(e, total),
        per_mille(f, total),
    )


@rule
def chance(s: KunaYala, seat: int, deals: Six, owner: int, colour: int) -> int:
    """How likely a player has a colour, per mille, as `seat` believes."""
    if owner == seat or colour == s.colour[seat]:
        return PER_MILLE if owner == seat and colour == s.colour[seat] else 0
    number = (owner - seat - 1) % s.players
    wanted = (colour - s.colour[seat] - 1) % COLOURS
    first = DEAL_OF[number * RIVALS + wanted]
    return deals[first // DEALS] + deals[first % DEALS]


@rule
def chances(s: KunaYala, seat: int, deals: Six, owner: int) -> Four:
    """How likely a player has each colour, per mille."""
    return (
        chance(s, seat, deals, owner, 0),
        chance(s, seat, deals, owner, 1),
        chance(s, seat, deals, owner, 2),
        chance(s, seat, deals, owner, 3),
    )


@rule
def believe(s: KunaYala, seat: int) -> None:
    """K18: the others' tokens, each deal of them as often as their deeds make it likely."""
    if s.asking == OVER:
        return
    deals = deal_chances(s, seat)
    total = 0
    for deal in range(DEALS):
        total += deals[deal]
    pick = below(s, total)
    deal = 0
    while pick >= deals[deal]:
        pick -= deals[deal]
        deal += 1
    for number in range(s.players - 1):
        s.colour[rival(s, seat, number)] = foreign(s, seat, DEALT[deal * RIVALS + number])


# What a fish is worth


@rule
def side_of(s: KunaYala, seat: int, owner: int) -> int:
    """What a point of the owner is worth to the seat."""
    return POINT if owner == seat else -RIVALS_POINT[s.players]


@rule
def anywhere(s: KunaYala, seat: int, deals: Six, colour: int) -> int:
    """K16: what one fish of a colour is worth wherever it lies."""
    if colour == s.colour[seat]:
        return POINT
    owned = 0
    for number in range(s.players - 1):
        owned += chance(s, seat, deals, rival(s, seat, number), colour)
    return -RIVALS_POINT[s.players] * owned // PER_MILLE


@rule
def anywhere_all(s: KunaYala, seat: int, deals: Six) -> Four:
    """K16: what one fish of each colour is worth wherever it lies."""
    return (
        anywhere(s, seat, deals, 0),
        anywhere(s, seat, deals, 1),
        anywhere(s, seat, deals, 2),
        anywhere(s, seat, deals, 3),
    )


@rule
def within(ahead: int) -> int:
    """Where a lead stands in a table of leads."""
    return min(max(ahead, -FARTHEST), FARTHEST) + FARTHEST


@rule
def lead(s: KunaYala, shoal: int, colour: int) -> int:
    """K16: how many fish a colour has more than any other in a shoal."""
    most = 0
    for other in range(COLOURS):
        if other != colour:
            most = max(most, s.fish[shoal][other])
    return s.fish[shoal][colour] - most


@rule
def leads(s: KunaYala, shoal: int) -> Four:
    """K16: the lead of each colour in a shoal."""
    return (lead(s, shoal, 0), lead(s, shoal, 1), lead(s, shoal, 2), lead(s, shoal, 3))


@rule
def for_majority(s: KunaYala, shoal: int, colour: int, owned: Four, ahead: Four) -> int:
    """K16: what one fish more of a colour means for the majority of a shoal's owner."""
    worth = 0
    for other in range(COLOURS):
        step = owned[other] * LEAD_STEP[within(ahead[other])]
        if other == colour:
            worth += step
        elif s.fish[shoal][colour] >= s.fish[shoal][other] - ahead[other]:
            worth -= step
    return worth // PER_MILLE


@rule
def worths(s: KunaYala, seat: int, deals: Six, base: Four, shoal: int) -> Four:
    """What one fish of each colour in a shoal is worth; `base`: what it is worth anywhere."""
    owned = chances(s, seat, deals, shoal)
    ahead = leads(s, shoal)
    side = side_of(s, seat, shoal)
    return (
        base[0] + for_majority(s, shoal, 0, owned, ahead) * side // POINT,
        base[1] + for_majority(s, shoal, 1, owned, ahead) * side // POINT,
        base[2] + for_majority(s, shoal, 2, owned, ahead) * side // POINT,
        base[3] + for_majority(s, shoal, 3, owned, ahead) * side // POINT,
    )


@rule
def card_worth(card: int, worth: Four) -> int:
    """What the fish of a card are worth."""
    return worth[colour_of(card)] * count_on(card)


# What a coral or a shark is worth


@rule
def coral_lead(s: KunaYala, shoal: int) -> int:
    """K12: how many uncovered corals a shoal has more than any other."""
    most = 0
    for other in range(s.players):
        if other != shoal:
            most = max(most, s.corals[other])
    return s.corals[shoal] - most


@rule
def coral_worth(s: KunaYala, seat: int, shoal: int) -> int:
    """K12: what one coral more in a shoal is worth, as octopuses come."""
    step = CORAL_STEP[within(coral_lead(s, shoal))]
    return step * s.unseen[OCTOPUS] * side_of(s, seat, shoal) // (ALL_OCTOPUSES * POINT)


@rule
def shark_hold(s: KunaYala, shoal: int, more: int) -> int:
    """K16: what its sharks will be worth to the owner of a shoal, with so many more."""
    most = 0
    for other in range(s.players):
        if other != shoal:
            most = max(most, s.sharks[other])
    ahead = s.sharks[shoal] + more - most
    if s.sharks[shoal] + more == 0:
        ahead = min(ahead, -1)
    return SHARK_LEAD[min(max(ahead, -FARTHEST_SHARKS), FARTHEST_SHARKS) + FARTHEST_SHARKS]


@rule
def shark_gift(s: KunaYala, seat: int, shoal: int) -> int:
    """K16: what it means that a shoal gets one shark more, apart from what that shark eats."""
    return (shark_hold(s, shoal, 1) - shark_hold(s, shoal, 0)) * side_of(s, seat, shoal) // POINT


# What happens around a place


@rule
def shows_floor(s: KunaYala, place: int, floor: int) -> bool:
    """Whether a living fish card of this floor lies there."""
    return is_fish(s.sea[place]) and floor_of(s.sea[place]) == floor


@rule
def run_beside(s: KunaYala, place: int, side: int, floor: int) -> int:
    """K13: how many cards of a floor follow on a side, unbroken."""
    length = 0
    place = beside(place, side)
    while shows_floor(s, place, floor):
        length += 1
        place = beside(place, side)
    return length


@rule
def run_worth(s: KunaYala, place: int, side: int, length: int, worth: Four) -> int:
    """What so many fish cards on a side of a place are worth."""
    found = 0
    for _ in range(length):
        place = beside(place, side)
        found += card_worth(s.sea[place], worth)
    return found


@rule
def is_free(s: KunaYala, place: int) -> bool:
    """Whether a card could be laid there, now or once a card lies beside it."""
    return s.sea[place] <= NOTHING


@rule
def threats_removed(s: KunaYala, place: int, axis: int, floor: int, worth: Four) -> int:
    """K13: what the pairs are worth that could have died through this place, but no longer can."""
    ahead = beside(place, axis)
    behind = beside(place, axis + 2)
    found = 0
    if is_fish(s.sea[ahead]) and floor_of(s.sea[ahead]) != floor:
        length = run_beside(s, place, axis, floor_of(s.sea[ahead]))
        gap = shows_floor(s, behind, floor_of(s.sea[ahead]))
        if length > 1 or gap:
            found += run_worth(s, place, axis, length, worth)
    if is_fish(s.sea[behind]) and floor_of(s.sea[behind]) != floor:
        length = run_beside(s, place, axis + 2, floor_of(s.sea[behind]))
        gap = shows_floor(s, ahead, floor_of(s.sea[behind]))
        if length > 1 or gap:
            found += run_worth(s, place, axis + 2, length, worth)
    return found


@rule
def gap_partner(s: KunaYala, place: int, side: int, floor: int) -> int:
    """K13: the place two away on this side, if it makes a pair with a gap that a third card could fill; else -1."""
    between = beside(place, side)
    beyond = beside(between, side)
    return beyond if is_free(s, between) and shows_floor(s, beyond, floor) else -1


@rule
def open_ends(s: KunaYala, place: int, mate: int, side: int) -> int:
    """K13: at how many ends of a pair, a card to be laid and its mate on this side, a third card could be laid."""
    ends = 0
    if is_free(s, beside(mate, side)):
        ends += 1
    if is_free(s, beside(place, (side + 2) % SIDES)):
        ends += 1
    return ends


@rule
def pair_worth(s: KunaYala, mate: int, card: int, worth: Four) -> int:
    """What a fish card to be laid and its mate are worth together."""
    return card_worth(s.sea[mate], worth) + card_worth(card, worth)


@rule
def threats_made(s: KunaYala, place: int, axis: int, card: int, mates: int, worth: Four) -> int:
    """K13: what it costs that a fish card laid here makes a pair of one floor, which a third card could kill.

    `mates`: how many cards of its floor lie ahead, and four times how many behind. It costs nothing but brings
    something if those are others' fish.
    """
    if mates == 1:
        mate = beside(place, axis)
        return RISK[open_ends(s, place, mate, axis)] * pair_worth(s, mate, card, worth)
    if mates == 4:
        mate = beside(place, axis + 2)
        return RISK[open_ends(s, place, mate, axis + 2)] * pair_worth(s, mate, card, worth)
    cost = 0
    for side in (axis, axis + 2):
        mate = gap_partner(s, place, side, floor_of(card))
        if mate >= 0:
            cost += RISK[1] * pair_worth(s, mate, card, worth)
    return cost


@rule
def coral_place(s: KunaYala, place: int, worth: Four) -> int:
    """K13: what a coral on this place protects."""
    saved = 0
    for axis in (EAST, SOUTH):
        saved += RISK[1] * threats_removed(s, place, axis, NO_FLOOR, worth)
    return saved // 100


@rule
def mates(s: KunaYala, place: int, axis: int, floor: int) -> int:
    """K13: how many cards of a floor lie ahead of a place on an axis, and four times how many behind: two at most."""
    return run_beside(s, place, axis, floor) + 4 * run_beside(s, place, axis + 2, floor)


@rule
def struck(s: KunaYala, place: int, axis: int, found: int, worth: Four) -> int:
    """K13: what the mates on an axis are worth that die."""
    return run_worth(s, place, axis, found % 4, worth) + run_worth(s, place, axis + 2, found // 4, worth)


@rule
def fish_place(s: KunaYala, place: int, card: int, worth: Four) -> int:
    """K13: what a fish card on this place is worth: it may live, save or endanger others, or die with them."""
    floor = floor_of(card)
    across = mates(s, place, EAST, floor)
    down = mates(s, place, SOUTH, floor)
    strikes_across = across % 4 + across // 4 >= RUN - 1
    strikes_down = down % 4 + down // 4 >= RUN - 1
    if strikes_across or strikes_down:
        lost = struck(s, place, EAST, across, worth) if strikes_across else 0
        return -lost - struck(s, place, SOUTH, down, worth) if strikes_down else -lost
    saved = threats_removed(s, place, EAST, floor, worth) + threats_removed(s, place, SOUTH, floor, worth)
    risked = threats_made(s, place, EAST, card, across, worth) + threats_made(s, place, SOUTH, card, down, worth)
    return card_worth(card, worth) + (RISK[1] * saved - risked) // 100


# What a card is worth


@rule
def gift(s: KunaYala, seat: int, deals: Six, card: int, shoal: int) -> int:
    """What laying a card in a shoal is worth, wherever it lies there: also that the next player does not get it."""
    if card == CORAL:
        return coral_worth(s, seat, shoal)
    if card == SHARK:
        return shark_gift(s, seat, shoal)
    wanted = chance(s, seat, deals, rival(s, seat, 0), colour_of(card))
    return DENIED * wanted * count_on(card) // PER_MILLE


@rule
def at_place(s: KunaYala, card: int, place: int, worth: Four) -> int:
    """What laying a card on a place is worth, beyond its `gift`."""
    if card == CORAL:
        return coral_place(s, place, worth)
    if card == SHARK:
        return -card_worth(s.sea[place], worth)
    return fish_place(s, place, card, worth)


@rule
def may_lie(s: KunaYala, card: int, shoal: int, number: int) -> int:
    """The place with this number in a shoal, if the card may be laid there; else -1. A shark looks at all cards."""
    if card == SHARK:
        return s.laid[shoal][number] if is_fish(s.shown[shoal][number]) else -1
    if card == CORAL or s.suits[shoal][number] >> fish_on(card) & 1:
        return s.edge[shoal][number]
    return -1


@rule
def numbers(s: KunaYala, card: int, shoal: int) -> int:
    """How many places `may_lie` is asked about."""
    return s.cards[shoal] if card == SHARK else s.edges[shoal]


@rule
def best_place(s: KunaYala, card: int, shoal: int, worth: Four, spin: int) -> int:
    """The best place for a card in a shoal, and its worth, as worth * PLACES + place. `spin` picks among equals."""
    count = numbers(s, card, shoal)
    best = NEVER
    found = 0
    number = spin % count
    for _ in range(count):
        number = number + 1 if number + 1 < count else 0
        place = may_lie(s, card, shoal, number)
        if place >= 0:
            value = at_place(s, card, place, worth)
            if value > best:
                best = value
                found = place
    return best * PLACES + found


# An experienced player


@rule
def look_at(s: KunaYala, seat: int, scratch: KunaYalaScratch, spin: int) -> None:
    """Note for each slot the best place at home and away, with its worth."""
    deals = deal_chances(s, seat)
    base = anywhere_all(s, seat, deals)
    for i in range(2 * SLOTS):
        scratch.offers[i] = NEVER * PLACES
    for shoal in range(s.players):
        side = 0 if shoal == seat else SLOTS
        if not to_lay_in(s, seat, shoal):
            continue
        worth = worths(s, seat, deals, base, shoal)
        for slot in range(SLOTS):
            if places(s, slot, shoal) > 0:
                card = s.visible[slot]
                offer = best_place(s, card, shoal, worth, spin)
                offer += gift(s, seat, deals, card, shoal) * PLACES
                scratch.offers[side + slot] = max(scratch.offers[side + slot], offer)


@rule
def to_lay_in(s: KunaYala, seat: int, shoal: int) -> bool:
    """K5, K19: whether the asked seat is to lay a card in this shoal, now or next."""
    if s.asking == LAY_AT_HOME:
        return shoal == seat
    return s.asking != LAY_AWAY or shoal != seat


@rule
def best_other(offers: list[int], side: int, slot: int) -> int:
    """The most that any card but this slot's is worth on a side of `offers`."""
    best = NEVER
    for other in range(SLOTS):
        if other != slot:
            best = max(best, offers[side + other] // PLACES)
    return best


@rule
def choose(s: KunaYala, seat: int, scratch: KunaYalaScratch, rng: list[int]) -> int:
    """The best card at the best place, as it looks at a glance. Of two cards the one for home is laid first."""
    look_at(s, seat, scratch, draw(rng, 64))
    best = 2 * NEVER
    action = 0
    for i in range(2 * SLOTS):
        if scratch.offers[i] > NEVER * PLACES:
            value = scratch.offers[i] // PLACES + draw(rng, TOSS_UP)
            if s.asking == LAY_TWO:
                value = value + best_other(scratch.offers, SLOTS, i) if i < SLOTS else 2 * NEVER
            if value > best:
                best = value
                action = i % SLOTS * PLACES + scratch.offers[i] % PLACES
    return action


# What is worth a thought


@rule
def note(actions: list[int], weights: list[int], count: int, action: int, worth: int) -> int:
    """Add an action to those noted; if there is no room, the least promising gives way. How many are noted."""
    if count < PROPOSALS:
        actions[count] = action
        weights[count] = worth
        return count + 1
    least = 0
    for i in range(1, count):
        if weights[i] < weights[least]:
            least = i
    if weights[least] < worth:
        actions[least] = action
        weights[least] = worth
    return count


@rule
def propose(s: KunaYala, seat: int, scratch: KunaYalaScratch, actions: list[int], weights: list[int]) -> int:
    """The most promising places for every card. Of two cards the one for home first: the order changes nothing."""
    look_at(s, seat, scratch, 0)
    deals = deal_chances(s, seat)
    base = anywhere_all(s, seat, deals)
    count = 0
    for shoal in range(s.players):
        if not to_lay_in(s, seat, shoal) or (s.asking == LAY_TWO and shoal != seat):
            continue
        worth = worths(s, seat, deals, base, shoal)
        for slot in range(SLOTS):
            second = best_other(scratch.offers, SLOTS, slot) if s.asking == LAY_TWO else 0
            if second > NEVER and places(s, slot, shoal) > 0:
                card = s.visible[slot]
                more = second + gift(s, seat, deals, card, shoal)
                for number in range(numbers(s, card, shoal)):
                    place = may_lie(s, card, shoal, number)
                    if place >= 0:
                        value = at_place(s, card, place, worth) + more
                        count = note(actions, weights, count, slot * PLACES + place, value)
    weigh(weights, count)
    return count


@rule
def weigh(weights: list[int], count: int) -> None:
    """From worths to weights: the best has a hundred, and every point less is so many times less."""
    best = weights[0]
    for i in range(1, count):
        best = max(best, weights[i])
    for i in range(count):
        weights[i] = WEIGHT[min((best - weights[i]) // WEIGHT_STEP, len(WEIGHT) - 1)]


# A beginner


@rule
def novice(s: KunaYala, seat: int, scratch: KunaYalaScratch, rng: list[int]) -> int:
    """Own fish anywhere, corals home, sharks on many fish, and the rest away: where it fits, without a look around."""
    count = choices(s, seat, scratch.notes)
    best = NEVER
    action = 0
    for _ in range(min(count, GLANCES)):
        tried = choice(s, seat, scratch.notes, draw(rng, count))
        value = fancy(s, seat, tried)
        if value > best:
            best = value
            action = tried
    return action


@rule
def fancy(s: KunaYala, seat: int, action: int) -> int:
    """How much a beginner likes to lay a card somewhere."""
    card = s.visible[action // PLACES]
    at_home = action % PLACES // SEA == seat
    if card == CORAL:
        return 2 if at_home else 0
    if card == SHARK:
        eaten = s.sea[action % PLACES]
        return -5 if colour_of(eaten) == s.colour[seat] else count_on(eaten)
    if colour_of(card) == s.colour[seat]:
        return 4 * count_on(card) + (1 if at_home else 0)
    return -count_on(card) if at_home else 1 - count_on(card)


# The table as a whole


@rule
def sight(s: KunaYala, seat: int) -> int:
    """All that lies open, and the own colour."""
    seen = mix(s.asking * COLOURS + s.colour[seat], s.active)
    for slot in range(SLOTS):
        seen = mix(seen, s.visible[slot] * 32 + s.pile[slot])
    for shoal in range(s.players):
        for number in range(s.cards[shoal]):
            seen = mix(seen, s.laid[shoal][number] * 64 + s.shown[shoal][number])
    return seen


@rule
def own_fish(s: KunaYala, seat: int) -> int:
    """K16: what the fish of a seat's colour promise that nobody has laid yet."""
    found = 0
    for floor in range(FLOORS):
        fish = 1 + s.colour[seat] * FLOORS + floor
        found += FISH_TO_COME * (s.unseen[fish] + 2 * s.unseen[fish + FISH])
    for slot in range(SLOTS):
        if is_fish(s.visible[slot]) and colour_of(s.visible[slot]) == s.colour[seat]:
            found += FISH_IN_SIGHT * count_on(s.visible[slot])
    return found


@rule
def majority_outlook(s: KunaYala, seat: int, to_come: int) -> int:
    """K16: what the majority at home promises, while so many of a hundred cards are to come."""
    ahead = LEAD_WORTH[within(lead(s, seat, s.colour[seat]))]
    sure = majority_points(s, seat) * POINT
    early = (ahead * AHEAD_COUNTS[s.players] + sure * SURE_COUNTS[s.players]) // 100
    return (early * to_come + sure * (MOST_TO_COME - to_come)) // MOST_TO_COME


@rule
def outlook(s: KunaYala, seat: int) -> int:
    """The points a seat may expect in the end, in hundredths."""
    to_come = min(cards_left(s), MOST_TO_COME)
    sharks = shark_hold(s, seat, 0) * to_come + shark_points(s, seat) * POINT * (MOST_TO_COME - to_come)
    found = (fish_points(s, seat) + s.octopuses[seat]) * POINT + own_fish(s, seat)
    found += majority_outlook(s, seat, to_come) + sharks // MOST_TO_COME
    if s.active == seat:
        found += ON_TURN
    return found + OCTOPUS_SHARE[within(coral_lead(s, seat))] * s.unseen[OCTOPUS]


@rule
def prospect(s: KunaYala, seat: int) -> int:
    """How likely a seat wins: its outlook against the others', the less certain the more cards are to come."""
    spread = NARROW[s.players] + WIDER[s.players] * min(cards_left(s), MOST_TO_COME) // MOST_TO_COME
    best = outlook(s, 0)
    for other in range(1, s.players):
        best = max(best, outlook(s, other))
    total = 0
    mine = 0
    for other in range(s.players):
        odds = fading(best - outlook(s, other), spread)
        total += odds
        if other == seat:
            mine = odds
    return CERTAIN * mine // total


HEURISTICS = Heuristics(
    rules=KunaYalaGame.rules,
    scratch=KunaYalaScratch,
    proposals=PROPOSALS,
    propose=propose,
    choose=choose,
    novice=novice,
    sight=sight,
    believe=believe,
    prospect=prospect,
    horizon=8,
    margin=12,
)
