"""What a game is: the words rules are written in, the contract, luck, records and words."""
