"""In which order the events of Animals on Board come."""

from laguna.core.order import Order

ORDER = Order(
    told=(
        "Where all choose at the same time (A4, A17), each choice is told by `Chosen` alone; what was chosen is "
        "told when the last one has chosen. At the end all pairs go to Noah first, then the surplus is discarded, "
        "then ark after ark is shown and scored, each in the order of the seats."
    ),
    setup="SpeciesRemoved? Started Dealt+",
    moves={
        "Keep": "Chosen (Laid+ deal)?",
        "Split": "GroupSplit round_over?",
        "Take": "(GroupTaken | HiddenTaken) FlagWon? ArkFilled? (LastTurn | round_over)?",
        "Pass": "Passed round_over?",
        "Discard": "Chosen set_sail?",
    },
    phrases={
        "deal": "RoundBegan TilesDrawn?",
        "round_over": "deal | ArksClosed set_sail?",
        "set_sail": "PairLeft* Discarded* ((ArkShown | ArkEmptied) Scored)+",
    },
)
