"""Numbers as a reader wants them: as many digits as the interval warrants, and no more.

Pure functions from numbers to text. These functions do not know what the numbers mean.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.stats import Interval

_MINUS = "−"
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

TINY = 1e-6
"""Shares below this are written as powers of ten: a row of zeros is hard to read."""

MOST_DECIMALS = 9


def whole(number: int) -> str:
    """A whole number with thousands separators."""
    return f"{number:,}".replace("-", _MINUS)


def fixed(number: float, decimals: int) -> str:
    """A number with a number of decimals and thousands separators.

    Zero never has a minus sign.
    """
    text = f"{number:,.{decimals}f}"
    if text.startswith("-"):
        text = text[1:] if not text.strip("-0.,") else _MINUS + text[1:]
    return text


def decimals_for(
    low: float | None, high: float | None, most: int = MOST_DECIMALS
) -> int:
    """The decimals with which an interval is written.

    With them it is two to nineteen units of the last place wide to each side.

    The half-width decides: its first digit is kept, and the second when the first is 1,
    so that rounding never moves an end by more than a quarter of the half-width. An
    interval without width says nothing about the digits: a number that is not whole
    then gets three significant ones. There are at most ``most``, unless the middle is
    less than one unit of the last place then.
    """
    if low is None or high is None or not math.isfinite(high - low):
        return 0
    if high <= low:
        return _significant(low, 3)
    half = (high - low) / 2
    exponent = math.floor(math.log10(half))
    decimals = -exponent if half / 10.0**exponent >= 2 else 1 - exponent
    decimals = min(max(decimals, 0), MOST_DECIMALS)
    return decimals if abs(low + half) < 10.0**-most else min(decimals, most)


def places_of(intervals: Iterable[Interval], *, share: bool = False) -> int:
    """The decimals of numbers of one kind: three digits of the largest, and no more than each bears.

    Parameters
    ----------
    intervals
        The numbers with their intervals.
    share
        Whether they are shares, written as percentages: 100 then has no digit more
        than 99.
    """
    size = 100 if share else 1
    largest = 0.0
    places = MOST_DECIMALS
    for found in intervals:
        value, low, high = found.finite
        if value:
            largest = max(largest, size * abs(value))
            if low is not None and high is not None and low < high:
                places = min(places, decimals_for(size * low, size * high))
    if not largest:
        return 0
    digits = 2 - math.floor(math.log10(min(largest, 99.0) if share else largest))
    return max(min(places, digits), 0)


def _significant(value: float, digits: int) -> int:
    """The decimals that show a number of significant digits.

    0 for a whole number.
    """
    if value == int(value):
        return 0
    exponent = math.floor(math.log10(abs(value)))
    return min(max(digits - 1 - exponent, 0), MOST_DECIMALS)


def figures(value: float, digits: int = 3, most: int = MOST_DECIMALS) -> str:
    """A number that has no interval, to a number of significant digits, and to ``most`` decimals if it is not smaller.

    Whole numbers in full.
    """
    if value == int(value):
        return whole(int(value))
    places = _significant(value, digits)
    return fixed(value, places if abs(value) < 10.0**-most else min(places, most))


def estimate(
    value: float,
    low: float | None,
    high: float | None,
    most: int = MOST_DECIMALS,
) -> str:
    """A value with the decimals that its interval warrants, ``most`` as a rule; zero is "0"."""
    if value == 0:
        return "0"
    if low is None or high is None:
        return figures(value, 4, most)
    if all(float(number).is_integer() for number in (value, low, high)):
        return whole(int(value))
    return fixed(value, decimals_for(low, high, most))


def span(
    low: float | None,
    high: float | None,
    word: str = "–",
    most: int = MOST_DECIMALS,
) -> str:
    """Both ends of an interval, with the decimals that it warrants, ``most`` as a rule.

    "to" separates negative ends. If ``most`` cuts off decimals and both ends then read
    alike, the text is empty.
    """
    if low is None:
        return "" if high is None else f"at most {figures(high, 4)}"
    if high is None:
        return f"at least {figures(low, 4)}"
    joint = word if low >= 0 else " to "
    if float(low).is_integer() and float(high).is_integer():
        return f"{whole(int(low))}{joint}{whole(int(high))}"
    return _ends(low, high, word, most)


def _ends(low: float, high: float, word: str, most: int) -> str:
    """Both ends, with as many decimals; "" where they read alike."""
    places = decimals_for(low, high, most)
    ends = _end(low, places), _end(high, places)
    if ends[0] == ends[1] and most < MOST_DECIMALS:
        return ""
    return (word if low >= 0 else " to ").join(ends)


def _end(value: float, decimals: int) -> str:
    """An end of an interval; one that would be a row of zeros is "0"."""
    text = fixed(value, decimals)
    return text if text.strip("0.") else "0"


def _power(share: float) -> str:
    exponent = math.floor(math.log10(share))
    return f"{share / 10.0**exponent:.1f}·10{str(exponent).translate(_SUPERSCRIPT)}"


def percent(
    share: float,
    low: float | None = None,
    high: float | None = None,
    most: int = MOST_DECIMALS,
) -> str:
    """A share as a percentage, with the decimals that its interval warrants (else three digits), ``most`` as a rule.

    It is written as a power of ten where its interval is, that is, if even the upper
    end is tiny.
    """
    if share in (0, 1):
        return f"{int(share) * 100} %"
    known = low is not None and high is not None and high > low
    if share > 0 and (high if known and high is not None else share) < TINY:
        return _power(share)
    if low is None or high is None or high <= low:
        return f"{figures(100 * share, 3, most)} %"
    return f"{fixed(100 * share, decimals_for(100 * low, 100 * high, most))} %"


def percent_span(
    low: float | None,
    high: float | None,
    word: str = "–",
    *,
    most: int = MOST_DECIMALS,
    short: bool = False,
) -> str:
    """Both ends of an interval of a share as percentages.

    ``short`` writes a bound with a sign.

    An interval that begins at zero is written as a bound: nothing was seen, so only its
    upper end is known.
    """
    if low is None or high is None:
        return ""
    if low == 0:
        bound = _power(high) if high < TINY else f"{figures(100 * high, 2)} %"
        return f"{'≤' if short else 'at most'} {bound}"
    if low > 0 and high < TINY:
        return f"{_power(low)}{word}{_power(high)}"
    if high == 1:
        return f"{'≥' if short else 'at least'} {fixed(100 * low, decimals_for(100 * low, 100))} %"
    ends = _ends(100 * low, 100 * high, word, most)
    return ends and f"{ends} %"


def told(
    value: float | None,
    low: float | None,
    high: float | None,
    *,
    share: bool = False,
) -> tuple[str, str]:
    """A value and its interval as texts, of a share as percentages.

    Both are empty without a value.
    """
    if value is None:
        return "", ""
    if share:
        return percent(value, low, high), percent_span(low, high)
    return estimate(value, low, high), span(low, high)


def one_in(share: float, *, bound: bool = False) -> str:
    """A small share as "1 in n", to two significant digits, and larger ones as a percentage.

    ``bound`` rounds it up, as a share that is not exceeded.
    """
    if share <= 0:
        return "none"
    if share > 0.25:
        return percent(share)
    times = 1 / share
    scale = 10.0 ** max(math.floor(math.log10(times)) - 1, 0)
    digits = math.floor(times / scale) if bound else round(times / scale)
    return f"1 in {whole(round(digits * scale))}"


def duration(minutes: float) -> str:
    """A time in the units that a person would use.

    A guessed pace carries few digits: seconds come in steps of five, minutes are whole,
    and hours and days have a decimal below ten.
    """
    if minutes < 1.9:
        seconds = max(5 * round(12 * minutes), 1)
        if seconds == 60:
            return "1 minute"
        return "1 second" if seconds == 1 else f"{seconds} seconds"
    if minutes < 99.5:
        return f"{round(minutes)} minutes"
    amount, unit = (
        (minutes / 60, "hours") if minutes < 48 * 60 else (minutes / (24 * 60), "days")
    )
    return f"{fixed(amount, 1 if amount < 9.95 else 0)} {unit}"


def p_value(p: float | None) -> str:
    """A p-value; very small ones as a bound."""
    if p is None:
        return ""
    if p < 0.0001:
        return "< 0.0001"
    return f"{p:.4f}" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def level_text(level: float) -> str:
    """A confidence level as a percentage."""
    return f"{100 * level:.6g} %"
