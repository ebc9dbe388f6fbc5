"""People: who somebody is, how they come back, and how much anybody may ask of the server."""
