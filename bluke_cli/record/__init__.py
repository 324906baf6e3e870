"""The game record: its text, its models, reading and writing. Knows what a card looks like, never whose it is."""
