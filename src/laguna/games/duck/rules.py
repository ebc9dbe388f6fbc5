"""The rules of Duck, in the order of the rulebook. Numbers are those of the digest."""

from __future__ import annotations

from laguna.core.rules import State, below, ints, rule, tell

# Components (D1). A card is colour * VALUES + value; colours in the order yellow, blue, red (D8, D25).
SEATS = 5
ROUNDS = 5
COLOURS = 3
VALUES = 9
KINDS = COLOURS * VALUES
COPIES = (1, 3, 3, 3, 3, 3, 3, 3, 1)
"""How many duck cards each colour has of the values 0 to 8."""
DUCKS = 69
MOST_ALIKE = 3
GREEN_SIDE = (6, 7, 8, 9, 10)
RED_SIDE = (2, 2, 3, 3, 4)
"""The penalty on the back of each lifebuoy. Assumed: no public source lists them (D1)."""

HAND = 7
SHORTEST_RUN = 3
DIVE_AT_MOST = 10
GHOST = SEATS  # the ghost's place (D17): its discard pile comes after those of the seats
PLACES = SEATS + 1
NOBODY = -1
NO_CARD = -1

# What may be asked
OVER, WHAT_TO_PLAY, WHERE_TO_DRAW = 0, 1, 2

# Actions. A set: value, how many yellow, blue and red cards, which colour on top. A run: colour, lowest and highest
# value, and what is on top. Cards that are neither; dive; draw; take from the discard pile of a place.
ALIKE = MOST_ALIKE + 1  # 0 to 3 cards alike
LOWEST, HIGHEST, MIDDLE = 0, 1, 2
SET = 0
RUN = SET + VALUES * ALIKE * ALIKE * ALIKE * COLOURS
NEITHER = RUN + COLOURS * VALUES * VALUES * 3
DIVE = NEITHER + 1
DRAW = DIVE + 1
TAKE = DRAW + 1
ACTIONS = TAKE + PLACES
MOST_NOTES = 80
"""Seven cards of one value, 3 + 2 + 2, are the hand with most answers: 75 sets and the dive."""

# Why an action is refused
PLAY_FIRST, DRAW_NOW, NO_CARDS, NEITHER_SET_NOR_RUN, SET_NOT_IN_HAND, TOP_NOT_PLAYED = range(1, 7)
RUN_TOO_SHORT, RUN_NOT_IN_HAND, MIDDLE_ON_TOP, SUM_TOO_HIGH = range(7, 11)
DRAW_PILE_EMPTY, OWN_PILE, NOT_A_NEIGHBOUR, PILE_EMPTY = range(11, 15)

# What is told
ROUND, DEALT, GHOST_DEALT, TURNED_UP, PLAYED, DREW, TOOK, DREW_NOTHING, RESHUFFLED = range(9)
GHOST_TURNED, GHOST_WAITED, WENT_OUT, DIVED, SHOWED, GHOST_SHOWED = range(9, 15)
DIVE_SUCCEEDED, DIVE_FAILED, TOOK_LIFEBUOY, DISCARDED, KEPT = range(15, 20)


