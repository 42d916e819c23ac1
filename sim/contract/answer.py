"""An answer: what a command or a report has to say, independent of how it looks.

A command, a game or a report computes an answer; the writers in :mod:`reports` turn it
into text for a terminal, JSON and CSV, Markdown or HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    import polars as pl

    from sim.stats import Interval

Spec = dict[str, Any]
"""A chart in the grammar of Vega-Lite."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a table, with its interval; a writer gives it its digits.

    Attributes
    ----------
    value
        The number; None where it is not known, infinite where something never ends.
    low, high
        The ends of its interval, if it has one.
    share
        Whether it is a share, written as a percentage; a difference of shares is in
        percentage points.
    places
        The decimals of a number (of the percentage, if it is a share); of one with an
        interval the most, as a rule. By default what the interval bears, and three
        significant digits without one.
    exact
        What it is exactly, if that is known; shown below the estimate.
    at_least
        Whether it is only a lower bound, because of unfinished games.
    signed
        Whether it is a difference, with its sign also where it is positive.
    minutes
        Whether it is a time that rests on a guessed pace, in round figures.
    note
        A remark, such as a p-value.
    procedure
        The name of what found the ends of its interval; may be empty.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    share: bool = False
    places: int | None = None
    exact: float | None = None
    at_least: bool = False
    signed: bool = False
    minutes: bool = False
    note: str = ""
    procedure: str = field(default="", compare=False)

    @classmethod
    def of(cls, interval: Interval, **more: Any) -> Number:
        """The number that an interval is about.

        Parameters
        ----------
        interval
            The estimate with its interval.
        more
            What else is known of it, by the names of the attributes.
        """
        _, low, high = interval.finite
        more = {"procedure": interval.procedure, **more}
        return cls(interval.value, low, high, at_least=interval.at_least, **more)


@dataclass(frozen=True, slots=True)
class Cell:
    """A text in a table, with the interval that belongs to it, and a remark such as a p-value.

    Attributes
    ----------
    text
        The text.
    interval
        The interval that belongs to it.
    note
        A remark, such as a p-value.
    """

    text: str
    interval: str = ""
    note: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """What the cell says, line by line."""
        return tuple(line for line in (self.text, self.interval, self.note) if line)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that belong together.

    Attributes
    ----------
    text
        The sentences.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of short statements.

    Attributes
    ----------
    items
        The statements.
    """

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Command:
    """What to type at a prompt.

    Attributes
    ----------
    text
        The words to type.
    """

    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A file to copy, line by line.

    Attributes
    ----------
    text
        The content of the file.
    """

    text: str


Entry: TypeAlias = Cell | Number | str
"""What a place of a table can hold."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: the first column names the row, the others hold numbers.

    Attributes
    ----------
    caption
        What the table shows, and what the intervals in it are; may be empty.
    head
        The titles of all columns.
    rows
        The lines, each as long as ``head``.
    text_columns
        The columns, the first aside, that hold words and not numbers.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]
    text_columns: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Bars:
    """A distribution for formats without pictures: a row of bars, one for each class.

    Attributes
    ----------
    label
        The variant; "" where there is only one.
    labels
        The classes.
    shares
        How long each bar is, such as the share of all games.
    texts
        What is written at the end of each bar; empty for the share as a percentage.
    """

    label: str
    labels: tuple[str, ...]
    shares: tuple[float, ...]
    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, label: str, rows: Iterable[tuple[str, float, str]]) -> Bars:
        """A panel of bars.

        Parameters
        ----------
        label
            The variant.
        rows
            What each bar is called, how long it is, and the text at its end.
        """
        names, sizes, texts = zip(*rows, strict=True)
        return cls(label, names, sizes, texts)


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture, and its replacement in formats without pictures.

    Attributes
    ----------
    caption
        What is drawn, with everything needed to read it.
    alt
        The same for somebody who cannot see it: the message, with numbers.
    draw
        Makes the chart; called by formats that show it.
    bars
        The same data as bars of text.
    bars_caption
        What the bars show.
    title
        What the picture shows, as a sentence without a full stop; empty where the
        heading above says it.
    table
        The same data as a table, for a picture that is no bars.
    """

    caption: str
    alt: str
    draw: Callable[[], Spec]
    bars: tuple[Bars, ...] = ()
    bars_caption: str = ""
    title: str = ""
    table: Table | None = None

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
    title
        The heading.
    blocks
        What is under it.
    """

    title: str
    blocks: tuple[Block, ...]

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
    procedure
        The name of what found the ends of its interval; may be empty.
    """

    label: str
    text: str
    interval: str = ""
    note: str = ""
    procedure: str = field(default="", compare=False)

    def beside(self, joint: str = "; ") -> str:
        """What stands beside the number: its interval and the remark.

        Parameters
        ----------
        joint
            What stands between the two.
        """
        return joint.join(filter(None, (self.interval, self.note)))


Rows: TypeAlias = "pl.DataFrame | Iterable[Mapping[str, Any]]"
"""Lines of a file of tables: a frame, or mappings from columns to values."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command or a report has to say; every part may be empty.

    Attributes
    ----------
    headline
        The answer in one sentence.
    verdict
        Yes or no in a sentence, where the question has a verdict.
    decision
        What the verdict comes to.
    numbers
        The numbers of the first screen, at most ``MOST_NUMBERS``.
    picture
        The one picture that shows the answer.
    blocks
        What else belongs on the first screen: sentences, tables, commands.
    cautions
        What a reader must know not to be misled.
    reading
        What the intervals beside the numbers are.
    title, question
        From the scenario of a report.
    about
        The game in two sentences, for a reader who does not know it.
    subtitle
        What was played, in one line.
    sections
        The evidence.
    data
        The plain values, as they are written as JSON.
    rows
        The lines of a CSV or Parquet file.
    """

    headline: str = ""
    verdict: str = ""
    decision: Decision = ""
    numbers: tuple[KeyNumber, ...] = ()
    picture: Figure | None = None
    blocks: tuple[Block, ...] = ()
    cautions: tuple[str, ...] = ()
    reading: str = ""
    title: str = ""
    question: str = ""
    about: str = ""
    subtitle: str = ""
    sections: tuple[Section, ...] = ()
    data: Any = None
    rows: Rows = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """The verdict and the headline, those that there are, once if they are the same."""
        return tuple(dict.fromkeys(filter(None, (self.verdict, self.headline))))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All pictures, from the top down."""
        first = [self.picture] if self.picture else []
        rest = (figure for section in self.sections for figure in section.figures)
        return (*first, *rest)
