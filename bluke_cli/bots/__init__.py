"""Players that are programs: what a bot sees, and the built-in bots."""
