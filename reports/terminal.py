"""The report in a terminal, through rich.

It fits 80 columns, and without a terminal it is plain text.
"""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich import box
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from reports.bars import lines
from reports.cells import apart, cells
from reports.printable import with_texts, wrapped
from sim.contract.answer import (
    Answer,
    Block,
    Bullets,
    Cell,
    Command,
    Figure,
    KeyNumber,
    Listing,
    Paragraph,
    Table,
)
from sim.errors import harmless

TEXT_WIDTH = 80  # columns of a report that is written to a text file
GAP = 2  # columns of text between two columns of a table
WIDEST = 120  # prose and bars are not drawn wider than this, however wide the terminal


def render(report: Answer) -> str:
    """The whole report as plain text."""
    out = io.StringIO()
    console = Console(
        file=out,
        width=TEXT_WIDTH,
        color_system=None,
        force_terminal=False,
        legacy_windows=False,
    )
    show(report, console, whole=True)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def show(
    answer: Answer,
    console: Console,
    *,
    whole: bool = False,
    picture: bool = True,
) -> None:
    """Print an answer, without characters that would command the terminal.

    Parameters
    ----------
    answer
        What is printed; parts that are empty are left out.
    console
        Where it is printed.
    whole
        Print the sections too.
    picture
        Print the picture, drawn with letters.
    """
    # A title may come from a stranger's scenario.
    answer = with_texts(answer, harmless)
    started = False

    def say(text: str, style: str = "", *, close: bool = False) -> None:
        nonlocal started
        if text:
            _say(console, text, style, above=int(started and not close))
            started = True

    say(answer.title, "bold")
    say(answer.question, "italic", close=True)
    say(answer.about)
    for sentence in answer.sentences:
        say(sentence, "bold")
    if answer.numbers:
        _print_numbers(answer.numbers, console)
        started = True
    if answer.picture is not None and picture:
        say(answer.picture.heading, "bold")
        _print_bars(answer.picture, console)
    for block in answer.blocks:
        if isinstance(block, Paragraph):
            say(block.text)
        else:
            _print(block, console)
            started = True
    _bullets(console, answer.cautions)
    say(answer.reading, "dim")
    say(answer.subtitle, "dim", close=True)
    for section in answer.sections if whole else ():
        _say(console, section.title.upper(), "bold cyan", above=1)
        for block in section.blocks:
            # Here the picture has been shown as this table.
            if answer.picture is None or block != answer.picture.table:
                _print(block, console)


def _width(console: Console) -> int:
    return min(console.width, WIDEST)


def _say(console: Console, text: str, style: str = "", above: int = 0) -> None:
    lines = wrapped(text, console, _width(console), style)
    console.print(Padding(lines, (above, 0, 0, 0)), width=_width(console))


def _print(block: Block, console: Console) -> None:
    match block:
        case Paragraph():
            _say(console, block.text, above=1)
        case Bullets():
            _bullets(console, block.items)
        case Command():
            # Not wrapped, so that it can be copied as it is; the same goes for a
            # listing.
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
    # What a number is has half of the width, so that it takes one line as a rule; what
    # stands beside it has the rest.
    value = max(len(number.text) for number in numbers)
    what = min(
        max(len(number.label) for number in numbers),
        max(_width(console) // 2 + 4 - value // 2, 16),
    )
    beside = max(_width(console) - what - value - 6, 8)
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(width=what)
    grid.add_column(max_width=beside)
    for number in numbers:
        grid.add_row(
            Text(number.text, style="bold"),
            wrapped(number.label, console, what),
            wrapped(number.beside(), console, beside, "dim"),
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
        grid.add_row("•", wrapped(item, console, _width(console) - len("• ")))
    console.print(grid, width=_width(console))


def _print_table(table: Table, console: Console) -> None:
    """Print a table: intervals in columns of their own, below the numbers, or as a list."""
    console.print()
    if table.caption:
        _say(console, table.caption, "dim")
    rows = cells(table)
    for head, texts, words in _layouts(table, rows):
        room = console.width - GAP * (len(head) - 1)
        sizes = widths(list(zip(head, *texts, strict=True)), room)
        if sizes is not None:
            console.print(_grid(console, head, texts, sizes, words))
            break
    else:
        console.print(*as_list(table.head, _in_brackets(rows)), sep="\n")


def _in_brackets(rows: Sequence[Sequence[Cell]]) -> list[list[str]]:
    """The lines of a table, with what belongs to a number in brackets after it."""
    return [
        [
            found.text + f" ({', '.join(found.lines[1:])})" * (len(found.lines) > 1)
            for found in row
        ]
        for row in rows
    ]


def _layouts(
    table: Table, rows: Sequence[Sequence[Cell]]
) -> Iterator[tuple[list[str], list[list[str]], set[int]]]:
    """The ways to set a table, the most readable first: titles, lines, columns of words."""
    words = {0, *table.text_columns}
    titles, lines, of = apart(table.head, rows)
    if not any(found.note for row in rows for found in row):
        texts = [[found.text for found in line] for line in lines]
        yield (
            titles,
            texts,
            {place for place, column in enumerate(of) if column in words},
        )
    below = [
        ["\n".join([found.text, *found.lines[1:]]) for found in row] for row in rows
    ]
    yield list(table.head), below, words


def _grid(
    console: Console,
    head: Sequence[str],
    lines: Sequence[Sequence[str]],
    sizes: Sequence[int],
    words: set[int],
) -> Grid:
    grid = Grid(
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        show_edge=False,
        header_style="bold",
    )
    for place, (title, size) in enumerate(zip(head, sizes, strict=True)):
        grid.add_column(
            title,
            justify="left" if place in words else "right",
            vertical="top",
            width=size,
        )
    for line in lines:
        grid.add_row(
            *(
                _lines(console, text, size)
                for text, size in zip(line, sizes, strict=True)
            )
        )
    return grid


def _lines(console: Console, text: str, size: int) -> Text:
    """A place of a table: the number, and below it what belongs to it."""
    first, *rest = text.split("\n")
    lines = [wrapped(first, console, size)]
    lines += [wrapped(line, console, size, "dim") for line in rest]
    return Text("\n").join(lines)


def _print_bars(figure: Figure, console: Console) -> None:
    """Print a picture: as bars, or as a table where it has no bars."""
    if not figure.bars and figure.table is None:
        return
    _say(console, figure.bars_caption, "dim", above=1)
    for line in lines(figure.bars, _width(console)) if figure.bars else ():
        console.print(Text(line.rstrip()), no_wrap=True, crop=True)
    if figure.table is not None:
        _print_table(replace(figure.table, caption=""), console)


def widths(columns: Sequence[Sequence[str]], available: int) -> list[int] | None:
    """The widths of the columns of a table; None if a word would have to be broken."""
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
        # The column whose texts take the most lines gets the next place.
        lines = [most / max(size, 1) for most, size in zip(longest, sizes, strict=True)]
        if max(lines) <= 1:
            break
        sizes[lines.index(max(lines))] += 1
    return sizes


def as_list(
    heads: Sequence[str], rows: Sequence[Sequence[str]]
) -> Iterator[RenderableType]:
    """Yield the rows of a table one after the other.

    First comes the first cell, then each other below it with its title.
    """
    for first, *others in rows:
        yield Text(first, style="bold", overflow="fold")
        for head, text in zip(heads[1:], others, strict=True):
            if text not in ("", "–"):
                yield Padding(
                    Text(f"{head}: {text}" if head else text, overflow="fold"),
                    (0, 0, 0, 2),
                )
