"""The parts of a report, independent of how they look.

A report is a list of sections, a section a list of blocks; every format renders the same blocks.
"""

from collections.abc import Callable
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
    """A table: the first column names the row, the others hold numbers."""

    caption: str  # what the table shows, and what the intervals in it are
    head: tuple[str, ...]  # the titles of all columns
    rows: tuple[tuple[Cell, ...], ...]  # one tuple for each row, as long as ``head``
    # the columns, the first aside, that hold words and not numbers
    text_columns: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Bars:
    """A distribution for formats without pictures: a row of bars, one for each class."""

    label: str  # the variant
    # the classes with their shares of all games
    labels: tuple[str, ...]
    shares: tuple[float, ...]
    texts: tuple[
        str, ...
    ] = ()  # what is written at the end of each bar; empty for the share as a percentage


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture, and its replacement in formats without pictures."""

    caption: str  # what is drawn, with everything needed to read it
    alt: str  # the same for someone who cannot see it: the message, with numbers
    draw: Callable[[], Spec]  # makes the chart; called only by formats that show it
    bars: tuple[Bars, ...] = ()  # the same data as bars of text; may be empty
    bars_caption: str = ""  # what the bars show
    # what the picture shows, as a sentence without a full stop; empty where the heading above says it
    title: str = ""

    @property
    def heading(self) -> str:
        """The title of the bars of text; empty if their caption says the same."""
        return "" if self.title == self.bars_caption.removesuffix(".") else self.title


Block = Paragraph | Bullets | Command | Listing | Table | Figure


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report under its own heading."""

    # the heading and what is under it
    title: str
    blocks: tuple[Block, ...]
    detail: bool = (
        False  # whether it can be left out where space is short (the terminal)
    )
    lead: tuple[
        str, ...
    ] = ()  # what the section says, in a few sentences before all else

    @property
    def anchor(self) -> str:
        """The heading as the target of a link."""
        words = "".join(
            letter if letter.isalnum() else " " for letter in self.title.lower()
        ).split()
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
    """A number of the answer."""

    label: str  # what it is, such as "games that the aces win"
    text: str  # the number with its unit
    interval: str = ""  # its interval in words, such as "80.8 to 81.0 %"; may be empty
    note: str = ""  # a remark, such as what it is compared with; may be empty

    def beside(self, joint: str = "; ") -> str:
        """Return what stands beside the number: its interval and the remark."""
        return joint.join(filter(None, (self.interval, self.note)))


@dataclass(frozen=True, slots=True)
class Answer:
    """The first screen: all that a reader takes away who looks no further."""

    headline: str  # the answer in one sentence
    verdict: str = (
        ""  # yes or no in a sentence, where the question has a verdict; else empty
    )
    decision: Decision = ""  # what the verdict comes to
    numbers: tuple[KeyNumber, ...] = ()  # at most ``MOST_NUMBERS``
    picture: Figure | None = None  # the one picture that shows the answer
    cautions: tuple[str, ...] = ()  # what a reader must know not to be misled
    reading: str = ""  # what the intervals beside the numbers are

    @property
    def sentences(self) -> tuple[str, ...]:
        """The verdict and the headline: those that there are, and only once if they are the same."""
        return tuple(dict.fromkeys(filter(None, (self.verdict, self.headline))))


@dataclass(frozen=True, slots=True)
class Report:
    """All that a report says about a run, the answer first."""

    # from the scenario; the question may be empty
    title: str
    question: str
    subtitle: str  # what was played, in one line
    answer: Answer  # the first screen
    sections: tuple[Section, ...]  # the evidence

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All pictures, from the top down."""
        first = [self.answer.picture] if self.answer.picture else []
        return (
            *first,
            *(figure for section in self.sections for figure in section.figures),
        )
