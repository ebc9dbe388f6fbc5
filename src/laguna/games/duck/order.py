"""In which order the events of Duck come."""

from laguna.core.order import Order

ORDER = Order(
    told=(
        "A draw pile that runs out is told to be refilled before whoever wants to draw from it is asked, or the "
        "ghost draws (D22). When a round ends, first all hands are shown, then whoever ended it is judged, then the "
        "others in the order of their seats; then comes the next round's deal. The game is over when there is none."
    ),
    setup="deal",
    moves={
        "Play": "(CardPlayed | SetPlayed | RunPlayed) (DrawPileRefilled? (NothingDrawn ghost?)? | went_out)",
        "Draw": "CardDrawn ghost?",
        "Take": "CardTaken ghost?",
        "TakeFromGhost": "CardTakenFromGhost ghost?",
        "Dive": "Dived hands (dive_succeeded | dive_failed) others",
    },
    phrases={
        "deal": "RoundBegan CardsDealt+ GhostDealt? CardTurnedUp",
        "ghost": "DrawPileRefilled? (GhostTurnedUp | GhostWaited)",
        "went_out": "WentOut hands GreenLifebuoyTaken others",
        "hands": "HandShown+ GhostShown?",
        "dive_succeeded": "DiveSucceeded GreenLifebuoyTaken CardKept",
        "dive_failed": "(DiveFailed | DiveFailedToGhost | BluffFailed) RedLifebuoyTaken",
        "others": "(CardKept | HandDiscarded)* deal?",
    },
)
