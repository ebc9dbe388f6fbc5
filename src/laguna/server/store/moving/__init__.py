"""Moves everything a store keeps to another one, between SQLite and PostgreSQL in both directions."""
