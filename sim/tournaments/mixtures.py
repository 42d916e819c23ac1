"""Unexploitable mixtures of strategies: small zero-sum games solved as linear programs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray


@dataclass(frozen=True)
class Mixture:
    """A mixed strategy of the row player."""

    weights: NDArray[np.float64]  # (rows,): the probability of each row; they add up to 1.
    value: float  # The guaranteed payoff: the least it gets, whatever the column player does.


def undominated(payoffs: npt.ArrayLike) -> list[int]:
    """Return the strategies of a symmetric zero-sum game left after removing dominated ones repeatedly."""
    # A strategy is dominated if another one gets at least as much against every remaining strategy, and more
    # against some. An unexploitable mixture of the remaining strategies is also unexploitable in the whole
    # game.
    table = np.asarray(payoffs, float)
    left = list(range(len(table)))
    while True:
        own = table[np.ix_(left, left)]
        gaps = own[:, None, :] - own[None, :, :]
        beaten = ((gaps.min(axis=2) >= 0) & (gaps.max(axis=2) > 0)).any(axis=0)
        if not beaten.any():
            return left
        left = [strategy for strategy, out in zip(left, beaten, strict=True) if not out]


def unexploitable(payoffs: npt.ArrayLike) -> Mixture:
    """Return the row player's mixture with the largest guaranteed payoff (von Neumann 1928)."""
    from scipy.optimize import linprog

    table = np.asarray(payoffs, float)
    rows, columns = table.shape
    # The variables are the weights and the guaranteed payoff, which is maximized.
    solved = linprog(
        c=[0.0] * rows + [-1.0],
        A_ub=np.column_stack((-table.T, np.ones(columns))),
        b_ub=np.zeros(columns),
        A_eq=[[1.0] * rows + [0.0]],
        b_eq=[1.0],
        bounds=[(0, 1)] * rows + [(None, None)],
        method="highs",
    )
    if not solved.success:
        raise ArithmeticError(f"the linear program of a {rows} by {columns} game failed: {solved.message}")
    weights = np.clip(solved.x[:rows], 0, None)
    weights /= weights.sum()
    return Mixture(weights, float((weights @ table).min()))
