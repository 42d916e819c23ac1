"""Wording of the numbers of an answer: few digits, enough to see on which side of a limit an interval lies."""

import math
from collections.abc import Sequence

from reports import numbers
from reports.answer.values import Value
from sim.scenario.answer import RATIOS
from sim.stats import Interval

DIGITS = 3
"""The significant digits of a share in a sentence, unless a limit asks for more; other numbers have one less."""

WHOLE_FROM = 15  # a number from here on is written without decimals
LARGEST_BOUND = 0.05  # the upper end of a share of which nothing was seen is only worth telling below this

MOST_DECIMALS = 9

_PERCENT = ("percent", "percent more", "percent less")
_SCALE = dict.fromkeys((*_PERCENT, "points"), 100.0)
_UNIT = dict.fromkeys(_PERCENT, " %") | {
    "points": " percentage points",
    "times": " times",
}

UNSEEN = "unknown"  # the text of a number that these games do not show
NEVER = "no end"  # the text of a length that too many games exceed for ever


def forms(value: Value, limits: Sequence[float] = ()) -> dict[str, str]:
    """Return a number in each form that a sentence can ask for."""
    bare = _bare(value, decimals(value, limits))
    told = _with_unit(value, bare)
    return {
        "": told,
        "bare": bare,
        "size": told.removeprefix("−"),
        "interval": interval(value, limits),
    }


def alike(values: Sequence[Value]) -> list[str]:
    """Return numbers with the same decimals: three digits of the largest, more only to tell two of them apart."""
    largest = max(abs(scale(value) * (value.interval.value or 0.0)) for value in values)
    places = max(DIGITS - 1 - math.floor(math.log10(largest)), 0) if largest else 0
    borne = sorted(
        numbers.decimals_for(scale(value) * low, scale(value) * high)
        for value in values
        for low, high in [(value.interval.low, value.interval.high)]
        if low is not None
        and high is not None
        and math.isfinite(low)
        and low < high < math.inf
    )
    places = min(places, borne[len(borne) // 2]) if borne else places
    most = max(places, borne[-1]) if borne else places
    for tried in range(places, most + 1):
        told = [_with_unit(value, _bare(value, tried)) for value in values]
        if len(set(told)) == len(told):
            return told
    return [_with_unit(value, _bare(value, places)) for value in values]


def scale(value: Value) -> float:
    """Return by what a number is multiplied before it is written."""
    return _SCALE.get(value.planned.written, 1.0)


def _with_unit(value: Value, bare: str) -> str:
    written, interval = value.planned.written, value.interval
    if bare in (UNSEEN, NEVER):
        return bare
    if written == "minutes":
        return about(interval.value or 0.0)
    if written == "one in":
        return bare
    about_word = "about " if written in RATIOS and interval.low is None else ""
    unit = _UNIT.get(written, "")
    return f"{about_word}{bare}{' percentage point' if (bare, written) == ('1', 'points') else unit}"


def about(minutes: float) -> str:
    """Return a time as a guessed pace allows it to be known."""
    sign = "−" if minutes < 0 else ""
    return f"about {sign}{numbers.duration(abs(minutes))}"


def _bare(value: Value, places: int) -> str:
    interval, written = value.interval, value.planned.written
    if interval.value is None:
        return UNSEEN
    if math.isinf(interval.value):
        return NEVER
    if written == "one in":
        bound = interval.high or 1.0
        unseen = (
            f"fewer than {numbers.one_in(bound)}"
            if bound <= LARGEST_BOUND
            else "none seen"
        )
        return numbers.one_in(interval.value) if interval.value else unseen
    if written == "minutes":
        return about(interval.value).removeprefix("about ")
    if interval.value == 0 and not interval.low:
        return "0"
    if interval.value == 1 and written == "percent":
        return "100"
    return numbers.fixed(scale(value) * interval.value, places)


def interval(value: Value, limits: Sequence[float] = ()) -> str:
    """Return the interval of a number in words; empty if it has none, or says more than the number can bear."""
    number, written = value.interval, value.planned.written
    low, high = number.low, number.high
    known = [end for end in (low, high) if end is not None and math.isfinite(end)]
    if not known or number.value is None or written == "minutes":
        return ""
    if written == "one in":
        return (
            f"{numbers.one_in(high)} to {numbers.one_in(low)}" if low and high else ""
        )
    size, unit = scale(value), _UNIT.get(written, "")
    places = decimals(value, limits)
    if low is None or math.isinf(low):
        return f"at most {numbers.fixed(size * (high or 0.0), places)}{unit}"
    if high is None or math.isinf(high):
        return f"at least {numbers.fixed(size * low, places)}{unit}"
    if written == "percent" and low == 0:
        most = 100 * high
        return f"at most {numbers.figures(most, 2) if most < 10 else numbers.fixed(most, 0)} %"
    if written == "percent" and high >= 1:
        return f"at least {numbers.fixed(100 * low, numbers.decimals_for(100 * low, 100))} %"
    if low == high:
        return ""
    return f"{numbers.fixed(size * low, places)} to {numbers.fixed(size * high, places)}{unit}"


def decimals(value: Value, limits: Sequence[float] = ()) -> int:
    """The decimals of a number and of its interval, which is two units of the last place wide."""
    # A number whose interval is wide has three significant digits or fewer. "22" beside "22 to 23" would not say
    # where in it the number lies.
    # A number that is compared with a limit gets as many as it takes for its whole interval to be seen on one
    # side.
    interval, written = value.interval, value.planned.written
    size = scale(value)
    ends = (interval.value, interval.low, interval.high)
    middle, low, high = (
        None if end is None or math.isinf(end) else size * end for end in ends
    )
    if middle is None:
        return 0
    low, high = (middle if end is None else end for end in (low, high))
    if middle.is_integer() and low.is_integer() and high.is_integer():
        places = 0
    else:
        short = _short(abs(middle), written)
        places = max(
            min(short, numbers.decimals_for(low, high)) if low < high else short, 0
        )
        while places < MOST_DECIMALS and low < high and _units(low, high, places) < 2:
            places += 1
    for limit in (size * limit for limit in limits if math.isfinite(limit)):
        if low > limit or high < limit:
            while places < MOST_DECIMALS and _blurred(
                (low, middle, high), limit, places
            ):
                places += 1
    return min(places, MOST_DECIMALS)


def _units(low: float, high: float, places: int) -> int:
    """Return how many units of the last place a rounded interval is wide."""
    return round((round(high, places) - round(low, places)) * 10.0**places)


def _short(size: float, written: str) -> int:
    """Return the decimals of a number that is easy to remember."""
    if written == "number" and size >= WHOLE_FROM:
        return 0
    if written == "times":
        return 2 if size < 10 else 1
    if written == "number" and size >= 2:
        return 1
    digits = DIGITS if written == "percent" else DIGITS - 1
    return digits - 1 - math.floor(math.log10(size)) if size else digits


def _blurred(ends: Sequence[float], limit: float, places: int) -> bool:
    """Return whether rounding moves a number to the limit."""
    return any((end > limit) != (round(end, places) > limit) for end in ends) or any(
        (end < limit) != (round(end, places) < limit) for end in ends
    )


def of_games(share: Interval) -> str:
    """Return a share of games in a sentence, without its interval."""
    value = share.value or 0.0
    if value < 0.001:
        return f"{numbers.one_in(value)} games"
    return f"{numbers.fixed(100 * value, 0 if value >= 0.1 else 1)} % of games"
