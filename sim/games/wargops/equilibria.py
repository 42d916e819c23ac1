"""Tables of equilibrium strategies for WarGops with two players.

There is one card of each rank, and ties are awarded later.

They hold the mixtures of all positions that a game can reach, stored as in
:mod:`sim.policies.thresholds`.
"""

from collections.abc import Iterable
from pathlib import Path

DIGITS = 7
"""The number of ways in which the two cards of a rank can lie."""

SIZES = range(2, 8)
"""The numbers of ranks that have a table."""

_FOLDER = Path(__file__).parent / "tables"


def table_path(ranks: int, last_pot: str) -> Path:
    """The path of a table."""
    return _FOLDER / f"wargops-{last_pot}-{ranks}.npz"


def digit_of(mine: int, theirs: int, waiting: int) -> int:
    """How the cards of a rank lie, as a digit.

    It follows from how many each player holds and how many wait in pots.

    -1 where they cannot lie so: a card goes into a pot when its twin goes to the trash.
    """
    if waiting:
        return 3 if waiting == 1 and mine + theirs == 0 else -1
    if mine + theirs > 2:
        return -1
    return 4 + theirs if mine + theirs == 2 else mine + 2 * theirs


def number_of(
    ranks: int, mine: Iterable[int], theirs: Iterable[int], pots: Iterable[int]
) -> int:
    """The number of a position.

    Its digits say where the cards of each rank lie, the highest rank in front.

    Raises
    ------
    KeyError
        If the cards of a rank cannot lie so.
    """
    counts = [[0, 0, 0] for _ in range(ranks + 1)]
    for place, cards in enumerate((mine, theirs, pots)):
        for card in cards:
            counts[card][place] += 1
    number = 0
    for rank in range(ranks, 0, -1):
        digit = digit_of(*counts[rank])
        if digit < 0:
            raise KeyError(rank)
        number = number * DIGITS + digit
    return number
