"""The summary of a run: its exact tallies in, tables of statistics with their intervals out.

Pure functions on the table of tallies (:mod:`sim.tallies.tally`). What is summarized follows from what the game says
it counts; no game is named here, no file is read and nothing is drawn.

Unfinished games are never dropped, and where there are any, the method says how they count. In the quantiles of
a length they are the longest, for they go on when all others are over; where a quantile lies among them it is a
lower bound, or there is none. Means count them as they stand, with what they had reached, and so are lower bounds.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from sim.contract.events import DRAW, UNFINISHED
from sim.contract.game import Column, Game
from sim.stats import (
    Estimate,
    Histogram,
    Interval,
    Lengths,
    holm,
    mcnemar,
    mean_difference,
    proportion,
)
from sim.stats.lengths import AS_THEY_STAND
from sim.tallies.reading import OF_THE_WINNER as OF_THE_WINNER
from sim.tallies.reading import cross_table as cross_table
from sim.tallies.reading import histogram as histogram
from sim.tallies.reading import histogram_in, lengths_in, parts_of, table_in, unfinished_in
from sim.tallies.reading import lengths as lengths
from sim.tallies.tally import MARGIN, WINNER

QUANTILES = {"median": 0.5, "2.5 %": 0.025, "97.5 %": 0.975, "99.9 %": 0.999}
"""The quantiles of every counted column, by the name they have in the summary."""


def summarize(
    tallies: pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
) -> pl.DataFrame:
    """Return the statistics of each variant, each with its interval, level and method.

    Parameters
    ----------
    tallies
        The table of tallies of a run.
    game
        The game that was played; it says what is counted.
    variants
        Their names, in the order wanted.
    level
        Of every interval by itself.
    seats
        The number of players of each variant. Without it a player who never won can be missing, beyond the
        first two.

    Returns
    -------
    polars.DataFrame
        Columns ``variant``, ``statistic``, ``value``, ``low``, ``high``, ``level``, ``method``, ``games``; an
        end (and, with no interval at all, the level) is null where there is none.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    schema = {"variant": pl.String, "statistic": pl.String} | _INTERVAL_SCHEMA | {"games": pl.Int64}
    rows = [
        {"variant": one.variant, "statistic": one.statistic, **_cells(one.interval), "games": one.games}
        for one in estimates(tallies, game, variants, level, seats=seats)
    ]
    return pl.DataFrame(rows, schema=schema)


def compare(
    tallies: pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
) -> pl.DataFrame:
    """Return the differences of the variants that were counted in pairs of games of the same number.

    Those are the same deals where the decks are the same.

    The p-values of all rows are one family, adjusted by Holm's method in ``p_holm``; rows with nothing to
    test (a share of games decided otherwise, or no game that differs) have none.

    Parameters
    ----------
    tallies, game, variants, level, seats
        As for :func:`summarize`. A difference is that of the later variant less the earlier one.

    Returns
    -------
    polars.DataFrame
        Columns ``variant``, ``versus``, ``statistic``, ``value``, ``low``, ``high``, ``level``, ``method``,
        ``p_value``, ``p_holm``, ``games``.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    names = {"variant": pl.String, "versus": pl.String, "statistic": pl.String}
    schema = names | _INTERVAL_SCHEMA | {"p_value": pl.Float64, "p_holm": pl.Float64, "games": pl.Int64}
    found = differences(tallies, game, variants, level, seats=seats)
    adjusted = holm([one.p_value for one in found])
    rows = [
        {
            "variant": one.variant,
            "versus": one.versus,
            "statistic": one.statistic,
            **_cells(one.interval),
            "p_value": one.p_value,
            "p_holm": p_holm,
            "games": one.games,
        }
        for one, p_holm in zip(found, adjusted, strict=True)
    ]
    return pl.DataFrame(rows, schema=schema)


def estimates(
    tallies: pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
) -> list[Estimate]:
    """Return what :func:`summarize` tabulates, as values."""
    counted = _Counted(tallies, game, variants, seats)
    return [
        Estimate(variant, "", statistic, interval, games)
        for variant in variants
        for statistic, interval, games in counted.statistics(variant, level)
    ]


def differences(
    tallies: pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
) -> list[Estimate]:
    """Return what :func:`compare` tabulates, as values."""
    counted = _Counted(tallies, game, variants, seats)
    return [
        one
        for place, variant in enumerate(variants)
        for versus in variants[:place]
        for one in counted.differences(variant, versus, level)
    ]


def statistic_names(game: Game, seats: int = 2) -> tuple[str, ...]:
    """Return the names of all statistics of a game's summary, in order: what a precision can be asked of."""
    counted = _Counted(pl.DataFrame(schema=_TALLIES_SCHEMA), game, ("",), {"": seats})
    return tuple(statistic for statistic, _, _ in counted.statistics("", 0.95))


