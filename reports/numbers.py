"""Numbers as a reader wants them: as many digits as the interval warrants, and no more.

Pure functions from numbers to text. These functions do not know what the numbers mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

_MINUS = "−"
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")

TINY = 1e-6
"""Shares below this are written as powers of ten: a row of zeros is hard to read."""

MOST_DECIMALS = 9


def whole(number: int) -> str:
    """Return a whole number with thousands separators.

    >>> whole(1_000_000), whole(-12)
    ('1,000,000', '−12')
    """
    return f"{number:,}".replace("-", _MINUS)


def fixed(number: float, decimals: int) -> str:
    """Return a number with a number of decimals and thousands separators; zero never has a minus sign.

    >>> fixed(1234.567, 1), fixed(-0.001, 2)
    ('1,234.6', '0.00')
    """
    text = f"{number:,.{decimals}f}"
    if text.startswith("-"):
        text = text[1:] if not text.strip("-0.,") else _MINUS + text[1:]
    return text


def decimals_for(low: float | None, high: float | None) -> int:
    """Return the decimals at which an interval is two to nineteen units of the last place wide to each side.

    >>> decimals_for(270.1, 271.1), decimals_for(270.50, 270.74), decimals_for(3000, 4000)
    (1, 2, 0)
    >>> decimals_for(10.633, 10.633), decimals_for(0.3333, 0.3333), decimals_for(224, 224)
    (1, 3, 0)
    """
    # The half-width decides: its first digit is kept, and the second when the first is 1, so that rounding
    # never moves an end by more than a quarter of the half-width. An interval without width says nothing
    # about the digits: a number that is not whole then gets three significant ones.
    if low is None or high is None or not math.isfinite(high - low):
        return 0
    if high <= low:
        return _significant(low, 3)
    half = (high - low) / 2
    exponent = math.floor(math.log10(half))
    decimals = -exponent if half / 10.0**exponent >= 2 else 1 - exponent
    return min(max(decimals, 0), MOST_DECIMALS)


def _significant(value: float, digits: int) -> int:
    """Return the decimals that show a number of significant digits; none for a whole number."""
    if value == int(value):
        return 0
    exponent = math.floor(math.log10(abs(value)))
    return min(max(digits - 1 - exponent, 0), MOST_DECIMALS)


def figures(value: float, digits: int = 3) -> str:
    """Return a number that has no interval, to a number of significant digits; whole numbers in full.

    >>> figures(13.0349), figures(1234.4), figures(0.02), figures(234)
    ('13.0', '1,234', '0.0200', '234')
    """
    return whole(int(value)) if value == int(value) else fixed(value, _significant(value, digits))


def estimate(value: float, low: float | None, high: float | None, decimals: int | None = None) -> str:
    """Return a value with the decimals that its interval warrants, or with those given; zero is "0".

    >>> estimate(270.62181, 270.1, 271.1), estimate(224, 223, 225), estimate(224, None, None)
    ('270.6', '224', '224')
    """
    if value == 0:
        return "0"
    if low is None or high is None:
        return figures(value, 4)
    if all(float(number).is_integer() for number in (value, low, high)):
        return whole(int(value))
    return fixed(value, decimals_for(low, high) if decimals is None else decimals)


def span(low: float | None, high: float | None, word: str = "–", decimals: int | None = None) -> str:
    """Return both ends of an interval, with the decimals that it warrants; "to" separates negative ends.

    >>> span(270.123, 271.081), span(-2.41, -1.43), span(223, 225, " to ")
    ('270.1–271.1', '−2.4 to −1.4', '223 to 225')
    """
    if low is None or high is None:
        return ""
    joint = word if low >= 0 else " to "
    if float(low).is_integer() and float(high).is_integer():
        return f"{whole(int(low))}{joint}{whole(int(high))}"
    places = decimals_for(low, high) if decimals is None else decimals
    return f"{fixed(low, places)}{joint}{fixed(high, places)}"


def common_decimals(ends: Sequence[tuple[float | None, float | None]]) -> list[int]:
    """Return the decimals for the numbers of one column: the same for all, if that is at most one off.

    >>> common_decimals([(332.0, 336.0), (235.0, 238.2), (176.0, 178.4), (0.0001, 0.0002)])
    [1, 1, 1, 5]
    >>> common_decimals([(332.0, 336.0), (235.0, 238.2), (10.633, 10.633), (9.0, 11.0)])
    [1, 1, 1, 1]
    """
    own = [decimals_for(low, high) for low, high in ends]
    known = sorted(
        places for places, (low, high) in zip(own, ends, strict=True) if low is not None and high is not None
    )
    if not known:
        return own
    middle = known[len(known) // 2]

    def alike(places: int, low: float | None, high: float | None) -> bool:
        # A small number must not be rounded away for the sake of the column.
        large = max(abs(low or 0.0), abs(high or 0.0)) * 10**middle >= 10
        # An interval without width keeps its digits, which are few enough.
        wide = low != high
        return abs(places - middle) <= 1 and (places <= middle or (large and wide))

    return [middle if alike(places, *both) else places for places, both in zip(own, ends, strict=True)]


def _power(share: float) -> str:
    exponent = math.floor(math.log10(share))
    return f"{share / 10.0**exponent:.1f}·10{str(exponent).translate(_SUPERSCRIPT)}"


def percent(
    share: float, low: float | None = None, high: float | None = None, decimals: int | None = None
) -> str:
    """Return a share as a percentage, with the decimals that its interval warrants (else three digits).

    >>> percent(0.49967, 0.4975, 0.5019), percent(0.0000001), percent(0.0, 0.0, 0.00002), percent(1.0)
    ('50.0 %', '1.0·10⁻⁷', '0 %', '100 %')
    """
    # It is written as a power of ten where its interval is, that is, if even the upper end is tiny.
    if share in (0, 1):
        return f"{int(share) * 100} %"
    known = low is not None and high is not None and high > low
    if share > 0 and (high if known and high is not None else share) < TINY:
        return _power(share)
    if low is None or high is None or high <= low:
        return f"{figures(100 * share)} %"
    places = decimals_for(100 * low, 100 * high) if decimals is None else decimals
    return f"{fixed(100 * share, places)} %"


def percent_span(
    low: float | None,
    high: float | None,
    word: str = "–",
    decimals: int | None = None,
    *,
    short: bool = False,
) -> str:
    """Return both ends of an interval of a share (or of a difference of shares) as percentages.

    >>> percent_span(0.4975, 0.5019), percent_span(0, 0.00000368), percent_span(-0.012, 0.003)
    ('49.8–50.2 %', 'at most 0.00037 %', '−1.2 to 0.3 %')
    >>> percent_span(0.4975, 0.5019, short=True), percent_span(0, 0.00000368, short=True)
    ('49.8–50.2', '≤ 0.00037 %')
    """
    # An interval that begins at zero is written as a bound: nothing was seen, so only its upper end is known.
    if low is None or high is None:
        return ""
    if low == 0:
        bound = _power(high) if high < TINY else f"{figures(100 * high, 2)} %"
        return f"{'≤' if short else 'at most'} {bound}"
    if low > 0 and high < TINY:
        return f"{_power(low)}{word}{_power(high)}"
    if high == 1:
        return f"{'≥' if short else 'at least'} {fixed(100 * low, decimals_for(100 * low, 100))} %"
    places = decimals_for(100 * low, 100 * high) if decimals is None else decimals
    joint = word if low >= 0 else " to "
    return f"{fixed(100 * low, places)}{joint}{fixed(100 * high, places)}{'' if short else ' %'}"


def one_in(share: float) -> str:
    """Return a small share as "1 in n", to two significant digits, and larger ones as a percentage.

    >>> one_in(0.05), one_in(1 / 1234), one_in(0.6)
    ('1 in 20', '1 in 1,200', '60 %')
    """
    if share <= 0:
        return "none"
    if share > 0.25:
        return percent(share)
    times = 1 / share
    scale = 10.0 ** max(math.floor(math.log10(times)) - 1, 0)
    return f"1 in {whole(round(round(times / scale) * scale))}"


def duration(minutes: float) -> str:
    """Return a time in the units that a person would use, to two digits at most: a guessed pace carries no more.

    >>> duration(0.52), duration(1.4), duration(13.87), duration(134), duration(9000)
    ('30 seconds', '85 seconds', '14 minutes', '2.2 hours', '6.2 days')
    """
    if minutes < 1.9:
        seconds = max(5 * round(12 * minutes), 1)
        return "1 second" if seconds == 1 else f"{seconds} seconds"
    if minutes < 99.5:
        return f"{round(minutes)} minutes"
    amount, unit = (minutes / 60, "hours") if minutes < 48 * 60 else (minutes / (24 * 60), "days")
    return f"{fixed(amount, 1 if amount < 9.95 else 0)} {unit}"


def p_value(p: float | None) -> str:
    """Return a p-value; very small ones as a bound.

    >>> p_value(0.0421), p_value(0.0003), p_value(3e-9), p_value(None), p_value(0.7)
    ('0.042', '0.0003', '< 0.0001', '', '0.70')
    """
    if p is None:
        return ""
    if p < 0.0001:
        return "< 0.0001"
    return f"{p:.4f}" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"


def level_text(level: float) -> str:
    """Return a confidence level as a percentage.

    >>> level_text(0.95), level_text(0.999)
    ('95 %', '99.9 %')
    """
    return f"{100 * level:.6g} %"
