"""P'yanitsa, compiled: War's kernels, with the drunkard derived from their columns."""

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.pyanitsa.rules import PyanitsaRules
from sim.games.war.kernel import block as war


def play_block(
    rules: PyanitsaRules,
    deals: NDArray[np.uint8],
    layout: Layout,
    seed: int,
    first: int,
) -> dict[str, NDArray[np.integer]]:
    """Play given deals to the end.

    Return one array (games,) for each outcome column, categories as codes.
    """
    if rules.players > 2:
        columns, first_out = war.play_seats(rules, deals, layout, seed, first)
        columns = war.followed(rules, deals, layout, seed, first, columns)
    else:
        columns = war.play_block(rules, deals, layout, seed, first)
        first_out = np.where(columns["winner"] >= 0, 1 - columns["winner"], -1).astype(
            np.int8
        )
    drunkard = columns["winner"].copy()
    if rules.goal == "keep":
        # If nobody went out, the game was drawn or is unfinished; the winner's code
        # says which.
        drunkard = np.where(first_out >= 0, first_out, drunkard)
    columns["drunkard"] = drunkard
    return columns
