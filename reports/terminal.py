"""The report in a terminal, through rich; it fits 80 columns, and without a terminal it is plain text."""

import io
import re
from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from reports.bars import lines
from reports.document import (
    Answer,
    Block,
    Bullets,
    Command,
    Figure,
    KeyNumber,
    Listing,
    Paragraph,
    Report,
    Table,
)
from reports.printable import disarmed

TEXT_WIDTH = 80  # columns of a report that is written to a text file
GAP = 2  # columns of text between two columns of a table
WIDEST = 120  # prose and bars are not drawn wider than this, however wide the terminal


def render(report: Report) -> str:
    """Return the whole report as plain text."""
    out = io.StringIO()
    console = disarmed(
        Console(
            file=out,
            width=TEXT_WIDTH,
            color_system=None,
            force_terminal=False,
            legacy_windows=False,
        )
    )
    show(report, console, whole=True)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def show(report: Report, console: Console, *, whole: bool = False) -> None:
    """Print the first screen of the report; ``whole`` adds its sections."""
    _say(console, report.title, "bold")
    if report.question:
        _say(console, report.question, "italic")
    show_answer(report.answer, console)
    _say(console, report.subtitle, "dim")
    for section in report.sections if whole else ():
        _say(console, section.title.upper(), "bold cyan", above=1)
        _bullets(console, section.lead)
        for block in section.blocks:
            _print(block, console)


def show_answer(answer: Answer, console: Console, *, alone: bool = False) -> None:
    """Print an answer; ``alone``, above something other than a report, it has no picture."""
    for place, sentence in enumerate(answer.sentences):
        _say(console, sentence, "bold", above=0 if alone and not place else 1)
    if answer.numbers:
        _print_numbers(answer.numbers, console)
    if answer.picture is not None and not alone:
        if answer.picture.heading:
            _say(console, answer.picture.heading, "bold", above=1)
        _print_bars(answer.picture, console)
    _bullets(console, answer.cautions)
    if answer.reading:
        _say(console, answer.reading, "dim", above=1)


def _width(console: Console) -> int:
    return min(console.width, WIDEST)


def _say(console: Console, text: str, style: str = "", above: int = 0) -> None:
    console.print(
        Padding(Text(text, style=style), (above, 0, 0, 0)), width=_width(console)
    )


def _print(block: Block, console: Console) -> None:
    match block:
        case Paragraph():
            _say(console, block.text, above=1)
        case Bullets():
            _bullets(console, block.items)
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
            _print_bars(block, console)


def _print_numbers(numbers: Sequence[KeyNumber], console: Console) -> None:
    console.print()
    grid = Grid.grid(padding=(0, 2, 0, 0))
    # What a number is has half of the width, so that it takes one line as a rule; what stands beside it has the rest.
    value = max(len(number.text) for number in numbers)
    what = min(
        max(len(number.label) for number in numbers),
        max(_width(console) // 2 + 4 - value // 2, 16),
    )
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(width=what)
    grid.add_column(max_width=max(_width(console) - what - value - 6, 8))
    for number in numbers:
        grid.add_row(
            Text(number.text, style="bold"),
            Text(number.label),
            Text(number.beside(), style="dim"),
        )
    console.print(grid, width=_width(console))


def _bullets(console: Console, items: Sequence[str]) -> None:
    if not items:
        return
    console.print()
    grid = Grid.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=1)
    grid.add_column(overflow="fold")
    for item in items:
        grid.add_row("•", Text(item))
    console.print(grid, width=_width(console))


def _print_table(table: Table, console: Console) -> None:
    console.print()
    console.print(Text(table.caption, style="dim"), width=_width(console))
    told = [
        ["\n".join([cell.text, *cell.lines[1:]]) for cell in row] for row in table.rows
    ]
    room = console.width - GAP * (len(table.head) - 1)
    sizes = widths(list(zip(table.head, *told, strict=True)), room)
    if sizes is None:
        # Where they do not fit, intervals are broken after their dash.
        told = [[re.sub(r"(?<=\d)–", "–\n", text) for text in row] for row in told]
        sizes = widths(list(zip(table.head, *told, strict=True)), room)
    if sizes is None:
        rows = [
            [
                cell.text + f" ({', '.join(cell.lines[1:])})" * (len(cell.lines) > 1)
                for cell in row
            ]
            for row in table.rows
        ]
        console.print(*as_list(table.head, rows), sep="\n")
        return
    grid = Grid(
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        show_edge=False,
        header_style="bold",
    )
    words = table.text_columns | {0}
    for place, (title, size) in enumerate(zip(table.head, sizes, strict=True)):
        grid.add_column(
            title,
            justify="left" if place in words else "right",
            vertical="top",
            overflow="fold",
            width=size,
        )
    for row in told:
        parts = [text.partition("\n") for text in row]
        grid.add_row(
            *(
                Text(value).append(newline + rest, "dim")
                for value, newline, rest in parts
            )
        )
    console.print(grid)


def _print_bars(figure: Figure, console: Console) -> None:
    if not figure.bars:
        return
    console.print()
    console.print(Text(figure.bars_caption, style="dim"), width=_width(console))
    for line in lines(figure.bars, _width(console)):
        console.print(Text(line.rstrip()), no_wrap=True, crop=True)


def widths(columns: Sequence[Sequence[str]], available: int) -> list[int] | None:
    r"""Return how wide the columns of a table should be; None if a word would have to be broken."""
    sizes = [
        max(
            (len(word) for text in column for word in re.findall(r"\S+(?: %)?", text)),
            default=0,
        )
        for column in columns
    ]
    longest = [
        max((len(line) for text in column for line in text.split("\n")), default=0)
        for column in columns
    ]
    if sum(sizes) > available:
        return None
    for _ in range(available - sum(sizes)):
        short = [most - size for most, size in zip(longest, sizes, strict=True)]
        if max(short) <= 0:
            break
        sizes[short.index(max(short))] += 1
    return sizes


def as_list(
    heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> Iterator[RenderableType]:
    """Yield the rows of a table one after the other: the first cell, and each other below it with its title."""
    for first, *others in rows:
        yield Text(first, style="bold", overflow="fold")
        for head, text in zip(heads[1:], others, strict=True):
            if text not in ("", "–"):
                yield Padding(
                    Text(f"{head}: {text}" if head else text, overflow="fold"),
                    (0, 0, 0, 2),
                )
