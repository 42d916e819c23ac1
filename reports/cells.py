"""Cells: the numbers of a table as texts, with the digits that their intervals bear.

A number is written alike wherever it stands: its own interval decides its digits.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from reports import numbers
from sim.contract.answer import Cell, Entry, Number, Table

AT_LEAST = "≥ "
"""Before a number that is a lower bound because of unfinished games."""

NEVER = "no limit"
"""The text in place of the length of games that go on for ever."""


def cells(table: Table) -> list[tuple[Cell, ...]]:
    """The lines of a table as texts."""
    return [tuple(cell(entry) for entry in row) for row in table.rows]


def cell(entry: Entry) -> Cell:
    """What a place of a table holds, as text."""
    if isinstance(entry, str):
        return Cell(entry)
    if isinstance(entry, Cell):
        return entry
    notes = [entry.note] if entry.note else []
    if entry.exact is not None:
        exact = replace(entry, value=entry.exact, low=None, high=None, exact=None)
        notes.append(f"exact {_text(exact)}")
    mark = AT_LEAST if entry.at_least else ""
    return Cell(mark + _text(entry), _interval(entry), "; ".join(notes))


def _text(number: Number) -> str:
    value = number.value
    low = number.low
    high = number.high
    most = _most(number)
    if value is None:
        return "–"
    if math.isinf(value):
        return NEVER
    if number.minutes:
        return numbers.duration(value)
    if low is None and high is None:
        text = _exact(number, value)
    elif number.share and not number.signed:
        text = numbers.percent(value, low, high, most)
    else:
        size = 100 if number.share else 1
        low, high = (None if end is None else size * end for end in (low, high))
        text = numbers.estimate(size * value, low, high, most)
    positive = number.signed and text.strip("0., %") and not text.startswith("−")
    return f"+{text}" if positive else text


def _interval(number: Number) -> str:
    if number.value is None or number.minutes or number.low == number.high:
        return ""
    most = _most(number)
    if number.share and not number.signed:
        return numbers.percent_span(number.low, number.high, most=most, short=True)
    size = 100 if number.share else 1
    low, high = (
        None if end is None else size * end for end in (number.low, number.high)
    )
    return numbers.span(low, high, " to " if number.signed else "–", most=most)


def _exact(number: Number, value: float) -> str:
    """A number that has no interval."""
    size, unit = (100, " %") if number.share else (1, "")
    unit = "" if number.signed else unit
    if number.share and 0 < value < numbers.TINY:
        return numbers.percent(value)
    value *= size
    if number.places is not None and abs(value) >= 10.0**-number.places:
        text = numbers.fixed(value, 0 if value == int(value) else number.places)
    else:
        text = numbers.figures(value, 3 if number.share else 4)
    return f"{text}{unit}"


def _most(number: Number) -> int:
    """The most decimals of a number, as a rule."""
    return numbers.MOST_DECIMALS if number.places is None else number.places


def apart(
    head: Sequence[str], rows: Sequence[Sequence[Cell]]
) -> tuple[list[str], list[list[Cell]], list[int]]:
    """A table with a column for the intervals of each column that has some.

    Returns
    -------
    tuple
        The titles, the lines, and which of the former columns each column belongs to.
    """
    places = range(1, len(head))
    with_ends = {place for place in places if any(row[place].interval for row in rows)}
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