class Duck(State):
    """A game of Duck. Hands, towels and what nobody has seen are counted by card; discard piles lie in order."""

    players: int
    bluff_dives: int
    dealer: int  # before the setup: the host's choice, or NOBODY: drawn
    round: int  # 0 to 4: also which lifebuoy is on top
    active: int
    asking: int
    hand: list[list[int]] = ints(SEATS, KINDS, bits=8)
    held: list[int] = ints(SEATS)  # how many cards are in each hand
    sum: list[int] = ints(PLACES)  # the sum of their values (D2), and of the ghost's pile (D20)
    known: list[list[int]] = ints(SEATS, KINDS, bits=8)  # cards that everybody knows to be in that hand (D24)
    pile: list[list[int]] = ints(PLACES, DUCKS, bits=8)  # discard piles from the bottom; 0 above the top
    height: list[int] = ints(PLACES)  # how many cards are in each discard pile
    unseen: list[int] = ints(KINDS, bits=8)  # the draw pile, and the ghost's card as long as it is one of these
    draw_pile: int  # how many cards are in the draw pile
    in_draw_pile: list[int] = ints(KINDS, bits=8)  # at most so many of a card are in it, as everybody knows
    drawn: list[list[int]] = ints(SEATS, KINDS, bits=8)  # what each seat drew from it since it was made
    ghost_card: int  # the ghost's hidden card, once it is told apart from the unseen; else NO_CARD
    ghost_among: list[list[int]] = ints(3, KINDS, bits=8)  # it is one of these, as everybody knows, and either of two
    towel: list[list[int]] = ints(SEATS, KINDS, bits=8)
    kept: list[int] = ints(SEATS)  # the card under each towel that is of the hand it was shown with; else NO_CARD
    taken_by: list[int] = ints(ROUNDS)  # who has each lifebuoy, or NOBODY
    green: list[int] = ints(ROUNDS)  # whether it lies green side up
    loose: list[int] = ints(KINDS, bits=8)  # only while imagining: the cards to be dealt out again


# Cards


@rule
def value_of(card: int) -> int:
    """D1: the number on a card."""
    return card % VALUES


@rule
def gain(s: Duck, seat: int, card: int) -> None:
    """A card comes into a hand. D2: its value counts."""
    s.hand[seat][card] += 1
    s.held[seat] += 1
    s.sum[seat] += value_of(card)


@rule
def lose(s: Duck, seat: int, card: int) -> None:
    """A card leaves a hand. D24: if everybody knew of one like it, they know of one less."""
    s.hand[seat][card] -= 1
    s.held[seat] -= 1
    s.sum[seat] -= value_of(card)
    if s.known[seat][card] > 0:
        s.known[seat][card] -= 1


@rule
def hand_number(s: Duck, seat: int) -> int:
    """A whole hand as one number, to be told: two bits a card, how many of it."""
    number = 0
    for card in range(KINDS):
        number |= int(s.hand[seat][card]) << (2 * card)
    return number


@rule
def pick(s: Duck, bag: list[int], cards: int) -> int:
    """One card out of a bag of so many, each equally likely."""
    nth = below(s, cards)
    card = 0
    while nth >= bag[card]:
        nth -= bag[card]
        card += 1
    bag[card] -= 1
    return card


@rule
def unseen_cards(s: Duck) -> int:
    """How many cards are unseen: those of the draw pile, and the ghost's among them until it is told apart (D17)."""
    return s.draw_pile + (1 if s.players == 2 and s.ghost_card == NO_CARD else 0)


@rule
def pick_unseen(s: Duck) -> int:
    """One of the cards that nobody has seen, each equally likely."""
    return pick(s, s.unseen, unseen_cards(s))


@rule
def draw_unseen(s: Duck) -> int:
    """The top of the draw pile: any card that nobody has seen."""
    card = pick_unseen(s)
    s.draw_pile -= 1
    return card


@rule
def put_on_pile(s: Duck, place: int, card: int) -> None:
    """D8: face up on top of a discard pile."""
    s.pile[place][s.height[place]] = card
    s.height[place] += 1


@rule
def take_from_pile(s: Duck, place: int) -> int:
    """D8: the top of a discard pile; the card below becomes visible."""
    s.height[place] -= 1
    card = s.pile[place][s.height[place]]
    s.pile[place][s.height[place]] = 0
    return card


# Setup and round setup


@rule
def setup(s: Duck) -> None:
    """D1, D3: towels empty, all lifebuoys in the pile, and the first deal."""
    for lifebuoy in range(ROUNDS):
        s.taken_by[lifebuoy] = NOBODY
    if s.dealer == NOBODY:
        s.dealer = below(s, s.players)
    s.round = 0
    begin_round(s)


