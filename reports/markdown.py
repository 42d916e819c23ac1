"""The report as Markdown as GitHub shows it: one file, tables, and bars of text in place of pictures."""

import re
from collections.abc import Iterator

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

WIDTH = 72
"""Characters across a histogram of text."""


def render(report: Report) -> str:
    """Return the report as Markdown."""
    return "\n\n".join(_parts(report)) + "\n"


def _parts(report: Report) -> Iterator[str]:
    yield f"# {_plain(report.title)}"
    if report.question:
        yield f"*{_plain(report.question)}*"
    yield from _answer(report.answer)
    yield _plain(report.subtitle)
    for section in report.sections:
        yield f"## {_plain(section.title)}"
        if section.lead:
            yield _bullets(section.lead)
        for block in section.blocks:
            if text := _block(block):
                yield text


def _answer(answer: Answer) -> Iterator[str]:
    for sentence in answer.sentences:
        yield f"**{_plain(sentence)}**"
    if answer.numbers:
        yield "\n".join(
            [
                "| | | |",
                "| :--- | ---: | :--- |",
                *map(_number, answer.numbers),
            ]
        )
    if answer.picture is not None:
        if answer.picture.heading:
            yield f"**{_plain(answer.picture.heading)}**"
        if text := _figure(answer.picture):
            yield text
    if answer.cautions:
        yield _bullets(answer.cautions)
    if answer.reading:
        yield _plain(answer.reading)


def _number(number: KeyNumber) -> str:
    return f"| {_plain(number.label)} | **{_plain(number.text)}** | {_plain(number.beside())} |"


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
