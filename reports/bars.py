"""Distributions drawn with letters, for formats without pictures."""

import math
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sim.contract.answer import Bars

_EIGHTHS = " ▏▎▍▌▋▊▉█"

SHORTEST = 8
"""Columns that bars have at least; else their names stand above them."""


def lines(bars: Sequence[Bars], width: int) -> Iterator[str]:
    """The rows of a picture: bars from one zero on one scale, panel by panel."""
    frame = _frame(bars, width)
    for panel in bars:
        yield from textwrap.wrap(panel.label, width) if len(bars) > 1 else []
        yield from frame.rows(panel)


def _texts(bars: Bars) -> Sequence[str]:
    """The texts at the ends of the bars."""
    return bars.texts or [f"{100 * share:.1f} %" for share in bars.shares]


@dataclass(frozen=True)
class _Frame:
    """The columns of a picture of bars: names, bars to both sides of zero, numbers.

    Attributes
    ----------
    width
        The width of the picture.
    names, numbers
        The width of the names and of the numbers; names of no width stand above
        their bars.
    before, after
        The width of bars left and right of zero.
    unit
        Columns of a bar for a value of one.
    """

    width: int
    names: int
    numbers: int
    before: int
    after: int
    unit: float

    def rows(self, bars: Bars) -> Iterator[str]:
        """The rows of a panel."""
        for label, value, text in zip(
            bars.labels, bars.shares, _texts(bars), strict=True
        ):
            left = self.before * " "
            if value < 0:
                size = round(-value * self.unit)
                left = f"{'█' * size:>{self.before}}"
            right = bar(max(value, 0.0), 1.0 / self.unit if self.unit else 0.0, 1)
            drawn = f"{left}{right:<{self.after}}  {text:>{self.numbers}}"
            if self.names:
                yield f"{label:>{self.names}}  {drawn}"
            else:
                yield from [*textwrap.wrap(label, self.width), drawn]


def _frame(bars: Sequence[Bars], width: int) -> _Frame:
    """The frame that all panels of a picture share."""
    values = [value for panel in bars for value in panel.shares]
    names = max(len(label) for panel in bars for label in panel.labels) + 2
    numbers = max(len(text) for panel in bars for text in _texts(panel))
    if width - names - numbers - 2 < SHORTEST:
        names = 0
    room = max(width - names - numbers - 2, 1)
    least = min(0.0, *values)
    most = max(0.0, *values)
    span = most - least
    before = min(math.ceil(room * -least / span), room) if span else 0
    unit = min(
        (room - before) / most if most else math.inf,
        before / -least if least else math.inf,
    )
    unit = unit if math.isfinite(unit) else 0.0
    return _Frame(width, max(names - 2, 0), numbers, before, room - before, unit)


def bar(share: float, most: float, width: int) -> str:
    """A bar of a share, ``width`` characters for the largest, to an eighth of one."""
    full, rest = divmod(round(8 * width * share / most) if most else 0, 8)
    return "█" * full + (_EIGHTHS[rest] if rest else "")
