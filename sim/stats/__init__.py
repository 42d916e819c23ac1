"""Statistics: exact integer counts in, numbers with their intervals out.

These are pure functions for counted histograms: they trust the types of their
arguments, which mypy checks.

SciPy is imported where it is used, so that importing this package is quick.
"""

from sim.stats.estimates import Estimate
from sim.stats.histogram import Histogram
from sim.stats.intervals import Measure, largest, mean, sd
from sim.stats.judging import judge, judge_signs
from sim.stats.lengths import Lengths
from sim.stats.paired import Comparison, holm, mcnemar, mean_difference
from sim.stats.precision import Target, Verdict, looks
from sim.stats.quantiles import quantile
from sim.stats.ratios import ratio_of_means
from sim.stats.separate import difference_of_means, difference_of_shares
from sim.stats.sequences import watched_mean, watched_share
from sim.stats.shares import proportion
from sim.stats.uncertainty import Interval, Side, Unfinished

__all__ = [
    "Comparison",
    "Estimate",
    "Histogram",
    "Interval",
    "Lengths",
    "Measure",
    "Side",
    "Target",
    "Unfinished",
    "Verdict",
    "difference_of_means",
    "difference_of_shares",
    "holm",
    "judge",
    "judge_signs",
    "largest",
    "looks",
    "mcnemar",
    "mean",
    "mean_difference",
    "proportion",
    "quantile",
    "ratio_of_means",
    "sd",
    "watched_mean",
    "watched_share",
]
