"""The catalogue of questions that warlab answers, from ``catalogue.toml``, the page of questions and the games."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from reports import documents
from reports.questions.language import data


@dataclass(frozen=True)
class Question:
    """A question with its command and its known answer ("" if there is none)."""

    words: str
    command: str
    game: str = "war"
    topic: str = ""
    under: str = ""
    plays: dict[str, str] | None = None
    answer: str = ""
    cases: Sequence[dict[str, str]] = ()
    near: bool = False


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions."""
    content = data("catalogue.toml")
    _, chapters = documents.chapters(documents.document("questions.md"))
    answers = {"": ""} | {chapter.title: _answer(chapter) for chapter in chapters}
    read = [
        Question(**entry, answer=known or answers[page])
        for entry in map(dict, content["question"])
        for page, known in [(entry.pop("page", ""), entry.pop("known", ""))]
    ]
    return (
        *read,
        *(
            Question(f"What are the rules of {title}?", f"warlab games {name}", name)
            for name, title in content["titles"].items()
        ),
    )


def _answer(chapter: documents.Chapter) -> str:
    """Return the first paragraph of a chapter as plain text."""
    answer = documents.plain(" ".join(documents.first_paragraph(chapter.text).split()))
    # What introduces a table says nothing without it.
    return (
        answer.rpartition(". ")[0] + "."
        if answer.endswith(":") and ". " in answer
        else answer
    )
