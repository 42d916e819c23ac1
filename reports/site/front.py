"""The front page: the answers first, and the way to everything else."""

from __future__ import annotations

from reports.site.page import Page, Part
from reports.templating import render


def part() -> Part:
    """Return the front page."""
    body = render("site/templates/front.html.j2")
    page = Page(
        "",
        "warlab: answers about the card game War",
        "How long War lasts, what the rules change, what Casino War costs: answers from millions of played games.",
        body,
        "",
    )
    return Part((page,))
