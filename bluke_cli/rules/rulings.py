"""The rulings this project plays by, with their basis; docs/rules.md says the same at length, same numbers."""

from __future__ import annotations

from typing import NamedTuple

BASES = {
    "A": "the source rule texts say it",
    "B": "another published Bluke text",
    "C": "the closest relatives: Back Alley, Super Screw Your Neighbour, Oh Hell",
    "D": "our own decision",
}


class Ruling(NamedTuple):
    """One ruling: its number in docs/rules.md, its title, the letters of its basis, and what it says."""

    number: int
    title: str
    basis: str
    text: str


RULINGS = (
    Ruling(1, "Players", "A", "2, 3 or 4, each for themselves. 5 to 15 are possible (B, hand sizes D)."),
    Ruling(2, "The pack", "A", "52 cards, 2 low to ace high, and two jokers: the Low and the High Bluke, of no suit."),
    Ruling(
        3,
        "The schedule",
        "A",
        "25 hands of 13 down to 1 and up to 13 cards; with more than 4 players from their top hand.",
    ),
    Ruling(
        4,
        "The draw",
        "A",
        "The highest card deals hand 1, the lowest keeps score; suits do not count (C). Tied players draw again (B).",
    ),
    Ruling(5, "The deal", "A", "One card at a time, clockwise, from the dealer's left (B). The deal passes left."),
    Ruling(
        6,
        "Trump",
        "A",
        "Eldest cuts or taps the stock; its top card is turned up and sets trump, a Bluke sets none. It is out of "
        "play. The other Bluke keeps its power (B/C).",
    ),
    Ruling(7, "Bids", "A", "Each once, eldest first, dealer last, from 1 to the hand size. Zero is not a legal bid."),
    Ruling(
        8,
        "Play",
        "A",
        "Eldest leads. Follow the suit led if you can, else play anything. A Bluke may always be played instead, and "
        "is never forced.",
    ),
    Ruling(9, "A Bluke is led", "C", "It asks for no suit: everybody may play any card."),
    Ruling(
        10,
        "Winning a trick",
        "A",
        "High Bluke, else Low Bluke, else the highest trump, else the highest card of the suit led. The winner leads.",
    ),
    Ruling(11, "The score", "A", "Bid made: 10 a trick bid and 1 an overtrick. Set: 10 lost for each trick bid."),
    Ruling(12, "The end", "A", "The highest total wins; equal totals are joint winners (D), placed 1, 1, 3."),
)

HOUSE_RULES = (
    ("schedule", "list or text", "top-1-top", 'hand sizes: "7-1-7", "13-1,1-13", or a list'),
    ("min_bid", "1, 0", "1", "0: a bid of zero is legal; made, it scores 1 a trick taken"),
    ("hook", "true, false", "false", "the dealer may not make the bids add up to the hand size"),
    ("led_bluke", "any, trump, next-suit", "any", "what a led Bluke asks for"),
    ("trump_lead", "free, broken", "free", "broken: no trump is led before one was played off-suit"),
    ("no_trump_bluke", "power, powerless", "power", "powerless: without trump a Bluke never wins"),
    ("points", "1 or more", "10", "points a trick bid"),
    ("overtrick", "whole number", "1", "points an overtrick"),
    ("bag_limit", "1 or more", "none", "overtricks of the game that bring a penalty"),
    ("bag_penalty", "whole number", "none", "points lost each time the limit is reached"),
    ("tie", "shared, most-made", "shared", "most-made: among equals the larger sum of made bids wins"),
)
"""Key, values, default and meaning of each house rule, in the order of the documents."""
