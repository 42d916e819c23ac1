"""Effects of rules over a grid of variants: of each rule alone and of rules together, on the same deals."""

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
from sim.stats import Comparison, Estimate, Interval, Measure, Unfinished, holm
from sim.stats.spread import ALL_ALIKE, spread_refusal, unsure_variance, variance_error

PAIRED_T = "paired t of a contrast"

Grid = Mapping[str, list[object]]
"""The values of each option that varies, the first one being what the others are compared with."""


def effects(
    tallies: Tallies,
    rules: Mapping[str, GameRules],
    column: Column,
    level: float = 0.95,
) -> list[Estimate]:
    """Return the effect of each value of each option on the mean of a column, and of all values together."""
    # In a game the effect is a sum of its amounts under all variants, with weights c: 1 for the value and -1 for the
    # first one, averaged over the options that are not asked about; for options together the weights are multiplied,
    # so the effect is how much one changes that of the other. As the weights add up to zero, its variance follows from
    # those of the differences between two variants, which were counted: -Σ c_i c_j Var(X_i - X_j) over all pairs.
    grid = checked_grid(rules)
    if any(map(tallies.endless, rules)):
        cure = "leave it out: medians are compared, or see --distribution"
        raise UserError(
            "some games never end, so they have no mean length",
            where="--effects",
            cure=cure,
        )
    names, own = list(rules), [each.as_dict() for each in rules.values()]
    found = {}
    for chosen in _asked(grid):
        text = " and ".join(
            setting_text(option, value) for option, value in chosen.items()
        )
        weights = [_weight(table, chosen, grid) for table in own]
        found[text] = _contrast(
            tallies, dict(zip(names, weights, strict=True)), column, level
        )
    adjusted = holm([compared.p_value for compared in found.values()])
    about, games = (column.name, Measure.MEAN), tallies.games
    return [
        Estimate(
            "", "", text, compared.interval, games, compared.p_value, p_holm, *about
        )
        for (text, compared), p_holm in zip(found.items(), adjusted, strict=True)
    ]


def varied(rules: Collection[GameRules]) -> Grid:
    """Return the options that vary, with their values; nothing if the rules are not all combinations of these."""
    tables = [own.as_dict() for own in rules]
    values = {
        option: list(dict.fromkeys(_hashable(table.get(option)) for table in tables))
        for option in tables[0]
    }
    grid = {option: own for option, own in values.items() if len(own) > 1}
    return grid if len(tables) == math.prod(map(len, grid.values())) else {}


def checked_grid(rules: Mapping[str, GameRules]) -> Grid:
    """Return the grid that variants make, or refuse them."""
    if not 2 <= len(rules) <= ALL_PAIRS:
        raise UserError(
            f"{len(rules)} variants",
            where="--effects",
            cure=f"effects are those of 2 to {ALL_PAIRS} variants, all of which are compared pairwise",
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
    own: Mapping[str, object], chosen: Mapping[str, object], grid: Grid
) -> Fraction:
    weight = Fraction(1)
    for option, values in grid.items():
        value = _hashable(own[option])
        if option not in chosen:
            weight /= len(values)
        elif value != chosen[option]:
            weight *= -1 if value == values[0] else 0
    return weight


def _contrast(
    tallies: Tallies, weights: Mapping[str, Fraction], column: Column, level: float
) -> Comparison:
    """Return the sum of the variants' means with these weights, with its paired t interval and t test."""
    mean = sum(
        weight * tallies.histogram(name, column.name).exact_mean
        for name, weight in weights.items()
    )
    variance, differences = Fraction(0), []
    for earlier, later in combinations([name for name in weights if weights[name]], 2):
        differences.append(tallies.histogram(later, column.name, earlier))
        if tallies.games > 1:
            variance -= weights[earlier] * weights[later] * differences[-1].variance
    value, error = (
        float(mean) / column.per,
        math.sqrt(variance / tallies.games) / column.per,
    )
    if not error:
        return Comparison(Interval(value, None, None, level, refusal=ALL_ALIKE), None)
    from scipy.special import stdtr, stdtrit

    reach = float(stdtrit(tallies.games - 1, (1 + level) / 2)) * error
    unsure = max(
        variance_error(hist) for hist in differences if not spread_refusal(hist)
    )
    warning = unsure_variance(unsure, "a difference's")
    interval = Interval(value, value - reach, value + reach, level, PAIRED_T, warning)
    if any(tallies.unfinished(name) for name in weights):
        interval = interval.counting(Unfinished.AS_THEY_STAND)
    return Comparison(
        interval, 2 * float(stdtr(tallies.games - 1, -abs(value) / error))
    )
