"""The questions that warlab has an answer to, and those of them that are closest to some words.

They come from the page of questions (``docs/questions.md``), from the bundled scenarios, from the answers that are
known exactly, and from the rules of the games. Each has the command that answers it.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from pathlib import Path

from reports import documents

LEAST = 0.34
"""A question that shares less than this part of the words asked, weighted by how rare they are, is not close."""

_PAGE = "questions.md"
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")

EXACT = (
    ("What are the exact odds of Casino War?", "warlab exact casino-war"),
    (
        "What does an evening at the casino cost, exactly, and how likely is ruin?",
        "warlab exact casino-war -r bankroll=100 -r hands=200",
    ),
    ("How does every deal of a small deck of War end?", "warlab exact war --ranks 3 --copies 2"),
    ("How likely is a tie in the first battle, and another tie after it?", "warlab exact first-ties"),
    ("How likely is it to win all of the first 26 battles, a sweep?", "warlab exact sweep"),
    ("What is the chance to win War with few cards, as a gambler's ruin?", "warlab exact ruin"),
    ("What should I bid in GOPS (Goofspiel)?", "warlab solve gops --cards 5"),
    ("Which card should I play first in WarGops?", "warlab solve wargops --ranks 5"),
)
"""What is known exactly, with the command that computes it within seconds."""

_COMMON = frozenset(
    _WORD.findall(
        """
        a about all an and any are as at be by can do does for from get had has have how i if in is it its many me much
        my of on or so some than that the their them there they this to was what when which who whom with would you your
        """
    )
)
"""Words that nearly every question has."""

_ALIKE = {
    alike: word
    for word, many in {
        "long": "last length longer longest duration minute hour time take",
        "short": "shorter shortest",
        "ever": "forever endless infinite cycle repeat",
        "likely": "chance odd probability probable often likelihood frequent",
        "order": "pickup pick",
        "player": "people person",
        "strategy": "policy policies tactic way",
        "best": "better good",
        "bid": "bidding",
        "favourite": "favour favored favorite",
        "shuffle": "random",
        "tie": "tied",
        "1": "one",
        "2": "two",
        "3": "three",
        "4": "four",
        "5": "five",
        "6": "six",
    }.items()
    for alike in many.split()
}
"""Words that ask for the same, by the one that stands for them."""

_PLACES = {"words": 1.0, "title": 1.0, "command": 0.6, "answer": 0.3}
"""What it counts to find a word in the question itself, in its title, in its command, or in its answer."""


@dataclass(frozen=True)
class Question:
    """A question with its answer."""

    words: str  # the question, as a person asks it
    command: str  # what answers it, as it is typed
    title: str = ""  # the same in short; may be empty
    answer: str = ""  # the beginning of a written answer, as plain text; "" if there is none

    @property
    def scenario(self) -> str:
        """The bundled scenario that answers it; "" if something else does."""
        program = self.command.split()
        return program[2] if program[:2] == ["warlab", "run"] else ""


@dataclass(frozen=True)
class Found:
    """A question that is close to some words."""

    question: Question  # the question
    score: float  # from 0 to about 1: the part of the words that it shares, weighted by how rare they are


@cache
def questions() -> tuple[Question, ...]:
    """Return all questions: first those of the page of questions, in its order."""
    return (*_of_the_page(), *_of_scenarios(), *_exact(), *_of_games())


def page() -> Path:
    """Return the page of questions: in the wheel, else beside the package."""
    inside = Path(__file__).parent / "_docs" / _PAGE
    return inside if inside.is_file() else Path(__file__).parents[1] / "docs" / _PAGE


def nearest(asked: str, most: int = 5) -> list[Found]:
    """Return the questions that are closest to some words, the closest first.

    >>> nearest("gets swept 26:0")[0].question.command
    'warlab exact sweep'
    >>> nearest("xyzzy")
    []
    """
    # Words count by how few questions have them; endings are cut off, words that ask for the same are taken
    # for the same, and a word that no question has is taken for the one that is spelt most like it. Of
    # questions with the same command only the closest is returned.
    index = _index()
    wanted = {_ALIKE.get(known, known) for word in stems(asked) for known in [_known(word, index.spelt)]}
    total = sum(index.weight(word) for word in wanted)
    if not total:
        return []
    scored = (
        Found(question, _score(index, places, wanted, total))
        for question, places in zip(questions(), index.places, strict=True)
    )
    ranked = sorted((one for one in scored if one.score >= LEAST), key=lambda one: -one.score)
    first: dict[str, Found] = {}
    for one in ranked:
        first.setdefault(one.question.command, one)
    return list(first.values())[:most]


def stems(text: str) -> list[str]:
    """Return the words of a text that say what it is about, without their endings.

    >>> stems("How likely are double or triple wars?"), stems("What does bidding the prize's value win?")
    (['likely', 'double', 'triple', 'war'], ['bid', 'prize', 'value', 'win'])
    """
    words = (word for word in _WORD.findall(text.lower()) if word not in _COMMON)
    return [_ALIKE.get(word) or _ALIKE.get(_stem(word), _stem(word)) for word in words]


def _stem(word: str) -> str:
    """Return a word without the commonest endings."""
    word = re.sub(r"['’]\w*$", "", word)
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            cut = word.removesuffix(ending) + instead
            # Bidding, running: the doubled consonant belongs to the ending.
            doubled = ending in ("ing", "ed") and cut[-1] == cut[-2] and cut[-1] not in "lsz"
            return cut[:-1] if doubled else cut
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@dataclass(frozen=True)
class _Index:
    """The words of every question by the place where they stand, and what each word counts."""

    places: tuple[dict[str, frozenset[str]], ...]
    weights: dict[str, float]

    @cached_property
    def spelt(self) -> tuple[str, ...]:
        """The words that a misspelt one can be taken for."""
        return (*self.weights, *_ALIKE)

    def weight(self, word: str) -> float:
        # A word that no question has counts like the rarest, so that what shares only the other words is less close.
        return self.weights.get(word, max(self.weights.values()))


@cache
def _index() -> _Index:
    known = questions()
    places = tuple(
        {place: frozenset(stems(getattr(question, place))) for place in _PLACES} for question in known
    )
    counts: dict[str, int] = {}
    for one in places:
        for word in one["words"] | one["title"] | one["command"]:
            counts[word] = counts.get(word, 0) + 1
    for one in places:
        for word in one["answer"]:
            counts.setdefault(word, 1)
    return _Index(places, {word: math.log(1 + len(known) / count) for word, count in counts.items()})


def _known(word: str, known: Sequence[str]) -> str:
    """Return a word, or the known one that it is probably a slip of."""
    near = () if word in known or len(word) < 4 else get_close_matches(word, known, n=1, cutoff=0.8)
    return near[0] if near else word


def _score(index: _Index, places: dict[str, frozenset[str]], wanted: set[str], total: float) -> float:
    shared = sum(
        index.weight(word) * max(factor for place, factor in _PLACES.items() if word in places[place])
        for word in wanted
        if any(word in places[place] for place in _PLACES)
    )
    # Of questions that have all the words, the one with the fewest others is the closest.
    return shared / total + 0.1 * max(_covered(index, places[name], wanted) for name in ("words", "title"))


def _covered(index: _Index, own: frozenset[str], wanted: set[str]) -> float:
    """Return the part of a question's own words that were asked for."""
    all_of_them = sum(map(index.weight, own))
    return sum(map(index.weight, wanted & own)) / all_of_them if own else 0.0


