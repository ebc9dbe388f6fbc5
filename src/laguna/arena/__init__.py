"""Matches between bots: seat-rotated, over all cores, resumable; what came of them, and how sure that is."""
