"""How far Wargame's search looks ahead, and the weights of the features of a position."""

from typing import NamedTuple

ALL_SWITCHES = 3
"""With this many unfought columns or fewer, every switch is tried."""

DEPTHS = (0, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1, 1)
"""The number of battles that the search looks ahead, by the number of unfought
columns."""

WIN = 1 << 20
"""The value of a won game: more than any sum of weights."""


class Weights(NamedTuple):
    """The values of a position's features to a player, compared with the opponent.

    Attributes
    ----------
    tempo
        Being the attacker.
    chip
        Each chip.
    column
        Each unfought column in which the player's card beats the one opposite.
    tie
        For the attacker, each unfought column with equal cards.
    edge
        The mean, over the unfought columns, of the number of unfought enemy cards that
        the player's card beats.
    traitor
        The certainty that a shooter of the player's is not a traitor.
    runs
        Each four adjacent columns in which only the player has won, by the number of
        wins there.
    wins
        The number of battles won.
    """

    tempo: int
    chip: int
    column: int
    tie: int
    edge: int
    traitor: int
    runs: tuple[int, int, int, int]
    wins: tuple[int, ...]


WEIGHTS = Weights(
    tempo=129,
    chip=240,
    column=5,
    tie=4,
    edge=39,
    traitor=64,
    runs=(0, 2, 3, 237),
    wins=(0, 99, 215, 355, 408, 764, 804),
)
