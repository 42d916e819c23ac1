"""Differences of two conditional shares over the same games.

A conditional share is how likely something is, given something else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sim.stats.paired import Comparison, mcnemar
from sim.stats.rare import Distances, WeightedSum
from sim.stats.shares import (
    FEW,
    check_level,
    events_for_wilson,
    no_games,
    normal_quantile,
)
from sim.stats.uncertainty import Interval
from sim.words import games_words

DELTA = "delta method"
DELTA_GAMMA = "delta method, gamma for the games that differ"

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
    are those of :func:`sim.stats.paired.mcnemar`.  Where the outcome is rare, nearly
    all of the variance lies in the few games in which it differs, and there may be none
    among those played. These games are two sums of Poisson counts, with their errors as
    weights, as in :mod:`sim.stats.rare`; one more of them than was seen is always
    possible. All other games stay normal.
    """
    check_level(level)
    games = sum(cells.values())
    if all(min(pair) >= 0 for pair in cells):
        return mcnemar(cells.get((1, 0), 0), cells.get((0, 1), 0), games, level)
    errors = Errors.of(cells)
    if errors is None:
        return Comparison(no_games(level), None)
    value = errors.value
    events = errors.events
    warning = ""
    if events < FEW:
        support = "supports" if events == 1 else "support"
        warning = (
            f"only {games_words(events)} {support} it, so the interval is approximate"
        )
    if errors.differing >= events_for_wilson(level):
        reach = normal_quantile(level) * math.sqrt(errors.variance)
        procedure = DELTA
        low = value - reach
        high = value + reach
        p_value = math.erfc(abs(value) / math.sqrt(2 * errors.variance))
    else:
        ends = errors.distances.ends(1 - level)
        procedure = DELTA_GAMMA
        low, high = (errors.distances.others + end for end in ends)
        p_value = errors.distances.p_value()
    interval = Interval(
        value, max(-1.0, low), min(1.0, high), level, procedure, warning, events
    )
    return Comparison(interval, p_value if errors.variance else None)


@dataclass(frozen=True)
class Errors:
    """The difference of two conditional shares, and the parts of its error.

    Each kind of game has its part.

    Attributes
    ----------
    value
        The difference.
    variance
        The variance of its error.
    differing
        How many games weigh at least half as much as one in which the outcome differs.
    events
        How many games support the difference: of the rarer outcome, those in which it
        differs.
    distances
        How far the games lie from the difference.
    """

    value: float
    variance: float
    differing: int
    events: int
    distances: Distances

    @classmethod
    def of(cls, cells: Cells) -> Errors | None:
        """The errors of games; None if no game counts under one of the variants."""
        yes, among = (
            [
                sum(count for pair, count in cells.items() if pair[side] >= least)
                for side in (0, 1)
            ]
            for least in (1, 0)
        )
        if not all(among):
            return None
        shares = [own / games for own, games in zip(yes, among, strict=True)]

        def error(pair: tuple[int, int]) -> float:
            first, second = (
                (value - share) / games if value >= 0 else 0.0
                for value, share, games in zip(pair, shares, among, strict=True)
            )
            return first - second

        errors = np.array([error(pair) for pair in cells])
        counts = np.array([*cells.values()])
        heaviest = max(abs(error((1, 0))), abs(error((0, 1))))
        heavy = np.abs(errors) > heaviest / 2
        above, below = (
            WeightedSum.of(sign * errors[heavy], counts[heavy], heaviest, possible=True)
            for sign in (1, -1)
        )
        value = shares[0] - shares[1]
        squares = counts * errors**2
        rest = float(squares[~heavy].sum())
        rarer = 1 if sum(yes) <= sum(among) - sum(yes) else 0
        events = sum(
            count for (a, b), count in cells.items() if (a == rarer) != (b == rarer)
        )
        distances = Distances(value - above.value + below.value, above, below, rest)
        return cls(
            value, float(squares.sum()), int(counts[heavy].sum()), events, distances
        )
