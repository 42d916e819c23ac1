"""Grids factor by factor: what each rule changes while the others stay, and whether the rules act together."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from reports import numbers
from reports.facts import Facts
from reports.grid import Factor, Grid
from reports.labels import phrase, subject
from reports.sections.cells import NOTHING, in_columns
from reports.sections.differences import (
    becomes,
    change,
    difference_column,
    is_share,
    makes,
    stands,
    strongest,
    title_of,
    value_of,
)
from reports.words import capital, join, quoted
from sim.contract.answer import Block, Cell
from sim.stats import Estimate
from sim.stats.intervals import normal_quantile

MOST_SETTINGS = 6
"""The most combinations of the other factors that get a column of their own; of more, only the natural one does."""

MOST_CHANGES = 3
"""The most changes that a sentence names."""


def leading(facts: Facts) -> str:
    """Return the statistic that is compared: the first mean, or the first share where no mean is compared."""
    differences = facts.from_baseline
    means = [
        difference.statistic for difference in differences if not is_share(difference)
    ]
    return (means or [difference.statistic for difference in differences] or [""])[0]


def _grid(facts: Facts) -> Grid:
    assert facts.grid is not None
    return facts.grid


def _changes(
    facts: Facts, factor: Factor, setting: Mapping[str, Any], statistic: str
) -> dict[Any, Estimate | None]:
    """Return what each value of a factor changes from its natural one, with the other factors as set."""
    grid = _grid(facts)
    natural = grid.cell(factor, factor.natural, setting)
    return {
        value: next(
            (
                difference
                for difference in facts.between(
                    grid.cell(factor, value, setting), natural
                )
                if difference.statistic == statistic
            ),
            None,
        )
        for value in factor.others
    }


def tables(facts: Facts) -> list[Block]:
    """Return a table for each factor and each statistic in which it changes something."""
    wanted = dict.fromkeys(
        difference.statistic
        for difference in facts.from_baseline
        if difference.p_holm is not None
        and (
            difference.statistic == leading(facts)
            or (is_share(difference) and difference.code == 0)
        )
    )
    return [
        table
        for factor in _grid(facts).factors
        for statistic in wanted
        if (table := _table(facts, factor, statistic)) is not None
    ]


def _table(facts: Facts, factor: Factor, statistic: str) -> Block | None:
    settings = _grid(facts).settings(factor)
    shown = settings if len(settings) <= MOST_SETTINGS else settings[:1]
    columns: list[list[Cell]] = []
    known: list[Estimate] = []
    for setting in shown:
        differences = _changes(facts, factor, setting, statistic).values()
        present = [difference for difference in differences if difference is not None]
        known += present
        cells = iter(difference_column(present))
        columns.append(
            [
                NOTHING if difference is None else next(cells)
                for difference in differences
            ]
        )
    if not any(map(stands, known)):
        return None
    head = [
        ", ".join(phrase(facts.game, option, value) for option, value in each.items())
        for each in shown
    ]
    natural = quoted(phrase(facts.game, factor.option, factor.natural))
    paired = all(
        facts.share_deals(difference.variant, difference.versus) for difference in known
    )
    what = title_of(facts, known[0])
    how = (
        ("McNemar's test" if is_share(known[0]) else "paired t")
        if paired
        else "separate games"
    )
    how = "confidence sequences" if facts.watched else how
    unit = " in percentage points" if is_share(known[0]) else ""
    about = f"{capital(subject(facts.game, factor.option))}. {capital(what)}"
    caption = f"{about}: difference from {natural}{unit} ({how}), the other rules as in the head of each column."
    names = [phrase(facts.game, factor.option, value) for value in factor.others]
    return in_columns(caption, ("", *head), names, columns)


@dataclass(frozen=True)
class Joint:
    """What a change of one factor depends on: the change with another factor at its natural value, and elsewhere."""

    factor: Factor
    value: object
    other: Factor
    setting: object
    usual: Estimate
    changed: Estimate
    reach: float

    @property
    def difference(self) -> float:
        """How much larger the change is than usually."""
        return value_of(self.changed) - value_of(self.usual)

    @property
    def stands(self) -> bool:
        """Whether the two factors act together beyond chance."""
        return abs(self.difference) > self.reach


def joint(facts: Facts) -> list[Joint]:
    """Return how the change by one factor depends on another, for each pair of factors, the strongest first."""
    # The two changes share their deals but are not counted together, so the interval of their difference is
    # as wide as both intervals together: wide enough however they depend on each other. It is adjusted by
    # Bonferroni's method.
    grid, statistic = _grid(facts), leading(facts)
    pairs = []
    for factor, other in itertools.combinations(grid.factors, 2):
        setting = grid.settings(factor)[0]
        usually = _changes(facts, factor, setting, statistic)
        there = {
            elsewhere: _changes(
                facts, factor, {**setting, other.option: elsewhere}, statistic
            )
            for elsewhere in other.others
        }
        for value, elsewhere in itertools.product(factor.others, other.others):
            usual, changed = usually[value], there[elsewhere][value]
            if usual is None or changed is None:
                continue
            reach = sum(each.interval.half_width or 0.0 for each in (usual, changed))
            pairs.append(Joint(factor, value, other, elsewhere, usual, changed, reach))
    wider = (
        normal_quantile(1 - (1 - facts.level) / len(pairs))
        / normal_quantile(facts.level)
        if pairs
        else 1.0
    )
    adjusted = [replace(each, reach=each.reach * wider) for each in pairs]
    return sorted(adjusted, key=lambda each: each.reach - abs(each.difference))


def answer(facts: Facts) -> list[str]:
    """Return what each factor changes while the others are at their natural values, and whether they act together."""
    grid, statistic = _grid(facts), leading(facts)
    sentences: list[str] = []
    for factor in grid.factors:
        differences = [
            (quoted(phrase(facts.game, factor.option, value)), difference)
            for value, difference in _changes(
                facts, factor, grid.settings(factor)[0], statistic
            ).items()
            if difference is not None
        ]
        firm = strongest(differences)
        told = [
            f"{change(facts, difference, brief=place > 0)} with {value}"
            for place, (value, difference) in enumerate(firm[:MOST_CHANGES])
        ]
        start = (
            f"Starting from {'the same rules' if sentences else quoted(grid.baseline)}"
        )
        if firm:
            sentences.append(f"{start}, {becomes(facts, firm[0][1])} {join(told)}.")
        elif differences:
            sentences.append(
                f"{start}, these games show no difference with {join([value for value, _ in differences], 'or')}."
            )
    return [*sentences, *_together(facts)]


def _together(facts: Facts) -> list[str]:
    pairs = joint(facts)
    if not pairs:
        return []
    strongest = pairs[0]
    if not strongest.stands:
        most = max(abs(each.difference) + each.reach for each in pairs)
        unit = (
            " percentage points"
            if is_share(strongest.usual)
            else f" {facts.noun(strongest.usual.column)}"
        )
        scale = 100 if is_share(strongest.usual) else 1
        told = "Nothing shows that these rules act together: what one of them changes depends on the others by at most"
        return [f"{told} {numbers.figures(most * scale)}{unit}."]
    value = quoted(phrase(facts.game, strongest.factor.option, strongest.value))
    usual = phrase(facts.game, strongest.other.option, strongest.other.natural)
    elsewhere = phrase(facts.game, strongest.other.option, strongest.setting)
    start = f"The rules act together: {value} {makes(facts, strongest.usual)}"
    first, second = change(facts, strongest.usual), change(facts, strongest.changed)
    return [
        f"{start} {first} with {quoted(usual)}, but {second} with {quoted(elsewhere)}."
    ]
