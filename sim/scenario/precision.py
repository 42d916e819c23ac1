"""Precision at which a run may stop: half widths, and signs.

They are written in ``[precision]`` or ``--until``.
"""

import math
import re
from collections.abc import Sequence

from sim.errors import UserError, shown
from sim.stats.precision import Precision, Target

LEVEL = 0.95

SIGN = "sign"
"""The word, in place of a width, for a run that stops when it is known which of two
variants leads."""

WIDTH = r"([0-9.]+(?:[eE]-?[0-9]+)?)\s*"
"""A half width, as a regular expression."""


def read_width(value: object) -> float | str:
    """A half width above 0, or the word "sign".

    It is relative if written as "1 %", and else in the unit of the statistic.
    """
    match = re.fullmatch(rf"\s*{WIDTH}%\s*", value) if isinstance(value, str) else None
    number = _number(match[1]) if match else value
    is_number = isinstance(number, int | float) and not isinstance(number, bool)
    if value != SIGN and (not is_number or not 0 < _number(number) < math.inf):
        raise UserError(
            f"{shown(value)} is not a valid precision",
            cure="give a half width above 0, in the unit of the statistic, such as "
            '0.5, or relative, such as "1 %"; '
            f'for a difference also "{SIGN}"',
        )
    return value if isinstance(value, str) else float(number)  # type: ignore[arg-type]


def _number(value: object) -> float:
    try:
        return float(value)  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        return math.nan


def precision_of(widths: dict[str, float | str], level: float) -> Precision:
    """The precision that half widths and signs by the names of statistics ask for."""
    aims = (_target(name, value) for name, value in widths.items() if value != SIGN)
    return Precision(
        tuple(aims),
        level,
        tuple(name for name, value in widths.items() if value == SIGN),
    )


def _target(statistic: str, value: float | str) -> Target:
    if isinstance(value, str):
        return Target(
            statistic, float(value.strip().removesuffix("%")) / 100, relative=True
        )
    return Target(statistic, value)


def precision_table(precision: Precision) -> dict[str, float | str]:
    """A precision as a scenario file writes it."""
    widths = {
        target.statistic: f"{100 * target.half_width!r} %"
        if target.relative
        else target.half_width
        for target in precision.aims
    }
    return {"level": precision.level, **widths, **dict.fromkeys(precision.signs, SIGN)}


def statistics_of(precision: Precision) -> tuple[str, ...]:
    """The statistics and differences that a precision names."""
    return (*(aim.statistic for aim in precision.aims), *precision.signs)


def read_aim(text: str, where: str) -> Target:
    """The target that a text names: a statistic, then the half width of its interval."""
    match = re.fullmatch(rf"\s*(.*\S)\s+{WIDTH}(%?)\s*", text)
    if match is None or not 0 < _number(match[2]) < math.inf:
        raise UserError(
            f"{text!r} is not a statistic with a half width",
            where=where,
            cure='write "rounds mean 0.5", in its own unit, or "rounds mean 0.5 %", of its value',
        )
    return _target(match[1], f"{match[2]}%" if match[3] else float(match[2]))


def read_until(texts: Sequence[str], where: str, level: float = LEVEL) -> Precision:
    """The precision that texts name.

    Each text is a statistic with a half width, or a difference with "sign".
    """
    listed = isinstance(texts, Sequence) and not isinstance(texts, str)
    if not listed or not all(isinstance(text, str) for text in texts):
        raise UserError(
            f"{shown(texts)} is not a list of aims",
            where=where,
            cure='give a list, such as ["rounds mean 0.5 %"]',
        )
    signs = [text for text in texts if text.split()[1:] and text.split()[-1] == SIGN]
    aims = tuple(read_aim(text, where) for text in texts if text not in signs)
    return Precision(
        aims, level, tuple(text.rsplit(None, 1)[0].strip() for text in signs)
    )
