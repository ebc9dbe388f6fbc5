"""Pig: roll on, or hold what you have."""

from laguna.core.plugin import Plugin
from laguna_pig.game import PigGame

PLUGIN = Plugin(game=PigGame(), encoding="encoding:ENCODING")
