"""The report in a terminal, through rich; it fits 80 columns, and without a terminal it is plain text."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from reports.bars import lines
from reports.document import (
    Answer,
    Block,
    Bullets,
    Cell,
    Command,
    Figure,
    KeyNumber,
    Listing,
    Paragraph,
    Report,
    Table,
)
from reports.narrow import as_list, widths
from reports.printable import disarmed

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod

TEXT_WIDTH = 80
"""Columns of a report that is written to a text file."""

GAP = 2
"""Columns of text between two columns of a table."""

WIDEST = 100
"""Prose and bars are not drawn wider than this, however wide the terminal."""


def render(report: Report) -> str:
    """Return the whole report as plain text."""
    from rich.console import Console

    out = io.StringIO()
    console = disarmed(
        Console(file=out, width=TEXT_WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    )
    show(report, console, whole=True)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def show(report: Report, console: Console, *, whole: bool = False) -> None:
    """Print the report."""
    from rich.padding import Padding
    from rich.text import Text

    width = min(console.width, WIDEST)

    def say(text: str, style: str = "", left: int = 0, above: int = 0) -> None:
        console.print(Padding(Text(text, style=style), (above, 0, 0, left)), width=width)

    say(report.title, "bold")
    if report.question:
        say(report.question, "italic")
    show_answer(report.answer, console)
    say(report.subtitle, "dim")
    for section in report.sections:
        if section.detail and not whole:
            continue
        say(section.title.upper(), "bold cyan", above=1)
        for place, sentence in enumerate(section.lead):
            _bullet(console, sentence, width, above=1 if place == 0 else 0)
        for block in section.blocks:
            _print(block, console, width)


def show_answer(answer: Answer, console: Console, *, alone: bool = False) -> None:
    """Print an answer."""
    from rich.padding import Padding
    from rich.text import Text

    width = min(console.width, WIDEST)

    def say(text: str, style: str, above: int = 1) -> None:
        console.print(Padding(Text(text, style=style), (above, 0, 0, 0)), width=width)

    for place, sentence in enumerate(answer.sentences):
        say(sentence, "bold", above=0 if alone and not place else 1)
    if answer.numbers:
        _print_numbers(answer.numbers, console, width)
    if answer.picture is not None and not alone:
        if answer.picture.heading:
            say(answer.picture.heading, "bold")
        _print_bars(answer.picture, console, width)
    for place, caution in enumerate(answer.cautions):
        _bullet(console, caution, width, above=1 if place == 0 else 0)
    if answer.reading:
        say(answer.reading, "dim")


def _print(block: Block, console: Console, width: int) -> None:
    from rich.padding import Padding
    from rich.text import Text

    match block:
        case Paragraph():
            console.print(Padding(Text(block.text), (1, 0, 0, 0)), width=width)
        case Bullets():
            for place, item in enumerate(block.items):
                _bullet(console, item, width, above=1 if place == 0 else 0)
        case Command():
            # Not wrapped, so that it can be copied as it is; the same goes for a listing.
            console.print(Text(f"  $ {block.text}", style="green"), soft_wrap=True)
        case Listing():
            console.print()
            for line in block.text.splitlines():
                console.print(Text(f"  {line}"), soft_wrap=True)
        case Table():
            _print_table(block, console)
        case Figure():
            _print_bars(block, console, width)


def _print_numbers(numbers: Sequence[KeyNumber], console: Console, width: int) -> None:
    from rich.table import Table as Grid
    from rich.text import Text

    console.print()
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column()
    for one in numbers:
        beside = "; ".join(text for text in (one.interval, one.note) if text)
        grid.add_row(Text(one.label), Text(one.text, style="bold"), Text(beside, style="dim"))
    console.print(grid, width=width)


def _bullet(console: Console, text: str, width: int, above: int = 0) -> None:
    from rich.table import Table as Grid
    from rich.text import Text

    if above:
        console.print()
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column(overflow="fold")
    grid.add_row("•", Text(text))
    console.print(grid, width=width)


def _print_table(block: Table, console: Console) -> None:
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    console.print()
    console.print(Text(block.caption, style="dim"), width=min(console.width, WIDEST))
    sizes: Sequence[int | None] | None = [None] * len(block.head)
    if console.width < TEXT_WIDTH:
        columns = [
            [title, *("\n".join([row[place].text, *row[place].lines[1:]]) for row in block.rows)]
            for place, title in enumerate(block.head)
        ]
        sizes = widths(columns, console.width - GAP * (len(columns) - 1))
    if sizes is None:
        rows = [[_in_a_line(cell) for cell in row] for row in block.rows]
        console.print(*as_list(block.head, rows), sep="\n")
        return
    grid = Grid(
        box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False, header_style="bold"
    )
    words = block.text_columns | {0}
    for place, (title, size) in enumerate(zip(block.head, sizes, strict=True)):
        justify: JustifyMethod = "left" if place in words else "right"
        grid.add_column(title, justify=justify, vertical="top", overflow="fold", width=size)
    for row in block.rows:
        cells = []
        for cell in row:
            text = Text(cell.text)
            for line in cell.lines[1:]:
                text.append(f"\n{line}", style="dim")
            cells.append(text)
        grid.add_row(*cells)
    console.print(grid)


def _in_a_line(cell: Cell) -> str:
    beside = ", ".join(cell.lines[1:])
    return f"{cell.text} ({beside})" if beside else cell.text


def _print_bars(figure: Figure, console: Console, width: int) -> None:
    from rich.text import Text

    if not figure.bars:
        return
    console.print()
    console.print(Text(figure.bars_caption, style="dim"), width=width)
    for line in lines(figure.bars, width):
        console.print(Text(line.rstrip()), no_wrap=True, crop=True)
