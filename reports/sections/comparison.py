"""What the variants change, game by game: on the same deals, where the decks are the same."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from reports import numbers
from reports.charts import comparison as charts
from reports.document import Block, Cell, Command, Figure, Paragraph, Section, Spec, Table
from reports.facts import Facts
from reports.sections.cells import NOTHING, crossed
from reports.words import join, quoted
from sim.stats import Estimate, Interval, Measure
from sim.tallies.declared import MARGIN

DEMANDED = 0.05
"""A difference is significant if its adjusted p-value is at most this."""


def stands(one: Estimate) -> bool:
    """Return whether a difference is significant, by the p-value adjusted for the whole family."""
    return one.p_holm is not None and one.p_holm <= DEMANDED


def is_share(one: Estimate) -> bool:
    """Return whether a statistic is a share of games, or a difference of such shares."""
    return one.measure is not Measure.MEAN


def title_of(one: Estimate) -> str:
    """Return a statistic of the comparison as the title of a column."""
    return one.outcome if is_share(one) else f"{one.column}, mean"


def signed(text: str) -> str:
    """Return a number with its sign, also when it is positive.

    Examples
    --------
    >>> signed("12.3"), signed("−4"), signed("0.0")
    ('+12.3', '−4', '0.0')
    """
    return f"+{text}" if text.strip("0., %") and not text.startswith("−") else text


def difference_column(found: Sequence[Estimate]) -> list[Cell]:
    """Return differences with intervals and adjusted p-values, for one column.

    Shares are in percentage points.
    """
    scaled = [one.interval.scaled(100 if is_share(one) else 1) for one in found]
    places = numbers.common_decimals([(each.low, each.high) for each in scaled])
    return [
        _difference(one, each, decimals) for one, each, decimals in zip(found, scaled, places, strict=True)
    ]


def _difference(one: Estimate, scaled: Interval, decimals: int) -> Cell:
    if one.measure is Measure.OTHERWISE:
        low, high = one.interval.low, one.interval.high
        return Cell(
            numbers.percent(value_of(one), low, high, decimals),
            numbers.percent_span(low, high, decimals=decimals, short=True),
        )
    note = f"p {numbers.p_value(one.p_holm)}" if one.p_holm is not None else ""
    low, high = scaled.low, scaled.high
    return Cell(
        signed(numbers.estimate(scaled.value or 0.0, low, high, decimals)),
        numbers.span(low, high, " to ", decimals),
        note,
    )


def value_of(one: Estimate) -> float:
    """Return the estimate; differences without one are not among the facts."""
    return one.interval.value or 0.0


def difference_cell(one: Estimate) -> Cell:
    """Return a single difference with its interval and adjusted p-value."""
    return difference_column([one])[0]


def comparison(facts: Facts) -> Section | None:
    """Return the section on the paired differences; None for a single variant."""
    if not facts.from_first:
        return None
    statistics = _by_statistic(facts)
    means = [found for found in statistics if not is_share(found[0])]
    # With two players, draws aside, what one gains the other loses, unless games are unfinished.
    one_side = facts.seats == 2 and not _left(facts)
    shares = [found for found in statistics if is_share(found[0]) and not (one_side and found[0].code == 1)]
    first = quoted(facts.variants[0])
    level = numbers.level_text(facts.level)
    said = (
        f"{_pairs(facts)}. Each row is a difference from {first} game by game, with its {level} interval "
        f"below. p is adjusted by Holm's method for all {_tests(facts)} comparisons of the run."
    )
    blocks: list[Block] = [Paragraph(said)]
    if _left(facts):
        blocks.append(Paragraph(" ".join(_unfinished(facts, has_means=bool(means)))))
    if means:
        blocks += [
            _figure(facts, means, [] if _left(facts) else shares),
            _table(facts, means, f"Mean difference per game from {first} (paired t)."),
        ]
    if shares:
        caption = (
            f"Difference from {first} in percentage points (Tango's score interval, McNemar's test), "
            "and the share of deals with a different winner (Wilson)."
        )
        blocks.append(_table(facts, shares, caption))
    if len(facts.variants) > 2:
        blocks += [
            Paragraph("To compare all pairs of variants:"),
            Command(shlex.join(["warlab", "compare", str(facts.run.path)])),
        ]
    return Section("What the variants change", tuple(blocks))


def _unfinished(facts: Facts, *, has_means: bool) -> list[str]:
    """Return how unfinished games count in the differences."""
    endless = [quoted(variant) for variant in facts.variants if facts.endless(variant)]
    told = []
    if endless:
        told.append(f"Some games never end under {join(endless)}: there is no mean to compare.")
    if has_means and any(facts.unfinished(variant) > facts.endless(variant) for variant in facts.variants):
        told.append("Mean differences count games that were stopped as far as they were played.")
    told.append(
        "Shares are of all games, so an unfinished game is won by neither player: a share can fall although that "
        "player wins more of the games that are finished."
    )
    return told


def _more(variants: int) -> str:
    return " (and 1 more variant differs)" if variants == 1 else f" (and {variants} more variants differ)"


def _left(facts: Facts) -> bool:
    """Return whether any game is unfinished."""
    return any(facts.unfinished(variant) for variant in facts.variants)


def _tests(facts: Facts) -> int:
    return sum(one.p_holm is not None for one in facts.differences)


def _by_statistic(facts: Facts) -> list[list[Estimate]]:
    """Return the differences from the first variant, those of one statistic together."""
    found: dict[str, list[Estimate]] = {}
    for one in facts.from_first:
        found.setdefault(one.statistic, []).append(one)
    return list(found.values())


def _table(facts: Facts, statistics: list[list[Estimate]], caption: str) -> Table:
    columns = []
    for found in statistics:
        cells = dict(zip((one.variant for one in found), difference_column(found), strict=True))
        columns.append([cells.get(variant, NOTHING) for variant in facts.variants[1:]])
    rows = [[variant, *row] for variant, *row in zip(facts.variants[1:], *columns, strict=True)]
    return crossed(caption, ("variant", *(title_of(found[0]) for found in statistics)), rows)


def _drawn(found: Sequence[Estimate]) -> list[charts.Difference]:
    return [
        charts.Difference(
            one.variant, value_of(one), one.interval.low, one.interval.high, cell.text, stands(one)
        )
        for one, cell in zip(found, difference_column(found), strict=True)
        if one.interval.low is not None and one.interval.high is not None
    ]


def _figure(facts: Facts, means: list[list[Estimate]], shares: list[list[Estimate]]) -> Figure:
    shown = [found for found in (means[0], *shares[:1]) if len(_drawn(found)) == len(means[0])]
    first = quoted(facts.variants[0])
    caption = (
        f"Difference from {first}{_where(facts)}, with {numbers.level_text(facts.level)} intervals "
        f"(not adjusted). Hollow: not significant after Holm's adjustment (p above {DEMANDED:g})."
    )
    alt = "; ".join(
        f"{title_of(found[0])}: {join([f'{one.name} {one.label}' for one in _drawn(found)])}"
        for found in shown
    )

    def draw() -> Spec:
        panels = [(_axis_title(found[0]), _drawn(found), is_share(found[0])) for found in shown]
        return charts.differences(panels)

    return Figure(caption, alt, draw)


def _axis_title(one: Estimate) -> str:
    if is_share(one):
        return f"difference in games where {one.outcome}"
    return f"difference in mean {one.column}"


def _pairs(facts: Facts) -> str:
    """Return what is compared with what."""
    if facts.game.undealt:
        return "Games of the same number give each seat the same chance under all variants"
    if facts.same_deals:
        return "Every game is played under all variants from the same deal"
    return (
        "Games are paired by their number. Where the deck, the hands or the players differ, that is a different deal: "
        "pairing then takes no luck out of the difference, but its interval is still valid"
    )


def _where(facts: Facts) -> str:
    return f" {facts.in_common}" if facts.in_common else ", paired by game number"


def answer(facts: Facts) -> list[str]:
    """Return the statements on what the variants change."""
    sentences = []
    means = [found for found in _by_statistic(facts) if not is_share(found[0])]
    first = quoted(facts.variants[0])
    if means:
        rows = means[0]
        noun = rows[0].column
        firm = sorted((one for one in rows if stands(one)), key=lambda one: -abs(value_of(one)))
        named = [f"{_change(one)} under {quoted(one.variant)}" for one in firm[:3]]
        if named:
            more = _more(len(firm) - 3) if len(firm) > 3 else ""
            stopped = any(facts.unfinished(variant) > facts.endless(variant) for variant in facts.variants)
            aside = "; games that were stopped count as far as they were played" if stopped else ""
            what = "player 0's mean margin" if noun == MARGIN else f"the mean number of {noun}"
            sentences.append(
                f"Compared with {first}{_where(facts)}, {what} changes by {join(named)}{more}{aside}."
            )
        loose = [quoted(one.variant) for one in rows if not stands(one)]
        if loose:
            sentences.append(f"No difference in {noun} from {first} can be shown for {join(loose)}.")
    wins = [
        one
        for one in facts.from_first
        if is_share(one)
        and one.code == 0
        and stands(one)
        and not (facts.unfinished(one.variant) or facts.unfinished(one.versus))
    ]
    for one in sorted(wins, key=lambda one: -abs(value_of(one)))[:1]:
        cell = difference_cell(one)
        sentences.append(
            f"Who wins changes most under {quoted(one.variant)}: player 0's share of games won changes by "
            f"{cell.text} percentage points ({cell.interval}) compared with {first}."
        )
    return sentences


def _change(one: Estimate) -> str:
    cell = difference_cell(one)
    return f"{cell.text} ({cell.interval})"
