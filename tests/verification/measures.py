"""The measures of played games, each with its interval and its standard error.

The intervals are those of :mod:`sim.stats`, and the standard errors are what they are
made of. Measures are taken from exact histograms; no games are played here.
"""

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sim.stats import Histogram, Interval, mean, proportion, quantile, sd
from sim.stats.spread import standard_error, variance_error

LEVEL = 0.95


@dataclass(frozen=True)
class Sample:
    """The games of a play."""

    games: int
    histograms: Mapping[
        str, Histogram
    ]  # of each column, in the whole numbers that kernels give
    per: Mapping[str, int]  # how many of those make one unit, for columns of halves
    codes: Mapping[
        str, tuple[str, ...]
    ]  # of categorical columns: the texts in the order of their codes


@dataclass(frozen=True)
class Measured:
    """A number with its interval and its standard error."""

    interval: Interval
    error: float


class Measure(Protocol):
    """Something that can be measured in games."""

    @property
    def columns(self):
        """The columns that it needs."""

    def of(self, sample):
        """Measure it."""


@dataclass(frozen=True)
class OfColumn:
    """What is measured in one column."""

    column: str

    @property
    def columns(self):
        return (self.column,)


@dataclass(frozen=True)
class Mean(OfColumn):
    """The mean of a column."""

    def of(self, sample):
        hist, per = sample.histograms[self.column], sample.per[self.column]
        return Measured(_divided(mean(hist, LEVEL), per), standard_error(hist) / per)


@dataclass(frozen=True)
class Sd(OfColumn):
    """The standard deviation of a column."""

    def of(self, sample):
        hist, per = sample.histograms[self.column], sample.per[self.column]
        error = math.sqrt(hist.variance) * variance_error(hist) / 2
        return Measured(_divided(sd(hist, LEVEL), per), error / per)


@dataclass(frozen=True)
class Quantile(OfColumn):
    """A quantile of a column of whole numbers; its error is sqrt(q (1-q) / n) over the density there."""

    share: float

    def of(self, sample):
        hist, share = sample.histograms[self.column], self.share
        # The density, from quantiles slightly to either side; the step between whole
        # numbers adds to it.
        reach = min(share, 1 - share) / 10
        slope = (hist.quantile(share + reach) - hist.quantile(share - reach)) / (
            2 * reach
        )
        error = slope * math.sqrt(share * (1 - share) / hist.n)
        return Measured(quantile(hist, share, LEVEL), error)


@dataclass(frozen=True)
class Share(OfColumn):
    """The share of games in which a column has one of several values."""

    values: tuple[object, ...]

    def of(self, sample):
        hist, codes = sample.histograms[self.column], sample.codes.get(self.column, ())
        wanted = [
            codes.index(str(value)) if codes else int(str(value))
            for value in self.values
        ]
        hits = sum(
            hist.count_at_most(value) - hist.count_at_most(value - 1)
            for value in wanted
        )
        return _share(hits, hist.n)


@dataclass(frozen=True)
class AtLeast(OfColumn):
    """The share of games in which a column reaches a value, among those in which it reaches another."""

    value: int
    given: int | None = None

    def of(self, sample):
        hist = sample.histograms[self.column]
        base = hist if self.given is None else hist.at_least(self.given)
        return _share(base.at_least(self.value).n, base.n)


@dataclass(frozen=True)
class Comeback:
    """How often a player who has been down to a number of cards still wins a game for two.

    Of the decided games the loser has been down to every number, so the share is
    ``r / (1 + r)`` with ``r`` the share of them whose winner has been down to it.
    """

    cards: int

    @property
    def columns(self):
        return ("winner_low",)

    def of(self, sample):
        hist = sample.histograms["winner_low"]
        decided = hist.at_least(0)
        hits = decided.count_at_most(self.cards)
        interval = proportion(hits, decided.n, LEVEL).carried(lambda r: r / (1 + r))
        share = hits / decided.n
        # r / (1 + r) has the slope 1 / (1 + r)^2.
        error = math.sqrt(share * (1 - share) / decided.n) / (1 + share) ** 2
        return Measured(interval, error)


def _share(hits, games):
    share = hits / games if games else math.nan
    return Measured(
        proportion(hits, games, LEVEL),
        math.sqrt(share * (1 - share) / games) if games else math.nan,
    )


def _divided(interval, per):
    ends = {
        name: None if (end := getattr(interval, name)) is None else end / per
        for name in ("value", "low", "high")
    }
    return dataclasses.replace(interval, **ends)
