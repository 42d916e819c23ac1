"""What a report says in tables, for tests."""

from dataclasses import replace

from reports.cells import cells
from sim.contract.answer import Table


def tables(report, title):
    """Return the tables of a section, their numbers as texts."""
    (section,) = [each for each in report.sections if each.title == title]
    return [
        replace(block, rows=tuple(cells(block)))
        for block in section.blocks
        if isinstance(block, Table)
    ]
