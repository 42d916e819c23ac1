"""The documentation: a page for each document, and their list by purpose."""

from docs.site import prose
from docs.site.page import Asset, Page, Part
from docs.site.templates import render
from reports import documents
from reports.templating import markup

GROUPS: dict[str, tuple[str, ...]] = {
    "Begin here": ("tutorial.md", "overview.md", "intervals.md", "glossary.md"),
    "How to": (
        "how-to/compare-two-rules.md",
        "how-to/choose-among-rules.md",
        "how-to/stop-at-a-precision.md",
        "how-to/chance-with-a-condition.md",
        "how-to/replay-a-game.md",
        "how-to/teach-a-lesson.md",
        "how-to/train-a-policy.md",
        "how-to/add-a-game.md",
    ),
    "What was found": (
        "casino-war.md",
        "games-of-choice.md",
        "every-deal.md",
        "published-figures.md",
        "disagreements.md",
    ),
    "How sure, and how fast": (
        "statistics.md",
        "coverage.md",
        "verification.md",
        "reproduce.md",
        "speed.md",
    ),
    "Play in a browser": ("page.md",),
    "Plan and run": ("planning.md", "clusters.md", "scale.md", "faults.md"),
    "Files": ("scenarios.md", "run-directory.md"),
    "How it is built": ("architecture.md",),
    "Reference": ("reference/commands.md", "reference/python.md"),
    "Changes": ("changelog.md",),
}
"""The documents under their headings, in this order; what is not named here comes last."""

ELSEWHERE = {
    "questions.md"
}  # documents that have pages of their own kind; so have the rules
FEWEST = 4  # A page with at least this many headings lists them at its side


def grouped() -> dict[str, tuple[str, ...]]:
    """Return the documents under their headings, as far as they exist."""
    there = {
        *documents.listed(),
        *documents.listed("how-to"),
        *documents.listed("reference"),
        "changelog.md",
    }
    named = {name for names in GROUPS.values() for name in names}
    rest = tuple(sorted(there - named - ELSEWHERE))
    groups = {
        head: tuple(name for name in names if name in there)
        for head, names in GROUPS.items()
    }
    return {head: names for head, names in {**groups, "More": rest}.items() if names}


def part() -> Part:
    """Return the pages of the documentation."""
    groups = grouped()
    pages = [_index(groups)]
    for head, names in groups.items():
        pages += [_page(name, head) for name in names]
    pictures = sorted((documents.directory() / "images").glob("*.svg"))
    return Part(
        tuple(pages),
        tuple(
            Asset(f"docs/images/{path.name}", path.read_bytes()) for path in pictures
        ),
    )


def _index(groups: dict[str, tuple[str, ...]]) -> Page:
    listed = {
        head: [
            (
                documents.address(name),
                _title(name),
                documents.first_sentence(documents.document(name)),
            )
            for name in names
        ]
        for head, names in groups.items()
    }
    body = render("pages/guides.html.j2", groups=listed)
    about = "How to ask a question of your own, what the numbers mean, and how they are made."
    return Page("docs/", "Documentation", about, body, "docs")


def _page(name: str, head: str) -> Page:
    text = documents.document(name)
    told = prose.convert(text, lambda link: documents.leads(name, link))
    headings = [heading for heading in told.headings if heading.level == 2]
    body = render(
        "pages/guide.html.j2",
        head=head,
        told=markup(told.html),
        headings=headings if len(headings) >= FEWEST else [],
    )
    return Page(
        documents.address(name),
        _title(name),
        documents.first_sentence(text) or _title(name),
        body,
        "docs",
        words=" ".join(heading.text for heading in told.headings),
    )


def _title(name: str) -> str:
    return documents.title(documents.document(name))
