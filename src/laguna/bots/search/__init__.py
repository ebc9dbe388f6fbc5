"""Information-set Monte-Carlo tree search, as native code, over any game's rules and heuristics."""
