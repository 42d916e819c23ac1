"""The rows of Wilcox War, compiled: the outcome columns, their codes, and the winner by a count."""

import numpy as np

from sim.contract.events import DRAW
from sim.games.wilcox_war.rules import COLUMNS, ENDINGS
from sim.kernels.columns import code_of, columns_type
from sim.kernels.compiling import inlined

CARDS, RUN_OUT, CAP = (
    code_of(ENDINGS, "cards"),
    code_of(ENDINGS, "run-out"),
    code_of(ENDINGS, "cap"),
)
"""The codes of the endings."""

STOPPED = np.int8(-1)
"""Stands for an ending: a user's own policy has named a card that is not in its hand."""


Columns = columns_type(__name__, COLUMNS)


@inlined
def with_more(count_0, count_1):
    """Return the player with the larger count, or the code of a draw."""
    return np.int64(DRAW) if count_0 == count_1 else np.int64(count_0 < count_1)


@inlined
def write_row(columns, index, winner, ending, cards, battles, turns):
    """Write the outcome of a game; a battle that does not begin a turn is one of a war."""
    columns.winner[index], columns.ending[index] = winner, ending
    columns.cards_0[index], columns.cards_1[index] = cards
    columns.battles[index], columns.turns[index], columns.wars[index] = (
        battles,
        turns,
        battles - turns,
    )
