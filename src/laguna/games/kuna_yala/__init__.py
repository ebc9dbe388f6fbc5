"""Kuna Yala: secret fish colours, and everybody lays cards in everybody's shoal."""

from laguna.core.plugin import Plugin
from laguna.games.kuna_yala.game import KunaYalaGame

PLUGIN = Plugin(
    game=KunaYalaGame(),
    painter="painter:KunaYalaPainter",
    picture="picture:KunaYalaPicture",
    heuristics="heuristics:HEURISTICS",
    encoding="encoding:ENCODING",
    hints="advice:HINTS",
    story="story:STORY",
    drawing="fish-fan",
    rank=4,
    ladder_move_s=0.02,
)
