"""Wording of the numbers of an answer: the digits of the report's tables, and a unit."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reports import numbers
from reports.answer.values import Value
from sim.scenario.answer import RATIOS
from sim.stats import Interval
from sim.stats.spread import ALL_ALIKE

LARGEST_BOUND = 0.05
"""The largest bound that is given alone for a share of which nothing was seen."""

UNSEEN = "unknown"
"""The text of a number that these games do not show."""

NEVER = "no end"
"""The text of a length that too many games exceed for ever."""

_SHARES = ("percent", "percent more", "percent less")
POINTS = " percentage points"
"""The unit of a difference of shares."""


def wording(value: Value) -> str:
    """A number in words, with its unit."""
    bound = "at least " if value.interval.at_least else ""
    return bound + _text(value)


def alike(values: Mapping[str, Value]) -> dict[str, Value]:
    """The numbers of an answer, those of one statistic with as many decimals each."""
    kinds: dict[tuple[str, str], list[Value]] = {}
    for value in values.values():
        kinds.setdefault(_kind(value), []).append(value)
    places = {kind: places_of(found) for kind, found in kinds.items()}
    return {
        name: replace(value, places=places[_kind(value)])
        for name, value in values.items()
    }


def _kind(value: Value) -> tuple[str, str]:
    """What numbers of one kind have in common."""
    planned = value.planned
    return planned.statistic, f"{planned.written} {bool(planned.versus)}"


def places_of(values: Sequence[Value]) -> int:
    """The most decimals of numbers of one kind, as a rule."""
    share = scale(values[0]) != 1
    return numbers.places_of((value.interval for value in values), share=share)


def scale(value: Value) -> float:
    """By what a number is multiplied before it is written."""
    return 100.0 if value.planned.written in (*_SHARES, "points") else 1.0


def _text(value: Value) -> str:
    written = value.planned.written
    middle = value.interval.value
    low = value.interval.low
    high = value.interval.high
    if middle is None:
        return UNSEEN
    if math.isinf(middle):
        return NEVER
    if written == "minutes":
        return about(middle)
    if written == "one in":
        return _one_in(middle, high)
    size = scale(value)
    if written in RATIOS and low is None:
        # A quotient of two means has no interval, and few digits.
        return f"about {numbers.figures(size * middle, 2)} %"
    if written in _SHARES:
        text = numbers.percent(middle, low, high, value.places)
    else:
        low, high = (None if end is None else size * end for end in (low, high))
        unit = POINTS if written == "points" else ""
        alike = value.interval.procedure.startswith(ALL_ALIKE)
        if alike and middle.is_integer():
            text = numbers.whole(int(middle)) + unit
        else:
            text = numbers.estimate(size * middle, low, high, value.places) + unit
        text = "1 percentage point" if text == f"1{unit}" and unit else text
    return text


def about(minutes: float) -> str:
    """A time as a guessed pace allows it to be known."""
    sign = "−" if minutes < 0 else ""
    return f"about {sign}{numbers.duration(abs(minutes))}"


def _one_in(share: float, high: float | None) -> str:
    if share:
        return numbers.one_in(share)
    bound = high or 1.0
    return (
        f"fewer than {numbers.one_in(bound, bound=True)}"
        if bound <= LARGEST_BOUND
        else "none seen"
    )


def interval(value: Value) -> str:
    """The interval of a number in words; empty if it has none."""
    written = value.planned.written
    _, low, high = value.interval.finite
    if value.interval.value is None or written == "minutes" or low == high:
        return ""
    if written == "one in":
        if not low or not high:
            return ""
        return f"{numbers.one_in(high)} to {numbers.one_in(low)}"
    if written in _SHARES:
        return numbers.percent_span(low, high, " to ", most=value.places)
    size = scale(value)
    low, high = (None if end is None else size * end for end in (low, high))
    text = numbers.span(low, high, " to ", value.places)
    return text + POINTS if text and written == "points" else text


def of_games(share: Interval) -> str:
    """A share of games in a sentence, without its interval."""
    value = share.value or 0.0
    if value < 0.001:
        return f"{numbers.one_in(value)} games"
    return f"{numbers.percent(value, share.low, share.high)} of games"
