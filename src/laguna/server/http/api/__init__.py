"""The REST doors: one controller a noun."""
