"""The one picture of an answer.

The scenario plans it, or it is the usual one for the shape of the run.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from reports import numbers
from reports.answer.values import Value, value_of
from reports.answer.wording import places_of, scale, wording
from reports.charts.answer import Amount, amounts
from reports.facts import Facts
from reports.labels import factors
from reports.sections.figures import (
    going_figure,
    hazard_figure,
)
from reports.sections.positions import position_figure
from reports.words import by_seat, capital, join, quoted
from sim.contract.answer import Bars, Figure
from sim.scenario.answer import OF_A_COLUMN, PlannedNumber, PlannedPicture

BLUE = "Blue: named in the first sentence."
"""The caption's words for the dark bars, where others are grey."""


def picture(
    facts: Facts,
    planned: PlannedPicture,
    title: str,
    values: Mapping[str, Value],
    shown: Collection[str],
) -> Figure | None:
    """The picture of an answer; None if these games have nothing to draw.

    Parameters
    ----------
    facts
        The run.
    planned
        What is drawn.
    title
        What the picture shows; "" for a title that only says what is drawn.
    values
        The numbers of the answer by name.
    shown
        The names of those in the first sentence: their bars are dark, the others grey.
    """
    answering = {_whose(values[name]) for name in shown}
    if planned.kind == "numbers":
        answering = set(shown)
    figure = _drawn(facts, planned, values, answering)
    if figure is None:
        return None
    caption = figure.title or figure.bars_caption.removesuffix(".")
    return replace(figure, title=title or caption)


def _whose(value: Value) -> str:
    """The variant or the policy whose number it is."""
    return value.planned.policy or value.planned.variant


def _drawn(
    facts: Facts,
    planned: PlannedPicture,
    values: Mapping[str, Value],
    answering: Collection[str],
) -> Figure | None:
    if planned.kind in (*OF_A_COLUMN, "positions") and planned.variants:
        shown = tuple(facts.labels[name] for name in _shown(facts, planned))
        facts = replace(facts, variants=shown)
    match planned.kind:
        case "tail":
            return going_figure(
                facts, planned.statistic, minutes=planned.written == "minutes"
            )
        case "hazard":
            return hazard_figure(facts, planned.statistic)
        case "positions":
            return position_figure(facts)
        case "numbers":
            chosen = [values[name] for name in planned.numbers]
            named = list(zip(_names(facts, chosen), chosen, strict=True))
            return _amounts(facts, planned, named, answering)
        case _:
            return _amounts(facts, planned, _values(facts, planned), answering)


def _shown(facts: Facts, planned: PlannedPicture) -> list[str]:
    """The public names of the variants in the picture, without those that no game was played of."""
    return [
        name for name in planned.variants or facts.run.variants if name in facts.labels
    ]


def _values(facts: Facts, planned: PlannedPicture) -> list[tuple[str, Value]]:
    """Each variant (or policy) in the picture with its number."""
    if planned.kind == "ranking":
        assert facts.tournament is not None
        wanted = {
            facts.policies[item.name]: PlannedNumber(
                "",
                "wins" if planned.written == "percent" else "margin",
                label="",
                policy=item.name,
                written=planned.written or "number",
            )
            for item in facts.tournament.ranking
        }
    else:
        written = planned.written or (
            "percent" if planned.kind == "shares" else "number"
        )
        wanted = {
            facts.labels[name]: PlannedNumber(
                "", planned.statistic, name, written=written, label=""
            )
            for name in _shown(facts, planned)
        }
    return [(label, value_of(facts, number)) for label, number in wanted.items()]


