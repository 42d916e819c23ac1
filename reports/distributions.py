"""Distributions for charts: classes for a histogram, points of a tail.

Pure functions on values with their counts. Nothing is left out: games beyond the last
class are counted as such.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from reports import numbers
from sim.stats import Histogram, Interval, Lengths

MOST_CLASSES = 60

SHOWN = 0.995
"""The share of games that the classes must hold at least; a long tail would squeeze all others together."""

TAIL_POINTS = 160


@dataclass(frozen=True, slots=True)
class Binned:
    """A distribution in classes of equal width."""

    # the lower end of the first class, and how many values each class holds
    start: int
    width: int
    shares: tuple[float, ...]  # the share of all games in each class
    beyond: (
        float  # the share of games above the last class, those without end among them
    )

    @property
    def lows(self) -> tuple[int, ...]:
        """The lower end of each class."""
        return tuple(
            self.start + place * self.width for place in range(len(self.shares))
        )

    @property
    def end(self) -> int:
        """The upper end of the last class, not in it."""
        return self.start + len(self.shares) * self.width


@dataclass(frozen=True, slots=True)
class Drawn:
    """A distribution in classes, with the mean and the median of all its games, and both in words."""

    # The median is infinite where too many games go on for ever; there is no mean where
    # any do.

    classes: Binned
    mean: float | None
    median: float
    middles: str


@dataclass(frozen=True, slots=True)
class Point:
    """A share of games with its interval: beyond a length, or won from a number of aces or cards."""

    at: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The shares of one variant."""

    name: str
    points: tuple[Point, ...]

    @classmethod
    def of(cls, name: str, shares: Iterable[tuple[float, Interval]]) -> "Curve":
        """The curve of shares with their intervals, each with its place."""
        known = (
            (at, share.value or 0.0, share.low or 0.0, share.high or 0.0)
            for at, share in shares
        )
        return cls(name, tuple(Point(*each) for each in known))

    def scaled(self, unit: float) -> "Curve":
        """The same with lengths in another unit, given the length of the present one in it."""
        return Curve(
            self.name,
            tuple(replace(point, at=unit * point.at) for point in self.points),
        )


def class_width(span: int, most: int = MOST_CLASSES) -> int:
    """The smallest of 1, 2, 5, 10, 20, 25, 50, ...

    With which a span needs at most ``most`` classes.
    """
    scale = 1
    while True:
        for step in (1, 2, 2.5, 5):
            width = step * scale
            if width == int(width) and math.ceil(span / width) <= most:
                return int(width)
        scale *= 10


def binned(lengths: Lengths, most: int = MOST_CLASSES) -> Binned:
    """A distribution in classes."""
    hist = _drawn(lengths)
    smallest, largest = hist.smallest or 0, hist.largest or 0
    reach = hist.quantile(SHOWN)
    if largest - smallest < most:
        reach = largest
    width = class_width(reach + 1 - smallest, most - 1)
    start = smallest // width * width
    classes = (reach - start) // width + 1
    below = [
        hist.count_at_most(start + place * width - 1) for place in range(classes + 1)
    ]
    shares = tuple((after - before) / lengths.n for before, after in pairwise(below))
    return Binned(start, width, shares, (lengths.n - below[-1]) / lengths.n)


def _drawn(lengths: Lengths) -> Histogram:
    """The games that can be placed: those that ended, or all if none is known to have ended."""
    return lengths.ended if lengths.ended.n else lengths.as_they_stand


def tail(name: str, lengths: Lengths, level: float, until: int) -> Curve:
    """The share of games longer than each of a number of lengths, up to one of them."""
    points = sorted({until * step // TAIL_POINTS for step in range(TAIL_POINTS + 1)})
    return Curve.of(name, zip(points, lengths.survival(points, level), strict=True))


def classes(binned: Binned) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """The names of the classes and their shares, with one more class for all games beyond."""
    last = binned.width - 1
    labels = [
        numbers.span(low, low + last) if last else numbers.whole(low)
        for low in binned.lows
    ]
    if not binned.beyond:
        return tuple(labels), binned.shares
    return (*labels, f"{binned.end:,} and more"), (*binned.shares, binned.beyond)
