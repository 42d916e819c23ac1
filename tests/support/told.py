"""What a report says in sentences, for tests."""

from reports.facts import gather
from sim.contract.answer import Answer, Table
from sim.runs import Run


def labels(run: Run) -> dict[str, str]:
    """Return the public names of the variants by what they are called in the report."""
    return dict(gather(run).public)


def lead(report: Answer, title: str = "") -> str:
    """Return the sentences at the top of a section, or of all sections."""
    return " ".join(
        sentence
        for section in report.sections
        if title in ("", section.title)
        for sentence in section.lead
    )


def tables(report: Answer, title: str) -> list[Table]:
    """Return the tables of a section."""
    (section,) = [each for each in report.sections if each.title == title]
    return [block for block in section.blocks if isinstance(block, Table)]
