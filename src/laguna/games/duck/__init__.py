"""Duck (Kaczki: plaża w kartach): get rid of your hand, or dive when yours is the lowest."""

from laguna.core.plugin import Plugin
from laguna.games.duck.game import DuckGame

PLUGIN = Plugin(
    game=DuckGame(),
    painter="painter:DuckPainter",
    picture="picture:DuckPicture",
    heuristics="heuristics:HEURISTICS",
    encoding="encoding:ENCODING",
    hints="advice:HINTS",
    story="story:STORY",
    drawing="duck",
    rank=2,
    ladder_move_s=0.015,
)
