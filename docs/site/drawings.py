"""Pictures of the site's own pages: shapes that stretch with the page, and words in them that keep their size."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from docs.site import documents

Point = tuple[float, float]
"""Across and down, each from 0 to 100."""

MOST_BARS = 8
FEW = 3  # numbers that one line has without being a list
CARDS = 50  # the little cards of a picture of a share

_UNIT = "%|rounds|minutes|tricks|turns|cards|points|wars|games|units"
_NUMBER = re.compile(rf"[−-]?(\d+(?:,\d{{3}})*(?:\.\d+)?)( (?:{_UNIT}))?")
"""A number with its unit: numbers of different units are no picture."""
_TABLE = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)
_ONE_IN = re.compile(r"\bone (?:in|of) ([\d,]+)")
_BRACKETS = re.compile(r"\([^)]*\)")


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


def bars(values: Sequence[float]) -> Drawing:
    """A small picture of values beside each other.

    >>> bars([1, 2]).shapes
    (('bar', 'M0 100V50H35V100zM50 100V0H85V100z'),)
    """
    most = max(values) or 1
    pitch = 100 / len(values)
    path = ""
    for place, value in enumerate(values):
        left = pitch * place
        right = pitch * (place + 0.7)
        path += f"M{left:.4g} 100V{100 - 100 * value / most:.4g}H{right:.4g}V100z"
    return Drawing("", (("bar", path),))


def share(value: float) -> Drawing:
    """A small picture of a share, as a part of fifty cards."""
    held = round(CARDS * value)
    cards = [
        f"M{10 * (place % 10)} {20 * (place // 10)}h7v16h-7z" for place in range(CARDS)
    ]
    shapes = ("bar", "".join(cards[:held])), ("rest", "".join(cards[held:]))
    return Drawing("", shapes)


def course(held: Sequence[int], cards: int) -> Drawing:
    """The course of a game: how many of the cards the first player holds, step by step."""
    last = max(len(held) - 1, 1)
    points = [
        (100 * step / last, 100 - 100 * count / cards)
        for step, count in enumerate(held)
    ]
    return Drawing("", (("first", area(points)), ("edge", line(points))))


def of_chapter(text: str, answer: str) -> Drawing:
    """The small picture of an answer.

    Parameters
    ----------
    text
        The whole answer in Markdown. If a column of its first table has a number in
        each row, the picture is that of the column.
    answer
        The answer in one line; else the picture is that of the shares or the few other
        numbers in it, or of the shares in the first paragraph.
    """
    table = _TABLE.search(text)
    lines = table[0].splitlines()[2:] if table else []
    rows = [row.strip("| ").split(" | ")[1:] for row in lines]
    for column in zip(*rows, strict=False):
        if all(map(_NUMBER.match, column[:MOST_BARS])):
            return of_numbers(column[:MOST_BARS])
    if one := _ONE_IN.search(answer):
        return share(1 / int(one[1].replace(",", "")))
    numbers = _numbers(answer)
    shares = [number for number in numbers if number.endswith("%")]
    few = numbers if len(numbers) <= FEW else []
    start = _numbers(documents.first_paragraph(text))
    return of_numbers(shares or few or [n for n in start if n.endswith("%")])


def _numbers(text: str) -> list[str]:
    return [number[0] for number in _NUMBER.finditer(_BRACKETS.sub("", text))]


def of_numbers(texts: Sequence[str]) -> Drawing:
    """The picture of numbers, of those that are like the first one: a share alone is one of cards.

    >>> of_numbers(["50 %", "12 %", "7 rounds"]) == bars([50, 12])
    True
    >>> of_numbers(["289 rounds", "14 minutes", "442 rounds"]) == bars([289, 442])
    True
    """
    found = [number for number in map(_NUMBER.search, texts) if number]
    alike = [
        float(number[1].replace(",", ""))
        for number in found
        if number[2] == found[0][2]
    ]
    if len(alike) > 1:
        return bars(alike[:MOST_BARS])
    return share(alike[0] / 100 if alike and found[0][2] == " %" else 0)
