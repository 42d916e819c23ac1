"""Differences between variants as cells and in words: what they are, how sure they are, and when they are exact."""

import re
from collections.abc import Sequence

from reports import numbers
from reports.charts import comparison as charts
from reports.facts import Facts
from reports.words import join, quoted
from sim.contract.answer import Block, Cell, Paragraph
from sim.contract.columns import WINNER, Role
from sim.contract.vocabulary import number_word
from sim.stats import Estimate, Interval, Measure

DEMANDED = 0.05  # A difference is significant if its adjusted p-value is at most this
EXACT = "in every game"  # in place of an interval, for a difference that is the same in every game played

TOGETHER = "together"
"""Before the interval of a difference that holds together with those of all other differences."""

DOUBTFUL = "interval uncertain"
"""The remark at a difference whose interval carries a warning."""


def is_exact(difference: Estimate) -> bool:
    """Return whether all games differ by the same amount, so that chance does not come into it."""
    return (
        difference.measure is Measure.MEAN
        and difference.interval.events == 0
        and difference.games > 1
    )


def stands(difference: Estimate) -> bool:
    """Return whether a difference is more than chance: the same in every game, or significant after adjustment."""
    if is_exact(difference):
        return value_of(difference) != 0
    return difference.p_holm is not None and difference.p_holm <= DEMANDED


def is_share(estimate: Estimate) -> bool:
    """Return whether a statistic is a share of games, or a difference of such shares."""
    return estimate.measure is not Measure.MEAN


def is_otherwise(estimate: Estimate) -> bool:
    """Return whether a statistic is the share of deals with another winner."""
    return estimate.measure is Measure.OTHERWISE


def value_of(difference: Estimate) -> float:
    """Return the estimate; differences without one are not among the facts."""
    return difference.interval.value or 0.0


def title_of(facts: Facts, estimate: Estimate) -> str:
    """Return a statistic of the comparison as the title of a column."""
    if is_otherwise(estimate):
        return estimate.outcome
    if not is_share(estimate):
        return f"{facts.noun(estimate.column)}, mean"
    name = facts.share_in_words(estimate)
    return (
        f"{name} games"
        if estimate.column == WINNER and (estimate.code or 0) < 0
        else name
    )


def signed(text: str) -> str:
    """Return a number with its sign, also when it is positive."""
    return f"+{text}" if text.strip("0., %") and not text.startswith("−") else text


def difference_column(differences: Sequence[Estimate]) -> list[Cell]:
    """Return differences with intervals and adjusted p-values, for one column."""
    # Shares are in percentage points.
    scaled = [
        difference.interval.scaled(100 if is_share(difference) else 1)
        for difference in differences
    ]
    places = numbers.common_decimals([(each.low, each.high) for each in scaled])
    return [
        _difference(difference, each, decimals)
        for difference, each, decimals in zip(differences, scaled, places, strict=True)
    ]


def _all_together(difference: Estimate, decimals: int) -> list[str]:
    """Return the interval that holds together with all others, for the remark; nothing if it is the only one."""
    if (
        difference.together is None
        or difference.together.low is None
        or difference.together.level == difference.interval.level
    ):
        return []
    scaled = difference.together.scaled(100 if is_share(difference) else 1)
    return [f"{TOGETHER} {numbers.span(scaled.low, scaled.high, ' to ', decimals)}"]


def _difference(difference: Estimate, scaled: Interval, decimals: int) -> Cell:
    if is_otherwise(difference):
        low, high = difference.interval.low, difference.interval.high
        return Cell(
            numbers.percent(value_of(difference), low, high, decimals),
            numbers.percent_span(low, high, decimals=decimals, short=True),
        )
    if is_exact(difference):
        return Cell(signed(numbers.figures(scaled.value or 0.0, 6)), EXACT)
    notes = (
        [f"p {numbers.p_value(difference.p_holm)}"]
        if difference.p_holm is not None
        else []
    )
    notes += _all_together(difference, decimals)
    notes += [DOUBTFUL] if difference.interval.warning else []
    low, high = scaled.low, scaled.high
    return Cell(
        signed(numbers.estimate(scaled.value or 0.0, low, high, decimals)),
        numbers.span(low, high, " to ", decimals),
        "; ".join(notes),
    )


def is_length(facts: Facts, estimate: Estimate) -> bool:
    """Return whether a statistic is about the length of a game."""
    column = facts.declared.columns.get(estimate.column)
    return column is not None and column.role is Role.LENGTH


def doubts(facts: Facts, differences: Sequence[Estimate]) -> list[Block]:
    """Return why the intervals of some differences are uncertain; nothing if none is."""
    doubted: dict[str, list[Estimate]] = {}
    for difference in differences:
        if difference.interval.warning:
            doubted.setdefault(
                re.sub(r"\d+", "", difference.interval.warning), []
            ).append(difference)
    told = []
    for alike in doubted.values():
        titles = dict.fromkeys(title_of(facts, difference) for difference in alike)
        variants = dict.fromkeys(quoted(difference.variant) for difference in alike)
        # Of warnings that differ in a number, the one with the largest holds for all.
        worst = max(
            alike,
            key=lambda one: [
                int(number) for number in re.findall(r"\d+", one.interval.warning)
            ],
        )
        told.append(
            f"{join([*titles])} under {join([*variants])}: {worst.interval.warning}"
        )
    return (
        [Paragraph(f"Treat these intervals with caution: {'; '.join(told)}.")]
        if told
        else []
    )


def without_difference(
    facts: Facts, columns: Sequence[Sequence[Estimate]]
) -> list[Block]:
    """Return what can be said of statistics in which no variant differs: how large a difference can still be."""
    sentences = []
    for column in columns:
        if all(is_exact(difference) for difference in column):
            sentences.append(
                f"{title_of(facts, column[0])}: exactly the same in every game"
            )
            continue
        scaled = [
            difference.interval.scaled(100 if is_share(difference) else 1)
            for difference in column
        ]
        low = min((each.low for each in scaled if each.low is not None), default=None)
        high = max(
            (each.high for each in scaled if each.high is not None), default=None
        )
        unit = " percentage points" if is_share(column[0]) else ""
        span = numbers.span(low, high, " to ")
        if span:
            sentences.append(f"{title_of(facts, column[0])} ({span}{unit})")
    if not sentences:
        return []
    return [
        Paragraph(
            "These games show no difference in what follows; the brackets span the intervals of all variants: "
            f"{'; '.join(sentences)}."
        )
    ]


def drawn(differences: Sequence[Estimate]) -> list[charts.Difference]:
    """Return differences as a chart draws them; those without an interval that are not exact are left out."""
    rows = []
    for difference, cell in zip(
        differences, difference_column(differences), strict=True
    ):
        low, high = difference.interval.low, difference.interval.high
        if is_exact(difference):
            low = high = value_of(difference)
        if low is not None and high is not None:
            rows.append(
                charts.Difference(
                    difference.variant,
                    value_of(difference),
                    low,
                    high,
                    cell.text,
                    stands(difference),
                )
            )
    return rows


def named(variants: Sequence[str], most: int = 3) -> str:
    """Return variants in quotation marks; of many, the first few and how many there are besides, never one."""
    rest = len(variants) - most if len(variants) > most + 1 else 0
    shown = [quoted(variant) for variant in variants[: len(variants) - rest]]
    return join([*shown, f"{number_word(rest)} others"] if rest else shown)