def _of_the_page() -> Iterator[Question]:
    """Yield the headings of the page of questions, with the first paragraph below and the first command."""
    _, chapters = documents.chapters(page().read_text(encoding="utf-8"))
    for chapter in chapters:
        commands = [
            line.partition(" #")[0].strip() for line in chapter.commands if line.startswith("warlab ")
        ]
        if commands:
            yield Question(chapter.title, commands[0], answer=_answer(chapter))


def _answer(chapter: documents.Chapter) -> str:
    """Return the first paragraph of a chapter as plain text."""
    answer = documents.plain(" ".join(documents.first_paragraph(chapter.text).split()))
    # What introduces a table says nothing without it.
    return answer.rpartition(". ")[0] + "." if answer.endswith(":") and ". " in answer else answer


def _of_scenarios() -> Iterator[Question]:
    from sim.scenario.shipped import shipped_scenarios

    for name, path in shipped_scenarios().items():
        # Only these two lines are wanted, and to check all the scenarios takes seconds.
        scenario = tomllib.loads(path.read_text(encoding="utf-8"))
        yield Question(scenario["question"], f"warlab run {name}", scenario["title"])


def _exact() -> Iterator[Question]:
    yield from (Question(words, command) for words, command in EXACT)


def _of_games() -> Iterator[Question]:
    from sim.games import GAMES

    for name, game in GAMES.items():
        yield Question(f"What are the rules of {game.title}?", f"warlab games {name}")