@rule
def begin_round(s: Duck) -> None:
    """D4, D5, D17: collect, deal, turn one card up; the player left of the dealer begins."""
    tell(s, ROUND, s.round, s.dealer)
    collect(s)
    for i in range(1, s.players + 1):
        deal_hand(s, (s.dealer + i) % s.players)
    if s.players == 2:
        tell(s, GHOST_DEALT)  # nobody sees it: it stays among the unseen
    face_up = draw_unseen(s)
    put_on_pile(s, s.dealer, face_up)
    tell(s, TURNED_UP, s.dealer, face_up)
    s.active = (s.dealer + 1) % s.players
    s.asking = WHAT_TO_PLAY


@rule
def collect(s: Duck) -> None:
    """D4: all duck cards that are not under a towel are shuffled. D17: one of them will be the ghost's."""
    s.ghost_card = NO_CARD
    s.draw_pile = -1 if s.players == 2 else 0
    for card in range(KINDS):
        s.unseen[card] = COPIES[value_of(card)]
        for seat in range(s.players):
            s.unseen[card] -= s.towel[seat][card]
            s.hand[seat][card] = 0
            s.known[seat][card] = 0
            s.drawn[seat][card] = 0
        s.in_draw_pile[card] = s.unseen[card]
        s.draw_pile += s.unseen[card]
        if s.players == 2:
            for knower in range(NOBODY, s.players):
                s.ghost_among[knower + 1][card] = s.unseen[card]
    for seat in range(s.players):
        s.held[seat] = 0
    for seat in range(SEATS):
        s.kept[seat] = NO_CARD
    for place in range(PLACES):
        s.sum[place] = 0
        while s.height[place] > 0:
            take_from_pile(s, place)


@rule
def deal_hand(s: Duck, seat: int) -> None:
    """D4: seven cards."""
    for _ in range(HAND):
        gain(s, seat, draw_unseen(s))
    tell(s, DEALT, seat, hand_number(s, seat))


# Turn: play


@rule
def play(s: Duck, seat: int, action: int) -> None:
    """D6, D7: a set or a run."""
    tell(s, PLAYED, seat, action)
    if action < RUN:
        play_set(s, seat, action)
    else:
        play_run(s, seat, action)


@rule
def lay(s: Duck, seat: int, card: int) -> None:
    """D8: one card from the hand to the player's own discard pile."""
    lose(s, seat, card)
    put_on_pile(s, seat, card)


@rule
def lay_alike(s: Duck, seat: int, card: int, count: int) -> None:
    """D8: some cards that are alike."""
    for _ in range(count):
        lay(s, seat, card)


@rule
def play_set(s: Duck, seat: int, action: int) -> None:
    """D6, D8: cards of one number; from the bottom yellow, blue, red, and one of the chosen colour on top."""
    top = top_colour(action)
    value = set_value(action)
    for colour in range(COLOURS):
        beneath = set_count(action, colour) - (1 if colour == top else 0)
        lay_alike(s, seat, colour * VALUES + value, beneath)
    lay(s, seat, top * VALUES + value)


@rule
def play_run(s: Duck, seat: int, action: int) -> None:
    """D7, D8: consecutive numbers of one colour, the lowest or the highest on top."""
    first = run_colour(action) * VALUES
    low = run_low(action)
    high = run_high(action)
    for i in range(high - low + 1):
        lay(s, seat, first + (low + i if run_top(action) == HIGHEST else high - i))


# Turn: draw


@rule
def begin_drawing(s: Duck, seat: int) -> None:
    """D9: with cards left in hand the player must draw one. D22: if there is any."""
    refill_draw_pile(s)
    if can_draw(s, seat):
        s.asking = WHERE_TO_DRAW
    else:
        tell(s, DREW_NOTHING, seat)
        end_turn(s)


@rule
def left_of(s: Duck, seat: int) -> int:
    """D5, D17: the next place clockwise; left of the dealer of two sits the ghost."""
    if s.players == 2 and seat == s.dealer:
        return GHOST
    return (seat + 1) % s.players


@rule
def right_of(s: Duck, seat: int) -> int:
    """D5, D17, D19: the place before; the ghost is a neighbour of both."""
    if s.players == 2 and seat != s.dealer:
        return GHOST
    return (seat + s.players - 1) % s.players


