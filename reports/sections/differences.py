"""Differences between variants as cells and in words: what they are, how sure they are, and when they are exact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reports import numbers
from reports.charts import comparison as charts
from reports.document import Block, Cell, Paragraph
from reports.facts import Facts
from reports.words import join, outcome, quoted
from sim.contract.columns import WINNER, Role
from sim.stats import Estimate, Interval, Measure

DEMANDED = 0.05
"""A difference is significant if its adjusted p-value is at most this."""

EXACT = "in every game"
"""In place of an interval, for a difference that is the same in every game played."""

TOGETHER = "together"
"""Before the interval of a difference that holds together with those of all other differences."""

DOUBTFUL = "interval uncertain"
"""The remark at a difference whose interval carries a warning."""


def is_exact(one: Estimate) -> bool:
    """Return whether all games differ by the same amount, so that chance does not come into it."""
    return one.measure is Measure.MEAN and one.interval.events == 0 and one.games > 1


def stands(one: Estimate) -> bool:
    """Return whether a difference is more than chance: the same in every game, or significant after adjustment."""
    if is_exact(one):
        return value_of(one) != 0
    return one.p_holm is not None and one.p_holm <= DEMANDED


def is_share(one: Estimate) -> bool:
    """Return whether a statistic is a share of games, or a difference of such shares."""
    return one.measure is not Measure.MEAN


def value_of(one: Estimate) -> float:
    """Return the estimate; differences without one are not among the facts."""
    return one.interval.value or 0.0


def title_of(facts: Facts, one: Estimate) -> str:
    """Return a statistic of the comparison as the title of a column."""
    if one.measure is Measure.OTHERWISE:
        return one.outcome
    if not is_share(one):
        return f"{facts.noun(one.column)}, mean"
    name = facts.share_in_words(one)
    return f"{name} games" if one.column == WINNER and (one.code or 0) < 0 else name


def signed(text: str) -> str:
    """Return a number with its sign, also when it is positive.

    >>> signed("12.3"), signed("−4"), signed("0.0")
    ('+12.3', '−4', '0.0')
    """
    return f"+{text}" if text.strip("0., %") and not text.startswith("−") else text


def difference_column(found: Sequence[Estimate]) -> list[Cell]:
    """Return differences with intervals and adjusted p-values, for one column."""
    # Shares are in percentage points.
    scaled = [one.interval.scaled(100 if is_share(one) else 1) for one in found]
    places = numbers.common_decimals([(each.low, each.high) for each in scaled])
    return [
        _difference(one, each, decimals) for one, each, decimals in zip(found, scaled, places, strict=True)
    ]


def _all_together(one: Estimate, decimals: int) -> list[str]:
    """Return the interval that holds together with all others, for the remark; nothing if it is the only one."""
    if one.together is None or one.together.low is None or one.together.level == one.interval.level:
        return []
    scaled = one.together.scaled(100 if is_share(one) else 1)
    return [f"{TOGETHER} {numbers.span(scaled.low, scaled.high, ' to ', decimals)}"]


def _difference(one: Estimate, scaled: Interval, decimals: int) -> Cell:
    if one.measure is Measure.OTHERWISE:
        low, high = one.interval.low, one.interval.high
        return Cell(
            numbers.percent(value_of(one), low, high, decimals),
            numbers.percent_span(low, high, decimals=decimals, short=True),
        )
    if is_exact(one):
        return Cell(signed(numbers.figures(scaled.value or 0.0, 6)), EXACT)
    notes = [f"p {numbers.p_value(one.p_holm)}"] if one.p_holm is not None else []
    notes += _all_together(one, decimals)
    notes += [DOUBTFUL] if one.interval.warning else []
    low, high = scaled.low, scaled.high
    return Cell(
        signed(numbers.estimate(scaled.value or 0.0, low, high, decimals)),
        numbers.span(low, high, " to ", decimals),
        "; ".join(notes),
    )


def difference_cell(one: Estimate) -> Cell:
    """Return a single difference with its interval and adjusted p-value."""
    return difference_column([one])[0]


def change(facts: Facts, one: Estimate, *, brief: bool = False) -> str:
    """Return a difference in words; ``brief`` leaves the noun out where it has just been said."""
    # Lengths become longer or shorter; any other number changes by an amount with a sign.
    cell = difference_cell(one)
    unit = " percentage points" if is_share(one) else ""
    if not is_share(one) and is_length(facts, one) and (stands(one) or is_exact(one)):
        return _longer(facts, one, brief=brief)
    bracket = f" ({_reliance(one, cell.interval)})" if cell.interval else ""
    return f"{cell.text}{'' if brief else unit}{bracket}"


def _longer(facts: Facts, one: Estimate, *, brief: bool) -> str:
    value = value_of(one)
    if not value:
        return f"exactly as long {EXACT}"
    cell = difference_cell(one if value > 0 else negated(one))
    noun = "" if brief else f" {facts.noun(one.column)}"
    words = f"{cell.text.removeprefix('+')}{noun} {'longer' if value > 0 else 'shorter'}"
    if is_exact(one):
        return f"{words} {EXACT}"
    return f"{words} ({_reliance(one, cell.interval)})"


def _reliance(one: Estimate, interval: str) -> str:
    return f"{interval}; {DOUBTFUL}" if one.interval.warning else interval


def negated(one: Estimate) -> Estimate:
    """Return a difference the other way round."""
    return replace(one, interval=one.interval.scaled(-1))


def becomes(facts: Facts, one: Estimate) -> str:
    """Return what changes and the verb before the change, as the beginning of a sentence."""
    # A game is longer; a mean or a share changes by an amount.
    if is_share(one):
        return f"the share of {_games_of(facts, one)} changes by"
    if is_length(facts, one):
        return "a game is"
    noun = facts.noun(one.column)
    return f"the mean {'number of ' if noun.split(' ')[0].endswith('s') else ''}{noun} changes by"


def _games_of(facts: Facts, one: Estimate) -> str:
    """Return the games of which a share is the share, such as "games that the first player wins"."""
    if one.column != WINNER:
        return f"games with {quoted(facts.share_in_words(one))}"
    code = one.code or 0
    return f"games that the {outcome(code)}" if code >= 0 else f"{outcome(code)} games"


def makes(facts: Facts, one: Estimate) -> str:
    """Return the verb and what changes, for a sentence whose subject is a rule."""
    if not is_share(one) and is_length(facts, one):
        return "makes a game"
    return f"changes {becomes(facts, one).removesuffix(' changes by')} by"


def is_length(facts: Facts, one: Estimate) -> bool:
    """Return whether a statistic is about the length of a game."""
    column = facts.declared.columns.get(one.column)
    return column is not None and column.role is Role.LENGTH


def doubts(facts: Facts, found: Sequence[Estimate]) -> list[Block]:
    """Return why the intervals of some differences are uncertain; nothing if none is."""
    told = dict.fromkeys(
        f"{title_of(facts, one)} under {quoted(one.variant)}: {one.interval.warning}"
        for one in found
        if one.interval.warning
    )
    if not told:
        return []
    return [Paragraph(f"Treat these intervals with caution: {'; '.join(told)}.")]


def without_difference(facts: Facts, columns: Sequence[Sequence[Estimate]]) -> list[Block]:
    """Return what can be said of statistics in which no variant differs: how large a difference can still be."""
    sentences = []
    for found in columns:
        if all(is_exact(one) for one in found):
            sentences.append(f"{title_of(facts, found[0])}: exactly the same in every game")
            continue
        scaled = [one.interval.scaled(100 if is_share(one) else 1) for one in found]
        low = min((each.low for each in scaled if each.low is not None), default=None)
        high = max((each.high for each in scaled if each.high is not None), default=None)
        unit = " percentage points" if is_share(found[0]) else ""
        span = numbers.span(low, high, " to ")
        if span:
            sentences.append(f"{title_of(facts, found[0])} ({span}{unit})")
    if not sentences:
        return []
    return [
        Paragraph(
            "These games show no difference in what follows; the brackets span the intervals of all variants: "
            f"{'; '.join(sentences)}."
        )
    ]


def drawn(found: Sequence[Estimate]) -> list[charts.Difference]:
    """Return differences as a chart draws them; those without an interval that are not exact are left out."""
    rows = []
    for one, cell in zip(found, difference_column(found), strict=True):
        low, high = one.interval.low, one.interval.high
        if is_exact(one):
            low = high = value_of(one)
        if low is not None and high is not None:
            rows.append(charts.Difference(one.variant, value_of(one), low, high, cell.text, stands(one)))
    return rows


def named(variants: Sequence[str], most: int = 3) -> str:
    """Return variants in quotation marks; of many, the first few and how many there are besides."""
    shown = [quoted(variant) for variant in variants[:most]]
    rest = len(variants) - most
    return join([*shown, f"{rest} more"] if rest > 0 else shown)
