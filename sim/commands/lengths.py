"""Lengths of games compared: their distributions, and the effects of rules on their mean."""

from collections.abc import Iterator, Sequence
from typing import Any

from reports.numbers import level_text, p_value
from sim.commands.figures import doubts
from sim.contract.answer import Answer, Block, Number, Paragraph, Table
from sim.contract.columns import Column
from sim.counts.declarations import declared
from sim.counts.effects import effects as effects_of
from sim.counts.effects import varied
from sim.counts.frames import table_of_differences
from sim.errors import UserError
from sim.options import setting_text
from sim.runs.results import Results
from sim.stats import Estimate
from sim.stats.separate import difference_of_distributions, difference_of_quantiles

QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9, 0.975)
"""The quantiles of a length that are compared."""


def distribution(run: Results, level: float) -> Answer:
    """How the quantiles and the shares of games over differ from the first variant's.

    Parameters
    ----------
    run
        The games of the variants.
    level
        The level of the intervals.
    """
    column = _length_of(run, "--distribution")
    distances = _distances(run, column, level)
    if not distances:
        return Answer(data={})
    rows = tuple(
        (
            distance["variant"],
            distance["what"],
            Number(
                distance["value"],
                distance["low"],
                distance["high"],
                share=distance["share"],
            ),
        )
        for distance in distances
    )
    head = ("", f"quantile of {column.name}, or share", "difference")
    table = Table("", head, rows, text_columns=frozenset({1}))
    reading = (
        f"Less “{run.variants[0]}”. Intervals at {level_text(level)} each, right "
        "however the variants share their luck; the shares of games over are taken "
        "where they differ most, within a band for all lengths at once."
    )
    return Answer(blocks=(table, Paragraph(reading)), data={"distribution": distances})


def _length_of(run: Results, where: str) -> Column:
    """The length by which the variants of a run are compared."""
    known = declared(run.game).lengths()
    if not known or known[0].name not in run.game.paired:
        raise UserError(
            f"{run.game.name} has no length to compare",
            where=where,
            cure="leave it out",
        )
    return known[0]


def _distances(run: Results, column: Column, level: float) -> list[dict[str, Any]]:
    """The distances of each variant from the first one, as plain values."""
    first, *others = (run.counted.lengths(name, column) for name in run.variants)
    distances: list[dict[str, Any]] = []
    for name, lengths in zip(run.variants[1:], others, strict=True):
        for share in QUANTILES:
            interval = difference_of_quantiles(lengths, first, share, level)
            about = {
                "variant": name,
                "what": f"{100 * share:g} %",
                "at": share,
                "share": False,
            }
            distances.append(about | interval.ends)
        seen = [*lengths.as_they_stand.values, *first.as_they_stand.values]
        points = sorted({int(length) for length in seen})
        band = difference_of_distributions(lengths, first, points, level)
        at, interval = max(
            zip(points, band, strict=True),
            key=lambda point: abs(point[1].value or 0.0),
        )
        about = {"variant": name, "what": f"over by {at:,}", "at": at, "share": True}
        distances.append(about | interval.ends)
    return distances


def effects(run: Results, level: float) -> Answer:
    """What each rule of a grid changes, and how these effects depend on each other.

    Parameters
    ----------
    run
        The games of the variants.
    level
        The level of the intervals.
    """
    column = _length_of(run, "--effects")
    found = effects_of(run.counted, run.scenario.rules, column, level)
    rows = table_of_differences(found).drop("variant", "versus").to_dicts()
    blocks = tuple(_effect_blocks(run, found, column.name, level)) if found else ()
    return Answer(blocks=blocks, data={"effects": rows}, rows=rows)


def _effect_blocks(
    run: Results, found: Sequence[Estimate], noun: str, level: float
) -> Iterator[Block]:
    """The table of effects, and how to read it."""
    rows = tuple(
        (effect.statistic, Number.of(effect.interval), p_value(effect.p_holm))
        for effect in found
    )
    yield Table("", (f"effect on {noun}", "difference", "p"), rows)
    usual = ", ".join(
        setting_text(option, values[0])
        for option, values in varied(run.scenario.rules.values()).items()
    )
    tests = sum(effect.p_value is not None for effect in found)
    yield Paragraph(
        f"Against {usual}, averaged over the other options. What stands with “and” is "
        "how much the one changes the effect of the other. Intervals at "
        f"{level_text(level)} each, {found[0].interval.method}; p by Holm's method "
        f"over {tests} tests."
    )
    yield from map(Paragraph, doubts(found))
