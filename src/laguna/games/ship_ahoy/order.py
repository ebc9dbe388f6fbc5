"""In which order the events of Ship Ahoy come."""

from laguna.core.order import Order

ORDER = Order(
    told=(
        "A shot is told first, with its track; then what it destroyed, what made way for what is put back, and where "
        "everything else is that it moved; then what the scenario makes of it, and at last that it missed, if it did. "
        "Whatever cannot be asked is passed over: a turn without a gun begins with the knots, one in which nothing can "
        "sail, fight or be repaired is followed by the next. The game is over after `PlayerOut`, once for each who is, "
        "or `RoundsOver`."
    ),
    setup="BarrelDealt* turns",
    moves={
        "Shoot": "Jammed | shot (PlayerOut+ | sailing | turns)",
        "HoldFire": "HeldFire sailing",
        "Sail": "Sailed (ChestTaken? | BarrelDelivered? BarrelLoaded? | KrakenLetGo* KrakenHolds*) turns",
        "MoveWind": "WindMoved turns",
        "EndSailing": "turns",
        "Fight": "(Fought | Captured) (loss | KrakenLetGo)? (PlayerOut+ | turns)",
        "Repair": "MadeWay* Repaired+ KrakenLetGo* turns",
        "LeaveDamaged": "turns",
    },
    phrases={
        "turns": "(TurnBegan KnotsRolled WindBlows?)* (TurnBegan | RoundsOver)?",
        "sailing": "KnotsRolled WindBlows? turns",
        "shot": "ShotFired loss* MadeWay* moved* KrakenLetGo* monster? Missed?",
        "moved": "Damaged ChestReturned? | StoodUp | Pushed | PutBack",
        "loss": "(TrophyTaken | Lost) (ChestTaken | ChestReturned | BarrelLoaded | BarrelReturned)?",
        "monster": "MonsterHit Lost?",
    },
)
