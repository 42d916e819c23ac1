"""What each result of a round of Casino War pays, by its code."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.games.casino_war.rules import RESULTS, ROUND_COLUMNS, CasinoWarRules


def pays_of(rules: CasinoWarRules) -> dict[str, NDArray[np.integer]]:
    """Return, for every column of a round but the result itself, its value under each result."""
    # ``net`` is in halves of an ante, so that a surrender is a whole number.
    tie = rules.tie_bet
    by_result = {
        "win": {"net": 2, "wagered": 1, "tie_net": -1},
        "lose": {"net": -2, "wagered": 1, "tie_net": -1},
        "war-win": {"net": 2, "wagered": 2, "tie_net": tie},
        "war-tie": {"net": 2 + 2 * rules.tie_bonus, "wagered": 2, "tie_net": tie},
        "war-lose": {"net": -4, "wagered": 2, "tie_net": tie},
        "surrender": {"net": -1, "wagered": 1, "tie_net": tie},
    }
    return {
        column.name: np.array([by_result[result][column.name] for result in RESULTS], column.dtype)
        for column in ROUND_COLUMNS
        if column.name != "result"
    }