@rule
def can_draw(s: Duck, seat: int) -> bool:
    """D9, D22: whether there is any card to draw."""
    return s.draw_pile > 0 or s.height[left_of(s, seat)] > 0 or s.height[right_of(s, seat)] > 0


@rule
def draw(s: Duck, seat: int, action: int) -> None:
    """D9, D19: the top of the draw pile, or of a neighbour's discard pile, which everybody knows then (D24)."""
    if action == DRAW:
        narrow_ghost(s)
        card = draw_unseen(s)
        s.drawn[seat][card] += 1
        tell(s, DREW, seat, card)
    else:
        card = take_from_pile(s, action - TAKE)
        s.known[seat][card] += 1
        if action == TAKE + GHOST:
            s.sum[GHOST] -= value_of(card)
        tell(s, TOOK, seat, action - TAKE, card)
    gain(s, seat, card)


@rule
def end_turn(s: Duck) -> None:
    """D5, D18: the next player; with two players the ghost's turn comes after the dealer's."""
    if s.players == 2 and s.active == s.dealer:
        ghost_turn(s)
    s.active = (s.active + 1) % s.players
    s.asking = WHAT_TO_PLAY


@rule
def ghost_turn(s: Duck) -> None:
    """D18: the top of the draw pile goes face up on the ghost's discard pile. D22: or nothing, if there is none."""
    refill_draw_pile(s)
    if s.draw_pile == 0:
        tell(s, GHOST_WAITED)
        return
    card = draw_unseen(s)
    s.in_draw_pile[card] -= 1
    put_on_pile(s, GHOST, card)
    s.sum[GHOST] += value_of(card)
    tell(s, GHOST_TURNED, card)


@rule
def refill_draw_pile(s: Duck) -> None:
    """D22: an empty draw pile is made anew from the players' discard piles, all but their tops."""
    if s.draw_pile > 0:
        return
    if s.players == 2 and s.ghost_card == NO_CARD:
        s.ghost_card = pick_unseen(s)  # the one unseen card left: before others are mixed in
    narrow_ghost(s)
    for card in range(KINDS):
        s.in_draw_pile[card] = 0
        for seat in range(s.players):
            s.drawn[seat][card] = 0
    for seat in range(s.players):
        shuffle_in(s, seat)
    if s.draw_pile > 0:
        tell(s, RESHUFFLED, s.draw_pile)


@rule
def shuffle_in(s: Duck, seat: int) -> None:
    """D22: what lies under the top of one discard pile goes to the draw pile."""
    if s.height[seat] < 2:
        return
    top = take_from_pile(s, seat)
    while s.height[seat] > 0:
        card = take_from_pile(s, seat)
        s.unseen[card] += 1
        s.in_draw_pile[card] += 1
        s.draw_pile += 1
    put_on_pile(s, seat, top)


# Turn: dive


@rule
def may_dive(s: Duck, seat: int) -> bool:
    """D11: with a sum of 10 or less. D23: or with any, if bluffing is allowed."""
    return s.bluff_dives != 0 or s.sum[seat] <= DIVE_AT_MOST


# End of a round


@rule
def end_round(s: Duck, ender: int, dived: bool) -> None:
    """D10-D15: hands are shown, the one who ended the round is judged, then the others; then the next round."""
    tell(s, DIVED if dived else WENT_OUT, ender)
    show_hands(s)
    if dived:
        judge_dive(s, ender)
    else:
        take_lifebuoy(s, ender, 1)
    judge_others(s, ender)
    s.round += 1
    if s.round == ROUNDS:
        s.asking = OVER
    else:
        s.dealer = (s.dealer + 1) % s.players
        begin_round(s)


@rule
def show_hands(s: Duck) -> None:
    """D11, D24: every hand that is left, and the ghost's card."""
    for seat in range(s.players):
        if s.held[seat] > 0:
            tell(s, SHOWED, seat, hand_number(s, seat), s.sum[seat])
    if s.players == 2:
        show_ghost(s)


