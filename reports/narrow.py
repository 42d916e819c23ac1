"""Tables where there is little space: columns that break between words only, or a list of rows instead of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType


def widths(columns: Sequence[Sequence[str]], available: int) -> list[int] | None:
    r"""Return how wide the columns of a table should be; None if a word or a number would have to be broken.

    >>> widths([["variant", "three down, shuffled"], ["mean", "295"]], 20)
    [16, 4]
    >>> widths([["variant", "three down, shuffled"], ["mean", "295"]], 11) is None
    True
    """
    found = [max((len(word) for text in column for word in text.split()), default=0) for column in columns]
    wanted = [
        max((len(line) for text in column for line in text.split("\n")), default=0) for column in columns
    ]
    if sum(found) > available:
        return None
    for _ in range(available - sum(found)):
        short = [most - size for most, size in zip(wanted, found, strict=True)]
        if max(short) <= 0:
            break
        found[short.index(max(short))] += 1
    return found


def as_list(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[RenderableType]:
    """Yield the rows of a table one after the other: the first cell, and each other below it with its title."""
    from rich.padding import Padding
    from rich.text import Text

    for first, *others in rows:
        yield Text(first, style="bold", overflow="fold")
        for head, text in zip(heads[1:], others, strict=True):
            if text:
                yield Padding(Text(f"{head}: {text}" if head else text, overflow="fold"), (0, 0, 0, 2))
