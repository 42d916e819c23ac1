"""Correlations and least squares of amounts within games.

They follow from exact counts and sums of whole numbers.
"""

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from sim.stats.shares import check_level, no_games
from sim.stats.spread import ALL_ALIKE, unsure_variance
from sim.stats.uncertainty import Interval

FISHER = "Fisher's z, jackknife"
_LINE = 1e-12


def correlation(cells: Mapping[tuple[int, int], int], level: float = 0.95) -> Interval:
    """Pearson's correlation of the games' pairs of values, with an interval.

    The interval assumes no distribution.

    The interval is symmetric on Fisher's scale ``artanh r``, on which ``r`` is more
    nearly normal. Its variance is that of the values with each game left out once (the
    jackknife; Miller, Biometrika 61, 1974, 1-15). The degrees of freedom are those of a
    variance known as badly as the games show (Satterthwaite), with a warning if that is
    bad.
    """
    check_level(level)
    games = sum(cells.values())
    if not games:
        return no_games(level)
    pairs = np.array([*cells], float)
    counts = np.array([*cells.values()], float)
    weights = counts / games
    deviations = pairs - weights @ pairs
    spreads = np.sqrt(weights @ deviations**2)
    if not spreads.all():
        return Interval(None, None, None, level, refusal=ALL_ALIKE)
    u, v = (deviations / spreads).T
    r = float(weights @ (u * v))
    left = games - 1
    spread = (1 - u * u / left) * (1 - v * v / left) if left else np.zeros(1)
    if games < 4 or 1 - r * r < _LINE or spread.min() < _LINE:
        line = (
            "all games lie on one line"
            if 1 - r * r < _LINE
            else "all games but one are alike"
        )
        return Interval(
            r, None, None, level, refusal=line if games > 3 else "too few games"
        )
    from scipy.special import stdtrit

    # The same values and their correlation without each game, from sums without it.
    without = np.arctanh(
        np.clip((r - u * v / left) / np.sqrt(spread), _LINE - 1, 1 - _LINE)
    )
    errors = without - weights @ without
    second = float(weights @ errors**2)
    if not second:
        return Interval(r, None, None, level, refusal="no game changes it")
    unsure = math.sqrt(max(0.0, float(weights @ errors**4) / second**2 - 1) / games)
    freedom = min(left, 2 / unsure**2) if unsure else left
    reach = float(stdtrit(freedom, (1 + level) / 2)) * math.sqrt(second * left)
    middle = math.atanh(r)
    ends = math.tanh(middle - reach), math.tanh(middle + reach)
    return Interval(r, *ends, level, FISHER, unsure_variance(unsure), games)


SANDWICH = "least squares, robust standard errors (HC1), Student's t"


def least_squares(
    held: NDArray[np.integer],
    outcome: NDArray[np.integer],
    share: NDArray[np.floating],
    level: float = 0.95,
) -> list[Interval]:
    """What one more of each amount adds to the mean outcome.

    Amounts are (games, kinds), outcomes (games,); one more stands in place of an
    average one.

    The amounts of a game add up to the same number, so only differences between their
    coefficients are known. They are given against the average: weighted by ``share``,
    which adds up to 1, the coefficients add up to 0. The standard errors are those of
    White (Econometrica 48, 1980, 817-838), corrected by ``n / (n - k)``: they are right
    for any spread of the outcome, such as that of a win.
    """
    n, kinds = held.shape
    others = held[:, 1:].astype(np.int64)
    # Sums in Python's whole numbers: n times the sums of products may not fit into 64
    # bits.
    sums = others.sum(axis=0).astype(object)
    total = int(outcome.sum(dtype=np.int64))
    crossed = n * (others.T @ others).astype(object) - np.outer(sums, sums)
    with_outcome = (
        n * (others.T @ outcome.astype(np.int64)).astype(object) - sums * total
    )
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
    from scipy.special import stdtrit

    t = float(stdtrit(n - kinds, (1 + check_level(level)) / 2))
    return [
        Interval(
            float(value),
            float(value - t * error),
            float(value + t * error),
            level,
            SANDWICH,
        )
        for value, error in zip(values, errors, strict=True)
    ]