@rule
def show_ghost(s: Duck) -> None:
    """D20: the hidden card, which comes to light only now, counts with the ghost's pile."""
    if s.ghost_card == NO_CARD:
        s.ghost_card = pick_unseen(s)
    s.sum[GHOST] += value_of(s.ghost_card)
    tell(s, GHOST_SHOWED, s.ghost_card, s.sum[GHOST])


@rule
def lowest_rival(s: Duck, diver: int) -> int:
    """D13, D21: who has the lowest sum of all but the diver; the ghost too."""
    lowest = (diver + 1) % s.players
    for i in range(2, s.players):
        other = (diver + i) % s.players
        if s.sum[other] < s.sum[lowest]:
            lowest = other
    if s.players == 2 and s.sum[GHOST] < s.sum[lowest]:
        lowest = GHOST
    return lowest


@rule
def beaten_by(s: Duck, diver: int) -> int:
    """D13, D14, D21: who has as little as the diver or less, or NOBODY. D23: a sum over 10 beats itself."""
    if s.sum[diver] > DIVE_AT_MOST:
        return diver
    rival = lowest_rival(s, diver)
    return rival if s.sum[diver] >= s.sum[rival] else NOBODY


@rule
def judge_dive(s: Duck, diver: int) -> None:
    """D13: lowest of all, a green lifebuoy and a card. D14: otherwise a red one and nothing."""
    rival = beaten_by(s, diver)
    if rival == NOBODY:
        tell(s, DIVE_SUCCEEDED, diver)
        take_lifebuoy(s, diver, 1)
        keep_highest(s, diver)
    else:
        tell(s, DIVE_FAILED, diver, rival)
        take_lifebuoy(s, diver, 0)


@rule
def take_lifebuoy(s: Duck, seat: int, green: int) -> None:
    """D3, D10, D13, D14: the top lifebuoy, one a round."""
    s.taken_by[s.round] = seat
    s.green[s.round] = green
    tell(s, TOOK_LIFEBUOY, seat, s.round, green)


@rule
def judge_others(s: Duck, ender: int) -> None:
    """D12, D15, D21: whoever has too much discards the hand, every other one keeps the highest card."""
    limit = too_much(s, ender)
    for i in range(1, s.players):
        seat = (ender + i) % s.players
        if s.sum[seat] >= limit:
            tell(s, DISCARDED, seat, s.sum[seat])
        else:
            keep_highest(s, seat)


@rule
def too_much(s: Duck, ender: int) -> int:
    """D12: the highest sum of the others. D21: with two players, any sum above the ghost's."""
    if s.players == 2:
        return s.sum[GHOST] + 1
    highest = 0
    for seat in range(s.players):
        if seat != ender:
            highest = max(highest, s.sum[seat])
    return highest


@rule
def highest_card(s: Duck, seat: int) -> int:
    """D25: the highest card of a hand; of equals the first of yellow, blue, red."""
    for lower in range(VALUES):
        for colour in range(COLOURS):
            card = colour * VALUES + (VALUES - 1 - lower)
            if s.hand[seat][card] > 0:
                return card
    return NO_CARD


@rule
def keep_highest(s: Duck, seat: int) -> None:
    """D12: the highest card of a hand goes under the towel. D24: the hand stays noted as it was shown."""
    card = highest_card(s, seat)
    s.kept[seat] = card
    s.towel[seat][card] += 1
    tell(s, KEPT, seat, card)


# End of the game


@rule
def ducks(s: Duck, seat: int) -> int:
    """D16: the values of the duck cards under a towel."""
    points = 0
    for card in range(KINDS):
        points += value_of(card) * s.towel[seat][card]
    return points


@rule
def green_points(s: Duck, seat: int) -> int:
    """D16: the green lifebuoys of a seat."""
    points = 0
    for lifebuoy in range(ROUNDS):
        if s.taken_by[lifebuoy] == seat and s.green[lifebuoy]:
            points += GREEN_SIDE[lifebuoy]
    return points


@rule
def penalties(s: Duck, seat: int) -> int:
    """D16: the red lifebuoys of a seat."""
    points = 0
    for lifebuoy in range(ROUNDS):
        if s.taken_by[lifebuoy] == seat and not s.green[lifebuoy]:
            points += RED_SIDE[lifebuoy]
    return points


