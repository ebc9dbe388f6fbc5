"""Animals on Board (Zwierzaki na pokład): split the animals into groups, and take one that you can pay for."""

from laguna.core.plugin import Plugin
from laguna.games.animals_on_board.game import AnimalsGame

PLUGIN = Plugin(
    game=AnimalsGame(),
    painter="painter:AnimalsPainter",
    picture="picture:AnimalsPicture",
    heuristics="heuristics:HEURISTICS",
    encoding="encoding:ENCODING",
    hints="advice:HINTS",
    story="story:STORY",
    drawing="ark",
    rank=3,
    ladder_move_s=0.06,
)
