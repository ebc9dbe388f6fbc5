"""Kuna Yala: secret fish colours, and everybody lays cards in everybody's shoal."""
