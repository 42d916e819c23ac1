"""Summaries: the statistics of a run's variants and their differences, from its exact tallies.

Unfinished games are never dropped: in quantiles of a length they are the longest games,
in means they count as far as they were played, and the method says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sim.contract.columns import WINNER, Role
from sim.contract.events import NOBODY, UNFINISHED
from sim.contract.game import Game
from sim.contract.rules import GameRules
from sim.contract.same_deals import share_deals
from sim.counts.answers import answers, differences_of_answers
from sim.counts.comparison import (
    as_family,
    paired_means,
    paired_outcomes,
    separate_samples,
)
from sim.counts.declarations import MARGIN, Declared, declared
from sim.counts.queries import Query, columns_of
from sim.counts.tallies import Tallies
from sim.stats import Estimate, Histogram, Interval, Measure, proportion
from sim.stats.intervals import STATISTICS
from sim.stats.spread import ONE_GAME


@dataclass(frozen=True)
class Summary:
    """The tallies of a run, read as the game declares them.

    Attributes
    ----------
    tallies
        The counts of the games.
    game
        What was played.
    rules
        The rules of each variant by its name.
    queries
        What was counted besides.
    """

    tallies: Tallies
    game: Game
    rules: Mapping[str, GameRules]
    queries: Sequence[Query] = ()

    @property
    def declared(self) -> Declared:
        """What the game declares to be counted."""
        return declared(self.game)

    def known(self, level: float) -> list[Estimate]:
        """Every statistic and every difference."""
        return [*self.estimates(level), *self.differences(level)]

    def estimates(self, level: float = 0.95) -> list[Estimate]:
        """The statistics of each variant, and the answers to the queries."""
        estimates: list[Estimate] = []
        for variant, rules in self.rules.items():
            columns = {column.name for column in self.game.columns_under(rules)}
            asked = [query for query in self.queries if columns_of(query) <= columns]
            known = [
                *self._statistics(variant, level),
                *answers(self.tallies, asked, self.game, variant, level),
            ]
            if rules.one_game:
                # Nothing is estimated.
                known = [
                    replace(estimate, interval=estimate.interval.exact(ONE_GAME))
                    for estimate in known
                ]
            estimates += known
        return estimates

    def differences(self, level: float = 0.95) -> list[Estimate]:
        """The differences between variants, adjusted as one family.

        Each is a later variant less an earlier one.
        """
        return as_family(self.unadjusted_differences(level))

    def unadjusted_differences(self, level: float) -> list[Estimate]:
        """The differences between variants.

        They are of pairs of games on the same deals, otherwise of two samples.
        """
        differences: list[Estimate] = []
        names = list(self.rules)
        for place, variant in enumerate(names):
            for versus in names[:place]:
                if (variant, versus) in self.tallies.compared:
                    differences += self._compared(variant, versus, level)
        return differences

    def _compared(self, variant: str, versus: str, level: float) -> Iterator[Estimate]:
        """Yield each difference between two variants."""
        rules = self.rules[variant]
        others = self.rules[versus]
        shared = share_deals(self.game, rules, others)
        found = self._differences(variant, versus, level)
        if not shared:
            same = rules.seats == others.seats
            found = separate_samples(
                self.tallies, self.declared, found, level, same_seats=same
            )
        yield from found
        asked = (self.tallies, self.queries, self.game, variant, versus, level)
        yield from differences_of_answers(*asked, shared=shared)

    def _statistics(self, variant: str, level: float) -> Iterator[Estimate]:
        """Yield each statistic of a variant."""
        for column in self.declared.measured():
            if column.name == MARGIN and self.rules[variant].seats != 2:
                continue
            if self._lacks(variant, self.tallies.histogram(variant, column.name)):
                continue
            lengths = self.tallies.lengths(variant, column)
            for measure in STATISTICS:
                interval = lengths.measured(measure, level)
                if column.per != 1:
                    interval = interval.scaled(1 / column.per)
                if not column.signed and (lengths.as_they_stand.smallest or 0) >= 0:
                    interval = interval.at_least_zero()
                name = f"{column.name} {measure}"
                yield Estimate(
                    variant,
                    "",
                    name,
                    interval,
                    lengths.n,
                    column=column.name,
                    measure=measure,
                )
        for statistic, name, code in self._shares(variant):
            hist = self.tallies.histogram(variant, name)
            if not self._lacks(variant, hist):
                share = share_of(hist, code, level)
                found = Estimate(
                    variant, "", statistic, share, hist.n, column=name, code=code
                )
                yield replace(found, measure=Measure.SHARE, outcome=statistic)
        for column in self.declared.by_kind():
            hist = self.tallies.histogram(variant, column.name)
            statistic = f"games with a {column.singular}"
            share = share_with_any(hist, level)
            found = Estimate(variant, "", statistic, share, hist.n, column=column.name)
            yield replace(found, measure=Measure.ANY, outcome=statistic)

    def _lacks(self, variant: str, hist: Histogram) -> bool:
        """Whether the variant does not have this column under its rules."""
        return not hist.n and variant in self.tallies.played

    def _shares(self, variant: str) -> Iterator[tuple[str, str, int]]:
        """Yield each share of games: its name, its column and the value that it counts."""
        counted = self.declared.counted
        columns = self.declared.columns
        seats = self.rules[variant].seats
        usual = {column.name: len(column.categories) for column in self.game.columns}
        if WINNER in counted:
            for statistic, code in self._outcomes(seats):
                yield statistic, WINNER, code
        for name, column in columns.items():
            if name not in counted:
                continue
            for code, category in enumerate(column.categories):
                # A category that only other rules have is listed where it occurs.
                if code < usual.get(name, code + 1) or self.tallies.histogram(
                    variant, name
                ).count_of(code):
                    yield f"{name} {category}", name, code
            if column.role is Role.FLAG:
                yield name, name, 1
            if column.role is Role.PLAYER:
                for seat in range(seats):
                    yield f"player {seat} is {column.article}{name}", name, seat

    def _outcomes(self, seats: int) -> list[tuple[str, int]]:
        """The possible outcomes of a game: the name of each share and its code."""
        outcomes = [
            *((f"player {seat} wins", seat) for seat in range(seats)),
            ("draw", NOBODY),
        ]
        return (
            outcomes
            if self.game.always_ends
            else [*outcomes, ("unfinished", UNFINISHED)]
        )

    def _differences(
        self, variant: str, versus: str, level: float
    ) -> Iterator[Estimate]:
        """Yield each counted difference between two variants."""
        seats = {self.rules[variant].seats, self.rules[versus].seats}
        columns = [
            self.declared.columns[name]
            for name in self.declared.paired
            if name != MARGIN or seats == {2}
        ]
        yield from paired_means(self.tallies, variant, versus, columns, level)
        if WINNER in self.declared.counted:
            outcomes = self._outcomes(min(seats))
            yield from paired_outcomes(self.tallies, variant, versus, outcomes, level)


def share_of(hist: Histogram, code: int, level: float) -> Interval:
    """The share of games with one value."""
    return proportion(hist.count_of(code), hist.n, level)


def share_with_any(hist: Histogram, level: float) -> Interval:
    """The share of games with a value above zero."""
    return proportion(hist.n - hist.count_at_most(0), hist.n, level)


def statistic_names(game: Game, rules: GameRules) -> tuple[str, ...]:
    """The names of all statistics in the summary of given rules, in order.

    A precision can be requested for these.
    """
    none = Summary(Tallies(), game, {"": rules})
    return tuple(estimate.statistic for estimate in none.estimates())
