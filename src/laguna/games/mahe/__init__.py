"""Mahé (Żółwie z Galapagos): turtles that ride each other around an island."""
