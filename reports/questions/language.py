"""The language of questions: from what somebody types to the ideas that it is about.

An idea is a phrase or a word of ``words.toml``, or else the stem of a word.
"""

import json
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

SPELLED_ALIKE = 82
"""The least likeness, of 100, of a word to the known one that it is taken for."""

SHORTEST_MENDED = 4
"""The fewest letters of a word whose spelling is mended; shorter ones resemble too many others."""


class Names:
    """Phrases with what each stands for, in any form of their words; where several fit, the longest counts."""

    def __init__(self, phrases: dict[str, list[str]]) -> None:
        plainly = {
            plain(phrase): idea for idea, alike in phrases.items() for phrase in alike
        }
        self._means = {_stems(phrase): idea for phrase, idea in plainly.items()}
        self._longest = max(map(len, self._means))
        self.words = frozenset(" ".join(plainly).split())

    def replaced(self, text: str, by: Callable[[str], str]) -> str:
        """Return a plain text in which each phrase is replaced by what a function makes of its meaning."""
        return " ".join(
            by(meaning) if meaning else words for words, meaning in self._parts(text)
        )

    def first(self, text: str) -> str:
        """Return what the longest phrase in a plain text means; "" if there is none."""
        phrases = [part for part in self._parts(text) if part[1]]
        return max(phrases, key=lambda part: len(part[0]))[1] if phrases else ""

    def _parts(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the phrases in a plain text with their meanings, and the words between them with none."""
        words, stems, start = text.split(), _stems(text), 0
        while start < len(words):
            longest = min(self._longest, len(words) - start)
            ends = range(start + longest, start, -1)
            end = next(
                (end for end in ends if stems[start:end] in self._means), start + 1
            )
            yield " ".join(words[start:end]), self._means.get(stems[start:end], "")
            start = end


@dataclass(frozen=True)
class Words:
    """The content of ``words.toml``, ready for matching."""

    common: frozenset[str]
    phrases: Names
    same: dict[str, str]
    games: Names
    elsewhere: re.Pattern[str]
    languages: dict[str, frozenset[str]]


def plain(text: str) -> str:
    """Return a text in small letters, without accents and punctuation, its number words as digits."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("’", "'"))
    letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    letters = re.sub(r"(?<=\d),(?=\d{3})", "", letters)
    letters = re.sub(r"[$€£](\d[\d.]*)", r"\1 dollars", letters)
    letters = re.sub(r"\b(\d)p\b", r"\1 players", letters)
    letters = re.sub(r"'s\b", "", letters)
    letters = re.sub(
        r"\b(?:ca|could|would|do|does|did|is|are|was|were|has|have|had|wo)n'?t\b|\bcannot\b",
        "not",
        letters,
    )
    letters = re.sub(r"[^\w.]+|_(?=\W)|\.(?!\d)", " ", letters.replace("'", ""))
    numbers = data("words.toml")["numbers"]
    letters = " ".join(numbers.get(word, word) for word in letters.split())
    return re.sub(r"\b([2-9])0 ([1-9])\b(?! \d)", r"\1\2", letters)


@cache
def words() -> Words:
    """Return the words of ``words.toml``."""
    content = data("words.toml")
    common = plain(content["common"]).split()
    same = {
        stem(word): idea for idea, alike in content["same"].items() for word in alike
    }
    elsewhere = "|".join(map(plain, content["elsewhere"]["games"]))
    return Words(
        common=frozenset((*common, *map(stem, common))),
        phrases=Names(content["phrases"]),
        same=same,
        games=Names(content["games"]),
        elsewhere=re.compile(rf"\b(?:{elsewhere})\b(?! (?:deck|pack))"),
        languages={
            name: frozenset(small) for name, small in content["languages"].items()
        },
    )


@cache
def data(name: str) -> dict[str, Any]:
    """Return the content of a TOML file beside this module."""
    return tomllib.loads((Path(__file__).parent / name).read_text(encoding="utf-8"))


STEMS = Path(__file__).parent / "stems.json"


@cache
def _known_stems() -> dict[str, str]:
    """Return the stems of the words of all phrasings, which are found once, by ``python -m docs.phrasings``."""
    kept = json.loads(STEMS.read_text(encoding="utf-8"))
    return {word: root for root, alike in kept.items() for word in alike.split()}


@cache
def stem(word: str) -> str:
    """Return the stem of a word."""
    if root := word if word.isdigit() else _known_stems().get(word):
        return root
    import snowballstemmer

    return str(snowballstemmer.stemmer("english").stemWord(word))


def _stems(text: str) -> tuple[str, ...]:
    """Return the stems of the words of a plain text."""
    return tuple(map(stem, text.split()))


def mended(text: str, known: frozenset[str]) -> str:
    """Return a plain text in which a word that neither ``words.toml`` nor the known ones have is one spelt like it."""
    spelt = words().phrases.words.union(known, words().same, words().games.words)
    return " ".join(_mended(word, spelt) for word in text.split())


def features(text: str) -> frozenset[str]:
    """Return what a plain text is matched by: its ideas, the stems of its words, and those of neighbouring words."""
    vocabulary = words()
    marked = vocabulary.phrases.replaced(text, lambda idea: f"={idea}").split()
    telling = {stem(word) for word in marked if word[0] != "="} - vocabulary.common
    ideas = {f"={vocabulary.same[word]}" for word in telling & vocabulary.same.keys()}
    # A number is a value, no subject.
    stems = ("", *("#" if word.isdigit() else stem(word) for word in text.split()), "")
    about = {word for word in marked if word.startswith("=")}.union(
        ideas, stems, map(" ".join, pairwise(stems))
    )
    return frozenset(about - {""})


def says_something(text: str) -> bool:
    """Return whether a plain text has an idea, or a word that says something about a subject."""
    return any(" " not in each for each in features(text) - words().common - {"#"})


def _mended(word: str, known: frozenset[str]) -> str:
    """Return a word, or the stem that it probably stands for if it is misspelt."""
    if (
        len(word) < SHORTEST_MENDED
        or word.isdigit()
        or not known.isdisjoint((word, stem(word)))
    ):
        return word
    from rapidfuzz import fuzz, process

    # Hardly anybody misspells the first letter, and "race" is no misspelt ace.
    choices = sorted(root for root in known if root[0] == word[0])
    near = process.extractOne(
        stem(word), choices, scorer=fuzz.ratio, score_cutoff=SPELLED_ALIKE
    )
    return str(near[0]) if near else word


def without_game(text: str, game: str) -> str:
    """Return a plain text without the names of a game other than War, whose name is also an event in it."""
    if game in ("", "war"):
        return text
    # The name of another game may be part of the question: GOPS against War.
    return " ".join(
        words()
        .games.replaced(text, lambda name: " " if name == game else f" {name} ")
        .split()
    )


def language_of(text: str) -> str:
    """Return the language of a question that is not in English; "" if it is."""
    letters = [letter for letter in text if letter.isalpha()]
    if (
        letters
        and sum("LATIN" not in unicodedata.name(letter, "") for letter in letters)
        > len(letters) / 2
    ):
        return "another script"
    own = re.findall(r"\w+", text.lower())
    english = words().common | {"war", "how", "game"}
    counts = {
        name: sum(word in small for word in own)
        for name, small in words().languages.items()
    }
    best = max(counts, key=lambda name: counts[name])
    return (
        best
        if counts[best] >= 2 and counts[best] > sum(word in english for word in own)
        else ""
    )
