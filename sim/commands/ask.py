"""``warlab ask``: the questions of the catalogue that are closest to somebody's words."""

from typing import Annotated

from reports.questions import Found, closest
from reports.questions.catalogue import covered
from sim.commands.options import argument
from sim.commands.printed import printed
from sim.contract.answer import Answer, Block, Bullets, Command, Paragraph

KEPT = (
    "A figure here is rounded and kept without its interval. Unless it is called exact, "
    "or is what warlab exact or warlab solve prints, it is simulated."
)
UNREAD = "Numbers and rules in your words are not read: set them as rules (-r)."
"""What a reader must know about answers that were kept beforehand."""


@printed("json")
def ask(
    words: Annotated[
        list[str],
        argument("Your question: how long does war last.", "WORDS"),
    ],
) -> Answer:
    """Run ``warlab ask``."""
    return answer_to(" ".join(words))


def answer_to(asked: str) -> Answer:
    """The questions closest to somebody's words, with their kept answers.

    Parameters
    ----------
    asked
        What somebody typed.

    Returns
    -------
    Answer
        Up to three questions, or what is covered if none is close.
    """
    found = closest(asked)
    data = {
        "asked": asked,
        "status": "closest" if found else "not covered",
        "answers": list(map(_plain, found)),
        "covered": covered(),
    }
    if not found:
        return Answer(
            headline="Not covered: no question here is close to that. What is covered:",
            blocks=(Bullets(tuple(covered())),),
            data=data,
        )
    blocks = [
        block
        for number, match in enumerate(found, 1)
        for block in _blocks(number, match)
    ]
    return Answer(
        headline="The closest questions:",
        blocks=(*blocks, Paragraph(KEPT), Paragraph(UNREAD)),
        data=data,
    )


def _blocks(number: int, match: Found) -> list[Block]:
    question = match.question
    return [
        Paragraph(f"{number}. {question.question}"),
        Paragraph(question.answer),
        Paragraph(f"Rules: {question.rules}."),
        Command(question.command),
    ]


def _plain(match: Found) -> dict[str, object]:
    question = match.question
    return {
        "question": question.question,
        "answer": question.answer,
        "rules": question.rules,
        "command": question.command,
        "score": round(match.score, 2),
    }
