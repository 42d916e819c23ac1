"""The weights by which questions are understood, learned from the catalogue: ``python -m docs.phrasings``.

For each question, ridge regression finds the weights of features (:func:`reports.questions.language.features`) whose
sum is near 1 for the phrasings of that question and near 0 for all others.
"""

import json
import math
import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import solve
from scipy.sparse import csr_array

from reports.questions import language
from reports.questions.catalogue import questions
from reports.questions.matching import LEARNED

ROOT = Path(__file__).parent.parent

RIDGE = 0.3  # the penalty on the squares of the weights
CONSTANT = 0.1  # how much a constant counts beside the features of a phrasing, whose squares add up to 1
PAIR = 0.5  # how much a pair of words counts, as a part of a word that is as rare
GUESSED = (
    "casino-war",
    "gops",
)  # games recognized by what is asked about them, where the words name no game
OTHER_GAME = (
    0.75  # the factor of a question about one of these where the words name no game
)
SMALL = 0.03  # weights below this are not kept

PHRASINGS = ROOT / "tests" / "questions" / "phrasings.toml"
ASKED = PHRASINGS.with_name("asked.txt")


@dataclass(frozen=True)
class Phrasing:
    """A phrasing with the question that it means ("" if none is meant), its game, and its features."""

    text: str
    question: str
    game: str
    features: frozenset[str]


def phrasings() -> list[Phrasing]:
    """Return the phrasings of ``phrasings.toml``, and each question in its own words."""
    by_question = tomllib.loads(PHRASINGS.read_text(encoding="utf-8"))
    asked = [(words, "", "") for words in by_question.pop("")]
    of_rules = by_question.pop("What are the rules?")
    for question in questions():
        words = dict.fromkeys(
            (question.words, *by_question.pop(question.words, of_rules))
        )
        asked += [(each, question.words, question.game) for each in words]
    assert not by_question, f"no such question: {', '.join(by_question)}"
    return [_phrasing(*each) for each in asked]


def rows() -> list[tuple[str, ...]]:
    """Return the phrasings of the tests as they are written there: the words, what they mean, and the rules in them."""
    lines = ASKED.read_text(encoding="utf-8").splitlines()
    return [
        tuple(map(str.strip, line.split("|")))
        for line in lines
        if line[:1] not in ("", "#")
    ]


def asked() -> list[Phrasing]:
    """Return the phrasings of the tests, with the questions that they mean; those in other languages are left out."""
    known = [(words, meant.split(" / ")[0].strip()) for words, meant, _ in rows()]
    return [
        _phrasing(words, *_meant(meant))
        for words, meant in known
        if not language.language_of(words)
    ]


def _meant(words: str) -> tuple[str, str]:
    """Return the question, with its game, that begins or goes on with such words, or has a case that does."""
    if words == "not covered":
        return "", ""
    of_case = re.sub(r"\d+", "{1}", words)
    return next(
        (question.words, question.game)
        for question in sorted(
            questions(), key=lambda question: words not in question.words
        )
        if words in question.words
        or any(
            of_case in case["words"] or words in case["words"]
            for case in question.cases
        )
    )


def _phrasing(words: str, question: str, game: str) -> Phrasing:
    text = language.without_game(language.plain(words), game)
    return Phrasing(words, question, game, language.features(text))


def feature_weights(of: Sequence[Phrasing]) -> dict[str, float]:
    """Return how much each feature counts before anything is learned: by how few phrasings have it."""
    counts = Counter(
        feature for phrasing in of for feature in sorted(phrasing.features)
    )
    return {
        feature: math.log(1 + len(of) / count) * (PAIR if " " in feature else 1)
        for feature, count in counts.items()
        if count > 1 or " " not in feature
    }


def learn(of: Sequence[Phrasing], counts: dict[str, float]) -> dict[str, Any]:
    """Return what is learned from phrasings: the level of each question, and the weights of features."""
    everywhere = list(counts.values())
    column = {feature: place for place, feature in enumerate(counts)}
    values, columns, ends = [], [], [0]
    for phrasing in of:
        known = sorted(column[feature] for feature in phrasing.features & counts.keys())
        weights = [everywhere[place] for place in known]
        norm = math.hypot(*weights)
        values += [weight / norm for weight in weights]
        columns += known
        ends.append(len(columns))
    rows = csr_array((values, columns, ends), shape=(len(of), len(counts)))
    asked = list(dict.fromkeys(phrasing.question for phrasing in of))
    games = {phrasing.question: phrasing.game for phrasing in of}
    factors = [
        OTHER_GAME if len({*games.values()}) > 1 and games[each] in GUESSED else 1.0
        for each in asked
    ]
    meant = (
        np.array(
            [[phrasing.question == question for question in asked] for phrasing in of],
            float,
        )
        * factors
    )
    alike = (rows @ rows.T).toarray() + CONSTANT
    np.fill_diagonal(alike, alike.diagonal() + RIDGE)
    shares = solve(alike, meant, assume_a="pos", overwrite_a=True)
    levels, weights = (
        CONSTANT * shares.sum(axis=0),
        zip(counts, rows.T @ shares, strict=True),
    )
    return {
        "questions": dict(zip(asked, np.round(levels, 3).tolist(), strict=True)),
        "weights": {feature: row for feature, each in weights if (row := _row(each))},
    }


def groups(of: Sequence[Phrasing]) -> dict[str, list[Phrasing]]:
    """Return the phrasings by the game that is named; "" where none is, and where it is War."""
    games = dict.fromkeys(
        phrasing.game for phrasing in of if phrasing.game not in ("", "war")
    )
    plainly = [phrasing for phrasing in of if phrasing.game in ("", "war")]
    # What is also asked about War is about War.
    of_war = {phrasing.features for phrasing in plainly}
    guessed = [
        each for each in of if each.game in GUESSED and each.features not in of_war
    ]
    return {"": plainly + guessed} | {
        game: [each for each in of if each.game == game] for game in games
    }


def content(of: Sequence[Phrasing]) -> dict[str, Any]:
    """Return what is learned from phrasings, as the package keeps it."""
    counts = feature_weights(of)
    return {
        "unknown": round(math.log(1 + len(of)), 3),
        "counts": {key: round(counts[key], 3) for key in counts},
        "groups": {game: learn(asked, counts) for game, asked in groups(of).items()},
    }


def _row(weights: NDArray[np.float64]) -> str:
    """Return the weights of a feature for the questions for which it counts, behind their places, as one text."""
    # A hundred thousand numbers take longer to read than these texts, of which a question needs a dozen.
    return " ".join(
        f"{place} {weights[place]:.2f}"
        for place in np.flatnonzero(np.abs(weights) >= SMALL)
    )


def stems(of: Sequence[Phrasing]) -> dict[str, str]:
    """Return the stems of the words of all phrasings and of ``words.toml``, each with its words."""
    content = language.data("words.toml")
    alike = [
        each
        for kind in ("same", "phrases", "games")
        for many in content[kind].values()
        for each in many
    ]
    texts = " ".join([content["common"], *alike, *(each.text for each in of)])
    by_stem: dict[str, list[str]] = {}
    for word in sorted({*language.plain(texts).split(), *alike}):
        if " " not in word and not word.isdigit():
            by_stem.setdefault(language.stem(word), []).append(word)
    return {root: " ".join(words) for root, words in sorted(by_stem.items())}


def _write(path: Path, values: dict[str, Any]) -> None:
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    path.write_text(text.replace('",', '",\n') + "\n", encoding="utf-8")
    print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    of = phrasings() + asked()
    _write(language.STEMS, stems(of))
    _write(LEARNED, content(of))
