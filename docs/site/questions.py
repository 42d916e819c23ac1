"""The questions: a page for each one that people ask, and the one list of them and of the scenarios' own."""

import re
from collections.abc import Mapping, Sequence

from docs.site import pictures, prose
from docs.site.page import Asset, Entry, Page, Part
from docs.site.templates import render
from reports import documents
from reports.templating import markup

_RUN = re.compile(r"warlab run ([\w-]+)")
_PLAY = re.compile(r"warlab (?:play|replay|solve|exact) ([\w-]+)")
_INTERVAL = re.compile(r" \([\d.,–−%\s]+(?:[a-z ]+)?\)")

LEAST = 45
"""The fewest letters of an answer in one line: a shorter sentence takes the next one along."""


def asked() -> tuple[Entry, ...]:
    """Return the questions that people ask, from the document that answers them."""
    _, chapters = documents.chapters(documents.document("questions.md"))
    return tuple(
        Entry(
            chapter.title,
            answer,
            f"questions/{chapter.place}/",
            _game_of(chapter.commands),
            pictures.of_chapter(chapter.text, answer),
        )
        for chapter, answer in zip(chapters, map(in_one_line, chapters), strict=True)
    )


def in_one_line(chapter: documents.Chapter) -> str:
    """Return the answer of a chapter in a sentence or two, without intervals."""
    rest = documents.plain(" ".join(documents.first_paragraph(chapter.text).split()))
    said = ""
    while rest and len(said) < LEAST:
        sentence = documents.first_sentence(rest)
        if said and not sentence.endswith((".", "!", "?")):
            break
        said = f"{said} {sentence}".strip()
        rest = rest[len(sentence) :].strip()
    return _INTERVAL.sub("", said)


def listed(reports: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return all questions: those that people ask, and of the reports those that none of them leads to."""
    _, chapters = documents.chapters(documents.document("questions.md"))
    led = {path for chapter in chapters for path in _reports(chapter)}
    return (*asked(), *(entry for entry in reports if entry.path not in led))


def part(reports: Sequence[Entry]) -> Part:
    """Return the list of all questions, and a page for each that people ask."""
    by_path = {entry.path: entry for entry in reports}
    answers = _answers(by_path)
    cards = [
        Asset(page.card, pictures.card(entry.question, entry.answer, entry.picture))
        for page, entry in zip(answers, asked(), strict=True)
    ]
    return Part((_index(listed(reports)), *answers), tuple(cards))


def _index(entries: Sequence[Entry]) -> Page:
    from sim.games import GAMES

    by_game = {
        game.title: [entry for entry in entries if entry.game == name]
        for name, game in GAMES.items()
    }
    body = render(
        "pages/questions.html.j2",
        by_game={title: own for title, own in by_game.items() if own},
    )
    return Page(
        "questions/",
        "Questions",
        "All questions with their answers in one line.",
        body,
        "questions",
    )


def _reports(chapter: documents.Chapter) -> list[str]:
    """Return the pages of the reports behind an answer."""
    named = [
        f"questions/{name}/"
        for command in chapter.commands
        for name in _RUN.findall(command)
    ]
    return list(dict.fromkeys(named))


def _answers(reports: Mapping[str, Entry]) -> list[Page]:
    """Return a page for each question that people ask."""
    pages = []
    _, chapters = documents.chapters(documents.document("questions.md"))
    entries = asked()
    for place, (entry, chapter) in enumerate(zip(entries, chapters, strict=True)):
        told = prose.convert(
            chapter.text, lambda link: documents.leads("questions.md", link)
        )
        body = render(
            "pages/question.html.j2",
            entry=entry,
            told=markup(told.html),
            reports=[reports[path] for path in _reports(chapter) if path in reports],
            before=entries[place - 1] if place else None,
            after=entries[place + 1] if place + 1 < len(entries) else None,
        )
        card = f"assets/cards/{chapter.place}.jpg"
        pages.append(
            Page(entry.path, entry.question, entry.answer, body, "questions", card=card)
        )
    return pages


def _game_of(commands: tuple[str, ...]) -> str:
    """Return the game that some commands play, in the first line that names one."""
    from sim.games import GAMES
    from sim.scenario import load_scenario

    for command in commands:
        for name in _PLAY.findall(command):
            if name in GAMES:
                return str(name)
        for name in _RUN.findall(command):
            return load_scenario(name).game
    return "war"
