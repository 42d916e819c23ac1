"""Pictures of a length: its tail, and how soon games end."""

import math
from collections.abc import Mapping, Sequence

from reports import numbers
from reports.cells import cell
from reports.charts.lengths import hazard, still_going
from reports.distributions import (
    SHOWN,
    Curve,
    class_width,
    tail,
)
from reports.facts import Facts
from reports.sections.tables import number
from reports.words import join
from sim.contract.answer import Bars, Figure, Spec
from sim.stats import Interval, Lengths, Measure

GOING_STEPS = 6
"""Bars of text for the games still going."""

ENOUGH = 25
"""Games that go on, from which the share of those that end is drawn."""

HAZARD_CLASSES = 12
"""Steps of the share of games that end."""


def _spreads(facts: Facts, column: str) -> dict[str, Lengths]:
    return {name: facts.with_unfinished(name, column) for name in facts.variants}


def _panel(facts: Facts, variant: str) -> str:
    """The label of a panel of bars."""
    return "" if facts.single else variant


def plain(interval: Interval, **more: bool) -> str:
    """An estimate as a table has it, without its interval."""
    return cell(number(interval, **more)).text


def share_bars(
    label: str, shares: Sequence[tuple[str, Interval]], *, ranges: bool = False
) -> Bars:
    """Shares of games as bars of text, with their intervals if ``ranges``."""
    rows = []
    for name, share in shares:
        found = cell(number(share, share=True))
        text = f"{found.text} ({found.interval})" if ranges else found.text
        rows.append((name, share.value or 0.0, text))
    return Bars.of(label, rows)


def going_figure(facts: Facts, column: str, *, minutes: bool = False) -> Figure | None:
    """The share of games still going after each length.

    The median of each variant is marked, and of a single one also the length that 1
    game in 40 exceeds.
    """
    spreads = _spreads(facts, column)
    units = {
        name: facts.minutes_per_play(name) if minutes else 1.0
        for name in facts.variants
    }
    end = max(units[name] * _last(spread) for name, spread in spreads.items())
    if not end:
        return None
    noun = "minutes" if minutes else facts.noun(column)
    how = f"by the minutes played, at {facts.pace}" if minutes else f"by {noun}"
    first = facts.variants[0]
    marks = _marks(facts, column, units, noun)
    step = class_width(math.ceil(end), GOING_STEPS)
    steps = range(step, math.ceil(end) + step, step)
    bars = []
    for name, spread in spreads.items():
        shares = spread.survival([at / units[name] for at in steps], facts.level)
        texts = [f"{at:,} {noun}" for at in steps]
        bars.append(
            share_bars(_panel(facts, name), list(zip(texts, shares, strict=True)))
        )
    filled = "" if facts.single else f"; the filled curve is “{first}”"
    description = join([" ".join(mark["words"]) for mark in marks]) or "a falling curve"

    def draw() -> Spec:
        curves = [
            tail(name, spread, facts.level, round(end / units[name])).scaled(
                units[name]
            )
            for name, spread in spreads.items()
        ]
        return still_going(curves, marks, noun, end)

    return Figure(
        f"The share of games still going, {how}{filled}.",
        f"Games still going: {description}.",
        draw,
        tuple(bars),
        f"Games still going, {how}.",
        title="How many games are still going",
    )


def _last(spread: Lengths) -> float:
    """The length at which nearly all games that end are over."""
    length = spread.quantile(SHOWN).value or 0.0
    return length if math.isfinite(length) else spread.ended.largest or 0


def _marks(
    facts: Facts, column: str, units: Mapping[str, float], noun: str
) -> list[Spec]:
    """The lengths that are marked, in words, each lower than the one before it."""
    wanted = [
        (name, Measure.MEDIAN, 0.5, f"{name}:", "half are over after {}")
        for name in facts.variants
    ]
    if facts.single:
        (only,) = facts.variants
        wanted = [
            (only, Measure.MEDIAN, 0.5, "half of all games", "are over after {}"),
            (only, Measure.HIGH, 0.025, "at most 1 game in 40", "takes more than {}"),
        ]
    marks: list[Spec] = []
    for variant, measure, share, who, does in wanted:
        length = facts.interval(variant, column, measure).scaled(units[variant])
        at = length.value
        if at is not None and math.isfinite(at) and not length.at_least:
            text = (
                numbers.duration(at)
                if noun == "minutes"
                else f"{numbers.figures(at)} {noun.removesuffix(' laid')}"
            )
            words = [who, does.format(text)]
            top = 0.98 - 0.2 * len(marks) if share == 0.5 else 0.36
            marks.append({"at": at, "share": share, "top": top, "words": words})
    return marks


def hazard_figure(facts: Facts, column: str) -> Figure | None:
    """The share of the games still going at each length that end by the next.

    A band holds for all lengths.
    """
    spreads = _spreads(facts, column)
    noun = facts.noun(column)
    ends = [
        spread.ended.quantile(SHOWN) if spread.ended.n else 0
        for spread in spreads.values()
    ]
    end = max(ends)
    if not end or any(spread.n < ENOUGH for spread in spreads.values()):
        return None
    width = class_width(end, HAZARD_CLASSES)
    points = range(0, end // width * width + width + 1, width)
    bars = []
    curves = []
    for name, spread in spreads.items():
        shares = zip(points, spread.hazards(points, facts.level), strict=False)
        known = [(at, share) for at, share in shares if spread.after(at).n >= ENOUGH]
        # The last step has its share once more at its end.
        last = [(at + width, share) for at, share in known[-1:]]
        curves.append(Curve.of(name, [*known, *last]))
        steps = [(f"{at:,}–{at + width:,}", share) for at, share in known]
        bars.append(share_bars(_panel(facts, name), steps, ranges=True))
    caption = (
        f"Of the games still going at a number of {noun}, the share that end within the "
        f"next {width:,}. The band is {numbers.level_text(facts.level)} for the whole "
        "line together. A level line means that a game that has gone on long is no "
        "nearer its end than one that has just got going."
    )
    return Figure(
        caption,
        f"Games that end within each {width:,} {noun}, of those still going: at first "
        f"{bars[0].texts[0]}.",
        lambda: hazard(
            curves, noun if noun.endswith(" laid") else f"{noun} played", width
        ),
        tuple(bars),
        f"Of the games still going, the share that end within the next {width:,} {noun}.",
        title="How soon games that are still going end",
    )
