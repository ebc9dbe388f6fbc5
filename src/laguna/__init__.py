"""Laguna: a table for five seaside family games."""