@rule
def score(s: Duck, seat: int) -> int:
    """D16: ducks, plus green lifebuoys, minus red penalties."""
    return ducks(s, seat) + green_points(s, seat) - penalties(s, seat)


@rule
def standing(s: Duck, seat: int) -> int:
    """D16: most points; a tie is shared."""
    return score(s, seat)


# Actions and their parts


@rule
def set_action(value: int, yellow: int, blue: int, red: int, top: int) -> int:
    """D6, D8: a set as an action."""
    return SET + (((value * ALIKE + yellow) * ALIKE + blue) * ALIKE + red) * COLOURS + top


@rule
def top_colour(action: int) -> int:
    """D8: the colour on top of a set."""
    return (action - SET) % COLOURS


@rule
def set_count(action: int, colour: int) -> int:
    """D6: how many cards of a colour a set has."""
    counts = (action - SET) // COLOURS
    for _ in range(COLOURS - 1 - colour):
        counts //= ALIKE
    return counts % ALIKE


@rule
def set_value(action: int) -> int:
    """D6: the number of a set."""
    return (action - SET) // (COLOURS * ALIKE * ALIKE * ALIKE)


@rule
def run_action(colour: int, low: int, high: int, top: int) -> int:
    """D7, D8: a run as an action."""
    return RUN + ((colour * VALUES + low) * VALUES + high) * 3 + top


@rule
def run_top(action: int) -> int:
    """D8: whether the lowest or the highest card of a run ends on top; the rules refuse a middle one."""
    return (action - RUN) % 3


@rule
def run_high(action: int) -> int:
    """D7: the highest number of a run."""
    return (action - RUN) // 3 % VALUES


@rule
def run_low(action: int) -> int:
    """D7: the lowest number of a run."""
    return (action - RUN) // (3 * VALUES) % VALUES


@rule
def run_colour(action: int) -> int:
    """D7: the colour of a run."""
    return (action - RUN) // (3 * VALUES * VALUES)


# Questions and answers


@rule
def asked(s: Duck) -> int:
    """D5: the one seat whose turn it is."""
    return 0 if s.asking == OVER else 1 << s.active


@rule
def refusal(s: Duck, seat: int, action: int) -> int:
    """Why the asked seat may not do this; 0: it may."""
    if s.asking == WHERE_TO_DRAW:
        return draw_refusal(s, seat, action)
    if action >= DRAW:
        return PLAY_FIRST
    if action == DIVE:
        return 0 if may_dive(s, seat) else SUM_TOO_HIGH
    if action == NEITHER:
        return NEITHER_SET_NOR_RUN
    if action >= RUN:
        return run_refusal(s, seat, action)
    return set_refusal(s, seat, action)


@rule
def set_refusal(s: Duck, seat: int, action: int) -> int:
    """D6, D8: one or more cards from the hand, one of them on top."""
    cards = 0
    for colour in range(COLOURS):
        count = set_count(action, colour)
        cards += count
        if count > s.hand[seat][colour * VALUES + set_value(action)]:
            return SET_NOT_IN_HAND
    if cards == 0:
        return NO_CARDS
    return 0 if set_count(action, top_colour(action)) > 0 else TOP_NOT_PLAYED


@rule
def run_refusal(s: Duck, seat: int, action: int) -> int:
    """D7, D8: three or more consecutive numbers of one colour from the hand, one end of it on top."""
    if run_low(action) + SHORTEST_RUN - 1 > run_high(action):
        return RUN_TOO_SHORT
    for value in range(run_low(action), run_high(action) + 1):
        if s.hand[seat][run_colour(action) * VALUES + value] == 0:
            return RUN_NOT_IN_HAND
    return MIDDLE_ON_TOP if run_top(action) == MIDDLE else 0


