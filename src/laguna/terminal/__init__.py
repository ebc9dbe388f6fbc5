"""The terminal game: a table drawn in text, and numbered choices."""
