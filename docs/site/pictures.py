"""Pictures of the site's own pages: shapes that stretch with the page, and words in them that keep their size."""

import re
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reports import documents, picture

Point = tuple[float, float]
"""Across and down, each from 0 to 100."""

MOST_BARS = 8
FEW = 3  # numbers that one line has without being a list
CARDS = 50  # the little cards of a picture of a share
FILLS = {
    "bar": "var(--c1)",
    "rest": "var(--grid)",
}  # of small pictures, as in the style sheet

_NUMBER = re.compile(r"[−-]?(\d+(?:,\d{3})*(?:\.\d+)?)( %)?")
_TABLE = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)
_ONE_IN = re.compile(r"\bone (?:in|of) ([\d,]+)")
_BRACKETS = re.compile(r"\([^)]*\)")


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture in a square of 100 units, which the page stretches."""

    alt: str  # what it shows, in words; empty where the words beside it say so
    shapes: tuple[tuple[str, str], ...]  # the class of each shape, and its path
    words: tuple[
        tuple[str, float, float, str], ...
    ] = ()  # the class of each word, its place, and the word


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
    """Return a small picture of a share, as a part of fifty cards."""
    held = round(CARDS * value)
    cards = [
        f"M{10 * (place % 10)} {20 * (place // 10)}h7v16h-7z" for place in range(CARDS)
    ]
    return Drawing(
        "", (("bar", "".join(cards[:held])), ("rest", "".join(cards[held:])))
    )


def of_chapter(text: str, answer: str) -> Drawing:
    """Return the picture of an answer in Markdown: the first column of numbers in its table, else those it says."""
    # What it says: the shares in its answer in one line, else a few other numbers there, else shares in its beginning.
    table = _TABLE.search(text)
    rows = (
        [row.strip("| ").split(" | ") for row in table[0].splitlines()[2:]]
        if table
        else []
    )
    # The first column names the rows; of the others, one that is shown has a number in each of them.
    for column in list(zip(*rows, strict=False))[1:]:
        if all(map(_NUMBER.match, column[:MOST_BARS])):
            return of_numbers(column[:MOST_BARS])
    if one := _ONE_IN.search(answer):
        return share(1 / int(one[1].replace(",", "")))
    told, begun = (
        list(_NUMBER.finditer(_BRACKETS.sub("", said)))
        for said in (answer, documents.first_paragraph(text))
    )
    few = told if len(told) <= FEW else []
    shares = [[n for n in found if n[2]] for found in (told, begun)]
    return of_numbers([n[0] for n in shares[0] or few or shares[1]])


def of_numbers(texts: Sequence[str]) -> Drawing:
    """Return the picture of numbers, of those that are like the first one: a share alone is one of cards."""
    found = [number for number in map(_NUMBER.search, texts) if number]
    alike = [
        float(number[1].replace(",", ""))
        for number in found
        if bool(number[2]) == bool(found[0][2])
    ]
    if len(alike) > 1:
        return bars(alike[:MOST_BARS])
    return share(alike[0] / 100 if alike and found[0][2] else 0)


def course(held: Sequence[int], cards: int) -> Drawing:
    """Return the course of a game: how many of the cards the first player holds, step by step."""
    last = max(len(held) - 1, 1)
    points = [
        (100 * step / last, 100 - 100 * count / cards)
        for step, count in enumerate(held)
    ]
    return Drawing("", (("first", area(points)), ("edge", line(points))))


def card(question: str, answer: str, drawing: Drawing) -> bytes:
    """Return what is shown beside a link to an answer, as JPEG: the question, the answer, and its small picture."""
    parts, y = [], 40
    for size, letters, colour, words in (
        (54, 38, "soft", question),
        (40, 52, "ink", answer),
    ):
        for line in textwrap.wrap(words, letters):
            y += round(1.3 * size)
            parts.append(
                picture.text(
                    y, size, colour, line, "bold" if colour == "ink" else "normal"
                )
            )
        y += 20
    parts.append(
        picture.text(
            picture.CARD - 40,
            22,
            "soft",
            "From games that were played. Made with warlab.",
        )
    )
    # The small picture has the corner below, as far as the words leave it free.
    high = min(picture.CARD - 40 - y, 160)
    left, top = picture.WIDE - picture.EDGE - 2 * high, picture.CARD - 40 - high
    place = f"translate({left} {top}) scale({high / 50} {high / 100})"
    shapes = "".join(
        f'<path fill="{FILLS[kind]}" d="{path}"/>' for kind, path in drawing.shapes
    )
    return picture.jpeg(
        picture.sheet(picture.CARD, *parts, f'<g transform="{place}">{shapes}</g>')
    )