@rule
def draw_refusal(s: Duck, seat: int, action: int) -> int:
    """D9, D19: from the draw pile or a neighbour's discard pile, never one's own, never an empty one."""
    if action < DRAW:
        return DRAW_NOW
    if action == DRAW:
        return 0 if s.draw_pile > 0 else DRAW_PILE_EMPTY
    place = action - TAKE
    if place == seat:
        return OWN_PILE
    if place not in (left_of(s, seat), right_of(s, seat)):
        return NOT_A_NEIGHBOUR
    return 0 if s.height[place] > 0 else PILE_EMPTY


@rule
def choices(s: Duck, seat: int, notes: list[int]) -> int:
    """Note every action of the asked seat."""
    if s.asking == WHERE_TO_DRAW:
        return note_draws(s, seat, notes)
    count = 0
    for value in range(VALUES):
        count = note_sets(s, seat, value, notes, count)
    for colour in range(COLOURS):
        count = note_runs(s, seat, colour, notes, count)
    if may_dive(s, seat):
        notes[count] = DIVE
        count += 1
    return count


@rule
def note_draws(s: Duck, seat: int, notes: list[int]) -> int:
    """D9, D19: the piles to draw from."""
    count = 0
    if s.draw_pile > 0:
        notes[count] = DRAW
        count += 1
    if s.height[left_of(s, seat)] > 0:
        notes[count] = TAKE + left_of(s, seat)
        count += 1
    if s.height[right_of(s, seat)] > 0:
        notes[count] = TAKE + right_of(s, seat)
        count += 1
    return count


@rule
def note_sets(s: Duck, seat: int, value: int, notes: list[int], count: int) -> int:
    """D6, D8: every choice of cards of one number, with every colour of it on top."""
    hand = s.hand[seat]
    yellows = hand[value]
    blues = hand[VALUES + value]
    reds = hand[2 * VALUES + value]
    if yellows + blues + reds == 0:
        return count
    for yellow in range(yellows + 1):
        for blue in range(blues + 1):
            for red in range(reds + 1):
                if yellow > 0:
                    notes[count] = set_action(value, yellow, blue, red, 0)
                    count += 1
                if blue > 0:
                    notes[count] = set_action(value, yellow, blue, red, 1)
                    count += 1
                if red > 0:
                    notes[count] = set_action(value, yellow, blue, red, 2)
                    count += 1
    return count


@rule
def note_runs(s: Duck, seat: int, colour: int, notes: list[int], count: int) -> int:
    """D7, D8: every run of one colour, either end on top."""
    hand = s.hand[seat]
    low = 0  # where the unbroken row of numbers that ends at `high` began
    for high in range(VALUES):
        if hand[colour * VALUES + high] == 0:
            low = high + 1
        elif low + SHORTEST_RUN - 1 <= high:
            for start in range(low, high - SHORTEST_RUN + 2):
                notes[count] = run_action(colour, start, high, LOWEST)
                notes[count + 1] = run_action(colour, start, high, HIGHEST)
                count += 2
    return count


@rule
def apply(s: Duck, seat: int, action: int) -> None:
    """Carry out the asked seat's answer: D6-D8 play, D11 or dive; then D9 draw, unless the round ends (D10)."""
    if action >= DRAW:
        draw(s, seat, action)
        end_turn(s)
        return
    if action != DIVE:
        play(s, seat, action)
    if action == DIVE or s.held[seat] == 0:
        end_round(s, seat, action == DIVE)
    else:
        begin_drawing(s, seat)


# What a seat may know


@rule
def at_most_in_draw_pile(s: Duck, seat: int, card: int) -> int:
    """D22, D24: how many of a card may be in the draw pile, as a seat knows that drew some itself; -1: everybody."""
    return s.in_draw_pile[card] - (s.drawn[seat][card] if seat != NOBODY else 0)


@rule
def knows_draw_pile(s: Duck, seat: int) -> bool:
    """D22: a seat knows all cards of a draw pile that is empty, or made anew and nobody else has drawn from it."""
    at_most = 0
    for card in range(KINDS):
        at_most += at_most_in_draw_pile(s, seat, card)
    return s.draw_pile in (0, at_most)


