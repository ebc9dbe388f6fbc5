"""The rules of Kuna Yala: setup, a turn, questions and answers. Numbers are those of the digest.

The chapters: `components` (K1, K2), `card_faces`, `free_places` (and what suits them), `visible_cards` (and octopuses),
`laying` (laying cards, sharks, the curse), `scoring`; and `deeds`, which only bots look at.
"""

from __future__ import annotations

from laguna.core.rules import below, rule, tell
from laguna.games.kuna_yala.card_faces import fish_on, is_fish
from laguna.games.kuna_yala.components import (
    BEGUN,
    BESIDE_BONES,
    BONES,
    CARDS,
    COLOURS,
    CORAL,
    DISCARDED,
    ENDED,
    HOME_IS_DONE,
    HOME_IS_NEXT,
    KINDS,
    LAST_CARD,
    LAY_AT_HOME,
    LAY_AWAY,
    LAY_LAST,
    LAY_TWO,
    NO_CARD,
    NO_PAIR,
    NO_SECOND_CARD,
    NO_SHOAL,
    NOBODY,
    NOT_ON_FISH,
    NOT_TOUCHING,
    NOTHING,
    NOTHING_IN_COMMON,
    OCCUPIED,
    ON_BONES,
    OVER,
    PILES,
    PLACES,
    REVEALED,
    SEA,
    SEATS,
    SHARK,
    SHARK_AT_HOME,
    SIDES,
    SLOTS,
    TOKEN,
    TURN,
    KunaYala,
)
from laguna.games.kuna_yala.deeds import note_left
from laguna.games.kuna_yala.free_places import add_edge, beside, nth_place, places
from laguna.games.kuna_yala.laying import lay, lay_on_free_place
from laguna.games.kuna_yala.visible_cards import cards_left, empty_piles, turn_up_cards

# Setup


@rule
def setup(s: KunaYala) -> None:
    """K3, K4: tokens, starting corals, four piles, four visible cards, somebody begins."""
    deal_tokens(s, NOBODY)
    for seat in range(s.players):
        tell(s, TOKEN, seat, s.colour[seat])
    for card in range(KINDS):
        s.unseen[card] = CARDS[card]
    for shoal in range(s.players):
        s.unseen[CORAL] -= 1
        begin_shoal(s, shoal)
    make_piles(s)
    turn_up_cards(s)
    s.active = below(s, s.players) if s.first == NOBODY else s.first
    begin_turn(s)


@rule
def deal_tokens(s: KunaYala, keeper: int) -> None:
    """K3: a token each; nobody knows the unused ones. `keeper` keeps the one that seat has."""
    tokens = (1 << COLOURS) - 1
    count = COLOURS
    if keeper != NOBODY:
        tokens -= 1 << s.colour[keeper]
        count -= 1
    for seat in range(s.players):
        if seat != keeper:
            s.colour[seat] = nth_bit(tokens, below(s, count))
            tokens -= 1 << s.colour[seat]
            count -= 1


@rule
def nth_bit(bits: int, n: int) -> int:
    """The number of the n-th bit that is set, counted from 0."""
    bit = 0
    while True:
        if bits >> bit & 1:
            if n == 0:
                return bit
            n -= 1
        bit += 1


@rule
def begin_shoal(s: KunaYala, shoal: int) -> None:
    """K3: one coral to start from."""
    start = shoal * SEA
    add_edge(s, start)
    lay_on_free_place(s, start, CORAL)
    tell(s, BEGUN, shoal)


@rule
def make_piles(s: KunaYala) -> None:
    """K4: nearly equal, the first ones a card larger if need be."""
    cards = 0
    for card in range(KINDS):
        cards += s.unseen[card]
    for pile in range(PILES):
        s.pile[pile] = (cards + PILES - 1 - pile) // PILES


# Turn


@rule
def begin_turn(s: KunaYala) -> None:
    """K5, K19: two cards are to be laid; as long as no two can be, cards are replaced. K20: or they run out."""
    tell(s, TURN, s.active)
    two_fit = pair_fits(s)
    while not two_fit and cards_left(s) > 0:
        tell(s, NO_PAIR, s.active)
        replace_cards(s)
        two_fit = pair_fits(s)
    if two_fit:
        s.asking = LAY_TWO
    elif fitting_at_home(s) | fitting_away(s):
        s.asking = LAY_LAST
        tell(s, LAST_CARD, s.active)
    else:
        end_game(s)


@rule
def pair_fits(s: KunaYala) -> bool:
    """K5: one visible card can be laid at home, and another one away."""
    home = fitting_at_home(s)
    away = fitting_away(s)
    for slot in range(SLOTS):
        if home >> slot & 1 and away & ~(1 << slot):
            return True
    return False


@rule
def fitting_at_home(s: KunaYala) -> int:
    """Bit per slot whose card the active player can lay in their own shoal."""
    slots = 0
    for slot in range(SLOTS):
        if places(s, slot, s.active) > 0:
            slots |= 1 << slot
    return slots


@rule
def fitting_away(s: KunaYala) -> int:
    """Bit per slot whose card the active player can lay in some opponent's shoal."""
    slots = 0
    for slot in range(SLOTS):
        for shoal in range(s.players):
            if shoal != s.active and places(s, slot, shoal) > 0:
                slots |= 1 << slot
    return slots


