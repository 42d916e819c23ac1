"""The difference of two conditional shares over the same games: how likely something is, given something else."""

from __future__ import annotations

import math
from collections.abc import Mapping

from sim.limits import games_words
from sim.stats.estimates import Interval
from sim.stats.intervals import FEW, NO_GAMES, check_level, normal_quantile
from sim.stats.paired import Comparison, mcnemar

DELTA = "delta method"


def conditional_difference(cells: Mapping[tuple[int, int], int], level: float = 0.95) -> Comparison:
    """Return the difference of the shares of successes, each among the games that count under its own variant."""
    # The cells are the games with each pair of values, of the first and of the second variant: 1 for a success, 0 for a
    # failure, negative for a game that does not count.
    # A share among some of the games is a ratio of two means, X / G. To first order its error in one game is
    # g (x - p) / mean(g), with g whether the game counts, x whether it is a success and p the share; the error of the
    # difference is the difference of two such terms, whose variance over the games takes care of what the variants have
    # in common (the delta method; Cochran, Sampling Techniques, 3rd edition, 1977, section 6.4). If every game counts
    # under both variants, the interval and the test are those of :func:`sim.stats.paired.mcnemar`.
    check_level(level)
    games = sum(cells.values())
    if all(min(pair) >= 0 for pair in cells):
        return mcnemar(cells.get((1, 0), 0), cells.get((0, 1), 0), games, level)
    value, variance, events = difference_and_variance(cells)
    if value is None:
        return Comparison(Interval(None, None, None, level, events=0, refusal=NO_GAMES), None)
    if not variance:
        return Comparison(
            Interval(value, None, None, level, events=events, refusal="no game differs from another"), None
        )
    reach = normal_quantile(level) * math.sqrt(variance)
    warning = (
        ""
        if events >= FEW
        else f"only {games_words(events)} support{'s' * (events == 1)} it, so the interval is approximate"
    )
    interval = Interval(
        value, max(-1.0, value - reach), min(1.0, value + reach), level, DELTA, warning=warning, events=events
    )
    return Comparison(interval, math.erfc(abs(value) / math.sqrt(2 * variance)))


def difference_and_variance(cells: Mapping[tuple[int, int], int]) -> tuple[float | None, float, int]:
    """Return the difference of two conditional shares, its variance, and how many games support it."""
    # The difference is None if no game counts under one of the variants.
    counted = [_tally(cells, side) for side in (0, 1)]
    events = min(min(yes, among - yes) for yes, among in counted)
    if not all(among for _, among in counted):
        return None, 0.0, 0
    value = counted[0][0] / counted[0][1] - counted[1][0] / counted[1][1]
    variance = sum(count * _error(pair, counted) ** 2 for pair, count in cells.items())
    return value, variance, events


def _tally(cells: Mapping[tuple[int, int], int], side: int) -> tuple[int, int]:
    """Return the number of successes under a variant, and of games that count."""
    yes = sum(count for pair, count in cells.items() if pair[side] == 1)
    return yes, sum(count for pair, count in cells.items() if pair[side] >= 0)


def _error(pair: tuple[int, int], counted: list[tuple[int, int]]) -> float:
    """Return the share of the error of the difference that games with these values have."""
    first, second = (
        (value - yes / among) / among if value >= 0 else 0.0
        for value, (yes, among) in zip(pair, counted, strict=True)
    )
    return first - second
