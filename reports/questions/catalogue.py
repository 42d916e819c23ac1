"""The catalogue of questions with known answers, ``catalogue.toml``."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Question:
    """A question that people ask, with what is known about it.

    Attributes
    ----------
    question
        The question in full.
    answer
        What is known, in one or two sentences.
    rules
        The rules behind every number of the answer.
    command
        The command that answers it anew, also under other rules.
    wordings
        Other ways to ask it, without the name of the game.
    game
        The game it is about, by its name in the registry.
    topic
        What a question about War is about; ``""`` for other games.
    """

    question: str
    answer: str
    rules: str
    command: str
    wordings: Sequence[str]
    game: str = "war"
    topic: str = ""


@cache
def questions() -> tuple[Question, ...]:
    """All questions of the catalogue."""
    return tuple(Question(**entry) for entry in _content()["question"])


def names() -> Mapping[str, Sequence[str]]:
    """The names of each game in all their forms, its title first.

    A game that is not in the catalogue has the name of its folder: rulebooks take
    longer to load than a look-up.
    """
    folders = Path(__file__).parents[2].glob("sim/games/*/rulebook.py")
    games = (path.parent.name for path in folders)
    plain = {
        game.replace("_", "-"): (game.replace("_", " ").title(),) for game in games
    }
    return {**plain, **_content()["names"]}


def elsewhere() -> Sequence[str]:
    """The names of games that warlab does not play."""
    names_of: Sequence[str] = _content()["elsewhere"]
    return names_of


def covered() -> list[str]:
    """The topics of War and the other games that questions are about."""
    topics = [f"War: {question.topic}" for question in questions() if question.topic]
    titles = [titles[0] for game, titles in names().items() if game != "war"]
    return list(dict.fromkeys([*topics, *titles]))


@cache
def _content() -> dict[str, Any]:
    file = Path(__file__).parent / "catalogue.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
