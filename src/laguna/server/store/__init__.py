"""Storage of people, tables and moves."""
