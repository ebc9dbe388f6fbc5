"""Mahé (Żółwie z Galapagos): turtles that ride each other around an island."""

from laguna.core.plugin import Plugin
from laguna.games.mahe.game import MaheGame

PLUGIN = Plugin(
    game=MaheGame(),
    painter="painter:MahePainter",
    picture="picture:MahePicture",
    heuristics="heuristics:HEURISTICS",
    encoding="encoding:ENCODING",
    hints="advice:HINTS",
    story="story:STORY",
    drawing="turtles",
    rank=1,
    ladder_move_s=0.006,
)
