"""What a report says in sentences, for tests."""

from dataclasses import replace

from reports.cells import cells
from reports.facts import gather
from sim.contract.answer import Table


def labels(run):
    """Return the public names of the variants by what they are called in the report."""
    return dict(gather(run).public)


def tables(report, title):
    """Return the tables of a section, their numbers as texts."""
    (section,) = [each for each in report.sections if each.title == title]
    return [
        replace(block, rows=tuple(cells(block)))
        for block in section.blocks
        if isinstance(block, Table)
    ]
