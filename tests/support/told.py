"""What a report says in sentences, for tests."""

from __future__ import annotations

from reports.document import Report


def lead(report: Report, title: str = "") -> str:
    """Return the sentences at the top of a section, or of all sections."""
    return " ".join(
        sentence for section in report.sections if title in ("", section.title) for sentence in section.lead
    )
