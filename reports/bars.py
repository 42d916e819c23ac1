"""Bars made of text, for formats without pictures."""

from __future__ import annotations

from collections.abc import Iterator

from reports.document import Bars

_EIGHTHS = " ▏▎▍▌▋▊▉█"


def bar(share: float, most: float, width: int) -> str:
    """Return a bar of a share, ``width`` characters for the largest one, drawn to an eighth of a character.

    Examples
    --------
    >>> bar(0.5, 1.0, 4), bar(0.28, 1.0, 8), bar(0.0, 1.0, 4)
    ('██', '██▎', '')
    """
    eighths = round(8 * width * share / most) if most else 0
    full, rest = divmod(eighths, 8)
    return "█" * full + (_EIGHTHS[rest] if rest else "")


def lines(bars: Bars, width: int) -> Iterator[str]:
    """Yield the rows of a text histogram, at most ``width`` characters wide: class, bar, share."""
    texts = [f"{100 * share:.1f} %" for share in bars.shares]
    left = max(len(label) for label in bars.labels)
    right = max(len(text) for text in texts)
    room = max(width - left - right - 4, 8)
    most = max(bars.shares)
    for label, share, text in zip(bars.labels, bars.shares, texts, strict=True):
        yield f"{label:>{left}}  {bar(share, most, room):<{room}}  {text:>{right}}"