_TALLIES_SCHEMA = {"variant": pl.String, "versus": pl.String, "tally": pl.String} | dict.fromkeys(
    ("a", "b", "count"), pl.Int64
)
_INTERVAL_SCHEMA: dict[str, Any] = {
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "level": pl.Float64,
    "method": pl.String,
}


class _Counted:
    """The tallies of a run, read the way the game declares them."""

    def __init__(
        self, tallies: pl.DataFrame, game: Game, variants: Sequence[str], seats: Mapping[str, int] | None
    ) -> None:
        self.parts = parts_of(tallies)
        self.game = game
        self.columns = {column.name: column for column in (*game.columns, *game.more_columns)}
        self.histograms, self.paired = game.histograms, game.paired
        if game.margin is not None:
            mine, his = game.margin
            self.columns[MARGIN] = Column(MARGIN, "int32", f"{mine} less {his}")
            self.histograms, self.paired = (MARGIN, *self.histograms), (MARGIN, *self.paired)
        self.played = {variant for variant, _, _ in self.parts}
        self.counted = {*self.histograms, *(name for table in game.tables for name in table)}
        winners = [self.histogram(variant, WINNER).largest for variant in variants]
        seen = max([2, *(winner + 1 for winner in winners if winner is not None)])
        self.seats = dict.fromkeys(variants, seen) | dict(seats or {})

    def histogram(self, variant: str, column: str, versus: str = "") -> Histogram:
        return histogram_in(self.parts, variant, column, versus)

    def statistics(self, variant: str, level: float) -> Iterator[tuple[str, Interval, int]]:
        """Yield each statistic of a variant: its name, its interval and the games that it rests on."""
        unfinished = unfinished_in(self.parts, variant)
        for name in self.histograms:
            column = self.columns[name]
            hist = self.histogram(variant, name)
            if name == MARGIN and self.seats[variant] != 2:
                continue
            if name == WINNER or column.categories or column.dtype == "bool" or self.lacks(variant, hist):
                continue
            found = lengths_in(self.parts, variant, name, unfinished)
            for statistic, interval in _of_a_count(found, level):
                yield f"{name} {statistic}", _divided(interval, column.per), found.n
        for statistic, name, code in self.shares(variant):
            hist = self.histogram(variant, name)
            if self.lacks(variant, hist):
                continue
            hits = hist.count_at_most(code) - hist.count_at_most(code - 1)
            yield statistic, proportion(hits, hist.n, level), hist.n
        for statistic, name in self.kinds():
            hist = self.histogram(variant, name)
            yield statistic, proportion(hist.n - hist.count_at_most(0), hist.n, level), hist.n

    def lacks(self, variant: str, hist: Histogram) -> bool:
        """Return whether a column is none of those that the variant has under its rules."""
        return not hist.n and variant in self.played

    def shares(self, variant: str) -> Iterator[tuple[str, str, int]]:
        """Yield each share of games: its name, its column and the value that counts."""
        if WINNER in self.counted:
            for statistic, code in self.outcomes(self.seats[variant]):
                yield statistic, WINNER, code
        for column in self.columns.values():
            if column.name in self.counted:
                for code, category in enumerate(column.categories):
                    yield f"{column.name} {category}", column.name, code
                if column.dtype == "bool":
                    yield column.name, column.name, 1
                if column.is_seat:
                    for seat in range(self.seats[variant]):
                        yield f"player {seat} is {column.article}{column.name}", column.name, seat

    def outcomes(self, seats: int) -> list[tuple[str, int]]:
        """Return who can win, by the names of the shares."""
        found = [*((f"player {seat} wins", seat) for seat in range(seats)), ("draw", DRAW)]
        return found if self.game.always_ends else [*found, ("unfinished", UNFINISHED)]

    def kinds(self) -> Iterator[tuple[str, str]]:
        """Yield the shares of games that had any of what is counted by kinds, and of each kind.

        Double wars are a kind of wars, since both are counted and the one name ends in the other.
        """
        counts = self.game.histograms
        wholes = [
            name
            for name in counts
            if name.endswith("s") and any(other.endswith(f"_{name}") for other in counts)
        ]
        for name in counts:
            if name in wholes or name.endswith(tuple(f"_{whole}" for whole in wholes)):
                yield f"games with a {name.removesuffix('s').replace('_', ' ')}", name

    def differences(self, variant: str, versus: str, level: float) -> Iterator[Estimate]:
        """Yield each difference of two variants that was counted."""
        if not any(key[:2] == (variant, versus) for key in self.parts):
            return
        cells = table_in(self.parts, variant, f"{WINNER},{WINNER}", versus)
        games = sum(cells.values())
        unfinished = sum(count for pair, count in cells.items() if UNFINISHED in pair)
        for name in self.paired:
            hist = self.histogram(variant, name, versus)
            if name == MARGIN and {self.seats[variant], self.seats[versus]} != {2}:
                continue
            if self.lacks(variant, hist):
                continue
            found = mean_difference(hist, level)
            interval = _noted(_divided(found.interval, self.columns[name].per), unfinished)
            yield Estimate(variant, versus, f"{name} mean difference", interval, hist.n, found.p_value)
        if WINNER not in self.counted:
            return
        for outcome, code in self.outcomes(min(self.seats[variant], self.seats[versus])):
            only_first = sum(count for (a, b), count in cells.items() if a == code != b)
            only_second = sum(count for (a, b), count in cells.items() if a != code == b)
            found = mcnemar(only_first, only_second, games, level)
            yield Estimate(variant, versus, f"{outcome}, difference", found.interval, games, found.p_value)
        otherwise = sum(count for (a, b), count in cells.items() if a != b)
        yield Estimate(variant, versus, "games decided otherwise", proportion(otherwise, games, level), games)


def _of_a_count(found: Lengths, level: float) -> Iterator[tuple[str, Interval]]:
    yield "mean", found.mean(level)
    yield "sd", found.sd(level)
    for name, share in QUANTILES.items():
        yield name, found.quantile(share, level)
    yield "longest", found.largest(level)


def _noted(interval: Interval, unfinished: int) -> Interval:
    if not unfinished:
        return interval
    return dataclasses.replace(interval, method=f"{interval.method}, {AS_THEY_STAND}")


def _divided(interval: Interval, per: int) -> Interval:
    """Return the interval of a quantity that was counted in halves or the like."""
    if per == 1:
        return interval
    value, low, high = (
        None if end is None else end / per for end in (interval.value, interval.low, interval.high)
    )
    return dataclasses.replace(interval, value=value, low=low, high=high)


def _cells(interval: Interval) -> dict[str, Any]:
    value, low, high = map(_finite, (interval.value, interval.low, interval.high))
    nowhere = low is None and high is None
    return {
        "value": value,
        "low": low,
        "high": high,
        "level": None if nowhere else interval.level,
        "method": f"{interval.method}; {interval.warning}" if interval.warning else interval.method,
    }


def _finite(number: float | None) -> float | None:
    return None if number is None or math.isinf(number) else number
