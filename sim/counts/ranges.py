"""Ranges of amounts: how small and how large a result can be, given the ranges of what it is made of."""

import math
from collections.abc import Callable
from itertools import product
from typing import Any

from sim.counts.amounts import Bounds


def corners(act: Callable[[Any, Any], Any]) -> Callable[..., Bounds]:
    """The range of an operation that is monotonic in both of its values."""

    def bounds(first: Bounds, second: Bounds) -> Bounds:
        values = [act(a, b) for a, b in product(first, second)]
        return min(values), max(values)

    return bounds


def product_of(a: Any, b: Any) -> Any:
    """A product, in which zero times infinity is zero."""
    return a * b if a and b else 0


def of_quotient(first: Bounds, second: Bounds) -> Bounds:
    """The range of a quotient."""
    low, high = second
    if low <= 0 <= high and isinstance(low, int) and isinstance(high, int):
        # A whole divisor that is not zero is at least one away from it.
        most = max(abs(end) for end in first)
        return -most, most
    if low <= 0 <= high:
        return -math.inf, math.inf
    return corners(lambda a, b: a / b if not math.isinf(b) else 0.0)(first, second)


def of_truncated(first: Bounds, second: Bounds) -> Bounds:
    """The range of a quotient without its fraction."""
    low, high = of_quotient(first, second)
    if all(isinstance(end, int) for end in (*first, *second)):
        most = max(abs(end) for end in first)
        return (0 if first[0] >= 0 and second[0] >= 0 else -most), most
    return low, high


def of_remainder(first: Bounds, second: Bounds) -> Bounds:
    """The range of what remains of a division."""
    most = min(max(map(abs, first)), max(map(abs, second)))
    return (-most if first[0] < 0 else 0), most


def of_power(base: Bounds, exponent: Bounds) -> Bounds:
    """The range of a whole power of whole numbers."""
    most = max(map(abs, base)) ** exponent[0]
    return (-most if base[0] < 0 and exponent[0] % 2 else 0), max(most, 1)


def of_float_power(base: Bounds, exponent: Bounds) -> Bounds:
    """The range of a power of floats."""
    if base[0] < 0 or (base[0] == 0 and exponent[0] < 0):
        return -math.inf, math.inf

    def power(a: Any, b: Any) -> float:
        try:
            return float(float(a) ** float(b))
        except OverflowError:
            return math.inf

    return corners(power)(base, exponent)


def of_rising(act: Callable[[float], float]) -> Callable[[Bounds], Bounds]:
    """The range of an increasing function of floats."""

    def end(value: Any) -> float:
        try:
            return act(float(value))
        except OverflowError:
            return math.inf

    return lambda first: (end(first[0]), end(first[1]))
