"""The statistics of counted games, as the game declares them: those of a variant, and the differences of two.

:mod:`sim.counts.summary` puts them together for a run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from sim.contract.columns import WINNER, Role
from sim.contract.events import DRAW, UNFINISHED
from sim.contract.game import Game
from sim.counts.declared import MARGIN, declared
from sim.counts.tallies import Tallies
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

QUANTILES = {Measure.MEDIAN: 0.5, Measure.LOW: 0.025, Measure.HIGH: 0.975, Measure.RARE: 0.999}
"""The quantiles of every measured column."""

OF_A_COUNT = (Measure.MEAN, Measure.SD, *QUANTILES, Measure.LARGEST)
"""The statistics of every measured column, in the order of the summary."""


class Counted:
    """The tallies of a run, read as the game declares them."""

    def __init__(
        self,
        tallies: Tallies,
        game: Game,
        variants: Sequence[str],
        seats: Mapping[str, int] | None,
    ) -> None:
        self.tallies = tallies
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
