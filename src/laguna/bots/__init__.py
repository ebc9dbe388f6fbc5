"""Opponents: search, heuristics, levels, hints. A bot is handed what its seat may know, and nothing else."""
