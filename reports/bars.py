"""Distributions drawn with letters, for formats without pictures."""

import textwrap
from collections.abc import Iterator, Sequence

from sim.contract.answer import Bars

_EIGHTHS = " ▏▎▍▌▋▊▉█"
FEW = 12  # numbers of a distribution that stand below each other although there are several
_LEVELS = " ▁▂▃▄▅▆▇█"


def lines(bars: Sequence[Bars], width: int) -> Iterator[str]:
    """Yield the rows of a picture: one distribution, or few numbers of each, as bars, else one line for each."""
    if len(bars) > 1 and not all(
        each.texts and len(each.texts) <= FEW for each in bars
    ):
        yield from _sparklines(bars, width)
        return
    for each in bars:
        yield from [each.label] if len(bars) > 1 else []
        yield from _histogram(each, width)


def _histogram(bars: Bars, width: int) -> Iterator[str]:
    texts = bars.texts or [f"{100 * share:.1f} %" for share in bars.shares]
    left = max(map(len, bars.labels))
    right = max(map(len, texts))
    room = max(width - left - right - 4, 8)
    most = max(bars.shares)
    for label, share, text in zip(bars.labels, bars.shares, texts, strict=True):
        yield f"{label:>{left}}  {bar(share, most, room):<{room}}  {text:>{right}}"


def bar(share: float, most: float, width: int) -> str:
    """Return a bar of a share, ``width`` characters for the largest one, drawn to an eighth of a character."""
    full, rest = divmod(round(8 * width * share / most) if most else 0, 8)
    return "█" * full + (_EIGHTHS[rest] if rest else "")


def _sparklines(bars: Sequence[Bars], width: int) -> Iterator[str]:
    classes = max(len(distribution.shares) for distribution in bars)
    left = min(
        max(len(distribution.label) for distribution in bars),
        max(width - classes - 2, 12),
    )
    most = max(max(distribution.shares) for distribution in bars)
    for distribution in bars:
        *above, label = textwrap.wrap(distribution.label, left) or [""]
        yield from above
        yield f"{label:<{left}}  {sparkline(distribution.shares, most)}"
    # Some distributions have a last class for all games beyond, others do not.
    longest = max(bars, key=lambda distribution: len(distribution.labels)).labels
    first, last = longest[0].split("–")[0], longest[-1]
    yield f"{'':<{left}}  {first}{last:>{max(classes - len(first), len(last) + 1)}}"


def sparkline(shares: Sequence[float], most: float) -> str:
    """Return shares as a line of columns; a dot is less than any column, but not nothing."""
    heights = [round(8 * share / most) for share in shares]
    return "".join(
        "." if share and not height else _LEVELS[height]
        for share, height in zip(shares, heights, strict=True)
    )