@rule
def narrow_ghost(s: Duck) -> None:
    """D22, D24: whoever knows all cards of the draw pile knows which are left for hidden hands and the ghost."""
    if s.ghost_card == NO_CARD:
        return
    for knower in range(NOBODY, s.players):
        if knows_draw_pile(s, knower):
            for card in range(KINDS):
                hidden = 1 if s.ghost_card == card else 0
                for other in range(s.players):
                    if other != knower:
                        hidden += s.hand[other][card] - s.known[other][card]
                s.ghost_among[knower + 1][card] = min(s.ghost_among[knower + 1][card], hidden)


@rule
def imagine(s: Duck, seat: int) -> None:
    """D24: deal anew the hands of the others, the draw pile and the ghost's card, from what the seat may know.

    Kept: one's own hand, and what everybody knows of the others' (cards taken from discard piles). Discard piles
    were laid in the open, and what lies under a towel was chosen by rule from a hand that was shown.
    After D22 the draw pile is made of cards that everybody saw: no others are imagined in it, nor those that the seat
    has drawn from it since. The ghost's card was dealt before: it is none that the seat had seen by then.
    Not reasoned out is which of the others drew which card since D22, nor that a card was played before it could
    be drawn: what they may have drawn is dealt out among all their hands.
    """
    forget_others(s, seat)
    if s.asking == OVER:
        return
    collect_hidden(s, seat)
    if s.ghost_card != NO_CARD:
        redeal_ghost(s, seat)
    loosen(s, seat)
    for other in range(s.players):
        if other != seat:
            redeal_hand(s, other)


@rule
def forget_others(s: Duck, seat: int) -> None:
    """What the others drew, and what they know of the ghost because of their hands: only what everybody knows."""
    for other in range(s.players):
        if other != seat:
            for card in range(KINDS):
                s.drawn[other][card] = 0
                if s.players == 2:
                    s.ghost_among[other + 1][card] = s.ghost_among[0][card]


@rule
def collect_hidden(s: Duck, seat: int) -> None:
    """Everything that this seat cannot place joins the unseen; the others' hands are left with what is known."""
    for other in range(s.players):
        if other != seat:
            for card in range(KINDS):
                hidden = s.hand[other][card] - s.known[other][card]
                s.hand[other][card] -= hidden
                s.sum[other] -= hidden * value_of(card)
                s.unseen[card] += hidden
    if s.ghost_card != NO_CARD:
        s.unseen[s.ghost_card] += 1


@rule
def redeal_ghost(s: Duck, seat: int) -> None:
    """D17, D22: one of the cards it may be, if the draw pile can be made of the others."""
    spare = -s.draw_pile  # how many more cards than needed the draw pile may be made of
    for card in range(KINDS):
        spare += min(s.unseen[card], at_most_in_draw_pile(s, seat, card))
    cards = 0
    for card in range(KINDS):
        needed = max(0, min(s.unseen[card], at_most_in_draw_pile(s, seat, card)) - spare)
        s.loose[card] = min(s.ghost_among[seat + 1][card], s.unseen[card] - needed)
        cards += s.loose[card]
    s.ghost_card = pick(s, s.loose, cards)
    s.unseen[s.ghost_card] -= 1
    for card in range(KINDS):
        s.loose[card] = 0


@rule
def loosen(s: Duck, seat: int) -> None:
    """Leave as many unseen as there were before; the rest, which somebody holds, is loose."""
    cards = 0
    for card in range(KINDS):
        while s.unseen[card] > at_most_in_draw_pile(s, seat, card):
            s.unseen[card] -= 1
            s.loose[card] += 1
        cards += s.unseen[card]
    while cards > unseen_cards(s):
        s.loose[pick(s, s.unseen, cards)] += 1
        cards -= 1


@rule
def redeal_hand(s: Duck, seat: int) -> None:
    """As many loose cards as the hand has beside the known ones."""
    hidden = s.held[seat]
    loose = 0
    for card in range(KINDS):
        hidden -= s.known[seat][card]
        loose += s.loose[card]
    s.held[seat] -= hidden
    for _ in range(hidden):
        gain(s, seat, pick(s, s.loose, loose))
        loose -= 1
