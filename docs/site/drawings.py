"""Pictures of the site's own pages: shapes that stretch with the page, and words in them that keep their size."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

Point = tuple[float, float]
"""Across and down, each from 0 to 100."""


class Word(NamedTuple):
    """A word in a picture.

    Attributes
    ----------
    kind
        Its class in the style sheet.
    across, down
        Its place.
    text
        The word.
    """

    kind: str
    across: float
    down: float
    text: str


class Drawing(NamedTuple):
    """A picture in a square of 100 units, which the page stretches.

    Attributes
    ----------
    alt
        What it shows, in words; empty where the words beside it say so.
    shapes
        The class of each shape, and its path.
    words
        What stands in it.
    """

    alt: str
    shapes: tuple[tuple[str, str], ...]
    words: tuple[Word, ...] = ()


def line(points: Iterable[Point]) -> str:
    """The path of a line through points."""
    return "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in points)


def area(points: Sequence[Point]) -> str:
    """The path of what lies below a line."""
    return f"{line(points)}V100H{points[0][0]:.5g}z"


def dots(points: Iterable[Point]) -> str:
    """The path of dots: round ends of lines without length, which no stretching changes."""
    return "".join(f"M{x:.5g} {y:.5g}h0" for x, y in points)


def course(held: Sequence[int], cards: int) -> Drawing:
    """The course of a game: how many of the cards the first player holds, step by step."""
    last = max(len(held) - 1, 1)
    points = [
        (100 * step / last, 100 - 100 * count / cards)
        for step, count in enumerate(held)
    ]
    return Drawing("", (("first", area(points)), ("edge", line(points))))
