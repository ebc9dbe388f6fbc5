"""Where people, tables and moves are kept."""