@rule
def replace_cards(s: KunaYala) -> None:
    """K19: the cards that fit nowhere are discarded and replaced; if there is none such, all four."""
    fitting = fitting_at_home(s) | fitting_away(s)
    if fitting == (1 << SLOTS) - 1:
        fitting = 0
    for slot in range(SLOTS):
        if not fitting >> slot & 1:
            tell(s, DISCARDED, slot, s.visible[slot])
            s.discarded[s.visible[slot]] += 1
            s.visible[slot] = NOTHING
    turn_up_cards(s)


@rule
def end_turn(s: KunaYala) -> None:
    """K6, K15: new cards; the game ends if three piles are empty. Else the next player's turn (K4: clockwise)."""
    note_left(s)
    turn_up_cards(s)
    if empty_piles(s) >= PILES - 1:
        end_game(s)
    else:
        s.active = (s.active + 1) % s.players
        begin_turn(s)


# End and scoring


@rule
def end_game(s: KunaYala) -> None:
    """K15, K18: the game is over and all tokens are turned up."""
    s.asking = OVER
    tell(s, ENDED)
    for seat in range(s.players):
        tell(s, REVEALED, seat, s.colour[seat])


# Questions and answers


@rule
def asked(s: KunaYala) -> int:
    """K5: the active player alone; nobody off turn is ever waited for (K12)."""
    return 0 if s.asking == OVER else 1 << s.active


@rule
def refusal(s: KunaYala, seat: int, action: int) -> int:
    """Why the asked seat may not do this; 0: it may."""
    slot = action // PLACES
    place = action % PLACES
    shoal = place // SEA
    if s.visible[slot] == NOTHING:
        return NO_CARD
    if shoal >= s.players:
        return NO_SHOAL
    if s.asking == LAY_AWAY and shoal == seat:
        return HOME_IS_DONE
    if s.asking == LAY_AT_HOME and shoal != seat:
        return HOME_IS_NEXT
    reason = place_refusal(s, s.visible[slot], place)
    if reason == 0 and s.asking == LAY_TWO and not second_fits(s, slot, shoal):
        reason = NO_SECOND_CARD
    return reason


@rule
def second_fits(s: KunaYala, slot: int, shoal: int) -> bool:
    """K5: once this slot's card lies in this shoal, another card has a place: away after home, home after away.

    The two cards go to different shoals, so the first never changes where the second may go.
    """
    others = fitting_away(s) if shoal == s.active else fitting_at_home(s)
    return others & ~(1 << slot) != 0


@rule
def place_refusal(s: KunaYala, card: int, place: int) -> int:
    """Why a card may not be laid on a place; 0: it may."""
    if card == SHARK:
        return shark_refusal(s, place)
    there = s.sea[place]
    if there == BONES:
        return ON_BONES
    if there > 0:
        return OCCUPIED
    if there == NOTHING:
        return NOT_TOUCHING
    if card == CORAL or s.suits[place // SEA][-1 - there] >> fish_on(card) & 1:
        return 0
    for side in range(SIDES):
        if s.sea[beside(place, side)] == BONES:
            return BESIDE_BONES
    return NOTHING_IN_COMMON


@rule
def shark_refusal(s: KunaYala, place: int) -> int:
    """K10, K14: a shark is laid on a fish card of an opponent, never on bones."""
    if place // SEA == s.active:
        return SHARK_AT_HOME
    if s.sea[place] == BONES:
        return ON_BONES
    return 0 if is_fish(s.sea[place]) else NOT_ON_FISH


@rule
def choices(s: KunaYala, seat: int, notes: list[int]) -> int:
    """Note for each slot and shoal how many actions the asked seat has there."""
    home = fitting_at_home(s)
    away = fitting_away(s)
    count = 0
    for slot in range(SLOTS):
        for shoal in range(SEATS):
            here = 0
            if shoal < s.players and wanted(s, slot, shoal == seat, away if shoal == seat else home):
                here = places(s, slot, shoal)
            notes[slot * SEATS + shoal] = here
            count += here
    return count


@rule
def wanted(s: KunaYala, slot: int, at_home: bool, others: int) -> bool:
    """K5, K19: whether a card is to be laid there, where `others` are the slots that fit on the other side."""
    if s.asking == LAY_TWO:
        return others & ~(1 << slot) != 0
    if s.asking == LAY_LAST:
        return True
    return at_home == (s.asking == LAY_AT_HOME)


@rule
def choice(s: KunaYala, seat: int, notes: list[int], i: int) -> int:  # noqa: ARG001 - the shape of `Rules.choice`
    """The i-th of the actions that `choices` counted: by slot, then shoal, then place."""
    group = 0
    while i >= notes[group]:
        i -= notes[group]
        group += 1
    slot = group // SEATS
    return slot * PLACES + nth_place(s, s.visible[slot], group % SEATS, i)


@rule
def apply(s: KunaYala, seat: int, action: int) -> None:
    """K5: lay a card; after the first the second is asked for, after the second the turn is over (K19: or the game)."""
    place = action % PLACES
    lay(s, action // PLACES, place)
    if s.asking == LAY_TWO:
        s.asking = LAY_AWAY if place // SEA == seat else LAY_AT_HOME
    elif s.asking == LAY_LAST:
        end_game(s)
    else:
        end_turn(s)


@rule
def imagine(s: KunaYala, seat: int) -> None:
    """K18: the others' tokens could be any that this seat does not hold; at the end all lie open."""
    if s.asking != OVER:
        deal_tokens(s, seat)
