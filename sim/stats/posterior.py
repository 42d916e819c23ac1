"""Posterior distributions of shares, for who wants to say how probable a share is; intervals say something else."""

from __future__ import annotations

from dataclasses import dataclass

from sim.stats.intervals import check_level

PRIOR = (0.5, 0.5)
"""Jeffreys' prior of a share, Beta(1/2, 1/2)."""


@dataclass(frozen=True, slots=True)
class Posterior:
    """What is believed of a share after the games: its mean, and the middle part of its distribution."""

    mean: float
    low: float
    high: float
    level: float  # the probability that the share lies between them


def posterior(successes: int, trials: int, level: float = 0.95) -> Posterior:
    """Return the posterior of a share, ``Beta(1/2 + successes, 1/2 + failures)``; the prior is Jeffreys'.

    Examples
    --------
    >>> found = posterior(0, 1000)
    >>> round(found.mean, 6), round(found.high, 6)
    (0.0005, 0.002507)
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials are impossible")
    from scipy.special import betainccinv, betaincinv

    a, b = PRIOR[0] + successes, PRIOR[1] + trials - successes
    miss = (1 - check_level(level)) / 2
    return Posterior(a / (a + b), float(betaincinv(a, b, miss)), float(betainccinv(a, b, miss)), level)
