"""In which order the events of Mahé come."""

from laguna.core.order import Order

ORDER = Order(
    told=(
        "A turn begins with the first die of its turtle, unless its player has two turtles and is asked first which "
        "one goes (M20). A die is told before what it does: `Rolled`, then `Sank` or `Moved`. The game is over "
        "after `BeachWon`."
    ),
    setup="CardTurnedUp turn",
    moves={
        "ChooseTurtle": "TurtleChosen Rolled",
        "Roll": "DieOrdered | DieOrdered? Rolled (Sank onward | walk)?",
        "PlayCard": "CardPlayed walk?",
        "Stop": "Stopped walk",
    },
    phrases={
        "turn": "TurnBegan Rolled?",
        "onward": "Rolled | turn",
        "walk": "Moved Climbed? (onward | EggsLaid (CardTurnedUp | BeachUncovered) onward | BeachWon)",
    },
)
