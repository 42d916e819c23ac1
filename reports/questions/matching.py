"""The matching of a question as somebody typed it with the catalogue.

What is asked is a set of features (:mod:`reports.questions.language`). How much each speaks for each question was
learned from the phrasings of the catalogue (``python -m docs.phrasings``) and is kept in ``learned.json``.
"""

import json
import math
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from reports.questions import language, options
from reports.questions.catalogue import Question, questions

LEARNED = Path(__file__).parent / "learned.json"

CLEAR = 0.6  # the least score of a clear hit
AHEAD = 0.35  # the least lead of a clear hit over the next question
WEAK = 0.3  # what is scored less is hardly understood
CLOSE = 0.2  # the least score of the best question
BEYOND = 0.1  # the least lead of a question about a game that is named over those that no game answers

TAKES = 0.15  # what it adds to the score of a question that its command takes the rules that are named
WITH_NUMBER = 0.2  # what it adds to the score of a question that one of its cases takes a number in it
FAR = 0.1  # the least score of a question that is named, as a part of the best one's
ADDED = (
    "cards_up",
    "compare",
)  # rules of cards that are added: what is exact is about single cards
SESSION = (
    "bankroll",
    "stake",
    "hands",
)  # rules of a session at the casino: only some questions take them
SHORTEST = 4  # the fewest letters of a word that means something though it is not known
MOST = 5  # the most questions that are named
USUAL = {
    "26",
    "50",
    "52",
}  # numbers that say nothing: an even chance, the usual pack and its halves
FEW = 5  # smaller numbers may be part of the subject: three wars in a row
CONDITION = re.compile(
    r"\b(?:if|where|except|instead|variant|unless)\b(?!.*\bjokers?\b).+"
)


@dataclass(frozen=True)
class Match:
    """A question of the catalogue, the command with the rules that were named, and the score from 0 to 1."""

    question: str
    command: str
    answer: str
    score: float
    under_all: bool = True  # whether the command takes all rules that were named


@dataclass(frozen=True)
class Asked:
    """What somebody's question means."""

    # ``status`` is "answered" (one question is clearly meant), "closest" or "not covered", with what comes
    # nearest; ``rules`` are the options that the words name, ``says`` the same in words, and ``notes`` what
    # cannot be done as asked, each a sentence.

    asked: str
    status: str
    rules: dict[str, object] = field(default_factory=dict)
    says: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    answers: tuple[Match, ...] = ()


def understand(asked: str) -> Asked:
    """Return what a question in somebody's own words means."""
    if foreign := language.language_of(asked):
        return Asked(
            asked,
            "not covered",
            notes=(f"this seems to be {foreign}; please ask in English",),
        )
    text = language.plain(asked)
    elsewhere = language.words().elsewhere.search(text)
    text = language.mended(text, frozenset(_kept()["counts"]))
    game = language.words().games.first(text)
    if elsewhere and game in ("", "war"):
        return Asked(
            asked,
            "not covered",
            notes=(f"{elsewhere.group(0)} is not among the games here",),
        )
    if not game:
        # "House edge with 8 decks" can only be about Casino War, and so are the decks; "is war solved" is about War.
        guessed = next((question.game for _, question in _ranked(text, "")), "war")
        of_war = "war" in text.split() and "war" not in guessed
        game = "" if guessed == "war" else "war" if of_war else guessed
    named = options.named(text, game or "war")
    rest = language.without_game(named.rest, game)
    ranked = _ranked(rest, game)
    of_game = [question for question in questions() if question.game == (game or "war")]
    usual = next(
        (each for each in of_game if _under(each.under, named.values)[1]), of_game[0]
    )
    if named.values:
        # The rules that it names may be its subject, unless without them it is the same question, which takes rules.
        text_only = language.without_game(text, game)
        whole = _ranked(text_only, game)
        compared = options.COMPARES.search(text) is not None
        subject = compared or language.says_something(rest)
        if ranked and whole:
            same = ranked[0][1].under and ranked[0][1] == whole[0][1]
            subject = (
                whole[0][0] >= CLEAR and not same and (compared or ranked[0][0] < WEAK)
            )
        if whole and subject:
            rest, ranked = text_only, whole
            if whole[0][1] is not usual:
                named = options.Named(beyond=named.beyond, rest=rest)
    clear = bool(ranked and rest) and ranked[0][0] >= CLEAR
    if named.values:
        ranked = [
            (score + TAKES * _under(each.under, named.values)[1], each)
            for score, each in ranked
        ]
        ranked.sort(key=lambda pair: -pair[0])
    if not clear and not language.says_something(rest) and (game or named.values):
        # Only a game or rules are named: what is asked first about them.
        ranked = _ranked(language.without_game(language.plain(usual.words), game), game)
    elif not ranked and (named.values or game not in ("", "war")):
        # Little more than the rules or the game is understood.
        ranked = [(CLOSE, usual)]
    other_game = game not in ("", "war") and language.says_something(rest)
    least = max(WEAK, _scores(rest, "")[""] + BEYOND) if other_game else 0.0
    return _read(asked, named, ranked, least)


