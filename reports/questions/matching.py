"""The matching of a question as somebody typed it with the catalogue.

A question is a set of ideas (:mod:`reports.questions.language`). Ideas count by how few questions have them, and two
sets are as close as their common weight is large: Dice's measure. Of the phrasings of a question the closest counts.
"""

import math
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache

from reports.questions import language, options
from reports.questions.catalogue import Question, questions

CLEAR = 0.76  # the least score of a clear hit
AHEAD = 0.06  # the least lead of a clear hit over the next question
CLOSE = 0.35  # the least score of a question that is worth naming

WITH_NUMBER = 0.25
"""What it adds to the score of a question, up to 0.9, if it is asked with a number that one of its cases takes."""

UNKNOWN = 0.6  # how much a word counts that no question has, as a part of the rarest one's weight
OTHER_GAME = 0.75  # the factor of a question about another game than War where the words name no game
MOST = 5  # the most questions that are named


@dataclass(frozen=True)
class Match:
    """A question of the catalogue, the command with the rules that were named, and the score from 0 to 1."""

    question: str
    command: str
    answer: str
    score: float


@dataclass(frozen=True)
class Asked:
    """What somebody's question means."""

    # ``status`` is "answered" (one question is clearly meant), "closest" or "not covered"; ``rules`` are the
    # options that the words name, ``says`` the same in words, and ``notes`` what cannot be done as asked,
    # each a sentence.

    asked: str
    status: str
    rules: dict[str, object] = field(default_factory=dict)
    says: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    answers: tuple[Match, ...] = ()


def understand(asked: str) -> Asked:
    """Return what a question in somebody's own words means."""
    foreign = language.language_of(asked)
    if foreign:
        note = f"this seems to be {foreign}; please ask in English"
        return Asked(asked, "not covered", notes=(note,))
    text = language.plain(asked)
    game = language.words().games.first(text)
    elsewhere = language.words().elsewhere.search(text)
    if elsewhere and game in ("", "war"):
        return Asked(asked, "not covered", notes=(f"{elsewhere.group(0)} is not among the games here",))
    if not game:
        # "House edge with 8 decks" can only be about Casino War, and so are the decks; "is war solved" is about War.
        guessed = next((question.game for _, question in _ranked(text, "")), "war")
        of_war = "war" in text.split() and "war" not in guessed
        game = "" if guessed == "war" else "war" if of_war else guessed
    named = options.named(text, game or "war")
    rest = language.without_game(named.rest, game)
    if named.values:
        # The rules that it names may be its subject, unless without them it is the same question, which takes rules.
        text_only = language.without_game(text, game)
        whole, left = _ranked(text_only, game)[:1], _ranked(rest, game)[:1]
        same = [question for _, question in left if question.under] == [question for _, question in whole]
        may_be = options.compares(text) or (left and whole[:1] and whole[0][0] > left[0][0])
        if may_be and whole and (not left or (whole[0][0] >= CLEAR and not same)):
            named, rest = options.Named(beyond=named.beyond), text_only
    ranked = _ranked(rest, game)
    usual = next(question for question in questions() if question.game == (game or "war"))
    if not language.ideas(rest) and (game or named.values):
        # Only a game or rules are named: what is asked first about them.
        ranked = _ranked(language.without_game(language.plain(usual.words), game), game)
    elif (named.values and not options.compares(text) and (not ranked or ranked[0][0] < CLEAR)) or (
        game not in ("", "war") and not ranked
    ):
        # Little more than the rules or the game is understood.
        ranked = [(max([CLOSE, *(score for score, _ in ranked)]), usual), *ranked]
    # A number that an option has taken is not also that of a case.
    return _read(asked, named.rest if named.values else text, named, ranked)


