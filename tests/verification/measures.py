"""The measures of played games, each with its interval and its standard error.

The intervals are those of :mod:`sim.stats`, and the standard errors are what they are
made of. Measures are taken from exact histograms; no games are played here.
"""

import math

from sim.stats import mean, proportion, quantile, sd
from sim.stats.spread import standard_error, variance_error


def measured(figure, hist):
    """The interval and the standard error of what a figure measures."""
    interval, error = MEASURES[figure.measure](hist, figure.at)
    return interval.scaled(1 / figure.per), error / figure.per


def _mean(hist, at):
    return mean(hist), standard_error(hist)


def _sd(hist, at):
    return sd(hist), math.sqrt(hist.variance) * variance_error(hist) / 2


def _share(hist, at):
    hits = hist.count_of(1)
    share = hits / hist.n
    return proportion(hits, hist.n), math.sqrt(share * (1 - share) / hist.n)


def _quantile(hist, at):
    """The error is sqrt(q (1-q) / n) over the density there."""
    # The density, from quantiles slightly to either side; the step between whole
    # numbers adds to it.
    reach = min(at, 1 - at) / 10
    slope = (hist.quantile(at + reach) - hist.quantile(at - reach)) / (2 * reach)
    return quantile(hist, at), slope * math.sqrt(at * (1 - at) / hist.n)


MEASURES = {"mean": _mean, "sd": _sd, "share": _share, "quantile": _quantile}
