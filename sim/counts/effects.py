"""Effects of rules over a grid of variants, on the same deals.

Effects are of each rule alone and of rules together.
"""

import math
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
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
    Interval,
    Measure,
    Unfinished,
    holm,
)
from sim.stats.paired import UNSEEN, rarely_different
from sim.stats.shares import no_games
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
        found[text] = _contrast(tallies, column, weights, level)
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


def _contrast(
    tallies: Tallies, column: Column, weights: Mapping[str, Fraction], level: float
) -> Comparison:
    """A sum of amounts within games, with weights that add up to zero, and its test."""
    from scipy.special import stdtr, stdtrit

    names = [name for name in weights if weights[name]]
    if tallies.games < 2:
        return Comparison(no_games(level), None)
    differences = {
        (earlier, later): tallies.histogram(later, column.name, earlier)
        for earlier, later in combinations(names, 2)
    }
    usual = names[0]
    value = float(
        sum(weights[name] * differences[usual, name].exact_mean for name in names[1:])
    )
    variance = -sum(
        weights[earlier] * weights[later] * hist.variance
        for (earlier, later), hist in differences.items()
    )
    if not variance:
        alone = Interval(value / column.per, None, None, level, refusal=ALL_ALIKE)
        return Comparison(alone, None)
    few = [rarely_different(hist, level) for hist in differences.values()]
    if len(names) == 2:
        scale = float(weights[names[1]]) / column.per
        interval = few[0].interval.scaled(scale)
        p_value = few[0].p_value
    else:
        known = [hist for hist in differences.values() if not spread_refusal(hist)]
        warning = unsure_variance(max(map(variance_error, known)))
        if any(compared.interval.warning == UNSEEN for compared in few):
            warning = warning or UNSEEN
        error = math.sqrt(variance / tallies.games)
        freedom = tallies.games - 1
        reach = float(stdtrit(freedom, (1 + level) / 2)) * error
        ends = (value - reach, value + reach)
        plain = Interval(value, *ends, level, PAIRED_T, warning)
        interval = plain.scaled(1 / column.per)
        p_value = 2 * float(stdtr(freedom, -abs(value) / error))
    if any(tallies.unfinished(name) for name in weights):
        interval = interval.counting(Unfinished.AS_THEY_STAND)
    return Comparison(interval, p_value)
