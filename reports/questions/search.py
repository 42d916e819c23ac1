"""The search for the questions of the catalogue that are closest to somebody's words.

SQLite's full-text index has a row for each wording and ranks rows by BM25, a score that
counts rare words more than common ones. Words are compared by their stems, as SQLite's
own Porter stemmer gives them.
"""

import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from reports.questions.catalogue import Question, elsewhere, names, questions
from sim.contract.vocabulary import number_word
from sim.errors import UserError

CLOSEST = 3
"""The most questions that are found."""

COVERED = 12.5
"""The least score of the closest question. Of 870 questions that are covered, 2 % score
less, and so does half of the questions about something else."""

FURTHER = 0.7
"""What a question's next best wording adds to its score, as a share of the one
before."""

UNNAMED = 0.5
"""What is left of the score of a question about another game than War that is not
named."""


@dataclass(frozen=True, slots=True)
class Found:
    """A question of the catalogue and how close it is.

    Attributes
    ----------
    question
        The question.
    score
        The BM25 score of its best wording, and a part of those of the next ones.
    """

    question: Question
    score: float


def closest(asked: str) -> list[Found]:
    """The questions that are closest to somebody's words, the closest first.

    Parameters
    ----------
    asked
        What somebody typed.

    Returns
    -------
    list of Found
        At most three questions. If a game other than War is named, all are about it.
        If War or none is named, questions about other games count less, and there are
        none if no question is close. There are none either if the words name a game
        that warlab does not play.
    """
    words = _words(asked)
    if any(_has(words, _words(name)) for name in elsewhere()):
        return []
    game, name = _named(words)
    if game != "war":
        words = [word for word in words if word not in name]
    found = _scored(words)
    if game not in ("", "war"):
        found = [match for match in found if match.question.game == game]
    else:
        if max(match.score for match in found) < COVERED:
            return []
        found = [_unnamed(match) for match in found]
    return sorted(found, key=lambda match: -match.score)[:CLOSEST]


def _unnamed(match: Found) -> Found:
    """A question when no game but War is named: it is probably about War."""
    return (
        match
        if match.question.game == "war"
        else replace(match, score=UNNAMED * match.score)
    )


def _scored(words: Sequence[str]) -> list[Found]:
    """All questions with their scores."""
    either = " OR ".join(f'"{word}"' for word in dict.fromkeys(words))
    rows = _index().execute(
        "SELECT question, bm25(wordings) FROM wordings"
        " WHERE wordings MATCH ? ORDER BY bm25(wordings)",
        [either or '""'],
    )
    scores = [0.0] * len(questions())
    shares = [1.0] * len(questions())
    for place, rank in rows:
        # SQLite's rank is negative, the best row's the least.
        scores[place] -= shares[place] * rank
        shares[place] *= FURTHER
    return list(map(Found, questions(), scores))


@cache
def _index() -> sqlite3.Connection:
    """The full-text index of all wordings, in memory."""
    index = sqlite3.connect(
        ":memory:",
        # Calls of an assistant come from several threads; SQLite locks the index.
        check_same_thread=False,
    )
    try:
        index.execute(
            "CREATE VIRTUAL TABLE wordings"
            " USING fts5(words, question UNINDEXED, tokenize = 'porter')"
        )
    except sqlite3.OperationalError:
        raise UserError(
            "Python's SQLite has no full-text search (FTS5)",
            where="warlab ask",
            cure="take a Python whose sqlite3 has it, or read docs/questions.md",
        ) from None
    index.executemany(
        "INSERT INTO wordings VALUES (?, ?)",
        [
            (" ".join(_words(wording)), place)
            for place, question in enumerate(questions())
            for wording in (question.question, *question.wordings)
        ],
    )
    return index


def _named(words: Sequence[str]) -> tuple[str, list[str]]:
    """The game with the longest name in some words, and the words of that name."""
    listed = [(game, _words(name)) for game, known in names().items() for name in known]
    found = [(game, name) for game, name in listed if _has(words, name)]
    return max(found, key=lambda named: len(named[1]), default=("", []))


def _has(words: Sequence[str], name: Sequence[str]) -> bool:
    return f" {' '.join(name)} " in f" {' '.join(words)} "


def _words(text: str) -> list[str]:
    """The words of a text; numbers up to nine are spelled, and all others are alike."""
    plain = text.lower().replace("’", "'").replace("forever", "for ever")
    plain = re.sub(r"'s\b|'|(?<=\d),(?=\d)", "", plain)
    return [
        _spelled(word) if word.isdecimal() else word
        for word in re.findall(r"[^\W_]+", plain)
    ]


def _spelled(digits: str) -> str:
    # Python refuses to read a number of thousands of digits.
    digits = digits.lstrip("0")
    return number_word(int(digits or "0")) if len(digits) < 2 else "number"
