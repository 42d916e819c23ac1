"""The summary of a run: its exact tallies in, statistics with their intervals out.

Pure functions on tallies (:mod:`sim.tallies.counts`). What is summarized follows from what the game declares: this
module names no game, reads no file and draws nothing. Every number in a report is one of these estimates.

Unfinished games are never dropped, and if there are any, the method says how they count. In the quantiles of a length
they are the longest games, since they continue when all others are over; a quantile that lies among them is a lower
bound or infinite. Means count them as far as they were played, and so are lower bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from sim.contract.columns import WINNER, Role
from sim.contract.events import DRAW, UNFINISHED
from sim.contract.game import Game
from sim.stats import (
    Estimate,
    Histogram,
    Interval,
    Lengths,
    Measure,
    Unfinished,
    mcnemar,
    mean_difference,
    proportion,
    ratio_of_means,
    same_test,
)
from sim.tallies.answers import answers, differences_of_answers
from sim.tallies.counts import Tallies
from sim.tallies.declared import MARGIN, declared
from sim.tallies.family import as_family
from sim.tallies.queries import Query

if TYPE_CHECKING:
    import polars as pl

QUANTILES = {Measure.MEDIAN: 0.5, Measure.LOW: 0.025, Measure.HIGH: 0.975, Measure.RARE: 0.999}
"""The quantiles of every measured column."""

OF_A_COUNT = (Measure.MEAN, Measure.SD, *QUANTILES, Measure.LARGEST)
"""The statistics of every measured column, in the order of the summary."""


def summarize(
    tallies: Tallies | pl.DataFrame,
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
        The tallies of a run, or their table.
    game
        The game that was played; it declares what is counted.
    variants
        Their names, in the order wanted.
    level
        The level of each interval by itself.
    seats
        The number of players of each variant. Without it, a player beyond the first two who never won can be
        missing.

    Returns
    -------
    polars.DataFrame
        Columns ``variant``, ``statistic``, ``value``, ``low``, ``high``, ``level``, ``method``, ``games``. A missing
        end is null; without any interval, so is the level.

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    return table(estimates(tallies, game, variants, level, seats=seats))


def compare(
    tallies: Tallies | pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
) -> pl.DataFrame:
    """Return the differences between variants, from pairs of games with the same number.

    Such games are the same deal if the decks are the same.

    The p-values of all rows form one family, adjusted by Holm's method in ``p_holm``. Rows with nothing to test (the
    share of deals with a different winner, or no game that differs) have no p-value.

    Parameters
    ----------
    tallies, game, variants, level, seats
        As for :func:`summarize`. A difference is the later variant minus the earlier one.

    Returns
    -------
    polars.DataFrame
        Columns ``variant``, ``versus``, ``statistic``, ``value``, ``low``, ``high``, ``level``, ``method``,
        ``p_value``, ``p_holm``, ``low_together``, ``high_together``, ``games``. The two ends before the last
        column hold together for all rows, and exclude zero exactly where Holm's method rejects
        (:mod:`sim.stats.families`).

    Raises
    ------
    UserError
        If the level is not between 0 and 1.
    """
    return table_of_differences(differences(tallies, game, variants, level, seats=seats))


def estimates(
    tallies: Tallies | pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
    queries: Sequence[Query] = (),
) -> list[Estimate]:
    """Return what :func:`summarize` tabulates, and the answers to queries, as values."""
    counted = _Counted(tallies, game, variants, seats)
    found: list[Estimate] = []
    for variant in variants:
        found += counted.statistics(variant, level)
        found += answers(counted.tallies, queries, game, variant, level)
    return found


def differences(
    tallies: Tallies | pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    level: float = 0.95,
    *,
    seats: Mapping[str, int] | None = None,
    queries: Sequence[Query] = (),
) -> list[Estimate]:
    """Return what :func:`compare` tabulates, and the differences of the answers to queries, as values."""
    at = unadjusted_differences(tallies, game, variants, seats=seats, queries=queries)
    return as_family(at(level), level, at)


def unadjusted_differences(
    tallies: Tallies | pl.DataFrame,
    game: Game,
    variants: Sequence[str],
    *,
    seats: Mapping[str, int] | None = None,
    queries: Sequence[Query] = (),
) -> Callable[[float], list[Estimate]]:
    """Return a function that gives the rows of :func:`differences` at a level, not yet adjusted as one family."""
    counted = _Counted(tallies, game, variants, seats)

    def at(wanted: float) -> list[Estimate]:
        found: list[Estimate] = []
        for place, variant in enumerate(variants):
            for versus in variants[:place]:
                if (variant, versus) not in counted.tallies.compared:
                    continue
                found += counted.differences(variant, versus, wanted)
                found += differences_of_answers(counted.tallies, queries, game, variant, versus, wanted)
        return found

    return at


def histogram(tallies: Tallies | pl.DataFrame, variant: str, column: str, versus: str = "") -> Histogram:
    """Return how often each value of a column was seen; see :meth:`sim.tallies.counts.Tallies.histogram`."""
    return _read(tallies).histogram(variant, column, versus)


def cross_table(
    tallies: Tallies | pl.DataFrame, variant: str, first: str, second: str, versus: str = ""
) -> dict[tuple[int, int], int]:
    """Return the number of games with each pair of values; see :meth:`sim.tallies.counts.Tallies.cross_table`."""
    return _read(tallies).cross_table(variant, first, second, versus)


def statistic_names(game: Game, seats: int = 2) -> tuple[str, ...]:
    """Return the names of all statistics in a game's summary, in order: those a precision can be requested for."""
    return tuple(one.statistic for one in estimates(Tallies(), game, ("",), seats={"": seats}))