def _read(asked: str, text: str, named: options.Named, ranked: list[tuple[float, Question]]) -> Asked:
    """Return the meaning of a question whose neighbours in the catalogue are known."""
    matches: dict[str, Match] = {}
    notes = list(named.beyond)
    for score, question in ranked:
        match = _match(score, question, text, named)
        matches.setdefault(match.command, match)
    answers = tuple(matches.values())[:MOST]
    if not answers:
        return Asked(asked, "not covered", notes=tuple(notes))
    first = ranked[0][1]
    if named.values and not first.under and not _case(first, text):
        notes.append(f"the answer is for the usual rules, not {' and '.join(named.says)}")
    clear = answers[0].score >= CLEAR and not first.near and not notes
    clear = clear and (len(answers) == 1 or answers[0].score - answers[1].score >= AHEAD)
    return Asked(
        asked,
        "answered" if clear else "closest",
        {option: _typed(value) for option, value in named.values.items()},
        named.says,
        tuple(notes),
        answers,
    )


def _match(score: float, question: Question, text: str, named: options.Named) -> Match:
    """Return a question with the rules and numbers of what was asked."""
    case = _case(question, text)
    template, words, answer = question.command, question.words, question.answer
    if case:
        pattern, numbers = case
        template, words = options.filled(pattern["command"], numbers), options.said(pattern["words"], numbers)
        answer = ""
    elif named.values and question.under:
        template, answer = question.under, ""
    # As ``warlab play`` takes options, and as ``warlab exact`` and ``warlab solve`` do.
    rules = "".join(f" -r {option}={value}" for option, value in named.values.items())
    settings = "".join(
        f" --{option.replace('_', '-')}" + ("" if value == "true" else f" {value}")
        for option, value in named.values.items()
    )
    command = template.replace("{rules}", rules).replace("{options}", settings)
    return Match(words, command, answer, round(score, 3))


def _case(question: Question, text: str) -> tuple[dict[str, str], re.Match[str]] | None:
    """Return the case of a question whose number somebody named."""
    for case in question.cases:
        if numbers := re.search(case["pattern"], text):
            return case, numbers
    return None


def _typed(value: str) -> object:
    """Return an option's value as a program has it."""
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isdigit() else value


def _ranked(text: str, game: str) -> list[tuple[float, Question]]:
    """Return the questions that are close to a plain text, the closest first."""
    index = _index()
    asked = language.ideas(text, frozenset(index.weights))
    total = index.weight(asked)
    scored = []
    for question, phrasings in index.questions:
        if game and question.game != game:
            continue
        factor = 1.0 if game or question.game == "war" else OTHER_GAME
        best = max(
            2 * index.weight(asked & phrasing) / (total + index.weight(phrasing)) for phrasing in phrasings
        )
        if best + WITH_NUMBER >= CLOSE and best < 0.9 and _case(question, text):
            best = min(0.9, best + WITH_NUMBER)
        if factor * best >= CLOSE:
            scored.append((factor * best, question))
    return sorted(scored, key=lambda pair: -pair[0])


@dataclass(frozen=True)
class _Index:
    """The phrasings of every question as ideas, and how much each idea counts."""

    questions: tuple[tuple[Question, tuple[frozenset[str], ...]], ...]
    weights: dict[str, float]
    unknown: float  # the weight of an idea that no question has

    def weight(self, ideas: frozenset[str]) -> float:
        return sum(self.weights.get(idea, self.unknown) for idea in ideas)


@cache
def _index() -> _Index:
    read = tuple((question, _phrasings(question)) for question in questions())
    counts = Counter(idea for _, phrasings in read for idea in frozenset().union(*phrasings))
    weights = {idea: math.log(1 + len(read) / count) for idea, count in counts.items()}
    return _Index(read, weights, UNKNOWN * max(weights.values()))


def _phrasings(question: Question) -> tuple[frozenset[str], ...]:
    """Return the ways in which a question is asked, each as its ideas."""
    phrasings = (language.plain(words) for words in (question.words, *question.asked))
    return tuple(
        filter(None, (language.ideas(language.without_game(each, question.game)) for each in phrasings))
    )