def _read(
    asked: str, named: options.Named, ranked: list[tuple[float, Question]], least: float
) -> Asked:
    """Return the meaning of a question whose neighbours are known, the best of them with at least such a score."""
    matches: dict[tuple[str, str], Match] = {}
    notes = list(named.beyond)
    for score, question in ranked:
        match = _match(score, question, named)
        matches.setdefault((match.command, match.answer), match)
    answers = tuple(matches.values())[:MOST]
    if not answers or ranked[0][0] < max(least, WEAK if notes else 0.0):
        return Asked(asked, "not covered", notes=tuple(notes), answers=answers)
    notes += _unread(ranked[0][1], named)
    if not answers[0].under_all:
        notes.append(
            f"the answer is for the usual rules, not {' and '.join(named.says)}"
        )
    lead = answers[0].score - (answers[1].score if len(answers) > 1 else 0.0)
    clear = (
        answers[0].score >= CLEAR
        and lead >= AHEAD
        and not ranked[0][1].near
        and not notes
    )
    return Asked(
        asked,
        "answered" if clear else "closest",
        {
            option: value == "true" or (int(value) if value.isdigit() else value)
            for option, value in named.values.items()
        },
        named.says,
        tuple(notes),
        answers,
    )


def _unread(question: Question, named: options.Named) -> list[str]:
    """Return notes on the numbers and the condition that a command does not take."""
    case = _case(question, named.rest)
    if "solve" in question.command or not (case or "{" in question.under):
        return []
    numbers = (
        [each for each in case[1].groups() if each and each.isdigit()] if case else []
    )
    others = (str(52 - int(each)) for each in numbers)
    of_question = language.plain(question.words).split()
    known = USUAL.union(numbers, others, of_question, named.values.values())
    told = {
        word: int(word)
        for word in named.rest.split()
        if word.isdigit() and word not in known
    }
    unread = [word for word, number in told.items() if number >= (2 if case else FEW)]
    if (
        not case
        and not named.values
        and "{rules}" in question.under
        and "hands=" not in question.under
    ):
        unread += CONDITION.findall(named.rest)
    return [f'"{each}" is not taken into account' for each in unread]


def _match(score: float, question: Question, named: options.Named) -> Match:
    """Return a question with the rules and numbers of what was asked."""
    # A number that an option has taken is not also that of a case.
    case = _case(question, named.rest)
    template, words, answer = question.command, question.words, question.answer
    values = {} if named.values == question.plays else named.values
    if case:
        pattern, numbers = case
        template, words = (
            options.filled(pattern["command"], numbers),
            options.said(pattern["words"], numbers),
        )
        answer = ""
    elif values and question.under:
        template, answer = question.under, ""
    command, under_all = _under(template, values)
    return Match(words, command, answer, round(min(1.0, score), 3), under_all)


def _under(template: str, values: dict[str, str]) -> tuple[str, bool]:
    """Return a command under the rules that were named, and whether it takes all of them."""
    rules, settings, under_all = "", "", True
    for option, value in values.items():
        place = rf"(?<= -r {option}=)\S+|(?<= --{option.replace('_', '-')} )\S+"
        template, already = re.subn(place, value, template)
        if not already:
            # What is solved or exact is for two players, as are hands that are told.
            of_more = "{rules}" in template and "hands=" not in template
            beyond = SESSION + ADDED * ("warlab exact" in template)
            takes = (
                of_more if option == "players" else "{" in template
            ) and option not in beyond
            under_all &= takes
            rules += f" -r {option}={value}" * takes
            settings += f" --{option.replace('_', '-')}" + (
                "" if value == "true" else f" {value}"
            )
    return template.replace("{rules}", rules).replace(
        "{options}", settings if under_all else ""
    ), under_all


def _case(question: Question, text: str) -> tuple[dict[str, str], re.Match[str]] | None:
    """Return the case of a question whose number somebody named."""
    found = ((case, re.search(case["pattern"], text)) for case in question.cases)
    return next(((case, numbers) for case, numbers in found if numbers), None)


def _ranked(text: str, game: str) -> list[tuple[float, Question]]:
    """Return the questions that are close to a plain text, the closest first."""
    by_words = _scores(text, game)
    asked = [
        each
        for each in questions()
        if each.words in by_words and game in ("", each.game)
    ]
    # A number is none of a game that nobody named.
    bonus = [
        WITH_NUMBER * (each.game in ("war", game) and _case(each, text) is not None)
        for each in asked
    ]
    scored = [
        (by_words[each.words] + more, each)
        for each, more in zip(asked, bonus, strict=True)
    ]
    scored.sort(key=lambda pair: -pair[0])
    best = scored[0][0]
    return [
        pair
        for pair in scored
        if pair[0] >= FAR * best and best >= max(CLOSE, by_words.get("", 0.0))
    ]


def _scores(text: str, game: str) -> dict[str, float]:
    """Return the scores of questions by their words; without a game, also of "", what no game answers."""
    kept, counts = _kept(), _kept()["counts"]
    group = kept["groups"].get(game) or kept["groups"][""]
    found = {
        feature: counts.get(
            feature,
            0.0 if " " in feature or len(feature) < SHORTEST else kept["unknown"],
        )
        for feature in language.features(text)
    }
    length = math.hypot(*found.values()) or 1.0
    scores = list(group["questions"].values())
    for feature, count in found.items():
        row = group["weights"].get(feature, "").split()
        for place, weight in zip(row[::2], row[1::2], strict=True):
            scores[int(place)] += float(weight) * count / length
    return dict(zip(group["questions"], scores, strict=True))


@cache
def _kept() -> dict[str, Any]:
    return dict(json.loads(LEARNED.read_text(encoding="utf-8")))
