"""Help by bots and workers: seats that bots play, hints, analyses of finished games, checks of records."""
