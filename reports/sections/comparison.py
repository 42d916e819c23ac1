"""What the variants change, game by game: on the same deals, where the decks are the same."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from reports import numbers
from reports.charts import comparison as charts
from reports.document import Block, Cell, Command, Figure, Paragraph, Section, Spec, Table
from reports.facts import Difference, Facts
from reports.sections.cells import NOTHING, crossed
from reports.words import join, quoted
from sim.tallies.tally import MARGIN

MEAN = " mean difference"
SHARE = ", difference"
OTHERWISE = "games decided otherwise"

DEMANDED = 0.05
"""A difference stands if its adjusted p-value is at most this."""


def stands(one: Difference) -> bool:
    """Return whether a difference is one, judged by the p-value adjusted for the whole family."""
    return one.p_holm is not None and one.p_holm <= DEMANDED


def is_share(statistic: str) -> bool:
    """Return whether a statistic is a share of games, or a difference of such shares."""
    return not statistic.endswith(MEAN)


def title_of(statistic: str) -> str:
    """Return a statistic of the comparison as the title of a column.

    Examples
    --------
    >>> title_of("rounds mean difference"), title_of("player 0 wins, difference")
    ('rounds, mean', 'player 0 wins')
    """
    return (
        f"{statistic.removesuffix(MEAN)}, mean" if statistic.endswith(MEAN) else statistic.removesuffix(SHARE)
    )


def signed(text: str) -> str:
    """Return a number with its sign, also when it is positive.

    Examples
    --------
    >>> signed("12.3"), signed("−4"), signed("0.0")
    ('+12.3', '−4', '0.0')
    """
    return f"+{text}" if text.strip("0., %") and not text.startswith("−") else text


def difference_column(found: Sequence[Difference]) -> list[Cell]:
    """Return differences with intervals and adjusted p-values, to stand below each other.

    Shares are in percentage points.
    """
    scale = [100.0 if is_share(one.statistic) else 1.0 for one in found]
    ends = [
        (None if one.low is None else one.low * by, None if one.high is None else one.high * by)
        for one, by in zip(found, scale, strict=True)
    ]
    places = numbers.common_decimals(ends)
    return [
        _difference(one, one.value * by, *both, decimals)
        for one, by, both, decimals in zip(found, scale, ends, places, strict=True)
    ]


def _difference(one: Difference, value: float, low: float | None, high: float | None, decimals: int) -> Cell:
    if one.statistic == OTHERWISE:
        return Cell(
            numbers.percent(one.value, one.low, one.high, decimals),
            numbers.percent_span(one.low, one.high, decimals=decimals, short=True),
        )
    note = f"p {numbers.p_value(one.p_holm)}" if one.p_holm is not None else ""
    return Cell(
        signed(numbers.estimate(value, low, high, decimals)), numbers.span(low, high, " to ", decimals), note
    )


def difference_cell(one: Difference) -> Cell:
    """Return a single difference with its interval and adjusted p-value."""
    return difference_column([one])[0]


def comparison(facts: Facts) -> Section | None:
    """Return the section on the paired differences; None for a single variant."""
    if not facts.from_first:
        return None
    statistics = list(dict.fromkeys(one.statistic for one in facts.from_first))
    # With two players what one wins more the other wins less, draws aside: his numbers would say nothing new.
    spare = {f"player {seat} wins{SHARE}" for seat in range(1, facts.seats)} if facts.seats == 2 else set()
    means = [name for name in statistics if name.endswith(MEAN)]
    shares = [name for name in statistics if is_share(name) and name not in spare]
    first = quoted(facts.variants[0])
    level = numbers.level_text(facts.level)
    said = (
        f"{_pairs(facts)}, so each row is a difference from {first} within games; "
        f"{level} intervals below. p is adjusted by Holm's method for all {_tests(facts)} comparisons "
        "of the run."
    )
    blocks: list[Block] = [Paragraph(said)]
    if _left(facts) and means:
        blocks.append(Paragraph(f"Mean differences are {_AS_THEY_STAND}."))
    if means:
        blocks += [
            _figure(facts, means, shares),
            _table(facts, means, f"Mean difference per game from {first} (paired t)."),
        ]
    if shares:
        caption = (
            f"Difference from {first} in percentage points (Tango's score interval, McNemar's test), "
            "and the share of "
            "games that are decided otherwise (Wilson)."
        )
        blocks.append(_table(facts, shares, caption))
    if len(facts.variants) > 2:
        blocks += [
            Paragraph("All pairs of variants:"),
            Command(shlex.join(["warlab", "compare", str(facts.run.path)])),
        ]
    return Section("What the variants change", tuple(blocks))


_AS_THEY_STAND = "of games as they stand, unfinished ones with what they had reached"


def _more(variants: int) -> str:
    return " (and 1 more variant differs)" if variants == 1 else f" (and {variants} more variants differ)"


def _left(facts: Facts) -> bool:
    """Return whether any game is unfinished."""
    return any(facts.unfinished(variant) for variant in facts.variants)


def _tests(facts: Facts) -> int:
    return sum(one.p_holm is not None for one in facts.differences)


def _table(facts: Facts, statistics: list[str], caption: str) -> Table:
    columns = []
    for name in statistics:
        found = [one for one in facts.from_first if one.statistic == name]
        cells = dict(zip((one.variant for one in found), difference_column(found), strict=True))
        columns.append([cells.get(variant, NOTHING) for variant in facts.variants[1:]])
    rows = [[variant, *row] for variant, *row in zip(facts.variants[1:], *columns, strict=True)]
    return crossed(caption, ("variant", *map(title_of, statistics)), rows)


def _drawn(facts: Facts, statistic: str) -> list[charts.Difference]:
    found = [one for one in facts.from_first if one.statistic == statistic]
    return [
        charts.Difference(one.variant, one.value, one.low, one.high, cell.text, stands(one))
        for one, cell in zip(found, difference_column(found), strict=True)
        if one.low is not None and one.high is not None
    ]


def _figure(facts: Facts, means: list[str], shares: list[str]) -> Figure:
    shown = [name for name in (means[0], *shares[:1]) if len(_drawn(facts, name)) == len(facts.variants) - 1]
    first = quoted(facts.variants[0])
    caption = (
        f"Difference from {first}{_where(facts)}, with {numbers.level_text(facts.level)} intervals "
        "(those of each "
        f"difference by itself). Hollow: no difference after Holm's adjustment (p above {DEMANDED:g})."
    )
    alt = "; ".join(
        f"{title_of(name)}: {join([f'{one.name} {one.label}' for one in _drawn(facts, name)])}"
        for name in shown
    )

    def draw() -> Spec:
        panels = [(_axis_title(name), _drawn(facts, name), is_share(name)) for name in shown]
        return charts.differences(panels)

    return Figure(caption, alt, draw)


def _axis_title(statistic: str) -> str:
    if is_share(statistic):
        return f"difference in games where {title_of(statistic)}"
    return f"difference in mean {statistic.removesuffix(MEAN)}"


def _pairs(facts: Facts) -> str:
    """Return what is compared with what."""
    if facts.game.undealt:
        return "Games of the same number give each seat the same chance under all variants"
    if facts.same_deals:
        return "Every game is played under all variants from the same deal"
    return (
        "Games are paired by their number. Where deck, hands or players differ that is another deal, which takes no "
        "luck out of the difference but leaves its interval valid"
    )


def _where(facts: Facts) -> str:
    return f" {facts.in_common}" if facts.in_common else ", paired by game number,"


def answer(facts: Facts) -> list[str]:
    """Return the statements on what the variants change."""
    sentences = []
    means = [name for name in dict.fromkeys(one.statistic for one in facts.from_first) if name.endswith(MEAN)]
    first = quoted(facts.variants[0])
    if means:
        noun = means[0].removesuffix(MEAN)
        rows = [one for one in facts.from_first if one.statistic == means[0]]
        firm = sorted((one for one in rows if stands(one)), key=lambda one: -abs(one.value))
        named = [f"{_change(one)} under {quoted(one.variant)}" for one in firm[:3]]
        if named:
            more = _more(len(firm) - 3) if len(firm) > 3 else ""
            aside = ", unfinished games as they stand" if _left(facts) else ""
            what = "player 0's mean margin" if noun == MARGIN else f"the mean number of {noun}"
            sentences.append(f"Against {first}{_where(facts)} {what} changes by {join(named)}{more}{aside}.")
        loose = [quoted(one.variant) for one in rows if not stands(one)]
        if loose:
            sentences.append(f"No difference in {noun} from {first} can be told for {join(loose)}.")
    wins = [one for one in facts.from_first if one.statistic == f"player 0 wins{SHARE}" and stands(one)]
    for one in sorted(wins, key=lambda one: -abs(one.value))[:1]:
        cell = difference_cell(one)
        sentences.append(
            f"Who wins changes most under {quoted(one.variant)}: player 0 wins {cell.text} percentage "
            f"points ({cell.interval}) "
            f"against {first}."
        )
    return sentences


def _change(one: Difference) -> str:
    cell = difference_cell(one)
    return f"{cell.text} ({cell.interval})"
