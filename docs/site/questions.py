"""The questions: a page for each one that people ask, and the list of them and of the scenarios' own."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt

from docs.site import prose
from docs.site.frame import Files, page, render
from reports.documents import document
from reports.templating import markup
from sim.games import GAMES
from sim.scenario import load_scenario

DOCUMENT = "questions.md"

LEAST = 45
"""The fewest letters of an answer in one line: a shorter sentence takes the next one along."""

_RUN = re.compile(r"warlab run ([\w-]+)")
_PLAY = re.compile(r"warlab (?:play|replay|solve|exact) ([\w-]+)")
_CHAPTER = re.compile(r"^## +(.+)$", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+(?=[A-Z0-9])")
_INTERVAL = re.compile(r" \([\d.,–−%\s]+(?:[a-z ]+)?\)")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A question that people ask.

    Attributes
    ----------
    title
        The question.
    text
        The Markdown of its answer.
    """

    title: str
    text: str

    @property
    def place(self) -> str:
        """The place of the question: what follows the ``#`` of a link to it."""
        return re.sub(r"[^\w\- ]", "", self.title.lower()).strip().replace(" ", "-")

    @property
    def commands(self) -> tuple[str, ...]:
        """The commands of the answer: the lines of all listings for a shell."""
        listings = re.findall(
            r"^```sh\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE
        )
        return tuple(line for listing in listings for line in listing.splitlines())

    @property
    def sentences(self) -> list[str]:
        """The sentences of the answer's first paragraph, as plain text."""
        tokens = MarkdownIt().parse(self.text)
        words = next(token for token in tokens if token.type == "inline").children or ()
        # The end of a line has no content.
        plain = "".join(word.content or " " for word in words if word.nesting == 0)
        return _SENTENCE_END.split(plain)


@dataclass(frozen=True, slots=True)
class Entry:
    """A question with its answer in one line.

    Attributes
    ----------
    question, answer
        In plain words.
    path
        The page with the whole answer.
    game
        The name of the game that it is about.
    """

    question: str
    answer: str
    path: str
    game: str


def chapters() -> tuple[Chapter, ...]:
    """The questions that people ask, from the document that answers them."""
    _, *parts = _CHAPTER.split(document(DOCUMENT))
    return tuple(map(Chapter, parts[::2], parts[1::2]))


def asked() -> list[Entry]:
    """The lines of the questions that people ask."""
    entries = []
    for chapter in chapters():
        answer = in_one_line(chapter)
        path = f"questions/{chapter.place}.html"
        game = game_of(chapter.commands)
        entries.append(Entry(chapter.title, answer, path, game))
    return entries


def in_one_line(chapter: Chapter) -> str:
    """The answer of a chapter in a sentence or two, without intervals."""
    answer, *more = chapter.sentences
    if len(answer) < LEAST and more:
        answer = f"{answer} {more[0]}"
    return _INTERVAL.sub("", answer)


def listed(reports: Sequence[Entry]) -> list[Entry]:
    """All questions: those that people ask, and of the reports those that none of them leads to."""
    behind = {path for chapter in chapters() for path in _reports(chapter)}
    return [*asked(), *(entry for entry in reports if entry.path not in behind)]


def pages(reports: Sequence[Entry]) -> Files:
    """The list of all questions, and a page for each that people ask."""
    entries = listed(reports)
    by_game = {
        game.title: [entry for entry in entries if entry.game == name]
        for name, game in GAMES.items()
    }
    files = page(
        "questions.html",
        "Questions",
        "All questions with their answers in one line.",
        render("pages/questions.html.j2", by_game=by_game),
        scripts=("filter.js",),
    )
    return files | _answers({entry.path: entry for entry in reports})


def _answers(reports: Mapping[str, Entry]) -> Files:
    """A page for each question that people ask."""
    files: Files = {}
    for entry, chapter in zip(asked(), chapters(), strict=True):
        body = render(
            "pages/question.html.j2",
            entry=entry,
            answer=markup(prose.convert(chapter.text, DOCUMENT)),
            reports=[reports[path] for path in _reports(chapter) if path in reports],
        )
        files |= page(
            entry.path, entry.question, entry.answer, body, section="questions.html"
        )
    return files


def _reports(chapter: Chapter) -> list[str]:
    """The pages of the reports behind an answer."""
    names = _RUN.findall("\n".join(chapter.commands))
    return [f"questions/{name}.html" for name in dict.fromkeys(names)]


def game_of(commands: Sequence[str]) -> str:
    """The game that some commands play, in the first line that names one."""
    for command in commands:
        played = [name for name in _PLAY.findall(command) if name in GAMES]
        played += [load_scenario(name).game for name in _RUN.findall(command)]
        if played:
            return str(played[0])
    return "war"
