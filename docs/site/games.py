"""The games: a page for each with its rules, one game told step by step, and the questions about it."""

from collections.abc import Sequence

from docs.site import prose
from docs.site import replays as viewer
from docs.site.page import Entry, Page, Part
from docs.site.templates import render
from reports import documents
from reports.templating import markup
from reports.words import capital


def part(entries: Sequence[Entry]) -> Part:
    """Return the pages of the games."""
    from sim.games import GAMES

    listed = [
        (
            name,
            game.title,
            f"{capital(documents.summary(game.summary))}.",
            [entry for entry in entries if entry.game == name],
        )
        for name, game in GAMES.items()
    ]
    index = render("pages/games.html.j2", listed=listed, replays=viewer.PATH)
    about = "War and its relatives: the rules of each game, and what has been asked about it."
    pages = [Page("games/", "Games", about, index, "games")]
    pages += [
        _page(name, title, summary, asked) for name, title, summary, asked in listed
    ]
    return Part(tuple(pages))


def _page(name: str, title: str, summary: str, asked: Sequence[Entry]) -> Page:
    document = f"rules/{name}.md"
    text = documents.document(document)
    _, chapters = documents.chapters(text)
    rest = "\n\n".join(f"## {chapter.title}\n\n{chapter.text}" for chapter in chapters)
    converted = prose.convert(rest, lambda link: documents.leads(document, link))
    body = render(
        "pages/game.html.j2",
        title=title,
        summary=summary,
        asked=asked,
        headings=[chapter for chapter in converted.headings if chapter.level == 2],
        rules=markup(converted.html),
        name=name,
    )
    return Page(
        f"games/{name}/", title, summary, body, "games", words=f"rules options {name}"
    )
