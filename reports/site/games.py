"""The games: a page for each with its rules, one game told step by step, and the questions about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from reports import documents
from reports.site import prose
from reports.site.page import Entry, Page, Part
from reports.site.viewer import page as viewer
from reports.templating import markup, render

TOLD = "One game, step by step"
"""The heading of the game told in the documents of the rules."""

_LISTING = re.compile(r"^```text\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_BEGINS = re.compile(r"^(?:round|trick|turn|hand) \d+\b(?!.*battle)|^player \d wins|^the game is")


@dataclass(frozen=True, slots=True)
class Told:
    """One game in words."""

    head: tuple[str, ...]  # which game it is, by which rules, and its cards
    steps: tuple[tuple[str, ...], ...]  # what happens, the lines of one round together
    command: str  # what prints it


def part(entries: Sequence[Entry]) -> Part:
    """Return the pages of the games."""
    from sim.games import GAMES

    listed = [
        (name, game.title, _sentence(game.summary), [entry for entry in entries if entry.game == name])
        for name, game in GAMES.items()
    ]
    index = render("site/templates/games.html.j2", listed=listed, replays=viewer.PATH)
    about = "War and its relatives: the rules of each game, and what has been asked about it."
    pages = [Page("games/", "Games", about, index, "games")]
    pages += [_page(name, title, summary, asked) for name, title, summary, asked in listed]
    return Part(tuple(pages))


def _page(name: str, title: str, summary: str, asked: Sequence[Entry]) -> Page:
    document = f"rules/{name}.md"
    text = documents.document(document)
    _, chapters = documents.chapters(text)
    rest = "\n\n".join(
        f"## {chapter.title}\n\n{chapter.text}" for chapter in chapters if chapter.title != TOLD
    )
    converted = prose.convert(rest, lambda link: documents.leads(document, link))
    played = next((told(chapter.text) for chapter in chapters if chapter.title == TOLD), None)
    body = render(
        "site/templates/game.html.j2",
        title=title,
        summary=summary,
        asked=asked,
        played=played,
        headings=[chapter for chapter in converted.headings if chapter.level == 2],
        rules=markup(converted.html),
        name=name,
    )
    return Page(f"games/{name}/", title, summary, body, "games", words=f"rules options {name}", wide=True)


def _sentence(summary: str) -> str:
    text = documents.plain(summary)
    return f"{text[:1].upper()}{text[1:]}."


def told(text: str) -> Told:
    """Return the game in a chapter of the rules."""
    listing = _LISTING.search(text)
    assert listing is not None
    head, _, events = listing[1].partition("\n\n")
    steps: list[list[str]] = [[]]
    for line in events.splitlines():
        if _BEGINS.match(line):
            steps.append([])
        steps[-1].append(line.strip())
    command = re.search(r"^```sh\n(.*)$", text, re.MULTILINE)
    return Told(
        tuple(head.splitlines()),
        tuple(tuple(step) for step in steps if step),
        command[1] if command else "",
    )
