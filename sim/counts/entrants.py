"""Entrants of a tournament: for each policy, all of its games on a deal are counted together.

The margins of its meetings share their deals and are not independent; their sums, one for each deal, are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from sim.contract.columns import WINNER

AGAINST = " against "
"""Between two policies in the name of their match."""

MARGIN_OF_ALL = "margin of all games"
"""The tally of a policy's margins, added up over its games on a deal."""

WINS_OF_ALL = "wins of all games"
"""The tally of how many of its games on a deal a policy won."""


def seats_of(
    variants: Sequence[str], mirrored: Sequence[tuple[int, int]]
) -> dict[str, list[tuple[int, int]]]:
    """Return the matches of each policy, as pairs of a place among the variants and the seat of the policy in it."""
    matches: dict[str, list[tuple[int, int]]] = {}
    for later, earlier in mirrored:
        policy, rival = _players(variants[earlier], variants[later])
        matches.setdefault(policy, []).extend([(earlier, 0), (later, 1)])
        matches.setdefault(rival, []).extend([(earlier, 1), (later, 0)])
    return matches


def of_all_games(
    matches: Sequence[tuple[int, int]],  # from :func:`seats_of`
    margins: Sequence[NDArray[np.integer] | None],  # player 0's in each match
    played: Sequence[Mapping[str, NDArray[np.integer]]],
) -> dict[str, NDArray[np.int64]]:
    """Return a policy's margin and its wins on each deal, over all of its games."""
    deals = len(played[matches[0][0]][WINNER])
    margin, wins = np.zeros(deals, np.int64), np.zeros(deals, np.int64)
    for place, seat in matches:
        own = margins[place]
        assert own is not None
        margin += own if seat == 0 else -own
        wins += played[place][WINNER] == seat
    return {MARGIN_OF_ALL: margin, WINS_OF_ALL: wins}


def _players(first: str, second: str) -> tuple[str, str]:
    """Return the two policies, from the names of their matches in both seats."""
    parts = first.split(AGAINST)
    for place in range(1, len(parts)):
        policy, rival = AGAINST.join(parts[:place]), AGAINST.join(parts[place:])
        if second == rival + AGAINST + policy:
            return policy, rival
    raise ValueError(f"{first!r} and {second!r} are not the same players in exchanged seats")
