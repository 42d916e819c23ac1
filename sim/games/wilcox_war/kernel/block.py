"""Wilcox War, compiled: from the rules to the games."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.wilcox_war.kernel.choices import choosers_of, limits_of
from sim.games.wilcox_war.kernel.on import play_on
from sim.games.wilcox_war.kernel.once import play_once
from sim.games.wilcox_war.kernel.rows import Columns
from sim.games.wilcox_war.kernel.table import table_for
from sim.games.wilcox_war.policies import POLICIES
from sim.games.wilcox_war.rules import COLUMNS, WilcoxWarRules
from sim.kernels.columns import empty_columns
from sim.kernels.seats import seats_of


def play_block(
    rules: WilcoxWarRules, deals: NDArray[np.uint8], where: Layout, seed: int, first: int
) -> dict[str, NDArray[np.integer]]:
    """Play given deals to the end.

    Parameters
    ----------
    rules
        The rules of every game, with the players' policies.
    deals
        uint8 (games, cards): a row for each game, the players' cards in turn.
    where
        Not used: every row has the same layout.
    seed, first
        The seed of the shuffles and of the players' streams, and the number of the first game.

    Returns
    -------
    dict
        One array (games,) for each outcome column, categories as codes.

    Raises
    ------
    UserError
        If a user's own policy names a card that is not in its hand.
    """
    games, width = deals.shape
    columns = empty_columns(Columns, COLUMNS, games)
    seats = seats_of(POLICIES, rules, seed)
    limits, choosers = limits_of(rules), choosers_of(seats)
    at = np.uint64(seed), np.uint64(first)
    if rules.play_on:
        play_on(deals.reshape(-1), limits, choosers, *at, columns, table_for(width))
    else:
        play_once(deals.reshape(-1), np.uint64(width), limits, choosers, *at, columns)
    seats.check()
    return columns._asdict()
