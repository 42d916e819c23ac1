"""Posterior distributions of shares, against SciPy's beta distribution and against enumeration."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from sim.stats.intervals import posterior


@pytest.mark.parametrize(("successes", "trials"), [(0, 1000), (7, 20), (500, 1000), (20, 20), (3, 10**9)])
def test_it_is_the_beta_distribution_of_jeffreys(successes: int, trials: int) -> None:
    found = posterior(successes, trials, 0.9)
    known = scipy.stats.beta(successes + 0.5, trials - successes + 0.5)
    assert (found.mean, found.low, found.high) == pytest.approx(
        (known.mean(), *known.interval(0.9)), rel=1e-9
    )


def test_over_shares_drawn_from_the_prior_it_holds_as_often_as_it_says() -> None:
    """The share of nine games, by integration over the prior: 90 %, exactly."""
    grid = scipy.stats.beta(0.5, 0.5).ppf((np.arange(20_000) + 0.5) / 20_000)
    ends = [posterior(k, 9, 0.9) for k in range(10)]
    held = sum(
        (scipy.stats.binom.pmf(k, 9, grid) * ((own.low <= grid) & (grid <= own.high))).mean()
        for k, own in enumerate(ends)
    )
    assert held == pytest.approx(0.9, abs=1e-3)
