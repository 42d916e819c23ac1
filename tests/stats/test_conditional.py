"""Differences of conditional shares where few games differ: by formula, and by games with a known truth."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy.stats

from sim.stats.conditional import conditional_difference

SPARSE = {
    (1, 1): 0.003,
    (0, 0): 0.3,
    (1, 0): 0.0001,
    (0, 1): 0.00005,
    (1, -1): 0.0001,
    (-1, 1): 0.00003,
    (0, -1): 0.003,
    (-1, 0): 0.004,
    (-1, -1): 0.68972,
}
"""A success of one in a hundred, in games that count under both variants but for one in forty."""


def turned(cells: dict[tuple[int, int], float]) -> dict[tuple[int, int], float]:
    """Return the games with successes and failures exchanged."""
    other = {1: 0, 0: 1, -1: -1}
    return {(other[a], other[b]): games for (a, b), games in cells.items()}


def shares(cells: dict[tuple[int, int], float]) -> list[float]:
    return [
        sum(games for pair, games in cells.items() if pair[side] == 1)
        / sum(games for pair, games in cells.items() if pair[side] >= 0)
        for side in (0, 1)
    ]


def test_where_no_outcome_differs_one_may_that_was_not_seen() -> None:
    cells = {(1, 1): 6, (0, 0): 894, (0, -1): 20, (-1, 0): 30, (-1, -1): 50}
    found = conditional_difference(cells)
    p, q = shares(cells)
    heaviest = max((1 - p) / 920 + q / 930, p / 920 + (1 - q) / 930)
    rest = 6 * ((1 - p) / 920 - (1 - q) / 930) ** 2 + 894 * (p / 920 - q / 930) ** 2
    rest += 20 * (p / 920) ** 2 + 30 * (q / 930) ** 2
    # No event is compatible with a Poisson mean of up to 3.69 (Garwood 1936), on either side.
    reach = math.hypot(heaviest * scipy.stats.chi2.ppf(0.975, 2) / 2, 1.959964 * math.sqrt(rest))
    assert found.interval.low == pytest.approx(p - q - reach, rel=1e-6)
    assert found.interval.high == pytest.approx(p - q + reach, rel=1e-6)
    assert found.interval.warning == "only 0 games support it, so the interval is approximate"
    assert found.p_value == 1


@pytest.mark.parametrize("cells", [SPARSE, turned(SPARSE)])
@pytest.mark.parametrize(("games", "level"), [(3000, 0.95), (30_000, 0.95), (30_000, 0.99)])
def test_sparse_outcomes_are_covered_and_seldom_have_the_wrong_sign(
    cells: dict[tuple[int, int], float], games: int, level: float
) -> None:
    """At most as many misses, and half as many wrong signs, as the level says, four standard errors aside."""
    p, q = shares(cells)
    truth, runs = p - q, 300
    missed = wrong = 0
    for counts in np.random.default_rng(1).multinomial(games, list(cells.values()), runs):
        found = conditional_difference(dict(zip(cells, counts.tolist(), strict=True)), level)
        low, high = found.interval.low, found.interval.high
        missed += not low <= truth <= high
        wrong += low > 0 > truth or high < 0 < truth
        assert (found.p_value < 1 - level) == (low > 0 or high < 0)
    for count, rate in ((missed, 1 - level), (wrong, (1 - level) / 2)):
        assert count <= runs * rate + 4 * math.sqrt(runs * rate * (1 - rate))