def _amounts(
    facts: Facts,
    planned: PlannedPicture,
    values: Sequence[tuple[str, Value]],
    answering: Collection[str],
) -> Figure | None:
    """A bar for each number, with its interval and its text at the end."""
    if not _in_order(facts, planned):
        values = sorted(values, key=lambda value: -(value[1].interval.value or 0.0))
    values = [
        (name, value)
        for name, value in values
        if value.interval.value is not None and not math.isinf(value.interval.value)
    ]
    if not values:
        return None
    # A median among means would compare what cannot be compared.
    without = [name for name, value in values if value.is_median]
    if len(without) < len(values):
        values = [(name, value) for name, value in values if not value.is_median]
    else:
        without = []
    rows, places = [], places_of([value for _, value in values])
    for name, value in values:
        value = replace(value, places=places)
        middle, low, high = (scale(value) * end for end in _ends(value))
        of = value.planned.name if planned.kind == "numbers" else _whose(value)
        dark = of in answering
        label = wording(value) + (" (median)" if value.is_median else "")
        rows.append(Amount(name, middle, low, high, label, dark))
    line = None if planned.line is None else scale(values[0][1]) * planned.line
    what = planned.axis or by_seat(planned.statistic) or "numbers of these games"
    left_out = (
        f" Without {join([*map(quoted, without)])}: some of these games never end, so "
        "that they have no mean."
        if without
        else ""
    )
    some_dark = len({row.dark for row in rows}) > 1
    blue = BLUE if some_dark else ""
    caption = f"{blue}{_ranges(facts, values)}{left_out}".strip()
    alt = f"{capital(what)}: {join([f'{row.name} {row.label}' for row in rows])}."
    unit = " %" if scale(values[0][1]) != 1 else ""
    bars = Bars.of("", [(row.name, row.value, row.label) for row in rows])
    return Figure(
        caption,
        alt,
        lambda: amounts(rows, what, line, unit=unit),
        (bars,),
        f"{capital(what)}.{left_out}",
        title=capital(what),
    )


def _in_order(facts: Facts, planned: PlannedPicture) -> bool:
    """Whether what is drawn has an order of its own, as variants of ``[vary]`` have."""
    if planned.kind == "numbers" or planned.variants:
        return True
    return planned.kind != "ranking" and all(
        factors(facts.public[name], facts.rules[name]) for name in facts.variants
    )


def _names(facts: Facts, values: Sequence[Value]) -> list[str]:
    """The names of the variants or policies whose numbers they are.

    Where these or the statistics do not tell the numbers apart, their labels do.
    """
    called = {**facts.policies, **facts.labels}
    names = [called.get(_whose(value), "") for value in values]
    statistics = {value.planned.statistic for value in values}
    if len(statistics) == 1 and all(names) and len({*names}) == len(names):
        return names
    return _apart([value.planned.label for value in values])


def _apart(names: Sequence[str]) -> list[str]:
    """The names without the words that all of them begin with."""
    parts = [name.split(" ") for name in names]
    ranks = zip(*parts, strict=False)
    same = takewhile(lambda words: len({*words}) == 1, ranks)
    alike = len([*same]) if len(parts) > 1 else 0
    return [" ".join(part[alike:]) for part in parts]


def _ranges(facts: Facts, values: Sequence[tuple[str, Value]]) -> str:
    """How the intervals in the picture were made; "" if it has no intervals."""
    drawn = [
        value.interval
        for _, value in values
        if value.interval.low != value.interval.high
    ]
    exact = [value for _, value in values if value.sampled]
    if not drawn or values[0][1].planned.written == "minutes":
        return " Calculated exactly." if len(exact) == len(values) else ""
    level = numbers.level_text(facts.level)
    others = "; bars without one are exact" if exact else ""
    return f" Black strokes: {level} intervals{others}."


def _ends(value: Value) -> tuple[float, float, float]:
    """A number and the ends of its interval.

    Times at a guessed pace have none that is worth drawing.
    """
    middle = value.interval.value or 0.0
    known = value.planned.written != "minutes"
    ends = (value.interval.low, value.interval.high)
    low, high = (
        end if known and end is not None and math.isfinite(end) else middle
        for end in ends
    )
    return middle, low, high
