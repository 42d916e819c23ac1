"""Differences of two conditional shares over the same games.

A conditional share is how likely something is, given something else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from sim.stats.paired import Comparison, mcnemar
from sim.stats.separate import difference_whatever_they_share
from sim.stats.shares import (
    check_level,
    events_for_wilson,
    no_games,
    normal_quantile,
    proportion,
)
from sim.stats.uncertainty import Interval

DELTA = "delta method"

Cells = Mapping[tuple[int, int], int]
"""The games with each pair of values, of the first and of the second variant: 1
success, 0 failure, -1 not counted."""


def conditional_difference(cells: Cells, level: float = 0.95) -> Comparison:
    """The difference of the shares of successes under two variants.

    Each share is among the games that count under its own variant.

    A share among some of the games is a ratio of two means, X / G. To first order its
    error in one game is g (x - p) / mean(g), with g whether the game counts, x whether
    it is a success and p the share; the error of the difference is the difference of
    two such terms, whose variance over the games takes care of what the variants have
    in common (the delta method; Cochran, Sampling Techniques, 3rd edition, 1977,
    section 6.4). If every game counts under both variants, the interval and the test
    are those of :func:`sim.stats.paired.mcnemar`. Where too few games differ in the
    outcome, the margins of both shares are added
    (:func:`sim.stats.separate.difference_whatever_they_share`).
    """
    check_level(level)
    if all(min(pair) >= 0 for pair in cells):
        games = sum(cells.values())
        return mcnemar(cells.get((1, 0), 0), cells.get((0, 1), 0), games, level)
    errors = Errors.of(cells)
    if errors is None:
        return Comparison(no_games(level), None)
    value = errors.value
    events = errors.events
    if events < events_for_wilson(level):
        first, second = (proportion(*_successes(cells, side), level) for side in (0, 1))
        return Comparison(difference_whatever_they_share(first, second), None)
    reach = normal_quantile(level) * math.sqrt(errors.variance)
    low = max(-1.0, value - reach)
    high = min(1.0, value + reach)
    p_value = math.erfc(abs(value) / math.sqrt(2 * errors.variance))
    return Comparison(Interval(value, low, high, level, DELTA, events=events), p_value)


@dataclass(frozen=True)
class Errors:
    """The difference of two conditional shares, and its error.

    Attributes
    ----------
    value
        The difference.
    variance
        The variance of its error.
    events
        How many games support the difference: of the rarer outcome, those in which it
        differs.
    """

    value: float
    variance: float
    events: int

    @classmethod
    def of(cls, cells: Cells) -> Errors | None:
        """The errors of games; None if no game counts under one of the variants."""
        yes, among = zip(_successes(cells, 0), _successes(cells, 1), strict=True)
        if not all(among):
            return None
        first, second = (
            successes / games for successes, games in zip(yes, among, strict=True)
        )

        def error(pair: tuple[int, int]) -> float:
            of_first = (pair[0] - first) / among[0] if pair[0] >= 0 else 0.0
            of_second = (pair[1] - second) / among[1] if pair[1] >= 0 else 0.0
            return of_first - of_second

        variance = sum(count * error(pair) ** 2 for pair, count in cells.items())
        rarer = 1 if sum(yes) <= sum(among) - sum(yes) else 0
        events = sum(
            count for (a, b), count in cells.items() if (a == rarer) != (b == rarer)
        )
        return cls(first - second, variance, events)


def _successes(cells: Cells, side: int) -> tuple[int, int]:
    """The successes under a variant, and the games that count under it."""
    successes = sum(count for pair, count in cells.items() if pair[side] == 1)
    among = sum(count for pair, count in cells.items() if pair[side] >= 0)
    return successes, among