def table(found: Sequence[Estimate]) -> pl.DataFrame:
    """Return the estimates of variants as the table that :func:`summarize` describes."""
    import polars as pl

    rows = [
        {"variant": one.variant, "statistic": one.statistic, **_cells(one.interval), "games": one.games}
        for one in found
    ]
    schema = {"variant": pl.String, "statistic": pl.String, **_interval_schema(), "games": pl.Int64}
    return pl.DataFrame(rows, schema=schema)


def table_of_differences(found: Sequence[Estimate]) -> pl.DataFrame:
    """Return the differences of variants as the table that :func:`compare` describes."""
    import polars as pl

    rows = [
        {
            "variant": one.variant,
            "versus": one.versus,
            "statistic": one.statistic,
            **_cells(one.interval),
            "p_value": one.p_value,
            "p_holm": one.p_holm,
            "low_together": None if one.together is None else one.together.low,
            "high_together": None if one.together is None else one.together.high,
            "games": one.games,
        }
        for one in found
    ]
    names = dict.fromkeys(("variant", "versus", "statistic"), pl.String)
    tests = dict.fromkeys(("p_value", "p_holm", "low_together", "high_together"), pl.Float64)
    return pl.DataFrame(rows, schema={**names, **_interval_schema(), **tests, "games": pl.Int64})


