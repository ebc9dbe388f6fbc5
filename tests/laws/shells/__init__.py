"""Shells: a small sound game that keeps every law, for tests to spoil in one place at a time."""

from laguna.core.plugin import Plugin
from laws.shells.game import ShellsGame

PLUGIN = Plugin(game=ShellsGame(), heuristics="heuristics:HEURISTICS", encoding="encoding:ENCODING")
