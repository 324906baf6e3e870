"""Bluke itself: cards, house rules, dealing, tricks, scoring, hand. Pure; knows no file, no name, no time."""
