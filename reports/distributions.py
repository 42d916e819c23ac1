"""Distributions for charts: the shares of games beyond each length, with their intervals.

Pure functions on values with their counts.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from sim.stats import Interval, Lengths

SHOWN = 0.995
"""The share of games that a picture shows at least; a long tail would squeeze all
others together."""

TAIL_POINTS = 160


@dataclass(frozen=True, slots=True)
class Point:
    """A share of games with its interval.

    They are the games beyond a length, or won from a number of aces or cards.
    """

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
        return cls(name, tuple(Point(*point) for point in known))

    def scaled(self, unit: float) -> "Curve":
        """The same with lengths in another unit, given the length of the present one in it."""
        return Curve(
            self.name,
            tuple(replace(point, at=unit * point.at) for point in self.points),
        )


def class_width(span: int, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 25, 50, … that gives a span at most ``most`` classes."""
    scale = 1
    while True:
        for step in (1, 2, 2.5, 5):
            width = step * scale
            if width == int(width) and math.ceil(span / width) <= most:
                return int(width)
        scale *= 10


def tail(name: str, lengths: Lengths, level: float, until: int) -> Curve:
    """The share of games longer than each of a number of lengths, up to one of them."""
    points = sorted({until * step // TAIL_POINTS for step in range(TAIL_POINTS + 1)})
    return Curve.of(name, zip(points, lengths.survival(points, level), strict=True))
