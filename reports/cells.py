"""Cells: the numbers of a table as texts, with the digits that their intervals bear."""

import math
from collections.abc import Sequence
from dataclasses import replace

from reports import numbers
from sim.contract.answer import Cell, Entry, Number, Table


def cells(table: Table) -> list[tuple[Cell, ...]]:
    """The lines of a table as texts; a number has the digits that its interval bears."""
    return [tuple(cell(entry) for entry in row) for row in table.rows]


def cell(entry: Entry) -> Cell:
    """What a place of a table holds, as text."""
    if isinstance(entry, str):
        return Cell(entry)
    if isinstance(entry, Cell):
        return entry
    made = _of_number(entry)
    if entry.exact is None:
        return made
    exact = _of_number(Number(entry.exact, share=entry.share))
    return replace(made, note=f"exact {exact.text}")


def _of_number(number: Number) -> Cell:
    value, low, high = number.value, number.low, number.high
    if value is None:
        return Cell("–")
    if math.isinf(value):
        return Cell("never")
    if low is None and high is None:
        return Cell(_exact(number, value))
    if number.share and 0 <= value <= 1 and (low or 0) >= 0:
        return Cell(numbers.percent(value, low, high), numbers.percent_span(low, high))
    unit, scale = (" %", 100.0) if number.share else ("", 1.0)
    low, high = (None if end is None else scale * end for end in (low, high))
    text = numbers.estimate(scale * value, low, high)
    return Cell(f"{text}{unit}", f"{numbers.span(low, high)}{unit}")


def _exact(number: Number, value: float) -> str:
    """A number that has no interval."""
    unit, scaled = (" %", 100 * value) if number.share else ("", value)
    if scaled == int(scaled) and (not number.share or value in (0, 1)):
        return f"{numbers.whole(int(scaled))}{unit}"
    if number.places is None:
        if number.share and 0 < value < numbers.TINY:
            return numbers.percent(value)
        return f"{numbers.figures(scaled, 4)}{unit}"
    return f"{numbers.fixed(scaled, number.places)}{unit}"


def apart(
    head: Sequence[str], rows: Sequence[Sequence[Cell]]
) -> tuple[list[str], list[list[Cell]], list[int]]:
    """A table with a column for the intervals of each column that has some.

    Returns
    -------
    tuple
        The titles, the lines, and which of the former columns each column belongs to.
    """
    with_ends = {
        place
        for place in range(1, len(head))
        if any(row[place].interval for row in rows)
    }
    of = [place for place in range(len(head)) for _ in range(1 + (place in with_ends))]
    titles: list[str] = []
    for place, title in enumerate(head):
        titles += [title, "interval"] if place in with_ends else [title]
    lines = []
    for row in rows:
        line: list[Cell] = []
        for place, found in enumerate(row):
            if place in with_ends:
                line += [Cell(found.text, "", found.note), Cell(found.interval)]
            else:
                line.append(found)
        lines.append(line)
    return titles, lines, of
