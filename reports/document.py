"""The parts of a report, independent of how they look.

A report is a list of sections, a section a list of blocks; every format renders the same blocks. Nothing here
knows of runs, HTML or terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

Spec = dict[str, Any]
"""A chart in the grammar of Vega-Lite."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A number in a table, with the interval that belongs to it, and a remark such as a p-value."""

    text: str
    interval: str = ""
    note: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """What the cell says, line by line."""
        return tuple(line for line in (self.text, self.interval, self.note) if line)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that belong together."""

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of short statements."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """What to type at a prompt."""

    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A file to copy, line by line."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the first column names the row, the others hold numbers.

    Attributes
    ----------
    caption
        What the table shows, and what the intervals in it are.
    head
        The titles of all columns.
    rows
        One tuple for each row, as long as ``head``.
    text_columns
        The columns, the first aside, that hold words and not numbers.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    text_columns: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Bars:
    """A distribution for formats without pictures: a row of bars, one for each class.

    Attributes
    ----------
    label
        The variant.
    labels, shares
        The classes with their shares of all games.
    texts
        What is written at the end of each bar; empty for the share as a percentage.
    """

    label: str
    labels: tuple[str, ...]
    shares: tuple[float, ...]
    texts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture, and its replacement in formats without pictures.

    Attributes
    ----------
    title
        What the picture shows, as a sentence without a full stop; empty where the heading above says it.
    caption
        What is drawn, with everything needed to read it.
    alt
        The same for someone who cannot see it: the message, with numbers.
    draw
        Makes the chart; called only by formats that show it.
    bars
        The same data as bars of text; may be empty.
    bars_caption
        What the bars show.
    """

    caption: str
    alt: str
    draw: Callable[[], Spec]
    bars: tuple[Bars, ...] = ()
    bars_caption: str = ""
    title: str = ""

    @property
    def heading(self) -> str:
        """The title of the bars of text; empty if their caption says the same."""
        return "" if self.title == self.bars_caption.removesuffix(".") else self.title


Block = Paragraph | Bullets | Command | Listing | Table | Figure


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report under its own heading.

    Attributes
    ----------
    title, blocks
        The heading and what is under it.
    detail
        Whether it can be left out where space is short (the terminal).
    lead
        What the section says, in a few sentences before all else.
    """

    title: str
    blocks: tuple[Block, ...]
    detail: bool = False
    lead: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The heading as the target of a link."""
        words = "".join(letter if letter.isalnum() else " " for letter in self.title.lower()).split()
        return "-".join(words)

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The pictures, from the top down."""
        return tuple(block for block in self.blocks if isinstance(block, Figure))


Decision = Literal["yes", "no", "unclear", ""]
"""What a verdict comes to; empty where the question cannot be answered by yes or no."""

MOST_NUMBERS = 6
"""The most numbers of an answer: a reader remembers no more."""


@dataclass(frozen=True, slots=True)
class KeyNumber:
    """A number of the answer.

    Attributes
    ----------
    label
        What it is, such as "games that the aces win".
    text
        The number with its unit.
    interval
        Its interval in words, such as "80.8 to 81.0 %"; may be empty.
    note
        A remark, such as what it is compared with; may be empty.
    """

    label: str
    text: str
    interval: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The first screen: all that a reader takes away who looks no further.

    Attributes
    ----------
    headline
        The answer in one sentence.
    verdict
        Yes or no in a sentence, where the question has a verdict; else empty.
    decision
        What the verdict comes to.
    numbers
        At most ``MOST_NUMBERS``.
    picture
        The one picture that shows the answer.
    cautions
        What a reader must know not to be misled.
    reading
        What the intervals beside the numbers are.
    """

    headline: str
    verdict: str = ""
    decision: Decision = ""
    numbers: tuple[KeyNumber, ...] = ()
    picture: Figure | None = None
    cautions: tuple[str, ...] = ()
    reading: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The verdict and the headline: those that there are, and only once if they are the same."""
        return tuple(dict.fromkeys(filter(None, (self.verdict, self.headline))))


@dataclass(frozen=True, slots=True)
class Report:
    """All that a report says about a run, the answer first.

    Attributes
    ----------
    title, question
        From the scenario; the question may be empty.
    subtitle
        What was played, in one line.
    answer
        The first screen.
    sections
        The evidence.
    """

    title: str
    question: str
    subtitle: str
    answer: Answer
    sections: tuple[Section, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All pictures, from the top down."""
        first = [self.answer.picture] if self.answer.picture else []
        return (*first, *(figure for section in self.sections for figure in section.figures))


def cells(texts: Sequence[str | Cell]) -> tuple[Cell, ...]:
    """Return a table row, plain texts as cells without an interval."""
    return tuple(text if isinstance(text, Cell) else Cell(text) for text in texts)
