"""In which order the events of Kuna Yala come."""

from laguna.core.order import Order

ORDER = Order(
    told=(
        "Cards are turned up slot by slot; an octopus and a fourth shark are dealt with before the next card. After "
        "the first of a turn's two cards nothing is turned up. A new turn is told before it turns out that no two "
        "cards can be laid (K19); then cards are discarded and turned up, perhaps several times. The game is over "
        "after the tokens are revealed."
    ),
    setup="TokenDealt+ ShoalBegun+ fresh_cards turn",
    moves={"Lay": "(FishEaten | (LaidAtHome | LaidAway) curse?) (fresh_cards (turn | ending))?"},
    phrases={
        "curse": "Cursed FishDied+",
        "fresh_cards": "(CardTurnedUp (OctopusHeld | OctopusLeft | FourthShark)?)*",
        "turn": "TurnBegan (NoPair CardDiscarded+ fresh_cards)* (CardsRanOut | ending)?",
        "ending": "Ended TokenRevealed+",
    },
)
