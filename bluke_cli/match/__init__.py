"""Matches between bots: one game, the plan of many, standings."""
