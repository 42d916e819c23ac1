"""The report as Markdown as GitHub shows it: one file, tables, and bars of text in place of pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reports.bars import lines
from reports.document import Block, Bullets, Cell, Command, Figure, Listing, Paragraph, Report, Table

WIDTH = 72
"""Characters across a histogram of text."""


def render(report: Report) -> str:
    """Return the report as Markdown."""
    return "\n\n".join(_parts(report)) + "\n"


def _parts(report: Report) -> Iterator[str]:
    yield f"# {_plain(report.title)}"
    if report.question:
        yield f"*{_plain(report.question)}*"
    yield _plain(report.subtitle)
    if report.answer:
        first, *rest = report.answer
        yield " ".join([f"**{_plain(first)}**", *map(_plain, rest)])
    if report.points:
        yield _bullets(report.points)
    for section in report.sections:
        yield f"## {_plain(section.title)}"
        for block in section.blocks:
            if text := _block(block):
                yield text


def _block(block: Block) -> str:
    match block:
        case Paragraph():
            return _plain(block.text)
        case Bullets():
            return _bullets(block.items)
        case Command():
            return f"```console\n$ {block.text}\n```"
        case Listing():
            return f"```\n{block.text}\n```"
        case Table():
            return _table(block)
        case Figure():
            return _figure(block)


def _bullets(items: tuple[str, ...]) -> str:
    return "\n".join(f"- {_plain(item)}" for item in items)


def _table(table: Table) -> str:
    words = table.text_columns | {0}
    rules = [":---" if place in words else "---:" for place in range(len(table.head))]
    rows = [
        [_plain(title) for title in table.head],
        rules,
        *([_cell(cell) for cell in row] for row in table.rows),
    ]
    return "\n".join([_plain(table.caption), "", *(f"| {' | '.join(row)} |" for row in rows)])


def _cell(cell: Cell) -> str:
    return "<br>".join(_plain(line) for line in cell.lines)


def _figure(figure: Figure) -> str:
    """Return the bars of a figure; nothing for one that only repeats a table."""
    if not figure.bars:
        return ""
    body = "\n".join(line.rstrip() for line in lines(figure.bars, WIDTH))
    return f"{_plain(figure.bars_caption)}\n\n```text\n{body}\n```"


def _plain(text: str) -> str:
    """Escape what Markdown would take for markup."""
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", text)
