"""Pictures of the site's own pages: shapes that stretch with the page, and words in them that keep their size."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reports import documents

Point = tuple[float, float]
"""Across and down, each from 0 to 100."""

MOST_BARS = 8
CARDS = 50  # the little cards of a picture of a share

_NUMBER = re.compile(r"[−-]?(\d+(?:,\d{3})*(?:\.\d+)?)( %)?")
_TABLE = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)
_ONE_IN = re.compile(r"\bone in (\d+)\b")
_BRACKETS = re.compile(r"\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture in a square of 100 units, which the page stretches."""

    alt: str  # what it shows, in words; empty where the words beside it say so
    shapes: tuple[tuple[str, str], ...]  # the class of each shape, and its path
    words: tuple[tuple[str, float, float, str], ...] = ()  # the class of each word, its place, and the word


def line(points: Iterable[Point]) -> str:
    """Return the path of a line through points."""
    return "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in points)


def area(points: Sequence[Point]) -> str:
    """Return the path of what lies below a line."""
    return f"{line(points)}V100H{points[0][0]:.5g}z"


def dots(points: Iterable[Point]) -> str:
    """Return the path of dots: round ends of lines without length, which no stretching changes."""
    return "".join(f"M{x:.5g} {y:.5g}h0" for x, y in points)


def bars(values: Sequence[float]) -> Drawing:
    """Return a small picture of values beside each other."""
    most, pitch = max(values) or 1, 100 / len(values)
    paths = [
        f"M{pitch * place:.4g} 100V{100 - 100 * value / most:.4g}H{pitch * (place + 0.7):.4g}V100z"
        for place, value in enumerate(values)
    ]
    return Drawing("", (("bar", "".join(paths)),))


def share(value: float) -> Drawing:
    """Return a small picture of a share: so many of fifty cards."""
    held = round(CARDS * value)
    cards = [f"M{10 * (place % 10)} {20 * (place // 10)}h7v16h-7z" for place in range(CARDS)]
    return Drawing("", (("bar", "".join(cards[:held])), ("rest", "".join(cards[held:]))))


def of_chapter(text: str) -> Drawing:
    """Return the picture of an answer in Markdown: the first column of numbers in its table, else those it says."""
    table = _TABLE.search(text)
    rows = [row.strip("| ").split(" | ") for row in table[0].splitlines()[2:]] if table else []
    # The first column names the rows; of the others, one that is shown has a number in each of them.
    for column in list(zip(*rows, strict=False))[1:]:
        if all(map(_NUMBER.match, column[:MOST_BARS])):
            return of_numbers(column[:MOST_BARS])
    said = _BRACKETS.sub("", documents.first_paragraph(text))
    one = _ONE_IN.search(said)
    return share(1 / int(one[1])) if one else of_numbers([n[0] for n in _NUMBER.finditer(said) if n[2]])


def of_numbers(texts: Sequence[str]) -> Drawing:
    """Return the picture of numbers, of those that are like the first one: a share alone is one of cards."""
    found = [number for number in map(_NUMBER.search, texts) if number]
    alike = [float(number[1].replace(",", "")) for number in found if bool(number[2]) == bool(found[0][2])]
    if len(alike) > 1:
        return bars(alike[:MOST_BARS])
    return share(alike[0] / 100 if alike and found[0][2] else 0)


def course(held: Sequence[int], cards: int) -> Drawing:
    """Return the course of a game: how many of the cards the first player holds, step by step."""
    last = max(len(held) - 1, 1)
    points = [(100 * step / last, 100 - 100 * count / cards) for step, count in enumerate(held)]
    return Drawing("", (("first", area(points)), ("edge", line(points))))
