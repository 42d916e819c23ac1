"""Effects of rules over a grid of variants, on the same deals.

Effects are of each rule alone and of rules together.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product

from sim.contract.columns import Column
from sim.contract.rules import GameRules
from sim.counts.keys import ALL_PAIRS
from sim.counts.tallies import Tallies
from sim.errors import UserError
from sim.options import setting_text
from sim.stats import (
    Comparison,
    Estimate,
    Histogram,
    Interval,
    Measure,
    Unfinished,
    holm,
)
from sim.stats.paired import UNSEEN, rarely_different
from sim.stats.spread import ALL_ALIKE, spread_refusal, unsure_variance, variance_error
from sim.words import count_words

PAIRED_T = "paired t of a contrast"

Grid = Mapping[str, list[object]]
"""The values of each option that varies, the first one being what the others are
compared with."""


def effects(
    tallies: Tallies,
    rules: Mapping[str, GameRules],
    column: Column,
    level: float = 0.95,
) -> list[Estimate]:
    """The effect of each value of each option on the mean of a column, and of values together.

    In a game the effect is a sum of its amounts under all variants, with weights: 1 for
    the value and -1 for the first one, averaged over the options that are not asked
    about; for options together the weights are multiplied, so the effect is how much
    one changes that of the other. Of two variants it is their difference, with the same
    interval and test (:func:`sim.stats.paired.rarely_different`). Of more, its variance
    follows from those of the differences between two variants, which were counted, as
    the weights add up to zero: ``-Σ c_i c_j Var(X_i - X_j)`` over all pairs.

    Parameters
    ----------
    tallies
        The tallies of all variants.
    rules
        The rules of each variant; all combinations of some options.
    column
        The column whose mean is compared.
    level
        The level of each interval.

    Raises
    ------
    UserError
        If the variants are no grid, or some games never end.
    """
    grid = checked_grid(rules)
    if any(map(tallies.endless, rules)):
        cure = "leave it out: the table of the summary has medians"
        raise UserError(
            "some games never end, so they have no mean length",
            where="--effects",
            cure=cure,
        )
    tables = {name: variant_rules.as_dict() for name, variant_rules in rules.items()}
    found = {}
    for chosen in _asked(grid):
        text = " and ".join(
            setting_text(option, value) for option, value in chosen.items()
        )
        weights = {name: _weight(table, chosen, grid) for name, table in tables.items()}
        pairs = [
            (weights[name], _difference(tallies, column, name, versus))
            for name, versus in _partners(chosen, grid, tables)
            if weights[name]
        ]
        contrast = _Contrast(tallies, column, weights, pairs)
        found[text] = contrast.compared(level)
    adjusted = holm([compared.p_value for compared in found.values()])
    about = (column.name, Measure.MEAN)
    games = tallies.games
    return [
        Estimate(
            "", "", text, compared.interval, games, compared.p_value, p_holm, *about
        )
        for (text, compared), p_holm in zip(found.items(), adjusted, strict=True)
    ]


def varied(rules: Collection[GameRules]) -> Grid:
    """The options that vary, with their values.

    Nothing if the rules are not all combinations of these.
    """
    tables = [options.as_dict() for options in rules]
    values = {
        option: list(dict.fromkeys(_hashable(table.get(option)) for table in tables))
        for option in tables[0]
    }
    grid = {option: options for option, options in values.items() if len(options) > 1}
    return grid if len(tables) == math.prod(map(len, grid.values())) else {}


def checked_grid(rules: Mapping[str, GameRules]) -> Grid:
    """The grid that variants make, or refuse them."""
    if not 2 <= len(rules) <= ALL_PAIRS:
        raise UserError(
            count_words(len(rules), "variant"),
            where="--effects",
            cure=f"effects are those of 2 to {ALL_PAIRS} variants, all of which are "
            f"compared pairwise",
        )
    grid = varied(rules.values())
    if not grid:
        raise UserError(
            "the variants are not all combinations of some options",
            where="--effects",
            cure="write them as [vary] in the scenario",
        )
    return grid


def _hashable(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _asked(grid: Grid) -> Iterator[dict[str, object]]:
    """Yield the values whose effects are asked: of one option, then of two together, and so on."""
    for size in range(1, len(grid) + 1):
        for options in combinations(grid, size):
            for values in product(*(grid[option][1:] for option in options)):
                yield dict(zip(options, values, strict=True))


def _weight(
    options: Mapping[str, object], chosen: Mapping[str, object], grid: Grid
) -> Fraction:
    weight = Fraction(1)
    for option, values in grid.items():
        value = _hashable(options[option])
        if option not in chosen:
            weight /= len(values)
        elif value != chosen[option]:
            weight *= -1 if value == values[0] else 0
    return weight


def _difference(tallies: Tallies, column: Column, name: str, versus: str) -> Histogram:
    """The differences of two variants, in either order.

    Only those of the later one less the earlier were counted.
    """
    if (name, versus) in tallies.compared:
        return tallies.histogram(name, column.name, versus)
    turned = tallies.histogram(versus, column.name, name)
    return Histogram(-turned.values, turned.counts)


def _partners(
    chosen: Mapping[str, object], grid: Grid, tables: Mapping[str, Mapping[str, object]]
) -> Iterator[tuple[str, str]]:
    """Yield each variant with the first chosen value, and that with the usual one in its place."""
    option = next(iter(chosen))
    usual = grid[option][0]

    def place(table: Mapping[str, object]) -> tuple[object, ...]:
        return tuple(_hashable(table[name]) for name in grid)

    by_place = {place(table): name for name, table in tables.items()}
    for name, table in tables.items():
        if _hashable(table[option]) == chosen[option]:
            yield name, by_place[place({**table, option: usual})]


@dataclass(frozen=True)
class _Contrast:
    """A sum of differences within games, each of one variant less another.

    Attributes
    ----------
    tallies
        The tallies of the variants.
    column
        The column whose mean is compared.
    weights
        How often each variant is in the sum.
    pairs
        How often each difference is in the sum, with its histogram.
    """

    tallies: Tallies
    column: Column
    weights: Mapping[str, Fraction]
    pairs: Sequence[tuple[Fraction, Histogram]]

    def compared(self, level: float) -> Comparison:
        """The sum with its interval and its test."""
        if not self.variance:
            value = float(self.value) / self.column.per
            refused = Interval(value, None, None, level, refusal=ALL_ALIKE)
            return Comparison(refused, None)
        if len(self.pairs) == 1:
            ((weight, hist),) = self.pairs
            found = rarely_different(hist, level)
            scale = float(weight) / self.column.per
            return Comparison(self._said(found.interval.scaled(scale)), found.p_value)
        return self._of_a_contrast(level)

    @property
    def value(self) -> Fraction:
        """The sum of the means, in counted units."""
        means = (weight * hist.exact_mean for weight, hist in self.pairs)
        return sum(means, Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the sum in a game, from those of the differences of two variants."""
        names = [name for name in self.weights if self.weights[name]]
        variance = Fraction(0)
        if self.tallies.games < 2:
            return variance
        for earlier, later in combinations(names, 2):
            hist = self.tallies.histogram(later, self.column.name, earlier)
            variance -= self.weights[earlier] * self.weights[later] * hist.variance
        return variance

    def _of_a_contrast(self, level: float) -> Comparison:
        """Student's interval and test of the sum in a game."""
        from scipy.special import stdtr, stdtrit

        games = self.tallies.games
        names = [name for name in self.weights if self.weights[name]]
        value = float(self.value) / self.column.per
        error = math.sqrt(self.variance / games) / self.column.per
        reach = float(stdtrit(games - 1, (1 + level) / 2)) * error
        differences = [
            self.tallies.histogram(later, self.column.name, earlier)
            for earlier, later in combinations(names, 2)
        ]
        known = [hist for hist in differences if not spread_refusal(hist)]
        warning = unsure_variance(max(map(variance_error, known)))
        few = (rarely_different(hist, level).interval.warning for _, hist in self.pairs)
        warning = warning or next((words for words in few if words == UNSEEN), "")
        ends = value - reach, value + reach
        interval = self._said(Interval(value, *ends, level, PAIRED_T, warning))
        p_value = 2 * float(stdtr(games - 1, -abs(value) / error))
        return Comparison(interval, p_value)

    def _said(self, interval: Interval) -> Interval:
        """The interval, with how unfinished games count."""
        if any(self.tallies.unfinished(name) for name in self.weights):
            return interval.counting(Unfinished.AS_THEY_STAND)
        return interval
