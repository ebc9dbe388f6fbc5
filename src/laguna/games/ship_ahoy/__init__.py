"""Ship Ahoy: a cannon that really shoots, a knotted rope, and ships that fight when they come close."""

from laguna.core.plugin import Plugin
from laguna.games.ship_ahoy.game import ShipAhoyGame

PLUGIN = Plugin(
    game=ShipAhoyGame(),
    painter="painter:ShipAhoyPainter",
    picture="picture:ShipAhoyPicture",
    bots="captain.captain:make",
    hints="advice:HINTS",
    story="story:STORY",
    drawing="ship",
    service="service:ShipAhoyService",
    typescript="physics.typescript:modules",
    pages=("/practice",),
    rank=5,
    ladder_move_s=1.0,
)
