"""The cards and the lines of Wargame: which card beats which, runs, and breaks.

Columns are numbered 0 ... 12 from the left, as are both players' places; in words they are counted from 1.
"""

from collections.abc import Collection

PLACES = 13
"""The number of columns, and of each player's cards, 1 ... 13."""

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


def beats(card: int, other: int) -> bool:
    """Return whether a card beats another; equal cards do not beat each other."""
    if card in SPIES and other in HEAVY:
        return True
    if card in HEAVY and other in SPIES:
        return False
    return card > other


def run_with(won: Collection[int], column: int) -> int:
    """Return the length of the run of columns that a player would have won around a column by winning it too."""
    first = last = column
    while first - 1 in won:
        first -= 1
    while last + 1 in won:
        last += 1
    return last - first + 1


def breaks(won: Collection[int]) -> list[int]:
    """Return the first column of each three adjacent ones that a player has won: they break the opponent's line."""
    return [
        start
        for start in range(PLACES - BREAK + 1)
        if all(start + step in won for step in range(BREAK))
    ]


def across_a_break(column: int, other: int, lost: Collection[int]) -> bool:
    """Return whether one of three adjacent columns that a player has lost lies between two of their columns."""
    low, high = sorted((column, other))
    return any(
        low < start + step < high for start in breaks(lost) for step in range(BREAK)
    )
