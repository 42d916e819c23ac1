"""Least squares on amounts that are whole numbers: exact sums first, floating-point numbers last."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.stats.estimates import Interval
from sim.stats.intervals import normal_quantile

SANDWICH = "least squares, robust standard errors (HC1)"


def least_squares(
    held: NDArray[np.integer], outcome: NDArray[np.integer], share: NDArray[np.floating], level: float = 0.95
) -> list[Interval]:
    """Return what one more of each amount adds to the mean outcome, in place of an average one.

    The amounts of a game add up to the same number, so only differences between their coefficients are known. They are
    given against the average: weighted by ``share``, which adds up to 1, the coefficients add up to 0. The standard
    errors are those of White (Econometrica 48, 1980, 817-838), corrected by ``n / (n - k)``: they are right for any
    spread of the outcome, such as that of a win.

    Parameters
    ----------
    held
        Amounts, small whole numbers (games, kinds).
    outcome
        Whole numbers (games,).
    share
        The weight of each kind in the average.
    level
        Between 0 and 1.
    """
    n, kinds = held.shape
    others = held[:, 1:].astype(np.int64)
    # Sums in Python's whole numbers: n times the sums of products may not fit into 64 bits.
    sums, total = others.sum(axis=0).astype(object), int(outcome.sum(dtype=np.int64))
    crossed = n * (others.T @ others).astype(object) - np.outer(sums, sums)
    with_outcome = n * (others.T @ outcome.astype(np.int64)).astype(object) - sums * total
    squares = crossed.astype(float) / n
    slopes = np.linalg.solve(squares, with_outcome.astype(float) / n)
    centred = others - sums.astype(float) / n
    left = (outcome - total / n) - centred @ slopes
    inverse = np.linalg.inv(squares)
    meat = (centred * left[:, None] ** 2).T @ centred * (n / (n - kinds))
    # From differences to the first kind to those from the average.
    turned = np.vstack([np.zeros(kinds - 1), np.eye(kinds - 1)]) - share[1:]
    values = turned @ slopes
    errors = np.sqrt(np.diag(turned @ inverse @ meat @ inverse @ turned.T))
    z = normal_quantile(level)
    return [
        Interval(float(value), float(value - z * error), float(value + z * error), level, SANDWICH)
        for value, error in zip(values, errors, strict=True)
    ]