class _Counted:
    """The tallies of a run, read as the game declares them."""

    def __init__(
        self,
        tallies: Tallies | pl.DataFrame,
        game: Game,
        variants: Sequence[str],
        seats: Mapping[str, int] | None,
    ) -> None:
        self.tallies = _read(tallies)
        self.game = game
        self.declared = declared(game)
        self.histogram = cache(self.tallies.histogram)
        winners = [self.tallies.histogram(variant, WINNER).largest for variant in variants]
        seen = max([2, *(winner + 1 for winner in winners if winner is not None)])
        self.seats = dict.fromkeys(variants, seen) | dict(seats or {})

    def statistics(self, variant: str, level: float) -> Iterator[Estimate]:
        """Yield each statistic of a variant."""
        histogram = cache(partial(self.tallies.histogram, variant))
        for column in self.declared.measured():
            if column.name == MARGIN and self.seats[variant] != 2:
                continue
            if self.lacks(variant, histogram(column.name)):
                continue
            lengths = self.tallies.lengths(variant, column)
            for measure in OF_A_COUNT:
                interval = measured(lengths, measure, level)
                if column.per != 1:
                    interval = interval.scaled(1 / column.per)
                if not column.signed and (lengths.as_they_stand.smallest or 0) >= 0:
                    interval = interval.at_least_zero()
                name = f"{column.name} {measure}"
                yield Estimate(variant, "", name, interval, lengths.n, column=column.name, measure=measure)
        for statistic, name, code in self.shares(variant):
            hist = histogram(name)
            if not self.lacks(variant, hist):
                share = share_of(hist, code, level)
                yield self.share(variant, statistic, share, hist.n, name, Measure.SHARE, code)
        for column in self.declared.by_kind():
            hist = histogram(column.name)
            statistic = f"games with a {column.name.removesuffix('s').replace('_', ' ')}"
            share = share_with_any(hist, level)
            yield self.share(variant, statistic, share, hist.n, column.name, Measure.ANY)

    def share(
        self,
        variant: str,
        statistic: str,
        interval: Interval,
        games: int,
        column: str,
        measure: Measure,
        code: int | None = None,
    ) -> Estimate:
        """Return the estimate of a share of games; its name says what it is the share of."""
        return Estimate(
            variant,
            "",
            statistic,
            interval,
            games,
            column=column,
            measure=measure,
            code=code,
            outcome=statistic,
        )

    def lacks(self, variant: str, hist: Histogram) -> bool:
        """Return whether the variant does not have this column under its rules."""
        return not hist.n and variant in self.tallies.played

    def shares(self, variant: str) -> Iterator[tuple[str, str, int]]:
        """Yield each share of games: its name, its column and the value that it counts."""
        counted, columns = self.declared.counted, self.declared.columns
        if WINNER in counted:
            for statistic, code in self.outcomes(self.seats[variant]):
                yield statistic, WINNER, code
        for name, column in columns.items():
            if name not in counted:
                continue
            for code, category in enumerate(column.categories):
                yield f"{name} {category}", name, code
            if column.role is Role.FLAG:
                yield name, name, 1
            if column.role is Role.PLAYER:
                for seat in range(self.seats[variant]):
                    yield f"player {seat} is {column.article}{name}", name, seat

    def outcomes(self, seats: int) -> list[tuple[str, int]]:
        """Return the possible outcomes of a game: the name of each share and its code."""
        found = [*((f"player {seat} wins", seat) for seat in range(seats)), ("draw", DRAW)]
        return found if self.game.always_ends else [*found, ("unfinished", UNFINISHED)]

    def differences(self, variant: str, versus: str, level: float) -> Iterator[Estimate]:
        """Yield each counted difference between two variants."""
        cells = self.tallies.cross_table(variant, WINNER, WINNER, versus)
        any_left = any(count for pair, count in cells.items() if UNFINISHED in pair)
        tests: dict[bytes, str] = {}
        for name in self.declared.paired:
            hist = self.histogram(variant, name, versus)
            if name == MARGIN and {self.seats[variant], self.seats[versus]} != {2}:
                continue
            if self.lacks(variant, hist):
                continue
            found = mean_difference(hist, level)
            interval = found.interval.scaled(1 / self.declared.columns[name].per)
            if any_left:
                interval = interval.counting(Unfinished.AS_THEY_STAND)
            statistic = f"{name} mean difference"
            first = tests.setdefault(same_test(hist), statistic)
            yield Estimate(
                variant,
                versus,
                statistic,
                interval,
                hist.n,
                found.p_value,
                column=name,
                measure=Measure.MEAN,
                ratio=self.ratio(variant, versus, name, hist, level),
                same_test="" if first == statistic else first,
            )
        if WINNER in self.declared.counted:
            yield from self.differences_of_outcomes(variant, versus, cells, level)

    def ratio(
        self, variant: str, versus: str, name: str, differences: Histogram, level: float
    ) -> Interval | None:
        """Return the ratio of two mean lengths; None for other columns, whose zero may be arbitrary."""
        if self.declared.columns[name].role is not Role.LENGTH:
            return None
        found = ratio_of_means(
            self.histogram(variant, name), self.histogram(versus, name), differences, level
        )
        left = self.tallies.unfinished(variant) or self.tallies.unfinished(versus)
        return found.counting(Unfinished.AS_THEY_STAND) if found and left else found

    def differences_of_outcomes(
        self, variant: str, versus: str, cells: Mapping[tuple[int, int], int], level: float
    ) -> Iterator[Estimate]:
        """Yield the differences of the shares of outcomes, and the share of deals with a different winner."""
        games = sum(cells.values())
        changed = {code for (a, b) in cells if a != b for code in (a, b)}
        first = ""
        for outcome, code in self.outcomes(min(self.seats[variant], self.seats[versus])):
            only_first = sum(count for (a, b), count in cells.items() if a == code != b)
            only_second = sum(count for (a, b), count in cells.items() if a != code == b)
            found = mcnemar(only_first, only_second, games, level)
            statistic = f"{outcome}, difference"
            # Where games change only between two outcomes, one gains what the other loses.
            mirrored = first if len(changed) == 2 and code in changed else ""
            first = first or (statistic if code in changed else "")
            yield Estimate(
                variant,
                versus,
                statistic,
                found.interval,
                games,
                found.p_value,
                column=WINNER,
                measure=Measure.SHARE,
                code=code,
                outcome=outcome,
                same_test=mirrored,
            )
        different = sum(count for (a, b), count in cells.items() if a != b)
        name = "deals with a different winner"
        share = proportion(different, games, level)
        yield Estimate(
            variant, versus, name, share, games, column=WINNER, measure=Measure.OTHERWISE, outcome=name
        )


def measured(lengths: Lengths, measure: Measure, level: float) -> Interval:
    """Return one of the statistics of a measured column.

    Raises
    ------
    KeyError
        If the measure is a share.
    """
    if measure in QUANTILES:
        return lengths.quantile(QUANTILES[measure], level)
    return {Measure.MEAN: lengths.mean, Measure.SD: lengths.sd, Measure.LARGEST: lengths.largest}[measure](
        level
    )


def share_of(hist: Histogram, code: int, level: float) -> Interval:
    """Return the share of games with one value."""
    return proportion(hist.count_at_most(code) - hist.count_at_most(code - 1), hist.n, level)


def share_with_any(hist: Histogram, level: float) -> Interval:
    """Return the share of games with a value above zero."""
    return proportion(hist.n - hist.count_at_most(0), hist.n, level)


def _read(tallies: Tallies | pl.DataFrame) -> Tallies:
    return tallies if isinstance(tallies, Tallies) else Tallies.from_frame(tallies)


def _interval_schema() -> dict[str, Any]:
    import polars as pl

    return {**dict.fromkeys(("value", "low", "high", "level"), pl.Float64), "method": pl.String}


def _cells(interval: Interval) -> dict[str, Any]:
    value, low, high = interval.finite
    nowhere = low is None and high is None
    return {
        "value": value,
        "low": low,
        "high": high,
        "level": None if nowhere else interval.level,
        "method": f"{interval.method}; {interval.warning}" if interval.warning else interval.method,
    }
