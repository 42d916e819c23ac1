"""The comparison of the variants: on the same deals game by game, otherwise as separate samples."""

from collections.abc import Sequence

from reports import numbers
from reports.facts import Facts
from reports.sections.tables import doubts
from reports.words import outcome, quoted
from sim.contract.answer import (
    Block,
    Entry,
    Number,
    Paragraph,
    Section,
    Table,
)
from sim.contract.columns import WINNER
from sim.stats import Estimate, Measure

DEMANDED = 0.05
"""A difference is significant if its adjusted p-value is at most this."""

EXACT = "in every game"
"""The text in place of an interval, for a difference that is the same in every game
played."""


def comparison(facts: Facts) -> Section | None:
    """The section on the differences between the variants.

    None for a single variant.
    """
    differences = facts.from_baseline
    if not differences:
        return None
    columns = _by_statistic(facts, differences)
    telling = [
        column
        for column in columns
        if any(map(_stands, column)) or _is_otherwise(column[0])
    ]
    blocks: list[Block] = []
    if any(not _is_otherwise(column[0]) for column in telling):
        blocks.append(_table(facts, telling))
    if not facts.only:
        blocks += _alike(facts, [column for column in columns if column not in telling])
    blocks += doubts(
        facts,
        (
            (_title(facts, found), found.variant, found.interval.warning)
            for found in differences
        ),
    )
    return Section("What the rules change", tuple(blocks))


def _is_exact(difference: Estimate) -> bool:
    """Whether all games differ by the same amount, so that chance does not come into it."""
    return (
        difference.measure is Measure.MEAN
        and difference.interval.events == 0
        and difference.games > 1
    )


def _stands(difference: Estimate) -> bool:
    """Whether a difference is more than chance.

    It is the same in every game, or significant after adjustment.
    """
    if _is_exact(difference):
        return difference.interval.value != 0
    return difference.p_holm is not None and difference.p_holm <= DEMANDED


def _is_share(estimate: Estimate) -> bool:
    return estimate.measure is not Measure.MEAN


def _is_otherwise(estimate: Estimate) -> bool:
    """Whether a statistic is the share of deals with another winner."""
    return estimate.measure is Measure.OTHERWISE


def _title(facts: Facts, estimate: Estimate) -> str:
    """A statistic of the comparison as the title of a column."""
    if _is_otherwise(estimate):
        return estimate.outcome
    if not _is_share(estimate):
        return f"{facts.noun(estimate.column)}, mean"
    name = facts.share_in_words(estimate)
    nobody = estimate.column == WINNER and (estimate.code or 0) < 0
    return f"{name} games" if nobody else name


def _number(difference: Estimate) -> Number:
    """A difference in a table."""
    if _is_exact(difference):
        return Number(difference.interval.value, signed=True, note=EXACT)
    if _is_otherwise(difference):
        return Number.of(difference.interval, share=True)
    return Number.of(difference.interval, share=_is_share(difference), signed=True)


def _by_statistic(
    facts: Facts, differences: Sequence[Estimate]
) -> list[list[Estimate]]:
    """Differences from one variant, those of one statistic together."""
    columns: dict[str, list[Estimate]] = {}
    for difference in differences:
        # Without a deal there is none that could have the same winner; with two
        # players, what one gains the other loses, unless games are unfinished.
        no_deal = facts.game.undealt and _is_otherwise(difference)
        other_seat = facts.seats == 2 and difference.code == 1
        mirrored = _is_share(difference) and other_seat and not facts.any_unfinished
        named = not facts.only or difference.column in (*facts.only, WINNER)
        if named and not (no_deal or mirrored):
            columns.setdefault(difference.statistic, []).append(difference)
    return [column for column in columns.values() if not _never(facts, column)]


def _never(facts: Facts, column: Sequence[Estimate]) -> bool:
    """Whether a column is the share of an outcome that no game had."""
    code = column[0].code
    return (
        code is not None
        and _is_share(column[0])
        and not any(facts.share(name, WINNER, code).value for name in facts.variants)
    )


def _table(facts: Facts, columns: Sequence[Sequence[Estimate]]) -> Table:
    known = [{found.variant: _number(found) for found in column} for column in columns]
    rows = []
    for variant in facts.variants:
        row: list[Entry] = [column.get(variant, "–") for column in known]
        if any(variant in column for column in known):
            rows.append((variant, *row))
    pairs = f" {facts.in_common}" if facts.in_common else ""
    caption = f"Difference from {quoted(facts.baseline)}{pairs}."
    titles = (_title(facts, column[0]) for column in columns)
    return Table(caption, ("", *titles), tuple(rows))


def _alike(facts: Facts, columns: Sequence[Sequence[Estimate]]) -> list[Block]:
    """Statistics in which no variant differs, and how large a difference can still be."""
    alike = []
    for column in columns:
        what = _title(facts, column[0])
        if what == outcome(column[0].code or 0):
            what = f"how often the {what}"
        if all(map(_is_exact, column)):
            alike.append(f"{what} (the same in every game)")
            continue
        share = _is_share(column[0])
        scaled = [found.interval.scaled(100 if share else 1) for found in column]
        lows = [interval.low for interval in scaled if interval.low is not None]
        highs = [interval.high for interval in scaled if interval.high is not None]
        if lows and highs:
            span = numbers.span(min(lows), max(highs), " and ").replace(" to ", " and ")
            points = " points" if share else ""
            alike.append(f"{what} (all intervals lie between {span}{points})")
    text = f"These games show no difference in {'; '.join(alike)}."
    return [Paragraph(text)] if alike else []
