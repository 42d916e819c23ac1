"""Wilcox War, compiled: from the rules to the games."""

import numpy as np
from numpy.typing import NDArray

from sim.contract.dealing import Layout
from sim.games.wilcox_war.kernel.choices import choosers_of, limits_of
from sim.games.wilcox_war.kernel.remade_piles import play_on
from sim.games.wilcox_war.kernel.rows import Columns
from sim.games.wilcox_war.kernel.single_pass import play_once
from sim.games.wilcox_war.kernel.table import table_for
from sim.games.wilcox_war.policies import POLICIES
from sim.games.wilcox_war.rules import COLUMNS, WilcoxWarRules
from sim.kernels.columns import filled
from sim.policies.kernel.seats import seats_of


def play_block(
    rules: WilcoxWarRules,
    deals: NDArray[np.uint8],
    where: Layout,
    seed: int,
    first: int,
) -> dict[str, NDArray[np.integer]]:
    """Play given deals to the end."""
    games, width = deals.shape
    seats = seats_of(POLICIES, rules, seed)
    inputs = (
        deals.reshape(-1),
        limits_of(rules),
        choosers_of(seats),
        np.uint64(seed),
        np.uint64(first),
    )
    if rules.play_on:
        columns = filled(Columns, COLUMNS, games, play_on, *inputs, table_for(width))
    else:
        columns = filled(Columns, COLUMNS, games, play_once, *inputs, np.uint64(width))
    seats.check()
    return columns
