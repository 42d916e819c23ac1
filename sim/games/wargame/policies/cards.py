"""The cards and the lines of Wargame: which card beats which, runs, and breaks.

Columns are numbered 0 ... 12 from the left, as are both players' places; in words they
are counted from 1. Sets of columns and of cards are bit masks, as in
:mod:`sim.policies.sets`. All functions can be compiled.
"""

import numpy as np

from sim.policies.sets import has

PLACES = 13
"""The number of columns, and of each player's cards, 1 ... 13."""

ALL = (1 << PLACES) - 1
"""The set of all columns."""

CENTRE = 6
"""The middle column."""

SPIES = (1, 2)
HEAVY = (12, 13)
"""The mortar and the bazooka, which spies beat."""

SHOOTERS = (7, 8, 9)
"""The cards that a traitor card can name."""

ENOUGH = 7
"""The number of battles that wins the game."""

BREAK, RUN = 3, 4
"""Adjacent columns that break the loser's line, and that win the game."""


def _beaters(card: int) -> int:
    """The set of cards that beat a card."""
    if card in SPIES:
        return sum(1 << other for other in range(card + 1, HEAVY[0]))
    if card in HEAVY:
        return sum(1 << other for other in (*SPIES, *range(card + 1, PLACES + 1)))
    return sum(1 << other for other in range(card + 1, PLACES + 1) if card)


BEATERS = np.array([_beaters(card) for card in range(PLACES + 1)])
"""For each card, the set of those that beat it; of no card, 0, nothing."""


def beats(card: int, other: int) -> bool:
    """Whether a card beats another; equal cards do not beat each other."""
    return bool(has(BEATERS[other], card))


def run_with(won: int, column: int) -> int:
    """The length of the run of columns won that winning a column would give."""
    first = last = column
    while first > 0 and has(won, first - 1):
        first -= 1
    while has(won, last + 1):
        last += 1
    return last - first + 1


def breaks(won: int) -> int:
    """The first column of each three adjacent ones that a player has won.

    Such columns break the opponent's line.
    """
    return won & (won >> 1) & (won >> 2)


def across_a_break(column: int, other: int, lost: int) -> bool:
    """Whether three adjacent lost columns lie between two unfought ones."""
    low = min(column, other)
    high = max(column, other)
    return (breaks(lost) & ((1 << high) - 1)) >> low != 0
