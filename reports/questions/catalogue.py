"""The catalogue of questions that warlab answers, from ``catalogue.toml``, the page of questions and the games."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from reports import documents
from reports.questions.language import data


@dataclass(frozen=True)
class Question:
    """A question with its command, its known answer ("" if there is none), and the ways in which people ask it."""

    words: str
    command: str
    game: str = "war"
    under: str = ""
    answer: str = ""
    asked: tuple[str, ...] = ()
    cases: tuple[dict[str, str], ...] = ()
    near: bool = False


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions."""
    from sim.games import GAMES

    answers = _answers()
    known = ("words", "command", "game", "under", "near")
    read = [
        Question(
            **{name: entry[name] for name in known if name in entry},
            answer=entry.get("known", "") or (answers[entry["page"]] if "page" in entry else ""),
            asked=tuple(entry["asked"]),
            cases=tuple(entry.get("cases", ())),
        )
        for entry in data("catalogue.toml")["question"]
    ]
    rules = ("ofrules", "what are the rules", "ofrules this game", "how to set up", "rules")
    return (
        *read,
        *(
            Question(f"What are the rules of {game.title}?", f"warlab games {name}", name, asked=rules)
            for name, game in GAMES.items()
        ),
    )


def page() -> Path:
    """Return the page of questions."""
    return documents.directory() / "questions.md"


def _answers() -> dict[str, str]:
    """Return the first paragraph of every chapter of the page of questions, as plain text."""
    _, chapters = documents.chapters(page().read_text(encoding="utf-8"))
    return {chapter.title: _answer(chapter) for chapter in chapters}


def _answer(chapter: documents.Chapter) -> str:
    answer = documents.plain(" ".join(documents.first_paragraph(chapter.text).split()))
    # What introduces a table says nothing without it.
    return answer.rpartition(". ")[0] + "." if answer.endswith(":") and ". " in answer else answer
